"""Whether what is left can still be paired: questions of matching (LIM-MOST-PAIRS, LIM-LAST-ROUND)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.matching import first_best, largest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from numpy.typing import NDArray

    from reference_engines.lim.table import Table

    Types = tuple[int, int, int]
    """How many floaters are of the types a, b and c (3.9.1)."""

_NO_EDGE = -1


def left_over(table: Table, players: Sequence[int]) -> tuple[int, frozenset[int]]:
    """
    Return how many cannot be paired with one another at the least, and who can be among them.

    Of the ways to leave, those count that lift the limits of colours for the fewest pairs (6).
    """
    found = largest(table.meet.view(np.uint8), players)
    missing = found.left_over
    places = np.flatnonzero(found.exposable).tolist()
    if missing and _is_any_lifted(table, players):
        size = len(players)
        costs = np.full((1, size + missing, size + missing), _NO_EDGE, dtype=np.int64)
        costs[0, :size, :size] = _lifting_costs(table, players)
        costs[0, :size, size:] = costs[0, size:, :size] = 0
        places = [place for place in places if _has_mate_in(costs, place, range(size, size + missing))]
    return missing, frozenset(players[place] for place in places)


def _is_any_lifted(table: Table, players: Sequence[int]) -> bool:
    return not table.is_lifted_in_turn and bool(table.lifted[np.ix_(players, players)].any())


def _lifting_costs(table: Table, players: Sequence[int]) -> NDArray[np.int64]:
    """Return (players, players) the pairs that may be made, and what each costs: 1 if limits are lifted for it (6)."""
    among = np.ix_(players, players)
    lifted = table.lifted[among] & (not table.is_lifted_in_turn)
    return np.where(table.meet[among], lifted, _NO_EDGE).astype(np.int64)


def _has_mate_in(costs: NDArray[np.int64], place: int, mates: range) -> bool:
    """Whether a best matching gives a place a mate of this range."""
    found = first_best(costs, np.array([(place, mates.start, mates.stop)], dtype=np.int32))
    return found is not None and int(found[place]) in mates


def pairable(table: Table, players: Sequence[int]) -> bool:
    """Whether all the players can be paired with one another."""
    return not largest(table.meet.view(np.uint8), players).left_over


def without_one(table: Table, players: Sequence[int]) -> frozenset[int]:
    """Return those of an odd number of players without each of whom all the others can be paired."""
    found = largest(table.meet.view(np.uint8), players)
    # If one alone is left over, those whom some largest matching leaves over are the ones (Gallai, Edmonds).
    places = np.flatnonzero(found.exposable).tolist() if found.left_over == 1 else []
    return frozenset(players[place] for place in places)


def lifting_least(table: Table, who: int, order: Sequence[int], completing: frozenset[int]) -> frozenset[int]:
    """
    Return those of ``completing`` whom ``who`` can meet while limits are lifted for as few pairs as possible (6).

    ``order`` is everybody else to be paired, ``completing`` those without whom all the others can be.
    """
    everybody = [who, *order]
    if not _is_any_lifted(table, everybody):
        return completing
    costs = _lifting_costs(table, everybody)[np.newaxis]
    return frozenset(
        player
        for place, player in enumerate(order, start=1)
        if player in completing and table.meet[who, player] and _has_mate_in(costs, 0, range(place, place + 1))
    )


def with_fewest_clashes(table: Table, who: int, order: Sequence[int]) -> int | None:
    """
    Return the first in order whom ``who`` meets in a pairing of all with the fewest who are due one colour.

    ``order`` is everybody else to be paired. Before that, limits are lifted for the fewest pairs (6). None if not all
    can be paired.
    """
    everybody = [who, *order]
    due = np.array([table.people[player].due for player in everybody])
    clash = np.equal.outer(due, due) & (due != 0)
    costs = np.stack([_lifting_costs(table, everybody), clash.astype(np.int64)])
    wanted = np.array([(0, place, place + 1) for place in range(1, len(everybody))], dtype=np.int32)
    mates = first_best(costs, wanted)
    return None if mates is None else everybody[int(mates[0])]


def excluding(table: Table, floaters: Sequence[int], group: Sequence[int]) -> list[int]:
    """Return who has opponents in a group, if all those of the floaters before are excluded (LIM-EXCLUDED)."""
    free, served = set(group), []
    for floater in floaters:
        opponents = {player for player in free if table.meet[floater, player]}
        free -= opponents
        served += [floater] if opponents else []
    return served


def opponents_found(table: Table, floaters: Sequence[int], group: Sequence[int]) -> int:
    """Return how many of the floaters can have compatible opponents in a group, each one of their own."""
    both = np.array([*floaters, *group], dtype=np.int64)
    across = np.arange(both.size) < len(floaters)
    allowed = table.meet[np.ix_(both, both)] & (across[:, None] != across[None, :])
    found = largest(np.ascontiguousarray(allowed).view(np.uint8))
    return (both.size - found.left_over) // 2


def ways_to_leave(table: Table, left: Sequence[int], after: int = 0) -> Iterator[tuple[int, ...]]:
    """Yield every set of as few players as possible without whom all others can be paired, limits lifted least."""
    missing, possible = left_over(table, left)
    if not missing:
        yield ()
        return
    for place, player in enumerate(left[after:], start=after):
        if player in possible:
            for others in ways_to_leave(table, [*left[:place], *left[place + 1 :]], place):
                yield (player, *others)


def types_at_best(
    table: Table, left: Sequence[int], gone: Sequence[int], incoming: Collection[int], adjacent: Sequence[int]
) -> Types:
    """
    Return the types of all who leave a scoregroup that ``gone`` have left, if the others are well chosen (3.9.2).

    As few as possible of ``left`` leave, limits are lifted for as few pairs as possible; then as few as possible are of
    type a, then of type b, then of type c. It takes one matching, in which every member of the scoregroup meets another
    one, somebody of the adjacent scoregroup, or nobody.
    """
    members = [*gone, *left]
    stay, count = len(gone), len(members)
    size = 2 * count + len(adjacent)
    size += size % 2
    has_come = np.array([player in incoming for player in members])
    within = _lifting_costs(table, members)
    within[:stay], within[:, :stay] = _NO_EDGE, _NO_EDGE
    outside = np.ones((count, size - count), dtype=np.bool_)
    outside[:, : len(adjacent)] = table.meet[np.ix_(members, adjacent)]
    is_nobody = np.arange(size - count) >= len(adjacent)
    kinds = np.stack([has_come[:, None] & is_nobody, has_come[:, None] & ~is_nobody, ~has_come[:, None] & is_nobody])
    costs = np.zeros((5, size, size), dtype=np.int64)
    costs[0, :count, :count] = np.where(within == _NO_EDGE, _NO_EDGE, 0)
    costs[0, :count, count:] = np.where(outside, 1, _NO_EDGE)
    costs[1, :count, :count] = within == 1
    costs[2:, :count, count:] = kinds
    costs[:, count:, :count] = costs[:, :count, count:].transpose(0, 2, 1)
    np.fill_diagonal(costs[0], _NO_EDGE)
    mates = first_best(costs)
    if mates is None:
        raise AssertionError("everybody can leave")
    leaving = [place for place in range(count) if mates[place] >= count]
    of_type_a, of_type_b, of_type_c = kinds[:, leaving, mates[leaving] - count].sum(axis=1).tolist()
    return of_type_a, of_type_b, of_type_c
