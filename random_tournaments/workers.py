"""
Processes that work for another one, each over a pipe of its own.

Where processes share a queue, one that is killed while it writes leaves the others and their reader waiting for ever;
here it loses what it was working on, and nothing else.
"""

from __future__ import annotations

import atexit
import multiprocessing
from collections import Counter, deque
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Generic, TypeVar

from random_tournaments.processes import serve
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess
    from types import TracebackType
    from typing import Self

ResultT = TypeVar("ResultT")
_ATTEMPTS = 2
_PATIENCE = 1.0
"""Seconds in which a process ends that is told to, as a rule."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Worker(Generic[ResultT]):
    process: BaseProcess
    pipe: Connection
    given: deque[list[int]]
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
        at_end: Callable[[], object] | None = None,
    ) -> None:
        """Start no process yet; ``at_end`` is called in one that is told to end while it works."""
        self._number = number
        self._begin = begin
        self._at_end = at_end
        self._context = multiprocessing.get_context("spawn")
        self._workers: list[_Worker[ResultT]] = []
        self._deaths: Counter[int] = Counter()
        atexit.register(self._end)  # before those who would wait for processes that wait for more to do

    @property
    def under_way(self) -> int:
        """How many lists of numbers have been given and not handed back."""
        return sum(len(worker.given) for worker in self._workers)

    def give(self, numbers: list[int]) -> None:
        """Give a list of numbers to the process that has the least to do."""
        idle = [worker for worker in self._workers if not worker.given]
        if not idle and len(self._workers) < self._number:
            idle = [self._start()]
        worker = min(idle or self._workers, key=lambda one: len(one.given))
        worker.given.append(numbers)
        try:
            worker.pipe.send(numbers)
        except OSError:  # it has died, which `take` will see
            return

    def take(self) -> dict[int, ResultT | None]:
        """Wait for results, and return them by number; None where two processes have died of the number."""
        while True:
            pipes = {worker.pipe: worker for worker in self._workers if worker.given}
            for pipe in wait(list(pipes)):
                worker = next(one for one in pipes.values() if one.pipe is pipe)
                try:
                    made: Sequence[ResultT] | Exception = worker.pipe.recv()
                except (EOFError, OSError):
                    given_up = self._bury(worker)
                    if given_up:
                        return given_up
                    continue
                if isinstance(made, Exception):
                    raise made
                return dict(zip(worker.given.popleft(), made, strict=True))

    def _start(self) -> _Worker[ResultT]:
        mine, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs, self._begin, self._at_end))
        process.start()
        theirs.close()  # or the end of the process would not be seen
        worker = _Worker[ResultT](process=process, pipe=mine, given=deque())
        self._workers.append(worker)
        return worker

    def _bury(self, worker: _Worker[ResultT]) -> dict[int, ResultT | None]:
        """Give what a dead process was given to others; return the numbers that are given up."""
        self._workers.remove(worker)
        worker.pipe.close()
        worker.process.join()
        died_of, *untouched = worker.given
        self._deaths.update(died_of)
        for number in died_of:
            if self._deaths[number] < _ATTEMPTS:
                self.give([number])
        for numbers in untouched:
            self.give(numbers)
        return {number: None for number in died_of if self._deaths[number] >= _ATTEMPTS}

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
            worker.process.join(_PATIENCE)
            worker.pipe.close()  # a signal that comes just before it waits for more to do is not heard; this is
            worker.process.join()
        self._workers.clear()


def _work(
    pipe: Connection,
    begin: Callable[[], Callable[[list[int]], Sequence[ResultT]]],
    at_end: Callable[[], object] | None,
) -> None:
    """Make results of numbers until the process is told to end."""
    serve(at_end) if at_end else serve()
    work = begin()
    while True:
        try:
            numbers: list[int] = pipe.recv()
        except EOFError:
            if at_end:
                at_end()
            return
        try:
            made: Sequence[ResultT] | Exception = work(numbers)
        except Exception as error:  # noqa: BLE001 - an unforeseen error is raised where somebody can be told
            made = error
        pipe.send(made)
