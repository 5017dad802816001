"""Several processes find what one process finds, and survive the loss of any of them."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import threading
import time
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from support.deadly import Deadly, Unsendable
from support.trf import played, trf_of, with_exchanged_opponents

from checker import check as side_by_side
from checker.check import FEWEST_FILES, CheckOptions, check_files, check_files_side_by_side
from checker.findings import EventHeader, RoundFinding
from checker.verdicts.verdict import Verdict
from random_tournaments.workers import MAX_ATTEMPTS, Workers

if TYPE_CHECKING:
    from pathlib import Path

    from checker.findings import Entry

DEADLY = 12


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Write events that agree, one that does not, one that cannot be read, and one named for what it does to some."""
    clean = trf_of(played())
    texts = {
        "clean": clean,
        "planted": trf_of(with_exchanged_opponents(played())),
        "broken": "001 nonsense",
        "deadly": clean.replace("012 Club evening", "012 Deadly"),
    }
    folder = tmp_path_factory.mktemp("events")
    found = []
    for number in range(FEWEST_FILES):
        kind = {5: "planted", 11: "broken", DEADLY: "deadly"}.get(number, "clean")
        path = folder / f"{number:03d}-{kind}.trf"
        path.write_text(texts[kind], "utf-8")
        found.append(path)
    return found


@pytest.fixture(scope="module")
def expected(paths: list[Path]) -> list[Entry]:
    """Check the events in this process, once."""
    return list(check_files(paths, CheckOptions()))


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """Return a folder in which workers that are killed leave their numbers."""
    (tmp_path / "notes").mkdir()
    return tmp_path / "notes"


def without(entries: list[Entry], path: Path) -> list[Entry]:
    """Leave the entries on a file out."""
    return [entry for entry in entries if entry.event != path.stem]


def test_several_processes_find_the_same_in_the_same_order(paths: list[Path], expected: list[Entry]) -> None:
    """Events that agree, one that does not, and one that cannot be read; and every worker has ended."""
    assert list(check_files_side_by_side(paths, CheckOptions(), workers=2)) == expected
    assert list(check_files_side_by_side(paths[:6], CheckOptions(), workers=2)) == list(check_files(paths[:6]))
    assert multiprocessing.active_children() == []


def test_a_file_on_which_one_worker_is_lost_is_judged_by_another(
    paths: list[Path], expected: list[Entry], notes: Path
) -> None:
    """As if nothing had happened."""
    options = CheckOptions(resolve=Deadly(notes, times=1))
    assert list(check_files_side_by_side(paths, options, workers=2)) == expected
    assert len(list(notes.iterdir())) == 1


def test_a_file_on_which_two_workers_are_lost_is_a_crash_and_the_others_go_on(
    paths: list[Path], expected: list[Entry], notes: Path
) -> None:
    """In its place among the others, and no third worker is given to it."""
    found = list(check_files_side_by_side(paths, CheckOptions(resolve=Deadly(notes)), workers=2))
    assert without(found, paths[DEADLY]) == without(expected, paths[DEADLY])
    (crash,) = (entry for entry in found if entry.event == paths[DEADLY].stem)
    assert isinstance(crash, EventHeader)
    assert (crash.verdict, crash.source) == (Verdict.CRASH, str(paths[DEADLY]))
    assert "2 processes ended before they had judged it" in crash.refusal
    assert found.index(crash) == expected.index(next(one for one in expected if one.event == paths[DEADLY].stem))
    assert len(list(notes.iterdir())) == MAX_ATTEMPTS


