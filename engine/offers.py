"""Undo requests, draw offers, resigning: the same in every game for two.

One offer at a time stands in a room. The other player's answer, the asker's ``cancelOffer``,
or any move ends it: the asked player's move declines it, the asker's move withdraws it, and
a timeout withdraws it whoever asked.

Nobody can ask again and again. A declined draw may be offered again after three moves of one's
own, one that was taken back after one; an undo that was declined or taken back may be asked for
again once anybody has moved, so that a player asks once in a position.

How many plies an undo takes back, and how, is the game's matter; so is what a draw means for the
result.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from engine.codec import want_int, want_list, want_object
from engine.colors import COLORS, Color, PerColor, want_color
from engine.game import SYSTEM, ActionModel, Actor, GameEvent, Json, JsonObject, Rejection
from engine.options import UndoLimit

OfferKind: TypeAlias = Literal["undo", "draw"]
_KINDS: tuple[OfferKind, OfferKind] = ("undo", "draw")

_NONE = PerColor(0, 0)
_NEITHER = PerColor(False, False)

DRAW_WAIT_MOVES = 3
"""Own moves to make after a declined draw before the same player may offer again."""
CANCELLED_WAIT_MOVES = 1
"""The same after a draw offer that its asker took back."""


class RequestUndo(ActionModel):
    """Ask to take back one's own newest move and all that followed it."""

    type: Literal["requestUndo"] = "requestUndo"


class RespondUndo(ActionModel):
    """Answer an undo request; ``offer`` is its id, or None for whichever stands."""

    type: Literal["respondUndo"] = "respondUndo"
    accept: bool
    offer: int | None = None


class OfferDraw(ActionModel):
    """Offer a draw."""

    type: Literal["offerDraw"] = "offerDraw"


class RespondDraw(ActionModel):
    """Answer a draw offer; ``offer`` is its id, or None for whichever stands."""

    type: Literal["respondDraw"] = "respondDraw"
    accept: bool
    offer: int | None = None


class CancelOffer(ActionModel):
    """Take one's own offer back; ``offer`` is its id, or None for whichever stands."""

    type: Literal["cancelOffer"] = "cancelOffer"
    offer: int | None = None


class Resign(ActionModel):
    """Give the game up."""

    type: Literal["resign"] = "resign"


OfferAction: TypeAlias = RequestUndo | RespondUndo | OfferDraw | RespondDraw | CancelOffer


@dataclass(frozen=True, slots=True)
class OfferTerms:
    """What the game allows ``color`` right now.

    ``undo_plies`` is how many plies of the record an undo by this player would take back;
    0 when no move of the player is in it.
    """

    undo: UndoLimit
    draw: bool
    undo_plies: int


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer that waits for an answer. ``plies`` is 0 for a draw."""

    id: int
    kind: OfferKind
    by: Color
    plies: int

    def event(self, event_type: str, by: Actor) -> GameEvent:
        """A fact about this offer; ``color`` is the asker's."""
        fields: dict[str, Json] = {"id": self.id, "kind": self.kind, "color": self.by}
        if self.kind == "undo":
            fields["plies"] = self.plies
        return GameEvent(event_type, by, fields)


