"""The history of the teams before a round: meetings, matches played, floats, presence and the scores that count."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.loops import require_items
from support.team_histories import event_of, table

from reference_engines.frame.results import UnsupportedEventError
from reference_engines.team.event import OtherSide, PreparedTeamEvent
from reference_engines.team.rules import TEAM_2024, TEAM_2026, TEAM_DRAFT, decide, open_points
from tournaments.model import Colour, ForbiddenGroup, RequestedBye, Result, VirtualPoints
from tournaments.teams.event import MatchScoring

if TYPE_CHECKING:
    from reference_engines.team.rules import TeamRules

EDITIONS = (TEAM_2026, TEAM_2024, TEAM_DRAFT)
by_edition = pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.edition.key)
# --- who met, [C1], C.04.2:3.5 ---------------------------------------------------------------------------------------


@by_edition
@pytest.mark.parametrize(
    ("first", "second", "may_meet"),
    [("1", "0", False), ("=", "=", False), ("?", "?", False), ("+", "-", True), ("/", "/", True)],
)
def test_only_a_match_that_was_played_keeps_apart(first: str, second: str, may_meet: bool, rules: TeamRules) -> None:
    """[C1]: two teams whose match was forfeited may be paired again; an adjourned match is as good as played."""
    found = table(f"2w{first}", f"1b{second}", rules=rules)
    assert bool(found.teams_of_round(2).allowed[0, 1]) is may_meet
    assert (found.met(1, 2) == {}) is may_meet


@pytest.mark.parametrize(("round_number", "apart"), [(1, False), (2, True), (3, True), (4, False)])
def test_the_organiser_keeps_teams_apart_for_some_rounds(round_number: int, apart: bool) -> None:
    """TRF 260 has a first and a last round."""
    group = ForbiddenGroup(players=frozenset({1, 2}), first_round=2, last_round=3)
    found = PreparedTeamEvent(replace(event_of("U . .", ". U .", ". . U"), forbidden=(group,)), TEAM_2026)
    assert bool(found.apart(round_number)) is apart


@pytest.mark.parametrize(("away_in", "present"), [(2, (1, 3)), (3, (1, 2, 3))])
def test_a_team_that_asked_not_to_be_paired_is_not(away_in: int, present: tuple[int, ...]) -> None:
    """In the round that was asked for, and no other."""
    asked = RequestedBye(tpn=2, round_number=away_in, result=Result.ZERO_POINT_BYE)
    found = PreparedTeamEvent(replace(event_of("2w1", "1b0", "U"), requested_byes=(asked,)), TEAM_2026)
    assert found.present(2) == present


# --- who played most, 2.1.3 (3.4.3 of 2026) --------------------------------------------------------------------------


@by_edition
@pytest.mark.parametrize(
    ("rows", "unplayed"),
    [
        (("2w1 3b1", "1b0 U", "U 1w0"), [0, 1, 1]),
        (("2w1 3b+", "1b0 U", "U 1w-"), [1, 1, 2]),  # a match won by forfeit was not played
        (("2w1 3b/", "1b0 H", "F 1w/"), [1, 1, 2]),
        (("2w1 3b?", "1b0 .", ". 1w?"), [0, 1, 1]),
        (("2w1 2b1", "1b0 1w0", "F ."), [0, 0, 2]),  # who met twice, against the rules, played twice
    ],
)
def test_matches_that_were_played_are_counted(rows: tuple[str, ...], unplayed: list[int], rules: TeamRules) -> None:
    """TEAM-BYE-GAMES: byes and forfeits do not count as matches played."""
    field = table(*rows, rules=rules).teams_of_round(3)
    assert dict(zip(field.tpn.tolist(), field.unplayed.tolist(), strict=True)) == dict(enumerate(unplayed, start=1))


@pytest.mark.parametrize(("row", "may"), [("2w?", True), ("2w1", True), ("2w+", False), ("2w-", True)])
def test_an_adjourned_match_does_not_bar_from_the_bye(row: str, may: bool) -> None:
    """[C2], even if its points are those of a win; a win by forfeit does."""
    for rules in EDITIONS:
        event = event_of(row, "1b0")
        (won,) = event.teams[0].rounds
        teams = (replace(event.teams[0], rounds=(replace(won, match_points=20 * (row[-1] != "-")),)), event.teams[1])
        assert PreparedTeamEvent(replace(event, teams=teams), rules).may_have_bye(1, 2) is may


@pytest.mark.parametrize(("points", "may"), [(20, True), (30, False), (40, False)])
def test_before_2026_a_win_is_worth_what_the_event_says(points: int, may: bool) -> None:
    """[C2]: with three points for a win, two without playing do not bar from the bye."""
    scoring = MatchScoring(win=30, draw=10)
    event = event_of("H", "U")
    given = replace(event.teams[0], rounds=(replace(event.teams[0].rounds[0], match_points=points),))
    for rules, expected in ((TEAM_2024, may), (TEAM_DRAFT, may), (TEAM_2026, True)):
        found = PreparedTeamEvent(replace(event, teams=(given, event.teams[1]), scoring=scoring), rules)
        assert found.may_have_bye(1, 2) is expected


@pytest.mark.parametrize(("points", "rules"), [(0, rules) for rules in EDITIONS])
def test_a_bye_bars_whatever_it_was_worth(points: int, rules: TeamRules) -> None:
    """[C2]: also one without any points."""
    event = event_of("U", "H")
    bye = replace(event.teams[0], rounds=(replace(event.teams[0].rounds[0], match_points=points),))
    found = PreparedTeamEvent(replace(event, teams=(bye, event.teams[1])), rules)
    assert [found.may_have_bye(number, 2) for number in (1, 2)] == [False, True]


# --- floaters, 1.5 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "floated"),
    [
        (("2w1 3b1", "1b0 4w=", "4w= 1w0", "3b= 2b="), {1, 2, 3, 4}),
        (("2w1 3b1", "1b0 4w=", "4w1 1w0", "3b0 2b="), set()),
        (("2w1 3b= U", "1b0 4w= .", "4w= 1w= 4w1", "3b= 2b= 3b0"), set()),  # 3 and 4 had two points each
        (("2w1 3b1 F", "1b0 4w= H", "4w= 1w0 U", "3b= 2b= ."), set()),  # the float was in the round before the last
        (("2w1 3b?", "1b0 4w?", "4w= 1w?", "3b= 2b?"), {1, 2, 3, 4}),
        (("2w1 3b/", "1b0 4w/", "4w= 1w/", "3b= 2b/"), set()),
    ],
)
def test_floats_of_the_round_before_count_by_the_scores_before_it(rows: tuple[str, ...], floated: set[int]) -> None:
    """1.5: neither the scores after the match nor earlier floats matter."""
    found = table(*rows)
    number = found.event.rounds_recorded + 1
    assert {team for team in (1, 2, 3, 4) if found.floated(team, number)} == floated


@pytest.mark.parametrize(("last_round", "floated"), [(1, True), (2, False)])
def test_virtual_points_make_floaters(last_round: int, floated: bool) -> None:
    """TEAM-FLOAT: 1 and 2 drew, and had as many points as their opponents of round 2 if both were accelerated."""
    rows = ("2w= 3b=", "1b= 4w=", "4w= 1w=", "3b= 2b=")
    given = VirtualPoints(points=10, first_round=1, last_round=last_round, players=frozenset({1, 2}))
    found = PreparedTeamEvent(replace(event_of(*rows), virtual_points=(given,)), TEAM_2026)
    assert found.floated(1, 3) is not floated
    assert found.teams_of_round(2).score.tolist() == ([10] * 4 if floated else [20, 20, 10, 10])


def test_of_two_records_of_virtual_points_the_later_one_counts() -> None:
    """Where both hold for the round."""
    records = [
        VirtualPoints(points=points, first_round=1, last_round=last, players=frozenset({1}))
        for points, last in ((20, 3), (10, 2))
    ]
    found = PreparedTeamEvent(replace(event_of("U . .", ". U ."), virtual_points=tuple(records)), TEAM_2026)
    assert [found.score(1, number) for number in (1, 2, 3, 4)] == [10, 20, 30, 10]


BAKU_ROUNDS = [
    # four of six teams are in GA; rounds declared, and the match points of 4 and of 5 in each
    (9, [20, 20, 20, 10, 10, 0, 0, 0, 0]),
    (8, [20, 20, 10, 10, 0, 0, 0, 0]),
    (11, [20, 20, 20, 10, 10, 10, 0]),
    (1, [20]),
    (2, [20, 0]),
    (3, [20, 10, 0]),
]


@by_edition
@pytest.mark.parametrize(("rounds", "points"), BAKU_ROUNDS)
def test_baku_points_last_for_half_of_the_rounds(rounds: int, points: list[int], rules: TeamRules) -> None:
    """C.04.7:1.4: a win in the first half of the accelerated rounds, half of it in the others; 11 is its example."""
    found = table(*["U"] * 6, rules=rules, code="FIDE_TEAM_BAKU", rounds=rounds)
    base = found.real_score(4, 99)
    for number, worth in require_items(enumerate(points, start=1)):
        real = base if number > 1 else 0
        assert (found.score(4, number) - real, found.score(5, number) - real) == (worth, 0)


@pytest.mark.parametrize(
    ("rows", "group", "is_open"),
    [
        (["U"] * 6, {1, 2, 3, 4}, False),
        (["U"] * 8, {1, 2, 3, 4}, False),
        (["U"] * 9, {1, 2, 3, 4, 5, 6}, False),
        ([".", *["U"] * 5], {1, 2, 3, 4, 5}, True),  # the first four of five that are there; 1 is above the last one
        ([*["U"] * 4, ".", "."], {1, 2}, True),
        (["U", "U", "U", ".", "H", "U"], {1, 2}, True),
    ],
)
def test_baku_groups_are_those_of_the_first_round(rows: list[str], group: set[int], is_open: bool) -> None:
    """C.04.7:1.2 and 1.3.2; BAKU-GROUP: the whole list would give other groups."""
    found = table(*rows, code="FIDE_TEAM_BAKU")
    accelerated = {team for team in found.team_by_number if found.score(team, 1)}
    assert accelerated == group
    assert (OtherSide.ALL_TEAMS_IN_GROUPS in found.open_readings) is is_open
    other = found.with_other_sides(OtherSide.ALL_TEAMS_IN_GROUPS)
    assert len([team for team in other.team_by_number if other.score(team, 1)]) == 2 * -(-len(rows) // 4)


@pytest.mark.parametrize(("away_in", "group"), [(1, {1, 2, 3, 4, 5}), (2, {1, 2, 3, 4})])
def test_baku_groups_before_the_first_round_go_by_who_is_expected(away_in: int, group: set[int]) -> None:
    """BAKU-GROUP: a team that asked not to be paired in round 1 is not counted."""
    asked = RequestedBye(tpn=1, round_number=away_in, result=Result.ZERO_POINT_BYE)
    event = replace(event_of(*[""] * 6, code="FIDE_TEAM_BAKU"), requested_byes=(asked,))
    found = PreparedTeamEvent(event, TEAM_2026)
    assert {team for team in found.team_by_number if found.score(team, 1)} == group


@pytest.mark.parametrize(("recorded", "taken", "otherwise"), [(8, 10, 0), (7, 10, 10)])
def test_baku_rounds_are_open_where_their_number_is_not_declared(recorded: int, taken: int, otherwise: int) -> None:
    """TEAM-ROUNDS: one round more than is recorded, or as many, of which the first half is accelerated."""
    rows = [" ".join(["U", *["."] * (recorded - 1)])] * 4
    found = table(*rows, code="FIDE_TEAM_BAKU", rounds=None)
    accelerated = (recorded + 2) // 2
    read = found.with_other_sides(OtherSide.LAST_ROUNDS_RECORDED)
    assert found.score(1, accelerated) - found.real_score(1, accelerated) == taken
    assert read.score(1, accelerated) - read.real_score(1, accelerated) == otherwise


@pytest.mark.parametrize(
    ("win", "draw", "loss", "follows"), [(20, 10, 0, True), (30, 10, 0, False), (20, 10, 5, False)]
)
def test_baku_supposes_its_points(win: int, draw: int, loss: int, follows: bool) -> None:
    """C.04.7:1.1: a win is worth two draws, and a loss nothing; listed points need no such thing."""
    event = replace(event_of("U", "U", code="FIDE_TEAM_BAKU"), scoring=MatchScoring(win=win, draw=draw, loss=loss))
    listed = VirtualPoints(points=10, first_round=1, last_round=1, players=frozenset({2}))
    assert PreparedTeamEvent(replace(event, virtual_points=(listed,)), TEAM_2026).score(2, 1) == 10
    if follows:
        assert PreparedTeamEvent(event, TEAM_2026).score(1, 1) == win
    else:
        with pytest.raises(UnsupportedEventError, match=re.escape("C.04.7:1.1")):
            PreparedTeamEvent(event, TEAM_2026)


# --- the order of the boards, C.04.2:3.6 -----------------------------------------------------------------------------


@by_edition
@pytest.mark.parametrize(
    ("rows", "boards"),
    [
        (("3w1", "4b1", "1b0", "2w0"), [{1, 2}, {3, 4}]),
        (("4w1", "5b1", "6w1", "1b0", "2w0", "3b0"), [{1, 3}, {2, 4}, {5, 6}]),
        (("4w1 5b1", "5b1 4w1", "6w1 U", "1b0 2b0", "2w0 1w0", "3b0 ."), [{1, 2}, {3, 4}, {5, 6}]),
    ],
)
def test_boards_go_by_score_then_sum_then_number(
    rows: tuple[str, ...], boards: list[set[int]], rules: TeamRules
) -> None:
    """C.04.2:3.6 (D.9 before 2026)."""
    prepared = rules.open(event_of(*rows))
    assert [set(pair.players) for pair in prepared.round(prepared.event.rounds_recorded + 1).expected().pairs] == boards


def test_of_boards_with_the_same_score_the_higher_sum_comes_first() -> None:
    """1 has the smallest number but meets a lower score: after 2 and 3."""
    rows = ("3w= 2b=", "4w= 1w=", "1b= U", "2b= .", "6w= .", "5b= .")
    prepared = TEAM_2026.open(event_of(*rows))
    assert prepared.round(3).participants.score.tolist() == [20, 20, 20, 10, 10, 10]
    assert [set(pair.players) for pair in prepared.round(3).expected().pairs] == [{2, 3}, {1, 5}, {4, 6}]


# --- odd and even, 4.3.1 ---------------------------------------------------------------------------------------------


@by_edition
@pytest.mark.parametrize(
    ("first", "second", "has_white", "readings"),
    [
        (". ", "U", 2, ["TEAM-PARITY"]),  # 1 has not arrived: 2 counts as the first
        ("U ", "U", 3, []),
        ("H ", "U", 2, ["TEAM-PARITY"]),  # a bye asked for is no arrival
    ],
)
def test_teams_that_have_not_arrived_have_no_number(
    first: str, second: str, has_white: int, readings: list[str], rules: TeamRules
) -> None:
    """TEAM-PARITY: the number in the list would reverse the colours, and the open reading is named."""
    found = table(f"{first} .", f"{second} 3w+", f"{second} 2b-", rules=rules)
    decision = decide(found, 1, 2, 3, Colour.WHITE)
    assert (decision.white, decision.article) == (has_white, "4.3.1")
    assert [note.identifier for note in open_points(found, 1, decision, Colour.WHITE)] == readings


@pytest.mark.parametrize(("row", "has_white"), [(". .", 2), (". U", 3), ("U .", 3)])
def test_a_player_who_arrived_keeps_the_number(row: str, has_white: int) -> None:
    """TEAM-PARITY: taken into account in the round itself or in one before."""
    found = table(row, "U 3w=", "H 2b=")
    assert decide(found, 2, 2, 3, Colour.WHITE).white == has_white


@pytest.mark.parametrize("row", [".", "U"])
def test_an_absent_team_and_the_bye_get_no_granted_bye(row: str) -> None:
    """TEAM-PARITY: there the other side is the same, and not tried."""
    found = table(row, "3w=", "2b=")
    assert OtherSide.GRANTED_BYES_ARRIVE not in found.open_readings


# --- last rounds, 1.7.2, [C7], [C10] ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("otherwise", "heeded", "last"),
    [
        (None, [1, 2, 3, 4, 5, 6], None),
        (OtherSide.LAST_ROUNDS_RECORDED, [1, 2, 3], 5),
        (OtherSide.ONE_ROUND_TO_COME, [1, 2, 3, 4], 6),
    ],
)
def test_the_last_rounds_of_an_event_of_unknown_length(
    otherwise: OtherSide | None, heeded: list[int], last: int | None
) -> None:
    """TEAM-ROUNDS: floats count in all rounds but the last two; what is declared is never read otherwise."""
    rows = [". . . . ."] * 2
    for declared in (None, 9):
        found = table(*rows, rounds=declared)
        read = found if otherwise is None else found.with_other_sides(otherwise)
        counting = [number for number in range(1, 7) if read.floats_count(number)]
        assert (counting, read.rounds) == ((heeded, last) if declared is None else ([1, 2, 3, 4, 5, 6], 9))
        assert (OtherSide.ONE_ROUND_TO_COME in found.open_readings) is (declared is None)


FORFEITED = ("2w1 3b+", "1b0 4w=", "4w= 1w-", "3b= 2b=")
PLAYED = ("2w1 3b1", "1b0 4w=", "4w= 1w0", "3b= 2b=")
AHEAD = VirtualPoints(points=10, first_round=1, last_round=2, players=frozenset({2}))


@pytest.mark.parametrize(
    ("rows", "virtual", "otherwise", "floaters", "floaters_otherwise"),
    [
        (FORFEITED, (), OtherSide.FLOATS_OF_FORFEITS, {2, 4}, {1, 2, 3, 4}),
        (PLAYED, (), None, {1, 2, 3, 4}, {1, 2, 3, 4}),
        (PLAYED, (AHEAD,), OtherSide.FLOATS_OF_REAL_SCORES, {1, 3}, {1, 2, 3, 4}),
        (PLAYED, (replace(AHEAD, last_round=1),), OtherSide.FLOATS_OF_REAL_SCORES, {1, 2, 3, 4}, {1, 2, 3, 4}),
    ],
)
def test_floats_are_read_either_way(
    rows: tuple[str, ...],
    virtual: tuple[VirtualPoints, ...],
    otherwise: OtherSide | None,
    floaters: set[int],
    floaters_otherwise: set[int],
) -> None:
    """TEAM-FLOAT: forfeited matches as scheduled, or scores without virtual points, where there are any."""
    found = PreparedTeamEvent(replace(event_of(*rows), virtual_points=virtual), TEAM_2024)
    floats = {OtherSide.FLOATS_OF_FORFEITS, OtherSide.FLOATS_OF_REAL_SCORES}
    assert floats.intersection(found.open_readings) == ({otherwise} if otherwise else set())
    read = found.with_other_sides(otherwise) if otherwise else found
    assert {team for team in (1, 2, 3, 4) if found.floated(team, 3)} == floaters
    assert {team for team in (1, 2, 3, 4) if read.floated(team, 3)} == floaters_otherwise


# --- the initial-colour, 4.1 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("colours", "initial"),
    [
        ("wbw", "white"),
        ("bwb", "black"),
        ("bbw", "white"),
        ("wwb", "black"),
        ("wb", "white"),
        ("ww", "white"),
        ("bb", "black"),
    ],
)
def test_most_matches_of_the_first_round_tell_the_initial_colour(colours: str, initial: str) -> None:
    """One match with the colours the wrong way round does not turn all others; of as many, the first counts."""
    count = len(colours)
    turned = {"w": "b", "b": "w"}
    rows = [f"{at + count}{colour}=" for at, colour in enumerate(colours, start=1)]
    rows += [f"{at}{turned[colour]}=" for at, colour in enumerate(colours, start=1)]
    prepared = TEAM_2026.open(replace(event_of(*rows), initial_colour=None))
    assert prepared.notes == (f"The initial-colour is not declared; {initial} is inferred from round 1.",)


# --- preferences never keep apart, preface ---------------------------------------------------------------------------


@by_edition
def test_no_colour_is_absolute(rules: TeamRules) -> None:
    """Preface: articles 6 and 7 of C.04.1 do not apply; two teams with White three times meet all the same."""
    rows = ("3w1 4w1 5w1", "6w1 5w1 4w1", "1b0 6w= .", "6b0 1b0 2b0", ". 2b0 1b0", "2b0 3b= .")
    found = table(*rows, rules=rules, code="FIDE_TEAM_TYPEB_MP_GP")
    assert found.teams_of_round(4).allowed[0, 1]
    prepared = rules.open(found.event)
    assert prepared.round(4).assess(prepared.round(4).expected()).violations == ()
    assert {1, 2} in [set(pair.players) for pair in prepared.round(4).expected().pairs]
