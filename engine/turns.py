"""Whose turn it is around a table of more than two: clockwise, among the living, either way.

A seat is a 0-based number; seats follow each other clockwise and the last is followed by 0.
Which seats still take part the caller says (``alive``); nothing here knows why.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from engine.codec import want_int, want_list
from engine.game import Json
from engine.rng import Rng

Direction: TypeAlias = Literal[1, -1]
CLOCKWISE: Literal[1] = 1
COUNTERCLOCKWISE: Literal[-1] = -1

FirstPlayer: TypeAlias = Literal["random", "host", "rotate"]


def around(start: int, seats: int, direction: Direction = CLOCKWISE) -> tuple[int, ...]:
    """Every seat of a table once, ``start`` first.

    :raises ValueError: there is no such seat.
    """
    if not 0 <= start < seats:
        raise ValueError(f"no seat {start} at a table of {seats}")
    return tuple((start + direction * step) % seats for step in range(seats))


def next_living(seat: int, alive: Sequence[bool], direction: Direction = CLOCKWISE) -> int | None:
    """The first living seat after ``seat``: ``seat`` itself if no other lives, None if none does.

    :raises ValueError: there is no such seat.
    """
    first, *others = around(seat, len(alive), direction)
    for other in (*others, first):
        if alive[other]:
            return other
    return None


def choose_first(how: FirstPlayer, seats: int, *, rng: Rng, game_no: int) -> int:
    """Who begins (선): anybody, the host (seat 0), or each seat in turn from game to game.

    Only ``random`` draws, once. That the winner of the game before begins is for a game to say
    that knows the winner.
    """
    if how == "random":
        return rng.int(seats)
    return 0 if how == "host" else (game_no - 1) % seats


@dataclass(frozen=True, slots=True)
class Turns:
    """Who is in, whose turn it is, and which way it goes round."""

    alive: tuple[bool, ...]
    turn: int
    direction: Direction = CLOCKWISE

    def passed(self, steps: int = 1) -> "Turns":
        """The turn goes on by so many living seats; 2 leaves one out.

        :raises ValueError: nobody lives.
        """
        turn: int | None = self.turn
        for _ in range(steps):
            turn = None if turn is None else next_living(turn, self.alive, self.direction)
        if turn is None:
            raise ValueError("nobody is left to have a turn")
        return replace(self, turn=turn)

    def reversed(self) -> "Turns":
        """The same turn, but the other way round from here."""
        return replace(self, direction=COUNTERCLOCKWISE if self.direction == CLOCKWISE else CLOCKWISE)

    def without(self, seat: int) -> "Turns":
        """``seat`` is out; if it had the turn, the next has it.

        :raises ValueError: it was out already, or it was the last.
        """
        if not self.alive[seat]:
            raise ValueError(f"seat {seat} is out already")
        alive = tuple(lives and other != seat for other, lives in enumerate(self.alive))
        rest = replace(self, alive=alive)
        if not any(alive):
            raise ValueError("nobody is left to have a turn")
        return rest.passed() if self.turn == seat else rest

    def dump(self) -> list[Json]:
        """For ``load``."""
        return [sum(1 << seat for seat, lives in enumerate(self.alive) if lives), self.turn, self.direction]

    @classmethod
    def load(cls, data: Json, seats: int) -> "Turns":
        """What ``dump`` wrote of a table of so many seats.

        :raises ValueError: it is not such a value.
        """
        numbers = [want_int(number) for number in want_list(data)]
        if len(numbers) != 3 or numbers[2] not in (CLOCKWISE, COUNTERCLOCKWISE):
            raise ValueError(f"not an order of turns: {data!r}")
        alive, turn, direction = numbers
        if not 0 <= alive < 1 << seats or not 0 <= turn < seats:
            raise ValueError(f"not an order of turns of {seats}: {data!r}")
        return cls(
            tuple(bool(alive >> seat & 1) for seat in range(seats)),
            turn,
            CLOCKWISE if direction == CLOCKWISE else COUNTERCLOCKWISE,
        )
