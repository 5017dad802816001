"""
One run of an external program, with limits that hold for it and for its children.

The program gets a process group of its own, no input, and an empty folder; when it has ended, or is ended, so has the
whole group. A child that has left the group is known by a mark in its environment, and looked for where there is a
reason: the program failed, or its streams are still held. One that has cleared its environment, too, is ended once no
program runs any more (`adoption`), or with us. If this process is killed or stopped, its watchdog ends the program
(`guard`).
"""

from __future__ import annotations

import contextlib
import os
import resource
import selectors
import signal
import subprocess
import threading
import time
from typing import IO, TYPE_CHECKING

from checker.programs import adoption, guard
from checker.programs.folders import MARK, ResourceWatch, end_marked
from checker.programs.program import FailureKind, ProgramError
from checker.programs.safe_text import escape_line
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_TICK = 0.05
_CHUNK = 65536
_EXCERPT = 260
_running: dict[int, str] = {}
"""Groups that are running now, and their marks."""
_starting = threading.RLock()
"""Held while a program starts or orphans are ended: a program that is just being started is not an orphan."""
_OUT_OF_MEMORY = ("MemoryError", "bad_alloc", "OutOfMemoryError", "Cannot allocate memory")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The resources that a program may use for one question."""

    seconds: float = 60.0
    output_bytes: int = 20_000_000
    """On either stream, in any file, and in all files together."""
    memory_bytes: int = 0
    """
    Address space of each process, and what all of them hold; 0 for no limit (a Java machine reserves far more than it
    uses).
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessResult:
    """How a run ended by itself."""

    status: int
    """Exit status; negative for a signal."""
    stdout: bytes
    stderr: bytes

    @property
    def evidence(self) -> str:
        """The end of its output, in one line."""
        said = (self.stderr.strip() or self.stdout.strip())[-_EXCERPT:].decode("utf-8", "replace")
        return escape_line(said, _EXCERPT)

    @property
    def failure(self) -> ProgramError:
        """The error to raise if the status means a failure."""
        if any(sign.encode() in self.stderr + self.stdout for sign in _OUT_OF_MEMORY):
            return ProgramError(FailureKind.OUT_OF_MEMORY, self.evidence)
        if self.status == -signal.SIGXFSZ or b"File too large" in self.stderr:
            return ProgramError(FailureKind.FLOODED, "it wrote too large a file")
        how = f"signal {-self.status}" if self.status < 0 else f"exit status {self.status}"
        return ProgramError(FailureKind.CRASHED, f"{how}: {self.evidence}" if self.evidence else how)


def run(command: Sequence[str], folder: Path, limits: Limits) -> ProcessResult:
    """
    Run a command in a folder and return how it ended.

    Raise ProgramError if it cannot be started or exceeds a limit.
    """
    process = start(command, folder, limits, stdin=subprocess.DEVNULL)
    try:
        stdout, stderr, is_closed = _read(process, limits, watch_over(process, folder, limits))
        ended = ProcessResult(status=process.wait(), stdout=stdout, stderr=stderr)
    except BaseException:
        end(process)
        raise
    end(process, is_alone=is_closed)
    return ended


def start(command: Sequence[str], folder: Path, limits: Limits, stdin: int) -> subprocess.Popen[bytes]:
    """Start a command as the leader of a group, its own limits set; raise ProgramError if that is impossible."""
    if not command:
        raise ProgramError(FailureKind.NOT_STARTED, "the command is empty")
    mark = f"{MARK}={folder.name}/{os.getpid()}-{time.monotonic_ns()}."
    adoption.adopt()
    with _starting:
        try:
            process = subprocess.Popen(  # noqa: S603 - running other people's programs is the purpose; no shell is used
                list(command),
                cwd=folder,
                env=os.environ | {MARK: mark.partition("=")[2], guard.OWNER: guard.mark()},
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise ProgramError(FailureKind.NOT_STARTED, f"{command[0]}: {error}") from error
        _running[process.pid] = mark
    guard.note_start(process.pid)
    _limit(process.pid, resource.RLIMIT_FSIZE, limits.output_bytes)
    _limit(process.pid, resource.RLIMIT_CORE, 0)
    if limits.memory_bytes:
        _limit(process.pid, resource.RLIMIT_AS, limits.memory_bytes)
    return process


def _limit(process: int, resource_kind: int, most: int) -> None:
    """Set a limit of another process, lower than the one that holds for us if it is not higher."""
    _, hard = resource.getrlimit(resource_kind)
    value = most if hard == resource.RLIM_INFINITY else min(most, hard)
    with contextlib.suppress(OSError):  # it may have ended already
        resource.prlimit(process, resource_kind, (value, value))


def watch_over(process: subprocess.Popen[bytes], folder: Path, limits: Limits) -> ResourceWatch:
    """Return the watch over the resources of a process and its children."""
    return ResourceWatch(process.pid, folder, limits.output_bytes, limits.memory_bytes)


def end(process: subprocess.Popen[bytes], *, is_alone: bool = False) -> None:
    """End a process and everything in its group; unless it is known to be alone, also children outside the group."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    guard.note_end(process.pid)
    process.wait()
    mark = _running.pop(process.pid, "")
    if mark and not is_alone:
        end_marked(mark)
    end_daemons()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()


def end_daemons() -> None:
    """End the daemons that programs have left behind, unless a program runs to which one of them may belong."""
    with _starting:
        if not _running:
            adoption.end_orphans(guard.watchdogs())


def end_all() -> None:
    """End every process that this one has started, with its group; for a process that is about to end itself."""
    for group in list(_running):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)
    adoption.end_orphans(guard.watchdogs())


def _read(process: subprocess.Popen[bytes], limits: Limits, watch: ResourceWatch) -> tuple[bytes, bytes, bool]:
    """
    Read both streams until the process has ended.

    A child that it leaves behind may hold the streams open: what it would still write is not waited for. Return whether
    they are closed, too.
    """
    streams = [stream for stream in (process.stdout, process.stderr) if stream is not None]
    output: dict[IO[bytes], bytearray] = {stream: bytearray() for stream in streams}
    deadline = time.monotonic() + limits.seconds
    with selectors.DefaultSelector() as selector:
        for stream in streams:
            os.set_blocking(stream.fileno(), False)
            selector.register(stream, selectors.EVENT_READ)
        while selector.get_map():
            has_ended = process.poll() is not None
            ready = selector.select(0 if has_ended else _TICK)
            for key, _ in ready:
                stream = streams[0] if key.fileobj is streams[0] else streams[1]
                data = os.read(stream.fileno(), _CHUNK)
                if not data:
                    selector.unregister(stream)
                output[stream] += data
                if len(output[stream]) > limits.output_bytes:
                    raise ProgramError(FailureKind.FLOODED, f"more than {limits.output_bytes} bytes on a stream")
            if has_ended and not ready:
                break
            if time.monotonic() > deadline:
                raise ProgramError(FailureKind.TIMED_OUT, f"{limits.seconds:g} seconds")
            watch.look()
        is_closed = not selector.get_map()
    while process.poll() is None:  # it has closed its streams and goes on
        if time.monotonic() > deadline:
            raise ProgramError(FailureKind.TIMED_OUT, f"{limits.seconds:g} seconds")
        watch.look()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_TICK)
    return bytes(output[streams[0]]), bytes(output[streams[1]]), is_closed
