"""Tie-breaks from the opponents' scores: the Buchholz family (Article 8), and Sonneborn-Berger (9.1)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from standings.codes import TieBreak
from standings.columns import HUNDREDTHS, TENTHS, Column
from standings.cuts import Summand, cut_summands, sum_after_cuts
from standings.explanations import DummyOpponent, RoundContribution
from standings.rounds import NO_OPPONENT, Category

if TYPE_CHECKING:
    from standings.codes import TieBreakCode
    from standings.columns import Numbers
    from standings.rounds import RankedRound
    from standings.score_table import ScoresByPlace, ScoreTable

_FORFEITS = (Category.FORFEIT_WIN, Category.FORFEIT_LOSS)


class Summation(NamedTuple):
    """In which manner opponents' scores are summed."""

    weights: ScoreTable | None = None
    """Whose points against an opponent multiply that opponent's score (Sonneborn-Berger); None: nothing does."""
    fore: bool = False
    """Whether the games of the final round count as draws."""
    played: bool = False
    """Whether forfeits count as games against the scheduled opponent (/P)."""


def _summation(field: ScoreTable, code: TieBreakCode) -> Summation:
    weights = field if code.base is TieBreak.SONNEBORN_BERGER else None
    return Summation(weights, code.base is TieBreak.FORE_BUCHHOLZ or code.fore, code.played)


def compute_sums(field: ScoreTable, code: TieBreakCode) -> Column:
    """Return BH, FB or SB with the cuts of the code."""
    return compute_summation(field, code, _summation(field, code))


def compute_summation(field: ScoreTable, code: TieBreakCode, manner: Summation) -> Column:
    """Return sums of opponents' scores with the cuts of the code."""
    numbers = [sum_after_cuts(row, code.low, code.high) for row in _summands_by_place(field, manner)]
    scale, decimals = (HUNDREDTHS, 2) if manner.weights else (TENTHS, 1)
    return Column(code=code, numbers=tuple(numbers), scale=scale, decimals=decimals)


def _summands_by_place(field: ScoreTable, manner: Summation) -> list[list[Summand]]:
    """Return everybody's contributions, before any cut."""

    def make() -> list[list[Summand]]:
        scores = field.fore_scores if manner.fore else field.scores
        return [_row_summands(field, manner, scores, place) for place in range(len(field.rows))]

    return field.once(manner, make)


def _row_summands(field: ScoreTable, manner: Summation, scores: ScoresByPlace, place: int) -> list[Summand]:
    adjusted = scores.adjusted
    weights = manner.weights.rows[place] if manner.weights else None
    elements = []
    of_bye: int | None = None
    for index, entry in enumerate(field.rows[place]):
        category = entry.category
        if entry.opponent != NO_OPPONENT and (category is None or _counts_opponent(field, manner, entry)):
            score, is_voluntary = adjusted[entry.opponent], False
        elif field.rules.pre_determined:  # a free round: 15.2 knows no unplayed rounds but forfeits
            continue
        else:
            is_voluntary = category is None or category.is_voluntary
            if category in _FORFEITS:
                score = _dummy_score(_dummy(field, scores, place, entry))
            else:  # the same for all of a row
                score = of_bye = _dummy_score(_dummy(field, scores, place, entry)) if of_bye is None else of_bye
        elements.append(Summand(score, score * weights[index].points if weights else score, is_voluntary, index))
    return elements


def _dummy_score(dummy: DummyOpponent) -> int:
    return dummy.own_score if dummy.cap is None else min(dummy.own_score, dummy.cap)


def _counts_opponent(field: ScoreTable, manner: Summation, entry: RankedRound) -> bool:
    """Whether a round counts with the opponent's score; in Fore Buchholz, every paired game of the final round does."""
    is_fore_round = manner.fore and field.ends_with_final_round and entry.number == field.rounds_recorded
    return field.counts_as_game(entry, played=manner.played or is_fore_round)


def _dummy(field: ScoreTable, scores: ScoresByPlace, place: int, entry: RankedRound) -> DummyOpponent:
    """Return the dummy of an unplayed round (16.4)."""
    own = scores.own[place]
    if not field.rules.edition.caps_dummies:
        return DummyOpponent(own_score=own)
    if entry.category in _FORFEITS:
        return DummyOpponent(own_score=own, cap=scores.adjusted[entry.opponent], cap_article="16.4.1")
    rounds = field.rounds_scheduled if field.rules.cap_by_scheduled_rounds else field.rounds_recorded
    return DummyOpponent(own_score=own, cap=field.draw * rounds, cap_article="16.4.2")


