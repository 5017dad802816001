"""One entry of the register of readings."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One open point."""

    identifier: str
    article: str
    question: str
    taken: str
    """The reading that the engines follow."""
    other: str
    """The reading that is not followed, and who does."""
    why: str
    example: str = ""
    """A situation in which the two readings part, where the register tells one."""
    not_followed: str = ""
    """Why no round is judged by the other reading; empty if it is followed."""
    answered: str = ""
    """By whom and when the question was answered, where it is open no longer: ``by the congress, 2026``."""
