"""The articles that a sentence cites, with their texts: the fourth layer of an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reference_engines.articles import Article, article, edition_articles
from tournaments.frozen import FrozenStruct

_CITATION = re.compile(r"\(((?:[^()]|\([^()]*\))*)\)")
"""A text in brackets, with the brackets in it: ``(Appendix B (difference))``."""
_SEPARATORS = (re.compile(r"[,;]"), re.compile(r" and "))
_CHAPTER = re.compile(r"(C\.0[\d.]*\d):")
_LABEL = re.compile(r"[A-Z]\d+")


class CitedArticle(FrozenStruct, frozen=True, kw_only=True):
    """An article in words of our own."""

    name: str
    """``2.4.7 (C12)``; the number alone if the edition gives it no label."""
    text: str


def cite_articles(text: str, system: str) -> tuple[CitedArticle, ...]:
    """Return the articles of a system's edition that a text cites in brackets, as in ``(C12, 2.4.7)``, each once."""
    found: dict[Article, str] = {}
    for citation in _CITATION.findall(text):
        for name in _split_citation(citation, system):
            cited = article(system, name)
            if cited is not None:
                found.setdefault(cited, name)
    return tuple(_with_chapter(cited, name) for cited, name in found.items())


def _with_chapter(cited: Article, name: str) -> CitedArticle:
    """Return an article as cited under a name, with the chapter of the name or its own: ``C.04.3:2.4.1 (C6)``."""
    chapter = _CHAPTER.match(name)
    has_chapter = cited.number.startswith("C.")
    number = f"{chapter[1]}:{cited.number}" if chapter and not has_chapter else cited.number
    return CitedArticle(name=f"{number} ({cited.label})" if cited.label else number, text=cited.text.strip())


def _split_citation(citation: str, system: str, level: int = 0) -> Iterator[str]:
    """
    Yield the names of articles in a citation: ``C12`` and ``2.4.7``, ``5.2.1 and 5.2.4``, ``C.04.1, bye``.

    In ``C6, C.04.3:2.4.1`` the label is that of the other chapter.
    """
    if level == len(_SEPARATORS) or article(system, citation) is not None:
        yield citation
        return
    parts = [part.strip() for part in _SEPARATORS[level].split(citation)]
    for part, following in zip(parts, [*parts[1:], ""], strict=True):
        if not (_LABEL.fullmatch(part) and _CHAPTER.match(following)):
            yield from _split_citation(part, system, level + 1)


def handbook_link(system: str) -> str:
    """Return the page of an edition in the handbook; empty if there is none."""
    try:
        return edition_articles(system).link
    except KeyError:
        return ""
