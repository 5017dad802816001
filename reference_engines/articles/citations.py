"""
Citations of articles: in the code that follows them, and in the registers of readings.

The code cites an article in a comment, a docstring or a string of a function, class or constant. A package names the
articles of its modules in its docstring; code that cites only a larger part of the text (4.2) stands for the articles
in it (4.2.1).
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from reference_engines.articles import edition_articles
from tournaments.readings import EVERY_EDITION

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from importlib.resources.abc import Traversable

    from reference_engines.frame.edition import Edition
    from tournaments.readings import Register

_ENGINES = "reference_engines"
_SHARED = {
    "definitions": ("C.04.3",),
    "downfloating": ("C.04.3",),
    "upfloating": ("C.04.5", "C.04.6"),
    "frame": ("C.04.3",),
}
"""Folders that several systems share, looked through where a system's own folder does not cite an article, and the
chapters whose articles they cite by number alone; other articles have their chapter there."""
_RANGE = re.compile(r"\b((?:[A-E]\.)?(?:\d+\.)*)(\d+) to \1(\d+)\b")
_NAMED_CHAPTER = re.compile(r"\s*(C\.0[\d.]*\d|Lim|Dubov 1997|simple Swiss)\s*:")
_CHAPTERS = {"Lim": "C.04.4.3", "Dubov 1997": "", "simple Swiss": ""}
"""Names of texts in the register, and their chapter."""
_CHAPTER = re.compile(r"\s*(C\.0[\d.]*\d)\s*:\s*")
_OF_A_SYSTEM = re.compile(r"C\.04\.[3-6]")
"""Chapters that concern one system, or several alike."""
_OF_YEARS = re.compile(r"([^()]+)(?:\(([^()]*)\))?")
_BEFORE = re.compile(r"(?:until|before) (\d{4})")
_NUMBER_AND_LABEL = re.compile(r"^([\d.]+) \[(C\d+)\]$")
_LABELS = re.compile(r",? *\[C\d+\]")


# --- code -------------------------------------------------------------------------------------------------------------


def find_places(edition: Edition, chapter: str, numbers: tuple[str, ...], label: str) -> tuple[str, ...]:
    """Return the places that cite an article, or else the part of the text that it belongs to."""
    own = f"{_ENGINES}.{edition.rules.partition(':')[0].split('.')[1]}"
    if places := _places_that_cite(_citation(chapter, numbers, label), _citations(own)):
        return places
    for folder, chapters in _SHARED.items():
        cited = numbers if chapter in chapters else tuple(f"{chapter}:{number}" for number in numbers)
        if places := _places_that_cite(_citation(chapter, cited, ""), _citations(f"{_ENGINES}.{folder}")):
            return places
    for part in (numbers[0], *_larger_parts(numbers[0])):
        whole = _citation(chapter, (part,), "")
        places = _places_that_cite(whole, _citations(own)) if "." in part else ()
        if places := places or _places_that_cite(whole, _described(own)):
            return places
    return ()


def find_places_in(packages: Sequence[str], numbers: tuple[str, ...]) -> tuple[str, ...]:
    """Return the places in packages that cite an article, or else the part of the text that it belongs to."""
    citations = tuple(citation for package in packages for citation in _citations(package))
    for cited in (numbers, *((part,) for part in _larger_parts(numbers[0]))):
        if places := _places_that_cite(_citation("", cited, ""), citations):
            return places
    return ()


def _places_that_cite(cited: re.Pattern[str], citations: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_public_part(place) for place, text in citations if cited.search(text)))


def _public_part(place: str) -> str:
    """Return a place up to its first private name: ``lim.edition`` for ``lim.edition._IN_1999``."""
    return place.partition("._")[0]


def _citation(chapter: str, numbers: tuple[str, ...], label: str) -> re.Pattern[str]:
    """Return a pattern for an article's numbers, which are not parts of other numbers, and its label in brackets."""
    any_number = "|".join(map(re.escape, numbers))
    after_chapter = f"|(?<={re.escape(chapter)}:)" if chapter else ""
    plain = rf"(?:(?<![\w.:]){after_chapter})(?:{any_number})(?!\w|\.\w)"
    return re.compile(rf"{plain}|\[{re.escape(label)}\]" if label else plain)


def _larger_parts(number: str) -> Iterator[str]:
    while "." in number:
        number = number.rpartition(".")[0]
        yield number


@cache
def _citations(package: str) -> tuple[tuple[str, str], ...]:
    """Return the comments and strings of a package, each with its place, ranges of numbers written out."""
    return tuple(citation for file in _sources(package) for citation in _comments_and_strings(package, file))


