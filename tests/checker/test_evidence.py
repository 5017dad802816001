"""The bar of an endorsement, in events, rounds and pairs; and what an answer rests on."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from msgspec import convert, to_builtins
from support.campaigns import configuration, with_totals
from support.evidence import Generating, all_drawn, counts, play_by_ratings
from support.evidence_facts import discrepancy, everything, facts, kind, part
from support.loops import require_items

from checker.campaigns.configuration import Direction
from checker.campaigns.grouping import Bar, Met, program_summary
from checker.campaigns.outcomes import REFUSED, EventOutcome, Failure
from checker.campaigns.store import KnownProgram, create_store
from checker.evidence.answering import EvidenceAnswer, Reply, concluded, fe1_of, vcl_of
from checker.evidence.collecting import counts_of, failures_of, probed, replace_missing_events, unmade_of
from checker.evidence.facts import (
    BARRED,
    Band,
    EndorsementProcedure,
    EvidencePart,
    Facts,
    PartFacts,
    State,
    Unit,
    strip_folders,
)
from checker.programs.program import FailureKind
from checker.suite.marks import ArticleMarks
from checker.verdicts.verdict import ExitStatus
from reports.evidence import bundle_of, came_to, format_duration, render_evidence

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(("discrepancies", "met"), [(10, Met.MET), (11, Met.NOT_MET)])
def test_ten_discrepancies_are_allowed_and_eleven_are_not(discrepancies: int, met: Met) -> None:
    """In every unit of counting."""
    for unit, field in ((Unit.EVENTS, "events"), (Unit.ROUNDS, "rounds"), (Unit.PAIRS, "pairs")):
        assert counts(**{f"discrepant_{field}": discrepancies}).bar(unit, 5000) is met


@pytest.mark.parametrize(("discrepancies", "met"), [(10, Met.MET), (11, Met.NOT_MET)])
def test_fe1_allows_one_discrepancy_in_five_hundred_events(discrepancies: int, met: Met) -> None:
    """Ten in five thousand are just one in five hundred."""
    assert counts(discrepant_events=discrepancies).rate(Unit.EVENTS) is met


@pytest.mark.parametrize(("events", "met"), [(4999, Met.TOO_FEW), (5000, Met.MET)])
def test_fewer_events_than_the_procedure_asks_for_are_too_few_to_tell(events: int, met: Met) -> None:
    """However well the program did."""
    assert counts(planned=events, judged=events, events=events).bar(Unit.EVENTS, 5000) is met


def unmade_part(outcomes: list[EventOutcome]) -> PartFacts:
    """Return the facts of events that a generator made, or did not."""
    settings = configuration("mine.toml", direction=Direction.GENERATE)
    return PartFacts(
        part=EvidencePart.GENERATE,
        state=State.DONE,
        counts=counts_of(outcomes, settings, len(outcomes)),
        unmade=unmade_of(outcomes, settings),
    )


def failed_with(index: int, kind: str, detail: str) -> EventOutcome:
    """Return a seed at which a generator failed."""
    failure = Failure(program=0, round_number=0, kind=kind, detail=detail)
    return EventOutcome(index=index, asked=(0,), failures=(failure,))


def test_a_generators_end_without_an_event_is_in_every_output() -> None:
    """A status that it chose, a signal, its time: each with how often, and one in its words."""
    crashed, timed_out = FailureKind.CRASHED.value, FailureKind.TIMED_OUT.value
    outcomes = [
        failed_with(3, crashed, "exit status 1: no valid pairing <exists>"),
        failed_with(1, crashed, "exit status 1: <b>none"),
        failed_with(4, crashed, "signal 11"),
        failed_with(5, timed_out, "10 seconds"),
        failed_with(6, crashed, "ZeroDivisionError: exit status 1"),
    ]
    found = unmade_part(outcomes)
    assert [(one.how, one.seeds, one.first) for one in found.unmade] == [
        ("exit status 1", 2, 1),
        ("exceeded its time", 1, 5),
        (crashed, 1, 6),
        ("signal 11", 1, 4),
    ]
    assert failures_of(EvidencePart.GENERATE, outcomes, configuration("a", direction=Direction.GENERATE)) == ()
    files = bundle_of(facts(found), {})
    ways = f"no event made from 5 seeds (2 exit status 1, 1 exceeded its time, 1 {crashed}, 1 signal 11)"
    assert ways in files["README.txt"].decode()
    assert "event 1, exit status 1: &lt;b&gt;none" in files["index.html"].decode()
    assert json.loads(files["evidence.json"])["parts"][-1]["unmade"][0]["how"] == "exit status 1"


def test_an_event_that_was_made_and_refused_is_not_called_unmade() -> None:
    """It could not be judged: neither a pass nor a failure of the program."""
    outcomes = [failed_with(0, REFUSED, "no system is declared")]
    found = unmade_part(outcomes)
    assert found.counts is not None
    assert (found.unmade, found.counts.unmade, found.counts.unchecked, found.counts.failed_events) == ((), 0, 1, 0)
    assert found.counts.bar(Unit.EVENTS, 1) is Met.NOT_TOLD


def test_a_seed_without_an_event_counts_for_nothing() -> None:
    """It is not a failure, but one event fewer; if the other events are enough, the bar is met."""
    failure = Failure(program=0, round_number=0, kind="crashed", detail="no valid pairing exists")
    outcomes = [
        EventOutcome(index=0, players=8, rounds=3, pairs=12, asked=(3,)),
        EventOutcome(index=1, asked=(0,), failures=(failure,)),
    ]
    found = counts_of(outcomes, configuration("mine.toml", direction=Direction.GENERATE), 2)
    assert (found.events, found.unmade, found.failed_events) == (1, 1, 0)
    assert found.bar(Unit.EVENTS, 2) is Met.TOO_FEW
    assert found.bar(Unit.EVENTS, 1) is Met.MET
    assert "generator made no event" in render_evidence(facts(unmade_part(outcomes)))
    asked = counts_of(outcomes, configuration("mine.toml", direction=Direction.JUDGE), 2)
    assert (asked.unmade, asked.failed_events) == (0, 1)
    assert asked.bar(Unit.EVENTS, 1) is Met.NOT_MET


@pytest.mark.parametrize(
    ("discrepancies", "events", "rate", "bar"),
    [
        (1, 499, Met.NOT_MET, Bar.NOT_MET),
        (1, 500, Met.MET, Bar.MET),
        (0, 499, Met.TOO_FEW, Bar.TOO_FEW),
        (0, 500, Met.MET, Bar.MET),
        (1, 20, Met.NOT_MET, Bar.NOT_MET),
        (2, 999, Met.NOT_MET, Bar.NOT_MET),
        (2, 1000, Met.MET, Bar.MET),
    ],
)
def test_evidence_and_campaigns_judge_a_rate_alike(discrepancies: int, events: int, rate: Met, bar: Bar) -> None:
    """FE-1: a request is not admissible if there is more than one difference in 500 test events."""
    assert counts(events=events, discrepant_events=discrepancies).rate(Unit.EVENTS) is rate
    nobody = KnownProgram(number=0, spec="", name="", version="", transport="")
    summary = program_summary(nobody, [], configuration("mine.toml"))
    assert with_totals(summary, events=events, discrepant=discrepancies).bar is bar


def test_while_a_direction_is_not_finished_its_rest_may_make_up_for_the_rate() -> None:
    """A discrepancy in 300 of 5,000 events is reported, but is not an answer yet; in all 300 events it is."""
    begun = part(EvidencePart.PAIR, judged=300, events=300, discrepant_events=1)
    assert concluded(facts(replace(begun, state=State.UNFINISHED))).answer is EvidenceAnswer.OPEN
    conclusion = concluded(facts(part(EvidencePart.PAIR, planned=300, judged=300, events=300, discrepant_events=1)))
    assert conclusion.answer is EvidenceAnswer.NOT_MET
    assert conclusion.against[0].endswith("1 discrepant event in 300; FE-1 allows one in 500.")


def test_a_wrong_rank_order_counts_as_much_as_a_wrong_round() -> None:
    """It is of no round, and would be lost among them."""
    assert counts(discrepant_rounds=6, wrong_orders=4).bar(Unit.ROUNDS, 5000) is Met.MET
    assert counts(discrepant_rounds=6, wrong_orders=5).bar(Unit.ROUNDS, 5000) is Met.NOT_MET


@pytest.mark.parametrize(
    ("change", "met"),
    [({"failed_events": 1}, Met.NOT_MET), ({"unchecked": 1}, Met.NOT_TOLD), ({"our_faults": 1}, Met.NOT_TOLD)],
)
def test_unanswered_and_unjudged_events_do_not_pass(change: dict[str, int], met: Met) -> None:
    """Nothing checked is never a pass."""
    assert counts(**change).bar(Unit.EVENTS, 5000) is met


def test_a_program_that_does_everything_rightly_meets_the_bar() -> None:
    """Nothing speaks against it, and nothing is missing."""
    conclusion = concluded(facts())
    assert (conclusion.answer, conclusion.against, conclusion.missing) == (EvidenceAnswer.MET, (), ())
    assert conclusion.status is ExitStatus.CONSISTENT
    assert 'class="conclusion good"' in render_evidence(facts())


@pytest.mark.parametrize(
    ("change", "phrase"),
    [
        (
            PartFacts(part=EvidencePart.JUDGE, state=State.NOT_DONE, why="it has no checker"),
            "because it has no checker",
        ),
        (PartFacts(part=EvidencePart.SUITE, state=State.NOT_DONE, why="there is none"), "because there is none"),
        (replace(part(EvidencePart.PAIR, judged=7, events=7), state=State.UNFINISHED), "7 of 5,000 events"),
        (part(EvidencePart.GENERATE, unchecked=3), "3 questions could not be judged"),
    ],
)
def test_missing_work_is_named_on_the_front_page_and_ends_in_2(change: PartFacts, phrase: str) -> None:
    """It never looks as if all were well."""
    found = facts(change)
    conclusion = concluded(found)
    assert any(phrase in sentence for sentence in conclusion.missing)
    assert conclusion.status is ExitStatus.NOT_CHECKED
    page = render_evidence(found)
    assert phrase in page
    assert 'class="conclusion good"' not in page


def test_too_few_events_for_the_procedure_end_in_2() -> None:
    """Although all of them were right."""
    found = facts()
    found = replace(found, plan=replace(found.plan, procedure=EndorsementProcedure.NEW))
    assert concluded(found).answer is EvidenceAnswer.OPEN
    assert concluded(found).status is ExitStatus.NOT_CHECKED


@pytest.mark.parametrize(
    "change",
    [
        part(EvidencePart.PAIR, discrepant_events=11, discrepant_rounds=11, discrepant_pairs=22),
        part(EvidencePart.GENERATE, failed_events=1),
        part(EvidencePart.PAIR, our_faults=1),
        PartFacts(
            part=EvidencePart.SUITE,
            state=State.DONE,
            suite=(ArticleMarks(article="2.4.2", title="met before", right=3, wrong=1, unanswered=0),),
        ),
    ],
)
def test_a_wrong_order_is_reported_and_ends_in_1(change: PartFacts) -> None:
    """Over the bar, unanswered, our own fault, or wrong in the suite."""
    conclusion = concluded(facts(change))
    assert conclusion.against
    assert conclusion.status is ExitStatus.DISCREPANCIES


def test_a_fault_of_ours_is_not_reported_as_the_programs() -> None:
    """It ends in 1, yet the page does not say that the program misses the bar."""
    conclusion = concluded(facts(part(EvidencePart.PAIR, our_faults=1)))
    assert conclusion.answer is EvidenceAnswer.OPEN
    (sentence,) = conclusion.against
    assert "our fault, not the program's" in sentence


@pytest.mark.parametrize(
    ("events", "status"), [(4999, ExitStatus.NOT_CHECKED), (5000, ExitStatus.CONSISTENT)], ids=["too few", "enough"]
)
def test_seeds_without_an_event_are_missing_only_where_too_few_events_are_left(events: int, status: ExitStatus) -> None:
    """A run of more events than needed is complete without them."""
    found = facts(part(EvidencePart.GENERATE, planned=5010, judged=5010, events=events, unmade=5010 - events))
    conclusion = concluded(found)
    assert conclusion.status is status
    assert bool(conclusion.missing) is (status is ExitStatus.NOT_CHECKED)


def test_a_discrepancy_under_the_bar_is_to_be_classed_and_reported() -> None:
    """Unless it is both, something is missing."""
    pair = part(EvidencePart.PAIR, discrepant_events=1, discrepant_rounds=1, discrepant_pairs=2)
    said = {
        words: concluded(facts(pair, kinds=(one,)))
        for words, one in (("Not classed", kind(classed="", link="")), ("no link", kind(link="")), ("", kind()))
    }
    for words, conclusion in said.items():
        assert conclusion.answer is EvidenceAnswer.MET
        assert any(words in sentence for sentence in conclusion.missing) == bool(words)
    assert said[""].status is ExitStatus.CONSISTENT


def test_questions_35_to_39_are_answered_by_class_and_link() -> None:
    """Whose error it was, and whether it was reported."""
    answers = {one.name: one for one in vcl_of(facts(kinds=(kind(), kind(classed="other", link=""))))}
    assert [answers[f"Q{number}"].reply for number in (35, 36, 37, 38, 39)] == [
        Reply.YES,
        Reply.YES,
        Reply.NO,
        Reply.NO,
        Reply.NO_NEED,
    ]


@pytest.mark.parametrize(
    ("change", "reply"),
    [
        (part(EvidencePart.PAIR), Reply.NO),
        (part(EvidencePart.PAIR, events=4999), Reply.PARTLY),
        (PartFacts(part=EvidencePart.JUDGE, state=State.NOT_DONE, why="it has no checker"), Reply.PARTLY),
        (part(EvidencePart.PAIR, discrepant_pairs=11), Reply.YES),
    ],
)
def test_question_34_is_answered_with_no_only_after_enough_events(change: PartFacts, reply: Reply) -> None:
    """More than ten discrepancies are reported after any number of events."""
    assert {one.name: one.reply for one in vcl_of(facts(change))}["Q34"] is reply


def test_a_program_without_checker_and_generator_is_reported_so() -> None:
    """In the form and in the list of questions."""
    found = facts()
    found = replace(found, program=replace(found.program, checks="", generates="", standings=False))
    answers = {one.name: one.reply for one in (*vcl_of(found), *fe1_of(found))}
    assert {answers[name] for name in ("Q19", "Q20", "Q21", "Q22")} == {Reply.NO}
    assert answers["Checker (FPC): where, and how it is called"] is Reply.NO


def test_questions_are_all_there_in_their_order() -> None:
    """From 16 to 39."""
    names = [one.name for one in vcl_of(facts())]
    numbers = [int(number) for name in names for number in name.removeprefix("Q").split("-")]
    assert numbers == sorted(numbers)
    assert (numbers[0], numbers[-1]) == (16, 39)


def test_each_question_has_a_figure_and_a_link_into_the_bundle() -> None:
    """The link leads to a heading of the page, or to the record of a part."""
    probe = probed(Generating(play_by_ratings), 1)
    bare = facts(*(PartFacts(part=one, state=State.NOT_DONE, why="it was left out") for one in EvidencePart))
    idle = replace(bare, program=replace(bare.program, checks="", generates="", standings=False), probe=None)
    for found in (facts(probe=probe), everything(), bare, idle):
        page = render_evidence(found)
        anchors = {f"#{name}" for name in re.findall(r'id="([^"]+)"', page)}
        for one in require_items(vcl_of(found)):
            assert one.figure
            assert one.link in {*anchors, *(part.record for part in found.parts if part.record)}
            assert f'<a href="{one.link}">{one.figure}</a>' in page


_OF_JUDGED_EVENTS = ("Q20", "Q31", "Q33", "Q34", "Q35", "Q36", "Q37", "Q38", "Q39")


def begun_facts(events: int) -> Facts:
    """Return facts in which so many events were judged in each direction."""
    parts = [
        replace(part(one, judged=events, events=events, rounds=9 * events, pairs=90 * events), state=State.UNFINISHED)
        for one in (EvidencePart.EXAM, *BARRED)
    ]
    return facts(*parts)


@pytest.mark.parametrize("name", _OF_JUDGED_EVENTS)
def test_a_question_about_judged_events_is_not_yet_known_until_the_first_event(name: str) -> None:
    """None of nothing is no answer; one event is a beginning."""
    before, after = ({one.name: one for one in vcl_of(begun_facts(events))}[name] for events in (0, 1))
    assert before.reply is Reply.NOT_YET
    assert before.figure == "not yet known: 0 events"
    assert after.reply is not Reply.NOT_YET
    assert "not yet known" not in after.figure


@pytest.mark.parametrize("name", ["Q34", "Q35", "Q36", "Q38"])
def test_discrepancies_are_denied_only_after_enough_events(name: str) -> None:
    """One event without any is too little to tell."""
    replies = [{one.name: one.reply for one in vcl_of(found)}[name] for found in (begun_facts(1), facts())]
    assert replies == [Reply.PARTLY, Reply.NO]


def test_nothing_judged_is_not_yet_known_wherever_it_is_counted() -> None:
    """On the page, in the form of the old procedure, and in the text of the bundle."""
    before, after = begun_facts(0), begun_facts(1)
    told, told_after = (bundle_of(found, {})["README.txt"].decode() for found in (before, after))
    assert told.count("not yet known") == 1 + 1 + len(BARRED)
    assert "0 discrepant events in 0" not in told
    assert "0 of 5,000 events: not yet known" in told
    assert "1 of 5,000 events: 0 discrepant events in 1" in told_after
    page, page_after = render_evidence(before), render_evidence(after)
    assert page.count('<td class="number">not yet known</td>') == len(BARRED) * len(Unit)
    assert '<td class="number">not yet known</td>' not in page_after
    assert "Not yet known: no event was judged." in page
    assert "None was found in what was done." in page_after
    assert fe1_of(before)[-1].sentence.count("not yet known") == len(BARRED)
    assert "not yet known" not in fe1_of(after)[-1].sentence


def test_the_vendor_answers_beside_us() -> None:
    """An answer of the vendor is shown with ours, and replaces nothing."""
    found = facts(vendor=(("Q17", "no: <b>ours</b>"),))
    (answer,) = (one for one in vcl_of(found) if one.vendor)
    assert (answer.name, answer.reply, answer.vendor) == ("Q17", Reply.NOT_BY_US, "no: <b>ours</b>")
    assert "no: &lt;b&gt;ours&lt;/b&gt;" in render_evidence(found)


def test_a_generator_is_answered_for_by_what_its_events_consist_of() -> None:
    """Events of one size have no random values; those of its kinds that occur are counted."""
    probe = probed(Generating(play_by_ratings), 1)
    assert probe is not None
    features = dict(probe.features)
    assert (features["forfeits"], features["acceleration"]) == (19, 9)
    answers = {one.name: one for one in vcl_of(facts(probe=probe))}
    assert (answers["Q25"].reply, answers["Q25"].figure) == (Reply.NO, "24 to 24 players, 5 to 5 rounds")
    wide = replace(probe, ranges=tuple(replace(one, most=one.most + 1) for one in probe.ranges))
    assert {one.name: one.reply for one in vcl_of(facts(probe=wide))}["Q25"] is Reply.YES


def test_facts_come_back_from_json() -> None:
    """The page can be rendered again from the facts."""
    found = facts(kinds=(kind(),), discrepancies=(discrepancy(),))
    assert convert(to_builtins(found), Facts) == found


def test_hostile_names_are_shown_and_do_nothing() -> None:
    """Markup stays text, and overrides of the direction of writing are escaped."""
    hostile = "<script>alert(1)</script>\u202e\x1b[2J"
    found = facts(kinds=(kind(signature=hostile, link="javascript:alert(1)", note=hostile),))
    found = replace(found, program=replace(found.program, name=hostile, version=hostile, pairs=hostile))
    page = render_evidence(found)
    assert "<script" not in page
    assert "\u202e" not in page
    assert "\x1b" not in page
    assert 'href="javascript' not in page


def test_times_and_outcomes_are_described_in_words() -> None:
    """Hours with minutes, minutes with seconds."""
    assert [format_duration(seconds) for seconds in (7, 200, 3900)] == ["7 s", "3 min 20 s", "1 h 05 min"]
    assert came_to(part(EvidencePart.PAIR, judged=7, events=7)) == "7 of 5,000 events: 0 discrepant events in 7"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("command:/usr/bin/python3 /home/me/mine.py {input}", "command:python3 mine.py {input}"),
        ("bbp5=./sub/bbpPairings.exe", "bbp5=bbpPairings.exe"),
        ('File "/home/me/x.py", line 7', 'File "x.py", line 7'),
        ("~/mine/run", "run"),
        ("a draw is 1/2, and/or {folder}/run at https://example.org/7", None),
    ],
)
def test_files_are_called_by_their_names_alone(text: str, left: str | None) -> None:
    """A text that only looks like a path stays."""
    assert strip_folders(text) == (text if left is None else left)


@pytest.mark.parametrize(("scored", "is_likely"), [(591, True), (549, True), (548, False), (632, False)])
def test_results_follow_ratings_as_far_as_chance_accounts_for_it(scored: int, is_likely: bool) -> None:
    """Three standard errors of 2,000 games are 33 thousandths."""
    assert Band(least=0, most=99, games=2000, expected=582, scored=scored).is_likely is is_likely


def test_a_generator_whose_games_are_all_drawn_does_not_follow_ratings() -> None:
    """One that plays by FIDE's table does; both make another event of each seed."""
    by_table, drawn = probed(Generating(play_by_ratings), 1), probed(Generating(all_drawn), 1)
    assert by_table is not None
    assert drawn is not None
    assert all(band.is_likely for band in by_table.bands)
    assert not any(band.is_likely for band in drawn.bands if band.least)
    assert by_table.different == by_table.events == drawn.different
    answers = [{one.name: one.reply for one in vcl_of(facts(probe=probe))} for probe in (by_table, drawn)]
    assert [answer["Q32"] for answer in answers] == [Reply.YES, Reply.NO]


