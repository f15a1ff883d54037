"""Omok in a terminal. Points are named as the game writes them: a1 is at the top left, ``xh8`` removes."""

import re
from typing import Literal

from local.client.frames import JsonObject
from local.play.boards.board import Board, ViewPart
from local.play.boards.reversi import BLACK, WHITE

_SIZE = 15
_COLUMNS = "abcdefghijklmno"
_MOVE = re.compile("(x?)([a-o])(1[0-5]|[1-9])")


class _Options(ViewPart):
    skill: bool
    show_last_move: bool


class _Point(ViewPart):
    x: int
    y: int


class _LegalMoves(ViewPart):
    place: tuple[int, ...] = ()
    remove: tuple[int, ...] = ()


class _View(ViewPart):
    options: _Options
    board: tuple[Literal[0, 1, 2], ...]
    last_move: _Point | None
    skill: dict[str, int]
    pass_streak: dict[str, int]
    win_line: tuple[int, ...]
    legal_moves: _LegalMoves = _LegalMoves()


class _Event(ViewPart):
    type: str
    color: str = ""
    x: int = 0
    y: int = 0


def _draw(view: JsonObject, *, letters: bool) -> list[str]:
    """Sixteen lines. Stones of a winning line stand in round brackets, the newest move in square
    ones where the options want it shown: a stone, or the point that a removal left empty."""
    seen = _View.model_validate(view)
    signs = (BLACK.name, WHITE.name) if letters else (BLACK.sign, WHITE.sign)
    framed = [f" {(' .', *signs)[stone]} " for stone in seen.board]
    last = seen.last_move
    if last is not None and seen.options.show_last_move:
        newest = last.y * _SIZE + last.x
        framed[newest] = f"[{framed[newest][1:-1]}]"
    for point in seen.win_line:
        framed[point] = f"({framed[point][1:-1]})"
    rows = [f"{y + 1:2}" + "".join(framed[y * _SIZE : (y + 1) * _SIZE]) for y in range(_SIZE)]
    return ["  " + "".join(f"  {column} " for column in _COLUMNS), *rows]


def _standing(view: JsonObject) -> dict[str, str]:
    """Whether the skill is still there, and how many turns in a row ran out."""
    seen = _View.model_validate(view)
    return {color: _standing_of(seen, color) for color in (BLACK.key, WHITE.key)}


def _standing_of(seen: _View, color: str) -> str:
    parts = []
    if seen.options.skill:
        parts.append("스킬 있음" if seen.skill[color] else "스킬 씀")
    if passes := seen.pass_streak[color]:
        parts.append(f"이어서 {passes}번 넘김")
    return ", ".join(parts)


def _read_move(text: str) -> JsonObject | None:
    move = _MOVE.fullmatch(text.replace(" ", "").casefold())
    if move is None:
        return None
    removes, column, row = move.groups()
    kind = "useSkill" if removes else "place"
    return {"type": kind, "x": _COLUMNS.index(column), "y": int(row) - 1}


def _legal_actions(view: JsonObject) -> list[JsonObject]:
    legal = _View.model_validate(view).legal_moves
    return [_at("place", point) for point in legal.place] + [_at("useSkill", point) for point in legal.remove]


def _at(kind: str, point: int) -> JsonObject:
    return {"type": kind, "x": point % _SIZE, "y": point // _SIZE}


def _tell(event: JsonObject) -> str | None:
    seen = _Event.model_validate(event)
    if seen.color not in (BLACK.key, WHITE.key):
        return None
    mine, others = (BLACK, WHITE) if seen.color == BLACK.key else (WHITE, BLACK)
    where = f"{_COLUMNS[seen.x]}{seen.y + 1}"
    match seen.type:
        case "placed":
            return f"{mine.name} {where}에 뒀어요"
        case "removed":
            return f"{mine.name}: 스킬로 {where}의 {others.name} 돌을 없앴어요"
        case "passed":
            return f"{mine.name}: 시간이 지나서 차례가 넘어갔어요"
        case _:
            return None


OMOK = Board(
    sides=(BLACK, WHITE),
    rules=(
        "흑부터 번갈아 두고, 가로·세로·대각선으로 다섯 개 이상 먼저 이으면 이겨요. 금수는 없어요.",
        "한 사람이 한 번, 돌을 놓는 대신 상대 돌 하나를 없앨 수 있어요. 자리 앞에 x를 붙여요. (예: xh8)",
        "판이 가득 찰 때까지 다섯 개를 이은 사람이 없으면 비겨요.",
    ),
    example="h8",
    draw=_draw,
    standing=_standing,
    read_move=_read_move,
    legal_actions=_legal_actions,
    tell=_tell,
)
