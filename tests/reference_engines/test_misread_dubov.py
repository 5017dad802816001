"""Misread upfloats, subgroups and byes of the Dubov System in pairs: where they differ, and where they do not."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from support.dubov import seekers, single_bracket
from support.events import event
from support.varied import varied

from reference_engines.dubov.edition import upfloats_so_far
from reference_engines.dubov.round import form_bracket, pair_bracket
from reference_engines.dubov.rules import DUBOV_2026
from reference_engines.misreadings import generated_misreadings

if TYPE_CHECKING:
    from reference_engines.dubov.participants import DubovPlayers, DubovScoregroup


@cache
def _misread(identifier: str) -> Any:
    generated = {one.identifier: one for one in generated_misreadings(DUBOV_2026)}
    return (generated.get(identifier) or varied(identifier, "dubov-2026")).rules(DUBOV_2026)


# --- upfloats --------------------------------------------------------------------------------------------------------

ROWS = ["2w1 3b1 4w1 5b=", "1b0 5w1 3b= 4w1", "4w1 1w0 2w= U", "3b0 - 1b0 2b0", "U 2b0 - 1w="]
"""1 plays down in rounds 3 and 4; 4 plays a point and a half and two points up, 5 half a point and then a point."""


def _counted(rules: Any) -> list[int]:
    """Return the upfloats that make a maximum upfloater, by player."""
    prepared = rules.open(event(ROWS, rounds_declared=9))
    states, row = prepared.player_states, prepared.history.rounds
    return [int(number) for number in rules.upfloats_of_maximum(prepared.history, states, row).sum(axis=0)]


def _before(rules: Any) -> list[bool]:
    prepared = rules.open(event(ROWS, rounds_declared=9))
    players = prepared.round(5).participants
    return [bool(players.upfloated_before[players.numbers.index(tpn)]) for tpn in range(1, 6)]


def test_upfloats_by_the_text() -> None:
    """Of 4 against 1 and against 2, of 5 against 1, and of 3 in round 2."""
    assert _counted(DUBOV_2026) == [0, 1, 0, 2, 1]
    assert _before(DUBOV_2026) == [False, False, False, True, True]


@pytest.mark.parametrize(
    ("name", "counted"),
    [
        ("floats", [2, 2, 0, 2, 2]),
        ("downfloats", [2, 1, 0, 0, 1]),
        ("beyond-a-point", [0, 0, 0, 2, 1]),
        ("of-half-a-point", [0, 0, 0, 0, 0]),
        ("won", [0, 1, 0, 0, 0]),
        ("not-lost", [0, 1, 0, 0, 1]),
        ("lost", [0, 0, 0, 2, 0]),
    ],
)
def test_other_floats_count_as_upfloats(name: str, counted: list[int]) -> None:
    """For the maximum upfloaters alone, or for the previous round, too."""
    of_both, of_maximum, of_previous = (
        _misread(f"counted-upfloats-{name}{place}") for place in ("", "-for-maximum", "-for-previous-round")
    )
    assert _counted(of_both) == _counted(of_maximum) == counted
    assert _counted(of_previous) == _counted(DUBOV_2026)
    assert _before(of_maximum) == _before(DUBOV_2026)
    assert _before(of_both) == _before(of_previous)


def test_rounds_of_a_kind_are_upfloats_at_one_place() -> None:
    """3 and 5 had the pairing-allocated bye, 3 in the previous round."""
    assert _counted(_misread("counted-upfloats-or-allocated-byes-for-maximum")) == [0, 1, 1, 2, 2]
    at_previous = _misread("counted-upfloats-or-allocated-byes-for-previous-round")
    assert _counted(at_previous) == [0, 1, 0, 2, 1]
    assert _before(at_previous) == [False, False, True, True, True]


def test_rounds_without_a_game_are_passed_over() -> None:
    """2 and 4 were upfloated in round 2; in round 3 one was away, and the other had the bye."""
    rows = ["2w1 4b1 3w=", "1b0 3w0 -", "4w1 2b1 1b=", "3b0 1w0 U"]
    prepared = DUBOV_2026.open(event(rows, rounds_declared=5))
    record = prepared.history, prepared.player_states, 3
    assert upfloats_so_far(*record)[-1].tolist() == [False] * 4
    for name, passed in (("unplayed", [2, 4]), ("unpaired", [2, 4]), ("absences", [2])):
        upfloats = _misread(f"upfloated-before-{name}").upfloats_before(*record)[-1]
        assert [number for number in range(1, 5) if upfloats[number - 1]] == passed
    earlier = prepared.history, prepared.player_states, 2
    passed_over = _misread("upfloated-before-unplayed").upfloats_before(*earlier)
    assert passed_over.tolist() == upfloats_so_far(*earlier).tolist()


@pytest.mark.parametrize(
    ("identifier", "exempted"), [("exempted-last-two", (8, 9)), ("exempted-last-three", (7, 8, 9))]
)
def test_criteria_on_upfloats_do_not_count_in_other_rounds(identifier: str, exempted: tuple[int, ...]) -> None:
    """Of nine rounds; of an undeclared number no round is exempted."""
    is_exempt = _misread(identifier).is_exempt
    assert tuple(number for number in range(1, 10) if is_exempt(number, 9)) == exempted
    assert not any(is_exempt(number, None) for number in range(1, 10))
    assert [number for number in range(1, 10) if DUBOV_2026.is_exempt(number, 9)] == [9]


def _group(field: DubovPlayers, rules: Any = DUBOV_2026) -> DubovScoregroup:
    group: DubovScoregroup = rules.group(field, range(field.players.size))
    return group


def _field(score: list[int], upfloats: list[int], **others: Any) -> DubovPlayers:
    field = seekers(2, [0] * len(score), [])
    players = replace(field.players, score=np.array(score))
    return replace(field, players=players, upfloats=np.array(upfloats), most_upfloats=2, **others)


def _floats(rules: Any, label: str, field: DubovPlayers) -> list[int] | None:
    criterion = next(one.criterion for one in rules.criteria if one.label == label)
    counted = criterion.contribution(_group(field, rules))
    return None if counted is None else counted.floats.astype(int).tolist()


@pytest.mark.parametrize(
    ("label", "identifier", "counted"),
    [
        ("C9", "c9-of-all", [0, 0, 1, 2, 3]),
        ("C9", "c9-beyond-maximum", [0, 0, 0, 1, 2]),
        ("C10", "c10-ever", [0, 0, 1, 1, 1]),
        ("C10", "c10-times", [0, 0, 1, 2, 3]),
        ("C8", "c8-not-first", None),
        ("C8", "c8-even", None),
        ("C8", "c8-odd", [0, 0, 0, 1, 1]),
    ],
)
def test_criteria_count_other_upfloats(label: str, identifier: str, counted: list[int] | None) -> None:
    """Of a scoregroup of one, the first one; the text counts maximum upfloaters in C9, and the last round in C10."""
    field = _field([20, 10, 10, 10, 10], [0, 0, 1, 2, 3])
    assert _floats(_misread(identifier), label, field) == counted
    by_text = {"C8": [0, 0, 0, 1, 1], "C9": [0, 0, 0, 2, 3], "C10": [0] * 5}[label]
    assert _floats(DUBOV_2026, label, field) == by_text


def test_criteria_ask_the_residents_who_meet_upfloaters() -> None:
    """Both residents were upfloated before, the first one twice; pairs of two residents count nothing."""
    before = np.array([True, True, False, True])
    field = _field([20, 20, 10, 10], [2, 1, 0, 3], upfloated_before=before)
    for label, of_residents, upfloaters in (
        ("C8", [1, 0], [0, 1]),
        ("C9", [2, 0], [0, 3]),
        ("C10", [1, 1], [0, 1]),
    ):
        rules = _misread(f"{label.lower()}-of-residents")
        criterion = next(one.criterion for one in rules.criteria if one.label == label)
        counted = criterion.contribution(_group(field, rules))
        assert counted.floats is None
        assert counted.pairs[:2, 2:].tolist() == [[times] * 2 for times in of_residents]
        assert not counted.pairs[:2, :2].any()
        by_text: Any = _floats(DUBOV_2026, label, field)
        assert by_text[2:] == upfloaters


def test_possible_upfloaters_are_sorted_without_virtual_points() -> None:
    """Positions 2 and 3 suit the resident's colour; the score with virtual points still settles C6."""
    misread = _misread("sorted-pool-points")
    for score, pool, upfloaters in (
        ([20, 10, 10, 10], [(1, 2, 3), (3, 1, 2)], [(2,), (3,)]),
        ([20, 15, 15, 10], [(1, 2, 3), (3, 1, 2)], [(2,), (2,)]),
    ):
        field = _field(score, [0] * 4, points=np.array([20, 5, 0, 10]))
        groups = [_group(field, rules) for rules in (DUBOV_2026, misread)]
        assert [group.pool for group in groups] == pool
        chosen = [
            rules.search.upfloaters(rules, group) for rules, group in zip((DUBOV_2026, misread), groups, strict=True)
        ]
        assert chosen == upfloaters


