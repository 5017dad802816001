"""
The coverage of a system that fills scoregroups up from below: the criteria without which it pairs otherwise.

[C3], completion, and [C4] and [C5], which define a set of upfloaters, cannot be left out.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from reference_engines.coverage import SystemCoverage
from reference_engines.coverage.features import SHARED, circumstance, colour_rule, decisive
from reference_engines.upfloating.search import BY_MATCHING, pair_field

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from reference_engines.coverage.features import Feature
    from reference_engines.upfloating.field import UpfloatingField
    from reference_engines.upfloating.rules import UpfloatingRound
    from reference_engines.upfloating.text import UpfloatingText

    AnyUpfloatingRound = UpfloatingRound[Any, Any, Any]
    PairsAndBye = tuple[frozenset[frozenset[int]], int | None]
    """By TPN."""

_REMATCH, _BYE_BAR = "C1", "C2"
_KEPT = ("C4", "C5")


class UpfloatingCoverage(SystemCoverage):
    """The coverage of such a system by rounds."""

    not_measured: ClassVar[tuple[str, ...]] = (
        "[C3] to [C5], the choice of the bye and the order of candidates are not measured.",
        "A colour rule that never decided is not listed.",
    )

    def features(self, rules: UpfloatingText) -> tuple[Feature, ...]:
        """Return criteria and circumstances; colour rules are added when a round covers them."""
        criteria = relaxable_criteria(rules)
        return (*(decisive(*criterion) for criterion in criteria), *(circumstance(which) for which in SHARED))

    def find_covered(self, paired_round: AnyUpfloatingRound, features: Collection[Feature]) -> Collection[Feature]:
        """Return the criteria that decide, and the rules that give pairs their colours."""
        criteria = {label for label, *_ in relaxable_criteria(paired_round.rules)}
        asked = [feature for feature in features if feature.name in criteria]
        deciding = [feature for feature in asked if is_decisive(paired_round, feature.label)]
        games = paired_round.expected_by_position.games
        return (*deciding, *{colour_rule(paired_round.colours_of_game(game).article) for game in games})


def relaxable_criteria(rules: UpfloatingText) -> tuple[tuple[str, str, str], ...]:
    """Return label, article and meaning of each criterion that can be left out, in the order of the edition."""
    quality = [numbered for numbered in rules.quality_criteria if numbered.label not in _KEPT]
    return (
        (_REMATCH, rules.articles.rematch, f"{rules.edition.participant}s do not meet twice"),
        (_BYE_BAR, rules.articles.bye_bar, "who may not have the bye does not get it"),
        *((numbered.label, numbered.article, numbered.criterion.sentence) for numbered in quality),
    )


def is_decisive(paired_round: AnyUpfloatingRound, label: str) -> bool:
    """
    Whether the round would have other pairs or another bye without the criterion.

    Raise NoLegalPairingError if the round cannot be paired, KeyError if the criterion cannot be left out.
    """
    return _pairs(paired_round.participants, paired_round.rules) != pairs_without(paired_round, label)


def pairs_without(paired_round: AnyUpfloatingRound, label: str) -> PairsAndBye:
    """Return the pairs of numbers without the criterion, and the bye; raise as `is_decisive` does."""
    rules, participants = paired_round.rules, paired_round.participants
    if label == _REMATCH:
        return _pairs(_allow_rematches(participants, paired_round.apart), rules)
    if label == _BYE_BAR:
        return _pairs(replace(participants, bye_allowed=np.ones(participants.size, dtype=np.bool_)), rules)
    left_out = {one.label: one.criterion for one in rules.quality_criteria if one.label not in _KEPT}[label]
    return _pairs(participants, rules.without(left_out))


def _allow_rematches(participants: UpfloatingField, apart: Iterable[frozenset[int]]) -> UpfloatingField:
    """Allow every meeting, except of pairs of TPNs that the organiser forbids."""
    allowed = 1 - np.eye(participants.size, dtype=np.uint8)
    place = {int(tpn): at for at, tpn in enumerate(participants.tpn)}
    for pair in apart:
        first, second = sorted(pair)
        if first in place and second in place:
            allowed[place[first], place[second]] = allowed[place[second], place[first]] = 0
    return replace(participants, allowed=allowed)


def _pairs(participants: UpfloatingField, text: UpfloatingText) -> PairsAndBye:
    pairs, bye = pair_field(participants, text, BY_MATCHING)
    tpn = participants.numbers
    return frozenset(frozenset(tpn[at] for at in pair) for pair in pairs), None if bye is None else tpn[bye]
