"""Campaigns and batches whose workers, main process, or both are killed."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from batches.soak import Soak, count, rows
from support.campaigns import HERE, configuration, failed_event, store_of
from support.killing import comes_true, command, finished, is_alive, kill, started, until, workers_of

from checker.campaigns.configuration import Direction
from checker.programs.folders import sweep

if TYPE_CHECKING:
    import subprocess

SLEEPING = Path(__file__).parents[1] / "support" / "programs" / "resident_sleeping.py"
SOAK = Soak(events=40, kills=0, seed=3, per_mille=15, seconds=60.0)
"""Programs that die and talk garbage now and then, and never hang."""
BATCH = ["generate", "-n", "24", "--seed", "5", "--players", "30..40", "--rounds", "7", "--workers", "2"]


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """Return a folder in which programs leave their numbers."""
    (tmp_path / "notes").mkdir()
    return tmp_path / "notes"


@pytest.fixture
def temporary(tmp_path: Path) -> Path:
    """Return a folder for what is temporary."""
    (tmp_path / "tmp").mkdir()
    return tmp_path / "tmp"


def sleeping(notes: Path, store: Path, *, workers: int = 1) -> list[str]:
    """Return the command of a campaign of a program that never answers."""
    program = f"resident:{sys.executable} -S -E {SLEEPING} {notes}"
    words = [
        "--no-kept",
        "--seed",
        "1",
        "--system",
        "dutch-2026",
        "--axis",
        "players=6",
        "--axis",
        "rounds=2",
        "-n",
        "8",
    ]
    also = ["--time-limit", "3600", "--workers", str(workers), "--store", str(store)]
    return command("campaign", "run", program, *words, *also)


def numbers(notes: Path) -> set[int]:
    """Return the numbers of the programs and daemons that have run so far."""
    return {int(path.name) for path in notes.iterdir()}


def until_asked(notes: Path, more_than: int = 0) -> set[int]:
    """Wait for another program, and its daemon, to be asked for a pairing; return all numbers so far."""
    until(lambda: len(numbers(notes)) >= more_than + 2)
    return numbers(notes)


def test_a_killed_worker_takes_the_program_along_that_it_was_running(
    tmp_path: Path, notes: Path, temporary: Path
) -> None:
    """And the daemon of that program, which has let go of everything; the campaign goes on with another worker."""
    with started(sleeping(notes, tmp_path / "s.sqlite"), temporary) as campaign:
        first = until_asked(notes)
        (worker,) = workers_of(campaign.pid)
        kill(worker)
        until(lambda: not any(map(is_alive, first)))
        later = until_asked(notes, len(first)) - first
        assert campaign.poll() is None
        assert all(map(is_alive, later))


@pytest.mark.parametrize("with_workers", [False, True])
def test_a_killed_campaign_takes_everything_along(
    tmp_path: Path, notes: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch, with_workers: bool
) -> None:
    """Workers, programs, daemons; also if all of it is killed together. What is left is swept at the next start."""
    with started(sleeping(notes, tmp_path / "s.sqlite", workers=2), temporary) as campaign:
        programs = until_asked(notes, 2)
        workers = workers_of(campaign.pid)
        assert len(workers) == 2
        kill(campaign.pid)
        for worker in workers if with_workers else ():
            kill(worker)
        until(lambda: not any(map(is_alive, programs | set(workers))))
    assert len(list(temporary.glob("pairproof-run-*"))) == 2
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    until(lambda: sweep() >= 0 and not list(temporary.glob("pairproof-run-*")))  # locks go a little later than names


def test_a_resumed_campaign_sweeps_what_the_killed_one_has_left(tmp_path: Path, temporary: Path) -> None:
    """The folders of programs that were running go; the folders of other programs stay."""
    store = tmp_path / "s.sqlite"
    (temporary / "pairproof-run-of-somebody-else").mkdir()
    with started(SOAK.command(store), temporary) as campaign:
        until(lambda: count(store) > 2)
        kill(campaign.pid)
        workers = workers_of(campaign.pid)
        campaign.wait()
        until(lambda: not any(map(is_alive, workers)))
    assert len(list(temporary.iterdir())) > 1
    assert finished(SOAK.resume(store), temporary).returncode == 1
    assert [path.name for path in temporary.iterdir()] == ["pairproof-run-of-somebody-else"]


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[object, ...]]]:
    """Return the rows of the store of an undisturbed campaign."""
    store = tmp_path_factory.mktemp("quiet") / "s.sqlite"
    assert finished(SOAK.command(store)).returncode == 1
    return rows(store)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow)])
def test_a_campaign_finds_the_same_if_a_worker_is_killed(
    tmp_path: Path, quiet: dict[str, list[tuple[object, ...]]], seed: int
) -> None:
    """The worker is killed at a random moment."""
    rng = random.Random(seed)
    store = tmp_path / "s.sqlite"
    with started(SOAK.command(store)) as campaign:
        until(lambda: len(workers_of(campaign.pid)) == 2)
        workers = workers_of(campaign.pid)
        until(lambda: count(store) >= 1)  # later, a busy machine may have judged all by now
        time.sleep(rng.uniform(0.0, 0.1))
        kill(rng.choice(workers))
        campaign.wait()
    assert rows(store) == quiet
    assert len(quiet["events"]) == SOAK.events


# --- batches ----------------------------------------------------------------------------------------------------------


def files_in(folder: Path) -> dict[str, bytes]:
    """Return the content of each file of a folder, by name."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def batch(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the files of an undisturbed batch."""
    folder = tmp_path_factory.mktemp("batch")
    assert finished(command(*BATCH, "-o", str(folder))).returncode == 0
    return files_in(folder)


