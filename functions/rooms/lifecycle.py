"""Sitting down, starting, leaving: what changes a room rather than the game on it.

The table of a room's life stands in ``room.py``; each function here is one row or more of it.
"""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import ValidationError

from engine.game import Millis, PlayerId, Rejection
from engine.rng import Rng
from functions.rooms import play
from functions.rooms import rejections as no
from functions.rooms.commands import ChangeOptions, Kick, Leave, Rematch, Sit, Stand, Start
from functions.rooms.log import Log
from functions.rooms.outcome import Outcome
from functions.rooms.room import MAX_BARRED, Match, Room, Seat


def sit(room: Room, command: Sit) -> Outcome | Rejection:
    """Take a free seat, or move to another. Nobody ever holds two."""
    if room.status != "waiting":
        return no.NOT_WAITING
    player = command.sender.player
    if player in room.barred:
        return no.BARRED
    mine = room.seat_of(player)
    wanted = command.seat
    if wanted is None:
        if mine is not None:
            return _room(room)
        free = [index for index, seat in enumerate(room.seats) if seat is None]
        if not free:
            return no.FULL
        wanted = free[0]
    if not 0 <= wanted < len(room.seats):
        return no.NO_SUCH_SEAT
    if wanted != mine and room.seats[wanted] is not None:
        return no.SEAT_TAKEN
    seats = list(room.seats)
    if mine is not None:
        seats[mine] = None
    seats[wanted] = Seat(player, command.sender.nickname)
    return _room(replace(room, seats=tuple(seats)))


def stand(room: Room, command: Stand) -> Outcome | Rejection:
    """Give the seat up before the game."""
    if room.status != "waiting":
        return no.NOT_WAITING
    if room.seat_of(command.sender.player) is None:
        return no.NOT_SEATED
    return _room(_unseated(room, command.sender.player))


def change_options(room: Room, command: ChangeOptions) -> Outcome | Rejection:
    """New options, whole, read by the game's own schema; seats follow the number of players."""
    if room.status != "waiting":
        return no.NOT_WAITING
    if command.sender.player != room.host:
        return no.NOT_HOST
    try:
        options = room.game.Options.model_validate(command.options)
    except ValidationError:
        return no.OPTIONS
    _, most = room.game.players_for(options)
    if len(room.seated) > most:
        return no.OPTIONS_SEATS
    seats: Sequence[Seat | None] = room.seats
    if len(seats) > most:
        seats = room.seated
    return _room(replace(room, options=options, seats=(*seats, *[None] * (most - len(seats)))))


def kick(room: Room, command: Kick) -> Outcome | Rejection:
    """Bar the room to a person before the game, seated or not; who is barred is put out."""
    if room.status != "waiting":
        return no.NOT_WAITING
    if command.sender.player != room.host:
        return no.NOT_HOST
    if command.player == room.host:
        return no.KICK_SELF
    barred = tuple(dict.fromkeys([*room.barred, command.player]))[-MAX_BARRED:]
    changed = replace(_unseated(room, command.player), barred=barred)
    return _room(changed)


def start(room: Room, command: Start, now: Millis) -> Outcome | Rejection:
    """Begin the game with those who sit. The host is the first player, the rest clockwise."""
    if room.status != "waiting":
        return no.NOT_WAITING
    if command.sender.player != room.host:
        return no.NOT_HOST
    if room.seat_of(room.host) is None:
        return no.NOT_SEATED
    least, _ = room.game.players_for(room.options)
    if len(room.seated) < least:
        return no.TOO_FEW
    return _begun(room, command.seed, now)


def rematch(room: Room, command: Rematch, now: Millis) -> Outcome | Rejection:
    """Ask for another game; the last voice missing starts it.

    If a seat has become free, the voices of all who stayed open the room for somebody new.
    """
    if room.status != "finished":
        return no.NOT_FINISHED
    player = command.sender.player
    if room.seat_of(player) is None:
        return no.NOT_SEATED
    voices = tuple(dict.fromkeys([*room.rematch, player]))
    if any(seat.player not in voices for seat in room.seated):
        return _room(replace(room, rematch=voices))
    least, _ = room.game.players_for(room.options)
    if len(room.seated) < least or room.seat_of(room.host) is None:
        return _room(_waiting(room))
    return _begun(room, command.seed, now)


def leave(room: Room, command: Leave, now: Millis) -> Outcome | Rejection:
    """Give the seat up for good, and in a running game do what the game makes of that.

    A host without a seat may leave too. The room closes when its host leaves and nobody sits in it.
    """
    player = command.sender.player
    if room.seat_of(player) is None and player != room.host:
        return no.NOT_SEATED
    given_up = play.give_up(room, command, now) if room.status == "playing" else None
    outcome = _room(room) if given_up is None else replace(given_up, telling="room")
    left = _unseated(_host_passed(outcome.room, player), player)
    if room.status == "finished":
        left = _waiting(left)
    return replace(outcome, room=left, closes=left.host == player)


def _begun(room: Room, seed: bytes, now: Millis) -> Outcome:
    order = _from_host(room)
    players = tuple(seat.player for seat in order)
    number = room.games_played + 1
    rng = Rng.from_seed(seed)
    state = room.game.setup(players=players, options=room.options, rng=rng, now=now, game_no=number)
    match = Match(
        no=number,
        players=players,
        nicknames=tuple(seat.nickname for seat in order),
        state=state,
        rng=rng.state,
        seed=seed,
        started_at=now,
        log=Log.start(now),
    )
    over = room.game.result(state) is not None
    return _room(
        replace(
            room,
            status="finished" if over else "playing",
            match=match,
            rematch=(),
            games_played=number,
            tabs={player: room.tabs[player] for player in players if player in room.tabs},
        )
    )


def _from_host(room: Room) -> list[Seat]:
    first = [seat.player for seat in room.seated].index(room.host)
    return [*room.seated[first:], *room.seated[:first]]


def _waiting(room: Room) -> Room:
    return replace(room, status="waiting", match=None, rematch=())


def _unseated(room: Room, player: PlayerId) -> Room:
    seats = tuple(None if seat is not None and seat.player == player else seat for seat in room.seats)
    return replace(room, seats=seats)


def _host_passed(room: Room, leaver: PlayerId) -> Room:
    """The room whose host is the next seated player, if its host is the one who leaves."""
    if room.host != leaver:
        return room
    others = [player for player in _clockwise_from(room, leaver) if player != leaver]
    return replace(room, host=others[0]) if others else room


def _clockwise_from(room: Room, player: PlayerId) -> list[PlayerId]:
    seat = room.seat_of(player)
    after = 0 if seat is None else seat + 1
    return [taken.player for taken in (*room.seats[after:], *room.seats[:after]) if taken is not None]


def _room(room: Room) -> Outcome:
    return Outcome(room, changed=True, telling="room")
