"""The Lim System by its own tables and examples, and each rule just before and just after its boundary."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from support.events import event
from support.lim import person, table

from reference_engines.frame.results import NoLegalPairingError
from reference_engines.frame.systems import engine_for
from reference_engines.lim.colours import LimColourRule, decide_colours
from reference_engines.lim.edition import (
    DEFAULT_READINGS,
    OTHER_READINGS,
    FloatReason,
    LimArticle,
    LimReadings,
    LimStepKind,
    as_in_1999,
    as_in_2026,
)
from reference_engines.lim.walk import exchanges, follow_procedure
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reference_engines.lim.edition import LimStep
    from reference_engines.lim.participants import LimParticipants

ABOVE, BELOW, MEDIAN = 20, 0, 10


def expected_pairs(of: LimParticipants, readings: LimReadings = DEFAULT_READINGS) -> list[tuple[int, int]]:
    """Return the pairs in the order in which they stand at last, the lower number of each first."""
    return [
        (min(pair), max(pair))
        for step in follow_procedure(of, readings)
        if step.pair is not None and not step.undone
        for pair in [tuple(of.players[player].tpn for player in step.pair)]
    ]


def floating(of: LimParticipants, readings: LimReadings = DEFAULT_READINGS) -> list[int]:
    """Return the numbers of the floaters in the order in which they float."""
    chosen = [step for step in follow_procedure(of, readings) if step.kind is LimStepKind.FLOATING]
    return [of.players[step.taken[0]].tpn for step in chosen]


def steps_of_kind(of: LimParticipants, kind: LimStepKind) -> list[LimStep]:
    """Return the steps of one kind."""
    return [step for step in follow_procedure(of, DEFAULT_READINGS) if step.kind is kind]


def colour_of(
    of: LimParticipants, first: int, second: int, readings: LimReadings = DEFAULT_READINGS
) -> tuple[int, str]:
    """Return the number of the player with White, and the rule that decides."""
    place = {tpn: at for at, tpn in enumerate(of.numbers)}
    decision = decide_colours(of, readings, as_in_2026, 1, (place[first], place[second]))
    return of.players[decision.white].tpn, decision.rule


def only(allowed: Iterable[tuple[int, int]], numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Return all pairs of these numbers except the allowed ones, as earlier games."""
    return [pair for pair in combinations(numbers, 2) if pair not in set(allowed)]


# --- 4.2, 4.3, 4.4: the tables for six players ------------------------------------------------------------------------

TABLE_4_2 = (
    ([], [(1, 4), (2, 5), (3, 6)]),
    ([4], [(1, 5), (2, 4), (3, 6)]),
    ([4, 5], [(1, 6), (2, 4), (3, 5)]),
    ([4, 5, 6], [(1, 3), (2, 5), (4, 6)]),
    ([4, 5, 6, 3], [(1, 2), (3, 5), (4, 6)]),
)
TABLE_4_3 = (
    ([], [(1, 6), (2, 4), (3, 5)]),
    ([4], [(1, 6), (2, 5), (3, 4)]),
    ([4, 5], [(1, 6), (2, 3), (4, 5)]),
    ([4, 5, 3], [(1, 3), (2, 6), (4, 5)]),
    ([4, 5, 3, 6], [(1, 2), (3, 5), (4, 6)]),
)
SIX = [person(tpn) for tpn in range(1, 7)]


@pytest.mark.parametrize(("met_by_1", "pairs"), TABLE_4_2)
def test_exchanges_for_the_first_player_are_those_of_4_2(met_by_1: list[int], pairs: list[tuple[int, int]]) -> None:
    """Column by column: whom #1 has met, and what becomes of the others."""
    assert expected_pairs(table(SIX, [(1, other) for other in met_by_1])) == pairs


@pytest.mark.parametrize(("met_by_2", "pairs"), TABLE_4_3)
def test_exchanges_for_the_second_player_are_those_of_4_3(met_by_2: list[int], pairs: list[tuple[int, int]]) -> None:
    """#1 has met 4 and 5, and has found 6; in the last two columns #2 makes #1 take another."""
    met = [(1, 4), (1, 5), *((2, other) for other in met_by_2)]
    assert expected_pairs(table(SIX, met)) == pairs


