"""The articles of the Dubov system of 1997, its open points, and the rounds for which an open point can matter."""

from __future__ import annotations

from enum import Enum

from reference_engines.frame.rules import AnyRound
from reference_engines.sequential import OpenPoint, can_always_matter, has_several_scores, has_unplayed_rounds, is_odd
from tournaments.frozen import FrozenStruct


class Dubov1997Article(Enum):
    """The articles of the text."""

    MEETING = "2.1"
    BYE_TWICE = "2.2"
    DIFFERENCE = "2.3"
    THREE_IN_A_ROW = "2.4"
    TRANSFERRED_AGAIN = "2.5"
    COLOURS = "3"
    BYE = "4"
    FIRST_ROUND = "5"
    COLUMNS = "6.2"
    IMPROVEMENTS = "6.3"
    FLOATERS = "6.4"
    OPPONENT_FROM_BELOW = "7.1"
    ODD_GROUP = "7.2"
    TO_BLACK = "7.3"
    TO_WHITE = "7.4"
    FLOATERS_OPPONENT = "8.2"


class Dubov1997Readings(FrozenStruct, frozen=True, kw_only=True):
    """The open points of which both sides can be followed; the defaults are the sides taken."""

    blacks_exchange: bool = False
    """DUBOV97-EXCHANGE."""
    rating_before_colour: bool = False
    """DUBOV97-FLOATERS-COLOUR."""
    aro_rounded: bool = False
    """DUBOV97-ARO-EXACT."""
    unrated_in_aro: bool = False
    """DUBOV97-UNRATED."""
    average_without_games: bool = False
    """DUBOV97-NO-ARO."""
    barred_in_due_column: bool = False
    """DUBOV97-DUE-BARRED."""
    unplayed_interrupts: bool = False
    """DUBOV97-IN-A-ROW."""
    rounds_compared: bool = False
    """DUBOV97-HISTORY."""
    any_point_bars_bye: bool = False
    """DUBOV97-BYE-POINT."""
    first_in_alphabet_has_bye: bool = False
    """DUBOV97-BYE-TIES."""
    list_is_halved: bool = False
    """DUBOV97-FIRST-ROUND."""
    colourless_as_listed: bool = False
    """DUBOV97-NO-COLOUR."""
    rows_first: bool = False
    """DUBOV97-ROWS."""
    alone_by_games: bool = False
    """DUBOV97-ALONE: players who have met all others of the group, whatever the colours allow."""
    alone_join_columns: bool = False
    """DUBOV97-ALONE: the two players are not paired immediately."""
    alone_in_list_order: bool = False
    """DUBOV97-ALONE-ORDER."""
    transfer_to_one: bool = False
    """DUBOV97-TRANSFER."""
    floaters_by_rating: bool = False
    """DUBOV97-FLOATERS-CHOICE."""
    floaters_served_below: bool = False
    """DUBOV97-FLOATERS-GO-ON."""


FIRST_ROUND = "DUBOV97-FIRST-ROUND"
"""The only entry that can matter for the first round."""
DEFAULT_READINGS = Dubov1997Readings()


def _has_players_due_no_colour(dubov_round: AnyRound) -> bool:
    return any(not player.due for player in dubov_round.participants.players)


def _has_unrated_players(dubov_round: AnyRound) -> bool:
    return any(not player.rating for player in dubov_round.event.event.players)


def _may_have_players_without_aro(dubov_round: AnyRound) -> bool:
    return has_unplayed_rounds(dubov_round) or _has_unrated_players(dubov_round)


OPEN_POINTS: tuple[OpenPoint[Dubov1997Readings], ...] = (
    ("DUBOV97-EXCHANGE", Dubov1997Readings(blacks_exchange=True), can_always_matter),
    ("DUBOV97-FLOATERS-COLOUR", Dubov1997Readings(rating_before_colour=True), can_always_matter),
    ("DUBOV97-ARO-EXACT", Dubov1997Readings(aro_rounded=True), can_always_matter),
    ("DUBOV97-UNRATED", Dubov1997Readings(unrated_in_aro=True), _has_unrated_players),
    ("DUBOV97-NO-ARO", Dubov1997Readings(average_without_games=True), _may_have_players_without_aro),
    ("DUBOV97-DUE-BARRED", Dubov1997Readings(barred_in_due_column=True), can_always_matter),
    ("DUBOV97-IN-A-ROW", Dubov1997Readings(unplayed_interrupts=True), has_unplayed_rounds),
    ("DUBOV97-HISTORY", Dubov1997Readings(rounds_compared=True), has_unplayed_rounds),
    ("DUBOV97-BYE-POINT", Dubov1997Readings(any_point_bars_bye=True), is_odd),
    ("DUBOV97-BYE-TIES", Dubov1997Readings(first_in_alphabet_has_bye=True), is_odd),
    (FIRST_ROUND, Dubov1997Readings(list_is_halved=True), has_several_scores),
    ("DUBOV97-NO-COLOUR", Dubov1997Readings(colourless_as_listed=True), _has_players_due_no_colour),
    ("DUBOV97-ROWS", Dubov1997Readings(rows_first=True), can_always_matter),
    ("DUBOV97-ALONE-ORDER", Dubov1997Readings(alone_in_list_order=True), can_always_matter),
    ("DUBOV97-ALONE", Dubov1997Readings(alone_join_columns=True), can_always_matter),
    ("DUBOV97-ALONE", Dubov1997Readings(alone_by_games=True), can_always_matter),
    ("DUBOV97-ALONE", Dubov1997Readings(alone_by_games=True, alone_join_columns=True), can_always_matter),
    ("DUBOV97-TRANSFER", Dubov1997Readings(transfer_to_one=True), can_always_matter),
    ("DUBOV97-TRANSFER", Dubov1997Readings(transfer_to_one=True, alone_by_games=True), can_always_matter),
    (
        "DUBOV97-TRANSFER",
        Dubov1997Readings(transfer_to_one=True, alone_by_games=True, alone_join_columns=True),
        can_always_matter,
    ),
    ("DUBOV97-FLOATERS-CHOICE", Dubov1997Readings(floaters_by_rating=True), can_always_matter),
    ("DUBOV97-FLOATERS-GO-ON", Dubov1997Readings(floaters_served_below=True), can_always_matter),
)
"""Entries of the register whose other side can be followed; some have several. See `Dubov1997Round.open_points`."""
OTHER_READINGS = tuple((identifier, readings) for identifier, readings, _ in OPEN_POINTS)
