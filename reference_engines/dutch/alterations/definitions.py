"""Definitions misread: meetings, colours, preferences, topscorers, floats."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.dutch.alterations.making import alteration, definitions
from reference_engines.dutch.alterations.making import floats as float_rule
from reference_engines.history import NOBODY
from reference_engines.standing import (
    BeforeRound,
    ColourHistory,
    FloatRule,
    Preferences,
    Strength,
    colour_history,
    preferences,
    topscorers,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.dutch.edition import DutchText
    from reference_engines.engine import Alteration
    from reference_engines.history import BoolArray, History, IntArray

# --- what was played -------------------------------------------------------------------------------------------------


def scheduled(history: History) -> BoolArray:
    """Return the rounds with an opponent, whether there was a game or not."""
    return history.opponent != NOBODY


def _present(history: History) -> BoolArray:
    """Return games, and rounds without one for which the player was not there to be paired."""
    return history.played | ~history.paired


def _without_bye(history: History) -> BoolArray:
    return history.played | history.bye


def played_rounds(text: DutchText) -> Iterator[Alteration]:
    """Yield other answers to what a meeting is, and what an unplayed game."""
    yield alteration(
        "forfeits-are-meetings",
        "a forfeited game counted as a meeting",
        text.absolute_articles[0],
        definitions(met=scheduled),
    )
    nine = next((one for one in text.criteria if one.criterion.name == "bye_unplayed_games"), None)
    if nine:
        for identifier, sentence, games in (
            ("forfeits-are-games", "a forfeited game were no unplayed game", scheduled),
            ("absences-are-games", "rounds for which a player was absent were no unplayed games", _present),
            ("byes-are-games", "the pairing-allocated bye were no unplayed game", _without_bye),
        ):
            yield alteration(identifier, f"{sentence} in {nine.label}", nine.article, definitions(games=games))


# --- colours ---------------------------------------------------------------------------------------------------------


def _not_squeezed(colour: IntArray) -> ColourHistory:
    """Look for equal colours in the two rounds before, whether or not a game was played in between."""
    found = colour_history(colour)
    repeated = np.zeros_like(found.repeated)
    repeated[2:] = np.where(colour[1:] == colour[:-1], colour[1:], 0)
    return replace(found, repeated=repeated)


def _preference(
    colours: ColourHistory, *, absolute_from: int = 2, by_repeating: bool = True, strong_from: int = 1
) -> Preferences:
    """Find preferences by other thresholds."""
    difference, repeated = colours.difference, colours.repeated if by_repeating else np.zeros_like(colours.repeated)
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
    return _preference(colours, by_repeating=False)


def _absolute_by_repeating_alone(colours: ColourHistory) -> Preferences:
    return _preference(colours, absolute_from=10**6)


def _never_strong(colours: ColourHistory) -> Preferences:
    return _preference(colours, strong_from=2)


def _mild_is_strong(colours: ColourHistory) -> Preferences:
    found = preferences(colours)
    return replace(found, strength=np.where(found.strength == Strength.MILD, Strength.STRONG, found.strength))


def _no_mild(colours: ColourHistory) -> Preferences:
    found = preferences(colours)
    is_mild = found.strength == Strength.MILD
    return Preferences(
        colour=np.where(is_mild, 0, found.colour), strength=np.where(is_mild, Strength.NONE, found.strength)
    )


def _mild_repeats(colours: ColourHistory) -> Preferences:
    found = preferences(colours)
    return replace(found, colour=np.where(found.strength == Strength.MILD, -found.colour, found.colour))


def _latest_decide(colours: ColourHistory) -> Preferences:
    found = preferences(colours)
    return replace(found, colour=np.where(colours.repeated != 0, -colours.repeated, found.colour))


def colour_preferences(text: DutchText) -> Iterator[Alteration]:
    """Yield other colour histories, and other thresholds of preferences."""
    where = text.definition_articles
    squeezed = where.squeezed_colours
    absolute, strong, mild = where.absolute_preference, where.strong_preference, where.mild_preference
    yield alteration(
        "forfeits-are-colours",
        "a forfeited game counted in the colour history",
        squeezed,
        definitions(coloured=scheduled),
    )
    yield alteration(
        "colours-not-squeezed",
        "two equal colours in a row were none when a round without a game lies between them",
        squeezed,
        definitions(colour_history=_not_squeezed),
    )
    for identifier, sentence, article, found in (
        (
            "absolute-from-difference-one",
            "a colour difference of one made an absolute preference",
            absolute,
            _absolute_from_one,
        ),
        (
            "absolute-from-difference-three",
            "a colour difference of two made no absolute preference",
            absolute,
            _absolute_from_three,
        ),
        (
            "absolute-by-difference-alone",
            "the same colour twice in a row made no absolute preference",
            absolute,
            _absolute_by_difference_alone,
        ),
        (
            "absolute-by-repeating-alone",
            "no colour difference made an absolute preference, only the same colour twice in a row",
            absolute,
            _absolute_by_repeating_alone,
        ),
        (
            "latest-colours-decide",
            "the two latest colours decided where the colour difference asks for the opposite",
            absolute,
            _latest_decide,
        ),
        ("no-strong-preference", "a colour difference of one made a mild preference", strong, _never_strong),
        ("mild-is-strong", "mild preferences were strong ones", mild, _mild_is_strong),
        ("no-mild-preference", "there were no mild preferences", mild, _no_mild),
        ("mild-repeats", "a mild preference asked for the colour of the latest game again", mild, _mild_repeats),
    ):
        yield alteration(identifier, sentence, article, definitions(preferences=found))


# --- topscorers ------------------------------------------------------------------------------------------------------


def _half(before: BeforeRound) -> BoolArray:
    return (2 * before.score >= before.maximum) & before.is_final


def _by_points(before: BeforeRound) -> BoolArray:
    return topscorers(replace(before, score=before.points))


def _of_all_rounds(before: BeforeRound) -> BoolArray:
    return (2 * before.score > before.maximum + before.history.scoring.win) & before.is_final


def _in_every_round(before: BeforeRound) -> BoolArray:
    return (2 * before.score > before.maximum) & (before.round_number > 1)


def _in_the_last_two(before: BeforeRound) -> BoolArray:
    last = before.event.rounds_declared
    return (2 * before.score > before.maximum) & (last is not None and before.round_number >= last - 1)


def _in_the_last_but_one(before: BeforeRound) -> BoolArray:
    last = before.event.rounds_declared
    return (2 * before.score > before.maximum) & (last is not None and before.round_number == last - 1)


def _everybody(before: BeforeRound) -> BoolArray:
    return np.full(before.score.size, before.is_final)


def _leaders(before: BeforeRound) -> BoolArray:
    return (before.score == before.score.max(initial=0)) & before.is_final


def _nobody(before: BeforeRound) -> BoolArray:
    return np.zeros(before.score.size, dtype=np.bool_)


def _both_excused(one: BoolArray, other: BoolArray) -> BoolArray:
    return one & other


def _not_excused(one: BoolArray, other: BoolArray) -> BoolArray:
    return np.zeros_like(one | other)


def who_is_topscorer(text: DutchText) -> Iterator[Alteration]:
    """Yield other topscorers, and other things that they may do."""
    article, clash = text.definition_articles.topscorers, text.absolute_articles[2]
    for identifier, sentence, who in (
        ("topscorers-from-half", "exactly half of the maximum score made a topscorer", _half),
        ("topscorers-of-all-rounds", "the round to be paired counted for the maximum score", _of_all_rounds),
        ("topscorers-in-every-round", "there were topscorers in every round", _in_every_round),
        ("topscorers-in-the-last-two-rounds", "there were topscorers in the last two rounds", _in_the_last_two),
        ("topscorers-a-round-early", "topscorers were those of the last round but one", _in_the_last_but_one),
        ("everybody-is-topscorer", "everybody were a topscorer in the final round", _everybody),
        ("leaders-are-topscorers", "only those with the highest score were topscorers", _leaders),
        ("no-topscorers", "there were no topscorers", _nobody),
    ):
        yield alteration(identifier, sentence, article, definitions(topscorers=who))
    yield alteration(
        "topscorers-among-themselves",
        "C3 excused two topscorers, but not a topscorer and another player",
        clash,
        definitions(clash_excused=_both_excused),
    )
    yield alteration(
        "topscorers-not-excused", "C3 excused no topscorer", clash, definitions(clash_excused=_not_excused)
    )


# --- floats ----------------------------------------------------------------------------------------------------------


def _no_round(history: History) -> BoolArray:
    return np.zeros_like(history.played)


def _scores(history: History) -> BoolArray:
    return ~history.played & (history.points > history.scoring.loss)


def _bye_alone(history: History) -> BoolArray:
    return history.bye


def _but_requested(history: History) -> BoolArray:
    return (_scores(history) & history.paired) | history.bye


def _but_half(history: History) -> BoolArray:
    return history.bye | (_scores(history) & (history.points >= history.scoring.win))


def _but_forfeit(history: History) -> BoolArray:
    return history.bye | (_scores(history) & ~history.forfeit_win)


def _but_bye(history: History) -> BoolArray:
    return _scores(history) & ~history.bye


def _forfeit_loss_too(history: History) -> BoolArray:
    return history.bye | _scores(history) | (scheduled(history) & ~history.played)


def _absence_too(history: History) -> BoolArray:
    return history.bye | _scores(history) | ~history.paired


def _anything_above_nothing(history: History) -> BoolArray:
    return history.bye | (~history.played & (history.points > 0))


def floats(text: DutchText) -> Iterator[Alteration]:
    """Yield other floats of rounds without a game."""
    article = text.definition_articles.unplayed_float
    for identifier, sentence, unplayed in (
        ("no-float-without-a-game", "a round without a game were no downfloat", _no_round),
        (
            "bye-alone-is-a-downfloat",
            "of rounds without a game only the pairing-allocated bye were a downfloat",
            _bye_alone,
        ),
        ("bye-without-points-is-no-downfloat", "a pairing-allocated bye worth nothing were no downfloat", _scores),
        ("bye-is-no-downfloat", "the pairing-allocated bye were no downfloat", _but_bye),
        ("requested-bye-is-no-downfloat", "a requested bye were no downfloat", _but_requested),
        ("half-point-bye-is-no-downfloat", "a half-point bye were no downfloat", _but_half),
        ("forfeit-win-is-no-downfloat", "a win by forfeit were no downfloat", _but_forfeit),
        ("forfeit-loss-is-a-downfloat", "a loss by forfeit were a downfloat", _forfeit_loss_too),
        ("absence-is-a-downfloat", "every round for which a player was absent were a downfloat", _absence_too),
        (
            "anything-above-nothing-is-a-downfloat",
            "any points without a game were a downfloat",
            _anything_above_nothing,
        ),
        (
            "every-unplayed-round-is-a-downfloat",
            "every round without a game were a downfloat",
            FloatRule.ANY_ROUND_NOT_PLAYED.unplayed,
        ),
        (
            "scoring-without-playing-is-a-downfloat",
            "a round without a game were a downfloat only where it scores more than a loss",
            FloatRule.SCORING_WITHOUT_PLAYING.unplayed,
        ),
    ):
        yield alteration(identifier, sentence, article, float_rule(unplayed=unplayed))


KINDS = (played_rounds, colour_preferences, who_is_topscorer, floats)
