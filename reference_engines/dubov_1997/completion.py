"""Whether what is left can still be paired: questions of matching (DUBOV97-COMPLETION)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.matching import best_matching

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference_engines.dubov_1997.table import Table

_NO_EDGE = -1


def completes(table: Table, players: Sequence[int]) -> bool:
    """Whether all the players can be paired with one another."""
    return _least(table, players, [0] * len(players), 0, 0) is not None


def fewest_leavers(table: Table, group: Sequence[int], rest: Sequence[int]) -> int | None:
    """Return how many of a group at least must meet one of the rest, all being paired; None if they cannot be."""
    sides = [0] * len(group) + [1] * len(rest)
    return _least(table, [*group, *rest], sides, 0, 1)


def fewest_in_column(table: Table, white: Sequence[int], black: Sequence[int]) -> int | None:
    """Return how many pairs within a column are needed to pair two columns; None if they cannot be paired."""
    sides = [0] * len(white) + [1] * len(black)
    return _least(table, [*white, *black], sides, 1, 0)


def _least(table: Table, players: Sequence[int], sides: list[int], same: int, across: int) -> int | None:
    """Return the least cost of pairing all, where a pair within a side costs ``same``, between sides ``across``."""
    if not players:
        return 0
    if len(players) % 2:
        return None
    side = np.array(sides)
    price = np.where(side[:, np.newaxis] == side[np.newaxis, :], same, across)
    costs = np.where(table.meet[np.ix_(players, players)], price, _NO_EDGE).astype(np.int64)
    found = best_matching(costs[np.newaxis])
    return None if found is None else found.cost[0]
