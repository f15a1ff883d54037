"""How a chess game ended, in the words of document 004, section 8.6."""

from engine.colors import COLOR_KO, other
from engine.duel import ranking
from engine.game import GameResult, JsonObject, Reason
from engine.games.chess.pgn import pgn_of
from engine.games.chess.state import ChessState, EndReason

_REASONS: dict[EndReason, Reason] = {
    "checkmate": "normal",
    "stalemate": "normal",
    "insufficientMaterial": "normal",
    "threefold": "normal",
    "fivefold": "normal",
    "fiftyMove": "normal",
    "seventyFiveMove": "normal",
    "resign": "resign",
    "timeLoss": "timeout",
    "timeoutVsInsufficient": "timeout",
    "drawAgreed": "draw-agreed",
    "aborted": "aborted",
}

_DRAWS_KO: dict[EndReason, str] = {
    "stalemate": "스테일메이트",
    "insufficientMaterial": "기물 부족",
    "threefold": "3회 반복",
    "fivefold": "5회 반복",
    "fiftyMove": "50수 규칙",
    "seventyFiveMove": "75수 규칙",
    "drawAgreed": "합의",
    "timeoutVsInsufficient": "시간 초과, 상대 기물 부족",
}


def result_of(state: ChessState) -> GameResult | None:
    """The result, or None while the game goes on.

    ``detail`` has the document's ``winner``, ``reason``, ``pgn`` and ``moveCount``, which
    counts full moves, a half one as one. There are no scores. The PGN is not sent with it: the
    view has it already, and a record's, with the players' names, is made when it is asked for.
    """
    ending = state.ending
    if ending is None:
        return None
    moves = full_moves(state)
    detail: JsonObject = {
        "winner": ending.winner,
        "reason": ending.reason,
        "pgn": pgn_of(state),
        "moveCount": moves,
    }
    return GameResult(
        ranking=() if ending.reason == "aborted" else ranking(state.players, ending.winner),
        summary=_summary(state, moves),
        reason=_REASONS[ending.reason],
        detail=detail,
        unsent=frozenset({"pgn"}),
    )


def full_moves(state: ChessState) -> int:
    """How many moves the game has, as one counts them: white's and black's make one."""
    black_began = state.start.turn == "black"
    return (state.plies + 1 + black_began) // 2


def _summary(state: ChessState, moves: int) -> str:
    """One line for a screen."""
    if state.ending is None:
        raise ValueError("a running game has no summary")
    winner, reason = state.ending
    if reason == "aborted":
        return "대국 취소 (첫 수를 두지 않았어요)"
    if winner is None:
        return f"무승부 ({_DRAWS_KO[reason]}, {moves}수)"
    loser = COLOR_KO[other(winner)]
    why = {"checkmate": "체크메이트", "resign": f"{loser} 기권", "timeLoss": f"{loser} 시간패"}[reason]
    return f"{COLOR_KO[winner]} 승 ({why}, {moves}수)"
