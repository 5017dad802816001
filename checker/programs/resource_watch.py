"""
The resources that a program and its children use together, measured from outside while it runs.

The limits that the system sets hold for each process and each file alone; many small ones add up.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from pathlib import Path

from checker.programs.folder_removal import OPEN_FOLDER, bytes_in
from checker.programs.program import FailureKind, ProgramError

MARK = "PAIRPROOF_RUN"
"""Variable of the environment by which the children of a program are known, wherever they have gone."""
EVERY = 0.25
"""Seconds between two looks: what is over sooner costs nothing."""
_SESSION, _RESIDENT = 3, 21
"""Places in ``/proc/*/stat``, counted from the state."""


class ResourceWatch:
    """Looks at a session of processes and its folder every now and then."""

    def __init__(self, session: int, folder: Path, output_bytes: int, memory_bytes: int) -> None:
        """Take the leader's number, its output folder, and the limits of all its processes (memory: 0 for no limit)."""
        self._session, self._folder = session, folder
        self._output_bytes, self._memory_bytes = output_bytes, memory_bytes
        self._next = time.monotonic() + EVERY

    def look(self) -> None:
        """Raise ProgramError if a limit is exceeded; most of the time it is not yet time to look."""
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + EVERY
        if _bytes_below(self._folder) > self._output_bytes:
            raise ProgramError(FailureKind.FLOODED, f"more than {self._output_bytes} bytes in its files")
        if self._memory_bytes and resident_bytes(self._session) > self._memory_bytes:
            raise ProgramError(FailureKind.OUT_OF_MEMORY, f"more than {self._memory_bytes} bytes in all its processes")


def resident_bytes(session: int) -> int:
    """Return the memory that the processes of a session hold; 0 where the system does not tell (``/proc``)."""
    pages = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            told = file.read_bytes().rpartition(b")")[2].split()
        except OSError:  # it has just ended
            continue
        if len(told) > _RESIDENT and int(told[_SESSION]) == session:
            pages += int(told[_RESIDENT])
    return pages * os.sysconf("SC_PAGE_SIZE")


def end_marked(mark: str) -> None:
    """
    End every process whose environment holds a mark that begins so (``NAME=value``), until there is none.

    On a system without environments in ``/proc``, no process is found.
    """
    for _ in range(_ROUNDS):
        found = [int(file.parent.name) for file in Path("/proc").glob("[0-9]*/environ") if _holds(file, mark)]
        for process in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        if not found:
            return


_ROUNDS = 5
"""A process may start another one while it is being ended."""


def _holds(environment: Path, mark: str) -> bool:
    try:
        return any(entry.startswith(mark.encode()) for entry in environment.read_bytes().split(b"\0"))
    except OSError:  # it has just ended, or is somebody else's
        return False


def _bytes_below(path: Path) -> int:
    try:
        folder = os.open(path, OPEN_FOLDER)
    except OSError:  # it has been moved or removed
        return 0
    try:
        return bytes_in(folder)
    finally:
        os.close(folder)
