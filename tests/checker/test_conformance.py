"""The conformance suite as it lies there: right answers, misreadings, and an index that tells what is in the folder."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest
from support.conformance.bench import Bench, has_open_colours
from support.conformance.contested import contested_answers
from support.conformance.recipes import RECIPES
from support.conformance.twins import Fact, find_lost_facts, find_twins
from support.loops import require_items
from support.pages import DOCS, refreshed
from support.variant_pairings import variant_pairings

from checker.suite.questions import (
    INDEX,
    Suite,
    SuiteError,
    SuiteQuestion,
    comparable_answer,
    format_index,
    load_suite,
    suites,
)
from reference_engines.frame.results import NoLegalPairingError
from reference_engines.frame.systems import engine_for
from reference_engines.misreadings import generated_misreadings, misreadings_of
from tournaments.model import Dialect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.frame.results import PreferredColour, RoundPairing
    from reference_engines.frame.rules import Rules
    from reference_engines.frame.variants import Misreading
    from tournaments.model import Event

load_once = cache(load_suite)
ARTICLES = [(system, article) for system in suites() for article in load_once(system).articles]


def _of(system: str, article: str) -> list[SuiteQuestion]:
    return [question for question in load_once(system).questions if question.article == article]


@cache
def _altered(system: str) -> dict[str, Rules]:
    rules = engine_for(system)
    return {one.identifier: one.rules(rules) for one in _misreadings(system).values()}


def _misreadings(system: str) -> dict[str, Misreading]:
    """Return the misreadings that questions are to show, by identifier."""
    rules = engine_for(system)
    is_generated = {"--thorough", "--generated"} & set(RECIPES[system])
    generated = generated_misreadings(rules) if is_generated else ()
    return {one.identifier: one for one in (*misreadings_of(rules), *generated)}


def _paired(rules: Rules, event: Event, number: int) -> RoundPairing | None:
    try:
        return rules.open(event).round(number).expected()
    except NoLegalPairingError:
        return None


@pytest.mark.parametrize(("system", "article"), ARTICLES)
def test_questions_are_answered_as_the_index_says(system: str, article: str) -> None:
    """By the edition, whatever is open in it, and by the misreading that each was made for."""
    suite, rules = load_once(system), engine_for(system)
    assert _of(system, article)
    for question in _of(system, article):
        event = suite.event(question)
        prepared = rules.open(event)
        right = prepared.round(question.round_number).expected()
        assert not has_open_colours(prepared, question.round_number), question.file
        assert not variant_pairings(prepared, question.round_number), question.file
        assert comparable_answer(right) == comparable_answer(question.pairing), question.file
        if question.misreading:
            wrong = _paired(_altered(system)[question.misreading], event, question.round_number)
            assert (
                comparable_answer(wrong)
                == comparable_answer(question.answer_of(question.misreading))
                != comparable_answer(right)
            ), question.file


@pytest.mark.parametrize("system", suites())
def test_contested_questions_hold_the_answers_by_other_sides(system: str) -> None:
    """Of every question that is contested, and of every tenth other question."""
    suite = load_once(system)
    others = [question for question in suite.questions if not question.contested]
    contested = [question for question in suite.questions if question.contested]
    for question in require_items([*contested, *others[::10]]):
        answers = contested_answers(system, suite.event(question), question.round_number)
        found, listed = (
            {one.reading: comparable_answer(one.pairing) for one in given} for given in (answers, question.contested)
        )
        assert found == listed, question.file


@pytest.mark.slow
@pytest.mark.parametrize("system", suites())
def test_all_other_questions_are_the_same_by_every_side(system: str) -> None:
    """Their answers count, whichever reading a program follows."""
    suite = load_once(system)
    for question in require_items([question for question in suite.questions if not question.contested]):
        assert contested_answers(system, suite.event(question), question.round_number) == (), question.file


@pytest.mark.parametrize("system", suites())
def test_twins_lead_to_the_same_answer_by_themselves(system: str) -> None:
    """Of every tenth question, in every dialect that the index names, and in no other."""
    suite = load_once(system)
    for question in require_items(suite.questions[::10]):
        twins = find_twins(system, suite.event(question), question.round_number, question.pairing)
        assert tuple(twins) == question.twins, question.file


def test_a_fact_that_matters_leaves_no_twin() -> None:
    """Prohibited pairs that decide are lost in TRF16, and in TRF(x) they are not."""
    suite = load_once("dutch-2026")
    question = next(one for one in suite.questions if "forbidden-pairs" in one.decides)
    event = suite.event(question)
    assert Fact.FORBIDDEN in find_lost_facts(event, Dialect.TRF16)
    assert Fact.FORBIDDEN not in find_lost_facts(event, Dialect.TRFX)
    assert question.twins == (Dialect.TRFX,)


def test_every_theme_has_questions_in_which_it_matters() -> None:
    """Large brackets, many MDPs, older floats, late entries, brackets that collapse: three questions of each."""
    suite, bench = load_once("dutch-2026"), Bench("dutch-2026", is_thorough=True)
    for theme in require_items(bench.themes):
        questions = [one for one in suite.questions if theme in one.decides]
        assert len(questions) >= 3, theme
        prepared = bench.rules.open(suite.event(questions[0]))
        assert theme in bench.find_themes(prepared, bench.themes)
    plain = bench.rules.open(suite.event(next(one for one in suite.questions if not bench.themes.keys() & one.decides)))
    assert bench.find_themes(plain, bench.themes) == []


def test_a_distinguishing_question_is_answered_differently_by_the_other_edition() -> None:
    """A program that follows the newer text is found out."""
    questions = [one for one in load_once("dutch-2013").questions if "unlike dutch-2017" in one.decides]
    assert len(questions) > 3
    for question in questions:
        newer = _paired(engine_for("dutch-2017"), load_once("dutch-2013").event(question), question.round_number)
        assert comparable_answer(newer) != comparable_answer(question.pairing), question.file


@pytest.mark.parametrize("system", suites())
def test_the_folder_holds_what_the_index_lists(system: str) -> None:
    """Every file is of one question, and every identifier follows from the bytes of its file."""
    suite = load_once(system)
    files = {entry.name for entry in suite.folder.iterdir()}
    assert files == {INDEX, *(question.file for question in suite.questions)}
    for question in suite.questions:
        digest = hashlib.sha256((suite.folder / question.file).read_bytes()).hexdigest()
        assert question.identifier == digest[:8]
        assert question.file == f"{question.identifier}.trf"
    assert format_index(suite) == (suite.folder / INDEX).read_text("utf-8")


@pytest.mark.parametrize("system", suites())
def test_every_misreading_is_shown_or_named(system: str) -> None:
    """A misreading without a question is listed with the reason."""
    suite = load_once(system)
    shown = {name for question in suite.questions for name in question.shown}
    known = _misreadings(system)
    assert shown == set(suite.misreadings)
    assert shown.isdisjoint(suite.not_shown)
    assert known.keys() == shown | (suite.not_shown.keys() & known.keys())
    for name, told in suite.misreadings.items():
        assert (told.as_if, told.article) == (known[name].sentence, known[name].article)


def test_the_page_tells_what_there_is() -> None:
    """``python -m batches.refresh_tables`` (in tests) writes the table anew."""
    text = (DOCS / "conformance.md").read_text("utf-8")
    assert text == refreshed(text)
    assert "| `dutch-2026` |" in text


def test_every_suite_can_be_made_again() -> None:
    """Its options are written down."""
    assert set(suites()) == set(RECIPES)


@pytest.mark.parametrize("system", suites())
def test_answers_of_a_question_differ(system: str) -> None:
    """No misreading stands twice or gives the right answer, which has a witness besides the engine."""
    for question in require_items(load_once(system).questions):
        answers = Counter(comparable_answer(wrong.pairing) for wrong in question.wrong)
        assert comparable_answer(question.pairing) not in answers
        assert max(answers.values(), default=1) == 1
        assert len(question.shown) == sum(len(wrong.misreadings) for wrong in question.wrong)
        assert question.misreading in {*question.shown, ""}


def test_rounds_of_matches_are_two_of_the_file() -> None:
    """The third match is the one after four rounds of the file."""
    suite = load_once("double-swiss-2026")
    third = next(question for question in suite.questions if question.round_number == 3)
    assert suite.event(third).rounds_recorded == 4
    with pytest.raises(SuiteError, match="is not an event before round 5"):
        suite.event(replace(third, round_number=5))


def test_a_suite_that_is_not_there_is_named() -> None:
    """The message lists the suites."""
    with pytest.raises(SuiteError, match=r"no suite exists for 'swiss-1900'; there are: .*dutch-2026"):
        load_suite("swiss-1900")


def test_a_file_of_another_round_is_refused() -> None:
    """An index that does not fit its files is not believed."""
    suite: Suite = load_once("dutch-2026")
    one = suite.questions[0]
    other = next(question for question in suite.questions if question.round_number != one.round_number)
    with pytest.raises(SuiteError, match=f"{other.file} is not an event before round {one.round_number}"):
        suite.event(replace(one, file=other.file))


# --- definitions that decide through another rule ---------------------------------------------------------------------

STRENGTHS = {
    "dubov-2026": "5.2.3",
    "dubov-2018": "E.2",
    "burstein-2026": "5.2.3",
    "burstein-2018": "E.2",
    "dutch-2013": "E.2",
}
"""The article that grants the stronger of two preferences for one colour: it puts the strengths to the test."""
NO_PREFERENCE = {
    "dutch-2026": "5.2.5",
    "dutch-2017": "E.5",
    "dutch-2013": "E.5",
    "burstein-2026": "5.2.1",
    "burstein-2018": "E.0",
}
"""The article for two players without a preference."""


def _strengths_compared(system: str, article: str) -> Iterator[frozenset[str]]:
    """Yield the strengths of the preferences of two players whose colours an article gives, question by question."""
    for question in load_once(system).questions:
        at = engine_for(system).open(load_once(system).event(question)).round(question.round_number)
        for pair in at.expected().pairs:
            rule = at.colour_rule(pair)
            if rule is not None and rule.article == article:
                yield frozenset(_strength(at.preferred_colour(at.position[tpn])) for tpn in pair.players)


def _strength(preference: PreferredColour) -> str:
    if preference.colour is None:
        return "none"
    return "absolute" if preference.is_absolute else "strong" if preference.is_strong else "mild"


@pytest.mark.parametrize("system", STRENGTHS)
def test_every_strength_of_a_preference_decides_against_another_one(system: str) -> None:
    """So that the definitions of absolute, strong and mild preferences are put to the test."""
    compared = set(_strengths_compared(system, STRENGTHS[system]))
    assert {frozenset({"absolute", "mild"}), frozenset({"strong", "mild"})} <= compared


@pytest.mark.parametrize("system", NO_PREFERENCE)
def test_two_players_without_a_preference_get_colours_by_their_own_article(system: str) -> None:
    """So that the definition of having none is put to the test."""
    assert frozenset({"none"}) in _strengths_compared(system, NO_PREFERENCE[system])
