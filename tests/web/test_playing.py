"""What happens around a game: coming back, offers, the end, watching, and each game's own ways."""

import re

import chess
import pytest
from playwright.sync_api import expect

from local.client import Lobby, Snapshot
from local.stack import LocalStack
from tests.stack.table import objected, seen
from tests.web.conftest import Enter
from tests.web.person import Person, play_chess, sit_down

pytestmark = pytest.mark.slow


def _reversi(enter: Enter, **options: object) -> tuple[Person, Person, str]:
    """Black and white at a reversi board."""
    black, white = enter("가람"), enter("나래")
    code = sit_down(black, white, "othello", colorAssignment="hostBlack", **options)
    return black, white, code


def _has_disc(person: Person, square: int, color: str) -> None:
    expect(person.cell(square).locator(f".face.{color}").first).to_be_visible()


D3, C3, C4 = 19, 18, 26


# --- Coming back --------------------------------------------------------------------------------


def test_a_reload_in_mid_game_keeps_the_seat_and_the_board(enter: Enter) -> None:
    black, white, _ = _reversi(enter)
    black.tap(D3)
    white.expect_turn()
    white.page.reload()
    white.expect_turn()
    _has_disc(white, D3, "black")
    white.tap(C3)
    _has_disc(black, C3, "white")
    black.page.reload()
    black.expect_turn()
    black.tap(C4)
    white.expect_turn()


def test_a_player_who_loses_the_network_is_told_and_sees_the_true_board_on_return(enter: Enter) -> None:
    black, white, _ = _reversi(enter)
    white.lose_network()
    white.sees("인터넷 연결이 끊겼어요")
    black.sees("나래님의 연결이 끊겼어요")
    black.tap(D3)
    expect(black.page.locator(".status")).to_contain_text("상대 차례")
    white.get_network()
    white.expect_turn()
    _has_disc(white, D3, "black")
    black.sees("나래님이 돌아왔어요")


def test_a_move_that_the_line_swallowed_is_made_once_when_it_is_back(enter: Enter) -> None:
    black, white, _ = _reversi(enter)
    black.swallow()
    black.tap(D3)
    black.lose_network()
    black.sees("연결이 끊겼어요")
    black.get_network()
    white.expect_turn()
    expect(white.page.locator(".steps-at").first).to_have_text("1 / 1")


def test_the_client_opens_without_a_network_and_says_so(enter: Enter) -> None:
    person = enter("가람")
    person.come_in()
    person.page.locator(".games").wait_for()
    person.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    person.page.reload()  # now through the worker, which keeps what it sees
    person.page.locator(".games").wait_for()
    person.lose_network()
    person.page.reload()
    # Which of the two depends on what the browser knows of its network.
    person.sees(re.compile("인터넷에 연결되어 있지 않아요|서버에 연결할 수 없어요"))


# --- Offers and the end -------------------------------------------------------------------------


def test_an_undo_is_refused_not_asked_for_twice_and_granted_after_the_next_move(enter: Enter) -> None:
    black, white, _ = _reversi(enter)
    black.tap(D3)
    white.expect_turn()
    black.press("무르기")
    black.sees("상대의 답을 기다려요")
    white.sees("가람님이 무르기를 청했어요. 1수를 되돌려요.")
    white.press("거절")
    black.sees("나래님이 무르기를 거절했어요")
    black.press("무르기")
    black.sees("이미 무르기를 요청했어요")
    white.tap(C3)
    black.expect_turn()
    black.tap(C4)
    white.expect_turn()
    black.press("무르기")
    white.press("좋아요")
    expect(white.page.locator(".offer")).to_have_count(0)
    expect(black.page.locator(".steps-at").first).to_have_text("2 / 2")
    black.expect_turn()
    expect(black.page.get_by_role("button", name="무르기 2")).to_be_visible()


def test_an_offer_can_be_taken_back(enter: Enter) -> None:
    black, white, _ = _reversi(enter)
    black.press("무승부")
    white.sees("가람님이 무승부를 제안했어요.")
    black.press("거두기")
    expect(white.page.locator(".offer")).to_have_count(0)


