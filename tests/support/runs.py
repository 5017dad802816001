"""Runs of the toy system's engines, ready to be recorded or rendered."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from support.toy import Resolved, ToyEngine, ToyEvent

from checker.check import CheckOptions, check_event
from checker.records.run import RunHeader, make_record

if TYPE_CHECKING:
    from collections.abc import Callable

    from checker.findings import Entry
    from checker.records.run import RunRecord
    from tournaments.model import Event

INJECTION = "<script>console.error('owned')</script><img src=x onerror=console.error('owned')>"


def entries_of(event: Event, session: Callable[[Event], ToyEvent] = ToyEvent) -> list[Entry]:
    """Check an event with a miniature engine."""
    resolved = Resolved(ToyEngine(session))
    return list(check_event(event, options=CheckOptions(resolve=lambda _event, _key="auto": resolved)))


def run_of(entries: list[Entry]) -> RunRecord:
    """Make a run of entries."""
    header = RunHeader(program="pairproof", version="0.1.0", created="2026-11-20T12:30:00+00:00")
    return make_record(header, entries)


def with_injection(event: Event) -> Event:
    """Give a player, the event and a declaration names that try to become markup."""
    first, *others = event.players
    players = (replace(first, name=INJECTION), *others)
    return replace(event, players=players, name=f"Open {INJECTION}", declarations=(INJECTION,))
