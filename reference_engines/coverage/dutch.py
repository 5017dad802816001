"""The coverage of the Dutch system by a round: criteria that decide, steps of the sequence, circumstances, colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.coverage import SystemCoverage
from reference_engines.coverage.dutch_leaving_out import (
    forbidden_pairs_decide,
    is_decisive,
    relaxable_criteria,
)
from reference_engines.coverage.features import (
    Circumstance,
    Feature,
    FeatureKind,
    circumstance,
    colour_rule,
    decisive,
    unmet,
)
from reference_engines.definitions.colours import allocate
from reference_engines.dutch.assessment import criterion_values
from reference_engines.dutch.criteria import DOWN, TOPSCORER_CRITERIA, UP
from reference_engines.dutch.generation import describe_generation
from reference_engines.dutch.round_2017 import Round2017
from reference_engines.frame.results import BracketKind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from reference_engines.coverage.features import Nearness
    from reference_engines.definitions.history import IntArray
    from reference_engines.definitions.players import Players
    from reference_engines.dutch.edition import DutchText
    from reference_engines.dutch.rules import DutchRound
    from reference_engines.frame.results import Generation

GENERATION = (
    Circumstance.TRANSPOSITION,
    Circumstance.EXCHANGE,
    Circumstance.MDP_TRANSPOSITION,
    Circumstance.MDP_SELECTION,
    Circumstance.LIMBO,
)
"""The circumstances of the order of candidates."""
_BRACKET_CIRCUMSTANCES = frozenset((*GENERATION, Circumstance.COLLAPSE))
FLOATS_AND_BYES = (Circumstance.FLOAT, Circumstance.FLOAT_REPEATED, Circumstance.PAB, Circumstance.PAB_CHOICE)
WITHOUT_CRITERIA = (*FLOATS_AND_BYES, Circumstance.TOPSCORER_EXCEPTION)
"""The circumstances that any procedure can show."""


def features_of(text: DutchText) -> tuple[Feature, ...]:
    """Return the features of an edition, in the order of its articles."""
    criteria = relaxable_criteria(text)
    final = {one.label for one in text.criteria if one.criterion in TOPSCORER_CRITERIA}
    return (
        *(decisive(*criterion, needs_final_round=criterion[0] in final) for criterion in criteria),
        *(
            unmet(one.label, one.article, one.criterion.sentence, needs_final_round=one.label in final)
            for one in text.criteria
            if criteria
        ),
        *(colour_rule(article, text.colour_articles.sentence(article)) for article in text.colour_articles.numbers),
        *(circumstance(which) for which in _circumstances_of(text, has_criteria=bool(criteria))),
    )


def _circumstances_of(text: DutchText, *, has_criteria: bool) -> tuple[Circumstance, ...]:
    if not has_criteria:
        return WITHOUT_CRITERIA
    collapse = (Circumstance.COLLAPSE,) if text.procedure is Round2017 else ()
    return (*GENERATION, *collapse, *WITHOUT_CRITERIA, Circumstance.FORBIDDEN_PAIRS)


class DutchCoverage(SystemCoverage):
    """The coverage of the Dutch system by rounds."""

    def features(self, rules: DutchText) -> tuple[Feature, ...]:
        """Return criteria, colour rules, steps and circumstances."""
        return features_of(rules)

    def find_covered(self, paired_round: DutchRound, features: Collection[Feature]) -> Collection[Feature]:
        """Return the features that a round covers; a criterion that decides is found by leaving it out."""
        return frozenset(_find_covered(paired_round, features))

    def nearness(self, paired_round: DutchRound, feature: Feature) -> Nearness:
        """Measure how near a criterion is to deciding a round."""
        from reference_engines.coverage.dutch_nearness import near  # noqa: PLC0415 - only seeking needs it

        return near(paired_round, feature)


COVERAGE = DutchCoverage()


def _find_covered(at: DutchRound, features: Collection[Feature]) -> Iterator[Feature]:
    for feature in features:
        if feature.kind is FeatureKind.DECISIVE and is_decisive(at, feature.label):
            yield feature
    names = {feature.name for feature in features if feature.kind is FeatureKind.CIRCUMSTANCE}
    yield from (circumstance(which) for which in set(_circumstances(at, names)) if which.value in names)
    if any(feature.kind is FeatureKind.UNMET for feature in features):
        labels = _unmet(at)
        yield from (feature for feature in features if feature.kind is FeatureKind.UNMET and feature.label in labels)
    colours = {feature for feature in features if feature.kind is FeatureKind.COLOUR}
    if colours:
        articles = find_colour_articles(at)
        yield from (feature for feature in colours if feature.article in articles)


def _circumstances(at: DutchRound, names: set[str]) -> Iterator[Circumstance]:
    if names & {which.value for which in WITHOUT_CRITERIA}:
        yield from floats_and_byes(at.participants, _positions(at))
    if names & {which.value for which in _BRACKET_CIRCUMSTANCES}:
        yield from _bracket_circumstances(at)
    if Circumstance.FORBIDDEN_PAIRS.value in names and forbidden_pairs_decide(at):
        yield Circumstance.FORBIDDEN_PAIRS


def _positions(at: DutchRound) -> IntArray:
    """(pairs, 2) positions, the higher ranked player first."""
    pairs = [bracket.positions[list(pair)].tolist() for bracket, candidate in at.brackets for pair in candidate.pairs]
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


def floats_and_byes(players: Players, pairs: IntArray) -> Iterator[Circumstance]:
    """Yield the circumstances of floats and byes, from pairs of positions, the higher ranked player first."""
    alone = np.setdiff1d(np.arange(players.size), pairs)
    if alone.size:
        yield Circumstance.PAB
        yield Circumstance.FLOAT
        if alone[0] != players.size - 1:
            yield Circumstance.PAB_CHOICE
    higher, lower = pairs[:, 0], pairs[:, 1]
    float_ = np.zeros(players.size, dtype=np.int64)
    float_[higher] = np.sign(players.score[higher] - players.score[lower])
    float_[lower] = -float_[higher]
    if np.any(float_):
        yield Circumstance.FLOAT
    float_[alone] = DOWN
    if any(bool(np.any((float_ == before) & np.isin(before, (DOWN, UP)))) for before in players.floated):
        yield Circumstance.FLOAT_REPEATED
    if np.any((players.absolute[higher] != 0) & (players.absolute[higher] == players.absolute[lower])):
        yield Circumstance.TOPSCORER_EXCEPTION


def _bracket_circumstances(at: DutchRound) -> Iterator[Circumstance]:
    for bracket, candidate in at.brackets:
        if bracket.kind is not BracketKind.ORDINARY:
            yield Circumstance.COLLAPSE
        yield from list_generation_steps(describe_generation(bracket, candidate), bracket.mdp_count)


def list_generation_steps(generation: Generation, mdps: int) -> Iterator[Circumstance]:
    """Yield the steps of the sequence that lead to a candidate."""
    opponents = generation.key[1]
    paired = generation.key[0][: len(opponents)]
    if generation.limbo:
        yield Circumstance.LIMBO
    if paired != tuple(range(len(paired))):
        yield Circumstance.MDP_SELECTION
    if opponents != tuple(range(mdps, mdps + len(opponents))):
        yield Circumstance.MDP_TRANSPOSITION
    if generation.moved_to_s1:
        yield Circumstance.EXCHANGE
    if generation.opponents != _natural_opponents(generation):
        yield Circumstance.TRANSPOSITION


def _natural_opponents(generation: Generation) -> tuple[int, ...]:
    """Return the opponents of S1 without a transposition of S2."""
    s2 = (set(generation.s2) - set(generation.moved_to_s1)) | set(generation.moved_to_s2)
    in_order = [tpn for tpn in generation.s1 + generation.s2 if tpn in s2]
    return tuple(in_order[: len(generation.opponents)])


def _unmet(at: DutchRound) -> frozenset[str]:
    valued = (criterion_values(at.rules, bracket, candidate) for bracket, candidate in at.brackets)
    return frozenset(value.label for values in valued for value in values if any(value.value))


def find_colour_articles(at: DutchRound) -> frozenset[str]:
    """Return the articles that give the pairs of a round their colours."""
    event, articles = at.event, at.rules.colour_articles
    allocation = allocate(
        at.participants, event.history, _positions(at), event.initial_colour, articles, event.coloured
    )
    return frozenset(allocation.article)
