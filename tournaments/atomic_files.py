"""
Atomic writing: a file is written completely or not at all.

The content goes to a file of the same folder with ``.part`` after its name, which is renamed when it is complete. If
the disk is full, the previous file stays, and no incomplete or empty file remains. A device, a pipe or any other file
that is not regular is written directly.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

PART_SUFFIX = ".part"
"""The end of the name of an incomplete file."""
_MAX_NAME_BYTES = 240
"""The length of the name before the suffix; file systems permit 255 bytes."""


class AtomicFile:
    """A file under construction, until `keep` or `discard` is called."""

    def __init__(self, path: Path) -> None:
        """Open the file under its temporary name; raise OSError if that is impossible."""
        before = _status(path)
        self._path = Path(os.path.realpath(path))
        self._part = None if _is_written_in_place(path, before) else part_path(self._path)
        self.stream: BinaryIO = path.open("wb") if self._part is None else _create(self._part)
        if self._part is not None and before is not None:
            _copy_owner_and_mode(self._part, before)

    def keep(self) -> None:
        """Finish and rename the file; if it cannot be written, remove it and raise OSError."""
        try:
            self.stream.close()
            if self._part is not None:
                self._part.replace(self._path)
        except OSError:
            self.discard()
            raise

    def discard(self) -> None:
        """Close and remove the file."""
        with suppress(OSError):
            self.stream.close()
        if self._part is not None:
            with suppress(OSError):
                self._part.unlink()


def part_path(path: Path) -> Path:
    """Return the temporary path of an incomplete file."""
    name = os.fsdecode(os.fsencode(path.name)[:_MAX_NAME_BYTES])
    return path.with_name(name + PART_SUFFIX)


@contextmanager
def open_atomically(path: Path) -> Iterator[BinaryIO]:
    """Write a file within the block; remove it if an exception ends the block."""
    file = AtomicFile(path)
    try:
        yield file.stream
    except BaseException:
        file.discard()
        raise
    file.keep()


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file completely or not at all; raise OSError if it cannot be written."""
    with open_atomically(path) as stream:
        stream.write(content)


def drop_incomplete_last_line(path: Path) -> None:
    """Remove the incomplete last line of a log; remove a log without a complete line."""
    with path.open("r+b") as stream:
        whole = stream.read().rfind(b"\n") + 1
        stream.truncate(whole)
    if not whole:
        path.unlink()


def _status(path: Path) -> os.stat_result | None:
    """Return the status of a file; None if the file does not exist."""
    try:
        return path.stat()
    except OSError:
        return None


def _is_written_in_place(path: Path, before: os.stat_result | None) -> bool:
    """
    Whether a file has to be written under its own name.

    The file is not a regular file, or is open already (``/dev/stdout``), or is writable in a folder that is not.
    """
    if before is None:
        return False
    is_open = path.absolute().is_relative_to("/dev") or path.absolute().is_relative_to("/proc")
    return is_open or not stat.S_ISREG(before.st_mode) or not os.access(os.path.realpath(path.parent), os.W_OK)


def _create(part: Path) -> BinaryIO:
    """Create a file, or empty a file that a killed process has left; do not follow symbolic links."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(part, flags, 0o666), "wb")


def _copy_owner_and_mode(part: Path, before: os.stat_result) -> None:
    """Copy owner and permissions from the replaced file, as far as that is allowed."""
    with suppress(OSError, AttributeError):
        os.chown(part, before.st_uid, before.st_gid)
    with suppress(OSError):
        part.chmod(stat.S_IMODE(before.st_mode))
