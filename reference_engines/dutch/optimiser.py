"""
The best candidate of a bracket, by matching: the one that the walk of Article 3 (section B) would end with.

A bracket is solved as a perfect matching between its players and an *outside* that takes the downfloaters: either as
many anonymous targets as there must be downfloaters, or the players below themselves, where the choice of the
downfloaters has to leave them a pairing.
"""

from __future__ import annotations

from enum import Enum
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.brackets.bracket import Candidate
from reference_engines.brackets.criteria import DOWNFLOATER_SCORES, DOWNFLOATERS, Criterion
from reference_engines.brackets.float_targets import anonymous_targets
from reference_engines.brackets.packing import ABSENT, Packed, Present, Term, contribution_terms, pack
from reference_engines.dutch.criteria import OF_DOWNFLOATERS
from reference_engines.dutch.generation import exchange_on_record, exchange_order
from reference_engines.dutch.order import AS_PRINTED, renumber_remainder
from reference_engines.matching import first_best
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from reference_engines.brackets.bracket import Bracket
    from reference_engines.brackets.criteria import BracketContribution, Criterion
    from reference_engines.brackets.float_targets import FloatTargets
    from reference_engines.dutch.order import Decision, GenerationOrder
    from reference_engines.matching import Mates

    Counted = tuple[Criterion, BracketContribution]
    Solver = Callable[[NDArray[np.int64], NDArray[np.int32], range], Mates | None]
    """Like `first_best`: costs, decisions, and the vertices to settle."""


class LookAheadGoal(Enum):
    """What is asked of the following bracket."""

    NUMBER = "few downfloaters"
    SCORES = "low scores of the downfloaters"

    @property
    def criterion(self) -> Criterion:
        """What it is where that bracket is paired."""
        return DOWNFLOATERS if self is LookAheadGoal.NUMBER else DOWNFLOATER_SCORES


@dataclass(frozen=True, kw_only=True)
class Objective:
    """The criteria of an edition in order, cut at its look-ahead into what outranks it and what follows."""

    before: tuple[Criterion, ...]
    after: tuple[Criterion, ...]
    looks_ahead: bool = True
    """Whether there is a criterion on the following bracket ([C8]; C.7)."""
    ahead: tuple[LookAheadGoal, ...] = tuple(LookAheadGoal)
    """What it asks for, in descending priority."""
    places_bye: bool = True
    """Whether there is a criterion on the score of the bye's assignee ([C5])."""
    order: GenerationOrder = AS_PRINTED

    @cached_property
    def leading(self) -> tuple[Criterion, ...]:
        """The first of all, if it settles how many downfloaters there are."""
        return tuple(rule for rule in (self.before + self.after)[:1] if rule in OF_DOWNFLOATERS)

    @cached_property
    def of_leading(self) -> Objective:
        """The leading criterion by itself."""
        return Objective(before=self.leading, after=())

    @cached_property
    def begins_with_number_and_scores(self) -> bool:
        """Whether nothing outranks the number of downfloaters, and nothing but that their scores ([C6], [C7])."""
        leading = self.before if self.looks_ahead else self.before + self.after  # the look-ahead comes between
        return leading[:2] == (DOWNFLOATERS, DOWNFLOATER_SCORES)

    @cached_property
    def others(self) -> tuple[Criterion, ...]:
        """Criteria on more than the number and the scores of downfloaters."""
        return tuple(rule for rule in self.before + self.after if rule not in OF_DOWNFLOATERS)

    def terms(self, bracket: Bracket, outside: FloatTargets) -> list[Term]:
        """Return the terms of a matching problem, most important first."""
        before, after = self.counted(bracket)
        number, scores = outside.look_ahead[:1], outside.look_ahead[1:]
        ahead = [term for wanted in self.ahead for term in (number if wanted is LookAheadGoal.NUMBER else scores)]
        return [*_terms(before), *ahead, *_terms(after)]

    def foreseen(self, number: int, scores: Sequence[int]) -> tuple[int, ...]:
        """Return what leaving over that number of players, with these scores, in the following bracket is worth."""
        parts = {LookAheadGoal.NUMBER: (number,), LookAheadGoal.SCORES: tuple(sorted(scores, reverse=True))}
        return tuple(chain.from_iterable(parts[wanted] for wanted in self.ahead))

    def counted(self, bracket: Bracket) -> tuple[list[Counted], list[Counted]]:
        """Return the criteria by which candidates can differ, before and after the look-ahead, with contributions."""
        return _counted(self.before, bracket), _counted(self.after, bracket)