@dataclass(frozen=True, slots=True)
class Offers:
    """What was offered in a game so far, as far as it still matters.

    ``made`` counts the offers; a standing offer's id is its number, so no id comes twice in a
    game. ``draw_wait`` is how many own moves a player must still make before offering a draw.
    ``undo_asked`` says who has asked for an undo in this position, in vain.
    """

    made: int = 0
    standing: Offer | None = None
    undos_used: PerColor[int] = _NONE
    draw_wait: PerColor[int] = _NONE
    undo_asked: PerColor[bool] = _NEITHER

    def refusal(self, color: Color, action: OfferAction, terms: OfferTerms) -> Rejection | None:
        """Why ``color`` may not do this in a running game, or None."""
        match action:
            case RequestUndo():
                return self._undo_refusal(color, terms)
            case OfferDraw():
                return self._draw_refusal(color, terms)
            case RespondUndo():
                return self._answer_refusal(color, "undo", action.offer)
            case RespondDraw():
                return self._answer_refusal(color, "draw", action.offer)
            case CancelOffer():
                standing = self._named(action.offer)
                if standing is None or standing.by != color:
                    return Rejection("offer/none", "거둘 제안이 없어요")
                return None

    def _undo_refusal(self, color: Color, terms: OfferTerms) -> Rejection | None:
        if terms.undo == "off":
            return Rejection("offer/off", "이 대국에서는 무르기를 쓸 수 없어요")
        if self.standing is not None:
            return _PENDING
        if self.undos_left(color, terms.undo) == 0:
            return Rejection("offer/limit", "무르기를 모두 썼어요")
        if self.undo_asked.of(color):
            return Rejection("offer/limit", "이미 무르기를 요청했어요. 다음 수를 둔 뒤에 다시 할 수 있어요")
        if terms.undo_plies == 0:
            return Rejection("offer/none", "아직 무를 수가 없어요")
        return None

    def _draw_refusal(self, color: Color, terms: OfferTerms) -> Rejection | None:
        if not terms.draw:
            return Rejection("offer/off", "이 대국에서는 무승부를 제안할 수 없어요")
        if self.standing is not None:
            return _PENDING
        if wait := self.draw_wait.of(color):
            return Rejection("offer/limit", f"{wait}수를 더 둔 뒤에 다시 제안할 수 있어요")
        return None

    def _answer_refusal(self, color: Color, kind: OfferKind, offer: int | None) -> Rejection | None:
        standing = self._named(offer)
        if standing is None or standing.kind != kind:
            return Rejection("offer/none", "답할 제안이 없어요")
        if standing.by == color:
            return Rejection("offer/own", "내가 한 제안에는 상대만 답할 수 있어요")
        return None

    def _named(self, offer: int | None) -> Offer | None:
        """The standing offer, if that is the one meant."""
        if self.standing is None or offer not in (None, self.standing.id):
            return None
        return self.standing

    def undos_left(self, color: Color, limit: UndoLimit) -> int | None:
        """How many undos ``color`` may still be granted; None for any number."""
        if limit == "unlimited":
            return None
        return 0 if limit == "off" else max(0, limit - self.undos_used.of(color))

    def after(
        self, color: Color, action: OfferAction, terms: OfferTerms, *, by: Actor
    ) -> "tuple[Offers, tuple[GameEvent, ...], Offer | None]":
        """Carry out what ``refusal`` let pass: the new offers, the events, and the offer that
        is agreed on now, if one is. The game then takes the plies back or ends in a draw
        (which says by its own ``gameEnded`` that the offer was accepted).

        :raises ValueError: ``refusal`` would have refused it.
        """
        if (refused := self.refusal(color, action, terms)) is not None:
            raise ValueError(f"{action!r} of {color}: {refused.code}")
        match action:
            case RequestUndo():
                return self._making("undo", color, terms.undo_plies, "undoRequested", by)
            case OfferDraw():
                return self._making("draw", color, 0, "drawOffered", by)
        standing = self.standing
        if standing is None:
            raise ValueError("no offer stands")  # refusal() saw one: cannot be
        match action:
            case CancelOffer():
                taken_back = self._in_vain(standing, CANCELLED_WAIT_MOVES)
                return taken_back, (standing.event("offerCancelled", by),), None
            case RespondUndo(accept=True):
                used = self.undos_used.having(standing.by, self.undos_used.of(standing.by) + 1)
                granted = replace(self, standing=None, undos_used=used)
                return granted, (standing.event("undoAccepted", by),), standing
            case RespondDraw(accept=True):
                return self.cleared(), (), standing
            case RespondUndo() | RespondDraw():
                offers, event = self._declined(standing, by)
                return offers, (event,), None

    def _making(
        self, kind: OfferKind, color: Color, plies: int, event_type: str, by: Actor
    ) -> "tuple[Offers, tuple[GameEvent, ...], None]":
        offer = Offer(self.made + 1, kind, color, plies)
        return replace(self, made=offer.id, standing=offer), (offer.event(event_type, by),), None

    def _declined(self, offer: Offer, by: Actor) -> "tuple[Offers, GameEvent]":
        event_type = "undoDeclined" if offer.kind == "undo" else "drawDeclined"
        return self._in_vain(offer, DRAW_WAIT_MOVES), offer.event(event_type, by)

    def _in_vain(self, offer: Offer, wait_moves: int) -> "Offers":
        """The offer stands no longer, and its asker may not make another like it at once."""
        if offer.kind == "undo":
            return replace(self, standing=None, undo_asked=self.undo_asked.having(offer.by, True))
        return replace(self, standing=None, draw_wait=self.draw_wait.having(offer.by, wait_moves))

    def after_move(self, color: Color, by: Actor) -> "tuple[Offers, tuple[GameEvent, ...]]":
        """``color`` moved: a standing offer is declined or withdrawn, the wait gets shorter, and an
        undo may be asked for again.

        A move that the server makes for a player (``by`` is the system) withdraws whatever
        stands, and counts as an own move.
        """
        if self is NOTHING_OFFERED:
            return self, ()
        offers, standing = self, self.standing
        if wait := offers.draw_wait.of(color):
            offers = replace(offers, draw_wait=offers.draw_wait.having(color, wait - 1))
        events: tuple[GameEvent, ...] = ()
        if standing is not None and by != SYSTEM and standing.by != color:
            offers, event = offers._declined(standing, by)
            events = (event,)
        elif standing is not None:
            events = (standing.event("offerCancelled", by),)
        return replace(offers, standing=None, undo_asked=_NEITHER), events

    def cleared(self) -> "Offers":
        """The game is over: nothing stands any more."""
        return self if self.standing is None else replace(self, standing=None)

    def pending_json(self) -> JsonObject:
        """``pending`` of the view; ``by`` is the asker's colour."""
        offer = self.standing
        undo = draw = None
        if offer is not None and offer.kind == "undo":
            undo = {"id": offer.id, "by": offer.by, "plies": offer.plies}
        elif offer is not None:
            draw = {"id": offer.id, "by": offer.by}
        return {"undo": undo, "draw": draw}

    def undo_json(self, limit: UndoLimit) -> JsonObject:
        """``undo`` of the view."""
        return {"left": {color: self.undos_left(color, limit) for color in COLORS}}

    def dump(self) -> Json:
        """None when nothing was ever offered."""
        if self == NOTHING_OFFERED:
            return None
        dumped: JsonObject = {"made": self.made}
        if self.standing is not None:
            dumped["standing"] = [self.standing.kind, self.standing.by, self.standing.plies]
        if any(self.undos_used):
            dumped["used"] = list(self.undos_used)
        if any(self.draw_wait):
            dumped["wait"] = list(self.draw_wait)
        if any(self.undo_asked):
            dumped["asked"] = [int(asked) for asked in self.undo_asked]
        return dumped

    @staticmethod
    def load(data: Json) -> "Offers":
        """:raises ValueError: ``dump`` did not write this."""
        if data is None:
            return NOTHING_OFFERED
        fields = want_object(data)
        made = want_int(fields.get("made"))
        return Offers(
            made=made,
            standing=_load_standing(made, fields.get("standing")),
            undos_used=_load_pair(fields.get("used", [0, 0])),
            draw_wait=_load_pair(fields.get("wait", [0, 0])),
            undo_asked=PerColor(*map(bool, _load_pair(fields.get("asked", [0, 0])))),
        )


NOTHING_OFFERED = Offers()
_PENDING = Rejection("offer/pending", "먼저 한 제안에 답이 나온 뒤에 할 수 있어요")


def _load_standing(made: int, data: Json) -> Offer | None:
    if data is None:
        return None
    kind_text, by, plies = want_list(data)
    for kind in _KINDS:
        if kind == kind_text:
            return Offer(made, kind, want_color(by), want_int(plies))
    raise ValueError(f"not an offer: {data!r}")


def _load_pair(data: Json) -> PerColor[int]:
    black, white = want_list(data)
    return PerColor(want_int(black), want_int(white))
