"""Two people at their terminals, from the invitation to the farewell."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from local.client import Lobby
from local.client.frames import JsonObject
from tests.local.person import Person


@pytest.fixture
def people() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


OPTIONS: JsonObject = {"colorAssignment": "hostBlack"}


def host_and_guest(lobby: Lobby, people: ExitStack) -> tuple[Person, Person]:
    """Both sit; the game has not begun."""
    ga = lobby.guest("가람")
    room = ga.create_room("othello", options=OPTIONS)
    host = people.enter_context(Person(lobby, ga, room))
    host.sees("상대를 기다리고 있어요", room.code)
    guest = people.enter_context(Person(lobby, lobby.guest("나래"), room))
    guest.sees("방장이 시작하기를 기다리고 있어요.")
    host.sees("나래님이 자리에 앉았어요.", "Enter를 누르거나 '시작'을 입력하세요.")
    return host, guest


def playing(lobby: Lobby, people: ExitStack) -> tuple[Person, Person]:
    """Black and white of a game that has just begun."""
    host, guest = host_and_guest(lobby, people)
    host.types("")
    host.sees("나는 흑이에요.", "내 차례예요.")
    guest.sees("나는 백이에요.", "가람님의 차례예요.")
    return host, guest


def test_a_game_is_played_taken_back_and_talked_about(lobby: Lobby, people: ExitStack) -> None:
    black, white = playing(lobby, people)
    black.types("d3")
    black.sees("흑 d3, 1개를 뒤집었어요", "3  .   .   .  [흑] .")
    white.sees("흑 d3, 1개를 뒤집었어요", "내 차례예요.")
    black.types("c3")
    black.sees("! 지금은 상대 차례예요")
    white.types("a1", "xyzzy")
    white.sees("! 여기에 두면 뒤집을 돌이 없어요", "무슨 뜻인지 모르겠어요.")
    black.types("무르기")
    white.sees("가람님이 무르기를 청했어요", "'수락' 또는 '거절'로 답하세요.")
    white.types("거절")
    black.sees("나래님이 무르기를 거절했어요")
    black.types("무르기")
    black.sees("! 이미 무르기를 요청했어요. 다음 수를 둔 뒤에 다시 할 수 있어요")
    white.types("c3")
    black.sees("내 차례예요.")
    black.types("무르기", "취소")
    white.sees("가람님이 무르기를 청했어요", "가람님이 제안을 거뒀어요")
    white.types("수락")
    white.sees("답할 제안이 없어요.")
    black.types("b3")
    white.sees("흑 b3", "내 차례예요.")
    black.types("무르기")
    white.sees("가람님이 무르기를 청했어요", "답하세요.")
    white.types("수락")
    black.sees("나래님이 무르기를 받아들였어요", "3  .   +  [백]")
    black.types("말 고마워요")
    white.sees("가람: 고마워요")


def test_a_draw_is_offered_and_another_game_played(lobby: Lobby, people: ExitStack) -> None:
    black, white = playing(lobby, people)
    black.types("무승부")
    white.sees("가람님이 무승부를 제안했어요", "답하세요.")
    white.types("수락")
    for person in (black, white):
        person.sees(
            "대국이 끝났어요. 합의로 무승부 2 : 2", "서로 합의해서 비겼어요", "'한판더' 또는 '나가기'"
        )
    white.types("한판더")
    white.sees("한 판 더 하자고 했어요.")
    black.sees("나래님이 한 판 더 하자고 해요.")
    black.types("한 판 더")
    for person in (black, white):
        person.sees("대국이 시작됐어요.", "리버시 2번째 판")


def test_resigning_must_be_said_twice(lobby: Lobby, people: ExitStack) -> None:
    black, white = playing(lobby, people)
    black.types("기권")
    black.sees("정말이면 한 번 더 입력하세요: 기권")
    black.types("d3", "기권")
    black.sees("흑 d3", "정말이면 한 번 더 입력하세요: 기권")
    black.types("기권")
    for person, outcome in ((black, "졌어요."), (white, "이겼어요!")):
        person.sees("백 승 (흑 기권) 1 : 4 (기권으로 끝났어요)", outcome)


def test_leaving_a_game_loses_it_and_the_other_keeps_the_board(lobby: Lobby, people: ExitStack) -> None:
    black, white = playing(lobby, people)
    black.types("d3", "나가기")
    black.sees("정말이면 한 번 더 입력하세요: 나가기")
    black.types("나가기")
    assert black.ends() == ("방에서 나왔어요.", False)
    white.sees("백 승 (흑 기권)", "이겼어요!")
    white.types("나가기")
    assert white.ends() == ("방에서 나왔어요.", False)


def test_after_the_end_who_stays_keeps_the_board_in_sight(lobby: Lobby, people: ExitStack) -> None:
    black, white = playing(lobby, people)
    black.types("d3")
    white.sees("흑 d3")
    white.types("기권", "기권")
    black.sees("이겼어요!")
    white.types("나가기")
    black.sees("나래님이 자리에서 일어났어요.", "(비어 있어요)", "[흑]", "상대를 기다리고 있어요.")


def test_the_host_changes_options_and_puts_people_out(lobby: Lobby, people: ExitStack) -> None:
    host, guest = host_and_guest(lobby, people)
    guest.types("설정 undo=off")
    guest.sees("! 방장만 할 수 있어요")
    host.types("설정 undo", "설정 undo=2", "설정 undo=off")
    host.sees("'이름=값'처럼 적어 주세요: undo", "! 고를 수 없는 설정이에요")
    guest.sees("방장이 설정을 바꿨어요.")
    guest.types("설정")
    guest.sees("흑백 정하기: 방장이 흑", "무르기: 없음")
    host.types("설정")
    host.sees("undo=off  무르기 (off 없음")
    guest.types("일어서기")
    guest.sees("빈자리가 있어요. '앉기'를 입력하면 앉아요.")
    guest.types("앉기")
    host.sees("나래님이 자리에서 일어났어요.", "나래님이 자리에 앉았어요.")
    host.types("내보내기 보라", "내보내기 나래")
    host.sees("'보라'님이 없어요.")
    assert guest.ends() == ("방장이 내보냈어요", True)


def test_a_bot_comes_when_it_is_called_and_plays(lobby: Lobby, people: ExitStack) -> None:
    ga = lobby.guest("가람")
    room = ga.create_room("othello", options=OPTIONS)
    alone = people.enter_context(Person(lobby, ga, room))
    alone.sees("상대를 기다리고 있어요")
    alone.types("봇")
    alone.sees("봇님이 자리에 앉았어요.", "자리가 다 찼어요.")
    alone.types("봇", "시작")
    alone.sees("빈자리가 있을 때만 봇을 부를 수 있어요.", "나는 흑이에요.")
    alone.types("d3")
    alone.sees("흑 d3", "백 ", "내 차례예요.")


def test_who_comes_late_watches(lobby: Lobby, people: ExitStack) -> None:
    ga = lobby.guest("가람")
    room = ga.create_room("othello", options=OPTIONS)
    host = people.enter_context(Person(lobby, ga, room))
    host.sees("상대를 기다리고 있어요")
    guest = people.enter_context(Person(lobby, lobby.guest("나래"), room))
    guest.sees("방장이 시작하기를")
    spectator = people.enter_context(Person(lobby, lobby.guest("보라"), room))
    spectator.sees("자리가 다 차서 관전하고 있어요.")
    host.types("시작")
    spectator.sees("대국이 시작됐어요.", "가람님의 차례예요.")
    host.types("d3")
    spectator.sees("흑 d3, 1개를 뒤집었어요")
    spectator.types("d3")
    spectator.sees("! 자리에 앉은 사람만 할 수 있어요")
    spectator.types("나가기")
    assert spectator.ends() == ("나갔어요.", False)


def test_a_connection_that_breaks_is_told_to_both_and_heals(lobby: Lobby, people: ExitStack) -> None:
    black, white = playing(lobby, people)
    white.cut()
    white.sees("연결이 끊겼어요.", "다시 연결됐어요.")
    black.sees("나래님의 연결이 끊겼어요.", "나래님이 돌아왔어요.")
    black.types("d3")
    white.sees("흑 d3")


def test_the_help_explains_commands_and_rules(lobby: Lobby, people: ExitStack) -> None:
    host, _ = host_and_guest(lobby, people)
    host.types("도움말")
    host.sees("d3               둘 곳을 골라요.", "무르기", "상대 돌을 내 돌 사이에 끼우면")


def test_a_host_alone_may_leave(lobby: Lobby, people: ExitStack) -> None:
    ga = lobby.guest("가람")
    host = people.enter_context(Person(lobby, ga, ga.create_room("othello")))
    host.sees("상대를 기다리고 있어요")
    host.types("나가기")
    assert host.ends() == ("방에서 나왔어요.", False)


def test_quitting_keeps_the_seat(lobby: Lobby, people: ExitStack) -> None:
    black, white = playing(lobby, people)
    white.types("종료")
    assert white.ends() == ("나갔어요. 자리는 그대로 있어요.", False)
    black.sees("나래님의 연결이 끊겼어요.")
    black.types("d3")
    black.sees("흑 d3")
