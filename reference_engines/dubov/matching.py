"""
The choices of a bracket by matching: upfloaters, shifters, and the first transposition.

A set of upfloaters is best, and the first of the best, by one matching of the residents with all below them, who must
remain to be paired (C4). Two upfloaters never meet each other in it: without the two there are fewer (C5), or no lower
scores (C6), and the premise is that one of the two comes first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.brackets.packing import ABSENT, Present, pack
from reference_engines.dubov.criteria import SCORE_DIFFERENCES, UPFLOATERS
from reference_engines.dubov.participants import NO_SHIFTS, Shifts
from reference_engines.matching import first_best, largest
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from reference_engines.dubov.edition import DubovText
    from reference_engines.dubov.participants import DubovBracket, DubovScoregroup, Positions
    from reference_engines.history import BoolArray, IntArray
    from reference_engines.matching import Mates
    from reference_engines.players import Players


@dataclass(frozen=True, slots=True)
class DubovMatching:
    """The search of the ordinary engine."""

    def can_be_left_over(self, players: Players) -> IntArray | None:
        """Return whom all others can be paired without; see `Search`."""
        found = largest(players.allowed)
        return None if found.left_over > 1 else np.flatnonzero(found.exposable)

    def upfloaters(self, text: DubovText, group: DubovScoregroup) -> Positions | None:
        """Return the first of the best sets of upfloaters (3.2.1, 3.2.2; B.1)."""
        if text.criteria[0].criterion in (UPFLOATERS, SCORE_DIFFERENCES):
            if _can_all_be_paired(group, group.residents) and _rest_can_be_paired(text, group, ()):
                return ()
            if [one.criterion for one in text.criteria[:2]] == [UPFLOATERS, SCORE_DIFFERENCES]:
                found = _of_the_next_scores(text, group)
                if found is not None:
                    return found
        pool = np.array(group.pool, dtype=np.int64)
        return _best(text, group, pool, _allowed(group, pool) if text.completes else None)

    def shifts(self, text: DubovText, bracket: DubovBracket) -> Shifts:
        """Return the first of the best sets of players to be shifted (3.2.4; B.1)."""
        half = bracket.size // 2
        if len(bracket.smaller) == half and self._meet(bracket, bracket.g1, bracket.g2) is not None:
            return NO_SHIFTS
        first = _shifted_first(text, bracket)
        if len(bracket.larger) + len(first) == half:
            return Shifts(first=first)
        return Shifts(first=first, second=_shifted_second(text, bracket, first))

    def transposition(self, bracket: DubovBracket, s1: Positions, g2: Positions) -> Positions:
        """Return the first order of G2 in which it can meet S1 (3.2.6; B.1)."""
        found = self._meet(bracket, s1, g2)
        if found is None:
            raise AssertionError("the subgroups that were shifted cannot meet")
        return found

    @staticmethod
    def _meet(bracket: DubovBracket, s1: Positions, g2: Positions) -> Positions | None:
        """Give each of S1 in turn the first of G2 with whom all others can still meet; None if that is impossible."""
        between = bracket.participants.players.allowed[np.ix_(s1, g2)] > 0
        half = len(s1)
        if between.diagonal().all():
            return g2
        costs = np.full((1, 2 * half, 2 * half), ABSENT, dtype=np.int64)
        costs[0, :half, half:] = np.where(between, 0, ABSENT)
        costs[0, half:, :half] = costs[0, :half, half:].T
        mates = first_best(costs, settled=range(half))
        return None if mates is None else tuple(g2[mate - half] for mate in mates[:half].tolist())


# --- upfloaters -------------------------------------------------------------------------------------------------------


def _can_all_be_paired(group: DubovScoregroup, positions: Sequence[int]) -> bool:
    return len(positions) % 2 == 0 and not largest(group.participants.players.allowed, positions).left_over


def _rest_can_be_paired(text: DubovText, group: DubovScoregroup, upfloaters: Positions) -> bool:
    if not text.completes:
        return True
    taken = set(upfloaters)
    return _can_all_be_paired(group, [position for position in group.pool if position not in taken])


def _of_the_next_scores(text: DubovText, group: DubovScoregroup) -> Positions | None:
    """
    Return the set where looking at the next scores alone, and at no completion, tells it; None if it does not.

    As few upfloaters as an odd number of residents needs, or two where an even number cannot be paired, are the fewest;
    of the highest scores that allow it they are best by C6; and the first of the best of more sets than may be taken
    is the first of those that may, if it is one of them.
    """
    least = 1 if len(group.residents) % 2 else 2
    for number in _ends_of_scores(group):
        found = _best(text, group, np.array(group.pool[:number], dtype=np.int64), None)
        if found is not None:
            return found if len(found) == least and _rest_can_be_paired(text, group, found) else None
    return None


def _ends_of_scores(group: DubovScoregroup) -> Iterator[int]:
    """Yield how many of the pool have the next score or more, the next two, and so on."""
    score = group.participants.scores
    for number, position in enumerate(group.pool, start=1):
        if number == len(group.pool) or score[group.pool[number]] != score[position]:
            yield number


def _allowed(group: DubovScoregroup, pool: IntArray) -> BoolArray:
    return group.participants.players.allowed[np.ix_(pool, pool)].astype(np.bool_)


def _best(text: DubovText, group: DubovScoregroup, pool: IntArray, among: BoolArray | None) -> Positions | None:
    """
    Return the first of the best sets of upfloaters out of a pool; None if there is none.

    ``among`` tells who of the pool may meet; None: whatever becomes of those who do not upfloat.
    """
    residents = np.array(group.residents, dtype=np.int64)
    spare = 0
    if among is None:
        spare = (pool.size + residents.size) % 2
        among = ~np.eye(pool.size + spare, dtype=np.bool_)
    allowed = group.participants.players.allowed
    between = np.zeros((pool.size + spare, residents.size), dtype=np.bool_)
    between[: pool.size] = allowed[np.ix_(pool, residents)]
    present = Present(within=allowed[np.ix_(residents, residents)].astype(np.bool_), between=between, among=among)
    terms = [term for one in text.criteria for term in one.criterion.terms(group, pool, spare)]
    outside = pool.size + spare
    decisions = [(place, outside, outside + residents.size) for place in range(pool.size)]
    mates = first_best(pack(terms, present).costs, _decisions(decisions))
    if mates is None:
        return None
    return tuple(position for position, mate in zip(pool.tolist(), mates.tolist(), strict=False) if mate >= outside)


def _decisions(rows: Sequence[tuple[int, int, int]]) -> NDArray[np.int32]:
    return np.array(rows, dtype=np.int32).reshape(-1, 3)


# --- shifters ---------------------------------------------------------------------------------------------------------
#
# Of two who are paired within a subgroup one is shifted: the pairs within the smaller one are the fewest exactly where
# those within the larger one are, and so are those who miss their preference (C7, DUBOV-UNAVOIDABLE). Vertices are in
# the order of sequence numbers; one decided to have a mate that comes later is shifted, and the mate is not. Nobody
# passed over is the mate of a later one who is shifted: then that one could have been shifted instead, and earlier.


def _shifted_first(text: DubovText, bracket: DubovBracket) -> Positions:
    """Return who goes over from the smaller subgroup, in the order of sequence numbers (3.2.4.1; B.1)."""
    listed = text.numbered(bracket, smaller=True)
    size = len(listed)
    costs = _costs(bracket, (*listed, *bracket.larger))
    costs[0, :size, :size] = np.where(costs[0, :size, :size] == ABSENT, ABSENT, 1)
    mates = first_best(costs)
    if mates is not None and not _with_later_mates(mates, listed):
        return ()
    return _with_later_mates(first_best(costs, _for_later_mates(size)), listed)


def _shifted_second(text: DubovText, bracket: DubovBracket, first: Positions) -> Positions:
    """Return who goes over from the larger subgroup, if all just shifted to it meet those who stayed (3.2.4.2; B.1)."""
    listed = text.numbered(bracket, smaller=False, shifted=first)
    stayed = [position for position in bracket.smaller if position not in first]
    vertices = (*listed, *stayed, *first)
    costs = _costs(bracket, vertices)
    one, other = len(listed), len(listed) + len(stayed)
    costs[0, one:other, one:other] = ABSENT
    costs[0, other:, other:] = ABSENT
    costs[0, :one, other:] = costs[0, other:, :one] = ABSENT
    return _with_later_mates(first_best(costs, _for_later_mates(one)), listed)


def _costs(bracket: DubovBracket, vertices: Sequence[int]) -> NDArray[np.int64]:
    """Return costs of 0 for all who may meet."""
    allowed = bracket.participants.players.allowed[np.ix_(vertices, vertices)]
    return np.where(allowed > 0, 0, ABSENT).astype(np.int64)[None]


def _for_later_mates(size: int) -> NDArray[np.int32]:
    return _decisions([(place, place + 1, size) for place in range(size - 1)])


def _with_later_mates(mates: Mates | None, listed: Positions) -> Positions:
    if mates is None:
        raise AssertionError("a bracket that can be paired has no shifters")
    size = len(listed)
    return tuple(listed[place] for place, mate in enumerate(mates[:size].tolist()) if place < mate < size)
