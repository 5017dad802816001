"""What systems have in common that read their text otherwise: readings and alterations as other parts of the rules."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from _typeshed import DataclassInstance

    from reference_engines.engine import AnyRules

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


def with_parts(**parts: Any) -> Callable[[Any], AnyRules]:
    """Return the change of rules that gives them other parts."""

    def changed(rules: Any) -> AnyRules:
        other: AnyRules = replace(rules, **parts)
        return other

    return changed
