"""The players of a round: who is paired, their order, and who may meet."""

from __future__ import annotations

import numpy as np
import pytest
from support.events import event
from support.histories import after

from reference_engines.definitions.history import read_history
from reference_engines.definitions.player_states import ByeRule, FloatRule, Strength, derive_player_states
from reference_engines.definitions.players import Players, players_of_round
from reference_engines.definitions.players import may_meet as whatever_colours
from reference_engines.downfloating.bracket import Bracket
from reference_engines.dutch.criteria import STRONG_COLOUR_PREFERENCE
from tournaments.model import Event, ForbiddenGroup, RequestedBye, Result


def field(played: Event, round_number: int | None = None) -> Players:
    """Return the field of a round under the rules of 2026; by default of the round to come."""
    history = read_history(played)
    state = derive_player_states(played, history, FloatRule.SCORING_WITHOUT_PLAYING, ByeRule.WIN_WITHOUT_PLAYING)
    return players_of_round(played, history, state, round_number or played.rounds_recorded + 1)


def may_meet(players: Players, first: int, second: int) -> bool:
    """Whether two TPNs may be paired."""
    numbers = players.tpn.tolist()
    return bool(players.allowed[numbers.index(first), numbers.index(second)])


def test_players_are_ranked_by_score_then_number() -> None:
    """1.2: and the scoregroups begin where the score changes (1.3.1)."""
    players = field(event(["3w0", "4b1", "1b1", "2w0"]))
    assert players.tpn.tolist() == [2, 3, 1, 4]
    assert players.groups == (0, 2, 4)


def test_recorded_round_is_paired_with_those_who_were_paired() -> None:
    """A forfeited game was paired, a requested bye was not."""
    assert field(event(["2w+", "1b-", "H", "U"]), 1).tpn.tolist() == [1, 2, 4]


@pytest.mark.parametrize(("round_number", "there"), [(1, [1, 2, 3]), (2, [2, 3]), (3, [1, 2, 3])])
def test_a_requested_bye_is_for_its_round_only(round_number: int, there: list[int]) -> None:
    """One for the round to come, not one for a round before or after it."""
    away = RequestedBye(round_number=2, tpn=1, result=Result.HALF_POINT_BYE)
    rows = [" ".join(["2w="] * (round_number - 1)), " ".join(["1b="] * (round_number - 1)), ""]
    rows[2] = " ".join(["-"] * (round_number - 1))
    assert sorted(field(event(rows, requested_byes=(away,))).tpn.tolist()) == there


def test_next_round_is_paired_without_requested_byes() -> None:
    """Everybody else is expected."""
    away = RequestedBye(round_number=2, tpn=1, result=Result.HALF_POINT_BYE)
    assert field(event(["2w1", "1b0", "U"], requested_byes=(away,))).tpn.tolist() == [3, 2]


def test_players_do_not_meet_twice_but_may_after_a_forfeit() -> None:
    """[C1] and C.04.2:3.5."""
    players = field(event(["2w1", "1b0", "4w+", "3b-"]))
    assert not may_meet(players, 1, 2)
    assert may_meet(players, 3, 4)


def test_meetings_are_symmetric() -> None:
    """The first and the last player included; no player may meet himself."""
    players = field(event(["4w=", "3w=", "2b=", "1b="]))
    assert players.allowed.tolist() == [[0, 1, 1, 0], [1, 0, 0, 1], [1, 0, 0, 1], [0, 1, 1, 0]]


def test_games_of_the_round_itself_and_of_later_ones_keep_no_players_apart() -> None:
    """A recorded round is paired on what was before it."""
    rows = ["2w= 3b= 4w=", "1b= 4w= 3b=", "4w= 1w= 2w=", "3b= 2b= 1b="]
    played = event(rows)
    for round_number, met in ((1, set()), (2, {2}), (3, {2, 3}), (4, {2, 3, 4})):
        players = field(played, round_number)
        free = whatever_colours(played, read_history(played), players)
        one = players.tpn.tolist().index(1)
        kept_apart = {int(tpn) for tpn, allowed in zip(players.tpn, free[one], strict=True) if not allowed}
        assert kept_apart == met | {1}


def test_an_absent_player_is_not_an_opponent() -> None:
    """An earlier game against an absent player keeps no other players apart."""
    away = RequestedBye(round_number=2, tpn=1, result=Result.ZERO_POINT_BYE)
    players = field(event(["4w=", "3w=", "2b=", "1b="], requested_byes=(away,)))
    assert players.tpn.tolist() == [2, 3, 4]
    assert players.allowed.tolist() == [[0, 0, 1], [0, 0, 1], [1, 1, 0]]


