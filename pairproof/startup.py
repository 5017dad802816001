"""
The start of the command line: Ctrl-C ends the process at once while the command line is being loaded.

Loading takes a while, in which Ctrl-C would otherwise show a traceback.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from _thread import _count as count_further_threads
from typing import NoReturn

from pairproof.ctrl_c import INTERRUPTED, keep_exit_status, leave_at_ctrl_c

_NOT_CHECKED = 2
"""As `checker.verdicts.verdict.ExitStatus`, which need not be there."""
_BETWEEN_COLLECTIONS = 50_000
"""New objects after which garbage is looked for; loading makes as many that stay, and a usual 700 look 50 times."""


def run_process() -> NoReturn:
    """Run the command line as the whole of this process, and end the process with the exit status."""
    end_process(main())


def end_process(status: int) -> NoReturn:
    """
    End the process without taking all modules apart, which takes as long as the check of a small event.

    Before, do what Python would do: call the functions that wait for the exit, and write what streams still hold. Where
    other threads run or a stream cannot be written, leave the end to Python.
    """
    if not count_further_threads():
        atexit._run_exitfuncs()  # noqa: SLF001 - the library has no public name for it
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except (OSError, ValueError):
            sys.exit(status)
        os._exit(status)
    sys.exit(status)


def main() -> int:
    """Load and run the command line, and return its exit status."""
    leave_at_ctrl_c()
    keep_exit_status()
    gc.set_threshold(_BETWEEN_COLLECTIONS)
    try:
        from pairproof.cli.main import main as run  # noqa: PLC0415 - Ctrl-C is handled before this long import

        return run()
    except ImportError as error:
        from pairproof.shadowing import explain_failed_import  # noqa: PLC0415 - start-up time; only after a failure

        message = explain_failed_import(error)
        if message is None:
            raise
        sys.stderr.write(f"pairproof: {message}\n")
        return _NOT_CHECKED
    except KeyboardInterrupt:  # a second Ctrl-C, while the first was being reported
        return INTERRUPTED
    finally:
        leave_at_ctrl_c()
