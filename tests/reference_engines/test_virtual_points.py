"""Virtual scoregroups: the printed sizes, even groups, and points that any system can be accelerated by."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.events import event

from reference_engines.definitions.acceleration import virtual_points
from reference_engines.definitions.history import read_history
from reference_engines.definitions.virtual_points import VirtualGroups, group_sizes, rounds_needed, virtual_points_of
from reference_engines.frame.systems import engine_for
from tournaments.model import Dialect
from tournaments.trf.reading import parse_event
from tournaments.trf.writing import write_trf26, write_trfx

SYSTEMS = [
    *("dutch-2013", "dutch-2017", "dutch-2026", "dubov-1997", "clock-2012"),
    *("simple-2018", "simple-2018/alternating", "simple-2018/olympiad"),
]


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (100, (26, 48, 26)),
        (102, (26, 50, 26)),
        (104, (26, 52, 26)),
        (106, (26, 54, 26)),
        (108, (28, 52, 28)),
        (110, (28, 54, 28)),
        (200, (50, 100, 50)),
    ],
)
def test_three_groups_have_the_printed_sizes(players: int, sizes: tuple[int, ...]) -> None:
    """A quarter of the players, rounded down, and one more where that is odd; the middle has the rest."""
    assert group_sizes(players, VirtualGroups.THREE) == sizes


def test_five_groups_have_the_printed_sizes() -> None:
    """200 players and a draw in five games; without draws there are three groups."""
    assert group_sizes(200, VirtualGroups.FIVE, Fraction(1, 5)) == (32, 32, 72, 32, 32)
    assert group_sizes(200, VirtualGroups.FIVE, Fraction(0)) == (50, 0, 100, 0, 50)
    assert group_sizes(200, VirtualGroups.FIVE, Fraction(1)) == (0, 0, 200, 0, 0)


@given(
    st.integers(0, 400).map(lambda half: 2 * half),
    st.sampled_from(VirtualGroups),
    st.fractions(0, 1, max_denominator=100),
)
def test_groups_are_even_symmetrical_and_complete(players: int, groups: VirtualGroups, draw: Fraction) -> None:
    """For every even number of players and every probability of a draw."""
    sizes = group_sizes(players, groups, draw)
    assert len(sizes) == groups.value
    assert sum(sizes) == players
    assert sizes == sizes[::-1]
    assert all(size >= 0 and size % 2 == 0 for size in sizes)


@pytest.mark.parametrize(
    ("players", "draw", "message"), [(7, 0, "an even number"), (8, 2, "from 0 to 1"), (-2, 0, "even")]
)
def test_impossible_sizes_are_refused(players: int, draw: int, message: str) -> None:
    """The message names the values that are allowed."""
    with pytest.raises(ValueError, match=message):
        group_sizes(players, VirtualGroups.FIVE, Fraction(draw))


def test_points_fall_from_group_to_group() -> None:
    """Two wins for the first; none for the last, nor for the player with the bye."""
    points = virtual_points_of(range(1, 22), VirtualGroups.FIVE)
    assert [(entry.points, len(entry.players)) for entry in points] == [(20, 4), (15, 4), (10, 4), (5, 4)]
    assert [entry.last_round for entry in points] == [2] * 4
    in_threes = virtual_points_of(range(1, 9), VirtualGroups.THREE, win=30, rounds=3)
    assert [(entry.points, sorted(entry.players)) for entry in in_threes] == [(60, [1, 2]), (30, [3, 4, 5, 6])]


def test_two_hundred_players_have_the_printed_points() -> None:
    """1-50 two points, 51-150 one, 151-200 none, in the first two rounds and not in the third."""
    start = event([""] * 200, virtual_points=virtual_points_of(range(1, 201), VirtualGroups.THREE))
    points = virtual_points(start, read_history(start), 3).tolist()
    assert points == [[20] * 50 + [10] * 100 + [0] * 50] * 2 + [[0] * 200]


def test_the_player_with_the_bye_is_in_no_group() -> None:
    """VIRTUAL-BYE: of 103 the last; the others are as 102, and as 104 if one more comes."""
    points = [len(entry.players) for entry in virtual_points_of(range(1, 104), VirtualGroups.THREE)]
    one_more = [len(entry.players) for entry in virtual_points_of(range(1, 105), VirtualGroups.THREE)]
    assert (points, one_more) == ([26, 50], [26, 52])


def test_the_middle_of_three_groups_is_as_near_as_can_be_to_twice_the_first() -> None:
    """The essay's reason for the rounding: of all even groups, by the quotient."""
    for players in range(6, 300, 2):
        quotients = [Fraction(players - 2 * outer, outer) for outer in range(2, players // 2 + 1, 2)]
        outer, middle, _ = group_sizes(players, VirtualGroups.THREE)
        assert abs(Fraction(middle, outer) - 2) == min(abs(quotient - 2) for quotient in quotients)


@pytest.mark.parametrize("players", range(0, 40, 2))
def test_rounding_up_never_asks_for_more_players_than_there_are(players: int) -> None:
    """By hundredths of the probability of a draw; eight players are divided without a middle at most."""
    middles = [group_sizes(players, VirtualGroups.FIVE, Fraction(draw, 100))[2] for draw in range(101)]
    assert min(middles) >= 0
    assert (min(middles) == 0) is (players in (0, 4, 8))


def test_small_fields_have_the_groups_that_they_can() -> None:
    """VIRTUAL-FIVE: a sixth of a player is none, more than one are two; a group without players gives no points."""
    assert group_sizes(6, VirtualGroups.FIVE) == (0, 0, 6, 0, 0)
    assert group_sizes(8, VirtualGroups.FIVE) == (2, 2, 0, 2, 2)
    assert [entry.points for entry in virtual_points_of(range(1, 7), VirtualGroups.FIVE)] == [10]
    assert [entry.points for entry in virtual_points_of(range(1, 9), VirtualGroups.FIVE)] == [20, 15, 5]


@pytest.mark.parametrize("key", SYSTEMS)
def test_any_system_can_be_accelerated_by_them(key: str) -> None:
    """In the first round it pairs within the groups, and without virtual points it does not."""
    accelerated = event(
        [""] * 20, rounds_declared=5, virtual_points=virtual_points_of(range(1, 21), VirtualGroups.THREE)
    )
    groups = [set(range(1, 7)), set(range(7, 15)), set(range(15, 21))]
    for start, stays in ((accelerated, True), (replace(accelerated, virtual_points=()), False)):
        pairing = engine_for(key).open(start).round(1).expected()
        assert all(any(pair.players <= group for group in groups) for pair in pairing.pairs) is stays


@pytest.mark.parametrize("groups", VirtualGroups)
def test_they_are_written_and_read(groups: VirtualGroups) -> None:
    """As records 250 of TRF26 and as XXA of TRF(x)."""
    start = event([""] * 15, rounds_declared=5, virtual_points=virtual_points_of(range(1, 16), groups))
    for text, dialect in ((write_trf26(start), Dialect.TRF26), (write_trfx(start), Dialect.TRFX)):
        read = parse_event(text.encode(), source="written").event
        assert read is not None
        assert ("\n250 " in text) == (dialect is Dialect.TRF26)
        assert ("\nXXA " in text) == (dialect is Dialect.TRFX)
        assert (
            virtual_points(read, read_history(read), 5).tolist()
            == virtual_points(start, read_history(start), 5).tolist()
        )


@pytest.mark.parametrize(
    ("players", "accelerated", "plain"), [(1, 0, 2), (2, 1, 3), (64, 6, 8), (65, 7, 9), (128, 7, 9), (200, 8, 10)]
)
def test_a_field_needs_fewer_rounds_with_virtual_groups(players: int, accelerated: int, plain: int) -> None:
    """As many as halve it to one, and two more without them."""
    assert rounds_needed(players, accelerated=True) == accelerated
    assert rounds_needed(players, accelerated=False) == plain


def test_no_field_needs_no_rounds() -> None:
    """It is an error to ask."""
    with pytest.raises(ValueError, match="0 players"):
        rounds_needed(0, accelerated=True)
