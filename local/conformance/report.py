"""What was walked and what differed, in plain words."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from local.conformance.contract import Contract

NOT_FROM_OUTSIDE: Mapping[str, str] = {
    "server/fault": "only a server that fails says it",
    "auth/no_guests": "only where guests may not come in, and this walk is made by guests",
}
"""Codes that no client can provoke, and why."""


class DiffersError(Exception):
    """The deployment did something else than the contract says; the step goes no further."""


@dataclass
class Report:
    """Collects as the walk goes; ``quiet`` says only what differs."""

    contract: Contract
    quiet: bool = False
    steps: int = 0
    differences: list[str] = field(default_factory=list)
    said: set[str] = field(default_factory=set)
    """Frame types that clients sent."""
    heard: set[str] = field(default_factory=set)
    """Frame types that the server sent."""
    codes: set[str] = field(default_factory=set)
    """Codes that refusals had."""
    _title: str = ""
    _before: int = 0

    @contextmanager
    def step(self, title: str) -> Iterator[None]:
        """One thing that is looked at. A difference that ends it is noted, and the walk goes on."""
        self.steps += 1
        self._title, self._before = title, len(self.differences)
        try:
            yield
        except DiffersError as difference:
            self.differs(str(difference))
        if len(self.differences) == self._before:
            self._print(f"  as published  {title}")

    def differs(self, sentence: str) -> None:
        """Note a difference; each once a step."""
        line = f"{self._title}: {sentence}"
        if line not in self.differences:
            self.differences.append(line)
            print(f"  DIFFERS       {line}", file=sys.stderr)

    def finish(self) -> None:
        """Look at what the whole walk should have come across."""
        self._title = "the whole walk"
        for kind in sorted(set(self.contract.messages("receive")) - self.said):
            self.differs(
                f"`{kind}` is published for clients, and this walk does not know it: update the walk"
            )
        for kind in sorted(set(self.contract.messages("send")) - self.heard):
            self.differs(f"the server never sent `{kind}`")
        for code in sorted(self.contract.codes - self.codes - set(NOT_FROM_OUTSIDE)):
            self.differs(f"nothing was refused with {code}")
        self._print(f"{self.steps} steps, {len(self.heard)} kinds of frames, {len(self.codes)} codes.")
        for code, why in NOT_FROM_OUTSIDE.items():
            self._print(f"Not walked: {code} ({why}).")
        if self.differences:
            print(f"{len(self.differences)} differences from the contract.", file=sys.stderr)
        else:
            self._print("Everything is as published.")

    def _print(self, line: str) -> None:
        if not self.quiet:
            print(line, flush=True)
