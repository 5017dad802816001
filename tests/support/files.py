"""A small event as text, written down by hand, and ways to damage it in one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    Edit = Callable[[str], str]

HARBOUR_OPEN = """\
012 Harbour Open
022 Rotterdam
032 NED
042 2026/03/07
052 2026/03/08
062 5
072 4
082 0
092 Individual: Swiss-System
102 FA Okker, Olga
112
122 60 min + 15 s
132
142 4
152 W
192 FIDE_DUTCH_2026
001    1 wWIM Arends, Ada                       2301 NED     1010101 1994/02/03  2.0    1     3 w 1     2 b 1  0000 - Z
001    2 m    Bakker, Bram                      2250 NED     1010102 1981/00/00  1.0    3     4 b 1     1 w 0
001    3 m FM Claes, Cas                        2180 BEL     2020203 1975/11/30  0.5    4     1 b 0     5 b =
001    4 m    Dekker, Daan                      1999 NED             2001/00/00  0.0    5     2 w 0  0000 - Z
001    5      Evers, Eef                             NED                         1.5    2  0000 - U     3 w =
"""
"""
Two recorded rounds of four; player 1 is absent in the third.

Lines 17 to 21 are the players 1 to 5.
"""


def put(line: int, column: int, text: str) -> Edit:
    """Overwrite what stands at a line and column, both from 1."""

    def edit(file: str) -> str:
        lines = file.split("\n")
        row = lines[line - 1].ljust(column - 1)
        lines[line - 1] = row[: column - 1] + text + row[column - 1 + len(text) :]
        return "\n".join(lines)

    return edit


def insert(line: int, column: int, text: str) -> Edit:
    """Push what stands at a line and column to the right."""

    def edit(file: str) -> str:
        lines = file.split("\n")
        row = lines[line - 1]
        lines[line - 1] = row[: column - 1] + text + row[column - 1 :]
        return "\n".join(lines)

    return edit


def cut(line: int, column: int) -> Edit:
    """End a line before a column."""

    def edit(file: str) -> str:
        lines = file.split("\n")
        lines[line - 1] = lines[line - 1][: column - 1]
        return "\n".join(lines)

    return edit


def append(*records: str) -> Edit:
    """Add records at the end."""
    return lambda file: file + "".join(f"{record}\n" for record in records)


def first(*records: str) -> Edit:
    """Add records at the beginning."""
    return lambda file: "".join(f"{record}\n" for record in records) + file


def replace_line(line: int, text: str) -> Edit:
    """Put another text in the place of a line."""

    def edit(file: str) -> str:
        lines = file.split("\n")
        lines[line - 1] = text
        return "\n".join(lines)

    return edit


def drop(*numbers: int) -> Edit:
    """Leave lines out."""

    def edit(file: str) -> str:
        lines = file.split("\n")
        return "\n".join(line for number, line in enumerate(lines, start=1) if number not in numbers)

    return edit


def both(*edits: Edit) -> Edit:
    """Make several changes, one after the other."""

    def edit(file: str) -> str:
        for change in edits:
            file = change(file)
        return file

    return edit
