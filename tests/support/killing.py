"""Processes started, watched and killed by tests; Linux, by what ``/proc`` tells."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TESTS = Path(__file__).parents[1]
PATIENCE = 120.0
_LIMITED = (
    "import resource, sys; most = int(sys.argv.pop(1)); resource.setrlimit(resource.RLIMIT_FSIZE, (most, most));"
    "from pairproof.cli.main import main; sys.exit(main(sys.argv[1:]))"
)


def comes_true(holds: Callable[[], object]) -> bool:
    """Wait until something holds; False if it does not in the time that a test has."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() >= end:
            return False
        time.sleep(0.02)
    return True


def until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    assert comes_true(holds), "it does not come about"


def is_alive(process: int) -> bool:
    """Whether a process runs; one that is dead and waits to be buried has no command line."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes() != b""
    except OSError:
        return False


def workers_of(process: int) -> list[int]:
    """Return the processes that work for one."""
    found = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parent = int(file.read_bytes().rpartition(b")")[2].split()[1])
            if parent == process and b"spawn_main" in (file.parent / "cmdline").read_bytes():
                found.append(int(file.parent.name))
    return sorted(found)


def kill(process: int) -> None:
    """Kill a process, as only the system can."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def command(*words: str, most_bytes: int = 0) -> list[str]:
    """Return the command that starts the command line, with a limit on the size of its files if one is given."""
    begin = ["-c", _LIMITED, str(most_bytes)] if most_bytes else ["-m", "pairproof.cli.main"]
    return [sys.executable, *begin, *words]


@contextlib.contextmanager
def limited_files(most_bytes: int) -> Iterator[None]:
    """Let no file of this process grow beyond a size within the block, as on a full disk."""
    usual, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (usual, hard))


def environment(temporary: Path | None = None) -> dict[str, str]:
    """Return the environment of a process that knows our support, with another folder for what is temporary."""
    also = {"TMPDIR": str(temporary)} if temporary else {}
    return os.environ | {"PYTHONPATH": str(TESTS)} | also


@contextlib.contextmanager
def started(words: list[str], temporary: Path | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """Start a process; it is killed in the end, if it still runs."""
    process = subprocess.Popen(  # noqa: S603 - ours
        words, env=environment(temporary), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def finished(words: list[str], temporary: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a process to its end."""
    return subprocess.run(  # noqa: S603 - ours
        words, env=environment(temporary), capture_output=True, text=True, check=False, timeout=PATIENCE
    )
