"""
The folder in which a program runs: made for one run or one stay, read with care, removed whatever it holds.

The folder is held open and locked as long as the process that made it lives. A lock ends with its process, however that
ends: a folder of ours without a lock was left behind, and is swept when the next campaign begins or goes on. What a
program writes there while it runs is limited (`ResourceWatch`).
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import signal
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self

from checker.programs.program import FailureKind, ProgramError
from checker.programs.safe_text import escape_line

PREFIX = "pairproof-run-"
_NAME = re.compile(PREFIX + r"[a-z0-9_]{8}")
"""Names that `tempfile.mkdtemp` makes from the prefix."""
_ATTEMPTS = 20
_CHUNK = 1 << 20
_KINDS = {
    stat.S_IFLNK: "a link",
    stat.S_IFDIR: "a directory",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}
_reported_problems: list[str] = []
"""Folders of which this process has said that they are left."""


class NoRoomError(Exception):
    """The machine cannot give a program a folder (disk full, too many files open): no fault of the program's."""


class WorkFolder:
    """A folder for one program, removed at the end; a context manager."""

    def __init__(self) -> None:
        """Make the folder and lock it; raise NoRoomError if that is impossible."""
        try:
            self.path, self._folder = _create_folder()
        except OSError as error:
            where = tempfile.gettempdir()
            raise NoRoomError(f"no folder for programs can be made in {where}: {_why(error)}") from error

    def write(self, name: str, data: bytes) -> Path:
        """Write an input file of the program; raise NoRoomError if that is impossible."""
        path = self.path / name
        try:
            path.write_bytes(data)
        except OSError as error:
            raise NoRoomError(f"{path} cannot be written: {_why(error)}") from error
        return path

    def read(self, name: str, limit: int) -> bytes:
        """Read an output file of the program, as `read_regular` does; return empty bytes without such a file."""
        return read_regular(name, self._folder, limit)

    def close(self) -> None:
        """Remove the folder with its content; a folder that cannot be removed is left, and reported once."""
        if self._folder < 0:
            return
        reason = empty_folder(self._folder)
        with contextlib.suppress(FileNotFoundError):
            reason = _drop(self.path, self._folder) or reason
        os.close(self._folder)
        self._folder = -1
        _say_left(self.path, reason)

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Remove the folder."""
        self.close()


def _create_folder() -> tuple[Path, int]:
    """Make a folder and lock it before a sweep can take the folder for a leftover; raise OSError."""
    for _ in range(_ATTEMPTS):
        path = Path(tempfile.mkdtemp(prefix=PREFIX))
        try:
            folder = os.open(path, OPEN_FOLDER)
        except FileNotFoundError:  # swept already
            continue
        if _lock(folder, is_mine=True) and _is_at(path, folder):
            return path, folder
        os.close(folder)
    raise OSError("others sweep it away")


def _lock(folder: int, *, is_mine: bool) -> bool:
    """Lock a folder; without locks on this system, its maker goes on, and a sweep leaves it."""
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return is_mine
    return True


def _is_at(path: Path, folder: int) -> bool:
    try:
        return os.path.samestat(path.lstat(), os.fstat(folder))
    except OSError:
        return False


def _drop(path: Path, folder: int) -> str:
    """Remove an empty folder, or the link that a program has put in its place; return why it is left."""
    try:
        if stat.S_ISLNK(path.lstat().st_mode):
            path.unlink()
            return "it was moved away, and a link put in its place"
        if not _is_at(path, folder):
            return "it was moved away, and something else put in its place"
        path.rmdir()
    except FileNotFoundError:
        raise
    except OSError as error:
        return _why(error)
    return ""


def _say_left(path: Path, reason: str) -> None:
    """Report on standard error that a folder is left, once in a process: a program that leaves folders leaves many."""
    if not reason or _reported_problems:
        return
    _reported_problems.append(str(path))
    import logging  # noqa: PLC0415 - of no use otherwise

    words = f"pairproof: {path} could not be removed whole ({reason}); others like it are not reported"
    logging.getLogger(__name__).warning(escape_line(words, 400))


def sweep() -> int:
    """End processes that a dead process left running, and remove its folders; return their number. Never raises."""
    swept = 0
    with contextlib.suppress(OSError), _opened(tempfile.gettempdir()) as outer:
        for name in os.listdir(outer):  # noqa: PTH208 - of an open folder
            if _NAME.fullmatch(name):
                with contextlib.suppress(OSError):
                    swept += _sweep(name, outer)
    return swept


@contextlib.contextmanager
def _opened(path: str) -> Iterator[int]:
    folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield folder
    finally:
        os.close(folder)


def _sweep(name: str, outer: int) -> bool:
    """Remove a folder of ours that is not locked; raise OSError."""
    if os.stat(name, dir_fd=outer, follow_symlinks=False).st_uid != os.geteuid():
        return False
    path = Path(tempfile.gettempdir()) / name
    folder = open_folder(name, outer)
    try:
        if not _lock(folder, is_mine=False) or not _is_at(path, folder):
            return False
        end_marked(f"{MARK}={name}/")
        reason = empty_folder(folder)
        reason = _drop(path, folder) or reason
    finally:
        os.close(folder)
    _say_left(path, reason)
    return not reason


def read_regular(name: str, folder: int | None, limit: int) -> bytes:
    """
    Read a regular file, in an open folder or by its path; return empty bytes without such a file.

    No link is followed and nothing is waited for. ProgramError if it is something else, cannot be opened, or is too
    large.
    """
    try:
        _require_regular(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode, name)
        file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC, dir_fd=folder)
    except FileNotFoundError:
        return b""
    except (OSError, ValueError) as error:
        raise ProgramError(FailureKind.GARBLED, f"{Path(name).name} cannot be opened: {_why(error)}") from error
    try:
        found = os.fstat(file)
        _require_regular(found.st_mode, name)
        return _read(file, limit, found.st_size, name)
    except OSError as error:
        raise ProgramError(FailureKind.GARBLED, f"{Path(name).name} cannot be read: {_why(error)}") from error
    finally:
        os.close(file)


def _require_regular(mode: int, name: str) -> None:
    if not stat.S_ISREG(mode):
        kind = _KINDS.get(stat.S_IFMT(mode), "something else")
        raise ProgramError(FailureKind.GARBLED, f"{Path(name).name} is {kind}, not a regular file")


def _read(file: int, limit: int, size: int, name: str) -> bytes:
    """Read no more than the limit, also of a file that grows meanwhile."""
    data = bytearray()
    while size <= limit and len(data) <= limit:
        chunk = os.read(file, min(_CHUNK, limit + 1 - len(data)))
        if not chunk:
            return bytes(data)
        data += chunk
    raise ProgramError(FailureKind.FLOODED, f"more than {limit} bytes in {Path(name).name}")


def _why(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or str(error)


MARK = "PAIRPROOF_RUN"
"""Variable of the environment by which the children of a program are known, wherever they have gone."""
EVERY = 0.25
"""Seconds between two looks: what is over sooner costs nothing."""
_SESSION, _RESIDENT = 3, 21
"""Places in ``/proc/*/stat``, counted from the state."""


class ResourceWatch:
    """Measures a session of processes and its folder from time to time."""

    def __init__(self, session: int, folder: Path, output_bytes: int, memory_bytes: int) -> None:
        """Take the leader's number, its output folder, and the limits of all its processes (memory: 0 for no limit)."""
        self._session, self._folder = session, folder
        self._output_bytes, self._memory_bytes = output_bytes, memory_bytes
        self._next = time.monotonic() + EVERY

    def look(self) -> None:
        """Raise ProgramError if a limit is exceeded; between two measurements, do nothing."""
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + EVERY
        if _bytes_below(self._folder) > self._output_bytes:
            raise ProgramError(FailureKind.FLOODED, f"more than {self._output_bytes} bytes in its files")
        if self._memory_bytes and resident_bytes(self._session) > self._memory_bytes:
            raise ProgramError(FailureKind.OUT_OF_MEMORY, f"more than {self._memory_bytes} bytes in all its processes")


def resident_bytes(session: int) -> int:
    """Return the memory that the processes of a session hold; 0 where the system does not tell (``/proc``)."""
    pages = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            told = file.read_bytes().rpartition(b")")[2].split()
        except OSError:  # it has just ended
            continue
        if len(told) > _RESIDENT and int(told[_SESSION]) == session:
            pages += int(told[_RESIDENT])
    return pages * os.sysconf("SC_PAGE_SIZE")


def end_marked(mark: str) -> None:
    """
    End all processes whose environment holds a mark with this beginning (``NAME=value``).

    On a system without environments in ``/proc``, no process is found.
    """
    for _ in range(_ROUNDS):
        found = [int(file.parent.name) for file in Path("/proc").glob("[0-9]*/environ") if _holds(file, mark)]
        for process in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        if not found:
            return


