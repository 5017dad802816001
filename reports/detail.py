"""The part of a result that a command prints: with ``-q``, with ``-v``, or with neither."""

from __future__ import annotations

from enum import Enum


class Detail(Enum):
    """The part of a result that a command prints."""

    VERDICT = "verdict"
    """The verdict and errors (``-q``)."""
    USUAL = "usual"
    FULL = "full"
    """All evidence, and the texts of the articles that decide (``-v``)."""
