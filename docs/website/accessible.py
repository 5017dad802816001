"""Mend built pages for keyboards and screen readers where the theme falls short."""

from __future__ import annotations

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


def mend(site: Path) -> None:
    """Rewrite the pages that Sphinx wrote; reports in ``gallery`` are left as they are."""
    for page in site.rglob("*.html"):
        if page.parent.name != "gallery":
            text = page.read_text(encoding="utf-8")
            for before, after in _INSTEAD.items():
                text = text.replace(before, after)
            page.write_text(text, encoding="utf-8")
