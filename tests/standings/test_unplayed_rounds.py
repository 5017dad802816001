"""Articles 14 to 16: categories of unplayed rounds, adjusted scores, dummies and cuts."""

from __future__ import annotations

import pytest
from support.events import event
from support.tie_breaks import explained, values

from standings.rounds import Category
from standings.rules import EDITION_2024, EDITION_2026, TieBreakRules
from standings.score_table import build_player_table
from standings.values import CutReason
from tournaments.model import AbnormalPoints, ScoringSystem

RULES_2024 = TieBreakRules(edition=EDITION_2024)
RULES = TieBreakRules(edition=EDITION_2026)


def categories(row: str, *, declared: int | None = None, rules: TieBreakRules = RULES) -> list[str]:
    """Return the articles of the categories of a player's rounds; blank for games."""
    rounds = len(row.split())
    played = event([row, " ".join("-" * rounds)], rounds_declared=declared)
    return [entry.category.article if entry.category else "" for entry in build_player_table(played, rules).rows[0]]


def adjusted(row: str) -> int:
    """Return the score in tenths that a player has for the tie-breaks of opponents."""
    return build_player_table(event([row, " ".join("-" * len(row.split()))]), RULES).scores.adjusted[0]


@pytest.mark.parametrize(
    ("row", "articles"),
    [
        ("2w1 U F 2w+ 2w-", ["", "16.2.1", "16.2.1", "16.2.2", "16.2.4"]),
        ("H 2w1", ["16.2.3", ""]),
        ("H U", ["16.2.3", "16.2.1"]),
        ("H 2w+", ["16.2.3", "16.2.2"]),
        ("H 2w-", ["16.2.5", "16.2.4"]),
        ("2w1 H", ["", "16.2.5"]),
        ("H Z H", ["16.2.5", "16.2.5", "16.2.5"]),
        ("Z H 2w1 Z 2w- H", ["16.2.3", "16.2.3", "", "16.2.5", "16.2.4", "16.2.5"]),
    ],
)
def test_requested_byes_are_classed_by_the_rounds_after_them(row: str, articles: list[str]) -> None:
    """16.2.3: at least one round that is not a VUR; 16.2.5: VURs only, or nothing."""
    assert categories(row) == articles


def test_a_game_of_less_than_one_move_is_a_game() -> None:
    """Reading C07-SHORT-GAME."""
    assert categories("2wL H 2bW") == ["", "16.2.3", ""]


def test_the_last_recorded_round_is_the_last_one_unless_read_otherwise() -> None:
    """Reading C07-LAST-ROUND, of an event with a round to come."""
    scheduled = TieBreakRules(edition=EDITION_2026, last_round_is_scheduled=True)

    assert categories("2w1 H", declared=3) == ["", "16.2.5"]
    assert categories("2w1 H", declared=3, rules=scheduled) == ["", "16.2.3"]
    assert categories("2w1 H", declared=2, rules=scheduled) == ["", "16.2.5"]


@pytest.mark.parametrize(
    ("row", "tenths"),
    [("2w1 Z", 15), ("2w1 H", 15), ("2w1 2w-", 10), ("Z 2w1", 10), ("U Z Z", 20), ("Z 2w- Z", 10), ("2w1 2b0", 10)],
)
def test_byes_at_the_end_count_as_draws_for_the_opponents(row: str, tenths: int) -> None:
    """16.3: nothing else is changed."""
    assert adjusted(row) == tenths


def test_in_a_round_robin_nothing_is_adjusted_and_free_rounds_count_for_nothing() -> None:
    """15.3: Article 16 is for Swiss events."""
    rows = ["2w1 3w1 -", "1b0 - 3w1", "- 1b0 2b0"]

    assert values(rows, "BH", TieBreakRules(edition=EDITION_2026, pre_determined=True)) == ["1.0", "2.0", "3.0"]
    assert values(rows, "BH", RULES) == ["2.5", "3.5", "3.5"]


def test_the_dummy_of_a_forfeit_has_at_most_the_scheduled_opponents_adjusted_score() -> None:
    """16.4.1; the opponent's absence at the end counts as a draw."""
    part = explained(["3w1 2w+", "Z 1b-", "1b0 -"], "BH", 1).contributions[1]

    assert part.dummy is not None
    assert (part.dummy.own_score, part.dummy.cap, part.dummy.cap_article) == (20, 5, "16.4.1")
    assert (part.figure, part.article) == (5, "16.4.1")


