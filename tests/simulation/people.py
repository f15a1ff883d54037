"""The people of a simulated world: what they do at their tabs, and what their tabs do by themselves.

A tab is the real client's state machine (``local.client.state``). People know nothing but what
their tab shows them; only what they may play is read from the game itself, at the version that
the tab shows, since each game lists its moves in its own way.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import JsonValue

from engine.game import Millis, PlayerId
from functions.lobby.problems import Problem
from functions.rooms.messages import Unreadable, read
from local.client.frames import JsonObject
from local.client.snapshot import ClosedError, Command
from local.client.state import Reaction, TabState
from tests.rooms.client_frames import hostile
from tests.simulation.gateway import Line

if TYPE_CHECKING:
    from tests.simulation.world import World

SIDE_ACTIONS: tuple[JsonObject, ...] = (
    {"type": "requestUndo"},
    {"type": "requestUndo"},
    {"type": "offerDraw"},
    {"type": "cancelOffer"},
    {"type": "claimDraw"},
    {"type": "resign"},
    {"type": "place", "x": 0, "y": 0},
    {"type": "useSkill", "x": 7, "y": 7},
    {"type": "move", "from": "e2", "to": "e4"},
    {"type": "timeout"},
    {"type": "bet", "word": "half"},
)
"""What people try beside the moves of their turn, in whatever game it is."""


class SimTab:
    """One tab of a person, in one room."""

    def __init__(self, person: "Person", number: int) -> None:
        self.person = person
        self.world: World = person.world
        self.tab = f"t{number}"
        self.name = f"{person.player}.{self.tab}"
        self.line: Line | None = None
        self.commands: list[Command] = []
        self.is_over = False
        self._lines = 0
        self._asking = False
        self._tickets: list[str] = []
        self._thoughts = 0
        self._planned: Millis | None = None
        self._skew = self.world.fate.between(f"skew {self.name}", 0, 1_000_000)
        self._drawn = 0
        self.state = TabState(self._chance, flags=self.world.fate.number(f"flags {self.name}") < 0.9)

    def _chance(self) -> float:
        self._drawn += 1
        return self.world.fate.number(f"chance {self.name} {self._drawn}")

    @property
    def at(self) -> Millis:
        """The tab's own clock, which starts anywhere."""
        return self.world.relay.now + self._skew

    # --- The connection ---

    def connect(self) -> None:
        """Get a ticket and open a socket, unless one is open or the tab is over."""
        if self.is_over or self.line is not None or self._asking or self.state.snapshot.closed is not None:
            return
        self._lines += 1
        line_id = f"{self.name}.c{self._lines}"
        self._asking = True

        def told(answer: str | Problem | None) -> None:
            self._asking = False
            if self.is_over:
                return
            if isinstance(answer, str):
                reuses = self._tickets and self.world.fate.number(f"old ticket {line_id}") < 0.02
                self._tickets.append(answer)
                self.world.gateway.open(self, line_id, self._tickets[0] if reuses else answer)
            elif answer is None:
                self._come_back()
            else:
                self.state.closed(ClosedError(answer.code, answer.detail))

        self.world.door.ticket(self, line_id, told)

    def answered(self, line: Line, is_open: bool) -> None:
        """The gateway let the socket open, or not."""
        if line is not self.line:
            return
        if is_open:
            self._do(self.state.opened(self.at))
        else:
            self.line = None
            self._come_back()

    def cut_off(self, line: Line) -> None:
        """The socket is closed by the other end."""
        if line is self.line:
            line.is_up = False
            self.line = None
            self.state.lost()
            self._come_back()

    def drop(self, *, notices: bool = True) -> None:
        """Lose the socket at this end."""
        if self.line is not None:
            line, self.line = self.line, None
            self.world.gateway.hang_up(line, notices=notices)
            self.state.lost()

    def _come_back(self) -> None:
        pause = self.world.fate.between(f"come back {self.name} {self._lines}", 50, 3_000)
        self.world.relay.after(pause, self.connect)

    def close(self) -> None:
        """The person closes the tab for good."""
        self.is_over = True
        self.drop()

    # --- Frames ---

    def hear(self, line: Line, text: str) -> None:
        """A frame arrives."""
        if line is not self.line or not line.is_up:
            return
        self._do(self.state.receive(text, self.at))
        self.world.watch.heard(self)

    def raw(self, frame: Mapping[str, object]) -> None:
        """Send a frame past the state machine."""
        self.raw_text(self.world.as_json(frame))

    def raw_text(self, text: str) -> None:
        """Send anything past the state machine."""
        if self.line is not None and self.line.at_gateway == "open":
            self.world.gateway.up(self.line, text)

    def ask(self, kind: str, **fields: JsonValue) -> None:
        """A new command, if the last one is done."""
        if self.state.pending is not None or self.state.snapshot.closed is not None:
            return
        command, reaction = self.state.submit(kind, fields, self.at)
        self.commands.append(command)
        self._do(reaction)

    def _do(self, reaction: Reaction) -> None:
        for frame in reaction.send:
            if self.line is not None:
                self.world.gateway.up(self.line, self.world.as_json(frame))
        if reaction.reconnect:
            self.drop()
            self._come_back()
        self._plan()

    def _plan(self) -> None:
        due = self.state.next_due()
        if due is None:
            return
        when = due - self._skew
        if self._planned is None or when < self._planned:
            self._planned = when
            self.world.relay.at(when, lambda: self._due(when))

    def _due(self, when: Millis) -> None:
        if self._planned != when:
            return
        self._planned = None
        if self.line is not None and not self.is_over:
            self._do(self.state.due(self.at))

    # --- What its person does there ---

    def begin(self) -> None:
        """Connect, and think now and then."""
        self.connect()
        self._think_later()

    def _think_later(self) -> None:
        fate, where = self.world.fate, f"{self.name} {self._thoughts}"
        pause = fate.between(f"think {where}", *self.world.pace)
        if fate.happens("dawdle", where):
            pause += fate.choice(f"dawdle {where}", (5_000, 29_000, 31_000, 70_000, 150_000))
        self.world.relay.after(pause, self._think)

    def _think(self) -> None:
        if self.is_over or not self.world.is_busy():
            return
        if self.state.snapshot.closed is not None:
            self.is_over = True
            self.person.later()
            return
        self._thoughts += 1
        where = f"{self.name} {self._thoughts}"
        fate = self.world.fate
        if fate.happens("break", where):
            self.drop()
            self._come_back()
        elif fate.happens("mute", where):
            self._mute()
        elif fate.happens("whim", where):
            self._whim(where)
        elif self.state.snapshot.connected:
            self._be_sensible(where)
        self._think_later()

    def _mute(self) -> None:
        """The line dies without a word: only silence tells."""
        if self.line is not None and self.line.at_gateway == "open":
            self.world.gateway.hang_up(self.line)

    def _be_sensible(self, where: str) -> None:
        snapshot, me = self.state.snapshot, self.person.player
        room = snapshot.room
        if room is None or self.state.pending is not None:
            return
        seated = [seat.player_id for seat in snapshot.seats if seat is not None]
        if room.status == "waiting":
            if me not in seated and self.person.plays and None in snapshot.seats:
                self.ask("sit")
            elif me == room.host and self.world.may_start(seated):
                self.ask("start")
        elif room.status == "finished":
            if me in seated and me not in room.rematch and room.game_no < self.world.games_wanted:
                self.ask("rematch")
        elif not self._answer_offer(where):
            self._move(where)

    def _answer_offer(self, where: str) -> bool:
        view = self.state.snapshot.view or {}
        pending: Any = view.get("pending") or {}
        players: Any = view.get("players")
        for kind, answer in (("undo", "respondUndo"), ("draw", "respondDraw")):
            offer = pending.get(kind)
            if offer is not None and isinstance(players, dict) and self.person.player in players.values():
                if players[offer["by"]] == self.person.player:
                    return False
                accept = self.world.fate.number(f"accept {where}") < 0.6
                self.ask("act", action={"type": answer, "accept": accept})
                return True
        return False

    def _move(self, where: str) -> None:
        snapshot, fate = self.state.snapshot, self.world.fate
        room = self.world.watch.at(self.world.door.room_id, snapshot.seq)
        if room.match is None or room.status != "playing":
            return
        me = self.person.player
        if me not in room.game.active_players(room.match.state):
            return
        legal = room.game.legal_actions(room.match.state, me)
        action: dict[str, JsonValue] = fate.choice(f"move {where}", legal).model_dump(mode="json")
        if fate.number(f"seq {where}") < 0.3:
            self.ask("act", action=action, seq=snapshot.seq)
        else:
            self.ask("act", action=action)

    def _whim(self, where: str) -> None:
        """Something that nobody needs."""
        fate = self.world.fate
        number = fate.number(f"which {where}")
        for odds, whim in _WHIMS:
            number -= odds
            if number < 0:
                self.world.note(f"{self.name} has a whim: {whim.__name__}")
                whim(self, where)
                return


