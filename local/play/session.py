"""One person at a terminal in one room: the loop between keyboard, tab and screen."""

import random
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple, TypeAlias

from pydantic import JsonValue

from local.client import (
    ClosedError,
    Command,
    GameInfo,
    JsonObject,
    ProblemError,
    ServerFrame,
    Snapshot,
    Tab,
    UnreachableError,
)
from local.play import commands, options
from local.play.boards import Board
from local.play.bot import Bot, drive
from local.play.page import page
from local.play.screen import Screen
from local.play.sight import Sight
from local.play.tell import told

BOT_NICKNAME = "봇"
BOT_DELAY_SEC = 0.7


@dataclass(frozen=True, slots=True)
class Heard:
    """The tab has something new: the frame, or None when the connection came or went."""

    frame: ServerFrame | None
    now: Snapshot


@dataclass(frozen=True, slots=True)
class Line:
    """A line was entered; None: there will be no more."""

    text: str | None


@dataclass(frozen=True, slots=True)
class Done:
    """The bot that plays in this session has had its games."""


Happening: TypeAlias = Heard | Line | Done
Inbox: TypeAlias = "SimpleQueue[Happening]"


class Ending(NamedTuple):
    """The last word to the person, and whether the server put them out."""

    word: str
    put_out: bool


@dataclass(frozen=True, slots=True)
class Setup:
    """What a session is about. ``invite`` opens a tab of a new guest in the same room."""

    game: GameInfo
    board: Board
    invite: Callable[[str], Tab]
    letters: bool = False
    hands_off: bool = False
    """Somebody else plays through the tab: only show what happens. In a log, boards are left out
    while a game runs."""


_ACTIONS: Mapping[commands.Word, str] = {
    "undo": "requestUndo",
    "draw": "offerDraw",
    "cancel": "cancelOffer",
    "resign": "resign",
}
_FRAMES: tuple[commands.Word, ...] = ("start", "sit", "stand", "rematch")
_QUIT = Ending("나갔어요. 자리는 그대로 있어요.", put_out=False)
_LAST_LINE = "종료"
_RETRY_SEC = 0.2
_NO_GOING_BACK = {"resign": "기권", "leave": "나가기"}


