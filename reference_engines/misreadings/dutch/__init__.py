"""
What programs are known or likely to get wrong of the Dutch system, each as a change of the rules.

A misreading is put together in the file of its kind and found here for the editions that it changes.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from reference_engines.misreadings.dutch import (
    acceleration,
    byes,
    colour_slips,
    colours,
    completion,
    criteria,
    definitions,
    float_slips,
    floats,
    orders,
    preferences,
    taken_over,
    topscorers,
)
from reference_engines.misreadings.dutch.equivalent import EQUIVALENT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading

KINDS = {
    "Criteria": (*criteria.KINDS, *taken_over.KINDS),
    "Definitions": (*definitions.KINDS, *preferences.KINDS, *topscorers.KINDS, *floats.KINDS, *float_slips.KINDS),
    "The bye": byes.KINDS,
    "Acceleration": acceleration.KINDS,
    "Completion": completion.KINDS,
    "Order of generation": orders.KINDS,
    "Colours": (*colours.KINDS, *colour_slips.KINDS),
}
"""By what they change."""


@lru_cache(maxsize=8)
def misreadings_of(text: DutchText) -> tuple[Misreading, ...]:
    """Return every misreading that makes other rules of these."""
    return tuple(chain.from_iterable(of_kind(text, kind) for kind in KINDS))


def of_kind(text: DutchText, kind: str) -> tuple[Misreading, ...]:
    """Return those of one kind, except those without effect in the edition."""
    equivalent = _equivalent(text)
    return tuple(one for one in _listed(text, kind) if one.identifier not in equivalent)


def without_effect(text: DutchText) -> tuple[Misreading, ...]:
    """Return those that would be listed, and provably change no pairing in the edition."""
    equivalent = _equivalent(text)
    return tuple(one for kind in KINDS for one in _listed(text, kind) if one.identifier in equivalent)


def _listed(text: DutchText, kind: str) -> Iterator[Misreading]:
    own: object = text
    return (one for one in chain.from_iterable(make(text) for make in KINDS[kind]) if one.rules(text) != own)


def _equivalent(text: DutchText) -> dict[str, str]:
    return EQUIVALENT.get(text.edition.follows or text.edition.key, {})
