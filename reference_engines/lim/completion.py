"""Whether what is left can still be paired: questions of matching (LIM-MOST-PAIRS)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.matching import first_best, largest

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from reference_engines.lim.table import Table

_NO_EDGE = -1


def left_over(table: Table, players: Sequence[int]) -> tuple[int, frozenset[int]]:
    """Return how many cannot be paired with one another at the least, and who can be among them."""
    found = largest(table.meet.view(np.uint8), players)
    return found.left_over, frozenset(players[place] for place in np.flatnonzero(found.exposable).tolist())


def pairable(table: Table, players: Sequence[int]) -> bool:
    """Whether all the players can be paired with one another."""
    return not left_over(table, players)[0]


def without_one(table: Table, players: Sequence[int]) -> frozenset[int]:
    """Return those of an odd number of players without each of whom all the others can be paired."""
    missing, exposable = left_over(table, players)
    # If one alone is left over, those whom some largest matching leaves over are the ones (Gallai, Edmonds).
    return exposable if missing == 1 else frozenset()


def with_fewest_clashes(table: Table, who: int, order: Sequence[int]) -> int | None:
    """
    Return the first in order whom ``who`` meets in a pairing of all with the fewest who are due one colour.

    ``order`` is everybody else to be paired. None if not all can be paired.
    """
    everybody = [who, *order]
    due = np.array([table.people[player].due for player in everybody])
    clash = np.equal.outer(due, due) & (due != 0)
    costs = np.where(table.meet[np.ix_(everybody, everybody)], clash, _NO_EDGE).astype(np.int64)[np.newaxis]
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


def leaving_at_best(
    table: Table, left: Sequence[int], gone: Sequence[int], incoming: Collection[int], adjacent: Sequence[int]
) -> frozenset[int]:
    """
    Return those of ``left`` who can leave a scoregroup that ``gone`` have left, with the fewest others (3.9.2).

    As few as possible leave; of these as few as possible are of type a, then of type b, then of type c: one matching,
    in which every member of the scoregroup meets another one, somebody of the adjacent scoregroup, or nobody.
    """
    members = [*gone, *left]
    stay, count = len(gone), len(members)
    size = 2 * count + len(adjacent)
    size += size % 2
    has_come = np.array([player in incoming for player in members])
    costs = np.zeros((4, size, size), dtype=np.int64)
    within = table.meet[np.ix_(members, members)].copy()
    within[:stay], within[:, :stay] = False, False
    outside = np.ones((count, size - count), dtype=np.bool_)
    outside[:, : len(adjacent)] = table.meet[np.ix_(members, adjacent)]
    is_nobody = np.arange(size - count) >= len(adjacent)
    leaving = np.stack(
        [
            np.ones_like(outside),
            has_come[:, None] & is_nobody,
            has_come[:, None] & ~is_nobody,
            ~has_come[:, None] & is_nobody,
        ]
    )
    costs[:, :count, count:] = leaving
    costs[:, count:, :count] = leaving.transpose(0, 2, 1)
    costs[0, :count, :count] = np.where(within, 0, _NO_EDGE)
    costs[0, :count, count:] = np.where(outside, 1, _NO_EDGE)
    costs[0, count:, :count] = costs[0, :count, count:].T
    np.fill_diagonal(costs[0], _NO_EDGE)
    found = set()
    for place in range(stay, count):
        mates = first_best(costs, np.array([(place, count, size)], dtype=np.int32))
        if mates is not None and mates[place] >= count:
            found.add(members[place])
    return frozenset(found)
