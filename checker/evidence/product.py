"""The hash of the installed product, since a version can be built in more than one way."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from reference_engines import _kernel

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

_ROOMS = ("tournaments", "standings", "reference_engines", "random_tournaments", "checker", "reports", "pairproof")
_SUFFIXES = (".py", ".json", ".toml", ".j2", ".css")


@cache
def product_sha256() -> str:
    """Return the hash of the names and contents of all files of Pairproof, and of its kernel."""
    found = hashlib.sha256()
    for room in _ROOMS:
        for name, content in sorted(_contents(files(room), room)):
            found.update(f"{name} {len(content)}\n".encode() + content)
    found.update(Path(_kernel.__file__).read_bytes())
    return found.hexdigest()


def _contents(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _contents(entry, f"{path}/{entry.name}")
        elif entry.name.endswith(_SUFFIXES):
            yield f"{path}/{entry.name}", entry.read_bytes()
