"""
Rarer misreadings of floats and colours as fields of a player that a program keeps from round to round.

The regulation looks up rounds; a program often keeps the latest value and the one before it, and changes both when
something happens. In a round in which nothing happens a field may be left as it is, or cleared but not moved.
"""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.player_states import ColourHistory, colour_history, float_before
from reference_engines.misreadings.dutch.making import definitions, misreading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.player_states import PlayerStates
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading

    Fields = tuple[IntArray, IntArray]
    """The latest value of each player, and the one before it."""
    Update = Callable[[Fields], Fields]


def _clear(fields: Fields) -> Fields:
    latest, before = fields
    return np.zeros_like(latest), before


def _keep(fields: Fields) -> Fields:
    return fields


def _repeat(fields: Fields) -> Fields:
    latest, _ = fields
    return latest, latest


_UPDATES: tuple[tuple[str, str, Update], ...] = (
    ("clears", "cleared the float of the previous round, but did not make it that of two rounds before", _clear),
    ("keeps", "changed neither the float of the previous round nor that of two rounds before", _keep),
    ("repeats", "made the float of the previous round that of two rounds before, but did not clear it", _repeat),
)
_ROUNDS: tuple[tuple[str, str, Callable[[History], BoolArray]], ...] = (
    ("round", "a round without a float", lambda history: np.ones_like(history.played)),
    ("game", "a game without a float", attrgetter("played")),
    ("unplayed", "a round without a game or a float", lambda history: ~history.played),
    ("absence", "an absence without a float", lambda history: ~history.paired),
)
"""Name, words, and the rounds that are meant if they give no float."""


def kept_floats(text: DutchText) -> Iterator[Misreading]:
    """Yield the two latest floats as fields that some rounds do not change as they should."""
    article = text.definition_articles.played_float
    for name, words, is_meant in _ROUNDS:
        for update_name, sentence, update in _UPDATES:
            yield misreading(
                f"float-fields-{name}-{update_name}",
                f"{words} {sentence}",
                article,
                definitions(float_before=partial(_float_of_fields, is_meant=is_meant, update=update)),
            )
    yield misreading(
        "float-fields-overwritten",
        "a float did not make that of the previous round the one of two rounds before, but took its place",
        article,
        definitions(float_before=_float_overwritten),
    )

    yield misreading(
        "float-fields-one-at-a-time",
        "a float in the previous round cleared that of two rounds before",
        article,
        definitions(float_before=_float_unless_later),
    )

    for number, words in ((1, "round 1 were"), (2, "rounds 1 and 2 were")):
        yield misreading(
            f"floats-of-first-{number}-forgotten",
            f"floats of {words} forgotten",
            article,
            definitions(float_before=partial(_float_since, first=number)),
        )


def _float_since(history: History, state: PlayerStates, row: int, back: int, *, first: int) -> IntArray:
    found = float_before(history, state, row, back)
    return found if row - back >= first else np.zeros_like(found)


def _float_unless_later(history: History, state: PlayerStates, row: int, back: int) -> IntArray:
    found = float_before(history, state, row, back)
    return found if back == 1 else np.where(float_before(history, state, row, 1) != 0, 0, found)


def _float_of_fields(
    history: History,
    state: PlayerStates,
    row: int,
    back: int,
    *,
    is_meant: Callable[[History], BoolArray],
    update: Update,
) -> IntArray:
    idle = is_meant(history)
    fields = np.zeros(state.score.shape[1], dtype=np.int64), np.zeros(state.score.shape[1], dtype=np.int64)
    for earlier in range(row):
        floats = state.float_[earlier]
        is_idle = idle[earlier] & (floats == 0)
        moved, otherwise = (floats, fields[0]), update(fields)
        latest, before = (np.where(is_idle, *pair) for pair in zip(otherwise, moved, strict=True))
        fields = latest, before
    return fields[back - 1]


def _float_overwritten(history: History, state: PlayerStates, row: int, back: int) -> IntArray:
    del history
    fields = np.zeros(state.score.shape[1], dtype=np.int64), np.zeros(state.score.shape[1], dtype=np.int64)
    for earlier in range(row):
        floats = state.float_[earlier]
        fields = floats, np.where(floats != 0, fields[1], fields[0])
    return fields[back - 1]


_COLOUR_UPDATES: tuple[tuple[str, str, Update], ...] = (
    (
        "clears",
        "cleared the colour of the latest game, but not that of the game before, with which the next one is compared",
        _clear,
    ),
    ("repeats", "counted as a game with the colour of the latest game, but not for the colour difference", _repeat),
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
