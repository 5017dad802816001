"""Texts for editions, values, contributions of rounds, and tie-breaks, as an arbiter reads them aloud."""

from __future__ import annotations

from collections.abc import Mapping

from standings.codes import TieBreak, TieBreakCode
from standings.methods import tie_break_name
from standings.rules import TieBreakEdition
from standings.values import (
    HUNDREDTHS,
    TENTHS,
    Column,
    CutReason,
    DummyOpponent,
    RoundContribution,
    ValueExplanation,
    format_decimal,
    format_points,
    format_quarters,
)
from tournaments.model import Event, Result
from tournaments.points import format_halves

_RESULTS = {
    Result.WIN: "won against",
    Result.DRAW: "drew with",
    Result.LOSS: "lost to",
    Result.UNRATED_WIN: "won against",
    Result.UNRATED_DRAW: "drew with",
    Result.UNRATED_LOSS: "lost to",
    Result.FORFEIT_WIN: "won by forfeit against",
    Result.FORFEIT_LOSS: "lost by forfeit to",
    Result.PENDING: "no result yet against",
}
_BYES = {
    Result.HALF_POINT_BYE: "half-point bye",
    Result.FULL_POINT_BYE: "full-point bye",
    Result.PAIRING_ALLOCATED_BYE: "pairing-allocated bye",
    Result.ZERO_POINT_BYE: "zero-point bye",
    Result.FORFEIT_WIN: "forfeit win without an opponent",
    Result.FORFEIT_LOSS: "forfeit loss without an opponent",
    Result.PENDING: "no result yet",
}
_PARTS_OF_DUMMY = {Result.WIN: "a win", Result.DRAW: "a draw", Result.LOSS: "a loss"}
_OWN_RECORD = {
    TieBreak.WINS: ("fewer points than for a win (7.1)", "as many points as for a win (7.1)"),
    TieBreak.GAMES_WON: ("not played over the board (7.2)", "a forfeit counts as a game (15.2)"),
    TieBreak.GAMES_WITH_BLACK: ("not played over the board (7.3)", "a forfeit counts as a game (15.2)"),
    TieBreak.GAMES_WON_WITH_BLACK: ("not played over the board (7.4)", "a forfeit counts as a game (15.2)"),
    TieBreak.ROUNDS_ELECTED_TO_PLAY: ("taken off (7.6)", ""),
}
"""The rule by which an unplayed round counts in a participant's own record: if it adds nothing, and if it adds 1."""
_DECIMALS = {TENTHS: 1, HUNDREDTHS: 2}


def describe_edition(event: Event, edition: TieBreakEdition, *, is_asked_for: bool) -> str:
    """Return the edition that applies and why: ``C.07, March 2026 (in force when the event began, on 2026-05-01)``."""
    if is_asked_for:
        return f"{edition.title} (as asked for)"
    if event.start is None:
        return f"{edition.title} (the newest, as the file has no date of the start)"
    return f"{edition.title} (in force when the event began, on {event.start.isoformat()})"


def describe_code(code: TieBreakCode) -> str:
    """Return the name of a tie-break with its code: ``Buchholz Cut-1 (BH/C1)``."""
    name = tie_break_name(code)
    return f"{name[0].upper()}{name[1:]} ({code})"


# --- numbers ----------------------------------------------------------------------------------------------------------


def count_points(tenths: int, noun: str = "points") -> str:
    """Return a score with its noun: ``5½ points``, ``1 match point``."""
    return f"{format_halves(tenths)} {noun.removesuffix('s') if tenths in (TENTHS // 2, TENTHS) else noun}"


def format_value(column: Column, place: int) -> str:
    """Write a value as it is read aloud: ``29½``; ``-`` for a participant without a value."""
    number = column.numbers[place]
    if number is None or column.texts or (4 * number) % column.scale or number < 0:
        return column.text(place)
    return format_quarters(number, column.scale)


# --- contributions ----------------------------------------------------------------------------------------------------


def describe_participant(names: Mapping[int, str], tpn: int) -> str:
    """Return a participant's name and number: ``Baker, Bo (3)``; ``number 3`` without a name."""
    return f"{names[tpn]} ({tpn})" if names.get(tpn) else f"number {tpn}"


def describe_result(part: RoundContribution, names: Mapping[int, str]) -> str:
    """Return the result of a round as text: ``won against Baker (3)``, ``half-point bye``."""
    if part.result is None:
        return "assigned by the organiser (299)"
    if part.opponent is None:
        return _BYES.get(part.result, "no opponent")
    return f"{_RESULTS[part.result]} {describe_participant(names, part.opponent)}"


def describe_figure(part: RoundContribution) -> str:
    """Return the figure of a contribution as text: ``4.5``, ``4.5 x 0.5``, or the points on the boards."""
    if part.board_points:
        return f"boards {' '.join(map(format_points, part.board_points))}"
    if part.figure is None:
        return ""
    figure = format_decimal(part.figure, part.figure_scale, 0 if part.figure_scale == 1 else 1)
    factor = part.weight if part.weight is not None else part.points if part.figure_scale == TENTHS else None
    return figure if factor is None else f"{figure} x {format_points(factor)}"


