"""Checks of uploaded files in a process of their own: the verdicts, and the pages of the command ``check``."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING

from checker.check import CheckOptions, check_content
from checker.findings import EventHeader
from checker.records.run import RunHeader, make_record
from checker.verdicts.verdict import Outcome
from pairproof.api import PROGRAM
from reports.html import render_html
from reports.links import Askable
from reports.sheet import render_sheet, sheet_of_check
from reports.words import TITLES, describe_run
from tournaments import __version__
from tournaments.frozen import dataclass
from tournaments.safe_text import escape_field

if TYPE_CHECKING:
    from checker.findings import Entry
    from pairproof.serve.jobs import Say
    from pairproof.serve.uploads import Upload
    from reports.links import Links


_QUALITIES = {Outcome.CONSISTENT: "good", Outcome.DISCREPANT: "bad"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """The result of a check, ready to be shown."""

    summary: str
    """The result in a sentence or two."""
    quality: str
    """``good``, ``bad`` or ``doubt``."""
    page: str
    """The report as it is served."""
    report: str
    """The report as ``check -o report.html`` writes it."""
    sheet: str
    """The sheet as it is served."""
    one_page: str
    """The sheet as ``check --sheet`` writes it."""
    askable: tuple[Askable | None, ...]
    """Of each file what can be asked; None where nothing can."""


def check_uploads(
    say: Say, uploads: tuple[Upload, ...], system: str, time_limit: float, links: tuple[Links, Links]
) -> Checked:
    """Check files; ``links`` are those of the report and of the sheet."""
    options = CheckOptions(system=system, time_limit=time_limit, hints=True)
    entries: list[Entry] = []
    for upload in uploads:
        for entry in check_content(upload.content, Path(upload.name), options):
            entries.append(entry)
            say(_describe_entry(entry))
    header = RunHeader(
        program=PROGRAM,
        version=__version__,
        system=system,
        created=dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
    )
    record = make_record(header, entries)
    say("The report is being written.")
    sheet = sheet_of_check(record, f"pairproof check {uploads[0].name}" if len(uploads) == 1 else "")
    return Checked(
        summary=describe_run(record.tally),
        quality="doubt" if sheet.outcome is None else _QUALITIES.get(sheet.outcome, "doubt"),
        page=render_html(record, links=links[0]),
        report=render_html(record),
        sheet=render_sheet(sheet, links[1]),
        one_page=render_sheet(sheet),
        askable=tuple(_askable(event.header) for event in record.events),
    )


def _askable(header: EventHeader) -> Askable | None:
    if header.edition is None or not header.participants:
        return None
    return Askable(
        noun="team" if header.scores else "player",
        participants=tuple(sorted((one.tpn, one.name or "(no name)") for one in header.participants)),
        rounds=header.rounds_recorded // header.edition.games,
        system=header.edition.key,
    )


def _describe_entry(entry: Entry) -> str:
    if isinstance(entry, EventHeader):
        return f"{entry.source}: {escape_field(entry.name) or 'read'}"
    return f"{entry.event}, round {entry.round_number}: {TITLES[entry.verdict]}"
