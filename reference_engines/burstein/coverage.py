"""What a round exercises: rules that decide, each found by leaving it out, criteria not met, colours, circumstances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.burstein.alterations import alterations_of
from reference_engines.burstein.assessment import values_of
from reference_engines.burstein.edition import Absolute
from reference_engines.features import (
    SHARED,
    Circumstance,
    Feature,
    FeatureKind,
    circumstance,
    colour_rule,
    decisive,
    unmet,
)
from reference_engines.left_out import decides, forbidden_pairs_decide

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from reference_engines.brackets.criteria import NumberedCriterion
    from reference_engines.burstein.course import BursteinCourse
    from reference_engines.burstein.edition import BursteinText
    from reference_engines.burstein.field import RankedField
    from reference_engines.burstein.round import Way
    from reference_engines.contract import Made
    from reference_engines.engine import AnyRules

_OF_INDEX = (
    ("buchholz", "index-without-buchholz", "Buchholz ranks players"),
    ("sonneborn-berger", "index-without-sonneborn-berger", "Sonneborn-Berger ranks players"),
    ("own-rounds", "index-without-unplayed", "rounds without a game are games against oneself"),
    ("absent-opponents", "index-without-exception", "zero-point byes are draws for opponents"),
)
"""Name, alteration that leaves it out, meaning."""
_OWN = (Circumstance.LIMBO, Circumstance.FORBIDDEN_PAIRS)


def features_of(text: BursteinText) -> tuple[Feature, ...]:
    """Return what can be measured under an edition, and what of the Dutch system in its seeding rounds."""
    articles = text.colour_articles
    return (
        *(decisive(*rule[:3]) for rule in _rules(text)),
        *(unmet(one.label, one.article, one.criterion.sentence) for one in _one_of_each(text)),
        *(colour_rule(article, articles.sentence(article)) for article in articles.in_order),
        *(circumstance(which) for which in (*_OWN, *SHARED)),
        *(feature for feature in text.seeding.features if feature.name not in {which.value for which in SHARED}),
    )


def _one_of_each(text: BursteinText) -> Iterable[NumberedCriterion]:
    """Return the first criterion of each label, in order."""
    found: dict[str, NumberedCriterion] = {}
    for one in text.criteria:
        found.setdefault(one.label, one)
    return found.values()


def _rules(text: BursteinText) -> Iterator[tuple[str, str, str, str]]:
    """Yield name, article and meaning of each rule that can be left out, and the alteration that does it."""
    for which in Absolute:
        printed = text.absolute(which)
        yield printed.label, printed.article, which.value, f"{printed.label.lower()}-left-out"
    left_out = {one.identifier for one in alterations_of(text)}
    for one in _one_of_each(text):
        if f"{one.label.lower()}-left-out" in left_out:
            yield one.label, one.article, one.criterion.sentence, f"{one.label.lower()}-left-out"
    for key, article in text.bye_order:
        yield article, article, f"bye: {key.value}", f"bye-without-{key.name.lower().replace('_', '-')}"
    for name, identifier, meaning in _OF_INDEX:
        yield name, text.index_article, meaning, identifier


def exercised(
    text: BursteinText,
    rules: AnyRules,
    course: BursteinCourse,
    field: RankedField,
    made: Made[Way],
    wanted: Collection[Feature],
) -> Collection[Feature]:
    """Return those of the wanted features that the round exercises; ``rules`` are those that follow the text."""
    left_out = {rule[0]: rule[3] for rule in _rules(text)}
    names: set[str] = set()
    for feature in wanted:
        if feature.kind is FeatureKind.DECISIVE and feature.name in left_out:
            names |= (
                {feature.name} if decides(rules, left_out[feature.name], course.event, course, field, made) else set()
            )
    asked = {feature.name for feature in wanted}
    if any(feature.kind is FeatureKind.COLOUR for feature in wanted):
        decisions = (rules.colours(course, field, game, made) for game in made.games)
        names |= {decision.article for decision in decisions if decision is not None}
    if any(feature.kind is FeatureKind.UNMET for feature in wanted):
        names |= {f"{label}{_UNMET}" for label in _unmet(text, made)}
    if Circumstance.LIMBO.value in asked and _somebody_floats_on(made):
        names.add(Circumstance.LIMBO.value)
    if Circumstance.FORBIDDEN_PAIRS.value in asked and forbidden_pairs_decide(rules, course.event, course, field, made):
        names.add(Circumstance.FORBIDDEN_PAIRS.value)
    return frozenset(feature for feature in wanted if feature.name in names)


_UNMET = unmet("", "").name


def _unmet(text: BursteinText, made: Made[Way]) -> set[str]:
    valued = (values_of(text, bracket, candidate) for bracket, candidate in made.way.brackets)
    return {value.label for values in valued for value in values if any(value.value)}


def _somebody_floats_on(made: Made[Way]) -> bool:
    return any(set(bracket.floating(candidate)) & set(bracket.mdps) for bracket, candidate in made.way.brackets)
