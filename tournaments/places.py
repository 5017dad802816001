"""Where in the text something about a player or a team stands; nowhere, for events that were not read from a text."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

FIRST_CELL = 89
"""Column of the first round's cell, from 0."""
CELL_WIDTH = 10
OPPONENT_OFFSET = 2
"""Columns within a cell, from 0."""
COLOUR_OFFSET = 7
RESULT_OFFSET = 9
_FIRST_COLUMN = 5
"""Of what a record says."""

Place = tuple[int | None, int | None]
"""Line and column, from 1."""


def column_of(round_number: int, offset: int) -> int:
    """Return the column, from 1, of something in the cell of a round."""
    return FIRST_CELL + CELL_WIDTH * (round_number - 1) + offset + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """The lines of a text by player, team and record."""

    lines: Mapping[int, int] = field(default_factory=dict)
    """TPN to line, from 1."""
    teams: Mapping[int, int] = field(default_factory=dict)
    """Number of a team to the line of its record."""
    records: Mapping[Hashable, int] = field(default_factory=dict)
    """Record of the model (line-up, bye, forfeited match) to its line."""

    def of_row(self, tpn: int, column: int | None = None) -> Place:
        """Return the place of a column, from 1, in a player's row."""
        line = self.lines.get(tpn)
        return line, None if line is None else column

    def of_team(self, number: int) -> Place:
        """Return the place of a team's record."""
        line = self.teams.get(number)
        return line, None if line is None else _FIRST_COLUMN

    def of_record(self, record: Hashable) -> Place:
        """Return the place of a record that the model holds."""
        line = self.records.get(record)
        return line, None if line is None else _FIRST_COLUMN

    def of_entry(self, tpn: int, round_number: int, offset: int) -> Place:
        """Return the place of something in a player's entry for a round."""
        return self.of_row(tpn, column_of(round_number, offset))

    def mention(self, *tpns: int) -> str:
        """Return in which lines the players stand, in brackets after a blank; nothing if that is unknown."""
        lines = [str(self.lines[tpn]) for tpn in tpns if tpn in self.lines]
        if not lines:
            return ""
        return f" (line {lines[0]})" if len(lines) == 1 else f" (lines {' and '.join(lines)})"
