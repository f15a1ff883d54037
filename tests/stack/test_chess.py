"""Chess over sockets: Chess960, blitz, a flag against a bare king, a threefold, an abort, a rematch."""

from dataclasses import replace

import pytest
from pydantic import JsonValue

from engine.colors import PerColor
from engine.games.chess import Chess, ChessOptions, Move, state_from_position
from engine.games.chess.start import ARRAYS
from functions.rooms.room import Match
from local.client import JsonObject
from local.stack import LocalStack
from tests.engine.helpers import MADE, number, records, text
from tests.stack.inject import change_match, seed_that, start_with
from tests.stack.table import WAIT_SEC, Table, listed, objected, seated, seen, table

pytestmark = pytest.mark.slow


def _play(here: Table, moves: str) -> None:
    for uci in moves.split():
        here.act(here.mover, _action(here, uci))


def _action(here: Table, uci: str) -> JsonObject:
    """A recorded move; castling is recorded as king takes own rook, and asked for by its side."""
    legal = listed(seen(here.mover.now)["legalMoves"])
    found = [move for move in legal if (move["from"], move["to"]) == (uci[:2], uci[2:4])]
    castle = next((move["castle"] for move in found if "castle" in move), None)
    if castle is not None:
        return {"type": "castle", "side": castle}
    action: JsonObject = {"type": "move", "from": uci[:2], "to": uci[2:4]}
    return {**action, "promotion": uci[4:]} if uci[4:] else action


def _detail(here: Table) -> JsonObject:
    """The game's own part of the result, which both see."""
    one, two = here.both_see("finished")
    result = objected(seen(one)["result"])
    assert result == seen(two)["result"]
    return objected(result["detail"])


def _recorded_960() -> dict[str, JsonValue]:
    """A made game that mates before anything repeats; both sides castle in it."""
    games = records(MADE / "random" / "chess960_random.jsonl")
    return next(game for game in games if game["end"] == "checkmate" and not game.get("threefold_ply"))


def test_a_recorded_game_of_chess960_is_played_to_its_mate(stack: LocalStack) -> None:
    game = _recorded_960()
    index = number(game["n960"])
    seed = seed_that(lambda rng: rng.int(ARRAYS) == index)
    with seated(stack, "chess", variant="chess960", colorAssignment="hostWhite", timeControl="30+0") as here:
        start_with(stack, here, seed)
        view = seen(here.tabs[0].now)
        assert (view["chess960Index"], view["startFen"]) == (index, game["start"])
        _play(here, text(game["uci"]))
        detail = _detail(here)
        assert detail["reason"] == "checkmate"
        assert seen(here.tabs[0].now)["fen"] == game["final"]
        uci = [objected(move)["uci"] for move in here.tabs[1].now.moves]
        assert uci == text(game["uci"]).split()
        pgn = here.anna.record_text(here.room.room_id, 1, "pgn")
        tags, _, moves = pgn.partition("\n\n")
        assert text(seen(here.tabs[0].now)["pgn"]).partition("\n\n")[2] == moves
        assert f'[White "{here.anna.nickname}"]' in tags
        assert '[Variant "Chess960"]' in pgn
        assert "O-O" in pgn


def test_a_blitz_game_adds_its_increment_after_each_move(stack: LocalStack) -> None:
    with table(stack, "chess", colorAssignment="hostWhite", timeControl="3+2") as here:
        _play(here, "e2e4 e7e5")  # the first move of each colour costs nothing
        _play(here, "d1h5 b8c6 f1c4")
        clock = objected(seen(here.tabs[0].now)["clock"])
        left = objected(clock["remainingMs"])
        for color in ("white", "black"):
            assert isinstance(left[color], int)
            assert 180_000 < int(str(left[color])) <= 180_000 + 2 * 2_000
        _play(here, "g8f6 h5f7")
        detail = _detail(here)
        assert (detail["winner"], detail["reason"]) == ("white", "checkmate")
        assert "%clk" in text(seen(here.tabs[0].now)["pgn"])


def test_a_flag_that_falls_against_a_bare_king_is_a_draw(stack: LocalStack) -> None:
    options = {"colorAssignment": "hostWhite", "timeControl": "1+0"}
    with table(stack, "chess", flags=False, **options) as here:
        now = here.tabs[0].server_now()
        assert now is not None

        def bare(match: Match) -> Match:
            white, black = match.players
            long_ago = now - 120_000
            state = state_from_position(
                "4k3/8/8/8/8/8/8/Q3K3 w - - 0 60",
                players=PerColor(black=black, white=white),
                options=ChessOptions.model_validate(options),
                now=long_ago,
            )
            for player, uci in ((white, "a1a2"), (black, "e8e7")):  # the clocks run from here on
                move = Move.of(uci[:2], uci[2:], None)
                state, _ = Chess().apply(state, player, move, rng=match.random, now=long_ago)
            return replace(match, state=state)

        change_match(stack, here, bare)
        here.tabs[1].send({"type": "flag"})
        detail = _detail(here)
        assert (detail["winner"], detail["reason"]) == (None, "timeoutVsInsufficient")


def test_a_position_that_comes_a_third_time_is_a_draw_by_itself(stack: LocalStack) -> None:
    with table(stack, "chess", colorAssignment="hostWhite") as here:
        _play(here, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8")
        assert _detail(here)["reason"] == "threefold"


def test_a_game_whose_first_move_does_not_come_is_aborted(stack: LocalStack) -> None:
    with table(stack, "chess", colorAssignment="hostWhite", firstMoveSec=15) as here:
        for tab in here.tabs:  # the clients claim it when their clocks show zero
            tab.wait_until(lambda now: now.status == "finished", 15 + WAIT_SEC)
        assert _detail(here)["reason"] == "aborted"
        assert objected(seen(here.tabs[0].now)["result"])["ranking"] == []


def test_a_rematch_swaps_the_colours_where_they_alternate(stack: LocalStack) -> None:
    with table(stack, "chess", colorAssignment="alternate") as here:
        anna, bo = here.tabs
        assert objected(seen(anna.now)["players"])["white"] == here.anna.player_id
        _play(here, "f2f3 e7e5 g2g4 d8h4")
        assert _detail(here)["reason"] == "checkmate"
        assert bo.rematch() is None
        anna.wait_until(lambda now: now.room is not None and bool(now.room.rematch), WAIT_SEC)
        assert anna.rematch() is None
        here.both_see("playing")
        assert objected(seen(bo.now)["players"])["white"] == here.bo.player_id
        assert anna.now.room is not None
        assert anna.now.room.game_no == 2
        games = listed(here.bo.my_games()["games"])
        assert [(game["roomId"], game["gameNo"]) for game in games] == [(here.room.room_id, 1)]
