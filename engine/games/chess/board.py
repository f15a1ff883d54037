"""Positions, legal moves, SAN and FEN: the one file that knows the library ``chess``.

Everything else speaks of squares as indices 0..63 (a1, b1, .. h8), of pieces as the letters
of FEN, and of what this file defines. The library runs on servers only: nothing of it is in
what clients get (``docs/decisions/0010-chess-library.md``).
"""

from struct import pack
from typing import Literal, NamedTuple, TypeAlias, get_args

import chess

from engine.colors import BLACK, WHITE, Color
from engine.grid import Grid

GRID = Grid(8, 8)
"""x is the file, y the rank; ``GRID.name(0)`` is a1."""

SQUARE_NAMES: tuple[str, ...] = tuple(GRID.name(square) for square in range(64))
SQUARES: dict[str, int] = {name: square for square, name in enumerate(SQUARE_NAMES)}

Side: TypeAlias = Literal["king", "queen"]
Promotion: TypeAlias = Literal["q", "r", "b", "n"]
PROMOTIONS: tuple[Promotion, ...] = get_args(Promotion)

_PIECE_TYPES: dict[Promotion | None, chess.PieceType | None] = {
    None: None,
    "q": chess.QUEEN,
    "r": chess.ROOK,
    "b": chess.BISHOP,
    "n": chess.KNIGHT,
}
_LETTERS: dict[chess.PieceType | None, Promotion | None] = {kind: p for p, kind in _PIECE_TYPES.items()}

_KING_FILE: dict[Side, int] = {"king": chess.square_file(chess.G1), "queen": chess.square_file(chess.C1)}
_ROOK_FILE: dict[Side, int] = {"king": chess.square_file(chess.F1), "queen": chess.square_file(chess.D1)}


class LegalMove(NamedTuple):
    """A move that its position allows; only ``Position`` makes one.

    Castling goes from the king's square to the square where the king lands, in Chess960 to
    the square of its own rook.
    """

    origin: int
    target: int
    promotion: Promotion | None
    castle: Side | None

    @property
    def uci(self) -> str:
        """``e2e4``, ``e7e8q``."""
        return SQUARE_NAMES[self.origin] + SQUARE_NAMES[self.target] + (self.promotion or "")


class Castling(NamedTuple):
    """The squares of a castling move; a piece that is there already stays."""

    king_from: int
    king_to: int
    rook_from: int
    rook_to: int


Hindrance: TypeAlias = Literal["right", "check", "blocked", "attacked"]
"""Why a side may not castle now (document 004, section 5.2).

``right``     the king or that rook has moved, or there is no such rook
``check``     the king is in check
``blocked``   something stands between or on the squares of arrival
``attacked``  the king would pass or reach an attacked square
"""


