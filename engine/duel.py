"""What all games for two sides share beside the clock and the offers: refusals, timeouts, endings."""

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

from engine.codec import want_list
from engine.colors import Color, PerColor, other, want_color
from engine.game import SYSTEM, GameEvent, GameResult, Json, PlayerId, Rejection

NOT_SEATED = Rejection("room/not_seated", "참가자만 할 수 있어요")
GAME_OVER = Rejection("game/over", "이미 끝난 대국이에요")
NOT_YOUR_TURN = Rejection("move/not_your_turn", "지금은 상대 차례예요")

TIMEOUTS_TO_LOSE = 3
"""Where a timeout does not lose at once, the third in a row of one colour does."""

R = TypeVar("R", bound=str)


class Ending(NamedTuple, Generic[R]):
    """That a game is over: who won (None: a draw) and why, in the game's own words."""

    winner: Color | None
    reason: R

    def dump(self) -> list[Json]:
        """The ending as it is stored."""
        return [self.winner, self.reason]


def load_ending(data: Json, reasons: Sequence[R]) -> Ending[R] | None:
    """The ending that was stored, if one was; ``reasons`` are all that the game knows.

    :raises ValueError: it is no ending of that game.
    """
    if data is None:
        return None
    winner, stored = want_list(data)
    for reason in reasons:
        if reason == stored:
            return Ending(None if winner is None else want_color(winner), reason)
    raise ValueError(f"not an ending: {data!r}")


def ranking(players: PerColor[PlayerId], winner: Color | None) -> tuple[tuple[PlayerId, ...], ...]:
    """``GameResult.ranking``: the winner before the loser, or both in one group."""
    if winner is None:
        return ((players.black, players.white),)
    return ((players.of(winner),), (players.of(other(winner)),))


def game_ended(result: GameResult | None) -> GameEvent:
    """The last event of a game.

    :raises ValueError: there is no result yet.
    """
    if result is None:
        raise ValueError("an ended game has no result")
    return GameEvent("gameEnded", SYSTEM, {"result": result.to_json()})