def test_upwards_the_tables_stand_on_their_heads() -> None:
    """Below the median scoregroup scrutiny begins with the lowest numbered: #6 tries 3, 2, 1, 4, 5."""
    assert exchanges([6, 5, 4, 3, 2, 1]) == [3, 2, 1, 4, 5]
    below = [person(tpn, score=BELOW) for tpn in range(1, 7)]
    assert expected_pairs(table(below, [(3, 6)], twice_median=20)) == [(2, 6), (3, 5), (1, 4)]


ONE_AND_TWO_CAN_MEET_SIX = [(1, 2), *((one, other) for one in (1, 2) for other in (3, 4, 5))]


def test_4_4_2_of_an_even_number_the_second_floats_with_the_lowest_numbered() -> None:
    """#1 and #2 can meet #6 only: #1 keeps #6, #2 floats and #5 with #2."""
    above = [person(tpn, score=ABOVE) for tpn in range(1, 7)]
    lower = [person(tpn, score=MEDIAN) for tpn in range(7, 11)]
    of = table([*above, *lower], ONE_AND_TWO_CAN_MEET_SIX, twice_median=20)
    assert set(floating(of)) == {2, 5}
    assert {step.reason for step in steps_of_kind(of, LimStepKind.FLOATING)} == {FloatReason.BLOCKED}
    assert (1, 6) in expected_pairs(of)


def test_4_4_1_of_an_odd_number_the_second_floats_instead_of_the_lowest_numbered() -> None:
    """#7 was to make the number even, and is exchanged with #2."""
    above = [person(tpn, score=ABOVE) for tpn in range(1, 8)]
    lower = [person(tpn, score=MEDIAN) for tpn in range(8, 11)]
    met = [*ONE_AND_TWO_CAN_MEET_SIX, (1, 7), (2, 7)]
    assert floating(table([*above, *lower], met, twice_median=20)) == [2]
    assert floating(table([*above, *lower], twice_median=20)) == [7]


# --- 7.2, 8.3: the examples of rounds ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("drawn", "first"), [(Colour.WHITE, [(1, 21), (22, 2)]), (Colour.BLACK, [(21, 1), (2, 22)])])
def test_7_2_forty_players_in_the_first_round(drawn: Colour, first: list[tuple[int, int]]) -> None:
    """1-21, 22-2, ... 40-20, or 21-1, 2-22, ... 20-40, by the lot."""
    forty = event([""] * 40, rounds_declared=9, initial_colour=drawn)
    pairs = [(pair.white, pair.black) for pair in engine_for("lim-2026").open(forty).round(1).expected().pairs]
    assert pairs[:2] == first
    assert pairs[-1] == ((40, 20) if drawn is Colour.WHITE else (20, 40))
    assert [abs(white - black) for white, black in pairs] == [20] * 20


def test_8_3_pairing_begins_at_the_top_goes_on_at_the_bottom_and_ends_in_the_middle() -> None:
    """1 point, 0 points, then half a point."""
    scores = (10, 10, 5, 5, 0, 0)
    of = table([person(tpn, score=score) for tpn, score in enumerate(scores, start=1)], twice_median=10)
    assert [step.score for step in follow_procedure(of, DEFAULT_READINGS)] == [10, 0, 5]


# --- who floats -------------------------------------------------------------------------------------------------------


def seven(*games: str, **of_seven: bool) -> LimParticipants:
    """Seat seven above the median scoregroup, and three in it, who have played nothing."""
    above = [person(tpn, colours, score=ABOVE) for tpn, colours in enumerate(games, start=1)]
    above[-1] = replace(above[-1], **of_seven)
    return table([*above, *(person(tpn, score=MEDIAN) for tpn in range(8, 11))], twice_median=20)


