"""One sheet of paper (A4): an answer, or the result of a check, to be posted or handed over."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from checker.verdicts.verdict import ExitStatus, Outcome, Verdict
from reports.html import environment
from reports.known import known_in_words
from reports.words import alike_in_words, describe_run, differ_alike
from tournaments import __version__
from tournaments.frozen import dataclass
from tournaments.problems import counted_noun
from tournaments.safe_text import escape_field

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.findings import EventFinding
    from checker.known_findings.entries import KnownFinding
    from checker.records.run import RunRecord
    from reports.links import Links
    from reports.tables import Table

MOST_TEXT = 3000
"""Characters of sentences that find room on the sheet beside the rest."""
MOST_ROWS = 28
"""Rows of a table that find room if there is little else to say."""
_ROOM = 205
"""Millimetres of the sheet between its heading and its foot."""
_ANSWER, _SENTENCE, _FACT, _ROW = (80, 7.0), (100, 5.5), (80, 5.5), (70, 4.6)
"""Characters of a line on paper, and its height in millimetres."""
_OUTCOMES = {
    ExitStatus.CONSISTENT: Outcome.CONSISTENT,
    ExitStatus.DISCREPANCIES: Outcome.DISCREPANT,
    ExitStatus.NOT_CHECKED: Outcome.UNCHECKED,
}
_PADDING = 2.2
"""Between two rows, in millimetres."""
_HEADING = 20.0
"""Of the caption and the heads of a further table, in millimetres."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The content of the sheet, from the top down."""

    title: str
    answers: tuple[str, ...]
    """The answer first, a paragraph each."""
    outcome: Outcome | None = None
    """None: nothing is judged."""
    arguments: tuple[tuple[str, str], ...] = ()
    """A word and a paragraph each."""
    tables: tuple[Table, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    command: str = ""
    """The command that shows the same again."""
    record: str = ""
    """Name of the file with the record of the run; empty if none was written."""


def render_sheet(sheet: Sheet, links: Links | None = None) -> str:
    """Return the page; with links where it is served."""
    return (
        environment()
        .get_template("sheet.html.j2")
        .render(sheet=sheet, tables=tuple(_fitting_tables(sheet)), version=__version__, links=links)
    )


def _fitting_tables(sheet: Sheet) -> Iterator[Table]:
    """Yield the tables with the rows that find room beside the rest, measured generously; the first come first."""
    room = _ROOM - sum(_height(text, _ANSWER) for text in sheet.answers) - _height(sheet.command, _FACT)
    room -= sum(_height(text, _SENTENCE) for _, text in sheet.arguments)
    room -= sum(_height(text, _FACT) for _, text in sheet.facts)
    for number, table in enumerate(sheet.tables):
        room -= _HEADING if number else 0
        rows = 0
        for row in table.rows[:MOST_ROWS]:
            room -= _height("".join(row), _ROW) + _PADDING
            if room < 0:
                break
            rows += 1
        if rows:
            yield table.shortened(rows)


def _height(text: str, line: tuple[int, float]) -> float:
    characters, height = line
    return ceil(len(text) / characters) * height


def sheet_of_check(record: RunRecord, command: str = "", record_name: str = "") -> Sheet:
    """Return the sheet of a run: its result, and why."""
    names = [escape_field(event.header.name) or event.header.event for event in record.events]
    return Sheet(
        title=names[0] if len(names) == 1 else counted_noun(len(names), "event"),
        answers=(describe_run(record.tally, record.known),),
        outcome=_OUTCOMES[record.exit_status],
        arguments=tuple(_fitting([found for event in record.events for found in _arguments(event)])),
        facts=tuple(fact for event in record.events[:1] if len(record.events) == 1 for fact in _facts(event)),
        command=command,
        record=record_name,
    )


def _arguments(event: EventFinding) -> Iterator[tuple[str, str]]:
    if event.header.refusal:
        yield event.header.event, event.header.refusal
    for doubt in event.header.doubts:
        yield "", doubt
    alike = differ_alike(event)
    if alike:
        yield "", alike_in_words(event)
    for finding in event.rounds:
        if finding.verdict is not Verdict.AGREE and finding not in alike[1:]:
            verified = finding.verification.sentence if finding.verification else ""
            parts = (finding.sentence, verified, finding.hint, _known(finding.known))
            yield "", " ".join(part for part in parts if part)
    ranks = event.header.standings
    if ranks is not None:
        yield "Rank order", " ".join(part for part in (ranks.sentence, _known(ranks.known)) if part)


def _known(entry: KnownFinding | None) -> str:
    return f"It is {known_in_words(entry)}" if entry else ""


def _fitting(arguments: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield as many as find room, and say how many more there are."""
    room = MOST_TEXT
    for place, (name, text) in enumerate(arguments):
        room -= len(text)
        if room < 0 and place:
            yield "", f"{counted_noun(len(arguments) - place, 'more remark')}: see the report and the record."
            return
        yield name, text


def _facts(event: EventFinding) -> Iterator[tuple[str, str]]:
    header = event.header
    yield "File", header.source or header.event
    if header.sha256:
        yield "SHA-256", header.sha256
    if header.edition is not None:
        yield "Judged by", f"{header.edition.title} ({header.edition.key}). {header.reason}"
    for note in header.notes:
        yield "Note", note
