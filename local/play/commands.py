"""What a player types, read. What is no command may be a move; that is the game's to say."""

import unicodedata
from dataclasses import dataclass
from typing import Literal, TypeAlias

from local.play.text import pad

Word: TypeAlias = Literal[
    "nothing",
    "help",
    "start",
    "sit",
    "stand",
    "bot",
    "undo",
    "draw",
    "accept",
    "decline",
    "cancel",
    "resign",
    "rematch",
    "leave",
    "quit",
]


@dataclass(frozen=True, slots=True)
class Plain:
    """A command that is one word."""

    word: Word


@dataclass(frozen=True, slots=True)
class Chat:
    """Something to say to the room."""

    text: str


@dataclass(frozen=True, slots=True)
class Kick:
    """Put somebody out, by nickname."""

    nickname: str


@dataclass(frozen=True, slots=True)
class Options:
    """Show the options, or change some: ``name=value`` each."""

    settings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Other:
    """None of these: perhaps a move."""

    text: str


Typed: TypeAlias = Plain | Chat | Kick | Options | Other

_WORDS: dict[Word, tuple[str, ...]] = {
    "nothing": ("",),
    "help": ("도움말", "도움", "help", "?"),
    "start": ("시작", "start"),
    "sit": ("앉기", "sit"),
    "stand": ("일어서기", "서기", "stand"),
    "bot": ("봇", "bot"),
    "undo": ("무르기", "물러줘", "undo"),
    "draw": ("무승부", "비기기", "draw"),
    "accept": ("수락", "네", "좋아요", "accept", "yes", "y"),
    "decline": ("거절", "아니요", "아니오", "decline", "no", "n"),
    "cancel": ("취소", "거두기", "cancel"),
    "resign": ("기권", "resign"),
    "rematch": ("한판더", "다시", "rematch"),
    "leave": ("나가기", "leave"),
    "quit": ("종료", "끝", "quit", "exit"),
}
_BY_SPELLING: dict[str, Word] = {
    spelling: word for word, spellings in _WORDS.items() for spelling in spellings
}
_CHAT = ("말", "채팅", "chat", "say")
_KICK = ("내보내기", "kick")
_OPTIONS = ("설정", "options")

_HELP: tuple[tuple[str, str], ...] = (
    ("시작, Enter", "대국을 시작해요. 방장만 할 수 있어요."),
    ("앉기 / 일어서기", "자리에 앉거나 자리를 비워요."),
    ("봇", "빈자리에 봇을 불러요."),
    ("무르기", "내 마지막 수를 물러 달라고 해요."),
    ("무승부", "비기자고 제안해요."),
    ("수락 / 거절", "상대의 제안에 답해요."),
    ("취소", "내 제안을 거둬요."),
    ("기권", "져요."),
    ("한판더", "끝난 뒤에 한 판 더 하자고 해요."),
    ("말 안녕하세요", "모두에게 말해요."),
    ("설정", "이 방의 설정을 봐요. 방장은 '설정 undo=off'처럼 바꿀 수 있어요."),
    ("내보내기 이름", "시작하기 전에 내보내요. 방장만 할 수 있어요."),
    ("나가기", "자리를 내놓고 끝내요. 대국 중이면 져요."),
    ("종료, Ctrl-C", "자리를 둔 채 끝내요."),
)


def help_lines(example: str) -> list[str]:
    """What one can type, one line each; ``example`` is a move."""
    return [f"{pad(typed, 16)} {meaning}" for typed, meaning in ((example, "둘 곳을 골라요."), *_HELP)]


def read(line: str) -> Typed:
    """The command in a line. Spaces, case and composed or decomposed Korean make no difference."""
    text = " ".join(unicodedata.normalize("NFC", line).split())
    word = _BY_SPELLING.get(text.replace(" ", "").casefold())
    if word is not None:
        return Plain(word)
    head, _, rest = text.partition(" ")
    head = head.casefold()
    if head in _OPTIONS:
        return Options(tuple(rest.split()))
    if rest and head in _CHAT:
        return Chat(rest)
    if rest and head in _KICK:
        return Kick(rest)
    return Other(text)
