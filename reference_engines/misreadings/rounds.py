"""Kinds of rounds without a game: a program may misread a definition for one of them alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.history import NOBODY

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.definitions.history import BoolArray, History, IntArray

    Rounds = Callable[[History], BoolArray]


def forfeited(history: History) -> BoolArray:
    """Return the rounds with an opponent, but without a game."""
    return (history.opponent != NOBODY) & ~history.played


def _opponent_won(history: History) -> BoolArray:
    if not history.rounds:
        return history.forfeit_win
    won = np.take_along_axis(history.forfeit_win, np.maximum(history.opponent, 0), axis=1)
    return np.asarray(forfeited(history) & won)


def double_forfeit(history: History) -> BoolArray:
    """Return the rounds whose game both players forfeited."""
    return forfeited(history) & ~history.forfeit_win & ~_opponent_won(history)


def single_forfeit(history: History) -> BoolArray:
    """Return the rounds whose game one of the players won by forfeit."""
    return forfeited(history) & ~double_forfeit(history)


def _scores(history: History) -> BoolArray:
    return history.points > history.scoring.loss


def _wins(history: History) -> BoolArray:
    return history.points >= history.scoring.win


def unplayed(history: History) -> BoolArray:
    """Return the rounds without a game."""
    return ~history.played


def won(history: History) -> BoolArray:
    """Return the games that the player won."""
    return history.played & _wins(history)


def drawn(history: History) -> BoolArray:
    """Return the games that were drawn."""
    return history.played & _scores(history) & ~_wins(history)


def lost(history: History) -> BoolArray:
    """Return the games that the player lost."""
    return history.played & ~_scores(history)


def with_white(history: History) -> BoolArray:
    """Return the games that the player had with White."""
    return history.played & (history.colour > 0)


def with_black(history: History) -> BoolArray:
    """Return the games that the player had with Black."""
    return history.played & (history.colour < 0)


def arrived(history: History) -> BoolArray:
    """Return the rounds in which a player was to be paired, or after such a round."""
    return np.logical_or.accumulate(history.paired, axis=0)


WITHOUT_A_GAME: tuple[tuple[str, str, Rounds], ...] = (
    ("forfeit-wins", "a win by forfeit", lambda history: history.forfeit_win),
    ("forfeit-losses", "a loss by forfeit", lambda history: forfeited(history) & ~history.forfeit_win),
    ("forfeits", "a forfeited game", forfeited),
    ("double-forfeits", "a game that both players forfeited", double_forfeit),
    ("allocated-byes", "the pairing-allocated bye", lambda history: history.bye),
    (
        "half-point-byes",
        "a half-point bye",
        lambda history: ~history.paired & _scores(history) & ~_wins(history),
    ),
    ("full-point-byes", "a full-point bye", lambda history: ~history.paired & _wins(history)),
    ("requested-byes", "a half- or full-point bye", lambda history: ~history.paired & _scores(history)),
    (
        "zero-point-byes",
        "a zero-point bye (a player who is away or has not yet come)",
        lambda history: ~history.paired & ~_scores(history),
    ),
    (
        "zero-point-byes-after-entry",
        "a zero-point bye of a player who had already come",
        lambda history: ~history.paired & ~_scores(history) & arrived(history),
    ),
    ("rounds-before-entry", "a round before a player's entry", lambda history: ~arrived(history)),
    ("away-rounds", "a round in which a player was not to be paired", lambda history: ~history.paired),
    (
        "scoreless-rounds",
        "a round without a game and without points",
        lambda history: ~history.played & ~_scores(history),
    ),
    ("scoring-rounds", "a round without a game but with points", lambda history: ~history.played & _scores(history)),
)
"""Name, one of them in words, and the rounds."""
UNPLAYED: tuple[tuple[str, str, Rounds], ...] = (
    *WITHOUT_A_GAME,
    ("unplayed-rounds", "a round without a game", unplayed),
)
"""The kinds of rounds without a game, and all of them."""


def _opponents_score(history: History) -> IntArray:
    if not history.rounds:
        return history.score[:-1]
    return np.take_along_axis(history.score[:-1], np.maximum(history.opponent, 0), axis=1)


def floated_down(history: History) -> BoolArray:
    """Return the rounds of a downfloat: a game with an opponent of fewer points, the bye, or points without a game."""
    is_of_game = history.played & (history.score[:-1] > _opponents_score(history))
    return np.asarray(is_of_game | history.bye | (~history.played & _scores(history)))


def floated_up(history: History) -> BoolArray:
    """Return the rounds of an upfloat: a game with an opponent of more points."""
    return np.asarray(history.played & (history.score[:-1] < _opponents_score(history)))
