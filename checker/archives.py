"""Archives that are the same, byte for byte, for the same files."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

if TYPE_CHECKING:
    from collections.abc import Mapping

_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The date of every file: the earliest that the format can hold."""
_MODE, _MODE_OF_SCRIPT = 0o644, 0o755
_UNIX = 3
"""The system of the modes."""


def pack_folder(name: str, files: Mapping[str, bytes]) -> bytes:
    """Return a folder as a ZIP archive; its files are given by name."""
    stream = io.BytesIO()
    with ZipFile(stream, "w") as archive:
        for file, content in sorted(files.items()):
            entry = ZipInfo(f"{name}/{file}", _EARLIEST)
            entry.compress_type, entry.create_system = ZIP_DEFLATED, _UNIX
            entry.external_attr = (_MODE_OF_SCRIPT if file.endswith(".sh") else _MODE) << 16
            archive.writestr(entry, content)
    return stream.getvalue()
