"""Open rank orders: contradictory points, orders that cannot be judged, other readings, editions and records."""

from __future__ import annotations

import datetime as dt
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
from support.tie_break_exercises import ROUND_ROBIN

from checker.standings.check import judge_standings
from checker.standings.findings import Fault, StandingsVerdict
from standings.rules import determine_rules
from tournaments.model import AbnormalPoints, DeclaredSystem, Event, RequestedBye, Result


def test_points_that_contradict_the_results_come_first() -> None:
    """The order itself is then not judged."""
    made = listing(drawn(4), LIST)
    right = ranked(made, separate_ties(expected(made, LIST)))
    middle = next(player for player in right.players if player.rank == 7)
    wrong = replace(
        right,
        players=tuple(
            replace(player, points=(player.points or 0) + 5) if player is middle else player for player in right.players
        ),
    )
    finding = judge(wrong)

    assert finding.verdict is StandingsVerdict.WRONG
    assert [(one.tpn, one.fault, one.code) for one in finding.misplaced] == [(middle.tpn, Fault.SCORE, "PTS")]
    assert "From rank 7 on the order was not judged" in " ".join(finding.notes)
    assert finding.players <= 6


def test_points_by_299_and_byes_of_the_next_round_are_not_a_contradiction() -> None:
    """Programs may count them in the column or not."""
    made = listing(replace(drawn(4), rounds_declared=8), LIST)
    penalty = AbnormalPoints(kind="", match_points=None, points=-5, round_number=None, numbers=frozenset({2}))
    fined = with_points(replace(made, abnormal_points=(penalty,)))
    bye = RequestedBye(round_number=7, tpn=3, result=Result.HALF_POINT_BYE)
    ahead = replace(
        made,
        requested_byes=(bye,),
        players=tuple(replace(p, points=(p.points or 0) + 5) if p.tpn == 3 else p for p in made.players),
    )

    assert judge(ranked(fined, separate_ties(expected(fined, LIST)))).verdict is StandingsVerdict.CONSISTENT
    assert judge(ranked(ahead, separate_ties(expected(made, LIST)))).verdict is StandingsVerdict.CONSISTENT


@pytest.mark.parametrize("code", ["OTHER_COIN", "XYZ", "ARO"])
def test_the_order_is_judged_as_far_as_the_list_can_be_computed(code: str) -> None:
    """Unknown codes, and rating codes with unrated players: the finding says that the codes after it are not judged."""
    made = drawn(2)
    made = replace(made, players=tuple(replace(p, rating=None) if p.tpn == 5 else p for p in made.players))
    made = listing(made, f"BH,{code},SB")
    by_buchholz = expected(made, "BH,TPN/R")
    finding = judge(ranked(made, by_buchholz))
    reversed_order = {tpn: 15 - place for tpn, place in by_buchholz.items()}

    assert finding.verdict is StandingsVerdict.CONSISTENT
    assert finding.applied == 2
    assert any(note.startswith(f"Judged only as far as BH: {code}: ") for note in finding.notes)
    assert judge(ranked(made, reversed_order)).verdict is StandingsVerdict.WRONG


def test_a_list_that_begins_with_an_unknown_code_is_not_judged() -> None:
    """Record 212 without points first."""
    made = replace(drawn(2), headers=(("212", "OTHER_COIN,PTS"),))
    finding = judge(ranked(made, separate_ties(expected(made, "BH"))))

    assert finding.verdict is StandingsVerdict.NOT_JUDGED
    assert "OTHER_COIN" in finding.sentence


def test_an_event_before_september_2023_is_not_judged() -> None:
    """And says why."""
    made = listing(replace(drawn(2), start=dt.date(2023, 8, 31)), LIST)
    finding = judge(ranked(made, range(1, 15)))

    assert finding.verdict is StandingsVerdict.NOT_JUDGED
    assert "2023-08-31" in finding.sentence


def test_pending_results_are_not_judged() -> None:
    """The winner may change the order."""
    made = listing(event(["2w*", "1b*"], start=IN_2026, system=SWISS), LIST)

    assert judge(ranked(made, [1, 2])).verdict is StandingsVerdict.NOT_JUDGED


def test_an_order_without_ranks_tie_breaks_or_rounds_gets_no_verdict() -> None:
    """Nothing is claimed, so nothing is judged."""
    made = drawn(2)

    assert judge_standings(listing(made, LIST)) is None
    assert judge_standings(ranked(made, range(1, 15))) is None
    assert judge_standings(ranked(listing(event(["2w1", "1b0"]), LIST), [0, 0])) is None


def undated(kind: str) -> Event:
    """Return an event whose order is that of the older edition, with or without a date."""
    made, _, _ = planted(first_wrong("older edition", 0), "older edition")
    return replace(made, start=None) if kind == "undated" else made


def test_open_facts_of_the_file_do_not_make_it_wrong() -> None:
    """Without a date the older edition will do; with one it is wrong."""
    finding = judge(undated("undated"))

    assert finding.verdict is StandingsVerdict.ACCEPTED
    assert finding.rests_on == ("C.07, August 2024, as the file has no date of the start",)
    assert judge(undated("dated")).verdict is StandingsVerdict.WRONG


