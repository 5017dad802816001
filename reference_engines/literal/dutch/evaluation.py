"""
Candidates judged one by one (C.04.3:3.4, 3.8; B.4, B.8): a perfect one is accepted at once, else the first best taken.

The criteria are the records of the edition, the very same that the optimiser packs and the assessment lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.downfloating.bracket import Candidate
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from reference_engines.downfloating.bracket import Bracket, BracketCriterion
    from reference_engines.literal.dutch.sequence import Pairs, StepBudget

    Value = tuple[int, ...]
    Positions = tuple[int, ...]

_NOTHING = ((), (0,))
"""Values of a criterion that is fulfilled: no scores are listed, or none is counted."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One quality criterion on one bracket."""

    value: Callable[[Candidate], Value]
    is_fulfilled: Callable[[Value], bool]
    """Whether no candidate whatever could have a lower value."""


def measure_of(criterion: BracketCriterion, bracket: Bracket, *, is_settled: bool = False) -> Measure:
    """
    Return the measure of the edition's criterion for candidates of the bracket.

    ``is_settled``: every candidate to be judged has the same value, so that none can do better.
    """
    contribution = criterion.contribution(bracket)  # the same for every candidate: asked once, not for each
    if contribution is None:
        return Measure(lambda _: (0,), lambda _: True)
    return Measure(
        lambda candidate: contribution.value(candidate.pairs, candidate.downfloaters),
        lambda value: is_settled or value in _NOTHING,
    )


@dataclass(frozen=True, slots=True)
class JudgedCandidate:
    """The candidate taken."""

    candidate: Candidate
    values: tuple[Value, ...]
    """Of every measure, in order."""
    is_perfect: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """The measures by which the candidates of a bracket are judged."""

    bracket: Bracket
    complies: Callable[[Positions], bool]
    """Whether a set of downfloaters, by position, is good enough for completion."""
    measures: Sequence[Measure]
    """In descending priority."""
    budget: StepBudget

    def first_best(self, candidates: Iterable[Pairs]) -> JudgedCandidate | None:
        """Return the first perfect candidate, else the first of the best; None if none complies."""
        allowed = self.bracket.allowed.tolist()
        best: JudgedCandidate | None = None
        for pairs in candidates:
            self.budget.step()
            if not all(allowed[one][other] for one, other in pairs):  # [C1], [C3] (C.1, C.3)
                continue
            candidate = _candidate(pairs, self.bracket.size)
            if not self.complies(self.positions(candidate.downfloaters)):
                continue
            values = self._improved(candidate, best)
            if values is not None:
                best = JudgedCandidate(candidate, values, self._is_perfect(values))
                if best.is_perfect:
                    return best
        return best

    def positions(self, places: Iterable[int]) -> Positions:
        """Return the positions in the field of places in the bracket."""
        positions = self.bracket.positions
        return tuple(int(positions[place]) for place in places)

    def _improved(self, candidate: Candidate, best: JudgedCandidate | None) -> tuple[Value, ...] | None:
        """Return the candidate's values if it is better than the best so far: lower where they first differ."""
        values: list[Value] = []
        is_better = best is None
        for number, measure in enumerate(self.measures):
            value = measure.value(candidate)
            values.append(value)
            if best is not None and not is_better:
                if value > best.values[number]:
                    return None
                is_better = value < best.values[number]
        return tuple(values) if is_better else None

    def _is_perfect(self, values: tuple[Value, ...]) -> bool:
        return all(measure.is_fulfilled(value) for measure, value in zip(self.measures, values, strict=True))


def _candidate(pairs: Pairs, size: int) -> Candidate:
    """Write pairs with the higher ranked player first, in order, and the remaining players as downfloaters."""
    ordered = sorted((one, other) if one < other else (other, one) for one, other in pairs)
    paired = {place for pair in ordered for place in pair}
    return Candidate(pairs=tuple(ordered), downfloaters=tuple(place for place in range(size) if place not in paired))
