"""
Misreadings of the criteria of the team system: criteria left out, or in another order.

[C1] to [C6] are not data, so that they cannot be misread here. To count every team that floats in consecutive rounds
instead of the opponents of upfloaters only, or the reverse, changes nothing: every upfloater meets a resident, so that
the number of upfloaters who float again is the same in every pairing.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from reference_engines.frame.variants import Misreading
from reference_engines.upfloating.text import UPFLOATERS_AGAIN, Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.frame.rules import Rules
    from reference_engines.team.edition import TeamEdition
    from reference_engines.upfloating.text import Criterion

    Changed = Callable[[Any], Rules]


def misreadings_of(edition: TeamEdition) -> tuple[Misreading, ...]:
    """Return the misreadings of an edition: criteria left out, and neighbours exchanged."""
    return (*_left_out(edition), *_exchanged(edition))


def _left_out(edition: TeamEdition) -> Iterator[Misreading]:
    for rule in edition.rules:
        if rule.criterion is UPFLOATERS_AGAIN or rule.criterion.stage is Stage.BRACKET:
            yield Misreading(
                identifier=f"{_dashed(rule.criterion)}-left-out",
                sentence=f"{rule.label} were left out",
                article=rule.article,
                rules=_without(rule.criterion),
            )


def _exchanged(edition: TeamEdition) -> Iterator[Misreading]:
    for upper, lower in pairwise(edition.at(Stage.BRACKET)):
        yield Misreading(
            identifier=f"{_dashed(lower.criterion)}-above-{_dashed(upper.criterion)}",
            sentence=f"{lower.label} ranked above {upper.label}",
            article=lower.article,
            rules=_swap_criteria(upper.criterion, lower.criterion),
        )


def _dashed(criterion: Criterion) -> str:
    return criterion.name.replace("_", "-")


def _without(criterion: Criterion) -> Changed:
    return lambda rules: replace(rules, rules=tuple(one for one in rules.rules if one.criterion is not criterion))


def _swap_criteria(first: Criterion, second: Criterion) -> Changed:
    """Exchange two criteria, each with its label; if one is missing, nothing changes."""

    def changed(rules: Any) -> Rules:
        listed = {rule.criterion.name: rule for rule in rules.rules}
        swaps = {first.name: second.name, second.name: first.name}
        swaps = swaps if swaps.keys() <= listed.keys() else {}
        return replace(rules, rules=tuple(listed[swaps.get(name, name)] for name in listed))

    return changed
