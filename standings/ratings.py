"""
Tie-breaks of Article 10, from the ratings of the opponents met over the board.

The tables convert scores to rating differences and back (FIDE Rating Regulations, B.02, 8.1.1 and 8.1.2).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import chain
from typing import cast

from standings.codes import TieBreak, TieBreakCode
from standings.rounds import ParticipantRound
from standings.score_table import ScoreTable
from standings.values import Column, CutReason, Numbers, RoundContribution
from tournaments.model import Result

# fmt: off
_DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538,
    589, 677, 800,
)
# fmt: on
"""8.1.1: dp for p = 0.50, 0.51 ... 1.00."""
DIFFERENCE_BY_SCORE = (*(-difference for difference in _DIFFERENCES[:0:-1]), *_DIFFERENCES)
"""8.1.1: dp for p in hundredths, from 0."""

# fmt: off
_UPPER_EDGES = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188,
    197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517,
    559, 619, 735,
)
# fmt: on
"""8.1.2: the greatest difference at which the higher rated player expects 0.50, 0.51 ... 0.99; 1.00 above."""
CERTAIN_DIFFERENCE = _UPPER_EDGES[-1] + 1
"""The least difference with an expectation of 1.00; Article 10.3 has no cut at 400."""
EVEN = 50
"""The expected score of equals, in hundredths."""


def expectation(difference: int) -> int:
    """
    Return the expected score in hundredths (8.1.2), for a difference counted from the opponent's rating.

    >>> [expectation(difference) for difference in (-736, -4, -3, 3, 4, 735, 736)]
    [0, 49, 50, 50, 51, 99, 100]
    """
    higher = EVEN + bisect_left(_UPPER_EDGES, abs(difference))
    return higher if difference >= 0 else 100 - higher


MAX_DIFFERENCE = 10000
"""The bound of all differences, since ratings have four digits."""
EXPECTATIONS = bytes(
    chain(
        bytes(MAX_DIFFERENCE - CERTAIN_DIFFERENCE),
        (expectation(difference) for difference in range(-CERTAIN_DIFFERENCE, CERTAIN_DIFFERENCE + 1)),
        bytes([100]) * (MAX_DIFFERENCE - CERTAIN_DIFFERENCE),
    )
)
"""Expected scores in hundredths, indexed by difference + MAX_DIFFERENCE."""
_DIFFERENCE_AT_ZERO = 800
"""The difference between the lowest opponent's rating and the perfect performance without a point (10.3)."""
_TENTHS_BY_RESULT = {
    Result.WIN: 10,
    Result.UNRATED_WIN: 10,
    Result.FORFEIT_WIN: 10,
    Result.DRAW: 5,
    Result.UNRATED_DRAW: 5,
    Result.PENDING: 5,
}
"""The points of a game for a performance, whatever the scoring of the event."""


def find_unrated(table: ScoreTable) -> tuple[int, ...]:
    """Return the TPNs of players without a rating; Article 10 drops its tie-breaks if there are any."""
    return tuple(tpn for tpn, rating in zip(table.tpns, table.ratings, strict=True) if not rating)


def compute_ratings(table: ScoreTable, code: TieBreakCode) -> Column:
    """Return RTNG (10.6): the higher rating first, with /R the lower."""
    return Column(code=code, numbers=table.ratings, ascending=code.reverse)


def compute_average_ratings(table: ScoreTable, code: TieBreakCode) -> Column:
    """Return ARO (10.1) after the cuts; None if no opponent is left (C07-CUT-ALL)."""
    return Column(
        code=code,
        numbers=tuple(
            _average(_drop_extremes(_opponent_ratings(table, row), code.low, code.high)) for row in _rated_games(table)
        ),
    )


def compute_performances(table: ScoreTable, code: TieBreakCode) -> Column:
    """Return TPR (10.2) or PTP (10.3); None for a player without a game over the board."""
    return Column(code=code, numbers=tuple(_performances(table, code.tie_break is TieBreak.PERFECT_PERFORMANCE)))


