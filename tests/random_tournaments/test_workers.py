"""Processes that make results of numbers, and some that die of them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.killing import comes_true, workers_of

from random_tournaments.workers import Workers, _work

if TYPE_CHECKING:
    from collections.abc import Callable

LARGE = 10_000_000
"""Characters of a result: more than fits in a pipe before the reader takes it."""


def squares() -> Callable[[list[int]], list[int]]:
    """Return a function that squares numbers."""
    return lambda numbers: [number * number for number in numbers]


def ends_at(fatal: int) -> Callable[[list[int]], list[int]]:
    """Return a function that kills its process at a number."""

    def work(numbers: list[int]) -> list[int]:
        if fatal in numbers:
            os.kill(os.getpid(), signal.SIGKILL)
        return numbers

    return work


def large(folder: Path) -> Callable[[list[int]], list[str]]:
    """Return a function that notes its process in a folder, and returns results that take a while to send."""

    def work(numbers: list[int]) -> list[str]:
        (folder / str(os.getpid())).touch()
        return ["x" * LARGE for _ in numbers]

    return work


def fails() -> Callable[[list[int]], list[int]]:
    """Return a function that raises an unforeseen error."""

    def work(numbers: list[int]) -> list[int]:
        raise LookupError(f"what to do with {numbers[0]}")

    return work


def all_of(workers: Workers[int]) -> dict[int, int | None]:
    """Take until nothing is under way."""
    answers: dict[int, int | None] = {}
    while workers.pending_tasks:
        answers |= workers.take()
    return answers


def test_every_number_has_its_result_from_any_process() -> None:
    """Twelve numbers, three at a time, by two processes."""
    with Workers(2, squares) as workers:
        for first in range(0, 12, 3):
            workers.give([first, first + 1, first + 2])
        assert all_of(workers) == {number: number * number for number in range(12)}


def test_a_number_of_which_two_processes_die_is_given_up_and_those_beside_it_are_not() -> None:
    """The others of its list, and those that waited behind it."""
    with Workers(2, partial(ends_at, 4)) as workers:
        for first in range(0, 12, 3):
            workers.give([first, first + 1, first + 2])
        assert all_of(workers) == {number: None if number == 4 else number for number in range(12)}


def stops_at(number: int, times: int) -> Callable[[list[int]], list[int]]:
    """Return a function that stops its process several times at a number."""

    def work(numbers: list[int]) -> list[int]:
        for _ in range(times if number in numbers else 0):
            os.kill(os.getpid(), signal.SIGSTOP)
        return numbers

    return work


@pytest.mark.parametrize(("times", "result"), [(1, 4), (2, 4), (3, None)])
def test_a_process_that_is_stopped_is_continued_twice_and_then_killed(
    monkeypatch: pytest.MonkeyPatch, times: int, result: int | None
) -> None:
    """A stopped process cannot block the others, whose numbers get their results."""
    monkeypatch.setattr("random_tournaments.workers._SECONDS_BETWEEN_LOOKS", 0.1)
    with Workers(2, partial(stops_at, 4, times)) as workers:
        workers.give([4])
        workers.give([5])
        assert all_of(workers) == {4: result, 5: 5}


def test_processes_that_are_stopped_end_with_the_block() -> None:
    """A process that is stopped hears nothing, so it is continued."""
    with Workers(1, squares) as workers:
        workers.give([1])
        assert workers.take() == {1: 1}
        (process,) = workers_of(os.getpid())
        os.kill(process, signal.SIGSTOP)
    assert not Path(f"/proc/{process}").exists()


def test_a_process_killed_while_it_handed_over_is_not_waited_for(tmp_path: Path) -> None:
    """Another process computes the results of the killed one again."""
    with Workers(2, partial(large, tmp_path)) as workers:
        workers.give([1])
        workers.give([2])
        assert comes_true(lambda: len(list(tmp_path.iterdir())) == 2)
        os.kill(int(next(tmp_path.iterdir()).name), signal.SIGKILL)
        found = {number: result for _ in range(2) for number, result in workers.take().items()}
        assert {number: len(result or "") for number, result in found.items()} == {1: LARGE, 2: LARGE}


def test_an_unforeseen_error_is_raised_where_it_can_be_reported() -> None:
    """In the process that asked."""
    with Workers(1, fails) as workers:
        workers.give([7])
        with pytest.raises(LookupError, match="what to do with 7"):
            workers.take()


def test_processes_that_are_at_work_end_with_the_block(tmp_path: Path) -> None:
    """The results that the processes were computing are lost."""
    with Workers(1, partial(large, tmp_path)) as workers:
        workers.give([1])
        assert comes_true(lambda: any(tmp_path.iterdir()))
    (number,) = [int(path.name) for path in tmp_path.iterdir()]
    assert comes_true(lambda: not Path(f"/proc/{number}").exists())


def deaf() -> Callable[[list[int]], list[int]]:
    """Make the process ignore that it is to end, and return a function that returns its numbers."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    return lambda numbers: numbers


def left(folder: Path) -> None:
    """Leave a file as a process ends."""
    (folder / "ended").touch()


def test_a_process_that_did_not_hear_its_end_is_not_waited_for(tmp_path: Path) -> None:
    """A signal that comes just before it waits for more to do is heard only when there is more."""
    with Workers(1, deaf, partial(left, tmp_path)) as workers:
        workers.give([1])
        assert workers.take() == {1: 1}
    assert (tmp_path / "ended").exists()


def work_until_the_end_begins(folder: Path) -> Callable[[list[int]], list[int]]:
    """Return a function that notes if it still runs after its process has begun to end."""

    def work(numbers: list[int]) -> list[int]:
        (folder / "begun").touch()
        while not (folder / "ending").exists():
            time.sleep(0.001)
        (folder / "went on").touch()
        return numbers

    return work


def end_slowly(folder: Path) -> None:
    """Take much longer to end than the work needs to notice it."""
    (folder / "ending").touch()
    time.sleep(0.2)
    (folder / "ended").touch()


def wait_for_a_worker(folder: Path) -> None:
    """Wait for a result that does not come."""
    with Workers(1, partial(work_until_the_end_begins, folder), partial(end_slowly, folder)) as workers:
        workers.give([1])
        workers.take()


def test_a_worker_does_not_go_on_while_it_ends_because_its_parent_was_killed(tmp_path: Path) -> None:
    """A worker that went on would take the end of its program for a crash, and start the program again."""
    parent = multiprocessing.get_context("spawn").Process(target=wait_for_a_worker, args=(tmp_path,))
    parent.start()
    assert comes_true((tmp_path / "begun").exists)
    parent.kill()
    parent.join()
    assert comes_true(lambda: any((tmp_path / name).exists() for name in ("ended", "went on")))
    assert not (tmp_path / "went on").exists()


def never_ready() -> Callable[[list[int]], list[int]]:
    """End before the first number."""
    os._exit(3)


def test_processes_that_end_before_they_are_ready_are_an_error() -> None:
    """No event is to blame for it, and processes are not started for ever."""
    with Workers(1, never_ready) as workers:
        workers.give([1])
        with pytest.raises(ChildProcessError, match="before they are ready"):
            workers.take()
        assert multiprocessing.active_children() == []


def test_a_worker_whose_parent_has_ended_ends_without_an_error() -> None:
    """Also where it has not yet said that it is ready, as when Ctrl-C comes while workers load."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_work, args=(there, squares, None, ()))
    here.close()
    process.start()
    there.close()
    process.join()
    assert process.exitcode == 0
