"""
Events in which a program failed, kept in a folder as files, to be asked first the next time.

Each program has a folder for each system, ``.pairproof/dutch-2026/mine-1a2b3c4d``. Files are named by their content and
asked in the order of their names, so that a folder means the same every time. The files may have been changed by other
people: a file that cannot be asked about is left out with a warning.
"""

from __future__ import annotations

import hashlib
import os
import re
from typing import TYPE_CHECKING

from checker.campaigns.chosen import ChosenError, SelectedEvent
from reference_engines.frame.results import UnsupportedEventError
from reference_engines.frame.systems import engine_for, paired_by
from tournaments.atomic_files import write_atomically
from tournaments.frozen import dataclass
from tournaments.regular_files import MEGABYTE, read_bytes, readable_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

FOLDER = ".pairproof"
MOST = 100
"""Events of a program that are asked about; of more, the first by name."""
_MOST_BYTES = 4 * MEGABYTE
_DIGITS = 16
_OURS = re.compile(rf"[0-9a-f]{{{_DIGITS}}}\.trf")
_ABOUT = (
    "Events in which a program failed, kept by 'pairproof campaign run', which asks about them first.\n"
    "Those that it gets right are removed. The whole folder can be deleted.\n"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptEvents:
    """The content of a folder."""

    folder: Path
    events: tuple[SelectedEvent, ...]
    """In the order of their names."""
    left_out: tuple[str, ...]
    """Files that cannot be asked about, a sentence each."""


def folder_of(root: Path, system: str, program: str, sought: Sequence[str] = ()) -> Path:
    """Return the folder for the events of a program, whatever its version; sought events have a folder of their own."""
    called = "\n".join((program, *sorted(sought)))
    readable = re.sub(r"[^a-z0-9]+", "-", called.lower()).strip("-")[:40]
    digest = hashlib.sha256(called.encode(errors="replace")).hexdigest()[:8]
    return root / system.replace("/", "-") / f"{readable}-{digest}".lstrip("-")


def read_kept(folder: Path, system: str) -> KeptEvents:
    """Read what is kept; whatever cannot be read, or asked about under the system, is named."""
    events, left_out = [], []
    try:
        paths = sorted(folder.glob("*.trf")) if folder.exists() else []
        if folder.exists() and not folder.is_dir():
            left_out.append(f"{folder} is not a folder")
    except OSError as error:
        return KeptEvents(folder=folder, events=(), left_out=(f"{folder}: {error.strerror or error}",))
    for path in paths[:MOST]:
        try:
            one = SelectedEvent(readable_name(path.name), read_bytes(path, _MOST_BYTES))
            engine_for(system).open(one.event(paired_by(system)))
        except (OSError, ChosenError, UnsupportedEventError, ValueError) as error:
            left_out.append(f"{readable_name(path)}: {getattr(error, 'strerror', None) or error}")
        else:
            events.append(one)
    if len(paths) > MOST:
        left_out.append(f"{folder}: {len(paths) - MOST} of {len(paths)} events, as {MOST} are asked about at most")
    return KeptEvents(folder=folder, events=tuple(events), left_out=tuple(left_out))


def keep(folder: Path, contents: Iterable[bytes]) -> None:
    """Keep events; one that is there already stays. Raise OSError if it cannot be written."""
    for content in contents:
        folder.mkdir(parents=True, exist_ok=True)
        _add(folder.parent.parent / "README.txt", _ABOUT.encode())
        _add(folder / f"{hashlib.sha256(content).hexdigest()[:_DIGITS]}.trf", content)


def _add(path: Path, content: bytes) -> None:
    """Write a file unless something has its name; a link there, even one that leads nowhere, is not followed."""
    if not os.path.lexists(path):
        write_atomically(path, content)


def drop(files: Iterable[Path]) -> None:
    """Remove kept events; files of other people stay. Raise OSError if a file cannot be removed."""
    for file in files:
        if _OURS.fullmatch(file.name):
            file.unlink(missing_ok=True)
