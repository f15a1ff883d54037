"""The options of omok (document 003), and with them the rules that not every omok has.

What the host cannot choose is here too where players may expect another rule (``overline``), so
that the catalogue and the room show it to both before the start.
"""

from typing import Literal

from pydantic import ConfigDict

from engine.colors import ColorAssignment
from engine.game import OptionsModel
from engine.options import (
    GraceSec,
    IdleLimitSec,
    TimeControl,
    UndoLimit,
    choice,
    color_assignment_option,
    disconnect_grace_option,
    draw_offer_option,
    idle_limit_option,
    switch,
    time_control_option,
    undo_option,
)


class OmokOptions(OptionsModel):
    """What the host of an omok room may choose."""

    model_config = ConfigDict(
        title="오목 옵션",
        json_schema_extra={
            "description": "15×15 판에서 흑부터 번갈아 두고, 가로·세로·대각선으로 돌을 다섯 개 이상 "
            "먼저 이으면 이겨요. 방장이 대국 전에 정해요."
        },
    )

    color_assignment: ColorAssignment = color_assignment_option()
    overline: Literal["win"] = choice(
        "win",
        title="여섯 개 이상",
        description="여섯 개 이상 이어도 흑과 백 모두 이겨요. 삼삼, 사사 같은 금수가 없어요.",
        labels={"win": "승리로 인정"},
    )
    skill: bool = switch(
        True,
        title="돌 제거 스킬",
        description="한 사람이 한 번, 내 차례에 돌을 놓는 대신 상대 돌 하나를 없앨 수 있어요.",
    )
    time_control: TimeControl = time_control_option()
    timeout_policy: Literal["pass", "lose"] = choice(
        "pass",
        title="시간을 넘기면",
        description="한 수마다 제한이 있을 때 시간을 넘기면 어떻게 할지 정해요.",
        labels={"pass": "차례 넘기기(세 번 이어지면 패배)", "lose": "바로 패배"},
    )
    idle_limit_sec: IdleLimitSec = idle_limit_option()
    undo: UndoLimit = undo_option()
    draw_offer: bool = draw_offer_option()
    show_last_move: bool = switch(
        True, title="마지막 수 표시", description="마지막에 둔 돌이나 없앤 자리를 판에 표시해요."
    )
    disconnect_grace_sec: GraceSec = disconnect_grace_option()
