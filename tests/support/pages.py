"""The tables that the pages in ``docs`` take from readings, misreadings and suites, each between two comments."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from support.conformance import sizes, twins

from pairproof.cli.readings import markdown_table, select_entries
from reference_engines.dutch.editions import DUTCH_2017, DUTCH_2026
from reference_engines.misreadings.dutch import EQUIVALENT, misreadings_of_kind

if TYPE_CHECKING:
    from reference_engines.frame.variants import Misreading
    from tournaments.readings import Reading

DOCS = Path(__file__).parents[2] / "docs"
SUITES_PAGE = DOCS.parent / "conformance" / "README.md"
_TABLE = re.compile(
    r"(?P<begin><!-- pairproof readings --table(?P<names>[^>]*) -->\n)(?P<table>.*?)(?=<!-- end -->)", re.DOTALL
)


_MISREADINGS = re.compile(
    r"(?P<begin><!-- misreadings: (?P<kind>[^>]*) -->\n)(?P<table>.*?)(?=<!-- end -->)", re.DOTALL
)


_WITHOUT_EFFECT = re.compile(
    r"(?P<begin><!-- misreadings without effect -->\n)(?P<table>.*?)(?=<!-- end -->)", re.DOTALL
)


_TWINS = re.compile(r"(?P<begin><!-- twins -->\n)(?P<table>.*?)(?=<!-- end -->)", re.DOTALL)
_SUITES = re.compile(r"(?P<begin><!-- suites -->\n)(?P<table>.*?)(?=<!-- end -->)", re.DOTALL)


def pages_with_tables() -> list[Path]:
    """Return the pages that hold a table of readings."""
    return [page for page in sorted(DOCS.glob("*.md")) if _TABLE.search(page.read_text("utf-8"))]


def refreshed(text: str) -> str:
    """Return a page with every table made anew from what stands before it."""
    with_readings = _TABLE.sub(lambda found: found["begin"] + _table(found["names"]), text)
    with_misreadings = _MISREADINGS.sub(lambda found: found["begin"] + _altered(found["kind"]), with_readings)
    with_what_has_none = _WITHOUT_EFFECT.sub(
        lambda found: found["begin"] + _list_equivalent_misreadings(), with_misreadings
    )
    with_suites = _SUITES.sub(
        lambda found: found["begin"] + "\n".join(("", *sizes.table(), "", "")), with_what_has_none
    )
    return _TWINS.sub(lambda found: found["begin"] + "\n".join(("", *twins.table(), "", "")), with_suites)


def entries_of(text: str) -> list[Reading]:
    """Return the entries of which a page has a table."""
    return [entry for found in _TABLE.finditer(text) for entry in select_entries(found["names"].split())]


def _table(names: str) -> str:
    return "\n".join(("", *markdown_table(select_entries(names.split())), "", ""))


def kinds_of(text: str) -> list[str]:
    """Return the kinds of misreadings of which a page has a table."""
    return [found["kind"] for found in _MISREADINGS.finditer(text)]


def _altered(kind: str) -> str:
    """Return the misreadings of a kind, worded for the newest edition that has them."""
    newest, oldest = (
        {one.identifier: one for one in misreadings_of_kind(text, kind)} for text in (DUTCH_2026, DUTCH_2017)
    )
    rows = [
        f"| `{identifier}` | {one.sentence} | {_article(newest, identifier)} | {_article(oldest, identifier)} |"
        for identifier, one in {**newest, **{name: one for name, one in oldest.items() if name not in newest}}.items()
    ]
    return "\n".join(("", "| identifier | as if | 2026 | 2017 |", "|---|---|---|---|", *rows, "", ""))


def _list_equivalent_misreadings() -> str:
    rows = (
        f"| `{identifier}` | `{edition}` | {why} |"
        for edition, reasons in EQUIVALENT.items()
        for identifier, why in reasons.items()
    )
    return "\n".join(("", "| identifier | edition | why |", "|---|---|---|", *rows, "", ""))


def _article(edition: dict[str, Misreading], identifier: str) -> str:
    return edition[identifier].article if identifier in edition else ""
