"""What programs get wrong, or may, of the simple Swiss as far as it is data: the limits of colours."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reference_engines.frame.rules import Misreading
from reference_engines.simple_swiss.edition import Bound, Section, Stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.frame.rules import Rules


def _within(*stages: Stage) -> Callable[[Any], Rules]:
    return lambda rules: replace(rules, options=replace(rules.options, stages=stages, bound=Bound.NOBODY))


_MISREADINGS = (
    Misreading(
        identifier="limits-of-colours-left-out",
        sentence="whom to ask did not depend on colours",
        article=Section.ASKING.value,
        rules=_within(Stage.NONE),
    ),
    Misreading(
        identifier="three-times-running-left-out",
        sentence="a colour three times running were no reason not to be available",
        article=Section.ASKING.value,
        rules=_within(Stage.DIFFERENCE, Stage.NONE),
    ),
)
"""The rules of colours and the order of asking are a procedure, of which nothing is data."""


def misreadings_of(rules: Any) -> tuple[Misreading, ...]:
    """Return the misreadings of the limits of colours, the same of all options."""
    del rules
    return _MISREADINGS
