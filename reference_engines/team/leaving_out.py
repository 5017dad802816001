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
from reference_engines.team.session import Matching, pair_field

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference_engines.team.edition import TeamEdition
    from reference_engines.team.field import TeamField
    from reference_engines.team.session import TeamSession

_REMATCH, _BYE_BAR = "C1", "C2"
_KEPT = ("C4", "C5")


class _WithoutFollowing(Matching):
    """Leaves [C6] aside."""

    def select_upfloaters(self, field: TeamField, edition: TeamEdition, unpaired: Sequence[int]) -> tuple[int, ...]:
        """Return the upfloaters of the top-scoregroup."""
        return solver.select_upfloaters(field, edition, unpaired, following=frozenset())


def criteria_that_can_be_left_out(rules: TeamEdition) -> tuple[tuple[str, str], ...]:
    """Return label and article of each, in the order of the edition."""
    quality = [rule for rule in rules.rules if rule.criterion.stage is not Stage.BYE and rule.label not in _KEPT]
    return (
        (_REMATCH, rules.articles.rematch),
        (_BYE_BAR, rules.articles.bye_bar),
        *((rule.label, rule.article) for rule in quality),
    )


def is_decisive(session: TeamSession, round_number: int, label: str) -> bool:
    """
    Whether another pairing of the round would be asked for without the criterion; colours are not looked at.

    Raise NoLegalPairingError if the round has none, KeyError if the criterion cannot be left out.
    """
    field, rules = session.field(round_number), session.engine.rules
    return _pairs(field, rules) != pairs_without(session, round_number, label)


def pairs_without(session: TeamSession, round_number: int, label: str) -> tuple[frozenset[frozenset[int]], int | None]:
    """Return the pairs of numbers without the criterion, and who then has the bye; raise as `is_decisive` does."""
    field, rules = session.field(round_number), session.engine.rules
    if label == _REMATCH:
        return _pairs(_without_history(session, round_number), rules)
    if label == _BYE_BAR:
        return _pairs(replace(field, bye_allowed=np.ones(field.size, dtype=np.bool_)), rules)
    left_out = {rule.label: rule for rule in rules.rules if rule.label not in _KEPT}[label]
    if left_out.criterion is FOLLOWING:
        return _pairs(field, rules, _WithoutFollowing())
    return _pairs(field, replace(rules, rules=tuple(rule for rule in rules.rules if rule is not left_out)))


def _without_history(session: TeamSession, round_number: int) -> TeamField:
    """Let teams meet again whom only their match keeps apart."""
    field = session.field(round_number)
    allowed = 1 - np.eye(field.size, dtype=np.uint8)
    place = {int(tpn): at for at, tpn in enumerate(field.tpn)}
    for pair in session.table.apart(round_number):
        one, other = sorted(pair)
        if one in place and other in place:
            allowed[place[one], place[other]] = allowed[place[other], place[one]] = 0
    return replace(field, allowed=allowed)


def _pairs(
    field: TeamField, rules: TeamEdition, search: Matching | None = None
) -> tuple[frozenset[frozenset[int]], int | None]:
    pairs, bye = pair_field(field, rules, search or Matching())
    numbers = frozenset(frozenset((int(field.tpn[one]), int(field.tpn[other]))) for one, other in pairs)
    return numbers, None if bye is None else int(field.tpn[bye])
