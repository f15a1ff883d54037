"""Writing what clients receive (protocol, "Socket, server -> client"). The only road to a player.

Each viewer's view is built here from the full state, and nowhere else is state serialised for the
wire. Every frame says ``type`` and ``now``; all but ``pong``, ``chat`` and refused messages say ``seq``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.game import JsonObject, Millis, PlayerId, Rejection
from functions.rooms.commands import Sender
from functions.rooms.outcome import Outcome
from functions.rooms.room import Link, Room
from functions.rooms.timing import Policy, absent_since, due, enforced_deadline

if TYPE_CHECKING:  # to describe frames costs more than to make them
    from functions.rooms import wire


def encode(frame: Mapping[str, object]) -> bytes:
    """The frame as UTF-8 JSON."""
    return json.dumps(frame, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def pong(t: float, now: Millis) -> wire.PongFrame:
    """The answer to ``ping``."""
    return {"type": "pong", "t": t, "now": now}


def rejected(
    rejection: Rejection,
    now: Millis,
    *,
    seq: int | None = None,
    cs: int | None = None,
    deadline: Millis | None = None,
) -> wire.RejectedFrame:
    """A refusal, to its sender alone. Without ``seq`` where no room was read."""
    frame: wire.RejectedFrame = {
        "type": "rejected",
        "now": now,
        "code": rejection.code,
        "reason": rejection.reason,
    }
    if seq is not None:
        frame["seq"] = seq
    if cs is not None:
        frame["cs"] = cs
    if deadline is not None:
        frame["deadline"] = deadline
    return frame


def closed(rejection: Rejection, now: Millis, seq: int) -> wire.ClosedFrame:
    """The last frame of a connection that is about to be closed."""
    return {"type": "closed", "now": now, "seq": seq, "code": rejection.code, "reason": rejection.reason}


def chat(sender: Sender, text: str, now: Millis) -> wire.ChatLineFrame:
    """A chat line."""
    return {
        "type": "chat",
        "now": now,
        "from": {"playerId": sender.player, "nickname": sender.nickname},
        "text": text,
    }


def room(state: Room, link: Link, now: Millis, policy: Policy, cs: int | None) -> wire.RoomFrame:
    """The whole room as one tab of a person sees it. ``cs`` confirms that tab's command."""
    return RoomWriter(state, now, policy).frame(link, cs)


class RoomWriter:
    """The whole room, for one tab after the other. Only ``you`` and the view differ, and of views there
    is one for each player of the game and one for everybody else."""

    def __init__(self, state: Room, now: Millis, policy: Policy) -> None:
        self._state = state
        self._head: wire.RoomHead = {
            "type": "room",
            "now": now,
            "seq": state.seq,
            "room": _room(state),
            "away": away(state, policy),
            "presenceRev": state.presence.rev,
            "deadline": enforced_deadline(state, policy),
        }
        self._views: dict[PlayerId | None, wire.GameView | None] = {}

    def for_link(self, link: Link, cs: int | None = None) -> bytes:
        """The frame for one tab, as it is sent."""
        return encode(self.frame(link, cs))

    def frame(self, link: Link, cs: int | None = None) -> wire.RoomFrame:
        """The frame for one tab. ``cs`` confirms that tab's command."""
        state, player = self._state, link.player
        seat = state.seat_of(player)
        you: wire.You = {
            "playerId": player,
            "role": "spectator" if seat is None else "player",
            "seat": seat,
            "tab": link.tab,
            "cs": state.last_cs(player, link.tab),
        }
        frame: wire.RoomFrame = {**self._head, "you": you, "view": self._view(player)}
        if cs is not None:
            frame["cs"] = cs
        return frame

    def _view(self, player: PlayerId) -> wire.GameView | None:
        match = self._state.match
        if match is None:
            return None
        viewer = player if player in match.players else None
        if viewer not in self._views:
            self._views[viewer] = self._state.game.view(match.state, viewer)
        return self._views[viewer]


def _room(state: Room) -> wire.RoomInfo:
    return {
        "id": state.id,
        "code": state.code,
        "game": state.game_id,
        "nameKo": state.game.name_ko,
        "gameNo": state.games_played,
        "status": state.status,
        "host": state.host,
        "options": state.options.model_dump(mode="json", by_alias=True),
        "visibility": state.visibility,
        "chat": state.chat,
        "seats": seats(state),
        "spectators": _spectators(state),
        "rematch": list(state.rematch),
    }


def seats(state: Room) -> list[wire.Seat | None]:
    """The seats in order, null for a free one."""
    return [
        None
        if seat is None
        else {
            "playerId": seat.player,
            "nickname": seat.nickname,
            "online": state.presence.is_online(seat.player),
        }
        for seat in state.seats
    ]


def _spectators(state: Room) -> wire.Spectators:
    return {"allowed": state.spectators_allowed, "count": state.presence.watching}


def presence(state: Room, now: Millis, policy: Policy) -> wire.PresenceFrame:
    """Who is there. Of two such frames the one with the higher ``presenceRev`` is the newer."""
    return {
        "type": "presence",
        "now": now,
        "seq": state.seq,
        "presenceRev": state.presence.rev,
        "seats": seats(state),
        "away": away(state, policy),
        "spectators": _spectators(state),
        "deadline": enforced_deadline(state, policy),
    }


def away(state: Room, policy: Policy) -> list[wire.Away]:
    """The seated without a connection: since when that counts, and until when the game waits for them.

    ``until`` is null while it does not wait for that player; ``since`` for who never came.
    """
    until = {one.player: one.at for one in due(state, policy)}
    match = state.match
    missing: list[wire.Away] = []
    for index, seat in enumerate(state.seats):
        if seat is None or state.presence.is_online(seat.player):
            continue
        waits = match is not None and seat.player in until
        since = absent_since(state, match, seat.player) if match is not None and waits else None
        if since is None:
            since = state.presence.left.get(seat.player)
        missing.append({"seat": index, "since": since, "until": until.get(seat.player)})
    return missing


class Update:
    """The change of one outcome, written once for each viewer.

    What all viewers share is made once; only the view differs, and only players have their own.
    """

    def __init__(self, outcome: Outcome, now: Millis, policy: Policy) -> None:
        self._outcome = outcome
        self._head: wire.UpdateHead = {
            "type": "update",
            "now": now,
            "seq": outcome.room.seq,
            "status": outcome.room.status,
            "deadline": enforced_deadline(outcome.room, policy),
            "events": [event.to_json() for event in outcome.events],
        }
        self._views: dict[PlayerId | None, JsonObject] = {}

    def for_viewer(self, viewer: PlayerId | None, cs: int | None = None) -> bytes:
        """The frame for a player of the game, or for anybody else (None)."""
        frame: wire.UpdateFrame = {**self._head, "view": self._view(viewer)}
        if cs is not None:
            frame["cs"] = cs
        return encode(frame)

    def _view(self, viewer: PlayerId | None) -> JsonObject:
        state = self._outcome.room
        if state.match is None:
            raise ValueError(f"room {state.id} has an update but no game")
        if viewer not in self._views:
            self._views[viewer] = state.game.view(
                state.match.state, viewer, moves_from=self._outcome.moves_from
            )
        return self._views[viewer]
