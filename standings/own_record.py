"""Tie-breaks of type B: a participant's own results or data (Article 7), the points themselves, and Koya (9.2)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from standings.codes import TieBreak, TieBreakCode
from standings.rounds import NO_OPPONENT, Category, ParticipantRound
from standings.score_table import ScoreTable
from standings.values import TENTHS, WHOLE, Column, CutReason, RoundContribution, format_points
from tournaments.model import Result

_WON = (Result.WIN, Result.UNRATED_WIN)
_NOT_ELECTED = (Category.REQUESTED_BYE, Category.REQUESTED_BYE_AT_THE_END)


def compute_score(table: ScoreTable, code: TieBreakCode) -> Column:
    """Return the points, including points that TRF 299 assigns."""
    return Column(code=code, numbers=tuple(table.scores.own), scale=TENTHS, decimals=1)


def explain_score(table: ScoreTable, _code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return the points of every round, and the points that TRF 299 assigns."""
    parts = [_contribution(table, entry, entry.points) for entry in table.rows[place]]
    if table.added[place]:
        parts.append(RoundContribution(amount=table.added[place], article="TRF 299"))
    return tuple(parts)


def compute_counts(table: ScoreTable, code: TieBreakCode) -> Column:
    """Return WIN, WON, BPG, BWG or REP, which count rounds, or STD, which adds standard points."""
    amount, scale = _round_amount(table, code)
    numbers = tuple(sum([amount(entry, place) for entry in row]) for place, row in enumerate(table.rows))
    return Column(code=code, numbers=numbers, scale=scale, decimals=0 if scale == WHOLE else 1)