def killed_batch(folder: Path, rng: random.Random, role: str) -> subprocess.Popen[bytes]:
    """Generate a batch, kill the parent or a worker at a random moment, and wait until every process has ended."""
    moment = rng.randrange(1, 12)
    with started(command(*BATCH, "-o", str(folder))) as process:
        until(lambda: folder.exists() and len(list(folder.glob("*.trf"))) >= moment)
        workers = workers_of(process.pid)
        time.sleep(rng.uniform(0.0, 0.02))
        kill(process.pid if role == "parent" else rng.choice(workers))
        process.wait()
        until(lambda: not any(map(is_alive, workers)))
    assert len(workers) == 2
    return process


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow)])
def test_a_killed_batch_holds_whole_files_and_can_be_made_again(
    tmp_path: Path, batch: dict[str, bytes], seed: int
) -> None:
    """Its workers are gone, its manifest lacks the footer, and nothing of it is left when it is written over."""
    folder = tmp_path / "events"
    killed_batch(folder, random.Random(seed), "parent")
    there = files_in(folder)
    manifest = there.pop("manifest.jsonl")
    assert manifest == batch["manifest.jsonl"][: len(manifest)]
    assert b'"kind":"footer"' not in manifest
    listed = manifest.count(b'"file":')
    whole = {name for name in there if name.endswith(".trf")}
    assert listed <= len(whole) <= listed + 1
    assert all(there[name] == batch[name] for name in whole)
    fewer = [word if word != "24" else "2" for word in BATCH]
    assert finished(command(*fewer, "-o", str(folder), "--overwrite")).returncode == 0
    assert set(files_in(folder)) == {"00000.trf", "00001.trf", "manifest.jsonl"}


def test_a_batch_is_the_same_if_a_worker_is_killed(tmp_path: Path, batch: dict[str, bytes]) -> None:
    """Another worker plays the event again that the killed worker was playing."""
    folder = tmp_path / "events"
    assert killed_batch(folder, random.Random(4), "worker").returncode == 0
    assert files_in(folder) == batch


def test_an_event_that_kills_its_process_twice_is_given_up_and_the_others_are_played(tmp_path: Path) -> None:
    """A program within the process that ends it; the manifest gives the reason for the missing file."""
    words = ["generate", "-n", "8", "--seed", "1", "--players", "4..9", "--rounds", "2", "--workers", "2"]
    done = finished(command(*words, "--program", "callable:support.campaigns:fatal", "-o", str(tmp_path / "events")))
    assert done.returncode == 2
    manifest = (tmp_path / "events" / "manifest.jsonl").read_text("utf-8")
    given_up = manifest.count('"failure":"the worker process of the event died twice"')
    assert given_up > 0
    assert manifest.count('"file":') == 8 - given_up
    assert '"kind":"footer"' in manifest


# --- the watchdog -----------------------------------------------------------------------------------------------------

