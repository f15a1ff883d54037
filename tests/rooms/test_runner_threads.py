"""Real threads on one store: whatever the order, one of two wins and nothing is lost or doubled."""

from collections.abc import Callable
from functools import partial, wraps
from threading import Barrier, Thread

from tests.rooms.people import ANNA, BO, CY, DORA, table
from tests.rooms.world import Socket, World, game_of_two

ROUNDS = 60


def at_once(*calls: Callable[[], object]) -> None:
    """Run these at the same time and wait for all; the first exception of any is raised."""
    barrier, failures = Barrier(len(calls)), list[BaseException]()

    def run(call: Callable[[], object]) -> None:
        barrier.wait()
        try:
            call()
        except BaseException as failure:  # noqa: BLE001 - handed to the thread that waits
            failures.append(failure)

    threads = [Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def many_times(test: Callable[[], None]) -> Callable[[], None]:
    """The same again and again, since threads meet differently each time."""

    @wraps(test)
    def repeated() -> None:
        for _ in range(ROUNDS):
            test()

    return repeated


def actions(world: World) -> list[str]:
    """The kinds of the game's actions so far."""
    match = world.room.match
    assert match is not None
    return [str(entry.action["type"]) for entry in match.log.entries(match.started_at)]


def seqs(socket: Socket) -> list[int]:
    """The versions that a client was told of."""
    return [frame["seq"] for frame in socket.frames if frame["type"] in ("room", "update")]


@many_times
def test_two_commands_at_the_same_seq_are_both_done_one_after_the_other() -> None:
    world, anna, bo = game_of_two()
    move = world.legal()
    at_once(lambda: anna.ask("act", action=move), lambda: bo.act("offerDraw"))
    assert sorted(actions(world)) == ["offerDraw", "place"]
    assert world.room.seq == 4
    assert sorted(seqs(anna)) == sorted(seqs(bo)) == [3, 4]
    world.check()


@many_times
def test_two_commands_that_name_the_same_seq_let_one_through() -> None:
    world, anna, bo = game_of_two()
    move, seq = world.legal(), world.room.seq
    at_once(
        lambda: anna.ask("act", action=move, seq=seq),
        lambda: bo.ask("act", action={"type": "offerDraw"}, seq=seq),
    )
    assert len(actions(world)) == 1
    refused = [frame for socket in (anna, bo) for frame in socket.frames if frame["type"] == "rejected"]
    assert [frame["code"] for frame in refused] == ["command/conflict"]
    world.check()


@many_times
def test_the_same_command_twice_in_parallel_is_done_once() -> None:
    world, anna, bo = game_of_two()
    move = world.legal()
    again = Socket(world, anna.client)
    at_once(lambda: anna.send("act", cs=2, action=move), lambda: again.send("act", cs=2, action=move))
    assert actions(world) == ["place"]
    assert seqs(bo) == [3, 3]
    assert [frame["cs"] for frame in anna.frames] == [2, 2]
    world.check()


@many_times
def test_of_three_people_who_want_the_last_seat_one_gets_it() -> None:
    world = World(first=table(ANNA, None))
    world.join(ANNA)
    guests = [world.join(player) for player in (BO, CY, DORA)]
    at_once(*[partial(guest.ask, "sit") for guest in guests])
    seated = [seat.player for seat in world.room.seated]
    assert len(seated) == 2
    refused = [guest.player for guest in guests if guest.kinds().count("rejected")]
    assert sorted([*seated, *refused]) == sorted([ANNA, BO, CY, DORA])
    world.check()


@many_times
def test_both_asking_for_a_rematch_at_once_start_exactly_one_game() -> None:
    world, anna, bo = game_of_two()
    anna.act("resign")
    at_once(lambda: anna.ask("rematch"), lambda: bo.ask("rematch"))
    room = world.room
    assert (room.status, room.games_played, room.archived_no, room.seq) == ("playing", 2, 1, 5)
    world.check()


@many_times
def test_flags_and_timers_at_once_settle_a_deadline_once() -> None:
    world, anna, bo = game_of_two()
    cy = world.join(CY)
    world.tick(32_000)
    at_once(
        lambda: anna.send("flag"),
        lambda: bo.send("flag"),
        lambda: cy.send("flag"),
        lambda: world.runner.woken(world.first.id, world.room.armed_at, world.now),
    )
    assert actions(world) == ["timeout"]
    world.check()


@many_times
def test_coming_and_going_during_moves_loses_neither() -> None:
    world, anna, bo = game_of_two()
    phone, cy = world.socket(BO, "phone"), world.socket(CY)
    move = world.legal()
    at_once(
        lambda: anna.ask("act", action=move),
        bo.drop,
        lambda: phone.send("hello"),
        lambda: cy.send("hello"),
    )
    room = world.room
    assert room.presence.of(BO) == [phone.id]
    assert room.presence.watching == 1
    assert (room.seq, actions(world)) == (3, ["place"])
    assert 3 in seqs(phone)
    assert 3 in seqs(cy)
    world.check()


@many_times
def test_a_whole_crowd_at_once_leaves_a_log_that_replays() -> None:
    world, anna, bo = game_of_two()
    tabs = [
        anna,
        bo,
        world.join(ANNA, "a2"),
        world.join(BO, "b2"),
        world.join(ANNA, "a3"),
        world.join(BO, "b3"),
    ]

    def busy(tab: Socket) -> None:
        for kind in ("offerDraw", "cancelOffer", "requestUndo"):
            tab.act(kind)
        tab.move()

    at_once(*[partial(busy, tab) for tab in tabs])
    assert world.room.seq == 2 + len(actions(world))
    for tab in tabs:
        told = [frame for frame in tab.frames if frame.get("cs") is not None]
        assert sorted(frame["cs"] for frame in told) == list(range(tab.cs - 3, tab.cs + 1))
    world.check()
