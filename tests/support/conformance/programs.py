"""Programs that answer a suite, named as ``callable:support.conformance.programs:...``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.frame.systems import engine_for

if TYPE_CHECKING:
    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event


def right(event: Event, round_number: int) -> RoundPairing:
    """Pair by the edition of 2026."""
    return engine_for("dutch-2026").open(event).round(round_number).expected()


def crashes_later(event: Event, round_number: int) -> RoundPairing:
    """Pair by the edition of 2026, and fail from round 3 on."""
    if round_number > 2:
        raise RuntimeError("round 3 was not foreseen")
    return right(event, round_number)
