"""Files for other programs, ``--junit``, ``--markdown`` and ``--sarif``: the same options for every command."""

from __future__ import annotations

import sys
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Mapping

    from checker.findings import EventHeader
    from reports.formats.results import Results


class Format(Enum):
    """A format; the value is its option."""

    JUNIT = "junit"
    MARKDOWN = "markdown"
    SARIF = "sarif"


@dataclass(frozen=True, kw_only=True)
class FormatOutputs:
    """Files for other programs; the base of the requests of commands that write them."""

    junit: str | None = None
    markdown: str | None = None
    sarif: str | None = None

    @property
    def formats(self) -> tuple[tuple[Format, str], ...]:
        """The requested formats, each with its file."""
        return tuple((form, name) for form in Format if (name := getattr(self, form.value)))


_HELP = {
    Format.JUNIT: ("OUT.xml", "write JUnit XML, as CI shows it"),
    Format.MARKDOWN: ("OUT.md", "write Markdown, fit for the summary of a job"),
    Format.SARIF: ("OUT.sarif", "write SARIF 2.1.0, as code scanning reads it"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the options, of which several may be given."""
    for form, (name, what) in _HELP.items():
        parser.add_argument(f"--{form.value}", metavar=name, help=what)


def require_formats(formats: Iterable[tuple[Format, str]]) -> None:
    """Find out before the work that a file cannot be written; raise CommandError."""
    from pairproof.cli.output import require_writable  # noqa: PLC0415 - options are described without it

    for _, name in formats:
        require_writable(name)


def write_formats(results: Results, formats: Iterable[tuple[Format, str]]) -> None:
    """Write results in every format asked for; raise CommandError for a file that cannot be written."""
    from pairproof.cli.output import output_to  # noqa: PLC0415 - likewise

    for form, name in formats:
        text = _writer(form)(results)
        with output_to(name) as stream:
            stream.write(text)
        sys.stderr.write(f"Report written to {name}\n")


def _writer(form: Format) -> Callable[[Results], str]:
    """Return the function that writes a format, without loading the other formats."""
    if form is Format.JUNIT:
        from reports.formats.junit import junit  # noqa: PLC0415 - likewise

        return junit
    if form is Format.MARKDOWN:
        from reports.formats.markdown import markdown  # noqa: PLC0415 - likewise

        return markdown
    from reports.formats.sarif import sarif  # noqa: PLC0415 - likewise

    return sarif


def rows_in_file(event: EventHeader) -> Mapping[int, int]:
    """Return the line of each participant's row by number; none if the file is there no longer."""
    from tournaments.trf.reading import find_row_lines  # noqa: PLC0415 - likewise

    try:
        data = Path(event.source).read_bytes()
    except OSError:
        return {}
    return find_row_lines(data, is_team_event=bool(event.scores))
