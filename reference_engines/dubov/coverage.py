"""What a round exercises: rules that decide, each found by leaving it out, criteria not met, steps, colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.dubov.assessment import values_of
from reference_engines.dubov.edition import Step
from reference_engines.dubov.nearness import groups_of
from reference_engines.features import (
    SHARED,
    Circumstance,
    Feature,
    FeatureKind,
    circumstance,
    colour_rule,
    decisive,
    step,
    unmet,
)
from reference_engines.left_out import decides, forbidden_pairs_decide
from reference_engines.results import GenerationStep

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from reference_engines.contract import Made
    from reference_engines.dubov.course import DubovCourse
    from reference_engines.dubov.edition import DubovText
    from reference_engines.dubov.field import DubovField
    from reference_engines.dubov.round import Way
    from reference_engines.engine import AnyRules

_ABSOLUTE = (
    "players who met do not meet again",
    "nobody has a second bye",
    "no two absolute preferences for one colour meet",
)


def features_of(text: DubovText) -> tuple[Feature, ...]:
    """Return what can be measured under an edition."""
    articles = text.colour_articles
    return (
        *(decisive(name, article, meaning) for name, article, meaning, _ in _rules(text)),
        *(unmet(one.label, one.article, one.criterion.sentence) for one in text.criteria),
        *(step(name, meaning) for name, meaning in _steps(text)),
        *(colour_rule(article, articles.sentence(article)) for article in articles.in_order),
        *(circumstance(which) for which in (Circumstance.FORBIDDEN_PAIRS, *SHARED)),
    )


def _rules(text: DubovText) -> Iterator[tuple[str, str, str, str]]:
    """Yield name, article and meaning of each rule that can be left out, and the alteration that does it."""
    for number, (meaning, article) in enumerate(zip(_ABSOLUTE, text.absolute_articles, strict=True), start=1):
        yield f"C{number}", article, meaning, f"c{number}-left-out"
    yield "C4", text.completion_article, "the rest of the round can be paired", "c4-left-out"
    for one in text.criteria:
        yield one.label, one.article, one.criterion.sentence, f"{one.label.lower()}-left-out"
    for key, article in text.bye_order:
        yield article, article, f"bye: {key.value}", f"bye-without-{key.name.lower().replace('_', '-')}"
    for name, article, meaning, identifier in (
        ("last-round", text.criteria[-1].article, "C8 to C10 are not asked of it", "last-round-like-others"),
        ("upfloaters-by-tpn", text.generation[GenerationStep.UPFLOATERS], "the smallest TPN", "upfloaters-largest-tpn"),
        ("white-seekers-by-aro", text.generation[GenerationStep.SHIFTERS], "shifters by ARO", "shifters-by-tpn"),
        ("from-the-middle", text.step_articles[Step.MIDDLE], Step.MIDDLE.value, "shifters-from-the-top"),
        ("s1-by-aro", text.step_articles[Step.ARO], Step.ARO.value, "s1-by-tpn"),
        ("g2-by-tpn", text.generation[GenerationStep.TRANSPOSITION], "the smallest TPN first", "g2-largest-tpn"),
        ("aro-rounded", text.definition_articles[0], "AROs are rounded", "aro-not-rounded"),
    ):
        yield name, article, meaning, identifier


def _steps(text: DubovText) -> Iterator[tuple[str, str]]:
    """Yield what can happen in a bracket, by name, with its meaning."""
    yield "several-upfloaters", "two or more upfloaters in one bracket"
    yield "first-shift", Step.FIRST_SHIFT.value
    yield "second-shift", Step.SECOND_SHIFT.value
    yield "both-shifts", "both shifts in one bracket"
    yield "halves", "nobody has played: G1 is the upper half"
    yield "transposition", f"G2 does not meet S1 in its order ({text.generation[GenerationStep.TRANSPOSITION]})"


def exercised(
    text: DubovText,
    rules: AnyRules,
    course: DubovCourse,
    field: DubovField,
    made: Made[Way],
    wanted: Collection[Feature],
) -> Collection[Feature]:
    """Return those of the wanted features that the round exercises; ``rules`` are those that follow the text."""
    left_out = {name: identifier for name, _, _, identifier in _rules(text)}
    kinds = {feature.kind for feature in wanted}
    names: set[str] = set()
    for feature in wanted:
        if feature.kind is FeatureKind.DECISIVE and feature.name in left_out:
            names |= (
                {feature.name} if decides(rules, left_out[feature.name], course.event, course, field, made) else set()
            )
    if FeatureKind.COLOUR in kinds:
        decisions = (rules.colours(course, field, game, made) for game in made.games)
        names |= {decision.article for decision in decisions if decision is not None}
    if FeatureKind.UNMET in kinds:
        names |= set(_unmet(text, field, made))
    if FeatureKind.STEP in kinds:
        names |= set(_taken(field, made))
    if any(feature.name == Circumstance.FORBIDDEN_PAIRS.value for feature in wanted):
        found = forbidden_pairs_decide(rules, course.event, course, field, made)
        names |= {Circumstance.FORBIDDEN_PAIRS.value} if found else set()
    return frozenset(feature for feature in wanted if feature.name in names)


def _unmet(text: DubovText, field: DubovField, made: Made[Way]) -> Iterator[str]:
    for (group, _), paired in zip(groups_of(text, field, made), made.way.brackets, strict=True):
        for value in values_of(text, group, paired):
            if any(value.value):
                yield unmet(value.label, value.article).name


def _taken(field: DubovField, made: Made[Way]) -> Iterator[str]:
    for paired in made.way.brackets:
        bracket, shifts = paired.bracket, paired.shifts
        happens = {
            "several-upfloaters": len(bracket.upfloaters) > 1,
            "first-shift": bool(shifts.first),
            "second-shift": bool(shifts.second),
            "both-shifts": bool(shifts.first and shifts.second),
            "halves": bool(field.beginners[[*bracket.g1, *bracket.g2]].all()),
            "transposition": paired.t2 != field.by_tpn(paired.t2),
        }
        yield from (name for name, happened in happens.items() if happened)
