"""Hostile frames change nothing but the sender's own answers, and raise nothing."""

import gc
import json
import random
import sys
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from functions.rooms.messages import Unreadable, read
from tests.fuzz.adversaries import ADVERSARIES, Scene, spectator
from tests.rooms.client_frames import FRAMES
from tests.rooms.people import ANNA
from tests.rooms.world import game_of_two

FEW, MANY = 2_000, 100_000
_CLOSED = frozenset({"stranger"})
_CACHED = 500
"""Pieces of memory that may be in use for good after the first tenth of the frames, and a tenth of one
for each frame: a cache of texts fills ever more slowly. A leak is at least one piece for each."""


@pytest.mark.parametrize("adversary", ADVERSARIES)
@pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
def test_hostile_frames_change_neither_the_room_nor_what_others_see_nor_memory(
    adversary: Callable[[], Scene], count: int
) -> None:
    scene, rng = adversary(), random.Random(20261130)
    before = scene.stored()
    blocks = understood = 0
    for number in range(count):
        if number == count // 10:
            gc.collect()
            blocks = sys.getallocatedblocks()
        text = scene.text(rng)
        scene.sender.text(text)
        scene.check_untouched(before, text)
        understood += not isinstance(read(text), Unreadable)
        if adversary.__name__ not in _CLOSED:
            assert scene.sender.frames, f"{text!r} was not answered"
        scene.forget()
    gc.collect()
    assert sys.getallocatedblocks() - blocks < _CACHED + count // 10
    if adversary is spectator:
        assert understood > count // 10, "most of what is hostile looks like a frame"


texts = st.text(st.characters(exclude_categories=[]), max_size=12)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
fields = st.sampled_from(sorted({name for frame, _ in FRAMES for name in frame}))


@settings(max_examples=150, deadline=None)
@given(
    frame=st.sampled_from([sent for sent, _ in FRAMES]),
    changes=st.dictionaries(fields, values, max_size=3),
    missing=st.sets(fields, max_size=2),
)
def test_no_frame_with_other_fields_is_more_than_a_spectators_word(
    frame: dict[str, object], changes: dict[str, object], missing: set[str]
) -> None:
    scene = spectator()
    sent = {name: value for name, value in {**frame, **changes}.items() if name not in missing}
    before, text = scene.stored(), json.dumps(sent)
    scene.sender.text(text)
    scene.check_untouched(before, text)


@settings(max_examples=150, deadline=None)
@given(action=st.dictionaries(st.sampled_from(["type", "x", "y", "accept", "offer", "color"]), values))
def test_no_action_of_the_player_to_move_breaks_the_game(action: dict[str, object]) -> None:
    world, anna, bo = game_of_two()
    mover = anna if world.mover == ANNA else bo
    seq = world.room.seq
    mover.text(json.dumps({"type": "act", "cs": 50, "action": action}))
    world.check()
    answer = mover.frames[-1]
    assert answer["type"] in ("rejected", "update")
    assert world.room.seq == seq + (answer["type"] == "update")