def test_a_draw_that_both_want_ends_the_game(enter: Enter) -> None:
    black, white, _ = _reversi(enter)
    white.press("무승부")
    black.press("좋아요")
    for person in (black, white):
        box = person.expect_result()
        expect(box).to_contain_text("비겼어요")
        expect(box).to_contain_text("두 사람이 무승부에 합의했어요.")


def test_resigning_asks_first_and_a_rematch_swaps_nothing_but_the_board(enter: Enter) -> None:
    black, white, _ = _reversi(enter)
    black.tap(D3)
    white.expect_turn()
    white.press("기권")
    white.press("아니요")
    expect(white.page.locator(".result")).to_have_count(0)
    white.press("기권")
    white.press("기권하기")
    expect(white.expect_result()).to_contain_text("아쉽게 졌어요")
    expect(black.expect_result()).to_contain_text("이겼어요!")
    white.press("한 판 더")
    black.sees("나래님이 한 판 더 하자고 해요.")
    black.press("한 판 더")
    for person in (black, white):
        expect(person.page.locator("dialog[open]")).to_have_count(0)
        expect(person.page.locator(".steps-at").first).to_have_text("0 / 0")
    black.expect_turn()


def test_an_illegal_move_is_refused_with_the_reason(enter: Enter) -> None:
    black, _, _ = _reversi(enter)
    black.tap(0)
    black.sees("뒤집을 돌이 없어요")
    black.tap(D3)
    _has_disc(black, D3, "black")


def test_who_leaves_a_running_game_resigns(enter: Enter) -> None:
    black, white, _ = _reversi(enter)
    black.tap(D3)
    white.expect_turn()
    white.press("나가기")
    white.sees("대국 중에 나가면 기권한 것이 돼요.")
    white.page.locator("dialog[open]").get_by_role("button", name="나가기").click()
    white.page.locator(".greeting").wait_for()
    expect(black.expect_result()).to_contain_text("상대가 나갔어요")


def test_a_finished_game_can_be_gone_through_move_by_move(enter: Enter) -> None:
    black, white, _ = _reversi(enter)
    for mover, square in ((black, D3), (white, C3)):
        mover.expect_turn()
        mover.tap(square)
    black.expect_turn()
    black.press("기권")
    black.press("기권하기")
    black.expect_result().get_by_role("link", name="기록 보기").click()
    black.sees("백 승 (흑 기권)")
    expect(black.page.locator(".steps-at")).to_have_text("2 / 2")
    black.press("한 수 앞으로")
    expect(black.cell(C3).locator(".disc")).to_have_count(0)
    _has_disc(black, D3, "black")
    black.press("처음으로")
    expect(black.page.locator(".disc")).to_have_count(4)
    black.page.get_by_role("button", name="c3", exact=True).click()
    _has_disc(black, C3, "white")
    black.open("/games")
    black.page.get_by_role("link", name=re.compile("리버시 .* 보기")).click()
    black.sees("백 승 (흑 기권)")


# --- Rooms --------------------------------------------------------------------------------------


def test_a_room_is_made_with_the_form_listed_joined_and_its_options_changed(enter: Enter) -> None:
    host, guest = enter("도담"), enter("라온", "small phone")
    host.come_in()
    host.page.get_by_role("button", name="오목 방 만들기").click()
    dialog = host.page.locator("dialog[open]")
    dialog.get_by_role("radio", name="누구나").check()
    dialog.get_by_text("게임 설정").click()
    dialog.get_by_role("radio", name="전체 시간 + 수당 추가").check()
    dialog.get_by_role("radio", name="10분 + 5초").check()
    dialog.get_by_role("switch", name="돌 제거 스킬").uncheck()
    dialog.get_by_role("button", name="방 만들기").click()
    host.page.locator(".room-code").wait_for()
    guest.come_in()
    guest.page.get_by_role("link", name="도담님의 오목 방에 들어가기").click()
    told = guest.page.locator(".told")
    expect(told).to_contain_text("10분 + 5초")
    expect(told.locator("div", has_text="돌 제거 스킬")).to_contain_text("끄기")
    guest.press("여기 앉기")
    host.page.get_by_text("설정 바꾸기").click()
    host.page.get_by_role("radio", name="5분 + 3초").check()
    expect(told).to_contain_text("5분 + 3초")
    host.press("시작하기")
    for person in (host, guest):
        expect(person.page.locator(".clock").first).to_contain_text(re.compile(r"[45]:\d\d"))


