"""The actions of a chess player, and which legal move one of them means (document 004, 8.2)."""

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import ConfigDict, Field, StringConstraints

from engine.game import ActionModel, Rejection
from engine.games.chess.board import SQUARES, Hindrance, LegalMove, Position, Promotion, Side

SquareName: TypeAlias = Annotated[str, StringConstraints(pattern="^[a-h][1-8]$")]


class Move(ActionModel):
    """Move what stands on ``from`` to ``to``; ``promotion`` counts only where a pawn promotes.

    A king castles by the squares that ``Position.meant_castle`` knows: in standard chess two
    squares to its side, in Chess960 onto its own rook. A promotion that is not there is not
    written either: every saved move is in the log.
    """

    model_config = ConfigDict(serialize_by_alias=True)

    type: Literal["move"] = "move"
    from_: SquareName = Field(validation_alias="from", serialization_alias="from")
    to: SquareName
    promotion: Promotion | None = Field(default=None, exclude_if=lambda piece: piece is None)

    @classmethod
    def of(cls, origin: str, target: str, promotion: Promotion | None = None) -> Self:
        """The move by its squares' names, since ``from`` is no keyword of Python's.

        :raises ValueError: a name is no square's.
        """
        return cls.model_validate({"from": origin, "to": target, "promotion": promotion})


class Castle(ActionModel):
    """Castle to the king's or the queen's side, wherever king and rook stand."""

    type: Literal["castle"] = "castle"
    side: Side


class ClaimDraw(ActionModel):
    """End the game in the draw that ``claimable`` names; nobody need agree."""

    type: Literal["claimDraw"] = "claimDraw"


_WAYS: dict[Hindrance, Rejection] = {
    "right": Rejection("move/illegal", "킹이나 룩이 이미 움직여서 캐슬링할 수 없어요"),
    "check": Rejection("king/attacked", "체크를 받고 있을 때는 캐슬링할 수 없어요"),
    "blocked": Rejection("move/illegal", "캐슬링하려면 킹과 룩이 지나갈 칸이 비어 있어야 해요"),
    "attacked": Rejection("king/attacked", "킹이 공격받는 칸을 지나게 되어 캐슬링할 수 없어요"),
}
_NOT_OWN = Rejection("move/illegal", "그 칸에는 내 기물이 없어요")
_NOT_THAT_WAY = Rejection("move/illegal", "그 기물은 그렇게 움직일 수 없어요")
_EXPOSED = Rejection("king/attacked", "킹이 공격받게 되어 둘 수 없어요")
_PIECE_MISSING = Rejection("promotion/missing", "승진할 기물을 골라 주세요")


def resolve(position: Position, action: Move | Castle, *, auto_queen: bool) -> LegalMove | Rejection:
    """The legal move that the side to move means, or why there is none."""
    if isinstance(action, Castle):
        return _castle(position, action.side)
    origin, target = SQUARES[action.from_], SQUARES[action.to]
    if not position.is_own(origin):
        return _NOT_OWN
    if (side := position.meant_castle(origin, target)) is not None:
        return _castle(position, side)
    promotes = position.is_promotion(origin, target)
    piece = (action.promotion or "q") if promotes else None
    move = position.find(origin, target, piece)
    if move is None:
        return _EXPOSED if position.only_exposes_king(origin, target) else _NOT_THAT_WAY
    if promotes and action.promotion is None and not auto_queen:
        return _PIECE_MISSING
    return move


def _castle(position: Position, side: Side) -> LegalMove | Rejection:
    move = position.castle(side)
    if move is not None:
        return move
    hindrance = position.hindrance(side)
    if hindrance is None:
        raise ValueError(f"neither castling nor a reason against it: {side} in {position.fen}")
    return _WAYS[hindrance]
