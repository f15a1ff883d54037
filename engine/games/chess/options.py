"""The options of chess (document 004, section 2)."""

import re
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, ConfigDict, Field
from pydantic.config import JsonDict, JsonValue

from engine.clock import Clock
from engine.colors import ColorAssignment
from engine.game import Millis, OptionsModel
from engine.options import (
    WHOLE,
    GraceSec,
    UndoLimit,
    choice,
    color_assignment_option,
    disconnect_grace_option,
    draw_offer_option,
    switch,
    undo_option,
)

Variant: TypeAlias = Literal["standard", "chess960"]
DrawMode: TypeAlias = Literal["auto", "fide"]
Hints: TypeAlias = Literal["off", "moves", "movesAndThreats"]

_PRESETS = {
    "3+2": "블리츠 3분 + 2초",
    "5+0": "블리츠 5분",
    "5+3": "블리츠 5분 + 3초",
    "10+0": "래피드 10분",
    "10+5": "래피드 10분 + 5초",
    "15+10": "래피드 15분 + 10초",
    "30+0": "클래식 30분",
    "none": "제한 없음",
}
_CUSTOM_PATTERN = r"^([1-9]|[1-8][0-9]|90)\+([0-9]|[1-5][0-9]|60)$"
"""1 to 90 minutes, then 0 to 60 seconds for each move; one way to write each pair."""

_CUSTOM = re.compile(_CUSTOM_PATTERN)


def _is_time_control(text: str) -> str:
    if text != "none" and not _CUSTOM.fullmatch(text):
        raise ValueError(f"not none, nor minutes+seconds of 1+0 to 90+60: {text!r}")
    return text


def _list_time_controls(schema: JsonDict) -> None:
    """The presets as choices, and one choice more without ``const``: a text of that pattern."""
    choices: list[JsonValue] = [{"const": value, "title": words} for value, words in _PRESETS.items()]
    custom: JsonDict = {
        "title": "직접 정하기",
        "description": "1~90분과 수당 0~60초를 '분+초'로 적어요.",
        "pattern": _CUSTOM_PATTERN,
        "not": {"enum": [*_PRESETS]},
    }
    schema["oneOf"] = [*choices, custom]


class ChessOptions(OptionsModel):
    """What the host of a chess room may choose."""

    model_config = ConfigDict(
        title="체스 옵션", json_schema_extra={"description": "방장이 대국 전에 정해요."}
    )

    variant: Variant = choice(
        "standard",
        title="변형",
        description="첫 배치를 정해요. 체스960은 뒷줄 기물을 무작위로 놓아요.",
        labels={"standard": "표준 체스", "chess960": "체스960"},
    )
    time_control: Annotated[str, AfterValidator(_is_time_control)] = Field(
        default="10+5",
        title="시간 제한",
        description="한 사람의 전체 시간(분)과 한 수마다 늘어나는 시간(초)이에요.",
        json_schema_extra=_list_time_controls,
    )
    draw_mode: DrawMode = choice(
        "auto",
        title="반복·50수 무승부",
        description="같은 국면이 되풀이되거나 50수 동안 진전이 없을 때 어떻게 할지 정해요.",
        labels={
            "auto": "자동(3회 반복·50수면 바로 무승부)",
            "fide": "국제 규칙(3회 반복·50수는 선언, 5회 반복·75수는 자동)",
        },
    )
    color_assignment: ColorAssignment = color_assignment_option()
    auto_queen: bool = switch(
        False,
        title="퀸으로 자동 승진",
        description="폰이 끝 줄에 닿으면 묻지 않고 퀸으로 바꿔요. 끄면 기물을 골라요.",
    )
    undo: UndoLimit = undo_option(1)
    draw_offer: bool = draw_offer_option()
    first_move_sec: Annotated[Literal[15, 30, 60], WHOLE] = choice(
        30,
        title="첫 수 제한",
        description="각자 첫 수를 이 안에 두지 않으면 대국이 취소돼요. 첫 수에는 시계가 가지 않아요.",
        labels={15: "15초", 30: "30초", 60: "1분"},
    )
    idle_limit_sec: Annotated[Literal[300, 600], WHOLE] = choice(
        600,
        title="무응답 한도",
        description="시간 제한이 없을 때 이만큼 아무것도 하지 않으면 져요.",
        labels={300: "5분", 600: "10분"},
    )
    hints: Hints = choice(
        "moves",
        title="초보 도움말",
        description="내 차례에 무엇을 표시할지 정해요.",
        labels={
            "off": "끄기",
            "moves": "갈 수 있는 칸",
            "movesAndThreats": "갈 수 있는 칸과 위험한 내 기물",
        },
    )
    disconnect_grace_sec: GraceSec = disconnect_grace_option()

    @property
    def bank(self) -> tuple[int, int] | None:
        """The seconds each side starts with and gets for a move; None without a clock."""
        if self.time_control == "none":
            return None
        minutes, seconds = self.time_control.split("+")
        return int(minutes) * 60, int(seconds)

    def clock(self, *, now: Millis) -> Clock:
        """The clock of a game under these options; white's first move is awaited from ``now``."""
        first_ms = self.first_move_sec * 1000
        if self.bank is None:
            return Clock.none(idle_ms=self.idle_limit_sec * 1000, now=now, first_ms=first_ms)
        base, increment = self.bank
        return Clock.fischer(base_ms=base * 1000, inc_ms=increment * 1000, now=now, first_ms=first_ms)
