"""A campaign told to people and to programs."""

from __future__ import annotations

import csv
import html
import io
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from support.campaigns import agreed, configuration, failed, failed_event, store_of, with_totals
from support.runs import INJECTION
from support.trf import played, with_exchanged_opponents

from checker.campaigns.configuration import Direction
from checker.campaigns.grouping import TABLE_COLUMNS, Bar, CampaignSummary, summarise
from checker.campaigns.outcomes import ReducedEvent, Score
from checker.findings import Counts
from checker.verdicts.verdict import Verdict
from reports.campaign import campaign_text, matrix_of, render_campaign
from reports.campaign_lines import campaign_lines
from reports.tables import render_csv
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

    from checker.campaigns.store import Store

WIDTHS = {"telephone": 360, "desk": 1280}
LINK = "https://example.org/why"
HONEST = "callable:support.campaigns:honest"
OUTCOMES = [
    failed_event(0, players=20),
    failed_event(1, players=8),
    failed_event(2, players=12, program=1, criterion="", article="4.2.2", verdict=Verdict.LATER_IN_ORDER),
    failed(3, program=1),
    agreed(4),
]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A campaign of six events, one of them not judged yet, in which one cause has been classed."""
    with store_of(tmp_path / "s.sqlite", configuration(HONEST, HONEST), (0, 6)) as store:
        store.add(OUTCOMES)
        signature = summarise(store).groups[0].signature
        store.class_findings(signature, "candidate", f"{INJECTION} counts otherwise", LINK)
        yield store


def hostile(summary: CampaignSummary) -> CampaignSummary:
    """Give the first program a name that tries to become markup, and is long besides."""
    first, *others = summary.programs
    named = replace(first, program=replace(first.program, name=INJECTION + "=" + "w" * 80, version="=1+1"))
    return replace(summary, programs=(named, *others))


def test_findings_of_one_cause_are_one_row_with_the_smallest_event_as_example(store: Store) -> None:
    """And with its counts and its class."""
    groups = summarise(store).groups
    assert [(group.events, group.example.event_number, group.example.players, group.pairs) for group in groups] == [
        (2, 1, 8, 4),
        (1, 2, 12, 2),
    ]
    assert [group.link for group in groups] == [LINK, ""]


def test_an_event_in_which_a_program_failed_is_not_agreement(store: Store) -> None:
    """It stays out of the rounds that are compared, and is counted as failed."""
    summary = summarise(store)
    one, other = summary.programs
    assert (one.failed_events, other.failed_events) == (0, 1)
    assert [
        (agreement.one, agreement.other, agreement.alike, agreement.rounds) for agreement in summary.agreements
    ] == [
        (None, 0, 13, 15),
        (None, 1, 11, 12),
        (0, 1, 9, 12),
    ]


@pytest.mark.parametrize(
    ("events", "discrepant", "bar"),
    [
        (4999, 10, Bar.NOT_MET),
        (5000, 10, Bar.MET),
        (50_000, 10, Bar.MET),
        (50_000, 11, Bar.NOT_MET),
        (499, 1, Bar.NOT_MET),
        (500, 1, Bar.MET),
        (500, 0, Bar.MET),
        (499, 0, Bar.TOO_FEW),
    ],
)
def test_the_bar_is_ten_discrepancies_and_one_in_five_hundred(
    tmp_path: Path, events: int, discrepant: int, bar: Bar
) -> None:
    """Both have to hold, and in as many events as one discrepancy is allowed for; FE-1 refuses what is worse."""
    with store_of(tmp_path / "bar.sqlite", configuration(HONEST), (0, 1)) as store:
        store.add([agreed(0)])
        (program,) = summarise(store).programs
    assert with_totals(program, events=events, discrepant=discrepant).bar is bar


def test_a_program_that_did_not_answer_does_not_meet_the_bar(store: Store) -> None:
    """Its other answers do not matter."""
    summary = summarise(store)
    assert with_totals(summary.programs[1], discrepant=0, events=10_000).bar is Bar.NOT_MET


@pytest.mark.parametrize(
    ("discrepant", "unchecked", "bar"),
    [(0, 0, Bar.MET), (0, 1, Bar.NOT_CHECKED), (10, 1, Bar.NOT_CHECKED), (11, 1, Bar.NOT_MET)],
)
def test_a_program_of_which_a_round_was_not_checked_does_not_meet_the_bar(
    store: Store, discrepant: int, unchecked: int, bar: Bar
) -> None:
    """That round might be wrong; what is found elsewhere stands."""
    program = summarise(store).programs[0]
    assert with_totals(program, discrepant=discrepant, not_checked=unchecked, events=10_000).bar is bar


@pytest.mark.parametrize(
    ("score", "sentence", "good"),
    [
        (Score.OPEN, "no discrepancy in 1 event, 3 rounds; 1 round right by another reading only.", True),
        (Score.UNCHECKED, "no discrepancy in 1 event, 3 rounds. 1 round not checked.", False),
        (Score.DISCREPANT, "discrepancies in 1 event, 1 round, 2 pairs, of 1 event, 3 rounds checked.", False),
        (Score.OUR_FAULT, "a program did better than our own engine", False),
    ],
)
def test_an_unchecked_round_is_not_a_good_outcome(tmp_path: Path, score: Score, sentence: str, good: bool) -> None:
    """The page names the round, and its conclusion is not good."""
    with store_of(tmp_path / "s.sqlite", configuration(HONEST), (0, 1)) as store:
        store.add([failed_event(0, score=score)])
        summary = summarise(store)
    assert sentence in campaign_text(summary)
    assert ('class="conclusion good"' in render_campaign(summary)) is good


def test_the_page_begins_with_wrong_rounds_in_one_sentence(tmp_path: Path) -> None:
    """Of a program that pairs; pairs and readings stand in the table of further counts."""
    with store_of(tmp_path / "s.sqlite", configuration(HONEST), (0, 1)) as store:
        store.add([failed_event(0, score=Score.DISCREPANT)])
        summary = summarise(store)
    assert "It paired 1 of 3 rounds wrongly, in 1 of 1 event.</strong>" in render_campaign(summary)


def test_the_text_names_programs_causes_and_what_is_missing(store: Store) -> None:
    """An unfinished campaign says so."""
    text = campaign_text(summarise(store))
    for words in ("5 of 6 events", "C12", "4.2.2", "endorsement bar not met: 2 in 5 events\n", "event 1 (8 players)"):
        assert words in text


def test_the_page_leads_from_the_causes_to_their_examples(store: Store) -> None:
    """A row for each cause in words, and below its sentence, its events, its class, and its signature."""
    page = render_campaign(summarise(store))
    first, second = summarise(store).groups
    assert '<a href="#cause-2">2. another pairing comes first</a></th><td data-head="decided by">4.2.2</td>' in page
    assert 'id="cause-2"' in page
    assert f"{first.example.sentence}</p>" in page
    assert "event 1, round 2, 8 participants, the fewest of 2 events" in page
    assert "candidate: " in page
    assert second.signature in page


def test_rounds_on_other_boards_are_reported_separately(store: Store) -> None:
    """They are not discrepancies either."""
    summary = summarise(store)
    program = summary.programs[0]
    tally = replace(program.tally, discrepancies=Counts(), verdicts=((Verdict.BOARD_ORDER, 1),))
    program = replace(program, tally=tally)
    text = campaign_text(replace(summary, programs=(program,), groups=(), agreements=()))
    assert "no discrepancy in 5 events, 15 rounds; 1 round right on other boards." in text


def test_rounds_by_another_reading_are_reported_beside_no_discrepancy(store: Store) -> None:
    """They are neither discrepancies nor agreement."""
    summary = summarise(store)
    program = with_totals(summary.programs[0], discrepant=0, open=2)
    text = campaign_text(replace(summary, programs=(program,), groups=(), agreements=()))
    assert "no discrepancy in 5 events, 15 rounds; 2 rounds right by another reading only." in text


@pytest.mark.parametrize(
    ("score", "title"),
    [(Score.MISSED, "does not see (clean)"), (Score.FALSE_ALARM, "objects to a right round (clean)")],
)
def test_a_checkers_result_is_described_in_words(store: Store, score: Score, title: str) -> None:
    """The row names the planted error."""
    summary = summarise(store)
    wordless = replace(summary.groups[0].example, sentence="")
    group = replace(summary.groups[0], findings=(replace(wordless, score=score, subject="clean"),))
    page = render_campaign(replace(summary, groups=(group,)))
    assert title in page
    assert '<p class="sentence">' not in page
    assert "event 1 (8 players): round 2\n" in campaign_text(replace(summary, groups=(group,)))


def test_a_campaign_in_which_nothing_was_judged_confirms_nothing(tmp_path: Path) -> None:
    """Neither in words nor by its bar."""
    with store_of(tmp_path / "empty.sqlite", configuration(HONEST)) as empty:
        summary = summarise(empty)
    assert "nothing was checked, so nothing was confirmed" in campaign_text(summary)
    assert summary.programs[0].bar is Bar.TOO_FEW
    assert 'class="conclusion good"' not in render_campaign(summary)


def test_programs_stand_apart_and_who_agrees_with_whom_is_a_matrix(store: Store) -> None:
    """Each program has a section with its own findings, a row and a column."""
    summary = summarise(store)
    page = render_campaign(summary)
    first, second = page.index('id="program-0"'), page.index('id="program-1"')
    assert first < page.index('id="cause-1"') < second < page.index('id="cause-2"')
    name = "support.campaigns:honest"
    assert matrix_of(summary) == (
        ("Pairproof", ("", "13 of 15", "11 of 12")),
        (name, ("13 of 15", "", "9 of 12")),
        (name, ("11 of 12", "9 of 12", "")),
    )


def test_without_compared_programs_there_is_no_matrix(tmp_path: Path) -> None:
    """Checkers have no agreement with other programs."""
    assert matrix_of(exam_of(tmp_path)) == ()


@pytest.mark.parametrize("counted", [False, True])
def test_hardly_tested_rules_are_named_beside_the_bar(tmp_path: Path, counted: bool) -> None:
    """In the text, on the page and in the lines; without counts the section is left out."""
    exercised = (("C12", 7), ("C14", 4)) if counted else None
    with store_of(tmp_path / "s.sqlite", configuration(HONEST), (0, 1)) as store:
        store.add([replace(agreed(0), exercised=exercised)])
        summary = summarise(store)
        lines = lines_of(store)
    text, page = campaign_text(summary), render_campaign(summary)
    assert ("Never put to the test: C1, " in text, "Never put to the test: C1, " in page) == (counted, counted)
    assert ("in fewer than 5 rounds: C14 (4)." in text, "in fewer than 5 rounds: C14 (4)." in page) == (
        counted,
        counted,
    )
    assert ("--system dutch-2026 --seek C1,C2," in page) == counted
    told = [line for line in lines if line["kind"] == "tested"]
    assert [(line["seldom"], "C12" in line["never"], line["events"]) for line in told] == (
        [(["C14"], False, 1)] if counted else []
    )


def test_the_page_draws_the_reduced_event_of_a_cause(tmp_path: Path) -> None:
    """As a check draws a round: both pairings, the bracket, the criteria; and the file itself."""
    text = write_trf26(with_exchanged_opponents(played(players=6, rounds=3)))
    reduced = ReducedEvent(
        text=text,
        event=5,
        round_number=3,
        system="dutch-2026",
        players=6,
        mark="worse (C12)",
        sentence="",
        keeps_cause=False,
        asked=True,
        is_fresh=False,
        questions=12,
        is_finished=True,
        matters=("disappears when every game is drawn",),
    )
    with store_of(tmp_path / "s.sqlite", configuration(HONEST, HONEST), (0, 3)) as store:
        store.add(OUTCOMES[:3])
        summary = summarise(store)
    without = render_campaign(summary)
    page = render_campaign(summary, {(0, summary.groups[0].signature): reduced})
    parts = ("The smallest event that shows it: 6 players", "Answered by the program", "Disappears when every")
    assert [(part in without, part in page) for part in parts] == [(False, True)] * 3
    assert "Posted" not in page
    assert text.splitlines()[-1] in html.unescape(page)


def lines_of(store: Store) -> list[dict[str, Any]]:
    """Parse the JSON lines of a store."""
    return [json.loads(line) for line in campaign_lines(summarise(store), version="1")]


def test_json_lines_have_a_header_a_footer_and_everything_between(store: Store) -> None:
    """Header: what was asked of whom; footer: whether that is all."""
    header, *body, footer = lines_of(store)
    assert (header["kind"], header["format"], header["configuration"]["seed"]) == ("header", "pairproof-campaign", 1)
    assert [line["kind"] for line in body] == ["event"] * 5 + ["group"] * 2
    assert (footer["kind"], footer["planned"], footer["judged"], footer["complete"]) == ("footer", 6, 5, False)
    assert body[0]["findings"][0]["criterion"] == "C12"
    assert body[3]["failures"][0]["detail"] == "signal 11"
    assert (body[5]["class"], body[5]["events"], body[5]["all_events"]) == ("candidate", 2, [0, 1])


def rows_of(summary: CampaignSummary) -> list[dict[str, str]]:
    """Parse the CSV of a campaign."""
    return list(csv.DictReader(io.StringIO(render_csv(summary.to_frame()), newline="")))


def test_csv_has_a_row_for_every_finding_and_failure(store: Store) -> None:
    """With class and signature, so that a spreadsheet can group them."""
    rows = rows_of(summarise(store))
    assert [(row["kind"], row["event"], row["program"]) for row in rows] == [
        ("finding", "0", "support.campaigns:honest"),
        ("finding", "1", "support.campaigns:honest"),
        ("finding", "2", "support.campaigns:honest"),
        ("failure", "3", "support.campaigns:honest"),
    ]
    assert set(rows[0]) == set(TABLE_COLUMNS)
    assert [row["class"] for row in rows] == ["candidate", "candidate", "", ""]


def test_csv_hands_no_formula_to_a_spreadsheet(store: Store) -> None:
    """A version that begins like one is quoted."""
    row = rows_of(hostile(summarise(store)))[0]
    assert row["version"] == "'=1+1"


@pytest.mark.parametrize(
    ("version", "cell"),
    [
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(1)", "'@SUM(1)"),
        ("\N{FULLWIDTH EQUALS SIGN}1", "'\N{FULLWIDTH EQUALS SIGN}1"),
        (" =1", "' =1"),
        ("\t=1", "\\t=1"),
        ("1=1", "1=1"),
        ("\x1b[1m\u202e\n", "\\x1b[1m\\u202e\\n"),
    ],
)
def test_a_cell_is_a_text_and_nothing_in_it_steers(store: Store, version: str, cell: str) -> None:
    """The beginning of a formula is quoted; control characters, line ends and overrides of direction are escaped."""
    summary = summarise(store)
    first, *others = summary.programs
    summary = replace(summary, programs=(replace(first, program=replace(first.program, version=version)), *others))
    assert rows_of(summary)[0]["version"] == cell


def test_lines_of_text_cannot_be_forged(store: Store) -> None:
    """A name or note with a line end stays on its line."""
    summary = summarise(store)
    first, *others = summary.programs
    named = replace(first, program=replace(first.program, name="A\nNo discrepancy in 9 events.\x1b[2J"))
    text = campaign_text(replace(summary, programs=(named, *others)))
    assert "A\\nNo discrepancy in 9 events.\\x1b[2J" in text
    assert not any(line.startswith("No discrepancy") for line in text.splitlines())


def test_only_pages_of_the_web_are_linked(store: Store) -> None:
    """A link that would run something is shown as text."""
    assert f'href="{LINK}"' in render_campaign(summarise(store))
    (first, second) = summarise(store).groups
    store.class_findings(second.signature, "unclear", "", "javascript:alert(1)")
    page = render_campaign(summarise(store))
    assert "javascript:alert(1)" in page
    assert 'href="javascript' not in page
    assert first.link == LINK


def exam_of(tmp_path: Path) -> CampaignSummary:
    """Sum up an exam in which one error was missed, one clean event objected to, and one error seen elsewhere."""
    settings = configuration(HONEST, direction=Direction.EXAM)
    missed = failed_event(1, score=Score.MISSED, subject="moved bye")
    alarm = failed_event(2, score=Score.FALSE_ALARM, subject="clean")
    other = failed_event(3, score=Score.MISSED, subject="moved bye")
    elsewhere = replace(alarm.findings[0], round_number=1, subject="moved bye")
    with store_of(tmp_path / "exam.sqlite", settings, (0, 4)) as store:
        store.add([replace(agreed(0), planted="moved bye"), replace(missed, planted="moved bye")])
        store.add([replace(alarm, planted="clean")])
        store.add([replace(other, planted="moved bye", findings=(*other.findings, elsewhere))])
        return summarise(store)


def test_an_exam_tells_missed_errors_false_alarms_and_wrong_rounds_apart(tmp_path: Path) -> None:
    """The rows are grouped by planted error."""
    summary = exam_of(tmp_path)
    rows = {row.planted: row for row in summary.programs[0].exam}
    clean, moved = rows["clean"], rows["moved bye"]
    assert (clean.events, clean.right, clean.false_alarms) == (1, 0, 1)
    assert (moved.events, moved.right, moved.missed, moved.wrong_round) == (3, 1, 1, 1)
    assert "moved bye" in render_campaign(summary)
    assert "moved bye" in campaign_text(summary)


@pytest.mark.browser
@pytest.mark.parametrize("width", WIDTHS.values(), ids=WIDTHS)
def test_the_page_holds_on_a_telephone_and_on_a_desk(
    store: Store, browser: Browser, tmp_path: Path, width: int
) -> None:
    """Hostile names run nothing, nothing is asked of the network, and only boxes of their own scroll sideways."""
    path = tmp_path / "campaign.html"
    path.write_text(render_campaign(hostile(summarise(store))), "utf-8")
    page = browser.new_context(viewport={"width": width, "height": 800}).new_page()
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    page.on("pageerror", lambda error: messages.append(str(error)))
    page.on("request", lambda asked: messages.append(asked.url) if asked.url != path.as_uri() else None)
    page.goto(path.as_uri())
    page.wait_for_timeout(100)
    assert messages == []
    assert page.locator("img, script").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    strays = page.evaluate(
        """[...document.querySelectorAll('body *')].filter(part => !part.closest('.scroll, .hidden, .skip'))
           .filter(part => part.getBoundingClientRect().right > window.innerWidth + 0.5)
           .map(part => part.outerHTML.slice(0, 80))"""
    )
    assert strays == []
    page.screenshot(path=str(tmp_path / "page.png"), full_page=True)
    for column in ("table.programs td.verdict", "table.groups td:nth-child(2)"):
        boxes = page.locator(column).evaluate_all("cells => cells.map(cell => cell.getBoundingClientRect().right)")
        assert boxes
        assert max(boxes) <= width
    page.context.close()
