"""A person at a plain terminal: types, and waits until something stands there."""

import threading
from contextlib import AbstractContextManager
from queue import SimpleQueue

from local.client import Guest, Lobby, NewRoom
from local.play.boards import BOARDS
from local.play.screen import Screen
from local.play.session import Ending, Happening, Heard, Line, Session, Setup

PATIENCE_SEC = 20.0


class Paper:
    """What was written, for whoever waits for it."""

    def __init__(self) -> None:
        self.text = ""
        self._read = 0
        self._written = threading.Condition()

    def write(self, text: str) -> None:
        with self._written:
            self.text += text
            self._written.notify_all()

    def flush(self) -> None:
        """Nothing is kept back."""

    def wait_for(self, text: str) -> None:
        """Read on, past ``text``."""
        with self._written:
            found = self._written.wait_for(lambda: text in self.text[self._read :], PATIENCE_SEC)
            assert found, f"{text!r} did not come after:\n{self.text[self._read :]}"
            self._read = self.text.index(text, self._read) + len(text)


class Person(AbstractContextManager["Person"]):
    """Somebody who plays in ``room`` through a session of its own."""

    def __init__(self, lobby: Lobby, guest: Guest, room: NewRoom) -> None:
        self._paper = Paper()
        self._inbox: SimpleQueue[Happening] = SimpleQueue()
        self._ending: Ending | None = None
        self._tab = guest.open_tab(
            room.room_id, code=room.code, listener=lambda frame, now: self._inbox.put(Heard(frame, now))
        )
        setup = Setup(
            game=next(game for game in lobby.games() if game.id == "othello"),
            board=BOARDS["othello"],
            invite=lambda name: lobby.guest(name).open_tab(room.room_id, code=room.code),
            letters=True,
        )
        self._session = Session(self._tab, setup, Screen(self._paper, None), self._inbox)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._inbox.put(Line(None))
        self._thread.join()
        self._tab.close()

    def _run(self) -> None:
        self._ending = self._session.run()

    def types(self, *lines: str) -> None:
        """Enter lines."""
        for line in lines:
            self._inbox.put(Line(line))

    def sees(self, *texts: str) -> None:
        """Each text comes, one after the other."""
        for text in texts:
            self._paper.wait_for(text)

    def cut(self) -> None:
        """The network breaks."""
        self._tab.cut()

    def ends(self) -> Ending:
        """The session is over by itself."""
        self._thread.join(PATIENCE_SEC)
        assert self._ending is not None
        self._tab.close()
        return self._ending
