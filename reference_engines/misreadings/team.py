"""
What programs get wrong, or may, of the team system as far as it is data: criteria left out, or in another order.

[C1] to [C6] are no data; nothing of them can be misread here. To count every team that floats in consecutive rounds
instead of the opponents of upfloaters alone, or the reverse, changes nothing: as few upfloaters as possible meet
residents, each of them, so that as many of them float again whatever the pairing.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from operator import methodcaller
from typing import TYPE_CHECKING, Any

from reference_engines.frame.variants import Misreading
from reference_engines.upfloating.edition import UPFLOATERS_AGAIN

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
            rules=_turned(upper.criterion, lower.criterion),
        )


def _dashed(criterion: Criterion[Any]) -> str:
    return criterion.name.replace("_", "-")


def _turned(one: Criterion[Any], other: Criterion[Any]) -> Changed:
    """Exchange two criteria, each with its label; where one of them is missing, nothing changes."""

    def changed(rules: Any) -> Rules:
        listed = {numbered.criterion.name: numbered for numbered in rules.bracket_criteria}
        turned = {one.name: other.name, other.name: one.name} if {one.name, other.name} <= listed.keys() else {}
        altered: Rules = replace(rules, bracket_criteria=tuple(listed[turned.get(name, name)] for name in listed))
        return altered

    return changed
