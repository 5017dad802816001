"""One entry of a register of readings: where a regulation can be read in two ways, which reading is taken and why."""

from __future__ import annotations

from enum import Enum

from tournaments.frozen import dataclass


class OtherSide(Enum):
    """What becomes of a round that is right by the reading not taken; the value is what tables say under "followed"."""

    NOT_FOLLOWED = "no"
    """It is judged by the reading taken alone."""
    FOLLOWED = "yes"
    """The round is paired by the other reading, too, and is not counted as a discrepancy if that explains it."""
    FOLLOWED_FOR_TEAMS = "for teams"
    """Followed by the systems for teams only."""
    LEFT_OPEN = "left open"
    """The round is not paired by it, but a difference that rests on it alone is not counted as a discrepancy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One open point."""

    identifier: str
    article: str
    question: str
    taken: str
    """The reading that is followed."""
    other: str
    """The other reading, and who follows it."""
    why: str
    example: str = ""
    """A situation in which the two readings part, where the register tells one."""
    other_side: OtherSide = OtherSide.NOT_FOLLOWED
    """What becomes of the other reading; not `NOT_FOLLOWED` wherever some code names the entry in what it yields."""
    not_followed: str = ""
    """Why the other reading cannot be followed; empty where it is, or where nobody has looked into it."""
    answered: str = ""
    """By whom and when the question was answered, where it is open no longer."""
    question_in_short: str = ""
    taken_in_short: str = ""
    other_in_short: str = ""
    """Short forms, which stand in tables in place of the sentences."""
