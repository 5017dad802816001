"""The coverage of the text of 2013 by a round: steps of the procedure, colour rules and circumstances."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.coverage import STEPS_ONLY, SystemCoverage
from reference_engines.coverage.dutch import GENERATION, WITHOUT_CRITERIA, floats_and_byes, list_generation_steps
from reference_engines.coverage.features import Circumstance, Feature, circumstance, colour_rule, step
from reference_engines.dutch_2013.criteria import RELAXED
from reference_engines.dutch_2013.procedure import Trace2013, generation
from reference_engines.dutch_2013.walk import StepKind2013, first_limits, walk_goal, x1_and_z1

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from reference_engines.dutch_2013.rules import Round2013, Rules2013

STEPS = {
    "A.7.d": "refused: the same strong preference in an odd round",
    "A.7.e": "refused: too many missed strong preferences (Z)",
    "A.8": "not all preferences can be met (X1, Z1)",
    "B.1.a": "refused: the two have met",
    "B.1.b": "refused: the player may not have the bye",
    "B.2": "refused: two absolute preferences for one colour",
    "B.3": "refused: scores that differ too much",
    "B.4": "refused: too many missed preferences (X)",
    "B.5": "refused: the same float as in the last round",
    "B.6": "refused: the same float as two rounds before",
    "C.1": "moved down: no opponent in the bracket",
    "C.6": "a candidate keeps all requirements",
    "C.6.b": "the MDPs are paired, the remainder follows",
    "C.9": "no pairing of the remainder: the MDPs meet others",
    "C.10.a": "an upfloat as two rounds before is accepted",
    "C.10.b": "an upfloat as in the last round is accepted",
    "C.10.c": "a downfloat as two rounds before is accepted",
    "C.10.d": "a downfloat as in the last round is accepted",
    "C.10.e": "more missed colours are accepted (X, Z)",
    "C.10.f": "a missed strong preference, odd round, is accepted",
    "C.12": "other players come down from the bracket above",
    "C.13": "lowest bracket: the bracket above pairs otherwise",
    "C.14": "the bracket yields a pair less",
    "C.14.b.2": "not all moved-down players are paired first",
    "D.4": "refused in the lowest bracket: its B.3 factor",
}
"""The steps of the procedure, by article, with their meaning."""
_TRIALS = (StepKind2013.NOT_PAIRABLE, StepKind2013.LOWERED)
"""Steps after which the procedure may turn back."""


def _list_features(rules: Rules2013) -> tuple[Feature, ...]:
    """Return steps, colour rules and circumstances."""
    articles = rules.colour_articles
    return (
        *(step(article, meaning) for article, meaning in STEPS.items()),
        *(colour_rule(article, articles.sentence(article)) for article in articles.numbers),
        *(circumstance(which) for which in (*GENERATION, *WITHOUT_CRITERIA)),
    )


def _find_covered(paired_round: Round2013, features: Collection[Feature]) -> Collection[Feature]:
    """Return the steps that a round takes, its colour rules and circumstances."""
    expected = paired_round.expected_by_position
    games = [(min(game), max(game)) for game in expected.games]
    pairs = np.array(games, dtype=np.int64).reshape(-1, 2)
    circumstances = (
        *floats_and_byes(paired_round.participants, pairs),
        *_generation_steps(expected.trace),
    )
    found = {
        *(paired_round.colours(pair).article for pair in games),
        *(which.value for which in circumstances),
        *_steps_taken(expected.trace),
        *_requirements_lowered(expected.trace),
    }
    return [feature for feature in features if feature.name in found]


def _generation_steps(trace: Trace2013) -> Iterator[Circumstance]:
    for accepted in trace.brackets:
        bracket = accepted.bracket
        upper = len(bracket.upper) if bracket.is_heterogeneous else 0
        yield from list_generation_steps(generation(bracket, accepted.pairing), upper)


def _steps_taken(trace: Trace2013) -> Iterator[str]:
    """Yield the articles of the steps; of a refused candidate, the article that refuses it."""
    for taken in trace.steps:
        if taken.kind is StepKind2013.REFUSED:
            yield taken.criterion
            if taken.criterion == "B.3" and taken.bracket == len(trace.brackets):
                yield "D.4"
        elif taken.kind not in _TRIALS:
            yield taken.article


def _requirements_lowered(trace: Trace2013) -> Iterator[str]:
    """Yield the articles that lower a requirement for the pairings with which the procedure ends."""
    for accepted in trace.brackets:
        bracket, pairing = accepted.bracket, accepted.pairing
        if any(x1_and_z1(bracket)):
            yield "A.8"
        limits = first_limits(bracket, walk_goal(bracket, pairing))
        for requirement, limit in zip(RELAXED, limits, strict=True):
            if requirement.value(bracket, pairing) > limit:
                yield requirement.lowering.value


COVERAGE = SystemCoverage(not_measured=STEPS_ONLY, features=_list_features, find_covered=_find_covered)
