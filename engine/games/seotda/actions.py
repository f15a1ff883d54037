"""What a player of 섯다 may send."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from engine.game import ActionModel
from engine.offers import Resign

BetWord: TypeAlias = Literal["die", "check", "call", "bbing", "ddadang", "quarter", "half", "full", "allIn"]


class Bet(ActionModel):
    """Say one of the words of Korean betting (다이, 체크, 콜, 삥, 따당, 쿼터, 하프, 풀, 올인)."""

    type: Literal["bet"] = "bet"
    word: BetWord


class Ready(ActionModel):
    """After a hand: seen it, deal the next. When all are ready, or time is up, it is dealt."""

    type: Literal["ready"] = "ready"


SeotdaAction: TypeAlias = Annotated[Bet | Ready | Resign, Field(discriminator="type")]
"""``resign`` gives the game up: 다이 in the running hand, and no cards any more."""