# --- seeds that are made up for --------------------------------------------------------------------------------------


def no_event(index: int) -> EventOutcome:
    """Return that the generator made nothing of a seed."""
    failure = Failure(program=0, round_number=0, kind=FailureKind.CRASHED.value, detail="exit status 1")
    return EventOutcome(index=index, asked=(0,), failures=(failure,))


def an_event(index: int) -> EventOutcome:
    """Return that it made one, in which nothing is wrong."""
    return EventOutcome(index=index, players=8, rounds=3, pairs=12, asked=(3,))


@pytest.mark.parametrize(
    ("unmade", "more", "again"),
    [(0, 0, 0), (3, 3, 3), (9, 9, 1), (10, 10, 0), (12, 10, 0)],
    ids=["none", "three", "nine", "as many as may", "too many"],
)
def test_seeds_that_made_no_event_are_made_up_for(unmade: int, more: int, again: int, tmp_path: Path) -> None:
    """By as many seeds after the last one, and again if these make none; in all by ten, of many events by a tenth."""
    asked = replace(facts().plan, events=20)
    settings = configuration("mine.toml", direction=Direction.GENERATE)
    with create_store(tmp_path / "s.sqlite", settings, [(0, 20)], [Generating(play_by_ratings)]) as store:
        store.add([no_event(index) if index < unmade else an_event(index) for index in range(20)])
        assert replace_missing_events(store, asked, Generating(play_by_ratings)) == more
        assert store.remaining() == list(range(20, 20 + more))
        store.add(no_event(index) for index in range(20, 20 + more))
        assert replace_missing_events(store, asked, Generating(play_by_ratings)) == again


def test_only_a_generator_is_asked_for_more(tmp_path: Path) -> None:
    """A question that a program did not answer is not made up for by another one."""
    asked = replace(facts().plan, events=2)
    with create_store(
        tmp_path / "s.sqlite", configuration("mine.toml"), [(0, 2)], [Generating(play_by_ratings)]
    ) as store:
        store.add([no_event(0), an_event(1)])
        assert replace_missing_events(store, asked, Generating(play_by_ratings)) == 0
