"""Options: how a field gets its Korean words, and the options that games share.

A client builds its form from the JSON Schema alone: every option has a ``title``, a
``description``, a ``default``, and one ``{const, title}`` for each choice under ``oneOf``.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, Self, TypeAlias, TypeVar

from pydantic import BeforeValidator, ConfigDict, Field, model_validator
from pydantic.config import JsonDict, JsonValue

from engine.clock import Clock, ClockKind
from engine.colors import ColorAssignment
from engine.game import Millis, OptionsModel

T = TypeVar("T", bound=str | int)


def _no_look_alike(value: object) -> object:
    if isinstance(value, bool | float):
        # A TypeError would pass pydantic by; a ValueError becomes its refusal.
        raise ValueError("neither true nor a number with a point is a choice")  # noqa: TRY004
    return value


WHOLE = BeforeValidator(_no_look_alike)
"""For literals with whole numbers, which pydantic compares by ==, strict or not: True is 1."""

UndoLimit: TypeAlias = Annotated[Literal["off", 1, 3, "unlimited"], WHOLE]
GraceSec: TypeAlias = Annotated[Literal[30, 60, 120], WHOLE]
IdleLimitSec: TypeAlias = Annotated[Literal[120, 300, 600], WHOLE]
PerMoveSec: TypeAlias = Annotated[Literal[10, 20, 30, 60], WHOLE]
BaseSec: TypeAlias = Annotated[Literal[180, 300, 600], WHOLE]
IncSec: TypeAlias = Annotated[Literal[2, 3, 5], WHOLE]


def choice(default: T, *, title: str, description: str, labels: Mapping[T, str]) -> T:
    """A field whose type lists its choices; ``labels`` has a Korean word for each of them."""

    def label(schema: JsonDict) -> None:
        schema.pop("enum", None)
        schema["oneOf"] = [{"const": value, "title": words} for value, words in labels.items()]

    return Field(default, title=title, description=description, json_schema_extra=label)


def switch(default: bool, *, title: str, description: str, on: str = "켜기", off: str = "끄기") -> bool:
    """A field that is true or false."""
    return choice(default, title=title, description=description, labels={True: on, False: off})


def color_assignment_option(default: ColorAssignment = "random") -> ColorAssignment:
    """``colorAssignment``: who plays which colour."""
    return choice(
        default,
        title="흑백 정하기",
        description="누가 흑과 백을 잡을지 정해요.",
        labels={
            "random": "무작위",
            "hostBlack": "방장이 흑",
            "hostWhite": "방장이 백",
            "alternate": "판마다 번갈아",
        },
    )


def undo_option(default: UndoLimit = 3) -> UndoLimit:
    """``undo``: how often each player may take moves back, the opponent agreeing."""
    return choice(
        default,
        title="무르기",
        description="한 사람이 무를 수 있는 횟수예요. 상대가 동의해야 무를 수 있어요.",
        labels={"off": "없음", 1: "1번", 3: "3번", "unlimited": "제한 없음"},
    )


def draw_offer_option(default: bool = True) -> bool:
    """``drawOffer``: whether a player may offer a draw."""
    return switch(default, title="무승부 제안", description="상대에게 무승부를 제안할 수 있어요.")


def idle_limit_option(default: IdleLimitSec = 300) -> IdleLimitSec:
    """``idleLimitSec``: how long a turn may last where no clock runs."""
    return choice(
        default,
        title="무응답 한도",
        description="시간 제한이 없을 때 이만큼 아무것도 하지 않으면 져요.",
        labels={120: "2분", 300: "5분", 600: "10분"},
    )


def disconnect_grace_option(default: GraceSec = 60) -> GraceSec:
    """``disconnectGraceSec``: how long a turn waits for a player who is not connected."""
    return choice(
        default,
        title="연결 끊김 유예",
        description="연결이 끊긴 사람의 차례를 얼마나 기다릴지 정해요.",
        labels={30: "30초", 60: "1분", 120: "2분"},
    )


_FISCHER: Mapping[tuple[int, int], str] = {
    (180, 2): "3분 + 2초",
    (300, 3): "5분 + 3초",
    (600, 5): "10분 + 5초",
}
"""The pairs of ``baseSec`` and ``incSec`` that are offered. The defaults are one of them, and no number
is in two, so that half a pair says the whole."""


def _list_fischer_pairs(schema: JsonDict) -> None:
    """Say in the schema what ``_is_a_pair`` checks: half a pair will do, and other kinds need none."""
    schema["description"] = "쓰지 않는 방식의 값은 무시해요. 피셔 방식에서 빠진 값은 짝에 맞춰 채워요."
    fischer: JsonDict = {"properties": {"kind": {"const": "fischer"}}, "required": ["kind"]}
    pairs: list[JsonValue] = [
        {"title": words, "properties": {"baseSec": {"const": base}, "incSec": {"const": inc}}}
        for (base, inc), words in _FISCHER.items()
    ]
    schema["anyOf"] = [*pairs, {"title": "피셔 방식이 아닐 때", "not": fischer}]


class TimeControl(OptionsModel):
    """``timeControl`` of reversi and omok.

    Keys that its ``kind`` does not use are ignored, but hold a listed value. Under ``fischer`` a
    missing half of the pair follows from the other half; all else that is missing is defaulted.
    """

    model_config = ConfigDict(title="시간 방식과 길이", json_schema_extra=_list_fischer_pairs)

    kind: ClockKind = choice(
        "perMove",
        title="시간 방식",
        description="생각할 시간을 어떻게 나눌지 정해요.",
        labels={"none": "제한 없음", "perMove": "한 수마다 제한", "fischer": "전체 시간 + 수당 추가"},
    )
    per_move_sec: PerMoveSec = choice(
        30,
        title="한 수 제한",
        description="한 수에 쓸 수 있는 시간이에요.",
        labels={10: "10초", 20: "20초", 30: "30초", 60: "1분"},
    )
    base_sec: BaseSec = choice(
        300,
        title="전체 시간",
        description="한 사람이 한 판에 쓸 수 있는 시간이에요. 수당 추가 시간과 짝이 정해져 있어요.",
        labels={180: "3분", 300: "5분", 600: "10분"},
    )
    inc_sec: IncSec = choice(
        3,
        title="수당 추가",
        description="한 수를 둘 때마다 늘어나는 시간이에요. 전체 시간과 짝이 정해져 있어요.",
        labels={2: "2초", 3: "3초", 5: "5초"},
    )

    @model_validator(mode="before")
    @classmethod
    def _other_half(cls, data: object) -> object:
        """Half a pair made whole. What is no half of one is for the fields to refuse."""
        if not isinstance(data, dict) or data.get("kind") != "fischer":
            return data
        if ("baseSec" in data) == ("incSec" in data):
            return data
        for base, inc in _FISCHER:
            if data.get("baseSec", base) == base and data.get("incSec", inc) == inc:
                return {"baseSec": base, "incSec": inc, **data}
        return data

    @model_validator(mode="after")
    def _is_a_pair(self) -> Self:
        if self.kind == "fischer" and (self.base_sec, self.inc_sec) not in _FISCHER:
            raise ValueError(f"{self.base_sec}+{self.inc_sec} is none of the offered time controls")
        return self

    def clock(self, *, idle_limit_sec: int, now: Millis) -> Clock:
        """The clock of a game under this control, its first turn starting at ``now``."""
        if self.kind == "fischer":
            return Clock.fischer(base_ms=self.base_sec * 1000, inc_ms=self.inc_sec * 1000, now=now)
        if self.kind == "perMove":
            return Clock.per_move(limit_ms=self.per_move_sec * 1000, now=now)
        return Clock.none(idle_ms=idle_limit_sec * 1000, now=now)


_DEFAULT_TIME_CONTROL = TimeControl()


def time_control_option() -> TimeControl:
    """``timeControl``: missing keys are defaulted, 30 seconds a move."""
    return Field(
        _DEFAULT_TIME_CONTROL,
        title="시간 제한",
        description="제한 없음, 한 수마다 제한, 피셔 방식 가운데 골라요.",
    )
