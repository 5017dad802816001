"""Generated events for tests of the engines, kept as files that `batches.generate_events` writes."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZipFile

from tournaments import parse_event

if TYPE_CHECKING:
    from tournaments.model import Event

GENERATED = Path(__file__).parents[1] / "data" / "generated"


@cache
def generated_events(name: str) -> tuple[Event, ...]:
    """Read the events of a set, in the order in which they were generated."""
    with ZipFile(GENERATED / f"{name}.zip") as archive:
        found = [parse_event(archive.read(file).decode("utf-8")).event for file in archive.namelist()]
    events = tuple(event for event in found if event is not None)
    assert len(events) == len(found) > 0, name
    return events
