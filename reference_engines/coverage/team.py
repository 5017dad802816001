"""
The coverage of the team system: criteria, steps of the bye and orders without which it pairs otherwise, and colours.

[C4], which defines a set of upfloaters, cannot be left out.
"""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.coverage import SystemCoverage
from reference_engines.coverage.features import SHARED, Feature, circumstance, colour_rule, decisive
from reference_engines.frame.results import NoLegalPairingError
from reference_engines.upfloating.search import BY_MATCHING, pair_field

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from reference_engines.definitions.history import IntArray
    from reference_engines.team.rules import TeamRules
    from reference_engines.upfloating.edition import UpfloatingEdition
    from reference_engines.upfloating.participants import UpfloatingParticipants
    from reference_engines.upfloating.rules import UpfloatingRound

    AnyUpfloatingRound = UpfloatingRound[Any, Any, Any]
    PairsAndBye = tuple[frozenset[frozenset[int]], int | None]
    """By TPN."""

_REMATCH, _BYE_BAR, _COMPLETION = "C1", "C2", "C3"
_KEPT = ("C4",)


def _list_features(rules: TeamRules) -> tuple[Feature, ...]:
    """Return criteria, completion and orders, colour rules and circumstances."""
    return (
        *(decisive(*criterion) for criterion in relaxable_criteria(rules)),
        *(decisive(name, article, meaning) for name, article, meaning, _ in changed_orders(rules)),
        *(colour_rule(article) for article in rules.colour_articles),
        *(circumstance(which) for which in SHARED),
    )


def _find_covered(paired_round: AnyUpfloatingRound, features: Collection[Feature]) -> Collection[Feature]:
    """Return the criteria and orders that decide, and the rules that give pairs their colours."""
    rules = paired_round.rules
    measured = {name for name, *_ in (*relaxable_criteria(rules), *changed_orders(rules))}
    asked = [feature for feature in features if feature.name in measured]
    deciding = [feature for feature in asked if is_decisive(paired_round, feature.label)]
    games = paired_round.expected_by_position.games
    return (*deciding, *{colour_rule(paired_round.colours_of_game(game).article) for game in games})


def relaxable_criteria(rules: UpfloatingEdition) -> tuple[tuple[str, str, str], ...]:
    """Return label, article and meaning of each criterion that can be left out, in the order of the edition."""
    quality = [numbered for numbered in rules.quality_criteria if numbered.label not in _KEPT]
    return (
        (_REMATCH, rules.articles.rematch, f"{rules.edition.participant}s do not meet twice"),
        (_BYE_BAR, rules.articles.bye_bar, "who may not have the bye does not get it"),
        *((numbered.label, numbered.article, numbered.criterion.sentence) for numbered in quality),
    )


def changed_orders(rules: UpfloatingEdition) -> tuple[tuple[str, str, str, UpfloatingEdition], ...]:
    """Return name, article and meaning of completion, the bye and each order, with rules that do otherwise."""
    articles = rules.articles
    byes = (
        (
            numbered.article,
            numbered.criterion.sentence,
            replace(rules, bye_criteria=tuple(one for one in rules.bye_criteria if one is not numbered)),
        )
        for numbered in rules.bye_criteria
    )
    orders = (
        *byes,
        (articles.bye_last, "bye: the largest number", replace(rules, last_of_bye=attrgetter("tpn"))),
        (articles.sets, "the order of sets of upfloaters", replace(rules, order_of_set=_largest_first)),
        (articles.identifiers, "the order of pairings", replace(rules, seats=_largest_first)),
    )
    return (
        (_COMPLETION, articles.complete, "all others can still be paired", replace(rules, completes=False)),
        *((article, article, meaning, changed) for article, meaning, changed in orders),
    )


def _largest_first(participants: UpfloatingParticipants) -> IntArray:
    return -participants.tpn


def is_decisive(paired_round: AnyUpfloatingRound, label: str) -> bool:
    """
    Whether the round would have other pairs or another bye, or none, without the criterion or with another order.

    Raise NoLegalPairingError if the round cannot be paired, KeyError if the criterion cannot be left out.
    """
    right = _pairs(paired_round.participants, paired_round.rules)
    try:
        return right != pairs_without(paired_round, label)
    except NoLegalPairingError:
        return True


def pairs_without(paired_round: AnyUpfloatingRound, label: str) -> PairsAndBye:
    """Return the pairs of numbers without the criterion, and the bye; raise as `is_decisive` does."""
    rules, participants = paired_round.rules, paired_round.participants
    if label == _REMATCH:
        return _pairs(_allow_rematches(participants, paired_round.apart), rules)
    if label == _BYE_BAR:
        return _pairs(replace(participants, bye_allowed=np.ones(participants.size, dtype=np.bool_)), rules)
    changed = {name: rules_changed for name, _, _, rules_changed in changed_orders(rules)}.get(label)
    if changed is not None:
        return _pairs(participants, changed)
    left_out = {one.label: one.criterion for one in rules.quality_criteria if one.label not in _KEPT}[label]
    return _pairs(participants, rules.without(left_out))


def _allow_rematches(participants: UpfloatingParticipants, apart: Iterable[frozenset[int]]) -> UpfloatingParticipants:
    """Allow every meeting, except of pairs of TPNs that the organiser forbids."""
    allowed = 1 - np.eye(participants.size, dtype=np.uint8)
    place = {int(tpn): at for at, tpn in enumerate(participants.tpn)}
    for pair in apart:
        first, second = sorted(pair)
        if first in place and second in place:
            allowed[place[first], place[second]] = allowed[place[second], place[first]] = 0
    return replace(participants, allowed=allowed)


def _pairs(participants: UpfloatingParticipants, text: UpfloatingEdition) -> PairsAndBye:
    pairs, bye = pair_field(participants, text, BY_MATCHING)
    tpn = participants.numbers
    return frozenset(frozenset(tpn[at] for at in pair) for pair in pairs), None if bye is None else tpn[bye]


COVERAGE = SystemCoverage(
    not_measured=("[C4] is not measured: it says what a set of upfloaters is.",),
    features=_list_features,
    find_covered=_find_covered,
)
