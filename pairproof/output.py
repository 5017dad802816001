"""Files that a command writes: whatever cannot be written is told with the name of the file."""

from __future__ import annotations

import io
import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from checker.verdicts import ExitStatus
from pairproof.errors import CommandError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import IO, TextIO

STANDARD_OUTPUT = "-"
"""Stands for standard output where a file is named."""


class Output(io.TextIOWrapper):
    """
    A text file that is being written, as UTF-8; names that are not text are written escaped.

    Raise CommandError, which names it, if it cannot be written to its end; then something is not checked.
    """

    def __init__(self, file: IO[bytes], name: str) -> None:
        """Take the file, which is closed with this, and what it is called."""
        self._called = name
        super().__init__(file, encoding="utf-8", errors="backslashreplace")

    def write(self, text: str) -> int:
        """Write some text."""
        with _telling(self._called):
            return super().write(text)

    def flush(self) -> None:
        """Hand over to the system what was written."""
        with _telling(self._called):
            super().flush()

    def close(self) -> None:
        """Finish."""
        with _telling(self._called):
            super().close()


def output_to(name: str) -> Output:
    """Open a file to write it; what it held before is gone. Raise CommandError, for wrong usage, if it cannot be."""
    require_writable(name)
    with _telling(name, ExitStatus.USAGE):
        return Output(Path(name).open("wb"), name)


@contextmanager
def output_or_screen(name: str) -> Iterator[TextIO]:
    """Open a file to write it, or give standard output, which stays open, for ``-``."""
    if name == STANDARD_OUTPUT:
        yield sys.stdout
        return
    with output_to(name) as stream:
        yield stream


def write_text(text: str, name: str | None) -> None:
    """Write a text to a file, or to standard output if none is named."""
    with output_or_screen(STANDARD_OUTPUT if name is None else name) as stream:
        stream.write(text)


def write_records(records: Iterable[Mapping[str, object]], name: str) -> None:
    """Write records as JSON lines to a file, or to standard output for ``-``."""
    import json  # noqa: PLC0415 - start-up time

    with output_or_screen(name) as stream:
        for record in records:
            stream.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")


@contextmanager
def _telling(name: str, status: ExitStatus = ExitStatus.NOT_CHECKED) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CommandError(f"cannot write {name}: {error.strerror or error}", status) from error


def require_outputs(*names: str | None) -> None:
    """Find out before the work that a file cannot be written, if one is named; raise CommandError."""
    for name in names:
        if name and name != STANDARD_OUTPUT:
            require_writable(name)


def require_writable(name: str) -> None:
    """Find out before the work, not after it, that the result cannot be written; raise CommandError."""
    path = Path(name)
    if path.is_dir():
        raise CommandError(f"cannot write {name}: it is a directory", ExitStatus.USAGE)
    if not path.parent.is_dir():
        raise CommandError(f"cannot write {name}: there is no directory {path.parent}", ExitStatus.USAGE)
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise CommandError(f"cannot write {name}: permission denied", ExitStatus.USAGE)
