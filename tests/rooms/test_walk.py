"""A long walk: people do whatever comes to mind, in any order, and what must hold always holds."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.game import JsonObject, PlayerId, Rejection
from functions.rooms import rejections
from functions.rooms.codec import decode, encode
from functions.rooms.record import replay_record
from functions.rooms.room import MAX_CONNECTIONS_PER_PLAYER
from tests.rooms.client_frames import hostile
from tests.rooms.people import ANNA, BO, EVERYBODY, table
from tests.rooms.world import Frame, Socket, World

OPTIONS: tuple[JsonObject, ...] = (
    {},
    {"timeoutPolicy": "lose", "undo": "off"},
    {"timeControl": {"kind": "fischer", "baseSec": 180, "incSec": 2}, "colorAssignment": "alternate"},
    {"timeControl": {"kind": "none"}, "idleLimitSec": 120, "disconnectGraceSec": 30, "undo": "unlimited"},
    {"undo": 2},
)
WORDS = ("requestUndo",) * 5 + ("offerDraw",) * 3 + ("cancelOffer", "cancelOffer", "resign", "castle")
ANSWERS = ("respondUndo", "respondDraw")
CODES = {value.code for value in vars(rejections).values() if isinstance(value, Rejection)}
RULES = {
    "move/illegal",
    "move/not_your_turn",
    "offer/none",
    "offer/pending",
    "offer/own",
    "offer/limit",
    "offer/off",
}


class Walk:
    """One room, four people with up to three tabs each, and a seed that decides everything."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        options = self.rng.choice(OPTIONS[:4])
        room = table(
            ANNA,
            BO if self.rng.random() < 0.7 else None,
            options=options,
            spectators=self.rng.random() < 0.6,
            visibility=self.rng.choice(["public", "private"]),
        )
        self.world = World(first=replace(room, chat=self.rng.choice(["all", "players", "off"])))
        self.sockets: list[Socket] = []
        self.players: dict[str, PlayerId] = {}
        self.read: dict[str, int] = {}

    def step(self) -> None:
        """Something happens."""
        ticks = [0, 1, 300, 1_500, 4_000, 9_000, 31_000, 65_000]
        self.world.tick(self.rng.choices(ticks, weights=[12, 6, 12, 12, 6, 3, 1, 1])[0])
        if self.rng.random() < 0.05:
            self.world.fire()
            return
        if not self.sockets or self.rng.random() < 0.1:
            self.connect()
            return
        socket = self.rng.choice(self.sockets)
        if self.rng.random() < 0.04:
            self.sockets.remove(socket)
            if self.rng.random() < 0.3:
                self.world.outbox.gone.add(socket.id)  # its $disconnect comes never
            else:
                socket.drop()
            return
        self.speak(socket)

    def connect(self) -> None:
        """A new socket, with a hello or without."""
        player = self.rng.choices(EVERYBODY, weights=[4, 4, 1, 1])[0]
        socket = self.world.socket(player, self.rng.choice(["tab1", "tab2", "tab3"]))
        self.players[socket.id] = player
        socket.cs = self.world.room.last_cs(player, socket.client.sender.tab)
        self.sockets.append(socket)
        if self.rng.random() < 0.9:
            socket.send("hello")

    def speak(self, socket: Socket) -> None:
        """One frame: mostly sensible, sometimes not, sometimes the one before again."""
        room, rng = self.world.room, self.rng
        chance = rng.random()
        if chance < 0.5 and room.status == "playing":
            mine = [one for one in self.sockets if one.player == self.world.mover]
            (rng.choice(mine) if mine else socket).move(-1)
        elif chance < 0.2 and room.status == "waiting":
            hosts = [one for one in self.sockets if one.player == room.host]
            (rng.choice(hosts) if hosts else socket).ask("start")
        elif chance < 0.75:
            kinds = {
                "waiting": ["sit"] * 6 + ["options", "options", "kick", "stand", "leave"],
                "playing": ["act"] * 10 + ["answer"] * 10 + ["flag", "sit", "leave"],
                "finished": ["rematch"] * 16 + ["leave", "start", "act"],
            }[room.status]
            self.ask(socket, rng.choice(kinds))
        elif chance < 0.83:
            socket.send(rng.choice(["hello", "sync", "flag"]))
        elif chance < 0.87:
            socket.send("chat", text="안녕하세요")
        elif chance < 0.93:
            socket.text(hostile(rng))
        elif socket.cs > 0:
            socket.send("stand", cs=socket.cs)  # whatever it was: a repeat is known by its number

    def ask(self, socket: Socket, kind: str) -> None:
        """A numbered command, or a flag."""
        rng = self.rng
        if kind == "flag":
            socket.send("flag", seq=self.world.room.seq - rng.randrange(2))
        elif kind == "act":
            socket.ask("act", action={"type": rng.choice(WORDS)}, **self.maybe_seq())
        elif kind == "answer":
            socket.ask("act", action={"type": rng.choice(ANSWERS), "accept": rng.random() < 0.6})
        elif kind == "sit":
            socket.ask("sit", **({} if rng.random() < 0.5 else {"seat": rng.randrange(3)}))
        elif kind == "options":
            socket.ask("options", options=rng.choice(OPTIONS))
        elif kind == "kick":
            whom = rng.choice(EVERYBODY if rng.random() < 0.2 else [ANNA, PlayerId("nobody")])
            socket.ask("kick", playerId=whom)
        else:
            socket.ask(kind)

    def maybe_seq(self) -> dict[str, int]:
        """A seq, now and then, mostly the current one."""
        if self.rng.random() < 0.5:
            return {}
        return {"seq": self.world.room.seq - (self.rng.random() < 0.2)}

    def new_frames(self) -> Iterator[tuple[Frame, PlayerId]]:
        """What was sent since the last look, and to whom."""
        for connection_id, sent in self.world.outbox.sent.items():
            for data in sent[self.read.get(connection_id, 0) :]:
                yield json.loads(data), self.players[connection_id]
            self.read[connection_id] = len(sent)


