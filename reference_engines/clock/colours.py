"""The colours of a pair (Appendix B)."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from reference_engines.clock.edition import ClockArticle
from reference_engines.frame.round import ColourDecision
from reference_engines.readings import note_on

if TYPE_CHECKING:
    from reference_engines.clock.edition import ClockReadings
    from reference_engines.clock.round_table import ClockTable


def decide_colours(table: ClockTable, readings: ClockReadings, first: int, second: int) -> ColourDecision:
    """Give colours to two players, neither of them the bye: the first step that decides is followed."""
    lower, higher = sorted((first, second))
    if table.players.round_number == 1:
        return _apply_number_grid(table, readings, (lower, higher))
    return (
        _apply_absolute_preference(table, readings, (lower, higher))
        or _apply_difference(table, (lower, higher))
        or _apply_history(table, readings, (lower, higher))
        or _apply_points(table, (lower, higher))
        or _apply_last_colour(table, readings, (lower, higher))
    )


def _apply_number_grid(table: ClockTable, readings: ClockReadings, pair: tuple[int, int]) -> ColourDecision:
    """Give both the colours of the grid, or else the lower number its colour of the grid (CLOCK-FIRST-ROUND)."""
    colour, opposite = (table.grid_colour[seat] for seat in pair)
    why = "the numbering grid says so"
    if colour and colour != opposite:
        return _give_lower_number(pair, colour, ClockArticle.FIRST_ROUND, why)
    why = f"{why} of the lower pairing number"
    return _open_colours(
        pair,
        -colour if readings.unforeseen_colours_turned else colour,
        ClockArticle.FIRST_ROUND,
        why,
        "CLOCK-FIRST-ROUND",
    )


def _apply_absolute_preference(
    table: ClockTable, readings: ClockReadings, pair: tuple[int, int]
) -> ColourDecision | None:
    """Grant the only absolute preference, or two opposite preferences (CLOCK-OPPOSITE-ABSOLUTE)."""
    preferences = tuple(table.absolute[seat] for seat in pair)
    if preferences[0] == preferences[1] or (all(preferences) and not readings.opposite_preferences_granted):
        return None
    colour = preferences[0] or -preferences[1]
    why = "both absolute preferences are granted" if all(preferences) else "the only absolute preference is granted"
    return _give_white(pair[0] if colour == 1 else pair[1], pair, ClockArticle.ABSOLUTE, why)


def _apply_difference(table: ClockTable, pair: tuple[int, int]) -> ColourDecision | None:
    less_white = sorted(pair, key=lambda seat: table.difference[seat])
    if table.difference[pair[0]] == table.difference[pair[1]]:
        return None
    why = "White goes to whose games with Black exceed those with White by more"
    return _give_white(less_white[0], pair, ClockArticle.DIFFERENCE, why)


def _apply_history(table: ClockTable, readings: ClockReadings, pair: tuple[int, int]) -> ColourDecision | None:
    """Alternate from the latest games in which the two had different colours (CLOCK-SHORT-HISTORY)."""
    for own, opposite in zip_longest(*(table.colours[seat] for seat in pair), fillvalue=0):
        if own == opposite or not ((own and opposite) or readings.missing_game_differs):
            continue
        why = "White goes to whoever had Black when their colours last differed"
        return _give_white(pair[0] if own < opposite else pair[1], pair, ClockArticle.HISTORY, why)
    return None


def _apply_points(table: ClockTable, pair: tuple[int, int]) -> ColourDecision | None:
    if table.score[pair[0]] == table.score[pair[1]]:
        return None
    white = min(pair, key=lambda seat: table.score[seat])
    return _give_white(white, pair, ClockArticle.POINTS, "White goes to the player with fewer points")


def _apply_last_colour(table: ClockTable, readings: ClockReadings, pair: tuple[int, int]) -> ColourDecision:
    """Give the lower pairing number its last colour again; without one, its colour of the grid (CLOCK-NO-COLOUR)."""
    colours = table.colours[pair[0]]
    if colours:
        why = "the lower pairing number gets the same colour as in the last game"
        return _give_lower_number(pair, colours[0], ClockArticle.LOWER_NUMBER, why)
    why = "the lower pairing number, without a game so far, gets the colour of the grid"
    colour = table.grid_colour[pair[0]] or 1
    turned = -colour if readings.colours_without_game_turned else colour
    return _open_colours(pair, turned, ClockArticle.LOWER_NUMBER, why, "CLOCK-NO-COLOUR")


def _give_lower_number(pair: tuple[int, int], colour: int, article: ClockArticle, why: str) -> ColourDecision:
    """Give the lower pairing number a colour; White if the grid had none for it (late arrivals, CLOCK-LIST)."""
    return _give_white(pair[0] if colour >= 0 else pair[1], pair, article, why)


def _open_colours(
    pair: tuple[int, int], colour: int, article: ClockArticle, why: str, identifier: str
) -> ColourDecision:
    """Give the lower pairing number a colour that does not follow from the text."""
    return replace(_give_lower_number(pair, colour, article, why), rests_on=(note_on(identifier),), is_open=True)


def _give_white(white: int, pair: tuple[int, int], article: ClockArticle, why: str) -> ColourDecision:
    return ColourDecision(white=white, black=sum(pair) - white, article=article.value, why=why)