def explain_counts(table: ScoreTable, code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return the amount that each round adds."""
    amount, _ = _round_amount(table, code)
    return tuple(_contribution(table, entry, amount(entry, place)) for entry in table.rows[place])


def _round_amount(table: ScoreTable, code: TieBreakCode) -> tuple[Callable[[ParticipantRound, int], int], int]:
    """Return a function of a round and a place that gives the amount of the round, and the denominator."""
    if code.tie_break is TieBreak.STANDARD_POINTS:
        return lambda entry, place: _standard_points(table, entry, place), TENTHS
    test = _PREDICATES[code.tie_break]
    return lambda entry, _place: int(test(table, entry)), WHOLE


def _is_win(table: ScoreTable, entry: ParticipantRound) -> bool:
    """Whether a round gives as many points as a win, with or without a game (7.1)."""
    return entry.points >= table.win or (entry.category is None and entry.result in _WON)


def _is_won_game(table: ScoreTable, entry: ParticipantRound) -> bool:
    """Whether a game is won over the board (7.2), or a forfeit win by the other reading of C07-OVER-THE-BOARD."""
    return table.is_over_the_board(entry) and (entry.result in _WON or entry.category is Category.FORFEIT_WIN)


def _is_game_with_black(table: ScoreTable, entry: ParticipantRound) -> bool:
    """Whether a round is a game with Black (7.3); forfeit losses are unplayed from the edition of 2026 on (15.2)."""
    if entry.category is Category.FORFEIT_LOSS and table.rules.edition.keeps_forfeits_unplayed:
        return False
    return entry.is_black and table.is_over_the_board(entry)


def _is_won_with_black(table: ScoreTable, entry: ParticipantRound) -> bool:
    """Whether a game is won with Black (7.4)."""
    return entry.is_black and _is_won_game(table, entry)


def _is_elected(table: ScoreTable, entry: ParticipantRound) -> bool:
    """
    Whether a round is elected to be played (7.6): neither a half-point bye, a zero-point bye nor a forfeit loss.

    Before the edition of 2026, a forfeit loss is a regular game by 15.2 if the pairings were determined beforehand
    (C07-ELECTED).
    """
    if entry.category is Category.FORFEIT_LOSS:
        rules = table.rules
        if rules.edition.keeps_forfeits_unplayed or rules.forfeit_losses_are_never_elected:
            return False
        return rules.pre_determined
    return entry.category not in _NOT_ELECTED


_PREDICATES: dict[TieBreak | None, Callable[[ScoreTable, ParticipantRound], bool]] = {
    TieBreak.WINS: _is_win,
    TieBreak.GAMES_WON: _is_won_game,
    TieBreak.GAMES_WITH_BLACK: _is_game_with_black,
    TieBreak.GAMES_WON_WITH_BLACK: _is_won_with_black,
    TieBreak.ROUNDS_ELECTED_TO_PLAY: _is_elected,
}


def _standard_points(table: ScoreTable, entry: ParticipantRound, _place: int) -> int:
    """
    Return 1 for more points than the scheduled opponent and 1/2 for as many points (7.7), in tenths.

    A round without an opponent, or by the other reading of C07-STD every round, is compared with the points for a draw.
    """
    compared_points = table.draw
    if entry.opponent != NO_OPPONENT and table.rules.standard_points_by_opponent:
        compared_points = table.rows[entry.opponent][entry.number - 1].points
    return TENTHS if entry.points > compared_points else TENTHS // 2 if entry.points == compared_points else 0


def compute_progressive_scores(table: ScoreTable, code: TieBreakCode) -> Column:
    """Return PS (7.5): the sum of the scores after each round, without the first rounds if the code cuts them."""
    numbers = tuple(sum(_running_scores(row)[code.low :]) for row in table.rows)
    return Column(code=code, numbers=numbers, scale=TENTHS, decimals=1)


def explain_progressive_scores(table: ScoreTable, code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return the score after every round."""
    row = table.rows[place]
    return tuple(
        _contribution(table, entry, score, cut=CutReason.FIRST_ROUNDS if entry.number <= code.low else None)
        for entry, score in zip(row, _running_scores(row), strict=True)
    )


def _running_scores(row: tuple[ParticipantRound, ...]) -> list[int]:
    return list(accumulate([entry.points for entry in row]))


def compute_pairing_numbers(table: ScoreTable, code: TieBreakCode) -> Column:
    """Return TPN (7.8): the lower number first, with /R the higher."""
    return Column(code=code, numbers=table.tpns, ascending=not code.reverse)


def compute_koya(table: ScoreTable, code: TieBreakCode) -> Column:
    """Return KS (9.2): the points against opponents with at least half of the maximum possible score."""
    limit = _doubled_limit(table, code)
    own = table.scores.own
    numbers = tuple(
        sum([entry.points for entry in row if entry.opponent != NO_OPPONENT and 2 * own[entry.opponent] >= limit])
        for row in table.rows
    )
    return Column(code=code, numbers=numbers, scale=TENTHS, decimals=1)


def explain_koya(table: ScoreTable, code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return the points against every scheduled opponent, with a cut if the opponent is below the limit."""
    limit, own = _doubled_limit(table, code), table.scores.own
    return tuple(
        RoundContribution(
            round_number=entry.number,
            opponent=table.tpns[entry.opponent],
            result=entry.result,
            figure=own[entry.opponent],
            figure_scale=TENTHS,
            amount=entry.points,
            cut=None if 2 * own[entry.opponent] >= limit else CutReason.BELOW_LIMIT,
            article="9.2",
        )
        for entry in table.rows[place]
        if entry.opponent != NO_OPPONENT
    )


def describe_koya_limit(table: ScoreTable, code: TieBreakCode) -> str:
    """Return a sentence with the score from which opponents count."""
    limit = _doubled_limit(table, code)
    return f"opponents with {format_points(limit // 2)} points or more count"


def _doubled_limit(table: ScoreTable, code: TieBreakCode) -> int:
    """
    Return twice the score in tenths from which opponents count: half of the maximum, changed by half points (14.5).

    Reading C07-KOYA-MAXIMUM: if the pairings were determined beforehand, only rounds with a possible game count.
    """
    rounds = table.rounds_recorded
    if table.rules.pre_determined:
        rounds = max((sum([entry.opponent != NO_OPPONENT for entry in row]) for row in table.rows), default=0)
    return table.win * rounds + code.limit * TENTHS


def _contribution(
    table: ScoreTable, entry: ParticipantRound, amount: int, *, cut: CutReason | None = None
) -> RoundContribution:
    return RoundContribution(
        round_number=entry.number,
        opponent=None if entry.opponent == NO_OPPONENT else table.tpns[entry.opponent],
        result=entry.result,
        points=entry.points,
        amount=amount,
        cut=cut,
    )
