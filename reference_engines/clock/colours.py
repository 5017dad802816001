"""The colours of a pair (Appendix B)."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from reference_engines.clock.edition import ClockArticle, ClockReadings
from reference_engines.frame.round import ColourDecision
from reference_engines.readings import note_on
from tournaments.points import format_halves

if TYPE_CHECKING:
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
    why = "the first round follows the grid of pairing numbers"
    if colour and colour != opposite:
        return _give_lower_number(pair, colour, ClockArticle.FIRST_ROUND, why)
    why = f"{why}, here for player {table.tpn[pair[0]]}, who has the lower number"
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
    white, black = pair if colour == 1 else pair[::-1]
    needs = [f"player {table.tpn[seat]} must have {name}" for seat, name in ((white, "White"), (black, "Black"))]
    if all(preferences):
        why = " and ".join(needs)
    else:
        bound, free = (0, black) if table.absolute[white] else (1, white)
        why = f"{needs[bound]}, and player {table.tpn[free]} may have either colour"
    return _give_white(white, pair, ClockArticle.ABSOLUTE, why)


def _apply_difference(table: ClockTable, pair: tuple[int, int]) -> ColourDecision | None:
    less_white = sorted(pair, key=lambda seat: table.difference[seat])
    if table.difference[pair[0]] == table.difference[pair[1]]:
        return None
    own, opposite = less_white
    why = (
        f"player {table.tpn[own]} has the lower colour difference, games with White less those with Black: "
        f"{table.difference[own]} against {table.difference[opposite]} of player {table.tpn[opposite]}"
    )
    return _give_white(own, pair, ClockArticle.DIFFERENCE, why)


def _apply_history(table: ClockTable, readings: ClockReadings, pair: tuple[int, int]) -> ColourDecision | None:
    """Alternate from the latest games in which the two had different colours (CLOCK-SHORT-HISTORY)."""
    for own, opposite in zip_longest(*(table.colours[seat] for seat in pair), fillvalue=0):
        if own == opposite or not ((own and opposite) or readings.missing_game_differs):
            continue
        white = pair[0] if own < opposite else pair[1]
        why = f"player {table.tpn[white]} had Black when their colours last differed"
        return _give_white(white, pair, ClockArticle.HISTORY, why)
    return None


def _apply_points(table: ClockTable, pair: tuple[int, int]) -> ColourDecision | None:
    if table.score[pair[0]] == table.score[pair[1]]:
        return None
    white = min(pair, key=lambda seat: table.score[seat])
    points = [format_halves(table.score[seat]) for seat in (white, sum(pair) - white)]
    why = f"White goes to the player with fewer points, {points[0]} against {points[1]}"
    return _give_white(white, pair, ClockArticle.POINTS, why)


def _apply_last_colour(table: ClockTable, readings: ClockReadings, pair: tuple[int, int]) -> ColourDecision:
    """Give the lower pairing number its last colour again; without one, its colour of the grid (CLOCK-NO-COLOUR)."""
    colours = table.colours[pair[0]]
    if colours:
        why = f"player {table.tpn[pair[0]]}, with the lower pairing number, gets the same colour as in the last game"
        return _give_lower_number(pair, colours[0], ClockArticle.LOWER_NUMBER, why)
    why = f"player {table.tpn[pair[0]]}, with the lower pairing number, has not played and gets the colour of the grid"
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
