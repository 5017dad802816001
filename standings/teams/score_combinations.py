"""Article 13: the other score (13.1), the Sonneborn-Bergers of two scores (13.2), their combination (13.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from standings import buchholz
from standings.buchholz import Summation
from standings.codes import TieBreak
from standings.columns import TENTHS, Column, format_decimal
from standings.own_record import compute_score, explain_score
from tournaments.model import PrimaryScore
from tournaments.teams.points import NAMES

if TYPE_CHECKING:
    from standings.codes import TieBreakCode
    from standings.explanations import RoundContribution
    from standings.score_table import ScoreTable
    from standings.teams.score_tables import TeamTables

_MATCHES, _GAMES = PrimaryScore.MATCH_POINTS, PrimaryScore.GAME_POINTS
_SCORES = {
    TieBreak.MATCH_SONNEBORN_BERGER_OF_MATCHES: (_MATCHES, _MATCHES),
    TieBreak.MATCH_SONNEBORN_BERGER_OF_GAMES: (_MATCHES, _GAMES),
    TieBreak.GAME_SONNEBORN_BERGER_OF_MATCHES: (_GAMES, _MATCHES),
    TieBreak.GAME_SONNEBORN_BERGER_OF_GAMES: (_GAMES, _GAMES),
}
"""Of which score the opponents' totals are, and of which the points scored against them (13.2)."""


def compute_secondary_score(teams: TeamTables, code: TieBreakCode) -> Column:
    """Return MPvGP (13.1): the score that is not the primary one."""
    return compute_score(teams.by_score[teams.secondary], code)


def explain_secondary_score(teams: TeamTables, code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return what every round added to it."""
    return explain_score(teams.by_score[teams.secondary], code, place)


def compute_sonneborn_bergers(teams: TeamTables, code: TieBreakCode) -> Column:
    """Return EMMSB, EMGSB, EGMSB or EGGSB (13.2) with the cuts of the code."""
    field, manner = _table_and_summation(teams, code)
    return buchholz.compute_summation(field, code, manner)


def explain_sonneborn_bergers(teams: TeamTables, code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return what one is made of, round by round."""
    field, manner = _table_and_summation(teams, code)
    return buchholz.explain_summation(field, code, place, manner)


def _table_and_summation(teams: TeamTables, code: TieBreakCode) -> tuple[ScoreTable, Summation]:
    totals, scored = _SCORES[code.base]  # type: ignore[index]  # asked for these four only
    return teams.by_score[totals], Summation(weights=teams.by_score[scored], played=code.played)


def compute_combinations(teams: TeamTables, code: TieBreakCode) -> Column:
    """
    Return SSSC (13.4): the other score, and Buchholz of the reference score divided by what makes the two comparable.

    The values are exact: over the divisor, not rounded.
    """
    field, other, divisor = _reference_and_secondary(teams, code)
    sums = buchholz.sum_uncut(field, _summation(code))
    numbers = [score * divisor + opponents for score, opponents in zip(other.scores.own, sums, strict=True)]
    return Column(code=code, numbers=tuple(numbers), scale=TENTHS * divisor, decimals=2)


def explain_combinations(teams: TeamTables, code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return what the Buchholz in it is made of."""
    field, _, _ = _reference_and_secondary(teams, code)
    return buchholz.explain_summation(field, code, place, _summation(code))


def describe_combination(teams: TeamTables, code: TieBreakCode, place: int) -> str:
    """Say how the value follows from the two: ``game points 16.5, and 67.0 / 3``."""
    field, other, divisor = _reference_and_secondary(teams, code)
    sums = buchholz.sum_uncut(field, _summation(code))
    name = NAMES[next(score for score, known in teams.by_score.items() if known is other)]
    return f"{name} {format_decimal(other.scores.own[place], TENTHS, 1)}, and {format_decimal(sums[place], TENTHS, 1)} / {divisor}"


def _summation(code: TieBreakCode) -> Summation:
    return Summation(fore=code.fore, played=code.played)


def _reference_and_secondary(teams: TeamTables, code: TieBreakCode) -> tuple[ScoreTable, ScoreTable, int]:
    """
    Return the field by the reference score, that by the other one, and the divisor.

    That is the highest reference score of a whole tournament over the highest other score of a match, without its
    fraction; 1 where nothing is left (C07-DIVISOR). Part-way it follows C07-ROUNDS-OF-CAP.
    """
    score = code.score or teams.primary
    field = teams.by_score[score]
    other = next(known for key, known in teams.by_score.items() if key is not score)
    rounds = field.rounds_scheduled if field.rules.cap_by_scheduled_rounds else field.rounds_recorded
    return field, other, code.divisor or max(1, field.win * rounds // max(1, other.win))
