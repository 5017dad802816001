"""The tables that the pages in ``docs`` take from the register of readings, each between two comments."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from pairproof.readings import chosen, markdown

if TYPE_CHECKING:
    from reference_engines.readings import Reading

DOCS = Path(__file__).parents[2] / "docs"
_TABLE = re.compile(
    r"(?P<begin><!-- pairproof readings --markdown(?P<names>[^>]*) -->\n)(?P<table>.*?)(?=<!-- end -->)", re.DOTALL
)


def pages_with_tables() -> list[Path]:
    """Return the pages that hold a table of readings."""
    return [page for page in sorted(DOCS.glob("*.md")) if _TABLE.search(page.read_text("utf-8"))]


def refreshed(text: str) -> str:
    """Return a page with every table made anew from the command that stands before it."""
    return _TABLE.sub(lambda found: found["begin"] + _table(found["names"]), text)


def entries_of(text: str) -> list[Reading]:
    """Return the entries of which a page has a table."""
    return [entry for found in _TABLE.finditer(text) for entry in chosen(found["names"].split())]


def _table(names: str) -> str:
    return "\n".join(("", *markdown(chosen(names.split())), "", ""))
