"""One simulated world: a room or two, their people, and all that happens until all games have ended."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from unittest.mock import patch

from engine.game import Millis, PlayerId
from engine.registry import GAMES
from functions.lobby.models import JsonMap
from functions.rooms import frames, teller
from functions.rooms.room import Link
from functions.rooms.timing import Policy
from local.memory import FixedEntropy
from tests.open_store import OpenStore
from tests.simulation.door import Door
from tests.simulation.fate import Fate
from tests.simulation.gateway import Gateway
from tests.simulation.people import Person, SimTab
from tests.simulation.ports import LONGEST_CALL_MS
from tests.simulation.relay import Relay
from tests.simulation.scheduler import Scheduler
from tests.simulation.watch import BrokenError, Watch, must

START: Millis = 1_800_000_000_000
NAMES = tuple(PlayerId(name) for name in ("anna", "bo", "cy", "dora", "eve", "fil", "gus"))
LONGEST_END_MS = 5 * 24 * 3600 * 1000
"""No game is still running so long after everybody stopped (an idle limit is ten minutes a turn)."""
LONGEST_LOOK_MS = 5_000
"""Where nothing goes wrong, a tab has been shown the room by then."""

CHOICES: Mapping[str, Sequence[JsonMap]] = {
    "othello": (
        {},
        {"timeControl": {"kind": "fischer", "baseSec": 180, "incSec": 2}, "colorAssignment": "alternate"},
        {"timeControl": {"kind": "perMove", "perMoveSec": 10}, "timeoutPolicy": "lose", "undo": "off"},
        {"timeControl": {"kind": "perMove", "perMoveSec": 10}, "undo": "unlimited"},
        {"timeControl": {"kind": "none"}, "idleLimitSec": 600, "disconnectGraceSec": 30},
    ),
    "omok": (
        {},
        {"timeControl": {"kind": "fischer", "baseSec": 180, "incSec": 2}, "skill": False},
        {"timeControl": {"kind": "perMove", "perMoveSec": 10}, "timeoutPolicy": "lose", "undo": 1},
        {"timeControl": {"kind": "perMove", "perMoveSec": 20}, "undo": "unlimited"},
        {"timeControl": {"kind": "none"}, "idleLimitSec": 120, "disconnectGraceSec": 120},
    ),
    "chess": (
        {},
        {"timeControl": "1+0", "undo": "unlimited"},
        {"timeControl": "3+2", "variant": "chess960", "drawMode": "fide"},
        {"timeControl": "none", "disconnectGraceSec": 30, "colorAssignment": "alternate"},
        {"timeControl": "1+10", "autoQueen": True, "undo": "off"},
    ),
    "seotda": ({"hands": 1}, {"hands": 5, "maxPlayers": 3, "perMoveSec": 10}, {"maxPlayers": 2, "hands": 1}),
}
"""Options to play under, by game; a game that is not here is played under its defaults."""


class World:
    """See the module. The same fate gives the same world; ``story`` is told what happens in it."""

    def __init__(self, fate: Fate, story: list[str] | None = None) -> None:
        self.fate = fate
        self.story = story
        self.relay = Relay(START)
        self.store = OpenStore()
        self.policy = Policy()
        self.watch = Watch(self)
        self.gateway = Gateway(self)
        self.scheduler = Scheduler(self)
        self.door = Door(self)
        self.is_down = False
        self._entropy = FixedEntropy(f"world {fate.seed}")

        self.game_id = fate.choice("game", tuple(GAMES))
        self.choices = CHOICES.get(self.game_id, ({},))
        self.pace = fate.choice("pace", ((20, 120), (80, 800), (300, 3_000), (1_000, 12_000)))
        self.games_wanted = fate.between("games", 1, 3)
        self.has_fanout = fate.number("fanout") < 0.3
        self.tells_admission = fate.number("admission") < 0.8
        self._thoughts_left = fate.choice("thoughts", (80, 200, 300, 500, 1_200))
        self._ending = fate.choice("ending", ("stay", "leave", "vanish"))
        self._options = fate.choice("options", self.choices)
        self.people = self._invited()

    # --- What others need ---

    def note(self, text: str) -> None:
        """A line of the story, if somebody wants to read it."""
        if self.story is not None:
            readable = text.encode("utf-8", "backslashreplace").decode()
            self.story.append(f"{(self.relay.now - START) / 1000:12.3f} {readable}")

    def seed(self) -> bytes:
        """A seed for a game."""
        return self._entropy.seed()

    def dice(self, name: str) -> random.Random:
        """Dice for code that wants to throw them itself."""
        return random.Random(int(self.fate.number(name) * 2**53))

    def as_json(self, frame: Mapping[str, object]) -> str:
        """A frame as a client writes it."""
        return json.dumps(frame, ensure_ascii=False, separators=(",", ":"))

    def is_busy(self) -> bool:
        """Whether people still act; asked before each of their thoughts."""
        self._thoughts_left -= 1
        return self._thoughts_left > 0

    def may_start(self, seated: Sequence[str]) -> bool:
        """Whether those who want to play have sat down, as far as there are seats."""
        room = self.watch.newest(self.door.room_id)
        return len(seated) >= min(len(room.seats), sum(person.plays for person in self.people))

    def tabs(self) -> Iterator[SimTab]:
        """Every tab there ever was."""
        for person in self.people:
            yield from person.tabs

    # --- The course of the world ---

    def run(self) -> None:
        """Live through it.

        :raises BrokenError: something did not hold.
        """
        with patch.object(teller, "CROWD", self.fate.choice("crowd", (0, 1, 32))):
            self._plan_outage()
            self.door.make_room(self.people[0], self._options, self._begin)
            self.relay.run(lambda: self._thoughts_left <= 0)
            self._calm_down()
            self._end_games()
            self._look_again()
            self.watch.check_end()

    def _begin(self) -> None:
        for person in self.people:
            self.relay.after(self.fate.between(f"arrives {person.player}", 0, 2_000), person.come().begin)

    def _invited(self) -> list[Person]:
        """Enough people to play, and perhaps some who only look on."""
        game = GAMES[self.game_id]
        least, most = game.players_for(game.Options.model_validate(self._options))
        playing = self.fate.between("players", least, min(most, 4))
        watching = self.fate.below("others", 3)
        return [Person(self, name, plays=n < playing) for n, name in enumerate(NAMES[: playing + watching])]

    def _plan_outage(self) -> None:
        """For a while the store cannot be had, and nobody is to lose by it.

        The functions know of it before it ends (a release), so that none decides without.
        """
        if not self.fate.happens("outage", "of the store"):
            return
        begins = self.fate.between("outage begins", 2_000, 60_000)
        ends = begins + self.fate.choice("outage lasts", (3_000, 20_000, 45_000, 120_000))

        def fail() -> None:
            if not self.fate.is_calm:
                self.note("the store is down")
                self.is_down = True

        def know() -> None:
            self.policy = replace(self.policy, not_before=START + ends + 30_000)

        def recover() -> None:
            self.note("the store is back")
            self.is_down = False

        self.relay.at(START + begins, fail)
        self.relay.at(START + max(begins, ends - LONGEST_CALL_MS), know)
        self.relay.at(START + ends, recover)

    def _calm_down(self) -> None:
        """From here on nothing goes wrong any more; what is under way comes to its end."""
        self.note("calm from here on")
        self.fate.is_calm = True
        self.is_down = False
        until = self.relay.now + 40_000
        self.relay.run(lambda: self.relay.now >= until)
        self.watch.check_calm()
        if self._is_playing() and not self.scheduler.will_call(self.door.room_id):
            must(self.door.room_id in self.scheduler.lost, "the room sleeps: nobody will wake it")
            self._ending = "stay"

    def _end_games(self) -> None:
        """Time goes on, with people at their tabs or without; every game must end."""
        self.note(f"people {self._ending}")
        for tab in list(self.tabs()):
            if self._ending != "stay":
                tab.is_over = True
                line = tab.line
                if self._ending == "leave":
                    tab.drop()
                elif line is not None:
                    self.gateway.vanish(line)
        if self._ending == "stay":
            for person in self.people:
                if all(tab.is_over for tab in person.tabs):
                    tab = person.come()
                    tab.connect()
        until = self.relay.now + LONGEST_END_MS
        self.relay.run(lambda: self._has_ended() or self.relay.now >= until)
        must(self._has_ended(), "a game goes on for ever, or the timers do")
        if self._ending == "stay":
            for tab in self.tabs():
                pending = tab.state.pending
                closed = tab.is_over or tab.state.snapshot.closed is not None
                must(closed or pending is None, f"{tab.name} never heard of {pending}")

    def _has_ended(self) -> bool:
        return self.scheduler.is_done and not self._is_playing()

    def _is_playing(self) -> bool:
        room = self.watch.newest(self.door.room_id)
        return room.status == "playing" and not room.is_gone(self.relay.now)

    def _look_again(self) -> None:
        """Everybody comes back, one after the other, and sees the truth."""
        for tab in list(self.tabs()):
            tab.close()
        self._rest()
        came = [person.come() for person in self.people]
        for tab in came:
            tab.connect()
            self._rest()
        for tab in came:
            self._check_truth(tab)

    def _rest(self) -> None:
        until = self.relay.now + LONGEST_LOOK_MS
        self.relay.at(until, lambda: None)
        self.relay.run(lambda: self.relay.now >= until)

    def _check_truth(self, tab: SimTab) -> None:
        """A tab that came back shows what is stored, or was told why it may not."""
        snapshot = tab.state.snapshot
        room, me, now = self.watch.newest(self.door.room_id), tab.person.player, self.relay.now
        if room.is_gone(now) and not room.is_gone(now - LONGEST_LOOK_MS * len(self.people)):
            return  # it closed while they came
        if room.is_gone(now) or me in room.barred:
            must(snapshot.closed is not None, f"{tab.name} was let into a closed room")
            return
        if room.seat_of(me) is None:
            full = room.status != "waiting" or None not in room.seats
            unknown = room.visibility == "private" and not tab.person.knows_code
            if unknown or (full and not room.spectators_allowed):
                must(snapshot.closed is not None, f"{tab.name} may not watch")
                return
        if snapshot.room is None:
            raise BrokenError(f"{tab.name} came back and sees nothing: {snapshot}")
        self.watch.check_picture(tab)
        must(snapshot.seq == room.seq, f"{tab.name} shows version {snapshot.seq} of {room.seq}")
        truth = json.loads(frames.encode(frames.room(room, Link(me, tab.tab), START, self.policy, None)))
        shown = snapshot.room.model_dump(mode="json", by_alias=True)
        for told in (shown, truth["room"]):
            del told["spectators"]["count"]  # told only when a player comes or goes
        must(shown == truth["room"], f"{tab.name} shows {shown}, but it is {truth['room']}")
        must(snapshot.deadline == truth["deadline"], f"{tab.name} shows another deadline")
