"""
The bytes and the names of tournament files, also of those in folders: regular files only, up to a limit.

A FIFO or a device may never end, and must not block a run. A file of gigabytes is not an event.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, TextIO

from tournaments.problems import counted_noun
from tournaments.safe_text import escape_field
from tournaments.suggestion import nearest

if TYPE_CHECKING:
    from pathlib import Path

MEGABYTE = 1024 * 1024
MAX_MEGABYTES = 64
MAX_BYTES = MAX_MEGABYTES * MEGABYTE
"""The largest known events take less than a tenth of this size."""
STANDARD_INPUT = "-"
"""Stands for standard input where a file is named."""
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
"""Without O_NONBLOCK, opening a FIFO without a writer would block."""
_SPECIAL_FILES = (
    (stat.S_ISFIFO, "it is a FIFO (a named pipe)"),
    (stat.S_ISSOCK, "it is a socket"),
    (stat.S_ISCHR, "it is a device"),
    (stat.S_ISBLK, "it is a device"),
)


def read_bytes(path: str | Path, max_bytes: int = MAX_BYTES) -> bytes:
    """
    Return the content of a regular file, without ever waiting for it; ``-`` stands for standard input.

    Raise OSError, with a reason in ``strerror``, if the file is missing, may not be read, is not a regular file, or
    holds more than ``max_bytes`` bytes. Raise ValueError for a name that is not a valid file name.
    """
    data = (
        _read_standard_input(sys.stdin, max_bytes + 1) if str(path) == STANDARD_INPUT else _read_file(path, max_bytes)
    )
    if data is None or len(data) > max_bytes:
        size = f"{max_bytes // MEGABYTE} MB" if max_bytes >= MEGABYTE else f"{max_bytes} bytes"
        raise OSError(errno.EFBIG, f"it is larger than {size}; --max-size permits more", str(path))
    return data


def suggest_file(path: str | Path) -> str:
    """Return ``; did you mean harbour_open.trf?`` for a missing file; empty if no file beside it has such a name."""
    from pathlib import Path  # noqa: PLC0415 - start-up time; most files are there

    path = Path(path)
    try:
        names = [] if path.exists() else [entry.name for entry in path.parent.iterdir()]
    except (OSError, ValueError):
        names = []
    meant = nearest(path.name, names)
    return f"; did you mean {readable_name(path.parent / meant)}?" if meant else ""


@lru_cache(maxsize=1)
def _read_standard_input(stream: TextIO | None, max_bytes: int) -> bytes:
    """Read standard input once; a command may ask for its file several times."""
    if stream is None:
        raise OSError(errno.EBADF, "standard input is closed", STANDARD_INPUT)
    return _read(stream.buffer.read, max_bytes)


def _read_file(path: str | Path, max_bytes: int) -> bytes | None:
    """Return the content of a regular file, or more than ``max_bytes`` of it; None if it says that it is larger."""
    try:
        descriptor = os.open(path, _FLAGS)
    except OSError:
        _require_regular(os.stat(path).st_mode, path)  # noqa: PTH116 - pathlib is not loaded; a socket cannot be opened
        raise
    try:
        status = os.fstat(descriptor)
        _require_regular(status.st_mode, path)
        return _read(partial(os.read, descriptor), max_bytes + 1) if status.st_size <= max_bytes else None
    finally:
        os.close(descriptor)


def _read(read: Callable[[int], bytes], max_bytes: int) -> bytes:
    """Read up to a number of bytes; a file may grow while it is read."""
    pieces = []
    while max_bytes > 0:
        piece = read(min(max_bytes, MEGABYTE))
        if not piece:
            break
        pieces.append(piece)
        max_bytes -= len(piece)
    return b"".join(pieces)


def _require_regular(mode: int, path: str | Path) -> None:
    if stat.S_ISREG(mode):
        return
    if stat.S_ISDIR(mode):
        from pathlib import Path  # noqa: PLC0415 - start-up time; most files are no folders

        raise IsADirectoryError(errno.EISDIR, _describe_folder(Path(path)), str(path))
    kind = next((text for is_kind, text in _SPECIAL_FILES if is_kind(mode)), "it is something else")
    raise OSError(errno.EINVAL, f"{kind}, not a regular file", str(path))


def _describe_folder(folder: Path) -> str:
    """Return why a folder is not read as a file, and what to do."""
    try:
        entries = [path for path in folder.iterdir() if not path.name.startswith(".")]
    except OSError:
        entries = []
    if any(map(_is_tournament, entries)):
        return "it is a folder; name the files in it"
    lack = "it is a folder without a tournament file" if entries else "it is an empty folder"
    return f"{lack}; files with the endings {', '.join(_SUFFIXES)} are looked for"


def normalise_path(path: str | Path) -> str:
    """Return a path as `pathlib` writes it; that module takes time to load, and most paths are written so."""
    text = os.fspath(path)
    if os.path.normpath(text) == text:
        return text
    from pathlib import Path  # noqa: PLC0415 - start-up time

    return str(Path(text))


def file_stem(path: str | Path) -> str:
    """Return the name of a file without its folder and its last suffix."""
    return os.path.splitext(os.path.basename(path))[0]  # noqa: PTH119, PTH122 - start-up time: pathlib is not loaded


def readable_name(path: str | Path) -> str:
    r"""Return the name of a file as text that any encoding can write; bytes that are not UTF-8 become ``\xff``."""
    name = str(path)
    if name.isascii():
        return name
    try:
        return os.fsencode(name).decode("utf-8", errors="backslashreplace")
    except UnicodeEncodeError:
        return name.encode("utf-8", errors="backslashreplace").decode("utf-8")


_SUFFIXES = (".trf", ".trfx", ".trfb", ".trf16", ".trf26")
_AMBIGUOUS_SUFFIXES = (".txt", ".tab")
"""A file with one of these is a tournament file if it has a record of a player."""
_MAX_REPORTED_NAMES = 3
"""Files left out that the note names; it counts the rest."""
_MAX_BYTES_BEFORE_PLAYERS = 65536
"""Bytes of a file in which the first player is looked for."""


def expand_folders(names: Iterable[str], note: Callable[[str], None]) -> tuple[str, ...]:
    """
    Replace each folder by its tournament files, sorted by name; folders inside it are not searched.

    ``note`` gets a sentence for each folder: the number of its files, and the files left out. A folder without a
    tournament file stays in the list, as a file that cannot be read.
    """
    return tuple(file for name in names for file in (_tournament_files(name, note) if _is_folder(name) else (name,)))


def _is_folder(name: str) -> bool:
    return os.path.isdir(name)  # noqa: PTH112 - start-up time: pathlib is loaded only for folders


def _tournament_files(name: str, note: Callable[[str], None]) -> tuple[str, ...]:
    from pathlib import Path  # noqa: PLC0415 - likewise

    folder = Path(name)
    try:
        entries = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError:
        return (str(folder),)
    found: list[Path] = []
    others: list[str] = []
    for path in entries:
        if _is_tournament(path):
            found.append(path)
        else:
            others.append(path.name)
    if not found:
        return (str(folder),)
    note(f"{folder}: {counted_noun(len(found), 'tournament file')}{_describe_left_out(others)}")
    return tuple(map(str, found))


def _is_tournament(path: Path) -> bool:
    suffix = path.suffix.lower()
    if suffix not in _SUFFIXES + _AMBIGUOUS_SUFFIXES or not path.is_file():
        return False
    return suffix in _SUFFIXES or _has_players(path)


def _has_players(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            lines = stream.read(_MAX_BYTES_BEFORE_PLAYERS).replace(b"\0", b"").splitlines()
    except OSError:
        return True  # the reader reports what is wrong
    return any(line.lstrip(b"\xef\xbb\xbf\xff\xfe").startswith(b"001 ") for line in lines)


def _describe_left_out(names: Sequence[str]) -> str:
    if not names:
        return ""
    more = f" and {len(names) - _MAX_REPORTED_NAMES} more" if len(names) > _MAX_REPORTED_NAMES else ""
    return f"; left out: {', '.join(map(escape_field, names[:_MAX_REPORTED_NAMES]))}{more}"
