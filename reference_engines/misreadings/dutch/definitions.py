"""Definitions misread: meetings, unplayed games, scores, and topscorers."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.history import NOBODY
from reference_engines.definitions.player_states import AS_WRITTEN
from reference_engines.misreadings.dutch.making import both, definitions, each, misreading
from reference_engines.misreadings.dutch.making import floats as float_rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.player_states import Definitions, RoundStart
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.rounds import Rounds
    from tournaments.model import Event, ForbiddenGroup

    Points = Callable[[History], IntArray]


# --- what was played -------------------------------------------------------------------------------------------------


def scheduled(history: History) -> BoolArray:
    """Return the rounds with an opponent, whether there was a game or not."""
    return history.opponent != NOBODY


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


# --- scores ----------------------------------------------------------------------------------------------------------


OTHER_POINTS: tuple[tuple[str, str, Points], ...] = (
    ("nothing", "worth nothing", lambda history: 0 * history.points),
    ("a-draw", "worth a draw", lambda history: 0 * history.points + history.scoring.white_draw),
    ("a-win", "worth a win", lambda history: 0 * history.points + history.scoring.win),
)
"""Name, words, and the points that rounds without a game may be worth."""


def count_other_points(history: History, *, is_meant: Rounds, points: Points) -> IntArray:
    """Return the scores by which some rounds are worth other points."""
    return count_points(history, np.where(is_meant(history), points(history), history.points))


def count_points(history: History, points: IntArray) -> IntArray:
    """Return the scores with other points in each round; what is given besides the results stays."""
    besides = history.score[1:] - np.cumsum(history.points, axis=0)
    return np.vstack([history.score[:1], np.cumsum(points, axis=0) + besides])


def _games_alone(history: History) -> IntArray:
    return count_points(history, np.where(history.played, history.points, 0))


def games_alone(text: DutchText) -> Iterator[Misreading]:
    """Yield scores of games alone."""
    yield misreading(
        "games-alone-scored",
        "points without a game did not count",
        text.definition_articles.score,
        definitions(score=_games_alone),
    )


# --- meetings of some rounds -----------------------------------------------------------------------------------------

_ROUNDS = (1, 2, 3, 4)


def meetings(text: DutchText) -> Iterator[Misreading]:
    """Yield meetings of the latest rounds alone, and a latest or first round that is forgotten."""
    return meeting_misreadings(text.absolute_articles[0])


def meeting_misreadings(article: str) -> Iterator[Misreading]:
    """Yield earlier rounds whose meetings are forgotten, by the article on meetings."""
    for number in _ROUNDS:
        rounds = "round" if number == 1 else f"{number} rounds"
        yield misreading(
            f"meetings-of-{number}-rounds",
            f"only opponents of the latest {rounds} could not be met again",
            article,
            definitions(remembered=partial(_latest, number=number)),
        )
    yield misreading(
        "meetings-of-last-round-forgotten",
        "the opponent of the previous round could be met again, but not those before",
        article,
        definitions(remembered=partial(_but, row=-1)),
    )
    yield misreading(
        "meetings-of-first-round-forgotten",
        "the opponent of round 1 could be met again",
        article,
        definitions(remembered=partial(_but, row=0)),
    )


def _latest(met: BoolArray, *, number: int) -> BoolArray:
    found = met.copy()
    found[: max(0, len(met) - number)] = False
    return found


def _but(met: BoolArray, *, row: int) -> BoolArray:
    found = met.copy()
    found[row : row + 1 or None] = False
    return found


# --- scores rounded to wins ------------------------------------------------------------------------------------------


def _round_scores(history: History, *, up: bool, own: Callable[[History], IntArray]) -> IntArray:
    scores, unit = own(history), history.scoring.win
    return np.asarray(-(-scores // unit) * unit if up else scores // unit * unit, dtype=np.int64)


def _round_in_brackets(event: Event, history: History, rounds: int, *, up: bool, own: Definitions) -> IntArray:
    """Return virtual points with which a score is rounded."""
    points = own.virtual_points(event, history, rounds)
    return np.asarray(points + _round_scores(history, up=up, own=own.score) - own.score(history), dtype=np.int64)


def rounded_scores(text: DutchText) -> Iterator[Misreading]:
    """Yield scores that are rounded to wins, everywhere or in brackets alone."""
    article, own = text.definition_articles.score, AS_WRITTEN
    for name, up in (("down", False), ("up", True)):
        yield misreading(
            f"scores-rounded-{name}",
            f"scores were rounded {name} to whole points",
            article,
            definitions(score=partial(_round_scores, up=up, own=own.score)),
        )
        yield misreading(
            f"scores-rounded-{name}-in-brackets",
            f"scores were rounded {name} to whole points in brackets, but not for floats",
            article,
            both(
                definitions(virtual_points=partial(_round_in_brackets, up=up, own=own)),
                float_rule(compared=attrgetter("points")),
            ),
        )


# --- topscorers ------------------------------------------------------------------------------------------------------


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
    ("topscorers-a-round-early", "topscorers were those of the last round but one", _topscorers_in_penultimate_round),
    ("everybody-is-topscorer", "every player were a topscorer in the final round", _all_players),
    ("leaders-are-topscorers", "only those with the highest score were topscorers", _leaders),
    ("no-topscorers", "no player were a topscorer", _no_players),
)


def other_topscorers(text: DutchText) -> Iterator[Misreading]:
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


# --- topscorers by another share, maximum or round -------------------------------------------------------------------


def _with_virtual(before: RoundStart) -> IntArray:
    return before.score


def _points_in_games(before: RoundStart) -> IntArray:
    row, history = before.round_number - 1, before.history
    return np.asarray(np.where(history.played, history.points, 0)[:row].sum(axis=0), dtype=np.int64)


def _a_round_before(before: RoundStart) -> IntArray:
    return before.history.score[max(0, before.round_number - 2)]


def _so_far(before: RoundStart) -> IntArray:
    return np.full(before.score.size, before.maximum)


def _maximum_after_round(before: RoundStart) -> IntArray:
    return np.full(before.score.size, before.history.scoring.win * before.round_number)


def _maximum_in_games(before: RoundStart) -> IntArray:
    games = before.history.played[: before.round_number - 1].sum(axis=0)
    return np.asarray(before.history.scoring.win * games, dtype=np.int64)


def _score_of_leader(before: RoundStart) -> IntArray:
    return np.full(before.score.size, before.score.max(initial=0))


_POINTS = (
    ("", "", _with_virtual),
    ("games-", " by the points of games alone", _points_in_games),
    ("late-", " by the scores of a round before", _a_round_before),
)
_MAXIMA = (
    ("so-far", "a win in every round so far", _so_far),
    ("all-rounds", "a win in every round, the one to be paired included", _maximum_after_round),
    ("played-games", "a win in every game of the player", _maximum_in_games),
    ("leader", "the highest score", _score_of_leader),
)
_SHARES = (("over-half", "more than half of", 2, False), ("from-half", "half or more of", 2, True))
_WHEN: tuple[tuple[str, str, int | None], ...] = (
    ("", "in the last round", 1),
    ("-last-two", "in the last two rounds", 2),
    ("-last-three", "in the last three rounds", 3),
    ("-always", "in every round", None),
)


def topscorers(text: DutchText) -> Iterator[Misreading]:
    """Yield other topscorers: by other points, of another maximum, and in other rounds."""
    article = text.definition_articles.topscorers
    for (points, by_points, score), (name, of_what, maximum), (share, how, times, equal), (
        suffix,
        when,
        last,
    ) in product(_POINTS, _MAXIMA, _SHARES, _WHEN):
        if (points, name, share, suffix) == ("", "so-far", "over-half", ""):
            continue  # as written
        found = partial(_topscorers, score=score, maximum=maximum, times=times, equal=equal, last=last)
        yield misreading(
            f"topscorers-{points}{share}-of-{name}{suffix}",
            f"topscorers were the players with {how} {of_what}{by_points}, {when}",
            article,
            definitions(topscorers=found),
        )


def _topscorers(
    before: RoundStart,
    *,
    score: Callable[[RoundStart], IntArray],
    maximum: Callable[[RoundStart], IntArray],
    times: int,
    equal: bool,
    last: int | None,
) -> BoolArray:
    declared, row = before.event.rounds_declared, before.round_number
    is_meant = row > 1 and (last is None or (declared is not None and row > declared - last))
    if not is_meant:
        return np.zeros(before.score.size, dtype=np.bool_)
    points, most = times * score(before), maximum(before)
    return np.asarray(points >= most if equal else points > most)
