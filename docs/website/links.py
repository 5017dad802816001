"""Links of a built site: every file and anchor must exist, and no file may come from a network."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_LOADING = {("img", "src"), ("script", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}
_LOADED_BY_STYLE = re.compile(r"(?:@import\s+|url\(\s*)[\"']?((?:https?:)?//[^\"')\s]+)")


class _Page(HTMLParser):
    """Collects what a page links to, loads and can be linked to by."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = {"", "top"}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.add(value)
            if (tag, name) in _LOADING and value:
                self.loaded.append(value)
            elif (tag, name) == ("a", "href") and value:
                self.links.append(value)


def faults(site: Path) -> Iterator[str]:
    """Yield the faults of the pages and styles of a folder."""
    pages = {file.resolve(): _Page(file.read_text(encoding="utf-8")) for file in site.rglob("*.html")}
    for file, page in pages.items():
        where = file.relative_to(site.resolve())
        for address in (*page.links, *page.loaded):
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                if address in page.loaded and parts.scheme != "data":
                    yield f"{where} loads {address}"
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if not target.is_file():
                yield f"{where} links to {address}, which is not there"
            elif target in pages and unquote(parts.fragment) not in pages[target].anchors:
                yield f"{where} links to {address}, and there is no such place"
    for style in site.rglob("*.css"):
        for address in _LOADED_BY_STYLE.findall(style.read_text(encoding="utf-8")):
            yield f"{style.relative_to(site)} loads {address}"


_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_PAGE_LINK = re.compile(r"\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]+))?\)")
"""A link of Markdown to a file, to a place in it, or to a place in the same page."""


def page_faults(pages: Iterable[Path]) -> Iterator[str]:
    """Yield the links of Markdown pages, as they stand in the repository, that lead nowhere."""
    for page in pages:
        for name, place in _PAGE_LINK.findall(_FENCED.sub("", page.read_text("utf-8"))):
            target = (page.parent / unquote(name)).resolve() if name else page
            if not target.exists():
                yield f"{page.name} links to {name}, which is not there"
            elif place and place not in _find_places(target):
                yield f"{page.name} links to {name}#{place}, and there is no such heading"


def _find_places(page: Path) -> set[str]:
    """Return the anchors that headings have on GitHub."""
    headings = _HEADING.findall(_FENCED.sub("", page.read_text("utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