@pytest.mark.parametrize(
    ("identifier", "counting"),
    [("c8-in-every-round", (0, 1, 2, 3)), ("c8-not-in-last-two", (2, 3)), ("c8-in-last-alone", (0,))],
)
def test_one_criterion_counts_in_other_rounds_than_its_neighbours(identifier: str, counting: tuple[int, ...]) -> None:
    """By the number of rounds to come; C9 counts as ever."""
    rules = _misread(identifier)
    counted = {"C8": set[int](), "C9": set[int]()}
    for to_come in range(4):
        field = _field([20, 10, 10], [0, 2, 2], rounds_to_come=to_come, is_last_round=to_come == 0)
        for label in counted:
            counted[label] |= {to_come} if _floats(rules, label, field) is not None else set()
    assert counted == {"C8": {*counting}, "C9": {1, 2, 3}}


# --- subgroups -------------------------------------------------------------------------------------------------------


def _g1(rules: Any, field: DubovPlayers) -> tuple[int, ...]:
    return form_bracket(rules, _group(field), tuple(range(4, field.players.size))).g1


def test_g1_has_other_members() -> None:
    """Of four residents and two upfloaters; positions 0, 1 and 4 prefer White, 1 and 2 mildly."""
    field = seekers(2, [0] * 6, [])
    players = replace(
        field.players,
        score=np.array([10, 10, 10, 10, 0, 0]),
        preference=np.array([1, 1, -1, -1, 1, -1]),
        strength=np.array([2, 1, 1, 2, 2, 2]),
        colour_difference=np.array([-1, 0, 0, 1, -1, 1]),
    )
    field = replace(field, players=replace(players, unplayed=np.zeros(6, dtype=np.int64)))
    assert _g1(DUBOV_2026, field) == (0, 1, 4)
    members = {
        "with-upfloaters": (0, 1, 4, 5),
        "without-upfloaters": (0, 1),
        "with-mild": (0, 1, 2, 4),
        "without-mild": (0, 4),
        "without-balanced": (0, 4),
        "with-balanced": (0, 1, 2, 4),
        "with-beginners": (0, 1, 4),
    }
    assert {name: _g1(_misread(f"g1-{name}"), field) for name in members} == members


