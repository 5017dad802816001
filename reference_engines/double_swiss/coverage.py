"""What a round exercises: rules that decide, each found by leaving it out, criteria not met, colours, circumstances."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reference_engines.double_swiss.alterations import alterations_of
from reference_engines.double_swiss.course import laid_out
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
from reference_engines.results import Pair, PairingError, RoundPairing
from reference_engines.upfloating.assessment import assess
from reference_engines.upfloating.text import Stage

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from reference_engines.contract import Made
    from reference_engines.double_swiss.course import DoubleCourse
    from reference_engines.double_swiss.field import DoubleField
    from reference_engines.double_swiss.text import DoubleText
    from reference_engines.upfloating.rules import Pairs
    from tournaments.model import Event

    Found = tuple[frozenset[frozenset[int]], int | None]

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
"""Name, the alteration that leaves it out, and its meaning, where no criterion says it."""


def features_of(text: DoubleText) -> tuple[Feature, ...]:
    """Return what can be measured."""
    articles = {one.identifier: one.article for one in alterations_of(text)}
    sentences = {rule.label: rule.criterion.sentence for rule in text.rules}
    judged = [rule for rule in text.rules if rule.criterion.stage is not Stage.BYE]
    return (
        *(decisive(name, articles[identifier], meaning or sentences[name]) for name, identifier, meaning in _DECIDING),
        *(unmet(rule.label, rule.article, rule.criterion.sentence) for rule in judged),
        *(colour_rule(article, step.value) for article, step in text.steps),
        *(circumstance(which) for which in (Circumstance.FORBIDDEN_PAIRS, *SHARED)),
    )


def exercised(
    rules: Any, course: DoubleCourse, field: DoubleField, made: Made[Pairs], wanted: Collection[Feature]
) -> Collection[Feature]:
    """Return those of the wanted features that the round exercises."""
    names = set(_deciding(rules, course, field, made, {one.name for one in wanted}))
    if any(feature.kind is FeatureKind.UNMET for feature in wanted):
        names |= set(_unmet(rules, field, made))
    names |= {rules.decided(course, field, game).article for game in made.games}
    return frozenset(feature for feature in wanted if feature.name in names)


def _deciding(
    rules: Any, course: DoubleCourse, field: DoubleField, made: Made[Pairs], wanted: Collection[str]
) -> Iterator[str]:
    """Yield the names of the rules without which the round would be paired otherwise; colours are not looked at."""
    own, altered = _found(field, made), {one.identifier: one.rules for one in alterations_of(rules)}
    for name, identifier, _ in _DECIDING:
        if name in wanted and own != _paired_again(altered[identifier](rules), course.event, course, field):
            yield name
    free = replace(course.event, forbidden=())
    named = Circumstance.FORBIDDEN_PAIRS.value
    if named in wanted and course.event.forbidden and own != _paired_again(rules, free, course, field):
        yield named


def _paired_again(rules: Any, event: Event, course: DoubleCourse, field: DoubleField) -> Found | None:
    """Pair a round by other rules, or of another event counted in matches; None if that is impossible."""
    changed = laid_out(event, course.history, rules)
    again = rules.lay(changed, field.round_number)
    try:
        return _found(again, rules.pair(changed, again))
    except PairingError:
        return None


def _found(field: DoubleField, made: Made[Pairs]) -> Found:
    numbers = field.numbers
    pairs = frozenset(frozenset((numbers[one], numbers[other])) for one, other in made.games)
    return pairs, None if made.bye is None else numbers[made.bye]


def _unmet(rules: Any, field: DoubleField, made: Made[Pairs]) -> Iterator[str]:
    numbers = field.numbers
    pairing = RoundPairing(
        pairs=tuple(Pair(numbers[white], numbers[black]) for white, black in made.games),
        bye=None if made.bye is None else numbers[made.bye],
    )
    for step in assess(field, rules, pairing):
        for value in step.values:
            if value.label and any(value.value):
                yield unmet(value.label, value.article).name
