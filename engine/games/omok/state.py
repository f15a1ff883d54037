"""The state of an omok game, and how it is stored."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.codec import want_list, want_object, want_text
from engine.colors import Color, PerColor, want_color
from engine.duel import DuelState, load_ending, load_players
from engine.game import Json, JsonObject, Millis, PlayerId
from engine.games.omok.board import FULL, POINTS
from engine.games.omok.options import OmokOptions
from engine.games.omok.record import START, Position, length, made_by, position_after
from engine.offers import Offers

EndReason: TypeAlias = Literal["five", "boardFull", "resign", "timeLoss", "drawAgreed"]
"""Why a game ended (document 003, steps 1.4 and 3.3).

``five``        somebody has five or more in a row
``boardFull``   no point is free and nobody has five
``resign``      a player resigned or left
``timeLoss``    a clock, the idle limit or the third timeout in a row
``drawAgreed``  an offered draw was accepted
"""
_END_REASONS: tuple[EndReason, ...] = ("five", "boardFull", "resign", "timeLoss", "drawAgreed")


@dataclass(frozen=True, slots=True, kw_only=True)
class OmokState(DuelState[OmokOptions, EndReason]):
    """A game in full.

    ``record`` has two letters per ply (see ``record.py``). ``position`` is the board that it
    leads to, kept so that nothing is worked out twice; at the end its ``turn`` means nothing.
    ``start`` is the start of the record: ``START`` but in tests.
    """

    position: Position
    record: str = ""
    start: Position = START

    @property
    def turn(self) -> Color:
        return self.position.turn

    def skill_left(self, color: Color) -> int:
        """How many stones the colour may still remove: 1, then 0 (document 003, step 3.3).

        It follows from the record, so an undo gives a use back.
        """
        made = self._made_by(color)
        return int(self.options.skill and made == made.lower())

    def removable(self) -> int:
        """The stones that the side to move may remove."""
        return self.position.sides()[1] if self.skill_left(self.turn) else 0

    def pass_streak(self, color: Color) -> int:
        """How many of the colour's newest turns in a row passed because time ran out.

        It follows from the record, so an undo takes it back too, and only a move ends it.
        """
        made = self._made_by(color)
        return len(made) - len(made.rstrip("-"))

    def undo_plies(self, color: Color) -> int:
        """The length of the record from the colour's newest placement or removal on; 0 without one.

        What came after it goes too: passes and the opponent's moves.
        """
        kept = len(self._made_by(color).rstrip("-")) - 1
        return 0 if kept < 0 else length(self.record) - (2 * kept + self._number(color))

    def _made_by(self, color: Color) -> str:
        return made_by(self.record, self._number(color))

    def _number(self, color: Color) -> int:
        """The number of the colour's first ply."""
        return 0 if color == self.start.turn else 1


DEFAULT_OPTIONS = OmokOptions()


def dump(state: OmokState) -> JsonObject:
    """The state as JSON; whatever has its usual value is left out.

    A hundred bytes and two per ply. The board is not in it: the record tells it, and the room's
    stored item stays below a kilobyte for longer.
    """
    data: JsonObject = {
        "players": list(state.players),
        "record": state.record,
        "clock": state.clock.dump(),
        **state.dump_rest(DEFAULT_OPTIONS),
    }
    if state.start != START:
        data["start"] = [f"{state.start.black:x}", f"{state.start.white:x}", state.start.turn]
    return data


def load(data: Json) -> OmokState:
    """:raises ValueError: ``dump`` did not write this."""
    fields = want_object(data)
    options = DEFAULT_OPTIONS
    if "options" in fields:
        options = OmokOptions.model_validate(fields["options"])
    start = _load_start(fields["start"]) if "start" in fields else START
    record = want_text(fields.get("record"))
    unset_clock = options.time_control.clock(idle_limit_sec=options.idle_limit_sec, now=0)
    return OmokState(
        options=options,
        players=load_players(fields.get("players")),
        position=position_after(record, start),
        record=record,
        clock=unset_clock.resumed(fields.get("clock")),
        offers=Offers.load(fields.get("offers")),
        ending=load_ending(fields.get("ending"), _END_REASONS),
        start=start,
    )


def _load_start(data: Json) -> Position:
    black_text, white_text, turn = want_list(data)
    black, white = int(want_text(black_text), 16), int(want_text(white_text), 16)
    if black & white or not 0 <= black | white <= FULL:
        raise ValueError(f"not a board: {data!r}")
    return Position(black, white, want_color(turn))


def state_from_position(
    board: str,
    turn: Color,
    *,
    players: PerColor[PlayerId],
    options: OmokOptions = DEFAULT_OPTIONS,
    now: Millis = 0,
) -> OmokState:
    """A game that starts from a drawn board, for tests; no option of the game leads here.

    ``board`` has 225 of ``X`` (black), ``O`` (white) and ``.``, a1 to o15 with row 1 first;
    white space is ignored. It is for the caller to see that nobody has five and that a point
    is free.

    :raises ValueError: it is not such a board.
    """
    drawn = "".join(board.split())
    if len(drawn) != POINTS or drawn.strip("XO."):
        raise ValueError(f"not a board of {POINTS} X, O and .: {board!r}")
    start = Position(
        black=sum(1 << index for index, cell in enumerate(drawn) if cell == "X"),
        white=sum(1 << index for index, cell in enumerate(drawn) if cell == "O"),
        turn=turn,
    )
    return OmokState(
        options=options,
        players=players,
        position=start,
        clock=options.time_control.clock(idle_limit_sec=options.idle_limit_sec, now=now),
        start=start,
    )
