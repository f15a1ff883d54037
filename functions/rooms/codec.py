"""A room as stored bytes, small and versioned.

What ``save`` owns becomes two attributes: ``encode_body`` (everything but the log) and the log's
own packed bytes. Presence, ``seq`` and the other versions are attributes of their own, since
conditions look at them. ``docs/storage.md`` has the whole item.

The body is a JSON array, deflated against ``_DICTIONARY``: strings that every room holds cost two
bytes instead of twenty, which keeps the item inside one write unit. The first byte names the
codec version and with it the dictionary: old bodies stay readable for as long as their version
is in ``_DICTIONARIES``.
"""

import json
import zlib
from base64 import b64decode, b64encode
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, get_args

from engine.game import AnyGame, Millis, OptionsModel, PlayerId
from engine.registry import GAMES
from functions.rooms.log import Log
from functions.rooms.room import (
    NOBODY,
    ChatRule,
    LastCommand,
    Match,
    Presence,
    Room,
    Seat,
    Status,
    Visibility,
)

_VERSION = 1
# The likeliest strings come last: deflate refers to near ones with fewer bits.
_DICTIONARY = (
    b'{"colorAssignment":"alternate","hostBlack","hostWhite","emptyToWinner":true,"showFlipCount":true,'
    b'"showLegalMoves":false,"timeoutPolicy":"lose","undo":"unlimited","off","drawOffer":false,'
    b'"idleLimitSec":600,"disconnectGraceSec":120,"timeControl":{"kind":"fischer","perMoveSec":60,'
    b'"baseSec":180,"incSec":2,"none","perMove"}}'
    b'"chess","omok","othello","public","private","players","off","all","finished","waiting","playing"'
    b"[null,null,0,0,0],[0,0],[],{},null,false,true,"
)
_DICTIONARIES = {_VERSION: _DICTIONARY}


@dataclass(frozen=True, slots=True)
class StoredRoom:
    """A room's attributes as the store keeps them, in the store's own plain types."""

    id: str
    seq: int
    body: bytes
    log: bytes
    expires_at: int
    armed_at: int
    archived_no: int
    presence: Presence = NOBODY


def encode(room: Room) -> StoredRoom:
    """The room as it is stored; ``decode(encode(room)) == room``."""
    return StoredRoom(
        id=room.id,
        seq=room.seq,
        body=_encode_body(room),
        log=b"" if room.match is None else room.match.log.packed,
        expires_at=room.expires_at,
        armed_at=room.armed_at,
        archived_no=room.archived_no,
        presence=room.presence,
    )


def _encode_body(room: Room) -> bytes:
    game = room.game
    body = [
        room.code,
        room.game_id,
        game.state_version,
        _options_json(room.game_id, room.options),
        room.visibility,
        room.chat,
        room.spectators_allowed,
        room.host,
        [None if seat is None else [seat.player, seat.nickname] for seat in room.seats],
        room.created_at,
        room.status,
        room.barred,
        room.rematch,
        room.games_played,
        None if room.last is None else [room.last.player, room.last.tab, room.last.cs, room.last.at],
        [[player, tabs] for player, tabs in room.tabs.items()],
        None if room.match is None else _encode_match(game, room.match),
    ]
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
    deflate = zlib.compressobj(6, zlib.DEFLATED, -15, zdict=_DICTIONARY)
    return bytes([_VERSION]) + deflate.compress(text) + deflate.flush()


def _encode_match(game: AnyGame, match: Match) -> list[Any]:
    words = b"".join(word.to_bytes(4, "little") for word in match.rng)
    return [
        match.no,
        match.players,
        match.nicknames,
        game.dump(match.state),
        b64encode(words + match.seed).decode(),
        match.started_at,
        match.log.words,
        match.log.last_at - match.started_at,
    ]


