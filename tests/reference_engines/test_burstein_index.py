"""The Index of the Burstein System: opponents' scores, rounds without a game, and who ranks higher."""

from __future__ import annotations

from fractions import Fraction

import pytest
from support.burstein import index_of
from support.events import event
from support.generated import generated_events
from support.loops import require_items

from reference_engines.burstein.participants import Index, IndexRules, Method, Series, index_before
from reference_engines.burstein.rules import BURSTEIN_2026
from reference_engines.definitions.history import read_history
from tournaments.model import Event, RequestedBye, Result, VirtualPoints

RULES = BURSTEIN_2026.index


def index(played: Event, stage: int, rules: IndexRules = RULES) -> Index:
    """Return the Index before a round."""
    return index_before(played, read_history(played), stage, rules)


def index_values(played: Event, tpn: int, rules: IndexRules = RULES) -> tuple[float, float]:
    """Return Buchholz and Sonneborn-Berger of a player before the round to come, in points."""
    found = index(played, played.rounds_recorded + 1, rules)
    return float(found.buchholz[tpn - 1]) / 10, float(found.sonneborn_berger[tpn - 1]) / 100


def test_opponents_count_by_their_current_scores() -> None:
    """Player 1 beat 2 (1.0 by now) and drew with 3 (1.5): 2.5, and 1.0 plus half of 1.5."""
    played = event(["2w1 3b=", "1b0 4w1", "4w1 1w=", "3b0 2b0"])
    assert index_values(played, 1) == (2.5, 1.75)
    assert index_values(played, 4) == (2.5, 0.0)


@pytest.mark.parametrize(
    ("word", "buchholz", "sonneborn_berger"), [("U", 3.0, 3.0), ("F", 3.0, 3.0), ("H", 2.5, 1.75), ("-", 2.0, 1.0)]
)
def test_a_round_without_a_game_is_one_against_oneself(word: str, buchholz: float, sonneborn_berger: float) -> None:
    """In round 2 player 1 beat 3, who has 1.0; the rest is the own score, won, drawn or lost."""
    played = event([f"{word} 3w1", "3b0 U", "2w1 1b0"])
    assert index_values(played, 1) == (buchholz, sonneborn_berger)


@pytest.mark.parametrize(("forfeited", "sonneborn_berger"), [("2w+", 1.0), ("2w-", 0.0)])
def test_a_forfeited_game_is_one_against_oneself(forfeited: str, sonneborn_berger: float) -> None:
    """Not against the opponent who was not there, or was."""
    other = {"2w+": "1b-", "2w-": "1b+"}[forfeited]
    assert index_values(event([forfeited, other]), 1) == (sonneborn_berger, sonneborn_berger)


ABSENT = ["3w1 - -", "4w1 3b= 4b1", "1b0 2w= -", "2b0 - 2w0"]


@pytest.mark.parametrize(
    ("series", "away", "buchholz"),
    [
        (Series.UP_TO_THE_ROUND_TO_BE_PAIRED, (), 4.0),
        (Series.UP_TO_THE_ROUND_TO_BE_PAIRED, (1,), 5.0),
        (Series.UP_TO_THE_ROUND_TO_BE_PAIRED, (3,), 4.0),
        (Series.UP_TO_THE_LAST_ROUND, (), 5.0),
        (Series.NONE, (1,), 4.0),
    ],
)
def test_zero_point_byes_in_a_row_are_draws_for_opponents(
    series: Series, away: tuple[int, ...], buchholz: float
) -> None:
    """
    1.7.2, exception: player 1 (1.0) was away in rounds 2 and 3, and may be so in round 4.

    Player 3 (0.5) has met 1 and 2 (2.5), and was away in round 3.
    """
    requested = tuple(RequestedBye(round_number=4, tpn=tpn, result=Result.ZERO_POINT_BYE) for tpn in away)
    played = event(ABSENT, requested_byes=requested)
    assert index_values(played, 3, IndexRules(series=series))[0] == buchholz


