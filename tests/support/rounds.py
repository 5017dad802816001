"""Rounds of the Dutch system."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reference_engines.dutch.rules import DutchRound
    from reference_engines.frame.rules import PreparedEvent


def dutch_round(prepared: PreparedEvent, number: int) -> DutchRound:
    """Return a round of an event that is prepared by an edition of the Dutch system."""
    round_: DutchRound = prepared.round(number)
    return round_
