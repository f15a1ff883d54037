"""``python -m local.play``: a room in this terminal."""

import os
import random
import secrets
import shutil
import sys
import unicodedata
from collections.abc import Sequence
from queue import SimpleQueue
from threading import Thread

from local.client import (
    GameInfo,
    Guest,
    JsonObject,
    Lobby,
    NewRoom,
    ProblemError,
    ProtocolError,
    Tab,
    UnreachableError,
)
from local.client.frames import ServerFrame
from local.client.snapshot import Snapshot
from local.play import arguments, options
from local.play.boards import BOARDS
from local.play.bot import Bot, drive
from local.play.identity import Identities, Kept, state_folder
from local.play.keyboard import Keyboard
from local.play.recall import Known, Seated, recalled
from local.play.screen import Screen
from local.play.session import BOT_NICKNAME, Done, Ending, Heard, Inbox, Line, Session, Setup

_NAMELESS = "손님"


class GivingUpError(Exception):
    """Nothing can be played; the message is a Korean sentence."""


class Play:
    """One run of the program."""

    def __init__(
        self, given: arguments.Arguments, lobby: Lobby, keyboard: Keyboard, identities: Identities
    ) -> None:
        self._given = given
        self._lobby = lobby
        self._keyboard = keyboard
        self._identities = identities
        self._games = {game.id: game for game in lobby.games() if game.id in BOARDS}
        self._inbox: Inbox = SimpleQueue()

    def run(self) -> Ending | None:
        """Play, or list the options."""
        given = self._given
        if given.list_options:
            game = self._game(given.game)
            print("\n".join(options.choices(game.options_schema, game.default_options)))
            return None
        known = None
        if not given.bot and not given.is_new:
            known = recalled(self._lobby, self._identities, name=given.name, code=given.join)
        if known is not None and not known.seats:
            print(f"{known.guest.nickname}님으로 들어가요. (새 손님으로 들어가려면 --new)")
        code = given.join
        if code is None and given.game is None and not given.settings and not given.bot:
            code = self._where(known)
        guest = self._guest() if known is None else known.guest
        for seated in () if known is None else known.seats:
            if seated.room.code != code:
                print(f"{_told(guest, seated)} (돌아가려면 --join {seated.room.code})")
        if code is None:
            room_id, code, game = self._new_room(guest)
        else:
            card = guest.room_by_code(code)
            room_id, game = card.room_id, self._game(card.game)
        if not given.bot:
            identity = self._identities.new() if known is None else known.identity
            kept = Kept(
                url=self._lobby.url, guest=guest.made, rooms=() if known is None else known.kept.rooms
            )
            identity.save(kept.entering(NewRoom(room_id=room_id, code=code)))
        with guest.open_tab(room_id, code=code, listener=self._hear) as tab:
            return self._play(tab, game, room_id, code)

    def _where(self, known: Known | None) -> str | None:
        """The code of the room to enter; None for a new one."""
        if known is None or not known.seats:
            return self._ask("초대 코드 (새 방을 만들려면 그냥 Enter): ").upper() or None
        newest = known.seats[0]
        print(_told(known.guest, newest))
        answer = self._ask("이어서 하려면 그냥 Enter (새 방은 '새방', 다른 방은 초대 코드): ")
        match unicodedata.normalize("NFC", answer).replace(" ", ""):
            case "" | "이어서" | "이어서하기":
                return newest.room.code
            case "새방":
                return None
            case code:
                return code.upper()

    def _guest(self) -> Guest:
        given = self._given
        return self._lobby.guest(
            given.name or (BOT_NICKNAME if given.bot else self._ask("이름: ") or _NAMELESS)
        )

    def _play(self, tab: Tab, game: GameInfo, room_id: str, code: str) -> Ending:
        given = self._given
        screen = Screen(sys.stdout, shutil.get_terminal_size if sys.stdout.isatty() else None)
        setup = Setup(
            game=game,
            board=BOARDS[game.id],
            invite=lambda name: self._lobby.guest(name).open_tab(room_id, code=code),
            letters=given.letters,
            hands_off=given.bot,
        )
        session = Session(tab, setup, screen, self._inbox)
        for trouble in self._identities.troubles:
            screen.say(trouble)
        if given.bot:
            seed = secrets.randbits(32) if given.seed is None else given.seed
            screen.say(f"봇의 시드: {seed}")
            bot = Bot(setup.board, random.Random(seed), games=given.games)  # noqa: S311 - a bot's moves
            Thread(target=self._drive, args=(tab, bot), name="bot", daemon=True).start()
        else:
            self._keyboard.listen(lambda line: self._inbox.put(Line(line)))
        ending = session.run()
        screen.farewell(ending.word)
        return ending

    def _drive(self, tab: Tab, bot: Bot) -> None:
        drive(tab, bot, delay_sec=self._given.delay_sec)
        self._inbox.put(Done())

    def _hear(self, frame: ServerFrame | None, now: Snapshot) -> None:
        self._inbox.put(Heard(frame, now))

    def _new_room(self, guest: Guest) -> tuple[str, str, GameInfo]:
        given = self._given
        game = self._game(given.game)
        chosen: JsonObject | None = None
        if given.settings:
            chosen = options.changed(game.default_options, given.settings)
        room = guest.create_room(
            game.id,
            options=chosen,
            visibility=given.visibility,
            spectators=given.spectators,
            chat=given.chat,
        )
        return room.room_id, room.code, game

    def _game(self, wanted: str | None) -> GameInfo:
        """The game by its id or its name; the only one there is, or the one chosen."""
        games = list(self._games.values())
        if not games:
            raise GivingUpError("이 터미널에서 둘 수 있는 게임이 없어요.")
        if wanted is None and (len(games) == 1 or self._given.bot):
            return games[0]
        if wanted is None:
            for number, game in enumerate(games, start=1):
                low, high = game.minutes
                print(f"{number}. {game.name_ko} ({game.difficulty}, {low}~{high}분)")
            chosen = self._ask("게임의 번호: ")
            if not chosen.isdecimal() or not 1 <= int(chosen) <= len(games):
                raise GivingUpError(f"{chosen}번 게임은 없어요.")
            return games[int(chosen) - 1]
        for game in games:
            if wanted in (game.id, game.name_ko):
                return game
        names = ", ".join(f"{game.name_ko}({game.id})" for game in games)
        raise GivingUpError(f"'{wanted}' 게임은 여기서 둘 수 없어요. 둘 수 있는 게임: {names}")

    def _ask(self, question: str) -> str:
        print(question, end="", flush=True)
        answer = self._keyboard.line()
        if answer is None:
            raise GivingUpError("\n더 입력할 수 없어서 그만둬요.")
        return answer.strip()


