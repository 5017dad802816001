"""
Which criteria decide a round of a team event: those without which the edition would ask for another pairing.

[C3], completion, and [C4] and [C5], which say what a set of upfloaters is, cannot be left out.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.team import solver
from reference_engines.team.edition import FOLLOWING, Stage
from reference_engines.team.search import ByMatching, pair_field

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference_engines.team.edition import TeamEdition
    from reference_engines.team.field import TeamField
    from reference_engines.team.table import TeamTable

_REMATCH, _BYE_BAR = "C1", "C2"
_KEPT = ("C4", "C5")


class _WithoutFollowing(ByMatching):
    """Leaves [C6] aside."""

    def select_upfloaters(self, field: TeamField, edition: TeamEdition, unpaired: Sequence[int]) -> tuple[int, ...]:
        """Return the upfloaters of the top-scoregroup."""
        return solver.select_upfloaters(field, edition, unpaired, following=frozenset())


def criteria_that_can_be_left_out(rules: TeamEdition) -> tuple[tuple[str, str, str], ...]:
    """Return label, article and meaning of each, in the order of the edition."""
    quality = [rule for rule in rules.rules if rule.criterion.stage is not Stage.BYE and rule.label not in _KEPT]
    return (
        (_REMATCH, rules.articles.rematch, "teams do not meet twice"),
        (_BYE_BAR, rules.articles.bye_bar, "who may not have the bye does not get it"),
        *((rule.label, rule.article, rule.criterion.sentence) for rule in quality),
    )


def is_decisive(rules: TeamEdition, table: TeamTable, field: TeamField, label: str) -> bool:
    """
    Whether another pairing of the round would be asked for without the criterion; colours are not looked at.

    Raise NoLegalPairingError if the round has none, KeyError if the criterion cannot be left out.
    """
    return _pairs(field, rules) != pairs_without(rules, table, field, label)


def pairs_without(
    rules: TeamEdition, table: TeamTable, field: TeamField, label: str
) -> tuple[frozenset[frozenset[int]], int | None]:
    """Return the pairs of numbers without the criterion, and who then has the bye; raise as `is_decisive` does."""
    if label == _REMATCH:
        return _pairs(_without_history(table, field), rules)
    if label == _BYE_BAR:
        return _pairs(replace(field, bye_allowed=np.ones(field.size, dtype=np.bool_)), rules)
    left_out = {rule.label: rule for rule in rules.rules if rule.label not in _KEPT}[label]
    if left_out.criterion is FOLLOWING:
        return _pairs(field, rules, _WithoutFollowing())
    return _pairs(field, replace(rules, rules=tuple(rule for rule in rules.rules if rule is not left_out)))


def _without_history(table: TeamTable, field: TeamField) -> TeamField:
    """Let teams meet again whom only their match keeps apart."""
    allowed = 1 - np.eye(field.size, dtype=np.uint8)
    place = {int(tpn): at for at, tpn in enumerate(field.tpn)}
    for pair in table.apart(field.round_number):
        one, other = sorted(pair)
        if one in place and other in place:
            allowed[place[one], place[other]] = allowed[place[other], place[one]] = 0
    return replace(field, allowed=allowed)


def _pairs(
    field: TeamField, rules: TeamEdition, search: ByMatching | None = None
) -> tuple[frozenset[frozenset[int]], int | None]:
    pairs, bye = pair_field(field, rules, search or ByMatching())
    numbers = frozenset(frozenset((int(field.tpn[one]), int(field.tpn[other]))) for one, other in pairs)
    return numbers, None if bye is None else int(field.tpn[bye])
