"""
Tie-breaks from the opponents' scores: the Buchholz family (Article 8), and Sonneborn-Berger (9.1), with their cuts.

The cuts are those of Article 14, with the exception for voluntary unplayed rounds (16.5).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from standings.codes import TieBreak, TieBreakCode
from standings.rounds import NO_OPPONENT, Category, ParticipantRound
from standings.values import HUNDREDTHS, TENTHS, Column, CutReason, DummyOpponent, Numbers, RoundContribution
from tournaments.model import Result

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from standings.score_table import ScoresByPlace, ScoreTable

    IntArray = NDArray[np.int64]
    BoolArray = NDArray[np.bool_]

_FORFEITS = (Category.FORFEIT_WIN, Category.FORFEIT_LOSS)


class Summation(NamedTuple):
    """A way to sum opponents' scores."""

    weights: ScoreTable | None = None
    """The points against an opponent that multiply the opponent's score (Sonneborn-Berger); None: no factor."""
    fore: bool = False
    """Whether the games of the final round count as draws."""
    played: bool = False
    """Whether forfeits count as games against the scheduled opponent (/P)."""


class RowElements(NamedTuple):
    """(participants, rounds) what every round adds to a Buchholz or a Sonneborn-Berger."""

    score: IntArray
    """The score of the opponent or dummy, in tenths."""
    amount: IntArray
    """The amount that the round adds to the sum."""
    is_voluntary: BoolArray
    """Whether the round is a VUR."""
    counts: BoolArray
    """Whether the round adds anything: by 15.2, a round without an opponent does not."""


def sum_after_cuts(elements: RowElements, low: int, high: int) -> list[int]:
    """Return by place the sum of the rounds that are not cut; 0 if all are cut (C07-CUT-ALL)."""
    remains = elements.counts
    if low or high:
        remains = remains & (cut_rounds(elements, low, high) == 0)
    sums: list[int] = np.where(remains, elements.amount, 0).sum(axis=1).tolist()
    return sums


_REASONS = (None, CutReason.LEAST, CutReason.VOLUNTARY, CutReason.MOST)
"""The reasons of cuts, by the numbers that stand for them in arrays."""


def cut_rounds(elements: RowElements, low: int, high: int) -> IntArray:
    """
    Return (participants, rounds) the reason of each cut, an index of `_REASONS`; 0 where nothing is cut.

    All low cuts come before the high cuts (14.3). 14.1: the next low cut is the lowest amount among the opponents with
    the lowest score. 16.5.1: the lowest amount of a VUR is cut instead, unless it is lower. No exception is made for
    VURs in high cuts (16.5 speaks of the least significant values only).
    """
    score, amount, is_voluntary, counts = elements
    cut = np.zeros(score.shape, dtype=np.int64)
    rows, place = np.arange(len(score)), np.broadcast_to(np.arange(score.shape[1]), score.shape)
    least_first = _places_in_order(place, is_voluntary, amount, score)
    voluntary_first = _places_in_order(place, score, amount)
    most_last = _places_in_order(-place, amount, score)
    for _ in range(min(low, score.shape[1])):
        remains = counts & (cut == 0)
        least, at_all = _first_of(least_first, remains)
        voluntary, any_voluntary = _first_of(voluntary_first, remains & is_voluntary)
        instead = any_voluntary & (amount[rows, voluntary] >= amount[rows, least])
        cut[rows[at_all], np.where(instead, voluntary, least)[at_all]] = np.where(instead, 2, 1)[at_all]
    for _ in range(min(high, score.shape[1])):
        most, at_all = _first_of(-most_last, counts & (cut == 0))
        cut[rows[at_all], most[at_all]] = 3
    return cut


def _places_in_order(*keys: IntArray | BoolArray) -> IntArray:
    """Return (participants, rounds) the place of each round in the order of its row; the last key comes first."""
    order = np.lexsort(keys, axis=1)
    places = np.empty_like(order)
    np.put_along_axis(places, order, np.broadcast_to(np.arange(order.shape[1]), order.shape), axis=1)
    return places


