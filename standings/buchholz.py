"""
Tie-breaks from the opponents' scores: the Buchholz family (Article 8), and Sonneborn-Berger (9.1), with their cuts.

The cuts are those of Article 14, with the exception for voluntary unplayed rounds (16.5).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from standings.codes import TieBreak
from standings.columns import HUNDREDTHS, TENTHS, Column
from standings.explanations import CutReason, DummyOpponent, RoundContribution
from standings.rounds import NO_OPPONENT, Category
from tournaments.model import Result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from standings.codes import TieBreakCode
    from standings.columns import Numbers
    from standings.rounds import ParticipantRound
    from standings.score_table import ScoresByPlace, ScoreTable

_FORFEITS = (Category.FORFEIT_WIN, Category.FORFEIT_LOSS)


class Summation(NamedTuple):
    """A way to sum opponents' scores."""

    weights: ScoreTable | None = None
    """The points against an opponent that multiply the opponent's score (Sonneborn-Berger); None: no factor."""
    fore: bool = False
    """Whether the games of the final round count as draws."""
    played: bool = False
    """Whether forfeits count as games against the scheduled opponent (/P)."""


class Summand(NamedTuple):
    """The summand of one round in a Buchholz or a Sonneborn-Berger; summands compare as 14.1 requires."""

    score: int
    """The score of the opponent or dummy, in tenths."""
    amount: int
    """The amount that the round adds to the sum."""
    is_voluntary: bool
    """Whether the round is a VUR."""
    place: int
    """Index of the round in the row."""


def sum_after_cuts(summands: Sequence[Summand], low: int, high: int) -> int:
    """Return the sum of the summands that are not cut; 0 if all are cut (C07-CUT-ALL)."""
    if not low and not high:
        return sum([summand.amount for summand in summands])
    remaining, _ = cut_summands(summands, low, high)
    return sum([summand.amount for summand in remaining])


def cut_summands(summands: Sequence[Summand], low: int, high: int) -> tuple[list[Summand], dict[int, CutReason]]:
    """
    Return the summands that are not cut, and for each round that is cut, by its index in the row, the reason.

    All low cuts come before the high cuts (14.3).

    No exception is made for VURs in high cuts (16.5 speaks of the least significant values only).
    """
    remaining = list(summands)
    reasons: dict[int, CutReason] = {}
    for _ in range(min(low, len(remaining))):
        summand, reason = _next_low_cut(remaining)
        remaining.remove(summand)
        reasons[summand.place] = reason
    for _ in range(min(high, len(remaining))):
        most = max(remaining, key=lambda summand: (summand.score, summand.amount, -summand.place))
        remaining.remove(most)
        reasons[most.place] = CutReason.MOST
    return remaining, reasons


def _next_low_cut(remaining: Sequence[Summand]) -> tuple[Summand, CutReason]:
    """
    Return the summand of the next low cut, and the reason.

    14.1: the next cut is the lowest summand among the opponents with the lowest score. 16.5.1: the lowest summand of a
    VUR is cut instead, unless the summand of the VUR is lower.
    """
    least = min(remaining)
    voluntary = [summand for summand in remaining if summand.is_voluntary]
    if voluntary:
        lowest = min(voluntary, key=lambda summand: (summand.amount, summand.score, summand.place))
        if lowest.amount >= least.amount:
            return lowest, CutReason.VOLUNTARY
    return least, CutReason.LEAST


def _summation(table: ScoreTable, code: TieBreakCode) -> Summation:
    weights = table if code.tie_break is TieBreak.SONNEBORN_BERGER else None
    return Summation(weights, code.tie_break is TieBreak.FORE_BUCHHOLZ or code.fore, code.played)


def compute_sums(table: ScoreTable, code: TieBreakCode) -> Column:
    """Return BH, FB or SB with the cuts of the code."""
    return compute_summation(table, code, _summation(table, code))


