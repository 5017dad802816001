"""
A page for each article of each edition: its text, the code that follows it, its readings and its questions.

The answers of programs come from the tables in ``docs/tables``, if there are any; ``pairproof suite PROGRAM... -o
NAME.jsonl`` writes such a table.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from checker.suite.marks import AnswerMark
from checker.suite.questions import SuiteError, load_suite
from checker.suite.record import parse_record
from pairproof.chosen_readings import READINGS
from pairproof.cli.articles import article_rows, coverage_points, find_suite, names_point, tie_break_rows
from reference_engines.articles import article_file, edition_articles
from reference_engines.frame.registry import all_systems
from reports.suite import pairing_in_words
from standings.rules import EDITIONS as TIE_BREAK_EDITIONS
from tournaments.frozen import dataclass
from tournaments.problems import counted_noun
from website.pages import ROOT, escape_markdown

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from pathlib import Path

    from checker.suite.record import AnswerLine, SuiteRecord
    from pairproof.cli.articles import ArticleRow
    from reference_engines.articles import Article, ArticleFile

TABLES = ROOT / "docs" / "tables"
"""Answers of programs to the conformance suites, as records."""
_QUESTIONS = {reading.identifier: reading.question for reading in READINGS}


@dataclass(frozen=True, slots=True, kw_only=True)
class ArticlePart:
    """Text of an article in one edition; an article of a shared chapter has several parts."""

    edition: str
    """The key of the edition."""
    row: ArticleRow
    suite: str
    """The edition whose suite has the questions; empty without a suite."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArticleChapter:
    """The articles of an edition, or of a chapter on which several editions rest."""

    key: str
    """The name of its file: ``dutch-2026``, ``basic-2026``."""
    file: ArticleFile
    parts: tuple[tuple[ArticlePart, ...], ...]
    """For each article, the editions that follow it."""

    @property
    def articles(self) -> tuple[Article, ...]:
        """The articles in the order of the text."""
        return self.file.articles


def load_chapters(keys: Collection[str] = ()) -> tuple[ArticleChapter, ...]:
    """
    Return the articles of editions, then those of the chapters on which they rest, then those of C.07.

    Without keys the editions are all that there are.
    """
    own: list[ArticleChapter] = []
    shared: dict[str, list[list[ArticlePart]]] = {}
    editions = chain.from_iterable(system.all_editions for system in all_systems())
    for edition in (edition for edition in editions if not keys or edition.key in keys):
        file, suite = edition_articles(edition.key), find_suite(edition)
        parts = [ArticlePart(edition=edition.key, row=row, suite=suite) for row in article_rows(edition)]
        own.append(
            ArticleChapter(key=edition.key, file=file, parts=tuple((part,) for part in parts[: len(file.articles)]))
        )
        start = len(file.articles)
        for name in (name for name in file.general if not article_file(name).chapter):
            entries = article_file(name).articles
            lists = shared.setdefault(name, [[] for _ in entries])
            for found, part in zip(lists, parts[start : start + len(entries)], strict=True):
                found.append(part)
            start += len(entries)
    chapters = [
        ArticleChapter(key=name, file=article_file(name), parts=tuple(map(tuple, lists)))
        for name, lists in shared.items()
    ]
    return (*own, *chapters, *map(_load_tie_breaks, (f"c07-{edition.key}" for edition in TIE_BREAK_EDITIONS)))


def _load_tie_breaks(key: str) -> ArticleChapter:
    parts = tuple((ArticlePart(edition=key, row=row, suite=""),) for row in tie_break_rows(key))
    return ArticleChapter(key=key, file=article_file(key), parts=parts)


def read_tables(folder: Path = TABLES) -> dict[str, SuiteRecord]:
    """Return the tables of a folder by edition; ValueError if a file is not a table of answers."""
    tables = {}
    for file in sorted(folder.glob("*.jsonl")):
        try:
            table = parse_record(file.read_text("utf-8"))
        except SuiteError as error:
            remedy = f"'pairproof suite PROGRAM... -o {file.name}' writes one"
            raise ValueError(f"{file.name} is not a table of answers: {remedy} ({error})") from error
        tables[table.header.system] = table
    return tables


def page_name(number: str) -> str:
    """Return the name of the page of an article."""
    return re.sub(r"[^\w.-]+", "-", number)


def chapter_page(chapter: ArticleChapter) -> str:
    """Return the list of the articles of an edition."""
    file = chapter.file
    source = (
        f"[{escape_markdown(file.edition)}]({file.link})"
        if file.link
        else escape_markdown(f"{file.edition}: {file.source}")
    )
    text = [f"# Articles: {escape_markdown(file.edition)}", f"In our words. The text itself: {source}."]
    rows = ["| article | title | places in the code | readings | questions |", "|---|---|---|---|---|"]
    for entry, parts in zip(chapter.articles, chapter.parts, strict=True):
        counts = (
            len(set(chain.from_iterable(_of(part) for part in parts))) for _of in (_places, _readings, _questions)
        )
        link = f"[{entry.number}]({chapter.key}/{page_name(entry.number)}.md)"
        rows.append(f"| {link} | {_title(entry)} | {' | '.join(str(count or '') for count in counts)} |")
    return "\n\n".join([*text, "\n".join(rows)]) + "\n"


