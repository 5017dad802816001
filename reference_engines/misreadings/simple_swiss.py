"""Plainly wrong rules of the simple Swiss that programs follow, or may, as far as they are data: limits of colours."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reference_engines.misreadings.dutch.making import misreading
from reference_engines.simple_swiss.edition import LimitBound, LimitStage, Section

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.frame.rules import Rules
    from reference_engines.frame.variants import Misreading


def _within(*stages: LimitStage) -> Callable[[Any], Rules]:
    return lambda rules: replace(rules, options=replace(rules.options, stages=stages, bound=LimitBound.NO_PAIRS))


_MISREADINGS = (
    misreading(
        "limits-of-colours-left-out",
        "whom to ask did not depend on colours",
        Section.ASKING.value,
        _within(LimitStage.NONE),
    ),
    misreading(
        "three-times-running-left-out",
        "a colour three times running did not make a player unavailable",
        Section.ASKING.value,
        _within(LimitStage.DIFFERENCE, LimitStage.NONE),
    ),
)
"""The rules of colours and the order of asking are a procedure, of which nothing is data."""


def misreadings_of(_rules: Any) -> tuple[Misreading, ...]:
    """Return the misreadings of the limits of colours, the same for all options."""
    return _MISREADINGS
