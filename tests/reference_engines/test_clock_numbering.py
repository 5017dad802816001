"""Appendix A of the Clock system: the printed grid of 27 players, and any other number."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.events import event
from support.loops import require_items

from reference_engines.clock.edition import ClockNumbering, ClockReadings
from reference_engines.clock.round_table import GridPlace, number_grid
from reference_engines.clock.rules import CLOCK
from reference_engines.frame.results import Pair
from reference_engines.frame.systems import engine_for
from tournaments.model import Colour, Event, Player, Result, RoundEntry

if TYPE_CHECKING:
    from reference_engines.frame.rules import PreparedEvent

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
    assert number_grid(27)[number - 1].rank == rank


@pytest.mark.parametrize("key", ["clock-2012", "clock-2012/literal"])
def test_the_printed_first_round(key: str) -> None:
    """Thirteen games with their colours, and the bye of the last player, in the printed order."""
    pairing = engine_for(key).open(opened(27, Colour.BLACK)).round(1).expected()
    assert tuple((pair.white, pair.black) for pair in pairing.pairs) == FIRST_ROUND
    assert pairing.bye == 27


def test_the_other_master_colour_turns_every_game() -> None:
    """The pairs stay."""
    pairing = engine_for("clock-2012").open(opened(27, Colour.WHITE)).round(1).expected()
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
    assert number_grid(players) == tuple(GridPlace(*place) for place in zip(ranks, master, strict=True))


THIRTY = {
    (1, 16, 9, 24, 5, 20, 13, 28): (True, False, False, True, False, True, True, False),
    (3, 18, 11, 26, 7, 22, 15, 30): (False, True, True, False, True, False, False, True),
    (2, 17, 10, 25, 6, 21, 14, 29): (True, False, False, True, False, True, True, False),
    (4, 19, 12, 27): (False, True, True, False),
    (8, 23): (True, False),
}
"""Slots of 30 players made by hand; 8-23, 4-... and 2-... are medians, in this order of placement."""


def test_medians_have_the_master_colour_and_the_other_one_in_turn() -> None:
    """Item [5]: 30 players have three odd slots, and the third has the master colour again; 31 has no colour."""
    by_hand = [place for ranks, colours in THIRTY.items() for place in zip(ranks, colours, strict=True)]
    assert number_grid(30) == tuple(GridPlace(*place) for place in by_hand)
    assert number_grid(31) == (*number_grid(30), GridPlace(31, master_colour=None))


def test_every_grid_is_sound() -> None:
    """Nobody is missing, number 1 has the master colour, neighbours different ones, an odd last player none."""
    for players in range(2, 260):
        places = number_grid(players)
        assert sorted(place.rank for place in places) == list(range(1, players + 1))
        assert places[0] == GridPlace(1, master_colour=True)
        even = places[: players - players % 2]
        neighbours = list(zip(even[::2], even[1::2], strict=True))
        assert all(one.master_colour is (not other.master_colour) for one, other in neighbours)
        assert all(other.rank - one.rank == len(even) // 2 for one, other in neighbours)
        assert players % 2 == 0 or places[-1] == GridPlace(players, master_colour=None)


def test_an_undeclared_master_colour_is_inferred_from_the_first_round() -> None:
    """Whichever it was."""
    for master in require_items(Colour):
        prepared = engine_for("clock-2012").open(opened(27, master))
        games = {pair.white: (pair.black, "w") for pair in prepared.round(1).expected().pairs}
        games |= {pair.black: (pair.white, "b") for pair in prepared.round(1).expected().pairs}
        rows = [f"{games[tpn][0]}{games[tpn][1]}=" if tpn in games else "U" for tpn in range(1, 28)]
        recorded = engine_for("clock-2012").open(event(rows, rounds_declared=9))
        assert set(recorded.round(1).posted.pairs) == set(recorded.round(1).expected().pairs)
        assert f"{master.name.capitalize()} was inferred" in " ".join(recorded.notes)


@pytest.mark.parametrize(
    ("rows", "master"),
    [
        (("4w=", "5w=", "6b=", "1b=", "2b=", "3w="), "White"),  # all three games: 1-4, 6-3 and 2-5
        (("4b=", "5w=", "6b=", "1w=", "2b=", "3w="), "White"),  # 1 reversed: two games against one
        (("4b=", "5b=", "6w=", "1w=", "2w=", "3b="), "Black"),  # all three the other way
        (("4w=", "-", "6w=", "1b=", "-", "3b="), "White"),  # one against one: the first has the casting vote
        (("4b=", "-", "6b=", "1w=", "-", "3w="), "Black"),
    ],
)
def test_the_master_colour_is_that_of_most_games(rows: tuple[str, ...], master: str) -> None:
    """So that one game with wrong colours does not make all the others wrong."""
    prepared = engine_for("clock-2012").open(event(rows, rounds_declared=5))
    assert f"{master} was inferred" in " ".join(prepared.notes)


def test_games_without_colours_tell_nothing_of_the_master_colour() -> None:
    """It is assumed to be White where no game of the first round has colours, and nothing was played."""
    forfeited = (RoundEntry(2, None, Result.FORFEIT_WIN), RoundEntry(1, None, Result.FORFEIT_LOSS))
    listed = tuple(Player(tpn=tpn, rounds=(entry,)) for tpn, entry in enumerate(forfeited, start=1))
    for played in (Event(players=listed, rounds_recorded=1), replace(opened(2, Colour.WHITE), initial_colour=None)):
        prepared = engine_for("clock-2012").open(played)
        assert "White was assumed" in " ".join(prepared.notes)


# --- who is numbered -------------------------------------------------------------------------------------------------

LATE = ("3w=", "6b=", "1b=", "-", "U", "2w=")
"""4 of six comes in the second round."""


def by(numbering: ClockNumbering, of: Event) -> PreparedEvent:
    """Prepare an event with a reading of the pairing numbers."""
    return replace(CLOCK, readings=ClockReadings(numbering=numbering)).open(of)


def tpns_and_numbers(prepared: PreparedEvent, number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the TPNs and the pairing numbers of a round, seat by seat."""
    table = prepared.round(number).participants
    return table.tpn, table.number


