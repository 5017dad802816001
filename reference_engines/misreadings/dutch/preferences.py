"""Colour preferences misread: their thresholds, their strengths, and which of them keep two players apart (C3)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.player_states import (
    ColourHistory,
    Preferences,
    Strength,
    preferences,
)
from reference_engines.misreadings.dutch.making import definitions, each, misreading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.definitions.player_states import ColourHistory
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading

    MakeHistory = Callable[[IntArray], ColourHistory]


def _preference(colours: ColourHistory, *, absolute_from: int = 2, repeating_counts: bool = True) -> Preferences:
    """Find preferences by other thresholds."""
    difference, repeated = colours.difference, colours.repeated if repeating_counts else np.zeros_like(colours.repeated)
    wide = np.abs(difference) >= absolute_from
    by_difference = np.where(difference != 0, -np.sign(difference), -colours.latest)
    strength = np.where(
        wide | (repeated != 0),
        Strength.ABSOLUTE,
        np.where(
            difference != 0,
            Strength.STRONG,
            np.where(colours.latest != 0, Strength.MILD, Strength.NONE),
        ),
    )
    return Preferences(
        colour=np.where(wide, by_difference, np.where(repeated != 0, -repeated, by_difference)), strength=strength
    )


def _absolute_from_one(colours: ColourHistory) -> Preferences:
    return _preference(colours, absolute_from=1)


def _absolute_from_three(colours: ColourHistory) -> Preferences:
    return _preference(colours, absolute_from=3)


def _absolute_by_difference_alone(colours: ColourHistory) -> Preferences:
    return _preference(colours, repeating_counts=False)


def _absolute_by_repeating_alone(colours: ColourHistory) -> Preferences:
    return _preference(colours, absolute_from=10**6)


def _latest_decide(colours: ColourHistory) -> Preferences:
    correct = preferences(colours)
    return replace(correct, colour=np.where(colours.repeated != 0, -colours.repeated, correct.colour))


_ABSOLUTE = (
    ("absolute-from-difference-one", "a colour difference of one made an absolute preference", _absolute_from_one),
    ("absolute-from-difference-three", "a colour difference of two made no absolute preference", _absolute_from_three),
    (
        "absolute-by-difference-alone",
        "the same colour twice in a row made no absolute preference",
        _absolute_by_difference_alone,
    ),
    (
        "absolute-by-repeating-alone",
        "no colour difference made an absolute preference, only the same colour twice in a row",
        _absolute_by_repeating_alone,
    ),
    (
        "latest-colours-decide",
        "the two latest colours decided where the colour difference asks for the opposite",
        _latest_decide,
    ),
)


def colour_preferences(text: DutchText) -> Iterator[Misreading]:
    """Yield other thresholds of absolute preferences."""
    return preference_misreadings(text.definition_articles.absolute_preference)


def preference_misreadings(article: str) -> Iterator[Misreading]:
    """Yield other thresholds, by the article on absolute preferences."""
    return each(article, _ABSOLUTE, lambda correct: definitions(preferences=correct))


# --- strengths and colours of single cases ---------------------------------------------------------------------------


def _both_make_absolute(colours: ColourHistory, *, own: Callable[[ColourHistory], Preferences]) -> Preferences:
    found = own(colours)
    both = (colours.repeated != 0) & (np.abs(colours.difference) > 1)
    lowered = np.where((found.strength == Strength.ABSOLUTE) & ~both, Strength.STRONG, found.strength)
    return replace(found, strength=lowered)


def more_preferences(text: DutchText) -> Iterator[Misreading]:
    """Yield preferences that are absolute for two reasons together only."""
    return changed_preferences(text.definition_articles.absolute_preference, text.definitions.preferences)


def changed_preferences(article: str, own: Callable[[ColourHistory], Preferences]) -> Iterator[Misreading]:
    """Yield preferences that are absolute for two reasons together only, by the article on absolute ones."""
    yield misreading(
        "both-make-absolute",
        "only a colour difference of two together with the same colour twice in a row made an absolute preference",
        article,
        definitions(preferences=partial(_both_make_absolute, own=own)),
    )


# --- preferences that clash ------------------------------------------------------------------------------------------


def _absolute_and_strong(strength: IntArray) -> BoolArray:
    greatest, least = np.maximum.outer(strength, strength), np.minimum.outer(strength, strength)
    return np.asarray((greatest == Strength.ABSOLUTE) & (least >= Strength.STRONG))


def _absolute_and_any(strength: IntArray) -> BoolArray:
    return np.asarray(np.maximum.outer(strength, strength) == Strength.ABSOLUTE)


def _both_strong(strength: IntArray) -> BoolArray:
    return np.asarray(np.minimum.outer(strength, strength) >= Strength.STRONG)


_CLASHES: tuple[tuple[str, str, Callable[[IntArray], BoolArray]], ...] = (
    ("absolute-and-strong", "an absolute and a strong preference", _absolute_and_strong),
    ("absolute-and-any", "an absolute and any other preference", _absolute_and_any),
    ("both-strong", "two strong preferences", _both_strong),
)


def clashes(text: DutchText) -> Iterator[Misreading]:
    """Yield further preferences for the same colour that keep two players apart."""
    return clash_misreadings(text.absolute_articles[2])


def clash_misreadings(article: str) -> Iterator[Misreading]:
    """Yield further preferences that keep two players apart, by the article on absolute ones."""
    for name, words, clashing in _CLASHES:
        yield misreading(
            f"clash-of-{name}",
            f"C3 kept players apart with {words} for the same colour, too",
            article,
            definitions(further_clashes=clashing),
        )
