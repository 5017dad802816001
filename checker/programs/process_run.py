"""
One run of an external program, with limits that hold for it and for its children.

The program gets a process group of its own, no input, and an empty folder; when it has ended, or is ended, so has the
whole group. A child that has left the group is known by a mark in its environment, and looked for where there is a
reason: the program failed, or its streams are still held. One that has cleared its environment, too, is a daemon, and
is ended once no program runs any more, or with us.

A daemon is found because we adopt it. On Linux a process can adopt the orphans among its descendants: a daemon that
loses its parent becomes our child, whatever group, session or environment it has. Programs run in sessions of their
own, so a child of ours in another session than ours is a program, a watchdog, or such a daemon. Only a process that is
ours from its start adopts (`own_process`): another one may have children of its own in other sessions.

If this process is killed or stopped, its watchdog ends the program (`watchdog`). It is started with the first program,
in a session of its own. One pipe informs it of everything: which groups run, and, when it closes, that we are gone. It
holds on every Unix for the group of a program; children that have left their group are found where the system tells
environments (Linux). There it also sees that a program has stopped us, ends the program and continues us.
"""

from __future__ import annotations

import atexit
import contextlib
import multiprocessing
import os
import resource
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import IO

from checker.own_process import is_own_process, user_environment
from checker.programs.folders import MARK, ResourceWatch, end_marked
from checker.programs.program import FailureKind, ProgramError
from checker.programs.safe_text import escape_line
from tournaments.frozen import FrozenStruct, dataclass

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


class ProcessResult(FrozenStruct, frozen=True, kw_only=True):
    """The result of a run that ended by itself."""

    status: int
    """Exit status; negative for a signal."""
    stdout: bytes
    stderr: bytes

    @property
    def evidence(self) -> str:
        """The end of the program's output, in one line."""
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
    Run a command in a folder, and return its result.

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
    adopt()
    with _starting:
        try:
            process = subprocess.Popen(  # noqa: S603 - running other people's programs is the purpose; no shell is used
                list(command),
                cwd=folder,
                env=user_environment() | {MARK: mark.partition("=")[2], OWNER: owner_mark()},
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise ProgramError(FailureKind.NOT_STARTED, f"{command[0]}: {error}") from error
        _running[process.pid] = mark
    note_start(process.pid)
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
    note_end(process.pid)
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
            end_orphans(watchdogs())


def end_all() -> None:
    """End every process that this one has started, with its group; for a process that is about to end itself."""
    for group in list(_running):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)
    end_orphans(watchdogs())


def end_all_until(is_done: Callable[[], bool]) -> None:
    """End every process, again and again until work is done: a thread may just be about to start another process."""
    end_all()
    while not is_done():
        time.sleep(_TICK)
        end_all()


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


_PR_SET_CHILD_SUBREAPER = 36
_MOST_LOOKS = 50
"""A daemon may start another one while it is being ended."""
_PARENT = 1
"""Place in ``/proc/*/stat``, counted from the state."""
_state = {"is_adopting": False}


def adopt() -> None:
    """Adopt the orphans among our descendants from now on, if the process is ours and the system can."""
    if not is_own_process() or _state["is_adopting"] or sys.platform != "linux":
        return
    import ctypes  # noqa: PLC0415 - start-up time; only a process that runs programs needs it

    with contextlib.suppress(OSError, AttributeError):
        _state["is_adopting"] = ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0


def end_orphans(spared: Collection[int]) -> None:
    """End every adopted process and its descendants; ``spared`` are the children that are not adopted."""
    if not _state["is_adopting"]:
        return
    ours = os.getsid(0)
    for _ in range(_MOST_LOOKS):
        orphans = [child for child in _children() if child not in spared and _session(child) not in (ours, None)]
        for orphan in orphans:
            with contextlib.suppress(OSError):
                os.kill(orphan, signal.SIGKILL)
                os.waitpid(orphan, 0)  # its own children are ours from now on
        if not orphans:
            return


