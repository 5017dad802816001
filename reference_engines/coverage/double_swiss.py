"""The coverage of the Double-Swiss System: rules that decide (relaxed one by one), criteria not met, colours."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reference_engines.coverage import SystemCoverage
from reference_engines.coverage.features import (
    SHARED,
    Circumstance,
    Feature,
    FeatureKind,
    circumstance,
    colour_rule,
    decisive,
    unmet,
)
from reference_engines.frame.results import PairingError, RoundPairing
from reference_engines.misreadings.double_swiss import misreadings_of
from reference_engines.upfloating.rules import assess

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from reference_engines.double_swiss.rules import DoubleRound
    from reference_engines.double_swiss.text import DoubleText
    from reference_engines.frame.rules import PreparedEvent

    PairsAndBye = tuple[frozenset[frozenset[int]], int | None]

_DECIDING = (
    ("C1", "c1-left-out", "players do not meet twice"),
    ("C2", "c2-left-out", "who may not have the bye does not get it"),
    ("C3", "c3-left-out", "all others can still be paired"),
    ("C5", "c5-left-out", ""),
    ("C6", "c6-left-out", ""),
    ("C7", "c7-left-out", ""),
    ("C8", "c8-left-out", ""),
    ("3.4.2", "bye-without-score", "bye: the lowest score"),
    ("3.4.3", "bye-without-matches", "bye: the most matches"),
    ("3.4.4", "bye-smallest-number", "bye: the largest number"),
    ("3.5.4", "sets-from-below", "the order of sets of upfloaters"),
    ("3.6.1", "seated-by-score", "upfloaters are ranked by their numbers"),
    ("last-round", "floats-in-last-round", "floats do not count in the last round"),
    ("forfeited-match", "forfeits-met", "who forfeited a match may meet again"),
)
"""Name, the misreading that leaves the rule out, and its meaning, unless a criterion states it."""


def _list_features(rules: DoubleText) -> tuple[Feature, ...]:
    """Return rules that decide, criteria not met, colour rules and circumstances."""
    articles = {one.identifier: one.article for one in misreadings_of(rules)}
    sentences = {rule.label: rule.criterion.sentence for rule in rules.quality_criteria}
    return (
        *(decisive(name, articles[identifier], meaning or sentences[name]) for name, identifier, meaning in _DECIDING),
        *(unmet(rule.label, rule.article, rule.criterion.sentence) for rule in rules.quality_criteria),
        *(colour_rule(article, step.value) for article, step in rules.steps),
        *(circumstance(which) for which in (Circumstance.FORBIDDEN_PAIRS, *SHARED)),
    )


def _find_covered(paired_round: DoubleRound, features: Collection[Feature]) -> Collection[Feature]:
    """Return the features that the round covers."""
    names = set(_deciding(paired_round, {one.name for one in features}))
    if any(feature.kind is FeatureKind.UNMET for feature in features):
        names |= set(_unmet(paired_round))
    names |= {paired_round.colours(game).article for game in paired_round.expected_by_position.games}
    return frozenset(feature for feature in features if feature.name in names)


def _deciding(paired_round: DoubleRound, features: Collection[str]) -> Iterator[str]:
    """Yield the names of the rules without which the round would have other pairs or another bye."""
    rules, event, number = paired_round.rules, paired_round.event, paired_round.number
    own = _pairs_and_bye(paired_round.expected())
    misread = {one.identifier: one.rules for one in misreadings_of(rules)}
    for name, identifier, _ in _DECIDING:
        if name in features and own != _pair_again(misread[identifier](rules).prepare(event.source, event), number):
            yield name
    named = Circumstance.FORBIDDEN_PAIRS.value
    if named in features and event.source.forbidden:
        free = rules.prepare(replace(event.source, forbidden=()), event)
        if own != _pair_again(free, number):
            yield named


def _pair_again(event: PreparedEvent, number: int) -> PairsAndBye | None:
    """Pair a round by other rules, or of another event; None if that is impossible."""
    try:
        return _pairs_and_bye(event.round(number).expected())
    except PairingError:
        return None


def _pairs_and_bye(pairing: RoundPairing) -> PairsAndBye:
    return frozenset(pair.players for pair in pairing.pairs), pairing.bye


def _unmet(paired_round: DoubleRound) -> Iterator[str]:
    for step in assess(paired_round.participants, paired_round.rules, paired_round.expected()):
        for value in step.values:
            if value.label and any(value.value):
                yield unmet(value.label, value.article).name


COVERAGE = SystemCoverage(
    not_measured=(
        "[C4] cannot be left out: it says what a set of upfloaters is. It is counted where it is not met.",
        "3.4.1 is counted with [C3]; 3.5.3 and 3.6.2 are definitions, 3.6.3 decides every bracket.",
    ),
    features=_list_features,
    find_covered=_find_covered,
)
