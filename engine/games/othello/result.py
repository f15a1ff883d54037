"""How a reversi game ended, in the words of document 000, section 8.6."""

from engine.colors import COLOR_KO, Color, PerColor, other
from engine.duel import Ending, ranking
from engine.game import GameResult, Json, JsonObject, Reason
from engine.games.othello.record import transcript
from engine.games.othello.state import EndReason, OthelloState

_REASONS: dict[EndReason, Reason] = {
    "noMoves": "normal",
    "resign": "resign",
    "timeLoss": "timeout",
    "drawAgreed": "draw-agreed",
}


def counts(state: OthelloState) -> dict[str, Json]:
    """The discs of each colour and the empty points."""
    black, white = state.position.black.bit_count(), state.position.white.bit_count()
    return {"black": black, "white": white, "empty": 64 - black - white}


def result_of(state: OthelloState) -> GameResult | None:
    """The result, or None while the game goes on.

    ``detail`` has the document's ``winner``, ``reason``, ``discs`` and ``displayScore``, and
    the ``transcript`` of the game. ``scores`` are the discs on the board.
    """
    ending = state.ending
    if ending is None:
        return None
    players = state.players
    discs = PerColor(state.position.black.bit_count(), state.position.white.bit_count())
    display = _display_score(discs, ending.winner) if state.options.empty_to_winner else discs
    detail: JsonObject = {
        "winner": ending.winner,
        "reason": ending.reason,
        "discs": counts(state),
        "displayScore": display.to_json(),
        "transcript": transcript(state.record),
    }
    return GameResult(
        ranking=ranking(players, ending.winner),
        scores={players.black: discs.black, players.white: discs.white},
        summary=_summary(ending, display),
        reason=_REASONS[ending.reason],
        detail=detail,
    )


def _display_score(discs: PerColor[int], winner: Color | None) -> PerColor[int]:
    """``emptyToWinner``: the empty points go to the winner, or half to each in a draw.

    Equal discs leave an even number of empty points. A draw by agreement may leave an odd
    one, which nobody gets.
    """
    empty = 64 - discs.black - discs.white
    if winner is None:
        return PerColor(discs.black + empty // 2, discs.white + empty // 2)
    return discs.having(winner, discs.of(winner) + empty)


def _summary(ending: Ending[EndReason], display: PerColor[int]) -> str:
    """One line for a screen; the winner's number stands first."""
    winner = ending.winner
    if winner is None:
        score = f"{display.black} : {display.white}"
        return f"무승부 {score}" if ending.reason == "noMoves" else f"합의로 무승부 {score}"
    score = f"{display.of(winner)} : {display.of(other(winner))}"
    loser_ko = COLOR_KO[other(winner)]
    why = {"resign": f" ({loser_ko} 기권)", "timeLoss": f" ({loser_ko} 시간패)"}.get(ending.reason, "")
    return f"{COLOR_KO[winner]} 승{why} {score}"
