"""Whether what is left can still be paired: questions of matching (DUBOV97-COMPLETION)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.matching import first_best, largest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference_engines.dubov_1997.table import Table
    from reference_engines.history import BoolArray
    from reference_engines.matching import Mates

_NO_EDGE = -1


def completes(table: Table, players: Sequence[int]) -> bool:
    """Whether all the players can be paired with one another."""
    return not len(players) % 2 and not largest(table.meet.view(np.uint8), players).left_over


def spares(meet: BoolArray, players: Sequence[int]) -> frozenset[int]:
    """Return those of an odd number of players without each of whom all the others can be paired."""
    found = largest(meet.view(np.uint8), players)
    # If one alone is left over, those whom some maximum matching leaves over are the ones (Gallai, Edmonds).
    if found.left_over != 1:
        return frozenset()
    return frozenset(players[place] for place in np.flatnonzero(found.exposable).tolist())


def leavers(table: Table, order: Sequence[int], rest: Sequence[int]) -> tuple[int, ...]:
    """
    Return who must meet one of the rest for all to be paired: the fewest, and of these the first in order.

    ``order`` is a group, the first choice first. Nobody, if the group can be paired in itself, or all cannot be paired.
    """
    if completes(table, order) and completes(table, rest):
        return ()
    everybody, group = [*order, *rest], len(order)
    # Without somebody who meets one of the rest in a best pairing the group needs one leaver less, and only then.
    wanted = [(place, group, len(everybody)) for place in range(group)]
    decisions = np.array(wanted, dtype=np.int32).reshape(-1, 3)
    is_resident = np.arange(len(everybody)) < group
    possible = table.meet[np.ix_(everybody, everybody)]
    costs = np.where(possible, is_resident[:, None] != is_resident[None, :], _NO_EDGE).astype(np.int64)[np.newaxis]
    mates = first_best(costs, decisions)
    if mates is None:
        return ()
    return tuple(player for player, mate in zip(order, mates.tolist(), strict=False) if mate >= group)


class Columns:
    """Two columns that are paired row by row with the fewest pairs within a column."""

    def __init__(self, table: Table, white: Sequence[int], black: Sequence[int]) -> None:
        """Take up columns that can be paired in themselves; raise ValueError if they cannot."""
        self._meet = table.meet
        self._side = np.zeros(table.size, dtype=np.int64)
        self._side[list(white)], self._side[list(black)] = 1, -1
        self._across = table.meet & (self._side[:, None] != self._side[None, :])
        mates = self._solved([*white, *black])
        if mates is None:
            raise ValueError("the group cannot be paired in itself")
        players = np.array([*white, *black], dtype=np.int64)
        self.inside = int((self._side[players] == self._side[players[mates]]).sum()) // 2
        """How many pairs within a column are still needed."""

    def opponent(self, who: int, order: Sequence[int], others: Sequence[int]) -> int:
        """
        Return the first in order whom ``who`` can meet, and count the pair; ``others`` are all who are left besides.

        Raise ValueError if there is none.
        """
        other = self._first(who, order, others)
        self.inside -= int(self._side[who] == self._side[other])
        return other

    def _first(self, who: int, order: Sequence[int], others: Sequence[int]) -> int:
        if not self.inside:
            spared = spares(self._across, others)
            first = next((other for other in order if self._across[who, other] and other in spared), None)
        else:
            players = [who, *order, *sorted(set(others) - set(order))]
            mates = self._solved(players, settled=1)
            first = None if mates is None else players[int(mates[0])]
        if first is None:
            raise ValueError("no row can be filled")
        return first

    def _solved(self, players: list[int], settled: int = 0) -> Mates | None:
        """Pair all with the fewest pairs within a column; the first so many get the earliest mate that is possible."""
        among = np.ix_(players, players)
        price = self._side[players][:, None] == self._side[players][None, :]
        costs = np.where(self._meet[among], price, _NO_EDGE).astype(np.int64)[np.newaxis]
        return first_best(costs, settled=range(settled))