def _counted(criteria: Sequence[Criterion], bracket: Bracket) -> list[Counted]:
    contributions = [(rule, rule.contribution(bracket)) for rule in criteria]
    return [(rule, contribution) for rule, contribution in contributions if contribution is not None]


def _terms(counted: list[Counted]) -> list[Term]:
    return [term for _, contribution in counted for term in contribution_terms(contribution)]


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketProblem:
    """What decides a bracket."""

    bracket: Bracket
    outside: FloatTargets
    objective: Objective

    def packed(self) -> Packed:
        """Return the costs of the criteria, without the order of generation."""
        return pack(
            self.objective.terms(self.bracket, self.outside),
            Present(within=self.bracket.allowed, between=self.outside.between, among=self.outside.among),
        )


def best_candidate(bracket: Bracket, outside: FloatTargets, objective: Objective) -> Candidate | None:
    """Return the first generated of the best candidates; None if the outside cannot take what must downfloat."""
    if outside.is_filled and bracket.is_homogeneous:
        perfect = _perfect_candidate(bracket, outside, objective)
        if perfect is not None:
            return perfect
    return matched_candidate(BracketProblem(bracket=bracket, outside=outside, objective=objective), first_best)


def matched_candidate(problem: BracketProblem, solve: Solver) -> Candidate | None:
    """Return the same candidate by matching alone."""
    bracket, outside, packed = problem.bracket, problem.outside, problem.packed()
    steps = _Steps(bracket, problem.objective.order, solve)
    if bracket.is_homogeneous and outside.is_filled:
        pairs = (bracket.size - outside.size) // 2
        return steps.remainder(packed, outside.size, range(bracket.size), pairs)
    return steps.bracket(packed, outside)


def require_candidate(candidate: Candidate | None) -> Candidate:
    """Return the candidate; that there is one follows from the round's being completable."""
    if candidate is None:
        raise AssertionError("a round that can be completed has a candidate in every bracket")
    return candidate


def _perfect_candidate(bracket: Bracket, outside: FloatTargets, objective: Objective) -> Candidate | None:
    """
    Return the candidate without any alteration if it is perfect, to be accepted at once (3.4.1; B.4).

    The candidate is generated first, and has the value zero by every criterion that outranks the order of generation.
    """
    if bracket.score[0] != bracket.score[-1] or not objective.order.begins_unaltered:
        return None
    pairs = (bracket.size - outside.size) // 2
    s1 = np.arange(bracket.first, bracket.first + pairs)
    if not bracket.players.allowed[s1, s1 + pairs].all() or not outside.between[:, 2 * pairs :].all():
        return None
    candidate = Candidate(
        pairs=tuple((place, place + pairs) for place in range(pairs)),
        downfloaters=tuple(range(2 * pairs, bracket.size)),
    )
    return None if any(any(rule.value(bracket, candidate)) for rule in objective.others) else candidate


def pair_ignoring_lower_brackets(bracket: Bracket, objective: Objective) -> Candidate:
    """Return the best candidate of a bracket whose downfloaters may go anywhere."""
    count = max(bracket.size % 2, bracket.mdp_count - bracket.resident_count)
    while (candidate := best_candidate(bracket, anonymous_targets(count, bracket.size), objective)) is None:
        count += 2
    return candidate


def _candidate(mates: list[int], outside: int, places: Sequence[int]) -> Candidate:
    """Translate mates of the vertices after the outside ones into places."""
    pairs = []
    downfloaters = []
    for vertex, mate in enumerate(mates):
        if mate < outside:
            downfloaters.append(places[vertex])
        elif mate - outside > vertex:
            pairs.append((places[vertex], places[mate - outside]))
    return Candidate(pairs=tuple(pairs), downfloaters=tuple(downfloaters))


