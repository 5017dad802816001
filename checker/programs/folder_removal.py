"""
A folder of which nothing is known, measured and removed: however deep, unreadable or oddly named what it holds may be.

Nothing here recurses, raises, follows a link, or names a path of more than one part: each step starts from an open
folder. The way back is by ``..``, and is not taken if it leads elsewhere than where we came from.
"""

from __future__ import annotations

import contextlib
import os
import stat
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

OPEN_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_ALL_MINE = 0o700
_PATIENCE = 60.0
"""Seconds for one folder; a process that still writes into it must not keep us for ever."""


def empty_folder(folder: int) -> str:
    """Remove the content of an open folder; return the reason why some is left, empty if none is."""
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
