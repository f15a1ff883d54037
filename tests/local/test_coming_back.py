"""Who quits, or whose terminal dies, comes back as the same person; two terminals never are one."""

import json
import re
from pathlib import Path
from threading import Timer

from local.client import Lobby
from tests.local.program import PATIENCE_SEC, Typist, read_code, start
from tests.local.server import Server

BLACK = ("--option", "colorAssignment=hostBlack", "--game", "othello")


def run(server: Server, *words: str, answers: str = "", last: str = "종료") -> str:
    """What a run prints: what it asks is answered, and the last thing is typed once there is a seat."""
    with start(server, *words) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        patience = Timer(PATIENCE_SEC, program.kill)
        patience.start()
        program.stdin.write(answers)
        program.stdin.flush()
        seen = ""
        for line in program.stdout:
            seen += line
            if re.match(r"\d번 자리  .*\(나", line):
                break
        program.stdin.write(f"{last}\n")
        program.stdin.close()
        seen += program.stdout.read()
        patience.cancel()
    assert program.returncode >= 0, f"asked for more than was answered:\n{seen}"
    assert "Traceback" not in seen
    return seen


def code_in(seen: str) -> str:
    found = re.search("초대 코드 ([A-Z0-9]{6})", seen)
    assert found
    return found[1]


def kept_files(state_home: Path) -> list[Path]:
    return sorted((state_home / "nolpan").glob("*"))


def test_who_quits_comes_back_to_the_seat_with_enter(server: Server) -> None:
    code = code_in(run(server, "--game", "othello", "--name", "가람"))
    seen = run(server, answers="\n")
    assert f"가람님의 자리가 리버시 방({code})에 그대로 있어요.\n이어서 하려면 그냥 Enter" in seen
    assert "이름:" not in seen
    assert "1번 자리  가람 (나, 방장)" in seen


def test_whose_terminal_dies_plays_on_at_another_and_the_opponent_sees_it(server: Server) -> None:
    with Typist("--url", server.url, *BLACK, "--name", "가람", "--letters") as dying:
        dying.sees("상대를 기다리고 있어요.")
        dying.types("봇\n")
        dying.sees("자리가 다 찼어요.")
        dying.types("\n")
        dying.sees("내 차례예요.")
    with Typist("--url", server.url, "--letters") as typist:
        typist.sees("가람님의 자리가 리버시 방", "이어서 하려면 그냥 Enter")
        typist.types("\n")
        typist.sees("내 차례예요.", "가람 (나, 방장)")
        typist.types("d3\n")
        typist.sees("3  .   .   .  [흑] .")


def test_a_second_terminal_is_somebody_else(server: Server) -> None:
    with start(server, *BLACK, "--name", "가람") as first:
        code = read_code(first)
        seen = run(server, "--join", code.lower(), answers="나래\n")
        assert "2번 자리  나래 (나)" in seen
        again = run(server, answers="\n")  # the first still runs: the one who has just quit comes back
        assert f"나래님의 자리가 리버시 방({code})에 그대로 있어요." in again
        first.communicate("종료\n", timeout=PATIENCE_SEC)
    assert "2번 자리  나래 (나)" in run(server, "--name", "나래", "--join", code)
    assert "1번 자리  가람 (나, 방장)" in run(server, "--name", "가람", "--join", code)


def test_a_new_guest_a_new_room_and_another_room_can_be_had(server: Server, lobby: Lobby) -> None:
    old = code_in(run(server, *BLACK, "--name", "가람"))
    assert "2번 자리  보라 (나)" in run(server, "--new", answers=f"{old}\n보라\n")
    new = run(server, "--name", "가람", answers="새 방\n1\n")
    assert "1번 자리  가람 (나, 방장)" in new
    assert code_in(new) != old
    other = lobby.guest("나래").create_room("othello")
    seen = run(server, "--name", "가람", answers=f"{other.code.lower()}\n")
    assert "2번 자리  가람 (나)" in seen
    assert "1번 자리  나래 (방장, 연결 끊김)" in seen


