"""섯다 over sockets: three people, a spectator, hidden cards, somebody who leaves, a clock that runs out."""

import json
import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import pytest
from pydantic import JsonValue

from engine.cards.hwatu import SEOTDA_DECK
from engine.game import PlayerId, Timeout
from engine.games.seotda import Seotda, SeotdaState
from engine.rng import Rng
from local.client import Guest, JsonObject, Lobby, NewRoom, Snapshot, Tab
from local.stack import LocalStack
from tests.stack.table import WAIT_SEC, listed, objected, seen

pytestmark = pytest.mark.slow

SEOTDA = Seotda()
NICKNAMES = ("안나", "보", "채이")


@dataclass(frozen=True)
class Party:
    """A room with its people seated and the game begun; the first is the host."""

    room: NewRoom
    people: tuple[Guest, ...]
    tabs: tuple[Tab, ...]

    def asked(self) -> list[Tab]:
        """The tabs of those for whom the game waits."""
        return [tab for tab in self.tabs if "legalMoves" in seen(tab.now)]

    def act(self, tab: Tab, action: JsonObject) -> None:
        """Do what must be allowed, and wait until all have seen it."""
        refused = tab.act(action)
        assert refused is None, f"{action}: {refused}"
        self.all_at(tab.now.seq)

    def all_at(self, seq: int) -> None:
        """Wait until everybody has seen a version."""
        for tab in self.tabs:
            tab.wait_until(lambda now: now.seq >= seq, WAIT_SEC)

    def play(self, dice: random.Random) -> None:
        """One thing that somebody may do; dying is the last resort."""
        tab = dice.choice(self.asked())
        moves = [move for move in listed(seen(tab.now)["legalMoves"]) if move.get("word") != "die"]
        move = dice.choice(moves) if moves else {"type": "bet", "word": "die"}
        self.act(tab, {name: value for name, value in move.items() if name != "pay"})


@contextmanager
def party(stack: LocalStack, **options: JsonValue) -> Iterator[Party]:
    """Three people at a table that has just been dealt, each with a tab."""
    with ExitStack() as at_end:
        lobby = at_end.enter_context(Lobby(stack.http_url))
        people = tuple(lobby.guest(nickname) for nickname in NICKNAMES)
        room = people[0].create_room("seotda", options=options)
        tabs = tuple(at_end.enter_context(guest.open_tab(room.room_id, code=room.code)) for guest in people)
        for tab in tabs:
            tab.wait_until(lambda now: now.connected, WAIT_SEC)
        for tab in tabs[1:]:
            assert tab.sit() is None
        assert tabs[0].start() is None
        here = Party(room, people, tabs)
        here.all_at(tabs[0].now.seq)
        yield here


def replayed(record: JsonObject) -> list[SeotdaState]:
    """Every state of a finished game, played again from its published seed."""
    players = [PlayerId(str(player["playerId"])) for player in listed(record["players"])]
    rng = Rng.from_seed(bytes.fromhex(str(record["seed"])))
    options = SEOTDA.Options.model_validate(record["options"])
    started_at = record["startedAt"]
    assert isinstance(started_at, int)
    states = [SEOTDA.setup(players=players, options=options, rng=rng, now=started_at)]
    for entry in listed(record["actions"]):
        raw, at = objected(entry["action"]), entry["at"]
        assert isinstance(at, int)
        action = Timeout() if raw == {"type": "timeout"} else SEOTDA.Action.validate_python(raw)
        state, _ = SEOTDA.apply(states[-1], PlayerId(str(entry["player"])), action, rng=rng, now=at)
        states.append(state)
    return states


def known_in(state: SeotdaState, viewer: str) -> set[str]:
    """The cards a viewer may know in a state: the own ones and those that were opened."""
    seats = [*state.shown(), *(seat for seat, player in enumerate(state.players) if player == viewer)]
    return {card for seat in seats for card in state.cards[seat]}


