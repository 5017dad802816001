"""Plainly wrong rules of the simple Swiss that programs follow, or may, as far as they are data: limits of colours."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reference_engines.frame.variants import Misreading
from reference_engines.simple_swiss.edition import LimitBound, LimitStage, Section

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.frame.rules import Rules


def _within(*stages: LimitStage) -> Callable[[Any], Rules]:
    return lambda rules: replace(rules, options=replace(rules.options, stages=stages, bound=LimitBound.NO_PAIRS))


_MISREADINGS = (
    Misreading(
        identifier="limits-of-colours-left-out",
        sentence="whom to ask did not depend on colours",
        article=Section.ASKING.value,
        rules=_within(LimitStage.NONE),
    ),
    Misreading(
        identifier="three-times-running-left-out",
        sentence="a colour three times running did not make a player unavailable",
        article=Section.ASKING.value,
        rules=_within(LimitStage.DIFFERENCE, LimitStage.NONE),
    ),
)
"""The rules of colours and the order of asking are a procedure, of which nothing is data."""


def misreadings_of(_rules: Any) -> tuple[Misreading, ...]:
    """Return the misreadings of the limits of colours, the same for all options."""
    return _MISREADINGS
