"""
Work in a process of its own: it can take long, be watched and be cancelled, and its input cannot harm the pages.

The process reports its progress, and finally its result. It ends with the process that started it.
"""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from checker.own_process import claim_process
from pairproof.cli.errors import CommandError
from random_tournaments.workers import become_worker, block_ctrl_c
from reports.serving import JobProgress
from tournaments.readings import ChosenReading, chosen_readings, follow_readings

Say = Callable[..., None]
"""Reports what is being done, or a finished part."""

MOST_REPORTS = 2000
"""Reports of progress that are kept; later ones are dropped."""
_PRELOADED = "pairproof.serve.preloaded"
_KINDS = multiprocessing.get_all_start_methods()
_CONTEXT = multiprocessing.get_context("forkserver") if "forkserver" in _KINDS else multiprocessing.get_context("spawn")
"""Where there is a server of processes, it has loaded what each of them needs."""


class Job:
    """A piece of work, running or finished."""

    def __init__(self, work: Callable[..., object], *arguments: object) -> None:
        """Start ``work(say, *arguments)``, which another process can import, by the readings that are followed here."""
        self.progress: list[JobProgress] = []
        """The reports of progress so far."""
        self.parts: list[Any] = []
        """The finished parts of the result so far."""
        self.begun = time.monotonic()
        self.result: Any = None
        self.failure = ""
        """The reason of a failure in a sentence; empty while there is none."""
        self._over = threading.Event()
        ours, theirs = _CONTEXT.Pipe(duplex=False)
        self._process = _CONTEXT.Process(target=_do, args=(theirs, work, arguments, chosen_readings()), daemon=True)
        with block_ctrl_c():
            self._process.start()
        theirs.close()
        threading.Thread(target=self._listen, args=(ours,), daemon=True).start()

    @property
    def is_over(self) -> bool:
        """Whether the work has ended, with a result or a failure."""
        return self._over.is_set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end of the work; return whether the work has ended."""
        return self._over.wait(seconds)

    def cancel(self) -> None:
        """End the work before returning."""
        if not self.is_over:
            self.failure = "It was cancelled."
            self._process.kill()
            self._over.wait()

    def _listen(self, connection: Connection) -> None:
        with connection:
            while self._hears(connection):
                pass
        self._process.join()
        self._over.set()

    def _hears(self, connection: Connection) -> bool:
        """Receive a message; return False after the last message."""
        try:
            kind, said = connection.recv()
        except (EOFError, OSError):
            self.failure = self.failure or "The process that worked on it ended: killed, or out of memory."
            return False
        if kind == "doing":
            report, part = said
            if part is not None:
                self.parts.append(part)
            if len(self.progress) < MOST_REPORTS:
                self.progress.append(report)
            return True
        if kind == "done":
            self.result = said
        else:
            self.failure = said
        return False


def prepare() -> None:
    """Load the modules of jobs before the first one, if the platform can."""
    if _CONTEXT.get_start_method() == "forkserver":
        _CONTEXT.set_forkserver_preload([__name__, _PRELOADED])


def _reporter(connection: Connection) -> Callable[..., None]:
    """Return the function by which work reports its progress, with a finished part of the result if there is one."""

    def say(progress: str | JobProgress, part: object = None) -> None:
        connection.send(("doing", (JobProgress(doing=progress) if isinstance(progress, str) else progress, part)))

    return say


def _do(
    connection: Connection,
    work: Callable[..., object],
    arguments: tuple[object, ...],
    readings: tuple[ChosenReading, ...],
) -> None:
    """Do the work and send its result; the parent process handles Ctrl-C."""
    become_worker()
    claim_process()
    try:
        with follow_readings(readings):
            told = "done", work(_reporter(connection), *arguments)
    except CommandError as error:
        told = "refused", str(error)
    except Exception as error:  # noqa: BLE001 - the last resort: whatever it is, it is told in words
        from pairproof.cli import unforeseen_errors  # noqa: PLC0415 - never needed, it is hoped

        unforeseen_errors.tell(error, ["serve"])
        told = (
            "refused",
            f"This should not have happened: {type(error).__name__}. The terminal says where the details are.",
        )
    try:
        connection.send(told)
    except OSError:  # nobody listens any more
        return