def test_3_2_4_the_lowest_numbered_floats_down_where_as_many_are_due_white_as_black() -> None:
    """Three each, and one who is due neither; with one more due White (3.2.2) the lowest of these floats."""
    assert floating(seven("B", "W", "B", "W", "B", "W", "")) == [7]
    assert floating(seven("B", "W", "B", "W", "B", "B", "W")) == [6]


def test_3_2_4_the_highest_numbered_floats_up() -> None:
    """Below the median scoregroup."""
    below = [person(tpn, score=BELOW) for tpn in range(4, 7)]
    of = table([*(person(tpn, score=MEDIAN) for tpn in range(1, 4)), *below], twice_median=20)
    assert floating(of) == [4]


def test_3_10_who_floated_in_the_round_before_stays() -> None:
    """The next one floats, unless that one floated, too."""
    assert floating(seven(*[""] * 7, floated=True)) == [6]
    assert floating(seven(*[""] * 7, floated=False)) == [7]


def test_3_9_who_has_no_opponent_in_the_adjacent_scoregroup_stays() -> None:
    """A floater of type d rather than one of type c."""
    above = [person(tpn, score=ABOVE) for tpn in range(1, 4)]
    middle = [person(tpn, score=MEDIAN) for tpn in range(4, 7)]
    met = [(3, 4), (3, 5)]
    assert floating(table([*above, *middle], [*met, (3, 6)], twice_median=20)) == [2]
    assert floating(table([*above, *middle], met, twice_median=20)) == [3]


def test_3_3_opponents_go_to_floaters_with_higher_scores_first() -> None:
    """1 and 2 float on, and 3 leaves with them: 5, whom 1 and 3 can meet, is 1's opponent, so that 2 need not stay."""
    scores = (20, 20, 15, 15, 10, 5)
    people = [person(tpn, score=score) for tpn, score in enumerate(scores, start=1)]
    meet = [(1, 4), (1, 5), (2, 4), (2, 6), (3, 5), (3, 6), (4, 5), (5, 6)]
    assert set(expected_pairs(table(people, only(meet, range(1, 7))))) == {(1, 5), (2, 4), (3, 6)}


def test_3_9_2_types_are_those_of_all_who_leave_together() -> None:
    """One of 7 and 8 and one of 2 and 4 must leave: 4 and 7 have an opponent each, 8 and 4 one for both."""
    people = [*(person(tpn, score=20) for tpn in (1, 2, 4, 6, 7, 8)), *(person(tpn, score=10) for tpn in (3, 5))]
    meet = [(1, 6), (1, 7), (1, 8), (2, 6), (2, 3), (4, 6), (3, 4), (3, 6), (5, 6), (5, 7), (3, 8)]
    of = table(people, only(meet, range(1, 9)), twice_median=20)
    assert set(expected_pairs(of)) == {(1, 8), (2, 6), (3, 4), (5, 7)}
    assert not steps_of_kind(of, LimStepKind.CRACKING)


BLOCKED = [(1, 3), (2, 3), (4, 5), (5, 6), (4, 7), (6, 8)]
"""1 or 2 floats on from the group of 3 to 6, and 4 or 6 with that player; 4 has an opponent below, 7, and 6 has not."""


@pytest.mark.parametrize(
    ("floaters_meet", "expected"), [([(1, 7), (2, 7)], [2, 1, 6, 2, 8]), ([(1, 8), (2, 8)], [2, 1, 4, 2, 8])]
)
def test_3_3_opponents_of_floaters_with_higher_scores_are_excluded_in_any_order(
    floaters_meet: list[tuple[int, int]], expected: list[int]
) -> None:
    """If 1 and 2 need 7, then 4 is of type c like 6, and the lowest numbered floats; otherwise 4 is of type d."""
    scores = (30, 30, 20, 20, 20, 20, 10, 0)
    people = [person(tpn, score=score) for tpn, score in enumerate(scores, start=1)]
    assert floating(table(people, only([*BLOCKED, *floaters_meet], range(1, 9)), twice_median=20)) == expected


