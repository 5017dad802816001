"""``pairproof systems KEY --articles``: the articles of an edition, and where each of them is followed and tested."""

from __future__ import annotations

import json
import sys
import textwrap
from functools import cache
from typing import TYPE_CHECKING, Any

from checker.suite.questions import SuiteQuestion, load_suite, suites
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError
from pairproof.cli.formats import Output
from pairproof.cli.inputs import find_edition
from pairproof.cli.output_files import write_text
from reference_engines.articles import Article, ArticleFile, article_file, edition_articles
from reference_engines.articles.citations import find_places, find_places_in, select_readings
from reference_engines.readings import REGISTER
from standings.readings import REGISTER as TIE_BREAK_REGISTER
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reference_engines.frame.edition import Edition

_WIDTH = 100
_INDENT = " " * 9
_TIE_BREAKS = ("standings", "standings.teams")
"""The packages that follow C.07."""


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
        readings=tuple(select_readings(REGISTER, key, key, file.chapter, entry.names)),
        questions=tuple(_find_questions(find_suite(edition), coverage_points(entry))),
    )


# --- code -------------------------------------------------------------------------------------------------------------


def tie_break_rows(key: str) -> Iterator[ArticleRow]:
    """Yield the articles of an edition of C.07 (``c07-2026``), which has no conformance suite."""
    for entry in article_file(key).articles:
        yield ArticleRow(
            number=entry.number,
            article=entry,
            places=find_places_in(_TIE_BREAKS, entry.names),
            readings=tuple(select_readings(TIE_BREAK_REGISTER, key, key.rpartition("-")[2], "C.07", entry.names)),
            questions=(),
        )


# --- readings and questions -------------------------------------------------------------------------------------------


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
