"""What a viewer sees of a chess game (document 004, section 8.3): all but the RNG is public."""

from engine.game import Json, JsonObject, Millis, PlayerId
from engine.games.chess.board import SQUARE_NAMES, LegalMove
from engine.games.chess.material import difference
from engine.games.chess.pgn import pgn_of
from engine.games.chess.record import squares
from engine.games.chess.result import result_of
from engine.games.chess.state import ChessState


def view_of(state: ChessState, viewer: PlayerId | None, moves_from: int) -> JsonObject:
    """The game as ``viewer`` may see it.

    ``legalMoves`` only if it is this player's turn, whatever ``hints`` says, which is for the
    client; ``threatenedSquares`` then too, if ``hints`` asks for it. ``captured`` has for each
    colour the pieces it took, oldest first; ``materialDiff`` is white's material less black's.
    ``pgn`` comes at the end, with the players' ids for names. Castling is written as in ``LegalMove``.
    """
    start = min(max(moves_from, 0), state.plies)
    position, is_over = state.position, state.ending is not None
    view: JsonObject = {
        **state.to_json(result_of(state)),
        "fen": position.fen,
        "startFen": state.start.fen,
        "chess960Index": state.index,
        "moves": _moves(state, start),
        "movesFrom": start,
        "moveCount": state.plies,
        "lastMove": _last_move(state),
        "check": position.in_check,
        "captured": {"black": list(state.taken.black), "white": list(state.taken.white)},
        "materialDiff": difference(position.fen.partition(" ")[0]),
        "claimable": None if is_over else state.claimable,
    }
    if is_over:
        view["pgn"] = pgn_of(state)
    elif viewer is not None and viewer == state.mover:
        view["legalMoves"] = [_legal_json(move) for move in position.legal]
        if state.options.hints == "movesAndThreats":
            view["threatenedSquares"] = [SQUARE_NAMES[square] for square in position.hanging()]
    return view


def _moves(state: ChessState, start: int) -> list[Json]:
    """The record from ply ``start`` on. Replays only if more than the newest ply is asked for."""
    if start >= state.plies:
        return []
    if state.newest is not None and start == state.plies - 1:
        return [_move_json(state, start, *state.newest)]
    sans, instants = state.sans(), state.instants()
    return [_move_json(state, ply, sans[ply], instants[ply]) for ply in range(start, state.plies)]


def _last_move(state: ChessState) -> Json:
    if state.newest is None:
        return None
    ply = state.plies - 1
    origin, target, _ = squares(state.moves, ply)
    between = {"from": SQUARE_NAMES[origin], "to": SQUARE_NAMES[target]}
    return between | _move_json(state, ply, *state.newest)


def _move_json(state: ChessState, ply: int, san: str, at: Millis) -> JsonObject:
    origin, target, promotion = squares(state.moves, ply)
    uci = SQUARE_NAMES[origin] + SQUARE_NAMES[target] + (promotion or "")
    return {"uci": uci, "san": san, "color": state.made_by(ply), "at": at}


def _legal_json(move: LegalMove) -> JsonObject:
    legal: JsonObject = {"from": SQUARE_NAMES[move.origin], "to": SQUARE_NAMES[move.target]}
    if move.promotion is not None:
        legal["promotion"] = move.promotion
    if move.castle is not None:
        legal["castle"] = move.castle
    return legal
