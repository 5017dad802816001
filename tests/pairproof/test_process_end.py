"""The end of a process of the command line: at once, but with everything that Python does for a program before."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

SCRIPT = """
import atexit, sys, threading
{before}
class LateObject:
    def __del__(self, write=sys.__stderr__.write):
        write("taken apart\\n")
sys.late_object = LateObject()
from pairproof.startup import end_process
end_process({status})
"""


def run(before: str, status: int) -> subprocess.CompletedProcess[str]:
    """End a process with a status, after some statements."""
    script = SCRIPT.format(before=before, status=status)
    command = [sys.executable, "-c", script]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)  # noqa: S603 - ours


@pytest.mark.parametrize("status", [0, 1, 2])
def test_a_process_ends_with_its_status_before_modules_are_taken_apart(status: int) -> None:
    """Taking them apart takes time, and nobody sees the outcome."""
    done = run("", status)
    assert (done.returncode, done.stderr) == (status, "")


def test_output_is_written_and_functions_for_the_exit_are_called_before() -> None:
    """What they print is written, too."""
    done = run("atexit.register(print, 'at the exit')\nprint('x' * 100_000)", 1)
    assert (done.returncode, done.stdout, done.stderr) == (1, f"{'x' * 100_000}\nat the exit\n", "")


def test_python_waits_for_threads_as_ever() -> None:
    """A thread has work to do; Python ends the process when it is done."""
    before = "import time\nthreading.Thread(target=lambda: (time.sleep(0.2), print('done'))).start()"
    done = run(before, 1)
    assert (done.returncode, done.stdout, done.stderr) == (1, "done\n", "taken apart\n")


def test_python_says_so_if_output_cannot_be_written() -> None:
    """A closed stream is left to Python."""
    done = run("sys.stdout.close()", 2)
    assert (done.returncode, done.stderr) == (2, "taken apart\n")


def test_the_installed_command_ends_so(clean: str) -> None:
    """Its output and exit status are those of ``python -m pairproof``."""
    installed = Path(sysconfig.get_path("scripts"), "pairproof")
    commands = ([str(installed), "check", clean], [sys.executable, "-m", "pairproof", "check", clean])
    ends = [subprocess.run(command, capture_output=True, text=True, check=False) for command in commands]  # noqa: S603 - ours
    assert [(done.returncode, done.stdout, done.stderr) for done in ends] == [(0, ends[0].stdout, "")] * 2
    assert ends[0].stdout