def explain_sums(field: ScoreTable, code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return what a participant's BH, FB or SB is made of, round by round."""
    return explain_summation(field, code, place, _summation(field, code))


def explain_summation(
    field: ScoreTable, code: TieBreakCode, place: int, manner: Summation
) -> tuple[RoundContribution, ...]:
    """Return what a sum of opponents' scores is made of, round by round."""
    scores = field.fore_scores if manner.fore else field.scores
    elements = _summands_by_place(field, manner)[place]
    _, why = cut_summands(elements, code.low, code.high)
    parts = []
    for element in elements:
        entry = field.rows[place][element.place]
        is_game = entry.opponent != NO_OPPONENT and _counts_opponent(field, manner, entry)
        dummy = None if is_game else _dummy(field, scores, place, entry)
        parts.append(
            RoundContribution(
                round_number=entry.number,
                opponent=None if entry.opponent == NO_OPPONENT else field.tpns[entry.opponent],
                result=entry.result,
                dummy=dummy,
                figure=element.score,
                figure_scale=TENTHS,
                points=manner.weights.rows[place][element.place].points if manner.weights else None,
                weight=None if manner.weights in (None, field) else manner.weights.rows[place][element.place].points,
                amount=element.amount,
                cut=why.get(element.place),
                article=_article(field, code, manner, entry, dummy),
            )
        )
    return tuple(parts)


def _article(
    field: ScoreTable, code: TieBreakCode, manner: Summation, entry: RankedRound, dummy: DummyOpponent | None
) -> str:
    """Return the article by which a round counts as it does."""
    if dummy is not None:
        capped = dummy.cap is not None and dummy.cap < dummy.own_score
        return dummy.cap_article if capped else "16.4"
    if entry.category is None:
        return "13.2" if manner.weights not in (None, field) else "9.1" if manner.weights else "8.1"
    if field.rules.pre_determined:
        return "15.2"
    return "6.1.1, /P" if code.played else "8.3"


def compute_averages(field: ScoreTable, code: TieBreakCode) -> Column:
    """
    Return AOB: the average BH (with /F, FB) of the opponents met over the board; none for whoever met nobody.

    The common denominator of all averages keeps them exact; by the other reading of C07-AOB-ROUNDING they are rounded
    to the decimals that are written.
    """
    sums_of = _buchholz_of(field, code)
    games = [_games_over_the_board(field, place) for place in range(len(field.rows))]
    decimals = _count_decimals(field.rounds_recorded)
    common = math.lcm(*range(1, field.rounds_recorded + 1))
    numbers: Numbers = [
        sum([sums_of[entry.opponent] for entry in row]) * (common // len(row)) if row else None for row in games
    ]
    scale = TENTHS * common
    if field.rules.rounds_averages:
        unit = 10**decimals
        numbers = [None if number is None else (2 * number * unit + scale) // (2 * scale) for number in numbers]
        scale = unit
    return Column(code=code, numbers=tuple(numbers), scale=scale, decimals=decimals)


def explain_averages(field: ScoreTable, code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return the opponents met over the board with their Buchholz."""
    sums_of = _buchholz_of(field, code)
    return tuple(
        RoundContribution(
            round_number=entry.number,
            opponent=field.tpns[entry.opponent],
            result=entry.result,
            figure=sums_of[entry.opponent],
            figure_scale=TENTHS,
            amount=sums_of[entry.opponent],
            article="8.2",
        )
        for entry in _games_over_the_board(field, place)
    )


def _buchholz_of(field: ScoreTable, code: TieBreakCode) -> list[int]:
    return sum_uncut(field, Summation(fore=code.fore))


def sum_uncut(field: ScoreTable, manner: Summation) -> list[int]:
    """Return sums of opponents' scores, in tenths or, where they are weighed, in hundredths, by place."""
    return field.once(
        ("sums", manner), lambda: [sum_after_cuts(row, 0, 0) for row in _summands_by_place(field, manner)]
    )


def _games_over_the_board(field: ScoreTable, place: int) -> list[RankedRound]:
    return [entry for entry in field.rows[place] if field.is_over_the_board(entry)]


_MAX_ROUNDS_BY_DECIMALS = ((2, 8), (3, 26), (4, 72))
"""Decimals that tell all averages apart, up to so many rounds."""


def _count_decimals(rounds: int) -> int:
    return next((decimals for decimals, most in _MAX_ROUNDS_BY_DECIMALS if rounds <= most), 5)
