"""
Events that a user has chosen for a campaign, instead of events drawn by seed and number: files, or sought events.

The store keeps them; each process that judges receives the events that it is to judge.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from checker.campaigns.kept import packed, unpacked
from checker.campaigns.rows import UnlikelyRowError, texts_of
from tournaments.frozen import dataclass
from tournaments.game_settlement import settle_games
from tournaments.problems import UnreadableEventError
from tournaments.trf.reading import parse_event

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from tournaments.model import Event, ParticipantKind


class ChosenError(ValueError):
    """An event that a campaign cannot ask about; the message says which, and why."""


@dataclass(frozen=True, slots=True)
class SelectedEvent:
    """An event that a user has chosen."""

    name: str
    content: bytes
    """As the file holds it."""

    def event(self, paired: ParticipantKind | None = None) -> Event:
        """Read it; ChosenError if it cannot be read, or records no round."""
        reading = parse_event(self.content, source=self.name, paired=paired)
        if reading.event is None:
            reason = reading.problems[0] if reading.problems else "it holds no event"
            raise ChosenError(f"{self.name} cannot be asked about: {reason}")
        if not reading.event.rounds_recorded:
            raise ChosenError(f"{self.name} cannot be asked about: no round is recorded in it")
        try:
            return settle_games(reading.event)
        except UnreadableEventError as error:
            raise ChosenError(f"{self.name} cannot be asked about: {error}") from error


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
    """Return the event of a number; UnlikelyRowError if there is none."""
    row = connection.execute("SELECT name, content FROM chosen WHERE event = ?", (index,)).fetchone()
    if row is None:
        raise UnlikelyRowError(f"chosen: there is no event {index}")
    (name,) = texts_of(row[:1], "chosen")
    return SelectedEvent(name, unpacked(row[1], f"chosen: event {index}"))