class Person:
    """Somebody in a room; ``plays`` says whether they want a seat."""

    def __init__(self, world: "World", player: PlayerId, *, plays: bool) -> None:
        self.world = world
        self.player = player
        self.knows_code = plays or world.fate.number(f"code {player}") < 0.8
        self.nickname = player.title()
        self.plays = plays
        self.tabs: list[SimTab] = []

    def come(self) -> SimTab:
        """Open one more tab."""
        tab = SimTab(self, len(self.tabs) + 1)
        self.tabs.append(tab)
        return tab

    def later(self) -> None:
        """Come back after a while, if no tab is left."""
        number = len(self.tabs)
        pause = self.world.fate.between(f"later {self.player} {number}", 500, 90_000)

        def come_back() -> None:
            if self.world.is_busy() and number < 6 and all(tab.is_over for tab in self.tabs):
                self.come().begin()

        self.world.relay.after(pause, come_back)


# --- Whims ---


def _try_something(tab: SimTab, where: str) -> None:
    tab.ask("act", action=tab.world.fate.choice(f"try {where}", SIDE_ACTIONS))


def _offer(tab: SimTab, where: str) -> None:
    kind = tab.world.fate.choice(f"offer {where}", ("requestUndo", "offerDraw"))
    tab.ask("act", action={"type": kind})


