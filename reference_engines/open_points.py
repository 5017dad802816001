"""Variants that follow the other side of an entry of the register: a change of the rules or of the event."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from reference_engines.frame.variants import Variant
from reference_engines.readings import note_on

if TYPE_CHECKING:
    from collections.abc import Callable

    from _typeshed import DataclassInstance

    from reference_engines.frame.rules import Rules
    from tournaments.model import Event

    ReadingsT = TypeVar("ReadingsT", bound=DataclassInstance)


def follow_other_side(
    identifier: str,
    *,
    rules: Callable[[Any], Rules] | None = None,
    event: Callable[[Event], Event] | None = None,
    colours_are_named: bool = False,
) -> Variant:
    """Return the variant by which rounds are paired by another side of an entry; KeyError if there is no such entry."""
    return Variant(note=note_on(identifier), rules=rules, event=event, colours_are_named=colours_are_named)


def toggle_rules(readings: DataclassInstance) -> Callable[[Any], Rules]:
    """Return the function from rules to rules that toggles these readings in the field ``readings`` of the rules."""
    return partial(_with_readings_toggled, readings=readings)


def _with_readings_toggled(rules: Any, readings: DataclassInstance) -> Rules:
    toggled: Rules = replace(rules, readings=toggle_readings(rules.readings, readings))
    return toggled


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
