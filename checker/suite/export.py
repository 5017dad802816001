"""The archive of all suites, to be published by itself: the same files give the same bytes."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from checker.archives import pack_folder
from checker.programs.command import file_for
from checker.programs.description import Input
from checker.suite.questions import PACKAGE, RELEASE, load_suite, suites

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

    from tournaments.model import Dialect, Event

_NOT_PUBLISHED = ("__init__.py", "py.typed", "__pycache__")
"""Files that make the folder a part of a Python package."""


def write_twin(event: Event, dialect: Dialect) -> bytes:
    """Write the event of a question in another dialect; ProgramError if the dialect cannot hold it."""
    return file_for(event, Input(dialect=dialect, forbids_in_pairs=True))


def export_suites() -> bytes:
    """Return the archive, a ZIP file: the folder ``conformance``, and the twins of its questions."""
    return pack_folder(f"{PACKAGE}-{RELEASE}", dict((*_published(files(PACKAGE)), *_twins())))


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