def describe_counting(part: RoundContribution, code: TieBreakCode) -> str:
    """Return the rule by which an unplayed round, or an opponent's unplayed rounds, count; empty for other rounds."""
    if part.dummy is not None:
        return _describe_dummy(part.dummy, code)
    texts = [_describe_forfeit(part, code), _describe_adjustment(part)]
    if part.result is not None and not part.result.is_game and code.tie_break in _OWN_RECORD:
        texts.append(_OWN_RECORD[code.tie_break][bool(part.amount)])
    if part.result is not None and part.result.is_bye and code.tie_break is TieBreak.STANDARD_POINTS:
        words = {0: "fewer points than", TENTHS: "more points than"}.get(part.amount, "as many points as")
        texts.append(f"{words} for a draw (7.7)")
    return "; ".join(filter(None, texts))


def _describe_dummy(dummy: DummyOpponent, code: TieBreakCode) -> str:
    result = "" if dummy.counts_as is None else f"as {_PARTS_OF_DUMMY[dummy.counts_as]} "
    text = f"counts {result}against a dummy opponent with"
    drawn = ", the final round counted as drawn" if _is_fore(code) else ""
    if dummy.score == dummy.own_score:
        return f"{text} the same score, {count_points(dummy.score)}{drawn} ({dummy.article})"
    limit = "the scheduled opponent's adjusted score" if dummy.article == "16.4.1" else "a draw in each round"
    same = f"the same score, {format_halves(dummy.own_score)}{drawn}"
    return f"{text} {count_points(dummy.score)}: {same}, would be more than {limit} ({dummy.article})"


def _is_fore(code: TieBreakCode) -> bool:
    return code.fore or code.tie_break is TieBreak.FORE_BUCHHOLZ


def _describe_forfeit(part: RoundContribution, code: TieBreakCode) -> str:
    """Return the rule by which a forfeit counts with the opponent's figure."""
    if part.result is None or not part.result.is_forfeit or part.figure is None or part.opponent is None:
        return ""
    article = "/P" if code.played else "8.3" if _is_fore(code) else "15.2"
    return f"a forfeit counts as a game ({article})"


def _describe_adjustment(part: RoundContribution) -> str:
    """Return the rule by which an opponent's score counts as another figure."""
    if part.opponent_score is None or part.figure is None:
        return ""
    reason = (
        "the final round counts as drawn" if part.article == "8.3" else "each requested bye at the end counts as a draw"
    )
    figure, score = format_halves(part.figure), count_points(part.opponent_score)
    return f"{figure} instead of {score}: {reason} ({part.article})"


def describe_cut(part: RoundContribution, code: TieBreakCode) -> str:
    """Return the reason why a contribution does not count, as text; empty if it counts."""
    low, high = ("14.3", "14.3") if code.high == 1 else ("14.4", "14.4") if code.high else ("14.1", "")
    low = "14.2" if code.low > 1 and not code.high else low
    texts = {
        CutReason.LEAST: f"cut: the lowest value ({low})",
        CutReason.VOLUNTARY: "cut: a voluntary unplayed round goes first (16.5.1)",
        CutReason.MOST: f"cut: the highest value ({high})",
        CutReason.BELOW_LIMIT: "left out: the opponent is below the limit (9.2)",
        CutReason.FIRST_ROUNDS: f"cut: one of the first rounds ({low})",
        CutReason.FORFEIT: "left out: a forfeit is not an encounter (6.1.1)",
    }
    return "" if part.cut is None else texts[part.cut]


def describe_amount(part: RoundContribution, explanation: ValueExplanation) -> str:
    """Return the amount of a contribution as text: ``1.25``; for a performance the points, for an average nothing."""
    if not explanation.is_sum:
        return "" if part.points is None else format_points(part.points)
    return format_decimal(part.amount, explanation.scale, _DECIMALS.get(explanation.scale, 0))


def describe_explanation(explanation: ValueExplanation, names: Mapping[int, str]) -> str:
    """
    Return a value and its contributions in one line.

    ``9.0: r1 won against Baker (6), 3.0; r3 lost by forfeit to Clark (12), 2.0, counts as a loss against...``.
    """
    parts = [_describe_contribution(part, explanation, names) for part in explanation.contributions]
    note = [explanation.note] if explanation.note else []
    return f"{explanation.value}: {'; '.join([*parts, *note]) or 'no round counts'}"


def _describe_contribution(part: RoundContribution, explanation: ValueExplanation, names: Mapping[int, str]) -> str:
    number = "" if part.round_number is None else f"r{part.round_number} "
    figure = describe_figure(part)
    pieces = [f"{number}{describe_result(part, names)}", figure]
    if not figure or (part.points is not None and explanation.scale == HUNDREDTHS):
        pieces.append(f"gives {describe_amount(part, explanation)}")
    pieces += [describe_counting(part, explanation.code), describe_cut(part, explanation.code)]
    return ", ".join(piece for piece in pieces if piece)
