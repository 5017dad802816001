"""Virtual points (C.04.7)."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from support.events import event

from reference_engines.definitions.acceleration import virtual_points, with_listed_points
from reference_engines.definitions.history import read_history
from reference_engines.frame.results import UnsupportedEventError
from reference_engines.frame.systems import resolve
from tournaments.model import DeclaredSystem, RequestedBye, Result, ScoringSystem, VirtualPoints

BAKU = DeclaredSystem(code="FIDE_DUTCH_2026_BAKU")


def points_by_round(players: int, rounds: int, **declared: object) -> list[list[int]]:
    """Return the virtual points of an event that has not begun."""
    start = event([""] * players, rounds_declared=rounds, **declared)
    return virtual_points(start, read_history(start), rounds).tolist()


@pytest.mark.parametrize(
    ("players", "group_a"), [(160, 80), (161, 82), (164, 82), (165, 84), (4, 2), (5, 4), (1, 1), (2, 2)]
)
def test_first_group_is_the_first_half_rounded_up_to_an_even_number(players: int, group_a: int) -> None:
    """1.2: 161 participants give a first group of 82."""
    assert points_by_round(players, 9, system=BAKU)[0].count(10) == group_a


@pytest.mark.parametrize(("rounds", "full", "half"), [(9, 3, 2), (11, 3, 3), (8, 2, 2), (5, 2, 1)])
def test_virtual_points_are_halved_and_then_gone(rounds: int, full: int, half: int) -> None:
    """1.4: half of the rounds are accelerated, half of these with a win's points, both rounded up."""
    first_player = [row[0] for row in points_by_round(8, rounds, system=BAKU)]
    assert first_player == [10] * full + [5] * half + [0] * (rounds - full - half)


def test_virtual_points_are_a_wins_points() -> None:
    """1.4.2: as many as a win is worth."""
    scoring = ScoringSystem(white_win=30, black_win=30, white_draw=15, black_draw=15)
    assert points_by_round(8, 9, system=BAKU, scoring=scoring)[0][0] == 30


def test_late_entry_does_not_move_the_last_player_of_the_first_group() -> None:
    """1.3.2: who enters later joins the first group by rank, and its last player stays."""
    away = RequestedBye(round_number=1, tpn=1, result=Result.ZERO_POINT_BYE)
    assert points_by_round(9, 9, system=BAKU, requested_byes=(away,))[0] == [10] * 5 + [0] * 4


@pytest.mark.parametrize(
    ("first_round", "group_a"),
    [
        ([], 6),
        ([9], 4),
        ([1], 5),
        ([4], 5),
        ([5], 4),
        ([1, 2], 6),
    ],
)
def test_a_player_who_comes_later_is_of_the_group_of_the_ranks_around(first_round: list[int], group_a: int) -> None:
    """1.3.2: the same by a requested bye before the first round as by the record after it."""
    absent = dict.fromkeys(first_round, "-")
    byes = tuple(RequestedBye(round_number=1, tpn=tpn, result=Result.ZERO_POINT_BYE) for tpn in first_round)
    assert points_by_round(9, 9, system=BAKU, requested_byes=byes)[0] == [10] * group_a + [0] * (9 - group_a)
    begun = event([absent.get(tpn, "U") for tpn in range(1, 10)], rounds_declared=9, system=BAKU)
    points = virtual_points(begun, read_history(begun), 2).tolist()
    assert points == [[10] * group_a + [0] * (9 - group_a)] * 2


def test_a_bye_of_a_later_round_moves_no_player() -> None:
    """The first round lays the groups down."""
    away = RequestedBye(round_number=2, tpn=1, result=Result.ZERO_POINT_BYE)
    assert points_by_round(9, 9, system=BAKU, requested_byes=(away,)) == points_by_round(9, 9, system=BAKU)


@pytest.mark.parametrize("recorded", [0, 1, 2, 3, 4])
def test_the_rounds_declared_lay_down_the_acceleration_not_those_recorded(recorded: int) -> None:
    """1.4: nine rounds have three with a win's points and two with half of them, however far the event has come."""
    begun = event([" ".join(["U"] * recorded)] * 4, rounds_declared=9, system=BAKU)
    rounds = recorded + 1
    points = virtual_points(begun, read_history(begun), rounds).tolist()
    assert points == [[worth, worth, 0, 0] for worth in (10, 10, 10, 5, 5)][:rounds]
    listed = with_listed_points(begun)
    assert [(entry.points, entry.first_round, entry.last_round) for entry in listed.virtual_points] == [
        (10, 1, 3),
        (5, 4, 5),
    ]


def test_without_declared_rounds_the_round_to_come_is_taken_for_the_last() -> None:
    """The file does not declare the number of rounds; the listed points are the points used for pairing."""
    begun = event(["U U U U"] * 4, system=BAKU)
    points = virtual_points(begun, read_history(begun), 5).tolist()
    assert points == [[worth, worth, 0, 0] for worth in (10, 10, 5, 0, 0)]
    told = with_listed_points(begun)
    assert virtual_points(told, read_history(told), 5).tolist() == points


