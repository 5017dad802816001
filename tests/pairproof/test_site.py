"""The documentation site: every page has a place, every command its help, every link an end."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

import pytest
from msgspec.json import encode
from support.loops import require_items

import pairproof
from checker.suite.marks import AnswerMark, MarkedAnswer, ProgramAnswers, SuiteRun
from checker.suite.questions import load_suite
from checker.suite.record import parse_record, record_lines
from checker.verdicts.verdict import ExitStatus
from pairproof.chosen_readings import READINGS
from pairproof.cli.articles import coverage_points, names_point
from reference_engines.frame.registry import all_systems
from reference_engines.frame.results import Pair, RoundPairing
from website import pages
from website.accessible import label_cells
from website.articles import article_page, load_chapters, page_name, read_tables
from website.commands import commands, helps
from website.front import front_page
from website.links import faults, page_faults
from website.made import api_page, readings_page, schema_page, statuses_page, systems_page

if TYPE_CHECKING:
    from pathlib import Path

    from website.articles import ArticleChapter


def test_every_page_has_a_place_in_the_navigation() -> None:
    """Every page of ``docs`` is named in ``docs/website/pages.py``."""
    assert pages.find_unplaced_pages() == []


def test_the_navigation_names_no_page_that_is_not_there() -> None:
    """And none twice."""
    assert pages.find_missing_pages() == []
    named = [page for part in pages.PARTS.values() for page in part]
    assert len(named) == len(set(named))


def test_a_page_without_a_place_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Likewise one that is named and not there."""
    monkeypatch.setattr(pages, "PARTS", {"Systems": ("dutch", "keizer")})
    assert "lim" in pages.find_unplaced_pages()
    assert pages.find_missing_pages() == ["keizer"]


@pytest.mark.parametrize("command", commands())
def test_every_command_has_its_help(command: str) -> None:
    """And every action of a command."""
    told = dict(helps(command))
    assert told[command].startswith(f"usage: pairproof {command} ")
    for words, text in told.items():
        assert text.startswith(f"usage: pairproof {words}")
        assert "options:" in text


def test_the_actions_of_a_command_are_found() -> None:
    """The command `campaign` has several actions."""
    assert {"campaign run", "campaign show", "campaign event"} <= {words for words, _ in helps("campaign")}


def test_the_register_is_there_whole() -> None:
    """Each entry under a heading of its own, once."""
    headings = [line.removeprefix("### ") for line in readings_page().splitlines() if line.startswith("### ")]
    assert sorted(headings) == sorted(entry.identifier for entry in READINGS)


def test_every_exit_status_is_explained() -> None:
    """And the commands that explain their own."""
    page = statuses_page()
    rows = re.findall(r"^\| (\d+) \| `(\w+)` \| (.+) \|$", page, re.MULTILINE)
    assert [(int(value), name) for value, name, _ in rows] == [(status.value, status.name) for status in ExitStatus]
    assert all(meaning.endswith(".") for _, _, meaning in rows)
    assert "0  every answer is right" in page.partition("## pairproof suite")[2]


def test_every_edition_is_listed_with_its_articles_readings_and_questions() -> None:
    """By its key, which leads to its articles."""
    page = systems_page()
    editions = [edition for system in all_systems() for edition in system.all_editions]
    assert re.findall(r"^\| \[`([\w-]+)`\]", page, re.MULTILINE) == [edition.key for edition in editions]
    assert f"| {len(load_suite('clock-2012').questions)} of clock-2012 |" in page


def test_the_interface_is_there_whole() -> None:
    """Every public name."""
    page = api_page()
    for name in require_items(pairproof.__all__):
        assert f"pairproof.{name}" in page


def test_a_schema_is_described_key_by_key() -> None:
    """Optional keys are marked."""
    page = schema_page("record", "The record of a run")
    assert "## Footer" in page
    assert "may be left out" in page


@pytest.fixture(scope="module")
def chapters() -> dict[str, ArticleChapter]:
    """Return the articles of an edition, of the basic rules beneath it, and of C.07."""
    return {chapter.key: chapter for chapter in load_chapters(["clock-2012"])}


