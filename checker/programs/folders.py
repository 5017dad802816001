"""
The folder in which a program runs: made for one run or one stay, read with care, removed whatever it holds.

The folder is held open and locked as long as the process that made it lives. A lock ends with its process, however that
ends: a folder of ours without a lock was left behind, and is swept when the next campaign begins or goes on.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import stat
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Self

from checker.programs.folder_removal import OPEN_FOLDER, empty_folder, open_folder
from checker.programs.program import FailureKind, ProgramError
from checker.programs.resource_watch import MARK, end_marked
from checker.programs.safe_text import escape_line

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    """A folder of its own for a program; a context manager, removed at the end."""

    def __init__(self) -> None:
        """Make it and lock it; NoRoomError if that is impossible."""
        try:
            self.path, self._folder = _create_folder()
        except OSError as error:
            where = tempfile.gettempdir()
            raise NoRoomError(f"no folder for programs can be made in {where}: {_why(error)}") from error

    def write(self, name: str, data: bytes) -> Path:
        """Write a file that a program is to read; NoRoomError if that is impossible."""
        path = self.path / name
        try:
            path.write_bytes(data)
        except OSError as error:
            raise NoRoomError(f"{path} cannot be written: {_why(error)}") from error
        return path

    def read(self, name: str, limit: int) -> bytes:
        """Read a file that a program has left, as `read_regular` does; empty if there is none."""
        return read_regular(name, self._folder, limit)

    def close(self) -> None:
        """Remove it with its content; a folder that cannot be removed is left, and reported once."""
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
        """Remove it."""
        self.close()


def _create_folder() -> tuple[Path, int]:
    """Make a folder and lock it before a sweep can take it for one that was left behind; raise OSError."""
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
    """Say on standard error that a folder is left, once in a process: a program that does it does it always."""
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
    """Remove a folder if it is ours and not locked; raise OSError."""
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
    Read a regular file, in an open folder or by its path; empty if there is none.

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
