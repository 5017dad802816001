"""
The start of the command line: Ctrl-C ends the process at once while the command line is being loaded.

Loading takes a while, in which Ctrl-C would otherwise show a traceback.
"""

from __future__ import annotations

import gc
import sys

from pairproof.ctrl_c import INTERRUPTED, keep_exit_status, leave_at_ctrl_c

_NOT_CHECKED = 2
"""As `checker.verdicts.verdict.ExitStatus`, which need not be there."""
_BETWEEN_COLLECTIONS = 50_000
"""New objects after which garbage is looked for; loading makes as many that stay, and a usual 700 look 50 times."""


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
