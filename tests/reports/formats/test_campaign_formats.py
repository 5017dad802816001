"""A campaign and an exam as JUnit XML, Markdown and SARIF."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from junitparser import Error, Failure, JUnitXml, Skipped
from support.campaigns import agreed, configuration, failed, failed_event, store_of
from support.schemas import validate_junit, validate_sarif

from checker.campaigns.configuration import Direction
from checker.campaigns.grouping import CampaignSummary, CauseRow, summarise, with_findings
from checker.campaigns.outcomes import Score
from checker.causes.causes_finding import CauseGroup, CausesFinding, DescribedCause, RoundName
from checker.planting import PlantedError, PlantedStandings
from checker.verdicts.verdict import ExitStatus
from reports.formats.campaign_results import campaign_results
from reports.formats.junit import junit
from reports.formats.markdown import markdown
from reports.formats.sarif import sarif

if TYPE_CHECKING:
    from pathlib import Path

    from checker.campaigns.outcomes import EventOutcome

HONEST = "callable:support.campaigns:honest"


def summary_of(
    folder: Path, outcomes: list[EventOutcome], *, direction: Direction = Direction.PAIR, planned: int = 0
) -> CampaignSummary:
    """Sum up a campaign of one program."""
    settings = configuration(HONEST, direction=direction)
    with store_of(folder / "c.sqlite", settings, (0, planned or len(outcomes))) as store:
        store.add(outcomes)
        return summarise(store)


def cases_of(summary: CampaignSummary) -> dict[str, object]:
    """Write a campaign in every format, validate, and return the testcases by name."""
    results = campaign_results(summary, "c.sqlite", ExitStatus.DISCREPANCIES)
    text = junit(results)
    validate_junit(text)
    validate_sarif(json.loads(sarif(results)))
    assert markdown(results).startswith("# ")
    return {case.name: case for suite in JUnitXml.fromstring(text.encode()) for case in suite}


def kinds(case: object) -> list[type]:
    """Return the kinds of a case's results, none if it passes."""
    return [type(result) for result in case.result]


def test_findings_that_no_cause_explains_are_a_case(tmp_path: Path) -> None:
    """One for findings alike, with the sentence and the command of the smallest event."""
    summary = summary_of(tmp_path, [failed_event(0, players=20), failed_event(1, players=8), agreed(2)])
    case = cases_of(summary)["discrepant: worse, C12, homogeneous bracket"]
    (result,) = case.result

    assert isinstance(result, Failure)
    assert result.message == "Round 2 of event 1 is worse by C12."
    assert result.text.splitlines() == [
        "Round 2 of event 1 is worse by C12.",
        "  2 events, 2 rounds",
        "Again: pairproof campaign event c.sqlite 1 -o 1.trf",
    ]


def test_a_cause_is_a_case_instead_of_what_it_explains(tmp_path: Path) -> None:
    """The case has the cause's figures and the sentences of its rounds."""
    summary = summary_of(tmp_path, [failed_event(0), failed_event(1)])
    explained = tuple(RoundName(event=str(index), round_number=2) for index in range(2))
    cause = DescribedCause(identifier="C12-LEFT-OUT", sentence="As if C12 were left out.", article="2.4.2", kind="rule")
    group = CauseGroup(members=(cause,), explained=explained, contradicted=(), is_certain_of_record=True)
    search = CausesFinding(
        discrepant=2,
        agreeing=4,
        agreeing_in_all=4,
        groups=(group,),
        unexplained=(),
        tried=9,
        fitting=1,
        pairings=30,
    )
    summary = with_findings(summary, lambda finding: replace(finding, causes=(group,), shape=""))
    row = CauseRow(program=0, cause=group, findings=summary.findings)
    cases = cases_of(replace(summary, causes=(row,), searches=((0, search),)))
    (result,) = cases["As if C12 were left out."].result

    assert set(cases) == {"answers", "endorsement bar", "As if C12 were left out."}
    assert result.type == "c12-left-out"
    assert result.text.splitlines() == [
        "As if C12 were left out. (2.4.2) explains 2 of 2, contradicts none of 4, in 2 events.",
        "  2 rounds: worse, C12",
        "Again: pairproof campaign event c.sqlite 0 -o 0.trf",
    ]


