"""Tables: rows of words for pages and terminals, and CSV for spreadsheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tournaments.frozen import FrozenStruct
from tournaments.safe_text import escape_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

_FORMULA = tuple(
    "=+-@\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}"
)
"""The characters by which a spreadsheet knows a formula."""


class Table(FrozenStruct, frozen=True, kw_only=True):
    """Rows of words under a heading."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    members: tuple[tuple[tuple[int, str], ...], ...] = ()
    """Number and name of the players, or teams, of each row; empty where rows are of something else."""
    chosen: int | None = None
    """The number of the player, or team, whose row is right."""
    note: str = ""
    """Text below the rows."""

    def lines(self) -> Iterator[str]:
        """Yield the rows as lines of text with aligned columns, under the caption."""
        yield self.caption
        widths = [max(map(len, column)) for column in zip(*self.rows, strict=True)]
        for row in self.rows:
            cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True) if width)
            yield f"  {'  '.join(cells)}".rstrip()
        if self.note:
            yield f"  {self.note}"


def render_csv(frame: pd.DataFrame) -> str:
    """
    Return a table as CSV, without its index.

    A cell that a spreadsheet would take for a formula begins with an apostrophe; control characters, line ends and
    overrides of the direction of writing are escaped.
    """
    return frame.map(_escape_cell).to_csv(index=False, lineterminator="\r\n")


def _escape_cell(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    text = escape_line(value)
    return f"'{text}" if text.lstrip().startswith(_FORMULA) else text
