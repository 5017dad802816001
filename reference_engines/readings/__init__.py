"""
The register of readings: where a regulation's text leaves two readings open, which one is taken and why.

Code refers to an entry by its identifier. Every system has a module of its own here.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from reference_engines.readings import general
from reference_engines.readings.reading import OtherSide, Reading
from reference_engines.results import ReadingNote

__all__ = ["READINGS", "OtherSide", "Reading", "note_on", "reading"]

_NOT_OF_A_SYSTEM = ("general", "reading")
_OF_SYSTEMS = (
    import_module(f"{__name__}.{name}")
    for name in sorted(module.name for module in iter_modules(__path__))
    if name not in _NOT_OF_A_SYSTEM
)
READINGS: tuple[Reading, ...] = (*general.READINGS, *(entry for module in _OF_SYSTEMS for entry in module.READINGS))
"""Those that concern every system, then by module."""

_BY_IDENTIFIER = {entry.identifier: entry for entry in READINGS}


def reading(identifier: str) -> Reading:
    """Return an entry of the register; KeyError if there is none."""
    return _BY_IDENTIFIER[identifier]


def note_on(identifier: str) -> ReadingNote:
    """Return what a verdict says of an entry that it rests on: the question, the reading taken, and any answer."""
    entry = reading(identifier)
    answered = f" (Answered {entry.answered}.)" if entry.answered else ""
    return ReadingNote(identifier=identifier, sentence=f"{entry.question} {entry.taken}{answered}")
