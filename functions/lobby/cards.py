"""Turning what the stores give into what clients read: the only serialisers of HTTP."""

from collections.abc import Mapping

from engine.game import SYSTEM
from engine.registry import GAMES, LISTINGS
from functions.lobby.models import (
    ActionCard,
    Catalogue,
    GameCard,
    GameLine,
    PlayerCard,
    RecordAnswer,
    RoomCard,
)
from functions.rooms import frames
from functions.rooms.log import LogEntry
from functions.rooms.ports import GameEntry
from functions.rooms.record import Record
from functions.rooms.room import Room

NOTATIONS: Mapping[str, str] = {
    "transcript": "text/plain; charset=utf-8",
    "pgn": "application/vnd.chess-pgn; charset=utf-8",
}
"""Media type of a notation by its name. Which of them a game has, says its ``notations``."""


def catalogue() -> Catalogue:
    """The catalogue, in the registry's order."""
    games = [
        GameCard(
            id=listing.game.id,
            name_ko=listing.game.name_ko,
            min_players=listing.game.min_players,
            max_players=listing.game.max_players,
            minutes=listing.minutes,
            difficulty=listing.difficulty,
            thumbnail=listing.thumbnail,
            options_schema=listing.game.Options.model_json_schema(),
            default_options=listing.game.Options().model_dump(mode="json", by_alias=True),
        )
        for listing in LISTINGS
    ]
    return Catalogue(games)


def room_card(room: Room) -> RoomCard:
    """A room from the outside; its seats exactly as its own frames show them."""
    return RoomCard.model_validate(
        {
            "roomId": room.id,
            "game": room.game_id,
            "nameKo": room.game.name_ko,
            "status": room.status,
            "visibility": room.visibility,
            "chat": room.chat,
            "host": room.host,
            "seats": frames.seats(room),
            "options": room.options.model_dump(mode="json", by_alias=True),
            "spectators": {"allowed": room.spectators_allowed, "count": room.presence.watching},
            "createdAt": room.created_at,
        }
    )


def game_line(entry: GameEntry) -> GameLine:
    """One line of somebody's finished games."""
    return GameLine(
        room_id=entry.room_id,
        game_no=entry.game_no,
        game=entry.game_id,
        name_ko=GAMES[entry.game_id].name_ko,
        ended_at=entry.ended_at,
        opponents=list(entry.opponents),
        won=entry.won,
        summary=entry.summary,
    )


def record_answer(record: Record) -> RecordAnswer:
    """The whole record: every action, and the moves that still stand.

    :raises ValueError: its last state cannot be read.
    """
    game = GAMES[record.game_id]
    state = record.final_state
    view = game.view(state, None)
    return RecordAnswer.model_validate(
        {
            "roomId": record.room_id,
            "gameNo": record.game_no,
            "game": record.game_id,
            "nameKo": game.name_ko,
            "stateVersion": record.state_version,
            "options": record.options,
            "players": [
                PlayerCard(player_id=player, nickname=nickname)
                for player, nickname in zip(record.players, record.nicknames, strict=True)
            ],
            "sides": view["players"],
            "seed": record.seed.hex(),
            "startedAt": record.started_at,
            "endedAt": record.ended_at,
            "actions": [_action(record, entry) for entry in record.log.entries(record.started_at)],
            "moves": view["moves"],
            "notation": _notations(record, state),
            "result": record.result,
        }
    )


def notations(record: Record) -> Mapping[str, str]:
    """The notations that this game has, by name, with the players' nicknames.

    :raises ValueError: its last state cannot be read.
    """
    return _notations(record, record.final_state)


def _notations(record: Record, state: object) -> Mapping[str, str]:
    names = dict(zip(record.players, record.nicknames, strict=True))
    return GAMES[record.game_id].notations(state, names)


def _action(record: Record, entry: LogEntry) -> ActionCard:
    player = record.players[entry.player]
    return ActionCard.model_validate(
        {
            "at": entry.at,
            "player": player,
            "by": SYSTEM if entry.by is None else player,
            "cs": None if entry.by is None else entry.by.cs,
            "action": entry.action,
            "held": entry.held,
        }
    )