class Session:
    """``inbox`` is filled by the tab's listener and the keyboard; everything happens in ``run``."""

    def __init__(self, tab: Tab, setup: Setup, screen: Screen, inbox: Inbox) -> None:
        self._tab = tab
        self._setup = setup
        self._screen = screen
        self._inbox = inbox
        self._sight = Sight.of(Snapshot(), setup.board)
        self._kept: JsonObject | None = None  # the view of the game that has just ended
        self._notice: list[str] = []  # read out in place of the page
        self._has_come = False
        self._lines: deque[str] = deque()  # entered, and not obeyed yet
        self._sure: commands.Word | None = None  # what was asked for and needs saying twice
        self._leaving: Command | None = None
        self._ending: Ending | None = None
        self._bots = ExitStack()

    def run(self) -> Ending:
        """Until the person leaves or is put out.

        :raises ProtocolError: the server broke the protocol.
        """
        with self._bots:
            while self._ending is None:
                self._show()
                try:
                    self._take(self._inbox.get(timeout=self._tick()))
                    while self._ending is None:
                        self._take(self._inbox.get_nowait())
                except Empty:
                    self._obey_lines()
            self._show()
        return self._ending

    def _tick(self) -> float | None:
        """How long nothing changes by itself: to the next full second while a clock may run."""
        if self._lines:
            return _RETRY_SEC
        if not self._screen.is_live or self._sight.now.status != "playing":
            return None
        return 1.0 - time.time() % 1.0

    def _show(self) -> None:
        if self._notice:
            self._screen.show([*self._notice, "", "Enter를 누르면 돌아가요."])
        elif self._screen.is_live or not self._setup.hands_off or self._sight.now.status != "playing":
            server_now = self._tab.server_now() if self._screen.is_live else None
            letters = self._setup.letters
            self._screen.show(page(self._sight, server_now=server_now, letters=letters, kept=self._kept))

    def _say(self, message: str) -> None:
        self._screen.say(message)

    def _read_out(self, lines: list[str]) -> None:
        """More than the few lines for messages can hold."""
        if self._screen.is_live:
            self._notice = lines
        else:
            for line in lines:
                self._say(line)

    def _take(self, happening: Happening) -> None:
        match happening:
            case Heard():
                self._heard(happening)
            case Line():
                self._screen.entered()
                self._lines.append(_LAST_LINE if happening.text is None else happening.text)
                self._obey_lines()
            case Done():
                self._ending = Ending("봇이 대국을 마쳤어요.", put_out=False)

    # --- From the server ----------------------------------------------------------------------

    def _heard(self, heard: Heard) -> None:
        before, self._sight = self._sight, Sight.of(heard.now, self._setup.board)
        for line in told(heard.frame, before, self._sight):
            self._say(line)
        now = self._sight.now
        if now.status == "playing":
            self._kept = None
        elif now.view is not None:
            self._kept = now.view
        if self._leaving is not None and (self._leaving.reply is not None or now.closed is not None):
            self._ending = Ending("방에서 나왔어요.", put_out=False)
        elif now.closed is not None:
            self._ending = Ending(now.closed.reason, put_out=True)
        elif heard.frame is None:
            self._sight = Sight.of(self._tab.now, self._setup.board)  # raises what ended the tab
        elif now.room is not None and not self._has_come:
            self._has_come = True
            if now.status == "waiting" and not self._sight.has_seat and self._sight.free_seats:
                self._sit_down()

    # --- From the keyboard --------------------------------------------------------------------

    def _obey_lines(self) -> None:
        """One line after the other: each when what the one before asked for is settled and seen."""
        while self._lines and self._ending is None and self._is_settled():
            self._typed(self._lines.popleft())
        if not self._sight.now.connected and commands.Plain("quit") in map(commands.read, self._lines):
            self._ending = _QUIT  # the answer may never come

    def _typed(self, text: str) -> None:
        had_notice, self._notice = bool(self._notice), []
        sure, self._sure = self._sure, None
        match commands.read(text):
            case commands.Plain("nothing"):
                if not had_notice and self._may_start():
                    self._submit("start")
            case commands.Plain(word):
                self._word(word, sure=sure == word)
            case commands.Chat(said):
                self._chat(said)
            case commands.Kick(nickname):
                self._kick(nickname)
            case commands.Options(settings):
                self._options(settings)
            case commands.Other(other):
                self._move(other)

    def _is_settled(self) -> bool:
        known = self._sight.now
        return known.room is not None and not self._tab.is_busy and known is self._tab.now

    def _sit_down(self) -> None:
        if not self._setup.hands_off:
            self._submit("sit")

    def _may_start(self) -> bool:
        sight = self._sight
        return sight.now.status == "waiting" and sight.is_host and not sight.free_seats

    def _word(self, word: commands.Word, *, sure: bool) -> None:
        if word in _NO_GOING_BACK and not sure and self._is_playing():
            self._sure = word
            self._say(f"이 대국을 지게 돼요. 정말이면 한 번 더 입력하세요: {_NO_GOING_BACK[word]}")
        elif word in _FRAMES:
            self._submit(word)
        elif word in _ACTIONS:
            self._act({"type": _ACTIONS[word]})
        elif word in ("accept", "decline"):
            self._answer(accept=word == "accept")
        elif word == "help":
            board = self._setup.board
            self._read_out([*commands.help_lines(board.example), "", *board.rules])
        elif word == "bot":
            self._invite_bot()
        elif word == "leave" and (self._sight.has_seat or self._sight.is_host):
            self._leaving = self._submit("leave")
        elif word == "quit" and self._sight.has_seat:
            self._ending = _QUIT
        else:
            self._ending = Ending("나갔어요.", put_out=False)

    def _is_playing(self) -> bool:
        return self._sight.now.status == "playing" and self._sight.my_side is not None

    def _move(self, text: str) -> None:
        action = self._setup.board.read_move(text)
        if action is None:
            example = self._setup.board.example
            self._say(f"무슨 뜻인지 모르겠어요. 둘 곳은 {example}처럼 입력하고, 나머지는 '도움말'을 보세요.")
        else:
            self._act(action)

    def _answer(self, *, accept: bool) -> None:
        offer = self._sight.offer
        if self._sight.now.status == "finished" and accept:
            self._submit("rematch")
        elif offer is None or self._sight.offer_is_mine:
            self._say("답할 제안이 없어요.")
        else:
            kind = "respondUndo" if offer.kind == "undo" else "respondDraw"
            self._act({"type": kind, "accept": accept, "offer": offer.part.id})

    def _chat(self, text: str) -> None:
        try:
            self._tab.chat(text)
        except ConnectionError:
            self._say("연결이 끊겨 있어서 보내지 못했어요.")

    def _kick(self, nickname: str) -> None:
        for seat in self._sight.others:
            if seat.nickname == nickname:
                self._submit("kick", playerId=seat.player_id)
                return
        self._say(f"자리에 앉은 사람 가운데 '{nickname}'님이 없어요.")

    def _options(self, settings: tuple[str, ...]) -> None:
        room, schema = self._sight.now.room, self._setup.game.options_schema
        if room is None:
            return
        if settings:
            try:
                self._submit("options", options=options.changed(room.options, settings))
            except options.SettingError as fault:
                self._say(str(fault))
        elif room.status == "waiting" and self._sight.is_host:
            self._read_out(options.choices(schema, room.options))
        else:
            self._read_out(options.described(schema, room.options))

    def _invite_bot(self) -> None:
        if self._sight.now.status != "waiting" or not self._sight.free_seats:
            self._say("빈자리가 있을 때만 봇을 부를 수 있어요.")
            return
        try:
            tab = self._setup.invite(BOT_NICKNAME)
        except ProblemError as refused:
            self._say(f"! {refused.detail}")
            return
        except UnreachableError:
            self._say("서버에 닿지 않아서 봇을 부르지 못했어요.")
            return
        self._bots.callback(tab.close)
        bot = Bot(self._setup.board, random.Random())  # noqa: S311 - a bot's moves
        Thread(target=drive, args=(tab, bot), kwargs={"delay_sec": BOT_DELAY_SEC}, daemon=True).start()

    # --- To the server ------------------------------------------------------------------------

    def _act(self, action: JsonObject) -> None:
        self._submit("act", action=action)

    def _submit(self, kind: str, **fields: JsonValue) -> Command | None:
        try:
            return self._tab.submit(kind, **fields)
        except ClosedError as closed:
            self._ending = Ending(closed.reason, put_out=True)
        except ValueError:
            self._say("너무 길어서 보낼 수 없어요.")
        return None