def test_an_order_that_is_not_followed_is_a_sentence_and_not_a_case(tmp_path: Path) -> None:
    """It stands without figures beside the rounds that no cause explains."""
    summary = summary_of(tmp_path, [failed_event(0), failed_event(1)])
    explained = tuple(RoundName(event=str(index), round_number=2) for index in range(2))
    order = DescribedCause(identifier="ANY", sentence="as if the order were not followed", article="4.2.2", kind="rule")
    search = CausesFinding(
        discrepant=2,
        agreeing=4,
        agreeing_in_all=4,
        groups=(),
        last_resort=CauseGroup(members=(order,), explained=explained, contradicted=(), is_certain_of_record=True),
        unexplained=explained,
        tried=9,
        fitting=1,
        pairings=30,
    )
    cases = cases_of(replace(summary, searches=((0, search),)))
    (result,) = cases["discrepant: worse, C12, homogeneous bracket"].result

    assert set(cases) == {"answers", "endorsement bar", "discrepant: worse, C12, homogeneous bracket"}
    assert (
        "  It looks as if the order were not followed (4.2.2); nothing more specific fits." in result.text.splitlines()
    )
    assert "explains" not in result.text


@pytest.mark.parametrize(
    ("score", "kind"),
    [(Score.OUR_FAULT, [Error]), (Score.UNCHECKED, [Error]), (Score.OPEN, []), (Score.BOARD_ORDER, [])],
)
def test_only_what_is_against_the_program_fails(tmp_path: Path, score: Score, kind: list[type]) -> None:
    """Our own faults are errors; what is open passes and says so."""
    cases = cases_of(summary_of(tmp_path, [failed_event(0, score=score)]))
    (case,) = [case for name, case in cases.items() if name.startswith(score.value)]

    assert kinds(case) == kind
    assert bool(case.system_out) == (not kind)


def test_too_few_events_do_not_pass_the_bar(tmp_path: Path) -> None:
    """Nor is a campaign that is not complete, or a program that failed."""
    cases = cases_of(summary_of(tmp_path, [agreed(0), failed(1)], planned=3))

    assert kinds(cases["every event"]) == [Skipped]
    assert cases["every event"].result[0].text.endswith("Again: pairproof campaign resume c.sqlite")
    assert kinds(cases["answers"]) == [Error]
    assert "1 x failed" in cases["answers"].result[0].text
    assert kinds(cases["endorsement bar"]) == [Failure]
    assert kinds(cases_of(summary_of(tmp_path / "..", [agreed(0)]))["endorsement bar"]) == [Skipped]


def test_an_exam_has_a_case_for_each_kind_of_planted_error(tmp_path: Path) -> None:
    """Kinds that were not planted are skipped; rank orders are kinds, too."""
    missed = failed_event(
        1, score=Score.MISSED, subject="exchanged opponents", sentence="", criterion="", article="", shape=""
    )
    outcomes = [
        replace(agreed(0), planted="clean"),
        replace(missed, planted="exchanged opponents"),
        replace(agreed(2), planted="tie-break left out"),
    ]
    cases = cases_of(summary_of(tmp_path, outcomes, direction=Direction.EXAM))

    assert kinds(cases["clean"]) == []
    assert kinds(cases["tie-break left out"]) == []
    (result,) = cases["exchanged opponents"].result
    assert isinstance(result, Failure)
    assert result.message == "0 of 1 event right: 1 missed, 0 false alarms, 0 in the wrong round."
    assert result.text.splitlines()[-1] == "Again: pairproof campaign event c.sqlite 1 -o 1.trf"
    skipped = {name for name, case in cases.items() if kinds(case) == [Skipped]} - {"endorsement bar"}
    assert skipped == {error.value for error in (*PlantedError, *PlantedStandings)} - {
        "exchanged opponents",
        "tie-break left out",
    }
