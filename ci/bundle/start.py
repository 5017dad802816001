"""The application for machines without Python: without a command it opens `pairproof serve` in the browser."""

import multiprocessing
import runpy
import sys
from pathlib import Path

_ISOLATED_PYTHON = ["-I", "-S"]
"""The options with which Pairproof runs its own watchdog script; here the application itself is the Python."""


def main() -> int:
    """Run a command; files alone, such as those that are dropped on the application, are served."""
    words = sys.argv[1:]
    if words[:2] == _ISOLATED_PYTHON:
        sys.argv = words[2:]
        runpy.run_path(sys.argv[0], run_name="__main__")
        return 0
    from pairproof.startup import main as run_command  # noqa: PLC0415 - a worker or a script does not need it

    if not words or Path(words[0]).is_file():
        sys.argv[1:] = ["serve", *words]
    return run_command()


if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(main())
