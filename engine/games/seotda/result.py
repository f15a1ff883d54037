"""How a game of 섯다 ended: who has most chips, those who left behind all who stayed."""

from engine.game import GameResult, JsonObject, PlayerId, Reason
from engine.games.seotda.record import key
from engine.games.seotda.state import EndReason, SeotdaState

_REASONS: dict[EndReason, Reason] = {
    "handsPlayed": "normal",
    "lastStanding": "normal",
    "resign": "resign",
    "timeLoss": "timeout",
}


def result_of(state: SeotdaState) -> GameResult | None:
    """The result, or None while the game goes on.

    ``scores`` are the chips, also of those who left. ``detail`` has the ``reason`` in the game's
    own words, the ``winner`` (a seat, None if several share the first place), the number of
    ``hands``, the ``chips`` by seat, and who ``left``.
    """
    if state.ending is None:
        return None
    groups = _groups(state)
    best = groups[0]
    detail: JsonObject = {
        "winner": key(best[0]) if len(best) == 1 else None,
        "reason": state.ending,
        "hands": state.hand,
        "chips": {key(seat): state.stack(seat) for seat in range(len(state.players))},
        "left": [key(seat) for seat, gone in enumerate(state.gone) if gone],
    }
    return GameResult(
        ranking=tuple(tuple(_players(state, group)) for group in groups),
        scores={player: state.stack(seat) for seat, player in enumerate(state.players)},
        summary=_summary(state, best),
        reason=_REASONS[state.ending],
        detail=detail,
    )


def _groups(state: SeotdaState) -> list[tuple[int, ...]]:
    places = sorted({(state.gone[seat], -state.stack(seat)) for seat in range(len(state.players))})
    return [
        tuple(s for s in range(len(state.players)) if (state.gone[s], -state.stack(s)) == place)
        for place in places
    ]


def _players(state: SeotdaState, seats: tuple[int, ...]) -> list[PlayerId]:
    return [state.players[seat] for seat in seats]


def _summary(state: SeotdaState, best: tuple[int, ...]) -> str:
    """One line for a screen."""
    chips = f"{state.stack(best[0]):,}"
    if len(best) > 1:
        return f"{', '.join(f'{key(seat)}번' for seat in best)} 공동 1등 (칩 {chips}개)"
    why = {
        "lastStanding": " (다른 사람은 칩이 없어요)",
        "resign": " (다른 사람이 모두 떠났어요)",
        "timeLoss": " (다른 사람이 모두 자리를 비웠어요)",
    }.get(state.ending or "", "")
    return f"{key(best[0])}번 승리, 칩 {chips}개{why}"