def test_every_edition_and_chapter_has_its_articles(chapters: dict[str, ArticleChapter]) -> None:
    """Each article has a page of its own name."""
    assert {"clock-2012", "basic-2017", "c07-2026"} <= set(chapters)
    for chapter in chapters.values():
        names = {page_name(entry.number) for entry in chapter.articles}
        assert len(names) == len(chapter.articles) == len(chapter.parts)


def test_the_page_of_an_article_has_text_code_readings_and_questions(chapters: dict[str, ArticleChapter]) -> None:
    """The answers of programs stand beside the questions that were made for the article."""
    chapter = chapters["clock-2012"]
    place, question = next(
        (place, question)
        for place, parts in enumerate(chapter.parts)
        for question in parts[0].row.questions
        if names_point(coverage_points(parts[0].row.article), question.article) and parts[0].row.readings
    )
    given = RoundPairing(pairs=(Pair(1, 2),), bye=3)
    answer = MarkedAnswer(question=question, mark=AnswerMark.WRONG, given=given)
    mine = ProgramAnswers(name="Mine", version="7", command="mine", marked=(answer,))
    page = article_page(chapter, place, {"clock-2012": parse_record(_record("clock-2012", mine))})
    assert f"`{question.file}`" in page
    assert "| Mine 7 |" in page
    assert "wrong: 1-2, bye 3" in page
    assert "`clock." in page
    assert "CLOCK-" in page.partition("## Readings")[2]
    assert "No table of answers" in article_page(chapter, place, {})


def test_an_article_of_tie_breaks_names_its_code_and_readings(chapters: dict[str, ArticleChapter]) -> None:
    """C.07 has no conformance suite."""
    chapter = chapters["c07-2026"]
    page = article_page(chapter, [entry.number for entry in chapter.articles].index("14.5"), {})
    assert "`standings." in page
    assert "C07-KOYA-LIMIT" in page


def _record(system: str, *programs: ProgramAnswers) -> str:
    """Return the record of programs with an answer to the first question of a suite."""
    suite = load_suite(system)
    lines = record_lines(SuiteRun(suite=suite, programs=programs, command="pairproof suite"))
    return "\n".join(encode(line).decode() for line in lines)


def test_a_file_that_is_not_a_table_of_answers_is_refused(tmp_path: Path) -> None:
    """The message says what writes one."""
    complete = _record("lim-2026")
    for text in ("", "{}", "no JSON", complete.partition("\n")[0]):
        (tmp_path / "lim.jsonl").write_text(text, "utf-8")
        with pytest.raises(ValueError, match=r"lim\.jsonl is not a table of answers: 'pairproof suite"):
            read_tables(tmp_path)
    (tmp_path / "lim.jsonl").write_text(complete, "utf-8")
    assert set(read_tables(tmp_path)) == {"lim-2026"}


def test_a_cell_of_many_columns_names_its_column() -> None:
    """For a telephone, which shows a row as a paragraph; a table of few columns stays as it is."""

    def table(columns: int) -> str:
        heads = "".join(f'<th class="head"><p>h{column}</p></th>' for column in range(columns))
        cells = "".join(f"<td><p>{column}</p></td>" for column in range(columns))
        body = f"<tbody><tr>{cells}</tr><tr>{cells}</tr></tbody>"
        return f'<table class="docutils"><thead><tr>{heads}</tr></thead>{body}</table>'

    assert label_cells(table(3)) == table(3)
    labelled = label_cells(table(4))
    assert labelled.count('<td data-head="h3"><p>3</p>') == 2
    assert '<table class="many docutils">' in labelled


def test_the_first_page_shows_a_worked_dispute_and_then_the_doors() -> None:
    """Answer, reason, the posted and the correct bracket, and the rule, without the picture of the README."""
    readme = (pages.ROOT / "README.md").read_text("utf-8")
    page = front_page(readme)
    assert "Two games in the 3-point group are wrong." in page
    assert page.count("<svg ") == 2
    assert "articles/dutch-2026/2.4.7.md" in page
    assert "![" not in page
    headings = [line for line in page.splitlines() if line.startswith("## ")]
    doors = ["## A worked dispute", "## Three doors", "## Systems and editions", "## From the sources", "## More"]
    assert headings == doors
    assert all(line in page for line in readme.splitlines() if not line.startswith("!["))


