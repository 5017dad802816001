"""
Worker processes, each with a pipe of its own.

With a shared queue, a process that is killed while writing would block all other processes and the reader. With
separate pipes only the work of the killed process is lost. A stopped process (``SIGSTOP``) is continued after its
children, which may have stopped it, are ended. It is killed if it is stopped repeatedly.
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
from tournaments.readings import chosen_readings, follow_readings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess
    from types import TracebackType
    from typing import Self

    from tournaments.readings import ChosenReading

ResultT = TypeVar("ResultT")
MAX_ATTEMPTS = 2
"""Processes that may die at a number before it is given up."""
_MAX_FALSE_STARTS = 5
"""Processes that may die one after the other before they are ready to work."""
_FALSE_STARTS = (
    "worker processes end before they are ready; a script that starts them is run by each of them, too: "
    """write its calls below 'if __name__ == "__main__":'"""
)
_USUAL_SECONDS_TO_END = 1.0
"""Seconds within which a terminated process usually ends."""
_MAX_SECONDS_TO_END = 20.0
"""Seconds after which a terminated process is killed."""
_SECONDS_BETWEEN_LOOKS = 1.0
"""Seconds between two looks at processes that send no result."""
_MAX_CONTINUATIONS = 2
"""The number of times that a stopped process is continued for one result before it is killed."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _WorkerProcess(Generic[ResultT]):
    process: BaseProcess
    pipe: Connection
    tasks: deque[list[int]]
    """The unfinished lists of numbers; the process works on the first list."""


class Workers(Generic[ResultT]):
    """
    A pool of processes that compute a result for each number of a list.

    ``begin`` is called once in each process and returns the function that computes the results of a list. If a process
    dies, its numbers are tried once more, one by one. If no process can be started, or each dies before it is ready,
    ``give`` and ``take`` raise OSError; then nothing is under way any more. The processes follow the readings that the
    caller follows when they start.
    """

    def __init__(
        self,
        number: int,
        begin: Callable[[], Callable[[list[int]], Sequence[ResultT]]],
        on_end: Callable[[], object] | None = None,
    ) -> None:
        """Hold the settings of the processes; ``on_end`` is called in a process that is terminated while it works."""
        self._number = number
        self._begin = begin
        self._at_end = on_end
        self._context = multiprocessing.get_context("spawn")
        self._workers: list[_WorkerProcess[ResultT]] = []
        self._deaths: Counter[int] = Counter()
        self._ready: set[int | None] = set()
        """Ids of processes that have begun to work."""
        self._false_starts = 0
        self._stopped: set[int] = set()
        """Ids of processes that were stopped at the last look."""
        self._continued: Counter[int] = Counter()
        atexit.register(self._end)  # runs before handlers that would wait for idle processes

    @property
    def pending_tasks(self) -> int:
        """Number of lists that are not finished."""
        return sum(len(worker.tasks) for worker in self._workers)

    def give(self, numbers: list[int]) -> None:
        """Give a list of numbers to the process with the fewest lists."""
        idle = [worker for worker in self._workers if not worker.tasks]
        if not idle and len(self._workers) < self._number:
            idle = self._try_to_start()
        worker = min(idle or self._workers, key=lambda process: len(process.tasks))
        worker.tasks.append(numbers)
        try:
            worker.pipe.send(numbers)
        except OSError:  # the process has died, which `take` handles
            return

    def take(self) -> dict[int, ResultT | None]:
        """Wait for results and return them by number; None for a number at which two processes have died."""
        while True:
            pipes = {worker.pipe: worker for worker in self._workers if worker.tasks}
            ready = wait(list(pipes), _SECONDS_BETWEEN_LOOKS)
            if not ready:
                self._continue_stopped()
            for pipe in ready:
                worker = next(process for process in pipes.values() if process.pipe is pipe)
                try:
                    result: Sequence[ResultT] | Exception | None = worker.pipe.recv()
                except (EOFError, OSError):
                    given_up = self._bury(worker)
                    if given_up:
                        return given_up
                    continue
                self._continued.pop(worker.process.pid or 0, None)
                if result is None:
                    self._ready.add(worker.process.pid)
                    self._false_starts = 0
                    continue
                if isinstance(result, Exception):
                    raise result
                return dict(zip(worker.tasks.popleft(), result, strict=True))

    def _continue_stopped(self) -> None:
        """
        Continue processes that are stopped at two successive looks, or kill a process that was continued too often.

        Children of a stopped process are ended before, since they could stop it again. Two looks are necessary, since a
        shell continues the processes of a group one after another.
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

    def _try_to_start(self) -> list[_WorkerProcess[ResultT]]:
        """Start a process; return none if the system has none left and others work. Raise OSError if none works."""
        try:
            return [self._start()]
        except OSError:
            if not self._workers:
                raise
            return []

    def _start(self) -> _WorkerProcess[ResultT]:
        mine, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs, self._begin, self._at_end, chosen_readings()))
        try:
            with block_ctrl_c():
                process.start()
        except OSError:
            mine.close()
            raise
        finally:
            theirs.close()  # or the end of the process would not be noticed
        worker = _WorkerProcess[ResultT](process=process, pipe=mine, tasks=deque())
        self._workers.append(worker)
        return worker

    def _bury(self, worker: _WorkerProcess[ResultT]) -> dict[int, ResultT | None]:
        """Give the numbers of a dead process to other processes; return the numbers that are given up."""
        self._workers.remove(worker)
        worker.pipe.close()
        worker.process.join()
        if worker.process.pid not in self._ready:
            self._false_starts += 1
            if self._false_starts >= _MAX_FALSE_STARTS:
                self._end()
                raise ChildProcessError(_FALSE_STARTS)
            for numbers in worker.tasks:
                self.give(numbers)
            return {}
        self._ready.discard(worker.process.pid)
        died_of, *untouched = worker.tasks
        self._deaths.update(died_of)
        for number in died_of:
            if self._deaths[number] < MAX_ATTEMPTS:
                self.give([number])
        for numbers in untouched:
            self.give(numbers)
        return {number: None for number in died_of if self._deaths[number] >= MAX_ATTEMPTS}

    def __enter__(self) -> Self:
        """Return the workers, which end at the end of the block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End all processes, idle or at work."""
        atexit.unregister(self._end)
        self._end()

    def _end(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            if worker.process.pid is not None:
                _continue(worker.process.pid)  # a stopped process receives no signal
            worker.process.join(_USUAL_SECONDS_TO_END)
            worker.pipe.close()  # ends a process that missed the signal while it began to wait
            worker.process.join(_MAX_SECONDS_TO_END)
            worker.process.kill()
            worker.process.join()
        self._workers.clear()


def _is_stopped(process: int | None) -> bool:
    """Whether a child of this process is stopped; false if the system does not show it."""
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
    readings: tuple[ChosenReading, ...],
) -> None:
    """Compute the results of lists of numbers until the process is terminated."""
    become_worker(on_end) if on_end else become_worker()
    with follow_readings(readings):
        work = begin()
        with contextlib.suppress(EOFError, ConnectionError):  # the parent process has closed its end
            _compute(pipe, work)
    if on_end:
        on_end()


def _compute(pipe: Connection, work: Callable[[list[int]], Sequence[ResultT]]) -> None:
    """Say that the process is ready, and send the results of each list of numbers until the pipe is closed."""
    pipe.send(None)
    while True:
        numbers: list[int] = pipe.recv()
        try:
            result: Sequence[ResultT] | Exception = work(numbers)
        except Exception as error:  # noqa: BLE001 - the parent process raises it again
            result = error
        pipe.send(result)
