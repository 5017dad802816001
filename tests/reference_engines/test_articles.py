"""The articles in words of our own: the files, the look-up, and that no citation of a verdict is without a text."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

import pytest
from support.loops import require_items

from reference_engines.articles import article, articles, edition_articles, read_articles
from reference_engines.clock.edition import ClockArticle
from reference_engines.dubov_1997.edition import Dubov1997Article
from reference_engines.dutch_2013.criteria import CRITERIA, Lowering
from reference_engines.frame.registry import all_systems
from reference_engines.frame.systems import engine_for
from reference_engines.lim.edition import LimArticle, as_in_1999
from reference_engines.simple_swiss.edition import Section

if TYPE_CHECKING:
    from collections.abc import Iterator

EDITIONS = [edition.key for system in all_systems() for edition in system.all_editions]
VARIANTS = [edition.key for system in all_systems() for edition in system.variants]
_MAX_WORDS = 80
_MIN_CITED = 4
_DEPTH = 6
_NUMBER = re.compile(r"(?:C\.04\.\d:)?(?:\d+(?:\.\d+)+|[A-E]\.\w+(?:\.\w+)*)|C\.04\.\d:\d")
_CITED_BY_STEPS = {
    "lim-2026": [name.value for name in LimArticle],
    "lim-1999": [as_in_1999(name) for name in LimArticle],
    "clock-2012": [name.value for name in ClockArticle],
    "dubov-1997": [name.value for name in Dubov1997Article],
    "simple-2018": [name.value for name in Section],
    "dutch-2013": [
        *(name.value for name in Lowering),
        *(requirement.article for requirement in CRITERIA),
        *("C.1", "C.12", "C.13"),
    ],
}
"""Articles that steps of a procedure cite, which the rules do not hold."""
_HEAD = 'edition = "E"\n'
_ENTRY = '[[article]]\nnumber = "1.1"\ntitle = "t"\ntext = "x"\n'


@pytest.mark.parametrize("key", EDITIONS + VARIANTS)
def test_every_edition_has_articles(key: str) -> None:
    """Options and literal twins share the articles of their edition."""
    assert articles(key)
    assert edition_articles(key) is edition_articles(key.partition("/")[0])


@pytest.mark.parametrize("key", EDITIONS)
def test_the_source_of_an_edition_is_named(key: str) -> None:
    """A text that the handbook does not have any more names where it stood."""
    file = edition_articles(key)
    assert file.link.startswith("https://handbook.fide.com/chapter/") or file.source


@pytest.mark.parametrize("key", EDITIONS)
def test_texts_are_short_enough_to_be_read_aloud(key: str) -> None:
    """A text is a few plain sentences."""
    for entry in require_items(articles(key)):
        assert entry.text.endswith((".", ")")), entry.number
        assert "  " not in entry.text, entry.number
        assert len(entry.text.split()) <= _MAX_WORDS, entry.number


@pytest.mark.parametrize("key", EDITIONS)
def test_every_article_that_the_rules_cite_has_a_text(key: str) -> None:
    """Criteria, hard rules, colours, definitions and the order of generation, as the rules hold them."""
    cited = {*_cited_by_rules(engine_for(key)), *map(str, _CITED_BY_STEPS.get(key, ()))}
    assert len(cited) > _MIN_CITED
    assert sorted(number for number in cited if article(key, number) is None) == []


def _cited_by_rules(rules: object, depth: int = _DEPTH) -> Iterator[str]:
    """Yield every text in the rules that is the number of an article."""
    if isinstance(rules, str):
        if _NUMBER.fullmatch(rules) or rules == "forbidden pairs":
            yield rules
    elif depth and is_dataclass(rules):
        for member in (*fields(rules), *([hard] if (hard := getattr(type(rules), "hard", None)) else ())):
            name = getattr(member, "name", "hard")
            if name != "edition":
                yield from _cited_by_rules(getattr(rules, name, None), depth - 1)
    elif depth and isinstance(rules, dict):
        yield from _cited_by_rules(tuple(rules.values()), depth)
    elif depth and isinstance(rules, tuple):
        for part in rules:
            yield from _cited_by_rules(part, depth - 1)


def test_an_article_is_found_by_number_label_and_chapter() -> None:
    """Verdicts cite articles in all of these ways."""
    found = article("dutch-2026", "2.4.7")
    assert found is not None
    assert found.label == "C12"
    assert article("dutch-2026", "C12") is found
    assert article("dutch-2026", "C.04.3:2.4.7") is found
    assert article("burstein-2026", "C.04.3:2.4.7") is found
    assert article("dutch-2026/literal", "2.4.7") is found
    assert article("dutch-2026", "9.9") is None


def test_a_number_means_what_it_means_in_its_edition() -> None:
    """C.04.1:3 is the rule of the time, and 2.1.2 is not the same in two editions of the team system."""
    old, new = article("dutch-2017", "C.04.1:3"), article("dutch-2026", "C.04.1:3")
    assert old is not None
    assert new is not None
    assert old.number == "C.04.1.c"
    assert "worth the same" in new.text
    assert "worth the same" not in old.text
    bye, bar = article("team-2024", "2.1.2"), article("team-2026", "2.1.2")
    assert bye is not None
    assert bar is not None
    assert "lowest score" in bye.text
    assert "Basic rule" in bar.text


def test_an_edition_shares_the_articles_of_another_one() -> None:
    """The draft is the text of 2024 without 4.3.8; Lim has letters for its sections until 2026."""
    assert article("team-draft", "4.3.8") is None
    assert article("team-draft", "4.3.7") is article("team-2024", "4.3.7")
    found = article("lim-1999", "2.3.4")
    assert found is not None
    assert found.number == "2.3.d"
    assert [entry.number for entry in articles("lim-1999")][:6] == ["1.1", "2.1", "2.2", "2.3", "2.3.a", "2.3.b"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (_HEAD + "x = [", "e.toml, line 2: Invalid value"),
        (_HEAD + 'colour = "red"\n' + _ENTRY, "e.toml: Object contains unknown field `colour`"),
        (_HEAD + _ENTRY + 'note = "n"\n', "e.toml, line 2: Object contains unknown field `note`"),
        (_HEAD + _ENTRY.replace('"x"', '""'), "e.toml, line 2: Expected `str` of length >= 1 - at `$.article[0].text`"),
        (_HEAD + _ENTRY.replace('"t"', "1"), "e.toml, line 2: Expected `str`, got `int` - at `$.article[0].title`"),
        (_HEAD + _ENTRY + "\n" + _ENTRY, "e.toml, line 7: the article '1.1' stands in line 2, too"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(text: str, message: str) -> None:
    """The message names file, line and mistake."""
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        read_articles(text, "e.toml")
