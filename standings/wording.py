"""Texts for editions, values and contributions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from standings.columns import TENTHS, format_decimal, format_points
from standings.explanations import CutReason
from tournaments.model import Result

if TYPE_CHECKING:
    from standings.editions import TieBreakEdition
    from standings.explanations import RoundContribution, ValueExplanation
    from tournaments.model import Event

_RESULTS = {
    Result.WIN: "won",
    Result.DRAW: "drew",
    Result.LOSS: "lost",
    Result.UNRATED_WIN: "won",
    Result.UNRATED_DRAW: "drew",
    Result.UNRATED_LOSS: "lost",
    Result.FORFEIT_WIN: "forfeit win",
    Result.FORFEIT_LOSS: "forfeit loss",
    Result.HALF_POINT_BYE: "half-point bye",
    Result.FULL_POINT_BYE: "full-point bye",
    Result.PAIRING_ALLOCATED_BYE: "pairing-allocated bye",
    Result.ZERO_POINT_BYE: "absent",
    Result.PENDING: "pending",
}
_CUTS = {
    CutReason.LEAST: "cut as least",
    CutReason.VOLUNTARY: "cut as VUR (16.5)",
    CutReason.MOST: "cut as most",
    CutReason.BELOW_LIMIT: "below the limit",
    CutReason.FIRST_ROUNDS: "cut",
}


def describe_edition(event: Event, edition: TieBreakEdition, *, is_asked_for: bool) -> str:
    """Return the edition that applies and why: ``C.07, March 2026 (in force when the event began, on 2026-05-01)``."""
    if is_asked_for:
        return f"{edition.title} (as asked for)"
    if event.start is None:
        return f"{edition.title} (the newest, as the file has no date of the start)"
    return f"{edition.title} (in force when the event began, on {event.start.isoformat()})"


def describe_result(part: RoundContribution) -> str:
    """Return the result of a round as text: ``won against 3``, ``forfeit loss (12)``, ``absent``."""
    if part.result is None:
        return "assigned by 299"
    words = _RESULTS[part.result]
    if part.opponent is None:
        return words
    return f"{words} ({part.opponent})" if part.result.is_forfeit else f"{words} against {part.opponent}"


def describe_figure(part: RoundContribution) -> str:
    """Return the figure of a contribution as text, with own score and cap of a dummy, or the points on the boards."""
    if part.board_points:
        return f"boards {' '.join(map(format_points, part.board_points))}"
    if part.figure is None:
        return ""
    figure = format_decimal(part.figure, part.figure_scale, 0 if part.figure_scale == 1 else 1)
    if part.weight is not None:
        figure = f"{figure} x {format_points(part.weight)}"
    dummy = part.dummy
    if dummy is None:
        return figure
    if dummy.cap is None:
        return f"{figure}: dummy with the own score ({part.article})"
    limit = "opponent's adjusted score" if part.opponent is not None else "draws in all rounds"
    own, cap = format_points(dummy.own_score), format_points(dummy.cap)
    return f"{figure}: dummy, own score {own}, {limit} {cap} ({dummy.cap_article})"


def describe_cut(part: RoundContribution) -> str:
    """Return the reason why a contribution does not count, as text; empty if it counts."""
    return "" if part.cut is None else _CUTS[part.cut]


def describe_amount(part: RoundContribution, explanation: ValueExplanation) -> str:
    """Return the amount of a contribution as text: ``1.25``; for a performance the points, for an average nothing."""
    if not explanation.is_sum:
        return "" if part.points is None else format_points(part.points)
    return format_decimal(part.amount, explanation.scale, _DECIMALS.get(explanation.scale, 0))


_DECIMALS = {TENTHS: 1, TENTHS * TENTHS: 2}


def describe_explanation(explanation: ValueExplanation) -> str:
    """
    Return a value and its contributions in one line.

    ``9.0: r1 won against 6 3.0; r3 forfeit loss (12) 2.0: dummy... cut as VUR (16.5)``.
    """
    parts = [_describe_contribution(part, explanation) for part in explanation.contributions]
    note = [explanation.note] if explanation.note else []
    return f"{explanation.value}: {'; '.join([*parts, *note]) or 'no round counts'}"


def _describe_contribution(part: RoundContribution, explanation: ValueExplanation) -> str:
    number = "" if part.round_number is None else f"r{part.round_number} "
    figure = describe_figure(part)
    amount = describe_amount(part, explanation)
    pieces = [f"{number}{describe_result(part)}", figure]
    if not figure or (part.points is not None and explanation.scale == TENTHS * TENTHS):
        pieces.append(f"gives {amount}")
    pieces.append(describe_cut(part))
    return ", ".join(piece for piece in pieces if piece)