def test_all_players_of_the_list_are_numbered_once() -> None:
    """CLOCK-LIST: 4 has number 4 of six, and its place at the table when it comes."""
    prepared = by(ClockNumbering.ALL_LISTED, event(LATE, initial_colour=Colour.WHITE))
    assert tpns_and_numbers(prepared, 1) == (
        (1, 3, 6, 2, 5, 0),
        (1, 3, 4, 5, 6, 0),
    )
    assert tpns_and_numbers(prepared, 2) == (
        (1, 4, 3, 6, 2, 5),
        (1, 2, 3, 4, 5, 6),
    )
    assert [pair.players for pair in prepared.round(1).expected().pairs] == [{1, 3}, {6, 2}]
    assert prepared.round(1).expected().bye == 5


def test_late_arrivals_follow_by_the_other_reading() -> None:
    """CLOCK-LIST: five are numbered at the start, and 4 has number 6."""
    prepared = by(ClockNumbering.FIRST_ROUND_ONLY, event(LATE, initial_colour=Colour.WHITE))
    assert tpns_and_numbers(prepared, 1) == (
        (1, 3, 2, 5, 6, 0),
        (1, 2, 3, 4, 5, 0),
    )
    assert tpns_and_numbers(prepared, 2) == (
        (1, 3, 2, 5, 6, 4),
        (1, 2, 3, 4, 5, 6),
    )
    assert prepared.round(2).participants.grid_colour == (1, -1, -1, 1, 0, 0)
    assert [pair.players for pair in prepared.round(1).expected().pairs] == [{1, 3}, {2, 5}]
    assert prepared.round(1).expected().bye == 6


def test_two_late_arrivals_without_a_colour_of_the_grid() -> None:
    """CLOCK-LIST: the earlier in the list has White."""
    prepared = by(ClockNumbering.FIRST_ROUND_ONLY, event(["2w=", "1b=", "-", "-"], initial_colour=Colour.BLACK))
    rule = prepared.round(2).colour_rule(Pair(4, 3))
    assert rule is not None
    assert rule.sentence.startswith("player 3 has White")


def test_before_the_first_round_all_players_stand_at_the_start() -> None:
    """By either reading."""
    start = opened(6, Colour.WHITE)
    assert (
        by(ClockNumbering.FIRST_ROUND_ONLY, start).round(1).expected()
        == by(ClockNumbering.ALL_LISTED, start).round(1).expected()
    )


def test_printed_numbers_count_whatever_the_order_of_the_list() -> None:
    """CLOCK-NUMBERS: an event that ranks its players by their place in the file may print other numbers."""
    listed = tuple(Player(tpn=tpn) for tpn in (3, 1, 4, 2))
    start = Event(players=listed, rounds_recorded=0, initial_colour=Colour.WHITE, rank_by_position=True)
    assert by(ClockNumbering.AS_PRINTED, start).round(1).participants.tpn == (1, 2, 3, 4)
    assert by(ClockNumbering.ALL_LISTED, start).round(1).participants.tpn == (3, 4, 1, 2)
    assert by(ClockNumbering.AS_PRINTED, start).round(1).expected().pairs == (Pair(1, 2), Pair(4, 3))
