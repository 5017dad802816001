"""The coverage of the Dubov System: rules that decide (relaxed one by one), criteria not met, steps, colours."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING

from reference_engines.coverage import SystemCoverage, decides, forbidden_pairs_decide
from reference_engines.coverage.features import (
    FAR,
    SHARED,
    Circumstance,
    Feature,
    FeatureKind,
    Nearness,
    circumstance,
    colour_rule,
    decisive,
    step,
    unmet,
)
from reference_engines.dubov import edition
from reference_engines.dubov.round import criterion_values
from reference_engines.frame.results import GenerationStep

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from reference_engines.dubov.edition import DubovText, ScoregroupCriterion
    from reference_engines.dubov.participants import DubovScoregroup, Positions
    from reference_engines.dubov.rules import DubovRound

_ABSOLUTE = (
    "players who met do not meet again",
    "nobody has a second bye",
    "no two absolute preferences for one colour meet",
)


def features_of(text: DubovText) -> tuple[Feature, ...]:
    """Return the features of an edition."""
    articles = text.colour_articles
    return (
        *(decisive(name, article, meaning) for name, article, meaning, _ in _rules(text)),
        *(unmet(one.label, one.article, one.criterion.sentence) for one in text.criteria),
        *(step(name, meaning) for name, meaning in _steps(text)),
        *(colour_rule(article, articles.sentence(article)) for article in articles.numbers),
        *(circumstance(which) for which in (Circumstance.FORBIDDEN_PAIRS, *SHARED)),
    )


def _rules(text: DubovText) -> Iterator[tuple[str, str, str, str]]:
    """Yield name, article and meaning of each rule that can be left out, and the misreading that leaves it out."""
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
        (
            "from-the-middle",
            text.step_articles[edition.BracketStep.MIDDLE],
            edition.BracketStep.MIDDLE.value,
            "shifters-from-the-top",
        ),
        ("s1-by-aro", text.step_articles[edition.BracketStep.ARO], edition.BracketStep.ARO.value, "s1-by-tpn"),
        ("g2-by-tpn", text.generation[GenerationStep.TRANSPOSITION], "the smallest TPN first", "g2-largest-tpn"),
        ("aro-rounded", text.definition_articles[0], "AROs are rounded", "aro-not-rounded"),
    ):
        yield name, article, meaning, identifier


def _steps(text: DubovText) -> Iterator[tuple[str, str]]:
    """Yield the steps of a bracket by name, with their meanings."""
    yield "several-upfloaters", "two or more upfloaters in one bracket"
    yield "first-shift", edition.BracketStep.FIRST_SHIFT.value
    yield "second-shift", edition.BracketStep.SECOND_SHIFT.value
    yield "both-shifts", "both shifts in one bracket"
    yield "halves", "nobody has played: G1 is the upper half"
    yield "aro-zero", "S1 has a player without a game (ARO zero)"
    yield "transposition", f"G2 does not meet S1 in its order ({text.generation[GenerationStep.TRANSPOSITION]})"


def _find_covered(at: DubovRound, features: Collection[Feature]) -> Collection[Feature]:
    left_out = {name: identifier for name, _, _, identifier in _rules(at.rules)}
    kinds = {feature.kind for feature in features}
    names: set[str] = set()
    for feature in features:
        if feature.kind is FeatureKind.DECISIVE and feature.name in left_out:
            names |= {feature.name} if decides(at, left_out[feature.name]) else set()
    if FeatureKind.COLOUR in kinds:
        names |= {at.colours(game).article for game in at.expected_by_position.games}
    if FeatureKind.UNMET in kinds:
        names |= set(_unmet(at))
    if FeatureKind.STEP in kinds:
        names |= set(_taken(at))
    if any(feature.name == Circumstance.FORBIDDEN_PAIRS.value for feature in features):
        names |= {Circumstance.FORBIDDEN_PAIRS.value} if forbidden_pairs_decide(at) else set()
    return frozenset(feature for feature in features if feature.name in names)


def _unmet(at: DubovRound) -> Iterator[str]:
    for (group, _), paired in zip(groups_of(at), at.expected_by_position.trace.brackets, strict=True):
        for value in criterion_values(at.rules, group, paired):
            if any(value.value):
                yield unmet(value.label, value.article).name


def _taken(at: DubovRound) -> Iterator[str]:
    players = at.participants
    for paired in at.expected_by_position.trace.brackets:
        bracket, shifts = paired.bracket, paired.shifts
        happens = {
            "several-upfloaters": len(bracket.upfloaters) > 1,
            "first-shift": bool(shifts.first),
            "second-shift": bool(shifts.second),
            "both-shifts": bool(shifts.first and shifts.second),
            "halves": bool(players.beginners[[*bracket.g1, *bracket.g2]].all()),
            "aro-zero": {False, True} == set(players.beginners[list(paired.s1)].tolist()),
            "transposition": paired.t2 != players.sort_by_tpn(paired.t2),
        }
        yield from (name for name, happened in happens.items() if happened)


_ABOVE = (edition.COLOUR_PREFERENCE, edition.MAXIMUM_UPFLOATERS)
_PASSED_OVER, _SEVERAL = 120, 5
_LEFT_OUT, _MAXIMUM, _DIFFERENT, _OTHER = 256, 5, 20, 3


def nearness(at: DubovRound, feature: Feature) -> Nearness:
    """Measure how near a round comes to being decided by a criterion."""
    if feature.kind is not FeatureKind.DECISIVE:
        return FAR
    criterion = next((one.criterion for one in at.rules.criteria if one.label == feature.label), None)
    nearnesses = (
        list(_bracket_nearness(at, criterion)) if criterion in (edition.UPFLOATERS, edition.TIMES_UPFLOATED) else []
    )
    return max(nearnesses, key=attrgetter("strength"), default=FAR)


def groups_of(at: DubovRound) -> Iterator[tuple[DubovScoregroup, Positions]]:
    """Yield every scoregroup of the expected pairing, and the players who upfloat into it."""
    expected = at.expected_by_position
    unpaired = [position for position in range(at.players.size) if position != expected.bye]
    for paired in expected.trace.brackets:
        group = at.rules.group(at.participants, unpaired)
        yield group, paired.bracket.upfloaters
        unpaired = [position for position in group.pool if position not in paired.bracket.upfloaters]


def _bracket_nearness(at: DubovRound, criterion: ScoregroupCriterion | None) -> Iterator[Nearness]:
    scores, numbers = at.participants.scores, at.participants.numbers
    for group, taken in groups_of(at):
        if not taken:
            continue
        higher = [position for position in group.pool if scores[position] > scores[taken[-1]]]
        alike = [position for position in group.pool if scores[position] == scores[taken[-1]]]
        if criterion is edition.UPFLOATERS:
            strength, concerned = _passed_over(group, taken, higher), (*group.residents, *higher)
        else:
            strength, concerned = _differently_often(at.rules, group, alike), tuple(alike)
        if strength > 0:
            yield Nearness(strength=strength, players=tuple(numbers[position] for position in concerned))


def _passed_over(group: DubovScoregroup, taken: Positions, higher: list[int]) -> int:
    """Whether an upfloater comes from below others, so that two of these and one more might do as well."""
    if len(taken) != 1 or not higher or len(group.residents) < 3:  # noqa: PLR2004 - as many as meet three upfloaters
        return 0
    return _PASSED_OVER + _SEVERAL * len(higher)


def _differently_often(text: DubovText, group: DubovScoregroup, alike: list[int]) -> int:
    """Whether there are several maximum upfloaters of the score that is needed, and few others."""
    participants = group.participants
    if participants.is_last_round:
        return 0
    times = [int(participants.upfloats[at]) for at in alike if participants.maximum_upfloaters[at]]
    strength = _MAXIMUM * len(times) + _DIFFERENT * len({*times}) - _OTHER * (len(alike) - len(times))
    if len({*times}) > 1 and _decides_if_others_stay_out(text, group):
        return _LEFT_OUT + strength
    return max(0, strength)


def _decides_if_others_stay_out(text: DubovText, group: DubovScoregroup) -> bool:
    """Whether C9 would decide if C7 and C8, which come before it, were left out."""
    kept = tuple(one for one in text.criteria if one.criterion not in _ABOVE)
    without = tuple(one for one in kept if one.criterion is not edition.TIMES_UPFLOATED)
    return text.search.upfloaters(replace(text, criteria=kept), group) != text.search.upfloaters(
        replace(text, criteria=without), group
    )


COVERAGE = SystemCoverage(features=features_of, find_covered=_find_covered, nearness=nearness)
