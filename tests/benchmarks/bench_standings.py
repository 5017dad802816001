"""Ranking whole events by ten tie-breaks, with the values of everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from benchmarks.events import event_of

from standings.codes import parse_tie_breaks
from standings.ranking import rank
from standings.rules import rules_of

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

TEN = parse_tie_breaks("BH/C1,BH,SB,PS,DE,ARO,APPO,APRO,TPR,PTP")


@pytest.mark.parametrize(("players", "rounds"), [(16, 7), (100, 9), (1000, 11)])
def bench_rank_by_ten_tie_breaks(benchmark: BenchmarkFixture, players: int, rounds: int) -> None:
    """Goals: 2 ms, 12 ms, 250 ms."""
    event = event_of("dutch-2026", players, rounds)
    benchmark.group = f"rank {players} x {rounds}"
    ranked = benchmark(lambda: rank(event, TEN, rules_of(event)))
    assert ranked.obstacle is None
