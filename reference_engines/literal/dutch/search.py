"""
A plain search for the pairings that remain possible below a bracket, and candidates judged one by one.

A perfect candidate is accepted at once, else the first best is taken (C.04.3:3.4, 3.8; B.4, B.8). The criteria are the
records of the edition, the very same that the optimiser packs and the assessment lists.

Sets of players are ascending tuples of positions.
"""

from __future__ import annotations

import dataclasses
from itertools import chain, combinations, product
from typing import TYPE_CHECKING

from reference_engines.downfloating.bracket import Candidate
from reference_engines.literal.dutch.sequence import MAX_STEPS, Pairs, StepBudget
from tournaments.frozen import FrozenStruct, dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from reference_engines.definitions.players import Players
    from reference_engines.downfloating.bracket import Bracket, BracketCriterion

    Value = tuple[int, ...]
    Positions = tuple[int, ...]

_NOTHING = ((), (0,))
"""Values of a criterion that is fulfilled: no scores are listed, or none is counted."""


class Measure(FrozenStruct, frozen=True):
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


class JudgedCandidate(FrozenStruct, frozen=True):
    """The candidate taken."""

    candidate: Candidate
    values: tuple[Value, ...]
    """Of every measure, in order."""
    is_perfect: bool


class Evaluation(FrozenStruct, frozen=True, kw_only=True):
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


@dataclass(frozen=True, kw_only=True)
class CompletionSearch:
    """Whether players can be paired on the absolute criteria, the one left over receiving the bye ([C4]; A.9, C.4)."""

    players: Players
    may_have_bye: tuple[bool, ...]
    """By position."""
    max_steps: int = MAX_STEPS
    _known: dict[Positions, bool] = dataclasses.field(default_factory=dict)
    _allowed: list[list[int]] = dataclasses.field(init=False)

    def __post_init__(self) -> None:
        """Lay out who may meet whom."""
        object.__setattr__(self, "_allowed", self.players.allowed.tolist())

    def is_possible(self, players: Positions) -> bool:
        """Whether all of them can be paired; of an odd number one receives the bye."""
        return self._is_possible(players, StepBudget("finding out whether the round can be completed", self.max_steps))

    def _is_possible(self, players: Positions, budget: StepBudget) -> bool:
        if not players:
            return True
        if players not in self._known:
            budget.step()
            self._known[players] = self._is_served(players, budget)
        return self._known[players]

    def _is_served(self, players: Positions, budget: StepBudget) -> bool:
        """Whether the first player can be given the bye, or some opponent, so that the others can be paired."""
        first, others = players[0], players[1:]
        if len(players) % 2 and self.may_have_bye[first] and self._is_possible(others, budget):
            return True
        return any(
            self._allowed[first][opponent] and self._is_possible(others[:index] + others[index + 1 :], budget)
            for index, opponent in enumerate(others)
        )

    def leaves(self, bracket: Bracket, downfloaters: Positions) -> bool:
        """Whether the downfloaters of a bracket, together with all players below, can be paired."""
        return self.is_possible(downfloaters + tuple(range(bracket.last, self.players.size)))


def leftovers(
    players: Players,
    mdps: Positions,
    residents: range,
    worth: Callable[[Positions], Value],
    max_steps: int = MAX_STEPS,
) -> Iterator[Positions]:
    """
    Yield every set of players that can be left when the others of a bracket are paired, the least worth first.

    MDPs meet residents only (3.3.3; B.3); only the absolute criteria are observed. Players of the same worth are alike
    in the worth of a set.
    """
    allowed = players.allowed.tolist()
    came_down, bracket = set(mdps), (*mdps, *residents)
    known: dict[Positions, bool] = {(): True}
    budget = StepBudget("finding out how the following bracket can be paired", max_steps)

    def can_be_paired(players: Positions) -> bool:
        if players not in known:
            budget.step()
            first, others = players[0], players[1:]
            known[players] = any(
                allowed[first][opponent]
                and not (first in came_down and opponent in came_down)
                and can_be_paired(others[:index] + others[index + 1 :])
                for index, opponent in enumerate(others)
            )
        return known[players]

    for numbers in _compositions(bracket, worth, budget):
        for chosen in product(*(combinations(alike, number) for alike, number in numbers)):
            left = tuple(sorted(chain.from_iterable(chosen)))
            if can_be_paired(tuple(player for player in bracket if player not in left)):
                yield left


def _compositions(
    bracket: Positions, worth: Callable[[Positions], Value], budget: StepBudget
) -> list[list[tuple[list[int], int]]]:
    """Return the numbers of players of each worth that leave an even number to be paired, the least worth first."""
    alike: dict[Value, list[int]] = {}
    for player in bracket:
        alike.setdefault(worth((player,)), []).append(player)
    found = []
    for numbers in product(*(range(len(group) + 1) for group in alike.values())):
        budget.step()
        if (len(bracket) - sum(numbers)) % 2 == 0:
            found.append(list(zip(alike.values(), numbers, strict=True)))
    return sorted(found, key=lambda some: worth(tuple(chain.from_iterable(group[:number] for group, number in some))))