@pytest.mark.parametrize(("second_meets_5", "floater", "literal_floater"), [(False, 2, 3), (True, 2, 2)])
def test_3_10_1_a_player_is_spared_though_the_next_is_of_type_c_like_that_player(
    floater: int, literal_floater: int, *, second_meets_5: bool
) -> None:
    """3 floated before, and has no opponent in the adjacent scoregroup; nor has 2, or 2 has 5 (LIM-SPARED)."""
    people = [person(tpn, score=score) for tpn, score in enumerate((20, 20, 20, 10, 10, 0), start=1)]
    people[2] = replace(people[2], floated=True)
    meet = [*combinations((1, 2, 3), 2), (4, 5), (1, 6), (2, 6), (3, 6), (4, 6)]
    of = table(people, only([*meet, (2, 5)] if second_meets_5 else meet, range(1, 7)), twice_median=20)
    assert floating(of)[0] == floater
    assert floating(of, LimReadings(spared_for_type_d_alone=True))[0] == literal_floater


@pytest.mark.parametrize(
    ("games", "met", "reason"),
    [
        (("", "", ""), [(1, 2), (1, 3)], FloatReason.NO_OPPONENT),
        (("WW", "BWW", "WBW"), [(1, 3)], FloatReason.NO_OPPONENT),
        (("W", "BWW", "WBW"), [(1, 3)], FloatReason.MAKE_EVEN),
    ],
)
def test_2_3_who_has_no_compatible_opponent_floats_first(
    games: tuple[str, ...], met: list[tuple[int, int]], reason: FloatReason
) -> None:
    """All possible opponents have been met, or the colours of the remaining ones do not fit."""
    above = [person(tpn, colours, score=ABOVE) for tpn, colours in enumerate(games, start=1)]
    middle = [person(tpn, score=MEDIAN) for tpn in range(4, 9)]
    first = steps_of_kind(table([*above, *middle], met, twice_median=20), LimStepKind.FLOATING)[0]
    assert first.reason is reason
    assert (first.taken == (0,)) is (reason is FloatReason.NO_OPPONENT)


# --- floaters and the median scoregroup -------------------------------------------------------------------------------


def test_3_8_a_floater_meets_the_highest_numbered_who_is_due_another_colour() -> None:
    """Downward; the highest numbered is due the same colour, or is not."""
    for colours, opponent in (("W", 3), ("B", 2)):
        people = [person(1, "W", score=ABOVE), person(2, colours, score=MEDIAN), person(3, "B", score=MEDIAN)]
        people.append(person(4, "BW", score=MEDIAN))
        assert expected_pairs(table(people, twice_median=20))[0] == (1, opponent)


def test_3_6_3_down_floaters_are_paired_before_up_floaters() -> None:
    """The one from below is left with the second."""
    people = [person(4, score=ABOVE), person(2, score=MEDIAN), person(3, score=MEDIAN), person(1, score=BELOW)]
    assert expected_pairs(table(people, twice_median=20)) == [(2, 4), (1, 3)]


def test_3_8_residents_are_tried_before_other_floaters_or_all_by_number() -> None:
    """4 from above meets 2, or 1 from below (LIM-FLOATERS-OPPONENT)."""
    people = [person(4, score=ABOVE), person(2, score=MEDIAN), person(3, score=MEDIAN), person(1, score=BELOW)]
    of = table(people, twice_median=20)
    assert expected_pairs(of)[0] == (2, 4)
    assert expected_pairs(of, LimReadings(floaters_by_number=True)) == [(1, 4), (2, 3)]


def test_2_6_the_lower_side_is_cracked_if_more_have_floated_from_above() -> None:
    """1 floats from above and can meet neither 2 nor 3; the pairing of 4 and 5, or of 6 and 7, is taken back."""
    people = [
        *(person(tpn, score=30) for tpn in (6, 7)),
        person(1, score=ABOVE),
        *(person(tpn, score=MEDIAN) for tpn in (2,)),
        *(person(tpn, score=BELOW) for tpn in (4, 5)),
    ]
    (cracked,) = steps_of_kind(table(people, [(1, 2)], twice_median=20), LimStepKind.CRACKING)
    assert (cracked.side, cracked.score) == (-1, BELOW)


