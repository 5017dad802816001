"""``--fail-on``, ``--at-least``, ``--budget`` and ``--stop-after`` of campaigns."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest
from support.campaigns import HERE, agreed, failed_event

from checker.campaigns.outcomes import Score
from checker.campaigns.policy import StopCondition
from pairproof.cli.main import main

pytestmark = pytest.mark.usefixtures("judging_here")
SMALL = ["--axis", "players=4..9", "--axis", "rounds=2..3", "--seed", "1", "--system", "dutch-2026", "--workers", "1"]
HONEST = f"{HERE}:honest"


def run(program: str, *words: str, events: int = 8) -> int:
    """Run a campaign of small events."""
    return main(["campaign", "run", program, "-n", str(events), *SMALL, "--store", "c.sqlite", *words])


@pytest.mark.usefixtures("here")
def test_too_few_events_do_not_pass_a_required_bar(capsys: pytest.CaptureFixture[str]) -> None:
    """The same store passes without it, and eight events do not get a rate."""
    assert run(HONEST, "--fail-on", "bar") == 2
    told = capsys.readouterr().out
    assert "No pass: support.campaigns:honest: endorsement bar: too few events to tell.\n" in told
    assert "per 500" not in told
    report = ["campaign", "report", "c.sqlite"]
    assert main(report) == 0
    assert main([*report, "--at-least", "8"]) == 0
    assert main([*report, "--at-least", "9"]) == 2
    assert main([*report, "--fail-on", "any,never-tested"]) == 2
    assert "No pass: Never put to the test: " in capsys.readouterr().out


@pytest.mark.usefixtures("here")
def test_a_campaign_stops_when_its_time_is_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The missing part is reported; the finished part may pass, and `resume` does the rest."""
    hours = count(step=3600)
    monkeypatch.setattr("pairproof.cli.campaign.monotonic", lambda: next(hours))
    assert run(HONEST, "--budget", "2h", events=40) == 0
    told = capsys.readouterr().out
    assert "Stopped, as the time of 7200 seconds is up: 38 events not judged; go on with: pairproof campaign" in told
    assert "Not complete: 2 of 40 events judged." in told
    assert main(["campaign", "report", "c.sqlite"]) == 2
    assert main(["campaign", "resume", "c.sqlite", "--workers", "1"]) == 0


@pytest.mark.usefixtures("here")
def test_a_campaign_stops_when_enough_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    """Not at the first events, which are right."""
    assert run(f"{HERE}:behind", "--first", "12", "--stop-after", "1-cause") == 1
    assert "Stopped, as 1 new cause found: 5 events not judged; go on with: " in capsys.readouterr().out


def test_causes_are_counted_at_a_new_kind_of_finding_and_when_the_events_have_doubled() -> None:
    """It takes seconds each time."""
    looked = 0

    def look() -> int:
        nonlocal looked
        looked += 1
        return 1

    condition = StopCondition(None, 2, look)
    outcomes = [
        agreed(0),
        failed_event(1, score=Score.OPEN),
        *map(failed_event, range(2, 7)),
        failed_event(7, criterion="C14"),
    ]
    after = []
    for outcome in outcomes:
        assert condition.reason(outcome) == ""
        after.append(looked)
    assert after == [0, 0, 1, 2, 2, 3, 3, 4]
    assert StopCondition(None, 1, look).reason(failed_event(0)) == "1 new cause found"


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--fail-on", "all"], "--fail-on: 'all' is none of any, new, bar, open, never-tested"),
        (["--fail-on", "any,"], "--fail-on: '' is none of"),
        (["--at-least", "-1"], "--at-least is -1"),
        (["--budget", "5"], "--budget: '5' is not a time; write 90s, 5m or 1h30m"),
        (["--budget", "0m"], "'0m' is not a time"),
        (["--budget", ""], "'' is not a time"),
        (["--stop-after", "0"], "--stop-after: '0' is not a number of causes; write 3 or 3-causes"),
        (["--stop-after", "3-rounds"], "'3-rounds' is not a number"),
    ],
)
def test_a_policy_that_cannot_be_is_wrong_usage(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message comes before any work."""
    assert run(HONEST, *words) == 3
    assert message in capsys.readouterr().err
    assert not Path("c.sqlite").exists()
