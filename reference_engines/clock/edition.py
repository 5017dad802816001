"""What the Clock system of 2012 consists of, and the readings by which it is followed."""

from __future__ import annotations

from enum import Enum

from tournaments.frozen import dataclass


class Article(Enum):
    """The headings of the text, which numbers none of its rules."""

    ODD_NUMBER = "Odd number of players"
    COMPATIBILITY = "Compatibility"
    CANDIDATE = "Candidate"
    BACKTRACKING = "Backtracking"
    FIRST_ROUND = "Appendix B (first round)"
    ABSOLUTE = "Appendix B (absolute preference)"
    DIFFERENCE = "Appendix B (difference)"
    HISTORY = "Appendix B (colour history)"
    POINTS = "Appendix B (points)"
    LOWER_NUMBER = "Appendix B (lower pairing number)"


class Numbering(Enum):
    """How players come to their pairing numbers (CLOCK-NUMBERS, CLOCK-LIST)."""

    OF_EVERYBODY = "Appendix A, everybody in the list"
    OF_THOSE_AT_THE_START = "Appendix A, those paired in the first round; later arrivals follow"
    AS_PRINTED = "the numbers of the file"


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """The points that the text leaves open; as they stand here, they are taken."""

    numbering: Numbering = Numbering.OF_EVERYBODY
    bye_picks: bool = True
    """CLOCK-BYE-PICKS."""
    search_restarts: bool = True
    """CLOCK-RESTART."""
    opposite_wishes_granted: bool = True
    """CLOCK-OPPOSITE-ABSOLUTE."""
    missing_game_differs: bool = False
    """CLOCK-SHORT-HISTORY."""
    last_round_counts: bool = False
    """CLOCK-MAXIMUM."""
    unplayed_round_interrupts: bool = False
    """CLOCK-TWICE-IN-A-ROW."""
    bye_without_points_again: bool = False
    """CLOCK-BYE-TWICE."""
    barred_are_no_candidates: bool = False
    """CLOCK-RESTART: the search restarts, and does not come to opponents who were undone."""
    latest_games_outweigh: bool = False
    """CLOCK-CONFLICT."""
    unforeseen_colours_turned: bool = False
    """CLOCK-FIRST-ROUND."""
    colours_without_game_turned: bool = False
    """CLOCK-NO-COLOUR."""


TAKEN = Readings()
OTHERS: tuple[tuple[str, Readings], ...] = (
    ("CLOCK-BYE-PICKS", Readings(bye_picks=False)),
    ("CLOCK-RESTART", Readings(search_restarts=False)),
    ("CLOCK-RESTART", Readings(barred_are_no_candidates=True)),
    ("CLOCK-OPPOSITE-ABSOLUTE", Readings(opposite_wishes_granted=False)),
    ("CLOCK-SHORT-HISTORY", Readings(missing_game_differs=True)),
    ("CLOCK-MAXIMUM", Readings(last_round_counts=True)),
    ("CLOCK-TWICE-IN-A-ROW", Readings(unplayed_round_interrupts=True)),
    ("CLOCK-BYE-TWICE", Readings(bye_without_points_again=True)),
    ("CLOCK-CONFLICT", Readings(latest_games_outweigh=True)),
    ("CLOCK-FIRST-ROUND", Readings(unforeseen_colours_turned=True)),
    ("CLOCK-NO-COLOUR", Readings(colours_without_game_turned=True)),
    ("CLOCK-NUMBERS", Readings(numbering=Numbering.AS_PRINTED)),
    ("CLOCK-LIST", Readings(numbering=Numbering.OF_THOSE_AT_THE_START)),
)
"""
Entries of the register of which another reading can be followed too; some have several.

The numbers come last: other ones pair nearly every round otherwise, and may explain one by chance.
"""
NAMED_WITH_COLOURS = frozenset({"CLOCK-FIRST-ROUND", "CLOCK-NO-COLOUR"})
"""Entries that `colours.decide` names itself, pair by pair."""
