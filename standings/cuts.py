"""The cuts of Article 14, with the exception for voluntary unplayed rounds (16.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from standings.explanations import CutReason

if TYPE_CHECKING:
    from collections.abc import Sequence


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
