"""Progress of long work, on standard error, only when somebody is looking at it."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Self

from checker.findings import EventHeader
from reports.streams import unescaped
from tournaments.shown import shown

if TYPE_CHECKING:
    from typing import TextIO

    from checker.findings import Entry

SHOWN_EVERY = 0.1
"""Seconds between two updates."""


class Progress:
    """A line that is written over and over: which event, which round."""

    def __init__(self, events: int, stream: TextIO | None = None) -> None:
        """Prepare for a number of events."""
        self._stream = unescaped(stream or sys.stderr)  # it steers the terminal
        self._shown = self._stream.isatty()
        self._events = events
        self._begun = 0
        self._last = 0.0
        self._line_is_empty = True

    def see(self, entry: Entry) -> None:
        """Take note of an entry of the run."""
        if not self._shown:
            return
        if isinstance(entry, EventHeader):
            self._begun += 1
            where = entry.event
        else:
            where = f"{entry.event}, round {entry.round_number}"
        now = time.monotonic()
        if now - self._last >= SHOWN_EVERY:
            self._last = now
            self._line_is_empty = False
            self._stream.write(f"\r\x1b[K{self._begun}/{self._events} {shown(where)}"[:100])
            self._stream.flush()

    def clear(self) -> None:
        """Leave the line empty for other output."""
        if not self._line_is_empty:
            self._line_is_empty = True
            self._stream.write("\r\x1b[K")
            self._stream.flush()


class Countdown:
    """A line with how many are done, how many a second, and how long it will still take."""

    def __init__(self, total: int, what: str, stream: TextIO | None = None) -> None:
        """Prepare for so many of them."""
        self._stream = unescaped(stream or sys.stderr)
        self._shown = self._stream.isatty()
        self._total, self._what = total, what
        self._done = 0
        self._begun = time.monotonic()
        self._last = 0.0

    def see(self) -> None:
        """Take note that one more is done."""
        self._done += 1
        now = time.monotonic()
        if self._shown and now - self._last >= SHOWN_EVERY:
            self._last = now
            rate = self._done / max(now - self._begun, 1e-9)
            left = round((self._total - self._done) / rate)
            line = f"{self._done}/{self._total} {self._what}, {rate:.1f} a second, {left // 60}:{left % 60:02d} left"
            self._stream.write(f"\r\x1b[K{line}")
            self._stream.flush()

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the line empty."""
        self.clear()

    def clear(self) -> None:
        """Leave the line empty for other output."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


class Noting:
    """A line that says what is being done."""

    def __init__(self, stream: TextIO | None = None) -> None:
        """Prepare."""
        self._stream = unescaped(stream or sys.stderr)
        self._shown = self._stream.isatty()

    def note(self, words: str) -> None:
        """Say what is being done now."""
        if self._shown:
            self._stream.write(f"\r\x1b[K{shown(words)[:100]}")
            self._stream.flush()

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the line empty for other output."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
