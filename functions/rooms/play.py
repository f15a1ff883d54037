"""Carrying an action into the game on the table: the only callers of a game's ``apply``."""

from dataclasses import dataclass, replace

from pydantic import ValidationError

from engine.game import ActionModel, Millis, PlayerId, Rejection
from functions.rooms import rejections as no
from functions.rooms.commands import Act, Leave
from functions.rooms.log import CommandId
from functions.rooms.outcome import Outcome
from functions.rooms.room import Match, Room
from functions.rooms.timing import Policy


def act(room: Room, command: Act, now: Millis, policy: Policy) -> Outcome | Rejection:
    """A player's own action."""
    match = room.match
    if match is None or room.status != "playing":
        return no.GAME_OVER if room.status == "finished" else no.NOT_PLAYING
    player = command.sender.player
    if player not in match.players:
        return no.NOT_SEATED
    try:
        action = room.game.Action.validate_python(command.action)
    except ValidationError:
        return no.ACTION_MALFORMED
    rejection = room.game.validate(match.state, player, action)
    if rejection is not None:
        return rejection
    held = _held(room, match, player, now, policy)
    by = CommandId(command.sender.tab, command.cs)
    outcome = _applied(room, Move(player, action, now, by, held))
    return no.RECORD_FULL if match.log.is_full and _leads_nowhere(match, outcome.room) else outcome


def time_out(room: Room, player: PlayerId, now: Millis) -> Outcome:
    """The game's own consequence of a player's deadline.

    :raises ValueError: the game refuses its own time-out, which is a fault of the game.
    """
    action = room.game.on_timeout(_running(room).state, player)
    return _applied(room, _valid(room, Move(player, action, now, None)))


def give_up(room: Room, command: Leave, now: Millis) -> Outcome | None:
    """What the running game makes of a player's leaving; None if it does not mind.

    :raises ValueError: the game refuses its own answer to leaving, which is a fault of the game.
    """
    player = command.sender.player
    action = room.game.on_leave(_running(room).state, player)
    if action is None:
        return None
    by = CommandId(command.sender.tab, command.cs)
    return _applied(room, _valid(room, Move(player, action, now, by)))


def _leads_nowhere(before: Match, after: Room) -> bool:
    """Whether an action neither made a move nor ended the game: offers can go on for ever."""
    if after.match is None or after.status != "playing":
        return False
    return after.game.moves_made(after.match.state) <= after.game.moves_made(before.state)


@dataclass(frozen=True, slots=True)
class Move:
    """An action about to be carried out: whose, when received, by which command (None: the system's)."""

    player: PlayerId
    action: ActionModel
    received: Millis
    by: CommandId | None
    held: Millis = 0


def _running(room: Room) -> Match:
    if room.match is None or room.status != "playing":
        raise ValueError(f"room {room.id} has no running game")
    return room.match


def _valid(room: Room, move: Move) -> Move:
    rejection = room.game.validate(_running(room).state, move.player, move.action)
    if rejection is not None:
        raise ValueError(f"{room.game_id} refuses its own {move.action!r}: {rejection.code}")
    return move


def _held(room: Room, match: Match, player: PlayerId, now: Millis, policy: Policy) -> Millis:
    """By how much the running deadline must move so that this late action still counts.

    Only while ``not_before`` holds: the deadline passed in an outage, so the player keeps one
    millisecond of the turn and the clock is charged down to that at most.
    """
    if now >= policy.not_before or player not in room.game.timeout_players(match.state):
        return 0
    deadline = room.game.deadline(match.state)
    return 0 if deadline is None or now < deadline else now - deadline + 1


def _applied(room: Room, move: Move) -> Outcome:
    game, match = room.game, _running(room)
    now = max(move.received, room.turn_started_at or 0)
    before = game.postponed(match.state, move.held) if move.held else match.state
    rng = match.random
    state, events = game.apply(before, move.player, move.action, rng=rng, now=now)
    index = match.players.index(move.player)
    played = replace(
        match,
        state=state,
        rng=rng.state,
        log=match.log.append(index, now, move.action, by=move.by, held=move.held),
    )
    return Outcome(
        replace(room, match=played, status="playing" if game.result(state) is None else "finished"),
        changed=True,
        telling="update",
        events=events,
        moves_from=min(game.moves_made(match.state), game.moves_made(state)),
        moves=0 if move.by is None else 1,
    )
