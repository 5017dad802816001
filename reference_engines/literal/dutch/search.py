"""
A plain search for the pairings that remain possible below a bracket.

Sets of players are ascending tuples of positions.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from reference_engines.literal.dutch.sequence import MAX_STEPS, StepBudget
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from reference_engines.definitions.players import Players
    from reference_engines.downfloating.bracket import Bracket
    from reference_engines.literal.dutch.evaluation import Positions


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


def leftovers(players: Players, mdps: Positions, residents: range, max_steps: int = MAX_STEPS) -> set[Positions]:
    """
    Return every set of players that can be left when the others of a bracket are paired with each other.

    MDPs meet residents only (3.3.3; B.3); only the absolute criteria are observed.
    """
    allowed = players.allowed.tolist()
    came_down = set(mdps)
    known: dict[Positions, set[Positions]] = {(): {()}}
    budget = StepBudget("finding out how the following bracket can be paired", max_steps)

    def left_of(players: Positions) -> set[Positions]:
        if players not in known:
            budget.step()
            first, others = players[0], players[1:]
            found = {(first, *left) for left in left_of(others)}
            for index, opponent in enumerate(others):
                if allowed[first][opponent] and not (first in came_down and opponent in came_down):
                    found |= left_of(others[:index] + others[index + 1 :])
            known[players] = found
        return known[players]

    return left_of(mdps + tuple(residents))
