"""Where in a file the row of each player stands, or in an event of teams the record of each team."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.problems import ProblemLog
from tournaments.trf.sheet import sort_lines
from tournaments.trf.teams import team_lines
from tournaments.trf.text import decode, split_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

_NUMBER = slice(4, 8)
"""Columns 5 to 8 of a 001 record."""


def row_lines(data: bytes, *, of_teams: bool = False) -> Mapping[int, int]:
    """Return the lines of players' rows or teams' records by number; rows without a readable number are left out."""
    log = ProblemLog(source="")
    sheet = sort_lines(split_lines(decode(data, log), log), log)
    if of_teams:
        return team_lines(sheet)
    return {int(number): row.line for row in sheet.rows if (number := row.text[_NUMBER].strip()).isdecimal()}
