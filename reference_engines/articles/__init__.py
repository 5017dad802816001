"""
The articles of every edition in words of our own, which an arbiter can read aloud.

A TOML file of this folder holds the articles of an edition, or of a chapter that several systems share (``basic-2026``:
the basic rules, C.04.1). A verdict cites an article by its number or label; `article` returns its text. An edition that
is another one with few differences names that edition (``from``) and states only its own articles.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

_FOLDER = Path(__file__).parent
_NUMBER = re.compile(r"(\d+)")
_TABLE = re.compile(r"^\[\[article\]\]", re.MULTILINE)


class ArticleFileError(ValueError):
    """A file of articles that cannot be used; the message names the file, the line and the mistake."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """An article of a regulation in words of our own."""

    number: str
    """As the edition prints it: ``2.4.7``."""
    also: tuple[str, ...] = ()
    """Other numbers under which the code cites it: parts of it, or its number in another edition."""
    label: str = ""
    """``C12``; empty if the edition gives it none."""
    title: str
    text: str
    decides: bool = True
    """Whether it can decide a pairing; an article that only defines a word or describes the course cannot."""
    coverage_points: tuple[str, ...] = ()
    """Coverage points, besides its number and label, that put it to the test in the conformance suite."""

    @property
    def names(self) -> tuple[str, ...]:
        """Every number under which it is cited."""
        return (self.number, *self.also)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArticleFile:
    """The articles of an edition, or of a chapter that several systems share."""

    edition: str
    """The edition as a title."""
    chapter: str = ""
    """The chapter of the handbook, if other editions cite these articles: ``C.04.3``."""
    link: str = ""
    """The page of the handbook; empty if the text is not there any more."""
    source: str = ""
    """Where the text stands instead."""
    general: tuple[str, ...] = ()
    """Files of the chapters that the edition rests on."""
    shares: str = ""
    """The file whose articles the edition shares (``from``)."""
    without: tuple[str, ...] = ()
    """Numbers of that file that the edition does not have."""
    articles: tuple[Article, ...] = ()


def article(edition_key: str, number: str) -> Article | None:
    """
    Return the article that a verdict under an edition cites, by number or label; None if there is no such article.

    Articles of the chapters that the edition rests on are cited with their chapter: ``C.04.1:3``.
    """
    name = _file_name(edition_key)
    return _index(name).get(number) if (_FOLDER / f"{name}.toml").is_file() else None


def articles(edition_key: str) -> tuple[Article, ...]:
    """Return the articles of an edition in its order."""
    return edition_articles(edition_key).articles


def edition_articles(edition_key: str) -> ArticleFile:
    """Return the articles of an edition with their source; KeyError if there is no such edition."""
    return article_file(_file_name(edition_key))


def _file_name(edition_key: str) -> str:
    """Return the file of an edition; its options and its literal twin share it (``lim-2026/maxi``)."""
    return edition_key.partition("/")[0]


@cache
def article_file(name: str) -> ArticleFile:
    """Return a file with the articles that it shares with another one; KeyError if there is no such file."""
    path = _FOLDER / f"{name}.toml"
    if not path.is_file():
        raise KeyError(name)
    file = read_articles(path.read_text("utf-8"), path.name)
    if not file.shares:
        return file
    shared = article_file(file.shares)
    unknown = set(file.without) - {entry.number for entry in shared.articles}
    if unknown:
        raise ArticleFileError(f"{path.name}: '{file.shares}' has no article '{min(unknown)}' to leave out")
    replaced = {*file.without, *(entry.number for entry in file.articles)}
    kept = (entry for entry in shared.articles if entry.number not in replaced)
    return replace(
        file,
        chapter=file.chapter or shared.chapter,
        general=file.general or shared.general,
        articles=tuple(sorted((*kept, *file.articles), key=_place_in_order)),
    )


def _place_in_order(entry: Article) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in _NUMBER.split(entry.number)]


@cache
def _index(name: str) -> dict[str, Article]:
    """Return the articles by everything that may stand for them; the edition's own come before those of chapters."""
    file = article_file(name)
    index: dict[str, Article] = {}
    for chapter in (*map(article_file, file.general), file):
        prefix = f"{chapter.chapter}:" if chapter.chapter else ""
        index |= {f"{prefix}{number}": entry for entry in chapter.articles for number in entry.names}
    index |= {entry.label: entry for entry in file.articles if entry.label}
    return index | {number: entry for entry in file.articles for number in entry.names}


def read_articles(text: str, name: str) -> ArticleFile:
    """Read a file of articles; raise ArticleFileError if it is not TOML or an entry is not right."""
    import tomllib  # noqa: PLC0415 - start-up time: a check without texts reads no article

    try:
        file = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ArticleFileError(f"{name}: {error}") from error
    tables = file.pop("article", [])
    lines = [text.count("\n", 0, match.start()) + 1 for match in _TABLE.finditer(text)]
    entries = tuple(_read_entry(table, f"{name}, line {line}") for table, line in zip(tables, lines, strict=True))
    lines_by_number: dict[str, int] = {}
    for entry, line in zip(entries, lines, strict=True):
        for number in entry.names:
            if number in lines_by_number:
                before = lines_by_number[number]
                raise ArticleFileError(f"{name}, line {line}: the article '{number}' stands in line {before}, too")
            lines_by_number[number] = line
    _check_keys(file, _FILE_KEYS, name)
    texts: dict[str, Any] = {key: file.get(key, "") for key in _FILE_TEXTS}
    lists: dict[str, Any] = {key: tuple(file.get(key, ())) for key in _FILE_LISTS}
    return ArticleFile(**texts, **lists, shares=file.get("from", ""), articles=entries)


_FILE_TEXTS = ("edition", "chapter", "link", "source")
_FILE_LISTS = ("general", "without")
_FILE_KEYS = {**dict.fromkeys((*_FILE_TEXTS, "from"), str), **dict.fromkeys(_FILE_LISTS, list)}
_REQUIRED = ("number", "title", "text")
_ENTRY_LISTS = ("also", "coverage_points")
_ENTRY_KEYS = {**dict.fromkeys((*_REQUIRED, "label"), str), **dict.fromkeys(_ENTRY_LISTS, list), "decides": bool}


def _read_entry(table: Mapping[str, Any], place: str) -> Article:
    _check_keys(table, _ENTRY_KEYS, place)
    for key in _REQUIRED:
        if not table.get(key, "").strip():
            raise ArticleFileError(f"{place}: the text '{key}' is missing")
    return Article(**dict(table) | {key: tuple(table.get(key, ())) for key in _ENTRY_LISTS})


def _check_keys(table: Mapping[str, Any], known: Mapping[str, type], place: str) -> None:
    for key, value in table.items():
        if key not in known:
            raise ArticleFileError(f"{place}: unknown key '{key}'; the keys are {', '.join(sorted(known))}")
        if not isinstance(value, known[key]):
            raise ArticleFileError(f"{place}: the value of '{key}' is not of type {known[key].__name__}")
