"""Processes that work for another one: they leave Ctrl-C to it, and do not outlive it, however it ends."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextlib.contextmanager
def block_ctrl_c() -> Iterator[None]:
    """
    Start a process within the block: it does not hear Ctrl-C, not even while it loads what it needs.

    It hears it again when it says so (`ignore_ctrl_c`). The process that starts it hears it after the block.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker  # noqa: PLC0415 - not every system has it

    resource_tracker.ensure_running()  # it would be started on the way, and make us hear again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ignore_ctrl_c() -> None:
    """Ignore Ctrl-C, in a process that was started within `block_ctrl_c`; call it from the main thread."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):  # else what this process starts would be deaf, too
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


_MAX_LOOKS = 20
"""A process may start another one while it is being ended."""
_STATE, _PARENT = 0, 1
"""Places in ``/proc/*/stat``, counted from the state."""


def end_descendants(process: int) -> None:
    """End what a process has started, and what that has started, where the system tells of it (Linux)."""
    for _ in range(_MAX_LOOKS):
        found = _descendants(process)
        for descendant in found:
            with contextlib.suppress(OSError):  # it has ended, or is somebody else's
                os.kill(descendant, signal.SIGKILL)
        if not found:
            return


def _descendants(process: int) -> list[int]:
    """Return the descendants of a process that have not ended."""
    children: dict[int, list[tuple[int, bool]]] = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            told = file.read_bytes().rpartition(b")")[2].split()
            children.setdefault(int(told[_PARENT]), []).append((int(file.parent.name), told[_STATE] != b"Z"))
    found, parents = [], [process]
    while parents:
        for child, is_alive in children.get(parents.pop(), ()):
            parents.append(child)
            found += [child] if is_alive else []
    return found


def become_worker(on_end: Callable[[], object] = lambda: None) -> None:
    """
    Make a worker of this process; call it once, from the main thread.

    It ignores Ctrl-C, and ends at once, after calling ``on_end``, when it is told to (SIGTERM) or its parent has gone:
    also if that was killed, which closes a pipe between the two. What it was doing is lost.
    """

    def give_up(*_: object) -> None:
        on_end()
        os._exit(1)

    ignore_ctrl_c()
    signal.signal(signal.SIGTERM, give_up)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def follow() -> None:
            parent.join()
            give_up()

        threading.Thread(target=follow, daemon=True, name="end with the parent").start()
