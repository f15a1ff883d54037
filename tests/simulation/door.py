"""The way in, as HTTP has it: making the room, and a ticket for each socket."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from functions.aws.gateway import allowed, ticket_in
from functions.lobby.models import JsonMap, RoomRequest, TicketRequest
from functions.lobby.problems import Problem
from functions.lobby.service import Lobby
from functions.lobby.tokens import GuestClaims, KeySet, read_ticket
from functions.rooms.ports import Created
from tests.simulation.ports import Ports
from tests.simulation.watch import BrokenError, must

if TYPE_CHECKING:
    from tests.simulation.people import Person, SimTab
    from tests.simulation.world import World

KEYS = KeySet("1", {"1": "0123456789abcdef0123456789abcdef"})


class Door:
    """Calls the lobby's function, which like every other may fail or die."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._tries = 0
        self.made: Created | None = None

    def make_room(self, host: "Person", options: JsonMap, then: Callable[[], None]) -> None:
        """Ask for the room, with one key, until there is an answer."""
        fate = self._world.fate
        request = RoomRequest(
            game=self._world.game_id,
            options=options,
            visibility="public" if fate.number("public") < 0.4 else "private",
            spectators=fate.number("spectators") < 0.7,
            chat=fate.choice("chat", ("all", "players", "off")),
        )
        self._tries += 1

        def body(ports: Ports) -> None:
            answer = self._lobby(ports).make_room(_guest(host), request, key="once")
            must(isinstance(answer, Created), f"no room could be made: {answer}")
            self.made = answer if isinstance(answer, Created) else None

        def ended(succeeded: bool) -> None:
            if succeeded:
                then()
            else:
                self._world.relay.after(1_000, lambda: self.make_room(host, options, then))

        self._world.gateway.call(f"making{self._tries}", host.player, body, ended)

    def ticket(self, tab: "SimTab", line_id: str, then: Callable[[str | Problem | None], None]) -> None:
        """Ask for a ticket; ``then`` gets it, or the refusal, or None if the call failed."""
        answers: list[str | Problem] = []

        def body(ports: Ports) -> None:
            request = TicketRequest(tab=tab.tab, code=self.code if tab.person.knows_code else None)
            answer = self._lobby(ports).admit(_guest(tab.person), self.room_id, request)
            answers.append(answer if isinstance(answer, Problem) else answer[1])

        def ended(succeeded: bool) -> None:
            then(answers[0] if succeeded and answers else None)

        self._world.gateway.call(f"{line_id} ticket", tab.person.player, body, ended)

    def authorized(self, ticket: str) -> dict[str, Any] | None:
        """What the authorizer makes of a ticket: the context of every later event, or None."""
        event = {"methodArn": "arn", "queryStringParameters": {"ticket": ticket}}
        claims = read_ticket(ticket_in(event), KEYS, self._world.relay.now)
        if claims is None:
            return None
        context: dict[str, Any] = allowed(event, claims)["context"]
        return context

    @property
    def room_id(self) -> str:
        """The room's."""
        return self._room.room_id

    @property
    def code(self) -> str:
        """The room's."""
        return self._room.code

    @property
    def _room(self) -> Created:
        if self.made is None:
            raise BrokenError("nobody made the room")
        return self.made

    def _lobby(self, ports: Ports) -> Lobby:
        world = self._world
        return Lobby(
            store=ports,
            keys=lambda: KEYS,
            clock=lambda: world.relay.now,
            entropy=ports,
            policy=world.policy,
            socket_url="wss://socket.example/live",
            on_fault=world.watch.fault,
        )


def _guest(person: "Person") -> GuestClaims:
    return GuestClaims(person.player, person.nickname, 2**31)
