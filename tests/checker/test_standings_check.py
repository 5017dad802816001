"""The verdict on a recorded rank order: what is consistent with the list of tie-breaks."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from support.events import event
from support.rank_orders import (
    FOUR,
    IN_2026,
    LIST,
    SWISS,
    drawn,
    expected,
    judge,
    listing,
    ranked,
    separate_ties,
    with_points,
)
from support.tie_breaks import standings_of
from support.trf import engine_pairs

from checker.standings.findings import Fault, StandingsVerdict
from random_tournaments.plan import EventPlan, Rates
from random_tournaments.simulation import play
from standings.codes import parse_list
from standings.rules import EDITION_2026, EDITIONS, determine_rules


@pytest.mark.parametrize("seed", range(20))
def test_the_ranks_that_follow_from_the_list_are_consistent(seed: int) -> None:
    """Shared, given once, and with gaps."""
    made = listing(drawn(seed), "BH/C1,DE,WIN")
    ranks = expected(made, "BH/C1,DE,WIN")

    for recorded in (ranks, separate_ties(ranks), {tpn: 3 * place for tpn, place in ranks.items()}):
        finding = judge(ranked(made, recorded))
        assert (finding.verdict, finding.misplaced, finding.players) == (StandingsVerdict.CONSISTENT, (), 14)


def test_dense_ranks_say_the_same_as_shared_ones() -> None:
    """1-2-2-3 and 1-2-2-4."""
    made = listing(FOUR, "WIN")

    assert judge(ranked(made, [1, 2, 2, 4])).verdict is StandingsVerdict.CONSISTENT
    assert judge(ranked(made, [1, 2, 2, 3])).verdict is StandingsVerdict.CONSISTENT


def test_players_whom_the_list_leaves_tied_may_be_ranked_by_lot() -> None:
    """It is noted, and not counted as wrong."""
    made = listing(FOUR, "WIN")
    finding = judge(ranked(made, [1, 3, 2, 4]))

    assert finding.verdict is StandingsVerdict.CONSISTENT
    assert finding.notes == ("1 group left tied by the list and parted in the file, as by lot: 3-2.",)


def test_a_rank_shared_by_players_whom_the_list_separates_is_wrong() -> None:
    """The opposite of a lot: a tie-break that was not applied."""
    finding = judge(ranked(listing(FOUR, "TPN"), [1, 2, 2, 4]))

    assert finding.verdict is StandingsVerdict.WRONG
    assert [(one.fault, one.code, one.rank) for one in finding.misplaced] == [(Fault.SHARED, "TPN", 2)]
    assert finding.sentence.endswith(
        "Player 2 (2) should be before Player 3 (3): both have 1 point; Tournament Pairing Number decides, 2 against "
        "3; the lower value comes first (C.07 7.8). The file gives both rank 2."
    )


def test_an_unfinished_event_may_stand_in_the_order_for_pairing() -> None:
    """Points, then numbers; a finished one may not."""
    made = listing(drawn(1), LIST)
    for_pairing = ranked(made, separate_ties(expected(made, "TPN")))

    assert judge(replace(for_pairing, rounds_declared=9)).verdict is StandingsVerdict.ACCEPTED
    assert judge(for_pairing).verdict is StandingsVerdict.WRONG


def test_the_other_record_is_taken_where_202_and_212_differ() -> None:
    """One of them fits."""
    made = replace(drawn(1), headers=(("202", "SB,TPN"), ("212", "PTS,BH,TPN")))

    assert judge(ranked(made, expected(made, "BH,TPN"))).verdict is StandingsVerdict.CONSISTENT
    accepted = judge(ranked(made, expected(made, "SB,TPN")))
    assert accepted.verdict is StandingsVerdict.ACCEPTED
    assert accepted.rests_on == ("record 202 (PTS,SB,TPN), which the other record contradicts",)


def test_players_who_never_took_part_may_stand_anywhere() -> None:
    """Registered, and never paired."""
    rows = ["2w1 3w1", "1b0 Z", "Z 1b0", "H H"]
    made = listing(with_points(event(rows, start=IN_2026, system=SWISS)), "TPN")
    finding = judge(ranked(made, [1, 2, 3, 4]))

    assert finding.verdict is StandingsVerdict.CONSISTENT
    assert "1 player without a game or bye left out." in finding.notes


def test_players_without_a_rank_are_left_out_and_counted() -> None:
    """As withdrawn players are in some files."""
    made = listing(drawn(2), LIST)
    ranks = separate_ties(expected(made, LIST))
    del ranks[3]
    finding = judge(ranked(made, ranks))

    assert finding.verdict is StandingsVerdict.CONSISTENT
    assert "1 player without a rank left out." in finding.notes


def test_rules_are_those_of_the_helpers() -> None:
    """The tests above rest on the edition of 2026."""
    assert determine_rules(drawn(1)).edition is EDITION_2026 is {one.key: one for one in EDITIONS}["2026"]
    assert standings_of(drawn(1), "PTS").obstacle is None


@pytest.mark.parametrize("seed", range(4))
def test_the_ranks_that_the_generator_writes_are_consistent(seed: int) -> None:
    """By any list; with a rate of absences that makes the rules of unplayed rounds matter."""
    rates = Rates(half_point_bye=0.1, zero_point_bye=0.1)
    codes = parse_list("BH/C1,DE,SB,AOB,TPR")
    plan = EventPlan(players=12, rounds=5, name="Open", rates=rates, tie_breaks=codes)
    finding = judge(play(plan, engine_pairs, random.Random(seed)))

    assert (finding.verdict, finding.tie_breaks) == (StandingsVerdict.CONSISTENT, "PTS,BH/C1,DE,SB,AOB,TPR")
