"""
The start of the command line: Ctrl-C ends the process at once while the command line is being loaded.

Loading takes a while, in which Ctrl-C would otherwise show a traceback.
"""

from __future__ import annotations

import sys

from pairproof.ctrl_c import INTERRUPTED, leave_at_ctrl_c
from pairproof.shadowing import explain_failed_import

_NOT_CHECKED = 2
"""As `checker.verdicts.verdict.ExitStatus`, which need not be there."""


def main() -> int:
    """Load and run the command line, and return its exit status."""
    leave_at_ctrl_c()
    try:
        from pairproof.cli.main import main as run  # noqa: PLC0415 - Ctrl-C is handled before this long import

        return run()
    except ImportError as error:
        message = explain_failed_import(error)
        if message is None:
            raise
        sys.stderr.write(f"pairproof: {message}\n")
        return _NOT_CHECKED
    except KeyboardInterrupt:  # a second Ctrl-C, while the first was being reported
        return INTERRUPTED
    finally:
        leave_at_ctrl_c()
