"""
Files that a command writes: ``-o FILE``, of which the suffix says the format, and the options of version 0.2 for it.

A file is written whole or not at all, and an error names it. A record that is written line by line as the work goes is
kept as far as it got when the work is interrupted: it says itself that it has no end. On a full disk nothing is kept of
it, either.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TextIO, cast

from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError, require
from tournaments.atomic_files import AtomicFile, write_atomically
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from types import TracebackType

    from reports.formats.results import Results


class Format(Enum):
    """The format of a report; the value is the suffix of its files."""

    HTML = ".html"
    RECORD = ".jsonl"
    JUNIT = ".xml"
    SARIF = ".sarif"
    MARKDOWN = ".md"
    TABLE = ".csv"
    JSON = ".json"
    """An answer; a run is recorded in lines of JSON."""
    EVENT = ".trf"
    """An event; a command that writes one takes every suffix that stands for no other format as this one."""


ALL_FORMATS = tuple(form for form in Format if form not in (Format.JSON, Format.EVENT))
FORMATS_OF_RESULTS = (Format.JUNIT, Format.SARIF, Format.MARKDOWN)
"""Formats that other programs read, which every command writes in the same way."""
_OTHER_SUFFIXES = {".htm": Format.HTML, ".json": Format.RECORD, ".markdown": Format.MARKDOWN}
OLD_OPTIONS_OF_RESULTS: dict[str, Format | None] = {
    "--junit": Format.JUNIT,
    "--markdown": Format.MARKDOWN,
    "--sarif": Format.SARIF,
}
"""Options of version 0.2, each of which names a file of one format; None where the suffix said the format."""
SCREEN = "-"
"""Stands for standard output where a file is named."""


class Output(FrozenStruct, frozen=True):
    """A report that is asked for."""

    form: Format
    name: str
    """The file."""


def add_output_option(
    parser: argparse.ArgumentParser,
    formats: Collection[Format],
    old: Mapping[str, Format | None],
    *,
    old_names_file: bool = True,
) -> None:
    """
    Describe ``-o``, which may be given several times, and options of version 0.2 that mean the same.

    An old option that does not name a file stands for standard output.
    """
    suffixes = ", ".join(form.value for form in formats)
    parser.add_argument(
        *("-o", "--output"),
        dest="outputs",
        action=_AddOutput,
        formats=formats,
        default=(),
        metavar="FILE",
        help=f"write a report, whose format follows the suffix of the file: {suffixes}; may be repeated",
    )
    for option, form in old.items():
        parser.add_argument(
            option,
            action=_AddOldOutput,
            form=form,
            formats=formats,
            nargs=None if old_names_file else 0,
            dest="outputs",
            metavar="FILE",
            help=f"now written -o FILE{form.value if form else ''}",
        )


class _AddOutput(argparse.Action):
    """Adds a report to the requested ones."""

    def __init__(self, *arguments: Any, formats: Collection[Format], **settings: Any) -> None:
        """Take the formats that the command can write."""
        super().__init__(*arguments, **settings)
        self._formats = formats

    def __call__(self, _: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, *__: Any) -> None:
        """Find the format of the file."""
        self._add(namespace, Output(self._find_format(str(values)), str(values)))

    def _add(self, namespace: argparse.Namespace, output: Output) -> None:
        namespace.outputs = (*getattr(namespace, "outputs", ()), output)

    def _find_format(self, name: str) -> Format:
        if _is_job_summary(name):
            return Format.MARKDOWN
        suffix = Path(name).suffix.lower()
        form = next((one for one in self._formats if one.value == suffix), _OTHER_SUFFIXES.get(suffix))
        if name == SCREEN:
            form = next((one for one in self._formats if one in (Format.RECORD, Format.JSON)), None)
        if form not in self._formats and Format.EVENT in self._formats:
            form = Format.EVENT
        if form is None or form not in self._formats:
            known = ", ".join(one.value for one in self._formats)
            message = f"-o {name}: a report is written to a file whose name ends in one of {known}"
            raise CommandError(message, ExitStatus.USAGE)
        return form


def is_old_option(action: argparse.Action) -> bool:
    """Whether an option is an old spelling of version 0.2."""
    return isinstance(action, _AddOldOutput)


class _AddOldOutput(_AddOutput):
    """Adds a report that is asked for by an option of version 0.2, and says how it is written now."""

    def __init__(self, *arguments: Any, form: Format | None, **settings: Any) -> None:
        """Take the format; None where the suffix said it."""
        super().__init__(*arguments, **settings)
        self._form = form

    def __call__(self, _: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, *__: Any) -> None:
        """Take the format of the option."""
        name = str(values or SCREEN)
        form = self._form or self._find_format(name)
        written = SCREEN if name == SCREEN else f"FILE{form.value}"
        sys.stderr.write(f"pairproof: {self.option_strings[0]} is now written -o {written}\n")
        self._add(namespace, Output(form, name))


def _is_job_summary(name: str) -> bool:
    """Whether the file is the summary of a job of GitHub, to which every step of the job adds."""
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    return bool(summary) and Path(name).absolute() == Path(str(summary)).absolute()


def prints_text(outputs: Iterable[Output]) -> bool:
    """Whether a command prints its text: no report goes to standard output."""
    return SCREEN not in (output.name for output in outputs)


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
    before = _text_of(Path(output.name)) if _is_job_summary(output.name) else ""
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
    require(path.parent.is_dir(), f"cannot write {name}: the directory {path.parent} does not exist")
    require(os.access(path if path.exists() else path.parent, os.W_OK), f"cannot write {name}: permission denied")
