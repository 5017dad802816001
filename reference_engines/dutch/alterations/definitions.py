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
    float_before,
    preferences,
    topscorers,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.dutch.edition import DutchText
    from reference_engines.engine import Alteration
    from reference_engines.history import BoolArray, History, IntArray
    from reference_engines.standing import Scores, Standing
    from tournaments.model import Event, ForbiddenGroup

# --- what was played -------------------------------------------------------------------------------------------------


def scheduled(history: History) -> BoolArray:
    """Return the rounds with an opponent, whether there was a game or not."""
    return history.opponent != NOBODY


def _present(history: History) -> BoolArray:
    """Return games, and rounds without one for which the player was not there to be paired."""
    return history.played | ~history.paired


def _without_bye(history: History) -> BoolArray:
    return history.played | history.bye


def _none_apart(event: Event) -> tuple[ForbiddenGroup, ...]:
    del event
    return ()


def _always_apart(event: Event) -> tuple[ForbiddenGroup, ...]:
    return tuple(replace(group, first_round=1, last_round=None) for group in event.forbidden)


def played_rounds(text: DutchText) -> Iterator[Alteration]:
    """Yield other answers to what a meeting is, and what an unplayed game."""
    yield alteration(
        "forfeits-are-meetings",
        "a forfeited game counted as a meeting",
        text.absolute_articles[0],
        definitions(met=scheduled),
    )
    yield alteration(
        "forbidden-pairs-ignored",
        "pairs that the organiser forbids could meet",
        text.absolute_articles[0],
        definitions(kept_apart=_none_apart),
    )
    yield alteration(
        "forbidden-pairs-in-every-round",
        "pairs that the organiser forbids for some rounds were forbidden for all",
        text.absolute_articles[0],
        definitions(kept_apart=_always_apart),
    )
    nine = next((one for one in text.criteria if one.criterion.name == "bye_unplayed_games"), None)
    if nine:
        for identifier, sentence, games in (
            ("forfeits-are-games", "a forfeited game were no unplayed game", scheduled),
            ("absences-are-games", "rounds for which a player was absent were no unplayed games", _present),
            ("byes-are-games", "the pairing-allocated bye were no unplayed game", _without_bye),
        ):
            yield alteration(identifier, f"{sentence} in {nine.label}", nine.article, definitions(games=games))


# --- scores ----------------------------------------------------------------------------------------------------------


def _counting(history: History, points: IntArray) -> IntArray:
    """Return the scores with other points in each round; what is given besides the results stays."""
    besides = history.score[1:] - np.cumsum(history.points, axis=0)
    return np.vstack([history.score[:1], np.cumsum(points, axis=0) + besides])


def _bye_is_a_win(history: History) -> IntArray:
    return _counting(history, np.where(history.bye, history.scoring.win, history.points))


def _bye_is_nothing(history: History) -> IntArray:
    return _counting(history, np.where(history.bye, 0, history.points))


def _requested_is_nothing(history: History) -> IntArray:
    return _counting(history, np.where(history.paired, history.points, 0))


def _games_alone(history: History) -> IntArray:
    return _counting(history, np.where(history.played, history.points, 0))


def scores(text: DutchText) -> Iterator[Alteration]:
    """Yield other scores to pair by."""
    article = text.definition_articles.score
    for identifier, sentence, score in (
        ("bye-scored-as-a-win", "the pairing-allocated bye were worth a win, whatever the event says", _bye_is_a_win),
        (
            "bye-scored-as-nothing",
            "the pairing-allocated bye were worth nothing, whatever the event says",
            _bye_is_nothing,
        ),
        ("requested-byes-not-scored", "points for absences did not count", _requested_is_nothing),
        ("games-alone-scored", "points without a game did not count", _games_alone),
    ):
        yield alteration(identifier, sentence, article, definitions(score=score))


# --- rank ------------------------------------------------------------------------------------------------------------


def _largest_number_first(before: BeforeRound) -> IntArray:
    return -np.arange(before.score.size)


def _points_first(before: BeforeRound) -> IntArray:
    return np.lexsort((np.arange(before.score.size), -before.points)).argsort()


def _latest_first(before: BeforeRound) -> IntArray:
    """Rank those with more points in the previous round first."""
    row = before.round_number - 1
    latest = before.history.points[row - 1] if row else np.zeros_like(before.score)
    return np.lexsort((np.arange(before.score.size), -latest)).argsort()


def rank(text: DutchText) -> Iterator[Alteration]:
    """Yield other orders of the players of a scoregroup."""
    article = text.definition_articles.order
    for identifier, sentence, order in (
        ("largest-number-first", "players of one score were ranked by the largest number", _largest_number_first),
        (
            "points-before-number",
            "players of one score were ranked by points without virtual ones first",
            _points_first,
        ),
        ("latest-points-before-number", "players of one score were ranked by their latest result first", _latest_first),
    ):
        yield alteration(identifier, sentence, article, definitions(rank=order))


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


def _after(scores: Scores) -> IntArray:
    return scores.after


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


def _by_present_score(history: History, state: Standing, row: int, back: int) -> IntArray:
    """Compare the two as they stand now."""
    found = float_before(history, state, row, back)
    if row < back:
        return found
    opponent = history.opponent[row - back]
    score = state.score[row]
    return np.where(history.played[row - back], np.sign(score - score[np.maximum(opponent, 0)]), found)


def _a_round_too_far(history: History, state: Standing, row: int, back: int) -> IntArray:
    return float_before(history, state, row, back + 1)


def _when_present(history: History, state: Standing, row: int, back: int) -> IntArray:
    """Look at the latest rounds for which the player was there, absences squeezed out."""
    seen = np.cumsum(history.paired[:row][::-1], axis=0)
    latest = (seen == back) & history.paired[:row][::-1]
    found = np.where(latest, state.float_[:row][::-1], 0).sum(axis=0)
    return np.asarray(found, dtype=np.int64)


def floats_of_games(text: DutchText) -> Iterator[Alteration]:
    """Yield other floats of those who met."""
    article = text.definition_articles.played_float
    yield alteration(
        "floats-by-scores-after-the-round",
        "floats were told by the scores after the round",
        article,
        float_rule(compared=_after),
    )
    yield alteration(
        "forfeits-are-floats",
        "a forfeited game gave floats like any other",
        article,
        float_rule(games=scheduled),
    )


def rounds_of_floats(text: DutchText) -> Iterator[Alteration]:
    """Yield other rounds in which floats are looked for."""
    article = text.definition_articles.played_float
    for identifier, sentence, found in (
        ("floats-by-present-score", "earlier floats were told by the scores of today", _by_present_score),
        ("floats-a-round-too-far", "floats of two and three rounds before were looked at", _a_round_too_far),
        ("floats-absences-squeezed", "rounds for which a player was absent were squeezed out of floats", _when_present),
    ):
        yield alteration(identifier, sentence, article, definitions(float_before=found))


KINDS = (played_rounds, scores, rank, colour_preferences, who_is_topscorer, floats, floats_of_games, rounds_of_floats)
