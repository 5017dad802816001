"""Tie-breaks of Article 13: the secondary score (13.1), Sonneborn-Berger of two scores (13.2), combination (13.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from standings import buchholz
from standings.buchholz import Summation
from standings.codes import TieBreak
from standings.columns import TENTHS, Column
from standings.own_record import compute_score, explain_score
from tournaments.model import PrimaryScore
from tournaments.points import format_halves
from tournaments.teams.points import SCORE_NAMES

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
"""The score of the opponents' totals, and the score of the points against the opponents (13.2)."""


def compute_secondary_score(teams: TeamTables, code: TieBreakCode) -> Column:
    """Return MPvGP (13.1): the score that is not the primary one."""
    return compute_score(teams.tables[teams.secondary], code)


def explain_secondary_score(teams: TeamTables, code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return the points of every round in the secondary score."""
    return explain_score(teams.tables[teams.secondary], code, place)


def compute_sonneborn_bergers(teams: TeamTables, code: TieBreakCode) -> Column:
    """Return EMMSB, EMGSB, EGMSB or EGGSB (13.2) with the cuts of the code."""
    table, summation = _table_and_summation(teams, code)
    return buchholz.compute_summation(table, code, summation)


def explain_sonneborn_bergers(teams: TeamTables, code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return the contribution of every round to EMMSB, EMGSB, EGMSB or EGGSB."""
    table, summation = _table_and_summation(teams, code)
    return buchholz.explain_summation(table, code, place, summation)


def _table_and_summation(teams: TeamTables, code: TieBreakCode) -> tuple[ScoreTable, Summation]:
    totals, scored = _SCORES[code.tie_break]  # type: ignore[index]  # called for these four tie-breaks only
    return teams.tables[totals], Summation(weights=teams.tables[scored], played=code.played)


def compute_combinations(teams: TeamTables, code: TieBreakCode) -> Column:
    """
    Return SSSC (13.4): the secondary score plus the Buchholz of the reference score over a divisor.

    The values are exact fractions, not rounded.
    """
    table, secondary, divisor = _reference_and_secondary(teams, code)
    sums = buchholz.sum_uncut(table, _summation(code))
    numbers = [score * divisor + opponents for score, opponents in zip(secondary.scores.own, sums, strict=True)]
    return Column(code=code, numbers=tuple(numbers), scale=TENTHS * divisor, decimals=2)


def explain_combinations(teams: TeamTables, code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return the contribution of every round to the Buchholz in SSSC."""
    table, _, _ = _reference_and_secondary(teams, code)
    return buchholz.explain_summation(table, code, place, _summation(code))


def describe_combination(teams: TeamTables, code: TieBreakCode, place: int) -> str:
    """Return a phrase with the two summands of SSSC: ``16½ game points, and Buchholz 67 divided by 3``."""
    table, secondary, divisor = _reference_and_secondary(teams, code)
    sums = buchholz.sum_uncut(table, _summation(code))
    name = SCORE_NAMES[next(score for score, known in teams.tables.items() if known is secondary)]
    score, strength = format_halves(secondary.scores.own[place]), format_halves(sums[place])
    return f"{score} {name}, and Buchholz {strength} divided by {divisor}"


def _summation(code: TieBreakCode) -> Summation:
    return Summation(fore=code.fore, played=code.played)


def _reference_and_secondary(teams: TeamTables, code: TieBreakCode) -> tuple[ScoreTable, ScoreTable, int]:
    """
    Return the table of the reference score, the table of the secondary score, and the divisor.

    The divisor is the highest possible reference score of a tournament over the highest secondary score of a match,
    rounded down, but at least 1 (C07-DIVISOR). In an unfinished event C07-ROUNDS-OF-CAP says which rounds count.
    """
    score = code.score or teams.primary
    table = teams.tables[score]
    secondary = next(known for key, known in teams.tables.items() if key is not score)
    rounds = table.rounds_scheduled if table.rules.cap_by_scheduled_rounds else table.rounds_recorded
    return table, secondary, code.divisor or max(1, table.win * rounds // max(1, secondary.win))
