"""Who has White (Appendix B)."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from reference_engines.clock.edition import Article
from reference_engines.frame.pairings import ColourDecision
from reference_engines.readings import note_on

if TYPE_CHECKING:
    from reference_engines.clock.edition import Readings
    from reference_engines.clock.table import Table


def decide(table: Table, readings: Readings, one: int, other: int) -> ColourDecision:
    """Give colours to two players, neither of them the bye: the first step that decides is followed."""
    lower, higher = sorted((one, other))
    if table.players.round_number == 1:
        return _by_the_grid(table, readings, (lower, higher))
    return (
        _by_absolute_preference(table, readings, (lower, higher))
        or _by_difference(table, (lower, higher))
        or _by_history(table, readings, (lower, higher))
        or _by_points(table, (lower, higher))
        or _by_last_colour(table, readings, (lower, higher))
    )


def _by_the_grid(table: Table, readings: Readings, pair: tuple[int, int]) -> ColourDecision:
    """Both have the colours of the grid; if that cannot be, the lower number has (CLOCK-FIRST-ROUND)."""
    colour, opposite = (table.grid_colour[seat] for seat in pair)
    why = "the numbering grid says so"
    if colour and colour != opposite:
        return _by_lower_number(pair, colour, Article.FIRST_ROUND, why)
    why = f"{why} of the lower pairing number"
    return _open_colours(
        pair, -colour if readings.unforeseen_colours_turned else colour, Article.FIRST_ROUND, why, "CLOCK-FIRST-ROUND"
    )


def _by_absolute_preference(table: Table, readings: Readings, pair: tuple[int, int]) -> ColourDecision | None:
    """An absolute preference that stands alone is granted; two opposite ones are both (CLOCK-OPPOSITE-ABSOLUTE)."""
    wishes = tuple(table.absolute[seat] for seat in pair)
    if wishes[0] == wishes[1] or (all(wishes) and not readings.opposite_wishes_granted):
        return None
    wish = wishes[0] or -wishes[1]
    why = "both absolute preferences are granted" if all(wishes) else "the only absolute preference is granted"
    return _given(pair[0] if wish == 1 else pair[1], pair, Article.ABSOLUTE, why)


def _by_difference(table: Table, pair: tuple[int, int]) -> ColourDecision | None:
    less_white = sorted(pair, key=lambda seat: table.difference[seat])
    if table.difference[pair[0]] == table.difference[pair[1]]:
        return None
    why = "White goes to whose games with Black exceed those with White by more"
    return _given(less_white[0], pair, Article.DIFFERENCE, why)


def _by_history(table: Table, readings: Readings, pair: tuple[int, int]) -> ColourDecision | None:
    """Go backwards to where the two had different colours (CLOCK-SHORT-HISTORY)."""
    for mine, theirs in zip_longest(*(table.colours[seat] for seat in pair), fillvalue=0):
        if mine == theirs or not ((mine and theirs) or readings.missing_game_differs):
            continue
        why = "White goes to whoever had Black when their colours last differed"
        return _given(pair[0] if mine < theirs else pair[1], pair, Article.HISTORY, why)
    return None


def _by_points(table: Table, pair: tuple[int, int]) -> ColourDecision | None:
    if table.score[pair[0]] == table.score[pair[1]]:
        return None
    white = min(pair, key=lambda seat: table.score[seat])
    return _given(white, pair, Article.POINTS, "White goes to the player with fewer points")


def _by_last_colour(table: Table, readings: Readings, pair: tuple[int, int]) -> ColourDecision:
    """The lower pairing number has the last colour again; without one, that of the grid (CLOCK-NO-COLOUR)."""
    colours = table.colours[pair[0]]
    if colours:
        why = "the lower pairing number gets the same colour as in the last game"
        return _by_lower_number(pair, colours[0], Article.LOWER_NUMBER, why)
    why = "the lower pairing number, without a game so far, gets the colour of the grid"
    colour = table.grid_colour[pair[0]] or 1
    turned = -colour if readings.colours_without_game_turned else colour
    return _open_colours(pair, turned, Article.LOWER_NUMBER, why, "CLOCK-NO-COLOUR")


def _by_lower_number(pair: tuple[int, int], colour: int, article: Article, why: str) -> ColourDecision:
    """Give the lower pairing number a colour; White if the grid had none for it (late arrivals, CLOCK-LIST)."""
    return _given(pair[0] if colour >= 0 else pair[1], pair, article, why)


def _open_colours(pair: tuple[int, int], colour: int, article: Article, why: str, identifier: str) -> ColourDecision:
    """Give the lower pairing number a colour that does not follow from the text."""
    return replace(_by_lower_number(pair, colour, article, why), rests_on=(note_on(identifier),), is_open=True)


def _given(white: int, pair: tuple[int, int], article: Article, why: str) -> ColourDecision:
    return ColourDecision(white=white, black=sum(pair) - white, article=article.value, why=why)