def test_the_dummy_of_any_other_round_has_at_most_a_draw_for_every_round() -> None:
    """16.4.2; in an unfinished event for every round recorded, or by the other reading scheduled."""
    rows = ["U 2w1 3w1", "3w0 1b0 -", "2b1 - 1b0"]
    unfinished = event(rows, rounds_declared=5)

    assert explained(rows, "BH", 1).contributions[0].figure == 15
    assert values(unfinished, "BH")[0] == "3.0"
    assert values(unfinished, "BH", TieBreakRules(edition=EDITION_2026, cap_by_scheduled_rounds=True))[0] == "4.0"


def test_a_dummys_score_is_the_players_own_with_byes_as_awarded() -> None:
    """16.3 is for the opponents only."""
    assert explained(["2w1 Z", "1b0 -"], "BH", 1, RULES_2024).contributions[1].figure == 10


def test_a_forfeit_without_an_opponent_is_a_bye_or_an_absence() -> None:
    """Reading C07-FORFEIT-AGAINST-NOBODY."""
    assert categories("+ 2w1") == ["16.2.1", ""]
    assert categories("2w1 Z") == ["", "16.2.5"]


def test_the_lowest_contribution_of_a_vur_is_cut_before_a_lower_score() -> None:
    """16.5.2: BH/C1 cuts the dummy of the absence (1.0), not the opponent with 0.5."""
    rows = ["2w1 3w0 Z", "1b0 4w0 -", "4w1 1b1 -", "3b0 2b1 -"]
    parts = explained(rows, "BH/C1", 1).contributions

    assert [part.cut for part in parts] == [None, None, CutReason.VOLUNTARY]
    assert values(rows, "BH/C1")[0] == "3.0"


def test_a_bye_that_was_not_requested_is_cut_like_a_game() -> None:
    """A pairing-allocated bye is not a VUR."""
    rows = ["2w1 U 3w0", "1b0 - -", "- - 1b1"]
    parts = explained(rows, "BH/C1", 1).contributions

    assert [part.cut for part in parts] == [CutReason.LEAST, None, None]


def test_a_vur_is_cut_before_a_game_of_the_same_contribution() -> None:
    """16.5.1: as long as it is not lower."""
    rows = ["2w1 Z", "1b0 3w1", "Z 2b0"]
    parts = explained(rows, "BH/C1", 1).contributions

    assert [(part.figure, part.cut) for part in parts] == [(10, None), (10, CutReason.VOLUNTARY)]


SB_ROWS = ["4w1 3b1 2w+ 5b1", "5w1 H 1b- 4w1", "U 1w0 5w1 -", "1b0 5b= U 2b0", "2b0 4w= 3b0 1w0"]


def test_of_a_sonneborn_berger_the_higher_of_two_is_cut() -> None:
    """16.5.2: contributions of VURs 0 and 1.00, least significant value 0.50: that is cut."""
    explanation = explained(SB_ROWS, "SB/C1", 2)

    assert (values(SB_ROWS, "SB")[1], explanation.value) == ("3.00", "2.50")
    assert [part.cut for part in explanation.contributions] == [CutReason.LEAST, None, None, None]


def test_a_second_cut_begins_anew() -> None:
    """Reading C07-CUT-AGAIN: what is left is 1.00, 0 (VUR) and 1.50, and the 1.50 has the lowest score."""
    parts = explained(SB_ROWS, "SB/C2", 2).contributions

    assert [part.cut for part in parts] == [CutReason.LEAST, None, None, CutReason.LEAST]


def test_of_equal_scores_the_lowest_contribution_is_cut_from_a_sonneborn_berger() -> None:
    """14.1: both opponents have 1.0; the one who won contributes nothing."""
    rows = ["2w1 3b0", "1b0 4w1", "4b0 1w1", "3w1 2b0"]

    assert values(rows, "SB")[0] == "1.00"
    assert values(rows, "SB/C1")[0] == "1.00"


def test_a_median_cuts_low_first_and_makes_no_exception_for_vurs_at_the_top() -> None:
    """14.3, 16.5: of two absences one is the low cut, the other the high one."""
    rows = ["2w1 3w1 Z Z", "1b0 - - -", "- 1b0 - -"]
    explanation = explained(rows, "BH/M1", 1)

    assert [part.figure for part in explanation.contributions] == [15, 10, 20, 20]
    assert [part.cut for part in explanation.contributions] == [None, None, CutReason.VOLUNTARY, CutReason.MOST]
    assert explanation.value == "2.5"


def test_a_player_with_fewer_values_than_are_cut_has_nothing_left() -> None:
    """Reading C07-CUT-ALL."""
    assert values(["2w1 Z", "1b0 -"], "BH/C3") == ["0.0", "0.0"]


def test_with_p_forfeits_count_as_games_against_the_scheduled_opponent() -> None:
    """No dummy and no VUR: the lowest score is cut, whether the opponent or the player forfeited."""
    rows = ["2w- 3w1", "1b+ 4w1", "4w= 1b0", "3b= 2b0"]
    parts = explained(rows, "BH/C1/P", 1).contributions

    assert [(part.figure, part.dummy, part.cut) for part in parts] == [(20, None, None), (5, None, CutReason.LEAST)]


