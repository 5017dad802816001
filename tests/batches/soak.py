"""
A campaign with a program that fails at random, killed and resumed again and again, beside an undisturbed one.

    PYTHONPATH=tests python -m batches.soak --events 20000 --kills 10 --seed 1

Both must end with the same rows in their stores: every event, finding and failure. A kill is SIGKILL to the process
that writes the store, at a random moment.
"""

from __future__ import annotations

import argparse
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

MOODY = Path(__file__).parents[1] / "support" / "programs" / "moody.py"
TABLES = {
    "events": "SELECT * FROM events ORDER BY event",
    "findings": "SELECT * FROM findings ORDER BY event, program, round, score",
    "failures": "SELECT * FROM failures ORDER BY event, program, round",
    "answers": "SELECT event, program, round, given FROM answers ORDER BY event, program, round",
    "inputs": "SELECT * FROM inputs ORDER BY event, program, round",
    "exercised": "SELECT * FROM exercised ORDER BY event",
}
"""Of answers not their words: those of a program that stays hold the number of the question."""
SYSTEM = "dubov-1997"
"""A system of which no misreadings are listed: a search for causes of what is found would take most of the time."""
_TICK = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class Soak:
    """The settings of a soak test."""

    events: int
    kills: int
    seed: int
    per_mille: int = 50
    """Of the questions at which the program fails."""
    seconds: float = 2.0
    """Limit for each question."""
    workers: int = 2

    def command(self, store: Path) -> list[str]:
        """Return the command that begins the campaign."""
        program = f"resident:{sys.executable} -S -E {MOODY} {self.per_mille}"
        return [
            *(sys.executable, "-m", "pairproof.cli.main", "campaign", "run", program, "--no-kept"),
            *("-n", str(self.events), "--seed", str(self.seed), "--system", SYSTEM, "--store", str(store)),
            *("--axis", "players=4..8", "--axis", "rounds=1", "--axis", "forbidden-groups=0"),
            *("--axis", "acceleration=none", "--axis", "late-entries=0"),
            *("--time-limit", str(self.seconds), "--workers", str(self.workers)),
        ]

    def resume(self, store: Path) -> list[str]:
        """Return the command that goes on."""
        return [
            *(sys.executable, "-m", "pairproof.cli.main", "campaign", "resume", str(store), "--no-kept"),
            *("--workers", str(self.workers)),
        ]


def undisturbed(soak: Soak, store: Path) -> None:
    """Run a campaign from beginning to end."""
    _finish(soak.command(store))


def disturbed(soak: Soak, store: Path) -> list[int]:
    """Run a campaign that is killed; return how many events were in the store after each kill."""
    rng = random.Random(soak.seed)
    command, survived = soak.command(store), []
    for kill in range(1, soak.kills + 1):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)  # noqa: S603 - ours
        _wait_for(process, store, soak.events * kill // (4 * soak.kills))
        time.sleep(rng.uniform(0.0, 0.05))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        survived.append(count(store))
        command = soak.resume(store)
    _finish(command)
    return survived


def _wait_for(process: subprocess.Popen[str], store: Path, events: int) -> None:
    """Wait until the store has a number of events."""
    while process.poll() is None and count(store) < events:
        time.sleep(_TICK)
    if process.poll() is not None:
        raise RuntimeError(f"it ended before it was killed: {process.communicate()[1]}")


def count(store: Path) -> int:
    """Return the number of events in a store; 0 as long as there is none."""
    if not store.exists():
        return 0
    try:
        with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True, timeout=30)) as connection:
            return int(connection.execute("SELECT COUNT(*) FROM events").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def _finish(command: list[str]) -> None:
    process = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    if process.returncode != 1:  # findings there must be
        raise RuntimeError(f"exit status {process.returncode}: {process.stdout[-500:]}{process.stderr[-500:]}")


def rows(store: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return everything that a store says of its events."""
    with closing(sqlite3.connect(store)) as connection:
        if connection.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            raise RuntimeError(f"{store} is damaged")
        return {table: connection.execute(query).fetchall() for table, query in TABLES.items()}


def main() -> int:
    """Run both and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=20000)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    soak = Soak(**vars(options))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        begun = time.monotonic()
        survived = disturbed(soak, folder / "killed.sqlite")
        between = time.monotonic()
        undisturbed(soak, folder / "quiet.sqlite")
        quiet, killed = rows(folder / "quiet.sqlite"), rows(folder / "killed.sqlite")
        sizes = (folder / "quiet.sqlite").stat().st_size
    sys.stdout.write(f"killed after {', '.join(map(str, survived))} events of {soak.events}\n")
    for table in TABLES:
        sys.stdout.write(f"{table}: {len(killed[table])} killed, {len(quiet[table])} undisturbed\n")
    seconds = f"{between - begun:.0f} s killed, {time.monotonic() - between:.0f} s undisturbed"
    sys.stdout.write(f"{seconds}; {sizes / soak.events:.0f} bytes an event\n")
    sys.stdout.write("the same rows\n" if quiet == killed else "NOT the same rows\n")
    return quiet != killed


if __name__ == "__main__":
    sys.exit(main())
