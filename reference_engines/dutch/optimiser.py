"""
The best candidate of a bracket, by matching: the candidate with which the walk of Article 3 (section B) ends.

A bracket is solved as a perfect matching of its players and *float targets*, which take the downfloaters. The targets
are anonymous if the number of downfloaters is fixed. They are the players below if the downfloaters must leave these a
pairing.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from itertools import chain, product
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from reference_engines import packing
from reference_engines.definitions.criteria import Contribution
from reference_engines.downfloating.bracket import DOWNFLOATER_SCORES, DOWNFLOATERS, Candidate, candidate_of_mates
from reference_engines.downfloating.completion import FloatTargets, anonymous_targets
from reference_engines.dutch.criteria import DOWNFLOATER_CRITERIA, JUDGING_FLOATERS_ALONE
from reference_engines.dutch.generation import (
    AS_PRINTED,
    describe_generation,
    exchange_on_record,
    exchange_order,
    renumber_remainder,
)
from reference_engines.matching import first_best, is_proving, staged_matching
from tournaments.frozen import FrozenStruct, cached_property

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from reference_engines.downfloating.bracket import Bracket, BracketCriterion
    from reference_engines.dutch.generation import Displacement, GenerationOrder, Recorded
    from reference_engines.matching import Decision as Vertices
    from reference_engines.matching_proofs import Mates

    Solver = Callable[[NDArray[np.int64], NDArray[np.int32], range], Mates | None]
    """A solver like `first_best`, of costs, decisions, and the vertices to settle."""


class LookAheadGoal(Enum):
    """A goal of the look-ahead to the following bracket."""

    NUMBER = "few downfloaters"
    SCORES = "low scores of the downfloaters"

    @property
    def criterion(self) -> BracketCriterion:
        """The criterion for the same goal when that bracket is paired."""
        return DOWNFLOATERS if self is LookAheadGoal.NUMBER else DOWNFLOATER_SCORES


class Objective(FrozenStruct, frozen=True, kw_only=True, dict=True):
    """The criteria of an edition in order, cut at its look-ahead into what outranks it and what follows."""

    before: tuple[BracketCriterion, ...]
    after: tuple[BracketCriterion, ...]
    looks_ahead: bool = True
    """Whether the edition has a criterion on the following bracket ([C8]; C.7)."""
    look_ahead_goals: tuple[LookAheadGoal, ...] = tuple(LookAheadGoal)
    """The goals of that criterion, in descending priority."""
    places_bye: bool = True
    """Whether the edition has a criterion on the score of the bye's assignee ([C5])."""
    order: GenerationOrder = AS_PRINTED
    sufficient: tuple[BracketCriterion, ...] | None = None
    """The criteria after the look-ahead that a perfect candidate fulfils, to be accepted at once; None: all (3.4.1)."""

    @cached_property
    def of_sufficient(self) -> Objective:
        """The objective of the criteria that a perfect candidate fulfils."""
        after = tuple(rule for rule in self.after if rule in (self.sufficient or ()))
        return replace(self, after=after, sufficient=None)

    @cached_property
    def of_all(self) -> Objective:
        """The objective by which the best candidate is chosen where no candidate is perfect (3.8)."""
        return replace(self, sufficient=None)

    def is_perfect(self, bracket: Bracket, candidate: Candidate) -> bool:
        """Whether a candidate fulfils all criteria after the look-ahead."""
        return not any(any(bracket.value(rule, candidate)) for rule in self.after)

    @cached_property
    def leading(self) -> tuple[BracketCriterion, ...]:
        """The first criterion, if it settles the number of downfloaters."""
        return tuple(rule for rule in (self.before + self.after)[:1] if rule in DOWNFLOATER_CRITERIA)

    @cached_property
    def leading_objective(self) -> Objective:
        """The objective of the leading criterion alone."""
        return Objective(before=self.leading, after=())

    @cached_property
    def begins_with_number_and_scores(self) -> bool:
        """Whether the number of downfloaters is the first criterion, and their scores are the second ([C6], [C7])."""
        leading = self.before if self.looks_ahead else self.before + self.after  # the look-ahead comes between
        return leading[:2] == (DOWNFLOATERS, DOWNFLOATER_SCORES)

    @cached_property
    def without_downfloaters(self) -> Objective:
        """The objective without the criteria on no more than the number and the scores of downfloaters."""
        return self._without(DOWNFLOATER_CRITERIA)

    @cached_property
    def without_floaters(self) -> Objective:
        """The objective of a bracket in which every player is paired."""
        return self._without(JUDGING_FLOATERS_ALONE)

    def _without(self, criteria: Sequence[BracketCriterion]) -> Objective:
        before, after = (tuple(rule for rule in rules if rule not in criteria) for rules in (self.before, self.after))
        return replace(self, before=before, after=after)

    def look_ahead_value(self, number: int, scores: Sequence[int]) -> tuple[int, ...]:
        """Return the value of leaving that number of players, with these scores, unpaired in the following bracket."""
        parts = {LookAheadGoal.NUMBER: (number,), LookAheadGoal.SCORES: tuple(sorted(scores, reverse=True))}
        return tuple(chain.from_iterable(parts[goal] for goal in self.look_ahead_goals))