def worth(win: int, draw: int, loss: int) -> ScoringSystem:
    """Return a scoring that is the same with either colour."""
    return ScoringSystem(
        white_win=win, black_win=win, white_draw=draw, black_draw=draw, white_loss=loss, black_loss=loss
    )


@pytest.mark.parametrize("code", ["FIDE_DUTCH_2026", "FIDE_DUBOV", "FIDE_BURSTEIN", "FIDE_DOUBLESWISS"])
@pytest.mark.parametrize(
    ("scoring", "follows"),
    [
        (worth(10, 5, 0), True),
        (worth(20, 10, 0), True),
        (worth(30, 10, 0), False),
        (worth(30, 20, 10), False),
        (replace(worth(10, 5, 0), black_win=20), False),
    ],
)
def test_baku_supposes_that_a_win_is_worth_two_draws(code: str, scoring: ScoringSystem, follows: bool) -> None:
    """C.04.7:1.1, of games, also where matches of two are paired; listed points need no such thing."""
    begun = event([""] * 4, rounds_declared=8, system=DeclaredSystem(code=f"{code}_BAKU"), scoring=scoring)
    rules = resolve(begun).engine
    assert rules is not None
    listed = VirtualPoints(points=10, first_round=1, last_round=2, players=frozenset((1,)))
    assert rules.open(replace(begun, virtual_points=(listed,))).round(1).expected().pairs
    if follows:
        assert rules.open(begun).round(1).expected().pairs
        assert with_listed_points(begun).virtual_points
        return
    for refused in (rules.open, with_listed_points):
        with pytest.raises(UnsupportedEventError, match=re.escape("a loss nothing (C.04.7:1.1)")):
            refused(begun)


def test_without_players_in_the_first_round_the_first_group_is_empty() -> None:
    """The group has no last player."""
    away = tuple(RequestedBye(round_number=1, tpn=tpn, result=Result.ZERO_POINT_BYE) for tpn in (1, 2, 3))
    assert points_by_round(3, 5, system=BAKU, requested_byes=away) == [[0, 0, 0]] * 5


def test_points_listed_for_an_absent_player_count_for_no_player() -> None:
    """The others of the record have them."""
    listed = VirtualPoints(points=20, first_round=1, last_round=1, players=frozenset({2, 99}))
    assert points_by_round(3, 2, virtual_points=(listed,)) == [[0, 20, 0], [0, 0, 0]]


def test_listed_points_replace_the_rule() -> None:
    """Record 250 cancels what field 192 implies."""
    listed = VirtualPoints(points=20, first_round=1, last_round=2, players=frozenset({2, 3}))
    points = points_by_round(4, 4, system=BAKU, virtual_points=(listed,))
    assert points == [[0, 20, 20, 0], [0, 20, 20, 0], [0, 0, 0, 0], [0, 0, 0, 0]]


def test_nothing_declared_nothing_added() -> None:
    """No acceleration without a declaration."""
    assert points_by_round(4, 3) == [[0] * 4] * 3


@pytest.mark.parametrize(("players", "rounds"), [(9, 9), (160, 5), (3, 1)])
def test_the_points_of_the_rule_can_be_listed(players: int, rounds: int) -> None:
    """For programs that do not know the rule: other words for the same points, and no code that asks for them twice."""
    start = event([""] * players, rounds_declared=rounds, system=BAKU)
    told = with_listed_points(start)
    assert told.system.code == "FIDE_DUTCH_2026"
    assert (
        virtual_points(told, read_history(told), rounds).tolist()
        == virtual_points(start, read_history(start), rounds).tolist()
    )


@pytest.mark.parametrize("text", ["FIDE_DUTCH_2026_BAKU", "fide_dutch_2026_baku (JaVaFo)"])
def test_a_code_in_field_092_declares_the_rule_as_well(text: str) -> None:
    """Files of 2016 have no field 192, and programs write its code there."""
    assert points_by_round(9, 9, system=DeclaredSystem(text=text)) == points_by_round(9, 9, system=BAKU)
    told = with_listed_points(event([""] * 9, rounds_declared=9, system=DeclaredSystem(text=text)))
    assert told.system == DeclaredSystem(text="FIDE_DUTCH_2026")
    assert told.virtual_points


@pytest.mark.parametrize("text", ["FIDE_DUTCH_2026", "Individual: Swiss-System"])
def test_a_code_without_the_suffix_declares_none(text: str) -> None:
    """Nor do free words; and field 192 is believed before 092."""
    assert points_by_round(4, 3, system=DeclaredSystem(text=text)) == [[0] * 4] * 3
    both = DeclaredSystem(code="FIDE_DUTCH_2026", text="FIDE_DUTCH_2026_BAKU")
    assert points_by_round(4, 3, system=both) == [[0] * 4] * 3


def test_an_event_without_the_rule_is_not_changed() -> None:
    """Nor one that lists its points itself."""
    listed = VirtualPoints(points=20, first_round=1, last_round=2, players=frozenset({2, 3}))
    plain, own = event([""] * 4), event([""] * 4, system=BAKU, virtual_points=(listed,))
    assert with_listed_points(plain) is plain
    assert with_listed_points(own) is own
