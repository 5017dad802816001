"""Article 10: tie-breaks from ratings, and the tables of the rating regulations."""

from __future__ import annotations

import doctest
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.events import event
from support.tie_breaks import explained, standings_of, values

from standings import ratings
from standings.ratings import DIFFERENCE_BY_SCORE, EXPECTATIONS, MAX_DIFFERENCE, expectation
from standings.rules import EDITION_2026, TieBreakRules
from standings.values import CutReason
from tournaments.model import ScoringSystem

if TYPE_CHECKING:
    from tournaments.model import Event


def rated(rows: list[str], *ratings: int | None, **declared: object) -> Event:
    """Make an event of players with these ratings."""
    played = event(rows, **declared)
    players = zip(played.players, ratings, strict=True)
    return replace(played, players=tuple(replace(player, rating=rating) for player, rating in players))


THREE = ["2w1 3w=", "1b0 -", "- 1b="]


def test_the_average_is_rounded_half_up() -> None:
    """10.1: 2000 and 1901 are 1951 on average."""
    assert values(rated(THREE, 2200, 2000, 1901), "ARO")[0] == "1951"
    assert values(rated(THREE, 2200, 2000, 1902), "ARO")[0] == "1951"


def test_forfeits_and_byes_are_not_over_the_board() -> None:
    """Only games are averaged; who has none has no value, and ranks last."""
    played = rated(["2w+ 3w1", "1b- U", "Z 1b0"], 2200, 2000, 1900)

    assert values(played, "ARO") == ["1900", "-", "2200"]
    assert list(standings_of(played, "ARO").ranks.values()) == [2, 3, 1]


@pytest.mark.parametrize(
    ("code", "value"), [("ARO/C1", "1800"), ("ARO/C2", "1900"), ("ARO/M1", "1700"), ("ARO/M2", "-")]
)
def test_cuts_take_the_lowest_and_medians_the_highest_ratings_too(code: str, value: str) -> None:
    """14.1 to 14.4, of 1900, 1700 and 1500."""
    rows = ["2w1 3w1 4w1", "1b0 - -", "- 1b0 -", "- - 1b0"]

    assert values(rated(rows, 2000, 1900, 1700, 1500), code)[0] == value


def test_cut_ratings_are_reported() -> None:
    """In the explanation."""
    rows = ["2w1 3w1 4w1", "1b0 - -", "- 1b0 -", "- - 1b0"]
    parts = explained(rated(rows, 2000, 1900, 1700, 1500), "ARO/M1", 1).contributions

    assert [part.cut for part in parts] == [CutReason.MOST, None, CutReason.LEAST]


def test_a_performance_is_the_average_and_the_difference_of_the_fractional_score() -> None:
    """10.2: 1.5 out of 2 is .75, which is 193 above the average."""
    assert values(rated(THREE, 2200, 2000, 1900), "TPR")[0] == str(1950 + 193)


def test_a_fractional_score_is_rounded_half_up_to_hundredths() -> None:
    """3.5 out of 4 is .875, taken as .88: 336."""
    rows = ["2w1 3w1 4w1 5w=", "1b0 - - -", "- 1b0 - -", "- - 1b0 -", "- - - 1b="]

    assert values(rated(rows, 2200, 2000, 2000, 2000, 2000), "TPR")[0] == "2336"


def test_a_perfect_performance_is_the_lowest_rating_that_expects_the_score() -> None:
    """10.3, one game each way: a draw is expected from 3 points below on; 735 above expects .99, 736 a win."""
    for result, other, performance in (("=", "=", 1997), ("1", "0", 2736), ("0", "1", 1200)):
        assert values(rated([f"2w{result}", f"1b{other}"], 2500, 2000), "PTP")[0] == str(performance)


def test_averages_of_performances_are_rounded_like_ratings() -> None:
    """10.4, 10.5."""
    played = rated(THREE, 2201, 2000, 1900)

    assert values(played, "TPR") == ["2143", "1401", "2201"]
    assert values(played, "APRO")[0] == "1801"
    assert values(played, "PTP")[1:] == ["1401", "2198"]
    assert values(played, "APPO")[0] == "1800"


def test_performances_count_games_as_such_whatever_a_win_is_worth() -> None:
    """Reading C07-RATING-POINTS."""
    three = ScoringSystem(white_win=30, black_win=30, white_draw=10, black_draw=10)

    assert values(rated(THREE, 2200, 2000, 1900, scoring=three), "TPR")[0] == "2143"


def test_the_higher_rating_comes_first_and_with_r_the_lower() -> None:
    """10.6."""
    played = rated(THREE, 2000, 2200, 1900)

    assert list(standings_of(played, "RTNG").ranks.values()) == [2, 1, 3]
    assert list(standings_of(played, "RTNG/R").ranks.values()) == [2, 3, 1]


@pytest.mark.parametrize("code", ["ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"])
def test_an_unrated_player_ends_the_list_at_a_rating_code(code: str) -> None:
    """Article 10, reading C07-UNRATED: what came before is applied, what comes after is not."""
    ranked = standings_of(rated(THREE, 2000, None, 1900), f"PTS,{code},TPN")

    assert ranked.obstacle is not None
    assert "player 2 is unrated" in ranked.obstacle.reason
    assert list(ranked.ranks.values()) == [1, 3, 2]
    assert len(ranked.columns) == 1


def test_the_tables_are_those_of_the_rating_regulations() -> None:
    """Both ends and the middle; the second table turned round."""
    assert [DIFFERENCE_BY_SCORE[p] for p in (0, 1, 49, 50, 51, 99, 100)] == [-800, -677, -7, 0, 7, 677, 800]
    assert len(DIFFERENCE_BY_SCORE) == 101
    assert len(EXPECTATIONS) == 2 * MAX_DIFFERENCE + 1
    assert all(EXPECTATIONS[MAX_DIFFERENCE + d] == expectation(d) for d in range(-1000, 1001))
    assert all(expectation(d) + expectation(-d) == 100 for d in range(1, 1000))


def test_the_examples_of_the_tables_are_right() -> None:
    """The examples are in the module's docstrings."""
    assert doctest.testmod(ratings).failed == 0


def test_the_other_reading_counts_the_points_of_the_scoring() -> None:
    """Half a point for a win: 1.0 out of 2 games, if they are counted as such."""
    half = ScoringSystem(white_win=5, black_win=5, white_draw=0, black_draw=0)
    rules = TieBreakRules(edition=EDITION_2026, rating_points_by_scoring=True)
    rows = ["2w1 3w1", "1b0 -", "- 1b0"]

    assert values(rated(rows, 2200, 2000, 2000, scoring=half), "TPR", rules)[0] == "2000"
    assert values(rated(rows, 2200, 2000, 2000, scoring=half), "TPR")[0] == "2800"