def test_three_play_a_game_to_its_end_and_nobody_is_sent_a_card_that_is_not_theirs(
    stack: LocalStack,
) -> None:
    dice = random.Random(7)
    with party(stack, hands=5, raises=1, tie="split", perMoveSec=60) as here, Lobby(stack.http_url) as lobby:
        spectator = lobby.guest("구경꾼")
        with spectator.open_tab(here.room.room_id, code=here.room.code) as watching:
            watching.wait_until(lambda now: now.connected, WAIT_SEC)
            while here.tabs[0].now.status == "playing":
                here.play(dice)
            watching.wait_until(lambda now: now.status == "finished", WAIT_SEC)
            record = here.people[1].record(here.room.room_id, 1)
            states = replayed(record)
            result = objected(seen(here.tabs[0].now)["result"])
            assert record["result"] == result
            assert sum(objected(result["scores"]).values()) == 3000  # type: ignore[arg-type]
            by_count = {SEOTDA.moves_made(state): state for state in states}
            opened = 0
            for viewer, tab in [
                *((guest.player_id, tab) for guest, tab in zip(here.people, here.tabs, strict=True)),
                (spectator.player_id, watching),
            ]:
                for frame in tab.received:
                    view = frame.get("view")
                    text = json.dumps(frame)
                    found = {card for card in SEOTDA_DECK if card in text}
                    if view is None:
                        assert not found, frame
                        continue
                    count = objected(view)["moveCount"]
                    assert isinstance(count, int)
                    assert found == known_in(by_count[count], viewer), frame
                    opened += len(found)
            assert opened > 50, "cards were seen"
    assert stack.errors() == ""


def test_who_leaves_dies_and_the_others_play_on(stack: LocalStack) -> None:
    with party(stack, hands=5, deal="both", perMoveSec=60) as here:
        assert here.tabs[1].leave() is None
        rest = Party(here.room, (here.people[0], here.people[2]), (here.tabs[0], here.tabs[2]))
        rest.all_at(here.tabs[1].now.seq)
        seats = objected(seen(here.tabs[0].now)["seats"])
        assert objected(seats["2"])["status"] == "left"
        while "pause" not in str(seen(rest.tabs[0].now)["stage"]):
            rest.play(random.Random(1))
        for tab in rest.asked():
            rest.act(tab, {"type": "ready"})
        view = seen(rest.tabs[0].now)
        assert view["hand"] == 2 or view["replay"] == 1
        assert [len(str(objected(seat)["cards"])) > 2 for seat in objected(view["seats"]).values()] == [
            *(True, False, True),
        ]
        assert rest.tabs[0].leave() is None
        now = rest.tabs[1].wait_until(lambda now: now.status == "finished", WAIT_SEC)
        result = objected(seen(now)["result"])
        assert (result["reason"], result["ranking"]) == (
            "resign",
            [[here.people[2].player_id], *_by_chips(result, here.people[:2])],
        )


def _by_chips(result: JsonObject, left: tuple[Guest, ...]) -> list[list[str]]:
    """Those who left, most chips first, as the ranking has them."""
    scores: dict[str, int] = {who: int(str(n)) for who, n in objected(result["scores"]).items()}
    one, other = (guest.player_id for guest in left)
    if scores[one] == scores[other]:
        return [[one, other]]
    return sorted([[one], [other]], key=lambda group: -scores[group[0]])


def test_clients_claim_the_time_of_a_turn_and_of_a_pause(stack: LocalStack) -> None:
    def ready_by_itself(now: Snapshot) -> bool:
        return now.view is not None and now.view["hand"] == 2

    with party(stack, hands=5, deal="both", perMoveSec=10) as here:
        first = here.tabs[0].wait_until(lambda now: len(now.moves) >= 2, WAIT_SEC)
        here.all_at(first.seq)
        entry = objected(first.moves[1])
        assert (entry["kind"], entry["word"], entry["auto"]) == ("bet", "check", True)
        while seen(here.tabs[0].now)["stage"] == "betting":
            (tab,) = here.asked()
            here.act(tab, {"type": "bet", "word": "die"})
        here.tabs[0].wait_until(ready_by_itself, WAIT_SEC)
