"""The page on causes: a plain sentence for each, other causes folded, and the article of the edition of the events."""

from __future__ import annotations

import msgspec
import pytest

from checker.causes.cause import ChangeKind
from checker.causes.causes_finding import CauseGroup, CausesFinding, DescribedCause, RoundName, describe_figures
from reference_engines.articles.citations import select_citations
from reports.causes import (
    answer_causes,
    causes_lines,
    describe_cause,
    describe_doubts,
    describe_fit,
    explain_causes,
    render_causes,
)
from reports.streams import Detail

REGISTERED = "C.04.3:2.4.8 [C13] (2026), C.11 (2017); C.04.4.1:5.1 (2026); C.04.2:2.4"


def cause(number: int, kind: ChangeKind = ChangeKind.RULE, article: str = "") -> DescribedCause:
    """Return a cause with a number in its sentence."""
    return DescribedCause(
        identifier=f"c{number}", sentence=f"as if rule {number} fell", article=article, kind=kind.value
    )


def found(group: CauseGroup) -> CausesFinding:
    """Return the result of a search with one group."""
    return CausesFinding(
        discrepant=len(group.explained),
        agreeing=1,
        agreeing_in_all=1,
        groups=(group,),
        unexplained=(),
        tried=9,
        fitting=8,
        pairings=30,
    )


def group_of(*members: DescribedCause, events: int = 1, is_certain: bool = True) -> CauseGroup:
    """Return causes with the same effect on a round of each event."""
    rounds = tuple(RoundName(f"open {event}", 2) for event in range(1, events + 1))
    return CauseGroup(members=members, explained=rounds, contradicted=(), is_certain_of_record=is_certain)


@pytest.mark.parametrize(
    ("system", "cited"),
    [
        ("dutch-2026", "C13, 2.4.8; C.04.2:2.4"),
        ("dutch-2017", "C.11; C.04.2:2.4"),
        ("dubov-2026", "5.1; C.04.2:2.4"),
        ("dubov-2018", "C.04.2:2.4"),
        ("auto", REGISTERED),
    ],
)
def test_a_reading_is_cited_as_the_edition_of_the_events_prints_it(system: str, cited: str) -> None:
    """Never another edition or system beside it; without an edition the whole citation stands."""
    assert select_citations(REGISTERED, system) == cited
    reading = group_of(cause(1, ChangeKind.READING, REGISTERED))
    assert describe_cause(reading, system) == f"as if rule 1 fell ({cited})"
    assert describe_cause(group_of(cause(1, ChangeKind.RULE, REGISTERED)), system).endswith(f"({REGISTERED})")


def test_also_the_nearest_cause_is_cited_by_one_edition() -> None:
    """Where no cause qualifies."""
    nearest = group_of(cause(1, ChangeKind.READING, REGISTERED))
    finding = msgspec.structs.replace(found(nearest), groups=(), nearest=nearest, unexplained=nearest.explained)
    (sentence,) = describe_doubts(finding, "dutch-2026")
    assert sentence.startswith("Nearest: as if rule 1 fell (C13, 2.4.8; C.04.2:2.4), which explains 1 of 1")
    assert REGISTERED in " ".join(describe_doubts(finding))


def test_an_article_that_changes_in_a_year_is_cited_before_or_after_it() -> None:
    """``until`` holds for earlier editions alone."""
    changed = "C.04.7:1.2 (2026), rule 2 (until 2026)"
    assert select_citations(changed, "dutch-2026") == "C.04.7:1.2"
    assert select_citations(changed, "dutch-2017") == "C.04.7:rule 2"


def test_other_causes_are_folded_below_a_plain_sentence() -> None:
    """On the page each is listed; in the terminal only with all details, where there are many."""
    many = found(group_of(*map(cause, range(1, 9))))
    page = render_causes([("", many)], ())
    assert (
        "1. As if rule 1 fell<details><summary>Seven other causes have the same effect in these rounds</summary>"
        in page
    )
    assert all(f"<li>As if rule {number} fell</li>" in page for number in range(2, 9))
    usual, full = ([line.text for line in causes_lines(many, detail=detail)] for detail in (Detail.USUAL, Detail.FULL))
    assert "1. as if rule 1 fell" in usual
    assert "Seven other causes have the same effect in these rounds; --verbose lists them." in usual
    assert "or as if rule 8 fell" in full
    assert not any("or as if rule 8" in text for text in usual)


def test_a_cause_alone_has_nothing_folded() -> None:
    """Nor is it counted."""
    assert "<details>" not in render_causes([("", found(group_of(cause(1))))], ())


def test_a_doubt_of_the_record_is_a_possibility() -> None:
    """Never the cause."""
    assert describe_cause(group_of(cause(1), is_certain=False)) == "one possibility: as if rule 1 fell"


