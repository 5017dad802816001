"""The files that a command line names: a directory stands for the tournament files in it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tournaments.problems import counted_noun
from tournaments.safe_text import escape_field

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_SUFFIXES = (".trf", ".trfx", ".trfb", ".trf16", ".trf26")
_SUFFIXES_OF_ANYTHING = (".txt", ".tab")
"""Files with these are taken if they have a record of a player."""
_NAMED = 3
"""Files left out that are named; the others are counted."""
_FOREWORD = 65536
"""Bytes of a file in which the first player is looked for."""


def expanded(names: Iterable[str]) -> tuple[str, ...]:
    """
    Put the tournament files of a directory, by name, in its place; what lies deeper is not looked for.

    Say on standard error how many there are and what was left out. A directory without any stays what it is: a file
    that cannot be read, of which whoever reads it says so.
    """
    return tuple(file for name in names for file in (_files_in(Path(name)) if Path(name).is_dir() else (name,)))


def _files_in(folder: Path) -> tuple[str, ...]:
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
    sys.stderr.write(f"pairproof: {folder}: {counted_noun(len(found), 'tournament file')}{_left_out(others)}\n")
    return tuple(map(str, found))


def _is_tournament(path: Path) -> bool:
    suffix = path.suffix.lower()
    if suffix not in _SUFFIXES + _SUFFIXES_OF_ANYTHING or not path.is_file():
        return False
    return suffix in _SUFFIXES or _has_players(path)


def _has_players(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            lines = stream.read(_FOREWORD).replace(b"\0", b"").splitlines()
    except OSError:
        return True  # whoever reads it says what is wrong
    return any(line.lstrip(b"\xef\xbb\xbf\xff\xfe").startswith(b"001 ") for line in lines)


def _left_out(names: Sequence[str]) -> str:
    if not names:
        return ""
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"; left out: {', '.join(map(escape_field, names[:_NAMED]))}{more}"
