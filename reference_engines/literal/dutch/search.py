"""
A plain search for the pairings that remain possible below a bracket.

Sets of players are ascending tuples of positions.
"""

from __future__ import annotations

import dataclasses
from itertools import chain, combinations, product
from typing import TYPE_CHECKING

from reference_engines.literal.dutch.sequence import MAX_STEPS, StepBudget
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.players import Players
    from reference_engines.downfloating.bracket import Bracket
    from reference_engines.literal.dutch.evaluation import Positions, Value


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
