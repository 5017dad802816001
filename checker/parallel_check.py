"""
Many files checked by several processes, their findings handed over in the order of the files.

A worker that is lost (killed, out of memory) costs nothing: what it had not answered is judged again by another one. A
file on which two workers were lost is reported as a crash, and the others go on. Workers end with the process that
asked for the work, however that ends.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import Counter, deque
from multiprocessing.connection import wait
from typing import TYPE_CHECKING

from checker.check import check_file, check_files
from checker.findings import EventHeader
from checker.verdicts.verdict import Verdict
from random_tournaments.processes import block_ctrl_c, ignore_ctrl_c
from tournaments.regular_files import readable_name

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnContext
    from pathlib import Path

    from checker.check import CheckOptions
    from checker.findings import Entry

FEWEST_FILES = 40
"""Fewer are checked before a second process is ready."""
MOST_LOSSES = 2
"""Workers that may be lost on one file."""
_FILES_AT_A_TIME = 8
_FILES_AHEAD = 32
"""For each worker, how far what is handed out may be ahead of what was handed over."""
_MOST_FALSE_STARTS = 5
"""Workers lost one after the other before they were ready; then the work is done without any."""


def check_files_side_by_side(paths: Sequence[Path], options: CheckOptions, workers: int) -> Generator[Entry]:
    """
    Check files like `checking.check_files`, with the same entries in the same order.

    A resolver of the options' own must be one that can be sent to others. Closing the iterator ends the workers.
    """
    if workers <= 1 or len(paths) < FEWEST_FILES:
        yield from check_files(paths, options)
        return
    crew = _Crew(paths, options, workers)
    try:
        yield from crew.work()
    finally:
        crew.dismiss()


class _Worker:
    """A process, and the numbers of the files that it was given and has not answered."""

    def __init__(self, context: SpawnContext, options: CheckOptions) -> None:
        """Start it; raise OSError if the system has none left."""
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, options), daemon=True)
        self.is_ready = False
        self.waiting: deque[int] = deque()
        try:
            with block_ctrl_c():
                self._process.start()
        except OSError:
            self.connection.close()
            raise
        finally:
            theirs.close()

    def give(self, numbers: list[int], paths: list[Path]) -> None:
        """Ask for files; if it is gone already, that shows when its answer is looked for."""
        self.waiting.extend(numbers)
        try:
            self.connection.send(paths)
        except OSError:
            return

    def answer(self) -> list[Entry] | None:
        """
        Return the entries of the first waiting file, None if the worker is only now ready.

        Raise EOFError if the worker is gone.
        """
        try:
            answer: list[Entry] | None = self.connection.recv()
        except OSError as error:
            raise EOFError from error
        return answer

    def end(self) -> str:
        """End it, whatever it does, and say how it ended."""
        self.connection.close()
        self._process.kill()
        self._process.join()
        code = self._process.exitcode or 0
        return f"signal {-code}" if code < 0 else f"exit status {code}"


class _Crew:
    """The workers on a list of files."""

    def __init__(self, paths: Sequence[Path], options: CheckOptions, workers: int) -> None:
        self._paths = paths
        self._options = options
        self._size = workers
        self._context = multiprocessing.get_context("spawn")
        self._workers: list[_Worker] = []
        self._false_starts = 0
        self._next = 0
        self._again: deque[int] = deque()
        self._losses: Counter[int] = Counter()
        self._found: dict[int, list[Entry]] = {}

    def work(self) -> Iterator[Entry]:
        """Yield the entries, file by file in their order."""
        for turn, path in enumerate(self._paths):
            while turn not in self._found:
                self._hand_out(turn)
                if not self._workers:
                    break
                self._collect()
            if turn in self._found:
                yield from self._found.pop(turn)
            else:
                yield from check_file(path, self._options)

    def dismiss(self) -> None:
        """End every worker."""
        while self._workers:
            self._workers.pop().end()

    def _hand_out(self, turn: int) -> None:
        """Give every worker that has little to do some more; ``turn`` is the file to be handed over next."""
        self._engage()
        for worker in self._workers:
            if len(worker.waiting) <= _FILES_AT_A_TIME // 2:
                numbers = self._to_do(turn + _FILES_AHEAD * self._size)
                if numbers:
                    worker.give(numbers, [self._paths[number] for number in numbers])

    def _engage(self) -> None:
        while len(self._workers) < self._size and self._false_starts < _MOST_FALSE_STARTS:
            try:
                self._workers.append(_Worker(self._context, self._options))
            except OSError:
                self._false_starts += 1

    def _to_do(self, before: int) -> list[int]:
        """Take the next files, those to be judged again first and one by one: each may have cost a worker."""
        if self._again:
            return [self._again.popleft()]
        last = min(self._next + _FILES_AT_A_TIME, before, len(self._paths))
        numbers = list(range(self._next, last))
        self._next = max(self._next, last)
        return numbers

    def _collect(self) -> None:
        """Wait for answers, and take them."""
        ready = set(wait([worker.connection for worker in self._workers]))
        for worker in [worker for worker in self._workers if worker.connection in ready]:
            try:
                answer = worker.answer()
            except EOFError:
                self._lose(worker)
                continue
            if answer is None:
                worker.is_ready, self._false_starts = True, 0
            else:
                self._found[worker.waiting.popleft()] = answer

    def _lose(self, worker: _Worker) -> None:
        """Take note of the file that was being judged, and have what was not answered judged again."""
        self._workers.remove(worker)
        how = worker.end()
        self._false_starts += not worker.is_ready
        if worker.is_ready and worker.waiting:
            number = worker.waiting[0]
            self._losses[number] += 1
            if self._losses[number] >= MOST_LOSSES:
                worker.waiting.popleft()
                self._found[number] = [_lost(self._paths[number], how)]
        self._again = deque(sorted((*self._again, *worker.waiting)))


def _lost(path: Path, how: str) -> EventHeader:
    return _crashed(
        path,
        f"{MOST_LOSSES} processes ended before they had judged it, the last one by {how}: killed, or out of memory. "
        "The other files were judged.",
    )


def _crashed(path: Path, refusal: str) -> EventHeader:
    return EventHeader(
        event=readable_name(path.stem), source=readable_name(path), refusal=refusal, verdict=Verdict.CRASH
    )


def _serve(connection: Connection, options: CheckOptions) -> None:
    """Judge files until the parent process stops asking, which also handles Ctrl-C."""
    ignore_ctrl_c()
    threading.Thread(target=end_with_parent, daemon=True).start()
    try:
        connection.send(None)
        while True:
            for path in connection.recv():
                _answer(connection, path, options)
    except (EOFError, OSError):
        return


def _answer(connection: Connection, path: Path, options: CheckOptions) -> None:
    """Send what is found in a file; a failure of ours costs this file only."""
    try:
        connection.send(list(check_file(path, options)))
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever fails, the other files are judged
        connection.send([_crashed(path, f"Our engine failed: {type(error).__name__}: {error}")])


def end_with_parent() -> None:
    """Wait until the process that asked for the work is gone, and end in the middle of whatever is being done."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
