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
    """The reading that is not taken, and who takes it."""
    why: str
    example: str = ""
    """A situation in which the two readings part, where the register tells one."""
    not_followed: str = ""
    """Why no engine can follow the other reading; empty where one can."""
