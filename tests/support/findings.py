"""What a check says of the rounds of one event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.check import CheckOptions, check_event
from checker.findings import RoundFinding

if TYPE_CHECKING:
    from tournaments.model import Event


def round_findings(event: Event, system: str) -> list[RoundFinding]:
    """Check an event by a system, and leave out what is said of the event as a whole."""
    entries = check_event(event, options=CheckOptions(system=system))
    return [entry for entry in entries if isinstance(entry, RoundFinding)]