def test_2_6_otherwise_the_higher_side_is_cracked() -> None:
    """Nobody has floated, and the two of the median scoregroup have met."""
    people = [
        *(person(tpn, score=ABOVE) for tpn in (1, 2)),
        *(person(tpn, score=MEDIAN) for tpn in (3, 4)),
        *(person(tpn, score=BELOW) for tpn in (5, 6)),
    ]
    of = table(people, [(3, 4)], twice_median=20)
    (cracked,) = steps_of_kind(of, LimStepKind.CRACKING)
    assert (cracked.side, cracked.score) == (1, ABOVE)
    assert expected_pairs(of) == [(5, 6), (1, 3), (2, 4)]


def test_a_round_that_cannot_be_paired_is_refused_with_the_obstacle() -> None:
    """Three who have met the fourth."""
    of = table([person(tpn) for tpn in range(1, 5)], [(1, 4), (2, 4), (3, 4)])
    with pytest.raises(NoLegalPairingError) as refused:
        follow_procedure(of, DEFAULT_READINGS)
    assert refused.value.proof is not None


# --- the bye ----------------------------------------------------------------------------------------------------------


def test_1_1_the_bye_goes_to_the_lowest_rank_of_the_lowest_scoregroup_who_may_have_it() -> None:
    """And with whose bye the others can be paired."""
    people = [person(1, score=10), person(2, score=0), person(3, score=0)]
    assert steps_of_kind(table(people, twice_median=10), LimStepKind.BYE)[0].taken == (2,)
    barred = [*people[:2], replace(people[2], bye_allowed=False)]
    assert steps_of_kind(table(barred, twice_median=10), LimStepKind.BYE)[0].taken == (1,)
    assert steps_of_kind(table(people, [(1, 2)], twice_median=10), LimStepKind.BYE)[0].taken == (1,)


# --- colours ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("games", "white", "rule"),
    [
        (("W", "B"), 2, LimColourRule.DUE),
        (("", "W"), 1, LimColourRule.DUE),
        (("WBW", "BWW"), 1, LimColourRule.THREE_IN_A_ROW),
        (("WBW", "WBW"), 2, LimColourRule.RANK),
        (("WBBW", "BWBW"), 1, LimColourRule.HISTORY),
        (("BWWBW", "WBWBW"), 2, LimColourRule.HISTORY),
    ],
)
def test_5_colours_of_two_in_the_median_scoregroup(games: tuple[str, str], white: int, rule: LimColourRule) -> None:
    """Due colours, limits, then the latest game in which the two differed, then the rank."""
    people = [person(tpn, colours, score=MEDIAN) for tpn, colours in enumerate(games, start=1)]
    assert colour_of(table(people, twice_median=20), 1, 2) == (white, rule.value)


@pytest.mark.parametrize(("score", "white"), [(ABOVE, 2), (MEDIAN, 2), (BELOW, 1)])
def test_5_4_the_lower_ranked_alternates_below_the_median_scoregroup_only(score: int, white: int) -> None:
    """Both had White: who alternates has Black."""
    of = table([person(1, "W", score=score), person(2, "W", score=score)], twice_median=20)
    assert colour_of(of, 1, 2) == (white, LimColourRule.RANK.value)


def test_5_4_the_higher_ranked_has_the_higher_score_or_the_smaller_number() -> None:
    """Both had White, and the higher ranked alternates (LIM-HIGHER-RANKED)."""
    of = table([person(1, "W", score=MEDIAN), person(2, "W", score=ABOVE)], twice_median=20)
    assert colour_of(of, 1, 2) == (1, LimColourRule.RANK.value)
    assert colour_of(of, 1, 2, LimReadings(ranked_by_number=True)) == (2, LimColourRule.RANK.value)


def histories(games: int) -> list[str]:
    """Return the colours of all who have played so often and keep 5.1.1 and 5.1.2."""
    found = [""]
    for _ in range(games):
        found = [had + now for had in found for now in "WB" if person(1, had).may_have(1 if now == "W" else -1)]
    return found


