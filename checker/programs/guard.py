"""
The guard that ends every program we started, however we end: our side of the watchdog (`watchdog`).

Each process that runs programs has a watchdog of its own, started with the first program, in a session of its own. One
pipe informs it of everything: which groups run, and, when it closes, that we are gone. It holds on every Unix for the
group of a program; children that have left their group are found where the system tells environments (Linux). There it
also sees that a program has stopped us, ends the program and continues us.
"""

from __future__ import annotations

import atexit
import contextlib
import multiprocessing
import os
import subprocess
import sys
import threading
from pathlib import Path

OWNER = "PAIRPROOF_OWNER"
"""Variable of the environment by which all that a process of ours has started is known."""
_SCRIPT = Path(__file__).with_name("watchdog.py")


class _Watchdog:
    """The watchdog of this process, and the pipe to it."""

    def __init__(self) -> None:
        """Start it; OSError if that is impossible."""
        self.process = os.getpid()
        self.mark = f"{self.process}-{os.urandom(8).hex()}"
        reads, self._pipe = os.pipe()
        os.set_blocking(self._pipe, False)
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PAIRPROOF_")}
        try:
            self._dog = subprocess.Popen(  # noqa: S603 - a script of ours
                [sys.executable, "-I", "-S", str(_SCRIPT), f"{OWNER}={self.mark}", str(self.process), _role()],
                stdin=reads,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=environment,
                cwd="/",
                start_new_session=True,
            )
        except BaseException:
            os.close(self._pipe)
            raise
        finally:
            os.close(reads)

    @property
    def number(self) -> int:
        """Number of the watchdog's process."""
        return self._dog.pid

    def tell(self, word: str) -> bool:
        """Tell it something; return whether it still listens."""
        try:
            os.write(self._pipe, word.encode())
        except BlockingIOError:  # it has been stopped; what has a mark will be found all the same
            return True
        except OSError:
            return False
        return True

    def let_go(self) -> None:
        """Close the pipe, which ends it, without waiting: it is not the child of a process that was forked."""
        with contextlib.suppress(OSError):
            os.close(self._pipe)
        if self.process == os.getpid():
            self._dog.poll()
        self._dog.returncode = self._dog.returncode or 0


def _role() -> str:
    """Return the word by which the watchdog knows whether another process of ours looks after us."""
    return "main" if multiprocessing.parent_process() is None else "worker"


_lock = threading.Lock()
_dogs: list[_Watchdog] = []


def mark() -> str:
    """Return the mark of all that this process starts, its watchdog started; empty if it cannot be."""
    with _lock:
        if _dogs and _dogs[0].process != os.getpid():
            _dogs.pop().let_go()
        if not _dogs:
            with contextlib.suppress(OSError):
                _dogs.append(_Watchdog())
        return _dogs[0].mark if _dogs else ""


def watchdogs() -> tuple[int, ...]:
    """Return the numbers of the watchdogs that this process has; a signal handler may ask while the lock is held."""
    return tuple(dog.number for dog in list(_dogs))


def note_start(group: int) -> None:
    """Take note of a group of processes that is to be ended when we are gone."""
    with _lock:
        if _dogs and not _dogs[0].tell(f"+{group}\n"):
            _dogs.pop().let_go()  # somebody has killed it; the next program brings a new one


def note_end(group: int) -> None:
    """Take note of a group that has been ended; its number may soon be that of another."""
    with _lock:
        if _dogs:
            _dogs[0].tell(f"-{group}\n")


def _release_watchdogs() -> None:
    with _lock:
        for dog in _dogs:
            dog.let_go()
        _dogs.clear()


atexit.register(_release_watchdogs)
