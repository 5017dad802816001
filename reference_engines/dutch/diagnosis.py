"""
Which part of the optimiser failed where its pairing is not the right one: matching, packing, or completion.

The bracket in which the recorded pairing leaves the optimiser's own is posed again as one matching problem, without any
short cut. The matching is solved once more with a proof, which is verified; the packed costs of both candidates are
taken apart again and compared with the criteria; and both must leave a rest that can be completed.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.brackets.completion import players_below
from reference_engines.brackets.float_targets import anonymous_targets
from reference_engines.brackets.packing import ABSENT, contribution_terms, unpack, unpack_value
from reference_engines.dutch.assessment import criterion_values, partners, read_candidate
from reference_engines.dutch.optimiser import BracketProblem, Objective, matched_candidate
from reference_engines.matching import NO_DECISIONS, Decision, MatchingError, best_matching, first_best, verify_optimal
from reference_engines.results import BracketKind, Diagnosis, Part
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from reference_engines.brackets.bracket import Bracket, Brackets, Candidate
    from reference_engines.dutch.edition import DutchText
    from reference_engines.dutch.optimiser import Counted
    from reference_engines.matching import Mates
    from reference_engines.players import Players
    from reference_engines.results import RoundPairing

    Costs = NDArray[np.int64]
    Value = tuple[int, ...]


def diagnose(text: DutchText, players: Players, pairing: RoundPairing, own: Brackets) -> Diagnosis:
    """Tell which part failed if a complete and legal pairing is not worse than the optimiser's ``own`` brackets."""
    partner = partners(players, pairing)
    for bracket, ours in own:
        collapsed = _find_needless_collapse(text, bracket)
        if collapsed is not None:
            return collapsed
        theirs = read_candidate(bracket, partner)
        if theirs != ours:
            return _diagnose_bracket(text, bracket, ours, theirs)
    return Diagnosis(part=None, evidence="the pairing that it made is the recorded one, and was not what it gave out")


def _diagnose_bracket(text: DutchText, bracket: Bracket, ours: Candidate, theirs: Candidate) -> Diagnosis:
    problem = text.round_rules(bracket.players).problem(bracket)
    where = f"in the bracket of {bracket.resident_score / 10:g} points"
    if problem is None:
        return Diagnosis(part=None, evidence=f"{where} it walks through the candidates, without a matching")
    trial = _BracketTrial(text=text, problem=problem, ours=ours, theirs=theirs)
    for part, found in (
        (Part.MATCHING, trial.matching),
        (Part.COMPLETION, trial.completion),
        (Part.PACKING, trial.packing),
        (Part.COMPLETION, trial.short_cut),
    ):
        evidence = next(found(), None)
        if evidence is not None:
            return Diagnosis(part=part, evidence=f"{where} {evidence}")
    return Diagnosis(
        part=None,
        evidence=f"{where} the proof of the matching holds, and the costs of both candidates say what the criteria say",
    )


