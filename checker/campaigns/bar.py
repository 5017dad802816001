"""
The bar of an endorsement, decided in one place: of campaigns and of evidence alike.

At most ten discrepancies are collected in one direction (C.04.A:7.2; TEC Manual 3.9.4.4). A request is not admissible
if there is more than one difference in 500 test events (FE-1, auto-test report): that compares the two numbers of a
test, however large it is, so one in 499 is too many. Nothing found in fewer than 500 events says nothing.
"""

from __future__ import annotations

from enum import Enum

MOST_DISCREPANCIES = 10
"""In one direction."""
EVENTS_PER_DISCREPANCY = 500
"""Of FE-1."""


class Met(Enum):
    """Whether a bar is met."""

    MET = "met"
    NOT_MET = "not met"
    TOO_FEW = "too few events"
    NOT_TOLD = "not to be told"
    """Something was not checked, or what is counted is not known."""


def are_few(discrepancies: int) -> bool:
    """Whether there are no more than may be collected."""
    return discrepancies <= MOST_DISCREPANCIES


def rate_of(discrepancies: int, events: int) -> Met:
    """Say whether there is at most one discrepancy in five hundred events."""
    if discrepancies * EVENTS_PER_DISCREPANCY > events:
        return Met.NOT_MET
    return Met.MET if events >= EVENTS_PER_DISCREPANCY else Met.TOO_FEW
