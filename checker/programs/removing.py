"""
A folder of which nothing is known, measured and removed: however deep, unreadable or oddly named what it holds may be.

Nothing here recurses, raises, follows a link, or names a path of more than one part: each step starts from an open
folder. A folder within a folder is moved up to the outermost one before its turn comes, so that depth does not matter.
"""

from __future__ import annotations

import contextlib
import os
import stat
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

OPEN_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_ALL_MINE = 0o700
_PATIENCE = 60.0
"""Seconds for one folder; somebody who still writes into it must not keep us for ever."""


def empty_folder(folder: int) -> str:
    """Remove what an open folder holds; return why something is left, empty if nothing is."""
    deadline = time.monotonic() + _PATIENCE
    reasons: list[str] = []
    with _noting(reasons):
        os.fchmod(folder, _ALL_MINE)
    waiting = _strip(folder, folder, reasons)
    while waiting:
        if time.monotonic() > deadline:
            reasons.append(f"not done within {_PATIENCE:g} seconds")
            break
        name = waiting.pop()
        with _noting(reasons):
            inner = open_folder(name, folder)
            try:
                waiting += _strip(inner, folder, reasons)
            finally:
                os.close(inner)
            os.rmdir(name, dir_fd=folder)
    return reasons[0] if reasons else ""


def _strip(inner: int, outer: int, reasons: list[str]) -> list[str]:
    """Remove the files of a folder and move its folders to the outer one; return what these are called now."""
    moved: list[str] = []
    names: list[str] = []
    with _noting(reasons):
        names = os.listdir(inner)
    for name in names:
        with _noting(reasons):
            if not stat.S_ISDIR(os.stat(name, dir_fd=inner, follow_symlinks=False).st_mode):
                os.unlink(name, dir_fd=inner)
            elif inner == outer:
                moved.append(name)
            else:
                _permit(name, inner)  # who moves a folder writes into it, too: what '..' means there is changed
                new = f"removing-{os.urandom(8).hex()}"
                os.rename(name, new, src_dir_fd=inner, dst_dir_fd=outer)
                moved.append(new)
    return moved


def open_folder(name: str, within: int) -> int:
    """Open a folder in an open folder, also one that forbids it; raise OSError."""
    try:
        found = os.open(name, OPEN_FOLDER, dir_fd=within)
    except PermissionError:
        _permit(name, within)
        found = os.open(name, OPEN_FOLDER, dir_fd=within)
    with contextlib.suppress(OSError):
        os.fchmod(found, _ALL_MINE)
    return found


def _permit(name: str, within: int) -> None:
    """Permit ourselves everything in a folder that may not be opened; never in what a link leads to."""
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
    """Note why a step failed; what has vanished need not be removed."""
    try:
        yield
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        reasons.append(getattr(error, "strerror", None) or str(error))


def bytes_in(folder: int) -> int:
    """Return the sizes of all files below an open folder; what cannot be looked at counts nothing."""
    total = 0
    here, above = os.dup(folder), list[tuple[int, list[str]]]()
    try:
        size, names = _look(here)
        while True:
            total += size
            size = 0
            if names:
                below = _below(here, names.pop())
                if below is not None:
                    above.append((os.fstat(here).st_ino, names))
                    os.close(here)
                    here = below
                    size, names = _look(here)
            elif above:
                inode, names = above.pop()
                outer = os.open("..", OPEN_FOLDER, dir_fd=here)
                os.close(here)
                here = outer
                if os.fstat(here).st_ino != inode:  # somebody has moved it
                    return total
            else:
                return total
    except OSError:
        return total
    finally:
        os.close(here)


def _below(here: int, name: str) -> int | None:
    try:
        return os.open(name, OPEN_FOLDER, dir_fd=here)
    except OSError:  # unreadable, or just removed
        return None


def _look(folder: int) -> tuple[int, list[str]]:
    """Return the sizes of the files in an open folder, and the names of its folders."""
    size, folders = 0, []
    for name in os.listdir(folder):
        try:
            found = os.stat(name, dir_fd=folder, follow_symlinks=False)
        except OSError:  # just removed
            continue
        if stat.S_ISDIR(found.st_mode):
            folders.append(name)
        elif stat.S_ISREG(found.st_mode):
            size += found.st_size
    return size, folders
