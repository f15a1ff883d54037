"""Offers: one at a time, answered by the other player, ended by any move."""

from dataclasses import replace
from typing import Any

import pytest

from engine.colors import COLORS, Color, PerColor
from engine.game import SYSTEM, Json
from engine.offers import (
    CancelOffer,
    Offer,
    OfferAction,
    OfferDraw,
    Offers,
    OfferTerms,
    RequestUndo,
    RespondDraw,
    RespondUndo,
)

from .helpers import ANNA, BO, types

TERMS = OfferTerms(undo=3, draw=True, undo_plies=2)
YES, NO = True, False


def making(action: OfferAction, *, by: Color = "black", offers: Offers | None = None) -> Offers:
    """The offers after this one was made."""
    after, _, agreed = (offers or Offers()).after(by, action, TERMS, by=ANNA)
    assert agreed is None
    return after


UNDO_STANDS = making(RequestUndo())
DRAW_STANDS = making(OfferDraw())


@pytest.mark.parametrize(
    ("offers", "color", "action", "terms", "code"),
    [
        # asking for an undo
        (Offers(), "black", RequestUndo(), {"undo": "off"}, "offer/off"),
        (Offers(), "black", RequestUndo(), {"undo_plies": 0}, "offer/none"),
        (Offers(undos_used=PerColor(1, 0)), "black", RequestUndo(), {"undo": 1}, "offer/limit"),
        (Offers(undos_used=PerColor(3, 0)), "black", RequestUndo(), {}, "offer/limit"),
        (Offers(undo_asked=PerColor(True, False)), "black", RequestUndo(), {}, "offer/limit"),
        (UNDO_STANDS, "black", RequestUndo(), {}, "offer/pending"),
        (UNDO_STANDS, "white", RequestUndo(), {}, "offer/pending"),
        (DRAW_STANDS, "white", RequestUndo(), {}, "offer/pending"),
        # offering a draw
        (Offers(), "black", OfferDraw(), {"draw": False}, "offer/off"),
        (Offers(draw_wait=PerColor(1, 0)), "black", OfferDraw(), {}, "offer/limit"),
        (DRAW_STANDS, "white", OfferDraw(), {}, "offer/pending"),
        (UNDO_STANDS, "white", OfferDraw(), {}, "offer/pending"),
        # answering
        (Offers(), "white", RespondUndo(accept=YES), {}, "offer/none"),
        (Offers(), "white", RespondDraw(accept=NO), {}, "offer/none"),
        (DRAW_STANDS, "white", RespondUndo(accept=YES), {}, "offer/none"),
        (UNDO_STANDS, "white", RespondDraw(accept=YES), {}, "offer/none"),
        (UNDO_STANDS, "white", RespondUndo(accept=YES, offer=2), {}, "offer/none"),
        (DRAW_STANDS, "white", RespondDraw(accept=NO, offer=0), {}, "offer/none"),
        (UNDO_STANDS, "black", RespondUndo(accept=YES), {}, "offer/own"),
        (DRAW_STANDS, "black", RespondDraw(accept=NO, offer=1), {}, "offer/own"),
        # taking back
        (Offers(), "black", CancelOffer(), {}, "offer/none"),
        (UNDO_STANDS, "white", CancelOffer(), {}, "offer/none"),
        (UNDO_STANDS, "black", CancelOffer(offer=9), {}, "offer/none"),
    ],
)
def test_what_is_not_on_offer_is_refused(
    offers: Offers, color: Color, action: OfferAction, terms: dict[str, Any], code: str
) -> None:
    refused = offers.refusal(color, action, replace(TERMS, **terms))
    assert refused is not None
    assert refused.code == code
    with pytest.raises(ValueError, match=code):
        offers.after(color, action, replace(TERMS, **terms), by=ANNA)


def test_an_offer_is_told_with_its_number_and_asker() -> None:
    asked, events, _ = Offers().after("black", RequestUndo(), TERMS, by=ANNA)
    assert asked.pending_json() == {"undo": {"id": 1, "by": "black", "plies": 2}, "draw": None}
    assert [event.to_json() for event in events] == [
        {"type": "undoRequested", "by": ANNA, "id": 1, "kind": "undo", "color": "black", "plies": 2}
    ]
    offered, events, _ = Offers().after("white", OfferDraw(), TERMS, by=BO)
    assert offered.pending_json() == {"undo": None, "draw": {"id": 1, "by": "white"}}
    assert [event.to_json() for event in events] == [
        {"type": "drawOffered", "by": BO, "id": 1, "kind": "draw", "color": "white"}
    ]