Contributions = list[tuple[str, Contribution]]
"""By the name of the criterion, most important first."""


class BracketProblem(FrozenStruct, frozen=True, kw_only=True, dict=True):
    """The matching problem that decides a bracket."""

    bracket: Bracket
    targets: FloatTargets
    objective: Objective

    @cached_property
    def contributions(self) -> tuple[Contributions, Contributions]:
        """What criteria before and after the look-ahead count, as far as candidates can differ in it."""
        bracket, targets, objective = self.bracket, self.targets, self.objective
        if targets.is_filled and bracket.has_one_score:
            objective = objective.without_downfloaters  # these are as many and of the same score in every candidate
        if not targets.size:
            objective = objective.without_floaters
        return _contributions(objective.before, bracket), _contributions(objective.after, bracket)

    @property
    def terms(self) -> list[packing.Term]:
        """The terms of the problem, most important first."""
        before, after = self.contributions
        terms = [term for _, counted in before for term in packing.contribution_terms(counted)]
        if self.targets.look_ahead:
            number, scores = self.targets.look_ahead[:1], self.targets.look_ahead[1:]
            for goal in self.objective.look_ahead_goals:
                terms += number if goal is LookAheadGoal.NUMBER else scores
        terms += [term for _, counted in after for term in packing.contribution_terms(counted)]
        return terms

    def packed(self) -> packing.Packed:
        """Return the costs of the criteria, without the order of generation."""
        return packing.pack(self.terms, self.present)

    @property
    def present(self) -> packing.Present:
        """The edges of the problem."""
        return packing.Present(within=self.bracket.allowed, between=self.targets.between, among=self.targets.among)


def _contributions(criteria: Sequence[BracketCriterion], bracket: Bracket) -> Contributions:
    counted = [(rule.name, rule.contribution(bracket)) for rule in criteria]
    return [(name, contribution) for name, contribution in counted if contribution is not None]


def best_candidate(bracket: Bracket, targets: FloatTargets, objective: Objective) -> Candidate | None:
    """Return the first generated of the best candidates; None if the targets cannot take the downfloaters."""
    if objective.sufficient is not None:
        candidate = best_candidate(bracket, targets, objective.of_sufficient)
        if candidate is None or objective.of_sufficient.is_perfect(bracket, candidate):
            return candidate
        return best_candidate(bracket, targets, objective.of_all)
    if targets.is_filled:
        only = _only_candidate(bracket, targets)
        if only is not None:
            return only
    problem = BracketProblem(bracket=bracket, targets=targets, objective=objective)
    if targets.is_filled and bracket.has_one_score:
        perfect = _perfect_candidate(problem)
        if perfect is not None:
            return perfect
    return solve_by_kernel(problem)


def solve_by_kernel(problem: BracketProblem) -> Candidate | None:
    """Return the first generated of the best candidates in one call of the kernel, where the order of steps allows."""
    bracket, targets, order = problem.bracket, problem.targets, problem.objective.order
    if is_proving() or not order.is_staged:
        return solve_problem(problem, first_best)
    mates = staged_matching(
        packing.cut_levels(problem.terms, bracket.size + targets.size),
        problem.present,
        bracket.mdp_count,
        order.of_remainder,
        fills_outside=targets.is_filled,
    )
    if mates is None:
        return None
    return Candidate(
        pairs=tuple([(place, mate) for place, mate in enumerate(mates) if mate > place]),
        downfloaters=tuple([place for place, mate in enumerate(mates) if mate < 0]),
    )


