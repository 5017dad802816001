"""Mend built pages for keyboards, screen readers and telephones where the theme falls short."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_INSTEAD = {
    '<noscript>\n<div class="admonition error">': '<h1>Search</h1>\n<noscript>\n<div class="admonition error">',
    '<p class="caption" role="heading">': '<p class="caption" role="heading" aria-level="2">',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="Site">',
    '<aside class="toc-drawer">': '<aside class="toc-drawer" aria-label="This page">',
    '<aside class="toc-drawer no-toc">': '<aside class="toc-drawer no-toc" aria-label="This page">',
    "<pre>": '<pre tabindex="0">',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
}
"""Headings say their level, parts of the page their names; what scrolls sideways can be reached by keyboard."""
_TABLE = re.compile(r'<table class="docutils(.*?)</table>', re.DOTALL)
_HEAD = re.compile(r'<th class="head[^>]*>(.*?)</th>', re.DOTALL)
_ROW = re.compile(r"<tr.*?</tr>", re.DOTALL)
_CELL = re.compile(r"<td\b")
_TAG = re.compile(r"<[^>]*>")
_MOST_COLUMNS = 3
"""Columns that a telephone shows side by side."""


def mend(site: Path) -> None:
    """Rewrite the pages that Sphinx wrote; reports in ``gallery`` are left as they are."""
    for page in site.rglob("*.html"):
        if page.parent.name != "gallery":
            text = page.read_text(encoding="utf-8")
            for before, after in _INSTEAD.items():
                text = text.replace(before, after)
            text = _TABLE.sub(lambda table: label_cells(table[0]), text)
            page.write_text(text, encoding="utf-8")


def label_cells(table: str) -> str:
    """Name the column in every cell of a table of many columns, whose rows a telephone shows one below the other."""
    heads = [_TAG.sub("", head).strip() for head in _HEAD.findall(table)]
    if len(heads) <= _MOST_COLUMNS:
        return table

    def label_row(row: re.Match[str]) -> str:
        left = iter(heads)
        return _CELL.sub(lambda _: f'<td data-head="{next(left, "")}"', row[0])

    return _ROW.sub(label_row, table).replace('class="docutils', 'class="many docutils', 1)
