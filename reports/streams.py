"""Output of commands: streams that show all text as `tournaments.safe_text` does, and the part of a result to print."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from enum import Enum
from typing import TYPE_CHECKING, Any, cast

from tournaments.safe_text import escape_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TextIO


class EscapingStream:
    """
    A text stream that escapes what would steer a terminal; in everything else the stream beneath it.

    It is the last line of defence: it cannot tell a line end in a name from one between lines, so fields are to be
    escaped where they are put into a sentence.
    """

    def __init__(self, stream: TextIO) -> None:
        """Write to a stream."""
        self.unescaped = stream

    def write(self, text: str) -> int:
        """Write a text of any number of lines."""
        self.unescaped.write(escape_text(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        """Pass on every attribute that does not write."""
        return getattr(self.unescaped, name)


def unescaped(stream: TextIO) -> TextIO:
    """Return the stream for text that steers the terminal, such as colours; its caller escapes all other text."""
    return stream.unescaped if isinstance(stream, EscapingStream) else stream


def data_stream() -> TextIO:
    """Return standard output for a file that was asked for: byte for byte, unless a terminal would show it."""
    return sys.stdout if sys.stdout.isatty() else unescaped(sys.stdout)


def write_error(text: str) -> None:
    """Write a text to standard error, with a line end; where nobody reads it, the exit status still tells."""
    try:
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        return


@contextmanager
def escape_streams() -> Iterator[None]:
    """Escape all text on standard output and standard error meanwhile; a closed stream stays closed."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (stream and cast("TextIO", EscapingStream(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


class Detail(Enum):
    """The part of a result that a command prints."""

    VERDICT = "verdict"
    """The verdict and errors (``-q``)."""
    USUAL = "usual"
    FULL = "full"
    """All evidence, and the texts of the articles that decide (``-v``)."""
