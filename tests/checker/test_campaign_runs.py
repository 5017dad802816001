"""A campaign whatever befalls it: workers that die, a kill at any moment, Ctrl-C, a cluster that loses a worker."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import dask
import distributed
import pytest
from batches.soak import Soak, count, disturbed, rows, undisturbed
from support.campaigns import HERE, configuration, judge_campaign, store_of

from checker.campaigns.configuration import Direction
from checker.campaigns.outcomes import Score
from checker.campaigns.work import chunk_size, run_campaign
from checker.errors import TaskError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TESTS = Path(__file__).parents[1]
PATIENCE = 60.0


def test_the_same_is_found_by_this_process_and_by_others(tmp_path: Path) -> None:
    """Neither the judging process nor the order changes the store."""
    settings = configuration(f"{HERE}:honest", f"{HERE}:reversing")
    judge_campaign(tmp_path / "here.sqlite", settings).close()
    judge_campaign(tmp_path / "there.sqlite", settings, workers=2).close()
    here = rows(tmp_path / "here.sqlite")
    assert here == rows(tmp_path / "there.sqlite")
    assert len(here["events"]) == 12
    assert {row[1] for row in here["findings"]} == {1}


def test_a_campaign_may_be_of_teams(tmp_path: Path) -> None:
    """Its profile and axes are then those of team events, and each answer is judged by the team system."""
    settings = replace(
        configuration(f"{HERE}:team_honest", f"{HERE}:team_reversing"),
        system="team-2026",
        profile="mixed",
        axes=(("teams", "4..9"), ("rounds", "2..3"), ("boards", "2")),
    )
    judge_campaign(tmp_path / "teams.sqlite", settings).close()
    found = rows(tmp_path / "teams.sqlite")
    assert len(found["events"]) == 12
    assert not found["failures"]
    assert {row[1] for row in found["findings"]} == {1}


def test_an_event_that_kills_its_process_is_written_down_and_the_campaign_goes_on(tmp_path: Path) -> None:
    """Every other event is judged, those that were under way in the same process included."""
    settings = configuration(f"{HERE}:fatal")
    quiet = judge_campaign(tmp_path / "quiet.sqlite", configuration(f"{HERE}:honest"))
    killed = judge_campaign(tmp_path / "killed.sqlite", settings, workers=2)
    fatal = {outcome.index for outcome in quiet.outcomes() if outcome.players == 7}
    failed = {outcome.index for outcome in killed.outcomes() if outcome.failures}
    assert fatal
    assert failed == fatal
    assert killed.remaining() == []
    assert [outcome for outcome in killed.outcomes() if not outcome.failures] == [
        outcome for outcome in quiet.outcomes() if outcome.index not in fatal
    ]
    quiet.close()
    killed.close()


def test_yielded_outcomes_are_stored_when_the_work_is_broken_off(tmp_path: Path) -> None:
    """And the rest is judged when the campaign is taken up again."""
    settings = configuration(f"{HERE}:reversing")
    store = store_of(tmp_path / "s.sqlite", settings)
    work = run_campaign(store, workers=0)
    seen = [next(work).index for _ in range(5)]
    work.close()
    assert store.judged == 5
    assert sorted(outcome.index for outcome in run_campaign(store, workers=0)) == sorted(set(range(12)) - set(seen))
    store.close()
    judge_campaign(tmp_path / "whole.sqlite", settings).close()
    assert rows(tmp_path / "s.sqlite") == rows(tmp_path / "whole.sqlite")


@pytest.mark.parametrize(
    "soak",
    [
        Soak(events=24, kills=1, seed=4, per_mille=250, seconds=60.0, workers=1),
        pytest.param(Soak(events=30, kills=2, seed=4, per_mille=200, seconds=1.5), marks=pytest.mark.slow),
    ],
    ids=["small", "large"],
)
def test_a_campaign_killed_and_resumed_ends_like_one_that_was_not(tmp_path: Path, soak: Soak) -> None:
    """Kills of the process that writes, with a program that dies and talks garbage; in the large one it hangs, too."""
    undisturbed(soak, tmp_path / "quiet.sqlite")
    survived = disturbed(soak, tmp_path / "killed.sqlite")
    quiet = rows(tmp_path / "quiet.sqlite")
    assert rows(tmp_path / "killed.sqlite") == quiet
    assert survived == sorted(survived)
    assert survived[-1] < soak.events == len(quiet["events"])
    assert len({row[3] for row in quiet["failures"]}) > 1


@pytest.mark.usefixtures("heeding_interrupts")
def test_an_interrupted_campaign_keeps_what_is_finished_and_says_how_to_go_on(tmp_path: Path) -> None:
    """Ctrl-C ends it soon, although a program is being asked that never answers."""
    store = tmp_path / "s.sqlite"
    soak = Soak(events=60, kills=0, seed=3, per_mille=1000, seconds=600.0)
    with subprocess.Popen(soak.command(store), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own command
        try:
            _until(lambda: count(store) > 0)
            process.send_signal(signal.SIGINT)
            said = process.communicate(timeout=PATIENCE)[1]
        finally:
            process.kill()
    assert process.returncode == 130
    assert "pairproof campaign resume" in said
    assert len(rows(store)["events"]) < 60


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Start a scheduler and two workers of Dask, connected by TCP; yield the address and the workers."""
    told = tmp_path / "scheduler.json"
    dask = [sys.executable, "-m", "distributed.cli."]
    environment = os.environ | {"PYTHONPATH": str(TESTS), "PYTHONWARNINGS": "ignore"}
    place = ["--host", "tcp://127.0.0.1:0", "--no-dashboard"]
    begin = [*dask[:2], dask[2] + "dask_scheduler", *place, "--scheduler-file", str(told)]
    work = [*dask[:2], dask[2] + "dask_worker", "--scheduler-file", str(told), "--no-nanny", "--nthreads", "1"]
    work += ["--host", "127.0.0.1", "--no-dashboard", "--local-directory", str(tmp_path)]
    started = [_quiet(begin, environment)]
    try:
        _until(told.exists)
        started += [_quiet(work, environment) for _ in range(2)]
        yield _address(told), started[1:]
    finally:
        for process in started:
            process.kill()
            process.wait()


