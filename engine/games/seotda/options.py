"""The options of 섯다. House rules differ: the defaults are what most Korean sites play.

Sites differ most in four things, so these are options: whether both cards come at once (``deal``),
who may check (``checks``), what a tie is (``tie``), and which special hands count.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import ConfigDict

from engine.betting import KoreanRules
from engine.cards.seotda import SpecialRules
from engine.game import OptionsModel
from engine.options import WHOLE, GraceSec, PerMoveSec, choice, disconnect_grace_option, switch

MaxPlayers: TypeAlias = Annotated[Literal[2, 3, 4, 5, 6], WHOLE]
Hands: TypeAlias = Annotated[Literal[1, 5, 10, 20], WHOLE]
StartChips: TypeAlias = Annotated[Literal[500, 1000, 3000, 5000], WHOLE]
Ante: TypeAlias = Annotated[Literal[5, 10, 50], WHOLE]
Raises: TypeAlias = Annotated[Literal[1, 2, 3], WHOLE]


class SeotdaOptions(OptionsModel):
    """What the host of a 섯다 room may choose."""

    model_config = ConfigDict(
        title="섯다 옵션",
        json_schema_extra={"description": "방장이 대국 전에 정해요. 칩은 점수일 뿐 돈이 아니에요."},
    )

    max_players: MaxPlayers = choice(
        6,
        title="자리 수",
        description="몇 명까지 함께할 수 있는지 정해요. 두 명부터 시작할 수 있어요.",
        labels={2: "2명", 3: "3명", 4: "4명", 5: "5명", 6: "6명"},
    )
    hands: Hands = choice(
        10,
        title="판 수",
        description="이만큼 판을 치르면 끝나요. 칩이 남은 사람이 한 명뿐이면 먼저 끝나요.",
        labels={1: "1판", 5: "5판", 10: "10판", 20: "20판"},
    )
    start_chips: StartChips = choice(
        1000,
        title="시작 칩",
        description="저마다 이만큼의 칩으로 시작해요.",
        labels={500: "500개", 1000: "1,000개", 3000: "3,000개", 5000: "5,000개"},
    )
    ante: Ante = choice(
        10,
        title="기본 판돈",
        description="판마다 모두가 먼저 내는 칩이에요. '삥'도 이만큼이에요.",
        labels={5: "5개", 10: "10개", 50: "50개"},
    )
    deal: Literal["oneByOne", "both"] = choice(
        "oneByOne",
        title="패 나누기",
        description="한 장씩 받으며 두 번 베팅하거나, 두 장을 받고 한 번 베팅해요.",
        labels={"oneByOne": "한 장씩 (베팅 두 번)", "both": "두 장 한꺼번에 (베팅 한 번)"},
    )
    top_bet: Literal["half", "full"] = choice(
        "half",
        title="베팅 한도",
        description="가장 크게 걸 수 있는 베팅이에요.",
        labels={"half": "하프까지", "full": "풀까지"},
    )
    raises: Raises = choice(
        2,
        title="올리는 횟수",
        description="베팅 한 번에 한 사람이 판돈을 올릴 수 있는 횟수예요.",
        labels={1: "1번", 2: "2번", 3: "3번"},
    )
    checks: Literal["first", "everyone"] = choice(
        "first",
        title="체크",
        description="아무도 걸지 않았을 때 칩을 걸지 않고 넘길 수 있는 사람이에요.",
        labels={"first": "선만", "everyone": "누구나"},
    )
    ddaeng_catcher: bool = switch(
        True,
        title="땡잡이",
        description="3광과 7열끗이 1땡부터 9땡까지를 이겨요. 잡을 땡이 없으면 망통이에요.",
    )
    inspector: bool = switch(
        True,
        title="암행어사",
        description="4열끗과 7열끗이 13광땡과 18광땡을 이겨요. 잡을 광땡이 없으면 1끗이에요.",
    )
    gusa: bool = switch(
        True,
        title="구사 재경기",
        description=(
            "4와 9가 있으면 가장 좋은 패가 알리 이하일 때, 4열끗과 9열끗이면 9땡 이하일 때 "
            "판돈을 두고 패를 다시 나눠요."
        ),
    )
    tie: Literal["replay", "split"] = choice(
        "replay",
        title="비겼을 때",
        description="같은 족보로 비긴 사람끼리 다시 겨루거나 판돈을 나눠요.",
        labels={"replay": "비긴 사람끼리 재경기", "split": "판돈 나누기"},
    )
    per_move_sec: PerMoveSec = choice(
        20,
        title="한 번에 쓸 시간",
        description="시간을 넘기면 체크할 수 있을 때는 체크, 아니면 다이예요. 세 번 이어지면 자리를 떠요.",
        labels={10: "10초", 20: "20초", 30: "30초", 60: "1분"},
    )
    disconnect_grace_sec: GraceSec = disconnect_grace_option()

    def betting_rules(self) -> KoreanRules:
        """How one bets here. Who has checked or called cannot raise any more in that round."""
        return KoreanRules(
            base=self.ante,
            words=("bbing", "ddadang", "quarter", "half", *(("full",) if self.top_bet == "full" else ())),
            raises=self.raises,
            only_first_checks=self.checks == "first",
            closes=True,
        )

    def special_rules(self) -> SpecialRules:
        """Which special hands count here."""
        return SpecialRules(ddaeng_catcher=self.ddaeng_catcher, inspector=self.inspector, gusa=self.gusa)
