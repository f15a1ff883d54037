"""What clients read of a chess game, described (document 004, section 8.3)."""

from typing import Literal, TypeAlias

from pydantic import Field

from engine.colors import Color
from engine.game import Millis
from engine.games.chess.options import ChessOptions
from engine.games.chess.state import EndReason
from engine.wire import (
    OFFER_EVENTS,
    DuelView,
    EventModel,
    ResultModel,
    Wire,
    WireModel,
    sometimes,
)

Piece: TypeAlias = Literal["p", "n", "b", "r", "q"]
Promotion: TypeAlias = Literal["q", "r", "b", "n"]
Side: TypeAlias = Literal["king", "queen"]
Claim: TypeAlias = Literal["threefold", "fiftyMove"]


class ChessMove(WireModel):
    """A move of the record; ``at`` is when it was received."""

    uci: str
    san: str
    color: Color
    at: Millis


class ChessLastMove(ChessMove):
    """The newest move, and the squares between which it was made."""

    from_: str = Field(alias="from")
    to: str


class ChessLegalMove(WireModel):
    """A legal move. A promotion has four of these. Castling has one, with ``to`` = g1/c1 in standard
    chess and the own rook's square in Chess960."""

    from_: str = Field(alias="from")
    to: str
    promotion: Promotion = sometimes("Of a promotion.")
    castle: Side = sometimes("Of castling.")


class ChessCaptured(WireModel):
    """For each colour the pieces that it took, oldest first."""

    black: list[Piece]
    white: list[Piece]


class ChessDetail(WireModel):
    """How the game ended, in the words of document 004, section 8.6."""

    winner: Color | None
    reason: EndReason
    move_count: int = Field(description="Full moves; a half one counts as one.")


class ChessResult(ResultModel):
    """The result of a chess game."""

    detail: ChessDetail


class ChessView(DuelView):
    """A chess game as one viewer sees it."""

    options: ChessOptions
    fen: str = Field(description="Shredder-FEN in Chess960.")
    start_fen: str
    chess960_index: int | None = Field(
        alias="chess960Index", description="The number of the array, 0 to 959; null in standard chess."
    )
    moves: list[ChessMove]
    last_move: ChessLastMove | None
    check: bool
    captured: ChessCaptured
    material_diff: int = Field(description="White's material less black's.")
    claimable: Claim | None = Field(description="The draw that the side to move may claim now.")
    result: ChessResult | None
    legal_moves: list[ChessLegalMove] = sometimes("For the player whose turn it is.")
    threatened_squares: list[str] = sometimes(
        "For the player whose turn it is, with the option `hints` = `movesAndThreats`."
    )
    pgn: str = sometimes("At the end, with the players' ids for names.")


class ChessWay(WireModel):
    """From where to where."""

    from_: str = Field(alias="from")
    to: str


class ChessMoved(EventModel):
    """A move was made."""

    type: Literal["moved"]
    color: Color
    uci: str
    san: str
    captured: Piece | None
    check: bool


class ChessCastled(EventModel):
    """It was castling."""

    type: Literal["castled"]
    color: Color
    side: Side
    king: ChessWay
    rook: ChessWay


class ChessEnPassant(EventModel):
    """It captured en passant what stood on ``square``."""

    type: Literal["enPassant"]
    color: Color
    square: str


class ChessPromoted(EventModel):
    """A pawn on ``square`` became ``piece``."""

    type: Literal["promoted"]
    color: Color
    square: str
    piece: Promotion


class ChessCheck(EventModel):
    """The king of ``color``, on ``square``, is attacked."""

    type: Literal["check"]
    color: Color
    square: str


class ChessCheckmate(EventModel):
    """The king of ``color``, on ``square``, is mated."""

    type: Literal["checkmate"]
    color: Color
    square: str


class ChessStalemate(EventModel):
    """``color`` has no legal move and is not in check."""

    type: Literal["stalemate"]
    color: Color


class ChessDrawClaimable(EventModel):
    """``color``, who is to move, may claim a draw."""

    type: Literal["drawClaimable"]
    color: Color
    reason: Claim


class ChessEnded(EventModel):
    """The game is over."""

    type: Literal["gameEnded"]
    result: ChessResult


WIRE = Wire(
    view=ChessView,
    events=(
        ChessMoved,
        ChessCastled,
        ChessEnPassant,
        ChessPromoted,
        ChessCheck,
        ChessCheckmate,
        ChessStalemate,
        ChessDrawClaimable,
        *OFFER_EVENTS,
        ChessEnded,
    ),
)