def test_g1_of_beginners_is_not_the_upper_half() -> None:
    """Of players who have yet to play, all prefer Black; of players with a game nothing changes."""
    new = seekers(0, [0] * 4, [])
    misread = _misread("g1-of-beginners-by-preference")
    bracket = [form_bracket(rules, _group(new), ()) for rules in (DUBOV_2026, misread)]
    assert [one.g1 for one in bracket] == [(0, 1), ()]
    played = replace(seekers(1, [0] * 4, []).players, unplayed=np.zeros(4, dtype=np.int64))
    field = replace(seekers(1, [0] * 4, []), players=played)
    assert form_bracket(misread, _group(field), ()).g1 == form_bracket(DUBOV_2026, _group(field), ()).g1 == (0,)


def test_shifted_players_stand_apart() -> None:
    """Of three who seek Black the one in the middle joins S1; where nobody is shifted S1 goes by ARO."""
    names = ("", "shifted-in-s1-last", "shifted-in-s1-first")
    for aro, in_order in ((1500, (2, 0)), (2500, (0, 2))):
        field = seekers(1, [2000, 1900, aro, 1800], [])
        s1 = {name: pair_bracket(_misread(name) if name else DUBOV_2026, single_bracket(field)).s1 for name in names}
        assert s1 == {"": in_order, "shifted-in-s1-last": (0, 2), "shifted-in-s1-first": (2, 0)}
    equal = single_bracket(seekers(2, [2000, 1900, 0, 0], []))
    assert {pair_bracket(_misread(name) if name else DUBOV_2026, equal).s1 for name in names} == {(1, 0)}


def _numbered(rules: Any, field: DubovPlayers, *, smaller: bool) -> tuple[int, ...]:
    numbered: tuple[int, ...] = rules.number_shifters(single_bracket(field), smaller=smaller)
    return numbered


