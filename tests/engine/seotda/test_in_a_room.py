"""A room drives a game of more than two with secrets: the same commands, nothing special."""

import json
from dataclasses import replace

import pytest
from pydantic import JsonValue

from engine.cards.hwatu import SEOTDA_DECK
from engine.game import Millis, PlayerId
from engine.registry import GAMES
from functions.rooms import frames
from functions.rooms.codec import decode, encode
from functions.rooms.commands import Act, Command, Flag, Leave, Rematch, Sender, Start, WakeUp
from functions.rooms.decide import decide
from functions.rooms.outcome import Outcome
from functions.rooms.record import record_of, replay
from functions.rooms.room import Link, Match, Presence, Room, Seat
from functions.rooms.timing import Policy, due

from .chance import unknown_to
from .table import ANNA, BO, CY, DORA, PEOPLE, options

NOW: Millis = 1_800_000_000_000
POLICY = Policy()


class Sitting:
    """People at a table, and the room that decides on what they send."""

    def __init__(self, *people: PlayerId, connected: tuple[PlayerId, ...] = (), **chosen: JsonValue) -> None:
        read = options(**chosen)
        seats = [Seat(player, player.title()) for player in people]
        self.room = Room(
            id="room00000001",
            code="ABC234",
            game_id="seotda",
            options=read,
            visibility="private",
            chat="all",
            spectators_allowed=True,
            host=people[0],
            seats=(*seats, *[None] * (read.max_players - len(seats))),
            created_at=NOW,
            expires_at=NOW // 1000 + 7200,
            presence=Presence({f"c-{who}": Link(who, "tab") for who in connected or people}, {}, 1, 0),
        )
        self.now = NOW
        self._cs = 0
        self.ask(Start(self._sender(people[0]), self._next(), bytes(range(16))))

    def _sender(self, player: PlayerId) -> Sender:
        return Sender(player, "tab", player.title())

    def _next(self) -> int:
        self._cs += 1
        return self._cs

    def ask(self, command: Command) -> Outcome:
        """Decide; whatever is saved replays from its seed and comes back from storage."""
        outcome = decide(self.room, command, self.now, POLICY)
        if outcome.changed:
            self.room = outcome.room
            stored = decode(encode(self.room))
            assert stored == replace(self.room, presence=stored.presence)
            state, _ = replay(self.match, GAMES["seotda"], self.room.options)
            assert state == self.match.state
        return outcome

    def act(self, player: PlayerId, **action: JsonValue) -> Outcome:
        self.now += 1_000
        return self.ask(Act(self._sender(player), self._next(), dict(action), None))

    def leave(self, player: PlayerId) -> Outcome:
        self.now += 1_000
        return self.ask(Leave(self._sender(player), self._next()))

    def rematch(self, player: PlayerId) -> Outcome:
        return self.ask(Rematch(self._sender(player), self._next(), bytes(16)))

    def flag(self, player: PlayerId) -> Outcome:
        return self.ask(Flag(self._sender(player), None))

    def status(self) -> str:
        return self.room.status

    @property
    def match(self) -> Match:
        assert self.room.match is not None
        return self.room.match

    @property
    def movers(self) -> tuple[PlayerId, ...]:
        return GAMES["seotda"].active_players(self.match.state)

    def say(self, word: str) -> Outcome:
        """A word of whoever has the turn."""
        return self.act(self.movers[0], type="bet", word=word)


def kinds(outcome: Outcome) -> list[str]:
    return [event.type for event in outcome.events]


def test_a_table_of_six_starts_with_those_who_sit() -> None:
    here = Sitting(ANNA, BO, CY)
    assert here.status() == "playing"
    assert here.match.players == (ANNA, BO, CY)


def test_frames_show_each_viewer_the_own_cards_and_nobody_another_s() -> None:
    here = Sitting(ANNA, BO, CY, deal="both", hands=5)
    checked = 0
    while here.status() == "playing":
        state = here.match.state
        if state.outcome is None:
            words = state.betting.choices()
            outcome = here.say("call" if "call" in words else "bbing" if "bbing" in words else "check")
        else:
            outcome = here.act(here.movers[0], type="ready")
        assert outcome.rejection is None
        update = frames.Update(outcome, here.now, POLICY)
        for viewer in (*PEOPLE[:3], None):
            whole = frames.room(here.room, Link(viewer or DORA, "tab"), here.now, POLICY, None)
            for text in (update.for_viewer(viewer).decode(), json.dumps(whole)):
                hidden = unknown_to(here.match.state, viewer)
                assert not [card for card in SEOTDA_DECK if card in hidden and card in text]
                checked += len(hidden)
    assert checked > 1000


