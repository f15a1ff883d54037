"""Coming back: as one of the guests who are kept, and to the seat if there still is one."""

import unicodedata
from dataclasses import dataclass

from local.client import Guest, Lobby, NewRoom, ProblemError, RoomCard
from local.play.identity import Identities, Identity, Kept


@dataclass(frozen=True, slots=True)
class Seated:
    """A room that lives, in which the guest has a seat."""

    room: NewRoom
    card: RoomCard


@dataclass(frozen=True, slots=True)
class Known:
    """A guest who was here before."""

    guest: Guest
    identity: Identity
    seated: Seated | None


def recalled(lobby: Lobby, identities: Identities, *, name: str | None, code: str | None) -> Known | None:
    """The guest to play as; None if nobody is kept, or all who are play in other terminals.

    Only those called ``name`` count, if it is given. Who still sits somewhere (with ``code``: in that
    room) comes first, else who played last. Whose token the server does not take any more goes on as a
    new guest of the same name.
    """
    spare: tuple[Identity, Kept] | None = None
    for identity, kept in identities.free(lobby.url):
        if name is not None and kept.guest.nickname != unicodedata.normalize("NFC", name).strip():
            identity.release()
            continue
        seated = None
        if code is None or kept.room.code == code:
            seated = _seat(lobby.known(kept.guest), kept.room)
        if seated is not None:
            if spare is not None:
                spare[0].release()
            return Known(lobby.known(kept.guest), identity, seated)
        if spare is None:
            spare = identity, kept
        else:
            identity.release()
    if spare is None:
        return None
    identity, kept = spare
    return Known(_renewed(lobby, kept), identity, None)


def _seat(guest: Guest, room: NewRoom) -> Seated | None:
    try:
        card = guest.room_by_code(room.code)
    except ProblemError as refused:
        if refused.is_final:
            return None  # the room is gone, or the token is
        raise
    sits = any(seat is not None and seat.player_id == guest.player_id for seat in card.seats)
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
