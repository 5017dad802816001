"""
Try an application folder in an empty environment: ``python try_bundle.py FOLDER``.

The application checks an example on the command line, then serves it, and its pages show the same wrong round.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "harbour_open.trf"
_WRONG = "Round 6: Two games in the 3-point group are wrong."
_MOST_SECONDS = 120
_KEPT = ("SYSTEMROOT",)
"""Without this variable no program of Windows opens a connection."""


def try_application(folder: Path) -> str:
    """Start the application of a folder and return a page; RuntimeError if it does not work as installed."""
    application = str(folder.resolve() / ("pairproof.exe" if os.name == "nt" else "pairproof"))
    environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
    with tempfile.TemporaryDirectory() as empty:
        done = subprocess.run(
            [application, "check", str(EXAMPLE)],
            env=environment,
            cwd=empty,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        if done.returncode != 1 or _WRONG not in " ".join(done.stdout.split()):
            raise RuntimeError(f"'check' ended in {done.returncode}: {done.stdout}{done.stderr}")
        command = [application, "serve", "--no-browser", str(EXAMPLE)]
        with subprocess.Popen(command, env=environment, cwd=empty, stdout=subprocess.PIPE, encoding="utf-8") as served:
            try:
                address = served.stdout.readline().split()[-1] if served.stdout else ""
                page = _read_finished_page(f"{address}checks/1")
            finally:
                served.terminate()
    if "Round 6 is wrong" not in page:
        raise RuntimeError(f"the page of the check does not say which round is wrong: {page}")
    return page


def _read_finished_page(address: str) -> str:
    """Return the page of a check, which is another one while the check runs."""
    for _ in range(_MOST_SECONDS):
        with urllib.request.urlopen(address, timeout=_MOST_SECONDS) as answer:
            page = str(answer.read().decode("utf-8"))
        if "This is being worked on" not in page:
            break
        time.sleep(1)
    return page


if __name__ == "__main__":
    try_application(Path(sys.argv[1]))
    sys.stdout.write(f"The application in {sys.argv[1]} checks and serves.\n")
