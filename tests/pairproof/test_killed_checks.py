"""A killed check leaves no processes behind, and its record is a valid beginning."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from support.processes import PATIENCE, all_gone, workers_of
from support.schemas import record_validator
from support.trf import played, trf_of

from checker.records.run_record import IncompleteRecordError, read_record

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
FILES = 60
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 6))]


def begin_check(here: Path, *words: str) -> subprocess.Popen[bytes]:
    """Begin a check of the folder with two workers and a record."""
    command = [
        sys.executable,
        "-m",
        "pairproof.cli.main",
        "check",
        "events",
        "--workers",
        "2",
        "--json",
        "cut.jsonl",
        *words,
    ]
    return subprocess.Popen(  # noqa: S603 - our own interpreter
        command, cwd=here, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )


def has_come(condition: Callable[[], object]) -> bool:
    """Wait for a condition; False if it does not come true in time."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True


def write_folder(here: Path, players: int, rounds: int) -> None:
    """Write the folder."""
    (here / "events").mkdir()
    for number in range(FILES):
        (here / "events" / f"{number:02d}.trf").write_text(trf_of(played(players, rounds, seed=number % 5)), "utf-8")


CUT = "cut.jsonl.part"
"""The record as long as it is not whole."""


def lines_of(path: Path) -> list[str]:
    """Return the lines of a record but for the first, which tells the time."""
    return path.read_text("utf-8").split("\n")[1:] if path.exists() else []


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write many events, and the record of an undisturbed check."""
    here = tmp_path_factory.mktemp("kills")
    write_folder(here, 40, 7)
    with begin_check(here) as process:
        assert process.wait() == 0
    (here / "cut.jsonl").rename(here / "whole.jsonl")
    return here


@pytest.mark.parametrize("seed", SEEDS)
def test_a_check_killed_at_any_moment_leaves_no_worker_and_a_true_beginning(folder: Path, seed: int) -> None:
    """The record has no footer, and every whole line is that of an undisturbed run."""
    rng = random.Random(seed)
    (folder / "cut.jsonl").unlink(missing_ok=True)
    (folder / CUT).unlink(missing_ok=True)
    least = rng.randrange(1, FILES * 3)
    with begin_check(folder) as process:
        assert has_come(lambda: len(lines_of(folder / CUT)) >= least)
        workers = workers_of(process.pid)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert workers
        assert all_gone(workers)
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()
    *cut, last = lines_of(folder / CUT)
    whole = lines_of(folder / "whole.jsonl")
    assert len(cut) >= least - 1
    assert cut == whole[: len(cut)]
    assert whole[len(cut)].startswith(last)
    validator = record_validator()
    assert all(validator.is_valid(json.loads(line)) for line in cut)
    assert not (folder / "cut.jsonl").exists()
    with pytest.raises(IncompleteRecordError):
        read_record(folder / CUT)


@pytest.mark.parametrize("seed", SEEDS)
def test_workers_killed_by_others_cost_nothing(folder: Path, seed: int) -> None:
    """One of them is, at a moment by chance: the record is that of an undisturbed run."""
    rng = random.Random(seed)
    (folder / "cut.jsonl").unlink(missing_ok=True)
    (folder / CUT).unlink(missing_ok=True)
    least = rng.randrange(1, FILES * 3)
    with begin_check(folder) as process:
        assert has_come(lambda: len(lines_of(folder / CUT)) >= least)
        os.kill(rng.choice(sorted(workers_of(process.pid))), signal.SIGKILL)
        assert process.wait() == 0
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()
    assert lines_of(folder / "cut.jsonl") == lines_of(folder / "whole.jsonl")


@pytest.mark.slow
def test_workers_in_the_middle_of_long_work_end_with_their_parent(tmp_path: Path) -> None:
    """They do not first finish an event that takes minutes."""
    write_folder(tmp_path, 60, 3)
    with begin_check(tmp_path, "--system", "dutch-2026/literal") as process:
        assert has_come(lambda: len(workers_of(process.pid)) == 2)
        time.sleep(2.0)  # until they are at it; if they are not, the test is easier to pass, not harder
        workers = workers_of(process.pid)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert len(workers) == 2
        assert all_gone(workers)


def test_a_full_disk_ends_the_workers_too(folder: Path) -> None:
    """One sentence, status 2, and nothing that is cut."""
    (folder / "cut.jsonl").unlink(missing_ok=True)
    (folder / CUT).unlink(missing_ok=True)
    command = f"ulimit -f 40; exec {sys.executable} -m pairproof.cli.main check events --workers 2 -o cut.jsonl"
    done = subprocess.run(  # noqa: S602 - the shell sets the limit
        command, shell=True, cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.splitlines()[1:] == ["pairproof: cannot write cut.jsonl: File too large"]
    assert not list(folder.glob("cut.jsonl*"))
