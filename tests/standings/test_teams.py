"""The tie-breaks of teams: boards, both scores, extended direct encounter; what decides, and what just does not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.team_crosstables import crosstable
from support.tie_breaks import explained, ranks, standings_of, values

from standings.rules import EDITION_2026, TieBreakRules, determine_rules
from standings.wording import describe_explanation
from tournaments.model import ABSENT, AbnormalPoints, DeclaredSystem, Player, PrimaryScore, Result, RoundEntry
from tournaments.teams.event import MatchScoring

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournaments.model import Event

RULES = TieBreakRules(edition=EDITION_2026)


def event_of_two_boards(rows: Sequence[str], games: Mapping[tuple[int, int], str] | None = None) -> Event:
    """Make an event of teams of two."""
    return crosstable(rows, boards=2, games=games)


ONE_MATCH = ("2w1", "1b1")
"""A drawn match on two boards."""


@pytest.mark.parametrize(
    ("games", "counts", "first"),
    [("10", ["1.0", "2.0"], [1, 2]), ("01", ["2.0", "1.0"], [2, 1]), ("==", ["1.5"] * 2, [1, 1])],
)
def test_the_lower_board_count_is_the_better(games: str, counts: list[str], first: list[int]) -> None:
    """12.1: a win on the first board counts 1, on the second 2."""
    event = event_of_two_boards(ONE_MATCH, {(1, 1): games})

    assert values(event, "BC") == counts
    assert ranks(event, "PTS,BC") == first


def test_board_count_leaves_teams_tied_that_have_different_game_points() -> None:
    """C07-BOARD-COUNT: 12.1 asks for the same number; by the other reading it ranks them all the same."""
    event = event_of_two_boards(["2w1.5", "1b0.5", "4w2", "3b0"], {(1, 1): "1=", (1, 3): "11"})
    other = replace(RULES, board_count_needs_no_ties=True)

    assert values(event, "BC") == ["2.0", "1.0", "3.0", "0.0"]
    assert ranks(event, "PTS,BC") == [1, 3, 1, 3]
    assert ranks(event, "PTS,BC", other) == [1, 4, 2, 3]


def test_board_count_separates_one_group_and_leaves_another() -> None:
    """Each group by itself."""
    event = event_of_two_boards(["2w1.5", "1b0.5", "4w1.5", "3b0.5"], {(1, 1): "1=", (1, 3): "=1"})

    assert ranks(event, "PTS,BC") == [1, 4, 2, 3]


@pytest.mark.parametrize(("games", "first"), [("10", [1, 2]), ("01", [2, 1]), ("==", [1, 1])])
def test_top_board_results_decide_from_the_first_board_down(games: str, first: list[int]) -> None:
    """12.2."""
    assert ranks(event_of_two_boards(ONE_MATCH, {(1, 1): games}), "PTS,TBR") == first


def test_top_board_results_go_on_to_the_next_board() -> None:
    """The first board is even, the second not; the third is not looked at."""
    event = crosstable(["2w1.5", "1b1.5"], boards=3, games={(1, 1): "=01"})

    assert ranks(event, "PTS,TBR") == [2, 1]
    assert values(event, "TBR") == ["0.5 0.0 1.0", "0.5 1.0 0.0"]


def test_bottom_board_elimination_begins_without_the_last_board() -> None:
    """12.3: the first two of three boards are even, the first alone is not."""
    event = crosstable(["2w1.5", "1b1.5"], boards=3, games={(1, 1): "10="})

    assert values(event, "BBE") == ["1.0 1.0", "1.0 0.0"]
    assert ranks(event, "PTS,BBE") == [1, 2]


def test_bottom_board_elimination_of_one_board_leaves_all_teams_tied() -> None:
    """The teams have only one board."""
    assert ranks(crosstable(["2w1", "1b0"], boards=1), "BBE") == [1, 1]


@pytest.mark.parametrize(("word", "points"), [("U", "1.0 1.0"), ("F", "1.0 1.0"), ("H", "0.5 0.5"), ("Z", "0.0 0.0")])
def test_a_bye_gives_points_on_every_board(word: str, points: str) -> None:
    """12: the pairing-allocated bye those of a standard win, whatever its game points are."""
    assert values(event_of_two_boards([word, "3w1", "2b1"]), "TBR")[0] == points


def test_games_won_by_forfeit_are_standard_wins_on_their_board() -> None:
    """12, also where the event gives less for them."""
    event = event_of_two_boards(ONE_MATCH, {(1, 1): "-1"})
    scored = replace(event, scoring=replace(event.scoring, forfeit_win=7))

    assert values(scored, "TBR") == ["0.0 1.0", "1.0 0.0"]


def test_a_match_won_by_forfeit_is_won_on_all_boards() -> None:
    """Whether the players' rows tell of it or not."""
    event = event_of_two_boards(["2w+", "1b-"])
    without_rows = replace(
        event, players=tuple(replace(player, rounds=(player.rounds[0],)) for player in event.players)
    )

    assert values(event, "TBR") == values(without_rows, "TBR") == ["1.0 1.0", "0.0 0.0"]


