"""Why two seats are not compatible: what a verdict and an argument say of the two."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reference_engines.clock.table import Table
    from reference_engines.history import History


def why_incompatible(history: History, table: Table, one: int, other: int) -> str:
    """Return why two seats, the bye's among them or not, may not be paired; empty if they may."""
    return "" if table.compatible[one, other] else refusal(history, table, one, other)


def refusal(history: History, table: Table, one: int, other: int) -> str:
    """Return the reason why two seats, the bye's among them or not, are not compatible."""
    if table.bye in (one, other):
        return _why_no_bye(history, table, one if other == table.bye else other)
    columns = [int(table.players.column[table.position[seat]]) for seat in (one, other)]
    for row in range(table.players.round_number - 1):
        if history.played[row, columns[0]] and history.opponent[row, columns[0]] == columns[1]:
            return f"they have played each other in round {row + 1}"
    if table.absolute[one] and table.absolute[one] == table.absolute[other]:
        colour = "White" if table.absolute[one] == 1 else "Black"
        return f"both have an absolute colour preference for {colour}"
    return "the organiser keeps them apart (CLOCK-FORBIDDEN)"


def _why_no_bye(history: History, table: Table, seat: int) -> str:
    column = int(table.players.column[table.position[seat]])
    rows = range(table.players.round_number - 1)
    row = next(row for row in rows if history.bye[row, column] or _got_points(history, row, column))
    if history.bye[row, column]:
        return f"there was one in round {row + 1} already"
    return f"there were points without a game in round {row + 1}"


def _got_points(history: History, row: int, column: int) -> bool:
    return bool(not history.played[row, column] and history.points[row, column] > 0)
