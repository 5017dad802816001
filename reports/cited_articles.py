"""The articles that a sentence cites, with their texts: the fourth layer of an answer."""

from __future__ import annotations

import re

from reference_engines.articles import article, edition_articles
from tournaments.frozen import FrozenStruct

_CITATION = re.compile(r"\(([^()]*)\)")
_SEPARATORS = re.compile(r"[,;]")


class CitedArticle(FrozenStruct, frozen=True, kw_only=True):
    """An article in words of our own."""

    name: str
    """``2.4.7 (C12)``; the number alone if the edition gives it no label."""
    text: str


def cite_articles(text: str, system: str) -> tuple[CitedArticle, ...]:
    """Return the articles of a system's edition that a text cites in brackets, as in ``(C12, 2.4.7)``, each once."""
    names = (name.strip() for citation in _CITATION.findall(text) for name in _SEPARATORS.split(citation))
    found = dict.fromkeys(filter(None, (article(system, name) for name in names)))
    return tuple(
        CitedArticle(name=f"{one.number} ({one.label})" if one.label else one.number, text=one.text.strip())
        for one in found
    )


def handbook_link(system: str) -> str:
    """Return the page of an edition in the handbook; empty if there is none."""
    try:
        return edition_articles(system).link
    except KeyError:
        return ""