def test_the_other_score_is_the_one_that_is_not_primary() -> None:
    """13.1, as 192 declares it."""
    rows = ["2w1.5", "1b0.5"]

    assert values(event_of_two_boards(rows), "MPvGP") == ["1.5", "0.5"]
    assert values(crosstable(rows, boards=2, code="FIDE_TEAM_GP_MP"), "MPvGP") == ["2.0", "0.0"]
    assert values(event_of_two_boards(rows), "MPvGP", replace(RULES, primary_score=PrimaryScore.GAME_POINTS)) == [
        "2.0",
        "0.0",
    ]


def test_a_code_refers_to_the_primary_score_unless_it_names_another() -> None:
    """13."""
    rows = ["2w1.5 3b1", "1b0.5 U", "U 1w1"]

    assert values(event_of_two_boards(rows), "BH") == values(event_of_two_boards(rows), "BH:MP")
    assert values(event_of_two_boards(rows), "BH:GP") != values(event_of_two_boards(rows), "BH")
    assert values(crosstable(rows, boards=2, code="FIDE_TEAM_GP_MP"), "BH") == values(
        event_of_two_boards(rows), "BH:GP"
    )


def test_wins_of_teams_are_matches_whichever_score_is_asked_for() -> None:
    """C07-TEAM-ROUNDS."""
    rows = ["2w1.5 F", "1b0.5 3w2", "U 2b0"]

    for code in ("WIN", "WIN:GP"):
        assert values(event_of_two_boards(rows), code) == ["2", "1", "0"]
    assert values(event_of_two_boards(rows), "WON") == ["1", "1", "0"]


@pytest.mark.parametrize(
    ("code", "value"), [("EMMSB", "2.00"), ("EMGSB", "1.50"), ("EGMSB", "3.00"), ("EGGSB", "2.25")]
)
def test_the_first_letter_is_the_opponents_score_and_the_second_what_was_scored(code: str, value: str) -> None:
    """13.2: 1 won by 1.5 against 2, who has 1 match point and 1.5 game points."""
    event = event_of_two_boards(["2w1.5 Z", "1b0.5 3w1", "U 2b1"])
    event = replace(event, rounds_recorded=2)

    assert explained(event, code, 1).contributions[0].amount / 100 == float(value)


def test_a_cut_of_two_scores_takes_the_opponent_with_the_lowest_total() -> None:
    """14.1: the lowest in the first letter's score, not the lowest product."""
    event = event_of_two_boards(["2w2 3b0", "1b0 Z", "4w2 1w2", "3b0 Z"])

    assert [(part.opponent, part.amount) for part in explained(event, "EMGSB/C1", 1).contributions if part.cut] == [
        (2, 200)
    ]
    assert values(event, "EMGSB/C1")[0] == "0.00"


