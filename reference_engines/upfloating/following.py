"""
[C6] read otherwise: sets of upfloaters that a faithful reader of the following scoregroup may have chosen.

How many upfloaters there are and which scores they have is settled by [C4] and [C5], whatever is read into [C6].
"""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

from reference_engines.matching import largest
from reference_engines.upfloating import solver
from reference_engines.upfloating.text import FollowingRead

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reference_engines.upfloating.field import UpfloatingField
    from reference_engines.upfloating.text import UpfloatingText

_MOST_SETS = 500
"""So many sets are tried one after the other; beyond, the reading is not followed."""


def upfloaters_otherwise(
    participants: UpfloatingField, text: UpfloatingText, unpaired: Sequence[int], chosen: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the upfloaters by the edition's readings of [C6]; by ours they are ``chosen``; some there are."""
    residents, lower = participants.top(unpaired)
    score = int(participants.score[residents[0]])
    rest = [position for position in lower if position not in chosen]
    group = participants.following(score, lower)
    if not group.intersection(rest):
        group = frozenset()
    if FollowingRead.UNGRADED in text.following:
        needed, by_size = solver.following_upfloaters(participants, score, rest)
        if needed != by_size:
            return solver.select_upfloaters(participants, text, unpaired, following=frozenset())
    if FollowingRead.LEFT in text.following and rest and not group:
        highest = max(int(participants.score[position]) for position in rest)
        group = frozenset(position for position in lower if participants.score[position] == highest)
        chosen = solver.select_upfloaters(participants, text, unpaired, following=group)
    if FollowingRead.NOT_MET in text.following and group:
        return _most_pairs_that_have_not_met(participants, residents, lower, chosen, group)
    return chosen


def _most_pairs_that_have_not_met(
    participants: UpfloatingField,
    residents: list[int],
    lower: list[int],
    chosen: tuple[int, ...],
    group: frozenset[int],
) -> tuple[int, ...]:
    """Return the first set that leaves most of the group an opponent there, whoever is left for the others."""
    best, fewest = chosen, len(group) + 1
    for number, candidate in enumerate(sets_in_order(participants, lower, chosen)):
        if number == _MOST_SETS:
            return chosen
        left = sorted(group.difference(candidate))
        alone = largest(participants.allowed, left).left_over
        if alone < fewest and _is_legal(participants, residents, lower, candidate):
            best, fewest = candidate, alone
        if fewest == len(left) % 2:
            return best
    return best


def sets_in_order(
    participants: UpfloatingField, lower: list[int], chosen: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """Yield the sets with the scores of the chosen one, in their order (2.2.4)."""
    scores = participants.score[list(chosen)].tolist()
    by_score = [
        combinations([position for position in lower if participants.score[position] == score], scores.count(score))
        for score in sorted(set(scores), reverse=True)
    ]
    for parts in product(*by_score):
        yield tuple(position for part in parts for position in part)


def _is_legal(
    participants: UpfloatingField, residents: list[int], lower: list[int], candidate: tuple[int, ...]
) -> bool:
    rest = [position for position in lower if position not in candidate]
    return participants.can_be_paired([*residents, *candidate]) and participants.can_be_paired(rest)
