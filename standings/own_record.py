"""Tie-breaks of type B: a participant's own results or data (Article 7), the points themselves, and Koya (9.2)."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from standings.codes import TieBreak
from standings.columns import TENTHS, WHOLE, Column, format_points
from standings.explanations import CutReason, RoundContribution
from standings.rounds import NO_OPPONENT, Category
from tournaments.model import Result

if TYPE_CHECKING:
    from collections.abc import Callable

    from standings.codes import TieBreakCode
    from standings.rounds import RankedRound
    from standings.score_table import ScoreTable

_WON = (Result.WIN, Result.UNRATED_WIN)
_NOT_ELECTED = (Category.REQUESTED_BYE, Category.REQUESTED_BYE_AT_THE_END)


def compute_score(field: ScoreTable, code: TieBreakCode) -> Column:
    """Return the points, with what TRF 299 adds."""
    return Column(code=code, numbers=tuple(field.scores.own), scale=TENTHS, decimals=1)


def explain_score(field: ScoreTable, _code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return the points of every round, and those by TRF 299."""
    parts = [_contribution(field, entry, entry.points) for entry in field.rows[place]]
    if field.added[place]:
        parts.append(RoundContribution(amount=field.added[place], article="TRF 299"))
    return tuple(parts)


def compute_counts(field: ScoreTable, code: TieBreakCode) -> Column:
    """Return WIN, WON, BPG, BWG or REP: the number of rounds that count; or STD, their points."""
    amount, scale = _round_amount(field, code)
    numbers = tuple(sum([amount(entry, place) for entry in row]) for place, row in enumerate(field.rows))
    return Column(code=code, numbers=numbers, scale=scale, decimals=0 if scale == WHOLE else 1)


