"""Ctrl-C at the edges of a command: it ends the process until a command has results to show or files to tidy."""

from __future__ import annotations

import os
import signal

INTERRUPTED = 130
"""`checker.verdicts.verdict.ExitStatus.INTERRUPTED`, which is not loaded yet."""


def leave_at_ctrl_c() -> None:
    """End the process at Ctrl-C from now on; leave another handler, and an ignored Ctrl-C, as they are."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)


def _leave(*_: object) -> None:
    """End the process in the middle of its work."""
    os.write(2, b"\npairproof: interrupted\n")
    os._exit(INTERRUPTED)


def raise_at_ctrl_c() -> None:
    """Raise KeyboardInterrupt at Ctrl-C again, for a command that has results to show or files to tidy."""
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)
