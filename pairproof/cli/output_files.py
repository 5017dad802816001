"""
Files that a command writes.

A file is written whole or not at all, and an error names it. A record that is written line by line as the work goes is
kept as far as it got when the work is interrupted: it says itself that it has no end. On a full disk nothing is kept of
it, either.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, TextIO, cast

from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError, convert_errors, require
from pairproof.cli.formats import FORMATS_OF_RESULTS, SCREEN, Format, Output, is_job_summary
from tournaments.atomic_files import AtomicFile, write_atomically

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from types import TracebackType

    from reports.formats.results import Results


def require_outputs(outputs: Iterable[Output], *others: str | None) -> None:
    """Find out before the work that a file cannot be written; raise CommandError."""
    for name in (*(output.name for output in outputs), *filter(None, others)):
        if name != SCREEN:
            require_writable(name)


def write_output(output: Output, text: str) -> None:
    """Write a report, or add it to the summary of a job; raise CommandError for a file that cannot be written."""
    if output.name == SCREEN:
        sys.stdout.write(text)
        return
    before = _text_of(Path(output.name)) if is_job_summary(output.name) else ""
    with output_to(output.name) as stream:
        stream.write(f"{before}\n{text}" if before else text)
    sys.stderr.write(f"Report written to {output.name}\n")


def _text_of(path: Path) -> str:
    return path.read_text("utf-8", "replace") if path.exists() else ""


def write_results(make_results: Callable[[], Results], outputs: Iterable[Output]) -> None:
    """Write results in the formats for other programs; they are made only if such a format is asked for."""
    asked = [output for output in outputs if output.form in FORMATS_OF_RESULTS]
    if asked:
        results = make_results()
        for output in asked:
            write_output(output, _renderer(output.form)(results))


def _renderer(form: Format) -> Callable[[Results], str]:
    """Return the function that renders a format, loading no other."""
    if form is Format.JUNIT:
        from reports.formats.junit import junit  # noqa: PLC0415 - likewise

        return junit
    if form is Format.MARKDOWN:
        from reports.formats.markdown import markdown  # noqa: PLC0415 - likewise

        return markdown
    from reports.formats.sarif import sarif  # noqa: PLC0415 - likewise

    return sarif


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
        """Finish the file; after an error, remove it."""
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
            with convert_errors(not_checked=OSError, about=f"cannot write {self._called}"):
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
    with convert_errors(usage=OSError, about=f"cannot write {name}"):
        return OutputFile(AtomicFile(Path(name)), name, keeps_beginning=keeps_beginning)


@contextmanager
def output_or_screen(name: str, *, keeps_beginning: bool = False) -> Iterator[TextIO]:
    """Open a file to write it, or give standard output, which stays open, for ``-``."""
    if name == SCREEN:
        yield sys.stdout
        return
    with output_to(name, keeps_beginning=keeps_beginning) as stream:
        yield stream


def write_text(text: str, name: str | None) -> None:
    """Write a text to a file, or to standard output if none is named."""
    with output_or_screen(SCREEN if name is None else name) as stream:
        stream.write(text)


def write_bytes(content: bytes, name: str) -> None:
    """Write a file that is not text."""
    require_writable(name)
    with convert_errors(not_checked=OSError, about=f"cannot write {name}"):
        write_atomically(Path(name), content)


def write_records(records: Iterable[Mapping[str, object]], name: str) -> None:
    """Write records as JSON lines to a file, or to standard output for ``-``."""
    import json  # noqa: PLC0415 - start-up time

    with output_or_screen(name) as stream:
        for record in records:
            stream.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")


def require_writable(name: str) -> None:
    """Find out before the work, not after it, that the result cannot be written; raise CommandError."""
    path = Path(name)
    if path.is_dir():
        raise CommandError(f"cannot write {name}: it is a directory", ExitStatus.USAGE)
    require(path.parent.is_dir(), f"cannot write {name}: the directory {path.parent} does not exist")
    require(os.access(path if path.exists() else path.parent, os.W_OK), f"cannot write {name}: permission denied")