def _sources(package: str) -> list[Traversable]:
    entries = files(package).iterdir()
    return sorted((file for file in entries if file.name.endswith(".py") and file.name != "__init__.py"), key=str)


def _comments_and_strings(package: str, file: Traversable) -> Iterator[tuple[str, str]]:
    source, module = file.read_text("utf-8"), f"{_short_name(package)}.{file.name[:-3]}"
    names = {line: name for first, last, name in _definitions(ast.parse(source)) for line in range(first, last + 1)}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            name = names.get(token.start[0], "")
            yield f"{module}.{name}" if name else module, write_ranges_out(token.string)


def _definitions(parent: ast.Module | ast.ClassDef, prefix: str = "") -> Iterator[tuple[int, int, str]]:
    """Yield first line, last line and name of each function, class and constant; members of a class after the class."""
    last = (0, "")
    for node in parent.body:
        end = node.end_lineno or node.lineno
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            last = end, prefix + node.name
            yield node.lineno, *last
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            last = end, prefix + ast.unparse(target)
            yield node.lineno, *last
        elif isinstance(node, ast.Expr) and last[0] + 1 == node.lineno:  # a docstring after an assignment
            yield node.lineno, end, last[1]
        if isinstance(node, ast.ClassDef):
            yield from _definitions(node, f"{prefix}{node.name}.")


def _short_name(package: str) -> str:
    """Return ``dutch`` for the package of an engine, whose modules are known by it."""
    return package.removeprefix(f"{_ENGINES}.")


@cache
def _described(package: str) -> tuple[tuple[str, str], ...]:
    """Return the modules that the docstring of a package names, each with the articles that it names for them."""
    source = files(package).joinpath("__init__.py").read_text("utf-8")
    docstring = write_ranges_out(ast.get_docstring(ast.parse(source)) or "")
    pieces = re.split(r"`([\w.]+)`", docstring)
    before = "\n* " in docstring  # a list: "* 2.1, 2.2 `walk`: ..."; else "`walk` 2.1, 2.2; ..."
    numbers = pieces[0:-1:2] if before else pieces[2::2]
    names = (name if "." in name else f"{_short_name(package)}.{name}" for name in pieces[1::2])
    return tuple(zip(names, (text.rpartition("*")[2] for text in numbers), strict=True))


def write_ranges_out(text: str) -> str:
    """Write every number of a range: 2.4.9 to 2.4.11 becomes 2.4.9, 2.4.10, 2.4.11."""
    return _RANGE.sub(
        lambda match: ", ".join(f"{match[1]}{number}" for number in range(int(match[2]), int(match[3]) + 1)), text
    )


# --- registers of readings --------------------------------------------------------------------------------------------


def select_readings(
    register: Register, key: str, edition: str, chapter: str, numbers: tuple[str, ...]
) -> Iterator[str]:
    """Yield the entries of a register that concern an article of an edition, which the register may name otherwise."""
    cited = _citation(chapter, numbers, "")
    for entry in register.entries:
        if {edition, EVERY_EDITION} & {*entry.editions}:
            parts = register_citations(entry.article, key)
            if any(cited.search(text) for name, text in parts if name in ("", chapter)):
                yield entry.identifier


def register_citations(text: str, key: str) -> Iterator[tuple[str, str]]:
    """
    Yield the parts of an entry's article that concern an edition, each with its chapter.

    A chapter holds until another one is named, also beyond a semicolon; without any, the chapter is empty.
    """
    chapter, year = "", key.rpartition("-")[2]
    for segment in write_ranges_out(text).split(";"):
        named = _NAMED_CHAPTER.match(segment)
        chapter = _CHAPTERS.get(named[1], named[1]) if named else chapter
        yield from ((chapter, part) for part in _parts_of_year(segment[named.end() :] if named else segment, year))


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
        parts = [part.strip(" ,") for part in _parts_of_year(text, year)]
        numbers = ", ".join(_LABELS.sub("", _NUMBER_AND_LABEL.sub(r"\2, \1", part)) for part in parts if part)
        if numbers:
            kept.append(f"{chapter}:{numbers}" if chapter and not is_own else numbers)
    return "; ".join(kept)


def _parts_of_year(text: str, year: str) -> list[str]:
    """Return the parts of a citation that concern the edition of a year; the years of a part follow it in brackets."""
    return [part for part, years in _OF_YEARS.findall(text) if _is_of_year(years, year)]


def _is_of_year(years: str, year: str) -> bool:
    """Whether ``2026``, ``2017, 2013`` or ``until 2026`` includes a year; a remark without a year includes all."""
    if not any(sign.isdigit() for sign in years):
        return True
    before = _BEFORE.search(years)
    return int(year) < int(before[1]) if before and year.isdigit() else year in years
