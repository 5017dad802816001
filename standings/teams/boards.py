"""Tie-breaks from the boards of matches (Article 12): board count, top board results, bottom board elimination."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from standings.codes import Base
from standings.columns import TENTHS, Column, points
from standings.explanations import Contribution
from standings.rounds import NOBODY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from standings.codes import TieBreakCode
    from standings.teams.score_tables import TeamScores


def board_counts(teams: TeamScores, code: TieBreakCode) -> Column:
    """Return BC (12.1): the number of every board times the points on it; the lower is the better."""
    numbers = tuple(board_count(teams.totals(place)) for place in range(len(teams.on_boards)))
    return Column(code=code, numbers=numbers, scale=TENTHS, decimals=1, ascending=True)


def board_count(totals: Sequence[int]) -> int:
    """Return the board count of points on the boards, from the first (12.1)."""
    return sum(number * tenths for number, tenths in enumerate(totals, start=1))


def board_by_board(teams: TeamScores, code: TieBreakCode) -> Column:
    """Return TBR (12.2) or BBE (12.3): what decides first, what decides next, and so on."""
    levels = [levels_of(code.base, teams.totals(place)) for place in range(len(teams.on_boards))]
    unit = 1 + max((value for row in levels for value in row), default=0)
    numbers = []
    for row in levels:
        number = 0
        for value in row:
            number = number * unit + max(0, value)
        numbers.append(number)
    texts = tuple(" ".join(map(points, row)) for row in levels)
    return Column(code=code, numbers=tuple(numbers), texts=texts)


def levels_of(base: Base | None, totals: tuple[int, ...]) -> tuple[int, ...]:
    """
    Return what decides first, next...: the points on the first board, the second... (12.2).

    For bottom board elimination (12.3) those on all boards but the last, but the last two... (of a single board, none).
    """
    if base in (Base.BOTTOM_BOARD_ELIMINATION, Base.EXTENDED_ENCOUNTER_BOARD_COUNT_BOTTOM):
        return tuple(accumulate(totals))[-2::-1]
    return tuple(totals)


def parts_of_boards(teams: TeamScores, code: TieBreakCode, place: int) -> tuple[Contribution, ...]:
    """Return the rounds with the points on their boards, and what each adds to a board count."""
    field = teams.by_score[teams.primary]
    return tuple(
        Contribution(
            round_number=entry.number,
            opponent=None if entry.opponent == NOBODY else field.tpns[entry.opponent],
            result=entry.result,
            on_boards=on_boards,
            amount=board_count(on_boards) if code.base is Base.BOARD_COUNT else sum(on_boards),
            article="12",
        )
        for entry, on_boards in zip(field.rows[place], teams.on_boards[place], strict=True)
    )


def note_of_boards(teams: TeamScores, place: int) -> str:
    """Say what a team scored on every board."""
    return f"on the boards {' '.join(map(points, teams.totals(place)))}"