def decode(stored: StoredRoom) -> Room:
    """The room that ``encode`` stored, by this version of the code or an older one.

    :raises ValueError: the bytes are no room, or of a version that this code does not know.
    """
    dictionary = _DICTIONARIES.get(stored.body[0]) if stored.body else None
    if dictionary is None:
        raise ValueError(f"room {stored.id}: unknown codec version {stored.body[:1]!r}")
    inflate = zlib.decompressobj(-15, zdict=dictionary)
    try:
        return _decode_body(json.loads(inflate.decompress(stored.body[1:])), stored)
    except (zlib.error, ValueError, TypeError, LookupError) as damage:
        raise ValueError(f"room {stored.id}: damaged body, or of a game unknown here") from damage


_FORMS = [str, str, int, str, str, str, bool, str, list, int, str, list, list, int]
"""Of the fields up to ``games_played``: what all later code relies on, and JSON does not see to."""
_LAST_FORMS = [str, str, int, int]
_VISIBILITIES, _CHAT_RULES, _STATUSES = (
    frozenset(get_args(words)) for words in (Visibility, ChatRule, Status)
)


def _decode_body(body: list[Any], stored: StoredRoom) -> Room:
    (code, game_id, version, options, visibility, chat, spectators, host, seats, created_at) = body[:10]
    (status, barred, rematch, games_played, last, tabs, match) = body[10:]
    forms = [type(value) for value in body[:14]]
    if forms != _FORMS or not (visibility in _VISIBILITIES and chat in _CHAT_RULES and status in _STATUSES):
        raise ValueError("other values than encode writes")
    if any(seat is not None and [type(value) for value in seat] != [str, str] for seat in seats):
        raise ValueError("a seat with other values than encode writes")
    if last is not None and [type(value) for value in last] != _LAST_FORMS:
        raise ValueError("a last command with other values than encode writes")
    return Room(
        id=stored.id,
        code=code,
        game_id=game_id,
        options=_options(game_id, options),
        visibility=visibility,
        chat=chat,
        spectators_allowed=spectators,
        host=PlayerId(host),
        seats=tuple(None if seat is None else Seat(PlayerId(seat[0]), seat[1]) for seat in seats),
        created_at=created_at,
        expires_at=stored.expires_at,
        status=status,
        seq=stored.seq,
        barred=tuple(barred),
        rematch=tuple(rematch),
        match=None if match is None else _decode_match(GAMES[game_id], version, match, stored.log),
        games_played=games_played,
        last=None if last is None else LastCommand(PlayerId(last[0]), last[1], last[2], last[3]),
        tabs={PlayerId(player): tuple((tab, cs) for tab, cs in known) for player, known in tabs},
        presence=stored.presence,
        armed_at=stored.armed_at,
        archived_no=stored.archived_no,
    )


def _decode_match(game: AnyGame, version: int, match: list[Any], log: bytes) -> Match:
    no, players, nicknames, dumped, secrets, started_at, words, last_after = match
    if version != game.state_version:
        dumped = game.migrate(dumped, version)
    raw = b64decode(secrets)
    at: Millis = started_at
    return Match(
        no=no,
        players=tuple(players),
        nicknames=tuple(nicknames),
        state=game.load(dumped),
        rng=_four(raw[:16]),
        seed=raw[16:],
        started_at=at,
        log=Log(log, tuple(words), at + last_after),
    )


def _four(raw: bytes) -> tuple[int, int, int, int]:
    a, b, c, d = (int.from_bytes(raw[i : i + 4], "little") for i in (0, 4, 8, 12))
    return a, b, c, d


@lru_cache(maxsize=256)
def _options_json(game_id: str, options: OptionsModel) -> str:
    del game_id  # two games may have options that compare equal
    return json.dumps(
        options.model_dump(mode="json", by_alias=True, exclude_defaults=True), separators=(",", ":")
    )


@lru_cache(maxsize=256)
def _options(game_id: str, text: str) -> OptionsModel:
    options: OptionsModel = GAMES[game_id].Options.model_validate_json(text)
    return options
