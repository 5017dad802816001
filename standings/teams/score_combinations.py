"""Article 13: the other score (13.1), the Sonneborn-Bergers of two scores (13.2), their combination (13.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from standings import buchholz
from standings.buchholz import Manner
from standings.codes import Base
from standings.columns import TENTHS, Column, decimal
from standings.own_record import parts_of_score, score_column
from tournaments.model import PrimaryScore
from tournaments.teams.points import NAMES

if TYPE_CHECKING:
    from standings.codes import TieBreakCode
    from standings.explanations import Contribution
    from standings.score_table import Field
    from standings.teams.score_tables import TeamScores

_MATCHES, _GAMES = PrimaryScore.MATCH_POINTS, PrimaryScore.GAME_POINTS
_SCORES = {
    Base.MATCH_SONNEBORN_BERGER_OF_MATCHES: (_MATCHES, _MATCHES),
    Base.MATCH_SONNEBORN_BERGER_OF_GAMES: (_MATCHES, _GAMES),
    Base.GAME_SONNEBORN_BERGER_OF_MATCHES: (_GAMES, _MATCHES),
    Base.GAME_SONNEBORN_BERGER_OF_GAMES: (_GAMES, _GAMES),
}
"""Of which score the opponents' totals are, and of which the points scored against them (13.2)."""


def other_score(teams: TeamScores, code: TieBreakCode) -> Column:
    """Return MPvGP (13.1): the score that is not the primary one."""
    return score_column(teams.by_score[teams.secondary], code)


def parts_of_other_score(teams: TeamScores, code: TieBreakCode, place: int) -> tuple[Contribution, ...]:
    """Return what every round added to it."""
    return parts_of_score(teams.by_score[teams.secondary], code, place)


def extended_sonneborn_bergers(teams: TeamScores, code: TieBreakCode) -> Column:
    """Return EMMSB, EMGSB, EGMSB or EGGSB (13.2) with the cuts of the code."""
    field, manner = _of_two_scores(teams, code)
    return buchholz.sums_in(field, code, manner)


def parts_of_sonneborn_bergers(teams: TeamScores, code: TieBreakCode, place: int) -> tuple[Contribution, ...]:
    """Return what one is made of, round by round."""
    field, manner = _of_two_scores(teams, code)
    return buchholz.parts_in(field, code, place, manner)


def _of_two_scores(teams: TeamScores, code: TieBreakCode) -> tuple[Field, Manner]:
    totals, scored = _SCORES[code.base]  # type: ignore[index]  # asked for these four only
    return teams.by_score[totals], Manner(weights=teams.by_score[scored], played=code.played)


def combinations(teams: TeamScores, code: TieBreakCode) -> Column:
    """
    Return SSSC (13.4): the other score, and Buchholz of the reference score divided by what makes the two comparable.

    The values are exact: over the divisor, not rounded.
    """
    field, other, divisor = _combined(teams, code)
    sums = buchholz.uncut_sums(field, _manner(code))
    numbers = [score * divisor + opponents for score, opponents in zip(other.scores.own, sums, strict=True)]
    return Column(code=code, numbers=tuple(numbers), scale=TENTHS * divisor, decimals=2)


def parts_of_combinations(teams: TeamScores, code: TieBreakCode, place: int) -> tuple[Contribution, ...]:
    """Return what the Buchholz in it is made of."""
    field, _, _ = _combined(teams, code)
    return buchholz.parts_in(field, code, place, _manner(code))


def note_of_combination(teams: TeamScores, code: TieBreakCode, place: int) -> str:
    """Say how the value follows from the two: ``game points 16.5, and 67.0 / 3``."""
    field, other, divisor = _combined(teams, code)
    sums = buchholz.uncut_sums(field, _manner(code))
    name = NAMES[next(score for score, known in teams.by_score.items() if known is other)]
    return f"{name} {decimal(other.scores.own[place], TENTHS, 1)}, and {decimal(sums[place], TENTHS, 1)} / {divisor}"


def _manner(code: TieBreakCode) -> Manner:
    return Manner(fore=code.fore, played=code.played)


def _combined(teams: TeamScores, code: TieBreakCode) -> tuple[Field, Field, int]:
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
