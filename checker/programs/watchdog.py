"""
A script that outlives whoever has started it, and then ends the programs which that one was running.

``python watchdog.py MARK``: on standard input come ``+GROUP`` when a program begins and ``-GROUP`` when it has ended, a
line each. The end of the input is the end of the process at its other end, even if that was killed: all groups that are
left are ended, and every process whose environment holds an entry that begins with the mark. It imports nothing of
ours, to start fast and stay small.
"""

from __future__ import annotations

import os
import signal
import sys
import time

_ROUNDS = 20
_QUIET_ROUNDS = 4
_PAUSE = 0.05


def main() -> None:
    """Wait, and end what is left."""
    groups: set[int] = set()
    for line in sys.stdin.buffer:
        group = int(line[1:])
        (groups.add if line[:1] == b"+" else groups.discard)(group)
    for group in groups:
        _kill(-group)
    quiet = 0
    for _ in range(_ROUNDS):  # one may just have been begun, or be beginning others
        found = _marked(sys.argv[1].encode())
        for process in found:
            _kill(process)
        quiet = 0 if found else quiet + 1
        if quiet == _QUIET_ROUNDS:
            break
        time.sleep(_PAUSE)


def _kill(process: int) -> None:
    try:
        os.kill(process, signal.SIGKILL)
    except OSError:  # it has gone, or is somebody else's
        return


def _marked(mark: bytes) -> list[int]:
    """Return the processes that bear the mark; none where the system does not tell."""
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