@pytest.mark.parametrize(
    ("code", "divisor", "value"), [("SSSC", 2, "4.00"), ("SSSC/K4", 4, "2.75"), ("SSSC/K1", 1, "6.50")]
)
def test_the_combination_divides_buchholz_by_what_makes_scores_comparable(code: str, divisor: int, value: str) -> None:
    """13.4: 4 match points can be reached, and 2 game points in a match; /K says it otherwise."""
    event = event_of_two_boards(["2w1 3b0.5", "1b1 U", "U 1w1.5"])

    assert values(event, "BH")[0] == "5.0"
    assert explained(event, code, 1).note == f"1½ game points, and Buchholz 5 divided by {divisor}"
    assert values(event, code)[0] == value


def test_the_combination_divides_by_one_at_least() -> None:
    """C07-DIVISOR: one round on four boards, 2 match points by 4 game points."""
    assert values(crosstable(["2w2.5", "1b1.5"]), "SSSC") == ["2.50", "3.50"]


IN_A_CIRCLE = ("2w1.5 3b0.5 Z", "1b0.5 Z 3w2", "Z 1w1.5 2b0")
"""Each of three won against another one."""


def test_extended_direct_encounter_uses_the_other_score_if_the_primary_one_is_tied() -> None:
    """13.3.1."""
    event = event_of_two_boards(IN_A_CIRCLE)

    assert values(event, "PTS") == ["2.0", "2.0", "2.0"]
    assert ranks(event, "PTS,DE") == [1, 1, 1]
    assert ranks(event, "PTS,EDE") == [2, 1, 3]


def test_the_explanation_names_the_score_that_separates_two_teams() -> None:
    """Step by step."""
    ranked = standings_of(event_of_two_boards(IN_A_CIRCLE), "PTS,EDE")

    assert ranked.explain(1, 2).note == "2½ game points from the matches among the 3 tied teams"


def test_two_who_have_not_met_stay_tied_whatever_their_boards() -> None:
    """C07-EDE-BOARDS: only their own match counts; by the other reading all matches do."""
    event = event_of_two_boards(["3w1.5", "4w1.5", "1b0.5", "2b0.5"], {(1, 1): "1=", (1, 2): "=1"})
    other = replace(RULES, boards_of_all_matches=True)

    assert ranks(event, "PTS,EDEBT") == [1, 1, 3, 3]
    assert ranks(event, "PTS,EDEBT", other) == [1, 2, 4, 3]


def test_boards_decide_between_exactly_two() -> None:
    """13.3.2: three who have drawn all their matches stay tied."""
    two = event_of_two_boards(ONE_MATCH, {(1, 1): "10"})
    three = event_of_two_boards(["2w1 3b1 U", "1b1 U 3w1", "U 1w1 2b1"], {(1, 1): "10", (2, 3): "10", (3, 2): "10"})

    assert ranks(two, "PTS,EDET") == [1, 2]
    assert ranks(three, "PTS,EDET") == [1, 1, 1]


@pytest.mark.parametrize(
    ("code", "games", "expected"),
    [
        ("EDE", "1==0", [1, 1]),
        ("EDEBT", "1==0", [1, 2]),
        ("EDEBT", "=10=", [1, 2]),
        ("EDET", "=10=", [1, 2]),
        ("EDEB", "=10=", [1, 2]),
        ("EDEBT", "0110", [2, 1]),
        ("EDEB", "0110", [1, 2]),
        ("EDEBB", "0110", [1, 2]),
        ("EDEBT", "====", [1, 1]),
    ],
)
def test_the_code_names_what_follows_the_direct_encounter(code: str, games: str, expected: list[int]) -> None:
    """13.3.2: board count, then top boards down or bottom boards out; 0110 has the board count of 1001."""
    assert ranks(crosstable(["2w2", "1b2"], games={(1, 1): games}), f"PTS,{code}") == expected


def test_boards_may_ask_for_equal_totals() -> None:
    """C07-EDE-TIED: even in their match, but with different game points in all."""
    event = event_of_two_boards(["2w1 3w2", "1b1 4w1.5", "U 1b0", "Z 2b0.5"], {(1, 1): "10"})
    other = replace(RULES, boards_need_equal_totals=True)

    assert values(event, "PTS")[:2] == ["3.0", "3.0"]
    assert ranks(event, "PTS,EDET")[:2] == [1, 2]
    assert ranks(event, "PTS,EDET", other)[:2] == [1, 1]


