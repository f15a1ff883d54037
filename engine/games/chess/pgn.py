"""A finished game as PGN, the text that chess programs read (its export format)."""

from collections.abc import Iterator
from functools import lru_cache

from engine.colors import WHITE, PerColor
from engine.game import Millis
from engine.games.chess.state import ChessState, EndReason

_LINE = 80
_DAY_MS = 86_400_000

_TERMINATIONS: dict[EndReason, str] = {
    "timeLoss": "time forfeit",
    "timeoutVsInsufficient": "time forfeit",
    "aborted": "abandoned",
}


@lru_cache(maxsize=4)
def pgn_of(state: ChessState, names: PerColor[str] | None = None) -> str:
    """The game in PGN: tags, SAN, and what each move left on the clock, if one runs.

    ``names`` are the players' names, without which their ids stand there. ``Date`` is the
    date of the start in UTC. Replays; the text is kept for a while, since the end of a game
    shows it to everybody.

    :raises ValueError: the game goes on.
    """
    if state.ending is None:
        raise ValueError("a running game has no PGN")
    tags = "".join(f"[{name} {_quoted(value)}]\n" for name, value in _tags(state, names).items())
    return f"{tags}\n{_wrapped([*_movetext(state), _result(state)])}\n"


def _result(state: ChessState) -> str:
    if state.ending is None or state.ending.reason == "aborted":
        return "*"
    return {"white": "1-0", "black": "0-1", None: "1/2-1/2"}[state.ending.winner]


def _tags(state: ChessState, names: PerColor[str] | None) -> dict[str, str]:
    """The seven tags that PGN demands, in its order, and what a reader cannot know without."""
    black, white = names or state.players
    tags = {
        "Event": "Nolpan",
        "Site": "?",
        "Date": _date(state.began),
        "Round": "-",
        "White": white,
        "Black": black,
        "Result": _result(state),
    }
    if state.start.chess960:
        tags["Variant"] = "Chess960"
    if not state.is_standard_start:
        tags |= {"SetUp": "1", "FEN": state.start.fen}
    tags["TimeControl"] = "-" if state.options.bank is None else "{}+{}".format(*state.options.bank)
    tags["Termination"] = _TERMINATIONS.get(state.ending.reason, "normal") if state.ending else "unterminated"
    return tags


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _date(now: Millis) -> str:
    """``2026.11.30``, by the calendar arithmetic of "days from civil" the other way round:
    years begin in March, so that a leap day is a year's last, and 400 of them repeat."""
    days = now // _DAY_MS + 719_468  # since 0000-03-01
    era, day = divmod(days, 146_097)
    year = (day - day // 1_460 + day // 36_524 - day // 146_096) // 365
    day -= 365 * year + year // 4 - year // 100
    month = (5 * day + 2) // 153
    day -= (153 * month + 2) // 5
    month, later = (month + 3, 0) if month < 10 else (month - 9, 1)
    return f"{400 * era + year + later:04}.{month:02}.{day + 1:02}"


def _movetext(state: ChessState) -> Iterator[str]:
    """Words of the movetext. Black's move has a number too where a comment stands before it."""
    left = state.left_after() if state.clock.kind == "fischer" else None
    number = state.start.fullmove_number
    numbered = True
    for ply, san in enumerate(state.sans()):
        if state.made_by(ply) == WHITE:
            yield f"{number}."
        else:
            if numbered:
                yield f"{number}..."
            number += 1
        yield san
        if left is not None:
            yield f"{{ [%clk {_clock(left[ply])}] }}"
        numbered = left is not None


def _clock(left: Millis) -> str:
    seconds = left // 1000
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _wrapped(words: list[str]) -> str:
    lines = [""]
    for word in words:
        if len(lines[-1]) + 1 + len(word) > _LINE:
            lines.append(word)
        else:
            lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(lines)
