"""What a viewer sees of a reversi game (document 000, section 8.3): all but the RNG is public."""

from itertools import islice

from engine.colors import Color
from engine.game import Json, JsonObject, PlayerId
from engine.games.othello.board import GRID, flips, legal_moves, nearest_first
from engine.games.othello.record import Position, is_auto, placement, replay
from engine.games.othello.result import counts, result_of
from engine.games.othello.state import OthelloState
from engine.grid import cells, points


def view_of(state: OthelloState, viewer: PlayerId | None, moves_from: int) -> JsonObject:
    """The game as ``viewer`` may see it; ``legalMoves`` only if it is this player's turn.

    ``board`` has 0 for an empty point, 1 for black, 2 for white. ``flipped`` of a placement
    lists indices, nearest first, as its ``placed`` event does. ``lastMove`` is the newest
    placement, whether or not a pass followed it. At the end ``turn`` means nothing.
    """
    start = min(max(moves_from, 0), len(state.record))
    view: JsonObject = {
        **state.to_json(result_of(state)),
        "board": [*cells(state.position.black, state.position.white, 64)],
        "counts": counts(state),
        "moves": _moves(state, start),
        "movesFrom": start,
        "moveCount": len(state.record),
        "lastMove": _last_move(state),
        "autoMoveStreak": {"black": state.auto_streak("black"), "white": state.auto_streak("white")},
    }
    if viewer is not None and viewer == state.mover:
        view["legalMoves"] = _legal_moves(state.position)
    return view


def _moves(state: OthelloState, start: int) -> list[Json]:
    """The record from ply ``start`` on. Replays only if an older placement is asked for."""
    record = state.record
    newest = _newest_placement(record)
    if start >= newest:
        tail: list[Json] = []
        for number in range(start, len(record)):
            color = _color(state, number)
            index = placement(record[number])
            tail.append(
                _pass_json(color)
                if index is None
                else _place_json(color, index, state.turned, is_auto(record[number]))
            )
        return tail
    plies = (ply for ply, _ in replay(state.start, record))
    return [
        _pass_json(ply.color)
        if ply.point is None
        else _place_json(ply.color, ply.point, ply.turned, ply.auto)
        for ply in islice(plies, start, None)
    ]


def _newest_placement(record: str) -> int:
    """The number of the newest ply that is no pass; 0 when there is none."""
    newest = max(len(record) - 1, 0)
    while newest > 0 and placement(record[newest]) is None:
        newest -= 1
    return newest


def _last_move(state: OthelloState) -> Json:
    if not state.record:
        return None
    number = _newest_placement(state.record)
    index = placement(state.record[number])
    if index is None:
        return None
    x, y = GRID.point(index)
    return {
        "kind": "place",
        "color": _color(state, number),
        "x": x,
        "y": y,
        "auto": is_auto(state.record[number]),
    }


def _color(state: OthelloState, number: int) -> Color:
    return state.start.turn if number % 2 == 0 else state.start.passed().turn


def _place_json(color: Color, index: int, turned: int, auto: bool) -> JsonObject:
    x, y = GRID.point(index)
    flipped: list[Json] = [*nearest_first(index, turned)]
    return {"kind": "place", "color": color, "x": x, "y": y, "flipped": flipped, "auto": auto}


def _pass_json(color: Color) -> JsonObject:
    return {"kind": "pass", "color": color, "auto": True}


def _legal_moves(position: Position) -> list[Json]:
    own, opp = position.sides()
    return [
        {"x": index & 7, "y": index >> 3, "flips": flips(own, opp, index).bit_count()}
        for index in points(legal_moves(own, opp))
    ]