def compute_average_performances(table: ScoreTable, code: TieBreakCode) -> Column:
    """Return APRO (10.4) or APPO (10.5): the average performance of the opponents over the board."""
    opponents_performances = _performances(table, code.tie_break is TieBreak.AVERAGE_PERFECT_PERFORMANCE)
    numbers = tuple(
        # An opponent met over the board has a performance.
        _average([cast("int", opponents_performances[entry.opponent]) for entry in row])
        for row in _rated_games(table)
    )
    return Column(code=code, numbers=numbers)


def explain_ratings(table: ScoreTable, code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return the opponents over the board with their ratings, or performances, and the points scored against them."""
    row = _rated_games(table)[place]
    figures = _opponent_ratings(table, row)
    if code.tie_break in (TieBreak.AVERAGE_PERFORMANCE, TieBreak.AVERAGE_PERFECT_PERFORMANCE):
        opponents_performances = _performances(table, code.tie_break is TieBreak.AVERAGE_PERFECT_PERFORMANCE)
        figures = [cast("int", opponents_performances[entry.opponent]) for entry in row]
    order = sorted(range(len(row)), key=lambda index: figures[index])
    least = set(order[: code.low])
    most = set(order[code.low :][::-1][: code.high])
    return tuple(
        RoundContribution(
            round_number=entry.number,
            opponent=table.tpns[entry.opponent],
            result=entry.result,
            figure=figures[index],
            points=_tenths(table, entry)
            if code.tie_break in (TieBreak.PERFORMANCE, TieBreak.PERFECT_PERFORMANCE)
            else None,
            amount=figures[index],
            cut=CutReason.LEAST if index in least else CutReason.MOST if index in most else None,
            article="10",
        )
        for index, entry in enumerate(row)
    )


def _rated_games(table: ScoreTable) -> list[list[ParticipantRound]]:
    """Return the games over the board of every player, by place."""
    return table.compute_once(
        "rated games",
        lambda: [
            [entry for entry in row if table.is_over_the_board(entry, is_for_rating_tie_break=True)]
            for row in table.rows
        ],
    )


def _opponent_ratings(table: ScoreTable, row: Sequence[ParticipantRound]) -> list[int]:
    return [table.ratings[entry.opponent] or 0 for entry in row]


def _drop_extremes(ratings: list[int], low: int, high: int) -> list[int]:
    if not low and not high:
        return ratings
    ordered = sorted(ratings)[low:]
    return ordered[: max(0, len(ordered) - high)]


def _average(figures: Sequence[int]) -> int | None:
    """Return the average, "0.5 rounded up" (10.1); None without figures."""
    return (2 * sum(figures) + len(figures)) // (2 * len(figures)) if figures else None


def _performances(table: ScoreTable, is_perfect: bool) -> Numbers:
    measure = _perfect_performance if is_perfect else _performance

    def make() -> Numbers:
        return [
            measure(_opponent_ratings(table, row), sum([_tenths(table, entry) for entry in row])) if row else None
            for row in _rated_games(table)
        ]

    return table.compute_once(("performances", is_perfect), make)


def _tenths(table: ScoreTable, entry: ParticipantRound) -> int:
    """Return the points of a game in tenths; by the other reading of C07-RATING-POINTS, the points in the event."""
    return entry.points if table.rules.rating_points_by_scoring else _TENTHS_BY_RESULT.get(entry.result, 0)


def _performance(opponents: list[int], tenths: int) -> int:
    """Return the opponents' average and the difference for the fractional score, rounded up from 0.005 on (10.2)."""
    games = len(opponents)
    fraction = min(100, (20 * tenths + games) // (2 * games))
    return cast("int", _average(opponents)) + DIFFERENCE_BY_SCORE[fraction]


def _perfect_performance(opponents: list[int], tenths: int) -> int:
    """Return the lowest rating at which the expected score reaches the score (10.3)."""
    if tenths <= 0:
        return min(opponents) - _DIFFERENCE_AT_ZERO
    score_to_reach = min(10 * tenths, 100 * len(opponents))
    offsets = [MAX_DIFFERENCE - rating for rating in opponents]
    too_low, enough = min(opponents) - CERTAIN_DIFFERENCE, max(opponents) + CERTAIN_DIFFERENCE
    while enough - too_low > 1:
        middle = (too_low + enough) // 2
        if sum([EXPECTATIONS[middle + offset] for offset in offsets]) >= score_to_reach:
            enough = middle
        else:
            too_low = middle
    return enough
