"""Colour histories and preferences misread: what counts as a colour, and thresholds of preferences."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.player_states import (
    ColourHistory,
    Preferences,
    Strength,
    colour_history,
    preferences,
)
from reference_engines.misreadings.dutch.definitions import scheduled
from reference_engines.misreadings.dutch.making import definitions, each, misreading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.definitions.player_states import RoundStart
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading


def _not_squeezed(colour: IntArray) -> ColourHistory:
    """Look for equal colours in the two rounds before, whether or not a game was played in between."""
    correct = colour_history(colour)
    repeated = np.zeros_like(correct.repeated)
    repeated[2:] = np.where(colour[1:] == colour[:-1], colour[1:], 0)
    return replace(correct, repeated=repeated)


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


def colour_histories(text: DutchText) -> Iterator[Misreading]:
    """Yield other colour histories."""
    article = text.definition_articles.squeezed_colours
    yield misreading(
        "forfeits-are-colours",
        "a forfeited game counted in the colour history",
        article,
        definitions(coloured=scheduled),
    )
    yield misreading(
        "colours-not-squeezed",
        "two equal colours in a row were none when a round without a game lies between them",
        article,
        definitions(colour_history=_not_squeezed),
    )


def colour_preferences(text: DutchText) -> Iterator[Misreading]:
    """Yield other thresholds of preferences."""
    where = text.definition_articles
    return preference_misreadings(where.absolute_preference, where.strong_preference, where.mild_preference)


def preference_misreadings(absolute: str, strong: str, mild: str) -> Iterator[Misreading]:
    """Yield other thresholds, by the articles on absolute, strong and mild preferences."""
    for article, listed in ((absolute, _ABSOLUTE), (strong, _STRONG), (mild, _MILD)):
        yield from each(article, listed, lambda correct: definitions(preferences=correct))


def _half(before: RoundStart) -> BoolArray:
    return (2 * before.score >= before.maximum) & before.is_final


def _score_of_all_rounds(before: RoundStart) -> BoolArray:
    return (2 * before.score > before.maximum + before.history.scoring.win) & before.is_final


def _topscorers_in_every_round(before: RoundStart) -> BoolArray:
    return (2 * before.score > before.maximum) & (before.round_number > 1)


def _topscorers_in_last_two_rounds(before: RoundStart) -> BoolArray:
    last = before.event.rounds_declared
    return (2 * before.score > before.maximum) & (last is not None and before.round_number >= last - 1)


def _topscorers_in_penultimate_round(before: RoundStart) -> BoolArray:
    last = before.event.rounds_declared
    return (2 * before.score > before.maximum) & (last is not None and before.round_number == last - 1)


def _all_players(before: RoundStart) -> BoolArray:
    return np.full(before.score.size, before.is_final)


def _leaders(before: RoundStart) -> BoolArray:
    return (before.score == before.score.max(initial=0)) & before.is_final


def _no_players(before: RoundStart) -> BoolArray:
    return np.zeros(before.score.size, dtype=np.bool_)


def _both_excused(first: BoolArray, second: BoolArray) -> BoolArray:
    return first & second


def _not_excused(first: BoolArray, second: BoolArray) -> BoolArray:
    return np.zeros_like(first | second)


_TOPSCORERS = (
    ("topscorers-from-half", "exactly half of the maximum score made a topscorer", _half),
    ("topscorers-of-all-rounds", "the round to be paired counted for the maximum score", _score_of_all_rounds),
    ("topscorers-in-every-round", "there were topscorers in every round", _topscorers_in_every_round),
    (
        "topscorers-in-the-last-two-rounds",
        "there were topscorers in the last two rounds",
        _topscorers_in_last_two_rounds,
    ),
    ("topscorers-a-round-early", "topscorers were those of the last round but one", _topscorers_in_penultimate_round),
    ("everybody-is-topscorer", "every player were a topscorer in the final round", _all_players),
    ("leaders-are-topscorers", "only those with the highest score were topscorers", _leaders),
    ("no-topscorers", "no player were a topscorer", _no_players),
)


def topscorer_misreadings(text: DutchText) -> Iterator[Misreading]:
    """Yield other topscorers, and other exceptions for topscorers."""
    clash = text.absolute_articles[2]
    yield from each(text.definition_articles.topscorers, _TOPSCORERS, lambda players: definitions(topscorers=players))
    yield misreading(
        "topscorers-among-themselves",
        "C3 excused two topscorers, but not a topscorer and another player",
        clash,
        definitions(clash_excused=_both_excused),
    )
    yield misreading(
        "topscorers-not-excused", "C3 excused no topscorer", clash, definitions(clash_excused=_not_excused)
    )


KINDS = (colour_histories, colour_preferences, topscorer_misreadings)
