"""Folders of files that are made in memory, on disk or as archives; equal files make archives of equal bytes."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tournaments.atomic_files import write_atomically

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The date of every file: the earliest that the format can hold."""
_SCRIPT = ".sh"
_MODE, _MODE_OF_SCRIPT = 0o644, 0o755
_UNIX = 3
"""The system of the modes."""


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files, given by name, into a folder; raise OSError if a file cannot be written."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, content)
        if name.endswith(_SCRIPT):
            path.chmod(_MODE_OF_SCRIPT)


def pack_folder(name: str, files: Mapping[str, bytes]) -> bytes:
    """Return a folder as a ZIP archive; its files are given by name."""
    stream = io.BytesIO()
    with ZipFile(stream, "w") as archive:
        for file, content in sorted(files.items()):
            entry = ZipInfo(f"{name}/{file}", _EARLIEST)
            entry.compress_type, entry.create_system = ZIP_DEFLATED, _UNIX
            entry.external_attr = (_MODE_OF_SCRIPT if file.endswith(_SCRIPT) else _MODE) << 16
            archive.writestr(entry, content)
    return stream.getvalue()