def test_a_token_that_the_server_does_not_take_leads_to_the_name_and_back(enter: Enter) -> None:
    host, guest = enter("가람"), enter("나래")
    code = host.make_room("othello")
    guest.come_in()
    guest.page.locator(".greeting").wait_for()
    guest.page.evaluate(
        """() => {
            const somebody = JSON.parse(localStorage.getItem('nolpan.guest'));
            localStorage.setItem('nolpan.guest', JSON.stringify({ ...somebody, token: 'not a token' }));
        }"""
    )
    guest.come_in(f"/r/{code}")
    expect(guest.page.locator(".room-code")).to_have_text(code)


def test_a_code_that_leads_nowhere_is_explained(enter: Enter) -> None:
    person = enter("가람")
    person.come_in()
    person.page.fill("#code", "ZZZZZZ")
    person.page.locator(".join").get_by_role("button", name="들어가기").click()
    person.sees("방을 찾을 수 없어요")


def test_a_person_who_was_put_out_is_told_so(enter: Enter) -> None:
    host, guest = enter("가람"), enter("나래")
    code = host.make_room("othello")
    guest.come_in(f"/r/{code}")
    guest.press("여기 앉기")
    host.page.get_by_role("button", name="나래님 내보내기").click()
    guest.sees("방장이 내보냈어요")


def test_who_went_to_the_lobby_finds_back_to_their_seat_until_they_leave_it(enter: Enter) -> None:
    black, white, code = _reversi(enter)
    white.page.get_by_role("link", name="뒤로").click()
    white.sees(f"앉아 있는 방이 있어요: 리버시 {code}")
    white.page.get_by_role("link", name="돌아가기").click()
    black.tap(D3)
    white.expect_turn()
    white.press("나가기")
    white.page.locator("dialog[open]").get_by_role("button", name="나가기").click()
    white.page.locator(".greeting").wait_for()
    expect(white.page.get_by_role("link", name="돌아가기")).to_have_count(0)


def test_another_name_is_another_person_and_so_is_asked_about(enter: Enter) -> None:
    person = enter("가람")
    person.come_in()
    person.press("이름 바꾸기")
    person.sees("내 기록은 더 볼 수 없어요")
    person.press("아니요")
    expect(person.page.locator(".greeting")).to_contain_text("가람")
    person.press("이름 바꾸기")
    person.page.locator("dialog[open]").get_by_role("button", name="바꾸기").click()
    expect(person.page.locator("#nickname")).to_be_visible()


def test_people_in_a_room_can_talk(enter: Enter) -> None:
    host, guest = enter("가람"), enter("나래")
    code = host.make_room("othello")
    guest.come_in(f"/r/{code}")
    guest.page.get_by_label("채팅 쓰기").fill("안녕하세요! <b>반가워요</b>")
    guest.page.keyboard.press("Enter")
    host.sees("안녕하세요! <b>반가워요</b>")


