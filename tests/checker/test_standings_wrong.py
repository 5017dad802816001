"""A wrong rank order is found at the right place, with the right code, and its cause is named."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from support.events import event
from support.rank_orders import (
    IN_2026,
    LIST,
    SWISS,
    drawn,
    expected,
    first_wrong,
    judge,
    listing,
    planted,
    ranked,
    separate_ties,
    with_points,
)
from support.tie_break_exercises import SWISS as SIXTEEN

from checker.standings.check import are_in_conflict, is_consistent, nearest_in_conflict, out_of_place
from checker.standings.findings import CauseKind, Fault, StandingsVerdict
from random_tournaments.axes import SCORINGS
from standings.codes import parse_tie_breaks
from standings.ranking import rank
from standings.rules import EDITION_2024, determine_rules

THREE_ONE_NOUGHT = SCORINGS["3-1-0"]
KINDS = [("exchanged", 9), ("left out", 7), ("older edition", 7), ("a bye as played", 7)]


@pytest.mark.parametrize(
    ("kind", "number"), [(kind, number) for kind, times in KINDS for number in range(times)], ids=str
)
def test_each_of_thirty_wrong_standings_is_found_at_the_right_place_with_the_right_code(kind: str, number: int) -> None:
    """Two neighbours exchanged, a tie-break left out, the older edition, a bye counted as played."""
    made, codes, culprits = planted(first_wrong(kind, number), kind)
    finding = judge(made)
    declared = rank(made, parse_tie_breaks(LIST), determine_rules(made))

    assert finding.verdict is StandingsVerdict.WRONG
    assert {one.tpn for one in finding.misplaced} <= culprits
    for one in finding.misplaced:
        assert one.neighbour is not None
        assert one.code in codes
        assert one.code == LIST_CODES[declared.first_difference(one.tpn, one.neighbour) or 0]
        assert (one.own and one.own.value) == declared.value(LIST_CODES.index(one.code), one.tpn)
        assert (one.rank < (one.neighbour_rank or 0)) != (declared.ranks[one.tpn] < declared.ranks[one.neighbour])


LIST_CODES = [code.text for code in parse_tie_breaks(LIST)]


def test_two_neighbours_who_were_exchanged_are_one_player_out_of_place() -> None:
    """The fewest without whom the order would be right."""
    made, codes, pair = planted(3, "exchanged")
    finding = judge(made)

    assert len(finding.misplaced) == 1
    assert {finding.misplaced[0].tpn, finding.misplaced[0].neighbour} == pair
    assert {finding.misplaced[0].code} == codes
    assert finding.causes == ()


@pytest.mark.parametrize(
    ("kind", "cause"),
    [
        ("older edition", "These are the standings by C.07, August 2024."),
        ("left out", "These are the standings with BH/C1 left out of the list."),
    ],
)
def test_each_failure_is_named(kind: str, cause: str) -> None:
    """Where one change explains the whole order."""
    finding = judge(planted(first_wrong(kind, 0), kind)[0])

    assert cause in finding.causes
    assert finding.tried > 20


def test_another_reading_of_another_edition_is_named() -> None:
    """Performances of 2024 by the points of the scoring: neither the edition nor the reading alone explains them."""
    for seed in range(50):
        made = listing(with_points(replace(drawn(seed), scoring=THREE_ONE_NOUGHT)), "BH/C1,TPR,TPN")
        rules = replace(determine_rules(made), edition=EDITION_2024, rating_points_by_scoring=True)
        finding = judge(ranked(made, separate_ties(expected(made, "BH/C1,TPR,TPN", rules))))
        told = "These are the standings by C.07, August 2024, with the other reading of C07-RATING-POINTS."
        kinds = dict(zip(finding.causes, finding.cause_kinds, strict=True))
        if told in kinds and "These are the standings by C.07, August 2024." not in kinds:
            assert finding.verdict is StandingsVerdict.WRONG
            assert kinds[told] is CauseKind.READING
            return
    pytest.fail("no event in which both matter")


@pytest.mark.parametrize(
    ("listed", "followed", "cause"),
    [
        ("BH,SB,TPN", "SB,BH,TPN", "These are the standings with BH and SB exchanged in the list."),
        ("BH/C1,TPN", "BH,TPN", "These are the standings with BH in the place of BH/C1."),
    ],
)
def test_another_list_is_named(listed: str, followed: str, cause: str) -> None:
    """Codes in another order, or without a cut; in the first event in which that matters."""
    for seed in range(50):
        made = listing(drawn(seed), listed)
        finding = judge(ranked(made, separate_ties(expected(made, followed))))
        if finding.verdict is StandingsVerdict.WRONG:
            assert cause in finding.causes
            return
    pytest.fail("no event in which it matters")


def test_starting_numbers_in_the_rank_column_are_named() -> None:
    """Of a finished event they are wrong."""
    made = listing(drawn(1), LIST)
    finding = judge(ranked(made, {player.tpn: player.tpn for player in made.players}))

    assert finding.verdict is StandingsVerdict.WRONG
    assert finding.causes == ("The rank column repeats the starting numbers.",)


def test_starting_numbers_in_the_rank_column_of_an_unfinished_event_are_not_judged() -> None:
    """The event does not have ranks yet."""
    made = replace(listing(drawn(1), LIST), rounds_declared=9)
    finding = judge(ranked(made, {player.tpn: player.tpn for player in made.players}))

    assert finding.verdict is StandingsVerdict.NOT_JUDGED
    assert "repeats the starting numbers" in finding.sentence


def test_the_argument_tells_both_values_round_by_round() -> None:
    """Of the committee's exercise, 12 and 14 exchanged."""
    made = event(SIXTEEN, start=IN_2026, system=SWISS, rounds_declared=5)
    made = listing(with_points(made), "BH/C1,TPN")
    right = expected(made, "BH/C1,TPN")
    one = judge(ranked(made, right | {12: right[14], 14: right[12]})).misplaced[0]

    assert (one.tpn, one.neighbour, one.code, one.fault) == (14, 12, "BH/C1", Fault.ORDER)
    assert one.sentence == (
        "Player 12 (12) should be before Player 14 (14): both have 2 points; Buchholz Cut-1 decides, 9½ against 9 "
        "(C.07 8.1, 14.1). The file gives them ranks 12 and 11."
    )
    assert one.own is not None
    assert one.others is not None
    assert (one.own.value, one.others.value) == ("9.0", "9.5")
    assert [(part.round_number, part.what, part.amount, part.cut) for part in one.own.parts] == [
        (1, "won against Player 6 (6)", "3.0", ""),
        (2, "lost to Player 8 (8)", "2.5", ""),
        (3, "lost by forfeit to Player 12 (12)", "2.0", "cut: a voluntary unplayed round goes first (16.5.1)"),
        (4, "zero-point bye", "2.0", ""),
        (5, "won against Player 13 (13)", "1.5", ""),
    ]
    assert (
        one.own.parts[2].counts == "2.0: counts as a loss against a dummy opponent with the same score, 2 points (16.4)"
    )


def test_the_fewest_players_are_found_by_trying_all_subsets() -> None:
    """Against brute force, with shared ranks on both sides."""
    rng = random.Random(5)
    for _ in range(300):
        size = rng.randint(2, 7)
        recorded = {tpn: rng.randint(1, size) for tpn in range(1, size + 1)}
        wanted = {tpn: rng.randint(1, size) for tpn in range(1, size + 1)}
        fewest = min(
            mask.bit_count()
            for mask in range(1 << size)
            if not any(
                are_in_conflict(one, two, recorded, wanted)
                for one in recorded
                for two in recorded
                if not mask >> (one - 1) & 1 and not mask >> (two - 1) & 1
            )
        )
        found = out_of_place(recorded, wanted)
        assert len(found) == fewest
        assert is_consistent(recorded, wanted) == (not found)
        for tpn in found:
            neighbour = nearest_in_conflict(tpn, recorded, wanted, found)
            assert are_in_conflict(tpn, neighbour, recorded, wanted)
