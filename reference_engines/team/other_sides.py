"""The other sides of the readings of the register: pairings that a faithful reader may have made as well."""

from __future__ import annotations

from enum import Enum
from itertools import combinations
from typing import TYPE_CHECKING

from reference_engines.frame.results import ReadingNote
from reference_engines.readings import REGISTER
from reference_engines.upfloating.edition import FollowingReading

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

_MAX_COMBINED_SIDES = 2


class OtherSide(Enum):
    """A reading that is not ours; several may belong to one entry of the register."""

    STRONG_IN_LAST_ROUND = "none in the last round at a difference of zero"
    FLOATS_OF_FORFEITS = "scheduled matches that were forfeited make floaters"
    FLOATS_OF_REAL_SCORES = "virtual points do not make floaters"
    LAST_ROUNDS_RECORDED = "the last rounds recorded are the last ones"
    ONE_ROUND_TO_COME = "one round is to come after those recorded"
    ALL_TEAMS_IN_GROUPS = "teams not paired in round 1 count for the groups of the Baku acceleration"
    TYPE_A_BY_DEFAULT = "a code with scores and no type means Type A"
    FOLLOWING_UNGRADED = "where every set fails [C6], it is passed over"
    FOLLOWING_LEFT = "the following scoregroup is the next one with a team left"
    FOLLOWING_NOT_MET = "pairs of the following scoregroup count even if the round cannot be completed with them"
    REAL_SCORE_FIRST = "the first-team has the higher score without virtual points"
    REAL_SCORE_FOR_BYE = "the bye goes to the lowest score without virtual points"
    PRINTED_NUMBERS = "odd and even are those of the numbers in the list"
    GRANTED_BYES_ARRIVE = "a team with a half- or full-point bye has been taken into account"

    @property
    def identifier(self) -> str:
        """The entry of the register."""
        return _IDENTIFIERS[self]


_IDENTIFIERS = {
    OtherSide.STRONG_IN_LAST_ROUND: "TEAM-STRONG",
    OtherSide.FLOATS_OF_FORFEITS: "TEAM-FLOAT",
    OtherSide.FLOATS_OF_REAL_SCORES: "TEAM-FLOAT",
    OtherSide.LAST_ROUNDS_RECORDED: "TEAM-ROUNDS",
    OtherSide.ONE_ROUND_TO_COME: "TEAM-ROUNDS",
    OtherSide.ALL_TEAMS_IN_GROUPS: "BAKU-GROUP",
    OtherSide.TYPE_A_BY_DEFAULT: "TEAM-NO-TYPE",
    OtherSide.FOLLOWING_UNGRADED: "TEAM-FOLLOWING-GRADED",
    OtherSide.FOLLOWING_LEFT: "TEAM-FOLLOWING",
    OtherSide.FOLLOWING_NOT_MET: "TEAM-FOLLOWING-LEGAL",
    OtherSide.REAL_SCORE_FIRST: "TEAM-ACCELERATED",
    OtherSide.REAL_SCORE_FOR_BYE: "TEAM-BYE-SCORE",
    OtherSide.PRINTED_NUMBERS: "TEAM-PARITY",
    OtherSide.GRANTED_BYES_ARRIVE: "TEAM-PARITY",
}
_COLOURS_ONLY = {OtherSide.REAL_SCORE_FIRST, OtherSide.PRINTED_NUMBERS, OtherSide.GRANTED_BYES_ARRIVE}
_PAIRS_ONLY = {
    OtherSide.FLOATS_OF_FORFEITS,
    OtherSide.FLOATS_OF_REAL_SCORES,
    OtherSide.FOLLOWING_UNGRADED,
    OtherSide.FOLLOWING_LEFT,
    OtherSide.FOLLOWING_NOT_MET,
    OtherSide.REAL_SCORE_FOR_BYE,
}
COLOUR_SIDES = frozenset(OtherSide) - _PAIRS_ONLY
"""Sides that can change colours."""
PAIRING_SIDES = frozenset(OtherSide) - _COLOURS_ONLY
"""Sides that can change pairs."""
PARTICIPANT_SIDES = COLOUR_SIDES & PAIRING_SIDES | {
    OtherSide.FLOATS_OF_FORFEITS,
    OtherSide.FLOATS_OF_REAL_SCORES,
}
"""Sides that matter only if they change the scores, preferences or floats of the teams of a round."""


_FOLLOWING_READS = {
    OtherSide.FOLLOWING_UNGRADED: FollowingReading.UNGRADED,
    OtherSide.FOLLOWING_LEFT: FollowingReading.LEFT,
    OtherSide.FOLLOWING_NOT_MET: FollowingReading.NOT_MET,
}


def following_reads(sides: Collection[OtherSide]) -> frozenset[FollowingReading]:
    """Return the readings of [C6] among the sides."""
    return frozenset(_FOLLOWING_READS[side] for side in sides if side in _FOLLOWING_READS)


def sides_beyond_participants(sides: Collection[OtherSide]) -> frozenset[OtherSide]:
    """Return the sides that can change a round even if its teams are the same in every respect."""
    return frozenset(side for side in sides if side not in PARTICIPANT_SIDES)


def note_on_sides(sides: Collection[OtherSide]) -> ReadingNote:
    """Return the note on a round that rests on these readings, under the first identifier."""
    entries = list(dict.fromkeys(REGISTER.find(side.identifier) for side in sides))
    sentences = [f"{entry.question} {entry.taken.text}" for entry in entries]
    further = [f"{entry.identifier}: {text}" for entry, text in zip(entries[1:], sentences[1:], strict=True)]
    return ReadingNote(identifier=entries[0].identifier, sentence=" ".join([sentences[0], *further]))


def combine_sides(sides: Collection[OtherSide]) -> Iterator[tuple[OtherSide, ...]]:
    """Yield every side alone, then every two sides."""
    for number in range(1, _MAX_COMBINED_SIDES + 1):
        yield from combinations(sides, number)
