"""A check as JUnit XML, Markdown and SARIF: valid, complete, and harmless whatever a file says."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from junitparser import Error, Failure, JUnitXml, Skipped
from markdown_it import MarkdownIt
from support.runs import entries_of, run_of
from support.schemas import validate_junit, validate_sarif
from support.toy import event_of, games, paired_properly

from checker.findings import EventHeader
from checker.known_findings.entries import KnownFinding
from checker.standings.findings import Misplaced, StandingsFinding, StandingsVerdict
from checker.verdicts.consequence import Consequence
from checker.verdicts.verdict import Outcome, Verdict
from reports.formats.check_results import check_results
from reports.formats.junit import junit
from reports.formats.markdown import markdown
from reports.formats.sarif import sarif

if TYPE_CHECKING:
    from checker.records.run import RunRecord

WRONG_IN_ROUND_2 = event_of([games((1, 4), (2, 5), (3, 6)), games((1, 3), (4, 2), (6, 5))])
LINES = {number: 10 + number for number in range(1, 8)}


def located(run: RunRecord) -> RunRecord:
    """Let the row of player 1 stand on line 11, and so on."""
    events = [
        replace(
            event,
            header=replace(
                event.header,
                participants=tuple(replace(one, line=LINES.get(one.tpn)) for one in event.header.participants),
            ),
        )
        for event in run.events
    ]
    return replace(run, events=tuple(events))


def junit_of(run: RunRecord) -> JUnitXml:
    """Write a run, validate the document, and read it as a viewer does."""
    text = junit(check_results(run))
    validate_junit(text)
    return JUnitXml.fromstring(text.encode())


def sarif_of(run: RunRecord) -> dict[str, object]:
    """Write a run, validate the log, and return its only run."""
    log = json.loads(sarif(check_results(run)))
    validate_sarif(log)
    (run_,) = log["runs"]
    return run_


def with_standings(verdict: StandingsVerdict) -> RunRecord:
    """Return a run of one right event with a verdict on its rank order."""
    header, *rounds = entries_of(paired_properly(2))
    misplaced = Misplaced(tpn=3, rank=2, fault="order", sentence="3 is wrong.", neighbour=5, code="BH", article="8.1")
    finding = StandingsFinding(
        verdict=verdict,
        sentence="The rank order is as it is.",
        misplaced=(misplaced,) if verdict is StandingsVerdict.WRONG else (),
        causes=("These are the standings by C.07, August 2024.",) if verdict is StandingsVerdict.WRONG else (),
        tried=30,
    )
    assert isinstance(header, EventHeader)
    return run_of([replace(header, standings=finding), *rounds])


def test_every_round_is_a_testcase(varied_run: RunRecord) -> None:
    """With its verdict: failed, in error, skipped or passed."""
    document = junit_of(varied_run)
    cases = {(at, case.name): case for at, suite in enumerate(document) for case in suite}
    outcomes = {Outcome.DISCREPANT: [Failure], Outcome.UNCHECKED: [Error], Outcome.CONSISTENT: [], Outcome.ACCEPTED: []}

    for at, event in enumerate(varied_run.events):
        for finding in event.rounds:
            case = cases[at, f"round {finding.round_number}"]
            skipped = finding.verdict in (Verdict.NOTHING_TO_JUDGE, Verdict.UNSUPPORTED)
            assert [type(result) for result in case.result] == (
                [Skipped] if skipped else outcomes[finding.verdict.outcome]
            )
            for result in case.result:
                assert result.type == finding.verdict.value
    assert document.tests == len(cases)
    assert document.failures == sum(len(event.discrepant_rounds) for event in varied_run.events)


def test_a_failure_is_the_sentence_and_the_command() -> None:
    """A reader can explain the failure and reproduce it."""
    header, *rounds = entries_of(WRONG_IN_ROUND_2)
    assert isinstance(header, EventHeader)
    run = run_of([replace(header, source="open day.trf"), *rounds])
    (finding,) = run.events[0].discrepant_rounds
    (result,) = [result for suite in junit_of(run) for case in suite for result in case.result]
    lines = result.text.splitlines()

    assert (result.message, lines[0]) == (finding.sentence, finding.sentence)
    assert lines[-1] == "Again: pairproof check 'open day.trf' --rounds 2"


def test_a_round_right_by_another_reading_passes_with_a_note(varied_run: RunRecord) -> None:
    """In the output of the testcase."""
    accepted = [
        finding.sentence
        for event in varied_run.events
        for finding in event.rounds
        if finding.verdict.outcome is Outcome.ACCEPTED
    ]
    said = [case.system_out for suite in junit_of(varied_run) for case in suite if case.system_out]

    assert accepted
    assert [text.splitlines()[0] for text in said] == accepted


def test_a_file_that_cannot_be_read_is_an_error_and_no_pass(varied_run: RunRecord) -> None:
    """With its place."""
    (suite,) = [suite for suite in junit_of(varied_run) if suite.name == "gone.trf"]
    ((result,),) = [case.result for case in suite]
    (found,) = [one for one in sarif_of(varied_run)["results"] if one["ruleId"] == "unreadable"]

    assert isinstance(result, Error)
    assert result.message == "no such file"
    assert found["level"] == "warning"
    assert found["locations"] == [{"physicalLocation": {"artifactLocation": {"uri": "gone.trf"}}}]


@pytest.mark.parametrize(
    ("verdict", "result", "level"),
    [
        (StandingsVerdict.CONSISTENT, [], None),
        (StandingsVerdict.ACCEPTED, [], "note"),
        (StandingsVerdict.WRONG, [Failure], "error"),
        (StandingsVerdict.NOT_JUDGED, [Skipped], "warning"),
    ],
)
def test_the_rank_order_is_a_case_of_its_own(verdict: StandingsVerdict, result: list[type], level: str | None) -> None:
    """Beside the rounds; with the rows of the misplaced player and of the neighbour."""
    run = located(with_standings(verdict))
    (suite,) = junit_of(run)
    (case,) = [case for case in suite if case.name == "rank order"]
    found = [one for one in sarif_of(run)["results"] if one["ruleId"].startswith("standings")]

    assert [type(one) for one in case.result] == result
    assert [one["level"] for one in found] == ([level] if level else [])
    if verdict is StandingsVerdict.WRONG:
        assert found[0]["ruleId"] == "standings-wrong"
        assert found[0]["locations"][0]["physicalLocation"]["region"] == {"startLine": 13}
        assert found[0]["relatedLocations"][0]["physicalLocation"]["region"] == {"startLine": 15}
        assert "of 30 changes tried: These are the standings by C.07, August 2024." in case.result[0].text


def test_a_known_wrong_rank_order_fails_nothing() -> None:
    """JUnit passes it with the reason, SARIF suppresses it, and Markdown lists it as known."""
    run = with_standings(StandingsVerdict.WRONG)
    (event,) = run.events
    assert event.header.standings is not None
    known = replace(event.header.standings, known=KnownFinding(signature="wrong order", reason="a misprint"))
    run = run_of([replace(event.header, standings=known), *event.rounds])
    (case,) = [case for suite in junit_of(run) for case in suite if case.name == "rank order"]
    assert case.result == []
    assert "known: a misprint" in case.system_out
    (found,) = [one for one in sarif_of(run)["results"] if one["ruleId"] == "standings-wrong"]
    assert [one["justification"] for one in found["suppressions"]] == ["known: a misprint"]
    text = markdown(check_results(run))
    assert "## Known (1)" in text
    assert "## Wrong" not in text


def test_a_wrong_round_points_to_the_rows_of_its_players() -> None:
    """The first one where a reader should look, the others beside it."""
    run = located(run_of(entries_of(WRONG_IN_ROUND_2)))
    (finding,) = run.events[0].discrepant_rounds
    (found,) = [one for one in sarif_of(run)["results"] if one["ruleId"] == finding.verdict.value]
    places = [*found["locations"], *found["relatedLocations"]]
    assert finding.differences is not None
    players = [tpn for pair in finding.differences.recorded_only for tpn in (pair.white, pair.black)]

    assert [place["physicalLocation"]["region"]["startLine"] for place in places] == [LINES[tpn] for tpn in players]


def test_every_rule_of_a_log_is_explained(varied_run: RunRecord) -> None:
    """And every result refers to its rule."""
    run = sarif_of(varied_run)
    rules = run["tool"]["driver"]["rules"]

    assert {rule["id"] for rule in rules} == {one["ruleId"] for one in run["results"]}
    assert all(rules[one["ruleIndex"]]["id"] == one["ruleId"] for one in run["results"])
    assert all(rule["shortDescription"]["text"].endswith(".") for rule in rules)


def test_markdown_answers_first_and_argues_what_is_wrong(varied_run: RunRecord) -> None:
    """Then come what was not checked, and what is right by another reading."""
    results = check_results(varied_run)
    lines = markdown(results).splitlines()
    headings = [line for line in lines if line.startswith("#")]

    assert headings[0] == "# Check of pairings"
    assert lines[2].startswith("❌ **Discrepancies in")
    assert [heading for heading in headings if heading.startswith("## ")] == [
        f"## Wrong ({results.counts[Consequence.FAILED]})",
        f"## Not checked ({results.counts[Consequence.ERROR] + results.counts[Consequence.SKIPPED]})",
        f"## Right by another reading, or by what is left open or declared ({results.counts[Consequence.ACCEPTED]})",
    ]
    assert len([heading for heading in headings if heading.startswith("### ")]) == results.counts[Consequence.FAILED]
    for _, case in results.cases(Consequence.FAILED):
        assert case.command in lines


def test_foreign_text_is_not_markup(varied_run: RunRecord) -> None:
    """Rendered with everything that pages understand: nothing of it is an element, in XML it is text."""
    parser = MarkdownIt("commonmark").enable("table")
    tokens = parser.parse(markdown(check_results(varied_run)))
    raw = [one.content for token in tokens for one in (token, *(token.children or ())) if one.type.startswith("html")]

    assert {text.strip() for text in raw} <= {"<details><summary>Argument</summary>", "</details>"}
    assert "<script>" not in junit(check_results(varied_run))
    assert any(
        "<script>" in (result.text or "") for suite in junit_of(varied_run) for case in suite for result in case.result
    )


def test_text_that_xml_cannot_hold_is_escaped() -> None:
    """Control characters, lone surrogates and noncharacters."""
    header = EventHeader(event="x", source="x\x00\ud800\uffff.trf", refusal="a\x1b[2Jb\ufffe", verdict=Verdict.CRASH)
    (suite,) = junit_of(run_of([header]))
    sarif_of(run_of([header]))

    assert suite.name == "x\\x00\\ud800\\uffff.trf"
    assert [case.result[0].message for case in suite] == ["a\\x1b[2Jb\\ufffe"]


def test_a_clean_run_passes_everywhere(clean_run: RunRecord) -> None:
    """Nothing to tell but the counts."""
    document = junit_of(clean_run)

    assert (document.tests, document.failures, document.errors) == (3, 0, 0)
    assert sarif_of(clean_run)["results"] == []
    assert markdown(check_results(clean_run)).splitlines()[2].startswith("✅ **No discrepancy in 1 event")


def test_long_lists_are_cut_in_markdown_only() -> None:
    """A summary of a job holds a megabyte; the other formats are for machines."""
    wrong = entries_of(WRONG_IN_ROUND_2)
    run = run_of([entry for _ in range(60) for entry in wrong])

    text = markdown(check_results(run))
    assert text.count("\n### ") == 25
    assert "\nAnd 35 more.\n" in text
    assert junit_of(run).failures == 60
