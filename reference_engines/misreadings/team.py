"""
Misreadings of the criteria of the team system: criteria left out, or in another order.

[C1] to [C6] are not data, so that they cannot be misread here. To count every team that floats in consecutive rounds
instead of the opponents of upfloaters only, or the reverse, changes nothing: every upfloater meets a resident, so that
the number of upfloaters who float again is the same in every pairing.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from operator import methodcaller
from typing import TYPE_CHECKING, Any

from reference_engines.frame.variants import Misreading
from reference_engines.upfloating.text import UPFLOATERS_AGAIN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.criteria import Criterion
    from reference_engines.frame.rules import Rules
    from reference_engines.team.edition import TeamEdition

    Changed = Callable[[Any], Rules]


def misreadings_of(edition: TeamEdition) -> tuple[Misreading, ...]:
    """Return the misreadings of an edition: criteria left out, and neighbours exchanged."""
    return (*_left_out(edition), *_exchanged(edition))


def _left_out(edition: TeamEdition) -> Iterator[Misreading]:
    by_floats = (one for one in edition.upfloater_criteria if one.criterion is UPFLOATERS_AGAIN)
    for numbered in (*by_floats, *edition.bracket_criteria):
        yield Misreading(
            identifier=f"{_dashed(numbered.criterion)}-left-out",
            sentence=f"{numbered.label} were left out",
            article=numbered.article,
            rules=methodcaller("without", numbered.criterion),
        )


def _exchanged(edition: TeamEdition) -> Iterator[Misreading]:
    for upper, lower in pairwise(edition.bracket_criteria):
        yield Misreading(
            identifier=f"{_dashed(lower.criterion)}-above-{_dashed(upper.criterion)}",
            sentence=f"{lower.label} ranked above {upper.label}",
            article=lower.article,
            rules=_swap_criteria(upper.criterion, lower.criterion),
        )


def _dashed(criterion: Criterion[Any]) -> str:
    return criterion.name.replace("_", "-")


def _swap_criteria(first: Criterion[Any], second: Criterion[Any]) -> Changed:
    """Exchange two criteria, each with its label; if one is missing, nothing changes."""

    def changed(rules: Any) -> Rules:
        listed = {numbered.criterion.name: numbered for numbered in rules.bracket_criteria}
        swaps = {first.name: second.name, second.name: first.name}
        swaps = swaps if swaps.keys() <= listed.keys() else {}
        return replace(rules, bracket_criteria=tuple(listed[swaps.get(name, name)] for name in listed))

    return changed
