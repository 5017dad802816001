"""Checking whole events from their text, pairing a last round, and a cold start."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from benchmarks.events import event_of, text_of
from support.findings import round_findings

from checker.verdicts.verdict import Verdict
from reference_engines.frame.systems import engine_for
from tournaments import parse_event

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_benchmark.fixture import BenchmarkFixture

EDITIONS = ("dutch-2026", "dutch-2017")
SIZES = ((60, 9), (200, 9), (500, 11), (1000, 11))


def check(text: str, edition: str) -> set[Verdict]:
    """Check an event from its text, in process."""
    event = parse_event(text).event
    assert event is not None
    return {entry.verdict for entry in round_findings(event, edition)}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("players", "rounds"), SIZES)
def bench_check_whole_event(benchmark: BenchmarkFixture, edition: str, players: int, rounds: int) -> None:
    """Text in, verdicts out."""
    text = text_of(edition, players, rounds)
    benchmark.group = f"check {players} x {rounds}"
    assert benchmark(check, text, edition) == {Verdict.AGREE}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("players", "rounds"), [(1000, 11), (3000, 11)])
def bench_pair_last_round(benchmark: BenchmarkFixture, edition: str, players: int, rounds: int) -> None:
    """The last round alone, with a prepared of its own."""
    event = event_of(edition, players, rounds)
    benchmark.group = f"pair the last round of {players} x {rounds}"
    benchmark(lambda: engine_for(edition).open(event).round(event.rounds_recorded).expected())


def bench_pair_by_the_text_of_2013(benchmark: BenchmarkFixture) -> None:
    """All rounds of 40 players and nine rounds, with the way recorded."""
    event = event_of("dutch-2017", 40, 9)
    benchmark.group = "pair 40 x 9"

    def pair() -> None:
        prepared = engine_for("dutch-2013").open(event)
        for number in range(1, event.rounds_recorded + 1):
            prepared.round(number).expected()

    benchmark(pair)


def bench_cold_start(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """The command, as a process, on a small event."""
    path = tmp_path / "event.trf"
    path.write_text(text_of("dutch-2026", 60, 9), encoding="utf-8")
    benchmark.group = "check 60 x 9"
    command = [sys.executable, "-c", "from pairproof.startup import main; main()", "check", str(path)]
    benchmark(lambda: subprocess.run(command, check=True, capture_output=True))  # noqa: S603 -- our own command
