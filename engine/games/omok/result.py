"""How an omok game ended (document 003, step 1.4)."""

from engine.colors import COLOR_KO, other
from engine.duel import ranking
from engine.game import GameResult, JsonObject, Reason
from engine.games.omok.board import lines
from engine.games.omok.record import length, ply_at, transcript
from engine.games.omok.state import EndReason, OmokState
from engine.grid import points

_REASONS: dict[EndReason, Reason] = {
    "five": "normal",
    "boardFull": "normal",
    "resign": "resign",
    "timeLoss": "timeout",
    "drawAgreed": "draw-agreed",
}


def win_line(state: OmokState) -> list[int]:
    """Every stone of every line that won, by index; empty if no line did."""
    return sorted({point for line in _won(state) for point in points(line)})


def _won(state: OmokState) -> list[int]:
    """The lines that the last stone made, all of which won."""
    ending = state.ending
    if ending is None or ending.reason != "five":
        return []
    last = ply_at(state.record, length(state.record) - 1, state.start.turn)
    if last.point is None:
        raise ValueError(f"a pass cannot make five: {state.record!r}")
    return lines(state.position.of(last.color), last.point)


def result_of(state: OmokState) -> GameResult | None:
    """The result, or None while the game goes on.

    ``detail`` has ``winner`` (a colour or None), ``reason``, ``line`` (as ``win_line``),
    ``moveCount`` (plies, passes included) and the ``transcript`` of the game.
    """
    ending = state.ending
    if ending is None:
        return None
    detail: JsonObject = {
        "winner": ending.winner,
        "reason": ending.reason,
        "line": [*win_line(state)],
        "moveCount": length(state.record),
        "transcript": transcript(state.record),
    }
    return GameResult(
        ranking=ranking(state.players, ending.winner),
        summary=_summary(state),
        reason=_REASONS[ending.reason],
        detail=detail,
    )


def _summary(state: OmokState) -> str:
    """One line for a screen."""
    ending = state.ending
    if ending is None or ending.winner is None:
        full = ending is not None and ending.reason == "boardFull"
        return "무승부 (판이 가득 참)" if full else "합의로 무승부"
    winner_ko, loser_ko = COLOR_KO[ending.winner], COLOR_KO[other(ending.winner)]
    if ending.reason == "five":
        longest = max(line.bit_count() for line in _won(state))
        return f"{winner_ko} {longest}목 완성으로 승리"
    return f"{winner_ko} 승 ({loser_ko} {'기권' if ending.reason == 'resign' else '시간패'})"
