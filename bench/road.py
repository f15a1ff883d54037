"""Recorded games carried through botocore, the project's way and the samples', call by call."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from bench import prices
from bench.chat_sample import ChatSample, Lookup
from bench.games import Corpus, Script, people
from bench.metered import Counts, Metered
from bench.table import START
from bench.table import Table as Seats
from engine.game import PlayerId
from engine.registry import GAMES
from local.meter import Prices

NOT_FOR_A_MOVE = ("Query", "Scan", "BatchGetItem", "TransactWriteItems", "PutItem", "DeleteItem")


@dataclass(frozen=True, slots=True)
class Road:
    """What some games called, by what they called it for."""

    games: int
    moves: int
    by_moves: Counts
    by_last_moves: Counts
    """Of those, by the moves that ended a game: they keep its record as well."""
    by_timers: Counts
    wakes: int
    """How many timers went off."""
    beside: Counts
    """Making rooms, coming, sitting, going."""
    in_turn: bool = False
    """Whether the posts of a move wait for each other."""

    def each(self, figure: float) -> float:
        """A figure of all moves, for one."""
        return figure / self.moves

    @property
    def reads(self) -> float:
        """Calls that read, a move."""
        return self.each(self.by_moves.of("GetItem", "Query", "Scan", "BatchGetItem"))

    @property
    def writes(self) -> float:
        """Calls that write, a move; the record of a game that ended is not among them."""
        return self.each(self.by_moves.of("UpdateItem", "PutItem", "DeleteItem"))

    @property
    def unwanted(self) -> int:
        """Calls that no move may make but the last of a game."""
        return self.by_moves.of(*NOT_FOR_A_MOVE) - self.by_last_moves.of(*NOT_FOR_A_MOVE)

    @property
    def schedules(self) -> float:
        """Calls of Scheduler, a move, those of the game's start and of timers included."""
        made = (self.by_moves, self.by_timers, self.beside)
        return self.each(sum(counts.of("CreateSchedule") for counts in made))

    @property
    def posts(self) -> float:
        """Posts a move."""
        return self.each(self.by_moves.posts)

    def waits_ms(self) -> float:
        """How long a move waits for AWS, under the assumptions in ``prices``."""
        posts = self.posts if self.in_turn else min(1.0, self.posts)
        return self.reads * prices.READ_MS + self.writes * prices.WRITE_MS + posts * prices.POST_MS


@dataclass(frozen=True, slots=True)
class Bill:
    """Dollars for a million moves, by what they pay; records and timers are in it."""

    gateway: float
    write_units: float
    reads: float
    schedules: float
    calls: float
    log: float

    @property
    def writes(self) -> float:
        """What the write units cost."""
        return self.write_units * Prices().write_units

    @property
    def all_else(self) -> float:
        """All but API Gateway."""
        return self.writes + self.reads + self.schedules + self.calls + self.log

    @property
    def at_one_unit(self) -> float:
        """The same, were every move one write unit and nothing else written."""
        return self.all_else - self.writes + Prices().write_units

    @property
    def total(self) -> float:
        """The whole of it."""
        return self.gateway + self.all_else


def bill(road: Road, cpu_ms: float, line_bytes: float, mb: int) -> Bill:
    """What a million of such moves cost, with calls that take so much CPU and log one such line."""
    price = Prices()
    call = prices.Invocation(cpu_ms, road.waits_ms()).dollars_a_million(mb)
    calls = 1 + road.each(road.wakes)
    both = road.by_moves + road.by_timers
    return Bill(
        gateway=(1 + road.posts) * price.messages,
        write_units=road.each(both.write_units),
        reads=road.each(both.read_units) * price.read_units,
        schedules=road.schedules * price.schedules,
        calls=calls * call,
        log=calls * prices.log_dollars_a_million(line_bytes),
    )


def played(world: Metered, corpus: Corpus, games: Sequence[Script], *, first: int = 0) -> Road:
    """The project's way. Rooms are numbered from ``first`` on."""
    moves = wakes = 0
    by_moves, by_last_moves, by_timers, beside = Counts(), Counts(), Counts(), Counts()
    for number, game in enumerate(games, start=first):
        seats = Seats(world.ports, corpus.game_id, corpus.options, number=number)
        beside += world.take()
        for mover, text in seats.moves(game):
            by_timers += world.take()
            seats.carry(mover, text)
            newest = world.take()
            moves += 1
            by_moves += newest
            if seats.mover is None:
                by_last_moves += newest
        wakes += seats.woken
        seats.leave_all()
        beside += world.take()
    return Road(len(games), moves, by_moves, by_last_moves, by_timers, wakes, beside)


def sampled(world: Metered, corpus: Corpus, games: Sequence[Script], lookup: Lookup) -> Road:
    """The samples' way, on the same moves."""
    moves, by_moves, beside = 0, Counts(), Counts()
    sample = ChatSample(world.dynamodb, world.gateway, lookup)
    rules = GAMES[corpus.game_id]
    players = people(rules, rules.Options.model_validate(corpus.options))
    for number, game in enumerate(games):
        room = f"{corpus.game_id}-{lookup}-{number}"
        for player in players:
            sample.connect(_connection(room, player), room, player)
        sample.create(room, corpus.game_id, corpus.options, players=players, now=START)
        beside += world.take()
        look = partial(sample.look, room, world.probe)
        for second, action in enumerate(game.sent(look)):
            seen = look()
            if seen is None:
                break
            mover = seen[0].active_players(seen[1])[0]
            sample.message(_connection(room, mover), sample.move(action), START + second * 1_000)
            moves += 1
            by_moves += world.take()
    return Road(len(games), moves, by_moves, Counts(), Counts(), 0, beside, in_turn=True)


def _connection(room: str, player: PlayerId) -> str:
    return f"Uu3p{room}{player[:3]}="
