"""Reversi in a terminal. Squares are named as on real boards: a1 is at the top left."""

import re
from typing import Literal

from local.client.frames import JsonObject
from local.play.boards.board import Board, Side, ViewPart

_SIZE = 8
_COLUMNS = "abcdefgh"
_SQUARE = re.compile("([a-h])([1-8])")

BLACK = Side("black", "흑", "⚫")
WHITE = Side("white", "백", "⚪")


class _Options(ViewPart):
    show_legal_moves: bool
    show_flip_count: bool


class _Counts(ViewPart):
    black: int
    white: int


class _Square(ViewPart):
    x: int
    y: int


class _LegalMove(_Square):
    flips: int


class _View(ViewPart):
    options: _Options
    board: tuple[Literal[0, 1, 2], ...]
    counts: _Counts
    last_move: _Square | None
    legal_moves: tuple[_LegalMove, ...] = ()


class _Event(ViewPart):
    type: str
    by: str
    color: str = ""
    x: int = 0
    y: int = 0
    flipped: tuple[int, ...] = ()
    auto: bool = False


def _draw(view: JsonObject, *, letters: bool) -> list[str]:
    """Nine lines. The newest disc stands in brackets; ``+``, or how many discs it turns, is a legal
    move, where the options want them shown."""
    seen = _View.model_validate(view)
    signs = (BLACK.name, WHITE.name) if letters else (BLACK.sign, WHITE.sign)
    cells = [(". ", *signs)[disc] for disc in seen.board]
    if seen.options.show_legal_moves:
        for move in seen.legal_moves:
            mark = str(move.flips) if seen.options.show_flip_count else "+"
            cells[move.y * _SIZE + move.x] = mark.ljust(2)
    last = seen.last_move
    newest = None if last is None else last.y * _SIZE + last.x
    framed = [f"[{cell}]" if index == newest else f" {cell} " for index, cell in enumerate(cells)]
    heading = "  " + "".join(f" {column}  " for column in _COLUMNS)
    rows = [f"{y + 1} " + "".join(framed[y * _SIZE : (y + 1) * _SIZE]) for y in range(_SIZE)]
    return [line.rstrip() for line in (heading, *rows)]


def _standing(view: JsonObject) -> dict[str, str]:
    """The number of discs, and the same as a bar."""
    counts = _View.model_validate(view).counts
    return {
        color: f"{number:2}개 {'#' * -(-number // 4)}"
        for color, number in (("black", counts.black), ("white", counts.white))
    }


def _read_move(text: str) -> JsonObject | None:
    square = _SQUARE.fullmatch(text.replace(" ", "").casefold())
    if square is None:
        return None
    return {"type": "place", "x": _COLUMNS.index(square[1]), "y": int(square[2]) - 1}


def _legal_actions(view: JsonObject) -> list[JsonObject]:
    return [{"type": "place", "x": move.x, "y": move.y} for move in _View.model_validate(view).legal_moves]


def _tell(event: JsonObject) -> str | None:
    seen = _Event.model_validate(event)
    color = {"black": BLACK.name, "white": WHITE.name}.get(seen.color, "")
    match seen.type:
        case "placed":
            where = f"{_COLUMNS[seen.x]}{seen.y + 1}"
            why = " (시간이 지나서 대신 뒀어요)" if seen.auto else ""
            return f"{color} {where}, {len(seen.flipped)}개를 뒤집었어요{why}"
        case "passed":
            return f"{color}: 둘 곳이 없어서 차례가 넘어갔어요"
        case _:
            return None


REVERSI = Board(
    sides=(BLACK, WHITE),
    rules=(
        "상대 돌을 내 돌 사이에 끼우면 그 돌들이 내 색으로 뒤집혀요. 여덟 방향 모두 돼요.",
        "뒤집을 돌이 있는 칸에만 둘 수 있고, 둘 곳이 없으면 차례가 저절로 넘어가요.",
        "둘 다 둘 곳이 없으면 끝나요. 돌이 더 많은 쪽이 이겨요. 모서리는 다시 뒤집히지 않아요.",
    ),
    example="d3",
    draw=_draw,
    standing=_standing,
    read_move=_read_move,
    legal_actions=_legal_actions,
    tell=_tell,
)
