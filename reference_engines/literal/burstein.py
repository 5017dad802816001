"""The system as it is written: every pairing of a bracket is looked at in the order of 4.3; for small brackets."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines import burstein
from reference_engines.burstein.edition import (
    Absolute,
    BursteinObjective,
    BursteinSearch,
    BursteinText,
    OpponentOrder,
)
from reference_engines.burstein.round import Value, complies_wholly
from reference_engines.burstein.rules import BURSTEIN_2018, BURSTEIN_2026
from reference_engines.downfloating.bracket import Candidate
from reference_engines.literal.dutch.sequence import StepBudget, name_of
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.burstein.participants import RankedBracket
    from reference_engines.definitions.history import IntArray
    from reference_engines.definitions.players import Players

    Positions = tuple[int, ...]
    Meeting = list[list[int]]


def _can_be_left_over(players: Players) -> IntArray | None:
    """Try to leave each player over."""
    meeting, everybody = players.allowed.tolist(), tuple(range(players.size))
    known: dict[Positions, bool] = {}
    if not players.is_odd:
        return np.array([], dtype=np.int64) if _can_be_paired(everybody, meeting, known) else None
    left = [one for one in everybody if _can_be_paired(everybody[:one] + everybody[one + 1 :], meeting, known)]
    return np.array(left, dtype=np.int64) if left else None


def _can_be_paired(players: Positions, meeting: Meeting, known: dict[Positions, bool]) -> bool:
    """Whether all of them can be paired, by trying every opponent of the first."""
    if not players:
        return True
    if players not in known:
        first, others = players[0], players[1:]
        known[players] = any(
            meeting[first][other] and _can_be_paired(others[:at] + others[at + 1 :], meeting, known)
            for at, other in enumerate(others)
        )
    return known[players]


@dataclass(frozen=True, slots=True, kw_only=True)
class _BursteinWalk:
    """The pairings of one bracket."""

    text: BursteinText
    bracket: RankedBracket
    objective: BursteinObjective
    max_steps: int
    known: dict[Positions, bool] = field(default_factory=dict)
    known_ahead: dict[Positions, list[Value]] = field(default_factory=dict)

    def first_best(self) -> Candidate | None:
        """Go through all pairings that comply with the absolute criteria, and keep the first of the best."""
        budget = StepBudget(name_of(self.bracket), self.max_steps)
        best: tuple[list[Value], Candidate] | None = None
        for candidate in candidates(self.bracket, self.text.order):
            budget.step()
            if not self._can_be_completed(candidate):
                continue
            values = self._values(candidate)
            if best is None or values < best[0]:
                best = values, candidate
        return None if best is None else best[1]

    def _can_be_completed(self, candidate: Candidate) -> bool:
        """Whether the floaters and all players below can be paired (2.2.1; C.4)."""
        if self.bracket.is_last:
            return not candidate.downfloaters
        if Absolute.COMPLETION not in self.text.enforced and not self._is_all_looked_at:
            return True
        floating = sorted(self.bracket.downfloater_positions(candidate))
        below = range(self.bracket.last, self.bracket.players.size)
        return _can_be_paired((*floating, *below), self.bracket.players.allowed.tolist(), self.known)

    @property
    def _is_all_looked_at(self) -> bool:
        """Whether there is nothing below but the following bracket, which is looked at."""
        return self.objective.looks_ahead and self.bracket.next_last == self.bracket.players.size

    def _values(self, candidate: Candidate) -> list[Value]:
        ahead = self._ahead(candidate) if self.objective.looks_ahead and not self.bracket.is_last else []
        before = [self.bracket.value(criterion, candidate) for criterion in self.objective.before]
        return [*before, *ahead, *(self.bracket.value(criterion, candidate) for criterion in self.objective.after)]

    def _ahead(self, candidate: Candidate) -> list[Value]:
        """Return the best value of the following bracket with these floaters (2.3.3; C.7)."""
        floating = self.bracket.downfloater_positions(candidate)
        if floating not in self.known_ahead:
            following = self.bracket.following(floating)
            walk = replace(self, bracket=following, objective=self.objective.following_objective, known_ahead={})
            best = walk.first_best()
            self.known_ahead[floating] = walk.values_of_following(best)
        return self.known_ahead[floating]

    def values_of_following(self, best: Candidate | None) -> list[Value]:
        """Return the value of the best candidate of a following bracket."""
        if self.text.complies_wholly_or_not:
            return [(int(best is None or not complies_wholly(self.bracket, best)),)]
        if best is None:
            return [(self.bracket.size + 1,)]
        return [self.bracket.value(criterion, best) for criterion in self.objective.ahead]


def candidates(bracket: RankedBracket, order: OpponentOrder) -> Iterator[Candidate]:
    """Yield the pairings of a bracket in which every meeting is allowed (C1, C3), in order; any player may float."""
    meeting = bracket.allowed.tolist()
    for opponents in _assigned({}, bracket.size, meeting, order):
        in_order = sorted(opponents.items())
        yield Candidate(
            pairs=tuple((place, other) for place, other in in_order if other is not None and place < other),
            downfloaters=tuple(place for place, other in in_order if other is None),
        )


def _assigned(
    opponents: dict[int, int | None], size: int, meeting: Meeting, order: OpponentOrder
) -> Iterator[dict[int, int | None]]:
    """Give the first BSN without an opponent each one in turn, and go on with the next."""
    first = next((place for place in range(size) if place not in opponents), None)
    if first is None:
        yield opponents
        return
    for other in order.opponents(first, size):
        if other is None:
            yield from _assigned({**opponents, first: None}, size, meeting, order)
        elif other not in opponents and meeting[first][other]:
            yield from _assigned({**opponents, first: other, other: first}, size, meeting, order)


def try_all(max_steps: int = 40_000) -> BursteinSearch:
    """
    Return the search by trying all candidates in order.

    ``max_steps`` limits the pairings of one bracket; eleven players who may all meet have fewer.
    """

    def best(text: BursteinText, bracket: RankedBracket, objective: BursteinObjective) -> Candidate | None:
        walk = _BursteinWalk(text=text, bracket=bracket, objective=objective, max_steps=max_steps)
        return walk.first_best()

    return BursteinSearch(can_be_left_over=_can_be_left_over, best=best)


BY_TRYING = try_all()

LITERAL_2026 = replace(BURSTEIN_2026, edition=burstein.LITERAL_2026, search=BY_TRYING)
LITERAL_2018 = replace(BURSTEIN_2018, edition=burstein.LITERAL_2018, search=BY_TRYING)
