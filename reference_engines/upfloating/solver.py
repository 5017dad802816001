"""
The first bye, the first set of upfloaters and the first pairing of a bracket, found by matching.

Every choice is a perfect matching of least cost of those yet to be paired; the order of the candidates is that of
decisions taken one after the other, each kept if it can be completed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.frame.results import NoLegalPairingError
from reference_engines.matching import best_matching, first_best, largest
from reference_engines.upfloating.field import impossible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from reference_engines.upfloating.field import UpfloatingField
    from reference_engines.upfloating.text import UpfloatingText

_BITS = 57
"""Costs times vertices stay below two to the power of this."""
_NO_EDGE = -1


def choose_bye(participants: UpfloatingField, text: UpfloatingText) -> int | None:
    """
    Return the position that receives the pairing-allocated bye (2.1; 3.4 of 2026), None if the number is even.

    Raise NoLegalPairingError if no pairing is complete.
    """
    found = largest(participants.allowed)
    if found.left_over != participants.size % 2:
        raise impossible(participants, f"the {participants.participant}s cannot all be paired, whoever has the bye")
    if participants.size % 2 == 0:
        return None
    able = [
        position
        for position in range(participants.size)
        if found.exposable[position] and participants.bye_allowed[position]
    ]
    if not able:
        raise impossible(
            participants, f"no {participants.participant} that may have the bye leaves a pairing of all others"
        )
    return min(able, key=lambda at: text.bye_key(participants, at))


def select_upfloaters(
    participants: UpfloatingField,
    text: UpfloatingText,
    unpaired: Sequence[int],
    *,
    following: frozenset[int] | None = None,
) -> tuple[int, ...]:
    """
    Return the first set of upfloaters for the top-scoregroup of ``unpaired`` (2.2; 3.5 of 2026), in order.

    ``following`` replaces the scoregroup that [C6] looks at; empty, it asks nothing. Raise NoLegalPairingError if there
    is no set.
    """
    residents, lower = participants.top(unpaired)
    if participants.can_be_paired(residents) and (not text.completes or participants.can_be_paired(lower)):
        return ()
    problem = _selection(participants, text, unpaired, following)
    fewest = len(residents) % 2
    scores = sorted({int(participants.score[position]) for position in lower}, reverse=True)
    for lowest in scores if text.scores_choose_upfloaters else scores[-1:]:
        found = problem.solve(lowest)
        if found is None:
            continue
        if len(found) > fewest:
            fewest = max(fewest, problem.fewest())
        if len(found) == fewest:
            return found
    raise NoLegalPairingError("the round-pairing cannot be completed")


def _selection(
    participants: UpfloatingField,
    text: UpfloatingText,
    unpaired: Sequence[int],
    following: frozenset[int] | None = None,
) -> _Selection:
    residents, lower = participants.top(unpaired)
    if following is None:
        score = int(participants.score[residents[0]])
        following = participants.following(score, lower) if text.looks_ahead else frozenset()
    return _Selection(participants, text, residents, lower, following)


class _Selection:
    """The upfloaters of one top-scoregroup as a matching of all yet to be paired."""

    def __init__(
        self,
        participants: UpfloatingField,
        text: UpfloatingText,
        residents: list[int],
        lower: list[int],
        following: frozenset[int],
    ) -> None:
        self._participants, self._text = participants, text
        self._residents = residents
        self._following = following
        self._everybody = np.array(residents + lower)
        size = self._everybody.size
        resident = np.arange(size) < len(residents)
        self._cross = resident[:, None] != resident[None, :]
        self._allowed = participants.allowed[np.ix_(self._everybody, self._everybody)] > 0
        if not text.completes:
            self._allowed |= ~resident[:, None] & ~resident[None, :] & ~np.eye(size, dtype=np.bool_)
        self._fewest: int | None = None

    def fewest(self) -> int:
        """Return the least number of upfloaters ([C4])."""
        if self._fewest is None:
            mates = _match(_costs(self._allowed, [self._cross.astype(np.int64)]))
            if mates is None:
                raise NoLegalPairingError("the round-pairing cannot be completed")
            self._fewest = len(self._chosen(mates))
        return self._fewest

    def solve(self, lowest: int) -> tuple[int, ...] | None:
        """Return the first best set whose scores are ``lowest`` at least; None if there is none."""
        score = self._participants.score[self._everybody]
        # Deciding for each of those below the residents in turn, by score, then TPN, is the order of sets.
        count, number = len(self._residents), self._text.order_of_set(self._participants)[self._everybody]
        in_order = np.lexsort((number, -score))
        decisions = [(int(place), 0, count) for place in in_order if place >= count and score[place] >= lowest]
        mates = _match(self._packed(lowest), decisions)
        return None if mates is None else self._chosen(mates)

    def said(self, upfloaters: Sequence[int]) -> list[tuple[int, ...]] | None:
        """
        Return what the packed costs say of a set of upfloaters, criterion by criterion.

        None if they say that with this set the round cannot be completed.
        """
        lowest = min(int(self._participants.score[position]) for position in upfloaters)
        chosen = np.isin(self._everybody, upfloaters)
        resident = np.arange(self._everybody.size) < len(self._residents)
        meets_residents = resident[:, None] & chosen[None, :]
        keep = meets_residents | meets_residents.T | ~(self._cross | chosen[:, None] | chosen[None, :])
        costs = self._packed(lowest)
        costs[0][~keep] = _NO_EDGE
        found = best_matching(costs)
        return None if found is None else list(self._unpacked(found.cost, lowest))

    def _unpacked(self, totals: Sequence[int], lowest: int) -> Iterator[tuple[int, ...]]:
        """Yield the values of the criteria from what a matching adds up to: the inverse of `_levels`."""
        left = iter(totals)
        yield (next(left),)
        if self._text.scores_choose_upfloaters:
            yield self._differences(left, lowest)
        if self._text.looks_ahead and not self._following:
            yield (0,)
        yield from ((number,) for number in left)

    def _differences(self, left: Iterator[int], lowest: int) -> tuple[int, ...]:
        above = int(self._participants.score[self._residents[0]])
        differences: list[int] = []
        for packed in self._scores_by_level(lowest):
            number = next(left)
            for weight, value in zip(reversed(range(len(packed))), packed, strict=True):
                differences += [above - value] * (number // self._base**weight % self._base)
        return tuple(differences)

    def _packed(self, lowest: int) -> NDArray[np.int64]:
        score = self._participants.score[self._everybody]
        fit = ~self._cross | (np.minimum(score[:, None], score[None, :]) >= lowest)
        return _costs(self._allowed & fit, self._levels(score, lowest))

    def _levels(self, score: NDArray[np.int64], lowest: int) -> list[NDArray[np.int64]]:
        cross = self._cross.astype(np.int64)
        levels = [cross, *(self._scores(score, lowest) if self._text.scores_choose_upfloaters else ())]
        if self._following:
            inside = np.array([position in self._following for position in self._everybody.tolist()])
            levels.append(((inside[:, None] != inside[None, :]) & ~self._cross).astype(np.int64))
        if self._text.floats_choose_upfloaters:
            count = len(self._residents)
            floated = self._participants.floated[self._everybody] & (np.arange(self._everybody.size) >= count)
            levels.append(cross * (floated[:, None] | floated[None, :]))
        return levels

    def _scores(self, score: NDArray[np.int64], lowest: int) -> list[NDArray[np.int64]]:
        """[C5]: the fewest upfloaters of the lowest score, then of the next; several scores packed into a level."""
        lower_score = np.minimum(score[:, None], score[None, :])
        levels = []
        for packed in self._scores_by_level(lowest):
            level = np.zeros(self._cross.shape, dtype=np.int64)
            for weight, value in enumerate(reversed(packed)):
                level += (self._cross & (lower_score == value)) * self._base**weight
            levels.append(level)
        return levels

    @property
    def _base(self) -> int:
        return int(self._everybody.size) + 1

    def _scores_by_level(self, lowest: int) -> list[list[int]]:
        """Return the scores that upfloaters can have, lowest first, as many to a level as there is room for."""
        each = max(1, int(_BITS / np.log2(self._base)) - 1)
        score = self._participants.score[self._everybody]
        values = sorted({int(value) for value in score[len(self._residents) :] if value >= lowest})
        return [values[start : start + each] for start in range(0, len(values), each)]

    def _chosen(self, mates: NDArray[np.int32]) -> tuple[int, ...]:
        count = len(self._residents)
        return tuple(
            int(self._everybody[place]) for place in range(count, self._everybody.size) if mates[place] < count
        )


def following_upfloaters(participants: UpfloatingField, score: int, rest: Sequence[int]) -> tuple[int, int]:
    """
    Return how many upfloaters the scoregroup following ``score`` needs at least, and how many its size asks for.

    ``rest`` are those left when the bracket of that score is paired; they can be paired.
    """
    following = participants.following(score, rest)
    if not following:
        return 0, 0
    at = np.array(rest)
    inside = np.array([position in following for position in rest])
    cross = (inside[:, None] != inside[None, :]).astype(np.int64)
    mates = _match(_costs(participants.allowed[np.ix_(at, at)] > 0, [cross]))
    if mates is None:
        raise NoLegalPairingError("the round-pairing cannot be completed")
    return sum(bool(inside[place] and not inside[mates[place]]) for place in range(len(rest))), len(following) % 2


def pair_bracket(
    participants: UpfloatingField, text: UpfloatingText, bracket: Sequence[int]
) -> tuple[tuple[int, int], ...]:
    """
    Return the first pairing of a bracket that meets the criteria as well as possible (2.3; 3.6 of 2026).

    Pairs of positions, the smaller TPN first, by ascending TPN. Raise NoLegalPairingError if there is none.
    """
    order = np.array(sorted(bracket, key=text.seats(participants).__getitem__))
    size = order.size
    allowed = participants.allowed[np.ix_(order, order)] > 0
    levels = [level[np.ix_(order, order)] for level in text.bracket_costs(participants)]
    half = np.arange(size // 2)
    if allowed[half, half + size // 2].all() and not any(level[half, half + size // 2].any() for level in levels):
        return tuple((int(order[place]), int(order[place + size // 2])) for place in half)
    decisions = [(place, place + 1, size) for place in range(size - 1)]
    mates = _match(_costs(allowed, levels), decisions, settle=size)
    if mates is None:
        raise NoLegalPairingError("a bracket cannot be paired")
    return tuple((int(order[place]), int(order[mates[place]])) for place in range(size) if mates[place] > place)


def said_of_upfloaters(
    participants: UpfloatingField, text: UpfloatingText, unpaired: Sequence[int], upfloaters: Sequence[int]
) -> list[tuple[int, ...]] | None:
    """
    Return what the packed costs say of a set of upfloaters, somebody at least, by the criteria of their selection.

    None if they say that with this set the round cannot be completed.
    """
    return _selection(participants, text, unpaired).said(upfloaters)


def said_of_pairs(
    participants: UpfloatingField, text: UpfloatingText, pairs: Sequence[tuple[int, int]]
) -> list[tuple[int, ...]]:
    """Return what the packed costs say of the pairs of a bracket, by the criteria of brackets."""
    costs = _costs(participants.allowed > 0, text.bracket_costs(participants))
    return [(sum(int(level[pair]) for pair in pairs),) for level in costs]


def _costs(allowed: NDArray[np.bool_], levels: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    costs = np.stack(levels or [np.zeros(allowed.shape, dtype=np.int64)]).astype(np.int64)
    costs[0][~allowed] = _NO_EDGE
    return costs


def _match(
    costs: NDArray[np.int64], decisions: Sequence[tuple[int, int, int]] = (), settle: int = 0
) -> NDArray[np.int32] | None:
    return first_best(costs, np.array(decisions, dtype=np.int32).reshape(-1, 3), range(settle))
