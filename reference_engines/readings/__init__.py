"""
The register of readings of the pairing systems: where a regulation can be read in two ways, and which side is taken.

The entries are in the TOML files of this folder. Code refers to an entry by its identifier.
"""

from __future__ import annotations

from pathlib import Path

from reference_engines.frame.results import ReadingNote
from tournaments.readings import Register, Treatment

REGISTER = Register(Path(__file__).parent)


def is_left_open(identifier: str) -> bool:
    """Whether a difference that rests on this entry is never counted as a discrepancy."""
    return REGISTER.find(identifier).treatment is Treatment.LEFT_OPEN


def note_on(identifier: str) -> ReadingNote:
    """Return the note for a verdict that rests on an entry: the question, the side taken, and any answer."""
    entry = REGISTER.find(identifier)
    answered = f" (Answered {entry.answered}.)" if entry.answered else ""
    return ReadingNote(identifier=identifier, sentence=f"{entry.question} {entry.taken.text}{answered}")
