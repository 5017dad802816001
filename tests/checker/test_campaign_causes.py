"""The causes of what a campaign has found: facts and rules, kept in its store."""

from __future__ import annotations

import html
import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from msgspec import to_builtins
from support.campaigns import HERE, configuration, failed_event, store_of

from checker.campaigns.explaining import causes_of, recorded_causes
from checker.campaigns.grouping import summarise
from checker.campaigns.policy import Policy, judge_campaign
from checker.campaigns.store import StoreFailedError
from checker.campaigns.work import run_campaign
from checker.known_findings.entries import KnownFinding, KnownList
from checker.known_findings.marking import with_known
from checker.verdicts.verdict import ExitStatus
from reports.assertion import assertion_text
from reports.campaign import campaign_text, render_campaign
from reports.formats.campaign_results import campaign_results
from reports.formats.junit import junit
from reports.formats.markdown import markdown
from reports.formats.sarif import sarif

if TYPE_CHECKING:
    from checker.campaigns.store import Store
    from checker.causes.causes_finding import CausesFinding

BEHIND = f"{HERE}:behind"
"""A program that pairs by the edition before."""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """Return a campaign of a program that is an edition behind."""
    axes = (("players", "8..16"), ("rounds", "6"), ("acceleration", "none"))
    settings = replace(configuration(BEHIND), seed=3, axes=axes)
    made = store_of(tmp_path_factory.mktemp("causes") / "s.sqlite", settings, (0, 14))
    for _ in run_campaign(made, workers=0):
        pass
    return made


@pytest.fixture(scope="module")
def finding(store: Store) -> CausesFinding:
    """Look for the causes once, before a test removes them from the store."""
    return causes_of(store, 0)


def test_a_program_that_is_an_edition_behind_is_reported_so(finding: CausesFinding) -> None:
    """All that was found of it has this one cause."""
    first = finding.groups[0]
    assert finding.discrepant > 1
    assert "edition-dutch-2017" in [member.identifier for member in first.members]
    assert (len(first.explained), len(first.contradicted)) == (finding.discrepant, 0)


def test_causes_are_kept_until_more_is_judged(store: Store, finding: CausesFinding) -> None:
    """Then they are looked for again."""
    assert store.causes(0) is not None
    assert causes_of(store, 0) == finding
    store.add([failed_event(99)])
    assert store.causes(0) is None
    with store.connection:
        store.connection.execute("DELETE FROM findings WHERE event = 99")
        store.connection.execute("DELETE FROM failures WHERE event = 99")
        store.connection.execute("DELETE FROM events WHERE event = 99")


def test_forged_causes_of_a_store_are_refused(store: Store) -> None:
    """The message says what cannot be read."""
    store.keep_causes(0, '{"discrepant": "many"}')
    with pytest.raises(StoreFailedError, match="causes that the store keeps cannot be read"):
        causes_of(store, 0)
    with store.connection:
        store.connection.execute("DELETE FROM causes")


def test_a_summary_has_a_row_for_each_cause(store: Store, finding: CausesFinding) -> None:
    """The findings that the cause explains stand below it, and no longer among the unexplained findings."""
    summary = summarise(store, {0: finding})
    row = summary.causes[0]
    assert sum(rounds for _, rounds in row.alike) == len(row.cause.explained)
    assert sum(group.unexplained for group in summary.groups) == 0
    assert "explains" in campaign_text(summary)
    assert "Findings by cause" in render_campaign(summary)


def test_a_report_reads_the_causes_that_the_store_keeps(store: Store, finding: CausesFinding) -> None:
    """It does not search; before a search, a cause on the list of known findings is not called gone."""
    with store.connection:
        store.connection.execute("DELETE FROM causes")
    searches, unsearched = recorded_causes(store)
    assert (searches, unsearched) == ({}, (0,))
    listed = KnownList(source="known.toml", entries=(KnownFinding(cause="edition-dutch-2017", reason="next year"),))
    summary = with_known(replace(summarise(store), unsearched=unsearched), listed)
    assert summary.known is not None
    assert (len(summary.known.gone), summary.known.is_stale) == (1, False)
    assert "Causes have not been searched for." in render_campaign(summary)
    store.keep_causes(0, json.dumps(to_builtins(finding)))
    assert recorded_causes(store) == ({0: finding}, ())
    summary = with_known(summarise(store, {0: finding}), listed)
    assert summary.known is not None
    assert (summary.known.gone, summary.programs[0].tally.new_events) == ((), 0)
    assert "Causes have not been searched for." not in render_campaign(summary)


def test_without_a_search_everything_is_unexplained(store: Store) -> None:
    """As the findings of checkers are."""
    summary = summarise(store)
    assert summary.causes == ()
    assert [group.unexplained for group in summary.groups] == [group.rounds for group in summary.groups]


def test_players_of_differing_pairs_are_kept_with_the_finding(store: Store) -> None:
    """So that players in discrepant pairs can be compared with the others of their rounds."""
    findings = [one for outcome in store.outcomes() for one in outcome.findings]
    assert all(len(set(one.parted)) >= 2 for one in findings)


def test_every_output_names_the_same_first_cause(store: Store, finding: CausesFinding) -> None:
    """The text, the page, the results for CI, and the message of a failing test."""
    summary, policy = summarise(store, {0: finding}), Policy()
    results = campaign_results(summary, "s.sqlite", ExitStatus.DISCREPANCIES, policy)
    judged = judge_campaign(summary, policy)
    sentences = [row.cause.first.sentence for row in summary.causes]
    assert sentences[0] == finding.groups[0].first.sentence
    for text in (
        campaign_text(summary),
        render_campaign(summary),
        markdown(results),
        junit(results),
        sarif(results),
        assertion_text(summary, judged, store, names_store=True),
    ):
        places = [html.unescape(text).casefold().find(sentence.casefold()) for sentence in sentences]
        assert places[0] >= 0
        assert not [place for place in places[1:] if 0 <= place < places[0]]
