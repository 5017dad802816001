"""
The coverage of the Dutch system by a round: criteria that decide, steps of the sequence, circumstances, colours.

A criterion after the look-ahead decides if a lower criterion prefers another candidate. Most often a criterion above
both has already chosen. The *nearness* counts the criteria above that can stay and still leave the choice to the
criterion (see `coverage.dutch_leaving_out`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.coverage import SystemCoverage, dutch_leaving_out
from reference_engines.coverage.features import (
    FAR,
    NEAREST,
    Circumstance,
    Feature,
    FeatureKind,
    Nearness,
    circumstance,
    colour_rule,
    decisive,
    unmet,
)
from reference_engines.definitions.colours import allocate
from reference_engines.definitions.criteria import Contribution
from reference_engines.downfloating.bracket import DOWNFLOATERS
from reference_engines.dutch.assessment import criterion_values
from reference_engines.dutch.criteria import DOWN, TOPSCORER_CRITERIA, UP
from reference_engines.dutch.generation import describe_generation
from reference_engines.dutch.players_round import prepare_players
from reference_engines.dutch.rounds import Round2017, Round2026
from reference_engines.dutch.rules import DutchRound
from reference_engines.frame.results import BracketKind, Generation
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from reference_engines.definitions.history import IntArray
    from reference_engines.definitions.players import Players
    from reference_engines.downfloating.bracket import AnyArray, Bracket, BracketCriterion, Candidate
    from reference_engines.downfloating.completion import Completion
    from reference_engines.dutch.edition import DutchText, RoundProcedure

    Brackets = Iterable[tuple[Bracket, Candidate]]

_MOST_BY_BRACKETS = 50
_PULL, _LEFT_OUT = 100, 256
_LIMBO, _LIMBO_AVOIDABLE = 5, 60


def near(at: DutchRound, feature: Feature) -> Nearness:
    """
    Measure how near a round is to exercising a feature; features other than criteria are far.

    A criterion on topscorers is measured as if the round were the last.
    """
    if feature.kind not in (FeatureKind.DECISIVE, FeatureKind.UNMET):
        return FAR
    if feature.needs_final_round and at.number != at.event.event.rounds_declared:
        if not _some_are_wide(at):
            return FAR
        at = _as_the_last(at)
    return nearness(at, feature.label)


def _as_the_last(at: DutchRound) -> DutchRound:
    """Return the round of an event that ends with it."""
    ending = replace(at.event.event, rounds_declared=at.number)
    return DutchRound(rules=at.rules, event=prepare_players(ending, at.rules), number=at.number)


def _some_are_wide(at: DutchRound) -> bool:
    """Whether two players with a wide colour difference in one direction could be topscorers."""
    players = at.participants
    scores_enough = 2 * players.score > at.event.event.scoring.win * (players.round_number - 1)
    difference = players.colour_difference[scores_enough]
    return int((difference > 1).sum()) > 1 or int((difference < -1).sum()) > 1


def nearness(at: DutchRound, label: str) -> Nearness:
    """
    Measure how near a criterion is to deciding a round.

    Each bracket counts 1 if some candidate could have another value than zero, and 2 if the best one has; much more if
    the criterion would decide were it not for some of those above it, the more the fewer they are. For criteria on
    topscorers brackets count in which wide colour differences clash. For the number of downfloaters brackets count from
    which a player floats on who could be paired. Raise NoLegalPairingError where the round has no pairing.
    """
    if label in dutch_leaving_out.ABSOLUTE:
        return FAR
    criterion, own = dutch_leaving_out.criterion_of(at.rules, label), at.brackets
    decides = criterion not in at.rules.objective.after and dutch_leaving_out.is_decisive(at, label)
    if criterion is DOWNFLOATERS:
        near = _downfloater_nearness(at)
        return replace(near, strength=NEAREST) if decides else near
    if decides:
        return Nearness(strength=NEAREST)
    concerned = [
        (bracket, candidate) for bracket, candidate in own if dutch_leaving_out.can_be_violated(criterion, bracket)
    ]
    strength = sum(2 if any(bracket.value(criterion, candidate)) else 1 for bracket, candidate in concerned)
    if criterion in TOPSCORER_CRITERIA:
        clash, wide = _topscorer_nearness(own)
        if not concerned:
            return Nearness(strength=min(clash, _MOST_BY_BRACKETS), players=wide)
        strength = _MOST_BY_BRACKETS // 2 + strength + clash // 2
    if not concerned:
        return FAR
    strength = min(strength, _MOST_BY_BRACKETS) + _choice(at, criterion, concerned)
    players = (tpn for bracket, _ in concerned for tpn in bracket.players.tpn[bracket.positions].tolist())
    return Nearness(strength=strength, players=tuple(sorted(players)))


class _Contest(FrozenStruct, frozen=True, kw_only=True):
    """One bracket, and a criterion that may decide it among others."""

    rules: Round2026 | Round2017
    bracket: Bracket
    own: Candidate
    completion: Completion
    criterion: BracketCriterion

    def strength(self) -> int:
        """
        Return the less the more of the other criteria must be left out before the criterion decides.

        Those below come first: against them it has to decide. For topscorers' sake none is presumed where that fails.
        """
        after = self.rules.objective.after
        place = after.index(self.criterion)
        idle = tuple(other for other in after if not dutch_leaving_out.can_be_violated(other, self.bracket))
        above, below = after[:place][::-1], after[place + 1 :][::-1]
        if self.decides((*idle, *below)):
            kept = self._keep_criteria((*idle, *below), above)
        elif self.criterion in TOPSCORER_CRITERIA and self.decides(idle):
            kept = self._keep_criteria(idle, (*above, *below))
        else:
            return _PULL * self._is_pulled(below)
        left_out = len(set(after) - set(kept) - {self.criterion})
        if not left_out:
            return NEAREST
        return _PULL + (_LEFT_OUT >> left_out) if self._is_pulled(below) else _LEFT_OUT >> (left_out + 2)

    def _is_pulled(self, below: tuple[BracketCriterion, ...]) -> bool:
        """
        Whether a criterion below could ask for another candidate.

        If every violation of the criterion also violates a criterion below, another criterion below must be violated.
        """
        is_implied = any(_is_implied(self.criterion, other, self.bracket) for other in below)
        return not is_implied or any(any(self.bracket.value(other, self.own)) for other in below)

    def _keep_criteria(
        self, start: tuple[BracketCriterion, ...], more: tuple[BracketCriterion, ...]
    ) -> tuple[BracketCriterion, ...]:
        """Add further criteria in order, as long as the criterion still decides."""
        criteria = start
        for criterion in more:
            if criterion not in criteria and self.decides((*criteria, criterion)):
                criteria = (*criteria, criterion)
        return criteria

    def decides(self, rest: tuple[BracketCriterion, ...]) -> bool:
        """Whether the criterion would decide if only it and the rest followed the look-ahead."""
        return self._candidate((self.criterion, *rest)) != self._candidate(rest)

    def _candidate(self, features: tuple[BracketCriterion, ...]) -> Candidate:
        objective = self.rules.objective
        ordered = tuple(criterion for criterion in objective.after if criterion in features)
        rules = replace(self.rules, objective=replace(objective, after=ordered))
        return rules.pair_again(self.bracket, self.completion)


def _is_implied(criterion: BracketCriterion, other: BracketCriterion, bracket: Bracket) -> bool:
    """Whether every violation of a criterion in a bracket also violates another criterion."""
    one, another = (rule.contribution(bracket) or Contribution(bound=0) for rule in (criterion, other))
    everybody = np.ones(bracket.size, dtype=np.bool_)
    return _covers(one.pairs, another.pairs, bracket.allowed) and _covers(one.floats, another.floats, everybody)


def _covers(broken: AnyArray | None, also: AnyArray | None, where: AnyArray) -> bool:
    if broken is None or not np.any(broken[where]):
        return True
    return also is not None and not np.any((broken != 0) & (also == 0) & where)


def _choice(at: DutchRound, criterion: BracketCriterion, concerned: Brackets) -> int:
    """Return the greatest nearness of the criterion in these brackets."""
    rules = at.rules.round_rules(at.participants)
    if not isinstance(rules, (Round2026, Round2017)) or criterion not in rules.objective.after:
        return 0
    completion = rules.completion()
    contests = (
        _Contest(rules=rules, bracket=bracket, own=candidate, completion=completion, criterion=criterion)
        for bracket, candidate in concerned
        if bracket.kind is BracketKind.ORDINARY
    )
    return max((contest.strength() for contest in contests), default=0)


def _downfloater_nearness(at: DutchRound) -> Nearness:
    """
    Count the moved-down players who float on and have opponents in the bracket, and more where completion decides.

    More downfloaters with lower scores would be preferred to such a player, and only completion can demand the player:
    within a bracket, a largest set of pairs can include every player who can be paired at all. The round is nearest
    where the rest of it could be paired with such a pair.
    """
    rules = at.rules.round_rules(at.participants)
    completion = rules.completion() if isinstance(rules, (Round2026, Round2017)) else None
    strength = 0
    players: set[int] = set()
    for bracket, candidate in at.brackets:
        for place in candidate.downfloaters:
            opponents = np.flatnonzero(bracket.allowed[place]).tolist() if place < bracket.mdp_count else ()
            if not opponents or not _completion_binds(rules, bracket):
                continue
            players.update(bracket.take(bracket.players.tpn).tolist(), bracket.players.tpn[bracket.last :].tolist())
            could_be = completion and any(_can_pair(bracket, place, opponent, completion) for opponent in opponents)
            strength += _LIMBO_AVOIDABLE if could_be else _LIMBO
    completed = dutch_leaving_out.completion_is_decisive(at)
    strength = min(strength * (1 + completed), NEAREST // 4) + completed
    return Nearness(strength=strength, players=tuple(sorted(players)))


def _completion_binds(rules: RoundProcedure, bracket: Bracket) -> bool:
    """Whether completion can demand more downfloaters of the bracket: in 2017, of the PPB alone."""
    return bracket.kind is BracketKind.PENULTIMATE if isinstance(rules, Round2017) else not bracket.is_last


def _can_pair(bracket: Bracket, place: int, opponent: int, completion: Completion) -> bool:
    """Whether all other players can be paired if these two are a pair."""
    rest = [position for at, position in enumerate(bracket.positions.tolist()) if at not in (place, opponent)]
    return bool(completion.can_complete(rest, bracket.last))


def _topscorer_nearness(own: Brackets) -> tuple[int, tuple[int, ...]]:
    """
    Count the brackets with two wide colour differences in one direction, and return their players.

    They count more where a player must miss that colour, and most where the other candidates strongly prefer it.
    """
    found = 0
    wide_ones: list[int] = []
    for bracket, _ in own:
        difference, wishes = bracket.take(bracket.players.colour_difference), bracket.take(bracket.players.preference)
        tpn = bracket.take(bracket.players.tpn)
        for colour in (1, -1):
            wide, strong = colour * difference > 1, int((colour * difference == 1).sum())
            is_missed = 2 * int((wishes == -colour).sum()) > bracket.size
            wide_ones += tpn[wide].tolist()
            if wide.sum() > 1 and 2 * bracket.score[0] > bracket.players.score[0]:
                found += 5 + 15 * is_missed * (1 + min(strong, 2))
            elif wide.any():
                found += 1
    return found, tuple(sorted(wide_ones))


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
    criteria = dutch_leaving_out.relaxable_criteria(text)
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


def _collect_covered(paired_round: DutchRound, features: Collection[Feature]) -> Collection[Feature]:
    """Return the features that a round covers; a criterion that decides is found by leaving it out."""
    return frozenset(_find_covered(paired_round, features))


def _find_covered(at: DutchRound, features: Collection[Feature]) -> Iterator[Feature]:
    for feature in features:
        if feature.kind is FeatureKind.DECISIVE and dutch_leaving_out.is_decisive(at, feature.label):
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
    if Circumstance.FORBIDDEN_PAIRS.value in names and dutch_leaving_out.forbidden_pairs_decide(at):
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


COVERAGE = SystemCoverage(features=features_of, find_covered=_collect_covered, nearness=near)
