"""Definitions misread: meetings and unplayed games, scores, and who ranks higher."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.history import NOBODY
from reference_engines.misreadings.dutch.making import definitions, each, misreading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.player_states import RoundStart
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from tournaments.model import Event, ForbiddenGroup

# --- what was played -------------------------------------------------------------------------------------------------


def scheduled(history: History) -> BoolArray:
    """Return the rounds with an opponent, whether there was a game or not."""
    return history.opponent != NOBODY


def _present(history: History) -> BoolArray:
    """Return games, and rounds without one for which the player was not there to be paired."""
    return history.played | ~history.paired


def _ignore_bye(history: History) -> BoolArray:
    return history.played | history.bye


def _none_apart(event: Event) -> tuple[ForbiddenGroup, ...]:
    del event
    return ()


def _always_apart(event: Event) -> tuple[ForbiddenGroup, ...]:
    return tuple(replace(group, first_round=1, last_round=None) for group in event.forbidden)


def played_rounds(text: DutchText) -> Iterator[Misreading]:
    """Yield other answers to what a meeting is, and what an unplayed game."""
    yield misreading(
        "forfeits-are-meetings",
        "a forfeited game counted as a meeting",
        text.absolute_articles[0],
        definitions(met=scheduled),
    )
    yield misreading(
        "forbidden-pairs-ignored",
        "pairs that the organiser forbids could meet",
        text.absolute_articles[0],
        definitions(forbidden_groups=_none_apart),
    )
    yield misreading(
        "forbidden-pairs-in-every-round",
        "pairs that the organiser forbids for some rounds were forbidden for all",
        text.absolute_articles[0],
        definitions(forbidden_groups=_always_apart),
    )
    nine = next((one for one in text.criteria if one.criterion.name == "bye_unplayed_games"), None)
    if nine:
        for identifier, sentence, games in (
            ("forfeits-are-games", "a forfeited game were not an unplayed game", scheduled),
            (
                "absences-are-games",
                "absences, before a late entry or later, were not unplayed games",
                _present,
            ),
            ("byes-are-games", "the pairing-allocated bye were not an unplayed game", _ignore_bye),
        ):
            yield misreading(identifier, f"{sentence} in {nine.label}", nine.article, definitions(games=games))


# --- scores ----------------------------------------------------------------------------------------------------------


def count_points(history: History, points: IntArray) -> IntArray:
    """Return the scores with other points in each round; what is given besides the results stays."""
    besides = history.score[1:] - np.cumsum(history.points, axis=0)
    return np.vstack([history.score[:1], np.cumsum(points, axis=0) + besides])


def _bye_is_a_win(history: History) -> IntArray:
    return count_points(history, np.where(history.bye, history.scoring.win, history.points))


def _bye_is_nothing(history: History) -> IntArray:
    return count_points(history, np.where(history.bye, 0, history.points))


def _requested_is_nothing(history: History) -> IntArray:
    return count_points(history, np.where(history.paired, history.points, 0))


def _games_alone(history: History) -> IntArray:
    return count_points(history, np.where(history.played, history.points, 0))


_SCORES = (
    (
        "bye-scored-as-a-win",
        "the pairing-allocated bye were worth a win, whatever the event says",
        _bye_is_a_win,
    ),
    (
        "bye-scored-as-nothing",
        "the pairing-allocated bye were worth nothing, whatever the event says",
        _bye_is_nothing,
    ),
    ("requested-byes-not-scored", "points for requested byes did not count", _requested_is_nothing),
    ("games-alone-scored", "points without a game did not count", _games_alone),
)


def scores(text: DutchText) -> Iterator[Misreading]:
    """Yield other scores to pair by."""
    return each(text.definition_articles.score, _SCORES, lambda score: definitions(score=score))


# --- rank ------------------------------------------------------------------------------------------------------------


def _largest_number_first(before: RoundStart) -> IntArray:
    return -np.arange(before.score.size)


def _points_first(before: RoundStart) -> IntArray:
    return np.lexsort((np.arange(before.score.size), -before.points)).argsort()


def _latest_first(before: RoundStart) -> IntArray:
    """Rank those with more points in the previous round first."""
    row = before.round_number - 1
    latest = before.history.points[row - 1] if row else np.zeros_like(before.score)
    return np.lexsort((np.arange(before.score.size), -latest)).argsort()


_RANKS = (
    ("largest-number-first", "players of one score were ranked by the largest number", _largest_number_first),
    (
        "points-before-number",
        "players of one score were ranked by points without virtual ones first",
        _points_first,
    ),
    (
        "latest-points-before-number",
        "players of one score were ranked by their latest result first",
        _latest_first,
    ),
)


def rank(text: DutchText) -> Iterator[Misreading]:
    """Yield other orders of the players of a scoregroup."""
    return each(text.definition_articles.order, _RANKS, lambda order: definitions(rank=order))


KINDS = (played_rounds, scores, rank)