def compute_summation(table: ScoreTable, code: TieBreakCode, summation: Summation) -> Column:
    """Return sums of opponents' scores with the cuts of the code."""
    numbers = [sum_after_cuts(row, code.low, code.high) for row in _summands_by_place(table, summation)]
    scale, decimals = (HUNDREDTHS, 2) if summation.weights else (TENTHS, 1)
    return Column(code=code, numbers=tuple(numbers), scale=scale, decimals=decimals)


def _summands_by_place(table: ScoreTable, summation: Summation) -> list[list[Summand]]:
    """Return the summands of every participant, before any cut."""

    def make() -> list[list[Summand]]:
        scores = table.fore_scores if summation.fore else table.scores
        return [_row_summands(table, summation, scores, place) for place in range(len(table.rows))]

    return table.compute_once(summation, make)


def _row_summands(table: ScoreTable, summation: Summation, scores: ScoresByPlace, place: int) -> list[Summand]:
    adjusted = scores.adjusted
    weights = summation.weights.rows[place] if summation.weights else None
    summands = []
    bye_score: int | None = None
    for index, entry in enumerate(table.rows[place]):
        category = entry.category
        if entry.opponent != NO_OPPONENT and (category is None or _counts_opponent(table, summation, entry)):
            score, is_voluntary = adjusted[entry.opponent], False
        elif table.rules.pre_determined:  # a free round: by 15.2 only forfeits are unplayed rounds
            continue
        else:
            is_voluntary = category is None or category.is_voluntary
            if category in _FORFEITS:
                score = _dummy(table, scores, place, entry).score
            else:  # all byes of a participant have the same score
                bye_score = _dummy(table, scores, place, entry).score if bye_score is None else bye_score
                score = bye_score
        summands.append(Summand(score, score * weights[index].points if weights else score, is_voluntary, index))
    return summands


def _counts_opponent(table: ScoreTable, summation: Summation, entry: ParticipantRound) -> bool:
    """Whether a round counts with the opponent's score; in Fore Buchholz, every paired game of the final round does."""
    is_fore_round = summation.fore and table.ends_with_final_round and entry.number == table.rounds_recorded
    return table.counts_as_game(entry, played=summation.played or is_fore_round)


def _dummy(table: ScoreTable, scores: ScoresByPlace, place: int, entry: ParticipantRound) -> DummyOpponent:
    """Return the dummy of an unplayed round (16.4)."""
    own = scores.own[place]
    counts_as = {table.win: Result.WIN, table.draw: Result.DRAW, 0: Result.LOSS}.get(entry.points)
    if not table.rules.edition.caps_dummies:
        return DummyOpponent(counts_as=counts_as, own_score=own)
    if entry.category in _FORFEITS:
        cap = scores.adjusted[entry.opponent]
        return DummyOpponent(counts_as=counts_as, own_score=own, cap=cap, cap_article="16.4.1")
    rounds = table.rounds_scheduled if table.rules.cap_by_scheduled_rounds else table.rounds_recorded
    return DummyOpponent(counts_as=counts_as, own_score=own, cap=table.draw * rounds, cap_article="16.4.2")


