"""Gather the sources of the site in one folder: the pages of the repository, and the generated pages."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

from website.articles import article_page, chapter_page, load_chapters, page_name, read_tables
from website.commands import commands
from website.front import front_page
from website.gallery import gallery_page, write_pictures, write_reports
from website.made import (
    SCHEMAS,
    api_page,
    command_page,
    readings_page,
    schema_page,
    statuses_page,
    systems_page,
)
from website.pages import ARTICLES, COMMANDS, ROOT, find_missing_pages, find_unplaced_pages, names_of_pages, navigation

if TYPE_CHECKING:
    from pathlib import Path

_BESIDE = (
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CODE_OF_CONDUCT.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "conformance/ANSWERS.md",
    "conformance/CHANGELOG.md",
    "conformance/README.md",
)
_LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)")
"""To a file of the repository."""
_NAMED_BY_PATH = re.compile(r"\[(?:\.\./|docs/)?\w+\.md\](?=\()")
"""A link that shows the name of a file; on the site it shows the title of the page."""
_FRONT = re.compile(r"(\]\((?:\.\./)*)README\.md")


def stage(source: Path) -> bool:
    """Lay out everything that Sphinx reads; return whether there are pictures. ValueError if a page has no place."""
    if lost := [*find_unplaced_pages(), *find_missing_pages()]:
        raise ValueError(f"docs/website/pages.py does not say where these stand, or names what is not there: {lost}")
    (source / "docs").mkdir(parents=True)
    (source / "made").mkdir()
    for page in ("README.md", *_BESIDE, *(f"docs/{name}.md" for name in sorted(names_of_pages()))):
        _copy(page, source)
    for command in commands():
        _write(source / "commands" / f"{command}.md", command_page(command))
    chapters = _write_articles(source / "articles")
    _write(source / "made" / "readings.md", readings_page())
    _write(source / "made" / "systems.md", systems_page())
    _write(source / "made" / "statuses.md", statuses_page())
    _write(source / "made" / "api.md", api_page())
    for name, title in SCHEMAS.items():
        _copy_file(ROOT / f"checker/schemas/{name}.json", source)
        _write(source / "made" / f"{name}.md", schema_page(name, title))
    reports = source / "extra" / "gallery"
    reports.mkdir(parents=True)
    write_reports(reports)
    pictures = write_pictures(reports, source / "made" / "pictures")
    _write(source / "made" / "gallery.md", gallery_page(pictures=pictures))
    with (source / "index.md").open("a", encoding="utf-8") as front:
        front.write(_navigation(chapters))
    shutil.copytree(ROOT / "docs" / "website" / "_static", source / "_static")
    shutil.copy(ROOT / "docs" / "website" / "conf.py", source)
    return pictures


def _copy(page: str, source: Path) -> None:
    """Copy a page and the files that it links to, except pages; the README is the front page."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in _LINK.findall(text):
        file = (ROOT / page).parent / target
        if file.suffix != ".md" and file.is_file():
            _copy_file(file.resolve(), source)
    if page == "README.md":
        page, text = "index.md", front_page(text)
    _write(source / page, _FRONT.sub(r"\1index.md", _NAMED_BY_PATH.sub("[]", text)))


def _copy_file(file: Path, source: Path) -> None:
    copy = source / file.relative_to(ROOT)
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(file, copy)


def _write_articles(folder: Path) -> list[str]:
    """Write the pages of all articles; return the names of the chapters."""
    tables = read_tables()
    chapters = load_chapters()
    for chapter in chapters:
        _write(folder / f"{chapter.key}.md", chapter_page(chapter))
        for place, entry in enumerate(chapter.articles):
            page = folder / chapter.key / f"{page_name(entry.number)}.md"
            _write(page, article_page(chapter, place, tables))
    return [chapter.key for chapter in chapters]


def _navigation(chapters: list[str]) -> str:
    """Return the tables of contents that make the navigation, one for each part."""
    parts = navigation() | {
        ARTICLES: [f"articles/{chapter}" for chapter in chapters],
        COMMANDS: [f"commands/{command}" for command in commands()],
    }
    return "".join(
        "\n```{toctree}\n:hidden:\n:caption: " + part + "\n\n" + "\n".join(pages) + "\n```\n"
        for part, pages in parts.items()
    )


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
