"""
Tournament files as bytes: regular files only, up to a limit, and what they are called.

A FIFO never ends, a device may not either, and neither may hold up a run; a file of gigabytes is not an event.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

MEGABYTE = 1024 * 1024
MOST_MEGABYTES = 64
MOST_BYTES = MOST_MEGABYTES * MEGABYTE
"""The largest events that there are take less than a tenth of it."""
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
"""A FIFO that nobody writes to would hold up its opening; O_NONBLOCK does not."""
_KINDS = (
    (stat.S_ISFIFO, "it is a FIFO (a named pipe)"),
    (stat.S_ISSOCK, "it is a socket"),
    (stat.S_ISCHR, "it is a device"),
    (stat.S_ISBLK, "it is a device"),
)


def read_bytes(path: str | Path, most: int = MOST_BYTES) -> bytes:
    """
    Return what a regular file holds, without ever waiting for it.

    Raise OSError, with a reason in ``strerror``, for what is not there or may not be read, is not a regular file, or
    holds more than ``most`` bytes; ValueError for a name that cannot be one.
    """
    try:
        descriptor = os.open(path, _FLAGS)
    except OSError:
        _require_regular(Path(path).stat().st_mode, path)  # sockets cannot be opened at all
        raise
    try:
        found = os.fstat(descriptor)
        _require_regular(found.st_mode, path)
        data = _read(descriptor, most + 1) if found.st_size <= most else None
    finally:
        os.close(descriptor)
    if data is None or len(data) > most:
        size = f"{most // MEGABYTE} MB" if most >= MEGABYTE else f"{most} bytes"
        raise OSError(errno.EFBIG, f"it is larger than {size}; --max-size permits more", str(path))
    return data


def _read(descriptor: int, most: int) -> bytes:
    """Read up to a number of bytes; a file may grow while it is read."""
    pieces = []
    while most > 0:
        piece = os.read(descriptor, min(most, MEGABYTE))
        if not piece:
            break
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)


def _require_regular(mode: int, path: str | Path) -> None:
    if stat.S_ISREG(mode):
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder; name the files in it", str(path))
    kind = next((said for is_kind, said in _KINDS if is_kind(mode)), "it is something else")
    raise OSError(errno.EINVAL, f"{kind}, not a regular file", str(path))


def readable_name(path: str | Path) -> str:
    r"""Return the name of a file as text that can be written anywhere: bytes that are not UTF-8 as ``\xff``."""
    name = str(path)
    if name.isascii():
        return name
    try:
        return os.fsencode(name).decode("utf-8", errors="backslashreplace")
    except UnicodeEncodeError:
        return name.encode("utf-8", errors="backslashreplace").decode("utf-8")