@pytest.mark.parametrize("named", [None, 1])
def test_an_answer_may_name_the_offer_or_leave_it_out(named: int | None) -> None:
    _, events, agreed = UNDO_STANDS.after("white", RespondUndo(accept=YES, offer=named), TERMS, by=BO)
    assert types(events) == ["undoAccepted"]
    assert agreed == Offer(1, "undo", "black", 2)
    offers, events, agreed = DRAW_STANDS.after("white", RespondDraw(accept=YES, offer=named), TERMS, by=BO)
    assert (offers.standing, events) == (None, ())  # the end of the game tells of it
    assert agreed == Offer(1, "draw", "black", 0)
    offers, events, agreed = DRAW_STANDS.after("black", CancelOffer(offer=named), TERMS, by=ANNA)
    assert (offers.standing, types(events), agreed) == (None, ["offerCancelled"], None)


def test_an_undo_counts_for_the_asker_when_it_is_accepted() -> None:
    offers = UNDO_STANDS
    assert offers.undo_json(3) == {"left": {"black": 3, "white": 3}}
    offers, _, _ = offers.after("white", RespondUndo(accept=YES), TERMS, by=BO)
    assert offers.undo_json(3) == {"left": {"black": 2, "white": 3}}
    assert offers.undo_json(1) == {"left": {"black": 0, "white": 1}}
    assert offers.undo_json("unlimited") == {"left": {"black": None, "white": None}}
    assert offers.undo_json("off") == {"left": {"black": 0, "white": 0}}


@pytest.mark.parametrize(
    ("color", "action", "event"),
    [("white", RespondUndo(accept=NO), "undoDeclined"), ("black", CancelOffer(), "offerCancelled")],
)
@pytest.mark.parametrize("mover", ["black", "white"])
@pytest.mark.parametrize("by", [ANNA, SYSTEM])
def test_an_undo_that_came_to_nothing_does_not_count_and_waits_for_any_move(
    color: Color, action: OfferAction, event: str, mover: Color, by: Any
) -> None:
    offers, events, _ = UNDO_STANDS.after(color, action, TERMS, by=ANNA)
    assert types(events) == [event]
    assert offers.undo_json(3) == {"left": {"black": 3, "white": 3}}
    refused = offers.refusal("black", RequestUndo(), TERMS)
    assert refused is not None
    assert (refused.code, "다음 수를 둔 뒤에" in refused.reason) == ("offer/limit", True)
    assert offers.refusal("white", RequestUndo(), TERMS) is None, "the other has not asked"
    assert Offers.load(offers.dump()) == offers
    offers, _ = offers.after_move(mover, by)
    assert offers.refusal("black", RequestUndo(), TERMS) is None


def test_an_undo_that_a_move_declines_may_be_asked_for_in_the_new_position() -> None:
    offers, events = UNDO_STANDS.after_move("white", BO)
    assert types(events) == ["undoDeclined"]
    assert offers.refusal("black", RequestUndo(), TERMS) is None


def test_an_old_answer_does_not_reach_a_new_offer() -> None:
    offers = making(RequestUndo(), offers=making_and_cancelling())
    assert offers.pending_json()["undo"] == {"id": 2, "by": "black", "plies": 2}
    refused = offers.refusal("white", RespondUndo(accept=YES, offer=1), TERMS)
    assert refused is not None
    assert refused.code == "offer/none"


def making_and_cancelling() -> Offers:
    offers, _, _ = UNDO_STANDS.after("black", CancelOffer(), TERMS, by=ANNA)
    return offers.after_move("black", ANNA)[0]


@pytest.mark.parametrize("declines_by", ["answer", "move"])
def test_after_a_declined_draw_its_asker_makes_three_moves_before_the_next(declines_by: str) -> None:
    if declines_by == "answer":
        offers, events, _ = DRAW_STANDS.after("white", RespondDraw(accept=NO), TERMS, by=BO)
    else:
        offers, events = DRAW_STANDS.after_move("white", BO)
    assert types(events) == ["drawDeclined"]
    for _ in range(3):
        refused = offers.refusal("black", OfferDraw(), TERMS)
        assert refused is not None
        assert refused.code == "offer/limit"
        assert offers.refusal("white", OfferDraw(), TERMS) is None, "the other may offer at once"
        offers, _ = offers.after_move("white", BO)
        offers, _ = offers.after_move("black", ANNA)
    assert offers.refusal("black", OfferDraw(), TERMS) is None


