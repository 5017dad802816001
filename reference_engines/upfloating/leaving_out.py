"""
Which criteria decide a round: those without which the edition would ask for another pairing.

[C3], completion, and [C4] and [C5], which say what a set of upfloaters is, cannot be left out.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.upfloating.search import BY_MATCHING, pair_field
from reference_engines.upfloating.text import Stage

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reference_engines.upfloating.field import UpfloatingField
    from reference_engines.upfloating.text import UpfloatingText

    Apart = Iterable[frozenset[int]]
    """Pairs of TPNs whom the organiser keeps apart."""

_REMATCH, _BYE_BAR = "C1", "C2"
_KEPT = ("C4", "C5")


def criteria_that_can_be_left_out(rules: UpfloatingText) -> tuple[tuple[str, str, str], ...]:
    """Return label, article and meaning of each, in the order of the edition."""
    quality = [rule for rule in rules.rules if rule.criterion.stage is not Stage.BYE and rule.label not in _KEPT]
    return (
        (_REMATCH, rules.articles.rematch, f"{rules.edition.participant}s do not meet twice"),
        (_BYE_BAR, rules.articles.bye_bar, "who may not have the bye does not get it"),
        *((rule.label, rule.article, rule.criterion.sentence) for rule in quality),
    )


def is_decisive(rules: UpfloatingText, field: UpfloatingField, label: str, apart: Apart) -> bool:
    """
    Whether another pairing of the round would be asked for without the criterion; colours are not looked at.

    Raise NoLegalPairingError if the round has none, KeyError if the criterion cannot be left out.
    """
    return _pairs(field, rules) != pairs_without(rules, field, label, apart)


def pairs_without(
    rules: UpfloatingText, field: UpfloatingField, label: str, apart: Apart
) -> tuple[frozenset[frozenset[int]], int | None]:
    """Return the pairs of numbers without the criterion, and who then has the bye; raise as `is_decisive` does."""
    if label == _REMATCH:
        return _pairs(without_history(field, apart), rules)
    if label == _BYE_BAR:
        return _pairs(replace(field, bye_allowed=np.ones(field.size, dtype=np.bool_)), rules)
    left_out = {rule.label: rule for rule in rules.rules if rule.label not in _KEPT}[label]
    return _pairs(field, replace(rules, rules=tuple(rule for rule in rules.rules if rule is not left_out)))


def without_history(field: UpfloatingField, apart: Apart) -> UpfloatingField:
    """Let two meet again whom only their match keeps apart."""
    allowed = 1 - np.eye(field.size, dtype=np.uint8)
    place = {int(tpn): at for at, tpn in enumerate(field.tpn)}
    for pair in apart:
        one, other = sorted(pair)
        if one in place and other in place:
            allowed[place[one], place[other]] = allowed[place[other], place[one]] = 0
    return replace(field, allowed=allowed)


def _pairs(field: UpfloatingField, rules: UpfloatingText) -> tuple[frozenset[frozenset[int]], int | None]:
    pairs, bye = pair_field(field, rules, BY_MATCHING)
    numbers = frozenset(frozenset((int(field.tpn[one]), int(field.tpn[other]))) for one, other in pairs)
    return numbers, None if bye is None else int(field.tpn[bye])
