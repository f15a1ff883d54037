"""A snapshot as a player understands it: who is who, whose turn, what stands."""

from dataclasses import dataclass

from local.client.frames import Millis, Seat
from local.client.snapshot import Snapshot
from local.play.boards import Board
from local.play.boards.board import CommonView, OfferPart, Side
from local.play.text import clean


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer that stands: what kind, and whose side made it."""

    kind: str
    part: OfferPart


@dataclass(frozen=True, slots=True)
class Sight:
    """``now`` with its view read once. ``view`` is None while there is no game."""

    now: Snapshot
    board: Board
    view: CommonView | None

    @classmethod
    def of(cls, now: Snapshot, board: Board) -> "Sight":
        """Read a snapshot."""
        return cls(now, board, None if now.view is None else CommonView.model_validate(now.view))

    @property
    def me(self) -> str | None:
        """My player id."""
        return None if self.now.you is None else self.now.you.player_id

    @property
    def is_host(self) -> bool:
        """Whether the room is mine."""
        return self.now.room is not None and self.now.room.host == self.me

    @property
    def has_seat(self) -> bool:
        """Whether I sit."""
        return self.now.you is not None and self.now.you.seat is not None

    @property
    def free_seats(self) -> int:
        """How many seats nobody has taken."""
        return sum(seat is None for seat in self.now.seats)

    @property
    def others(self) -> tuple[Seat, ...]:
        """Those who sit, but for me."""
        return tuple(seat for seat in self.now.seats if seat is not None and seat.player_id != self.me)

    @property
    def my_side(self) -> Side | None:
        """The colour I play, None for who only looks on."""
        return None if self.me is None else self.side_of(self.me)

    @property
    def is_my_turn(self) -> bool:
        """Whether the game waits for me."""
        return (
            self.view is not None
            and self.view.result is None
            and self.my_side is not None
            and self.my_side.key == self.view.turn
        )

    @property
    def offer(self) -> Offer | None:
        """The offer that stands, if one does."""
        pending = None if self.view is None else self.view.pending
        if pending is not None and pending.undo is not None:
            return Offer("undo", pending.undo)
        if pending is not None and pending.draw is not None:
            return Offer("draw", pending.draw)
        return None

    @property
    def offer_is_mine(self) -> bool:
        """Whether I made the offer that stands."""
        return self.offer is not None and self.my_side is not None and self.offer.part.by == self.my_side.key

    def side_of(self, player_id: str) -> Side | None:
        """The colour somebody plays in the game that is on the board."""
        players = {} if self.view is None else self.view.players
        for side in self.board.sides:
            if players.get(side.key) == player_id:
                return side
        return None

    def seat_of(self, player_id: str) -> Seat | None:
        """Somebody's seat."""
        for seat in self.now.seats:
            if seat is not None and seat.player_id == player_id:
                return seat
        return None

    def name(self, player_id: str) -> str:
        """Somebody's nickname, fit for a terminal."""
        seat = self.seat_of(player_id)
        return "나간 사람" if seat is None else clean(seat.nickname)

    def name_of_side(self, key: str) -> str:
        """The nickname of who plays a colour."""
        return "" if self.view is None else self.name(self.view.players.get(key, ""))

    def left_ms(self, key: str, server_now: Millis) -> Millis | None:
        """What a side's clock shows now; None where no clock is shown."""
        if self.view is None or self.view.clock.kind == "none":
            return None
        clock = self.view.clock
        left = clock.remaining_ms.get(key)
        if left is None:
            return None
        if self.view.result is None and key == self.view.turn:
            left -= max(0, server_now - clock.turn_started_at)
        return max(0, left)
