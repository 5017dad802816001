"""Changes of what a single entry of the record, a round of a player or team, adds to a derived value."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.definitions.history import BoolArray
    from reference_engines.frame.rules import AnyRound

    ChangeEntries = Callable[[Any, BoolArray], Any]
    """From a round, and (earlier rounds, columns) the entries that count otherwise: the changed round."""


class EntryValue(FrozenStruct, frozen=True, kw_only=True):
    """A change of what an entry adds to a derived value."""

    name: str
    sentence: str
    """The end of a sentence about a round of a player: ``did not count for the ARO``."""
    participant: str = "player"
    article: Callable[[Any], str]
    """The article of the rules that is changed."""
    can_change: Callable[[AnyRound], BoolArray]
    """(earlier rounds, columns) the entries that can count otherwise."""
    change: ChangeEntries


def change_entry(bound: AnyRound, *, value: EntryValue, place: int) -> AnyRound:
    """Return the round with a change of the entry at a place."""
    where = np.zeros(value.can_change(bound).shape, dtype=np.bool_)
    where.flat[place] = True
    changed: AnyRound = value.change(bound, where)
    return changed


def change_entries(bound: AnyRound, *, value: EntryValue, where: BoolArray) -> AnyRound:
    """Return the round with a change of entries; the round itself if none of them can count otherwise."""
    meant = where & value.can_change(bound)
    if not meant.any():
        return bound
    changed: AnyRound = value.change(bound, meant)
    return changed


def have_same_values(participants: Any, reference: Any) -> bool:
    """Whether participants are the same, with the same derived values."""
    if not is_dataclass(participants) or type(participants) is not type(reference):
        return False
    return all(
        have_same_values(value, other) if is_dataclass(value) else is_same(value, other)
        for value, other in (
            (getattr(participants, part.name), getattr(reference, part.name)) for part in fields(participants)
        )
    )


def is_same(value: Any, reference: Any) -> bool:
    """Whether two values of players are the same; arrays and tuples of arrays may be compared."""
    if isinstance(value, tuple):
        return len(value) == len(reference) and all(map(is_same, value, reference))
    return bool(np.array_equal(value, reference))