def test_an_error_in_a_worker_costs_its_file_only(paths: list[Path], capfd: pytest.CaptureFixture[str]) -> None:
    """It is a crash of that event, and no traceback reaches the terminal."""
    options = CheckOptions(resolve=Unsendable(os.getpid()))
    found = list(check_files_side_by_side(paths, options, workers=2))
    (crash,) = (entry for entry in found if entry.event == paths[DEADLY].stem)
    assert isinstance(crash, EventHeader)
    assert crash.verdict is Verdict.CRASH
    assert "RecursionError: too deep" in crash.refusal
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 8))])
def test_workers_killed_at_any_moment_cost_nothing(paths: list[Path], expected: list[Entry], seed: int) -> None:
    """Two are killed, at moments and among workers by chance; only a file that was hit twice may be a crash."""
    rng = random.Random(seed)
    at = sorted(rng.sample(range(len(expected) - 1), 2))
    entries: list[Entry] = []
    for entry in check_files_side_by_side(paths, CheckOptions(), workers=2):
        if len(entries) in at:
            victim = rng.choice(multiprocessing.active_children())
            os.kill(victim.pid or 0, signal.SIGKILL)
        entries.append(entry)
    crashed = {entry.event for entry in entries if isinstance(entry, EventHeader) and entry.verdict is Verdict.CRASH}
    assert len(crashed) <= 1
    assert [one for one in entries if one.event not in crashed] == [one for one in expected if one.event not in crashed]
    stems = [entry.event for entry in entries if isinstance(entry, EventHeader)]
    assert stems == [path.stem for path in paths]


def test_workers_killed_while_they_start_are_replaced(paths: list[Path], expected: list[Entry]) -> None:
    """A worker that is killed before it is ready costs no file."""
    killed: list[int] = []

    def kill() -> None:
        while not multiprocessing.active_children():
            time.sleep(0.001)
        for victim in multiprocessing.active_children():
            killed.append(victim.pid or 0)
            os.kill(victim.pid or 0, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    assert list(check_files_side_by_side(paths, CheckOptions(), workers=2)) == expected
    killer.join()
    assert killed


@pytest.mark.slow
def test_workers_keep_to_a_limit_of_time(paths: list[Path], tmp_path: Path) -> None:
    """An event that takes too long costs itself only, in every process."""
    large = tmp_path / paths[DEADLY].name
    large.write_text(trf_of(played(players=40, rounds=5)), "utf-8")
    options = CheckOptions(system="dutch-2026/literal", time_limit=3.0)
    found = list(check_files_side_by_side([*paths[:DEADLY], large, *paths[DEADLY + 1 :]], options, workers=2))
    late = [entry for entry in found if entry.event == paths[DEADLY].stem]
    assert isinstance(late[-1], RoundFinding)
    assert (len(late), late[-1].verdict) == (6, Verdict.TIMEOUT)
    others = list(check_files([*paths[:DEADLY], *paths[DEADLY + 1 :]], CheckOptions(system="dutch-2026/literal")))
    assert without(found, paths[DEADLY]) == others


def test_where_no_worker_can_be_started_the_files_are_checked_here(
    paths: list[Path], expected: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A system without processes left is slower, not worse."""

    def none_left(*_: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("multiprocessing.context.SpawnProcess.start", none_left)
    assert list(check_files_side_by_side(paths, CheckOptions(), workers=2)) == expected


def test_closing_the_iterator_ends_the_workers(paths: list[Path]) -> None:
    """Also in the middle of their work."""
    entries = check_files_side_by_side(paths, CheckOptions(), workers=2)
    next(entries)
    assert multiprocessing.active_children()
    entries.close()
    assert multiprocessing.active_children() == []


def test_files_are_not_handed_out_far_ahead(paths: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """However slowly the findings are taken, few wait in memory; and every file is handed out once."""
    handed_out: list[int] = []
    genuine = Workers.give

    def give(pool: Workers[list[Entry]], numbers: list[int]) -> None:
        handed_out.extend(numbers)
        genuine(pool, numbers)

    monkeypatch.setattr(Workers, "give", give)
    monkeypatch.setattr(side_by_side, "_FILES_AHEAD", 3)
    turn = 0
    for entry in check_files_side_by_side(paths, CheckOptions(), workers=2):
        turn += isinstance(entry, EventHeader)
        assert max(handed_out) < turn + 6
    assert handed_out == list(range(len(paths)))
    assert all(one < other for one, other in pairwise(handed_out))
