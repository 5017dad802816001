"""The sentences of verdicts: players by name and number, scores in points."""

from __future__ import annotations

import pytest

from checker.verdicts.phrases import Roster, format_criterion_value, list_violations
from reference_engines.frame.results import Pair, Violation
from tournaments.points import points_text

ROSTER = Roster({3: "Gamma, Gus", 7: "Eta, Eli", 9: ""})


@pytest.mark.parametrize(("tenths", "text"), [(25, "2.5"), (0, "0.0"), (-10, "-1.0"), (-5, "-0.5"), (105, "10.5")])
def test_scores_are_printed_in_points(tenths: int, text: str) -> None:
    """Tenths become points with one decimal."""
    assert points_text(tenths) == text


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("colour_preference", (3,), "3"),
        ("topscorer_colour_difference", (10,), "10"),
        ("downfloater_scores", (25, 20), "2.5, 2.0"),
        ("pairing_score_difference", (15,), "1.5"),
        ("downfloat_again_differences_1", (5,), "0.5"),
        ("bye_score", (10,), "1.0"),
        ("following_bracket", (2, 15, 10), "2; 1.5; 1.0"),
        ("downfloater_scores", (), "none"),
        ("downfloater_scores", (0,), "0"),
    ],
)
def test_values_are_counts_or_scores_by_the_name_of_the_criterion(name: str, value: tuple[int, ...], text: str) -> None:
    """A criterion named after scores shows points, any other shows what it counts."""
    assert format_criterion_value(name, value) == text


def test_players_without_a_name_go_by_number() -> None:
    """A file may give no name, or not know the player at all."""
    assert ROSTER.describe_player(9) == "number 9"
    assert ROSTER.describe_player(12) == "number 12"


def test_engines_speak_of_numbers_and_are_given_names() -> None:
    """Only numbers that follow the word player are players."""
    told = ROSTER.insert_names("Players 3 and 7 have already played each other in round 3.")
    assert told == "Gamma and Eta have already played each other in round 3."
    assert ROSTER.insert_names("Player 3 appears 7 times.") == "Gamma appears 7 times."
    assert ROSTER.insert_names("Less often than player 3, 7 against 9.") == "Less often than Gamma, 7 against 9."


def test_long_lists_of_games_are_counted() -> None:
    """Four games are read aloud, the others are counted."""
    assert ROSTER.describe_games([Pair(3, 7)] * 4).count("Gamma") == 4
    assert ROSTER.describe_games([Pair(3, 7)] * 6).endswith("; and 2 more")


def _unpaired(*tpns: int) -> tuple[Violation, ...]:
    return tuple(
        Violation(label="", article="C.04.1:3", players=(tpn,), sentence=f"Player {tpn} has no opponent.")
        for tpn in tpns
    )


def test_two_players_who_break_a_rule_have_a_sentence_each() -> None:
    """Two players have a sentence each."""
    assert list_violations(_unpaired(1, 2), Roster({})) == (
        "number 1 has no opponent (C.04.1:3).",
        "number 2 has no opponent (C.04.1:3).",
    )


def test_three_players_who_break_a_rule_share_a_sentence() -> None:
    """Three or more are listed in one sentence, so that another player's broken rule stays visible."""
    twice = Violation(label="C1", article="2.1.1", players=(7, 8), sentence="Players 7 and 8 have met in round 1.")
    assert list_violations((*_unpaired(1, 2, 3, 4), twice), Roster({})) == (
        "number 1 has no opponent (C.04.1:3).",
        "number 2 has no opponent (C.04.1:3).",
        "The same goes for number 3; number 4 (C.04.1:3).",
        "number 7 and number 8 may not play each other: they have met in round 1 (C1, 2.1.1).",
    )
