"""Tables for spreadsheets, as CSV."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tournaments.safe_text import escape_line

if TYPE_CHECKING:
    import pandas as pd

_FORMULA = tuple(
    "=+-@\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}"
)
"""The characters by which a spreadsheet knows a formula."""


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
