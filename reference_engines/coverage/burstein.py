"""The coverage of the Burstein System by a round: rules that decide, unmet criteria, colours, circumstances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.burstein.edition import Absolute, BursteinText
from reference_engines.burstein.round import criterion_values
from reference_engines.coverage import SystemCoverage, decides, features_of, forbidden_pairs_decide
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
from reference_engines.misreadings.burstein import misreadings_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from reference_engines.burstein.rules import BursteinRound
    from reference_engines.downfloating.bracket import NumberedBracketCriterion

_OF_INDEX = (
    ("buchholz", "index-without-buchholz", "Buchholz ranks players"),
    ("sonneborn-berger", "index-without-sonneborn-berger", "Sonneborn-Berger ranks players"),
    ("own-rounds", "index-without-unplayed", "rounds without a game are games against oneself"),
    ("absent-opponents", "index-without-exception", "zero-point byes are draws for opponents"),
)
"""Name, misreading that leaves it out, meaning."""
_OWN = (Circumstance.LIMBO, Circumstance.FORBIDDEN_PAIRS)


def _list_features(rules: BursteinText) -> tuple[Feature, ...]:
    """Return criteria, colour rules and circumstances; then those of the Dutch system in seeding rounds."""
    articles, shared = rules.colour_articles, {which.value for which in SHARED}
    return (
        *(decisive(*rule[:3]) for rule in _rules(rules)),
        *(unmet(one.label, one.article, one.criterion.sentence) for one in _labelled_criteria(rules)),
        *(colour_rule(article, articles.sentence(article)) for article in articles.numbers),
        *(circumstance(which) for which in (*_OWN, *SHARED)),
        *(feature for feature in features_of(rules.seeding) if feature.name not in shared),
    )


def _labelled_criteria(text: BursteinText) -> Iterable[NumberedBracketCriterion]:
    """Return the first criterion of each label, in order."""
    numbered_by_label: dict[str, NumberedBracketCriterion] = {}
    for numbered in text.criteria:
        numbered_by_label.setdefault(numbered.label, numbered)
    return numbered_by_label.values()


def _rules(text: BursteinText) -> Iterator[tuple[str, str, str, str]]:
    """Yield name, article and meaning of each rule that can be left out, and the misreading that leaves it out."""
    for which in Absolute:
        printed = text.absolute(which)
        yield printed.label, printed.article, which.value, f"{printed.label.lower()}-left-out"
    left_out = {one.identifier for one in misreadings_of(text)}
    for one in _labelled_criteria(text):
        if f"{one.label.lower()}-left-out" in left_out:
            yield one.label, one.article, one.criterion.sentence, f"{one.label.lower()}-left-out"
    for key, article in text.bye_order:
        yield article, article, f"bye: {key.value}", f"bye-without-{key.name.lower().replace('_', '-')}"
    for name, identifier, meaning in _OF_INDEX:
        yield name, text.index_article, meaning, identifier


def _find_covered(at: BursteinRound, features: Collection[Feature]) -> Collection[Feature]:
    left_out = {rule[0]: rule[3] for rule in _rules(at.rules)}
    names: set[str] = set()
    for feature in features:
        if feature.kind is FeatureKind.DECISIVE and feature.name in left_out:
            names |= {feature.name} if decides(at, left_out[feature.name]) else set()
    asked = {feature.name for feature in features}
    if any(feature.kind is FeatureKind.COLOUR for feature in features):
        names |= {at.colours(game).article for game in at.expected_by_position.games}
    if any(feature.kind is FeatureKind.UNMET for feature in features):
        names |= {f"{label}{_UNMET}" for label in _unmet(at)}
    if Circumstance.LIMBO.value in asked and _somebody_floats_on(at):
        names.add(Circumstance.LIMBO.value)
    if Circumstance.FORBIDDEN_PAIRS.value in asked and forbidden_pairs_decide(at):
        names.add(Circumstance.FORBIDDEN_PAIRS.value)
    return frozenset(feature for feature in features if feature.name in names)


_UNMET = unmet("", "").name


def _unmet(at: BursteinRound) -> set[str]:
    brackets = at.expected_by_position.trace.brackets
    valued = (criterion_values(at.rules, bracket, candidate) for bracket, candidate in brackets)
    return {value.label for values in valued for value in values if any(value.value)}


def _somebody_floats_on(at: BursteinRound) -> bool:
    brackets = at.expected_by_position.trace.brackets
    return any(set(bracket.downfloater_positions(candidate)) & set(bracket.mdps) for bracket, candidate in brackets)


COVERAGE = SystemCoverage(features=_list_features, find_covered=_find_covered)
