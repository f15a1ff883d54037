"""What is told of a chess move, for animation and log (document 004, section 8.2)."""

from collections.abc import Iterator

from engine.game import GameEvent, Json, PlayerId
from engine.games.chess.board import SQUARE_NAMES, LegalMove, Position
from engine.games.chess.state import ChessState


def events_of(before: Position, move: LegalMove, state: ChessState, by: PlayerId) -> Iterator[GameEvent]:
    """The facts of a move from ``before`` to the newest position of ``state``, in their order.

    The end of the game is not among them, but mate and stalemate are.
    """
    color, after = before.turn, state.position
    square = before.captured_square(move)
    taken = None if square is None else before.piece(square)
    yield GameEvent(
        "moved",
        by,
        {
            "color": color,
            "uci": move.uci,
            "san": "" if state.newest is None else state.newest.san,
            "captured": None if taken is None else taken.lower(),
            "check": after.in_check,
        },
    )
    if (squares := before.castling_squares(move)) is not None:
        king = _way(squares.king_from, squares.king_to)
        rook = _way(squares.rook_from, squares.rook_to)
        yield GameEvent("castled", by, {"color": color, "side": move.castle, "king": king, "rook": rook})
    if square is not None and square != move.target:
        yield GameEvent("enPassant", by, {"color": color, "square": SQUARE_NAMES[square]})
    if move.promotion is not None:
        fields = {"color": color, "square": SQUARE_NAMES[move.target], "piece": move.promotion}
        yield GameEvent("promoted", by, fields)
    if after.in_check:
        told: dict[str, Json] = {"color": after.turn, "square": SQUARE_NAMES[after.king]}
        yield GameEvent("check" if after.legal else "checkmate", by, told)
    elif not after.legal:
        yield GameEvent("stalemate", by, {"color": after.turn})
    if state.claimable is not None:
        yield GameEvent("drawClaimable", by, {"color": after.turn, "reason": state.claimable})


def _way(origin: int, target: int) -> dict[str, Json]:
    return {"from": SQUARE_NAMES[origin], "to": SQUARE_NAMES[target]}
