"""
The first and the last moments of a command: Ctrl-C ends it at once, without a trace of ours.

Loading the command line takes a while, in which Ctrl-C would otherwise show where it was. So it is loaded from here.
"""

from __future__ import annotations

import os
import signal

_INTERRUPTED = 130
"""`checker.verdicts.ExitStatus.INTERRUPTED`, which is not loaded yet."""


def main() -> int:
    """Load and run the command line, and return its exit status."""
    _leave_at_ctrl_c()
    from pairproof.cli import main as run  # noqa: PLC0415 - what takes a while

    try:
        return run()
    except KeyboardInterrupt:  # a second one, while the first was being told
        return _INTERRUPTED
    finally:
        _leave_at_ctrl_c()


def _leave_at_ctrl_c() -> None:
    """End the process at Ctrl-C from now on, unless somebody else takes care of it, or it is to be ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)


def _leave(*_: object) -> None:
    """End the process in the middle of what it does."""
    os.write(2, b"\npairproof: interrupted\n")
    os._exit(_INTERRUPTED)


def hear_ctrl_c() -> None:
    """Have Ctrl-C raise KeyboardInterrupt again, for a command that has something to tell or to tidy."""
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)
