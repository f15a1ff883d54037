"""What a move costs: calls, bytes, units, dollars; beside the samples' way on the same moves."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import mean

from bench import prices, transport
from bench.chat_sample import ChatSample, make_tables
from bench.cpu import own_cpu_ms
from bench.games import NAMES, Corpus, Script, best, corpora
from bench.metered import Metered, metered
from bench.report import Cell, Limit, Report, Table
from bench.road import Bill, Road, bill, played, sampled
from bench.table import in_memory
from bench.transport import Transport
from engine.game import PlayerId
from engine.registry import GAMES
from functions.aws.items import room_item
from functions.rooms import codec
from local.meter import WRITE_UNIT_BYTES, Prices, distribution, item_size

METERED_GAMES = 2
"""Games of each kind that are played through botocore: moto takes 20 ms for a move."""
OTHER_ROOMS = 100
"""How many other games for two run meanwhile, where all connections are looked through."""
_SIZED_GAMES = 24

WRITE_UNITS = {"othello": 1.5, "omok": 1.5, "chess": 2.0}
"""Limits of the design: write units a move, averaged over real games."""
REAL_PLIES = {"othello": 60, "omok": 60, "chess": 80}
"""So long are games between people. Made games go on until chance ends them; where no others are at hand,
the limit is about their first moves."""
SCHEDULER_CALLS = 0.1
"""Calls of Scheduler a move, averaged over a game."""
ALL_ELSE = 1.20
"""Dollars for a million moves with one write unit each, beside the gateway's."""

MEMORIES = (512, 384, 256)
"""MB that are compared with each other."""

MINUTES = {"othello": 10, "omok": 8, "chess": 20}
"""Assumed: how long a game lasts, and with it the sockets of its players."""
_OTHER_MINUTES = 10
_HTTP_CALLS = 5
"""Two guests, a room, two tickets."""
_AUTHORIZED, _CONNECTED, _FRAMES = 2, 4, 4
"""Beside moves: authorizer, ``$connect`` and ``$disconnect``, hello of each of two; sit, start."""
_ROOM_UNITS = 8
"""Making a public room: four items in a transaction."""


@dataclass(frozen=True, slots=True)
class Priced:
    """A road and its bill."""

    name: str
    road: Road
    bill: Bill


def report() -> Report:
    """The section ``cost``."""
    mb, around = prices.memory_mb(), transport.measure()
    priced: list[Priced] = []
    limits: list[Limit] = []
    whole: list[tuple[Cell, ...]] = []
    savings: Table | None = None
    with metered() as world:
        make_tables(world.probe)
        for number, corpus in enumerate(best(game_id) for game_id in GAMES):
            cpu_ms = own_cpu_ms(corpus) + around.total
            some = corpus.sample(METERED_GAMES)
            ours = played(world, corpus, some, first=number * METERED_GAMES)
            theirs = sampled(world, corpus, some, "query")
            here, there = (_bill(road, cpu_ms, around, mb) for road in (ours, theirs))
            priced.append(Priced(f"{corpus.name}, here", ours, here))
            priced.append(Priced(f"{corpus.name}, samples' way (query)", theirs, there))
            limits += _limits(corpus, priced[-2])
            whole.append(_whole_game(corpus, priced[-2], priced[-1], around, mb))
            savings = savings or _savings(priced[-2], around, cpu_ms - around.total)
        priced.append(_scanned(world, best("othello"), around, mb))
    stored, unit_limits = _stored()
    first = priced[0]
    logged = [] if prices.logs_frames() else [_logged(first)]
    tables = [_calls(priced), _dollars([*priced, *logged]), *([savings] if savings else []), stored]
    return Report(
        "cost",
        [*tables, _games(whole), _floods(first, around, mb)],
        [*limits, *unit_limits],
        _notes(mb, around),
        {
            "log_line_bytes": around.line_bytes,
            "access_line_bytes": len(prices.access_line("SocketApi")),
            "memory_mb": mb,
        },
    )


def _bill(road: Road, cpu_ms: float, around: Transport, mb: int) -> Bill:
    """What a million moves cost, with the gateway's own line for each if the template keeps one."""
    cost = bill(road, cpu_ms, around.line_bytes, mb)
    return replace(cost, log=cost.log + prices.access_log("SocketApi")) if prices.logs_frames() else cost


def _logged(here: Priced) -> Priced:
    """The same with ``SocketAccessLogging``."""
    cost = replace(here.bill, log=here.bill.log + prices.access_log("SocketApi"))
    return Priced(f"{here.name}, SocketAccessLogging on", here.road, cost)


