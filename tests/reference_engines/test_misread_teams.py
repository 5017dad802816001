"""Misread scores, colours, orders and criteria of teams in pairs: where they differ from the text, and where not."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from msgspec.structs import astuple
from support.team_fields import format_pairing, paired, team_field
from support.team_histories import table

from reference_engines.misreadings import varied_misreadings
from reference_engines.team.edition import ColourPlace, PreferenceType
from reference_engines.team.rules import TEAM_2026, decide
from reference_engines.upfloating.edition import TopScoregroup
from reference_engines.upfloating.search import pair_field
from tournaments.model import Colour

W, B = Colour.WHITE, Colour.BLACK
CODE_B = "FIDE_TEAM_TYPEB_MP_GP"


@cache
def _misread(identifier: str) -> Any:
    return next(one for one in varied_misreadings(TEAM_2026) if one.identifier == identifier).rules(TEAM_2026)


# --- scores ----------------------------------------------------------------------------------------------------------

_SCORES = ("2w1 U 4w+", "1b0 4w= 3b1", "4w+ H 2w0", "3b- 2b= 1b-")


@pytest.mark.parametrize(
    ("name", "primary", "secondary"),
    [
        ("", [50, 30, 30, 10], [25, 15, 15, 5]),
        ("points-of-bye-left-out", [40, 30, 30, 10], [20, 15, 15, 5]),
        ("points-of-bye-left-out-pairing", [40, 30, 30, 10], [25, 15, 15, 5]),
        ("points-of-bye-left-out-secondary", [50, 30, 30, 10], [20, 15, 15, 5]),
        ("points-of-forfeit-win-left-out", [30, 30, 10, 10], [15, 15, 5, 5]),
        ("points-of-requested-bye-left-out", [50, 30, 20, 10], [25, 15, 10, 5]),
        ("points-of-unplayed-left-out", [20, 30, 0, 10], [10, 15, 0, 5]),
        ("scores-exchanged", [25, 15, 15, 5], [50, 30, 30, 10]),
    ],
)
def test_points_of_some_rounds_do_not_count(name: str, primary: list[int], secondary: list[int]) -> None:
    """In one score or in both; game points are half of the match points here."""
    prepared = table(*_SCORES, rules=_misread(name) if name else TEAM_2026)
    assert [prepared.score(number, 4) for number in range(1, 5)] == primary
    assert [prepared.secondary_score(number, 4) for number in range(1, 5)] == secondary


def test_matches_are_scored_otherwise() -> None:
    """A round without a match is worth what it was."""
    rows = ("2w1 U", "1b0 3w=", "4w= 2b=", "3b= H")
    assert [table(*rows).score(number, 3) for number in range(1, 5)] == [30, 10, 20, 20]
    for name, scores in (("2-1-0", [30, 10, 20, 20]), ("3-1-0", [40, 10, 20, 20]), ("3-2-1", [40, 30, 40, 30])):
        prepared = table(*rows, rules=_misread(f"match-points-{name}"))
        assert [prepared.score(number, 3) for number in range(1, 5)] == scores
        assert prepared.secondary_score(1, 3) == table(*rows).secondary_score(1, 3)


def test_the_first_team_has_less() -> None:
    """Of a score, or the larger number; the other keys decide as in the text."""
    rows = ("3w1", "4w1", "1b0", "2b0")
    assert [table(*rows).first_team(*pair, 2) for pair in ((1, 2), (1, 3))] == [1, 1]
    of_score, of_number = (table(*rows, rules=_misread(f"first-team-of-less-{key}")) for key in ("score", "number"))
    assert [of_score.first_team(*pair, 2) for pair in ((1, 2), (1, 3))] == [1, 3]
    assert [of_number.first_team(*pair, 2) for pair in ((1, 2), (1, 3))] == [2, 1]


@pytest.mark.parametrize(
    ("name", "counted"),
    [
        ("double-if-strong", [1, 1, 2]),
        ("double-if-one-strong", [1, 2, 2]),
        ("sum-of-strengths", [2, 3, 4]),
    ],
)
def test_missed_preferences_are_weighed_by_their_strengths(name: str, counted: list[int]) -> None:
    """Of two mild preferences, a mild and a strong one, and two strong ones; different preferences count nothing."""
    field = team_field("1 1 1 1 1", wants="wwwwb", strong="3 4")
    rules = _misread(f"colour-preference-{name}")
    criterion = next(one.criterion for one in rules.bracket_criteria if one.label == "C8")
    pairs = criterion.contribution(field).pairs
    assert [int(pairs[pair]) for pair in ((0, 1), (0, 2), (2, 3))] == counted
    assert not pairs[0, 4]


def test_preferences_are_of_another_type() -> None:
    """Type B has mild preferences, and Type A none; the declared type is that of the text."""
    for kind, code in ((PreferenceType.A, "FIDE_TEAM"), (PreferenceType.B, CODE_B)):
        own = table("2w1", "1b0", code=code).preference(1, 2)
        forced = table("2w1", "1b0", rules=_misread(f"preferences-of-type-{kind.name.lower()}"), code=code)
        assert forced.preference(1, 2) == own
    as_a = table("2w1", "1b0", rules=_misread("preferences-of-type-a"), code=CODE_B)
    as_b = table("2w1", "1b0", rules=_misread("preferences-of-type-b"))
    assert (as_a.preference(1, 2), as_b.preference(1, 2)) == ((0, False), (-1, False))
    twice = ("2w1 3w1", "1b0 4b1", "4w1 1b0", "3b0 2w0")
    assert table(*twice).preference(1, 3) == (-1, False)
    assert table(*twice, rules=_misread("preferences-of-type-none")).preference(1, 3) == (0, False)


# --- colours ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ColourPlace)
def test_forfeits_are_colours_at_one_place(place: ColourPlace) -> None:
    """And nowhere else: a forfeited match has no colour by the text."""
    rules = _misread(f"forfeits-are-colours-{place.name.lower().replace('_', '-')}")
    prepared = table("2w+ 3b1", "1b- 4w1", "4w1 1w0", "3b0 2b0", rules=rules)
    read = {one: prepared.colours(1, 3, one) for one in (None, *ColourPlace)}
    assert read == {one: (W, B) if one is place else (B,) for one in (None, *ColourPlace)}


def test_forfeits_are_colours_at_two_places() -> None:
    """In preferences and by 4.3.5, and nowhere else."""
    rules = _misread("forfeits-are-colours-preference-difference")
    prepared = table("2w+ 3b1", "1b- 4w1", "4w1 1w0", "3b0 2b0", rules=rules)
    places = (ColourPlace.PREFERENCE, ColourPlace.DIFFERENCE)
    read = {one: prepared.colours(1, 3, one) for one in (None, *ColourPlace)}
    assert read == {one: (W, B) if one in places else (B,) for one in (None, *ColourPlace)}


def test_single_and_double_forfeits_are_colours() -> None:
    """Each alone."""
    rows = ("2w+ 3b/", "1b- 4w1", "4w1 1w/", "3b0 2b0")
    of_single, of_double = (table(*rows, rules=_misread(f"{one}-forfeits-are-colours")) for one in ("single", "double"))
    assert [of_single.colours(number, 3) for number in (1, 2, 3)] == [(W,), (B, W), (W,)]
    assert [of_double.colours(number, 3) for number in (1, 2, 3)] == [(B,), (W,), (W, W)]
    assert [table(*rows).colours(number, 3) for number in (1, 2, 3)] == [(), (W,), (W,)]


def test_a_bye_counts_as_a_colour() -> None:
    """Of matches nothing changes."""
    rows = ("2w1 U", "1b0 3w1", "H 2b0")
    assert [table(*rows).colours(number, 3) for number in (1, 2, 3)] == [(W,), (B, W), (B,)]
    of_bye = table(*rows, rules=_misread("bye-counts-as-black"))
    assert [of_bye.colours(number, 3) for number in (1, 2, 3)] == [(W, B), (B, W), (B,)]
    of_half = table(*rows, rules=_misread("half-point-bye-counts-as-white"))
    assert [of_half.colours(number, 3) for number in (1, 2, 3)] == [(W,), (B, W), (W, B)]


def test_preferences_look_at_rounds_in_place_of_matches() -> None:
    """1 had White before and after a bye; 4 in the last two rounds, at a difference of one."""
    rows = ("3w1 U 2w1", "4w1 3b1 1b0", "1b0 2w0 4b1", "2b0 H 3w0")
    own, misread = table(*rows), table(*rows, rules=_misread("preference-of-rounds"))
    assert own.preference(1, 4) == (-1, False)
    assert misread.preference(1, 4) == (-1, False)  # by a difference of two
    rows = ("2b1 3w1 U 4w1", "1w0 4b1 3w1 U", "4b1 1b0 2b0 H", "3w0 2w0 H 1b0")
    own, misread = table(*rows), table(*rows, rules=_misread("preference-of-rounds"))
    assert (own.preference(1, 5), misread.preference(1, 5)) == ((-1, False), (0, False))


@pytest.mark.parametrize(
    ("identifier", "whites"),
    [
        ("", {(1, 4): 1, (2, 4): 4, (3, 2): 3}),
        ("initial-colour-always", {(1, 4): 1, (2, 4): 2, (3, 2): 3}),
        ("initial-colour-never", {(1, 4): 4, (2, 4): 4, (3, 2): 2}),
        ("initial-colour-even", {(1, 4): 4, (2, 4): 2, (3, 2): 2}),
        ("initial-colour-of-second", {(1, 4): 4, (2, 4): 4, (3, 2): 2}),
        ("initial-colour-not-of-second", {(1, 4): 1, (2, 4): 2, (3, 2): 3}),
        ("initial-colour-of-smaller-number", {(1, 4): 1, (2, 4): 4, (3, 2): 3}),
        ("initial-colour-to-smaller-number", {(1, 4): 1, (2, 4): 2, (3, 2): 2}),
    ],
)
def test_the_initial_colour_goes_to_another_team(identifier: str, whites: dict[tuple[int, int], int]) -> None:
    """Of teams that have yet to play; 3 had a half-point bye and is the first-team against 2."""
    prepared = table(".", ".", "H", ".", rules=_misread(identifier) if identifier else TEAM_2026)
    prepared._arrived[2] = {1, 2, 3, 4}  # noqa: SLF001 - numbers are counted among all of them
    assert {pair: decide(prepared, 2, *pair, W).white for pair in whites} == whites


def test_the_initial_colour_decides_if_one_team_has_played() -> None:
    """5 has yet to play, and 1 alternates by the text; of two teams that have played nothing changes."""
    rows = ("3w1", "4w1", "1b0", "2b0", ".")
    own, misread = table(*rows), table(*rows, rules=_misread("initial-colour-if-one-has-yet-to-play"))
    assert decide(own, 2, 1, 5, W).white == 5
    assert decide(misread, 2, 1, 5, W).white == 1
    assert decide(own, 2, 1, 2, W).white == decide(misread, 2, 1, 2, W).white


@pytest.mark.parametrize(
    ("name", "white", "against_beginner"),
    [
        ("", 2, 2),
        ("repeated", 1, 1),
        ("repeated-of-first", 1, 2),
        ("repeated-of-second", 2, 1),
        ("of-second", 1, 2),
        ("white", 1, 1),
        ("black", 2, 2),
    ],
)
def test_the_last_colour_is_misread(name: str, white: int, against_beginner: int) -> None:
    """1 and 2 had Black and then White, and so prefer no colour; or 1 has yet to play, and 2 had Black."""
    last = _misread(f"last-colour-{name}").last_colour if name else TEAM_2026.last_colour
    assert last((B, W), (B, W)) is (W if white == 1 else B)
    assert last((), (B,)) is (W if against_beginner == 1 else B)


def test_a_wide_difference_counts_after_a_match_with_its_colour() -> None:
    """After two Whites, Black and White, and not after three Whites and Black; other preferences stay."""
    own, misread = (rules.preference_of for rules in (TEAM_2026, _misread("preference-wide-difference-and-latest")))
    for colours, by_text, other in (
        ((1, 1, 1, -1), -1, 0),
        ((1, 1, -1, 1, 1), -1, -1),
        ((1, 1), -1, -1),
        ((-1, 1, 1), -1, -1),
        ((1, -1), 0, 0),
    ):
        assert (own(colours, False, False)[0], misread(colours, False, False)[0]) == (by_text, other)


def test_a_match_does_not_count_in_the_compared_colour_difference() -> None:
    """The first one or the latest one."""
    colours = (W, B, B)
    found = {
        name: _misread(f"colour-difference-without-{name}").compared_differences(colours, ())
        for name in ("first", "latest")
    }
    assert found == {"first": -2, "latest": 0}
    assert TEAM_2026.compared_differences(colours, ()) == -1


# --- orders and the bye ----------------------------------------------------------------------------------------------


def test_orders_by_another_score() -> None:
    """3 has more game points than 2, so that it floats up before 2; in the bracket the standing decides."""
    field = team_field("2 1 1 0")
    field = replace(field, other_score=np.array([40, 10, 20, 5]))
    by_sets = _misread("sets-by-secondary-score")
    assert paired(field, TEAM_2026) == "1-2 3-4"
    assert format_pairing(field, *pair_field(field, by_sets, by_sets.search)) == "1-3 2-4"
    bracket = replace(team_field("1 1 1 1"), other_score=np.array([5, 30, 20, 40]))
    by_standing = _misread("members-by-secondary-score")
    assert paired(bracket, TEAM_2026) == "1-3 2-4"
    assert format_pairing(bracket, *pair_field(bracket, by_standing, by_standing.search)) == "1-2 3-4"
    level = replace(bracket, other_score=np.zeros(4, dtype=np.int64))
    assert format_pairing(level, *pair_field(level, by_standing, by_standing.search)) == "1-3 2-4"


@pytest.mark.parametrize(
    ("identifier", "bye"),
    [
        ("", 5),
        ("bye-by-low-secondary-score-1", 4),
        ("bye-by-secondary-score-1", 5),
        ("bye-by-low-secondary-score-instead-0", 1),
        ("bye-by-fewest-matches-1", 3),
        ("bye-by-fewest-matches-instead-1", 3),
    ],
)
def test_the_bye_goes_by_a_further_key(identifier: str, bye: int) -> None:
    """Of three teams without points 4 has the fewest game points, and 3 missed a match; 1 has the fewest of all."""
    field = replace(team_field("2 2 0 0 0", idle="3"), other_score=np.array([5, 20, 15, 10, 15]))
    rules = _misread(identifier) if identifier else TEAM_2026
    assert rules.search.choose_bye(field, rules) == field.numbers.index(bye)


# --- criteria --------------------------------------------------------------------------------------------------------


def _counting(rules: Any, label: str) -> list[int]:
    """Return the numbers of rounds to come with which a criterion counts floaters."""
    criterion = next(one.criterion for one in rules.quality_criteria if one.label == label)
    counting = []
    for to_come in range(5):
        field = replace(team_field("2 1 1 1", floated="1 2"), rounds_to_come=to_come)
        judged = TopScoregroup(field, (0,)) if label == "C7" else field
        counted = criterion.contribution(judged)
        counting += [to_come] if counted is not None and any(map(np.any, filter(_is_array, astuple(counted)))) else []
    return counting


def _is_array(value: object) -> bool:
    return hasattr(value, "any")


@pytest.mark.parametrize(
    ("identifier", "of_upfloaters", "of_opponents"),
    [
        ("upfloaters-floating-again-but-in-last-0", [0, 1, 2, 3, 4], [2, 3, 4]),
        ("upfloaters-floating-again-but-in-last-3", [3, 4], [2, 3, 4]),
        ("upfloaters-opponents-floating-again-but-in-last-1", [2, 3, 4], [1, 2, 3, 4]),
    ],
)
def test_floats_count_in_other_rounds_for_one_criterion(
    identifier: str, of_upfloaters: list[int], of_opponents: list[int]
) -> None:
    """And in those of the text for the other one."""
    rules = _misread(identifier)
    assert rules.rounds_without_floats == 0
    assert (_counting(rules, "C7"), _counting(rules, "C10")) == (of_upfloaters, of_opponents)


def test_criteria_of_upfloaters_are_exchanged() -> None:
    """The floater of the round before floats up no more if C7 ranks above C5."""
    field = team_field("2 1 0 0", floated="2")
    misread = _misread("c7-above-c5-of-upfloaters")
    assert [one.label for one in misread.upfloater_criteria] == ["C4", "C7", "C5", "C6"]
    assert paired(field, TEAM_2026) == "1-2 3-4"
    assert format_pairing(field, *pair_field(field, misread, misread.search)) == "1-3 2-4"
    rested = team_field("2 1 0 0")
    assert format_pairing(rested, *pair_field(rested, misread, misread.search)) == "1-2 3-4"