def explain_counts(field: ScoreTable, code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return the rounds with what each adds."""
    amount, _ = _round_amount(field, code)
    return tuple(_contribution(field, entry, amount(entry, place)) for entry in field.rows[place])


def _round_amount(field: ScoreTable, code: TieBreakCode) -> tuple[Callable[[RankedRound, int], int], int]:
    """Return what a round of the player in a place adds, and the denominator."""
    if code.base is TieBreak.STANDARD_POINTS:
        return lambda entry, place: _standard_points(field, entry, place), TENTHS
    test = _PREDICATES[code.base]
    return lambda entry, _place: int(test(field, entry)), WHOLE


def _is_win(field: ScoreTable, entry: RankedRound) -> bool:
    """7.1: as many points as are awarded for a win, with or without playing."""
    return entry.points >= field.win or (entry.category is None and entry.result in _WON)


def _is_won_game(field: ScoreTable, entry: RankedRound) -> bool:
    """7.2: a game won over the board; a forfeit win by the other reading of C07-OVER-THE-BOARD."""
    return field.is_over_the_board(entry) and (entry.result in _WON or entry.category is Category.FORFEIT_WIN)


def _is_game_with_black(field: ScoreTable, entry: RankedRound) -> bool:
    """7.3; 15.2 leaves forfeit losses of Article 7 unplayed from the edition of 2026 on."""
    if entry.category is Category.FORFEIT_LOSS and field.rules.edition.keeps_forfeits_unplayed:
        return False
    return entry.is_black and field.is_over_the_board(entry)


def _is_won_with_black(field: ScoreTable, entry: RankedRound) -> bool:
    """7.4."""
    return entry.is_black and _is_won_game(field, entry)


def _is_elected(field: ScoreTable, entry: RankedRound) -> bool:
    """
    7.6: all rounds but half-point byes, zero-point byes and forfeit losses.

    With pairings determined beforehand a forfeit loss is a regular game by 15.2 before the edition of 2026
    (C07-ELECTED).
    """
    if entry.category is Category.FORFEIT_LOSS:
        rules = field.rules
        if rules.edition.keeps_forfeits_unplayed or rules.forfeit_losses_are_never_elected:
            return False
        return rules.pre_determined
    return entry.category not in _NOT_ELECTED


_PREDICATES: dict[TieBreak | None, Callable[[ScoreTable, RankedRound], bool]] = {
    TieBreak.WINS: _is_win,
    TieBreak.GAMES_WON: _is_won_game,
    TieBreak.GAMES_WITH_BLACK: _is_game_with_black,
    TieBreak.GAMES_WON_WITH_BLACK: _is_won_with_black,
    TieBreak.ROUNDS_ELECTED_TO_PLAY: _is_elected,
}


def _standard_points(field: ScoreTable, entry: RankedRound, _place: int) -> int:
    """
    7.7: 1 for more points than the scheduled opponent, 1/2 for the same; without an opponent, against a draw's points.

    By the other reading of C07-STD every round is compared with a draw's points.
    """
    against = field.draw
    if entry.opponent != NO_OPPONENT and field.rules.standard_points_by_opponent:
        against = field.rows[entry.opponent][entry.number - 1].points
    return TENTHS if entry.points > against else TENTHS // 2 if entry.points == against else 0


def compute_progressive_scores(field: ScoreTable, code: TieBreakCode) -> Column:
    """Return PS (7.5): the sum of the scores after each round, those after the first rounds cut."""
    numbers = tuple(sum(_running_scores(row)[code.low :]) for row in field.rows)
    return Column(code=code, numbers=numbers, scale=TENTHS, decimals=1)


def explain_progressive_scores(field: ScoreTable, code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return the score after every round."""
    row = field.rows[place]
    return tuple(
        _contribution(field, entry, score, cut=CutReason.FIRST_ROUNDS if entry.number <= code.low else None)
        for entry, score in zip(row, _running_scores(row), strict=True)
    )


def _running_scores(row: tuple[RankedRound, ...]) -> list[int]:
    return list(accumulate([entry.points for entry in row]))


def compute_pairing_numbers(field: ScoreTable, code: TieBreakCode) -> Column:
    """Return TPN (7.8): the lower number first, with /R the higher."""
    return Column(code=code, numbers=field.tpns, ascending=not code.reverse)


def compute_koya(field: ScoreTable, code: TieBreakCode) -> Column:
    """Return KS (9.2): the points against those who scored at least half of what could be scored."""
    limit = _doubled_limit(field, code)
    own = field.scores.own
    numbers = tuple(
        sum([entry.points for entry in row if entry.opponent != NO_OPPONENT and 2 * own[entry.opponent] >= limit])
        for row in field.rows
    )
    return Column(code=code, numbers=numbers, scale=TENTHS, decimals=1)


def explain_koya(field: ScoreTable, code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return the points against every scheduled opponent, whether they reached the limit or not."""
    limit, own = _doubled_limit(field, code), field.scores.own
    return tuple(
        RoundContribution(
            round_number=entry.number,
            opponent=field.tpns[entry.opponent],
            result=entry.result,
            figure=own[entry.opponent],
            figure_scale=TENTHS,
            amount=entry.points,
            cut=None if 2 * own[entry.opponent] >= limit else CutReason.BELOW_LIMIT,
            article="9.2",
        )
        for entry in field.rows[place]
        if entry.opponent != NO_OPPONENT
    )


def describe_koya_limit(field: ScoreTable, code: TieBreakCode) -> str:
    """Say from which score on opponents count."""
    limit = _doubled_limit(field, code)
    return f"opponents with {format_points(limit // 2)} points or more count"


def _doubled_limit(field: ScoreTable, code: TieBreakCode) -> int:
    """
    Return twice the score in tenths from which on opponents count: half of the possible, raised by half points (14.5).

    Reading C07-KOYA-MAXIMUM: with pairings determined beforehand only rounds in which one could be paired count.
    """
    rounds = field.rounds_recorded
    if field.rules.pre_determined:
        rounds = max((sum([entry.opponent != NO_OPPONENT for entry in row]) for row in field.rows), default=0)
    return field.win * rounds + code.limit * TENTHS


def _contribution(
    field: ScoreTable, entry: RankedRound, amount: int, *, cut: CutReason | None = None
) -> RoundContribution:
    return RoundContribution(
        round_number=entry.number,
        opponent=None if entry.opponent == NO_OPPONENT else field.tpns[entry.opponent],
        result=entry.result,
        points=entry.points,
        amount=amount,
        cut=cut,
    )