def _told(guest: Guest, seated: Seated) -> str:
    return f"{guest.nickname}님의 자리가 {seated.card.name_ko} 방({seated.room.code})에 그대로 있어요."


def main(argv: Sequence[str]) -> int:
    """Gives the exit code: 0 when it was played to its end, 1 when it could not be."""
    given = arguments.read(argv)
    url = given.url or arguments.running_stack()
    if url is None:
        print(
            "도는 스택이 없어요. 다른 터미널에서 make run을 하거나 --url로 주소를 알려 주세요.",
            file=sys.stderr,
        )
        return 1
    try:
        with Keyboard(sys.stdin.fileno()) as keyboard, Lobby(url) as lobby:
            ending = Play(given, lobby, keyboard, Identities(state_folder(os.environ))).run()
    except KeyboardInterrupt:
        print("\n나갔어요. 자리는 그대로 있어요.")
        return 0
    except (GivingUpError, options.SettingError) as fault:
        print(fault, file=sys.stderr)
        return 1
    except ProblemError as refused:
        print(f"{refused.detail} ({refused.code})", file=sys.stderr)
        return 1
    except UnreachableError as fault:
        print(f"서버에 닿지 않아요: {fault}", file=sys.stderr)
        return 1
    except ProtocolError as fault:
        print(f"서버가 뜻밖의 말을 했어요: {fault}", file=sys.stderr)
        return 1
    return 1 if ending is not None and ending.put_out else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