class Position:
    """A chess position, a value: nothing changes it once it is made.

    What the library works out about it is kept once worked out. ``chess960`` decides how
    castling is written: the Shredder-FEN and the moves of Chess960, or the usual ones.
    """

    __slots__ = ("_board", "_fen", "_legal", "chess960")

    def __init__(self, board: chess.Board, fen: str | None = None) -> None:
        """``board`` now belongs to the position; ``fen`` is what ``fen`` will give, if known."""
        self.chess960: bool = board.chess960
        self._board = board
        self._fen = fen
        self._legal: tuple[LegalMove, ...] | None = None

    @classmethod
    def read(cls, fen: str, *, chess960: bool = False) -> "Position":
        """The position of a FEN; with ``chess960`` castling may be given as HAha or KQkq.

        Whether it could come up in a game is not asked, but there are two kings in it.

        :raises ValueError: it is no FEN, or a king is missing.
        """
        board = chess.Board(fen, chess960=chess960)
        if any(len(board.pieces(chess.KING, color)) != 1 for color in chess.COLORS):
            raise ValueError(f"not a position with two kings: {fen!r}")
        return cls(board)

    @classmethod
    def stored(cls, fen: str, *, chess960: bool) -> "Position":
        """The position whose ``fen`` this was: as ``read``, without writing it again.

        :raises ValueError: it is no FEN.
        """
        return cls(chess.Board(fen, chess960=chess960), fen)

    def __eq__(self, there: object) -> bool:
        if not isinstance(there, Position):
            return NotImplemented
        return self.fen == there.fen and self.chess960 == there.chess960

    def __hash__(self) -> int:
        return hash(self.fen)

    def __repr__(self) -> str:
        return f"Position({self.fen!r}, chess960={self.chess960})"

    @property
    def fen(self) -> str:
        """FEN, Shredder-FEN in Chess960. A square of en passant is in it only while such a
        capture is legal, so its first four fields are the key of repetition (section 8.1)."""
        if self._fen is None:
            write = self._board.shredder_fen if self.chess960 else self._board.fen
            self._fen = write(en_passant="legal")
        return self._fen

    @property
    def turn(self) -> Color:
        """Who is to move."""
        return WHITE if self._board.turn else BLACK

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture or pawn move."""
        return self._board.halfmove_clock

    @property
    def fullmove_number(self) -> int:
        """The number of the move that the side to move makes, as PGN counts."""
        return self._board.fullmove_number

    @property
    def castling(self) -> int:
        """The rooks that may still castle, bit by square."""
        return self._board.clean_castling_rights()

    @property
    def in_check(self) -> bool:
        """Whether the king of the side to move is attacked."""
        return self._board.is_check()

    @property
    def king(self) -> int:
        """Where the king of the side to move stands."""
        king = self._board.king(self._board.turn)
        if king is None:
            raise ValueError(f"no king: {self.fen}")
        return king

    def key(self) -> bytes:
        """What repetition compares (section 6): two positions of one game have equal keys
        exactly if the side to move, the pieces, the castling rights and the possible en
        passant capture are the same. The bytes do not depend on the library's version."""
        board = self._board
        en_passant = board.ep_square if board.has_legal_en_passant() else None
        return pack(
            "<8Q2B",
            board.pawns,
            board.knights,
            board.bishops,
            board.rooks,
            board.queens,
            board.kings,
            board.occupied_co[chess.WHITE],
            board.clean_castling_rights(),
            board.turn,
            64 if en_passant is None else en_passant,
        )

    def piece(self, square: int) -> str | None:
        """The letter of what stands there, upper case for white; None on an empty square."""
        piece = self._board.piece_at(square)
        return None if piece is None else piece.symbol()

    def is_own(self, square: int) -> bool:
        """Whether a piece of the side to move stands there."""
        return bool(self._board.occupied_co[self._board.turn] >> square & 1)

    @property
    def legal(self) -> tuple[LegalMove, ...]:
        """Every legal move: a promotion four times, castling once."""
        if self._legal is None:
            self._legal = tuple(map(self._named, self._board.generate_legal_moves()))
        return self._legal

    def _named(self, move: chess.Move) -> LegalMove:
        origin, target = move.from_square, move.to_square
        castle: Side | None = None
        if self._board.kings >> origin & 1 and self._board.is_castling(move):
            castle = "king" if target > origin else "queen"
        return LegalMove(origin, target, _LETTERS[move.promotion], castle)

    def find(self, origin: int, target: int, promotion: Promotion | None = None) -> LegalMove | None:
        """The legal move with these squares and this promotion; None if there is none.

        Castling has the squares that ``LegalMove`` gives it.
        """
        move = chess.Move(origin, target, _PIECE_TYPES[promotion])
        if not self._board.is_legal(move):
            return None
        found = self._named(move)
        # The library also takes the usual castling as king takes rook; we write it one way.
        return None if not self.chess960 and self.is_own(target) else found

    def is_promotion(self, origin: int, target: int) -> bool:
        """Whether this would be a pawn's step to the last rank."""
        last = 7 if self._board.turn else 0
        own_pawns = self._board.pawns & self._board.occupied_co[self._board.turn]
        return bool(own_pawns >> origin & 1) and target >> 3 == last

    def only_exposes_king(self, origin: int, target: int) -> bool:
        """Whether the piece moves that way, and the king left in attack is all that forbids it."""
        move = chess.Move(origin, target)
        if self.is_promotion(origin, target):
            move = chess.Move(origin, target, chess.QUEEN)
        return self._board.is_pseudo_legal(move) and not self._board.is_legal(move)

    def castle(self, side: Side) -> LegalMove | None:
        """The legal castling move to that side; None if there is none."""
        for move in self._board.generate_castling_moves():
            found = self._named(move)
            if found.castle == side:
                return found
        return None

    def meant_castle(self, origin: int, target: int) -> Side | None:
        """The side of castling that only these squares of a king can mean; None if they don't.

        The king two squares or more along its rank to where castling would put it, which no
        other move of a king is; in Chess960 also onto a rook of its own that may castle.
        """
        if self._king_home() != origin or origin >> 3 != target >> 3:
            return None
        side: Side = "king" if target > origin else "queen"
        if self.chess960 and target == self._rook_home(side):
            return side
        far = abs(target - origin) >= 2 and target & 7 == _KING_FILE[side]
        return side if far else None

    def _king_home(self) -> int | None:
        """Where the king of the side to move stands, if that is its first rank."""
        king = self.king
        return king if king >> 3 == (0 if self._board.turn else 7) else None

    def _rook_home(self, side: Side) -> int | None:
        """Where the rook stands with which the side to move has the right to castle."""
        king = self._king_home()
        if king is None:
            return None
        rank = chess.BB_RANKS[king >> 3]
        for rook in chess.scan_forward(self._board.clean_castling_rights() & rank):
            if (rook > king) == (side == "king"):
                return rook
        return None

    def hindrance(self, side: Side) -> Hindrance | None:
        """What keeps the side to move from castling there; None if it may."""
        king, rook = self._king_home(), self._rook_home(side)
        if king is None or rook is None:
            return "right"
        if self.castle(side) is not None:
            return None
        if self._board.is_check():
            return "check"
        squares = self._castling(king, rook, side)
        path = chess.between(king, squares.king_to) | chess.between(rook, squares.rook_to)
        path |= 1 << squares.king_to | 1 << squares.rook_to
        others = self._board.occupied & ~(1 << king | 1 << rook)
        return "blocked" if path & others else "attacked"

    def castling_squares(self, move: LegalMove) -> Castling | None:
        """From where to where king and rook go; None if the move is no castling."""
        rook = None if move.castle is None else self._rook_home(move.castle)
        if move.castle is None or rook is None:
            return None
        return self._castling(move.origin, rook, move.castle)

    def _castling(self, king: int, rook: int, side: Side) -> Castling:
        first = king & ~7
        return Castling(king, first + _KING_FILE[side], rook, first + _ROOK_FILE[side])

    def captured_square(self, move: LegalMove) -> int | None:
        """Where the piece stands that the move takes; None if it takes nothing.

        It is another square than the move's target only en passant.
        """
        if move.castle is not None:
            return None
        if self._board.occupied >> move.target & 1:
            return move.target
        if self._board.is_en_passant(chess.Move(move.origin, move.target)):
            return move.target - 8 if self._board.turn else move.target + 8
        return None

    def after(self, move: LegalMove) -> "Position":
        """The position to which a legal move of this one leads."""
        board = self._board.copy(stack=False)
        board.push(_move(move))
        return Position(board)

    def play(self, move: LegalMove) -> "tuple[str, Position]":
        """The SAN of a legal move, and the position to which it leads."""
        board = self._board.copy(stack=False)
        san = board.san_and_push(_move(move))
        return san, Position(board)

    def hanging(self) -> list[int]:
        """The squares of pieces of the side to move that are attacked and not defended.

        Pins are not looked at. The king is left out: it is in check or it is not.
        """
        board, own = self._board, self._board.turn
        pieces = board.occupied_co[own] & ~board.kings
        return [
            square
            for square in chess.scan_forward(pieces)
            if board.is_attacked_by(not own, square) and not board.is_attacked_by(own, square)
        ]


def _move(move: LegalMove) -> chess.Move:
    return chess.Move(move.origin, move.target, _PIECE_TYPES[move.promotion])
