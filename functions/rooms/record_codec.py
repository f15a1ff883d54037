"""A finished game's record as stored bytes, versioned: readable for as long as records are kept.

The log stays in the packed form in which the room kept it; all the rest is one JSON array, deflated
against ``_DICTIONARY``. The first byte names the version and with it the dictionary, as in the codec
of rooms: a dictionary that is in use is never changed, a better one is a new version.
"""

import json
import zlib
from dataclasses import dataclass
from typing import Any, get_args

from engine.game import PlayerId
from engine.registry import GAMES
from functions.rooms.log import Log
from functions.rooms.record import Record
from functions.rooms.room import Visibility

_VERSION = 1
# The likeliest strings come last: deflate refers to near ones with fewer bits.
_DICTIONARY = (
    b'"aborted","draw-agreed","timeout","resign","moveCount":"pgn":"timeLoss","boardFull","five","checkmate",'
    b'"chess","omok","public","private","othello",1,{"colorAssignment":"random","emptyToWinner":false,'
    b'"skill":true,"timeControl":{"kind":"perMove","perMoveSec":30,"baseSec":300,"incSec":3},'
    b'"timeoutPolicy":"autoMove","pass","idleLimitSec":300,"undo":3,"drawOffer":true,"showLastMove":true,'
    b'"showLegalMoves":true,"showFlipCount":false,"disconnectGraceSec":60},["place x y"],'
    b'{"ranking":[[""],[""]],"scores":null,"summary":"","reason":"normal",'
    b'"detail":{"winner":"black","reason":"noMoves","discs":{"black":,"white":,"empty":0},'
    b'"displayScore":{"black":,"white":},"transcript":"'
)
_DICTIONARIES = {_VERSION: _DICTIONARY}


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A record's attributes as the store keeps them."""

    room_id: str
    game_no: int
    body: bytes
    log: bytes


def encode(record: Record) -> StoredRecord:
    """The record as it is stored; ``decode`` gives an equal one back."""
    body = [
        record.code,
        record.visibility,
        record.game_id,
        record.state_version,
        record.options,
        record.players,
        record.nicknames,
        record.seed.hex(),
        record.log.words,
        record.log.last_at,
        record.started_at,
        record.ended_at,
        record.result,
        record.final,
    ]
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_DICTIONARY)
    packed = bytes([_VERSION]) + deflate.compress(text.encode()) + deflate.flush()
    return StoredRecord(record.room_id, record.game_no, packed, record.log.packed)


def decode(stored: StoredRecord) -> Record:
    """The record that ``encode`` stored.

    :raises ValueError: the bytes are no record, or of a version that this code does not know.
    """
    where = f"record {stored.room_id}/{stored.game_no}"
    dictionary = _DICTIONARIES.get(stored.body[0]) if stored.body else None
    if dictionary is None:
        raise ValueError(f"{where}: unknown version {stored.body[:1]!r}")
    inflate = zlib.decompressobj(-15, zdict=dictionary)
    try:
        return _decode_body(json.loads(inflate.decompress(stored.body[1:])), stored)
    except (zlib.error, ValueError, TypeError, LookupError) as damage:
        raise ValueError(f"{where}: damaged body, or of a game unknown here") from damage


_FORMS = [str, str, str, int, dict, list, list, str, list, int, int, int, dict]
"""Of the fields up to the result: what all later code relies on, and JSON does not see to."""


def _decode_body(body: list[Any], stored: StoredRecord) -> Record:
    (code, visibility, game_id, state_version, options, players, nicknames) = body[:7]
    (seed, words, last_at, started_at, ended_at, result, final) = body[7:]
    forms = [type(value) for value in body[:13]]
    if forms != _FORMS or visibility not in get_args(Visibility) or game_id not in GAMES:
        raise ValueError("other values than encode writes")
    if any(type(name) is not str for name in (*players, *nicknames)) or len(players) != len(nicknames):
        raise ValueError("players with other names than encode writes")
    return Record(
        room_id=stored.room_id,
        code=code,
        visibility=visibility,
        game_id=game_id,
        state_version=state_version,
        game_no=stored.game_no,
        options=options,
        players=tuple(PlayerId(player) for player in players),
        nicknames=tuple(nicknames),
        seed=bytes.fromhex(seed),
        log=Log(stored.log, tuple(words), last_at),
        started_at=started_at,
        ended_at=ended_at,
        result=result,
        final=final,
    )
