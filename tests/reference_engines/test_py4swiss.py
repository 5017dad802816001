"""The edition of 2017 beside an independent engine of the same edition."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser
from support.events import cut
from support.generated import generated_events
from support.loops import require_items

from reference_engines.frame.systems import engine_for
from tournaments import write_trfx

if TYPE_CHECKING:
    from pathlib import Path

    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event

BYE = 0


def games_of(pairing: RoundPairing) -> set[tuple[int, int]]:
    """Return White and Black of every board, and the bye."""
    bye = {(pairing.bye, BYE)} if pairing.bye is not None else set()
    return {(pair.white, pair.black) for pair in pairing.pairs} | bye


def rows_of(event: Event) -> str:
    """Write what pairing needs; of empty headers the other engine's reader is wary."""
    lines = write_trfx(event).splitlines(keepends=True)
    return "".join(line for line in lines if line.startswith(("001", "XXR", "XXC")))


@pytest.mark.parametrize("seed", range(12))
def test_an_independent_engine_pairs_every_round_alike(seed: int, tmp_path: Path) -> None:
    """Forfeits and draws included; every round of the event is asked of both engines."""
    played = generated_events("py4swiss")[seed]
    prepared = engine_for("dutch-2017").open(played)
    for number in require_items(prepared.recorded_rounds):
        path = tmp_path / f"{number}.trfx"
        path.write_text(rows_of(cut(played, number - 1)), encoding="utf-8")
        theirs = {(pair.white, pair.black) for pair in DutchEngine.generate_pairings(TrfParser.parse(path))}
        assert games_of(prepared.round(number).expected()) == theirs
