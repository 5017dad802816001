"""Checks of uploaded files in a process of their own: the record of the run, event by event as it is finished."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING

from checker.check import CheckOptions, check_content
from checker.findings import EventHeader, gather
from checker.records.run import RunHeader, make_record
from checker.verdicts.verdict import Outcome
from pairproof.api import PROGRAM
from reports.serving import JobProgress
from reports.view import event_outcome
from reports.words import describe_event
from tournaments import __version__
from tournaments.problems import counted_noun
from tournaments.readings import chosen_readings
from tournaments.safe_text import escape_field

if TYPE_CHECKING:
    from collections.abc import Callable

    from checker.findings import Entry
    from checker.records.run import RunRecord
    from pairproof.serve.jobs import Say
    from pairproof.serve.uploads import Upload

_WHOLE = 1000
"""Steps of the bar for one file."""


def check_uploads(say: Say, uploads: tuple[Upload, ...], system: str, time_limit: float) -> RunRecord:
    """Check files, and report each event when it is finished."""
    entries: list[Entry] = []
    for place, upload in enumerate(uploads):
        watch = _watch(say, upload.name, place, len(uploads))
        options = CheckOptions(system=system, time_limit=time_limit, hints=True, explains_byes=True, on_entry=watch)
        checked = tuple(check_content(upload.content, Path(upload.name), options))
        (event,) = gather(checked)
        entries += checked
        outcome = event_outcome(event)
        line = f"{event.header.event}: {describe_event(event)}"
        say(JobProgress(line=line, outcome=outcome, event=place + 1), event)
    header = RunHeader(
        program=PROGRAM,
        version=__version__,
        system=system,
        created=dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        readings=chosen_readings(),
    )
    return make_record(header, entries)


def _watch(say: Say, name: str, place: int, files: int) -> Callable[[Entry], None]:
    """Return the function that reports the rounds of a file as they are judged."""
    rounds, players = 0, ""

    def report(entry: Entry) -> None:
        nonlocal rounds, players
        if isinstance(entry, EventHeader):
            games = entry.edition.games if entry.edition else 1
            rounds, players = entry.rounds_recorded // games, counted_noun(len(entry.participants), entry.participant)
            done = 0
        else:
            done = entry.round_number
            if entry.verdict.outcome is Outcome.CONSISTENT:
                words = "right"
            else:
                words = "not the pairing by the rules as the file declares them; the verdict follows"
            say(JobProgress(line=f"{escape_field(name)}, round {done}: {words}.", outcome=entry.verdict.outcome))
        fraction = _WHOLE * done // max(rounds, 1)
        doing = f"{escape_field(name)}: {done} of {counted_noun(rounds, 'round')}, {players}"
        say(JobProgress(doing=doing, done=_WHOLE * place + fraction, total=_WHOLE * files))

    return report
