"""Ctrl-C in the first moments of a command: it ends in 130, and shows nothing of ours."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from support.killing import environment
from support.trf import played, trf_of

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="there is no Ctrl-C to be sent to one process alone"),
    pytest.mark.usefixtures("heeding_interrupts"),
]
SCRIPT = """
import signal, sys
from pairproof.startup import main
least = int(sys.argv.pop(1))
count = 0
def interrupt(event, arguments):
    global count
    if event == "import":
        count += 1
        if count == least:
            signal.raise_signal(signal.SIGINT)
sys.addaudithook(interrupt)
sys.exit(main())
"""
"""Runs the command line, and sends itself Ctrl-C as it loads its so-and-so-many-th module."""
SAYING = """
import os, sys
from pairproof.startup import main
COMMANDS = "pairproof.cli.main"
sys.addaudithook(lambda event, arguments: event == "import" and arguments[0] == COMMANDS and os.write(1, b"\\n"))
sys.exit(main())
"""
"""Runs the command line, and writes a line as soon as it begins to load it."""
PATIENCE = 120.0


@pytest.mark.parametrize("least", [1, 2, 3, 5, 10, 20, 40, 60, 80, 120, 160, 200])
@pytest.mark.parametrize("words", [("check", "open.trf"), ("systems",)], ids=lambda words: words[0])
def test_ctrl_c_while_the_command_line_loads_ends_in_130(words: tuple[str, ...], least: int, here: Path) -> None:
    """At whatever module it comes, and once for each; a command that needs fewer modules is done before."""
    (here / "open.trf").write_text(trf_of(played()), "utf-8")
    command = [sys.executable, "-c", SCRIPT, str(least), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)  # noqa: S603 - ours
    assert "Traceback" not in done.stderr
    if done.returncode == 0 and least > 60:
        return
    assert (done.returncode, done.stderr) == (130, "\npairproof: interrupted\n")


def test_ctrl_c_that_is_to_be_ignored_stays_ignored(here: Path) -> None:
    """A shell starts commands in the background so."""
    (here / "open.trf").write_text(trf_of(played()), "utf-8")
    ignoring = f"import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n{SCRIPT}"
    command = [sys.executable, "-c", ignoring, "5", "check", "open.trf"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)  # noqa: S603 - ours
    assert (done.returncode, done.stderr) == (0, "")


IN_A_CALLBACK = """
import signal, sys, time, weakref
from pairproof.cli import commands
def check(request):
    class Module: pass
    module = Module()
    callback = weakref.ref(module, lambda _: signal.raise_signal(signal.SIGINT))
    del module
    time.sleep(60)
commands.check = check
from pairproof.startup import main
sys.exit(main())
"""


def test_ctrl_c_in_a_callback_is_heard_a_moment_later(here: Path) -> None:
    """Python drops an exception there: the command would go on, after a traceback."""
    (here / "open.trf").write_text(trf_of(played()), "utf-8")
    command = [sys.executable, "-c", IN_A_CALLBACK, "check", "open.trf"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)  # noqa: S603 - ours
    assert (done.returncode, done.stderr.strip()) == (130, "pairproof: interrupted")


def test_a_command_hears_ctrl_c_once_it_is_loaded(here: Path) -> None:
    """The command says that it was interrupted and ends in 130."""
    script = "import sys\nfrom pairproof.cli import commands\n"
    script += "def check(request): raise KeyboardInterrupt\ncommands.check = check\n"
    script += "from pairproof.startup import main\nsys.exit(main())"
    (here / "open.trf").write_text(trf_of(played()), "utf-8")
    command = [sys.executable, "-c", script, "check", "open.trf"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)  # noqa: S603 - ours
    assert (done.returncode, done.stderr) == (130, "\npairproof: interrupted\n")


AT_THE_END = """
import atexit, os, signal, sys
class LateObject:
    def __del__(self, kill=os.kill, process=os.getpid(), ctrl_c=signal.SIGINT):
        kill(process, ctrl_c)
sys.late_object = LateObject()
from pairproof.startup import main
sys.exit(main())
"""
"""Runs the command line, and sends itself Ctrl-C when Python takes its modules apart at the very end."""


def test_ctrl_c_after_the_end_leaves_the_exit_status_as_it_is(here: Path) -> None:
    """The work is done, and its results are shown."""
    (here / "open.trf").write_text(trf_of(played()), "utf-8")
    command = [sys.executable, "-c", AT_THE_END, "check", "open.trf"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)  # noqa: S603 - ours
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.parametrize("seconds", [0.0, 0.2, 0.5, 1.0, 2.0])
def test_ctrl_c_at_a_terminal_while_workers_load_shows_no_trace(seconds: float, here: Path) -> None:
    """A terminal sends it to all processes of the command."""
    for number in range(40):
        (here / f"{number}.trf").write_text(trf_of(played(seed=number)), "utf-8")
    command = [sys.executable, "-c", SAYING, "check", str(here), "--workers", "2"]
    process = subprocess.Popen(  # noqa: S603 - ours
        command,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGINT)
        _, complaints = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in complaints
    assert process.returncode in (0, 130)
