"""Reports that a command is asked for: ``-o FILE``, whose suffix says the format, and the options of version 0.2."""

from __future__ import annotations

import argparse
import os
import sys
from enum import Enum
from typing import TYPE_CHECKING, Any

from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping


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
        from pathlib import Path  # noqa: PLC0415 - start-up time: most commands write no report

        if is_job_summary(name):
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


def is_job_summary(name: str) -> bool:
    """Whether the file is the summary of a job of GitHub, to which every step of the job adds."""
    from pathlib import Path  # noqa: PLC0415 - likewise

    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    return bool(summary) and Path(name).absolute() == Path(str(summary)).absolute()


def prints_text(outputs: Iterable[Output]) -> bool:
    """Whether a command prints its text: no report goes to standard output."""
    return SCREEN not in (output.name for output in outputs)
