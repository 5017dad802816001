"""Many files checked by several processes, their findings handed over in the order of the files."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING

from checker.checking import check_file, check_files

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence
    from concurrent.futures import Future
    from pathlib import Path

    from checker.checking import CheckOptions
    from checker.findings import Entry

FEWEST_FILES = 40
"""Fewer are checked before a second process is ready."""
_FILES_AT_A_TIME = 8
_CHUNKS_AHEAD = 4


def check_files_side_by_side(paths: Sequence[Path], options: CheckOptions, workers: int) -> Generator[Entry]:
    """
    Check files like `checking.check_files`, with the same entries in the same order.

    The options must not hold a resolver of their own. Closing the iterator ends the workers.
    """
    if workers <= 1 or len(paths) < FEWEST_FILES:
        yield from check_files(paths, options)
        return
    pool = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"), initializer=_begin)
    try:
        yield from _in_order(pool, iter(paths), options, workers)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _in_order(pool: ProcessPoolExecutor, paths: Iterator[Path], options: CheckOptions, workers: int) -> Iterator[Entry]:
    ahead: deque[Future[list[Entry]]] = deque()
    while True:
        while len(ahead) < _CHUNKS_AHEAD * workers:
            chunk = list(islice(paths, _FILES_AT_A_TIME))
            if not chunk:
                break
            ahead.append(pool.submit(_check_chunk, chunk, options))
        if not ahead:
            return
        yield from ahead.popleft().result()


def _begin() -> None:
    """Leave Ctrl-C to the process that asked for the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _check_chunk(paths: list[Path], options: CheckOptions) -> list[Entry]:
    return [entry for path in paths for entry in check_file(path, options)]
