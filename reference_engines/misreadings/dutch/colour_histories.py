"""
Colour histories misread: which rounds and games count for the difference and the latest colours of a player.

The regulation looks up games; a program often keeps the latest colours as fields of a player, which a round without a
game may clear or repeat.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.player_states import (
    COLOUR_FIGURES,
    ColourHistory,
    colour_history,
)
from reference_engines.misreadings.dutch.definitions import scheduled
from reference_engines.misreadings.dutch.floats import clear_fields, repeat_fields
from reference_engines.misreadings.dutch.making import definitions, misreading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import IntArray
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading

    MakeHistory = Callable[[IntArray], ColourHistory]
    Fields = tuple[IntArray, IntArray]
    """The latest value of each player, and the one before it."""
    Update = Callable[[Fields], Fields]


def coloured_forfeits(text: DutchText) -> Iterator[Misreading]:
    """Yield that forfeited games have colours."""
    yield misreading(
        "forfeits-are-colours",
        "a forfeited game counted in the colour history",
        text.definition_articles.squeezed_colours,
        definitions(coloured=scheduled),
    )


# --- the latest rounds or games alone --------------------------------------------------------------------------------


_RECENT_ROUNDS = (2, 3, 4)


def recent_colours(text: DutchText) -> Iterator[Misreading]:
    """Yield colour differences of the latest rounds or games alone."""
    return recent_colour_misreadings(text.definition_articles.absolute_preference)


def recent_colour_misreadings(article: str) -> Iterator[Misreading]:
    """Yield colour differences of the latest rounds or games alone, by the article on colour preferences."""
    for number in _RECENT_ROUNDS:
        for noun, limited in (("rounds", _recent_rounds), ("games", _recent_games)):
            yield misreading(
                f"colours-of-{number}-{noun}",
                f"the colour difference were that of the latest {number} {noun}",
                article,
                definitions(colour_history=limited(number)),
            )


def _colours_in_window(colour: IntArray, *, rounds: int) -> ColourHistory:
    """Forget every round before the latest ones."""
    rows = [colour_history(colour[max(0, row - rounds) : row]) for row in range(len(colour) + 1)]
    return _last_rows(rows)


def _last_rows(histories: list[ColourHistory]) -> ColourHistory:
    """Return the history whose rows are the last ones of other histories."""
    return ColourHistory(
        difference=np.stack([one.difference[-1] for one in histories]),
        latest=np.stack([one.latest[-1] for one in histories]),
        repeated=np.stack([one.repeated[-1] for one in histories]),
    )


def _mixed(colour: IntArray, *, make: MakeHistory, fields: tuple[str, ...]) -> ColourHistory:
    misread = make(colour)
    return replace(colour_history(colour), **{field: getattr(misread, field) for field in fields})


def _recent_rounds(number: int) -> MakeHistory:
    return partial(_mixed, make=partial(_colours_in_window, rounds=number), fields=("difference",))


def _recent_games(number: int) -> MakeHistory:
    def history_of(colour: IntArray) -> ColourHistory:
        found = colour_history(colour)
        difference = found.difference.copy()
        for row in range(1, len(difference)):
            latest = colour[:row][::-1]
            games = np.cumsum(latest != 0, axis=0)
            difference[row] = np.where(games <= number, latest, 0).sum(axis=0)
        return replace(found, difference=difference)

    return history_of


# --- other rounds for each figure of the colours ---------------------------------------------------------------------


def _colours_after_first_rounds(colour: IntArray, *, rounds: int) -> ColourHistory:
    forgotten = colour.copy()
    forgotten[:rounds] = 0
    return colour_history(forgotten)


def _a_round_late(colour: IntArray) -> ColourHistory:
    """Forget the previous round."""
    found = colour_history(colour)

    def late(values: IntArray) -> IntArray:
        return np.vstack([values[:1], values[:-1]])

    return replace(found, difference=late(found.difference), latest=late(found.latest), repeated=late(found.repeated))


def _three_in_a_row(colour: IntArray) -> ColourHistory:
    """Take three equal colours in a row, not two, for a repeated colour."""
    found = colour_history(colour)
    repeated = np.zeros_like(found.repeated)
    for row in range(1, len(colour) + 1):
        for column in range(colour.shape[1]):
            games = [value for value in colour[:row, column].tolist() if value][-3:]
            if len(games) == 3 and len(set(games)) == 1:  # noqa: PLR2004 - games
                repeated[row, column] = games[0]
    return replace(found, repeated=repeated)


_HISTORIES: tuple[tuple[str, str, MakeHistory], ...] = (
    *(
        (
            f"of-{number}-latest-rounds",
            f"no rounds but the latest {number} counted",
            partial(_colours_in_window, rounds=number),
        )
        for number in (1, 2, 3, 4, 5)
    ),
    ("without-round-1", "the first round did not count", partial(_colours_after_first_rounds, rounds=1)),
    ("without-rounds-1-and-2", "the first two rounds did not count", partial(_colours_after_first_rounds, rounds=2)),
    ("a-round-late", "the previous round did not count", _a_round_late),
)
_FIGURES = (*COLOUR_FIGURES, ("all", "for all colour preferences", ("difference", "latest", "repeated")))


_SAME = {
    ("of-1-latest-rounds", "latest"),
    ("of-1-latest-rounds", "repeated"),
    ("of-1-latest-rounds", "latest-and-repeated"),
    *((f"of-{number}-latest-rounds", "difference") for number in _RECENT_ROUNDS),
}
"""What other misreadings give as well."""


def remembered_colours(text: DutchText) -> Iterator[Misreading]:
    """Yield other rounds whose colours count, for one figure of the colours or for several."""
    return colour_history_misreadings(text.definition_articles.squeezed_colours)


def colour_history_misreadings(article: str) -> Iterator[Misreading]:
    """Yield other rounds whose colours count, by the article on colours of rounds without a game."""
    for (name, words, make), (figure, of_figure, fields) in product(_HISTORIES, _FIGURES):
        if (name, figure) in _SAME:
            continue
        yield misreading(
            f"colours-{name}-for-{figure}",
            f"{of_figure}, {words}",
            article,
            definitions(colour_history=partial(_mixed, make=make, fields=fields)),
        )
    yield misreading(
        "latest-colour-of-previous-round",
        "a player's latest colour were that of the previous round, and none without a game in it",
        article,
        definitions(colour_history=partial(_mixed, make=partial(_colours_in_window, rounds=1), fields=("latest",))),
    )
    yield misreading(
        "repeated-colour-of-three-games",
        "only the same colour three times in a row made an absolute preference, besides the colour difference",
        article,
        definitions(colour_history=_three_in_a_row),
    )


def _since_gap(colour: IntArray) -> ColourHistory:
    """Forget the games before the latest round without a game that a game follows."""
    rows = []
    for row in range(len(colour) + 1):
        played, number = colour[:row] != 0, np.arange(row)[:, None]
        last = np.where(played, number, -1).max(axis=0, initial=-1)
        gap = np.where(~played & (number < last), number, -1).max(axis=0, initial=-1)
        rows.append(colour_history(np.where(number > gap, colour[:row], 0)))
    return _last_rows(rows)


def histories(text: DutchText) -> Iterator[Misreading]:
    """Yield colour histories that begin anew after a round without a game."""
    return history_misreadings(text.definition_articles.squeezed_colours)


def history_misreadings(article: str) -> Iterator[Misreading]:
    """Yield colour histories that begin anew after a round without a game, by the article on unplayed rounds."""
    yield misreading(
        "colours-since-return",
        "no colour before a player's latest round without a game counted, once the player had a game again",
        article,
        definitions(colour_history=_since_gap),
    )


def _forgotten(colour: IntArray) -> ColourHistory:
    """Look at the round before alone, and at the one before that where it had the same colour."""
    found = _mixed(colour, make=partial(_colours_in_window, rounds=2), fields=("repeated",))
    return replace(found, latest=_colours_in_window(colour, rounds=1).latest)


def forgotten(text: DutchText) -> Iterator[Misreading]:
    """Yield that a round without a game ends what is remembered of colours, but for their difference."""
    yield misreading(
        "colours-before-a-gap-forgotten",
        "after a round without a game no colour before it counted, but in the colour difference",
        text.definition_articles.squeezed_colours,
        definitions(colour_history=_forgotten),
    )


# --- colours as fields of a player -----------------------------------------------------------------------------------


_COLOUR_UPDATES: tuple[tuple[str, str, Update], ...] = (
    (
        "clears",
        "cleared the colour of the latest game, but not that of the game before, with which the next one is compared",
        clear_fields,
    ),
    (
        "repeats",
        "counted as a game with the colour of the latest game, but not for the colour difference",
        repeat_fields,
    ),
    (
        "moves",
        "cleared the colour of the latest game, and made it that of the game before",
        lambda fields: (np.zeros_like(fields[0]), fields[0]),
    ),
)


def kept_colour_misreadings(article: str) -> Iterator[Misreading]:
    """Yield the two latest colours as fields that a round without a game changes, by the article on such rounds."""
    for name, sentence, update in _COLOUR_UPDATES:
        yield misreading(
            f"colour-fields-{name}",
            f"a round without a game {sentence}",
            article,
            definitions(colour_history=partial(_colours_of_fields, update=update)),
        )

    for colour, name, words in ((1, "white", "White"), (-1, "black", "Black")):
        yield misreading(
            f"colours-of-unplayed-are-{name}",
            f"a round without a game counted as a game with {words}",
            article,
            definitions(colour_history=partial(_colours_with_unplayed, unplayed=colour)),
        )


def _colours_with_unplayed(colour: IntArray, *, unplayed: int) -> ColourHistory:
    return colour_history(np.where(colour == 0, unplayed, colour))


def _colours_of_fields(colour: IntArray, *, update: Update) -> ColourHistory:
    fields = np.zeros(colour.shape[1], dtype=np.int64), np.zeros(colour.shape[1], dtype=np.int64)
    rows = [fields]
    for of_round in colour:
        moved, otherwise = (of_round, fields[0]), update(fields)
        latest, before = (np.where(of_round == 0, *pair) for pair in zip(otherwise, moved, strict=True))
        fields = latest, before
        rows.append(fields)
    latest, before = (np.stack([row[place] for row in rows]) for place in (0, 1))
    return ColourHistory(
        difference=colour_history(colour).difference,
        latest=latest,
        repeated=np.where(latest == before, latest, 0),
    )


def kept_colours(text: DutchText) -> Iterator[Misreading]:
    """Yield the two latest colours as fields, by the article on rounds without a game."""
    return kept_colour_misreadings(text.definition_articles.squeezed_colours)
