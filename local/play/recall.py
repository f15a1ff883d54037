"""Coming back: as one of the guests who are kept, and to the seat if there still is one."""

import unicodedata
from dataclasses import dataclass, replace

from local.client import Guest, Lobby, NewRoom, ProblemError, RoomCard
from local.play.identity import Identities, Identity, Kept


@dataclass(frozen=True, slots=True)
class Seated:
    """A room that lives, in which the guest has a seat."""

    room: NewRoom
    card: RoomCard


@dataclass(frozen=True, slots=True)
class Known:
    """A guest who was here before. ``kept`` holds no other rooms than those of ``seats``, newest first."""

    guest: Guest
    identity: Identity
    kept: Kept
    seats: tuple[Seated, ...]


def recalled(lobby: Lobby, identities: Identities, *, name: str | None, code: str | None) -> Known | None:
    """The guest to play as; None if nobody is kept, or all who are play in other terminals.

    Only those called ``name`` count, if it is given. Who still sits somewhere comes first; with ``code``
    who sits in that room, then who sits nowhere. Else who played last. Whose token the server does not
    take any more goes on as a new guest of the same name.
    """
    best: Known | None = None
    for identity, kept in identities.free(lobby.url):
        if name is not None and kept.guest.nickname != unicodedata.normalize("NFC", name).strip():
            identity.release()
            continue
        known = _looked_up(lobby, identity, kept)
        if best is not None and _fit(best, code) <= _fit(known, code):
            identity.release()
            continue
        if best is not None:
            best.identity.release()
        best = known
        if _fit(best, code) == 0:
            break
    if best is None or best.seats:
        return best
    return replace(best, guest=_renewed(lobby, best.kept))


def _fit(known: Known, code: str | None) -> int:
    """How well somebody fits who enters the room of ``code``, or any: 0 is best."""
    if not known.seats:
        return 1
    return 0 if code is None or any(seated.room.code == code for seated in known.seats) else 2


def _looked_up(lobby: Lobby, identity: Identity, kept: Kept) -> Known:
    guest = lobby.known(kept.guest)
    looked = (_seat(guest, room) for room in kept.rooms)
    seats = tuple(seated for seated in looked if seated is not None)
    rooms = tuple(seated.room for seated in seats)
    return Known(guest, identity, kept.model_copy(update={"rooms": rooms}), seats)


def _seat(guest: Guest, room: NewRoom) -> Seated | None:
    try:
        card = guest.room_by_code(room.code)
    except ProblemError as refused:
        if refused.is_final:
            return None  # the room is gone, or the token is
        raise
    sits = any(seat is not None and seat.player_id == guest.player_id for seat in card.seats)
    # A code that is free again may lead to another room, which is kept for itself.
    return Seated(room, card) if sits and card.room_id == room.room_id else None


def _renewed(lobby: Lobby, kept: Kept) -> Guest:
    """The guest if the token still counts, else another of the same name."""
    guest = lobby.known(kept.guest)
    try:
        guest.my_games()
    except ProblemError as refused:
        if refused.status == 401:
            return lobby.guest(kept.guest.nickname)
        raise
    return guest
