"""The headings of the Clock system of 2012, its open points, and the rounds for which an open point can matter."""

from __future__ import annotations

from enum import Enum

import numpy as np

from reference_engines.frame.rules import AnyRound
from reference_engines.sequential import OpenPoint, can_always_matter, has_unplayed_rounds
from tournaments.frozen import FrozenStruct


class ClockArticle(Enum):
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


class ClockNumbering(Enum):
    """The way in which players get their pairing numbers (CLOCK-NUMBERS, CLOCK-LIST)."""

    ALL_LISTED = "Appendix A, all players of the list"
    FIRST_ROUND_ONLY = "Appendix A, those paired in the first round; later arrivals follow"
    AS_PRINTED = "the numbers of the file"


class ClockReadings(FrozenStruct, frozen=True, kw_only=True):
    """The points that the text leaves open; the defaults are the sides taken."""

    numbering: ClockNumbering = ClockNumbering.ALL_LISTED
    bye_picks: bool = True
    """CLOCK-BYE-PICKS."""
    search_restarts: bool = True
    """CLOCK-RESTART."""
    opposite_preferences_granted: bool = True
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


DEFAULT_READINGS = ClockReadings()
NAMED_WITH_COLOURS = frozenset({"CLOCK-FIRST-ROUND", "CLOCK-NO-COLOUR"})
"""Entries that `colours.decide` names itself, pair by pair."""


def _has_a_bye(clock_round: AnyRound) -> bool:
    return clock_round.participants.bye is not None


def _has_late_arrivals(clock_round: AnyRound) -> bool:
    history = clock_round.event.history
    return history.rounds > 0 and not history.paired[0].all()


def _is_first_round(clock_round: AnyRound) -> bool:
    return clock_round.number == 1


def _has_topscorers(clock_round: AnyRound) -> bool:
    return clock_round.participants.players.has_topscorers


def _has_opposite_preferences(clock_round: AnyRound) -> bool:
    absolute = clock_round.participants.absolute
    return 1 in absolute and -1 in absolute


def _has_conflicting_preferences(clock_round: AnyRound) -> bool:
    players = clock_round.participants.players
    difference, repeated = players.colour_difference, players.repeated
    return bool(((np.abs(difference) > 1) & (np.sign(difference) == -repeated)).any())


OPEN_POINTS: tuple[OpenPoint[ClockReadings], ...] = (
    ("CLOCK-BYE-PICKS", ClockReadings(bye_picks=False), _has_a_bye),
    ("CLOCK-RESTART", ClockReadings(search_restarts=False), can_always_matter),
    ("CLOCK-RESTART", ClockReadings(barred_are_no_candidates=True), can_always_matter),
    ("CLOCK-OPPOSITE-ABSOLUTE", ClockReadings(opposite_preferences_granted=False), _has_opposite_preferences),
    ("CLOCK-SHORT-HISTORY", ClockReadings(missing_game_differs=True), has_unplayed_rounds),
    ("CLOCK-MAXIMUM", ClockReadings(last_round_counts=True), _has_topscorers),
    ("CLOCK-TWICE-IN-A-ROW", ClockReadings(unplayed_round_interrupts=True), has_unplayed_rounds),
    ("CLOCK-BYE-TWICE", ClockReadings(bye_without_points_again=True), _has_a_bye),
    ("CLOCK-CONFLICT", ClockReadings(latest_games_outweigh=True), _has_conflicting_preferences),
    ("CLOCK-FIRST-ROUND", ClockReadings(unforeseen_colours_turned=True), _is_first_round),
    ("CLOCK-NO-COLOUR", ClockReadings(colours_without_game_turned=True), has_unplayed_rounds),
    ("CLOCK-NUMBERS", ClockReadings(numbering=ClockNumbering.AS_PRINTED), can_always_matter),
    ("CLOCK-LIST", ClockReadings(numbering=ClockNumbering.FIRST_ROUND_ONLY), _has_late_arrivals),
)
"""
Entries of the register whose other side can be followed; some have several.

The numbers come last: other numbers change the pairing of nearly every round, and may explain a posted one by chance.
"""
OTHER_READINGS = tuple((identifier, readings) for identifier, readings, _ in OPEN_POINTS)
