"""The Dubov System: bye, upfloaters, subgroups, shifters, transpositions and colours, and what each rule changes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from support.dubov import seekers, single_bracket
from support.events import event

from reference_engines.definitions.history import read_history
from reference_engines.dubov.edition import max_t, number_from_middle
from reference_engines.dubov.participants import AroRule, Shifts, aro_before
from reference_engines.dubov.rules import DUBOV_2018, DUBOV_2026, OTHER_READINGS
from reference_engines.frame.results import Pair, RoundPairing
from reference_engines.literal.dubov import BY_TRYING, LITERAL_2026
from reference_engines.misreadings import misreadings_of
from tournaments import read_event
from tournaments.model import Colour, Event, ForbiddenGroup

if TYPE_CHECKING:
    from reference_engines.dubov.participants import Positions
    from reference_engines.frame.rules import Rules

CASES = Path(__file__).parents[1] / "data" / "cases" / "dubov"


def case(name: str) -> Event:
    """Read an event."""
    return read_event(CASES / f"{name}.trf").event


def rated(rows: list[str], ratings: list[int], **declared: object) -> Event:
    """Make an event of players with ratings."""
    plain = event(rows, **declared)
    players = zip(plain.players, ratings, strict=True)
    return replace(plain, players=tuple(replace(player, rating=rating) for player, rating in players))


# --- three positions in which engines or readings part ---------------------------------------------------------------

C6_BEFORE_FLOATS = rated(
    [
        "6w1 4b1 2w1 3b1 7w=",
        "7b1 3w= 1b0 4b1 6w1",
        "8w1 2b= 5w1 1w0 4b1",
        "9b1 1w0 10b1 2w0 3w0",
        "10w= 6b1 3b0 7w0 9w1",
        "1b0 5w0 9b1 8w1 2b0",
        "2w0 10b= 8w1 5b1 1b=",
        "3b0 9w1 7b0 6b0 10w1",
        "4w0 8b0 6w0 10w1 5b0",
        "5b= 7w= 4w0 9b0 8b0",
    ],
    [2746, 2723, 2546, 2444, 2395, 2392, 2391, 2298, 2266, 2230],
    rounds_declared=7,
    initial_colour=Colour.WHITE,
)
UPFLOAT_BY_FORFEIT = rated(
    [
        "6w= 2b= 11w1",
        "7b1 1w= 3b-",
        "8w+ 11w+ 2w+",
        "9b= 5w0 U",
        "10w= 4b1 6w=",
        "1b= 9w1 5b=",
        "2w0 U 8b0",
        "3b- 10b1 7w1",
        "4w= 6b0 10w1",
        "5b= 8w0 9b0",
        "U 3b- 1b0",
    ],
    [2445, 2438, 2433, 2405, 2384, 2339, 2336, 2263, 2163, 2093, 2031],
    rounds_declared=6,
    initial_colour=Colour.WHITE,
)
BYE_BY_GAMES = event(
    [
        *(
            f"{tpn + 8}{colour}{result}"
            for tpn, colour, result in zip(range(1, 9), "wbwbwbwb", "111=111+", strict=True)
        ),
        *(
            f"{tpn - 8}{colour}{result}"
            for tpn, colour, result in zip(range(9, 17), "bwbwbwbw", "000=000-", strict=True)
        ),
        "U",
    ],
    rounds_declared=9,
    initial_colour=Colour.WHITE,
)


@pytest.mark.parametrize("rules", [DUBOV_2026, LITERAL_2026, DUBOV_2018])
def test_upfloaters_are_chosen_by_score_before_anything_else(rules: Rules) -> None:
    """C6: of 5 (2.5), 8, 9 and 10, whom player 1 may meet, it is 5, whatever the colours and floats."""
    found = rules.open(C6_BEFORE_FLOATS).round(6).expected()
    assert found == RoundPairing(pairs=(Pair(1, 5), Pair(7, 3), Pair(2, 9), Pair(8, 4), Pair(10, 6)))


@pytest.mark.parametrize("rules", [DUBOV_2026, LITERAL_2026, DUBOV_2018])
def test_the_bye_goes_to_who_has_played_most(rules: Rules) -> None:
    """3.1.4: 15, who has played a game, before 16, whose one was forfeited (DUBOV-GAMES)."""
    assert rules.open(BYE_BY_GAMES).round(2).expected().bye == 15
    by_schedule = dict(OTHER_READINGS)["DUBOV-GAMES"](rules)
    assert by_schedule.open(BYE_BY_GAMES).round(2).expected().bye == 16
    fewest = next(one for one in misreadings_of(rules) if one.identifier == "bye-fewest-games")
    assert fewest.rules(rules).open(BYE_BY_GAMES).round(2).expected().bye == 16


@pytest.mark.parametrize("rules", [DUBOV_2026, LITERAL_2026, DUBOV_2018])
def test_a_forfeited_pairing_upwards_is_an_upfloat(rules: Rules) -> None:
    """C10: 1, 5 and 8 need one of 2, 4 and 9; 2 was paired with 3, of more points, who won by forfeit: so it is 4."""
    assert Pair(4, 1) in rules.open(UPFLOAT_BY_FORFEIT).round(4).expected().pairs
    played_only = (
        dict(OTHER_READINGS)["DUBOV-UPFLOAT-FORFEIT"](rules).open(UPFLOAT_BY_FORFEIT).round(4).expected_by_position
    )
    bracket = next(one.bracket for one in played_only.trace.brackets if len(one.bracket.residents) == 3)
    assert [bracket.participants.numbers[position] for position in bracket.upfloaters] == [2]


# --- definitions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rounds", "most"), [(1, 2), (4, 2), (5, 3), (9, 3), (10, 4), (14, 4), (15, 5)])
def test_max_t_grows_with_five_rounds(rounds: int, most: int) -> None:
    """1.8.2, rounded down."""
    assert max_t(rounds) == most


@pytest.mark.parametrize(("ratings", "aro"), [((2000, 2001), 2001), ((2000, 2002), 2001), ((1999, 2000), 2000)])
def test_aro_is_rounded_to_the_nearest_and_up_from_the_half(ratings: tuple[int, int], aro: int) -> None:
    """1.7.1: of the opponents met over the board."""
    played = rated(["2w1 3b1 2b+", "1b0 - 1w-", "- 1w0 -"], [2500, *ratings])
    history = read_history(played)
    assert aro_before(played, history, 4, AroRule()).tolist() == [aro, 2500, 2500]
    assert aro_before(played, history, 1, AroRule()).tolist() == [0, 0, 0]


def test_only_players_paired_upwards_are_upfloated() -> None:
    """Neither a bye nor the game of the higher one is; a forfeited pairing is (DUBOV-UPFLOAT-FORFEIT)."""
    rows = ["2w1 3b1 4w+", "1b0 U 3w1", "4w0 1w0 2b0", "3b1 - 1b-"]
    players = DUBOV_2026.open(event(rows, rounds_declared=5)).round(4).participants
    counted = dict(zip(players.numbers, players.upfloats.tolist(), strict=True))
    assert counted == {1: 0, 2: 0, 3: 2, 4: 1}
    before = dict(zip(players.numbers, players.upfloated_before.tolist(), strict=True))
    assert before == {1: False, 2: False, 3: True, 4: True}


def test_the_example_of_numbers_from_the_middle() -> None:
    """4.3.3: of seven the numbers go D, C, E, B, F, A, G; of four B, C, A, D."""
    assert number_from_middle((0, 1, 2, 3, 4, 5, 6)) == (3, 2, 4, 1, 5, 0, 6)
    assert number_from_middle((0, 1, 2, 3)) == (1, 2, 0, 3)


# --- the first round, and those who have yet to play ------------------------------------------------------------------


def test_the_first_round_pairs_the_halves() -> None:
    """3.2.3 to 3.2.6; the higher ranked of a pair has the initial colour where the TPN is odd (5.2.1)."""
    found = DUBOV_2026.open(event([""] * 7, initial_colour=Colour.BLACK)).round(1).expected()
    assert found == RoundPairing(pairs=(Pair(4, 1), Pair(2, 5), Pair(6, 3)), bye=7)


def test_in_the_first_round_players_kept_apart_are_shifted_from_the_middle() -> None:
    """1, 2 and 3 may not meet 4 and 5: two of the half have to meet, so 2 goes over, and for 2 comes 5."""
    apart = tuple(ForbiddenGroup(players=frozenset((upper, lower))) for upper in (1, 2, 3) for lower in (4, 5))
    played = event([""] * 6, initial_colour=Colour.WHITE, forbidden=apart)
    (bracket,) = DUBOV_2026.open(played).round(1).expected_by_position.trace.brackets
    assert bracket.shifts == Shifts(first=(1,), second=(4,))
    assert bracket.pairs == ((0, 1), (2, 5), (3, 4))
    assert LITERAL_2026.open(played).round(1).expected() == DUBOV_2026.open(played).round(1).expected()


def test_in_the_first_round_no_more_players_are_shifted_than_must_be() -> None:
    """3.2.4: 1 has to meet 3, so one of the half goes over; with 2-4 in the place of 2-5 a second one would."""
    apart = tuple(ForbiddenGroup(players=frozenset((tpn, other))) for tpn in (1, 3) for other in (2, 4, 5, 6, 7, 8))
    prepared = DUBOV_2026.open(event([""] * 8, initial_colour=Colour.WHITE, forbidden=apart))
    right = prepared.round(1).expected()
    assert [pair.players for pair in right.pairs] == [{1, 3}, {2, 5}, {4, 7}, {6, 8}]
    assert right == LITERAL_2026.open(prepared.source).round(1).expected()


def test_a_beginner_seeks_black_mildly() -> None:
    """1.6.4: so both preferences are granted if the opponent seeks White."""
    rows = ["2w1 3b1 -", "1b0 - -", "- 1w0 -", "- - -"]
    played = event(rows, rounds_declared=4, initial_colour=Colour.WHITE)
    prepared = DUBOV_2026.open(played)
    players = prepared.round(4).participants
    assert players.beginners.tolist() == [tpn == 4 for tpn in players.numbers]
    assert not players.prefers_white[players.numbers.index(4)]
    rule = prepared.round(4).colour_rule(Pair(2, 4))
    assert rule is not None
    assert (rule.article, rule.sentence.startswith("player 2 has White")) == ("5.2.2", True)


def test_of_two_beginners_the_initial_colour_comes_before_preferences() -> None:
    """5.2.1, in a later round; both seek Black."""
    played = event(["3w1 -", "- -", "1b0 -", "- -"], rounds_declared=4, initial_colour=Colour.WHITE)
    rule = DUBOV_2026.open(played).round(3).colour_rule(Pair(2, 4))
    assert rule is not None
    assert rule.article == "5.2.1"


# --- subgroups and shifts ---------------------------------------------------------------------------------------------


def shifted(white: int, aros: list[int], apart: list[tuple[int, int]]) -> tuple[Positions, Positions, Positions]:
    """Return both shifts and T2 of a scoregroup whose first ``white`` players seek White, confirmed by enumeration."""
    field = seekers(white, aros, apart)
    bracket = single_bracket(field)
    found = []
    for search in (DUBOV_2026.search, BY_TRYING):
        shifts = search.shifts(DUBOV_2026, bracket)
        g1, g2 = bracket.after(shifts)
        s1 = field.sort_by_aro(g1)
        found.append((shifts.first, shifts.second, search.transposition(bracket, s1, field.sort_by_tpn(g2))))
    assert found[0] == found[1]
    return found[0]


def test_subgroups_that_can_meet_are_left_as_they_are() -> None:
    """And S1, by ARO, meets G2 by TPN."""
    assert shifted(2, [2100, 2000, 0, 0], []) == ((), (), (2, 3))


def test_a_subgroup_that_is_too_large_gives_its_middle() -> None:
    """3.2.4.2: of six who seek Black, and none White, the numbers are 3, 4, 2: 2, 3 and 4 go over (positions)."""
    first, second, _ = shifted(0, [0] * 6, [])
    assert (first, set(second)) == ((), {1, 2, 3})


def test_white_seekers_are_numbered_by_aro() -> None:
    """4.3.2: of four who seek White the second by ARO is the middle one."""
    assert shifted(4, [2300, 2100, 2200, 2400], [])[1] == (2, 0)


def test_a_player_who_cannot_meet_the_other_subgroup_changes_sides() -> None:
    """3.2.4.1: 0 and 1 may not meet any player who seeks Black; one of the two changes sides, and one other."""
    apart = [(white, black) for white in (0, 1) for black in (3, 4, 5)]
    first, second, _ = shifted(3, [2100, 2000, 2200, 0, 0, 0], apart)
    assert first == (0,)
    assert len(second) == 1


def test_of_equal_sizes_the_first_shift_is_from_g1() -> None:
    """And who seeks White is shifted, though who seeks Black could be as well."""
    bracket = single_bracket(seekers(2, [2000, 2100, 0, 0], []))
    assert bracket.smaller_is_g1
    assert bracket.after(Shifts(first=(0,), second=(3,))) == ({1, 3}, {0, 2})


# --- editions ---------------------------------------------------------------------------------------------------------


def test_a_full_point_bye_bars_from_the_bye_by_2026_alone() -> None:
    """C2: player 3 has had one; by 2018 the bye goes to the lowest ranked, and by 2026 to another."""
    played = event(["2w= -", "1b= -", "F -"], rounds_declared=3, initial_colour=Colour.WHITE)
    played = replace(played, players=tuple(replace(one, rounds=one.rounds[:1]) for one in played.players))
    played = replace(played, rounds_recorded=1)
    allowed = {
        rules.edition.key: rules.open(played).round(2).participants.players.bye_allowed
        for rules in (DUBOV_2026, DUBOV_2018)
    }
    assert {key: bool(np.all(able)) for key, able in allowed.items()} == {"dubov-2026": False, "dubov-2018": True}


def test_the_editions_number_their_articles_and_share_the_rest() -> None:
    """Every article of 2018 has a letter; what is not printed is the same."""
    for one, other in zip(DUBOV_2026.criteria, DUBOV_2018.criteria, strict=True):
        assert (one.label, one.criterion) == (other.label, other.criterion)
        assert (one.article.startswith("2.3."), other.article) == (True, f"C.{other.label[1:]}")
    letters = [*DUBOV_2018.generation.values(), *DUBOV_2018.step_articles.values()]
    assert all(article[0] in "BCD" for article in letters)
    assert DUBOV_2018.colour_articles.numbers == ("E.0", "E.1", "E.2", "E.3", "E.4")
    assert DUBOV_2026.colour_articles.numbers == ("5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5")
