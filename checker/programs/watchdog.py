"""
A script that outlives the process that started it, and then ends the programs which that process was running.

``python watchdog.py MARK OWNER ROLE``: on standard input come ``+GROUP`` when a program begins and ``-GROUP`` when it
has ended, a line each. The end of the input is the end of the process at its other end, even if that was killed: all
groups that are left are ended, and every process whose environment holds an entry that begins with the mark. It imports
nothing of ours, to start fast and stay small.

A program may stop its parent process (``SIGSTOP``), which then waits for ever. While a program runs, the state of that
process, OWNER, is looked at: if it is stopped, all programs are ended and it is continued. A person may stop it, too,
by Ctrl-Z in a terminal. That stops a ``worker`` (ROLE) together with its parent, and a ``main`` process only where
there is a terminal.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time

_ROUNDS = 20
_QUIET_ROUNDS = 4
_PAUSE = 0.05
_LOOK_SECONDS = 0.5
_STOPPED_LOOKS = 2
"""In a row, before something is done about it: who continues several processes does it one after the other."""
_CHUNK = 65536
_PARENT, _TERMINAL = 1, 4
"""Places in ``/proc/*/stat``, counted from the state."""


def main() -> None:
    """Wait for the end of the owner, and end the remaining processes."""
    mark, owner, role = sys.argv[1].encode(), int(sys.argv[2]), sys.argv[3]
    groups = _follow(owner, is_worker=role == "worker")
    for group in groups:
        _kill(-group)
    quiet = 0
    for _ in range(_ROUNDS):  # one may just have been begun, or be beginning others
        found = _marked(mark)
        for process in found:
            _kill(process)
        quiet = 0 if found else quiet + 1
        if quiet == _QUIET_ROUNDS:
            break
        time.sleep(_PAUSE)


def _follow(owner: int, *, is_worker: bool) -> set[int]:
    """Follow programs until the input ends, and return the remaining ones; continue a stopped owner."""
    groups: set[int] = set()
    rest = b""
    looks = 0
    while True:
        ready, _, _ = select.select([0], [], [], _LOOK_SECONDS if groups else None)
        if ready:
            data = os.read(0, _CHUNK)
            if not data:
                return groups
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                (groups.add if line[:1] == b"+" else groups.discard)(int(line[1:]))
            continue
        looks = looks + 1 if _is_stopped_by_program(owner, is_worker=is_worker) else 0
        if looks == _STOPPED_LOOKS:
            looks = 0
            for group in groups:
                _kill(-group)
            _send(owner, signal.SIGCONT)


def _is_stopped_by_program(owner: int, *, is_worker: bool) -> bool:
    """Whether the owner is stopped, and not by a person at a terminal."""
    state = _stat(owner)
    if state[:1] != [b"T"]:
        return False
    has_terminal = state[_TERMINAL] != b"0"
    return not has_terminal or (is_worker and _stat(int(state[_PARENT]))[:1] != [b"T"])


def _stat(process: int) -> list[bytes]:
    """Return the status fields of a process, its state first; empty on a system without them."""
    try:
        with open(f"/proc/{process}/stat", "rb") as stream:  # noqa: PTH123 - starts faster without pathlib
            return stream.read().rpartition(b")")[2].split()
    except OSError:
        return []


def _kill(process: int) -> None:
    _send(process, signal.SIGKILL)


def _send(process: int, number: int) -> None:
    try:
        os.kill(process, number)
    except OSError:  # it has gone, or is somebody else's
        return


def _marked(mark: bytes) -> list[int]:
    """Return the processes with the mark; none on a system that does not list processes."""
    found = []
    try:
        names = os.listdir("/proc")  # noqa: PTH208 - starts faster without pathlib
    except OSError:
        names = []
    for name in names:
        if not name.isdecimal():
            continue
        try:
            with open(f"/proc/{name}/environ", "rb") as stream:  # noqa: PTH123 - likewise
                entries = stream.read().split(b"\0")
        except OSError:  # it has just ended, or is somebody else's
            continue
        if any(entry.startswith(mark) for entry in entries):
            found.append(int(name))
    return found


if __name__ == "__main__":
    main()
