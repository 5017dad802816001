"""
Worker processes, each with a pipe of its own, that leave Ctrl-C to their parent and never outlive it.

With a shared queue, a process that is killed while writing would block all other processes and the reader. With
separate pipes only the work of the killed process is lost. A stopped process (``SIGSTOP``) is continued after its
children, which may have stopped it, are ended. It is killed if it is stopped repeatedly.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import multiprocessing
import os
import signal
import threading
import time
from collections import Counter, deque
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from tournaments.frozen import dataclass
from tournaments.readings import ChosenReading, chosen_readings, follow_readings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from multiprocessing.process import BaseProcess
    from types import TracebackType


@contextlib.contextmanager
def block_ctrl_c() -> Iterator[None]:
    """
    Block Ctrl-C within the block, so that a process started there does not receive it, not even while it loads modules.

    The started process receives it again after calling `ignore_ctrl_c`, the starting process after the block.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker  # noqa: PLC0415 - not every system has it

    resource_tracker.ensure_running()  # starting it later would unblock Ctrl-C
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ignore_ctrl_c() -> None:
    """Ignore Ctrl-C, in a process that was started within `block_ctrl_c`; call it from the main thread."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):  # or children of this process would inherit the block
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


_MAX_LOOKS = 20
"""The number of attempts, since a process may start another process before it ends."""
_SECONDS_TO_INTERRUPT = 2.0
"""Seconds that the main thread has to end the process; code outside Python may keep it from receiving the signal."""
OBJECTS_BETWEEN_COLLECTIONS = 50_000
"""New objects after which a worker looks for garbage; an event makes hardly any that reference counts do not free."""
_STATE, _PARENT = 0, 1
"""Places in ``/proc/*/stat``, counted from the state."""


def end_descendants(process: int) -> None:
    """End all descendants of a process, if the system lists processes (Linux)."""
    for _ in range(_MAX_LOOKS):
        descendants = _descendants(process)
        for descendant in descendants:
            with contextlib.suppress(OSError):  # it has ended, or belongs to another user
                os.kill(descendant, signal.SIGKILL)
        if not descendants:
            return


def _descendants(process: int) -> list[int]:
    """Return the descendants of a process that have not ended."""
    children: dict[int, list[tuple[int, bool]]] = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            fields = file.read_bytes().rpartition(b")")[2].split()
            children.setdefault(int(fields[_PARENT]), []).append((int(file.parent.name), fields[_STATE] != b"Z"))
    alive, parents = [], [process]
    while parents:
        for child, is_alive in children.get(parents.pop(), ()):
            parents.append(child)
            alive += [child] if is_alive else []
    return alive


def become_worker(on_end: Callable[[], object] = lambda: None) -> None:
    """
    Make this process a worker; call it once, from the main thread.

    The process ignores Ctrl-C, and rarely looks for garbage. On SIGTERM, or when its parent ends or is killed, it calls
    ``on_end`` and ends at once. Unfinished work is lost. The main thread itself ends the process, if it can be
    interrupted: otherwise it would take the end of a program in ``on_end`` for a crash, and start the program again.
    """

    def give_up(*_: object) -> None:
        on_end()
        os._exit(1)

    ignore_ctrl_c()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    signal.signal(signal.SIGTERM, give_up)
    parent, main_thread = multiprocessing.parent_process(), threading.get_ident()
    if parent is not None:

        def follow() -> None:
            parent.join()
            if hasattr(signal, "pthread_kill"):
                signal.pthread_kill(main_thread, signal.SIGTERM)
                time.sleep(_SECONDS_TO_INTERRUPT)
            give_up()

        threading.Thread(target=follow, daemon=True, name="end with the parent").start()


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
