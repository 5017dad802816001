"""
Processes that work for another one, each over a pipe of its own.

Where processes share a queue, one that is killed while it writes leaves the others and their reader waiting for ever;
here it loses what it was working on, and nothing else. One that is stopped (``SIGSTOP``) is continued without whatever
it has started, which may have stopped it, and killed if it is stopped again and again.
"""

from __future__ import annotations

import atexit
import contextlib
import multiprocessing
import os
import signal
from collections import Counter, deque
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Generic, TypeVar

from random_tournaments.processes import become_worker, block_ctrl_c, end_descendants
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess
    from types import TracebackType
    from typing import Self

ResultT = TypeVar("ResultT")
_MAX_ATTEMPTS = 2
_USUAL_SECONDS_TO_END = 1.0
"""Seconds in which a process ends that is told to, as a rule."""
_MAX_SECONDS_TO_END = 20.0
"""Seconds after which a process is killed that was told to end."""
_SECONDS_BETWEEN_LOOKS = 1.0
"""Between two looks at processes from which nothing comes."""
_MAX_CONTINUATIONS = 2
"""Times that a stopped process is continued on its way to one result; then it is killed."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _WorkerProcess(Generic[ResultT]):
    process: BaseProcess
    pipe: Connection
    tasks: deque[list[int]]
    """What it was given and has not handed back; it works at the first."""


class Workers(Generic[ResultT]):
    """
    Processes that make results of numbers, several numbers at a time.

    ``begin`` is called once in each process, and what it returns makes a result of each number of a list. The numbers
    at which a process dies are tried once more, one by one.
    """

    def __init__(
        self,
        number: int,
        begin: Callable[[], Callable[[list[int]], Sequence[ResultT]]],
        on_end: Callable[[], object] | None = None,
    ) -> None:
        """Start no process yet; ``on_end`` is called in one that is told to end while it works."""
        self._number = number
        self._begin = begin
        self._at_end = on_end
        self._context = multiprocessing.get_context("spawn")
        self._workers: list[_WorkerProcess[ResultT]] = []
        self._deaths: Counter[int] = Counter()
        self._stopped: set[int] = set()
        """Processes that were stopped at the last look."""
        self._continued: Counter[int] = Counter()
        atexit.register(self._end)  # before those who would wait for processes that wait for more to do

    @property
    def pending_tasks(self) -> int:
        """How many lists of numbers have been given and not handed back."""
        return sum(len(worker.tasks) for worker in self._workers)

    def give(self, numbers: list[int]) -> None:
        """Give a list of numbers to the process that has the least to do."""
        idle = [worker for worker in self._workers if not worker.tasks]
        if not idle and len(self._workers) < self._number:
            idle = [self._start()]
        worker = min(idle or self._workers, key=lambda one: len(one.tasks))
        worker.tasks.append(numbers)
        try:
            worker.pipe.send(numbers)
        except OSError:  # it has died, which `take` will see
            return

    def take(self) -> dict[int, ResultT | None]:
        """Wait for results, and return them by number; None where two processes have died of the number."""
        while True:
            pipes = {worker.pipe: worker for worker in self._workers if worker.tasks}
            ready = wait(list(pipes), _SECONDS_BETWEEN_LOOKS)
            if not ready:
                self._continue_stopped()
            for pipe in ready:
                worker = next(one for one in pipes.values() if one.pipe is pipe)
                try:
                    made: Sequence[ResultT] | Exception = worker.pipe.recv()
                except (EOFError, OSError):
                    given_up = self._bury(worker)
                    if given_up:
                        return given_up
                    continue
                self._continued.pop(worker.process.pid or 0, None)
                if isinstance(made, Exception):
                    raise made
                return dict(zip(worker.tasks.popleft(), made, strict=True))

    def _continue_stopped(self) -> None:
        """
        Continue the processes that are stopped at two looks in a row, or kill those that were continued often enough.

        What they have started is ended before: else it would stop them again. Who continues all of us after a Ctrl-Z
        does it one after the other, so that a single look tells nothing.
        """
        stopped = {worker.process.pid for worker in self._workers if _is_stopped(worker.process.pid)}
        for worker in self._workers:
            number = worker.process.pid
            if number is None or number not in stopped & self._stopped:
                continue
            end_descendants(number)
            self._continued[number] += 1
            if self._continued[number] > _MAX_CONTINUATIONS:
                worker.process.kill()
            else:
                _continue(number)
        self._stopped = {number for number in stopped if number is not None}

    def _start(self) -> _WorkerProcess[ResultT]:
        mine, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs, self._begin, self._at_end))
        with block_ctrl_c():
            process.start()
        theirs.close()  # or the end of the process would not be seen
        worker = _WorkerProcess[ResultT](process=process, pipe=mine, tasks=deque())
        self._workers.append(worker)
        return worker

    def _bury(self, worker: _WorkerProcess[ResultT]) -> dict[int, ResultT | None]:
        """Give what a dead process was given to others; return the numbers that are given up."""
        self._workers.remove(worker)
        worker.pipe.close()
        worker.process.join()
        died_of, *untouched = worker.tasks
        self._deaths.update(died_of)
        for number in died_of:
            if self._deaths[number] < _MAX_ATTEMPTS:
                self.give([number])
        for numbers in untouched:
            self.give(numbers)
        return {number: None for number in died_of if self._deaths[number] >= _MAX_ATTEMPTS}

    def __enter__(self) -> Self:
        """Return the workers, to be ended at the end of the block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the processes, also those that are at work."""
        atexit.unregister(self._end)
        self._end()

    def _end(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            if worker.process.pid is not None:
                _continue(worker.process.pid)  # one that is stopped hears nothing
            worker.process.join(_USUAL_SECONDS_TO_END)
            worker.pipe.close()  # a signal that comes just before it waits for more to do is not heard; this is
            worker.process.join(_MAX_SECONDS_TO_END)
            worker.process.kill()
            worker.process.join()
        self._workers.clear()


def _is_stopped(process: int | None) -> bool:
    """Whether a child of this process is stopped; false where the system does not tell."""
    if process is None or not hasattr(os, "waitid"):
        return False
    try:
        return os.waitid(os.P_PID, process, os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:  # it has ended
        return False


def _continue(process: int) -> None:
    """Continue a child of this process if it is stopped."""
    if hasattr(signal, "SIGCONT"):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGCONT)


def _work(
    pipe: Connection,
    begin: Callable[[], Callable[[list[int]], Sequence[ResultT]]],
    on_end: Callable[[], object] | None,
) -> None:
    """Make results of numbers until the process is told to end."""
    become_worker(on_end) if on_end else become_worker()
    work = begin()
    while True:
        try:
            numbers: list[int] = pipe.recv()
        except EOFError:
            if on_end:
                on_end()
            return
        try:
            made: Sequence[ResultT] | Exception = work(numbers)
        except Exception as error:  # noqa: BLE001 - an unforeseen error is raised where somebody can be told
            made = error
        pipe.send(made)
