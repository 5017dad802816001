"""Print how the cost of a check grows from 10 to 3,000 players, where its time goes, and the peak of memory."""

from __future__ import annotations

import resource
import sys
import time
from typing import TYPE_CHECKING

from benchmarks.events import text_of

from checker.check import CheckOptions, check_event
from reference_engines.frame.systems import engine_for
from tournaments import parse_event

if TYPE_CHECKING:
    from collections.abc import Callable

SIZES = ((10, 5), (30, 7), (60, 9), (100, 9), (200, 9), (500, 11), (1000, 11), (2000, 11), (3000, 11))


def best_of(times: int, run: Callable[[], object]) -> float:
    """Return the least time in milliseconds."""
    least = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        run()
        least = min(least, time.perf_counter() - start)
    return 1000 * least


def measure(edition: str, players: int, rounds: int) -> list[float]:
    """Return milliseconds: reading, fields of all rounds, pairing all rounds, the whole check."""
    text = text_of(edition, players, rounds)
    event = parse_event(text).event
    if event is None:
        raise AssertionError("the event that was written can be read")
    times = 5 if players <= 200 else 2
    recorded = range(1, event.rounds_recorded + 1)

    def pair() -> None:
        prepared = engine_for(edition).open(event)
        for number in recorded:
            prepared.round(number).expected()

    def fields() -> None:
        prepared = engine_for(edition).open(event)
        for number in recorded:
            assert prepared.round(number).participants.numbers

    def check() -> None:
        read = parse_event(text).event
        list(check_event(read, options=CheckOptions(system=edition)))  # type: ignore[arg-type]  # it was read above

    return [best_of(times, run) for run in (lambda: parse_event(text), fields, pair, check)]


def main() -> None:
    """Print a table for each edition."""
    for edition in ("dutch-2026", "dutch-2017"):
        sys.stdout.write(f"\n{edition}: milliseconds\n")
        sys.stdout.write(f"{'players x rounds':>17} {'reading':>9} {'fields':>9} {'pairing':>9} {'check':>9}\n")
        for players, rounds in SIZES:
            row = measure(edition, players, rounds)
            cells = " ".join(f"{value:9.2f}" for value in row)
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            sys.stdout.write(f"{f'{players} x {rounds}':>17} {cells}   peak {peak:.0f} MiB\n")


if __name__ == "__main__":
    main()
