"""Which contributions are cut (Article 14), and what happens to those of voluntary unplayed rounds (16.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from standings.explanations import CutReason

if TYPE_CHECKING:
    from collections.abc import Sequence


class Summand(NamedTuple):
    """One round's contribution to a Buchholz or a Sonneborn-Berger; elements are ordered as 14.1 asks for."""

    score: int
    """Of the opponent or dummy, in tenths."""
    amount: int
    """What the round contributes."""
    is_voluntary: bool
    """Whether the round is a VUR."""
    place: int
    """Index of the round in the row."""


def sum_after_cuts(elements: Sequence[Summand], low: int, high: int) -> int:
    """Return the sum of what the cuts leave; 0 if they leave nothing (C07-CUT-ALL)."""
    if not low and not high:
        return sum([element.amount for element in elements])
    kept, _ = cut_summands(elements, low, high)
    return sum([element.amount for element in kept])


def cut_summands(elements: Sequence[Summand], low: int, high: int) -> tuple[list[Summand], dict[int, CutReason]]:
    """
    Return what is left, and why rounds (by index in the row) were cut: low cuts first, one after the other (14.3).

    No exception is made for VURs in high cuts (16.5 speaks of the least significant values only).
    """
    left = list(elements)
    why: dict[int, CutReason] = {}
    for _ in range(min(low, len(left))):
        element, reason = _next_low_cut(left)
        left.remove(element)
        why[element.place] = reason
    for _ in range(min(high, len(left))):
        most = max(left, key=lambda element: (element.score, element.amount, -element.place))
        left.remove(most)
        why[most.place] = CutReason.MOST
    return left, why


def _next_low_cut(left: Sequence[Summand]) -> tuple[Summand, CutReason]:
    """
    Return what is cut next.

    14.1: the contribution of the opponent with the lowest score, the lowest one of such opponents. 16.5.1: the lowest
    contribution of a VUR instead, unless it is lower than that.
    """
    least = min(left)
    voluntary = [element for element in left if element.is_voluntary]
    if voluntary:
        lowest = min(voluntary, key=lambda element: (element.amount, element.score, element.place))
        if lowest.amount >= least.amount:
            return lowest, CutReason.VOLUNTARY
    return least, CutReason.LEAST
