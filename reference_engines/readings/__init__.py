"""
The register of readings of the pairing systems: texts that can be read in two ways, and the side that is taken.

The entries are in the TOML files of this folder. Code refers to an entry by its identifier. An open point is an entry
whose other side can be followed.
"""

from __future__ import annotations

from dataclasses import fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from reference_engines.frame.results import ReadingNote
from reference_engines.frame.variants import Variant
from tournaments.readings import Register, Treatment

if TYPE_CHECKING:
    from collections.abc import Callable

    from _typeshed import DataclassInstance

    from reference_engines.frame.rules import Rules
    from tournaments.model import Event

    ReadingsT = TypeVar("ReadingsT", bound=DataclassInstance)

REGISTER = Register(__file__)


def is_left_open(identifier: str) -> bool:
    """Whether a difference that rests on this entry is never counted as a discrepancy."""
    return REGISTER.find(identifier).treatment is Treatment.LEFT_OPEN


def note_on(identifier: str) -> ReadingNote:
    """Return the note for a verdict that rests on an entry: the question, the side taken, and any answer."""
    entry = REGISTER.find(identifier)
    answered = f" (Answered {entry.answered}.)" if entry.answered else ""
    return ReadingNote(identifier=identifier, sentence=f"{entry.question} {entry.taken.text}{answered}")


def follow_other_side(
    identifier: str,
    *,
    side: str = "",
    rules: Callable[[Any], Rules] | None = None,
    event: Callable[[Event], Event] | None = None,
    colours_are_named: bool = False,
) -> Variant:
    """
    Return the variant by which rounds are paired by another side of an entry; KeyError if there is no such entry.

    ``side`` is the key of the side, of an entry with several other sides.
    """
    note = note_on(identifier)
    return Variant(note=note, side=side, rules=rules, event=event, colours_are_named=colours_are_named)


def toggle_rules(readings: DataclassInstance) -> Callable[[Any], Rules]:
    """Return the function from rules to rules that toggles these readings in the field ``readings`` of the rules."""
    return partial(_with_readings_toggled, readings=readings)


def _with_readings_toggled(rules: Any, readings: DataclassInstance) -> Rules:
    return replace(rules, readings=toggle_readings(rules.readings, readings))


def toggle_readings(readings: ReadingsT, other_side: ReadingsT) -> ReadingsT:
    """
    Return ``readings`` with every point toggled at which ``other_side`` differs from the defaults of the class.

    A point that is already read as in ``other_side`` goes back to its default.
    """
    defaults = type(readings)()
    points = [
        field.name for field in fields(readings) if getattr(other_side, field.name) != getattr(defaults, field.name)
    ]
    back = {name for name in points if getattr(readings, name) == getattr(other_side, name)}
    return replace(readings, **{name: getattr(defaults if name in back else other_side, name) for name in points})
