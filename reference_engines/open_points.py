"""What the systems that follow a text with open points have in common: their readings, one field for each point."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    ReadingsT = TypeVar("ReadingsT", bound=DataclassInstance)


def turned(readings: ReadingsT, other: ReadingsT) -> ReadingsT:
    """
    Return ``readings`` with the points turned round that ``other`` reads otherwise than is taken (the default values).

    A point that is read so already goes back to what is taken.
    """
    taken = type(readings)()
    points = [one.name for one in fields(readings) if getattr(other, one.name) != getattr(taken, one.name)]
    back = {name for name in points if getattr(readings, name) == getattr(other, name)}
    return replace(readings, **{name: getattr(taken if name in back else other, name) for name in points})
