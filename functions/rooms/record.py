"""The record of a finished game: everything to replay it, kept for good.

The seed is published here and nowhere else, so that anyone can check the draws.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.game import ActionModel, AnyGame, GameEvent, Json, Millis, PlayerId, Timeout
from engine.registry import GAMES
from engine.rng import Rng
from functions.rooms.log import Log
from functions.rooms.room import Match, Room, Visibility


@dataclass(frozen=True, slots=True)
class Record:
    """One finished game. ``players`` and ``nicknames`` are clockwise from the host; ``result`` is what
    was sent of it (``GameResult.to_json``), ``final`` what ``dump`` makes of its last state.

    With the last state at hand, reading a record plays nothing again: how often moves were taken back
    is the players' choice, and each time costs a replay of its own.
    """

    room_id: str
    code: str
    visibility: Visibility
    game_id: str
    state_version: int
    game_no: int
    options: Mapping[str, Json]
    players: tuple[PlayerId, ...]
    nicknames: tuple[str, ...]
    seed: bytes
    log: Log
    started_at: Millis
    ended_at: Millis
    result: Mapping[str, Json]
    final: Json

    @property
    def final_state(self) -> object:
        """The state in which the game ended, in the terms of today's rules.

        :raises ValueError: it is none, or of a version that is no longer known.
        """
        game = GAMES[self.game_id]
        current = self.state_version == game.state_version
        return game.load(self.final if current else game.migrate(self.final, self.state_version))


def record_of(room: Room) -> Record:
    """The record of the room's finished game.

    :raises ValueError: there is no finished game on the table.
    """
    match = room.match
    result = None if match is None else room.game.result(match.state)
    if match is None or result is None:
        raise ValueError(f"room {room.id} has no finished game to record")
    return Record(
        room_id=room.id,
        code=room.code,
        visibility=room.visibility,
        game_id=room.game_id,
        state_version=room.game.state_version,
        game_no=match.no,
        options=room.options.model_dump(mode="json", by_alias=True),
        players=match.players,
        nicknames=match.nicknames,
        seed=match.seed,
        log=match.log,
        started_at=match.started_at,
        ended_at=match.log.last_at,
        result=result.to_json(),
        final=room.game.dump(match.state),
    )


def replay(record: Record | Match, game: AnyGame, options: object) -> tuple[object, list[GameEvent]]:
    """Play a log again from its seed; the state it ends in, and every event on the way.

    Works for the game on the table as for a record.

    :raises ValueError: the log does not replay, which no saved log may do.
    """
    rng = Rng.from_seed(record.seed)
    number = record.no if isinstance(record, Match) else record.game_no
    state = game.setup(
        players=record.players, options=options, rng=rng, now=record.started_at, game_no=number
    )
    events: list[GameEvent] = []
    for entry in record.log.entries(record.started_at):
        if entry.player >= len(record.players):
            raise ValueError(f"the log holds an action of nobody: {entry}")
        player = record.players[entry.player]
        action = _action(game, entry.action)
        if entry.held:
            state = game.postponed(state, entry.held)
        rejection = game.validate(state, player, action)
        if rejection is not None:
            raise ValueError(f"the log holds a refused action: {rejection.code} at {entry}")
        state, happened = game.apply(state, player, action, rng=rng, now=entry.at)
        events += happened
    return state, events


def replay_record(record: Record) -> tuple[object, list[GameEvent]]:
    """``replay`` with the game and options that the record names."""
    game = GAMES[record.game_id]
    return replay(record, game, game.Options.model_validate(record.options))


def _action(game: AnyGame, raw: Mapping[str, Json]) -> ActionModel:
    if raw == {"type": "timeout"}:
        return Timeout()
    action: ActionModel = game.Action.validate_python(raw)
    return action
