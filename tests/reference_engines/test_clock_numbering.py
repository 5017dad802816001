"""Appendix A of the Clock system: the printed grid of 27 players, and any other number."""

from __future__ import annotations

import pytest
from support.events import event

from reference_engines.clock.numbering import Place, grid
from reference_engines.systems import engine_for
from tournaments.model import Colour, Event, Player

RANKS_BY_PAIRING_NUMBER = (
    *(1, 14, 8, 21, 4, 17, 11, 24, 3, 16),
    *(10, 23, 6, 19, 13, 26, 2, 15, 9, 22),
    *(5, 18, 12, 25, 7, 20, 27),
)
FIRST_ROUND = (
    *((14, 1), (8, 21), (4, 17), (24, 11), (3, 16)),
    *((23, 10), (19, 6), (13, 26), (2, 15), (22, 9)),
    *((18, 5), (12, 25), (20, 7)),
)
"""White first; the master colour is Black."""


def opened(players: int, master: Colour) -> Event:
    """Make an event before its first round."""
    listed = tuple(Player(tpn=tpn) for tpn in range(1, players + 1))
    return Event(players=listed, rounds_recorded=0, initial_colour=master, rounds_declared=9)


@pytest.mark.parametrize(("number", "rank"), list(enumerate(RANKS_BY_PAIRING_NUMBER, start=1)))
def test_every_cell_of_the_printed_grid(number: int, rank: int) -> None:
    """27 players: the pairing number is that of the rank beside it."""
    assert grid(27)[number - 1].rank == rank


@pytest.mark.parametrize("key", ["clock-2012", "clock-2012/literal"])
def test_the_printed_first_round(key: str) -> None:
    """Thirteen games with their colours, and the bye of the last player, in the printed order."""
    pairing = engine_for(key).open(opened(27, Colour.BLACK)).pair(1)
    assert tuple((pair.white, pair.black) for pair in pairing.pairs) == FIRST_ROUND
    assert pairing.bye == 27


def test_the_other_master_colour_turns_every_game() -> None:
    """The pairs stay."""
    pairing = engine_for("clock-2012").open(opened(27, Colour.WHITE)).pair(1)
    assert tuple((pair.black, pair.white) for pair in pairing.pairs) == FIRST_ROUND
    assert pairing.bye == 27


@pytest.mark.parametrize(
    ("players", "ranks", "master"),
    [
        (0, [], []),
        (1, [1], [None]),
        (2, [1, 2], [True, False]),
        (3, [1, 2, 3], [True, False, None]),
        (4, [1, 3, 2, 4], [True, False, False, True]),
        (6, [1, 4, 3, 6, 2, 5], [True, False, False, True, True, False]),
        (8, [1, 5, 3, 7, 2, 6, 4, 8], [True, False, False, True, False, True, True, False]),
        (10, [1, 6, 4, 9, 2, 7, 5, 10, 3, 8], [True, False, False, True, False, True, True, False, True, False]),
    ],
)
def test_small_grids_made_by_hand(players: int, ranks: list[int], master: list[bool | None]) -> None:
    """Halves joined two by two, medians at the end, colours turned with every joining."""
    assert grid(players) == tuple(Place(*place) for place in zip(ranks, master, strict=True))


@pytest.mark.parametrize("players", range(2, 260))
def test_every_grid_is_sound(players: int) -> None:
    """Nobody is missing, number 1 has the master colour, neighbours different ones, an odd last player none."""
    places = grid(players)
    assert sorted(place.rank for place in places) == list(range(1, players + 1))
    assert places[0] == Place(1, master_colour=True)
    even = places[: players - players % 2]
    assert all(one.master_colour is (not other.master_colour) for one, other in zip(even[::2], even[1::2], strict=True))
    half = len(even) // 2
    assert all(other.rank - one.rank == half for one, other in zip(even[::2], even[1::2], strict=True))
    assert players % 2 == 0 or places[-1] == Place(players, master_colour=None)


def test_an_undeclared_master_colour_is_inferred_from_the_first_round() -> None:
    """Whichever it was."""
    for master in Colour:
        session = engine_for("clock-2012").open(opened(27, master))
        games = {pair.white: (pair.black, "w") for pair in session.pair(1).pairs}
        games |= {pair.black: (pair.white, "b") for pair in session.pair(1).pairs}
        rows = [f"{games[tpn][0]}{games[tpn][1]}=" if tpn in games else "U" for tpn in range(1, 28)]
        recorded = engine_for("clock-2012").open(event(rows, rounds_declared=9))
        assert set(recorded.recorded(1).pairs) == set(recorded.pair(1).pairs)
        assert f"{master.name.capitalize()} was inferred" in " ".join(recorded.notes)
