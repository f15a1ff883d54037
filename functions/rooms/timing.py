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
SOON_MS = 10_000
"""A schedule this near, or overdue, may fire before what is decided now is saved, find nothing to do
and arm nothing: no need that arises now may rely on it. No command runs for longer (template)."""
ALWAYS_LET_IN = 32
"""So many may look in while a seat is free, whatever the bound: who comes to sit down watches first."""


@dataclass(frozen=True, slots=True)
class Policy:
    """The parameters of enforcement, of a room's life and of its size (template parameters)."""

    margin_ms: Millis = 2_000
    """How long after a deadline anyone but its owner may enforce it, so that a move that came
    in time but runs in a slow Lambda still counts."""
    not_before: Millis = 0
    """Until this instant no deadline is reached (recovery + 30 s after an outage)."""
    waiting_life_sec: int = 7_200
    playing_life_sec: int = 604_800
    finished_life_sec: int = 86_400
    max_spectators: int = 1_000
    """How many spectators' connections a room lets in: each hears every move, which is paid for."""

    def expiry(self, room: Room, now: Millis) -> int:
        """The Unix second at which the room, active at ``now``, has ended its life."""
        life = {
            "waiting": self.waiting_life_sec,
            "playing": self.playing_life_sec,
            "finished": self.finished_life_sec,
        }
        return now // 1000 + life[room.status]

    def spectators_in(self, room: Room) -> int:
        """How many spectators' connections may be in the room as it is now, when one more comes."""
        if room.status == "waiting" and None in room.seats:
            return max(self.max_spectators, ALWAYS_LET_IN)
        return self.max_spectators

    def spectators_kept(self, room: Room) -> int:
        """How many may stay when the room changes: who came to sit down until the start, and always as
        many more as there are seats, for who gave one up."""
        bound = max(self.max_spectators, ALWAYS_LET_IN) if room.status == "waiting" else self.max_spectators
        return bound + len(room.seats)


def grace_ms(room: Room) -> Millis:
    """The room's grace for an absent player: the game option ``disconnectGraceSec``, else a minute."""
    grace: int = getattr(room.options, "disconnect_grace_sec", 60)
    return grace * 1000


def absent_since(room: Room, match: Match, player: PlayerId) -> Millis | None:
    """Since when the player's absence counts in this turn, or None for who is connected.

    The moment the last connection went, but no earlier than the start of this turn: every
    turn has its grace anew (documents 000 and 004, section 8.5).
    """
    if room.presence.is_online(player):
        return None
    return max(room.presence.left.get(player, 0), room.game.turn_started_at(match.state) or 0)


@dataclass(frozen=True, slots=True, order=True)
class Due:
    """That somebody's time is up at ``at``, and whether only their absence makes it so early."""

    at: Millis
    player: PlayerId
    by_absence: bool


def due(room: Room, policy: Policy) -> list[Due]:
    """Every instant at which a deadline is enforced, grace and ``not_before`` included, nearest first."""
    match = room.match
    if match is None or room.status != "playing":
        return []
    own = room.game.deadline(match.state)
    found: list[Due] = []
    for player in room.game.timeout_players(match.state):
        since = absent_since(room, match, player)
        away = None if since is None else since + grace_ms(room)
        if away is not None and (own is None or away < own):
            found.append(Due(max(away, policy.not_before), player, by_absence=True))
        elif own is not None:
            found.append(Due(max(own, policy.not_before), player, by_absence=False))
    return sorted(found)


def enforced_deadline(room: Room, policy: Policy) -> Millis | None:
    """The nearest instant at which somebody's deadline is enforced: what clients are shown."""
    running = due(room, policy)
    return running[0].at if running else None


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
    reached and arms the next: a move makes no call of its own, unless it comes just when the
    schedule fires. ``fired_at`` is the second of the schedule that fires just now: it stands no
    longer, nor does any before it; one after it does.
    """
    wanted = wake_at(room, now, policy)
    if wanted is None:
        return None
    standing = room.armed_at > fired_at and room.armed_at * 1000 >= now + SOON_MS
    return None if standing and room.armed_at <= wanted else wanted