def test_a_draw_that_was_taken_back_may_be_offered_again_after_a_move_of_ones_own() -> None:
    offers, _, _ = DRAW_STANDS.after("black", CancelOffer(), TERMS, by=ANNA)
    for _ in range(2):
        refused = offers.refusal("black", OfferDraw(), TERMS)
        assert refused is not None
        assert (refused.code, refused.reason) == ("offer/limit", "1수를 더 둔 뒤에 다시 제안할 수 있어요")
        offers, _ = offers.after_move("white", BO)
    assert offers.refusal("white", OfferDraw(), TERMS) is None
    offers, _ = offers.after_move("black", ANNA)
    assert offers.refusal("black", OfferDraw(), TERMS) is None


def test_a_declined_draw_waits_for_three_moves_whatever_was_taken_back_before() -> None:
    offers = Offers()
    for answer, by in ((CancelOffer(), "black"), (RespondDraw(accept=NO), "white")):
        offers = making(OfferDraw(), offers=offers)
        offers, _, _ = offers.after("black" if by == "black" else "white", answer, TERMS, by=ANNA)
        offers, _ = offers.after_move("black", ANNA)
    assert offers.draw_wait == PerColor(2, 0)


def test_without_a_move_offers_come_to_an_end() -> None:
    """However two players answer each other: nothing but moves lets the log of a game grow for ever."""
    every: list[OfferAction] = [RequestUndo(), OfferDraw(), CancelOffer()]
    every += [RespondUndo(accept=NO), RespondDraw(accept=NO)]
    ahead, seen = [Offers()], set[Offers]()
    while ahead:
        offers = ahead.pop()
        assert offers.made <= 4, "one request and one draw offer of each"
        for color in COLORS:
            for action in every:
                if offers.refusal(color, action, TERMS) is None:
                    after, _, _ = offers.after(color, action, TERMS, by=ANNA)
                    ahead += [after] * (after not in seen)
                    seen.add(after)
    assert max(offers.made for offers in seen) == 4


@pytest.mark.parametrize(
    ("offers", "mover", "by", "event"),
    [
        (UNDO_STANDS, "white", BO, "undoDeclined"),
        (DRAW_STANDS, "white", BO, "drawDeclined"),
        (UNDO_STANDS, "black", ANNA, "offerCancelled"),
        (DRAW_STANDS, "black", ANNA, "offerCancelled"),
        (UNDO_STANDS, "white", SYSTEM, "offerCancelled"),
        (DRAW_STANDS, "white", SYSTEM, "offerCancelled"),
        (UNDO_STANDS, "black", SYSTEM, "offerCancelled"),
    ],
)
def test_any_move_ends_a_standing_offer(offers: Offers, mover: Color, by: Any, event: str) -> None:
    after, events = offers.after_move(mover, by)
    assert [(told.type, told.by) for told in events] == [(event, by)]
    assert after.standing is None


def test_a_draw_withdrawn_by_a_timeout_was_not_declined() -> None:
    offers, _ = DRAW_STANDS.after_move("white", SYSTEM)
    assert offers.refusal("black", OfferDraw(), TERMS) is None


def test_a_move_with_nothing_on_offer_tells_nothing() -> None:
    assert Offers().after_move("black", ANNA) == (Offers(), ())


@pytest.mark.parametrize(
    "offers",
    [
        Offers(),
        UNDO_STANDS,
        DRAW_STANDS,
        making_and_cancelling(),
        Offers(made=7, undos_used=PerColor(2, 1), draw_wait=PerColor(0, 3)),
        Offers(made=2, undo_asked=PerColor(True, False)),
    ],
)
def test_offers_are_stored_and_read_back(offers: Offers) -> None:
    assert Offers.load(offers.dump()) == offers


def test_offers_take_no_room_before_the_first() -> None:
    assert Offers().dump() is None


@pytest.mark.parametrize(
    "data",
    [
        [],
        {},
        {"made": "1"},
        {"made": 1, "standing": ["bribe", "black", 0]},
        {"made": 1, "standing": ["undo", "red", 1]},
        {"made": 1, "standing": ["undo", "black"]},
        {"made": 1, "used": [1]},
        {"made": 1, "wait": [0, None]},
        {"made": 1, "asked": [1]},
    ],
)
def test_stored_offers_of_another_shape_are_refused(data: Json) -> None:
    with pytest.raises(ValueError, match=r"not|unpack"):
        Offers.load(data)
