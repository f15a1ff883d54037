"""What a viewer sees of an omok game: everything is public but the RNG."""

from engine.game import Json, JsonObject, PlayerId
from engine.games.omok.board import GRID, POINTS
from engine.games.omok.record import length, ply_at
from engine.games.omok.result import result_of, win_line
from engine.games.omok.state import OmokState
from engine.grid import cells, points


def view_of(state: OmokState, viewer: PlayerId | None, moves_from: int) -> JsonObject:
    """The game as ``viewer`` may see it; ``legalMoves`` only if it is this player's turn.

    ``board`` has 0 for an empty point, 1 for black, 2 for white. ``color`` of a move is whoever
    made it, of a removal too. ``lastMove`` is the newest placement or removal, whether or not a
    pass followed it. ``winLine`` is empty unless somebody has five. ``passStreak`` counts the
    turns in a row that a colour let pass until now.
    """
    made = length(state.record)
    start = min(max(moves_from, 0), made)
    view: JsonObject = {
        **state.to_json(result_of(state)),
        "board": cells(state.position.black, state.position.white, POINTS),
        "moves": [_move(state, number) for number in range(start, made)],
        "movesFrom": start,
        "moveCount": made,
        "lastMove": _last_move(state),
        "skill": {"black": state.skill_left("black"), "white": state.skill_left("white")},
        "passStreak": {"black": state.pass_streak("black"), "white": state.pass_streak("white")},
        "winLine": win_line(state),
    }
    if viewer is not None and viewer == state.mover:
        view["legalMoves"] = {
            "place": list(points(state.position.empty())),
            "remove": list(points(state.removable())),
        }
    return view


def _move(state: OmokState, number: int) -> JsonObject:
    ply = ply_at(state.record, number, state.start.turn)
    if ply.point is None:
        return {"kind": ply.kind, "color": ply.color, "auto": True}
    x, y = GRID.point(ply.point)
    return {"kind": ply.kind, "color": ply.color, "x": x, "y": y, "auto": False}


def _last_move(state: OmokState) -> Json:
    newest = length(state.record.rstrip("-")) - 1
    return None if newest < 0 else _move(state, newest)
