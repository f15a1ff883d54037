"""Two rooms that differ only in what a viewer may not know send that viewer the same bytes.

What nobody may know in any game: the seed and the state of the random numbers. What only some may know:
the cards of 섯다.
"""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.game import JsonObject, PlayerId
from engine.games.seotda import SeotdaState
from engine.registry import GAMES
from engine.rng import Rng
from functions.rooms import frames
from functions.rooms.commands import Act, Start
from functions.rooms.decide import decide
from functions.rooms.outcome import Outcome
from functions.rooms.room import Link, Match, Presence, Room, Seat
from functions.rooms.timing import Policy
from tests.rooms.people import ANNA, BO, CY, DORA, NOW, SEED, sender, table

POLICY = Policy()
OTHER_SEED = bytes(range(100, 116))
SPECTATOR = DORA
MOVES = 12


def begun(game: str) -> Room:
    """A game that has just begun, everybody connected; three play where three may."""
    people = (ANNA, BO, CY) if game == "seotda" else (ANNA, BO)
    room = replace(
        table(ANNA, BO),
        game_id=game,
        options=GAMES[game].Options(),
        seats=tuple(Seat(player, player.title()) for player in people),
        presence=Presence({f"conn-{player}": Link(player, "tab1") for player in people}, {}, 1, 1),
    )
    return decide(room, Start(sender(ANNA), 1, SEED), NOW, POLICY).room


def match_of(room: Room) -> Match:
    assert room.match is not None
    return room.match


def with_other_chance(room: Room) -> Room:
    """The same room, its future drawn otherwise."""
    match = replace(match_of(room), seed=OTHER_SEED, rng=Rng.from_seed(OTHER_SEED).state)
    assert match.rng != match_of(room).rng
    return replace(room, match=match)


def told(outcome: Outcome, viewer: PlayerId, now: int) -> Iterator[bytes]:
    """All that a viewer may be sent of an outcome."""
    room = outcome.room
    yield frames.Update(outcome, now, POLICY).for_viewer(viewer)
    yield frames.encode(frames.room(room, Link(viewer, "tab1"), now, POLICY, None))
    yield frames.encode(frames.presence(room, now, POLICY))


def moved(room: Room, action: JsonObject, cs: int, now: int) -> Outcome:
    (mover,) = room.game.active_players(match_of(room).state)
    outcome = decide(room, Act(sender(mover), cs, action, None), now, POLICY)
    assert outcome.rejection is None
    return outcome


def action_of(room: Room, which: int = 0) -> JsonObject:
    state = match_of(room).state
    (mover,) = room.game.active_players(state)
    action: JsonObject = room.game.legal_actions(state, mover)[which].model_dump()
    return action


@pytest.mark.parametrize("game", ["othello", "omok", "chess"])
def test_nobody_sees_what_chance_will_bring(game: str) -> None:
    one = begun(game)
    two = with_other_chance(one)
    now = NOW
    for number in range(MOVES):
        now += 1_000
        action = action_of(one)
        after_one, after_two = (moved(room, action, 10 + number, now) for room in (one, two))
        for viewer in (ANNA, BO, SPECTATOR):
            assert [*told(after_one, viewer, now)] == [*told(after_two, viewer, now)]
        one, two = after_one.room, after_two.room
    assert match_of(one) != match_of(two), "they do differ"


def mixed(state: SeotdaState, viewer: PlayerId | None) -> SeotdaState:
    """The game with all cards that a viewer may not know in other places."""
    own = state.seat_of(viewer)
    hidden = [seat for seat in range(len(state.players)) if seat != own]
    pool = [*state.deck, *(card for seat in reversed(hidden) for card in state.cards[seat])]
    cards = list(state.cards)
    for seat in hidden:
        count = len(cards[seat])
        cards[seat], pool = tuple(pool[:count]), pool[count:]
    return replace(state, cards=tuple(cards), deck=tuple(pool))


@pytest.mark.parametrize("viewer", [ANNA, BO, CY, SPECTATOR])
def test_nobody_sees_cards_that_are_not_theirs(viewer: PlayerId) -> None:
    one = begun("seotda")
    state = match_of(one).state
    other = mixed(state, viewer if viewer != SPECTATOR else None)
    assert other != state
    assert sorted([*other.deck, *sum(other.cards, ())]) == sorted([*state.deck, *sum(state.cards, ())])
    two = with_other_chance(replace(one, match=replace(match_of(one), state=other)))
    now = NOW + 1_000
    bet: JsonObject = {"type": "bet", "word": "call" if state.betting.bet else "bbing"}
    after_one, after_two = (moved(room, bet, 10, now) for room in (one, two))
    assert [*told(after_one, viewer, now)] == [*told(after_two, viewer, now)]


def test_that_comparison_would_see_a_leak() -> None:
    """Bo's own frames do differ when it is Anna from whom the cards are hidden."""
    one = begun("seotda")
    two = replace(one, match=replace(match_of(one), state=mixed(match_of(one).state, ANNA)))
    bet: JsonObject = {"type": "bet", "word": "bbing"}
    after_one, after_two = (moved(room, bet, 10, NOW + 1_000) for room in (one, two))
    assert [*told(after_one, BO, NOW)] != [*told(after_two, BO, NOW)]
    assert [*told(after_one, ANNA, NOW)] == [*told(after_two, ANNA, NOW)]
