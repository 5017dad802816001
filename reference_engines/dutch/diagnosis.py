"""
The part of the optimiser that failed if its pairing is wrong: matching, packing, or completion.

The first bracket in which the recorded pairing differs from the optimiser's is posed again as one matching problem,
without any short cut. The matching is solved once more and its proof verified. The packed costs of both candidates are
unpacked and compared with the criteria. Both candidates must leave a rest of the round that can be completed.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.downfloating.completion import anonymous_targets, players_below
from reference_engines.dutch.assessment import criterion_values
from reference_engines.dutch.optimiser import BracketProblem, Objective, solve_by_kernel, solve_problem
from reference_engines.frame.results import BracketKind, Component, Diagnosis
from reference_engines.matching import NO_DECISIONS, Decision, best_matching, first_best
from reference_engines.matching_proofs import MatchingError, verify_optimal
from reference_engines.packing import ABSENT, contribution_terms, unpack, unpack_value
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from reference_engines.definitions.players import Players
    from reference_engines.downfloating.bracket import Bracket, Brackets, Candidate
    from reference_engines.dutch.edition import DutchText
    from reference_engines.dutch.optimiser import Contributions
    from reference_engines.frame.results import RoundPairing
    from reference_engines.matching_proofs import Mates

    Costs = NDArray[np.int64]
    Value = tuple[int, ...]


def diagnose(text: DutchText, players: Players, pairing: RoundPairing, own: Brackets) -> Diagnosis:
    """Find the failed part if a complete and legal pairing is not worse than the optimiser's ``own`` brackets."""
    opponents = players.opponents(pairing)
    for bracket, ours in own:
        collapsed = _find_needless_collapse(text, bracket)
        if collapsed is not None:
            return collapsed
        theirs = bracket.read_candidate(opponents)
        if theirs != ours:
            return _diagnose_bracket(text, bracket, ours, theirs)
    return Diagnosis(
        component=None, evidence="the pairing that it made is the recorded one, and was not what it gave out"
    )


def _diagnose_bracket(text: DutchText, bracket: Bracket, ours: Candidate, theirs: Candidate) -> Diagnosis:
    problem = text.round_rules(bracket.players).problem(bracket)
    where = f"in the bracket of {bracket.resident_score / 10:g} points"
    if problem is None:
        return Diagnosis(component=None, evidence=f"{where} it walks through the candidates, without a matching")
    trial = _BracketTrial(text=text, problem=problem, ours=ours, theirs=theirs)
    for component, check in (
        (Component.MATCHING, trial.matching),
        (Component.COMPLETION, trial.completion),
        (Component.PACKING, trial.packing),
        (Component.COMPLETION, trial.short_cut),
    ):
        evidence = next(check(), None)
        if evidence is not None:
            return Diagnosis(component=component, evidence=f"{where} {evidence}")
    return Diagnosis(
        component=None,
        evidence=f"{where} the proof of the matching holds, and the costs of both candidates say what the criteria say",
    )