def test_points_assigned_by_299_are_of_no_round() -> None:
    """C07-ASSIGNED-POINTS: they count in the score, and progressive scores know nothing of them."""
    event = event_of_two_boards(["2w1.5 2b1.5", "1b0.5 1w0.5"])
    penalty = AbnormalPoints(kind="", match_points=-10, points=-5, round_number=1, numbers=frozenset({1}))
    punished = replace(event, abnormal_points=(penalty,))

    assert values(punished, "PTS") == ["3.0", "0.0"]
    assert values(punished, "PTS:GP") == ["2.5", "1.0"]
    assert values(punished, "PS") == ["6.0", "0.0"]


def test_a_code_of_article_10_ends_the_list_of_a_team_event() -> None:
    """It is for players."""
    ranked = standings_of(event_of_two_boards(ONE_MATCH), "PTS,ARO,BH")

    assert str(ranked.obstacle) == "ARO: is for players, and this is an event of teams"
    assert len(ranked.columns) == 1


def test_a_value_of_two_scores_shows_both() -> None:
    """The opponent's total, and what was scored against him."""
    event = event_of_two_boards(["2w1.5", "1b0.5"])

    assert describe_explanation(explained(event, "EMGSB", 2), {1: "Alpha"}).startswith(
        "1.00: r1 lost to Alpha (1), 2.0 x 0.5"
    )


def test_three_teams_who_all_meet_are_a_round_robin_where_nothing_is_declared() -> None:
    """C07-UNDECLARED-PAIRINGS, of matches."""
    undeclared = replace(event_of_two_boards(IN_A_CIRCLE), system=DeclaredSystem())

    assert determine_rules(undeclared).pre_determined
    assert not determine_rules(event_of_two_boards(IN_A_CIRCLE)).pre_determined


def test_three_points_for_a_match_change_what_can_be_reached() -> None:
    """16.4.2 and 9.2 count by what 362 says."""
    scoring = MatchScoring(win=30, draw=10, loss=0, pairing_allocated_bye=10, pairing_allocated_bye_games=10)
    event = crosstable(["2w1.5 H", "1b0.5 U"], boards=2, scoring=scoring)

    assert values(event, "PTS") == ["4.0", "1.0"]
    assert explained(event, "BH", 1).contributions[1].figure == 20


def test_boards_that_nothing_tells_end_the_list_at_a_code_that_needs_them() -> None:
    """Both teams left a board empty without a line-up; what counts no boards goes on."""
    event = crosstable(["2w1", "1b1"], boards=3, games={(1, 1): "+-="})
    gone = replace(event, line_ups=(), board_colours=event.board_colours, players=remove_forfeits(event))

    assert standings_of(gone, "PTS,MPvGP,EDE,BH:GP").obstacle is None
    assert str(standings_of(gone, "PTS,BC").obstacle) == (
        "BC: the file does not say who sat on which board in every match (round 1; line-ups: 300)"
    )


def remove_forfeits(event: Event) -> tuple[Player, ...]:
    """Turn forfeit wins into wins without an opponent, and forfeit losses into absences."""
    absent = {Result.FORFEIT_LOSS: ABSENT, Result.FORFEIT_WIN: RoundEntry(None, None, Result.FORFEIT_WIN)}
    return tuple(
        replace(player, rounds=tuple(absent.get(entry.result, entry) for entry in player.rounds))
        for player in event.players
    )


def test_standard_points_of_teams_compare_with_the_opponent_by_the_score_asked_for() -> None:
    """7.7: a match won is 1, drawn 1/2; lost by both 1/2 each, and otherwise nothing (C07-STD)."""
    rows = ["2w1.5 4b~ H", "1b0.5 3w1 F", "4w1.5 2b1 Z", "3b0.5 1w~ U"]
    event = event_of_two_boards(rows)
    by_draws = replace(RULES, standard_points_by_opponent=False)

    assert values(event, "STD") == values(event, "STD:GP") == ["2.0", "1.5", "1.5", "1.0"]
    assert values(event, "STD", by_draws) == ["1.5", "1.5", "1.5", "0.5"]
