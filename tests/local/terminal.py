"""As much of a terminal as the screen needs: what a person sees after all the bytes."""

import re

from local.play.text import width

_PIECES = re.compile("\x1b\\[(?P<code>[HKJ])|\x1b(?P<cursor>[78])|(?P<text>[^\x1b])")


class Terminal:
    """``rows`` of ``columns``; a letter two columns wide fills its second one with nothing."""

    def __init__(self, columns: int, rows: int) -> None:
        self._columns = columns
        self._rows = [[" "] * columns for _ in range(rows)]
        self._x = self._y = 0
        self._saved = (0, 0)
        self.scrolled = 0

    def write(self, text: str) -> int:
        """Obey everything in ``text``."""
        end = 0
        for piece in _PIECES.finditer(text):
            if piece.start() != end:
                raise ValueError(f"an unknown sequence: {text[end : end + 8]!r}")
            end = piece.end()
            self._obey(piece)
        if end != len(text):
            raise ValueError(f"an unknown sequence: {text[end : end + 8]!r}")
        return len(text)

    def flush(self) -> None:
        """Nothing is kept back."""

    def _obey(self, piece: "re.Match[str]") -> None:
        row = self._rows[self._y]
        match piece["code"], piece["cursor"], piece["text"]:
            case "H", _, _:
                self._x = self._y = 0
            case "K", _, _:
                row[self._x :] = [" "] * (self._columns - self._x)
            case "J", _, _:
                row[self._x :] = [" "] * (self._columns - self._x)
                for below in self._rows[self._y + 1 :]:
                    below[:] = [" "] * self._columns
            case _, "7", _:
                self._saved = (self._x, self._y)
            case _, "8", _:
                self._x, self._y = self._saved
            case _, _, "\r":
                self._x = 0
            case _, _, "\n":
                self._line_feed()
            case _, _, str(letter):
                self._letter(letter)

    def _letter(self, letter: str) -> None:
        if self._x + width(letter) > self._columns:
            self._x = 0
            self._line_feed()
        row = self._rows[self._y]
        row[self._x] = letter
        if width(letter) == 2:
            row[self._x + 1] = ""
        self._x += width(letter)

    def _line_feed(self) -> None:
        if self._y + 1 < len(self._rows):
            self._y += 1
        else:
            self._rows = [*self._rows[1:], [" "] * self._columns]
            self.scrolled += 1

    def type(self, text: str) -> None:
        """What a person types: the terminal echoes it, Enter as carriage return and line feed."""
        self.write(text.replace("\n", "\r\n"))

    @property
    def lines(self) -> list[str]:
        """The rows as they are seen, without spaces at their ends."""
        return ["".join(row).rstrip() for row in self._rows]

    @property
    def seen(self) -> str:
        """All rows, without empty ones at the end."""
        return "\n".join(self.lines).rstrip("\n")