_ROUNDS = 5
"""A process may start another one while it is being ended."""


def _holds(environment: Path, mark: str) -> bool:
    try:
        return any(entry.startswith(mark.encode()) for entry in environment.read_bytes().split(b"\0"))
    except OSError:  # it has just ended, or is somebody else's
        return False


def _bytes_below(path: Path) -> int:
    try:
        folder = os.open(path, OPEN_FOLDER)
    except OSError:  # it has been moved or removed
        return 0
    try:
        return bytes_in(folder)
    finally:
        os.close(folder)


OPEN_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_ALL_MINE = 0o700
_PATIENCE = 60.0
"""Seconds for one folder; a process that still writes into it must not keep us for ever."""


def empty_folder(folder: int) -> str:
    """Remove the content of an open folder; return why some content is left, empty if the folder is empty."""
    deadline = time.monotonic() + _PATIENCE
    reasons: list[str] = []

    def enter(within: int, name: str) -> int | None:
        if time.monotonic() > deadline:
            raise TimeoutError(f"not done within {_PATIENCE:g} seconds")
        with _noting(reasons):
            return open_folder(name, within)
        return None

    def leave(within: int, name: str) -> None:
        with _noting(reasons):
            os.rmdir(name, dir_fd=within)

    with _noting(reasons):
        os.fchmod(folder, _ALL_MINE)
        _walk(folder, lambda inner: _strip(inner, reasons), enter, leave)
    return reasons[0] if reasons else ""


