"""What only one game refuses, and how it is shown. A game without a step here is at least begun."""

from collections.abc import Callable, Mapping

from local.conformance.report import DiffersError
from local.conformance.walk import Socket, Table, Walk


def omok(walk: Walk) -> None:
    """Five in a row, and the skill that takes a stone away once."""
    table = Table.of(walk, "omok", colorAssignment="hostBlack")
    anna, bo = table.anna, table.bo
    anna.plays("place", x=7, y=7)
    bo.act("place", x=7, y=7)
    bo.refused("move/illegal", cs=bo.cs)
    bo.plays("place", x=8, y=7)
    for point, code in [((7, 7), "skill/own"), ((0, 0), "skill/target"), ((15, 0), "skill/target")]:
        anna.act("useSkill", x=point[0], y=point[1])
        anna.refused(code, cs=anna.cs)
    taken = anna.plays("useSkill", x=8, y=7)
    if taken["view"]["skill"] != {"black": 0, "white": 1}:
        walk.report.differs(f"the skill is used once: {taken['view']['skill']}")
    bo.plays("place", x=8, y=8)
    anna.act("useSkill", x=8, y=8)
    anna.refused("skill/used", cs=anna.cs)
    without = Table.of(walk, "omok", colorAssignment="hostBlack", skill=False)
    without.anna.act("useSkill", x=1, y=1)
    without.anna.refused("skill/off", cs=without.anna.cs)


def chess(walk: Walk) -> None:
    """A promotion wants a piece, a king no check; claims only by the international rule."""
    table = Table.of(walk, "chess", colorAssignment="hostWhite")
    moves = _Moves(table.anna, table.bo)
    table.anna.act("claimDraw")
    table.anna.refused("claim/off", cs=table.anna.cs)
    moves.refused("e2", "e5", "move/illegal")
    moves.plays("a2a4 b7b5 a4b5 a7a6 b5a6 c7c6 a6a7 d7d6")
    table.anna.act("castle", side="king")
    table.anna.refused("move/illegal", cs=table.anna.cs)
    moves.refused("a7", "b8", "promotion/missing")
    promoted = table.anna.plays("move", **{"from": "a7", "to": "b8", "promotion": "q"})
    if "promoted" not in [event["type"] for event in promoted["events"]]:
        walk.report.differs("a promotion has its event")
    fide = Table.of(walk, "chess", colorAssignment="hostWhite", drawMode="fide")
    moves = _Moves(fide.anna, fide.bo)
    fide.anna.act("claimDraw")
    fide.anna.refused("claim/none", cs=fide.anna.cs)
    moves.plays("e2e4 f7f6 d2d4 g7g5")
    checked = fide.anna.plays("move", **{"from": "d1", "to": "h5"})
    if checked["view"]["result"] is None or checked["view"]["result"]["detail"]["reason"] != "checkmate":
        walk.report.differs("mate ends the game")
    record = fide.anna.person.call("readRecord", "GET", f"/rooms/{fide.room.id}/games/1?format=pgn").body
    if "Qh5#" not in record:
        walk.report.differs(f"a chess game is recorded as PGN: {record[-80:]!r}")
    exposed = Table.of(walk, "chess", colorAssignment="hostWhite", variant="standard")
    moves = _Moves(exposed.anna, exposed.bo)
    moves.plays("e2e4 e7e5 d2d3 f8b4")
    moves.refused("a2", "a3", "king/attacked")


class _Moves:
    """Moves of both sides in turns, by the names of their squares."""

    def __init__(self, white: Socket, black: Socket) -> None:
        self._sides = (white, black)
        self._made = 0

    @property
    def _mover(self) -> Socket:
        return self._sides[self._made % 2]

    def plays(self, moves: str) -> None:
        for move in moves.split():
            self._mover.plays("move", **{"from": move[:2], "to": move[2:4]})
            self._made += 1

    def refused(self, origin: str, target: str, code: str) -> None:
        self._mover.act("move", **{"from": origin, "to": target})
        self._mover.refused(code, cs=self._mover.cs)


def seotda(walk: Walk) -> None:
    """Cards are shown to whose they are; who has left plays no more."""
    people = [walk.person(name) for name in ("안나", "보", "시")]
    room = people[0].room("seotda", hands=5)
    sockets = [person.enters(room) for person in people]
    for socket in sockets[1:]:
        socket.does("sit")
    sockets[0].does("start")
    views = [
        socket.hear("room", lambda frame: frame["room"]["status"] == "playing")["view"]
        for socket in sockets[1:]
    ]
    for seat, view in zip(("2", "3"), views, strict=True):
        for other, shown in view["seats"].items():
            known = [card for card in shown["cards"] if card is not None]
            if bool(known) != (other == seat):
                walk.report.differs(f"seat {seat} must see its own cards and no others, seat {other} {known}")
    by_seat = dict(zip(("1", "2", "3"), sockets, strict=True))
    turn = views[0]["turn"]
    mover, waiting = by_seat[turn], by_seat[next(seat for seat in by_seat if seat != turn)]
    waiting.act("bet", word="die")
    waiting.refused("move/not_your_turn", cs=waiting.cs)
    mover.act("bet", word="call")
    mover.refused("move/illegal", cs=mover.cs)
    mover.act("ready")
    mover.refused("ready/not_asked", cs=mover.cs)
    waiting.plays("resign")
    waiting.act("ready")
    waiting.refused("seat/left", cs=waiting.cs)
    paused = mover.plays("bet", word="die")  # the third has won this hand
    if paused["view"]["stage"] != "pause":
        raise DiffersError(f"a hand that only one has not died in is over: {paused['view']['stage']}")
    mover.plays("ready")
    mover.act("ready")
    mover.refused("ready/already", cs=mover.cs)


OF_A_GAME: Mapping[str, Callable[[Walk], None]] = {"omok": omok, "chess": chess, "seotda": seotda}


def begins(game: str) -> Callable[[Walk], None]:
    """A game that can be begun with its defaults, and given up."""

    def look(walk: Walk) -> None:
        table = Table.of(walk, game)
        if table.started["view"] is None:
            raise DiffersError("a running game has a view")
        table.anna.does("leave")
        table.bo.hear("room", lambda frame: frame["room"]["status"] == "finished")

    return look
