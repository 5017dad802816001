"""
How the three choices of a round are found, and the round that follows from them.

The following scoregroup ([C6]) can be read otherwise: then a faithful reader may have chosen one of several sets of
upfloaters. [C4] and [C5] settle how many upfloaters there are and which scores they have, whatever is read into [C6].
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product

from reference_engines.matching import largest
from reference_engines.upfloating import solver
from reference_engines.upfloating.edition import FollowingReading, UpfloatingEdition
from reference_engines.upfloating.participants import UpfloatingParticipants
from tournaments.frozen import FrozenStruct

_MOST_SETS = 500
"""Number of sets that are tried; if none of them decides, the reading is not followed."""


def reselect_upfloaters(
    participants: UpfloatingParticipants, text: UpfloatingEdition, unpaired: Sequence[int], chosen: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the upfloaters by the edition's readings of [C6]; by ours they are ``chosen``, at least one."""
    residents, lower = participants.top(unpaired)
    score = int(participants.score[residents[0]])
    rest = [position for position in lower if position not in chosen]
    group = participants.following(score, lower)
    if not group.intersection(rest):
        group = frozenset()
    if FollowingReading.UNGRADED in text.following:
        needed, by_size = solver.following_upfloaters(participants, score, rest)
        if needed != by_size:
            return solver.select_upfloaters(participants, text, unpaired, following=frozenset())
    if FollowingReading.LEFT in text.following and rest and not group:
        highest = max(int(participants.score[position]) for position in rest)
        group = frozenset(position for position in lower if participants.score[position] == highest)
        chosen = solver.select_upfloaters(participants, text, unpaired, following=group)
    if FollowingReading.NOT_MET in text.following and group:
        return _leave_most_pairs(participants, residents, lower, chosen, group)
    return chosen


def _leave_most_pairs(
    participants: UpfloatingParticipants,
    residents: list[int],
    lower: list[int],
    chosen: tuple[int, ...],
    group: frozenset[int],
) -> tuple[int, ...]:
    """Return the first set that leaves the group most pairs that have not met, even if other players stay unpaired."""
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
    participants: UpfloatingParticipants, lower: list[int], chosen: tuple[int, ...]
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
    participants: UpfloatingParticipants, residents: list[int], lower: list[int], candidate: tuple[int, ...]
) -> bool:
    rest = [position for position in lower if position not in candidate]
    return participants.can_be_paired([*residents, *candidate]) and participants.can_be_paired(rest)


class Search(FrozenStruct, frozen=True, kw_only=True):
    """The functions that make the three choices of a round."""

    choose_bye: Callable[[UpfloatingParticipants, UpfloatingEdition], int | None]
    """Returns the position with the bye."""
    select_upfloaters: Callable[[UpfloatingParticipants, UpfloatingEdition, Sequence[int]], tuple[int, ...]]
    """Returns the upfloaters of the top-scoregroup of unpaired positions."""
    pair_bracket: Callable[[UpfloatingParticipants, UpfloatingEdition, Sequence[int]], tuple[tuple[int, int], ...]]
    """Returns the pairs of a bracket."""


def _select_upfloaters(
    participants: UpfloatingParticipants, text: UpfloatingEdition, unpaired: Sequence[int]
) -> tuple[int, ...]:
    chosen = solver.select_upfloaters(participants, text, unpaired)
    if chosen and text.following:
        return reselect_upfloaters(participants, text, unpaired, chosen)
    return chosen


BY_MATCHING = Search(
    choose_bye=solver.choose_bye, select_upfloaters=_select_upfloaters, pair_bracket=solver.pair_bracket
)


def pair_in_steps(
    participants: UpfloatingParticipants, text: UpfloatingEdition, search: Search
) -> Iterator[Sequence[tuple[int, ...]]]:
    """
    Yield the bye, if there is one, and then the pairs of each bracket from the top, by position.

    Raise NoLegalPairingError.
    """
    bye = search.choose_bye(participants, text)
    if bye is not None:
        yield [(bye,)]
    unpaired = [position for position in range(participants.size) if position != bye]
    while unpaired:
        residents, lower = participants.top(unpaired)
        upfloaters = search.select_upfloaters(participants, text, unpaired)
        yield search.pair_bracket(participants, text, (*residents, *upfloaters))
        unpaired = [position for position in lower if position not in upfloaters]


def pair_field(
    participants: UpfloatingParticipants, text: UpfloatingEdition, search: Search
) -> tuple[tuple[tuple[int, int], ...], int | None]:
    """
    Pair all participants, top bracket first; return pairs of positions, and the position with the bye.

    Raise NoLegalPairingError.
    """
    parts = [part for step in pair_in_steps(participants, text, search) for part in step]
    pairs = tuple((part[0], part[1]) for part in parts if len(part) > 1)
    return pairs, next((part[0] for part in parts if len(part) == 1), None)
