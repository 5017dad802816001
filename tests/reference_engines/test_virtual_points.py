"""Virtual scoregroups: the printed sizes, even groups, and points that any system can be accelerated by."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.events import event

from reference_engines.acceleration import virtual_points
from reference_engines.history import read_history
from reference_engines.systems import engine_for
from reference_engines.virtual_points import VirtualGroups, group_sizes, virtual_points_of
from tournaments.model import TrfDialect
from tournaments.reading import parse_event
from tournaments.writing import write_trf26, write_trfx


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
    """An eighth part more or less: the outer groups are even."""
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
    ("players", "draw", "said"), [(7, 0, "an even number"), (8, 2, "from 0 to 1"), (-2, 0, "even")]
)
def test_impossible_sizes_are_refused(players: int, draw: int, said: str) -> None:
    """The message says what is wanted."""
    with pytest.raises(ValueError, match=said):
        group_sizes(players, VirtualGroups.FIVE, Fraction(draw))


def test_points_fall_from_group_to_group() -> None:
    """Two wins for the first; none for the last, nor for the player with the bye."""
    points = virtual_points_of(range(1, 22), VirtualGroups.FIVE)
    assert [(entry.points, len(entry.players)) for entry in points] == [(20, 4), (15, 4), (10, 4), (5, 4)]
    assert [entry.last_round for entry in points] == [2] * 4
    in_threes = virtual_points_of(range(1, 9), VirtualGroups.THREE, win=30, rounds=3)
    assert [(entry.points, sorted(entry.players)) for entry in in_threes] == [(60, [1, 2]), (30, [3, 4, 5, 6])]


def test_any_system_can_be_accelerated_by_them() -> None:
    """In the first round the Dutch System pairs within the groups."""
    start = event([""] * 20, rounds_declared=5, virtual_points=virtual_points_of(range(1, 21), VirtualGroups.THREE))
    groups = [set(range(1, 7)), set(range(7, 15)), set(range(15, 21))]
    pairing = engine_for("dutch-2026").open(start).pair(1)
    assert all(any(pair.players <= group for group in groups) for pair in pairing.pairs)


@pytest.mark.parametrize("groups", VirtualGroups)
def test_they_are_written_and_read(groups: VirtualGroups) -> None:
    """As records 250 of TRF26 and as XXA of TRF(x)."""
    start = event([""] * 15, rounds_declared=5, virtual_points=virtual_points_of(range(1, 16), groups))
    for text, dialect in ((write_trf26(start), TrfDialect.TRF26), (write_trfx(start), TrfDialect.TRFX)):
        read = parse_event(text.encode(), source="written").event
        assert read is not None
        assert ("\n250 " in text) == (dialect is TrfDialect.TRF26)
        assert ("\nXXA " in text) == (dialect is TrfDialect.TRFX)
        assert (
            virtual_points(read, read_history(read), 5).tolist()
            == virtual_points(start, read_history(start), 5).tolist()
        )
