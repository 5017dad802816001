"""The verdict on the rank order of teams: wrong ones are found, at the right place and with the right code."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from functools import cache
from itertools import count, islice
from typing import TYPE_CHECKING

import pytest
from support.team_crosstables import crosstable
from support.team_standings import team_events

from checker.standings.check import are_in_conflict, judge_standings
from checker.standings.findings import CauseKind, Fault, StandingsFinding, StandingsVerdict
from standings.codes import parse_tie_breaks
from standings.ranking import rank
from standings.rules import EDITION_2024, determine_rules
from tournaments.model import DeclaredSystem, PrimaryScore, Result

if TYPE_CHECKING:
    from collections.abc import Mapping

    from standings.rules import TieBreakRules
    from tournaments.model import Event

IN_2026 = dt.date(2026, 5, 1)
LIST = "BH:GP/C1,MPvGP,EMGSB,EDEBT,TPN"
CODES = [code.text for code in parse_tie_breaks(LIST)]


@cache
def drawn(seed: int) -> Event:
    """Return a finished event of eight teams or more, full of byes and forfeits."""
    made = (team_events(5).play(index).event for index in count(100 * seed))
    event = next(event for event in made if len(event.teams) > 7 and event.rounds_recorded > 3)
    return replace(event, start=IN_2026, end=IN_2026, rounds_declared=event.rounds_recorded)


def listing(event: Event, codes: str) -> Event:
    """Name tie-breaks in record 202."""
    return replace(event, headers=(("202", codes),))


def ranked(event: Event, ranks: Mapping[int, int]) -> Event:
    """Write the ranks of teams."""
    return replace(event, teams=tuple(replace(team, rank=ranks.get(team.number)) for team in event.teams))


def expected(event: Event, codes: str, rules: TieBreakRules | None = None) -> dict[int, int]:
    """Return the ranks by a list, as record 202 has it."""
    return rank(event, parse_tie_breaks(codes), rules or determine_rules(event)).ranks


def separate_ties(ranks: Mapping[int, int]) -> dict[int, int]:
    """Give every rank once, lower numbers first among those who share one."""
    order = sorted(ranks, key=lambda number: (ranks[number], number))
    return {number: place for place, number in enumerate(order, start=1)}


def judge(event: Event) -> StandingsFinding:
    """Judge an event that has ranks and tie-breaks."""
    finding = judge_standings(event)
    assert finding is not None
    return finding


@pytest.mark.parametrize("seed", range(6))
def test_the_ranks_that_follow_from_the_list_are_consistent(seed: int) -> None:
    """The points of teams are consistent, too."""
    made = drawn(seed)
    finding = judge(ranked(listing(made, LIST), expected(made, LIST)))

    assert (finding.verdict, finding.misplaced) == (StandingsVerdict.CONSISTENT, ())
    assert finding.sentence.startswith(f"The rank order of {finding.players} teams is that of PTS,BH:GP/C1,")


@cache
def planted(seed: int, kind: str) -> tuple[Event, set[int]]:
    """Return an event with a wrong order, and the teams that are out of place."""
    made = listing(drawn(seed), LIST)
    right = separate_ties(expected(made, LIST))
    if kind == "exchanged":
        at = 2 + seed % (len(right) - 2)
        one, other = (next(number for number, place in right.items() if place == wanted) for wanted in (at - 1, at))
        wrong = right | {one: right[other], other: right[one]}
    elif kind == "left out":
        wrong = separate_ties(expected(made, LIST.replace("BH:GP/C1,", "")))
    elif kind == "other score":
        wrong = separate_ties(expected(made, LIST.replace("BH:GP", "BH:MP")))
    else:
        wrong = separate_ties(expected(made, LIST, replace(determine_rules(made), edition=EDITION_2024)))
    culprits = {number for number in right if any(are_in_conflict(number, other, wrong, right) for other in right)}
    return ranked(made, wrong), culprits


def first_wrong(kind: str, number: int) -> int:
    """Return the seed of the n-th event in which the kind makes a difference."""
    return next(islice((seed for seed in count() if planted(seed, kind)[1]), number, None))


KINDS = [("exchanged", 5), ("left out", 3), ("other score", 3), ("older edition", 2)]


@pytest.mark.parametrize(
    ("kind", "number"), [(kind, number) for kind, times in KINDS for number in range(times)], ids=str
)
def test_a_wrong_order_of_teams_is_found_at_the_right_place_with_the_right_code(kind: str, number: int) -> None:
    """Two neighbours exchanged, a tie-break left out or by the other score, the older edition."""
    made, culprits = planted(first_wrong(kind, number), kind)
    finding = judge(made)
    declared = rank(made, parse_tie_breaks(LIST), determine_rules(made))

    assert finding.verdict is StandingsVerdict.WRONG
    assert {one.tpn for one in finding.misplaced} <= culprits
    for one in finding.misplaced:
        assert one.neighbour is not None
        assert one.code == CODES[declared.first_difference(one.tpn, one.neighbour) or 0]
        assert (one.own and one.own.value) == declared.value(CODES.index(one.code), one.tpn)
        assert (one.rank < (one.neighbour_rank or 0)) != (declared.ranks[one.tpn] < declared.ranks[one.neighbour])


@pytest.mark.parametrize(
    ("kind", "cause", "about"),
    [
        ("older edition", "These are the standings by C.07, August 2024.", CauseKind.EDITION),
        ("left out", "These are the standings with BH:GP/C1 left out of the list.", CauseKind.LIST),
        ("other score", "These are the standings with BH:MP/C1 in the place of BH:GP/C1.", CauseKind.LIST),
    ],
)
def test_each_failure_is_named(kind: str, cause: str, about: CauseKind) -> None:
    """Where one change explains the whole order; and what the change is about."""
    finding = judge(planted(first_wrong(kind, 0), kind)[0])

    assert finding.cause_kinds[finding.causes.index(cause)] is about
    assert len(finding.cause_kinds) == len(finding.causes)


TWO_MATCHES = ("2w2.5", "1b1.5", "4w3", "3b1")
"""1 and 3 have won; 3 has more game points."""


def test_the_argument_names_the_teams_and_both_values() -> None:
    """Round by round."""
    made = replace(listing(crosstable(TWO_MATCHES), "MPvGP"), start=IN_2026)
    one = judge(ranked(made, {1: 1, 3: 2, 2: 3, 4: 4})).misplaced[0]

    assert (one.tpn, one.neighbour, one.fault, one.code) == (1, 3, Fault.ORDER, "MPvGP")
    assert one.sentence == (
        "Team 3 (3) should be before Team 1 (1): both have 2 match points; game points decide, 3 against 2½ (C.07 "
        "13.1). The file gives them ranks 2 and 1."
    )
    assert one.own is not None
    assert [(part.what, part.amount) for part in one.own.parts] == [("won against Team 2 (2)", "2.5")]


@pytest.mark.parametrize(("field", "words"), [("match_points", "3.0 match points"), ("game_points", "3.5 game points")])
def test_points_of_teams_that_contradict_their_rounds_come_first(field: str, words: str) -> None:
    """Match points and game points alike."""
    made = ranked(replace(listing(crosstable(TWO_MATCHES), "MPvGP"), start=IN_2026), {3: 1, 1: 2, 2: 3, 4: 4})
    teams = tuple(
        replace(team, **{field: (getattr(team, field)) + 10}) if team.number == 1 else team for team in made.teams
    )
    finding = judge(replace(made, teams=teams))

    assert judge(made).verdict is StandingsVerdict.CONSISTENT
    assert [(one.tpn, one.fault) for one in finding.misplaced] == [(1, Fault.SCORE)]
    assert f"Team 1 (1) has {words}, but its rounds give" in finding.sentence


def test_an_undeclared_primary_score_is_not_called_wrong() -> None:
    """192 names match points first, or says nothing of it: then game points are followed, too."""
    rows = ("2w2.5 3b2.5", "1b1.5 4w4", "4w4 1w1.5", "3b0 2b0")
    made = replace(listing(crosstable(rows), "TPN"), start=IN_2026)
    by_games = expected(made, "TPN", replace(determine_rules(made), primary_score=PrimaryScore.GAME_POINTS))
    undeclared = replace(ranked(made, by_games), system=DeclaredSystem(code="FIDE_TEAM"))

    assert by_games != expected(made, "TPN")
    assert "These are the standings by game points first." in judge(ranked(made, by_games)).causes
    assert judge(undeclared).verdict is StandingsVerdict.ACCEPTED
    assert judge(undeclared).rests_on == ("game points first, as 192 does not say which",)


def test_the_other_side_of_a_reading_is_accepted() -> None:
    """C07-EDE-BOARDS: teams that have not met are separated by the boards of all their matches."""
    made = crosstable(["3w1.5", "4w1.5", "1b0.5", "2b0.5"], boards=2, games={(1, 1): "=1", (1, 2): "1="})
    made = replace(listing(made, "EDEBT,TPN"), start=IN_2026)
    finding = judge(ranked(made, {2: 1, 1: 2, 3: 3, 4: 4}))

    assert finding.verdict is StandingsVerdict.ACCEPTED
    assert finding.rests_on == ("the other reading of C07-EDE-BOARDS",)


def test_pending_games_of_a_match_leave_the_order_open() -> None:
    """As those of players do."""
    made = ranked(replace(listing(crosstable(TWO_MATCHES), "MPvGP"), start=IN_2026), {3: 1, 1: 2, 2: 3, 4: 4})
    first = made.players[0]
    running = replace(first, rounds=(replace(first.rounds[0], result=Result.PENDING),))

    assert judge(replace(made, players=(running, *made.players[1:]))).verdict is StandingsVerdict.NOT_JUDGED


def test_team_files_without_tie_breaks_or_ranks_have_no_verdict() -> None:
    """Nothing is claimed."""
    made = crosstable(TWO_MATCHES)

    assert judge_standings(made) is None
    assert judge_standings(ranked(listing(made, "MPvGP"), {})) is None