@dataclass(frozen=True, slots=True)
class _Steps:
    """The steps of generation in their order, each settled before the next."""

    of: Bracket
    order: GenerationOrder
    solve: Solver

    def bracket(self, packed: Packed, outside: FloatTargets) -> Candidate | None:
        """First the MDPs (which of them, 4.4; D.3; then their opponents, 4.2; D.1), then the remainder."""
        bracket = self.of
        mdps, vertices = bracket.mdp_count, packed.costs.shape[1]
        residents = outside.size + mdps
        mates = self._mdps(packed, range(outside.size, residents), range(residents, vertices))
        if mates is None:
            return None
        mate_of = [mate - outside.size for mate in mates[outside.size :].tolist()]
        opponent = {mdp: mate for mdp, mate in enumerate(mate_of[:mdps]) if mate >= mdps}
        limbo = [mdp for mdp in range(mdps) if mdp not in opponent]
        taken = set(opponent.values())
        remainder = [place for place in range(mdps, bracket.size) if place not in taken]
        paired = [place for place in remainder if mate_of[place] >= mdps]
        candidate = _only_way(remainder, paired) if outside.is_filled else None
        if candidate is None:
            rest = _remainder_of(packed, outside.size, limbo, remainder)
            candidate = require_candidate(self.remainder(rest, outside.size + len(limbo), remainder, len(paired) // 2))
        return Candidate(
            pairs=tuple(sorted([*opponent.items(), *candidate.pairs])),
            downfloaters=tuple(sorted([*limbo, *candidate.downfloaters])),
        )

    def _mdps(self, packed: Packed, mdps: range, residents: range) -> Mates | None:
        recorded = self._recorded(mdps.start, range(self.of.size))
        included = self.order.mdp_sets.decisions(mdps, residents, recorded)
        settled = self.order.mdp_opponents.settled
        if settled is None:
            return self.solve(packed.costs, _rows(included), mdps)
        return self.solve(packed.costs, _rows([*included, *settled(mdps, residents, recorded)]), range(0))

    def _recorded(self, outside: int, places: Sequence[int]) -> dict[int, int]:
        """Return who is recorded as whose opponent among these places, by vertex."""
        if not self.order.asks_for_the_record:
            return {}
        vertex = {place: outside + index for index, place in enumerate(places)}
        met = self.of.recorded.items()
        return {vertex[one]: vertex[other] for one, other in met if one in vertex and other in vertex}

    def remainder(self, packed: Packed, outside: int, places: Sequence[int], pairs: int) -> Candidate | None:
        """
        Pair a homogeneous bracket or remainder: fewest and first exchanges, then the first transposition.

        The vertices are ``outside`` others and then the places.
        """
        settled = self.order.transpositions.settled
        vertices = range(outside, outside + len(places))
        recorded = self._recorded(outside, places)
        exchange = exchange_on_record(vertices, pairs, recorded)
        bsns = None if self.order.bsns is renumber_remainder else self.order.bsns(places)
        problem, mates = packed, None
        for number, phase in enumerate(self.order.phases, start=1):
            order = exchange_order(len(places), pairs, outside, phase, exchange, bsns)
            problem = problem.with_last(order.cost, order.bound)
            is_last = settled is None and number == len(self.order.phases)
            mates = self.solve(problem.costs, order.decisions, vertices if is_last else range(0))
            if mates is None:
                return None
            if not is_last:
                problem = _as_decided(problem, order.decisions, mates)
        if settled is not None and mates is not None:
            s1 = [vertex for vertex in vertices if mates[vertex] > vertex]
            mates = self.solve(problem.costs, _rows(settled(s1, vertices, recorded)), range(0))
        return None if mates is None else _candidate(mates[outside:].tolist(), outside, places)


def _only_way(remainder: list[int], paired: list[int]) -> Candidate | None:
    """Return how a remainder is paired that leaves no choice: nobody is paired, or two players are with each other."""
    if not paired:
        return Candidate(pairs=(), downfloaters=tuple(remainder))
    if len(remainder) == 2:  # noqa: PLR2004 -- who are paired
        return Candidate(pairs=((remainder[0], remainder[1]),), downfloaters=())
    return None


def _remainder_of(packed: Packed, outside: int, limbo: list[int], remainder: list[int]) -> Packed:
    """Return the problem of the remainder; the limbo joins the outside, and nobody is paired with it."""
    rest = packed.select(np.array([*range(outside), *(outside + place for place in (*limbo, *remainder))]))
    if limbo:
        first = outside + len(limbo)
        rest.costs[:, outside:first, first:] = rest.costs[:, first:, outside:first] = ABSENT
    return rest


def _rows(decisions: Sequence[Decision]) -> NDArray[np.int32]:
    return np.array(decisions, dtype=np.int32).reshape(-1, 3)


def _as_decided(packed: Packed, decisions: NDArray[np.int32], mates: Mates) -> Packed:
    """Return the problem without the edges by which what was decided would come out otherwise."""
    costs = packed.costs.copy()
    for vertex, low, high in decisions.tolist():
        within = np.zeros(costs.shape[1], dtype=np.bool_)
        within[low:high] = True
        ruled_out = within != (low <= mates[vertex] < high)
        costs[:, vertex, ruled_out] = costs[:, ruled_out, vertex] = ABSENT
    return Packed(costs=costs, range_=packed.range_)
