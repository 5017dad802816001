"""
Rarer misreadings of the colours of single kinds of rounds without a game: they count, or end what is remembered.

By the text only games count for colours. A program may store a colour for a round without a game, of which it then
reads the colour difference and the latest colours, or begin a colour history anew after such a round.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.colours import alternation
from reference_engines.definitions.player_states import ColourHistory, colour_history
from reference_engines.misreadings.dutch.families import played_or
from reference_engines.misreadings.dutch.making import both, definitions, misreading, step_instead
from reference_engines.misreadings.rounds import WITHOUT_A_GAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.colours import Meetings
    from reference_engines.definitions.history import History, IntArray
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.rounds import Rounds

_KINDS: tuple[tuple[str, str, Rounds], ...] = (
    *(one for one in WITHOUT_A_GAME if one[0] != "requested-byes"),
    ("unplayed-rounds", "a round without a game", lambda history: ~history.played),
)
_OF_FORFEITS = ("forfeit-wins", "forfeit-losses")
"""The kinds of forfeited games of which the list and the families of misreadings do not count the colours already."""

# --- rounds that count as games --------------------------------------------------------------------------------------

_OTHER = 0
"""In place of a colour: the other one than that of the player's game before."""
_COLOURS = (
    (1, "white", "White"),
    (-1, "black", "Black"),
    (_OTHER, "alternating", "the other colour than that of the game before"),
)


def counted_rounds(text: DutchText) -> Iterator[Misreading]:
    """Yield kinds of rounds that count as games with White or Black, or with the colour of the pairing."""
    article = text.definition_articles.squeezed_colours
    for name, words, is_meant in _KINDS:
        if name in _OF_FORFEITS:
            yield misreading(
                f"{name}-are-coloured",
                f"{words} counted for colours",
                article,
                definitions(coloured=partial(played_or, is_meant)),
            )
        for colour, of_colour, noun in _COLOURS:
            sentence = f"{words} counted as a game with {noun}"
            preferred = definitions(colours_of_rounds=partial(_counted, is_meant=is_meant, counted_colour=colour))
            for step, number in zip(text.colour_articles.steps, text.colour_articles.numbers, strict=True):
                if step.name == "alternate":
                    decide = partial(_alternate, is_meant=is_meant, counted_colour=colour)
                    allocated = step_instead(step.name, replace(step, decide=decide))
                    yield misreading(f"{name}-are-{of_colour}", sentence, article, both(preferred, allocated))
                    sentence = f"{sentence}, but not by {number}"
            yield misreading(f"{name}-are-{of_colour}-for-preferences", sentence, article, preferred)
            counted = partial(_counted_in_difference, is_meant=is_meant, counted_colour=colour)
            yield misreading(
                f"{name}-are-{of_colour}-for-difference",
                f"{words} counted as a game with {noun}, but for the colour difference alone",
                article,
                definitions(colours_of_rounds=counted),
            )


def _with_colours(history: History, colour: IntArray, is_meant: Rounds, counted_colour: int) -> IntArray:
    counted = (colour == 0) & is_meant(history)
    if counted_colour != _OTHER:
        return np.where(counted, counted_colour, colour)
    found, latest = colour.copy(), np.zeros(history.players, dtype=np.int64)
    for row in range(history.rounds):
        found[row] = np.where(counted[row], -latest, colour[row])
        latest = np.where(found[row] != 0, found[row], latest)
    return found


def _counted(history: History, colour: IntArray, *, is_meant: Rounds, counted_colour: int) -> ColourHistory:
    return colour_history(_with_colours(history, colour, is_meant, counted_colour))


def _counted_in_difference(
    history: History, colour: IntArray, *, is_meant: Rounds, counted_colour: int
) -> ColourHistory:
    own, misread = colour_history(colour), _counted(history, colour, is_meant=is_meant, counted_colour=counted_colour)
    has_played = own.latest != 0  # a player without a game has no preference, whatever the difference
    return replace(own, difference=np.where(has_played, misread.difference, own.difference))


def _alternate(pairs: Meetings, *, is_meant: Rounds, counted_colour: int) -> IntArray:
    history = pairs.history
    colour = _with_colours(history, np.where(pairs.coloured, history.colour, 0), is_meant, counted_colour)
    return alternation(replace(pairs, history=replace(history, colour=colour), coloured=colour != 0))


# --- rounds that end what is remembered ------------------------------------------------------------------------------


def _since(colour: IntArray, ends: Any) -> ColourHistory:
    """Return the colour history in which no round before the latest end counts."""
    rows = []
    for row in range(len(colour) + 1):
        number = np.arange(row)[:, None]
        last = np.where(ends[:row], number, -1).max(axis=0, initial=-1)
        rows.append(colour_history(np.where(number > last, colour[:row], 0)))
    return ColourHistory(
        **{name: np.stack([getattr(one, name)[-1] for one in rows]) for name in ("difference", "latest", "repeated")}
    )


_FIGURES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("all", "no colour before {} counted", ("difference", "latest", "repeated")),
    ("latest", "no colour before {} counted, but in the colour difference", ("latest", "repeated")),
    ("repeated", "the same colour before and after {} were not the same colour twice in a row", ("repeated",)),
)


def ending_rounds(text: DutchText) -> Iterator[Misreading]:
    """Yield kinds of rounds after which earlier colours do not count, or do not count for some figures."""
    for (name, words, is_meant), (figure, sentence, fields) in product(_KINDS, _FIGURES):
        yield misreading(
            f"{name}-end-colours-for-{figure}",
            sentence.format(words),
            text.definition_articles.squeezed_colours,
            definitions(colours_of_rounds=partial(_ended, is_meant=is_meant, fields=fields)),
        )


def _ended(history: History, colour: IntArray, *, is_meant: Rounds, fields: tuple[str, ...]) -> ColourHistory:
    misread = _since(colour, is_meant(history))
    return replace(colour_history(colour), **{field: getattr(misread, field) for field in fields})


# --- rounds that hide what is remembered -----------------------------------------------------------------------------

_HIDDEN: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("repeated", "the same colour twice in a row counted", ("repeated",)),
    ("latest", "the colour of the latest game counted", ("latest",)),
    ("difference", "the colour difference counted", ("difference",)),
)


def hiding_rounds(text: DutchText) -> Iterator[Misreading]:
    """Yield kinds of rounds right after which a figure of the colours does not count; it does after the next game."""
    for (name, words, is_meant), (figure, sentence, fields) in product(_KINDS, _HIDDEN):
        yield misreading(
            f"{name}-hide-{figure}",
            f"{sentence}, but not right after {words}",
            text.definition_articles.squeezed_colours,
            definitions(colours_of_rounds=partial(_hidden, is_meant=is_meant, fields=fields)),
        )


def _hidden(history: History, colour: IntArray, *, is_meant: Rounds, fields: tuple[str, ...]) -> ColourHistory:
    own, hides = colour_history(colour), np.zeros((len(colour) + 1, colour.shape[1]), dtype=bool)
    hides[1:] = is_meant(history)[: len(colour)]
    return replace(own, **{field: np.where(hides, 0, getattr(own, field)) for field in fields})


KINDS = (counted_rounds, ending_rounds, hiding_rounds)
