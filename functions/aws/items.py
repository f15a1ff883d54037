"""Values as items of the one table, and back (``docs/storage.md`` lists them all).

Attribute names are one letter, since their bytes are paid for with every write. The keys:

======================  ==========================  ==================================================
``pk``                  ``sk``                      what
======================  ==========================  ==================================================
``r#<room>``            ``r``                       the room
``r#<room>``            ``w#<connection>``          a spectator's connection
``r#<room>``            ``g#<game number>``         a finished game's record
``p#<player>``          ``<game position>``         a line of a player's finished games
``open``                ``<open position>``         a line of the open list
``k#<code>``            ``k``                       whose the code is
``i#<player>#<key>``    ``i``                       what a request with an idempotency key made
``c#<connection>``      ``c``                       a connection
``t#<ticket>``          ``t``                       a ticket that was used
======================  ==========================  ==================================================

Room ids, player ids, codes and tickets are made here, of letters and digits; a ``#`` or a space
in one would mix up two keys or two words, and is a fault.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from engine.game import PlayerId
from functions.lobby import lists
from functions.rooms.codec import StoredRoom
from functions.rooms.ports import Connection, Created, GameEntry
from functions.rooms.record_codec import StoredRecord
from functions.rooms.room import Link, Presence, Room

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.type_defs import AttributeValueTypeDef

Item: TypeAlias = "dict[str, AttributeValueTypeDef]"

SPECTATOR = "w#"


def text(value: str) -> AttributeValueTypeDef:
    """A string attribute."""
    return {"S": value}


def number(value: int) -> AttributeValueTypeDef:
    """A number attribute."""
    return {"N": str(value)}


def _key(pk: str, sk: str) -> Item:
    return {"pk": {"S": pk}, "sk": {"S": sk}}


def _plain(name: str) -> str:
    """A name that may be part of a key.

    :raises ValueError: it holds a separator.
    """
    if "#" in name or " " in name or not name:
        raise ValueError(f"not a name for a key: {name!r}")
    return name


# --- The room ---


def room_pk(room_id: str) -> str:
    """The partition in which the room, its spectators and its records lie."""
    return f"r#{_plain(room_id)}"


def room_key(room_id: str) -> Item:
    """Where the room is."""
    return _key(room_pk(room_id), "r")


def room_item(stored: StoredRoom) -> Item:
    """The whole room, as it is created."""
    presence = stored.presence
    return {
        **room_key(stored.id),
        "v": number(stored.seq),
        "d": {"B": stored.body},
        "g": {"B": stored.log},
        "x": number(stored.expires_at),
        "a": number(stored.armed_at),
        "z": number(stored.archived_no),
        "c": {"M": {conn: text(link_text(link)) for conn, link in presence.connections.items()}},
        "l": {"M": {player: number(at) for player, at in presence.left.items()}},
        "p": number(presence.rev),
        "w": number(presence.watching),
    }


def room_in(item: Item) -> str:
    """The id of the room that an item of its partition belongs to."""
    return item["pk"]["S"][2:]


def stored_room(item: Item) -> StoredRoom:
    """The room in an item, its body not decoded yet.

    :raises ValueError: attributes are missing, or no such values as ``room_item`` writes.
    """
    try:
        return _stored_room(item)
    except (ValueError, LookupError) as damage:
        raise ValueError(f"room {room_in(item)}: damaged item") from damage


def _stored_room(item: Item) -> StoredRoom:
    return StoredRoom(
        id=room_in(item),
        seq=int(item["v"]["N"]),
        body=item["d"]["B"],
        log=item["g"]["B"],
        expires_at=int(item["x"]["N"]),
        armed_at=int(item["a"]["N"]),
        archived_no=int(item["z"]["N"]),
        presence=Presence(
            connections={conn: read_link(value["S"]) for conn, value in item["c"]["M"].items()},
            left={PlayerId(player): int(value["N"]) for player, value in item["l"]["M"].items()},
            rev=int(item["p"]["N"]),
            watching=int(item["w"]["N"]),
        ),
    )


def link_text(link: Link) -> str:
    """Whose connection it is: the player, a space, the tab."""
    return f"{_plain(link.player)} {link.tab}"


def read_link(value: str) -> Link:
    """What ``link_text`` wrote."""
    player, tab = value.split(" ", 1)
    return Link(PlayerId(player), tab)


# --- Spectators ---


def spectator_key(room_id: str, connection_id: str) -> Item:
    """Where a spectator's connection is."""
    return _key(room_pk(room_id), SPECTATOR + connection_id)


def spectator_item(room_id: str, connection_id: str, link: Link, expires_at: int) -> Item:
    """A spectator's connection."""
    return {
        **spectator_key(room_id, connection_id),
        "u": text(link_text(link)),
        "x": number(expires_at),
    }