def _session(process: int) -> int | None:
    """Return the session of a process; None if it has ended."""
    try:
        return os.getsid(process)
    except OSError:
        return None


def _children() -> list[int]:
    """Return the children of this process, including ended ones that have not been waited for."""
    try:
        lists = [file.read_text("ascii") for file in Path("/proc/self/task").glob("*/children")]
    except OSError:
        lists = []
    if lists:
        return [int(word) for children in lists for word in children.split()]
    return _children_by_parent()


def _children_by_parent() -> list[int]:
    """Return the children by reading all processes, for systems that keep no lists of children."""
    found, ours = [], os.getpid()
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            if int(file.read_bytes().rpartition(b")")[2].split()[_PARENT]) == ours:
                found.append(int(file.parent.name))
    return found


OWNER = "PAIRPROOF_OWNER"
"""Variable of the environment by which all that a process of ours has started is known."""
_SCRIPT = Path(__file__).with_name("watchdog.py")


class _Watchdog:
    """The watchdog of this process, and the pipe to it."""

    def __init__(self) -> None:
        """Start the watchdog; raise OSError if that is impossible."""
        self.process = os.getpid()
        self.mark = f"{self.process}-{os.urandom(8).hex()}"
        reads, self._pipe = os.pipe()
        os.set_blocking(self._pipe, False)
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PAIRPROOF_")}
        try:
            self._dog = subprocess.Popen(  # noqa: S603 - a script of ours
                [sys.executable, "-I", "-S", str(_SCRIPT), f"{OWNER}={self.mark}", str(self.process), _role()],
                stdin=reads,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=environment,
                cwd="/",
                start_new_session=True,
            )
        except BaseException:
            os.close(self._pipe)
            raise
        finally:
            os.close(reads)

    @property
    def number(self) -> int:
        """Number of the watchdog's process."""
        return self._dog.pid

    def tell(self, word: str) -> bool:
        """Send a message to the watchdog; return whether the watchdog still listens."""
        try:
            os.write(self._pipe, word.encode())
        except BlockingIOError:  # it has been stopped; what has a mark will be found all the same
            return True
        except OSError:
            return False
        return True

    def let_go(self) -> None:
        """Close the pipe, which ends the watchdog, without waiting: a forked process is not its parent."""
        with contextlib.suppress(OSError):
            os.close(self._pipe)
        if self.process == os.getpid():
            self._dog.poll()
        self._dog.returncode = self._dog.returncode or 0


def _role() -> str:
    """Return the word by which the watchdog knows whether another process of ours looks after us."""
    return "main" if multiprocessing.parent_process() is None else "worker"


_lock = threading.Lock()
_dogs: list[_Watchdog] = []


def owner_mark() -> str:
    """Return the mark of all that this process starts, its watchdog started; empty if it cannot be."""
    with _lock:
        if _dogs and _dogs[0].process != os.getpid():
            _dogs.pop().let_go()
        if not _dogs:
            with contextlib.suppress(OSError):
                _dogs.append(_Watchdog())
        return _dogs[0].mark if _dogs else ""


def watchdogs() -> tuple[int, ...]:
    """Return the numbers of the watchdogs that this process has; a signal handler may ask while the lock is held."""
    return tuple(dog.number for dog in list(_dogs))


def note_start(group: int) -> None:
    """Take note of a group of processes that is to be ended when we are gone."""
    with _lock:
        if _dogs and not _dogs[0].tell(f"+{group}\n"):
            _dogs.pop().let_go()  # somebody has killed it; the next program brings a new one


def note_end(group: int) -> None:
    """Take note of a group that has been ended; its number may soon be that of another."""
    with _lock:
        if _dogs:
            _dogs[0].tell(f"-{group}\n")


def _release_watchdogs() -> None:
    with _lock:
        for dog in _dogs:
            dog.let_go()
        _dogs.clear()


atexit.register(_release_watchdogs)
