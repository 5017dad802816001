"""Direct encounter (Article 6)."""

from __future__ import annotations

from dataclasses import replace

from support.events import event
from support.tie_breaks import ranks, standings_of

from standings.rules import EDITION_2026, TieBreakRules

RULES = TieBreakRules(edition=EDITION_2026)
ROUND_ROBIN = replace(RULES, pre_determined=True)


def test_two_players_who_met_are_separated_by_their_game() -> None:
    """6.2."""
    assert ranks(["2w0 3w1", "1b1 -", "- 1b0"], "PTS,DE") == [2, 1, 3]


def test_two_who_did_not_meet_stay_tied() -> None:
    """6.3: whatever the outcome of the missing game, no player is alone at the top."""
    assert ranks(["3w1", "4w1", "1b0", "2b0"], "PTS,DE") == [1, 1, 3, 3]


def test_a_drawn_game_separates_no_players() -> None:
    """6.2."""
    assert ranks(["2w=", "1b="], "PTS,DE") == [1, 1]


def test_a_subset_still_tied_starts_again() -> None:
    """6.2: of four who met, 1 and 2 have two points each, and 2 beat 1."""
    rows = ["2w0 3w1 4w1", "1b1 4b1 3w0", "4w0 1b0 2b1", "3b1 2w0 1b0"]

    assert ranks(rows, "DE", ROUND_ROBIN) == [2, 1, 4, 3]
    assert ranks(rows, "DE", RULES) == [2, 1, 4, 3]


def test_a_player_first_by_any_missing_results_is_ranked_first() -> None:
    """6.3: 1 beat 2 and 3, who did not meet; each of them could reach 1.0 at best."""
    tied = ["2w1 3w1 4w0", "1b0 5w1 6w1", "5b1 1b0 7w1", "6b0 7b0 1b1", "3w0 2b0 -", "4w1 - 2b0", "- 4w1 3b0"]

    assert ranks(tied, "PTS,DE")[:3] == [1, 2, 2]


def test_whom_a_missing_game_could_overtake_is_not_ranked() -> None:
    """6.3: just before the boundary: 1 drew with 3, who could still reach as much."""
    tied = ["2w1 3w= 4w=", "1b0 5w1 6w1", "5b1 1b= 7w=", "6b0 7b0 1b=", "3w0 2b0 -", "4w1 - 2b0", "- 4w1 3b="]

    assert ranks(tied, "PTS,DE")[:3] == [1, 1, 1]


def test_the_second_is_ranked_likewise() -> None:
    """6.3: 1 beat all, 2 beat 3 and 4, who did not meet each other."""
    rows = ["2w1 3w1 4w1", "1b0 4w1 3w1", "- 1b0 2b0", "- 2b0 1b0"]

    assert ranks(rows, "DE") == [1, 2, 3, 3]


def test_the_rest_who_have_all_met_are_ranked_by_their_own_games() -> None:
    """Reading C07-ENCOUNTER-REST: 4 missed 1, who is safe; 2, 3 and 4 have all met and are ranked by 6.2."""
    rows = ["2w1 3w1 -", "1b0 4w= 3w1", "4w1 1b0 2b0", "3b0 2b= -"]

    assert ranks(rows, "DE") == [1, 2, 3, 4]


def test_more_than_one_game_counts_on_average() -> None:
    """6.1.2: 1 beat 2 twice and lost to 3, which is 1.0; 3 has 1.5 with a draw against 2."""
    rows = ["2w1 2b1 3w0 -", "1b0 1w0 - 3w=", "- - 1b1 2b="]

    assert ranks(rows, "DE") == [2, 3, 1]


def test_forfeits_count_only_with_p_or_in_a_round_robin() -> None:
    """6.1.1, 15.2."""
    rows = ["2w-", "1b+"]

    assert ranks(rows, "DE") == [1, 1]
    assert ranks(rows, "DE/P") == [2, 1]
    assert ranks(rows, "DE", ROUND_ROBIN) == [2, 1]


def test_in_an_unfinished_round_robin_the_separate_standings_rank() -> None:
    """6.3 is for Swiss events: in one, 3, who has not played yet, could still be first."""
    rows = ["2w1", "1b0", "-"]

    assert ranks(rows, "DE", ROUND_ROBIN) == [1, 2, 2]
    assert ranks(rows, "DE") == [1, 1, 1]


def test_it_looks_at_those_still_tied_at_its_place_in_the_list() -> None:
    """Reading C07-ENCOUNTER-GROUP: after WIN, 2 and 3 are alone, and 3 beat 2."""
    rows = ["2w= 3w= 4w=", "1b= 3b0 U", "1b= 2w1 -", "- - 1b="]

    assert ranks(rows, "PTS,WIN,DE") == [3, 2, 1, 4]


def test_the_input_order_does_not_matter() -> None:
    """The same players in the opposite order."""
    rows = ["2w0 3w1 4w1", "1b1 4b1 3w0", "4w0 1b0 2b1", "3b1 2w0 1b0"]
    played = event(rows)
    turned = replace(played, players=tuple(reversed(played.players)))

    assert standings_of(played, "PTS,DE").groups == standings_of(turned, "PTS,DE").groups


def test_an_explanation_tells_the_games_among_the_tied_and_those_missing() -> None:
    """The explanation includes the best possible result."""
    rows = ["2w1 3w1 4w0", "1b0 5w1 6w1", "5b1 1b0 7w1", "6b0 7b0 1b1", "3w0 2b0 -", "4w1 - 2b0", "- 4w1 3b0"]
    explanation = standings_of(rows, "PTS,DE").explain(1, 2)

    assert explanation.value == "2"
    assert [(part.round_number, part.opponent, part.points) for part in explanation.contributions] == [(1, 1, 0)]
    assert explanation.note == (
        "0 from the games among the 3 tied players; 1 at most with the games that are missing (6.3)"
    )


def test_players_who_are_not_tied_have_no_value() -> None:
    """Neither a place nor games."""
    explanation = standings_of(["2w1", "1b0"], "PTS,DE").explain(1, 1)

    assert (explanation.value, explanation.note) == ("-", "not tied with another player")