def test_an_event_across_the_change_of_editions_may_follow_either() -> None:
    """Reading C07-EDITION-BY-START: it began before and ended after."""
    made, _, _ = planted(first_wrong("older edition", 0), "older edition")
    newer = ranked(made, separate_ties(expected(made, LIST)))
    across = replace(newer, start=dt.date(2026, 2, 27), end=dt.date(2026, 3, 2))
    before = replace(newer, start=dt.date(2026, 2, 20), end=dt.date(2026, 2, 28))

    assert judge(across).verdict is StandingsVerdict.ACCEPTED
    assert judge(before).verdict is StandingsVerdict.WRONG


def test_another_reading_is_accepted_and_named() -> None:
    """C07-STD: 1 and 2 both lost their game, which gives each half a point as taken, and nothing otherwise."""
    rows = ["2w0 3w1", "1b0 U", "4w0 1b0", "3b1 Z"]
    made = listing(with_points(event(rows, start=IN_2026, system=SWISS, rounds_declared=2)), "STD,TPN/R")
    finding = judge(ranked(made, [3, 2, 4, 1]))

    assert expected(made, "STD,TPN/R") == {1: 2, 2: 1, 3: 4, 4: 3}
    assert finding.verdict is StandingsVerdict.ACCEPTED
    assert finding.rests_on == ("the other reading of C07-STD",)


def test_a_round_robin_of_2025_by_rounds_elected_to_play_may_be_read_otherwise() -> None:
    """C07-ELECTED: 3 lost by forfeit, which counts as taken, and not by the other reading; 1 has as many points."""
    rows = ["2w= 3w0 4w=", "1b= 4b= 3w1", "4w- 1b1 2b0", "3b+ 2w= 1b="]
    system = DeclaredSystem(code="FIDE_ROUNDROBIN")
    made = with_points(event(rows, start=dt.date(2025, 5, 1), system=system, rounds_declared=3))
    made = listing(made, "REP,TPN/R")
    other = expected(made, "REP,TPN/R", replace(determine_rules(made), forfeit_losses_are_never_elected=True))
    finding = judge(ranked(made, other))

    assert other != expected(made, "REP,TPN/R")
    assert (finding.verdict, finding.rests_on) == (StandingsVerdict.ACCEPTED, ("the other reading of C07-ELECTED",))


def test_an_undeclared_system_is_not_called_wrong() -> None:
    """The round robin of the exercises, ranked as a Swiss in which the forfeit of 5 and 6 does not count."""
    made = with_points(event(ROUND_ROBIN, start=IN_2026, rounds_declared=5))
    made = listing(made, "DE,TPN")
    as_swiss = expected(made, "DE,TPN", replace(determine_rules(made), pre_determined=False))
    finding = judge(ranked(made, as_swiss))
    declared = replace(made, system=DeclaredSystem(code="FIDE_ROUNDROBIN"))

    assert finding.verdict is StandingsVerdict.ACCEPTED
    assert finding.rests_on == ("a Swiss, as neither 192 nor 092 names the system",)
    assert judge(ranked(declared, as_swiss)).verdict is StandingsVerdict.WRONG


def test_two_open_points_may_be_needed_together() -> None:
    """The older edition by the list of the other record: neither alone will do."""
    made, _, _ = planted(first_wrong("older edition", 0), "older edition")
    finding = judge(replace(made, start=None, headers=(("202", LIST), ("212", "PTS,TPN/R"))))

    assert finding.verdict is StandingsVerdict.ACCEPTED
    assert [point.partition(",")[0] for point in finding.rests_on] == ["C.07", "record 202 (PTS"]


def test_the_first_round_has_no_round_before() -> None:
    """In which all would be tied."""
    made = with_points(event(["2w1", "1b0", "4w1", "3b0"], start=IN_2026, system=SWISS, rounds_declared=5))

    assert judge(ranked(listing(made, "WIN"), [4, 1, 3, 2])).verdict is StandingsVerdict.WRONG


def test_only_a_list_that_begins_with_points_says_that_they_are_equal() -> None:
    """By 212, WIN goes before the points here."""
    made = with_points(event(["2w1 3w=", "1b0 Z", "4w1 1b=", "3b0 U"], start=IN_2026, system=SWISS, rounds_declared=2))
    finding = judge(ranked(replace(made, headers=(("212", "WIN,PTS,TPN"),)), [2, 4, 3, 1]))

    assert finding.verdict is StandingsVerdict.WRONG
    assert "Number of Wins (1) is equal; the points decide, 1½ against 1" in finding.sentence
    assert "both have" not in finding.sentence


def test_mildness_is_bounded() -> None:
    """Of two neighbours exchanged in events stripped of date, system and number of rounds, most are found still."""
    found = 0
    for seed in range(20):
        made, _, _ = planted(seed, "exchanged")
        bare = replace(made, start=None, system=DeclaredSystem(), rounds_declared=None)
        found += judge(bare).verdict is StandingsVerdict.WRONG

    assert found >= 18
