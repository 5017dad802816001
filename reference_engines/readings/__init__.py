"""
The register of readings: where a regulation's text leaves two readings open, which one is taken and why.

Code refers to an entry by its identifier. Every system has a module of entries of its own.
"""

from __future__ import annotations

from reference_engines.readings import clock, dubov_1997, dutch, dutch_2013, general, simple_swiss, team, virtual_points
from reference_engines.readings.reading import OtherSide, Reading
from reference_engines.results import ReadingNote

__all__ = ["READINGS", "OtherSide", "Reading", "is_left_open", "note_on", "reading"]

READINGS: tuple[Reading, ...] = (
    *general.READINGS,
    *clock.READINGS,
    *dubov_1997.READINGS,
    *dutch.READINGS,
    *dutch_2013.READINGS,
    *simple_swiss.READINGS,
    *team.READINGS,
    *virtual_points.READINGS,
)

_BY_IDENTIFIER = {entry.identifier: entry for entry in READINGS}


def reading(identifier: str) -> Reading:
    """Return an entry of the register; KeyError if there is none."""
    return _BY_IDENTIFIER[identifier]


def is_left_open(identifier: str) -> bool:
    """Whether a difference that rests on this entry is held against nobody, whatever it is."""
    return reading(identifier).other_side is OtherSide.LEFT_OPEN


def note_on(identifier: str) -> ReadingNote:
    """Return what a verdict says of an entry that it rests on: the question, the reading taken, and any answer."""
    entry = reading(identifier)
    answered = f" (Answered {entry.answered}.)" if entry.answered else ""
    return ReadingNote(identifier=identifier, sentence=f"{entry.question} {entry.taken}{answered}")
