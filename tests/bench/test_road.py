"""Moves carried through botocore, counted, the project's way and the samples'."""

from collections.abc import Iterator
from functools import partial

import pytest

from bench import prices
from bench.chat_sample import ChatSample, make_tables
from bench.cost import _units_limit, sizes, units
from bench.games import Corpus, Look, Recorded, Source, made, people
from bench.metered import Counts, Metered, metered
from bench.road import Road, bill, played, sampled
from bench.table import START, BenchError
from engine.registry import GAMES
from local.meter import WRITE_UNIT_BYTES

REVERSI = made("othello")
GAME = REVERSI.games[0]
OPENING = Recorded(GAME.actions[:12]) if isinstance(GAME, Recorded) else GAME


@pytest.fixture
def world() -> Iterator[Metered]:
    """moto, with the project's table and the samples'."""
    with metered() as made_world:
        make_tables(made_world.probe)
        yield made_world


@pytest.mark.slow
def test_a_move_here_is_one_read_and_one_write_and_the_last_one_archives(world: Metered) -> None:
    road = played(world, REVERSI, [GAME])
    assert road.moves == GAME.length
    assert (road.reads, road.writes, road.posts) == (1, 1, 2)
    assert road.unwanted == 0
    assert road.by_last_moves.of("TransactWriteItems") == 1
    assert 0 < road.schedules <= 0.1
    assert road.beside.of("TransactWriteItems") >= 3  # the room, two sockets


@pytest.mark.slow
def test_sizes_without_a_table_are_those_that_the_meter_counts(world: Metered) -> None:
    road = played(world, REVERSI, [GAME])
    (found,) = sizes(Corpus("othello", "made", [GAME]))
    before_the_end = road.by_moves.write_units - road.by_last_moves.write_units
    assert sum(-(-size // WRITE_UNIT_BYTES) for size in found[:-1]) == before_the_end
    assert units([1, 1024, 1025, 2048]) == 1.5


@pytest.mark.slow
def test_the_samples_way_plays_the_same_game_with_more_reads_and_larger_frames(world: Metered) -> None:
    here = played(world, REVERSI, [GAME])
    there = sampled(world, REVERSI, [GAME], "query")
    assert there.moves == here.moves
    assert (there.reads, there.writes, there.posts) == (3, 1, 2)
    assert there.by_moves.sent_bytes > 2 * here.by_moves.sent_bytes
    sample = ChatSample(world.dynamodb, world.gateway, "query")
    assert sample.look("othello-query-0", world.probe) is None  # it is over there, too
    room = world.ports.look.load("7hq2mk000000")
    assert room is not None
    assert room.status == "finished"


@pytest.mark.slow
def test_looking_through_all_connections_costs_more_with_every_room(world: Metered) -> None:
    corpus = Corpus("othello", "made", [OPENING])
    alone = sampled(world, corpus, [OPENING], "scan")
    others = ChatSample(world.probe, world.gateway, "scan")
    for number in range(200):
        others.connect(f"other{number:04d}", f"room{number // 2}", people(GAMES["othello"], None)[0])
    crowded = sampled(world, corpus, [OPENING], "scan")
    assert crowded.by_moves.of("Scan") == crowded.moves
    assert crowded.by_moves.read_units > alone.by_moves.read_units
    assert crowded.posts == 2


def test_the_samples_way_refuses_what_the_rules_refuse(world: Metered) -> None:
    sample = ChatSample(world.dynamodb, world.gateway, "query")
    game = GAMES["othello"]
    players = people(game, game.Options())
    for player in players:
        sample.connect(f"c-{player}", "room", player)
    sample.create("room", "othello", {}, players=players, now=START)
    seen = sample.look("room", world.probe)
    assert seen is not None
    mover = game.active_players(seen[1])[0]
    with pytest.raises(BenchError, match="move/illegal"):
        sample.message(f"c-{mover}", sample.move({"type": "place", "x": 0, "y": 0}), START)
    with pytest.raises(BenchError, match="nobody"):
        sample.message("nobody", "{}", START)


def test_two_moves_at_once_lose_one_in_the_samples_way(world: Metered) -> None:
    """What the model is faithful in: the whole state is put back on no condition."""
    sample = ChatSample(world.dynamodb, world.gateway, "query")
    game = GAMES["othello"]
    players = people(game, game.Options())
    for player in players:
        sample.connect(f"c-{player}", "room", player)
    sample.create("room", "othello", {}, players=players, now=START)
    look = partial(sample.look, "room", world.probe)
    moved: list[int] = []

    def overtaken(**_: object) -> None:
        """Another call of the same player comes in between this one's read and its write."""
        if not moved:
            moved.append(1)
            _place(sample, look, 1)

    world.dynamodb.meta.events.register("before-parameter-build.dynamodb.PutItem", overtaken)
    _place(sample, look, 0)
    seen = look()
    assert seen is not None
    assert len(game.view(seen[1], None)["moves"]) == 1  # type: ignore[arg-type]


def _place(sample: ChatSample, look: Look, which: int) -> None:
    seen = look()
    assert seen is not None
    game, state = seen
    mover = game.active_players(state)[0]
    action = game.legal_actions(state, mover)[which].model_dump(mode="json")
    sample.message(f"c-{mover}", sample.move(action), START + 1_000)


def test_a_bill_adds_up() -> None:
    counts = Counts({"GetItem": 100, "UpdateItem": 100}, write_units=100, read_units=100, posts=200)
    road = Road(1, 100, counts, Counts(), Counts(), 0, Counts({"CreateSchedule": 5}))
    cost = bill(road, cpu_ms=1.0, line_bytes=274, mb=1769)
    assert cost.gateway == prices.GATEWAY_FLOOR
    assert (cost.writes, cost.reads) == (0.625, 0.125)
    assert cost.schedules == pytest.approx(0.05)
    assert cost.log == pytest.approx(0.15)  # 300 bytes with CloudWatch's own
    # One millisecond of CPU on a whole one, and the assumed waits, of 1,769 MB.
    gb_seconds = (1.0 + 4 + 6 + 12) / 1_000 * 1769 / 1024
    assert cost.calls == pytest.approx(0.20 + gb_seconds * 1e6 * 0.0000133334)
    assert cost.total == pytest.approx(cost.gateway + cost.all_else)
    assert cost.at_one_unit == pytest.approx(cost.all_else)


@pytest.mark.parametrize(("mb", "billed"), [(1769, 24.0), (3008, 24.0), (884.5, 26.0), (256, 22 + 2 * 6.91)])
def test_less_memory_is_a_smaller_share_of_a_cpu(mb: int, billed: float) -> None:
    assert prices.Invocation(2.0, 22.0).billed_ms(mb) == pytest.approx(billed, abs=0.01)


@pytest.mark.parametrize(
    ("source", "moves"), [("collected", [1_000] * 70 + [2_000] * 30), ("made", [1_000] * 80 + [9_000] * 500)]
)
def test_units_are_judged_on_moves_that_people_play(source: Source, moves: list[int]) -> None:
    limit = _units_limit(Corpus("chess", source, []), [moves])
    assert limit.measured == (1.3 if source == "collected" else 1.0)
    assert ("made games" in limit.of) is (source == "made")
