"""API Gateway and the lines to it: sockets, frames both ways, and the functions that they call."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from engine.game import Millis, PlayerId
from functions.aws.gateway import Route, read_socket_event
from functions.aws.sockets import Sockets
from functions.rooms.ports import PostResult
from functions.rooms.runner import Runner, WakeUpError
from tests.simulation.ports import Call, KilledError, Ports, StoreFaultError

if TYPE_CHECKING:
    from tests.simulation.people import SimTab
    from tests.simulation.world import World

FAILURE = '{"message":"Internal server error","connectionId":"x","requestId":"y"}'
"""The gateway's own frame when the function behind it fails."""
LONGEST_CONNECTION_MS = 2 * 3600 * 1000


@dataclass(eq=False)
class Line:
    """A socket, seen from both ends."""

    id: str
    tab: "SimTab"
    context: dict[str, Any]
    """What the authorizer said: handed on with every event."""
    at_gateway: Literal["opening", "open", "closed"] = "opening"
    is_up: bool = True
    """Whether the client's end is."""
    sent: int = 0
    received: int = 0
    told: int = 0


class Gateway:
    """Carries frames, and calls functions for what happens."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self.lines: dict[str, Line] = {}
        self.calls_under_way = 0

    # --- Functions ---

    def call(
        self, name: str, by: PlayerId | None, body: Callable[[Ports], None], then: Callable[[bool], None]
    ) -> None:
        """Have a function called, soon; ``then`` hears whether it came to its end."""
        fate, relay = self._world.fate, self._world.relay
        delay = fate.between(f"start {name}", 200, 4_000) if fate.happens("cold", name) else 1
        self.calls_under_way += 1

        def run() -> None:
            succeeded = False
            self._world.note(f"{name} runs")
            try:
                body(Ports(self._world, Call(name, by, relay.now, self._world.policy)))
                succeeded = True
            except KilledError:
                self._world.note(f"{name} dies")
            except (StoreFaultError, WakeUpError) as fault:
                self._world.note(f"{name} fails: {fault!r}")
            self.calls_under_way -= 1
            then(succeeded)

        relay.after(delay, run)

    def runner(self, ports: Ports) -> Runner:
        """As the composition root makes it."""
        return Runner(
            rooms=ports,
            connections=ports,
            outbox=ports,
            timers=ports,
            entropy=ports,
            policy=self._world.policy,
            on_fault=self._world.watch.fault,
            fanout=ports if self._world.has_fanout else None,
        )

    def _socket_call(self, line: Line, route: Route, text: str, then: Callable[[bool], None]) -> None:
        told = route == "$connect" or self._world.tells_admission
        event = read_socket_event(
            {
                "requestContext": {
                    "eventType": _EVENT_TYPES[route],
                    "connectionId": line.id,
                    "requestId": "request",
                    "requestTimeEpoch": self._world.relay.now,
                    **({"authorizer": line.context} if told else {}),
                },
                "body": text,
            }
        )
        name = {"$connect": "opening", "$disconnect": "closing", "$default": f"frame{line.received}"}[route]

        def body(ports: Ports) -> None:
            sockets = Sockets(self.runner(ports), ports, ports)
            if route == "$connect":
                may_open, _ = sockets.opened(event)
                self._world.watch.opened(line, may_open)
                line.at_gateway = "open" if may_open else "closed"
            elif route == "$disconnect":
                sockets.closed(event)
            else:
                sockets.frame(event)

        self.call(f"{line.id} {name}", line.tab.person.player, body, then)

    # --- The life of a line ---

    def open(self, tab: "SimTab", line_id: str, ticket: str) -> None:
        """A client opens a socket with a ticket."""
        context = self._world.door.authorized(ticket)
        line = self.lines[line_id] = tab.line = Line(line_id, tab, context or {})
        self._world.note(f"{line_id} is opened by {tab.name}")

        def answered(succeeded: bool) -> None:
            if not succeeded:
                line.at_gateway = "closed"
            if line.is_up:
                tab.answered(line, line.at_gateway == "open")
            elif line.at_gateway == "open":
                self._noticed(line)

        if context is None or self._world.fate.happens("refused", line_id):
            self._world.relay.after(_TRIP_MS, lambda: answered(False))
        else:
            self._world.relay.after(_TRIP_MS, lambda: self._socket_call(line, "$connect", "", answered))
        self._world.relay.after(LONGEST_CONNECTION_MS, lambda: self.close(line_id))

    def hang_up(self, line: Line, *, notices: bool = True) -> None:
        """The client's end is gone; the gateway notices sooner, later or never."""
        line.is_up = False
        self._world.note(f"{line.id} goes down")
        if notices:
            late = self._world.fate.happens("disconnect.late", line.id)
            delay = self._world.fate.between(f"late end {line.id}", 1_000, 120_000) if late else _TRIP_MS
            self._world.relay.after(delay, lambda: self._noticed(line))

    def vanish(self, line: Line) -> None:
        """Both ends are gone, and no function is ever told."""
        line.is_up, line.at_gateway = False, "closed"

    def close(self, line_id: str) -> None:
        """The server's end closes."""
        line = self.lines[line_id]
        if line.at_gateway == "open":
            self._world.note(f"{line_id} is closed by the server")
            self._noticed(line)
            self._world.relay.after(_TRIP_MS, lambda: line.tab.cut_off(line))

    def _noticed(self, line: Line) -> None:
        """The gateway sees the end of a line, and tells the function so, more or less."""
        if line.at_gateway != "open":
            return
        line.at_gateway = "closed"
        fate, where = self._world.fate, line.id
        if fate.happens("disconnect.lost", where):
            return
        self._socket_call(line, "$disconnect", "", lambda _: None)
        if fate.happens("disconnect.twice", where):
            again = fate.between(f"second end {where}", 1, 30_000)
            self._world.relay.after(again, lambda: self._socket_call(line, "$disconnect", "", lambda _: None))

    # --- Frames ---

    def up(self, line: Line, text: str) -> None:
        """The client sends a frame."""
        line.sent += 1
        where = f"{line.id} up{line.sent}"
        self._world.note(f"{where}: {text[:150]}")
        for delay in self._trips("up", where):
            self._world.relay.after(delay, lambda: self._arrived(line, text))

    def _arrived(self, line: Line, text: str) -> None:
        if line.at_gateway != "open":
            return
        line.received += 1
        where = f"{line.id} failure{line.received}"

        def answered(succeeded: bool) -> None:
            if not succeeded and line.at_gateway == "open":
                self._down(line, where, FAILURE)

        self._socket_call(line, "$default", text, answered)

    def post(self, line_id: str, data: bytes) -> PostResult:
        """The server sends a frame."""
        line = self.lines[line_id]
        if line.at_gateway != "open":
            return "gone"
        line.told += 1
        self._down(line, f"{line.id} down{line.told}", data.decode())
        return "sent"

    def _down(self, line: Line, where: str, text: str) -> None:
        self._world.note(f"{where}: {text[:150]}")
        for delay in self._trips("down", where):
            self._world.relay.after(delay, lambda: line.tab.hear(line, text))

    def _trips(self, way: Literal["up", "down"], where: str) -> tuple[Millis, ...]:
        """How long each copy of a frame is under way; none if it gets lost."""
        fate = self._world.fate
        mishap = fate.one_of((f"{way}.drop", f"{way}.double", f"{way}.late"), where)
        if mishap is None:
            return (_TRIP_MS,)
        if mishap.endswith("drop"):
            return ()
        later = fate.choice(f"late {where}", _LATE_MS)
        return (later,) if mishap.endswith("late") else (_TRIP_MS, later)


_EVENT_TYPES = {"$connect": "CONNECT", "$disconnect": "DISCONNECT", "$default": "MESSAGE"}
_TRIP_MS = 20
_LATE_MS = (20, 50, 200, 700, 2_500, 7_000, 20_000)