def test_a_spectator_sees_the_game_steps_back_and_turns_the_board(enter: Enter) -> None:
    white, black, spectator = enter("가람"), enter("나래"), enter("구경꾼", "phone")
    code = sit_down(white, black, "chess", colorAssignment="hostWhite")
    spectator.come_in(f"/r/{code}")
    expect(spectator.page.get_by_role("grid")).to_be_visible()
    expect(spectator.page.locator(".watching")).to_have_text(re.compile("1"))
    white.tap("e2")
    assert white.page.locator(".target-dot").count() == 2
    white.tap("e4")
    expect(spectator.cell("e4").locator(".piece.white")).to_be_visible()
    assert spectator.page.locator(".target-dot").count() == 0
    assert spectator.page.locator("[data-cell]").first.get_attribute("data-cell") == "a8"
    spectator.press("판 돌리기")
    assert spectator.page.locator("[data-cell]").first.get_attribute("data-cell") == "h1"
    spectator.press("기보")
    spectator.press("한 수 앞으로")
    spectator.press("닫기")
    expect(spectator.cell("e2").locator(".piece.white")).to_be_visible()
    # The way through the record stays under the board.
    expect(spectator.page.locator(".steps-at").first).to_have_text("0 / 1")
    spectator.press("지금 판으로 돌아가기")
    expect(spectator.cell("e4").locator(".piece.white")).to_be_visible()


# --- Each game's own ways -----------------------------------------------------------------------


def test_the_skill_is_armed_aimed_confirmed_and_used_once(enter: Enter) -> None:
    black, white = enter("가람"), enter("나래", "phone")
    sit_down(black, white, "omok", colorAssignment="hostBlack")
    centre = 7 * 15 + 7
    black.tap(centre)
    white.expect_turn()
    white.press("돌 제거 스킬")
    white.sees("없앨 상대 돌을 골라 주세요")
    expect(white.page.get_by_role("button", name="없애기")).to_be_disabled()
    white.tap(centre + 1)  # an empty point is no target
    expect(white.page.get_by_role("button", name="없애기")).to_be_disabled()
    white.tap(centre)
    white.sees("h8 돌을 없앨까요?")
    white.press("그만두기")
    white.press("돌 제거 스킬")
    white.tap(centre)
    white.press("없애기")
    black.sees("돌 제거 스킬! h8 돌이 사라졌어요")
    for person in (black, white):
        expect(person.cell(centre).locator(".stone")).to_have_count(0)
        expect(person.cell(centre)).to_have_attribute("aria-label", re.compile("사라진 자리"))
    black.tap(centre)
    white.expect_turn()
    expect(white.page.get_by_role("button", name="스킬을 썼어요")).to_be_disabled()


def test_a_promotion_asks_with_the_queen_first_and_makes_what_was_chosen(enter: Enter) -> None:
    white, black = enter("가람"), enter("나래")
    sit_down(white, black, "chess", colorAssignment="hostWhite")
    play_chess(white, black, "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 b8c6")
    white.expect_turn()
    white.tap("b7")
    expect(white.page.locator(".target-ring")).to_have_count(1)
    white.tap("a8")
    buttons = white.page.locator(".promotion")
    assert [words.strip() for words in buttons.all_inner_texts()] == ["퀸", "룩", "비숍", "나이트"]
    white.press("나이트")
    for person in (white, black):
        expect(person.cell("a8")).to_have_attribute("aria-label", re.compile("백 나이트"))
    black.tap("d8")
    black.tap("a8")
    expect(white.page.locator(".taken-pieces[aria-label*='나이트']")).to_be_visible()


def test_a_piece_can_be_dragged_and_standard_castling_is_one_tap_on_its_goal(enter: Enter) -> None:
    white, black = enter("가람"), enter("나래")
    sit_down(white, black, "chess", colorAssignment="hostWhite")
    for ply, uci in enumerate(["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"]):
        mover = black if ply % 2 else white
        mover.expect_turn()
        mover.cell(uci[:2]).drag_to(mover.cell(uci[2:]))
    white.expect_turn()
    white.tap("e1")
    white.tap("g1")
    for person in (white, black):
        expect(person.cell("g1")).to_have_attribute("aria-label", re.compile("백 킹"))
        expect(person.cell("f1")).to_have_attribute("aria-label", re.compile("백 룩"))


def test_check_is_called_and_shown(enter: Enter) -> None:
    white, black = enter("가람"), enter("나래")
    sit_down(white, black, "chess", colorAssignment="hostWhite")
    play_chess(white, black, "e2e4 f7f6 d1h5")
    for person in (white, black):
        expect(person.cell("e8").locator(".check-bubble")).to_have_text("체크!")
    black.sees("체크예요! 킹을 지켜 주세요")
    black.tap("a7")
    black.tap("a6")
    black.sees("킹이 공격받")


