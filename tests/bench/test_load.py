"""Many rooms at once: nothing is lost, and a loss would be seen."""

import json
from dataclasses import replace
from itertools import islice

import pytest

from bench.games import Chance, made
from bench.load import ROOMS, Inboxes, carry_load, logged
from bench.loaded import Loaded, row, table_of
from bench.stack import load_stack
from bench.table import BenchError, Ports
from bench.table import Table as Seats
from functions.rooms.ports import Lost
from local.memory import MemoryOutbox, MemoryStore, MemoryTimers


def test_rooms_at_once_lose_no_move() -> None:
    loaded = carry_load(12, 1.5, think_sec=0.02)
    assert loaded.lost == 0
    assert len(loaded.took_ms) > 12


@pytest.mark.slow
def test_two_hundred_rooms_at_once_lose_no_move() -> None:
    loaded = carry_load(ROOMS, 5.0)
    assert loaded.rooms == 200
    assert loaded.lost == 0
    assert len(loaded.took_ms) > 200


def test_the_log_is_asked_which_moves_were_kept() -> None:
    store = MemoryStore()
    table = Seats(Ports(store, store, MemoryOutbox(), MemoryTimers()), "othello")
    told = set()
    for player, text in islice(table.moves(made("othello").games[0]), 5):
        table.carry(player, text)
        told.add((table.client(player).sender.tab, json.loads(text)["cs"]))
    assert logged(store, table) == (told, 0)
    resigner = table.players[0]
    text = table.frame(resigner, "act", action={"type": "resign"})
    table.carry(resigner, text)
    told.add((table.client(resigner).sender.tab, json.loads(text)["cs"]))
    assert logged(store, table) == (told, 1)


def test_a_log_that_does_not_lead_to_the_state_is_found() -> None:
    store = MemoryStore()
    table = Seats(Ports(store, store, MemoryOutbox(), MemoryTimers()), "othello")
    for player, text in islice(table.moves(made("othello").games[0]), 5):
        table.carry(player, text)
    before = table.room
    assert before.match is not None
    (player, text), *_ = islice(table.moves(Chance(bytes(16))), 1)
    table.carry(player, text)
    # The log of one move ago, with the state of now.
    forgotten = replace(table.room, seq=table.room.seq + 1)
    assert forgotten.match is not None
    forgotten = replace(forgotten, match=replace(forgotten.match, log=before.match.log))
    assert not isinstance(store.save(forgotten, presence_rev=None, arm=None), Lost)
    with pytest.raises(BenchError, match="another state"):
        logged(store, table)


def test_nobody_is_put_out_of_a_room_under_load() -> None:
    with pytest.raises(BenchError, match="put out"):
        Inboxes().close(["c1"])


def test_a_row_has_the_rate_and_the_slowest_moves() -> None:
    loaded = Loaded(rooms=2, seconds=2.0, games=1, took_ms=[1.0] * 98 + [5.0, 9.0], lost=0)
    table = table_of("Load", [row("in memory", loaded)])
    (found,) = table.to_json()
    assert found["moves/s"] == 50
    assert (found["p50 ms"], found["p99 ms"], found["longest"]) == (1.0, 9.0, 9.0)


@pytest.mark.slow
def test_rooms_on_the_local_stack_lose_no_move() -> None:
    loaded = load_stack(3, 3.0, think_sec=0.1)
    assert loaded.lost == 0
    assert len(loaded.took_ms) > 3
