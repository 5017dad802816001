"""
Events that a user has chosen for a campaign, instead of events drawn by seed and number: files, or sought events.

The store keeps them; each process that judges receives the events that it is to judge.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from checker.anonymisation import anonymised
from checker.campaigns.rows import UnlikelyRowError, packed, texts_of, unpacked
from checker.errors import TaskError
from checker.reduction.situation import as_paired
from reference_engines.frame.results import UnsupportedEventError
from reference_engines.frame.systems import engine_for, paired_by
from tournaments.frozen import FrozenStruct
from tournaments.games import settle_games
from tournaments.problems import UnreadableEventError
from tournaments.regular_files import MAX_BYTES, read_bytes, readable_name
from tournaments.trf.reading import parse_event
from tournaments.trf.writing import UnwritableEventError, write_trf26

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from checker.suite.questions import Suite
    from random_tournaments.steering import CoveringEvent
    from tournaments.model import Event, ParticipantKind


class SelectedEvent(FrozenStruct, frozen=True):
    """An event that a user has chosen."""

    name: str
    content: bytes
    """As the file holds it."""

    def event(self, paired: ParticipantKind | None = None) -> Event:
        """Read the event; raise TaskError if the text cannot be read, or records no round."""
        reading = parse_event(self.content, source=self.name, paired=paired)
        if reading.event is None:
            reason = reading.problems[0] if reading.problems else "it holds no event"
            raise TaskError(f"{self.name} cannot be asked about: {reason}")
        if not reading.event.rounds_recorded:
            raise TaskError(f"{self.name} cannot be asked about: no round is recorded in it")
        try:
            return settle_games(reading.event)
        except UnreadableEventError as error:
            raise TaskError(f"{self.name} cannot be asked about: {error}") from error


def read_chosen(files: Iterable[str], system: str, *, anonymous: bool = False) -> list[SelectedEvent]:
    """Read the events of files, without the names of people if ``anonymous``; raise TaskError for a bad file."""
    return [_read_file(file, system, anonymous=anonymous) for file in files]


def _read_file(file: str, system: str, *, anonymous: bool) -> SelectedEvent:
    try:
        chosen = SelectedEvent(readable_name(Path(file).name), read_bytes(file, MAX_BYTES))
        event = chosen.event(paired_by(system))
        engine_for(system).open(event)
        return replace(chosen, content=write_trf26(anonymised(event)).encode()) if anonymous else chosen
    except TaskError:
        raise
    except (OSError, ValueError, UnsupportedEventError) as error:
        raise TaskError(f"{readable_name(file)}: {getattr(error, 'strerror', None) or error}") from error


def name_covering_event(covering: CoveringEvent) -> SelectedEvent:
    """Name an event by the features that decide in it; raise TaskError if TRF cannot hold the event."""
    name = ", ".join(f"{feature.name} in round {number}" for feature, number in covering.met)
    try:
        return SelectedEvent(name, write_trf26(covering.tried.event).encode())
    except UnwritableEventError as error:
        raise TaskError(f"an event that was found cannot be written: {error}") from error


def digest_of_chosen(events: Sequence[SelectedEvent]) -> str:
    """Return the digest that campaigns about the same events have in common."""
    found = hashlib.sha256()
    for one in events:
        found.update(hashlib.sha256(one.content).digest())
    return found.hexdigest()


def store_selected_events(connection: sqlite3.Connection, events: Iterable[tuple[int, SelectedEvent]]) -> None:
    """Keep events under their numbers."""
    rows = ((index, one.name, packed(one.content)) for index, one in events)
    connection.executemany("INSERT OR IGNORE INTO chosen VALUES (?, ?, ?)", rows)


def load_selected_event(connection: sqlite3.Connection, index: int) -> SelectedEvent:
    """Return the event with a number; raise UnlikelyRowError for a number without an event."""
    row = connection.execute("SELECT name, content FROM chosen WHERE event = ?", (index,)).fetchone()
    if row is None:
        raise UnlikelyRowError(f"chosen: event {index} is missing")
    (name,) = texts_of(row[:1], "chosen")
    return SelectedEvent(name, unpacked(row[1], f"chosen: event {index}"))


def recorded_questions(suite: Suite) -> tuple[SelectedEvent, ...]:
    """
    Return the event of each question up to its round, named by file and article; programs are to pair the last round.

    Contested questions are left out, since a campaign counts every answer. SuiteError if an event cannot be read.
    """
    games = engine_for(suite.system).edition.file_rounds_per_round
    return tuple(
        SelectedEvent(
            f"{question.file} ({question.article})",
            write_trf26(as_paired(suite.event(question), question.pairing, games)).encode(),
        )
        for question in suite.questions
        if not question.contested
    )
