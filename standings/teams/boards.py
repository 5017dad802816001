"""Tie-breaks from the boards of matches (Article 12): board count, top board results, bottom board elimination."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from standings.codes import TieBreak
from standings.columns import TENTHS, Column, format_points
from standings.explanations import RoundContribution
from standings.rounds import NO_OPPONENT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from standings.codes import TieBreakCode
    from standings.teams.score_tables import TeamTables


def compute_board_counts(teams: TeamTables, code: TieBreakCode) -> Column:
    """Return BC (12.1): the sum of board number times points on the board; the lower value is better."""
    numbers = tuple(board_count(teams.totals(place)) for place in range(len(teams.board_points)))
    return Column(code=code, numbers=numbers, scale=TENTHS, decimals=1, ascending=True)


def board_count(totals: Sequence[int]) -> int:
    """Return the board count of points on the boards, listed from the first board (12.1)."""
    return sum(number * tenths for number, tenths in enumerate(totals, start=1))


def compute_board_values(teams: TeamTables, code: TieBreakCode) -> Column:
    """Return TBR (12.2) or BBE (12.3): several values, of which the first decides first."""
    rows = [board_values(code.tie_break, teams.totals(place)) for place in range(len(teams.board_points))]
    unit = 1 + max((value for row in rows for value in row), default=0)
    numbers = []
    for row in rows:
        number = 0
        for value in row:
            number = number * unit + max(0, value)
        numbers.append(number)
    texts = tuple(" ".join(map(format_points, row)) for row in rows)
    return Column(code=code, numbers=tuple(numbers), texts=texts)


def board_values(base: TieBreak | None, totals: tuple[int, ...]) -> tuple[int, ...]:
    """
    Return the values that decide one after the other.

    Top board results (12.2) are the points on the first board, then on the second, and so on. Bottom board elimination
    (12.3) takes the points on all boards except the last, then except the last two, and so on; it has no value for a
    single board.
    """
    if base in (TieBreak.BOTTOM_BOARD_ELIMINATION, TieBreak.EXTENDED_ENCOUNTER_BOARD_COUNT_BOTTOM):
        return tuple(accumulate(totals))[-2::-1]
    return tuple(totals)


def explain_boards(teams: TeamTables, code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return the points of every round by board, and the amount that the round adds to a board count."""
    table = teams.tables[teams.primary]
    return tuple(
        RoundContribution(
            round_number=entry.number,
            opponent=None if entry.opponent == NO_OPPONENT else table.tpns[entry.opponent],
            result=entry.result,
            board_points=points_by_board,
            amount=board_count(points_by_board) if code.tie_break is TieBreak.BOARD_COUNT else sum(points_by_board),
            article="12",
        )
        for entry, points_by_board in zip(table.rows[place], teams.board_points[place], strict=True)
    )


def describe_boards(teams: TeamTables, place: int) -> str:
    """Return a phrase with a team's points on every board."""
    return f"on the boards {' '.join(map(format_points, teams.totals(place)))}"