def _quiet(command: list[str], environment: dict[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 - our own command


def _until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def _address(address_file: Path) -> str:
    return str(json.loads(address_file.read_text())["address"])


@pytest.mark.parametrize(
    ("events", "seconds", "size"),
    [(4, 0.16, 16), (20, 0.8, 25), (25, 1.0, 25), (25, 2.5, 10), (4, 30.0, 1), (90, 0.01, 100), (4, 0.0, 16)],
)
def test_tasks_of_a_cluster_last_about_a_second(events: int, seconds: float, size: int) -> None:
    """However long an event takes; a task grows slowly, and never to more than a hundred events."""
    assert chunk_size(events, seconds) == size


def test_a_cluster_that_loses_workers_finds_the_same_or_stops_and_is_resumed(
    tmp_path: Path, cluster: tuple[str, list[subprocess.Popen[bytes]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A real scheduler and two workers over TCP: the first is killed in a campaign, the second in the next one."""
    address, (first, second) = cluster
    assert address.startswith("tcp://127.0.0.1:")
    _lose_a_worker(tmp_path, address, first)
    for name in ("_WORKERLESS_SECONDS", "_LOOK_SECONDS"):
        monkeypatch.setattr(f"checker.campaigns.work.{name}", 1)
    _lose_the_last_worker(tmp_path, address, second)


def _lose_a_worker(folder: Path, address: str, worker: subprocess.Popen[bytes]) -> None:
    """Kill a worker when a quarter of the events is judged; the other worker judges all that remain."""
    settings = configuration(f"{HERE}:reversing", direction=Direction.PAIR)
    store = store_of(folder / "cluster.sqlite", settings, (0, 40))
    for done, _ in enumerate(run_campaign(store, cluster=address)):
        if done == 10:
            worker.kill()
    store.close()
    assert worker.wait() == -signal.SIGKILL
    judge_campaign(folder / "here.sqlite", settings, (0, 40)).close()
    there = rows(folder / "cluster.sqlite")
    assert there == rows(folder / "here.sqlite")
    assert len(there["events"]) == 40
    assert {row[3] for row in there["findings"]} == {Score.DISCREPANT.value}


def _lose_the_last_worker(folder: Path, address: str, worker: subprocess.Popen[bytes]) -> None:
    """Kill the last worker in the midst of a campaign; what was judged is kept, and the error names the cluster."""
    store = store_of(folder / "lost.sqlite", configuration(f"{HERE}:honest"), (0, 40))
    work = run_campaign(store, cluster=address)
    assert next(work).index in range(40)
    worker.kill()
    with pytest.raises(TaskError, match=rf"the cluster at {address} has been without workers for 1 seconds"):
        list(work)
    kept = store.judged
    assert 0 < kept < 40
    assert len(list(run_campaign(store, workers=0))) == 40 - kept
    store.close()


def test_an_event_that_ends_its_worker_costs_itself_only(tmp_path: Path) -> None:
    """Of a cluster that starts its workers again; every other event is judged, those of the same chunk included."""
    settings, events = configuration(f"{HERE}:fatal"), (0, 8)
    quiet = judge_campaign(tmp_path / "quiet.sqlite", configuration(f"{HERE}:honest"), events)
    fatal = {outcome.index for outcome in quiet.outcomes() if outcome.players == 7}
    assert len(fatal) == 1
    once = dask.config.set({"distributed.scheduler.allowed-failures": 0})  # every task may end one worker, not four
    place = {"host": "127.0.0.1", "dashboard_address": None, "local_directory": str(tmp_path), "silence_logs": 50}
    with once, distributed.LocalCluster(n_workers=2, threads_per_worker=1, **place) as workers:
        store = store_of(tmp_path / "killed.sqlite", settings, events)
        assert len(list(run_campaign(store, cluster=workers.scheduler_address))) == 8
    assert {outcome.index for outcome in store.outcomes() if outcome.failures} == fatal
    assert [outcome for outcome in store.outcomes() if not outcome.failures] == [
        outcome for outcome in quiet.outcomes() if outcome.index not in fatal
    ]
    store.close()
    quiet.close()


def test_a_missing_cluster_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its address, and no event is lost or written."""
    monkeypatch.setattr("checker.campaigns.work._PATIENCE", 0.5)
    with store_of(tmp_path / "s.sqlite", configuration(f"{HERE}:honest")) as store:
        with pytest.raises(TaskError, match=r"tcp://127\.0\.0\.1:9"):
            next(run_campaign(store, cluster="tcp://127.0.0.1:9"))
        assert store.judged == 0