def _scanned(world: Metered, corpus: Corpus, around: Transport, mb: int) -> Priced:
    """The samples' way while others play, each connection of theirs a row to look through."""
    others = ChatSample(world.probe, world.gateway, "scan")
    for number in range(2 * OTHER_ROOMS):
        others.connect(f"Uu3pOther{number:04d}=", f"other-{number // 2}", PlayerId("other"))
    road = sampled(world, corpus, corpus.sample(1), "scan")
    cost = _bill(road, own_cpu_ms(corpus) + around.total, around, mb)
    return Priced(f"{corpus.name}, samples' way (scan), {OTHER_ROOMS} other rooms", road, cost)


def _limits(corpus: Corpus, here: Priced) -> list[Limit]:
    road, name = here.road, corpus.name
    return [
        Limit("DynamoDB reads a move", road.reads, 1, "calls", of=name),
        Limit("DynamoDB writes a move", road.writes, 1, "calls", of=name),
        Limit("other DynamoDB calls before a game's last move", road.unwanted, 0, "calls", 0, of=name),
        Limit("Scheduler calls a move", road.schedules, SCHEDULER_CALLS, "calls", 3, of=name),
        Limit("posts a move and connection", road.posts / 2, 1, "posts", of=name),
        Limit(
            "a million moves at 1 write unit, beside API Gateway",
            here.bill.at_one_unit,
            ALL_ELSE,
            "dollars",
            of=name,
        ),
    ]


def _calls(priced: Sequence[Priced]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for one in priced:
        road = one.road
        rows.append(
            (
                one.name,
                road.moves,
                road.reads,
                road.writes,
                road.each(road.by_moves.of("TransactWriteItems")),
                road.posts,
                road.schedules,
                road.each(road.by_moves.write_units),
                road.each(road.by_moves.read_units),
                road.each(road.by_moves.sent_bytes),
            )
        )
    head = ("calls", "moves", "reads", "writes", "archives", "posts", "schedules", "WU", "RU", "bytes sent")
    return Table("A move, counted at botocore (moto)", head, rows)


def _dollars(priced: Sequence[Priced]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            one.name,
            one.bill.gateway,
            one.bill.writes,
            one.bill.reads,
            one.bill.schedules,
            one.bill.calls,
            one.bill.log,
            one.bill.all_else,
            one.bill.total,
        )
        for one in priced
    ]
    head = ("dollars", "gateway", "writes", "reads", "timers", "Lambda", "log", "all else", "total")
    return Table("A million moves, dollars", head, rows)


def _whole_game(corpus: Corpus, here: Priced, there: Priced, around: Transport, mb: int) -> tuple[Cell, ...]:
    """From the first guest to the record, in dollars for a million games."""
    moves = here.road.moves / here.road.games
    minutes = MINUTES.get(corpus.game_id, _OTHER_MINUTES)
    beside, games, price = here.road.beside, here.road.games, Prices()
    call = _call(around, mb)
    frame_log = prices.access_log("SocketApi") if prices.logs_frames() else 0.0
    beside_moves = (
        beside.write_units / games * price.write_units
        + beside.read_units / games * price.read_units
        + beside.posts / games * price.messages
        + _FRAMES * price.messages
        + _HTTP_CALLS * (prices.HTTP_REQUESTS + prices.access_log("HttpStage") + call)
        + (_CONNECTED + _FRAMES) * (call + frame_log)
        + _AUTHORIZED * call
        + 2 * minutes * prices.CONNECTION_MINUTES
    )
    floor = prices.GATEWAY_FLOOR * moves
    return (
        corpus.name,
        moves,
        here.bill.total * moves,
        beside_moves,
        here.bill.total * moves + beside_moves,
        floor,
        there.bill.total * moves,
    )


def _call(around: Transport, mb: int) -> float:
    """A million calls of a function that are no moves, each with a line as long as a move's."""
    return prices.Invocation(2.0, prices.WRITE_MS).dollars_a_million(mb) + prices.log_dollars_a_million(
        around.line_bytes
    )


def _floods(here: Priced, around: Transport, mb: int) -> Table:
    """What strangers can run up in an hour, as fast as the stack's own throttles let them."""
    room = (
        prices.HTTP_REQUESTS
        + prices.access_log("HttpStage")
        + _call(around, mb)
        + _ROOM_UNITS * Prices().write_units
    )
    rows: list[tuple[Cell, ...]] = []
    for what, throttle, dollars in (
        ("socket, every frame a move", "SocketRequestsPerSecond", here.bill.total),
        ("HTTP, every call a new room", "HttpRequestsPerSecond", room),
    ):
        a_second = prices.number(throttle)
        rows.append((what, a_second, dollars, a_second * 3600 / 1_000_000 * dollars))
    return Table("An hour of a flood, dollars", ("flood", "a second", "a million", "an hour"), rows)