def test_a_forbidden_group_may_name_an_absent_player() -> None:
    """The others of it are kept apart all the same."""
    group = ForbiddenGroup(players=frozenset({1, 3, 99}))
    players = field(event(["", "", ""], forbidden=(group,)))
    assert not may_meet(players, 1, 3)
    assert may_meet(players, 1, 2)


def test_forbidden_groups_hold_in_their_rounds_only() -> None:
    """Record 260 is limited in time, XXP is not."""
    always = ForbiddenGroup(players=frozenset({1, 2}))
    once = ForbiddenGroup(players=frozenset({3, 4}), first_round=1, last_round=1)
    later = event(["3w1", "4w1", "1b0", "2b0"], forbidden=(always, once))
    assert not may_meet(field(later, 1), 3, 4)
    assert may_meet(field(later), 3, 4)
    assert not may_meet(field(later), 1, 2)


# Players 1 and 2 had White twice; 1 has three points of four, or two, at the start of the last round.
SAME_COLOURS = ["3w{a} 4w{b} U H", "5w= 6w= H H", "1b= - - -", "- 1b= - -", "2b= - - -", "- 2b= - -"]


def absolute_clash(a: str, b: str, rounds_declared: int, *, reversed_colours: bool = False) -> Players:
    """Return the players before round 5, two of whom must both have Black (White if colours are reversed)."""
    rows = [
        row.format(a=a, b=b).translate(str.maketrans("wb", "bw") if reversed_colours else {}) for row in SAME_COLOURS
    ]
    return field(event(rows, rounds_declared=rounds_declared))


@pytest.mark.parametrize(
    ("a", "b", "rounds_declared", "met"),
    [
        ("1", "=", 5, True),  # 3.0 of 4 in the last round
        ("=", "0", 5, False),  # 2.0 of 4 is not over half
        ("1", "=", 6, False),  # not the last round
    ],
)
def test_absolute_preferences_for_one_colour_clash_unless_a_topscorer_is_involved(
    a: str, b: str, rounds_declared: int, met: bool
) -> None:
    """[C3] and 1.8."""
    assert may_meet(absolute_clash(a, b, rounds_declared), 1, 2) == met


@pytest.mark.parametrize(
    ("first", "second", "met"),
    [("WW", "WW", False), ("BB", "BB", False), ("WW", "BB", True), ("WW", "W-", True), ("BB", "B-", True)],
)
def test_two_absolute_preferences_for_either_colour_clash(first: str, second: str, met: bool) -> None:
    """[C3]: for White as for Black; an absolute and a strong one do not."""
    assert may_meet(field(after(first, second)), 1, 2) == met


@pytest.mark.parametrize(
    ("first", "second", "missed", "strong"),
    [
        ("W", "W", True, True),  # strong and strong
        ("W", "B", False, False),  # for two colours
        ("BW", "W-", True, False),  # mild and strong
        ("BW", "BW", True, False),  # mild and mild
        ("WW", "W-", True, True),  # absolute and strong
        ("WW", "BW", True, False),  # absolute and mild
        ("WW", "BB", False, False),
        ("-", "W", False, False),  # none and strong
        ("-", "-", False, False),
    ],
)
def test_players_of_one_preference_would_miss_it_or_a_strong_one(
    first: str, second: str, missed: bool, strong: bool
) -> None:
    """Two who prefer one colour, both at least strongly ([C12], [C13])."""
    players = field(after(first, second))
    assert bool(players.same_preference[0, 1]) == bool(players.same_preference[1, 0]) == missed
    assert misses_strong_preference(players, 0, 1) == misses_strong_preference(players, 1, 0) == strong


def misses_strong_preference(players: Players, one: int, other: int) -> bool:
    """Whether [C13] counts a pair of two positions in a bracket of all players."""
    everybody = Bracket(players=players, mdps=(), first=0, last=players.size, next_last=players.size)
    counted = STRONG_COLOUR_PREFERENCE.contribution(everybody)
    return counted is not None and counted.pairs is not None and bool(counted.pairs[one, other])


@pytest.mark.parametrize("reversed_colours", [False, True])
@pytest.mark.parametrize(("rounds_declared", "strong"), [(5, False), (6, True)])
def test_two_absolute_preferences_that_may_meet_miss_no_strong_one(
    rounds_declared: int, strong: bool, reversed_colours: bool
) -> None:
    """DUTCH-C13-ABSOLUTE: only with a topscorer may they; otherwise [C3] keeps them apart."""
    players = absolute_clash("1", "=", rounds_declared, reversed_colours=reversed_colours)
    assert may_meet(players, 1, 2) is not strong
    one, other = (players.tpn.tolist().index(tpn) for tpn in (1, 2))
    assert bool(players.same_preference[one, other])
    assert misses_strong_preference(players, one, other) == strong


