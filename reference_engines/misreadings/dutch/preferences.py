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


def _preference(
    colours: ColourHistory, *, absolute_from: int = 2, repeating_counts: bool = True, strong_from: int = 1
) -> Preferences:
    """Find preferences by other thresholds."""
    difference, repeated = colours.difference, colours.repeated if repeating_counts else np.zeros_like(colours.repeated)
    wide = np.abs(difference) >= absolute_from
    by_difference = np.where(difference != 0, -np.sign(difference), -colours.latest)
    strength = np.where(
        wide | (repeated != 0),
        Strength.ABSOLUTE,
        np.where(
            np.abs(difference) >= strong_from,
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


def _never_strong(colours: ColourHistory) -> Preferences:
    return _preference(colours, strong_from=2)


def _mild_is_strong(colours: ColourHistory) -> Preferences:
    correct = preferences(colours)
    return replace(correct, strength=np.where(correct.strength == Strength.MILD, Strength.STRONG, correct.strength))


def _no_mild(colours: ColourHistory) -> Preferences:
    correct = preferences(colours)
    is_mild = correct.strength == Strength.MILD
    return Preferences(
        colour=np.where(is_mild, 0, correct.colour), strength=np.where(is_mild, Strength.NONE, correct.strength)
    )


def _mild_repeats(colours: ColourHistory) -> Preferences:
    correct = preferences(colours)
    return replace(correct, colour=np.where(correct.strength == Strength.MILD, -correct.colour, correct.colour))


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
_STRONG = (("no-strong-preference", "a colour difference of one made a mild preference", _never_strong),)
_MILD = (
    ("mild-is-strong", "mild preferences were strong ones", _mild_is_strong),
    ("no-mild-preference", "mild preferences did not exist", _no_mild),
    ("mild-repeats", "a mild preference asked for the colour of the latest game again", _mild_repeats),
)


def colour_preferences(text: DutchText) -> Iterator[Misreading]:
    """Yield other thresholds of preferences."""
    where = text.definition_articles
    return preference_misreadings(where.absolute_preference, where.strong_preference, where.mild_preference)


def preference_misreadings(absolute: str, strong: str, mild: str) -> Iterator[Misreading]:
    """Yield other thresholds, by the articles on absolute, strong and mild preferences."""
    for article, listed in ((absolute, _ABSOLUTE), (strong, _STRONG), (mild, _MILD)):
        yield from each(article, listed, lambda correct: definitions(preferences=correct))


# --- strengths and colours of single cases ---------------------------------------------------------------------------


def _repeated_is_strong(colours: ColourHistory, found: Preferences) -> Preferences:
    by_repeating = (colours.repeated != 0) & (np.abs(colours.difference) <= 1)
    return replace(found, strength=np.where(by_repeating, Strength.STRONG, found.strength))


def _both_make_absolute(colours: ColourHistory, found: Preferences) -> Preferences:
    both = (colours.repeated != 0) & (np.abs(colours.difference) > 1)
    lowered = np.where((found.strength == Strength.ABSOLUTE) & ~both, Strength.STRONG, found.strength)
    return replace(found, strength=lowered)


def _difference_decides(colours: ColourHistory, found: Preferences) -> Preferences:
    colour = np.where(colours.difference != 0, -np.sign(colours.difference), found.colour)
    return replace(found, colour=colour)


def _none_at_one(colours: ColourHistory, found: Preferences) -> Preferences:
    meant = (np.abs(colours.difference) == 1) & (colours.repeated == 0)
    return Preferences(colour=np.where(meant, 0, found.colour), strength=np.where(meant, Strength.NONE, found.strength))


def _latest_alternates(colours: ColourHistory, found: Preferences) -> Preferences:
    return replace(found, colour=np.where(found.strength < Strength.ABSOLUTE, -colours.latest, found.colour))


_PREFERENCES: tuple[tuple[str, str, Callable[[ColourHistory, Preferences], Preferences]], ...] = (
    ("repeated-is-strong", "the same colour twice in a row made a strong preference", _repeated_is_strong),
    (
        "both-make-absolute",
        "only a colour difference of two together with the same colour twice in a row made an absolute preference",
        _both_make_absolute,
    ),
    (
        "difference-decides-colour",
        "the colour difference decided where the latest two colours ask for the opposite",
        _difference_decides,
    ),
    ("none-at-difference-one", "a colour difference of one made no preference", _none_at_one),
    (
        "latest-colour-alternates",
        "any preference but an absolute one asked for the other colour than that of the latest game",
        _latest_alternates,
    ),
)


def more_preferences(text: DutchText) -> Iterator[Misreading]:
    """Yield other preferences and strengths."""
    return changed_preferences(text.definition_articles.absolute_preference, text.definitions.preferences)


def changed_preferences(article: str, own: Callable[[ColourHistory], Preferences]) -> Iterator[Misreading]:
    """Yield changes of the preferences of an edition, by the article on absolute ones."""
    for identifier, sentence, change in _PREFERENCES:
        yield misreading(
            identifier, sentence, article, definitions(preferences=partial(_preferred, own=own, change=change))
        )


def _preferred(
    colours: ColourHistory,
    *,
    own: Callable[[ColourHistory], Preferences],
    change: Callable[[ColourHistory, Preferences], Preferences],
) -> Preferences:
    return change(colours, own(colours))


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
