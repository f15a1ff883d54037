"""The use cases of the HTTP API, over ports. A refusal is a ``Problem``; a fault is an exception."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from pydantic import ValidationError

from engine.game import Json, Millis, OptionsModel, PlayerId, Rejection
from engine.registry import GAMES
from functions.lobby import draws, problems
from functions.lobby.models import RoomRequest, TicketRequest
from functions.lobby.nicknames import clean_nickname
from functions.lobby.problems import Problem
from functions.lobby.tokens import (
    GuestClaims,
    KeySet,
    TicketClaims,
    issue_guest,
    issue_ticket,
    read_guest,
)
from functions.rooms.ports import Created, CursorError, Entropy, GameEntry, LobbyStore, Page
from functions.rooms.record import Record
from functions.rooms.room import Room, Seat
from functions.rooms.timing import Policy

T = TypeVar("T")

_CODE_TRIES = 8
"""With 100,000 living rooms all eight codes are taken once in 10 to the 27 times."""
_MAX_CURSOR_CHARACTERS = 1024


@dataclass(frozen=True, slots=True)
class Lobby:
    """What people do outside of a room's socket.

    ``keys`` and ``clock`` are asked anew for every request: keys are exchanged while a process lives.
    ``socket_url`` is the address of the socket without a query. ``vouched`` says who a token of an
    OpenID provider belongs to, if there is such a provider; ``guests`` whether people may come in
    without one. ``on_fault`` hears, with a room's id, of what was found damaged and left out.
    """

    store: LobbyStore
    keys: Callable[[], KeySet]
    clock: Callable[[], Millis]
    entropy: Entropy
    policy: Policy
    socket_url: str
    on_fault: Callable[[str, Exception], None]
    guest_life_sec: int = 30 * 24 * 3600
    ticket_life_sec: int = 60
    vouched: Callable[[str, Millis], GuestClaims | None] | None = None
    guests: bool = True

    def guest_of(self, token: str) -> GuestClaims | None:
        """Who a bearer token belongs to, or None if it says nothing."""
        now = self.clock()
        guest = read_guest(token, self.keys(), now) if self.guests else None
        if guest is None and self.vouched is not None:
            return self.vouched(token, now)
        return guest

    def greet(self, nickname: str) -> tuple[GuestClaims, str] | Problem:
        """A new guest of that name, and the guest's token. Nothing is stored."""
        if not self.guests:
            return problems.NO_GUESTS
        cleaned = clean_nickname(nickname)
        if isinstance(cleaned, Rejection):
            return problems.bad_nickname(cleaned)
        player = PlayerId(draws.player_id(self.entropy.seed()))
        claims = GuestClaims(player, cleaned, self.clock() // 1000 + self.guest_life_sec)
        return claims, issue_guest(claims, self.keys())

    def make_room(self, guest: GuestClaims, request: RoomRequest, *, key: str | None) -> Created | Problem:
        """A new room whose host is the guest, in seat 0.

        With ``key``, the guest's same request answers the room that was made first, for 24 hours.
        """
        if request.game not in GAMES:
            return problems.NO_GAME.at([problems.FieldError("#/game", problems.NO_GAME.detail)])
        options = _options(request.game, request.options)
        if isinstance(options, Problem):
            return options
        room = self._new_room(guest, request, options)
        body_hash = _hash(request)
        for _ in range(_CODE_TRIES):
            made = self.store.create_room(room, key=key, body_hash=body_hash, now=room.created_at)
            if isinstance(made, Created):
                return made
            if made == "key_reused":
                return problems.KEY_REUSED
            room = replace(room, code=draws.room_code(self.entropy.seed()))
        raise RuntimeError(f"{_CODE_TRIES} room codes in a row were taken")

    def _new_room(self, guest: GuestClaims, request: RoomRequest, options: OptionsModel) -> Room:
        now = self.clock()
        _, most = GAMES[request.game].players_for(options)
        room = Room(
            id=draws.room_id(self.entropy.seed()),
            code=draws.room_code(self.entropy.seed()),
            game_id=request.game,
            options=options,
            visibility=request.visibility,
            chat=request.chat,
            spectators_allowed=request.spectators,
            host=guest.player,
            seats=(Seat(guest.player, guest.nickname), *[None] * (most - 1)),
            created_at=now,
            expires_at=0,
        )
        return replace(room, expires_at=self.policy.expiry(room, now))

    def open_rooms(self, game: str | None, cursor: str | None) -> Page[Room] | Problem:
        """Public rooms that wait for players, newest first; of one game if it is named."""
        if game is not None and game not in GAMES:
            return problems.NO_GAME
        return self._reported(_page(cursor, lambda: self.store.open_rooms(game, cursor, self.clock())))

    def room_by_code(self, code: str) -> Room | Problem:
        """The living room that somebody was invited to by its code, in any case of letters."""
        read = draws.read_code(code)
        room = None if read is None else self.store.room_by_code(read, self.clock())
        return problems.NO_ROOM if room is None else room

    def admit(
        self, guest: GuestClaims, room_id: str, request: TicketRequest
    ) -> tuple[TicketClaims, str] | Problem:
        """A ticket for one tab into the room, or why the guest may not come in."""
        now = self.clock()
        read = draws.read_room_id(room_id)
        room = None if read is None else self.store.load(read)
        if room is None or room.is_gone(now):
            return problems.NO_ROOM
        refused = _barrier(room, guest.player, request.code)
        if refused is not None:
            return refused
        claims = TicketClaims(
            ticket_id=draws.ticket_id(self.entropy.seed()),
            room_id=room.id,
            player=guest.player,
            tab=request.tab,
            nickname=guest.nickname,
            expires_at=now // 1000 + self.ticket_life_sec,
        )
        return claims, issue_ticket(claims, self.keys())

    def record(self, guest: GuestClaims, room_id: str, game_no: int, code: str | None) -> Record | Problem:
        """The record of a finished game; of a private room's only for its players or with its code."""
        read = draws.read_room_id(room_id)
        record = None if read is None else self.store.find_record(read, game_no)
        if record is None:
            return problems.NO_RECORD
        if guest.player not in record.players and not _knows(code, record):
            return problems.WRONG_CODE
        return record

    def games_of(self, guest: GuestClaims, cursor: str | None) -> Page[GameEntry] | Problem:
        """The guest's finished games, newest first; without those of a game that is not played here
        (any more, or yet: the code may have been rolled back)."""
        page = self._reported(_page(cursor, lambda: self.store.games_of(guest.player, cursor)))
        if isinstance(page, Problem):
            return page
        return replace(page, items=tuple(entry for entry in page.items if entry.game_id in GAMES))

    def _reported(self, page: Page[T] | Problem) -> Page[T] | Problem:
        """The page, what was found damaged on it reported."""
        if isinstance(page, Page):
            for what, damage in page.damaged.items():
                self.on_fault(what, damage)
        return page


def _options(game_id: str, given: Mapping[str, Json]) -> OptionsModel | Problem:
    try:
        options: OptionsModel = GAMES[game_id].Options.model_validate(given)
    except ValidationError as errors:
        return problems.OPTIONS.at(problems.field_errors(errors, given, under="/options"))
    return options


def _hash(request: RoomRequest) -> str:
    """The same for the same fields as sent, however they were ordered and spaced."""
    fields = request.model_dump(mode="json", exclude_unset=True)
    return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()


def _page(cursor: str | None, ask: Callable[[], Page[T]]) -> Page[T] | Problem:
    """A page of a list. That the store never gave the cursor out is the caller's mistake."""
    if cursor is not None and len(cursor) > _MAX_CURSOR_CHARACTERS:
        return problems.CURSOR
    try:
        return ask()
    except CursorError:
        return problems.CURSOR


def _knows(code: str | None, of: Room | Record) -> bool:
    """Whether this is the code where one is wanted: what is public wants none."""
    return of.visibility == "public" or (code is not None and draws.read_code(code) == of.code)


def _barrier(room: Room, player: PlayerId, code: str | None) -> Problem | None:
    """Why the player may not come into the room. Who has a seat in it always may."""
    if room.seat_of(player) is not None:
        return None
    if player in room.barred:
        return problems.BARRED
    if not _knows(code, room):
        return problems.WRONG_CODE
    if room.spectators_allowed:
        return None
    if room.status != "waiting":
        return problems.NO_SPECTATORS
    return None if None in room.seats else problems.FULL