@pytest.mark.parametrize(("result", "counts"), [(Result.ZERO_POINT_BYE, True), (Result.HALF_POINT_BYE, False)])
def test_a_series_goes_on_with_a_zero_point_bye_only(result: Result, counts: bool) -> None:
    """A half-point bye in the round to be paired ends it."""
    played = event(ABSENT, requested_byes=(RequestedBye(round_number=4, tpn=1, result=result),))
    assert (index_values(played, 3)[0] > index_values(event(ABSENT), 3)[0]) is counts


def test_own_games_against_oneself_are_none_the_better_for_a_series() -> None:
    """It is for the benefit of opponents."""
    played = event(ABSENT, requested_byes=(RequestedBye(round_number=4, tpn=1, result=Result.ZERO_POINT_BYE),))
    assert index_values(played, 1) == index_values(event(ABSENT), 1)


def test_virtual_points_do_not_count() -> None:
    """1.7.2: neither the player's own nor an opponent's."""
    listed = VirtualPoints(points=10, first_round=1, last_round=3, players=frozenset((2, 3)))
    rows = ["2w1 3b=", "1b0 4w1", "4w1 1w=", "3b0 2b0"]
    assert index_values(event(rows, virtual_points=(listed,)), 1) == index_values(event(rows), 1)
    with_them = IndexRules(with_virtual_points=True)
    assert index_values(event(rows, virtual_points=(listed,)), 1, with_them)[0] == index_values(event(rows), 1)[0] + 2


def test_equal_buchholz_is_separated_by_sonneborn_berger_and_then_by_number() -> None:
    """1.8: by Buchholz, by nothing but the number, and by Sonneborn-Berger where a draw was in it."""
    found = index(event(["3b0 U", "4w1 -", "1w1 -", "2b0 U"]), 2)
    assert found.buchholz.tolist() == [10, 0, 0, 10]
    assert found.order.tolist() == [0, 3, 1, 2]
    found = index(event(["3b0 U", "4w1 -", "1w1 -", "2b0 U"]), 3)
    assert found.buchholz.tolist() == [20, 20, 20, 20]
    assert found.sonneborn_berger.tolist() == [100, 100, 100, 100]
    assert found.order.tolist() == [0, 1, 2, 3]
    found = index(event(["3b= -", "4w1 -", "1w= U", "2b0 U"]), 3)
    assert found.buchholz.tolist() == [20, 20, 20, 20]
    assert found.sonneborn_berger.tolist() == [75, 100, 175, 100]
    assert found.order.tolist() == [2, 1, 3, 0]


def test_scores_do_not_matter() -> None:
    """1.8, note: player 2 has fewer points than 1, and met who has more."""
    played = event(["3w1 -", "4w0 -", "1b0 -", "2b1 U"])
    assert index(played, 3).order.tolist().index(1) < index(played, 3).order.tolist().index(0)


def test_later_methods_are_used_where_those_before_are_equal() -> None:
    """With none at all, the number ranks."""
    rows = ["2w1 3b=", "1b0 4w1", "4w1 1w=", "3b0 2b0"]
    assert index(event(rows), 3, IndexRules(methods=())).order.tolist() == [0, 1, 2, 3]
    by_one = index(event(rows), 3, IndexRules(methods=(Method.SONNEBORN_BERGER,)))
    values = by_one.sonneborn_berger[by_one.order].tolist()
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("number", range(10))
def test_the_index_is_what_the_rows_add_up_to(number: int) -> None:
    """Counted by itself, over whole events in which players often are away."""
    played = generated_events("burstein")[number]
    for stage in require_items(range(1, played.rounds_recorded + 1)):
        found, counted = index(played, stage), index_of(played, stage)
        for column, player in require_items(enumerate(played.players)):
            assert Fraction(int(found.buchholz[column]), 10) == counted[player.tpn][0]
            assert Fraction(int(found.sonneborn_berger[column]), 100) == counted[player.tpn][1]
