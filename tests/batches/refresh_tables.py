"""
Write the tables of readings, misreadings and suites anew, in ``docs`` and beside the suites.

PYTHONPATH=tests python -m batches.refresh_tables
"""

from __future__ import annotations

import sys

from support.pages import DOCS, SUITES_PAGE, refreshed


def main() -> None:
    """Write each page of which a table has changed, and name it."""
    for page in (*sorted(DOCS.glob("*.md")), SUITES_PAGE):
        text = page.read_text("utf-8")
        if (new := refreshed(text)) != text:
            page.write_text(new, "utf-8")
            sys.stdout.write(f"{page.name}\n")


if __name__ == "__main__":
    main()