def _games(rows: Sequence[tuple[Cell, ...]]) -> Table:
    head = ("game", "moves", "its moves", "all beside them", "sum", "floor", "moves, samples' way")
    return Table("A million games, dollars", head, rows)


def sizes(corpus: Corpus) -> list[list[int]]:
    """Game by game, bytes of the room's item after each move, as DynamoDB counts them."""
    some = corpus.sample(_SIZED_GAMES)
    return [list(_sizes(corpus, game, number)) for number, game in enumerate(some)]


def _sizes(corpus: Corpus, game: Script, number: int) -> Iterator[int]:
    seats, outbox = in_memory(corpus, number)
    for mover, text in seats.moves(game):
        seats.carry(mover, text)
        outbox.clear()
        yield item_size(room_item(codec.encode(seats.room)))


def units(item_sizes: Iterable[int]) -> float:
    """Write units a move, on average, of writes that leave items of these sizes."""
    return mean(-(-size // WRITE_UNIT_BYTES) for size in item_sizes)


def _stored() -> tuple[Table, list[Limit]]:
    rows: list[tuple[Cell, ...]] = []
    limits: list[Limit] = []
    for corpus in corpora():
        games = sizes(corpus)
        found = [size for game in games for size in game]
        spread, average = distribution(found), units(found)
        over = sum(size > WRITE_UNIT_BYTES for size in found) / len(found)
        rows.append(
            (
                corpus.label,
                len(games),
                len(found),
                spread["median"],
                spread["p90"],
                spread["max"],
                f"{over:.0%}",
                average,
            )
        )
        if corpus is best(corpus.game_id) and corpus.game_id in WRITE_UNITS:
            limits.append(_units_limit(corpus, games))
    head = ("games", "number", "moves", "median", "p90", "largest", "over 1 KB", "WU a move")
    return Table("The room's item after each move, bytes", head, rows), limits


def _units_limit(corpus: Corpus, games: Sequence[Sequence[int]]) -> Limit:
    limit, name, plies = WRITE_UNITS[corpus.game_id], corpus.name, None
    if corpus.source != "collected":
        plies = REAL_PLIES[corpus.game_id]
        name = f"{name}, first {plies} plies of made games"
    average = units(size for game in games for size in game[:plies])
    return Limit("write units a move, real games", average, limit, "units", of=name)


def _savings(here: Priced, around: Transport, own_ms: float) -> Table:
    """What 'all else' at one write unit is made of, and what it would be with other memory."""
    cpu_ms, units = own_ms + around.total, Prices().write_units
    rows: list[tuple[Cell, ...]] = []
    for mb in sorted({prices.memory_mb(), *MEMORIES}, reverse=True):
        cost = _bill(here.road, cpu_ms, around, mb)
        billed = prices.Invocation(cpu_ms, here.road.waits_ms()).billed_ms(mb)
        rows.append((f"{mb} MB", billed, units, *_parts(cost), cost.at_one_unit))
    head = ("memory", "ms billed", "write", "reads", "timers", "Lambda", "log", "all else at 1 WU")
    return Table(f"What is beside the gateway, {here.name}, dollars a million moves", head, rows)


def _parts(cost: Bill) -> tuple[float, ...]:
    return cost.reads, cost.schedules, cost.calls, cost.log


def _notes(mb: int, around: Transport) -> list[str]:
    minutes = ", ".join(f"{NAMES.get(game, game)} {minutes}" for game, minutes in MINUTES.items())
    return [
        f"Prices: us-east-1, no free allowance. Lambda: arm64, {mb} MB, CPU as in the section cpu. "
        f"Assumed waits: {prices.READ_MS:g} ms a read, {prices.WRITE_MS:g} a write, {prices.POST_MS:g} a "
        "post (posts go together here, in turn in the samples).",
        f"A move logs one line of {around.line_bytes} bytes, of which filters of the log make the metrics; "
        f"the samples' way is given the same line. With SocketAccessLogging the gateway adds "
        f"{len(prices.access_line('SocketApi'))} bytes for each frame.",
        "Timers that went off during the games and the records at their end are in the dollars; 'WU' has "
        "the records too, which are written by the last move.",
        f"The floor is API Gateway's: ${prices.GATEWAY_FLOOR:.2f} a million moves, one message in, two out.",
        f"Not in 'all beside them': pings, chat, games that were left. Assumed minutes: {minutes}, others "
        f"{_OTHER_MINUTES}.",
    ]
