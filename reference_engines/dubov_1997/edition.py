"""What the Dubov system of 1997 consists of, and the readings by which it is followed."""

from __future__ import annotations

from enum import Enum

from tournaments.frozen import dataclass


class Article(Enum):
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """The open points of which both sides can be followed; as they stand here, they are taken."""

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
    """DUBOV97-ALONE: those who have played with all, whatever the colours allow."""
    alone_join_columns: bool = False
    """DUBOV97-ALONE: the two are not paired at once."""
    alone_in_list_order: bool = False
    """DUBOV97-ALONE-ORDER."""
    transfer_to_one: bool = False
    """DUBOV97-TRANSFER."""
    floaters_by_rating: bool = False
    """DUBOV97-FLOATERS-CHOICE."""
    floaters_served_below: bool = False
    """DUBOV97-FLOATERS-GO-ON."""


TAKEN = Readings()
OTHERS: tuple[tuple[str, Readings], ...] = (
    ("DUBOV97-EXCHANGE", Readings(blacks_exchange=True)),
    ("DUBOV97-FLOATERS-COLOUR", Readings(rating_before_colour=True)),
    ("DUBOV97-ARO-EXACT", Readings(aro_rounded=True)),
    ("DUBOV97-UNRATED", Readings(unrated_in_aro=True)),
    ("DUBOV97-NO-ARO", Readings(average_without_games=True)),
    ("DUBOV97-DUE-BARRED", Readings(barred_in_due_column=True)),
    ("DUBOV97-IN-A-ROW", Readings(unplayed_interrupts=True)),
    ("DUBOV97-HISTORY", Readings(rounds_compared=True)),
    ("DUBOV97-BYE-POINT", Readings(any_point_bars_bye=True)),
    ("DUBOV97-BYE-TIES", Readings(first_in_alphabet_has_bye=True)),
    ("DUBOV97-FIRST-ROUND", Readings(list_is_halved=True)),
    ("DUBOV97-NO-COLOUR", Readings(colourless_as_listed=True)),
    ("DUBOV97-ROWS", Readings(rows_first=True)),
    ("DUBOV97-ALONE-ORDER", Readings(alone_in_list_order=True)),
    ("DUBOV97-ALONE", Readings(alone_join_columns=True)),
    ("DUBOV97-ALONE", Readings(alone_by_games=True)),
    ("DUBOV97-ALONE", Readings(alone_by_games=True, alone_join_columns=True)),
    ("DUBOV97-TRANSFER", Readings(transfer_to_one=True)),
    ("DUBOV97-TRANSFER", Readings(transfer_to_one=True, alone_by_games=True)),
    ("DUBOV97-TRANSFER", Readings(transfer_to_one=True, alone_by_games=True, alone_join_columns=True)),
    ("DUBOV97-FLOATERS-CHOICE", Readings(floaters_by_rating=True)),
    ("DUBOV97-FLOATERS-GO-ON", Readings(floaters_served_below=True)),
)
"""Entries of the register of which another reading can be followed too; some have several."""
