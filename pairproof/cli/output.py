"""
Files that a command writes, whole or not at all; an error names the file.

A record that is written line by line as the work goes is kept as far as it got when the work is interrupted: it says
itself that it has no end. On a full disk nothing is kept of it, either.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast

from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError
from tournaments.atomic_files import AtomicFile, write_atomically

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from types import TracebackType
    from typing import IO, TextIO

STANDARD_OUTPUT = "-"
"""Stands for standard output where a file is named."""


class OutputFile(io.TextIOWrapper):
    """
    A text file that is being written, as UTF-8; names that are not text are written escaped.

    Raise CommandError, which names it, if it cannot be written to its end; then something is not checked.
    """

    def __init__(self, file: AtomicFile, name: str, *, keeps_beginning: bool = False) -> None:
        """Take the file and its name; ``keeps_beginning``: an error elsewhere leaves the written part."""
        self._file = file
        self._called = name
        self._keeps_beginning = keeps_beginning
        self._has_failed = False
        super().__init__(cast("IO[bytes]", file.stream), encoding="utf-8", errors="backslashreplace")

    def write(self, text: str) -> int:
        """Write some text."""
        with self._note_failure():
            return super().write(text)

    def flush(self) -> None:
        """Hand over the written text to the system."""
        with self._note_failure():
            super().flush()

    def close(self) -> None:
        """Finish; the file has its name from now on, unless some of it could not be written."""
        if self.closed:
            return
        try:
            with self._note_failure():
                super().close()
        finally:
            if self._has_failed:
                self._file.discard()
        with self._note_failure():
            self._file.keep()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Finish, or leave nothing of a file that an error has cut."""
        if kind is not None and (self._has_failed or not self._keeps_beginning):
            with suppress(CommandError):
                self._has_failed = True
                self.close()
            return
        self.close()

    @contextmanager
    def _note_failure(self) -> Iterator[None]:
        """Take note that something could not be written."""
        try:
            with _name_file_in_error(self._called):
                yield
        except CommandError:
            self._has_failed = True
            raise


def output_to(name: str, *, keeps_beginning: bool = False) -> OutputFile:
    """
    Open a file to write it; its earlier content stays until the new one is complete.

    Raise CommandError, for wrong usage, if it cannot be opened.
    """
    require_writable(name)
    with _name_file_in_error(name, ExitStatus.USAGE):
        return OutputFile(AtomicFile(Path(name)), name, keeps_beginning=keeps_beginning)


@contextmanager
def output_or_screen(name: str, *, keeps_beginning: bool = False) -> Iterator[TextIO]:
    """Open a file to write it, or give standard output, which stays open, for ``-``."""
    if name == STANDARD_OUTPUT:
        yield sys.stdout
        return
    with output_to(name, keeps_beginning=keeps_beginning) as stream:
        yield stream


def write_text(text: str, name: str | None) -> None:
    """Write a text to a file, or to standard output if none is named."""
    with output_or_screen(STANDARD_OUTPUT if name is None else name) as stream:
        stream.write(text)


def write_bytes(content: bytes, name: str) -> None:
    """Write a file that is not text."""
    require_writable(name)
    with _name_file_in_error(name):
        write_atomically(Path(name), content)


def write_records(records: Iterable[Mapping[str, object]], name: str) -> None:
    """Write records as JSON lines to a file, or to standard output for ``-``."""
    import json  # noqa: PLC0415 - start-up time

    with output_or_screen(name) as stream:
        for record in records:
            stream.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")


@contextmanager
def _name_file_in_error(name: str, status: ExitStatus = ExitStatus.NOT_CHECKED) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CommandError(f"cannot write {name}: {error.strerror or error}", status) from error


def require_writable(name: str) -> None:
    """Find out before the work, not after it, that the result cannot be written; raise CommandError."""
    path = Path(name)
    if path.is_dir():
        raise CommandError(f"cannot write {name}: it is a directory", ExitStatus.USAGE)
    if not path.parent.is_dir():
        raise CommandError(f"cannot write {name}: the directory {path.parent} does not exist", ExitStatus.USAGE)
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise CommandError(f"cannot write {name}: permission denied", ExitStatus.USAGE)