def spectator_of(item: Item) -> tuple[str, Link]:
    """The connection id in a spectator's item, and whose it is."""
    return item["sk"]["S"].removeprefix(SPECTATOR), read_link(item["u"]["S"])


# --- Finished games ---


def record_key(room_id: str, game_no: int) -> Item:
    """Where a record is."""
    return _key(room_pk(room_id), f"g#{game_no}")


def record_item(stored: StoredRecord) -> Item:
    """A record. It never expires."""
    return {
        **record_key(stored.room_id, stored.game_no),
        "d": {"B": stored.body},
        "g": {"B": stored.log},
    }


def stored_record(item: Item) -> StoredRecord:
    """The record in an item, not decoded yet.

    :raises ValueError: attributes are missing, or no such values as ``record_item`` writes.
    """
    try:
        return StoredRecord(
            room_id=room_in(item),
            game_no=int(item["sk"]["S"][2:]),
            body=item["d"]["B"],
            log=item["g"]["B"],
        )
    except (ValueError, LookupError) as damage:
        raise ValueError(f"record {item['sk']['S']} of room {room_in(item)}: damaged item") from damage


def game_item(player: PlayerId, entry: GameEntry) -> Item:
    """A line of a player's finished games. It never expires."""
    position = lists.game_position(entry.room_id, entry.game_no, entry.ended_at)
    item: Item = {
        **_key(lists.games_list(PlayerId(_plain(player))), position),
        "i": text(entry.game_id),
        "o": {"L": [text(name) for name in entry.opponents]},
        "s": text(entry.summary),
    }
    if entry.won is not None:
        item["y"] = {"BOOL": entry.won}
    return item


def game_entry(item: Item) -> GameEntry:
    """What ``game_item`` wrote.

    :raises ValueError: attributes are missing, or no such values.
    """
    try:
        room_id, game_no, ended_at = lists.game_at(item["sk"]["S"])
        return GameEntry(
            room_id=room_id,
            game_no=game_no,
            game_id=item["i"]["S"],
            ended_at=ended_at,
            opponents=tuple(name["S"] for name in item["o"]["L"]),
            won=item["y"]["BOOL"] if "y" in item else None,
            summary=item["s"]["S"],
        )
    except (ValueError, LookupError) as damage:
        raise ValueError(f"line {item['sk']['S']}: damaged item") from damage


# --- Finding and making rooms ---


def open_key(room: Room) -> Item:
    """Where the room's line in the open list is."""
    return _key(lists.OPEN_ROOMS, lists.open_position(room))


def open_item(room: Room) -> Item:
    """The room's line in the open list, as of this ``seq``."""
    return {
        **open_key(room),
        "i": text(room.game_id),
        "v": number(room.seq),
        "x": number(room.expires_at),
    }


def code_key(code: str) -> Item:
    """Where it says whose a code is."""
    return _key(f"k#{code}", "k")


def code_item(code: str, room_id: str, expires_at: int) -> Item:
    """Whose a code is. It is the room that says whether it still holds."""
    return {**code_key(code), "r": text(room_id), "x": number(expires_at)}


def code_holder(item: Item | None) -> str:
    """The room id in a code's item.

    :raises ValueError: there is no item: a code was refused that nobody has.
    """
    if item is None:
        raise ValueError("a code was refused that no room has")
    return item["r"]["S"]


def request_item(player: PlayerId, key: str, body_hash: str, made: Created, expires_at: int) -> Item:
    """What a request with an idempotency key made."""
    return {
        **_key(f"i#{_plain(player)}#{key}", "i"),
        "h": text(body_hash),
        "r": text(made.room_id),
        "k": text(made.code),
        "x": number(expires_at),
    }


def request_made(item: Item) -> Created:
    """The room that the request made."""
    return Created(item["r"]["S"], item["k"]["S"])


# --- Connections ---


def connection_key(connection_id: str) -> Item:
    """Where a connection is."""
    return _key(f"c#{connection_id}", "c")


def connection_item(connection: Connection) -> Item:
    """A connection."""
    return {
        **connection_key(connection.id),
        "r": text(connection.room_id),
        "u": text(link_text(Link(connection.player, connection.tab))),
        "n": text(connection.nickname),
        "x": number(connection.expires_at),
    }


def connection_of(item: Item) -> Connection:
    """What ``connection_item`` wrote."""
    link = read_link(item["u"]["S"])
    return Connection(
        id=item["pk"]["S"][2:],
        room_id=item["r"]["S"],
        player=link.player,
        tab=link.tab,
        nickname=item["n"]["S"],
        expires_at=int(item["x"]["N"]),
    )


def ticket_item(ticket_id: str, connection_id: str, expires_at: int) -> Item:
    """A ticket that was used, and by which connection."""
    return {**_key(f"t#{ticket_id}", "t"), "c": text(connection_id), "x": number(expires_at)}
