"""The options of reversi (document 000, section 2)."""

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


class OthelloOptions(OptionsModel):
    """What the host of a reversi room may choose."""

    model_config = ConfigDict(
        title="리버시 옵션", json_schema_extra={"description": "방장이 대국 전에 정해요."}
    )

    color_assignment: ColorAssignment = color_assignment_option()
    empty_to_winner: bool = switch(
        False,
        title="빈칸을 승자에게",
        description="끝났을 때 빈칸 수를 이긴 사람의 점수에 더해서 보여 줘요. 승패는 바뀌지 않아요.",
    )
    time_control: TimeControl = time_control_option()
    timeout_policy: Literal["autoMove", "lose"] = choice(
        "autoMove",
        title="시간을 넘기면",
        description="한 수마다 제한이 있을 때 시간을 넘기면 어떻게 할지 정해요.",
        labels={"autoMove": "대신 두기 (세 번 이어지면 패배)", "lose": "바로 패배"},
    )
    idle_limit_sec: IdleLimitSec = idle_limit_option()
    undo: UndoLimit = undo_option()
    draw_offer: bool = draw_offer_option()
    show_legal_moves: bool = switch(
        True, title="둘 수 있는 칸 표시", description="내 차례에 둘 수 있는 칸을 점으로 보여 줘요."
    )
    show_flip_count: bool = switch(
        False,
        title="뒤집히는 개수 표시",
        description="둘 수 있는 칸에 뒤집히는 돌의 수를 보여 줘요. 처음 하는 사람에게 좋아요.",
    )
    disconnect_grace_sec: GraceSec = disconnect_grace_option()
