"""
Files that are written whole or not at all.

A file is written under another name in the same folder, its own with ``.part`` behind it, and renamed when it is whole.
A disk that is full then leaves what was there before, and nothing that is cut or empty. What is not a regular file (a
device, a pipe) is written as it is.
"""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

PART = ".part"
"""Behind the name of a file that is not yet whole."""
_MOST_NAME_BYTES = 240
"""Of the name before that: file systems take 255."""


class WholeFile:
    """A file that is being written; `keep` or `discard` ends it."""

    def __init__(self, path: Path) -> None:
        """Open it under its other name; OSError if that is impossible."""
        before = _status(path)
        self._path = Path(os.path.realpath(path))
        self._part = None if _is_written_in_place(path, before) else part_of(self._path)
        self.stream: BinaryIO = path.open("wb") if self._part is None else _created(self._part)
        if self._part is not None and before is not None:
            _take_over(self._part, before)

    def keep(self) -> None:
        """Finish the file and give it its name; OSError if it could not be written, and then nothing is left of it."""
        try:
            self.stream.close()
            if self._part is not None:
                self._part.replace(self._path)
        except OSError:
            self.discard()
            raise

    def discard(self) -> None:
        """Leave nothing of the file."""
        with suppress(OSError):
            self.stream.close()
        if self._part is not None:
            with suppress(OSError):
                self._part.unlink()


def part_of(path: Path) -> Path:
    """Return the name that a file has as long as it is not whole."""
    name = os.fsdecode(os.fsencode(path.name)[:_MOST_NAME_BYTES])
    return path.with_name(name + PART)


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Write a file within the block; whatever ends the block otherwise leaves nothing of it."""
    file = WholeFile(path)
    try:
        yield file.stream
    except BaseException:
        file.discard()
        raise
    file.keep()


def write_whole(path: Path, content: bytes) -> None:
    """Write a file whole or not at all; OSError if it cannot be written."""
    with whole_file(path) as stream:
        stream.write(content)


def drop_last_line_if_cut(path: Path) -> None:
    """Take away what a full disk has left of the last line of a log; remove a log without a whole line."""
    with path.open("r+b") as stream:
        whole = stream.read().rfind(b"\n") + 1
        stream.truncate(whole)
    if not whole:
        path.unlink()


def _status(path: Path) -> os.stat_result | None:
    """Return what is known of a file; None if there is none."""
    try:
        return path.stat()
    except OSError:
        return None


def _is_written_in_place(path: Path, before: os.stat_result | None) -> bool:
    """
    Whether a file has to be written under its own name.

    It is not a regular file, or it is open already (``/dev/stdout``), or it is ours to write in a folder that is not.
    """
    if before is None:
        return False
    is_open = path.absolute().is_relative_to("/dev") or path.absolute().is_relative_to("/proc")
    return is_open or not stat.S_ISREG(before.st_mode) or not os.access(os.path.realpath(path.parent), os.W_OK)


def _created(part: Path) -> BinaryIO:
    """Create a file, or empty what a killed process has left of it; a link of somebody else is not followed."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(part, flags, 0o666), "wb")


def _take_over(part: Path, before: os.stat_result) -> None:
    """Give a file the owner and the permissions of the one that it replaces, as far as that is allowed."""
    with suppress(OSError, AttributeError):
        os.chown(part, before.st_uid, before.st_gid)
    with suppress(OSError):
        part.chmod(stat.S_IMODE(before.st_mode))