@dataclass(frozen=True, kw_only=True)
class _BracketTrial:
    """The two candidates of a bracket before the problem that decides it. Every method yields what it finds wrong."""

    text: DutchText
    problem: BracketProblem
    ours: Candidate
    theirs: Candidate

    @cached_property
    def costs(self) -> Costs:
        """Those of the criteria, packed."""
        return self.problem.packed().costs

    def matching(self) -> Iterator[str]:
        """The kernel's answer, and the first of the best, against a proof that is verified."""
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
                if matched_candidate(problem, first_best) != matched_candidate(problem, _solve_with_proof):
                    yield "another candidate is answered with proof than without"
        except MatchingError as error:
            yield f"the proof of the matching does not hold ({error})"

    def completion(self) -> Iterator[str]:
        """
        Both candidates must leave a rest that can be paired.

        Of the recorded one it is seen; one that is worse may not fit into the problem (too many float, or the bye goes
        to another score).
        """
        if self._cost(self.ours) is None:
            yield "our own candidate leaves a rest that cannot be completed"
        elif self._cost(self.theirs) is None and self._contends:
            yield "the recorded candidate is held to leave a rest that cannot be completed, and it is completed"

    def packing(self) -> Iterator[str]:
        """What the costs of both candidates say, criterion by criterion, and in which order they put the two."""
        # The digits of one that is worse may overflow: that a single downfloater has the bye is true of the fewest.
        both = (("our own", self.ours), ("the recorded", self.theirs))
        for whose, candidate in both if self._contends else both[:1]:
            said = self._values_of_costs(candidate)
            for name, value in self._values(candidate).items():
                if said.get(name, value) != value:
                    yield f"the costs of {whose} candidate say {list(said[name])} of {name}, which is {list(value)}"
        ours, theirs = self._cost(self.ours), self._cost(self.theirs)
        one, other = tuple(self._values(self.ours).values()), tuple(self._values(self.theirs).values())
        if ours is not None and theirs is not None and _sign(ours, theirs) != _sign(one, other):
            yield "the costs put the two candidates in another order than the criteria"

    def short_cut(self) -> Iterator[str]:
        """A candidate that was taken without a look at all below, because the following bracket could be paired."""
        alone = self._alone
        if alone and matched_candidate(alone, _solve_with_proof) == self.ours != matched_candidate(
            self.problem, _solve_with_proof
        ):
            yield "a candidate was taken at a quick look that is not the best for those below"

    @cached_property
    def _alone(self) -> BracketProblem | None:
        """The problem of an ordinary bracket whose downfloaters may go anywhere."""
        bracket, objective = self.problem.bracket, self.problem.objective
        if bracket.is_last or bracket.kind is not BracketKind.ORDINARY:
            return None
        return BracketProblem(
            bracket=bracket, outside=anonymous_targets(len(self.ours.downfloaters), bracket.size), objective=objective
        )

    @cached_property
    def _contends(self) -> bool:
        """Whether the recorded candidate is not worse by the values that the verdict compares."""
        ours, theirs = (
            tuple(value.value for value in criterion_values(self.text, self.problem.bracket, candidate))
            for candidate in (self.ours, self.theirs)
        )
        return theirs <= ours

    def _cost(self, candidate: Candidate) -> Value | None:
        """Return what a candidate costs with the best that can then be done outside; None if nothing can."""
        outside = self.problem.outside.size
        keep = np.zeros(self.problem.bracket.allowed.shape, dtype=np.bool_)
        for one, other in candidate.pairs:
            keep[one, other] = keep[other, one] = True
        floats = np.zeros(self.problem.bracket.size, dtype=np.bool_)
        floats[list(candidate.downfloaters)] = True
        costs = self.costs.copy()
        costs[:, outside:, outside:][:, ~keep] = ABSENT
        costs[:, outside:, :outside][:, ~floats] = ABSENT
        costs[:, :outside, outside:][:, :, ~floats] = ABSENT
        found = best_matching(costs)
        return None if found is None else found.cost

    def _values_of_costs(self, candidate: Candidate) -> dict[str, Value]:
        """Return what the costs of a candidate say, by the name of the criterion."""
        totals = self._cost(candidate)
        bracket, outside, objective = self.problem.bracket, self.problem.outside, self.problem.objective
        if totals is None:
            return {}
        before, after = objective.counted(bracket)
        numbers = iter(unpack(totals, objective.terms(bracket, outside), self.costs.shape[1]))
        said = _read(before, numbers)
        if outside.look_ahead:
            said[_FOLLOWING] = self._read_ahead([next(numbers) for _ in outside.look_ahead])
        return said | _read(after, numbers)

    def _read_ahead(self, numbers: list[int]) -> Value:
        """Return the value of the criterion that looks one bracket ahead from the numbers of its terms."""
        bracket = self.problem.bracket
        following = int(bracket.players.score[bracket.last])
        levels = sorted({*bracket.score.tolist(), following}, reverse=True)
        scores = [level for level, count in zip(levels, numbers[1:], strict=True) for _ in range(count)]
        return (numbers[0], *scores)

    def _values(self, candidate: Candidate) -> dict[str, Value]:
        """Return the values of a candidate by the criteria themselves, in their order."""
        bracket, objective = self.problem.bracket, self.problem.objective
        values = {criterion.name: criterion.value(bracket, candidate) for criterion in objective.before}
        if self.problem.outside.look_ahead:
            floating = bracket.positions[list(candidate.downfloaters)].tolist()
            values[_FOLLOWING] = self.text.round_rules(bracket.players).following_bracket(bracket, floating)
        return values | {criterion.name: criterion.value(bracket, candidate) for criterion in objective.after}


_FOLLOWING = "following_bracket"


def _read(counted: list[Counted], numbers: Iterator[int]) -> dict[str, Value]:
    said = {}
    for criterion, contribution in counted:
        said[criterion.name] = unpack_value(contribution, [next(numbers) for _ in contribution_terms(contribution)])
    return said


def _solve_with_proof(
    costs: Costs, decisions: NDArray[np.int32] = NO_DECISIONS, settled: range = range(0)
) -> Mates | None:
    """Solve like `first_best`, and verify the proof; raise MatchingError if it does not hold."""
    found = best_matching(np.ascontiguousarray(costs), [Decision(*row) for row in decisions.tolist()], settled)
    if found is None:
        return None
    verify_optimal(costs, found)
    return np.array(found.mates, dtype=np.int32)


def _total(costs: Costs, mates: Mates) -> Value:
    one = np.flatnonzero(mates > np.arange(mates.size))
    return tuple(int(level[one, mates[one]].sum()) for level in costs)


def _sign(one: tuple[object, ...], other: tuple[object, ...]) -> int:
    return (one > other) - (one < other)


def _find_needless_collapse(text: DutchText, bracket: Bracket) -> Diagnosis | None:
    """A bracket that was paired again and the rest collapsed (A.9, 2017), although its candidate could stand."""
    if bracket.kind is not BracketKind.PENULTIMATE:
        return None
    problem = text.round_rules(bracket.players).problem(replace(bracket, kind=BracketKind.ORDINARY))
    candidate = None if problem is None else matched_candidate(problem, first_best)
    if problem is None or candidate is None:
        return None
    wrong = next(_BracketTrial(text=text, problem=problem, ours=candidate, theirs=candidate).matching(), None)
    if wrong is not None:
        return Diagnosis(part=Part.MATCHING, evidence=f"before the last brackets were collapsed {wrong}")
    below = players_below(problem.bracket, bracket.players.bye_allowed, look_ahead=False)
    free = BracketProblem(bracket=problem.bracket, outside=below, objective=Objective(before=(), after=()))
    if next(_BracketTrial(text=text, problem=free, ours=candidate, theirs=candidate).completion(), None) is not None:
        return None
    return Diagnosis(
        part=Part.COMPLETION, evidence="the last brackets were collapsed, although without that they can be completed"
    )
