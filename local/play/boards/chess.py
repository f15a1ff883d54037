"""Chess in a terminal. White is below; moves are typed square by square, such as ``e2e4`` or ``e7e8q``."""

import re

from local.client.frames import JsonObject
from local.play.boards.board import Board, Side, ViewPart

_FILES = "abcdefgh"
_MOVE = re.compile("([a-h][1-8])([a-h][1-8])([qrbn])?")
_CASTLING = {"o-o": "king", "0-0": "king", "o-o-o": "queen", "0-0-0": "queen"}
_CLAIM = "비김주장"

_PICTURES = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))
_NAMES = {"p": "폰", "n": "나이트", "b": "비숍", "r": "룩", "q": "퀸", "k": "킹"}

WHITE = Side("white", "백", "⚪")
BLACK = Side("black", "흑", "⚫")


class _LastMove(ViewPart):
    uci: str


class _View(ViewPart):
    fen: str
    check: bool
    last_move: _LastMove | None
    captured: dict[str, tuple[str, ...]]
    material_diff: int
    threatened_squares: tuple[str, ...] = ()


class _Event(ViewPart):
    type: str
    color: str = ""
    san: str = ""
    captured: str | None = None
    piece: str = ""


def _draw(view: JsonObject, *, letters: bool) -> list[str]:
    """Nine lines. Capitals, or outlined pieces, are white's; both squares of the newest move stand in
    brackets, and ``!`` is behind an own piece in danger, where the options want it shown."""
    seen = _View.model_validate(view)
    newest = set() if seen.last_move is None else {seen.last_move.uci[:2], seen.last_move.uci[2:4]}
    lines = []
    for row, rank in zip(seen.fen.split(" ")[0].split("/"), "87654321", strict=True):
        cells = "".join("." * int(sign) if sign.isdigit() else sign for sign in row)
        line = rank
        for file, sign in zip(_FILES, cells, strict=True):
            name = file + rank
            shown = sign if letters else _PICTURES.get(sign, sign)
            danger = "!" if name in seen.threatened_squares else " "
            line += f"[{shown}]" if name in newest else f" {shown}{danger}"
        lines.append(line.rstrip())
    return [*lines, " " + "".join(f" {file} " for file in _FILES).rstrip()]


def _standing(view: JsonObject) -> dict[str, str]:
    """What each side took, who is ahead and by how much, and who is in check."""
    seen = _View.model_validate(view)
    ahead = {"white": seen.material_diff, "black": -seen.material_diff}
    standing = {}
    for side in (WHITE, BLACK):
        taken = " ".join(_NAMES[piece] for piece in seen.captured[side.key])
        lead = f"(+{ahead[side.key]})" if ahead[side.key] > 0 else ""
        check = "체크!" if seen.check and view["turn"] == side.key else ""
        standing[side.key] = " ".join(part for part in (taken, lead, check) if part)
    return standing


def _read_move(text: str) -> JsonObject | None:
    plain = text.replace(" ", "").casefold()
    if plain in _CASTLING:
        return {"type": "castle", "side": _CASTLING[plain]}
    if plain == _CLAIM:
        return {"type": "claimDraw"}
    move = _MOVE.fullmatch(plain)
    if move is None:
        return None
    action: JsonObject = {"type": "move", "from": move[1], "to": move[2]}
    return action if move[3] is None else {**action, "promotion": move[3]}


def _legal_actions(view: JsonObject) -> list[JsonObject]:
    moves = view.get("legalMoves")
    return [_action(move) for move in moves if isinstance(move, dict)] if isinstance(moves, list) else []


def _action(move: JsonObject) -> JsonObject:
    if "castle" in move:
        return {"type": "castle", "side": move["castle"]}
    return {"type": "move", **{name: move[name] for name in ("from", "to", "promotion") if name in move}}


def _tell(event: JsonObject) -> str | None:
    seen = _Event.model_validate(event)
    color = {"white": WHITE.name, "black": BLACK.name}.get(seen.color, "")
    match seen.type:
        case "moved":
            taken = "" if seen.captured is None else f", 잡은 기물: {_NAMES[seen.captured]}"
            return f"{color} {seen.san}{taken}"
        case "promoted":
            return f"{color}: 폰이 승진했어요. ({_NAMES[seen.piece]})"
        case "check":
            return f"{color} 킹이 공격받고 있어요. 체크!"
        case "checkmate":
            return f"{color} 킹이 피할 곳이 없어요. 체크메이트!"
        case "stalemate":
            return f"{color}이 둘 수 있는 수가 없어요. 스테일메이트로 비겼어요"
        case "drawClaimable":
            return f"{color}은 지금 비김을 주장할 수 있어요. ({_CLAIM})"
        case _:
            return None


CHESS = Board(
    sides=(WHITE, BLACK),
    rules=(
        "상대 킹을 피할 수 없게 공격하면(체크메이트) 이겨요. 내 킹이 공격받게 두는 수는 둘 수 없어요.",
        "출발 칸과 도착 칸을 이어서 적어요. (예: e2e4) 승진은 뒤에 q, r, b, n 가운데 하나를 붙여요.",
        f"캐슬링은 O-O(킹 쪽), O-O-O(퀸 쪽)로 적어요. 비김을 주장할 수 있으면 '{_CLAIM}'이라고 적어요.",
    ),
    example="e2e4",
    draw=_draw,
    standing=_standing,
    read_move=_read_move,
    legal_actions=_legal_actions,
    tell=_tell,
)