def test_who_gave_up_the_seat_is_known_but_not_sent_back(server: Server) -> None:
    run(server, *BLACK, "--name", "가람", last="나가기")
    seen = run(server, answers="\n1\n")
    assert "그대로 있어요.\n이어서" not in seen
    assert "가람님으로 들어가요. (새 손님으로 들어가려면 --new)\n초대 코드" in seen
    assert "이름:" not in seen
    assert "1번 자리  가람 (나, 방장)" in seen


def test_who_still_sits_somewhere_comes_before_who_played_last(server: Server, lobby: Lobby) -> None:
    run(server, *BLACK, "--name", "가람")
    run(server, *BLACK, "--name", "나래", "--new", last="나가기")
    assert "가람님의 자리가" in run(server, answers="\n")


def test_a_token_that_does_not_count_any_more_is_exchanged_without_a_word(
    server: Server, state_home: Path
) -> None:
    code = code_in(run(server, *BLACK, "--name", "가람"))
    (file,) = kept_files(state_home)
    kept = json.loads(file.read_text("utf-8"))
    kept["guest"]["token"] = "a token of another server"
    file.write_text(json.dumps(kept), "utf-8")
    seen = run(server, "--join", code)
    assert "2번 자리  가람 (나)" in seen
    assert "오래" not in seen
    assert kept_files(state_home) == [file]
    assert json.loads(file.read_text("utf-8"))["guest"]["token"] != kept["guest"]["token"]


def test_bots_are_strangers_every_time(server: Server, state_home: Path) -> None:
    with start(server, "--bot", "--game", "othello", "--seed", "1") as host:
        with start(server, "--bot", "--seed", "2", "--join", read_code(host)) as guest:
            guest.communicate(timeout=PATIENCE_SEC)
        host.communicate(timeout=PATIENCE_SEC)
    assert kept_files(state_home) == []


def test_damaged_files_are_said_in_a_sentence_and_playing_goes_on(server: Server, state_home: Path) -> None:
    (state_home / "nolpan").mkdir(parents=True)
    (state_home / "nolpan" / "a.json").write_text("{", "utf-8")
    seen = run(server, *BLACK, "--name", "가람")
    assert seen.count("기억해 둔 손님을 읽지 못해서 건너뛰었어요") == 1
    assert "1번 자리  가람 (나, 방장)" in seen


def test_where_nothing_can_be_written_it_is_said_and_playing_goes_on(
    server: Server, state_home: Path
) -> None:
    state_home.write_text("no folder", "utf-8")
    seen = run(server, *BLACK, "--name", "가람")
    assert seen.count("누구였는지 적어 두지 못해서 다음에는 새 손님이 돼요") == 1
    assert "1번 자리  가람 (나, 방장)" in seen


def test_another_room_costs_no_memory_of_the_seat_and_the_seat_is_named(server: Server) -> None:
    first = code_in(run(server, *BLACK, "--name", "가람"))
    seen = run(server, *BLACK)
    second = code_in(seen.partition("(돌아가려면")[2])
    assert f"가람님의 자리가 리버시 방({first})에 그대로 있어요. (돌아가려면 --join {first})" in seen
    assert f"({second})에 그대로 있어요.\n이어서" in run(server, answers="\n", last="나가기")
    assert f"({first})에 그대로 있어요.\n이어서" in run(server, answers="\n")


def test_into_another_room_goes_who_sits_nowhere_if_there_is_such_a_guest(
    server: Server, lobby: Lobby
) -> None:
    code = code_in(run(server, *BLACK, "--name", "가람"))
    run(server, *BLACK, "--name", "나래", "--new", last="나가기")
    other = lobby.guest("보라").create_room("othello")
    assert "2번 자리  나래 (나)" in run(server, "--join", other.code)
    seen = run(server, "--name", "가람", "--join", lobby.guest("다솜").create_room("othello").code)
    assert f"(돌아가려면 --join {code})" in seen
    assert "2번 자리  가람 (나)" in seen
