"""The articles that a sentence cites, with their texts: the fourth layer of an answer."""

from __future__ import annotations

import re

from reference_engines.articles import article, edition_articles
from tournaments.frozen import FrozenStruct

_CITATION = re.compile(r"\(([^()]*)\)")
_SEPARATORS = re.compile(r"[,;]")
_CHAPTER = re.compile(r"\s*(C\.0[\d.]*\d)\s*:\s*")
_OF_A_SYSTEM = re.compile(r"C\.04\.[3-6]")
"""Chapters that concern one system, or several alike."""
_OF_YEARS = re.compile(r"([^()]+)(?:\(([^()]*)\))?")
_BEFORE = re.compile(r"(?:until|before) (\d{4})")
_NUMBER_AND_LABEL = re.compile(r"^([\d.]+) \[(C\d+)\]$")
_LABELS = re.compile(r",? *\[C\d+\]")


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


def select_citations(citation: str, system: str) -> str:
    """
    Return the articles of one edition in a citation of the register of readings.

    ``C.04.3:2.4.8 [C13] (2026), C.11 (2017); C.04.2:2.4`` is ``C13, 2.4.8; C.04.2:2.4`` for the Dutch system of 2026.
    """
    try:
        own = edition_articles(system).chapter
    except KeyError:
        return citation
    year, kept = system.partition("/")[0].rpartition("-")[2], []
    for segment in citation.split(";"):
        named = _CHAPTER.match(segment)
        chapter, text = (named[1], segment[named.end() :]) if named else ("", segment)
        is_own = bool(chapter) and f"{own}.".startswith(f"{chapter}.")
        if chapter and not is_own and _OF_A_SYSTEM.match(chapter):
            continue
        parts = [part.strip(" ,") for part in parts_of_year(text, year)]
        numbers = ", ".join(_LABELS.sub("", _NUMBER_AND_LABEL.sub(r"\2, \1", part)) for part in parts if part)
        if numbers:
            kept.append(f"{chapter}:{numbers}" if chapter and not is_own else numbers)
    return "; ".join(kept)


def parts_of_year(text: str, year: str) -> list[str]:
    """Return the parts of a citation that concern the edition of a year; the years of a part follow it in brackets."""
    return [part for part, years in _OF_YEARS.findall(text) if _is_of_year(years, year)]


def _is_of_year(years: str, year: str) -> bool:
    """Whether ``2026``, ``2017, 2013`` or ``until 2026`` includes a year; a remark without a year includes all."""
    if not any(sign.isdigit() for sign in years):
        return True
    before = _BEFORE.search(years)
    return int(year) < int(before[1]) if before and year.isdigit() else year in years


def handbook_link(system: str) -> str:
    """Return the page of an edition in the handbook; empty if there is none."""
    try:
        return edition_articles(system).link
    except KeyError:
        return ""
