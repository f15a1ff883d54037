"""When a deadline is enforced, and when the timer must wake up for it. Pure arithmetic.

The game's own deadline is not always the one that is enforced: an absent player has the
room's grace at most, and after an outage (``not_before``) nobody loses for a while.
"""

from dataclasses import dataclass

from engine.game import Millis, PlayerId
from functions.rooms.room import Match, Room

WAKE_DELAY_MS = 120_000
"""While a player is connected, clients claim deadlines themselves; the timer sweeps up later."""
SHORTEST_WAKE_MS = 60_000
"""A schedule nearer than this may be refused as lying in the past by the time it is made."""
LOST_AFTER_MS = 300_000
"""A schedule this long overdue did not fire (the service's window is one minute): arm anew."""


@dataclass(frozen=True, slots=True)
class Policy:
    """The parameters of enforcement and of a room's life (template parameters)."""

    margin_ms: Millis = 2_000
    """How long after a deadline anyone but its owner may enforce it, so that a move that came
    in time but runs in a slow Lambda still counts."""
    not_before: Millis = 0
    """Until this instant no deadline is reached (recovery + 30 s after an outage)."""
    waiting_life_sec: int = 7_200
    playing_life_sec: int = 604_800
    finished_life_sec: int = 86_400

    def expiry(self, room: Room, now: Millis) -> int:
        """The Unix second at which the room, active at ``now``, has ended its life."""
        if not room.seated:
            return now // 1000
        life = {
            "waiting": self.waiting_life_sec,
            "playing": self.playing_life_sec,
            "finished": self.finished_life_sec,
        }
        return now // 1000 + life[room.status]


def grace_ms(room: Room) -> Millis:
    """The room's grace for an absent player: the game option ``disconnectGraceSec``."""
    grace: int = getattr(room.options, "disconnectGraceSec", 60)
    return grace * 1000


def absent_since(room: Room, match: Match, player: PlayerId) -> Millis | None:
    """Since when the player's absence counts in this turn, or None for who is connected.

    The moment the last connection went, but no earlier than the start of this turn: every
    turn has its grace anew (documents 000 and 004, section 8.5).
    """
    if room.presence.is_online(player):
        return None
    return max(room.presence.left.get(player, 0), match.turn_at)


def deadline_of(room: Room, player: PlayerId) -> Millis | None:
    """The instant enforced for one player, ``not_before`` aside; None if nothing runs for them."""
    match = room.match
    if match is None or room.status != "playing":
        return None
    if player not in room.game.timeout_players(match.state):
        return None
    deadline = room.game.deadline(match.state)
    since = absent_since(room, match, player)
    if since is None:
        return deadline
    away = since + grace_ms(room)
    return away if deadline is None else min(deadline, away)


def enforced_deadline(room: Room, policy: Policy) -> Millis | None:
    """The nearest instant at which somebody's deadline is enforced: what clients are shown."""
    if room.match is None or room.status != "playing":
        return None
    found = [deadline_of(room, player) for player in room.game.timeout_players(room.match.state)]
    running = [instant for instant in found if instant is not None]
    return max(min(running), policy.not_before) if running else None


def wake_at(room: Room, now: Millis, policy: Policy) -> int | None:
    """The Unix second at which the timer should fire, or None when nothing runs.

    At the deadline and its margin when nobody is there to claim it, two minutes later while a
    player is connected; whole seconds, rounded up, never nearer than the service takes.
    """
    deadline = enforced_deadline(room, policy)
    if deadline is None:
        return None
    delay = WAKE_DELAY_MS if room.presence.connections else policy.margin_ms
    return -(-max(deadline + delay, now + SHORTEST_WAKE_MS) // 1000)


def must_arm(room: Room, now: Millis, policy: Policy, *, fired_at: int = 0) -> int | None:
    """The second for which a schedule must be made now, or None if the one that stands will do.

    Deadlines mostly move later. The schedule that stands then fires too early, finds nothing
    reached and arms the next: a move makes no call of its own. ``fired_at`` is the second of the
    schedule that fires just now: it stands no longer, nor does any before it; one after it does.
    """
    wanted = wake_at(room, now, policy)
    if wanted is None:
        return None
    standing = room.armed_at > fired_at and room.armed_at * 1000 + LOST_AFTER_MS > now
    return None if standing and room.armed_at <= wanted else wanted
