"""Worker processes that leave Ctrl-C to their parent and never outlive it."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import signal
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


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