@dataclass(frozen=True, kw_only=True)
class _BracketTrial:
    """The two candidates of a bracket and the problem that decides it. Every method yields the errors that it finds."""

    text: DutchText
    problem: BracketProblem
    ours: Candidate
    theirs: Candidate

    @cached_property
    def costs(self) -> Costs:
        """The packed costs of the criteria."""
        return self.problem.packed().costs

    def matching(self) -> Iterator[str]:
        """Compare the kernel's answer and the first of the best candidates with a verified proof."""
        allowed = self.problem.bracket.allowed
        if not all(allowed[pair] for pair in self.ours.pairs):
            yield "two are paired who may not meet"
            return
        try:
            best, answered = _solve_with_proof(self.costs), first_best(self.costs)
            if (best is None) != (answered is None):
                yield "it is answered otherwise, with proof, whether there is a candidate"
            elif best is not None and answered is not None and _total(self.costs, best) != _total(self.costs, answered):
                yield "the matching that is answered costs more than the proven best"
            for problem in filter(None, (self.problem, self._alone)):
                if solve_by_kernel(problem) != solve_problem(problem, _solve_with_proof):
                    yield "another candidate is answered with proof than without"
        except MatchingError as error:
            yield f"the proof of the matching does not hold ({error})"

    def completion(self) -> Iterator[str]:
        """
        Check that both candidates leave a rest that can be paired.

        The recorded candidate does, but if it is worse, it may not fit into the problem (too many downfloaters, or the
        bye at another score).
        """
        if self._cost(self.ours) is None:
            yield "our own candidate leaves a rest that cannot be completed"
        elif self._cost(self.theirs) is None and self._contends:
            yield "the recorded candidate is held to leave a rest that cannot be completed, and it is completed"

    def packing(self) -> Iterator[str]:
        """Compare the costs of both candidates, and the order in which they put the two, with the criteria."""
        # The digits of a worse candidate may overflow, as a single downfloater has the bye only with the fewest.
        both = (("our own", self.ours), ("the recorded", self.theirs))
        for whose, candidate in both if self._contends else both[:1]:
            unpacked = self._values_of_costs(candidate)
            for name, value in self._values(candidate).items():
                if unpacked.get(name, value) != value:
                    yield f"the costs of {whose} candidate say {list(unpacked[name])} of {name}, which is {list(value)}"
        ours, theirs = self._cost(self.ours), self._cost(self.theirs)
        values = tuple(self._values(self.ours).values()), tuple(self._values(self.theirs).values())
        if ours is not None and theirs is not None and _sign(ours, theirs) != _sign(*values):
            yield "the costs put the two candidates in another order than the criteria"

    def short_cut(self) -> Iterator[str]:
        """Check a candidate that was taken without all players below, as the following bracket could be paired."""
        alone = self._alone
        if alone and solve_problem(alone, _solve_with_proof) == self.ours != solve_problem(
            self.problem, _solve_with_proof
        ):
            yield "a candidate was taken at a quick look that is not the best for those below"

    @cached_property
    def _alone(self) -> BracketProblem | None:
        """The problem of an ordinary bracket if its downfloaters may go anywhere."""
        bracket, objective = self.problem.bracket, self.problem.objective
        if bracket.is_last or bracket.kind is not BracketKind.ORDINARY:
            return None
        return BracketProblem(
            bracket=bracket, targets=anonymous_targets(len(self.ours.downfloaters), bracket.size), objective=objective
        )

    @cached_property
    def _contends(self) -> bool:
        """Whether the recorded candidate is not worse by the values on which the verdict rests."""
        ours, theirs = (
            tuple(value.value for value in criterion_values(self.text, self.problem.bracket, candidate))
            for candidate in (self.ours, self.theirs)
        )
        return theirs <= ours

    def _cost(self, candidate: Candidate) -> Value | None:
        """Return the cost of a candidate with the best matching of the targets; None if they cannot be matched."""
        outside = self.problem.targets.size
        keep = np.zeros(self.problem.bracket.allowed.shape, dtype=np.bool_)
        for pair in candidate.pairs:
            keep[pair] = keep[pair[::-1]] = True
        floats = np.zeros(self.problem.bracket.size, dtype=np.bool_)
        floats[list(candidate.downfloaters)] = True
        costs = self.costs.copy()
        costs[:, outside:, outside:][:, ~keep] = ABSENT
        costs[:, outside:, :outside][:, ~floats] = ABSENT
        costs[:, :outside, outside:][:, :, ~floats] = ABSENT
        found = best_matching(costs)
        return None if found is None else found.cost

    def _values_of_costs(self, candidate: Candidate) -> dict[str, Value]:
        """Unpack the costs of a candidate into values, by the name of the criterion."""
        totals = self._cost(candidate)
        if totals is None:
            return {}
        before, after = self.problem.contributions
        numbers = iter(unpack(totals, self.problem.terms, self.costs.shape[1]))
        values = _read_values(before, numbers)
        if self.problem.targets.look_ahead:
            values[_FOLLOWING] = self._read_look_ahead([next(numbers) for _ in self.problem.targets.look_ahead])
        return values | _read_values(after, numbers)

    def _read_look_ahead(self, numbers: list[int]) -> Value:
        """Return the value of the criterion on the following bracket from the numbers of its terms."""
        bracket = self.problem.bracket
        following = int(bracket.players.score[bracket.last])
        levels = sorted({*bracket.score.tolist(), following}, reverse=True)
        scores = [level for level, count in zip(levels, numbers[1:], strict=True) for _ in range(count)]
        return (numbers[0], *scores)

    def _values(self, candidate: Candidate) -> dict[str, Value]:
        """Return the values of a candidate by the criteria, in their order."""
        bracket, objective = self.problem.bracket, self.problem.objective
        values = {criterion.name: bracket.value(criterion, candidate) for criterion in objective.before}
        if self.problem.targets.look_ahead:
            floating = bracket.downfloater_positions(candidate)
            values[_FOLLOWING] = self.text.round_rules(bracket.players).following_bracket(bracket, floating)
        return values | {criterion.name: bracket.value(criterion, candidate) for criterion in objective.after}


_FOLLOWING = "following_bracket"


def _read_values(contributions: Contributions, numbers: Iterator[int]) -> dict[str, Value]:
    return {
        name: unpack_value(contribution, [next(numbers) for _ in contribution_terms(contribution)])
        for name, contribution in contributions
    }


def _solve_with_proof(
    costs: Costs, decisions: NDArray[np.int32] = NO_DECISIONS, settled: range = range(0)
) -> Mates | None:
    """Solve like `first_best`, and verify the proof; raise MatchingError if it is wrong."""
    found = best_matching(np.ascontiguousarray(costs), [Decision(*row) for row in decisions.tolist()], settled)
    if found is None:
        return None
    verify_optimal(costs, found)
    return np.array(found.mates, dtype=np.int32)


def _total(costs: Costs, mates: Mates) -> Value:
    vertices = np.flatnonzero(mates > np.arange(mates.size))
    return tuple(int(level[vertices, mates[vertices]].sum()) for level in costs)


def _sign(first: tuple[object, ...], second: tuple[object, ...]) -> int:
    return (first > second) - (first < second)


def _find_needless_collapse(text: DutchText, bracket: Bracket) -> Diagnosis | None:
    """Check that the rest of the round had to collapse after the bracket (A.9, 2017)."""
    if bracket.kind is not BracketKind.PENULTIMATE:
        return None
    problem = text.round_rules(bracket.players).problem(replace(bracket, kind=BracketKind.ORDINARY))
    candidate = None if problem is None else solve_by_kernel(problem)
    if problem is None or candidate is None:
        return None
    wrong = next(_BracketTrial(text=text, problem=problem, ours=candidate, theirs=candidate).matching(), None)
    if wrong is not None:
        return Diagnosis(component=Component.MATCHING, evidence=f"before the last brackets were collapsed {wrong}")
    below = players_below(problem.bracket, bracket.players.bye_allowed, look_ahead=False)
    free = BracketProblem(bracket=problem.bracket, targets=below, objective=Objective(before=(), after=()))
    if next(_BracketTrial(text=text, problem=free, ours=candidate, theirs=candidate).completion(), None) is not None:
        return None
    return Diagnosis(
        component=Component.COMPLETION,
        evidence="the last brackets were collapsed, although without that they can be completed",
    )
