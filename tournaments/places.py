"""Places of players, teams and records in a text; unknown for events that were not read from a text."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from msgspec import field

from tournaments.frozen import FrozenStruct

FIRST_CELL = 89
"""Column of the first round's cell, from 0."""
CELL_WIDTH = 10
OPPONENT_OFFSET = 2
"""Columns within a cell, from 0."""
COLOUR_OFFSET = 7
RESULT_OFFSET = 9
_FIRST_COLUMN = 5
"""The first column after the code of a record."""

Place = tuple[int | None, int | None]
"""Line and column, from 1."""


def entry_column(round_number: int, offset: int) -> int:
    """Return the column, from 1, at an offset in the cell of a round."""
    return FIRST_CELL + CELL_WIDTH * (round_number - 1) + offset + 1


class Places(FrozenStruct, frozen=True, kw_only=True):
    """The lines of a text, by player, by team and by record."""

    lines: Mapping[int, int] = field(default_factory=dict)
    """TPN of a player to the line of the player's row, from 1."""
    teams: Mapping[int, int] = field(default_factory=dict)
    """Number of a team to the line of its record."""
    records: Mapping[Hashable, int] = field(default_factory=dict)
    """Record of the model (line-up, bye, forfeited match) to its line."""

    def row_place(self, tpn: int, column: int | None = None) -> Place:
        """Return the place of a column, from 1, in a player's row."""
        line = self.lines.get(tpn)
        return line, None if line is None else column

    def team_place(self, number: int) -> Place:
        """Return the place of a team's record."""
        line = self.teams.get(number)
        return line, None if line is None else _FIRST_COLUMN

    def record_place(self, record: Hashable) -> Place:
        """Return the place of a record that the model holds."""
        line = self.records.get(record)
        return line, None if line is None else _FIRST_COLUMN

    def entry_place(self, tpn: int, round_number: int, offset: int) -> Place:
        """Return the place of a column in a player's entry for a round."""
        return self.row_place(tpn, entry_column(round_number, offset))

    def mention(self, *tpns: int) -> str:
        """Return the lines of players' rows in brackets after a blank; empty if the lines are unknown."""
        lines = [str(self.lines[tpn]) for tpn in tpns if tpn in self.lines]
        if not lines:
            return ""
        return f" (line {lines[0]})" if len(lines) == 1 else f" (lines {' and '.join(lines)})"
