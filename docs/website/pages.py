"""Which page stands where; a page that is in no part is found by a test."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
PARTS = {
    "Tutorials": ("arbiters", "vendors", "ci"),
    "How-to": ("serve", "asking", "causes", "reduction", "campaigns", "endorse", "known", "generator", "committee"),
    "Reference": (
        "verdicts",
        "installing",
        "programs",
        "formats",
        "team_files",
        "conformance",
        "coverage",
        "misreadings",
    ),
    "Systems": (
        "dutch",
        "dutch_2013",
        "burstein",
        "dubov",
        "dubov_1997",
        "lim",
        "double_swiss",
        "team_swiss",
        "clock",
        "simple_swiss",
        "virtual_points",
        "standings",
    ),
    "Explanation": ("how_a_verdict_is_reached", "trust", "speed"),
    "Contributing": (),
}
"""Headings of the navigation, and the pages of ``docs`` under each, in the order in which they are read."""
MADE = {
    "Tutorials": ("made/gallery",),
    "Reference": (
        "made/systems",
        "made/statuses",
        "made/api",
        "made/record",
        "made/resident",
        "conformance/README",
        "conformance/ANSWERS",
        "conformance/CHANGELOG",
        "CHANGELOG",
    ),
    "Explanation": ("made/readings",),
    "Contributing": ("CONTRIBUTING", "ARCHITECTURE", "SECURITY", "CODE_OF_CONDUCT"),
}
"""Pages that follow in each part: made from the product, or from beside ``docs``."""
ARTICLES = "Articles"
"""The part before the commands: the articles of each edition."""
COMMANDS = "Commands"
"""The last part: the help of each command."""


def escape_markdown(text: str) -> str:
    """Escape a text for Markdown."""
    return "".join(f"\\{letter}" if letter in "\\*_[]<>`#|$" else letter for letter in text)


def names_of_pages() -> frozenset[str]:
    """Return the names of the pages in ``docs``, without suffix."""
    return frozenset(page.stem for page in (ROOT / "docs").glob("*.md"))


def find_unplaced_pages() -> list[str]:
    """Return the pages of ``docs`` that no part names."""
    return sorted(names_of_pages() - {page for pages in PARTS.values() for page in pages})


def find_missing_pages() -> list[str]:
    """Return the pages that a part names and that are not there."""
    return sorted({page for pages in PARTS.values() for page in pages} - names_of_pages())


def navigation() -> dict[str, list[str]]:
    """Return the parts, their pages as paths from the top of the site, without the commands."""
    return {part: [*(f"docs/{page}" for page in pages), *MADE.get(part, ())] for part, pages in PARTS.items()}
