"""The literal twin of Lim against the examples that the regulation prints, and its independence of the engine."""

from __future__ import annotations

import ast
import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.lim_events import draw_lim_event

import reference_engines.literal.lim as twin
from reference_engines.frame.results import UnsupportedEventError
from reference_engines.lim.edition import DEFAULT_READINGS
from reference_engines.lim.rules import LIM_2026
from reference_engines.literal.lim.players import Compatibility, TwinPlayer, TwinRound
from reference_engines.literal.lim.rules import (
    LITERAL_LIM,
    FloaterSelection,
    PairingDirection,
    Scrutiny,
    TwinScoregroup,
    pair_round,
)
from reference_engines.misreadings import misreadings_of
from tournaments.model import Colour

if TYPE_CHECKING:
    from reference_engines.frame.variants import Misreading

ENGINE_FREE = sorted(
    set(Path(str(twin.__file__)).parent.glob("*.py")) - {Path(str(twin.__file__)).with_name("rules.py")}
)


def player(number: int, met: set[int] | None = None, *, score: int = 20) -> TwinPlayer:
    """Return a player who has had no colour."""
    return TwinPlayer(
        number=number,
        rank=number,
        place=number,
        score=score,
        rating=2000,
        opponents=frozenset(met or ()),
        colours=(),
        may_have_bye=True,
        floated=False,
    )


def prepare_round(players: list[TwinPlayer], drawn: Colour = Colour.WHITE, number: int = 5) -> TwinRound:
    """Return a round of players whose median score is one point."""
    return TwinRound(
        number=number,
        players=tuple(players),
        twice_median=20 if number > 1 else 0,
        is_last=False,
        is_maxi=False,
        drawn=drawn,
        readings=DEFAULT_READINGS,
    )


def number_pairs(
    players: list[TwinPlayer], direction: PairingDirection = PairingDirection.DOWN
) -> list[tuple[int, int]]:
    """Return the pairs of a scoregroup without floaters, by number."""
    pairs = Scrutiny(Compatibility(prepare_round(players)), direction).pairs(players, [])
    assert pairs is not None
    return [(first.number, second.number) for first, second in pairs]


@pytest.mark.parametrize(
    ("met", "pairs"),
    [
        (set(), [(1, 4), (2, 5), (3, 6)]),
        ({4}, [(1, 5), (2, 4), (3, 6)]),
        ({4, 5}, [(1, 6), (2, 4), (3, 5)]),
        ({4, 5, 6}, [(1, 3), (2, 5), (4, 6)]),
        ({3, 4, 5, 6}, [(1, 2), (3, 5), (4, 6)]),
    ],
)
def test_the_first_player_is_given_opponents_in_the_order_of_the_first_table(
    met: set[int], pairs: list[tuple[int, int]]
) -> None:
    """The columns of 4.2, one after the other."""
    assert number_pairs([player(1, met), *map(player, range(2, 7))]) == pairs


@pytest.mark.parametrize(
    ("met", "pairs"),
    [
        (set(), [(1, 6), (2, 4), (3, 5)]),
        ({4}, [(1, 6), (2, 5), (3, 4)]),
        ({4, 5}, [(1, 6), (2, 3), (4, 5)]),
        ({3, 4, 5}, [(1, 3), (2, 6), (4, 5)]),
        ({3, 4, 5, 6}, [(1, 2), (3, 5), (4, 6)]),
    ],
)
def test_the_second_player_is_given_opponents_in_the_order_of_the_second_table(
    met: set[int], pairs: list[tuple[int, int]]
) -> None:
    """The columns of 4.3, after #1 has met #4 and #5."""
    assert number_pairs([player(1, {4, 5}), player(2, met), *map(player, range(3, 7))]) == pairs


def test_upwards_the_lowest_numbered_player_is_given_an_opponent_first() -> None:
    """4.1.2: #6 has met #3, and #3 and #2 are exchanged."""
    assert number_pairs([*map(player, range(1, 6)), player(6, {3})], PairingDirection.UP) == [(6, 2), (5, 3), (4, 1)]


@pytest.mark.parametrize(("size", "floaters"), [(6, {2, 5}), (7, {2})])
def test_a_player_whom_exchanges_cannot_help_floats(size: int, floaters: set[int]) -> None:
    """4.4.2: in company with the lowest numbered player; 4.4.1: in exchange for that player."""
    others = set(range(1, size + 1)) - {6}
    players = [player(1, others), player(2, others), *map(player, range(3, size + 1))]
    median = tuple(player(number, score=10) for number in (8, 9))
    group = TwinScoregroup(
        players=frozenset(players), arrived=frozenset(), adjacent=median, direction=PairingDirection.DOWN
    )
    chosen = FloaterSelection(group, Compatibility(prepare_round([*players, *median]))).floaters()
    assert {floater.number for floater in chosen} == floaters


@pytest.mark.parametrize(("drawn", "first"), [(Colour.WHITE, (1, 21)), (Colour.BLACK, (21, 1))])
def test_forty_players_are_paired_as_in_the_example(drawn: Colour, first: tuple[int, int]) -> None:
    """7.2, for either lot."""
    players = [player(number, score=0) for number in range(1, 41)]
    games = [(white.number, black.number) for white, black in pair_round(prepare_round(players, drawn, 1)).games]
    assert games[0] == first
    assert games == [first if number == 1 else _as_first(number, first) for number in range(1, 21)]


def _as_first(number: int, first: tuple[int, int]) -> tuple[int, int]:
    odd_has_white = first[0] == 1
    return (number, number + 20) if (number % 2 == 1) is odd_has_white else (number + 20, number)


@pytest.mark.parametrize("misreading", misreadings_of(LIM_2026), ids=lambda one: one.identifier)
def test_the_twin_follows_the_text_alone(misreading: Misreading) -> None:
    """A misreading is refused, so that no pairing by the text is taken for one by the misreading."""
    drawn = draw_lim_event(random.Random(1))
    number = drawn.rounds_recorded + 1
    assert LITERAL_LIM.open(drawn).round(number).expected() == LIM_2026.open(drawn).round(number).expected()
    with pytest.raises(UnsupportedEventError, match="misreading"):
        misreading.rules(LITERAL_LIM).open(drawn).round(number).expected()


@pytest.mark.parametrize("module", ENGINE_FREE, ids=lambda path: path.name)
def test_the_twin_imports_nothing_of_the_engine(module: Path) -> None:
    """Only the names of the readings; otherwise both could make the same mistake in the same lines."""
    imported = {
        node.module or ""
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
    }
    of_lim = {name for name in imported if name.startswith("reference_engines.lim")}
    assert of_lim <= {"reference_engines.lim.edition"}
    assert not {"reference_engines.matching", "reference_engines._kernel"} & imported
