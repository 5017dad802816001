"""``pairproof systems KEY --articles``: every article is followed by code, and put to a question if it can decide."""

from __future__ import annotations

import json
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from checker.suite.questions import comparable_answer, load_suite
from pairproof.cli.articles import article_rows, find_suite
from pairproof.cli.main import main
from reference_engines.articles import article, edition_articles
from reference_engines.articles.citations import register_citations, write_ranges_out
from reference_engines.frame.registry import all_systems
from reference_engines.frame.systems import engine_for
from reference_engines.readings import REGISTER

if TYPE_CHECKING:
    from pairproof.cli.articles import ArticleRow
    from reference_engines.frame.edition import Edition

EDITIONS = [pytest.param(edition, id=edition.key) for system in all_systems() for edition in system.all_editions]
_DATA = Path(__file__).parents[1] / "data" / "article_exceptions.toml"
_EXCEPTIONS = tomllib.loads(_DATA.read_text("utf-8"))["exception"]
_WIDTH = 100
_UNNUMBERED = ("clock-2012", "simple-2018")
"""Editions whose articles are headings."""
_TOKEN = re.compile(r"(?<![\w.])(?:C\.04\.\d\.\w+|\d+(?:\.\d+)*|[A-E]\.\w+(?:\.\w+)*)(?!\w)")


@cache
def _rows(edition: Edition) -> tuple[ArticleRow, ...]:
    return tuple(article_rows(edition))


def _own_rows(edition: Edition) -> tuple[ArticleRow, ...]:
    return _rows(edition)[: len(edition_articles(edition.key).articles)]


def _excepted(edition: Edition, lacks: str) -> list[str]:
    found = [entry for entry in _EXCEPTIONS if (entry["edition"], entry["lacks"]) == (edition.key, lacks)]
    assert all(entry["reason"] for entry in found)
    return sorted(number for entry in found for number in entry["numbers"])


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_article_stands_in_the_code(edition: Edition) -> None:
    """A module cites it, or the data names the reason; an exception that is not needed any more fails, too."""
    assert sorted(row.number for row in _own_rows(edition) if not row.places) == _excepted(edition, "code")


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_article_that_can_decide_has_a_question(edition: Edition) -> None:
    """The conformance suite puts it to the test, or the data names the reason."""
    without = sorted(row.number for row in _own_rows(edition) if row.article.decides and not row.questions)
    assert without == _excepted(edition, "question")


@pytest.mark.parametrize("key", ["lim-1999", "team-draft"])
def test_an_edition_without_a_suite_answers_the_questions_of_the_edition_whose_articles_it_shares(key: str) -> None:
    """The questions of that suite are counted for both editions, so both must give the same answers."""
    rules = engine_for(key)
    suite = load_suite(find_suite(rules.edition))
    assert suite.system != key
    differ = [
        question.identifier
        for question in suite.questions
        if comparable_answer(rules.open(suite.event(question)).round(question.round_number).expected())
        != comparable_answer(question.pairing)
    ]
    assert differ == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_article_that_the_register_cites_has_a_text(edition: Edition) -> None:
    """A verdict that rests on a reading names the article of the entry."""
    chapter = edition_articles(edition.key).chapter
    cited = {
        (entry.identifier, number if name == chapter else f"{name}:{number}")
        for entry in REGISTER.entries
        if edition.key in entry.editions
        for name, text in register_citations(entry.article, edition.key)
        if name in (chapter, "C.04.1", "C.04.2", "C.04.7")
        for number in _TOKEN.findall(text)
        if edition.key not in _UNNUMBERED and not number.startswith("C.02")
    }
    assert sorted(pair for pair in cited if article(edition.key, pair[1]) is None) == []


def test_a_number_of_a_shared_folder_is_one_of_the_dutch_system() -> None:
    """C.04.3:5.2.2 stands in `definitions.colours`, and C.04.4.2:1.4, the colour difference, is not C.04.3:1.4."""
    places = {row.number: row.places for row in _own_rows(engine_for("burstein-2026").edition)}
    assert places["1.4"] == ("definitions.player_states",)


@pytest.mark.parametrize("edition", EDITIONS)
def test_only_public_names_are_listed_as_places(edition: Edition) -> None:
    """A private function or constant is found by its module or class; each place is listed once."""
    places = [row.places for row in _rows(edition)]
    assert not [place for found in places for place in found if re.search(r"(?:^|\.)_", place)]
    assert all(len(set(found)) == len(found) for found in places)


def test_ranges_are_written_out() -> None:
    """A module that cites 2.4.9 to 2.4.11 stands for 2.4.10, too."""
    assert write_ranges_out("2.4.9 to 2.4.11 (C.12 to C.13)") == "2.4.9, 2.4.10, 2.4.11 (C.12, C.13)"


def test_the_table_fits_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """Number, label, title, text, modules, readings and questions of each article in 100 columns."""
    assert main(["systems", "dutch-2026", "--articles"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= _WIDTH
    at = next(number for number, line in enumerate(lines) if line.startswith("2.4.7 "))
    assert lines[at].split() == ["2.4.7", "[C12]", "colour", "preferences"]
    assert lines[at + 1].strip() == "As few players as possible do not get the colour that they are due."
    assert "dutch.editions.DUTCH_2026" in lines[at + 2]
    assert lines[1] == "https://handbook.fide.com/chapter/C0403202602"


def test_the_table_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The same for programs."""
    assert main(["systems", "dutch-2026", "--articles", "--json"]) == 0
    table = json.loads(capsys.readouterr().out)
    entry = next(entry for entry in table["articles"] if entry["number"] == "2.3.1")
    assert entry["label"] == "C5"
    assert "dutch.editions.DUTCH_2026" in entry["code"]
    assert entry["questions"] > 1
    assert entry["readings"]


@pytest.mark.parametrize("arguments", [["dutch-2099", "--articles"], ["--articles"], ["--json"]])
def test_wrong_usage_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """The command names what is missing."""
    assert main(["systems", *arguments]) == 3
    assert "pairproof systems" in capsys.readouterr().err
