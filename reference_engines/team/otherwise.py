"""Readings of the register taken the other way round: what else a faithful reader may have paired."""

from __future__ import annotations

from enum import Enum

from reference_engines.readings import reading
from reference_engines.results import ReadingNote


class Otherwise(Enum):
    """One reading that is not ours; several may belong to one entry of the register."""

    STRONG_IN_LAST_ROUND = "none in the last round at a difference of zero"
    FLOATS_OF_FORFEITS = "scheduled matches that were forfeited make floaters"
    FLOATS_OF_REAL_SCORES = "virtual points do not make floaters"
    LAST_ROUNDS_RECORDED = "the last rounds recorded are the last ones"
    REAL_SCORE_FIRST = "the first-team has the higher score without virtual points"

    @property
    def identifier(self) -> str:
        """The entry of the register."""
        return _IDENTIFIERS[self]

    @property
    def note(self) -> ReadingNote:
        """What is said of a round that rests on it."""
        entry = reading(self.identifier)
        return ReadingNote(identifier=entry.identifier, sentence=f"{entry.question} {entry.taken}")


_IDENTIFIERS = {
    Otherwise.STRONG_IN_LAST_ROUND: "TEAM-STRONG",
    Otherwise.FLOATS_OF_FORFEITS: "TEAM-FLOAT",
    Otherwise.FLOATS_OF_REAL_SCORES: "TEAM-FLOAT",
    Otherwise.LAST_ROUNDS_RECORDED: "TEAM-ROUNDS",
    Otherwise.REAL_SCORE_FIRST: "TEAM-ACCELERATED",
}
OF_COLOURS = tuple(
    one for one in Otherwise if one not in (Otherwise.FLOATS_OF_FORFEITS, Otherwise.FLOATS_OF_REAL_SCORES)
)
"""Those that bear on who has White."""
OF_PAIRS = tuple(one for one in Otherwise if one is not Otherwise.REAL_SCORE_FIRST)
"""Those that bear on who meets whom."""
