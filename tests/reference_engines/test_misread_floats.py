"""Rarer misreadings of floats in pairs: where a misread float differs from that of the text, and where it does not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from support.events import event
from support.loops import require_items
from support.varied import misread_rules, varied

from reference_engines.definitions.history import NOBODY
from reference_engines.dutch.editions import DUTCH_2026
from tournaments.model import ScoringSystem

DOWN, UP = 1, -1


class _Rounds:
    """The record and the states of a few players, as far as floats read them."""

    def __init__(self, *floats: tuple[int, ...], **rounds: Any) -> None:
        self.float_ = np.array(floats, dtype=np.int64)
        shape = self.rounds, self.players = self.float_.shape
        self.opponent = np.array(rounds.get("opponent", np.full(shape, NOBODY)))
        self.colour = np.array(rounds.get("colour", np.zeros(shape, dtype=np.int64)))
        self.played = self.opponent != NOBODY
        self.paired = np.array(rounds.get("paired", np.ones(shape, dtype=np.bool_)))
        self.bye = np.array(rounds.get("bye", np.zeros(shape, dtype=np.bool_)))
        self.points = np.array(rounds.get("points", np.zeros(shape, dtype=np.int64)))
        self.score = np.vstack([np.zeros((1, self.players), dtype=np.int64), np.cumsum(self.points, axis=0)])
        self.scoring = ScoringSystem()


def _floats(rules: Any, rounds: _Rounds, row: int | None = None) -> list[list[int]]:
    """Return the floats of the previous round and of two rounds before."""
    at = rounds.rounds if row is None else row
    return [rules.definitions.float_before(rounds, rounds, at, back).tolist() for back in (1, 2)]


# --- scores ----------------------------------------------------------------------------------------------------------

BY_TEXT = [[UP, DOWN, UP, DOWN], [0, 0, 0, 0]]
GAMES = _Rounds(
    (0, 0, 0, 0),
    (0, 0, 0, 0),
    (UP, DOWN, UP, DOWN),
    opponent=[[1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]],
    colour=[[1, -1, 1, -1], [-1, 1, 1, -1], [1, -1, 1, -1]],
    points=[[0, 10, 0, 10], [10, 0, 0, 10], [10, 0, 10, 0]],
)
"""Games of four players, who have 1, 1, 0 and 2 points before the third round, and 2, 1, 1 and 2 after it."""


@pytest.mark.parametrize(
    ("identifier", "expected"),
    [
        ("floats-by-after-scores-1", [[0, 0, 0, 0], BY_TEXT[1]]),
        ("floats-by-after-scores-2", [BY_TEXT[0], [DOWN, UP, UP, DOWN]]),
        ("floats-by-next-scores", [[0, 0, 0, 0], [DOWN, UP, UP, DOWN]]),
        ("floats-by-present-scores-2", [BY_TEXT[0], [DOWN, UP, UP, DOWN]]),
        ("floats-by-own-after-and-opponents-before", [[0, DOWN, 0, DOWN], [DOWN, 0, 0, DOWN]]),
        ("floats-by-own-before-and-opponents-after-1", [[UP, 0, UP, 0], BY_TEXT[1]]),
        ("floats-by-score-of-smaller-number-after", [[0, DOWN, UP, 0], [DOWN, 0, UP, 0]]),
        ("floats-by-score-of-higher-rank-after", [BY_TEXT[0], [DOWN, 0, UP, 0]]),
        ("floats-by-score-of-white-before", [BY_TEXT[0], [DOWN, UP, UP, DOWN]]),
    ],
)
def test_a_float_compares_other_scores(identifier: str, expected: list[list[int]]) -> None:
    """Before the first game is over, and of the round that a misreading does not mean, floats are those of the text."""
    assert _floats(DUTCH_2026, GAMES) == BY_TEXT
    assert _floats(misread_rules(identifier), GAMES) == expected != BY_TEXT
    assert _floats(misread_rules(identifier), GAMES, 0) == _floats(DUTCH_2026, GAMES, 0)


def test_the_scores_that_decide_on_floats_leave_points_out() -> None:
    """Of a half-point bye for floats alone, or for everything but floats; scores without such a bye are the same."""
    only, all_but = (
        misread_rules(name)
        for name in ("floats-with-half-point-byes-worth-nothing", "half-point-byes-worth-nothing-but-for-floats")
    )
    rounds = _Rounds(
        (0, 0, DOWN),
        (UP, 0, DOWN),
        opponent=[[NOBODY] * 3, [2, NOBODY, 0]],
        paired=[[True, True, False], [True, False, True]],
        points=[[0, 10, 5], [5, 0, 5]],
    )
    assert _floats(DUTCH_2026, rounds)[0] == [UP, 0, DOWN]
    assert _floats(only, rounds)[0] == [0, 0, 0]
    assert all_but.definitions.score(rounds)[1].tolist() == [0, 10, 0]
    assert _floats(all_but, rounds)[0] == [UP, 0, DOWN]
    assert only.definitions.score == DUTCH_2026.definitions.score


@pytest.mark.parametrize(
    ("identifier", "earlier"),
    [
        ("smaller-number-down", [DOWN, DOWN, 0, 0]),
        ("smaller-number-down-other-up", [DOWN, DOWN, UP, UP]),
        ("larger-number-up", [0, 0, UP, UP]),
        ("white-up", [0, UP, UP, 0]),
        ("winner-down-other-up", [DOWN, UP, UP, DOWN]),
        ("loser-up", [0, UP, UP, 0]),
        ("both-down", [DOWN] * 4),
    ],
)
def test_players_of_one_score_receive_floats(identifier: str, earlier: list[int]) -> None:
    """Games between different scores give the floats of the text."""
    assert _floats(misread_rules(f"floats-of-equals-{identifier}"), GAMES) == [BY_TEXT[0], earlier]


# --- conditions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("identifier", "differs", "expected", "agrees"),
    [
        ("earlier-if-opposite", (UP, DOWN), (DOWN, 0), (DOWN, DOWN)),
        ("earlier-if-equal", (DOWN, DOWN), (DOWN, 0), (UP, DOWN)),
        ("earlier-if-downfloat", (UP, DOWN), (DOWN, 0), (DOWN, UP)),
        ("earlier-if-upfloat", (DOWN, UP), (UP, 0), (UP, DOWN)),
        ("latest-if-equal", (UP, UP), (0, UP), (UP, DOWN)),
        ("latest-if-opposite", (UP, DOWN), (0, UP), (UP, UP)),
        ("both-if-opposite", (UP, DOWN), (0, 0), (UP, UP)),
        ("both-unless-equal", (0, DOWN), (0, 0), (DOWN, DOWN)),
        ("earlier-for-missing-latest", (DOWN, 0), (DOWN, DOWN), (DOWN, UP)),
        ("latest-for-missing-earlier", (0, UP), (UP, UP), (DOWN, UP)),
    ],
)
def test_one_float_depends_on_the_other(
    identifier: str, differs: tuple[int, int], expected: tuple[int, int], agrees: tuple[int, int]
) -> None:
    """Floats are given from the earlier to the later round, and expected the other way round."""
    misread = misread_rules(f"floats-combined-{identifier}")
    found, other = (_Rounds(*((one,) for one in floats)) for floats in (differs, agrees))
    assert _floats(misread, found) == [[one] for one in expected] != _floats(DUTCH_2026, found)
    assert _floats(misread, other) == _floats(DUTCH_2026, other)


def test_a_round_without_a_game_clears_floats() -> None:
    """All of them, or the one before it; after a game they stay."""
    away = _Rounds((DOWN, UP), (0, 0), opponent=[[1, 0], [NOBODY, NOBODY]], paired=[[True, True], [False, True]])
    cleared, earlier = (misread_rules(f"floats-after-away-rounds-cleared-{which}") for which in ("all", "earlier"))
    assert _floats(DUTCH_2026, away) == [[0, 0], [DOWN, UP]]
    assert _floats(cleared, away) == _floats(earlier, away) == [[0, 0], [0, UP]]
    bye = _Rounds((UP,), (DOWN,), paired=[[True], [False]], points=[[0], [5]])
    assert [_floats(rules, bye) for rules in (cleared, earlier)] == [[[0], [0]], [[DOWN], [0]]]


def test_a_game_against_a_player_who_is_away_gives_no_float() -> None:
    """Away in the round to be paired, in the round before, or for good; other games give the floats of the text."""
    rounds = _Rounds(
        (DOWN, UP, DOWN, UP),
        (0, 0, 0, 0),
        (0, 0, 0, 0),
        opponent=[[1, 0, 3, 2], [NOBODY] * 4, [NOBODY] * 4],
        paired=[[True] * 4, [True, False, True, True], [True, True, True, False]],
    )
    expected = {"lately-away": [0, UP, DOWN, UP], "away": [DOWN, UP, 0, UP], "gone": [DOWN, UP, 0, UP]}
    assert _floats(DUTCH_2026, rounds, 2)[1] == [DOWN, UP, DOWN, UP]
    for name, floats in require_items(expected.items()):
        assert _floats(misread_rules(f"floats-by-opponents-{name}-float"), rounds, 2)[1] == floats
    assert _floats(misread_rules("floats-by-opponents-gone-float"), rounds, 1)[0] == [DOWN, UP, DOWN, UP]
    assert _floats(misread_rules("floats-by-opponents-away-float"), rounds, 1)[0] == [0, UP, DOWN, UP]


def test_a_round_without_a_game_is_a_downfloat_from_other_points_on() -> None:
    """A half-point bye is none where a win's points are asked for; a bye worth nothing is one only by its kind."""
    rounds: Any = _Rounds((0, 0, 0), points=[[10, 5, 0]], bye=[[False, False, True]], paired=[[False, False, True]])
    win, or_bye = (misread_rules(f"unplayed-round-of-a-win{also}-is-a-downfloat") for also in ("", "-or-bye"))
    assert DUTCH_2026.floats.unplayed(rounds)[0].tolist() == [True, True, True]
    assert win.floats.unplayed(rounds)[0].tolist() == [True, False, False]
    assert or_bye.floats.unplayed(rounds)[0].tolist() == [True, False, True]


