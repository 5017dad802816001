"""Tournament files in folders: a folder that a user names stands for the tournament files in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tournaments.problems import counted_noun
from tournaments.safe_text import escape_field

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

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
    return tuple(
        file for name in names for file in (_tournament_files(Path(name), note) if Path(name).is_dir() else (name,))
    )


def _tournament_files(folder: Path, note: Callable[[str], None]) -> tuple[str, ...]:
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
