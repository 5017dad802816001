"""When a campaign fails: by what is asked for, and never silently."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.campaigns import agreed, configuration, failed, failed_event, store_of, with_totals

from checker.campaigns.grouping import CampaignSummary, summarise, with_findings
from checker.campaigns.outcomes import EventOutcome, Score
from checker.campaigns.policy import FailOn, Policy, judge_campaign, new_causes
from checker.known_findings.entries import KnownFinding, KnownInRun
from checker.verdicts.verdict import ExitStatus

if TYPE_CHECKING:
    from pathlib import Path

ONE = "callable:support.campaigns:honest"
RIGHT, WRONG, UNCHECKED = ExitStatus.CONSISTENT, ExitStatus.DISCREPANCIES, ExitStatus.NOT_CHECKED
OPEN = failed_event(0, score=Score.OPEN)


def summed(folder: Path, *outcomes: EventOutcome, planned: int = 0, **changes: int) -> CampaignSummary:
    """Sum up a campaign of one program, of which some numbers are supposed to be others."""
    with store_of(folder / "c.sqlite", configuration(ONE), (0, planned or len(outcomes))) as store:
        store.add(outcomes)
        summary = summarise(store)
    return replace(summary, programs=tuple(with_totals(one, **changes) for one in summary.programs))


@pytest.mark.parametrize(
    ("conditions", "outcome", "changes", "status"),
    [
        ((), failed_event(0), {}, WRONG),
        ((), failed_event(0), {"known": 1}, RIGHT),
        (("new",), failed_event(0), {"known": 1}, RIGHT),
        (("any",), failed_event(0), {"known": 1}, WRONG),
        (("any", "new"), failed_event(0), {"known": 1}, WRONG),
        (("bar",), failed_event(0), {"events": 499}, WRONG),
        (("bar",), failed_event(0), {"events": 500}, RIGHT),
        (("bar", "new"), failed_event(0), {"events": 500}, WRONG),
        (("bar",), agreed(0), {"events": 499}, UNCHECKED),
        (("bar",), agreed(0), {"events": 500}, RIGHT),
        ((), agreed(0), {}, RIGHT),
        ((), OPEN, {}, RIGHT),
        (("open",), OPEN, {}, WRONG),
        (("open",), agreed(0), {}, RIGHT),
        (("open",), failed_event(0), {}, WRONG),
        (("never-tested",), agreed(0), {}, UNCHECKED),
        (("never-tested",), failed_event(0), {}, WRONG),
        ((), failed(0), {}, UNCHECKED),
        (("bar",), failed(0), {"events": 500}, WRONG),
        (("bar",), failed_event(0, score=Score.OUR_FAULT), {"events": 500}, WRONG),
    ],
)
def test_a_campaign_fails_by_what_is_asked_for(
    conditions: tuple[str, ...], outcome: EventOutcome, changes: dict[str, int], status: ExitStatus, tmp_path: Path
) -> None:
    """New discrepancies fail it unless the policy says otherwise; each failure has a reason."""
    policy = Policy(asked=frozenset(map(FailOn, conditions)))
    judged = judge_campaign(summed(tmp_path, outcome, **changes), policy)
    assert judged.status is status
    assert bool(judged.reasons) is (status is not RIGHT)


def test_too_few_events_do_not_pass(tmp_path: Path) -> None:
    """One event too few is reported with both numbers; a discrepancy among the events goes before it."""
    summary = summed(tmp_path, agreed(0), agreed(1))
    assert judge_campaign(summary, Policy(at_least=2)).status is RIGHT
    judged = judge_campaign(summary, Policy(at_least=3))
    assert judged.status is UNCHECKED
    assert judged.reasons == ("support.campaigns:honest: 2 events answered, and at least 3 are asked for.",)


def test_an_incomplete_campaign_passes_only_if_permitted(tmp_path: Path) -> None:
    """And never if nothing was judged."""
    summary = summed(tmp_path, agreed(0), planned=2)
    assert judge_campaign(summary, Policy()).reasons == ("1 of 2 events judged.",)
    assert judge_campaign(summary, Policy(may_be_incomplete=True)).status is RIGHT
    nothing = replace(summary, programs=tuple(with_totals(one, rounds=0) for one in summary.programs))
    assert judge_campaign(nothing, Policy(may_be_incomplete=True)).status is UNCHECKED


def test_a_stale_list_fails_by_every_policy(tmp_path: Path) -> None:
    """The bar with it: the list is wrong, whatever the program does."""
    gone = KnownInRun(source="k", occurring=(), gone=(KnownFinding(cause="c", reason="r"),), is_settled=True)
    summary = replace(summed(tmp_path, agreed(0), events=500), known=gone)
    for word in ("new", "any", "bar"):
        assert judge_campaign(summary, Policy(asked=frozenset({FailOn(word)}))).status is WRONG
    assert judge_campaign(replace(summary, known=replace(gone, is_settled=False)), Policy()).status is RIGHT


def test_new_causes_count_only_findings_against_a_program(tmp_path: Path) -> None:
    """Findings without a cause count by their kind; open and known findings do not count."""
    summary = summed(
        tmp_path, failed_event(0), failed_event(1), failed_event(2, criterion="C14"), failed_event(3, score=Score.OPEN)
    )
    assert new_causes(summary) == 2
    known = KnownFinding(signature="s", reason="r")
    marked = with_findings(summary, lambda one: replace(one, known=known if one.criterion == "C14" else None))
    assert new_causes(marked) == 1


def test_events_without_a_round_are_not_counted_as_asked(tmp_path: Path) -> None:
    """Nobody can be asked about them: everywhere the same number of events stands, and they are named."""
    empty = EventOutcome(index=1, players=2, rounds=0, pairs=0, asked=(0,), exercised=())
    summary = summed(tmp_path, replace(agreed(0), exercised=(("C12", 1),)), empty)
    assert (summary.judged, summary.without_rounds, summary.programs[0].tally.checked.events) == (2, 1, 1)
    assert summary.tested is not None
    assert (summary.tested.coverage.events, summary.tested.of_events) == (1, 1)