def _places(part: ArticlePart) -> Sequence[str]:
    return part.row.places


def _readings(part: ArticlePart) -> Sequence[str]:
    return part.row.readings


def _questions(part: ArticlePart) -> Sequence[str]:
    return [f"{part.suite}/{question.identifier}" for question in part.row.questions]


def _title(entry: Article) -> str:
    return escape_markdown(f"[{entry.label}] {entry.title}" if entry.label else entry.title)


def article_page(chapter: ArticleChapter, place: int, tables: dict[str, SuiteRecord]) -> str:
    """Return the page of an article."""
    entry, parts = chapter.articles[place], chapter.parts[place]
    text = [
        "---\norphan: true\n---",
        f"# {entry.number} {_title(entry)}",
        f"{' · '.join(_neighbours(chapter, place))}",
        f"> {escape_markdown(' '.join(entry.text.split()))}",
    ]
    if not entry.decides:
        text.append("This article defines or describes. It does not decide a pairing by itself.")
    text += ["## Code", *_code_lines(parts), "## Readings", *_reading_lines(parts)]
    for part in parts:
        text += _question_lines(part, tables, with_edition=len(parts) > 1)
    if not any(part.row.questions for part in parts):
        text += ["## Questions", "No question of the conformance suite is about this article."]
    return "\n\n".join(text) + "\n"


def _neighbours(chapter: ArticleChapter, place: int) -> Iterator[str]:
    yield f"[{escape_markdown(chapter.file.edition)}](../{chapter.key}.md)"
    for name, other in (("Before", place - 1), ("After", place + 1)):
        if 0 <= other < len(chapter.articles):
            number = chapter.articles[other].number
            yield f"{name}: [{number}]({page_name(number)}.md)"


def _code_lines(parts: Sequence[ArticlePart]) -> Iterator[str]:
    places = dict.fromkeys(chain.from_iterable(map(_places, parts)))
    if not places:
        yield "The text needs no code: nothing is computed by it."
    else:
        yield "\n".join(f"- `{place}`" for place in places)


def _reading_lines(parts: Sequence[ArticlePart]) -> Iterator[str]:
    readings = dict.fromkeys(chain.from_iterable(map(_readings, parts)))
    if not readings:
        yield "No other reading of this text is known."
    else:
        link = "../../made/readings.md#"
        yield "\n".join(f"- [{name}]({link}{name.lower()}): {escape_markdown(_QUESTIONS[name])}" for name in readings)


def _question_lines(part: ArticlePart, tables: dict[str, SuiteRecord], *, with_edition: bool) -> Iterator[str]:
    """Yield the questions made for an article with the answers of programs, and the number of other questions."""
    if not part.row.questions:
        return
    names = coverage_points(part.row.article)
    made_for = [question for question in part.row.questions if names_point(names, question.article)]
    others = len(part.row.questions) - len(made_for)
    yield f"## Questions of {part.suite}" + (
        f" for {part.edition}" if with_edition and part.suite != part.edition else ""
    )
    if made_for:
        programs = tables[part.suite].programs if part.suite in tables else ()
        heads = [escape_markdown(f"{one.program.name} {one.program.version}".strip()) for one in programs]
        as_if = {name: one.as_if for name, one in load_suite(part.suite).misreadings.items()}
        rows = [
            "| " + " | ".join(("question", "round", "correct", "rules out", *heads)) + " |",
            "|---" * (4 + len(heads)) + "|",
        ]
        for question in made_for:
            cells = [f"`{question.file}`", str(question.round_number), pairing_in_words(question.pairing)]
            cells.append(escape_markdown(f"as if {as_if[question.misreading]}" if question.misreading in as_if else ""))
            cells += [escape_markdown(_describe_answer(one.answers.get(question.identifier))) for one in programs]
            rows.append("| " + " | ".join(cells) + " |")
        yield "\n".join(rows)
        if not programs:
            yield "No table of answers of programs is kept for this suite."
    if others:
        also = " also" if made_for else ""
        yield f"The article{also} decides in {counted_noun(others, 'question')} made for other articles."


def _describe_answer(answer: AnswerLine | None) -> str:
    if answer is None:
        return AnswerMark.NOT_ASKED.value
    if answer.mark is AnswerMark.RIGHT or answer.given is None:
        return answer.mark.value
    return f"{answer.mark.value}: {pairing_in_words(answer.given)}"