def test_fore_buchholz_takes_the_paired_games_of_the_final_round_for_draws() -> None:
    """8.3: of opponents and of one's own dummies."""
    rows = ["2w1 3w1", "1b0 4w0", "4w1 1b0", "3b0 2b1"]

    assert values(rows, "BH") == ["1.0", "3.0", "3.0", "1.0"]
    assert values(rows, "FB") == ["2.0", "2.0", "2.0", "2.0"]


def test_fore_buchholz_hides_a_forfeit_of_the_final_round() -> None:
    """Reading C07-FORE-FORFEIT: a forfeit is a paired game, a bye is not."""
    played, forfeited = ["2w1 3w1", "1b0 4w0", "4w1 1b0", "3b0 2b1"], ["2w1 3w+", "1b0 4w-", "4w1 1b-", "3b0 2b+"]

    assert values(played, "FB") == values(forfeited, "FB")


def test_a_forfeit_of_the_final_round_has_no_dummy_in_fore_buchholz() -> None:
    """By the edition without caps: 1 would have 2.5 for his dummy, and 4 a VUR to be cut."""
    rows = ["2w1 3w1 4w+", "1b0 4w1 3w1", "4b0 1b0 2b0", "3w1 2b0 1b-"]

    assert values(rows, "FB", RULES_2024)[0] == "3.5"
    assert [part.dummy for part in explained(rows, "FB", 1, RULES_2024).contributions] == [None, None, None]
    assert CutReason.VOLUNTARY not in [part.cut for part in explained(rows, "FB/C1", 4, RULES_2024).contributions]


def test_a_forfeit_of_the_final_round_ends_no_absence_in_fore_buchholz() -> None:
    """2 was away and then paired: the absence counts nothing for his opponents, and would count a draw in Buchholz."""
    rows = ["3w1 2w+", "Z 1b-", "1b0 Z"]

    assert [part.figure for part in explained(rows, "FB", 1).contributions] == [5, 5]
    assert [part.figure for part in explained(rows, "BH/P", 1).contributions] == [5, 5]
    assert adjusted("Z 2b-") == 5
    assert build_player_table(event(rows), RULES).fore_scores.adjusted == [15, 5, 5]


def test_before_the_final_round_fore_buchholz_is_buchholz() -> None:
    """Nobody is paired in it yet."""
    unfinished = event(["2w1 3w1", "1b0 4w0", "4w1 1b0", "3b0 2b1"], rounds_declared=3)

    assert values(unfinished, "FB") == values(unfinished, "BH")


def test_a_penalty_counts_in_ones_own_and_in_the_opponents_scores() -> None:
    """Reading C07-ASSIGNED-POINTS: 299 takes half a point from 2."""
    penalty = AbnormalPoints(kind="", match_points=None, points=-5, round_number=None, numbers=frozenset({2}))
    rows = ["2w0 3w1", "1b1 -", "- 1b0"]
    fined = event(rows, abnormal_points=(penalty,))

    assert values(fined, "PTS") == ["1.0", "0.5", "0.0"]
    assert values(event(rows), "BH")[0] == "1.5"
    assert values(fined, "BH")[0] == "1.0"
    assert explained(fined, "PTS", 2).contributions[-1].amount == -5


def test_points_assigned_to_a_result_count_in_its_round() -> None:
    """299 gives 2 nothing for a full-point bye in the first round."""
    nothing = AbnormalPoints(kind="F", match_points=None, points=0, round_number=1, numbers=frozenset({2}))
    rows = ["3w1 2w0", "F 1b1", "1b0 -"]

    assert values(event(rows, abnormal_points=(nothing,)), "PS")[1] == "1.0"
    assert values(event(rows), "PS")[1] == "3.0"


def test_other_scorings_count_in_caps_and_adjusted_scores() -> None:
    """With 3-1-0, a draw is worth 1 in 16.3 and 16.4.2."""
    three = ScoringSystem(
        white_win=30, black_win=30, white_draw=10, black_draw=10, forfeit_win=30, half_point_bye=10, full_point_bye=30
    )
    rows = event(["2w1 U", "1b0 Z"], scoring=three)

    assert values(rows, "BH") == ["3.0", "4.0"]


def test_categories_say_whether_they_are_voluntary() -> None:
    """16.1.2."""
    assert [category.name for category in Category if category.is_voluntary] == [
        "REQUESTED_BYE",
        "FORFEIT_LOSS",
        "REQUESTED_BYE_AT_THE_END",
    ]
