"""The archive of all suites, to be published by itself: the same files give the same bytes."""

from __future__ import annotations

import io
from importlib.resources import files
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from checker.programs.command import file_for
from checker.programs.description import Input
from checker.suite.questions import PACKAGE, RELEASE, load_suite, suites

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

    from tournaments.model import Dialect, Event

_NOT_PUBLISHED = ("__init__.py", "py.typed", "__pycache__")
"""Files that make the folder a part of a Python package."""
_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The date of every file, as the format knows none before."""
_FILE_MODE = 0o644 << 16


def write_twin(event: Event, dialect: Dialect) -> bytes:
    """Write the event of a question in another dialect; ProgramError if the dialect cannot hold it."""
    return file_for(event, Input(dialect=dialect, forbids_in_pairs=True))


def export_suites() -> bytes:
    """Return the archive, a ZIP file: the folder ``conformance``, and the twins of its questions."""
    stream = io.BytesIO()
    with ZipFile(stream, "w") as archive:
        for name, content in sorted((*_published(files(PACKAGE)), *_twins())):
            entry = ZipInfo(f"{PACKAGE}-{RELEASE}/{name}", date_time=_EARLIEST)
            entry.compress_type, entry.external_attr = ZIP_DEFLATED, _FILE_MODE
            archive.writestr(entry, content)
    return stream.getvalue()


def _published(folder: Traversable, path: str = "") -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.name in _NOT_PUBLISHED:
            continue
        if entry.is_dir():
            yield from _published(entry, f"{path}{entry.name}/")
        else:
            yield f"{path}{entry.name}", entry.read_bytes()


def _twins() -> Iterator[tuple[str, bytes]]:
    for system in suites():
        suite = load_suite(system)
        for question in suite.questions:
            for dialect in question.twins:
                yield f"{system}/{dialect.value}/{question.file}", write_twin(suite.event(question), dialect)
