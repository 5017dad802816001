"""
Daemons of programs: processes that left their group and cleared their environment, found because we adopt them.

On Linux a process can adopt the orphans among its descendants. A daemon that loses its parent then becomes our child,
whatever group, session or environment it has. Programs run in sessions of their own, so a child of ours in another
session than ours is a program, a watchdog, or such a daemon.

Only a process that is ours from its start adopts (`own_process`): another one may have children of its own in other
sessions.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from checker.own_process import is_own_process

if TYPE_CHECKING:
    from collections.abc import Collection

_PR_SET_CHILD_SUBREAPER = 36
_MOST_LOOKS = 50
"""A daemon may start another one while it is being ended."""
_PARENT = 1
"""Place in ``/proc/*/stat``, counted from the state."""
_state = {"is_adopting": False}


def adopt() -> None:
    """Adopt the orphans among our descendants from now on, if the process is ours and the system can."""
    if not is_own_process() or _state["is_adopting"] or sys.platform != "linux":
        return
    import ctypes  # noqa: PLC0415 - start-up time; only a process that runs programs needs it

    with contextlib.suppress(OSError, AttributeError):
        _state["is_adopting"] = ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0


def end_orphans(spared: Collection[int]) -> None:
    """End every adopted process and its descendants; ``spared`` are the children that are not adopted."""
    if not _state["is_adopting"]:
        return
    ours = os.getsid(0)
    for _ in range(_MOST_LOOKS):
        orphans = [child for child in _children() if child not in spared and _session(child) not in (ours, None)]
        for orphan in orphans:
            with contextlib.suppress(OSError):
                os.kill(orphan, signal.SIGKILL)
                os.waitpid(orphan, 0)  # its own children are ours from now on
        if not orphans:
            return


def _session(process: int) -> int | None:
    """Return the session of a process; None if it has ended."""
    try:
        return os.getsid(process)
    except OSError:
        return None


def _children() -> list[int]:
    """Return the children of this process, including ended ones that have not been waited for."""
    try:
        lists = [file.read_text("ascii") for file in Path("/proc/self/task").glob("*/children")]
    except OSError:
        lists = []
    if lists:
        return [int(word) for children in lists for word in children.split()]
    return _children_by_parent()


def _children_by_parent() -> list[int]:
    """Return the same where the system keeps no lists of children, more slowly."""
    found, ours = [], os.getpid()
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            if int(file.read_bytes().rpartition(b")")[2].split()[_PARENT]) == ours:
                found.append(int(file.parent.name))
    return found
