"""
The rows of a score group that can be wholly paired: first attempt and improvements (6.2, 6.3).

Row by row "white" takes the first "black" left whom they may meet, so that all rows can be filled; changing the
row above, and the one above that, where the last one cannot be filled comes to the same. Where not all rows can be
filled, the fewest pairs within a column are made, "white" with the next "white" below; by the other side of
DUBOV97-ROWS "white" takes the first "black", or else the first "white", who leaves the group to be paired in any way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.dubov_1997.completion import Columns, spares
from reference_engines.dubov_1997.orders import balanced
from reference_engines.dubov_1997.steps import Step, StepKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reference_engines.dubov_1997.edition import Readings
    from reference_engines.dubov_1997.table import Table


def rows(table: Table, players: Sequence[int], readings: Readings) -> Iterator[Step]:
    """Yield the rows, then pairs of those left in the column of Black; ValueError if the group cannot be paired."""
    if not players:
        return
    white, black, moved = balanced(table, list(players))
    first = (tuple(white), tuple(black))
    columns = Columns(table, white, black)
    while white or black:
        inside, who = columns.inside, (white or black)[0]
        left = [other for other in (*black, *white) if other != who]
        order = [other for other in left if table.meet[who, other]]
        if readings.rows_first:
            completing = spares(table.meet, left)
            other = next(one for one in order if one in completing)
        else:
            other = columns.opponent(who, order, left)
        yield Step(
            kind=StepKind.ROW if white else StepKind.SPARE,
            score=table.people[players[0]].score,
            group=(*white, *black),
            who=who,
            taken=(other,),
            order=tuple(order),
            passed_over=tuple(order[: order.index(other)]),
            white=first[0],
            black=first[1],
            moved=tuple(moved),
            inside=inside,
        )
        white, black = _after(white, black, (who, other), readings)
        if readings.rows_first:
            columns = Columns(table, white, black)


def _after(
    white: list[int], black: list[int], pair: tuple[int, int], readings: Readings
) -> tuple[list[int], list[int]]:
    """Return the columns without a pair; "black" of the row moves down one row, or to the row of the other."""
    who, other = pair
    below = list(black)
    if readings.blacks_exchange and who in white and other in black:
        below[below.index(other)] = below[0]
        below = below[1:]
    return [one for one in white if one not in pair], [one for one in below if one not in pair]
