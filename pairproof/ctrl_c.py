"""Ctrl-C at the edges of a command: it ends the process until a command has results to show or files to tidy."""

from __future__ import annotations

import atexit
import os
import signal
import sys
from _thread import interrupt_main
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

INTERRUPTED = 130
"""`checker.verdicts.verdict.ExitStatus.INTERRUPTED`, which is not loaded yet."""
_REPETITION_SECONDS = 0.05


def leave_at_ctrl_c() -> None:
    """End the process at Ctrl-C from now on; leave another handler, and an ignored Ctrl-C, as they are."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)


def keep_exit_status() -> None:
    """
    Ignore Ctrl-C once everything that is to be done at the exit of the process is done.

    From there on Python lets the signal end the process, whose work is complete, with a status that says otherwise.
    """
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)


def _leave(*_: object) -> None:
    """End the process in the middle of its work."""
    os.write(2, b"\npairproof: interrupted\n")
    os._exit(INTERRUPTED)


def raise_at_ctrl_c() -> None:
    """Raise KeyboardInterrupt at Ctrl-C again, for a command that has results to show or files to tidy."""
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.unraisablehook = _repeat_ctrl_c


def _repeat_ctrl_c(failure: UnraisableHookArgs) -> None:
    """Repeat a Ctrl-C a moment later where Python could not raise it, as in the callbacks of an import."""
    if not isinstance(failure.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(failure)
        return
    from threading import Timer, get_ident  # noqa: PLC0415 - start-up time

    # A signal wakes a thread that waits, too; Windows has none for a thread.
    interrupt = partial(signal.pthread_kill, get_ident(), signal.SIGINT) if sys.platform != "win32" else interrupt_main
    repetition = Timer(_REPETITION_SECONDS, interrupt)
    repetition.daemon = True
    repetition.start()