def test_a_downfloat_without_a_game_lasts() -> None:
    """For good, or for a round longer; a float that a player receives later is not changed."""
    bye = [[True, True], [False, False], [False, False], [False, False]]
    rounds = _Rounds((DOWN, DOWN), (0, UP), (0, 0), (0, 0), bye=bye)
    for_good, longer = (
        misread_rules(f"floats-of-allocated-byes-last-{when}") for when in ("for-good", "a-round-longer")
    )
    assert [_floats(DUTCH_2026, rounds, row) for row in (2, 3, 4)] == [
        [[0, UP], [DOWN, DOWN]],
        [[0, 0], [0, UP]],
        [[0, 0], [0, 0]],
    ]
    assert _floats(for_good, rounds, 2) == _floats(longer, rounds, 2) == [[DOWN, UP], [DOWN, DOWN]]
    assert _floats(for_good, rounds, 3) == _floats(longer, rounds, 3) == [[DOWN, DOWN], [DOWN, UP]]
    assert _floats(for_good, rounds, 4) == [[DOWN, DOWN]] * 2 != _floats(longer, rounds, 4) == [[0, 0]] * 2


def test_forfeited_games_of_a_kind_give_floats() -> None:
    """A player who won by forfeit floats by the scores, the opponent does not."""
    played = event(["2w1 2w+", "1b0 1b-", "4w= 4w=", "3b= 3b="], rounds_declared=5)
    prepared: Any = misread_rules("forfeit-wins-give-floats").open(played)
    assert prepared.player_states.float_[1].tolist() == [DOWN, 0, 0, 0]
    losses: Any = misread_rules("forfeit-losses-give-floats").open(played)
    assert losses.player_states.float_[1].tolist() == [DOWN, UP, 0, 0]
    own: Any = DUTCH_2026.open(played)
    assert own.player_states.float_[1].tolist() == [DOWN, 0, 0, 0]