@pytest.mark.parametrize("readings", [DEFAULT_READINGS, *(readings for _, readings in OTHER_READINGS)])
def test_5_6_a_colour_difference_of_two_is_equalised_against_any_opponent(
    readings: LimReadings,
) -> None:
    """The last sentence of 5.6 decides nothing: 5.1.2 leaves no other colour."""
    games = [history for count in range(7) for history in histories(count)]
    seen = 0
    for one in games:
        if abs(one.count("W") - one.count("B")) != 2:
            continue
        for other in games:
            of = table([person(1, one), person(2, other)])
            if of.meet.any():
                white, _ = colour_of(of, 1, 2, readings)
                assert (white == 1) == (one.count("W") < one.count("B"))
                seen += 1
    assert seen > 700


def test_6_in_the_last_round_two_with_the_same_score_may_meet_whatever_their_colours() -> None:
    """Not before, and not two with different scores (LIM-LAST-ROUND)."""
    people = [person(1, "WW"), person(2, "WW")]
    assert expected_pairs(table(people, is_last=True)) == [(1, 2)]
    for refused in (table(people), table([people[0], replace(people[1], score=5)], is_last=True)):
        with pytest.raises(NoLegalPairingError):
            follow_procedure(refused, DEFAULT_READINGS)


def test_6_limits_are_lifted_only_where_a_meeting_needs_it() -> None:
    """1 and 3 are proposed and had White twice: 1 takes 4, unless 1 has no other possible opponent."""
    people = [person(tpn, "WW" if tpn in {1, 3} else "") for tpn in range(1, 5)]
    assert expected_pairs(table(people, is_last=True)) == [(1, 4), (2, 3)]
    assert expected_pairs(table(people, [(1, 2), (1, 4)], is_last=True)) == [(1, 3), (2, 4)]


def test_6_limits_are_lifted_for_the_fewest_pairs_of_a_scoregroup_or_pair_by_pair() -> None:
    """1 could have 3, who is due Black; then 2 and 4, who had White twice, would be left (LIM-LIMITS-IN-TURN)."""
    people = [person(tpn, games) for tpn, games in enumerate(("B", "WW", "W", "WW"), start=1)]
    of = table(people, is_last=True)
    assert expected_pairs(of) == [(1, 4), (2, 3)]
    assert expected_pairs(replace(of, is_lifted_in_turn=True)) == [(1, 3), (2, 4)]


def test_6_who_floats_does_not_leave_two_to_break_a_limit_without_need() -> None:
    """3 would float as the lowest numbered of those due Black; 1 and 2 have had White twice, so that 2 floats."""
    above = [person(1, "WW", score=ABOVE), person(2, "WW", score=ABOVE), person(3, "W", score=ABOVE)]
    middle = [person(tpn, "B", score=MEDIAN) for tpn in range(4, 7)]
    of = table([*above, *middle], twice_median=20, is_last=True)
    assert floating(of) == [2]
    assert floating(replace(of, is_lifted_in_turn=True)) == [3]
    assert floating(table([*above, *middle], [(1, 3), (2, 3)], twice_median=20, is_last=True)) == [3]


def test_5_1_2_three_more_of_one_colour_are_too_many() -> None:
    """Two more are not."""
    assert person(1, "WBW").may_have(1)
    assert not person(1, "WWBW").may_have(1)
    assert person(1, "WWBW").may_have(-1)


# --- maxi-tournaments -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rating", "opponent"), [(1900, 4), (1899, 3)])
def test_5_7_in_a_maxi_tournament_ratings_of_the_exchanged_differ_by_a_hundred_at_most(
    rating: int, opponent: int
) -> None:
    """3 is proposed for 1 and due the same colour; 4 is due the other."""
    people = [person(1, "W"), person(2, "W"), person(3, "W"), person(4, "B", rating=rating)]
    assert expected_pairs(table(people, is_maxi=True))[0] == (1, opponent)
    assert expected_pairs(table(people))[0] == (1, 4)


