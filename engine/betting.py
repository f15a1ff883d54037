"""Betting: who may put how much into the pot, and who gets it. One engine for poker and 섯다.

Amounts are whole chips. A round is over when every seat that can still bet has answered the
highest bet. What can be said depends on ``Rules``; how it is accounted for does not:

* ``KoreanRules``: fixed words. 삥 (the base, as the first bet), 체크, 콜, 따당 (twice the bet),
  쿼터, 하프, 풀 (call, and a quarter, half or all of what then lies in the pot more), 다이. No raise
  is less than the base.
* ``LimitRules``: no-limit and pot-limit, where ``raise`` names the bet it raises to.

A bet that nobody matched goes back (``refunded``). Who has less than a bet goes all in and plays
for the part of the pot that he covers (``pots``). An all-in raise of less than a full one does
not let those raise who have answered already, unless such raises add up to a full one (the
rule of most poker rooms).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from engine.codec import want_int, want_list
from engine.game import Json, Rejection
from engine.pots import Pot, pots_of
from engine.turns import around

Word: TypeAlias = Literal[
    "die", "check", "call", "bbing", "ddadang", "quarter", "half", "full", "raise", "allIn"
]
Raise: TypeAlias = Literal["bbing", "ddadang", "quarter", "half", "full"]


@dataclass(frozen=True, slots=True)
class KoreanRules:
    """Betting by words, as in Korean poker rooms; each room has rules of its own.

    ``words`` are the raises that are allowed: a 하프 table has no 풀. ``raises`` is how often
    one seat may raise in a round. ``only_first_checks``: 체크 is for the first to speak in a round
    (선), and who follows bets or dies. ``closes``: who has checked or called in a round may
    only call or die in it from then on.
    """

    base: int
    words: tuple[Raise, ...] = ("bbing", "ddadang", "quarter", "half", "full")
    raises: int | None = None
    only_first_checks: bool = False
    closes: bool = False


@dataclass(frozen=True, slots=True)
class LimitRules:
    """No-limit, or pot-limit (a raise is at most the pot after calling). ``base``: the big blind."""

    base: int
    pot_limit: bool = False


Rules: TypeAlias = KoreanRules | LimitRules


@dataclass(frozen=True, slots=True)
class Stake:
    """One seat's chips. ``paid`` is what it has put into the pot, ``bet`` the part of this round.

    ``answered`` is the highest bet when the seat last spoke in this round; None: not yet.
    """

    stack: int
    is_in: bool
    paid: int = 0
    bet: int = 0
    answered: int | None = None
    raises: int = 0
    closed: bool = False

    def pays(self, chips: int) -> "Stake":
        """So many chips from the stack into the pot, as a bet of this round."""
        return replace(self, stack=self.stack - chips, paid=self.paid + chips, bet=self.bet + chips)


class Said(NamedTuple):
    """What came of a word: the table after it, and how many chips it moved."""

    table: "Betting"
    paid: int


@dataclass(frozen=True, slots=True)
class Betting:
    """The chips of a table during one hand. Seats are numbers; who has died or sits out is not in.

    ``carried`` are pots that lay there before (a hand that is dealt anew). ``bet`` is the highest
    bet of the round, ``step`` the least full raise, ``opener`` who spoke first in the round,
    ``turn`` who speaks next: None between rounds.
    """

    rules: Rules
    stakes: tuple[Stake, ...]
    carried: tuple[Pot, ...] = ()
    bet: int = 0
    step: int = 0
    opener: int = 0
    turn: int | None = None

    @classmethod
    def begin(
        cls, rules: Rules, stacks: Sequence[int], seats: Collection[int], carried: tuple[Pot, ...] = ()
    ) -> "Betting":
        """A table before its first bet; ``seats`` take part, the other stacks are looked after."""
        stakes = tuple(Stake(stack, seat in seats) for seat, stack in enumerate(stacks))
        return cls(rules, stakes, carried)

    def anted(self, amount: int) -> "Betting":
        """Everybody who is in pays so much, or all there is. It is no bet of the round to come."""
        stakes = [stake.pays(min(amount, stake.stack)) if stake.is_in else stake for stake in self.stakes]
        return replace(self, stakes=tuple(stakes))

    def opened(self, first: int, blinds: Mapping[int, int] | None = None) -> "Betting":
        """A round of betting that ``first`` begins, or the next who can.

        ``blinds`` are bets that these seats have to make before anybody speaks. Where nobody can
        answer anybody, ``turn`` is None at once.
        """
        blinds = blinds or {}
        stakes = tuple(
            replace(stake, bet=0, answered=None, raises=0, closed=False).pays(
                min(blinds.get(seat, 0), stake.stack)
            )
            for seat, stake in enumerate(self.stakes)
        )
        bet = max(blinds.values(), default=0)
        table = replace(self, stakes=stakes, bet=bet, step=self.rules.base, opener=first)
        turn = table._first_to_speak(around(first, len(stakes)))
        return replace(table, turn=turn, opener=first if turn is None else turn)

    # --- What there is ------------------------------------------------------------------------

    @property
    def live(self) -> tuple[int, ...]:
        """The seats that can still win the pot."""
        return tuple(seat for seat, stake in enumerate(self.stakes) if stake.is_in)

    @property
    def pot(self) -> int:
        """All chips that are nobody's."""
        return sum(pot.amount for pot in self.carried) + sum(stake.paid for stake in self.stakes)

    @property
    def total(self) -> int:
        """All chips of the table: no word changes it."""
        return self.pot + sum(stake.stack for stake in self.stakes)

    def _movers(self) -> int:
        return sum(stake.is_in and stake.stack > 0 for stake in self.stakes)

    def _must_speak(self, seat: int) -> bool:
        stake = self.stakes[seat]
        if not stake.is_in or stake.stack == 0:
            return False
        return stake.bet < self.bet or (stake.answered is None and self._movers() > 1)

    def _first_to_speak(self, seats: Sequence[int]) -> int | None:
        if len(self.live) < 2:
            return None
        return next((seat for seat in seats if self._must_speak(seat)), None)

    # --- What can be said ---------------------------------------------------------------------

    def choices(self) -> dict[Word, int]:
        """What the seat whose turn it is may say, and how many chips it costs now.

        For ``raise`` it is the least; ``raise_range`` has the bets it may name.
        """
        if self.turn is None:
            return {}
        stake = self.stakes[self.turn]
        need = self.bet - stake.bet
        found: dict[Word, int] = {"die": 0}
        if need > 0:
            found["call"] = min(need, stake.stack)
        elif not self._only_first_checks or self.turn == self.opener:
            found["check"] = 0
        if not self._may_raise(stake):
            return found
        if isinstance(self.rules, LimitRules):
            raises = self.raise_range()
            if raises is not None:
                found["raise"] = raises[0] - stake.bet
            most = self._most()
        else:
            targets = self._targets(self.rules, need)
            found |= {word: to - stake.bet for word, to in targets.items() if to - stake.bet <= stake.stack}
            most = max(targets.values(), default=0) - 1  # whoever has that much says the word
        if self.bet < stake.bet + stake.stack <= most:
            found["allIn"] = stake.stack
        return found

    def raise_range(self) -> tuple[int, int] | None:
        """The least and the greatest bet that ``raise`` may name; None where it may not be said."""
        if self.turn is None or not isinstance(self.rules, LimitRules):
            return None
        stake = self.stakes[self.turn]
        least, most = self.bet + self.step, min(self._most(), stake.bet + stake.stack)
        return (least, most) if self._may_raise(stake) and least <= most else None

    @property
    def _only_first_checks(self) -> bool:
        return isinstance(self.rules, KoreanRules) and self.rules.only_first_checks

    def _may_raise(self, stake: Stake) -> bool:
        if stake.closed or stake.stack <= self.bet - stake.bet or self._movers() < 2:
            return False
        limit = self.rules.raises if isinstance(self.rules, KoreanRules) else None
        if limit is not None and stake.raises >= limit:
            return False
        return stake.answered is None or self.bet - stake.answered >= self.step

    def _targets(self, rules: KoreanRules, need: int) -> dict[Word, int]:
        """The bets that the allowed words would make."""
        after = self.pot + need
        bets: dict[Raise, int] = {
            "bbing": rules.base,
            "ddadang": self.bet + max(rules.base, self.bet),
            "quarter": self.bet + max(rules.base, after // 4),
            "half": self.bet + max(rules.base, after // 2),
            "full": self.bet + max(rules.base, after),
        }
        del bets["bbing" if self.bet else "ddadang"]
        return {word: to for word, to in bets.items() if word in rules.words}

    def _most(self) -> int:
        """The greatest bet of a limit game, whoever's chips."""
        if self.turn is None or not isinstance(self.rules, LimitRules) or not self.rules.pot_limit:
            return self.total
        return self.bet + self.pot + self.bet - self.stakes[self.turn].bet

    def refusal(self, word: Word, to: int | None = None) -> Rejection | None:
        """Why the seat whose turn it is may not say this, or None.

        ``to`` is the bet that a ``raise`` names; other words name none.
        """
        if self.turn is None:
            return Rejection("move/not_your_turn", "지금은 베팅할 때가 아니에요")
        stake, choices = self.stakes[self.turn], self.choices()
        if word in choices:
            return self._misnamed(word, to)
        if word == "check":
            is_bet = Rejection("move/illegal", "베팅이 있어서 체크할 수 없어요")
            return is_bet if self.bet > stake.bet else Rejection("move/illegal", "체크는 선만 할 수 있어요")
        if word == "call":
            return Rejection("move/illegal", "콜할 베팅이 없어요")
        known = ("raise",) if isinstance(self.rules, LimitRules) else self.rules.words
        if word != "allIn" and word not in known:
            return Rejection("move/illegal", "이 방에서 쓰지 않는 베팅이에요")
        if stake.closed:
            return Rejection("move/illegal", "체크나 콜을 한 뒤에는 이번 라운드에 더 올릴 수 없어요")
        if word == "bbing" and self.bet:
            return Rejection("move/illegal", "삥은 첫 베팅으로만 할 수 있어요")
        if word == "ddadang" and not self.bet:
            return Rejection("move/illegal", "따당은 앞에 베팅이 있어야 할 수 있어요")
        if stake.stack > self.bet - stake.bet and not self._may_raise(stake):
            return Rejection("move/illegal", "지금은 더 올릴 수 없어요")
        if word == "allIn" and stake.stack > self.bet - stake.bet:
            return Rejection("move/illegal", "칩이 베팅 한도보다 많아서 올인할 수 없어요")
        return Rejection("move/illegal", "칩이 모자라요")

    def _misnamed(self, word: Word, to: int | None) -> Rejection | None:
        if word != "raise":
            return None if to is None else Rejection("move/illegal", "금액은 레이즈에만 적을 수 있어요")
        least, most = self.raise_range() or (0, 0)
        if to is not None and least <= to <= most:
            return None
        return Rejection("move/illegal", f"{least}에서 {most} 사이로 올려 주세요")

    # --- Saying it ----------------------------------------------------------------------------

    def said(self, word: Word, to: int | None = None) -> Said:
        """The seat whose turn it is says what ``refusal`` lets pass.

        :raises ValueError: it does not.
        """
        seat, refused = self.turn, self.refusal(word, to)
        if seat is None or refused is not None:
            raise ValueError(f"{word} {to}: {refused}")
        if word == "die":
            return Said(self.without(seat), 0)
        stake = self.stakes[seat]
        chips = self.choices()[word] if to is None else to - stake.bet
        after = stake.pays(chips)
        if word in ("check", "call"):
            closed = isinstance(self.rules, KoreanRules) and self.rules.closes
            return Said(self._spoken(seat, replace(after, answered=self.bet, closed=closed)), chips)
        raised = after.bet - self.bet
        step = max(self.step, raised) if isinstance(self.rules, LimitRules) else self.step
        table = replace(self, bet=after.bet, step=step)
        return Said(table._spoken(seat, replace(after, answered=after.bet, raises=stake.raises + 1)), chips)

    def without(self, seat: int) -> "Betting":
        """``seat`` dies, in its turn or out of it; what it has paid stays in the pot."""
        table = self._with(seat, replace(self.stakes[seat], is_in=False))
        if table.turn is None:
            return table
        seats = around(table.turn, len(table.stakes))
        return replace(table, turn=table._first_to_speak(seats))

    def _spoken(self, seat: int, stake: Stake) -> "Betting":
        table = self._with(seat, stake)
        return replace(table, turn=table._first_to_speak(around(seat, len(self.stakes))))

    def _with(self, seat: int, stake: Stake) -> "Betting":
        return replace(self, stakes=(*self.stakes[:seat], stake, *self.stakes[seat + 1 :]))

    # --- The end of a round, and of a hand ----------------------------------------------------

    def refunded(self) -> tuple["Betting", Pot | None]:
        """After a round: what one seat bet and nobody matched goes back, if there is such a bet."""
        second, most = sorted(stake.paid for stake in self.stakes)[-2:]
        [seat, *others] = [seat for seat, stake in enumerate(self.stakes) if stake.paid == most]
        excess = most - second
        if others or excess == 0 or not self.stakes[seat].is_in:
            return self, None
        stake = self.stakes[seat]
        lighter = replace(stake, stack=stake.stack + excess, paid=second, bet=max(0, stake.bet - excess))
        return self._with(seat, lighter), Pot(excess, (seat,))

    def pots(self) -> tuple[Pot, ...]:
        """The pots by who can win them, the main pot first; together they are ``pot``.

        What the dead have paid beyond the highest living bet lies in the last pot, and so does a
        pot whose contenders have all died.
        """
        return pots_of([stake.paid for stake in self.stakes], self.live, self.carried)

    def settled(self, shares: Mapping[int, int], carried: tuple[Pot, ...] = ()) -> "Betting":
        """The pot is given away: ``shares`` by seat, and what stays on the table as ``carried``.

        :raises ValueError: that is not the pot.
        """
        if sum(shares.values()) + sum(pot.amount for pot in carried) != self.pot:
            raise ValueError(f"{shares} and {carried} are not the {self.pot} of the pot")
        stakes = tuple(
            replace(stake, stack=stake.stack + shares.get(seat, 0), paid=0, bet=0)
            for seat, stake in enumerate(self.stakes)
        )
        return replace(self, stakes=stakes, carried=carried, bet=0, turn=None)

    # --- Storage ------------------------------------------------------------------------------

    def dump(self) -> list[Json]:
        """For ``load``; the rules follow from the options."""
        return [
            [self.bet, self.step, self.opener, -1 if self.turn is None else self.turn],
            [_dump_stake(stake) for stake in self.stakes],
            [[pot.amount, *pot.seats] for pot in self.carried],
        ]

    @classmethod
    def load(cls, data: Json, rules: Rules) -> "Betting":
        """:raises ValueError: ``dump`` did not write this."""
        parts = want_list(data)
        if len(parts) != 3:
            raise ValueError(f"not a betting table: {data!r}")
        bet, step, opener, turn = _ints(parts[0])
        pots = tuple(Pot(amount, tuple(seats)) for amount, *seats in map(_ints, want_list(parts[2])))
        stakes = tuple(_load_stake(stake) for stake in want_list(parts[1]))
        return cls(rules, stakes, pots, bet, step, opener, None if turn < 0 else turn)


def _dump_stake(stake: Stake) -> list[Json]:
    flags = stake.is_in | stake.closed << 1 | stake.raises << 2
    answered: list[Json] = [] if stake.answered is None else [stake.answered]
    return [flags, stake.stack, stake.paid, stake.bet, *answered]


def _load_stake(data: Json) -> Stake:
    flags, stack, paid, bet, *rest = _ints(data)
    answered = rest[0] if rest else None
    return Stake(stack, bool(flags & 1), paid, bet, answered, flags >> 2, bool(flags & 2))


def _ints(data: Json) -> list[int]:
    return [want_int(number) for number in want_list(data)]
