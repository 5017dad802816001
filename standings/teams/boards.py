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
    """Return BC (12.1): the number of every board times the points on it; the lower is the better."""
    numbers = tuple(board_count(teams.totals(place)) for place in range(len(teams.on_boards)))
    return Column(code=code, numbers=numbers, scale=TENTHS, decimals=1, ascending=True)


def board_count(totals: Sequence[int]) -> int:
    """Return the board count of points on the boards, from the first (12.1)."""
    return sum(number * tenths for number, tenths in enumerate(totals, start=1))


def compute_board_values(teams: TeamTables, code: TieBreakCode) -> Column:
    """Return TBR (12.2) or BBE (12.3): what decides first, what decides next, and so on."""
    levels = [board_values(code.base, teams.totals(place)) for place in range(len(teams.on_boards))]
    unit = 1 + max((value for row in levels for value in row), default=0)
    numbers = []
    for row in levels:
        number = 0
        for value in row:
            number = number * unit + max(0, value)
        numbers.append(number)
    texts = tuple(" ".join(map(format_points, row)) for row in levels)
    return Column(code=code, numbers=tuple(numbers), texts=texts)


def board_values(base: TieBreak | None, totals: tuple[int, ...]) -> tuple[int, ...]:
    """
    Return what decides first, next...: the points on the first board, the second... (12.2).

    For bottom board elimination (12.3) those on all boards but the last, but the last two... (of a single board, none).
    """
    if base in (TieBreak.BOTTOM_BOARD_ELIMINATION, TieBreak.EXTENDED_ENCOUNTER_BOARD_COUNT_BOTTOM):
        return tuple(accumulate(totals))[-2::-1]
    return tuple(totals)


def explain_boards(teams: TeamTables, code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return the rounds with the points on their boards, and what each adds to a board count."""
    field = teams.by_score[teams.primary]
    return tuple(
        RoundContribution(
            round_number=entry.number,
            opponent=None if entry.opponent == NO_OPPONENT else field.tpns[entry.opponent],
            result=entry.result,
            on_boards=on_boards,
            amount=board_count(on_boards) if code.base is TieBreak.BOARD_COUNT else sum(on_boards),
            article="12",
        )
        for entry, on_boards in zip(field.rows[place], teams.on_boards[place], strict=True)
    )


def describe_boards(teams: TeamTables, place: int) -> str:
    """Say what a team scored on every board."""
    return f"on the boards {' '.join(map(format_points, teams.totals(place)))}"