@pytest.mark.parametrize(
    ("whole", "differs", "expected"),
    [
        ("floats-of-1-and-3-before", (UP, DOWN, 0), {"downfloats": (0, 0), "upfloats": (0, UP)}),
        ("floats-of-1-and-3-before", (DOWN, UP, 0), {"downfloats": (0, DOWN), "upfloats": (0, 0)}),
        ("floats-of-2-and-1-before", (UP, DOWN), {"downfloats": (0, DOWN), "upfloats": (UP, 0)}),
    ],
)
def test_floats_of_one_direction_are_misread(
    whole: str, differs: tuple[int, ...], expected: dict[str, tuple[int, int]]
) -> None:
    """Floats of the other direction are those of the text; where both are found, the misread one counts."""
    rounds = _Rounds(*((one,) for one in differs))
    for noun, floats in require_items(expected.items()):
        assert _floats(misread_rules(f"{whole}-of-{noun}"), rounds) == [[one] for one in floats]
    other = _Rounds(*((abs(one),) for one in differs))
    assert _floats(misread_rules(f"{whole}-of-upfloats"), other) == _floats(DUTCH_2026, other)


def test_sentences_on_floats_name_what_is_read() -> None:
    """Each is to be read after "as if"."""
    expected = {
        "floats-by-own-after-and-opponents-before-1": (
            "the float of the previous round depended on the player's score after the game and the opponent's score "
            "before the game"
        ),
        "floats-with-allocated-byes-worth-nothing": (
            "the pairing-allocated bye were worth nothing in the scores that decide on floats"
        ),
        "floats-after-zero-point-byes-cleared-all": (
            "a player had no floats right after a zero-point bye (a player who is away or has not yet come)"
        ),
        "floats-by-opponents-gone-float": "a game against a player who has left the event gave no float",
    }
    assert {name: varied(name).sentence for name in expected} == expected
