"""
The rows of a score group that can be wholly paired: first attempt and improvements (6.2, 6.3).

Row by row "white" takes the first "black" left with whom all rows can be filled. To change the row above, and the row
above that, where the last row cannot be filled, has the same effect. Where not all rows can be filled, the fewest pairs
within a column are made, "white" with the next "white" below. By the other side of DUBOV97-ROWS "white" takes the first
"black", or else the first "white", with whom the group can still be paired in any way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.dubov_1997.orders import balance_columns
from reference_engines.dubov_1997.steps import Dubov1997Step, Dubov1997StepKind
from reference_engines.matching import first_best
from reference_engines.sequential import is_pairable, players_to_spare

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reference_engines.dubov_1997.edition import Dubov1997Readings
    from reference_engines.dubov_1997.participants import Dubov1997Participants
    from reference_engines.matching import Mates

_NO_EDGE = -1


class Columns:
    """Two columns that are paired row by row with the fewest pairs within a column."""

    def __init__(self, participants: Dubov1997Participants, white: Sequence[int], black: Sequence[int]) -> None:
        """Count the pairs needed within a column; raise ValueError if the columns cannot be paired in themselves."""
        self._meet = participants.meet
        self._side = np.zeros(participants.size, dtype=np.int64)
        self._side[list(white)], self._side[list(black)] = 1, -1
        self._across = participants.meet & (self._side[:, None] != self._side[None, :])
        mates = self._match([*white, *black])
        if mates is None:
            raise ValueError("the group cannot be paired in itself")
        players = np.array([*white, *black], dtype=np.int64)
        self.inside = int((self._side[players] == self._side[players[mates]]).sum()) // 2
        """The number of pairs within a column that are still needed."""

    def choose_opponent(self, seeker: int, order: Sequence[int], left: Sequence[int]) -> int:
        """
        Return the first opponent in order whom ``seeker`` can meet, and count the pair; ``left`` are all other players.

        Raise ValueError if there is none.
        """
        opponent = self._first_opponent(seeker, order, left)
        self.inside -= int(self._side[seeker] == self._side[opponent])
        return opponent

    def _first_opponent(self, seeker: int, order: Sequence[int], left: Sequence[int]) -> int:
        if not self.inside:
            spared = players_to_spare(self._across, left)
            first = next((player for player in order if self._across[seeker, player] and player in spared), None)
        else:
            players = [seeker, *order, *sorted(set(left) - set(order))]
            mates = self._match(players, settled=1)
            first = None if mates is None else players[int(mates[0])]
        if first is None:
            raise ValueError("no row can be filled")
        return first

    def _match(self, players: list[int], settled: int = 0) -> Mates | None:
        """Pair all with the fewest pairs within a column; the first ``settled`` players get their earliest mates."""
        among = np.ix_(players, players)
        price = self._side[players][:, None] == self._side[players][None, :]
        costs = np.where(self._meet[among], price, _NO_EDGE).astype(np.int64)[np.newaxis]
        return first_best(costs, settled=range(settled))


def fill_rows(
    participants: Dubov1997Participants, players: Sequence[int], readings: Dubov1997Readings
) -> Iterator[Dubov1997Step]:
    """Yield the rows, then pairs left in the column of Black; ValueError if the group cannot be paired."""
    if not players:
        return
    white, black, moved = balance_columns(participants, list(players))
    first = (tuple(white), tuple(black))
    columns = Columns(participants, white, black)
    while white or black:
        inside, seeker = columns.inside, (white or black)[0]
        left = [player for player in (*black, *white) if player != seeker]
        order = [player for player in left if participants.meet[seeker, player]]
        if readings.rows_first:
            completing = players_to_spare(participants.meet, left)
            opponent = next(player for player in order if player in completing)
        else:
            opponent = columns.choose_opponent(seeker, order, left)
        yield Dubov1997Step(
            kind=Dubov1997StepKind.ROW if white else Dubov1997StepKind.SPARE,
            score=participants[players[0]].score,
            group=(*white, *black),
            seeker=seeker,
            taken=(opponent,),
            order=tuple(order),
            passed_over=tuple(order[: order.index(opponent)]),
            white=first[0],
            black=first[1],
            moved=tuple(moved),
            inside=inside,
        )
        white, black = _remove_pair(white, black, (seeker, opponent), readings)
        if readings.rows_first:
            columns = Columns(participants, white, black)


def _remove_pair(
    white: list[int], black: list[int], pair: tuple[int, int], readings: Dubov1997Readings
) -> tuple[list[int], list[int]]:
    """Return the columns without a pair; the "black" skipped moves down one row, or to the row of the "black" taken."""
    seeker, opponent = pair
    below = list(black)
    if readings.blacks_exchange and seeker in white and opponent in black:
        below[below.index(opponent)] = below[0]
        below = below[1:]
    return [player for player in white if player not in pair], [player for player in below if player not in pair]


# --- floaters (6.4) --------------------------------------------------------------------------------------------------


def choose_leavers(participants: Dubov1997Participants, order: Sequence[int], rest: Sequence[int]) -> tuple[int, ...]:
    """
    Return the fewest players of a group who must meet one of the rest for all to be paired, the first choice first.

    ``order`` lists the group, the first choice first. Empty if the group can be paired in itself, or if the players
    cannot all be paired.
    """
    if is_pairable(participants.meet, order) and is_pairable(participants.meet, rest):
        return ()
    players, group = [*order, *rest], len(order)
    # A player can leave in a best pairing if and only if the group without the player needs one leaver less.
    choices = [(place, group, len(players)) for place in range(group)]
    decisions = np.array(choices, dtype=np.int32).reshape(-1, 3)
    is_resident = np.arange(len(players)) < group
    possible = participants.meet[np.ix_(players, players)]
    costs = np.where(possible, is_resident[:, None] != is_resident[None, :], _NO_EDGE).astype(np.int64)[np.newaxis]
    mates = first_best(costs, decisions)
    if mates is None:
        return ()
    return tuple(player for player, mate in zip(order, mates.tolist(), strict=False) if mate >= group)
