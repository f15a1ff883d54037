"""Recorded games, played to their end by two people in two browsers: one with a phone."""

import re
from collections.abc import Sequence

import chess
import pytest
from playwright.sync_api import expect
from pydantic import JsonValue

from tests.engine.helpers import MADE, number, records, text
from tests.web.conftest import Enter
from tests.web.person import Person, play_chess, sit_down

pytestmark = pytest.mark.slow


def _record(file: str, name: str) -> dict[str, JsonValue]:
    return next(record for record in records(MADE / "random" / file) if record["id"] == name)


def _moves_shown(person: Person) -> list[str]:
    return [words.strip() for words in person.page.locator(".play-side .move").all_inner_texts()]


def _ends(people: Sequence[Person], summary: str) -> None:
    for person in people:
        expect(person.expect_result()).to_contain_text(summary)


def test_a_reversi_game_with_passes_ends_with_its_recorded_score(enter: Enter) -> None:
    game = _record("othello_random.jsonl", "ro-024")
    black, white = enter("가람"), enter("나래", "phone")
    sit_down(black, white, "othello", colorAssignment="hostBlack")
    movers = (black, white)
    told = False
    moves = text(game["moves"]).split()
    for ply, square in enumerate(moves):
        mover, other = movers[ply % 2], movers[1 - ply % 2]
        if square == "--":
            for person in (mover, other):
                person.sees("둘 곳이 없어서 차례가 넘어갔어요")
            told = True
            continue
        mover.expect_turn()
        mover.tap((int(square[1]) - 1) * 8 + "abcdefgh".index(square[0]))
        expect(other.page.locator(".cell.last button")).to_have_attribute(
            "aria-label", re.compile(f"^{square} .*마지막 수")
        )
    assert told
    black_discs, white_discs = number(game["black"]), number(game["white"])
    best, worst = max(black_discs, white_discs), min(black_discs, white_discs)
    _ends(movers, f"{'흑' if black_discs > white_discs else '백'} 승 {best} : {worst}")
    black.page.keyboard.press("Escape")
    assert [("--" if words == "패스" else words) for words in _moves_shown(black)] == moves


def test_an_omok_game_ends_with_its_line(enter: Enter) -> None:
    game = _record("gomoku_random.jsonl", "rg-130")
    black, white = enter("가람"), enter("나래", "phone")
    sit_down(black, white, "omok", colorAssignment="hostBlack")
    moves = text(game["moves"]).split()
    for ply, point in enumerate(moves):
        index = (int(point[1:]) - 1) * 15 + "abcdefghijklmno".index(point[0])
        mover, other = (black, white) if ply % 2 == 0 else (white, black)
        mover.expect_turn()
        mover.tap(index)
        if mover is white:  # a finger aims first
            mover.press(f"{point}에 놓기")
        expect(other.cell(index).locator(".stone:not(.ghost)")).to_be_visible()
    _ends((black, white), "흑 5목 완성으로 승리")
    for person in (black, white):
        assert person.page.locator(".cell.won").count() == 5
        assert person.page.locator(".win-line line").count() == 1


def test_a_chess_game_ends_in_its_mate(enter: Enter) -> None:
    game = _record("chess_random.jsonl", "rc-158")
    white, black = enter("가람"), enter("나래", "phone")
    sit_down(white, black, "chess", colorAssignment="hostWhite", timeControl="90+0")
    moves = text(game["uci"]).split()
    play_chess(white, black, text(game["uci"]))
    _ends((white, black), "체크메이트")
    white.page.keyboard.press("Escape")
    board = chess.Board()
    assert _moves_shown(white) == [board.san_and_push(chess.Move.from_uci(uci)) for uci in moves]