@pytest.mark.parametrize(("rating", "floater"), [(2100, 2), (2101, 3)])
def test_3_2_3_in_a_maxi_tournament_a_floater_is_at_most_a_hundred_above_the_lowest(rating: int, floater: int) -> None:
    """2 would equalise the colours."""
    above = [
        person(1, "B", score=ABOVE, rating=2300),
        person(2, "B", score=ABOVE, rating=rating),
        person(3, "W", score=ABOVE),
    ]
    middle = [person(tpn, score=MEDIAN) for tpn in range(4, 7)]
    assert floating(table([*above, *middle], twice_median=20, is_maxi=True)) == [floater]


@pytest.mark.parametrize(
    ("ratings", "floater", "literal_floater"),
    [((2387, 2386, 2260), 1, 3), ((2387, 2287, 2260), 1, 3), ((2387, 2286, 2260), 2, 3), ((2387, 2286, 2287), 2, 1)],
)
def test_3_2_3_the_player_with_the_colour_is_compared_with_the_one_who_would_float_otherwise(
    ratings: tuple[int, int, int], floater: int, literal_floater: int
) -> None:
    """1 and 3 are due Black like most, and 3 floated before, so that 2 would float; or 3, by the letter."""
    above = [
        person(tpn, games, score=ABOVE, rating=rating)
        for tpn, games, rating in zip((1, 2, 3), ("W", "B", "W"), ratings, strict=True)
    ]
    above[2] = replace(above[2], floated=True)
    middle = [person(tpn, score=MEDIAN) for tpn in range(4, 7)]
    of = table([*above, *middle], twice_median=20, is_maxi=True)
    assert floating(of) == [floater]
    assert floating(of, LimReadings(lowest_floats_in_maxi=True)) == [literal_floater]


# --- editions ---------------------------------------------------------------------------------------------------------


def test_the_editions_differ_in_the_numbers_of_articles_alone() -> None:
    """Lists of letters became numbers, and the rules on floaters got some of their own."""
    assert {article for article in LimArticle if as_in_1999(article) != as_in_2026(article)} == {
        LimArticle.MAKE_EVEN,
        LimArticle.LOWER_CRACKED,
        LimArticle.HIGHER_CRACKED,
        LimArticle.DUE_TO_MORE,
        LimArticle.NEAR_IN_RATING,
        LimArticle.LAST_IN_ORDER,
        LimArticle.TYPES,
        LimArticle.THREE_IN_A_ROW,
        LimArticle.THREE_MORE,
    }


# --- articles of divergences ------------------------------------------------------------------------------------------

RESIDENTS_APART = ["5w1 3w=", "6b1 4b=", "7w= 1b=", "8b= 2w=", "1b0 6w=", "2w0 5b=", "3b= 8b=", "4w= 7w="]
"""The two winners of round 1 meet players with half a point in round 2."""
FLOATER_PASSED_ON = [
    "4b1 8w1 6b=",
    "6w= Z Z",
    "7b1 6w= 8w=",
    "1w0 7w1 5b=",
    "Z Z 4w=",
    "2b= 3b= 1w=",
    "3w0 4b0 U",
    "U 1b0 3b=",
]
"""In round 3 player 1 comes down from 2 points, and meets a player with 1 point instead of player 3 with 1½."""


@pytest.mark.parametrize(
    ("rows", "number", "group", "articles"),
    [
        (RESIDENTS_APART, 2, "1-point group", ("3.1", "3.1")),
        (FLOATER_PASSED_ON, 3, "1½-point group", ("3.9", "3.9.2")),
    ],
)
def test_only_a_floater_who_floats_on_is_a_matter_of_types(
    rows: list[str], number: int, group: str, articles: tuple[str, str]
) -> None:
    """3.1: a player with an opponent in the scoregroup is not a floater; 3.9: a floater does not float on."""
    played = event(rows, rounds_declared=3, initial_colour=Colour.BLACK)
    for system, article in zip(("lim-1999", "lim-2026"), articles, strict=True):
        lim_round = engine_for(system).open(played).round(number)
        divergence = lim_round.divergence(lim_round.posted)
        assert divergence is not None
        assert divergence.sentence.startswith(f"Player 1 can be paired in the {group} and meets player")
        assert divergence.article == article
