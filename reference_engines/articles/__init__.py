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

from msgspec import field

from tournaments.frozen import JsonStruct, Text

_FOLDER = Path(__file__).parent
_NUMBER = re.compile(r"(\d+)")


class Article(JsonStruct, frozen=True, kw_only=True):
    """An article of a regulation in words of our own."""

    number: Text
    """As the edition prints it: ``2.4.7``."""
    also: tuple[str, ...] = ()
    """Other numbers under which the code cites it: parts of it, or its number in another edition."""
    label: str = ""
    """``C12``; empty if the edition gives it none."""
    title: Text
    text: Text
    decides: bool = True
    """Whether it can decide a pairing; an article that only defines a word or describes the course cannot."""
    coverage_points: tuple[str, ...] = ()
    """Coverage points, besides its number and label, that put it to the test in the conformance suite."""

    @property
    def names(self) -> tuple[str, ...]:
        """Every number under which it is cited."""
        return (self.number, *self.also)


class ArticleFile(JsonStruct, frozen=True, kw_only=True):
    """The articles of an edition, or of a chapter that several systems share."""

    edition: str = ""
    """The edition as a title."""
    chapter: str = ""
    """The chapter of the handbook, if other editions cite these articles: ``C.04.3``."""
    link: str = ""
    """The page of the handbook; empty if the text is not there any more."""
    source: str = ""
    """Where the text stands instead."""
    general: tuple[str, ...] = ()
    """Files of the chapters that the edition rests on."""
    shares: str = field(name="from", default="")
    """The file whose articles the edition shares (``from``)."""
    without: tuple[str, ...] = ()
    """Numbers of that file that the edition does not have."""
    articles: tuple[Article, ...] = field(name="article", default=())


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
        raise ValueError(f"{path.name}: '{file.shares}' has no article '{min(unknown)}' to leave out")
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
    """Read a file of articles; raise ValueError if it is not TOML or an entry is not right."""
    from tournaments.toml_text import decode_file, table_lines  # noqa: PLC0415 - start-up time: few read an article

    file = decode_file(text, name, ArticleFile)
    lines: dict[str, int] = {}
    for entry, line in zip(file.articles, table_lines(text, "article"), strict=True):
        for number in entry.names:
            if number in lines:
                raise ValueError(f"{name}, line {line}: the article '{number}' stands in line {lines[number]}, too")
            lines[number] = line
    return file