def test_a_topscorer_and_a_strong_preference_for_one_colour_miss_a_strong_one() -> None:
    """Only two absolute ones are left out."""
    played = event(
        ["3w1 4w1 U", "5w= 6b= 7w1", "1b0 - -", "- 1b0 -", "2b= - -", "- 2w= -", "- - 2b0"], rounds_declared=4
    )
    players = field(played)
    one, other = (players.tpn.tolist().index(tpn) for tpn in (1, 2))
    assert players.has_topscorers
    third, fourth = (players.tpn.tolist().index(tpn) for tpn in (3, 4))
    assert misses_strong_preference(players, third, fourth)
    assert (int(players.strength[one]), int(players.strength[other])) == (Strength.ABSOLUTE, Strength.STRONG)
    assert misses_strong_preference(players, one, other)


def test_no_players_to_pair_make_an_empty_field() -> None:
    """Without a scoregroup."""
    away = tuple(RequestedBye(round_number=1, tpn=tpn, result=Result.HALF_POINT_BYE) for tpn in (1, 2))
    players = field(event(["", ""], requested_byes=away))
    assert (players.size, players.groups, players.is_odd) == (0, (0,), False)


def test_players_who_have_not_arrived_have_no_number() -> None:
    """SPP-2026-08: with 1 still missing, 2 counts as odd; once 1 has come, 2 is even again."""
    rows = ["- 4w1", "3w1 -", "2b0 -", "U 1b0"]
    first, second = field(event(rows), 1), field(event(rows))
    assert first.tpn.tolist() == [2, 3, 4]
    assert first.odd_number.tolist() == [True, False, True]
    assert dict(zip(second.tpn.tolist(), second.odd_number.tolist(), strict=True)) == {
        1: True,
        2: False,
        3: True,
        4: False,
    }


@pytest.mark.parametrize(
    ("round_number", "odd"),
    [
        (1, {2: True, 3: False}),
        (2, {1: True, 2: False, 3: True}),
        (3, {2: False, 3: True}),
        (4, {1: True, 2: False, 3: True}),
    ],
)
def test_an_arrived_player_keeps_the_number(round_number: int, odd: dict[int, bool]) -> None:
    """SPP-2026-08: player 1 comes in the second round and is away in the third."""
    players = field(event(["- 3w= -", "3w= U 3b=", "2b= 1b= 2w="]), round_number)
    assert dict(zip(players.tpn.tolist(), players.odd_number.tolist(), strict=True)) == odd


@pytest.mark.parametrize(
    ("round_number", "floated"),
    [(1, (0, 0)), (2, (1, 0)), (3, (0, 1)), (4, (1, 0)), (5, (-1, 1))],
)
def test_the_floats_of_the_two_latest_rounds_are_distinguished(round_number: int, floated: tuple[int, int]) -> None:
    """From the second round on, and from the third; what was earlier is forgotten."""
    played = event(["U 2w0 3b= 2b=", "3w1 1b1 - 1w=", "2b0 - 1w= -"])
    players = field(played, round_number)
    one = players.tpn.tolist().index(1)
    assert (int(players.floated[0][one]), int(players.floated[1][one])) == floated


def test_unplayed_games_are_counted_over_the_board() -> None:
    """[C9] counts forfeits and byes alike."""
    players = field(event(["2w1 H", "1b0 3w+", "U 2b-"]))
    assert dict(zip(players.tpn.tolist(), players.unplayed.tolist(), strict=True)) == {1: 1, 2: 1, 3: 2}


def test_a_field_of_some_in_another_order_says_the_same_of_each() -> None:
    """Allowed opponents, the values of every player and the starts of scoregroups do not change."""
    whole = field(event(["2w1 3b1", "1b0 4w1", "4w1 1w0", "3b0 2b0", "U U"]))
    some = whole.select(np.array([1, 3, 2, 4]))
    assert whole.numbers == (1, 5, 2, 3, 4)
    assert some.numbers == (5, 3, 2, 4)
    assert some.groups == (0, 1, 3, 4)
    for position, tpn in enumerate(some.numbers):
        before = whole.numbers.index(tpn)
        for name in ("column", "score", "preference", "strength", "repeated", "unplayed", "bye_allowed", "odd_number"):
            assert getattr(some, name)[position] == getattr(whole, name)[before]
        for other in (5, 3, 2, 4):
            assert may_meet(some, tpn, other) is (tpn != other and may_meet(whole, tpn, other))
