"""Events that show what a misreading changes, and how they are read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reference_engines.frame.results import PairingError

if TYPE_CHECKING:
    from reference_engines.frame.rules import PreparedEvent
    from reference_engines.frame.variants import Misreading

CASES = Path(__file__).parents[1] / "reference_engines" / "misreadings"
"""Events as TRF, and for each edition a list of what they show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Demonstration:
    """A misreading, and a round of an event that it changes."""

    identifier: str
    name: str
    """Of the file."""
    round_number: int

    def __str__(self) -> str:
        """Return the line of a list."""
        return f"{self.identifier} {self.name} {self.round_number}"

    @classmethod
    def of(cls, line: str) -> Demonstration:
        """Read the line of a list."""
        identifier, name, number = line.split()
        return cls(identifier=identifier, name=name, round_number=int(number))


def changed_round(prepared: PreparedEvent, misreading: Misreading) -> int | None:
    """Return the first recorded round that the altered rules pair otherwise, boards aside; None if there is none."""
    altered = misreading.rules(prepared.rules).open(prepared.source)
    return next((number for number in prepared.recorded_rounds if changes(prepared, altered, number)), None)


def changes(prepared: PreparedEvent, altered: PreparedEvent, number: int) -> bool:
    """Whether other rules pair a round otherwise; not where one of the two cannot pair it."""
    try:
        one, other = prepared.round(number).expected(), altered.round(number).expected()
    except PairingError:
        return False
    return (set(one.pairs), one.bye) != (set(other.pairs), other.bye)