def test_chess960_castles_by_tapping_the_king_and_then_the_rook(enter: Enter, stack: LocalStack) -> None:
    white, black = enter("가람"), enter("나래")
    code = sit_down(
        white, black, "chess", colorAssignment="hostWhite", variant="chess960", timeControl="90+0"
    )
    with Lobby(stack.http_url) as lobby:
        spectator = lobby.guest("도우미")
        with spectator.open_tab(spectator.room_by_code(code).room_id, code=code, flags=False) as tab:
            while True:
                now = tab.wait_until(lambda now: now.view is not None and now.view["turn"] == "white")
                board = chess.Board(str(seen(now)["fen"]), chess960=True)
                castling = next((move for move in board.legal_moves if board.is_castling(move)), None)
                if castling is not None:
                    break
                moves = len(now.moves)
                _move(white, _towards_castling(board))
                now = tab.wait_until(lambda now, moves=moves: len(now.moves) == moves + 1)  # type: ignore[misc]
                board = chess.Board(str(seen(now)["fen"]), chess960=True)
                _move(black, _harmless(board))
                tab.wait_until(lambda now, moves=moves: len(now.moves) == moves + 2)  # type: ignore[misc]
            king, rook = (chess.square_name(square) for square in (castling.from_square, castling.to_square))
            white.expect_turn()
            white.tap(king)
            expect(white.cell(rook)).to_have_attribute("aria-label", re.compile("캐슬링할 수 있어요"))
            white.tap(rook)
            now = tab.wait_until(_has_castled)
            after = chess.Board(str(seen(now)["fen"]), chess960=True)
    goal = chess.square_name(after.king(chess.WHITE) or 0)
    for person in (white, black):
        expect(person.cell(goal)).to_have_attribute("aria-label", re.compile("백 킹"))
        beside = "f1" if goal == "g1" else "d1"
        expect(person.cell(beside)).to_have_attribute("aria-label", re.compile("백 룩"))


def _has_castled(now: Snapshot) -> bool:
    # There may have been no move before: in some starts castling is possible at once.
    last = seen(now)["lastMove"]
    return last is not None and "O-O" in str(objected(last)["san"])


def _move(person: Person, move: chess.Move) -> None:
    person.expect_turn()
    person.tap(chess.square_name(move.from_square))
    person.tap(chess.square_name(move.to_square))


def _towards_castling(board: chess.Board) -> chess.Move:
    """The first of few white moves after which white may castle, if black did nothing."""
    frontier: list[tuple[chess.Board, chess.Move | None]] = [(board, None)]
    for _ in range(5):
        longer: list[tuple[chess.Board, chess.Move | None]] = []
        for position, first in frontier:
            for move in position.legal_moves:
                piece = position.piece_type_at(move.from_square)
                if piece == chess.KING or move.promotion or position.is_castling(move):
                    continue
                if piece == chess.ROOK or position.is_capture(move):
                    continue
                after = position.copy(stack=False)
                after.push(move)
                if after.is_check():
                    continue
                after.push(chess.Move.null())
                if any(after.is_castling(castling) for castling in after.legal_moves):
                    return first or move
                longer.append((after, first or move))
        # Few are enough: those that emptied the first rank most.
        longer.sort(key=lambda entry: chess.popcount(entry[0].occupied & chess.BB_RANK_1))
        frontier = longer[:60]
    raise AssertionError(f"no way to castle from {board.fen()}")


def _harmless(board: chess.Board) -> chess.Move:
    """A black move that takes nothing and gives no check; by a pawn, where one can."""
    quiet = [move for move in board.legal_moves if not board.is_capture(move) and not board.gives_check(move)]
    pawns = [move for move in quiet if board.piece_type_at(move.from_square) == chess.PAWN]
    return (pawns or quiet or list(board.legal_moves))[0]