def solve_problem(problem: BracketProblem, solve: Solver) -> Candidate | None:
    """Return the first generated of the best candidates by matching alone."""
    bracket, targets, packed = problem.bracket, problem.targets, problem.packed()
    steps = _Steps(bracket, problem.objective.order, solve)
    if bracket.is_homogeneous and targets.is_filled:
        return steps.remainder(packed, targets.size, range(bracket.size), (bracket.size - targets.size) // 2)
    if not problem.objective.order.pairs_mdps_first:
        pairs = steps.most_pairs(packed, targets)
        return None if pairs is None else steps.remainder(packed, targets.size, range(bracket.size), pairs)
    return steps.bracket(packed, targets)


def _only_candidate(bracket: Bracket, targets: FloatTargets) -> Candidate | None:
    """Return the candidate of players who all float, or of two who may meet; None if there is a choice."""
    size = bracket.size
    if size == targets.size and targets.between.all():
        return Candidate(pairs=(), downfloaters=tuple(range(size)))
    if size == 2 and not targets.size and bracket.allowed[0, 1]:  # noqa: PLR2004 -- a pair
        return Candidate(pairs=((0, 1),), downfloaters=())
    return None


def require_candidate(candidate: Candidate | None) -> Candidate:
    """Return the candidate, which every bracket of a completable round has."""
    if candidate is None:
        raise AssertionError("a round that can be completed has a candidate in every bracket")
    return candidate


def _perfect_candidate(problem: BracketProblem) -> Candidate | None:
    """
    Return the candidate without any alteration if it is perfect and so accepted immediately (3.4.1; B.4).

    The candidate is generated first, and has the value zero by every criterion that outranks the order of generation.
    """
    bracket, targets = problem.bracket, problem.targets
    if not problem.objective.order.starts_unaltered:
        return None
    count = (bracket.size - targets.size) // 2
    pairs = [(place, place + count) for place in range(count)]
    allowed = bracket.allowed
    if not all(allowed[pair] for pair in pairs) or not targets.between[:, 2 * count :].all():
        return None
    floating = range(2 * count, bracket.size)
    before, after = problem.contributions
    if any(counted.counts(pairs, floating) for _, counted in (*before, *after)):
        return None
    return Candidate(pairs=tuple(pairs), downfloaters=tuple(floating))


def pair_ignoring_lower_brackets(bracket: Bracket, objective: Objective) -> Candidate:
    """Return the best candidate of a bracket if its downfloaters may go anywhere."""
    count = max(bracket.size % 2, bracket.mdp_count - bracket.resident_count)
    while (candidate := best_candidate(bracket, anonymous_targets(count, bracket.size), objective)) is None:
        count += 2
    return candidate


_MOST_MDP_PAIRINGS = 120
"""MDP-pairings that are compared if something outranks their order; with more of them, nothing does."""


class _Steps(FrozenStruct, frozen=True):
    """The steps of generation, each settled before the next."""

    posed: Bracket
    order: GenerationOrder
    solve: Solver

    def bracket(self, packed: packing.Packed, targets: FloatTargets) -> Candidate | None:
        """Settle the set of MDPs (4.4; D.3), then their opponents (4.2; D.1), then the remainder."""
        bracket = self.posed
        mdps, vertices = bracket.mdp_count, packed.costs.shape[1]
        residents = targets.size + mdps
        mates = self._mdps(packed, range(targets.size, residents), range(residents, vertices))
        if mates is None:
            return None
        found = self._bracket_of(packed, targets, mates)
        if not self.order.before_mdp_pairings or not mdps:
            return found
        others = self._other_mdp_pairings(packed, targets, found)
        return min((found, *others), key=lambda one: describe_generation(bracket, one, self.order).key)

    def _other_mdp_pairings(
        self, packed: packing.Packed, targets: FloatTargets, first: Candidate
    ) -> Iterator[Candidate]:
        """Yield the candidates with the same MDPs paired otherwise, as far as they are as good by all criteria."""
        bracket = self.posed
        opponent = {mdp: mate for mdp, mate in first.pairs if mdp < bracket.mdp_count}
        choices = [np.flatnonzero(bracket.allowed[mdp]).tolist() for mdp in opponent]
        if prod(map(len, choices)) > _MOST_MDP_PAIRINGS:
            return
        for opponents in product(*choices):
            fixed = [
                (mdp + targets.size, mate + targets.size, mate + targets.size + 1)
                for mdp, mate in zip(opponent, opponents, strict=True)
            ]
            if len(set(opponents)) < len(opponents) or opponents == tuple(opponent.values()):
                continue
            mates = self.solve(packed.costs, packing.decision_rows(fixed), range(0))
            if mates is not None and all(mates[mdp] == mate for mdp, mate, _ in fixed):
                yield self._bracket_of(packed, targets, mates)

    def _bracket_of(self, packed: packing.Packed, targets: FloatTargets, mates: Mates) -> Candidate:
        """Return the first candidate with the MDP-pairing of a matching."""
        bracket, mdps = self.posed, self.posed.mdp_count
        mate_of = [mate - targets.size for mate in mates[targets.size :].tolist()]
        opponent = {mdp: mate for mdp, mate in enumerate(mate_of[:mdps]) if mate >= mdps}
        limbo = [mdp for mdp in range(mdps) if mdp not in opponent]
        remainder = self.order.remainder(range(mdps, bracket.size), list(opponent.values()))
        paired = [place for place in remainder if mate_of[place] >= mdps]
        candidate = _forced_candidate(remainder, paired) if targets.is_filled else None
        if candidate is None:
            rest = _remainder_of(packed, targets.size, limbo, remainder)
            candidate = require_candidate(self.remainder(rest, targets.size + len(limbo), remainder, len(paired) // 2))
        return Candidate(
            pairs=tuple(sorted([*opponent.items(), *((min(pair), max(pair)) for pair in candidate.pairs)])),
            downfloaters=tuple(sorted([*limbo, *candidate.downfloaters])),
        )

    def most_pairs(self, packed: packing.Packed, targets: FloatTargets) -> int | None:
        """Return the number of pairs in the bracket of the best candidates; None without a candidate."""
        mates = self.solve(packed.costs, packing.decision_rows([]), range(0))
        return None if mates is None else int((mates[targets.size :] >= targets.size).sum()) // 2

    def _mdps(self, packed: packing.Packed, mdps: range, residents: range) -> Mates | None:
        recorded = self._recorded(mdps.start, range(self.posed.size))
        included = self.order.mdp_sets.decisions(mdps, residents, recorded)
        settled = self.order.mdp_opponents.settled
        figure = self.order.displacement
        if figure is not None and figure.of_mdps and mdps:
            return self._displaced_mdps(packed, packing.decision_rows(included), mdps, figure)
        if settled is None:
            return self.solve(packed.costs, packing.decision_rows(included), mdps)
        return self.solve(
            packed.costs, packing.decision_rows([*included, *settled(mdps, residents, recorded)]), range(0)
        )

    def _displaced_mdps(
        self, packed: packing.Packed, included: NDArray[np.int32], mdps: range, figure: Displacement
    ) -> Mates | None:
        """Settle the set of MDPs, then the least displacement of their opponents, then these."""
        mates = self.solve(packed.costs, included, range(0))
        if mates is None:
            return None
        cost = np.zeros((packed.costs.shape[1],) * 2, dtype=np.int64)
        of_pairs = figure.cost(self.posed.size, len(mdps))
        cost[mdps.start :, mdps.start :] = of_pairs
        cost[mdps.stop :, mdps.stop :] = 0  # of residents
        problem = _keep_decisions(packed, included, mates).with_last(cost, int(of_pairs.max(initial=0)) * len(mdps))
        return self.solve(problem.costs, packing.decision_rows([]), mdps)

    def _recorded(self, outside: int, places: Sequence[int]) -> dict[int, int]:
        """Return the recorded opponents among these places, by vertex."""
        if not self.order.uses_recorded_pairing:
            return {}
        vertex = {place: outside + index for index, place in enumerate(places)}
        met = self.posed.recorded.items()
        return {vertex[place]: vertex[mate] for place, mate in met if place in vertex and mate in vertex}

    @property
    def _settle_transposition(self) -> Callable[[Sequence[int], Sequence[int], Recorded], list[Vertices]] | None:
        """Return the decisions on opponents from S1, all players and recorded opponents; None: the lowest BSN first."""
        choices = self.order.choices
        if choices is None:
            return self.order.transpositions.settled

        def settle(s1: Sequence[int], players: Sequence[int], _recorded: Recorded) -> list[Vertices]:
            chosen = choices(players, s1)
            return [(player, opponent, opponent + 1) for player, opponents in chosen for opponent in opponents]

        return settle

    def remainder(self, packed: packing.Packed, outside: int, places: Sequence[int], pairs: int) -> Candidate | None:
        """
        Pair a homogeneous bracket or remainder: fewest and first exchanges, then the first transposition.

        The vertices are ``outside`` targets and then the places.
        """
        settled = self._settle_transposition
        vertices = range(outside, outside + len(places))
        recorded = self._recorded(outside, places)
        exchange = exchange_on_record(vertices, pairs, recorded)
        bsns = None if self.order.bsns is renumber_remainder else self.order.bsns(places)
        problem, mates = packed, None
        figure = self.order.displacement
        if figure is not None and not figure.counts_in(self.posed.mdp_count):
            figure = None
        if figure is not None and figure.before_exchanges:
            problem = _with_displacement(problem, outside, len(places), pairs, figure)
        is_next = figure is not None and not figure.before_exchanges
        for number, phase in enumerate(self.order.phases, start=1):
            order = exchange_order(len(places), pairs, outside, phase, exchange, bsns)
            problem = problem.with_last(order.cost, order.bound)
            is_last = settled is None and number == len(self.order.phases) and not is_next
            mates = self.solve(problem.costs, order.decisions, vertices if is_last else range(0))
            if mates is None:
                return None
            if not is_last:
                problem = _keep_decisions(problem, order.decisions, mates)
        if figure is not None and is_next and mates is not None:
            problem = _with_displacement(problem, outside, len(places), pairs, figure)
            mates = self.solve(problem.costs, packing.decision_rows([]), vertices)
        if settled is not None and mates is not None:
            s1 = [vertex for vertex in vertices if mates[vertex] > vertex]
            mates = self.solve(problem.costs, packing.decision_rows(settled(s1, vertices, recorded)), range(0))
        return None if mates is None else candidate_of_mates(mates[outside:].tolist(), outside, places)


def _with_displacement(
    packed: packing.Packed, outside: int, players: int, pairs: int, figure: Displacement
) -> packing.Packed:
    """Return the problem with the displacement of the opponents of S1 as the least important term."""
    cost = np.zeros((outside + players,) * 2, dtype=np.int64)
    cost[outside:, outside:] = of_pairs = figure.cost(players, pairs)
    return packed.with_last(cost, int(of_pairs.max(initial=0)) * max(1, pairs))


def _forced_candidate(remainder: Sequence[int], paired: list[int]) -> Candidate | None:
    """Return the candidate of a remainder without a choice: no pair, or one pair of two players; else None."""
    if not paired:
        return Candidate(pairs=(), downfloaters=tuple(remainder))
    if len(remainder) == 2:  # noqa: PLR2004 -- a pair
        return Candidate(pairs=((remainder[0], remainder[1]),), downfloaters=())
    return None


def _remainder_of(packed: packing.Packed, outside: int, limbo: list[int], remainder: Sequence[int]) -> packing.Packed:
    """Return the problem of the remainder; the limbo joins the targets, without any edge to the remainder."""
    rest = packed.select(np.array([*range(outside), *(outside + place for place in (*limbo, *remainder))]))
    if limbo:
        first = outside + len(limbo)
        rest.costs[:, outside:first, first:] = rest.costs[:, first:, outside:first] = packing.ABSENT
    return rest


def _keep_decisions(packed: packing.Packed, decisions: NDArray[np.int32], mates: Mates) -> packing.Packed:
    """Return the problem without the edges that contradict the decisions of a matching."""
    costs = packed.costs.copy()
    for vertex, low, high in decisions.tolist():
        within = np.zeros(costs.shape[1], dtype=np.bool_)
        within[low:high] = True
        ruled_out = within != (low <= mates[vertex] < high)
        costs[:, vertex, ruled_out] = costs[:, ruled_out, vertex] = packing.ABSENT
    return packing.Packed(costs=costs, range_=packed.range_)
