"""A player that moves at random: for trying things out with one terminal, or with none."""

import random
import time
from dataclasses import dataclass, field

from pydantic import JsonValue

from local.client import ClosedError, JsonObject, Snapshot, Tab
from local.play.boards import Board
from local.play.sight import Sight

_AFTER_REFUSAL_SEC = 1.0


@dataclass(frozen=True, slots=True)
class Choice:
    """A command the bot may give."""

    kind: str
    fields: JsonObject


@dataclass(slots=True)
class Bot:
    """Sits down, starts when it is the host, plays legal moves, grants undos, declines draws.

    ``games``: how many it wants to play; None for as many as others ask for. The same ``rng``
    and the same answers of the server give the same games.
    """

    board: Board
    rng: random.Random
    games: int | None = None
    _played: set[int] = field(default_factory=set)

    def choices(self, now: Snapshot) -> list[Choice]:
        """All it may do now; nothing when it is to wait."""
        room = now.room
        if room is None or not now.connected:
            return []
        sight = Sight.of(now, self.board)
        if room.status == "waiting":
            if not sight.has_seat:
                return [Choice("sit", {})] if sight.free_seats else []
            return [Choice("start", {})] if sight.is_host and not sight.free_seats else []
        if room.status == "finished":
            return [Choice("rematch", {})] if self._wants_more(sight) else []
        if sight.offer is not None and not sight.offer_is_mine and sight.my_side is not None:
            return [self._answer(sight.offer.kind, sight.offer.part.id)]
        actions = [] if now.view is None else self.board.legal_actions(now.view)
        return [Choice("act", {"action": action, "seq": now.seq}) for action in actions]

    def is_done(self, now: Snapshot) -> bool:
        """Whether it has played all the games it wanted."""
        if now.room is not None and now.room.status == "finished":
            self._played.add(now.room.game_no)
            return self.games is not None and len(self._played) >= self.games
        return False

    def _wants_more(self, sight: Sight) -> bool:
        asked = () if sight.now.room is None else sight.now.room.rematch
        if not sight.has_seat or sight.me in asked:
            return False
        return bool(asked) if self.games is None else not self.is_done(sight.now)

    @staticmethod
    def _answer(kind: str, offer: int) -> Choice:
        answer: dict[str, JsonValue] = {"type": "respondDraw", "accept": False, "offer": offer}
        if kind == "undo":
            answer = {"type": "respondUndo", "accept": True, "offer": offer}
        return Choice("act", {"action": answer})


def drive(tab: Tab, bot: Bot, *, delay_sec: float = 0.0) -> None:
    """Play through ``tab`` until the bot is done or the tab is closed."""
    try:
        while True:
            now = tab.wait_until(lambda now: bot.is_done(now) or bool(bot.choices(now)), None)
            if bot.is_done(now):
                return
            time.sleep(delay_sec)
            now = tab.now  # somebody may have been quicker
            choices = bot.choices(now)
            if not choices:
                continue
            choice = bot.rng.choice(choices)
            refused = tab.command(choice.kind, timeout=None, **choice.fields)
            if refused is not None:
                _wait_for_change(tab, now)
    except ClosedError:
        return


def _wait_for_change(tab: Tab, since: Snapshot) -> None:
    """What was refused would be refused again, until something changes."""
    try:
        tab.wait_until(lambda now: now.seq != since.seq, _AFTER_REFUSAL_SEC)
    except TimeoutError:
        return  # it may have been a passing fault: try again