ENDING = """
import os, subprocess, sys
from pathlib import Path
from checker.programs import process_run
from checker.programs.process_run import Limits, end, run, start
quiet = Limits(seconds=30.0)
folder = Path(sys.argv[1])
run([sys.executable, "-S", "-E", "-c", "pass"], folder, quiet)
if sys.argv[2] == "watchdog killed":
    process_run._dogs[0]._dog.kill()
    process_run._dogs[0]._dog.wait()
    run([sys.executable, "-S", "-E", "-c", "pass"], folder, quiet)
process = start([sys.executable, "-S", "-E", "-c", "import time; time.sleep(3600)"], folder, quiet, stdin=-3)
(folder / "number.part").write_text(str(process.pid))
(folder / "number.part").rename(folder / "number")
if sys.argv[2] == "forked":
    if os.fork() == 0:
        run([sys.executable, "-S", "-E", "-c", "pass"], folder, quiet)
        os._exit(0)
    os.wait()
if sys.argv[2] != "ended":
    os.kill(os.getpid(), 9)
"""


@pytest.mark.parametrize("how", ["killed", "watchdog killed", "forked", "ended"])
def test_a_program_ends_with_the_process_that_started_it(tmp_path: Path, how: str) -> None:
    """Killed or ended without a word; also if a watchdog was killed before, or a fork of the process had its own."""
    finished([sys.executable, "-W", "error", "-c", ENDING, str(tmp_path), how])
    program = int((tmp_path / "number").read_text())
    assert comes_true(lambda: not is_alive(program))


# --- full disks -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("most_bytes", "begins"), [(10_000, False), (220_000, True)])
def test_a_campaign_on_a_full_disk_ends_in_a_sentence_and_goes_on_when_there_is_room(
    tmp_path: Path, quiet: dict[str, list[tuple[object, ...]]], most_bytes: int, begins: bool
) -> None:
    """The store is sound and whole events are in it, or there is none."""
    store = tmp_path / "s.sqlite"
    words = SOAK.command(store)[3:]
    done = finished(command(*words, most_bytes=most_bytes))
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert store.exists() is begins
    if not begins:
        assert f"pairproof: {store} cannot be made (disk I/O error); nothing was begun" in done.stderr
        assert list(tmp_path.iterdir()) == []
        return
    assert f"make room, then go on with: pairproof campaign resume {store}" in done.stderr
    kept = rows(store)  # which checks that it is sound
    assert 0 < len(kept["events"]) < SOAK.events
    assert finished(SOAK.resume(store)).returncode == 1
    assert rows(store) == quiet


def test_a_report_on_a_full_disk_says_how_to_make_it_again(here: Path) -> None:
    """The store has all that it needs."""
    settings = configuration(f"{HERE}:reversing", direction=Direction.EXAM)  # no causes are looked for
    with store_of(here / "s.sqlite", settings, (0, 300)) as store:
        store.add(failed_event(index, sentence="x" * 500) for index in range(300))
    words = ("campaign", "report", "s.sqlite", "-o", "r.csv")
    done = finished(command(*words, most_bytes=70_000))
    assert done.returncode == 2
    again = "make room, then: pairproof campaign report s.sqlite -o r.csv"
    assert f"pairproof: r.csv could not be written whole: File too large; {again}\n" in done.stderr
    assert finished(command(*words)).returncode == 1
    assert len((here / "r.csv").read_text("utf-8").splitlines()) == 301


@pytest.mark.parametrize("too_large", ["a file", "the manifest"])
def test_a_batch_on_a_full_disk_ends_in_a_sentence_and_can_be_made_again(
    tmp_path: Path, batch: dict[str, bytes], too_large: str
) -> None:
    """Every file is whole, and the same command with more room writes the batch."""
    folder = tmp_path / "events"
    largest = max(len(text) for name, text in batch.items() if name.endswith(".trf"))
    most = largest - 1 if too_large == "a file" else len(batch["manifest.jsonl"]) - 1
    assert len(batch["manifest.jsonl"]) > largest
    done = finished(command(*BATCH, "-o", str(folder), most_bytes=most))
    assert done.returncode == 2
    assert "could not be written" in done.stderr
    assert "File too large" in done.stderr
    assert "Traceback" not in done.stderr
    there = files_in(folder)
    assert all(there[name] == batch[name] for name in there if name != "manifest.jsonl")
    assert not list(folder.glob("*.part"))
    assert finished(command(*BATCH, "-o", str(folder), "--overwrite")).returncode == 0
    assert files_in(folder) == batch
