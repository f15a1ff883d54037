"""The state of a reversi game, and how it is stored."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.codec import want_list, want_object, want_text
from engine.colors import Color, PerColor, want_color
from engine.duel import DuelState, load_ending, load_players
from engine.game import Json, JsonObject, Millis, PlayerId
from engine.games.othello.options import OthelloOptions
from engine.games.othello.record import START, Position, is_auto, is_record, placement
from engine.offers import Offers

EndReason: TypeAlias = Literal["noMoves", "resign", "timeLoss", "drawAgreed"]
"""Document 000, section 8.6.

``noMoves``     neither side can move, a full board included
``resign``      a player resigned or left
``timeLoss``    a clock, the idle limit or the third timeout in a row
``drawAgreed``  an offered draw was accepted
"""
_END_REASONS: tuple[EndReason, ...] = ("noMoves", "resign", "timeLoss", "drawAgreed")


@dataclass(frozen=True, slots=True, kw_only=True)
class OthelloState(DuelState[OthelloOptions, EndReason]):
    """A game in full.

    ``position`` is the board now; at the end its ``turn`` means nothing. ``record`` has a
    character per ply (see ``record.py``). ``turned`` are the discs that the newest placement
    turned, 0 before the first, so that telling about a move replays nothing. ``start`` is the
    start of the record: ``START`` but in tests.
    """

    position: Position
    record: str = ""
    turned: int = 0
    start: Position = START

    @property
    def turn(self) -> Color:
        return self.position.turn

    def made_by(self, color: Color) -> str:
        """The plies of one colour, oldest first."""
        return self.record[0 if self.start.turn == color else 1 :: 2]

    def auto_streak(self, color: Color) -> int:
        """How many of the colour's newest placements in a row the server made.

        It follows from the record, so an undo takes it back too, and only a move by hand
        ends it.
        """
        streak = 0
        for ply in reversed(self.made_by(color)):
            if is_auto(ply):
                streak += 1
            elif placement(ply) is not None:
                break
        return streak

    def undo_plies(self, color: Color) -> int:
        """The length of the record from the colour's newest placement on; 0 without one.

        What came after it goes too: forced passes and the opponent's placement.
        """
        for plies, ply in enumerate(reversed(self.record), start=1):
            mine = (len(self.record) - plies) % 2 == (0 if self.start.turn == color else 1)
            if mine and placement(ply) is not None:
                return plies
        return 0


DEFAULT_OPTIONS = OthelloOptions()


def dump(state: OthelloState) -> JsonObject:
    """The state as JSON, a few hundred bytes; whatever has its usual value is left out."""
    data: JsonObject = {
        "players": list(state.players),
        "board": _dump_discs(state.position),
        "record": state.record,
        "clock": state.clock.dump(),
        **state.dump_rest(DEFAULT_OPTIONS),
    }
    if state.turned:
        data["turned"] = f"{state.turned:x}"
    if state.start != START:
        data["start"] = [_dump_discs(state.start), state.start.turn]
    return data


def load(data: Json) -> OthelloState:
    """:raises ValueError: ``dump`` did not write this."""
    fields = want_object(data)
    options = DEFAULT_OPTIONS
    if "options" in fields:
        options = OthelloOptions.model_validate(fields["options"])
    start = START
    if "start" in fields:
        board, turn = want_list(fields["start"])
        start = Position(*_load_discs(board), want_color(turn))
    record = want_text(fields.get("record"))
    if not is_record(record):
        raise ValueError(f"not a record: {record!r}")
    turn_now = start.turn if len(record) % 2 == 0 else start.passed().turn
    unset_clock = options.time_control.clock(idle_limit_sec=options.idle_limit_sec, now=0)
    return OthelloState(
        options=options,
        players=load_players(fields.get("players")),
        position=Position(*_load_discs(fields.get("board")), turn_now),
        record=record,
        turned=int(want_text(fields.get("turned", "0")), 16),
        clock=unset_clock.resumed(fields.get("clock")),
        offers=Offers.load(fields.get("offers")),
        ending=load_ending(fields.get("ending"), _END_REASONS),
        start=start,
    )


def _dump_discs(position: Position) -> str:
    return f"{position.black:016x}{position.white:016x}"


def _load_discs(data: Json) -> tuple[int, int]:
    text = want_text(data)
    black, white = int(text[:16], 16), int(text[16:], 16)
    if len(text) != 32 or black & white:
        raise ValueError(f"not a board: {text!r}")
    return black, white


def state_from_position(
    board: str,
    turn: Color,
    *,
    players: PerColor[PlayerId],
    options: OthelloOptions = DEFAULT_OPTIONS,
    now: Millis = 0,
) -> OthelloState:
    """A game that starts from a drawn board, for tests; no option of the game leads here.

    ``board`` has 64 of ``X`` (black), ``O`` (white) and ``.``, a1 to h8 with row 1 first;
    white space is ignored. ``turn`` is taken as given: it is for the caller to see that this
    side can move.

    :raises ValueError: it is not such a board.
    """
    cells = "".join(board.split())
    if len(cells) != 64 or cells.strip("XO."):
        raise ValueError(f"not a board of 64 X, O and .: {board!r}")
    start = Position(
        black=sum(1 << index for index, cell in enumerate(cells) if cell == "X"),
        white=sum(1 << index for index, cell in enumerate(cells) if cell == "O"),
        turn=turn,
    )
    return OthelloState(
        options=options,
        players=players,
        position=start,
        clock=options.time_control.clock(idle_limit_sec=options.idle_limit_sec, now=now),
        start=start,
    )
