"""The recorded rounds as arrays: who was to be paired, who played, and what each round was worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.events import event

from reference_engines.definitions.history import NOBODY, read_history
from tournaments.model import ScoringSystem

if TYPE_CHECKING:
    from reference_engines.definitions.history import History

SCORING = ScoringSystem(
    white_win=30,
    white_draw=14,
    white_loss=3,
    black_win=31,
    black_draw=15,
    black_loss=2,
    forfeit_win=29,
    forfeit_loss=1,
    pairing_allocated_bye=28,
    full_point_bye=27,
    half_point_bye=13,
    zero_point_bye=4,
)
"""Every result is worth something of its own."""


def history_of(word: str, answer: str = "-") -> History:
    """Return the history of one round, in which player 1 has a word and player 2 the answer to it."""
    return read_history(event([word, answer], scoring=SCORING))


@pytest.mark.parametrize(
    ("word", "answer", "points"),
    [
        ("2w1", "1b0", (30, 2)),
        ("2b1", "1w0", (31, 3)),
        ("2w=", "1b=", (14, 15)),
        ("2b=", "1w=", (15, 14)),
        ("2wW", "1bL", (30, 2)),
        ("2wD", "1bD", (14, 15)),
        ("2w+", "1b-", (29, 1)),
        ("2b+", "1w-", (29, 1)),
        ("2w-", "1b-", (1, 1)),
        ("U", "F", (28, 27)),
        ("H", "Z", (13, 4)),
    ],
)
def test_each_result_is_worth_its_own_points(word: str, answer: str, points: tuple[int, int]) -> None:
    """By colour, where that makes a difference; they are in the score before the next round, not before their own."""
    history = history_of(word, answer)
    assert history.points.tolist() == [list(points)]
    assert history.score.tolist() == [[0, 0], list(points)]


@pytest.mark.parametrize(
    ("word", "answer", "paired", "played", "bye", "forfeit_win"),
    [
        ("2w1", "1b0", True, True, False, False),
        ("2wW", "1bL", True, True, False, False),
        ("2w+", "1b-", True, False, False, True),
        ("2w-", "1b+", True, False, False, False),
        ("2w-", "1b-", True, False, False, False),
        ("U", "-", True, False, True, False),
        ("F", "-", False, False, False, False),
        ("H", "-", False, False, False, False),
        ("Z", "-", False, False, False, False),
        ("-", "-", False, False, False, False),
    ],
)
def test_participants_games_and_byes_are_read_from_the_record(
    word: str, answer: str, paired: bool, played: bool, bye: bool, forfeit_win: bool
) -> None:
    """A forfeited game was paired and not played; only the pairing-allocated bye belongs to those to be paired."""
    history = history_of(word, answer)
    told = (history.paired[0, 0], history.played[0, 0], history.bye[0, 0], history.forfeit_win[0, 0])
    assert told == (paired, played, bye, forfeit_win)


def test_rounds_and_players_are_not_mixed_up() -> None:
    """Rows are rounds, columns are players; opponents are columns."""
    history = read_history(event(["2w1 3b=", "1b0 U", "U 1w="]))
    assert history.opponent.tolist() == [[1, 0, NOBODY], [2, NOBODY, 0]]
    assert history.colour.tolist() == [[1, -1, 0], [-1, 0, 1]]
    assert history.score.tolist() == [[0, 0, 0], [10, 0, 10], [15, 10, 15]]
    assert (history.rounds, history.players) == (2, 3)
