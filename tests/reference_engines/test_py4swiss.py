"""The edition of 2017 beside an independent engine of the same edition."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

from random_tournaments.plan import EventPlan, Rates
from random_tournaments.simulation import play
from reference_engines.frame.systems import engine_for
from tournaments import write_trfx
from tournaments.model import Colour

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
    engine = engine_for("dutch-2017")
    rng = random.Random(seed)
    rounds = 5 + seed % 4
    plan = EventPlan(
        players=9 + 3 * seed,
        rounds=rounds,
        initial_colour=rng.choice((Colour.WHITE, Colour.BLACK)),
        rates=Rates(forfeit=0.05, draw=0.4),
        system_code="FIDE_DUTCH_2017",
    )
    compared = 0

    def pair_with_both(event: Event, number: int) -> RoundPairing:
        nonlocal compared
        ours = engine.open(event).round(number).expected()
        path = tmp_path / f"{number}.trfx"
        path.write_text(rows_of(event), encoding="utf-8")
        theirs = {(pair.white, pair.black) for pair in DutchEngine.generate_pairings(TrfParser.parse(path))}
        assert games_of(ours) == theirs
        compared += 1
        return ours

    play(plan, pair_with_both, rng)
    assert compared >= rounds - 1
