"""Tie-breaks from the opponents' scores: the Buchholz family (Article 8), and Sonneborn-Berger (9.1)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from standings.codes import Base
from standings.columns import HUNDREDTHS, TENTHS, Column
from standings.cuts import Element, cut, kept_sum
from standings.explanations import Contribution, Dummy
from standings.rounds import NOBODY, Category

if TYPE_CHECKING:
    from standings.codes import TieBreakCode
    from standings.columns import Numbers
    from standings.rounds import Round
    from standings.score_table import Field, Scores

_FORFEITS = (Category.FORFEIT_WIN, Category.FORFEIT_LOSS)


class Manner(NamedTuple):
    """In which manner opponents' scores are summed."""

    weights: Field | None = None
    """Whose points against an opponent multiply that opponent's score (Sonneborn-Berger); None: nothing does."""
    fore: bool = False
    """Whether the games of the final round count as draws."""
    played: bool = False
    """Whether forfeits count as games against the scheduled opponent (/P)."""


def _manner(field: Field, code: TieBreakCode) -> Manner:
    weights = field if code.base is Base.SONNEBORN_BERGER else None
    return Manner(weights, code.base is Base.FORE_BUCHHOLZ or code.fore, code.played)


def sums(field: Field, code: TieBreakCode) -> Column:
    """Return BH, FB or SB with the cuts of the code."""
    return sums_in(field, code, _manner(field, code))


def sums_in(field: Field, code: TieBreakCode, manner: Manner) -> Column:
    """Return sums of opponents' scores with the cuts of the code."""
    numbers = [kept_sum(row, code.low, code.high) for row in _elements(field, manner)]
    scale, decimals = (HUNDREDTHS, 2) if manner.weights else (TENTHS, 1)
    return Column(code=code, numbers=tuple(numbers), scale=scale, decimals=decimals)


def _elements(field: Field, manner: Manner) -> list[list[Element]]:
    """Return everybody's contributions, before any cut."""

    def make() -> list[list[Element]]:
        scores = field.fore_scores if manner.fore else field.scores
        return [_row_elements(field, manner, scores, place) for place in range(len(field.rows))]

    return field.once(manner, make)


def _row_elements(field: Field, manner: Manner, scores: Scores, place: int) -> list[Element]:
    adjusted = scores.adjusted
    weights = manner.weights.rows[place] if manner.weights else None
    elements = []
    of_bye: int | None = None
    for index, entry in enumerate(field.rows[place]):
        category = entry.category
        if entry.opponent != NOBODY and (category is None or _is_game(field, manner, entry)):
            score, is_voluntary = adjusted[entry.opponent], False
        elif field.rules.pre_determined:  # a free round: 15.2 knows no unplayed rounds but forfeits
            continue
        else:
            is_voluntary = category is None or category.is_voluntary
            if category in _FORFEITS:
                score = _score_of(_dummy(field, scores, place, entry))
            else:  # the same for all of a row
                score = of_bye = _score_of(_dummy(field, scores, place, entry)) if of_bye is None else of_bye
        elements.append(Element(score, score * weights[index].points if weights else score, is_voluntary, index))
    return elements


def _score_of(dummy: Dummy) -> int:
    return dummy.own_score if dummy.cap is None else min(dummy.own_score, dummy.cap)


def _is_game(field: Field, manner: Manner, entry: Round) -> bool:
    """Whether a round counts with the opponent's score; in Fore Buchholz, every paired game of the final round does."""
    is_fore_round = manner.fore and field.ends_with_final_round and entry.number == field.rounds_recorded
    return field.counts_as_game(entry, played=manner.played or is_fore_round)


def _dummy(field: Field, scores: Scores, place: int, entry: Round) -> Dummy:
    """Return the dummy of an unplayed round (16.4)."""
    own = scores.own[place]
    if not field.rules.edition.caps_dummies:
        return Dummy(own_score=own)
    if entry.category in _FORFEITS:
        return Dummy(own_score=own, cap=scores.adjusted[entry.opponent], cap_article="16.4.1")
    rounds = field.rounds_scheduled if field.rules.cap_by_scheduled_rounds else field.rounds_recorded
    return Dummy(own_score=own, cap=field.draw * rounds, cap_article="16.4.2")


def parts_of_sums(field: Field, code: TieBreakCode, place: int) -> tuple[Contribution, ...]:
    """Return what a participant's BH, FB or SB is made of, round by round."""
    return parts_in(field, code, place, _manner(field, code))


def parts_in(field: Field, code: TieBreakCode, place: int, manner: Manner) -> tuple[Contribution, ...]:
    """Return what a sum of opponents' scores is made of, round by round."""
    scores = field.fore_scores if manner.fore else field.scores
    elements = _elements(field, manner)[place]
    _, why = cut(elements, code.low, code.high)
    parts = []
    for element in elements:
        entry = field.rows[place][element.place]
        is_game = entry.opponent != NOBODY and _is_game(field, manner, entry)
        dummy = None if is_game else _dummy(field, scores, place, entry)
        parts.append(
            Contribution(
                round_number=entry.number,
                opponent=None if entry.opponent == NOBODY else field.tpns[entry.opponent],
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


def _article(field: Field, code: TieBreakCode, manner: Manner, entry: Round, dummy: Dummy | None) -> str:
    """Return the article by which a round counts as it does."""
    if dummy is not None:
        capped = dummy.cap is not None and dummy.cap < dummy.own_score
        return dummy.cap_article if capped else "16.4"
    if entry.category is None:
        return "13.2" if manner.weights not in (None, field) else "9.1" if manner.weights else "8.1"
    if field.rules.pre_determined:
        return "15.2"
    return "6.1.1, /P" if code.played else "8.3"


def averages(field: Field, code: TieBreakCode) -> Column:
    """
    Return AOB: the average BH (with /F, FB) of the opponents met over the board; none for whoever met nobody.

    The common denominator of all averages keeps them exact; by the other reading of C07-AOB-ROUNDING they are rounded
    to the decimals that are written.
    """
    sums_of = _buchholz_of(field, code)
    games = [_games(field, place) for place in range(len(field.rows))]
    decimals = _decimals(field.rounds_recorded)
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


def parts_of_averages(field: Field, code: TieBreakCode, place: int) -> tuple[Contribution, ...]:
    """Return the opponents met over the board with their Buchholz."""
    sums_of = _buchholz_of(field, code)
    return tuple(
        Contribution(
            round_number=entry.number,
            opponent=field.tpns[entry.opponent],
            result=entry.result,
            figure=sums_of[entry.opponent],
            figure_scale=TENTHS,
            amount=sums_of[entry.opponent],
            article="8.2",
        )
        for entry in _games(field, place)
    )


def _buchholz_of(field: Field, code: TieBreakCode) -> list[int]:
    return uncut_sums(field, Manner(fore=code.fore))


def uncut_sums(field: Field, manner: Manner) -> list[int]:
    """Return sums of opponents' scores, in tenths or, where they are weighed, in hundredths, by place."""
    return field.once(("sums", manner), lambda: [kept_sum(row, 0, 0) for row in _elements(field, manner)])


def _games(field: Field, place: int) -> list[Round]:
    return [entry for entry in field.rows[place] if field.is_over_the_board(entry)]


_ROUNDS_BY_DECIMALS = ((2, 8), (3, 26), (4, 72))
"""Decimals that tell all averages apart, up to so many rounds."""


def _decimals(rounds: int) -> int:
    return next((decimals for decimals, most in _ROUNDS_BY_DECIMALS if rounds <= most), 5)