def _walk(
    folder: int,
    look: Callable[[int], list[str]],
    enter: Callable[[int, str], int | None],
    leave: Callable[[int, str], None],
) -> None:
    """
    Walk through all that is below an open folder, with one more of them open at a time; raise OSError if it is moved.

    ``look`` returns the names of the folders to enter; ``leave`` is called when one has been walked through.
    """
    here, above = os.dup(folder), list[tuple[int, list[str], str]]()
    try:
        names = look(here)
        while names or above:
            if names:
                name = names.pop()
                below = enter(here, name)
                if below is not None:
                    above.append((os.fstat(here).st_ino, names, name))
                    os.close(here)
                    here = below
                    names = look(here)
                continue
            inode, names, name = above.pop()
            outer = os.open("..", OPEN_FOLDER, dir_fd=here)
            os.close(here)
            here = outer
            if os.fstat(here).st_ino != inode:
                raise OSError("another process moves its folders")
            leave(here, name)
    finally:
        os.close(here)


def _strip(folder: int, reasons: list[str]) -> list[str]:
    """Remove the files in an open folder; return the names of its folders."""
    folders: list[str] = []
    for name in os.listdir(folder):
        with _noting(reasons):
            if stat.S_ISDIR(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
                folders.append(name)
            else:
                os.unlink(name, dir_fd=folder)
    return folders


def open_folder(name: str, within: int) -> int:
    """Open a folder in an open folder, also one that forbids it, and permit ourselves all; raise OSError."""
    try:
        found = os.open(name, OPEN_FOLDER, dir_fd=within)
    except PermissionError:
        _permit(name, within)
        found = os.open(name, OPEN_FOLDER, dir_fd=within)
    with contextlib.suppress(OSError):
        os.fchmod(found, _ALL_MINE)
    return found


def _permit(name: str, within: int) -> None:
    """Permit ourselves everything in a folder that may not be opened; never in the target of a link."""
    try:
        os.chmod(name, _ALL_MINE, dir_fd=within, follow_symlinks=False)
    except (NotImplementedError, ValueError):  # Linux before glibc 2.32
        held = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=within)
        try:
            Path(f"/proc/self/fd/{held}").chmod(_ALL_MINE)
        finally:
            os.close(held)


@contextlib.contextmanager
def _noting(reasons: list[str]) -> Iterator[None]:
    """Note why a step failed; a vanished file need not be removed."""
    try:
        yield
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        reasons.append(getattr(error, "strerror", None) or str(error))


def bytes_in(folder: int) -> int:
    """Return the sizes of all files below an open folder; unreadable files count as empty."""
    sizes: list[int] = []

    def enter(within: int, name: str) -> int | None:
        with contextlib.suppress(OSError):  # unreadable, or just removed
            return os.open(name, OPEN_FOLDER, dir_fd=within)
        return None

    with contextlib.suppress(OSError):
        _walk(folder, lambda inner: _measure(inner, sizes), enter, lambda _within, _name: None)
    return sum(sizes)


def _measure(folder: int, sizes: list[int]) -> list[str]:
    """Note the sizes of the files in an open folder; return the names of its folders."""
    folders = []
    for name in os.listdir(folder):
        with contextlib.suppress(OSError):  # just removed
            found = os.stat(name, dir_fd=folder, follow_symlinks=False)
            if stat.S_ISDIR(found.st_mode):
                folders.append(name)
            elif stat.S_ISREG(found.st_mode):
                sizes.append(found.st_size)
    return folders
