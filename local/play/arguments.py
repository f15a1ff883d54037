"""What is said on the command line, and where the running stack is."""

import argparse
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx

from local.client.answers import ChatRule, Visibility

STACK_FILE = Path(__file__).resolve().parents[2] / ".local" / "stack.json"
"""Written by ``python -m local.stack`` while it runs: ``{"httpUrl": ...}``."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """The command line, read. ``game`` and ``join`` are None when nothing was said of them."""

    url: str | None
    name: str | None
    is_new: bool
    join: str | None
    game: str | None
    settings: tuple[str, ...]
    list_options: bool
    visibility: Visibility
    spectators: bool
    chat: ChatRule
    letters: bool
    bot: bool
    seed: int | None
    games: int
    delay_sec: float


def read(argv: Sequence[str]) -> Arguments:
    """The arguments; ends the program with a usage line when they cannot be read."""
    parser = argparse.ArgumentParser(
        prog="python -m local.play", description="터미널에서 둘이 두거나 봇과 둬요."
    )
    parser.add_argument("--url", help="HTTP API의 주소 (없으면 이 컴퓨터에서 도는 스택)")
    parser.add_argument("--name", help="이름")
    parser.add_argument("--new", action="store_true", help="기억해 둔 손님 말고 새 손님으로 들어가기")
    room = parser.add_argument_group("방")
    room.add_argument("--join", metavar="CODE", help="초대 코드로 들어가기")
    room.add_argument("--game", metavar="ID", help="새 방을 만들 게임 (예: othello)")
    room.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="새 방의 설정 (예: undo=off, timeControl.kind=fischer); 여러 번 쓸 수 있어요",
    )
    room.add_argument("--options", action="store_true", help="고를 수 있는 설정을 보여 주고 끝내기")
    room.add_argument("--public", action="store_true", help="공개 방으로 만들기")
    room.add_argument("--no-spectators", action="store_true", help="관전할 수 없는 방으로 만들기")
    room.add_argument("--chat", choices=("all", "players", "off"), default="all", help="누가 말할 수 있는지")
    bot = parser.add_argument_group("봇")
    bot.add_argument("--bot", action="store_true", help="사람 대신 아무 데나 두는 봇이 두기")
    bot.add_argument("--seed", type=int, help="봇이 같은 수를 되풀이하게 하는 수")
    bot.add_argument("--games", type=int, default=1, help="봇이 둘 판 수")
    bot.add_argument("--delay", type=float, default=0.0, metavar="SEC", help="봇이 두기 전에 쉬는 초")
    parser.add_argument("--letters", action="store_true", help="돌을 그림 대신 글자로 그리기")
    given = parser.parse_args(argv)
    if given.games < 1:
        parser.error("--games는 1 이상이어야 해요")
    if not 0 <= given.delay < math.inf:
        parser.error("--delay는 0 이상이어야 해요")
    if given.name is not None and not given.name.isprintable():
        parser.error("--name을 읽을 수 없어요")
    if given.url is not None and not _is_address(given.url):
        parser.error("--url은 http:// 나 https:// 로 시작하는 주소여야 해요")
    return Arguments(
        url=given.url,
        name=given.name,
        is_new=given.new,
        join=None if given.join is None else given.join.strip().upper(),
        game=given.game,
        settings=tuple(given.option),
        list_options=given.options,
        visibility="public" if given.public else "private",
        spectators=not given.no_spectators,
        chat=given.chat,
        letters=given.letters,
        bot=given.bot,
        seed=given.seed,
        games=given.games,
        delay_sec=given.delay,
    )


def _is_address(url: str) -> bool:
    try:
        return httpx.URL(url).scheme in ("http", "https")
    except httpx.InvalidURL:
        return False


def running_stack(file: Path = STACK_FILE) -> str | None:
    """The HTTP address of the stack that runs on this machine, None when none does."""
    try:
        addresses = json.loads(file.read_text("utf-8"))
        return str(addresses["httpUrl"])
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None  # there is none, or it was killed while it wrote this