def test_the_answer_names_the_rounds_of_few_events_and_counts_those_of_many() -> None:
    """A list of rounds is evidence, not an answer."""
    few, many = (causes_lines(found(group_of(cause(1), events=events))) for events in (2, 3))
    assert next(few).text == "Round 2 of open 1; round 2 of open 2 are paired as if rule 1 fell."
    assert next(many).text == "Three rounds of three events are paired as if rule 1 fell."


@pytest.mark.parametrize(
    ("sentence", "differing", "answer"),
    [
        ("as if rule 1 fell", 2, "The round is paired as if rule 1 fell"),
        ("as if rule 1 fell", 3, "The round may be paired as if rule 1 fell"),
        ("if a bye were worth 0.0", 2, "The round would be right if a bye were worth 0.0"),
        ("if a bye were worth 0.0", 3, "One possibility: the round would be right if a bye were worth 0.0"),
    ],
)
def test_a_cause_of_fewer_than_half_of_the_rounds_is_a_possibility(sentence: str, differing: int, answer: str) -> None:
    """Whatever it changes: a fact of one round of three is not called the cause of the event."""
    group = group_of(msgspec.structs.replace(cause(1), sentence=sentence))
    finding = msgspec.structs.replace(found(group), discrepant=differing)
    words = answer.replace("the round", "round 2 of open 1").replace("The round", "Round 2 of open 1")
    assert answer_causes(finding) == f"{words}."


def test_an_answer_begins_with_the_many_rounds_that_nothing_explains() -> None:
    """A fact of one round of three comes after them; one of two comes first."""
    round_names = tuple(RoundName("open 2", stage) for stage in (3, 4))
    finding = found(group_of(cause(1)))
    few, many = (
        msgspec.structs.replace(finding, discrepant=1 + left, unexplained=round_names[:left]) for left in (1, 2)
    )
    assert answer_causes(many) == (
        "No cause was found for two of three wrong rounds. Round 2 of open 1 may be paired as if rule 1 fell."
    )
    assert answer_causes(few) == (
        "Round 2 of open 1 is paired as if rule 1 fell. No cause was found for round 3 of open 2."
    )


def test_an_answer_begins_with_an_interruption() -> None:
    """A search that was not interrupted has tried everything, or says below what was not tried."""
    round_names = (RoundName("open 2", 3),)
    finding = msgspec.structs.replace(found(group_of(cause(1))), groups=(), discrepant=1, unexplained=round_names)
    interrupted = msgspec.structs.replace(finding, is_interrupted=True)
    assert answer_causes(finding) == "No cause was found for round 3 of open 2."
    assert answer_causes(interrupted) == (
        "The search was interrupted, so that a likelier cause may be missing. "
        "No cause was found until then for round 3 of open 2."
    )


@pytest.mark.parametrize(("left", "names_it"), [(4, True), (5, False)])
def test_a_cause_of_fewer_than_a_fifth_of_the_rounds_is_not_in_the_answer(left: int, names_it: bool) -> None:
    """It stands among the evidence alone."""
    round_names = tuple(RoundName("open 2", stage) for stage in range(1, left + 1))
    finding = msgspec.structs.replace(found(group_of(cause(1))), discrepant=1 + left, unexplained=round_names)
    assert ("as if rule 1 fell" in answer_causes(finding)) is names_it
    assert any("as if rule 1 fell" in line.text for line in causes_lines(finding))


def test_a_round_that_a_cause_was_not_tried_on_is_neither_explained_nor_unexplained() -> None:
    """The figures are those of the rounds looked at; with none left out, of all."""
    group = group_of(cause(1), events=3)
    whole = found(group)
    partly = msgspec.structs.replace(whole, discrepant=5, untried=2)
    assert explain_causes(whole).startswith("All three wrong rounds would be right, ")
    assert explain_causes(partly).startswith("All three wrong rounds looked at would be right, ")
    assert describe_fit(group, whole).startswith("explains 3 of 3 differing rounds and ")
    assert describe_fit(group, partly).startswith("explains 3 of 3 differing rounds looked at and ")
    assert describe_figures(group, partly).startswith("explains 3 of 3 looked at, ")
    assert "No cause was found" not in answer_causes(partly)


def test_rounds_of_many_events_without_a_cause_are_counted_in_the_answer_and_listed_below() -> None:
    """Of two events the answer names them."""
    for events, answer, listed in (
        (2, "No cause was found for round 3 of event 1; round 3 of event 2.", ""),
        (
            3,
            "No cause was found for three rounds of three events.",
            "Without a cause: round 3 of event 1; round 3 of event 2; round 3 of event 3.",
        ),
    ):
        names = tuple(RoundName(f"event {number}", 3) for number in range(1, events + 1))
        finding = msgspec.structs.replace(found(group_of(cause(1))), groups=(), discrepant=events, unexplained=names)
        texts = [line.text for line in causes_lines(finding)]
        assert texts[0] == answer
        assert [text for text in texts if text.startswith("Without a cause")] == ([listed] if listed else [])
        assert ("Without a cause" in render_causes([("", finding)], ())) == bool(listed)
