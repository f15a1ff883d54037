"""What a player types, read. What is no command may be a move; that is the game's to say."""

import unicodedata
from dataclasses import dataclass
from typing import Literal, TypeAlias

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

HELP: tuple[str, ...] = (
    "시작(Enter) 대국 시작 · 봇 봇과 두기 · 앉기 / 일어서기 · 내보내기 별명 · 나가기 · 종료",
    "무르기 · 무승부 · 수락 / 거절 · 취소 제안 거두기 · 기권 · 한판더",
    "말 하고 싶은 말 · 설정 보기 · 설정 이름=값 바꾸기(방장) · 도움말",
)


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
