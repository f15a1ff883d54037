"""Chess for the contract suite."""

from engine.games.chess import ChessState, ClaimDraw
from engine.games.chess.draws import hash_of, times_seen
from engine.games.chess.record import elapsed
from tests.engine.subject import OFFERS, Setting, Subject


def invariant(state: ChessState) -> None:
    """Both kings live, no piece is lost but to a capture, and what is kept beside the record
    follows from it."""
    board, turn, _, _, halfmoves, number = state.position.fen.split()
    taken = len(state.taken.black) + len(state.taken.white)
    assert board.count("K") == board.count("k") == 1
    assert max(board.count("P"), board.count("p")) <= 8
    assert sum(map(str.isalpha, board)) == 32 - taken
    assert len(list(elapsed(state.times))) == state.plies
    assert (turn == "w") == (state.plies % 2 == 0)
    assert int(number) == 1 + state.plies // 2
    assert state.seen[-1] == hash_of(state.position)
    assert 1 <= len(state.seen) <= int(halfmoves) + 1
    if state.ending is None:
        fide = state.options.draw_mode == "fide"
        assert int(halfmoves) < (150 if fide else 100)
        assert times_seen(state.seen) < (5 if fide else 3)
        assert fide or state.claimable is None
        assert min(state.clock.remaining) > 0


SUBJECT = Subject(
    settings=(
        Setting(options={}, one_timeout_in=600),
        Setting(
            options={
                "variant": "chess960",
                "timeControl": "3+2",
                "hints": "movesAndThreats",
                "colorAssignment": "alternate",
                "autoQueen": True,
            },
            one_timeout_in=600,
        ),
        Setting(
            options={"drawMode": "fide", "timeControl": "none", "undo": "unlimited"}, one_timeout_in=1000
        ),
        Setting(
            options={"variant": "chess960", "timeControl": "1+0", "undo": "off", "drawOffer": False},
            one_timeout_in=30,
        ),
    ),
    invariant=invariant,
    max_steps=5000,
    side_actions=(*OFFERS, ClaimDraw()),
    quick_games=1,
    slow_games=100,
)