def test_a_readme_without_doors_is_refused() -> None:
    """Instead of a first page that leads nowhere."""
    with pytest.raises(ValueError, match="lacks its doors"):
        front_page("# Pairproof\n")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site of two pages without a fault."""
    (tmp_path / "one.html").write_text('<h1 id="here">One</h1><a href="two.html#there">two</a>', "utf-8")
    (tmp_path / "two.html").write_text('<p id="there"><a href="one.html">one</a><img src="data:,">', "utf-8")
    return tmp_path


def test_a_site_without_a_fault_is_passed(site: Path) -> None:
    """Links to elsewhere are not followed."""
    (site / "three.html").write_text('<a href="https://handbook.fide.com">FIDE</a>', "utf-8")
    assert list(faults(site)) == []


@pytest.mark.parametrize(
    ("html", "fault"),
    [
        ('<a href="four.html">', "links to four.html, which is not there"),
        ('<a href="one.html#nowhere">', "links to one.html#nowhere, and there is no such place"),
        ('<script src="https://example.org/a.js"></script>', "loads https://example.org/a.js"),
        ('<link href="//example.org/a.css">', "loads //example.org/a.css"),
    ],
)
def test_a_fault_is_named(site: Path, html: str, fault: str) -> None:
    """With the page on which it is."""
    (site / "three.html").write_text(html, "utf-8")
    assert list(faults(site)) == [f"three.html {fault}"]


def test_a_style_that_loads_fonts_from_a_network_is_seen(site: Path) -> None:
    """Reading the pages must not be visible to other servers."""
    (site / "site.css").write_text("@font-face { src: url('https://fonts.example.org/a.woff2') }", "utf-8")
    assert list(faults(site)) == ["site.css loads https://fonts.example.org/a.woff2"]


def test_every_link_of_a_page_in_the_repository_leads_somewhere() -> None:
    """Files and headings, of all pages that are read without the site, too."""
    written = [*pages.ROOT.glob("*.md"), *(pages.ROOT / "docs").glob("*.md")]
    assert len(written) > 30
    assert list(page_faults(written)) == []


def test_a_link_that_leads_nowhere_is_named(tmp_path: Path) -> None:
    """A file, a heading of another page, a heading of the same page; code is no link."""
    (tmp_path / "one.md").write_text("# One `and` more\n[two](two.md#there) [here](#one-and-more)\n", "utf-8")
    (tmp_path / "two.md").write_text("## There\n```python\nf[x](y)\n```\n[site](https://example.org/x)\n", "utf-8")
    assert list(page_faults(sorted(tmp_path.glob("*.md")))) == []
    (tmp_path / "two.md").write_text("[a](three.md) [b](one.md#two) [c](#nowhere)\n", "utf-8")
    assert list(page_faults([tmp_path / "two.md"])) == [
        "two.md links to three.md, which is not there",
        "two.md links to one.md#two, and there is no such heading",
        "two.md links to #nowhere, and there is no such heading",
    ]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:'myst_parser:PendingDeprecationWarning")  # of MyST with Sphinx 9: not ours to mend
def test_the_site_is_built_without_a_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Strictly; with pictures exactly where there is a chromium."""
    pytest.importorskip("furo", reason="the extra 'docs' is not installed")
    from website.build import build  # noqa: PLC0415 - needs Sphinx

    assert build(tmp_path / "site") == 0
    assert "The site: " in capsys.readouterr().out
    for part in pages.navigation().values():
        for page in part:
            assert (tmp_path / "site" / f"{page}.html").is_file()
    chromium = any(map(shutil.which, ("chromium", "chromium-browser")))
    assert bool(list((tmp_path / "site").rglob("campaign-wide.png"))) == chromium
