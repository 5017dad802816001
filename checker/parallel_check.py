"""
Many files checked by several processes, their findings handed over in the order of the files.

A worker that is lost (killed, out of memory) costs nothing: another worker judges again what had no answer. A file on
which two workers were lost is reported as a crash, and the others go on.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from checker.check import check_file, check_files
from checker.findings import EventHeader
from checker.verdicts.verdict import Verdict
from random_tournaments.workers import MAX_ATTEMPTS, Workers
from tournaments.regular_files import readable_name

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from pathlib import Path

    from checker.check import CheckOptions
    from checker.findings import Entry

FEWEST_FILES = 40
"""Fewer are checked before a second process is ready."""
_FILES_AT_A_TIME = 4
_TASKS_AHEAD = 3
"""Tasks that wait or are under way, for each worker."""
_FILES_AHEAD = 32
"""For each worker, how far what is handed out may be ahead of what was handed over."""


def check_files_side_by_side(paths: Sequence[Path], options: CheckOptions, workers: int) -> Generator[Entry]:
    """
    Check files like `check_files`, with the same entries in the same order.

    A resolver of the options' own must be one that can be sent to others. Closing the iterator ends the workers. Where
    no worker can be started, the files are checked in this process.
    """
    if workers <= 1 or len(paths) < FEWEST_FILES:
        yield from check_files(paths, options)
        return
    entries: dict[int, list[Entry] | None] = {}
    begun, has_workers = 0, True
    with Workers(workers, partial(_open_worker, tuple(paths), options)) as processes:
        for turn, path in enumerate(paths):
            while has_workers and turn not in entries:
                try:
                    last = min(len(paths), turn + _FILES_AHEAD * workers)
                    while begun < last and processes.pending_tasks < _TASKS_AHEAD * workers:
                        numbers = list(range(begun, min(begun + _FILES_AT_A_TIME, last)))
                        begun += len(numbers)
                        processes.give(numbers)
                    entries |= processes.take()
                except OSError:
                    has_workers = False
            yield from (entries.pop(turn) or [_lost(path)]) if turn in entries else check_file(path, options)


def _open_worker(paths: tuple[Path, ...], options: CheckOptions) -> Callable[[list[int]], list[list[Entry]]]:
    """Return the function by which a worker checks files."""
    return lambda numbers: [_check(paths[number], options) for number in numbers]


def _check(path: Path, options: CheckOptions) -> list[Entry]:
    """Check a file; a failure of ours costs this file only."""
    try:
        return list(check_file(path, options))
    except Exception as error:  # noqa: BLE001 - whatever fails, the other files are judged
        return [_crashed(path, f"Our engine failed: {type(error).__name__}: {error}")]


def _lost(path: Path) -> EventHeader:
    return _crashed(
        path,
        f"{MAX_ATTEMPTS} processes ended before they had judged it: killed, or out of memory. The other files were "
        "judged.",
    )


def _crashed(path: Path, refusal: str) -> EventHeader:
    return EventHeader(
        event=readable_name(path.stem), source=readable_name(path), refusal=refusal, verdict=Verdict.CRASH
    )