def test_the_host_leaves_in_the_middle_of_a_hand_and_the_others_play_on() -> None:
    here = Sitting(ANNA, BO, CY, deal="both")
    outcome = here.leave(ANNA)
    assert kinds(outcome) == ["left"]
    assert (here.status(), here.room.host) == ("playing", BO)
    assert here.room.seats[0] is None
    assert ANNA not in here.movers
    words = here.match.state.betting.choices()
    here.say("check" if "check" in words else "bbing")
    assert here.status() == "playing"
    outcome = here.leave(CY)
    assert kinds(outcome)[-1] == "gameEnded"
    assert here.status() == "finished"
    record = record_of(here.room)
    ranking = record.result["ranking"]
    assert isinstance(ranking, list)
    assert ranking[0] == [BO]


def test_who_has_lost_all_chips_may_leave_and_the_game_goes_on() -> None:
    here = Sitting(ANNA, BO, CY, deal="both", startChips=500, ante=50)
    state = here.match.state
    stakes = [*state.betting.stakes]
    stakes[0] = replace(stakes[0], stack=0, is_in=False)
    broke = replace(state, betting=replace(state.betting, stakes=tuple(stakes)))
    action = GAMES["seotda"].on_leave(broke, ANNA)
    assert action is not None
    after, events = GAMES["seotda"].apply(broke, ANNA, action, rng=here.match.random, now=NOW + 1)
    assert [event.type for event in events] == ["left"]
    assert GAMES["seotda"].result(after) is None


def test_an_absent_player_s_turn_is_over_after_the_shorter_of_grace_and_limit() -> None:
    here = Sitting(ANNA, BO, connected=(ANNA,), perMoveSec=60, disconnectGraceSec=30)
    (mover,) = here.movers
    limit = 30_000 if mover == BO else 60_000
    (one,) = due(here.room, POLICY)
    assert (one.at, one.by_absence) == (here.now + limit, mover == BO)


def test_a_deadline_that_passed_is_settled_once_and_the_next_turn_runs() -> None:
    here = Sitting(ANNA, BO, CY)
    (mover,) = here.movers
    here.now += 20_000
    outcome = here.flag(mover)
    assert outcome.timeouts == 1
    assert kinds(outcome) == ["bet"]
    assert due(here.room, POLICY)[0].at == here.now + 20_000


def test_a_pause_that_nobody_ends_is_ended_by_the_timer_for_all_of_them_at_once() -> None:
    here = Sitting(ANNA, BO, CY, deal="both")
    here.say("die")
    here.say("die")
    assert len(here.movers) == 3
    here.now += 30_000
    outcome = here.ask(WakeUp())
    assert outcome.timeouts == 1
    assert kinds(outcome) == ["dealt"]


def test_a_table_that_everybody_left_ends_by_the_timer_alone() -> None:
    here = Sitting(ANNA, BO, CY)
    for _ in range(60):
        if here.status() != "playing":
            break
        here.now += 60_000
        here.ask(WakeUp())
    assert here.status() == "finished"


def test_a_rematch_deals_fresh_chips_to_all_who_ask_for_it() -> None:
    here = Sitting(ANNA, BO, hands=1, maxPlayers=2)
    here.say("die")
    assert here.status() == "finished"
    here.rematch(ANNA)
    here.rematch(BO)
    assert (here.status(), here.match.no) == ("playing", 2)
    assert here.match.state.betting.total == 2000


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_room_has_as_many_seats_as_the_options_say(seats: int) -> None:
    _, most = GAMES["seotda"].players_for(options(maxPlayers=seats))
    assert most == seats
    assert len(Sitting(ANNA, BO, maxPlayers=seats).room.seats) == seats


def test_a_long_game_of_six_is_stored_in_a_few_kilobytes() -> None:
    here = Sitting(*PEOPLE, hands=20)
    while here.status() == "playing":
        state = here.match.state
        if state.outcome is not None:
            here.act(here.movers[0], type="ready")
        else:
            words = state.betting.choices()
            here.say("check" if "check" in words else "call" if "call" in words else "die")
    stored = encode(here.room)
    assert len(stored.body) + len(stored.log) < 8_000
