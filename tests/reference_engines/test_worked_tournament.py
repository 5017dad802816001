"""The worked tournament of the rules of 2013, round by round and by every edition."""

from __future__ import annotations

from pathlib import Path

import pytest

from pairproof.cli import main
from reference_engines.systems import engine_for
from tournaments.reading import read_event

FILE = Path(__file__).parents[2] / "examples" / "held_2013.trf"
PUBLISHED = (
    (((1, 8), (9, 2), (3, 10), (11, 4), (5, 12), (13, 6), (7, 14)), None),
    (((5, 1), (2, 7), (6, 3), (4, 9), (8, 11), (10, 13)), 14),
    (((2, 5), (3, 4), (11, 6), (14, 1), (7, 10), (12, 8), (9, 13)), None),
    (((6, 2), (4, 5), (1, 3), (11, 7), (10, 14), (8, 9), (13, 12)), None),
    (((2, 1), (5, 11), (4, 6), (3, 7), (9, 10), (14, 12), (13, 8)), None),
)
"""Boards in order, White first, and the bye."""


@pytest.mark.parametrize("edition", ["dutch-2013", "dutch-2017", "dutch-2026"])
@pytest.mark.parametrize("round_number", range(1, 6))
def test_every_published_pairing_is_made_with_its_colours_and_boards(edition: str, round_number: int) -> None:
    """By the edition that the tournament explains, and by those that came after it."""
    event = read_event(FILE).event
    assert event is not None
    pairing = engine_for(edition).open(event).pair(round_number)
    boards, bye = PUBLISHED[round_number - 1]
    assert tuple((pair.white, pair.black) for pair in pairing.pairs) == boards
    assert pairing.bye == bye


@pytest.mark.parametrize("system", ["dutch-2013", "dutch-2017", "dutch-2026", "auto"])
def test_the_check_agrees_with_the_file(system: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Five rounds, 34 pairs."""
    assert main(["check", str(FILE), "--system", system]) == 0
    assert "No discrepancy in 1 event, 5 rounds, 34 pairs." in capsys.readouterr().out
