"""Tie-breaks from ratings (Article 10), of the games over the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from standings.codes import TieBreak
from standings.columns import Column
from standings.explanations import CutReason, RoundContribution
from standings.rating_tables import CERTAIN_DIFFERENCE, DIFFERENCE_BY_SCORE, EXPECTATIONS, MAX_DIFFERENCE
from tournaments.model import Result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from standings.codes import TieBreakCode
    from standings.columns import Numbers
    from standings.rounds import RankedRound
    from standings.score_table import ScoreTable

_DIFFERENCE_AT_ZERO = 800
"""What a perfect performance without a point lies below the lowest opponent (10.3)."""
_TENTHS_BY_RESULT = {
    Result.WIN: 10,
    Result.UNRATED_WIN: 10,
    Result.FORFEIT_WIN: 10,
    Result.DRAW: 5,
    Result.UNRATED_DRAW: 5,
    Result.PENDING: 5,
}
"""What a game counts for a performance, however the event scores it."""


def find_unrated(field: ScoreTable) -> tuple[int, ...]:
    """Return the TPNs of those without a rating, on whose account Article 10 drops these tie-breaks."""
    return tuple(tpn for tpn, rating in zip(field.tpns, field.ratings, strict=True) if not rating)


def compute_ratings(field: ScoreTable, code: TieBreakCode) -> Column:
    """Return RTNG (10.6): the higher rating first, with /R the lower."""
    return Column(code=code, numbers=field.ratings, ascending=code.reverse)


def compute_average_ratings(field: ScoreTable, code: TieBreakCode) -> Column:
    """Return ARO (10.1), the least and most of the ratings cut; none if nobody is left (C07-CUT-ALL)."""
    return Column(
        code=code,
        numbers=tuple(
            _average(_drop_extremes(_opponent_ratings(field, row), code.low, code.high)) for row in _rated_games(field)
        ),
    )


def compute_performances(field: ScoreTable, code: TieBreakCode) -> Column:
    """Return TPR (10.2) or PTP (10.3); none for those who have no game over the board."""
    return Column(code=code, numbers=tuple(_performances(field, code.base is TieBreak.PERFECT_PERFORMANCE)))


def compute_average_performances(field: ScoreTable, code: TieBreakCode) -> Column:
    """Return APRO (10.4) or APPO (10.5): the average performance of the opponents over the board."""
    of_opponents = _performances(field, code.base is TieBreak.AVERAGE_PERFECT_PERFORMANCE)
    numbers = tuple(
        # Who was met over the board has a performance.
        _average([cast("int", of_opponents[entry.opponent]) for entry in row])
        for row in _rated_games(field)
    )
    return Column(code=code, numbers=numbers)


def explain_ratings(field: ScoreTable, code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return the opponents over the board with their ratings, or performances, and the points scored against them."""
    row = _rated_games(field)[place]
    figures = _opponent_ratings(field, row)
    if code.base in (TieBreak.AVERAGE_PERFORMANCE, TieBreak.AVERAGE_PERFECT_PERFORMANCE):
        of_opponents = _performances(field, code.base is TieBreak.AVERAGE_PERFECT_PERFORMANCE)
        figures = [cast("int", of_opponents[entry.opponent]) for entry in row]
    order = sorted(range(len(row)), key=lambda index: figures[index])
    least = set(order[: code.low])
    most = set(order[code.low :][::-1][: code.high])
    return tuple(
        RoundContribution(
            round_number=entry.number,
            opponent=field.tpns[entry.opponent],
            result=entry.result,
            figure=figures[index],
            points=_tenths(field, entry) if code.base in (TieBreak.PERFORMANCE, TieBreak.PERFECT_PERFORMANCE) else None,
            amount=figures[index],
            cut=CutReason.LEAST if index in least else CutReason.MOST if index in most else None,
            article="10",
        )
        for index, entry in enumerate(row)
    )


def _rated_games(field: ScoreTable) -> list[list[RankedRound]]:
    """Return everybody's games over the board."""
    return field.once(
        "rated games",
        lambda: [[entry for entry in row if field.is_over_the_board(entry, is_of_ratings=True)] for row in field.rows],
    )


def _opponent_ratings(field: ScoreTable, row: Sequence[RankedRound]) -> list[int]:
    return [field.ratings[entry.opponent] or 0 for entry in row]


def _drop_extremes(ratings: list[int], low: int, high: int) -> list[int]:
    if not low and not high:
        return ratings
    ordered = sorted(ratings)[low:]
    return ordered[: max(0, len(ordered) - high)]


def _average(figures: Sequence[int]) -> int | None:
    """Return the average, "0.5 rounded up" (10.1); None of nothing."""
    return (2 * sum(figures) + len(figures)) // (2 * len(figures)) if figures else None


def _performances(field: ScoreTable, is_perfect: bool) -> Numbers:
    measure = _perfect_performance if is_perfect else _performance

    def make() -> Numbers:
        return [
            measure(_opponent_ratings(field, row), sum([_tenths(field, entry) for entry in row])) if row else None
            for row in _rated_games(field)
        ]

    return field.once(("performances", is_perfect), make)


def _tenths(field: ScoreTable, entry: RankedRound) -> int:
    """Return what a game counts, 10 for a win; by the other reading of C07-RATING-POINTS the points it gave."""
    return entry.points if field.rules.rating_points_by_scoring else _TENTHS_BY_RESULT.get(entry.result, 0)


def _performance(opponents: list[int], tenths: int) -> int:
    """Return the opponents' average and the difference for the fractional score, rounded up from 0.005 on (10.2)."""
    games = len(opponents)
    fraction = min(100, (20 * tenths + games) // (2 * games))
    return cast("int", _average(opponents)) + DIFFERENCE_BY_SCORE[fraction]


def _perfect_performance(opponents: list[int], tenths: int) -> int:
    """Return the lowest rating at which the expected score reaches the score (10.3)."""
    if tenths <= 0:
        return min(opponents) - _DIFFERENCE_AT_ZERO
    wanted = min(10 * tenths, 100 * len(opponents))
    offsets = [MAX_DIFFERENCE - rating for rating in opponents]
    too_low, enough = min(opponents) - CERTAIN_DIFFERENCE, max(opponents) + CERTAIN_DIFFERENCE
    while enough - too_low > 1:
        middle = (too_low + enough) // 2
        if sum([EXPECTATIONS[middle + offset] for offset in offsets]) >= wanted:
            enough = middle
        else:
            too_low = middle
    return enough
