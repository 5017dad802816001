"""
The candidates of a bracket in the order in which the articles generate them (C.04.3:3 and 4; B and D, 2017).

Players stand here as numbers that ascend in ranking order, as BSNs do (4.1; D). A candidate is given by its pairs, the
player of S1 first; whoever is in none of them downfloats. The sequence repeats itself where an exchange only turns
pairs round: such a repetition is not better than its first occurrence.
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import TYPE_CHECKING

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """A swap of equally many residents between the original S1 and the original S2 (4.3.1; D.2)."""

    moved_to_s2: tuple[int, ...]
    """Ascending."""
    moved_to_s1: tuple[int, ...]
    """Ascending."""

    @property
    def difference(self) -> int:
        """The sum of the BSNs moved from S2 to S1 less the sum of those moved from S1 to S2."""
        return sum(self.moved_to_s1) - sum(self.moved_to_s2)

    def comparison(self) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
        """Return rules 2 to 4 of 4.3.2 (b to d of D.2) for exchanges of one size: the smallest comes first."""
        largest_leave_s1 = tuple(-bsn for bsn in reversed(self.moved_to_s2))
        smallest_leave_s2 = self.moved_to_s1
        return self.difference, largest_leave_s1, smallest_leave_s2

    def applied(self, s1: Iterable[int], s2: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return S1 and S2 after the exchange, put in order again (3.6.1; B.6)."""
        new_s1 = sorted({*s1} - {*self.moved_to_s2} | {*self.moved_to_s1})
        new_s2 = sorted({*s2} - {*self.moved_to_s1} | {*self.moved_to_s2})
        return tuple(new_s1), tuple(new_s2)


def transpositions(s2: Iterable[int], n1: int) -> Iterator[tuple[int, ...]]:
    """
    Return the first ``n1`` BSNs of S2 in every order, in lexicographic order, the unchanged one first (4.2.2; D.1).

    ``s2`` ascends. The BSNs that follow are ignored: those players make the remainder, or downfloat.
    """
    return permutations(s2, n1)


def exchanges(s1: Sequence[int], s2: Sequence[int]) -> Iterator[Exchange]:
    """Return every exchange between S1 and S2 (4.3.2; D.2): the fewest BSNs first, then by the other three rules."""
    for size in range(1, min(len(s1), len(s2)) + 1):
        same_size = [
            Exchange(moved_to_s2=leave_s1, moved_to_s1=leave_s2)
            for leave_s1 in combinations(s1, size)
            for leave_s2 in combinations(s2, size)
        ]
        yield from sorted(same_size, key=Exchange.comparison)


def homogeneous_candidates(players: Sequence[int], pairs: int) -> Iterator[Pairs]:
    """
    Return the candidates of a homogeneous bracket or remainder (3.3.2, 3.6.1; B.3, B.6).

    The players are tagged with BSNs of their own, a remainder's too (4.1.1; DUTCH-2017-BSN). S1 is the first ``pairs``
    of them. For the original subgroups and then after each exchange, every transposition of S2 is paired with S1.
    """
    tagged = dict(enumerate(players, start=1))
    bsns = tuple(tagged)
    for s1, s2 in _subgroups(bsns[:pairs], bsns[pairs:]):
        players_of_s1 = [tagged[bsn] for bsn in s1]
        for transposed in transpositions([tagged[bsn] for bsn in s2], pairs):
            yield tuple(zip(players_of_s1, transposed, strict=True))


def _subgroups(s1: tuple[int, ...], s2: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    yield s1, s2
    for exchange in exchanges(s1, s2):
        yield exchange.applied(s1, s2)


def heterogeneous_candidates(
    sets_of_mdps: Iterable[Sequence[int]], residents: Sequence[int], pairs: int
) -> Iterator[Pairs]:
    """
    Return the candidates of a heterogeneous bracket (3.3.3, 3.3.4, 3.7; B.3, B.7).

    For each set of MDPs in turn (S1), for each transposition of S2, an MDP-pairing and every candidate of the
    remainder. MDPs outside the set are the Limbo. Without MDPs, an empty set leads directly to the remainder.
    """
    for s1 in sets_of_mdps:
        for opponents in transpositions(residents, len(s1)):
            mdp_pairing = tuple(zip(s1, opponents, strict=True))
            remainder = [resident for resident in residents if resident not in opponents]
            for candidate in homogeneous_candidates(remainder, pairs - len(s1)):
                yield mdp_pairing + candidate


def mdp_sets_by_bsn(mdps: Sequence[int], m1: int) -> list[tuple[int, ...]]:
    """Return every set of ``m1`` MDPs, the one with the smallest differing BSN first (4.4.2, 2026)."""
    return sorted(combinations(mdps, m1))


def mdp_sets_by_score(mdps: Sequence[int], scores: Sequence[int], m1: int) -> list[tuple[int, ...]]:
    """
    Return every set of ``m1`` MDPs in the order of D.3 (2017, DUTCH-2017-R11).

    First the set with the highest different score, then that with the lowest lexicographic value of its BSNs. The
    first one is the original S1. ``scores`` are those of ``mdps``, one by one.
    """
    score = dict(zip(mdps, scores, strict=True))
    return sorted(combinations(mdps, m1), key=lambda s1: (sorted(-score[mdp] for mdp in s1), s1))