def check_frame(frame: Frame, player: PlayerId) -> None:
    """What holds for every frame."""
    assert isinstance(frame["now"], int)
    kind = frame["type"]
    assert kind in ("room", "update", "presence", "chat", "rejected", "pong", "closed")
    if kind == "rejected":
        assert frame["code"] in CODES | RULES
        assert frame["reason"]
        if not frame["code"].startswith("message/") and frame["code"] != "room/not_found":
            assert isinstance(frame["seq"], int)
    elif kind not in ("pong", "chat"):
        assert isinstance(frame["seq"], int)
    view = frame.get("view") or {}
    if "legalMoves" in view:
        assert view["players"][view["turn"]] == player


@pytest.mark.parametrize(
    "seed", [*range(8), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(8, 24))]
)
def test_whatever_people_do_what_must_hold_always_holds(seed: int) -> None:
    walk = Walk(seed)
    world = walk.world
    finished: set[int] = set()
    for _ in range(300):
        before = world.room
        walk.step()
        room = world.store.load(world.first.id)
        assert room is not None
        world.check()
        assert room.seq >= before.seq
        assert room.seq - before.seq <= 2  # a late leave is a settlement and the leaving
        assert decode(encode(room)) == room
        assert all(len(room.presence.of(player)) <= MAX_CONNECTIONS_PER_PLAYER for player in EVERYBODY)
        assert room.presence.watching == len(world.store.spectators(room.id))
        if room.status == "playing":
            assert room.armed_at > 0
        if room.status == "finished":
            finished.add(room.games_played)
            assert room.archived_no == room.games_played
        for frame, player in walk.new_frames():
            check_frame(frame, player)
        if room.is_gone(world.now):
            break
    for number in finished:
        record = world.store.find_record(world.first.id, number)
        assert record is not None
        state, _ = replay_record(record)
        result = world.room.game.result(state)
        assert result is not None
        assert json.loads(json.dumps(result.to_json())) == json.loads(json.dumps(record.result))