def _act_on_old_news(tab: SimTab, where: str) -> None:
    tab.ask("act", action={"type": "offerDraw"}, seq=max(tab.state.snapshot.seq - 1, 0))


def _leave(tab: SimTab, where: str) -> None:
    if tab.world.fate.number(f"leave {where}") < 0.3:
        tab.ask("leave")


def _change_the_room(tab: SimTab, where: str) -> None:
    kind = tab.world.fate.choice(f"change {where}", ("stand", "sit", "options", "kick", "start", "rematch"))
    fields: dict[str, JsonValue] = {}
    if kind == "options":
        fields = {"options": dict(tab.world.fate.choice(f"options {where}", tab.world.choices))}
    elif kind == "kick":
        fields = {"playerId": tab.world.fate.choice(f"kick {where}", ("dora", "dora", "anna", "bo"))}
    elif kind == "sit":
        fields = {"seat": tab.world.fate.below(f"seat {where}", 3)}
    tab.ask(kind, **fields)


def _say_again(tab: SimTab, where: str) -> None:
    if tab.commands:
        tab.raw(tab.world.fate.choice(f"again {where}", tab.commands[-3:]).frame)


def _say_something(tab: SimTab, where: str) -> None:
    frames: tuple[JsonObject, ...] = (
        {"type": "hello"},
        {"type": "sync"},
        {"type": "flag"},
        {"type": "flag", "seq": tab.state.snapshot.seq},
        {"type": "chat", "text": "안녕하세요"},
    )
    tab.raw(tab.world.fate.choice(f"say {where}", frames))


def _talk_nonsense(tab: SimTab, where: str) -> None:
    dice = tab.world.dice(where)
    text = hostile(dice)
    while not isinstance(read(text), Unreadable):  # what can be read might be a command with a number
        text = hostile(dice)
    tab.raw_text(text)


def _reload(tab: SimTab, where: str) -> None:
    """What is loaded anew is a tab of its own, and may meet what the old one still has under way."""
    if len(tab.person.tabs) < 12:
        tab.close()
        tab.person.come().begin()


def _open_another(tab: SimTab, where: str) -> None:
    if len(tab.person.tabs) < 5:
        tab.person.come().begin()


def _close(tab: SimTab, where: str) -> None:
    tab.close()
    tab.person.later()


_WHIMS: tuple[tuple[float, Callable[[SimTab, str], None]], ...] = (
    (0.18, _offer),
    (0.12, _try_something),
    (0.10, _act_on_old_news),
    (0.05, _leave),
    (0.13, _change_the_room),
    (0.12, _say_again),
    (0.12, _say_something),
    (0.06, _talk_nonsense),
    (0.04, _reload),
    (0.04, _open_another),
    (0.04, _close),
)
