"""What one event caused, counted for the log line and the metrics."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Tally:
    """Counts and names, never contents: what a client sent is not in here."""

    kind: str = ""
    room_id: str = ""
    seq: int | None = None
    moves: int = 0
    timeouts: int = 0
    conflicts: int = 0
    posts: int = 0
    gone: int = 0
    failed_posts: int = 0
    unarmed: int = 0
    """Timers that could not be made."""
    rejection: str | None = None
    faults: list[str] = field(default_factory=list)