def explain_sums(table: ScoreTable, code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return the contribution of every round to a participant's BH, FB or SB."""
    return explain_summation(table, code, place, _summation(table, code))


def explain_summation(
    table: ScoreTable, code: TieBreakCode, place: int, summation: Summation
) -> tuple[RoundContribution, ...]:
    """Return the contribution of every round to a sum of opponents' scores."""
    scores = table.fore_scores if summation.fore else table.scores
    summands = _summands_by_place(table, summation)[place]
    _, why = cut_summands(summands, code.low, code.high)
    parts = []
    for summand in summands:
        entry = table.rows[place][summand.place]
        is_game = entry.opponent != NO_OPPONENT and _counts_opponent(table, summation, entry)
        dummy = None if is_game else _dummy(table, scores, place, entry)
        own_score = table.scores.own[entry.opponent] if is_game else summand.score
        parts.append(
            RoundContribution(
                round_number=entry.number,
                opponent=None if entry.opponent == NO_OPPONENT else table.tpns[entry.opponent],
                result=entry.result,
                dummy=dummy,
                figure=summand.score,
                figure_scale=TENTHS,
                opponent_score=None if own_score == summand.score else own_score,
                points=summation.weights.rows[place][summand.place].points if summation.weights else None,
                weight=None
                if summation.weights in (None, table)
                else summation.weights.rows[place][summand.place].points,
                amount=summand.amount,
                cut=why.get(summand.place),
                article=_article(table, code, summation, entry, dummy),
            )
        )
    return tuple(parts)


def _article(
    table: ScoreTable, code: TieBreakCode, summation: Summation, entry: ParticipantRound, dummy: DummyOpponent | None
) -> str:
    """Return the article that says how a round counts."""
    if dummy is not None:
        return dummy.article
    scores = table.fore_scores if summation.fore else table.scores
    if scores.adjusted[entry.opponent] != scores.own[entry.opponent]:
        return "16.3.2"
    if summation.fore and scores.own[entry.opponent] != table.scores.own[entry.opponent]:
        return "8.3"
    if entry.category is None:
        return "13.2" if summation.weights not in (None, table) else "9.1" if summation.weights else "8.1"
    if table.rules.pre_determined:
        return "15.2"
    return "6.1.1, /P" if code.played else "8.3"


def compute_averages(table: ScoreTable, code: TieBreakCode) -> Column:
    """
    Return AOB: the average BH (with /F, FB) of the opponents met over the board, None without such an opponent.

    A common denominator keeps all averages exact. The other reading of C07-AOB-ROUNDING rounds them to the decimals
    that are written.
    """
    buchholz_scores = _compute_buchholz(table, code)
    games = [_games_over_the_board(table, place) for place in range(len(table.rows))]
    decimals = _count_decimals(table.rounds_recorded)
    common = math.lcm(*range(1, table.rounds_recorded + 1))
    numbers: Numbers = [
        sum([buchholz_scores[entry.opponent] for entry in row]) * (common // len(row)) if row else None for row in games
    ]
    scale = TENTHS * common
    if table.rules.rounds_averages:
        unit = 10**decimals
        numbers = [None if number is None else (2 * number * unit + scale) // (2 * scale) for number in numbers]
        scale = unit
    return Column(code=code, numbers=tuple(numbers), scale=scale, decimals=decimals)


def explain_averages(table: ScoreTable, code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return the opponents met over the board with their Buchholz."""
    buchholz_scores = _compute_buchholz(table, code)
    return tuple(
        RoundContribution(
            round_number=entry.number,
            opponent=table.tpns[entry.opponent],
            result=entry.result,
            figure=buchholz_scores[entry.opponent],
            figure_scale=TENTHS,
            amount=buchholz_scores[entry.opponent],
            article="8.2",
        )
        for entry in _games_over_the_board(table, place)
    )


def _compute_buchholz(table: ScoreTable, code: TieBreakCode) -> list[int]:
    return sum_uncut(table, Summation(fore=code.fore))


def sum_uncut(table: ScoreTable, summation: Summation) -> list[int]:
    """Return sums of opponents' scores without cuts, by place: in tenths, or in hundredths if they are weighted."""
    return table.compute_once(
        ("sums", summation), lambda: [sum_after_cuts(row, 0, 0) for row in _summands_by_place(table, summation)]
    )


def _games_over_the_board(table: ScoreTable, place: int) -> list[ParticipantRound]:
    return [entry for entry in table.rows[place] if table.is_over_the_board(entry)]


_MAX_ROUNDS_BY_DECIMALS = ((2, 8), (3, 26), (4, 72))
"""Number of decimals, and the largest number of rounds in which all different averages are written differently."""


def _count_decimals(rounds: int) -> int:
    return next((decimals for decimals, most in _MAX_ROUNDS_BY_DECIMALS if rounds <= most), 5)