def test_shifters_of_one_colour_are_numbered_otherwise() -> None:
    """Those who seek the other colour are numbered from the middle."""
    field = seekers(3, [2000, 2100, 2200, 0, 0, 0], [])
    assert [_numbered(DUBOV_2026, field, smaller=one) for one in (True, False)] == [(1, 0, 2), (4, 3, 5)]
    of_white, of_black = (_misread(f"shifters-from-the-top-of-{colour}") for colour in ("white", "black"))
    assert [_numbered(of_white, field, smaller=one) for one in (True, False)] == [(0, 1, 2), (4, 3, 5)]
    assert [_numbered(of_black, field, smaller=one) for one in (True, False)] == [(1, 0, 2), (3, 4, 5)]


def test_shifters_are_rearranged_by_their_preferences() -> None:
    """And those of one strength stay in the order of their numbers."""
    field = seekers(3, [2000, 2100, 2200, 0, 0, 0], [])
    field = replace(field, players=replace(field.players, strength=np.array([1, 2, 1, 2, 2, 2])))
    assert _numbered(_misread("shifters-rearranged-weakest"), field, smaller=True) == (0, 2, 1)
    assert _numbered(_misread("shifters-rearranged-strongest"), field, smaller=True) == (1, 0, 2)
    assert _numbered(_misread("shifters-rearranged-weakest"), field, smaller=False) == (4, 3, 5)


def test_lists_are_sorted_by_another_key_first() -> None:
    """S1 by score, and of one score by ARO; G2 as ever."""
    field = seekers(2, [2100, 2000, 0, 0], [])
    field = replace(field, players=replace(field.players, score=np.array([10, 0, 10, 10])))
    misread, bracket = _misread("sorted-s1-highest-score"), single_bracket(field)
    assert (DUBOV_2026.s1(bracket, (0, 1)), misread.s1(bracket, (0, 1))) == ((1, 0), (0, 1))
    assert DUBOV_2026.g2(bracket, (2, 3)) == misread.g2(bracket, (2, 3)) == (2, 3)


def test_a_key_breaks_ties_of_aros() -> None:
    """By the text the TPN does; AROs that differ decide first."""
    field = seekers(3, [2000, 2000, 1900, 0, 0, 0], [])
    field = replace(field, players=replace(field.players, score=np.array([0, 10, 0, 0, 0, 0])))
    misread, bracket = _misread("sorted-s1-ties-highest-score"), single_bracket(field)
    assert (DUBOV_2026.s1(bracket, (0, 1, 2)), misread.s1(bracket, (0, 1, 2))) == ((2, 0, 1), (2, 1, 0))


# --- what a record gives ---------------------------------------------------------------------------------------------


def test_misreadings_of_the_dutch_system_are_shared() -> None:
    """Of the points of rounds without a game, and of the colours that these give; beginners prefer Black as ever."""
    worth = _misread("allocated-byes-worth-a-draw").open(event(["2w1 U", "1b0 -", "U 1w0"], rounds_declared=5))
    assert worth.player_states.score[2].tolist() == [15, 0, 5]
    coloured = _misread("allocated-byes-are-white-for-preferences")
    states = coloured.open(event(["2w1 U", "1b0 -", "U 1w0"], rounds_declared=5)).player_states
    own = DUBOV_2026.open(event(["2w1 U", "1b0 -", "U 1w0"], rounds_declared=5)).player_states
    assert states.colour_difference[2].tolist() == [2, -1, 2]
    assert own.colour_difference[2].tolist() == [1, -1, 1]
    assert states.preference[0].tolist() == own.preference[0].tolist() == [-1, -1, -1]


# --- the bye ---------------------------------------------------------------------------------------------------------

_BYE_ROWS = ["4w1 2b1", "5b0 1w0", "6w= -", "1b0 -", "2w1 6b0", "3b= 5w1", "- -"]


def _bye(identifier: str) -> int | None:
    rules = _misread(identifier) if identifier else DUBOV_2026
    found: int | None = rules.open(event(_BYE_ROWS, rounds_declared=5)).round(3).expected().bye
    return found


def test_the_bye_goes_to_another_player() -> None:
    """Of the players without points, 2 has played two games and 4 one; 7 has none and the largest TPN."""
    assert _bye("") == 2
    assert _bye("bye-number-before-unplayed-games") == 7
    assert _bye("bye-number-for-score") == 7
    assert _bye("bye-opposition-before-ranking") == 2
    assert _bye("bye-whole-score") == 2


def test_a_round_of_a_kind_counts_as_a_game_where_the_bye_is_given() -> None:
    """With zero-point byes, 2, 4 and 7 have two games each, and the largest TPN decides."""
    assert _bye("bye-counts-zero-point-byes") == 7
    assert _bye("bye-counts-half-point-byes") == 2
