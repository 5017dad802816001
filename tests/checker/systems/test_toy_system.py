"""A system written on the frame: its folder and one line of the registry lead to verdicts and to generated events."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.events import event
from support.toy_system import SYSTEM

from checker.check import CheckOptions, check_event
from checker.findings import EventHeader, RoundFinding
from checker.verdicts.verdict import Verdict
from pairproof.cli.main import main
from random_tournaments.axes import Axes, Span
from random_tournaments.batch_coverage import measure_coverage
from random_tournaments.event_batch import Batch
from reference_engines.frame import registry
from reference_engines.frame.results import Pair
from reference_engines.frame.systems import engine_for

if TYPE_CHECKING:
    from tournaments.model import Event


@pytest.fixture(autouse=True)
def _listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line: the editions stand in the registry."""
    monkeypatch.setattr(registry, "REGISTERED", [SYSTEM])


def findings(played: Event, key: str = "toy-2026") -> list[RoundFinding]:
    """Check an event by the toy system."""
    header, *rounds = check_event(played, options=CheckOptions(system=key))
    assert isinstance(header, EventHeader)
    assert header.edition is not None
    assert header.edition.key == key
    return [entry for entry in rounds if isinstance(entry, RoundFinding)]


def test_a_right_round_agrees() -> None:
    """1 meets 2, and 3 has the bye."""
    assert [found.verdict for found in findings(event(["2w1", "1b0", "U"]))] == [Verdict.AGREE]


@pytest.mark.parametrize(
    ("rows", "verdict", "words"),
    [
        (["3w1", "4w1", "1b0", "2b0"], Verdict.WORSE, "Player 1 and Player 2 are neighbours"),
        (["2b1", "1w0", "4w1", "3b0"], Verdict.COLOURS, "Player 1 should have White against Player 2"),
        (["U", "3w1", "2b0", "U"], Verdict.ILLEGAL, "neither an opponent nor the bye"),
    ],
)
def test_a_wrong_round_is_argued(rows: list[str], verdict: Verdict, words: str) -> None:
    """By the step, the colours, or the hard rules that all systems share."""
    (found,) = findings(event(rows))
    assert found.verdict is verdict
    assert words in found.sentence


def test_a_stage_of_two_rounds_is_judged_once_and_may_follow_other_rules() -> None:
    """Four rounds are two stages: halves meet in the first one, Black first; neighbours in the second."""
    right = ["3b1 3w1 2b1 2w0", "4b1 4w1 1w0 1b1", "1w0 1b0 4b1 4w1", "2w0 2b0 3w0 3b0"]
    played = event(right)
    assert list(engine_for("toy-matches-2026").open(played).recorded_rounds) == [1, 2]
    assert [(one.round_number, one.verdict) for one in findings(played, "toy-matches-2026")] == [
        (1, Verdict.AGREE),
        (2, Verdict.AGREE),
    ]
    by_neighbours = event(["2b1 2w1", "1w0 1b0", "4b1 4w1", "3w0 3b0"])
    (found,) = findings(by_neighbours, "toy-matches-2026")
    assert found.verdict is Verdict.WORSE
    assert found.expected is not None
    assert set(found.expected.pairs) == {Pair(3, 1), Pair(4, 2)}


def test_events_are_generated_and_measured() -> None:
    """The generator plays by the toy system and declares it by its key; without a coverage module it has no points."""
    played = Batch(seed=1, axes=Axes(players=Span(5, 9), rounds=Span(4, 4)), system="toy-2026").play(0).event
    assert played.system.text == "toy-2026"
    assert {found.verdict for found in findings(played)} == {Verdict.AGREE}
    assert measure_coverage(played, engine_for("toy-2026")).measurable == ()


def test_a_system_without_articles_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """The command names the file that would hold them."""
    assert main(["systems", "toy-2026", "--articles"]) == 3
    assert "reference_engines/articles/toy-2026.toml" in capsys.readouterr().err
