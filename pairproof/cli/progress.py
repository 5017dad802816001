"""Progress of long work, on standard error if that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Self, TextIO

from reports.streams import unescaped
from tournaments.safe_text import escape_line

_SHOWN_EVERY = 0.1
"""Seconds between two updates of what changes fast."""
_WIDTH = 100
"""Characters that fit into most windows."""


class StatusLine:
    """A line about the current work, overwritten in place; nothing is written unless the stream is a terminal."""

    def __init__(self, stream: TextIO | None = None) -> None:
        """Take the stream."""
        self._stream = unescaped(stream or sys.stderr)  # it steers the terminal
        self._is_seen = self._stream.isatty()
        self._is_empty = True
        self._last = 0.0

    def note(self, words: str) -> None:
        """Show the current work."""
        if self._is_seen:
            self._is_empty = False
            self._stream.write(f"\r\x1b[K{escape_line(words)[:_WIDTH]}")
            self._stream.flush()

    def note_now_and_then(self, words: Callable[[], str]) -> None:
        """Show the current work, unless the line has just changed."""
        now = time.monotonic()
        if self._is_seen and now - self._last >= _SHOWN_EVERY:
            self._last = now
            self.note(words())

    def clear(self) -> None:
        """Leave the line empty for other output."""
        if not self._is_empty:
            self._is_empty = True
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the line empty."""
        self.clear()


class Countdown(StatusLine):
    """Shows the finished units, the units per second, and the remaining time."""

    def __init__(self, total: int, what: str, stream: TextIO | None = None) -> None:
        """Prepare for a number of units of work."""
        super().__init__(stream)
        self._total, self._what = total, what
        self._done = 0
        self._begun = time.monotonic()

    def see(self) -> None:
        """Count a finished unit of work."""
        self._done += 1
        self.note_now_and_then(self._describe)

    def _describe(self) -> str:
        rate = self._done / max(time.monotonic() - self._begun, 1e-9)
        left = round((self._total - self._done) / rate)
        return f"{self._done}/{self._total} {self._what}, {rate:.1f} a second, {left // 60}:{left % 60:02d} left"
