"""How much a command tells: ``-q``, ``-v``, or neither."""

from __future__ import annotations

from enum import Enum


class Detail(Enum):
    """How much of a result is told."""

    VERDICT = "verdict"
    """The verdict and errors (``-q``)."""
    USUAL = "usual"
    FULL = "full"
    """All evidence, and the texts of the articles that decide (``-v``)."""
