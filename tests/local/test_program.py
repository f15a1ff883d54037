"""``python -m local.play`` as a program."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from local.client import Lobby
from local.play import arguments
from tests.local.program import PATIENCE_SEC, Typist, read_code, start
from tests.local.server import Server


def test_two_bots_in_two_processes_play_a_whole_game(server: Server) -> None:
    with start(server, "--bot", "--game", "othello", "--seed", "1", "--name", "하나") as host:
        code = read_code(host)
        with start(server, "--bot", "--seed", "2", "--name", "둘", "--join", code) as guest:
            seen, _ = guest.communicate(timeout=PATIENCE_SEC)
        host_seen, _ = host.communicate(timeout=PATIENCE_SEC)
    assert (host.returncode, guest.returncode) == (0, 0)
    for text in (host_seen, seen):
        assert "대국이 시작됐어요." in text
        assert re.search("대국이 끝났어요. (흑 승|백 승|무승부)", text)
        assert "규칙대로 끝났어요" in text
        assert text.rstrip().endswith("봇이 대국을 마쳤어요.")
    ends = {re.findall("대국이 끝났어요. .*", text)[0] for text in (host_seen, seen)}
    assert len(ends) == 1


def test_a_person_may_type_ahead(server: Server) -> None:
    settings = ("--option", "colorAssignment=hostBlack", "--letters")
    with start(server, *settings, "--game", "리버시", "--name", "가람") as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write("봇\n")
        program.stdin.flush()
        for line in program.stdout:
            if "자리가 다 찼어요" in line:
                break
        program.stdin.write("시작\nd3\n말 안녕\n종료\n")
        program.stdin.close()
        seen = program.stdout.read()
    assert program.returncode == 0
    assert "나는 흑이에요." in seen
    assert "흑 d3, 1개를 뒤집었어요" in seen
    assert seen.rstrip().endswith("나갔어요. 자리는 그대로 있어요.")


def test_a_new_room_is_asked_for_by_enter(server: Server) -> None:
    with start(server) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write("\n가람\n1\n")
        program.stdin.flush()
        asked = program.stdout.readline()
        seen = list(iter(program.stdout.readline, "2번 자리  (비어 있어요)\n"))
        program.stdin.close()
        seen.append(program.stdout.read())
    assert program.returncode == 0
    assert asked == "초대 코드 (새 방을 만들려면 그냥 Enter): 이름: 1. 리버시 (쉬움, 10~15분)\n"
    assert "1번 자리  가람 (나, 방장)\n" in seen
    assert seen[-1].endswith("나갔어요. 자리는 그대로 있어요.\n")


def test_on_a_terminal_the_clock_runs_and_what_is_typed_stays(server: Server) -> None:
    options = ("--option", "colorAssignment=hostBlack", "--game", "othello", "--name", "가람")
    with Typist("--url", server.url, *options) as typist:
        typist.sees("상대를 기다리고 있어요.", "\n>")
        typist.types("봇\n")
        typist.sees("자리가 다 찼어요.")
        typist.types("\n")
        typist.sees("3  .   .   .   +   .", "< 차례")
        typist.types("d")
        typist.sees("\n> d")
        before = typist.clock()
        typist.waits(lambda: typist.clock() < before)
        typist.sees("\n> d")
        typist.types("3\n")
        typist.sees("3  .   .   .  [⚫] .", "흑 d3, 1개를 뒤집었어요")
        typist.sees("내 차례예요.", "백 ")
        typist.types("도움말\n")
        typist.sees("상대 돌을 내 돌 사이에 끼우면", "Enter를 누르면 돌아가요.")
        typist.types("\n")
        typist.sees("내 차례예요.")
        typist.types("종료\n")
        typist.sees("나갔어요. 자리는 그대로 있어요.")
        assert typist.program.wait(PATIENCE_SEC) == 0


def test_the_options_are_listed(server: Server) -> None:
    with start(server, "--game", "othello", "--options") as program:
        seen, _ = program.communicate(timeout=PATIENCE_SEC)
    assert "undo=3  무르기 (off 없음, 1 1번, 3 3번, unlimited 제한 없음)" in seen


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--bot", "--join", "ZZZZZZ"], "(room/not_found)"),
        (["--bot", "--game", "othello", "--option", "undo=2"], "(room/options)"),
        (["--bot", "--option", "undo"], "'이름=값'처럼 적어 주세요: undo"),
        (["--bot", "--game", "장기"], "'장기' 게임은 여기서 둘 수 없어요. 둘 수 있는 게임: "),
        (["--bot", "--url", "http://127.0.0.1:9"], "서버에 닿지 않아요"),
        ([], "더 입력할 수 없어서 그만둬요."),
    ],
)
def test_what_cannot_be_played_is_told_in_one_sentence(
    server: Server, words: Sequence[str], told: str
) -> None:
    with start(server, *words) as program:
        seen, _ = program.communicate("", timeout=PATIENCE_SEC)
    assert program.returncode == 1
    assert told in seen
    assert "Traceback" not in seen


def test_the_running_stack_is_found_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "stack.json"
    assert arguments.running_stack(file) is None
    for broken in ("", "{", "[]", "{}"):
        file.write_text(broken, "utf-8")
        assert arguments.running_stack(file) is None
    file.write_text('{"httpUrl": "http://127.0.0.1:1", "socketUrl": "ws://127.0.0.1:1"}', "utf-8")
    assert arguments.running_stack(file) == "http://127.0.0.1:1"
    with Lobby(arguments.running_stack(file) or "") as lobby:
        assert lobby.url == "http://127.0.0.1:1"


@pytest.mark.parametrize(
    "words",
    [
        ("--bot", "--games", "0"),
        ("--bot", "--games", "-3"),
        ("--bot", "--delay", "-1"),
        ("--bot", "--delay", "nan"),
        ("--bot", "--delay", "inf"),
        ("--url", "http://[::1"),
        ("--url", "127.0.0.1:4566"),
        ("--name", "\udc80"),
    ],
)
def test_words_that_make_no_sense_are_refused_in_a_sentence(
    words: Sequence[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        arguments.read(words)
    assert "요\n" in capsys.readouterr().err


def test_a_code_that_is_none_is_not_found(server: Server) -> None:
    for code in ("\x1b[A", "a\tb", "../guests", "%00", "가나다라마바"):
        with start(server, "--join", code, "--name", "가람") as program:
            seen, _ = program.communicate("", timeout=PATIENCE_SEC)
        assert (program.returncode, "Traceback" in seen) == (1, False)
