"""Whether the remaining players can still be paired: questions of matching (LIM-MOST-PAIRS, LIM-LAST-ROUND)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from reference_engines.lim.participants import LimParticipants
from reference_engines.matching import first_best, largest

Types = tuple[int, int, int]
"""Numbers of floaters of the types a, b and c (3.9.1)."""

_NO_EDGE = -1


def left_over(participants: LimParticipants, players: Sequence[int]) -> tuple[int, frozenset[int]]:
    """
    Return the fewest players who are left over when a group is paired in itself, and every player who can be one.

    Only pairings count that lift the limits of colours for the fewest pairs (6).
    """
    matching = largest(participants.meet.view(np.uint8), players)
    missing = matching.left_over
    places = np.flatnonzero(matching.exposable).tolist()
    if missing and _is_any_lifted(participants, players):
        size = len(players)
        costs = np.full((1, size + missing, size + missing), _NO_EDGE, dtype=np.int64)
        costs[0, :size, :size] = _lifting_costs(participants, players)
        costs[0, :size, size:] = costs[0, size:, :size] = 0
        places = [place for place in places if _has_mate_in(costs, place, range(size, size + missing))]
    return missing, frozenset(players[place] for place in places)


def _is_any_lifted(participants: LimParticipants, players: Sequence[int]) -> bool:
    return participants.is_any_lifted and bool(participants.lifted[np.ix_(players, players)].any())


def _lifting_costs(participants: LimParticipants, players: Sequence[int]) -> NDArray[np.int64]:
    """Return (players, players) the cost of each pair: 1 if limits are lifted for it (6), negative if not allowed."""
    among = np.ix_(players, players)
    lifted = participants.lifted[among] & (not participants.is_lifted_in_turn)
    return np.where(participants.meet[among], lifted, _NO_EDGE).astype(np.int64)


def _has_mate_in(costs: NDArray[np.int64], place: int, mates: range) -> bool:
    """Whether a best matching gives a place a mate in a range."""
    best = first_best(costs, np.array([(place, mates.start, mates.stop)], dtype=np.int32))
    return best is not None and int(best[place]) in mates


def lifting_test(participants: LimParticipants, seeker: int, order: Sequence[int]) -> Callable[[int], bool]:
    """
    Return the test whether an opponent leaves limits that are lifted for as few pairs as possible (6).

    ``order`` lists all other players to be paired. The opponents to be tested leave players who can all be paired.
    """
    group = [seeker, *order]
    if not _is_any_lifted(participants, group):
        return lambda _: True
    costs = _lifting_costs(participants, group)[np.newaxis]
    places = {player: place for place, player in enumerate(group)}
    return cache(lambda opponent: _has_mate_in(costs, 0, range(places[opponent], places[opponent] + 1)))


def first_with_fewest_clashes(participants: LimParticipants, seeker: int, order: Sequence[int]) -> int | None:
    """
    Return the first opponent in order with whom the fewest pairs of the scoregroup are due the same colour.

    ``order`` lists all other players to be paired. Before that, limits are lifted for the fewest pairs (6). None if the
    players cannot all be paired.
    """
    group = [seeker, *order]
    due = np.array([participants[player].due for player in group])
    clash = np.equal.outer(due, due) & (due != 0)
    costs = np.stack([_lifting_costs(participants, group), clash.astype(np.int64)])
    decisions = np.array([(0, place, place + 1) for place in range(1, len(group))], dtype=np.int32)
    mates = first_best(costs, decisions)
    return None if mates is None else group[int(mates[0])]


def exclude_opponents(participants: LimParticipants, floaters: Sequence[int], group: Sequence[int]) -> list[int]:
    """Return the floaters with opponents in a group if earlier floaters exclude all their opponents (LIM-EXCLUDED)."""
    free, served = set(group), []
    for floater in floaters:
        opponents = {player for player in free if participants.meet[floater, player]}
        free -= opponents
        served += [floater] if opponents else []
    return served


def count_opponents(participants: LimParticipants, floaters: Sequence[int], group: Sequence[int]) -> int:
    """Return the number of floaters who can have compatible opponents in a group, each a different opponent."""
    if not floaters:
        return 0
    if len(floaters) == 1:
        return int(participants.meet[floaters[0], np.array(group, dtype=np.int64)].any())
    both = np.array([*floaters, *group], dtype=np.int64)
    across = np.arange(both.size) < len(floaters)
    allowed = participants.meet[np.ix_(both, both)] & (across[:, None] != across[None, :])
    matching = largest(np.ascontiguousarray(allowed).view(np.uint8))
    return (both.size - matching.left_over) // 2


def ways_to_leave(participants: LimParticipants, left: Sequence[int], after: int = 0) -> Iterator[tuple[int, ...]]:
    """Yield every smallest set of players without whom all others can be paired, with limits lifted least."""
    missing, possible = left_over(participants, left)
    if not missing:
        yield ()
        return
    for place, player in enumerate(left[after:], start=after):
        if player in possible:
            for others in ways_to_leave(participants, [*left[:place], *left[place + 1 :]], place):
                yield (player, *others)


def types_at_best(
    participants: LimParticipants,
    left: Sequence[int],
    gone: Sequence[int],
    incoming: Collection[int],
    adjacent: Sequence[int],
) -> Types:
    """
    Return the types of all floaters from a scoregroup: ``gone``, and the best choice of further floaters (3.9.2).

    As few as possible of ``left`` float, and limits are lifted for as few pairs as possible; then as few floaters as
    possible are of type a, then of type b, then of type c. It takes one matching, in which every member of the
    scoregroup meets another member, a player of the adjacent scoregroup, or no player.
    """
    members = [*gone, *left]
    stay, count = len(gone), len(members)
    size = 2 * count + len(adjacent)
    size += size % 2
    has_come = np.array([player in incoming for player in members])
    within = _lifting_costs(participants, members)
    within[:stay], within[:, :stay] = _NO_EDGE, _NO_EDGE
    outside = np.ones((count, size - count), dtype=np.bool_)
    outside[:, : len(adjacent)] = participants.meet[np.ix_(members, adjacent)]
    is_no_player = np.arange(size - count) >= len(adjacent)
    kinds = np.stack(
        [has_come[:, None] & is_no_player, has_come[:, None] & ~is_no_player, ~has_come[:, None] & is_no_player]
    )
    costs = np.zeros((5, size, size), dtype=np.int64)
    costs[0, :count, :count] = np.where(within == _NO_EDGE, _NO_EDGE, 0)
    costs[0, :count, count:] = np.where(outside, 1, _NO_EDGE)
    costs[1, :count, :count] = within == 1
    costs[2:, :count, count:] = kinds
    costs[:, count:, :count] = costs[:, :count, count:].transpose(0, 2, 1)
    np.fill_diagonal(costs[0], _NO_EDGE)
    mates = first_best(costs)
    if mates is None:
        raise AssertionError("all players can leave")
    leaving = [place for place in range(count) if mates[place] >= count]
    of_type_a, of_type_b, of_type_c = kinds[:, leaving, mates[leaving] - count].sum(axis=1).tolist()
    return of_type_a, of_type_b, of_type_c
