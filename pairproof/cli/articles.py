"""
``pairproof systems KEY --articles``: the articles of an edition, and where each of them is followed and tested.

The code cites an article in a comment, a docstring or a string of a function, class or constant. A package names the
articles of its modules in its docstring; code that cites only a larger part of the text (4.2) stands for the articles
in it (4.2.1).
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import textwrap
import tokenize
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from checker.suite.questions import SuiteQuestion, load_suite, suites
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError
from pairproof.cli.formats import Output, write_text
from pairproof.cli.inputs import find_edition
from reference_engines.articles import Article, ArticleFile, article_file, edition_articles
from reference_engines.readings import REGISTER
from reports.cited_articles import parts_of_year
from standings.readings import REGISTER as TIE_BREAK_REGISTER
from tournaments.frozen import FrozenStruct
from tournaments.readings import EVERY_EDITION, Register

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from importlib.resources.abc import Traversable

    from reference_engines.frame.edition import Edition

_WIDTH = 100
_INDENT = " " * 9
_ROOT = "reference_engines"
_SHARED = {
    "definitions": ("C.04.3",),
    "downfloating": ("C.04.3",),
    "upfloating": ("C.04.5", "C.04.6"),
    "frame": ("C.04.3",),
}
"""Folders that several systems share, looked through where a system's own folder does not cite an article, and the
chapters whose articles they cite by number alone; other articles have their chapter there."""
_TIE_BREAKS = ("standings", "standings.teams")
"""The packages that follow C.07."""
_RANGE = re.compile(r"\b((?:[A-E]\.)?(?:\d+\.)*)(\d+) to \1(\d+)\b")
_CHAPTER = re.compile(r"\s*(C\.0[\d.]*\d|Lim|Dubov 1997|simple Swiss)\s*:")
_CHAPTERS = {"Lim": "C.04.4.3", "Dubov 1997": "", "simple Swiss": ""}
"""Names of texts in the register, and their chapter."""


class ArticleRow(FrozenStruct, frozen=True, kw_only=True):
    """An article of an edition with the places where it is followed, read in several ways, and tested."""

    number: str
    """With its chapter, if it belongs to a chapter on which the edition rests."""
    article: Article
    places: tuple[str, ...]
    """Functions, classes, constants and modules that cite it: ``dutch.criteria.DOWNFLOATERS``."""
    readings: tuple[str, ...]
    """Entries of the register that concern it."""
    questions: tuple[SuiteQuestion, ...]
    """Questions of a conformance suite in which it decides, or a misreading of it shows."""


def write_articles(key: str | None, outputs: Sequence[Output]) -> int:
    """Write the articles of an edition: as JSON to files, or else as text to the screen."""
    if not key:
        raise CommandError("--articles needs the key of a system; 'pairproof systems' lists them", ExitStatus.USAGE)
    edition = find_edition(key)
    try:
        file, rows = edition_articles(edition.key), tuple(article_rows(edition))
    except KeyError as error:
        problem = f"the articles of '{key}' are not written yet: reference_engines/articles/{error.args[0]}.toml"
        raise CommandError(f"{problem} would hold them", ExitStatus.USAGE) from None
    if outputs:
        entries = [_as_table(row) for row in rows]
        table = {
            "system": key,
            "edition": file.edition,
            "link": file.link,
            "suite": find_suite(edition),
            "articles": entries,
        }
        for output in outputs:
            write_text(json.dumps(table, ensure_ascii=False, indent=1) + "\n", output.name)
    else:
        lines = (line for row in rows for line in _row_lines(row))
        head = (file.edition, file.link or file.source, *_suite_lines(edition))
        sys.stdout.write("\n".join((*head, *lines)) + "\n")
    return ExitStatus.CONSISTENT


def _suite_lines(edition: Edition) -> Iterator[str]:
    suite = find_suite(edition)
    if suite and suite != edition.key.partition("/")[0]:
        yield f"The edition has no questions of its own. The questions counted here are those of {suite}."


def _as_table(row: ArticleRow) -> dict[str, Any]:
    return {
        "number": row.number,
        "label": row.article.label,
        "title": row.article.title,
        "text": row.article.text,
        "code": row.places,
        "readings": row.readings,
        "questions": len(row.questions),
    }


def _row_lines(row: ArticleRow) -> Iterator[str]:
    label = f"[{row.article.label}] " if row.article.label else ""
    yield ""
    yield f"{row.number:<8} {label}{row.article.title}"
    yield from _wrap(row.article.text)
    if row.places:
        yield from _wrap(f"Code: {', '.join(row.places)}")
    if row.readings:
        yield from _wrap(f"Readings: {', '.join(row.readings)}")
    yield f"{_INDENT}Questions: {len(row.questions)}"


def _wrap(text: str) -> list[str]:
    return textwrap.wrap(
        text, _WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT, break_on_hyphens=False, break_long_words=False
    )


def article_rows(edition: Edition) -> Iterator[ArticleRow]:
    """Yield the articles of an edition, then those of the chapters on which every system rests."""
    file = edition_articles(edition.key)
    for entry in file.articles:
        yield _make_row(edition, file, entry)
    for chapter in map(article_file, file.general):
        if not chapter.chapter:  # the articles of another system are listed with that system
            for entry in chapter.articles:
                yield _make_row(edition, chapter, entry)


def _make_row(edition: Edition, file: ArticleFile, entry: Article) -> ArticleRow:
    key = edition.key.partition("/")[0]
    return ArticleRow(
        number=entry.number,
        article=entry,
        places=find_places(edition, file.chapter, entry.names, entry.label),
        readings=tuple(_select_readings(REGISTER, key, key, file.chapter, entry.names)),
        questions=tuple(_find_questions(find_suite(edition), coverage_points(entry))),
    )


# --- code -------------------------------------------------------------------------------------------------------------


def find_places(edition: Edition, chapter: str, numbers: tuple[str, ...], label: str) -> tuple[str, ...]:
    """Return the places that cite an article, or else the part of the text that it belongs to."""
    own = edition.rules.partition(":")[0].split(".")[1]
    if places := _places_that_cite(_citation(chapter, numbers, label), _citations(own)):
        return places
    for folder, chapters in _SHARED.items():
        cited = numbers if chapter in chapters else tuple(f"{chapter}:{number}" for number in numbers)
        if places := _places_that_cite(_citation(chapter, cited, ""), _citations(folder)):
            return places
    for part in (numbers[0], *_larger_parts(numbers[0])):
        whole = _citation(chapter, (part,), "")
        places = _places_that_cite(whole, _citations(own)) if "." in part else ()
        if places := places or _places_that_cite(whole, _described(own)):
            return places
    return ()


def tie_break_rows(key: str) -> Iterator[ArticleRow]:
    """Yield the articles of an edition of C.07 (``c07-2026``), which has no conformance suite."""
    for entry in article_file(key).articles:
        yield ArticleRow(
            number=entry.number,
            article=entry,
            places=_find_tie_break_places(entry.names),
            readings=tuple(_select_readings(TIE_BREAK_REGISTER, key, key.rpartition("-")[2], "C.07", entry.names)),
            questions=(),
        )


def _find_tie_break_places(numbers: tuple[str, ...]) -> tuple[str, ...]:
    """Return the places that cite an article of C.07, or else the part of the text that it belongs to."""
    citations = tuple(citation for package in _TIE_BREAKS for citation in _citations(package))
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
def _citations(folder: str) -> tuple[tuple[str, str], ...]:
    """Return the comments and strings of a folder, each with its place, ranges of numbers written out."""
    return tuple(citation for file in _sources(folder) for citation in _comments_and_strings(folder, file))


def _sources(folder: str) -> list[Traversable]:
    entries = files(folder if folder in _TIE_BREAKS else f"{_ROOT}.{folder}").iterdir()
    return sorted((file for file in entries if file.name.endswith(".py") and file.name != "__init__.py"), key=str)


def _comments_and_strings(folder: str, file: Traversable) -> Iterator[tuple[str, str]]:
    source, module = file.read_text("utf-8"), f"{folder}.{file.name[:-3]}"
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


@cache
def _described(folder: str) -> tuple[tuple[str, str], ...]:
    """Return the modules that the docstring of a package names, each with the articles that it names for them."""
    source = files(_ROOT).joinpath(folder).joinpath("__init__.py").read_text("utf-8")
    docstring = write_ranges_out(ast.get_docstring(ast.parse(source)) or "")
    pieces = re.split(r"`([\w.]+)`", docstring)
    before = "\n* " in docstring  # a list: "* 2.1, 2.2 `walk`: ..."; else "`walk` 2.1, 2.2; ..."
    numbers = pieces[0:-1:2] if before else pieces[2::2]
    names = (name if "." in name else f"{folder}.{name}" for name in pieces[1::2])
    return tuple(zip(names, (text.rpartition("*")[2] for text in numbers), strict=True))


def write_ranges_out(text: str) -> str:
    """Write every number of a range: 2.4.9 to 2.4.11 becomes 2.4.9, 2.4.10, 2.4.11."""
    return _RANGE.sub(
        lambda match: ", ".join(f"{match[1]}{number}" for number in range(int(match[2]), int(match[3]) + 1)), text
    )


# --- readings and questions -------------------------------------------------------------------------------------------


def _select_readings(
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
        named = _CHAPTER.match(segment)
        chapter = _CHAPTERS.get(named[1], named[1]) if named else chapter
        yield from ((chapter, part) for part in parts_of_year(segment[named.end() :] if named else segment, year))


def coverage_points(entry: Article) -> set[str]:
    """Return the numbers, the label and the steps by which the questions of a suite name an article."""
    return {*entry.names, *filter(None, [entry.label]), *entry.coverage_points}


def find_suite(edition: Edition) -> str:
    """Return the edition whose conformance suite tests an edition: itself, or the edition whose articles it shares."""
    key = edition.key.partition("/")[0]
    return next((name for name in (key, edition_articles(edition.key).shares) if name in suites()), "")


def _find_questions(suite: str, names: set[str]) -> Iterator[SuiteQuestion]:
    """Yield the questions in which an article decides, or which show that a program misreads it."""
    for question, points in _points_tested(suite) if suite else ():
        if any(names_point(names, point) for point in points):
            yield question


def names_point(names: set[str], point: str) -> bool:
    """Whether an article or coverage point of a suite, which may have a remark in brackets, is one of these names."""
    return point in names or point.partition(" (")[0] in names


@cache
def _points_tested(key: str) -> tuple[tuple[SuiteQuestion, frozenset[str]], ...]:
    """Return the questions of a suite, each with the articles and coverage points that it tests."""
    suite = load_suite(key)
    misread = {identifier: misreading.article for identifier, misreading in suite.misreadings.items()}
    return tuple(
        (
            question,
            frozenset(
                (question.article, *question.decides, *(misread[found] for found in question.shown & set(misread)))
            ),
        )
        for question in suite.questions
    )