def _first_of(places: IntArray, among: BoolArray) -> tuple[IntArray, BoolArray]:
    """Return by row the round of the lowest place among some rounds, and whether there is one."""
    first: IntArray = np.where(among, places, places.shape[1]).argmin(axis=1)
    is_any: BoolArray = np.any(among, axis=1, keepdims=True)[:, 0]
    return first, is_any


def _summation(table: ScoreTable, code: TieBreakCode) -> Summation:
    weights = table if code.tie_break is TieBreak.SONNEBORN_BERGER else None
    return Summation(weights, code.tie_break is TieBreak.FORE_BUCHHOLZ or code.fore, code.played)


def compute_sums(table: ScoreTable, code: TieBreakCode) -> Column:
    """Return BH, FB or SB with the cuts of the code."""
    return compute_summation(table, code, _summation(table, code))


def compute_summation(table: ScoreTable, code: TieBreakCode, summation: Summation) -> Column:
    """Return sums of opponents' scores with the cuts of the code."""
    numbers = sum_after_cuts(_row_elements(table, summation), code.low, code.high)
    scale, decimals = (HUNDREDTHS, 2) if summation.weights else (TENTHS, 1)
    return Column(code=code, numbers=tuple(numbers), scale=scale, decimals=decimals)


def _row_elements(table: ScoreTable, summation: Summation) -> RowElements:
    """Return what all rounds of all participants add, before any cut."""
    return table.compute_once(summation, lambda: _make_elements(table, summation))


def _make_elements(table: ScoreTable, summation: Summation) -> RowElements:
    scores = table.fore_scores if summation.fore else table.scores
    opponent = table.grid.opponent
    counts = (opponent != NO_OPPONENT) & table.grid.is_played
    score = np.where(counts, np.array([*scores.adjusted, 0])[opponent], 0)  # the last entry stands for no opponent
    is_voluntary = np.zeros_like(counts)
    for place, index in np.argwhere(table.grid.is_recorded & ~counts).tolist():
        entry = table.rows[place][index]
        if entry.opponent != NO_OPPONENT and _counts_opponent(table, summation, entry):
            score[place, index] = scores.adjusted[entry.opponent]
        elif table.rules.pre_determined:  # a free round: by 15.2 only forfeits are unplayed rounds
            continue
        else:
            score[place, index] = _dummy(table, scores, place, entry).score
            is_voluntary[place, index] = entry.category is None or entry.category.is_voluntary
        counts[place, index] = True
    amount = score * summation.weights.grid.points if summation.weights else score
    return RowElements(score=score, amount=amount, is_voluntary=is_voluntary, counts=counts)


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
    elements = _row_elements(table, summation)
    cuts = cut_rounds(elements, code.low, code.high)[place].tolist()
    parts = []
    for index in np.flatnonzero(elements.counts[place]).tolist():
        entry, score = table.rows[place][index], int(elements.score[place, index])
        is_game = entry.opponent != NO_OPPONENT and _counts_opponent(table, summation, entry)
        dummy = None if is_game else _dummy(table, scores, place, entry)
        own_score = table.scores.own[entry.opponent] if is_game else score
        parts.append(
            RoundContribution(
                round_number=entry.number,
                opponent=None if entry.opponent == NO_OPPONENT else table.tpns[entry.opponent],
                result=entry.result,
                dummy=dummy,
                figure=score,
                figure_scale=TENTHS,
                opponent_score=None if own_score == score else own_score,
                points=summation.weights.rows[place][index].points if summation.weights else None,
                weight=None if summation.weights in (None, table) else summation.weights.rows[place][index].points,
                amount=int(elements.amount[place, index]),
                cut=_REASONS[cuts[index]],
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
    return table.compute_once(("sums", summation), lambda: sum_after_cuts(_row_elements(table, summation), 0, 0))


def _games_over_the_board(table: ScoreTable, place: int) -> list[ParticipantRound]:
    return [entry for entry in table.rows[place] if table.is_over_the_board(entry)]


_MAX_ROUNDS_BY_DECIMALS = ((2, 8), (3, 26), (4, 72))
"""Number of decimals, and the largest number of rounds in which all different averages are written differently."""


def _count_decimals(rounds: int) -> int:
    return next((decimals for decimals, most in _MAX_ROUNDS_BY_DECIMALS if rounds <= most), 5)
