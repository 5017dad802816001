"""Verdicts, output and pages on rounds of the Dutch System."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.events import drawn_first_round
from support.toy import event_of, games
from support.trf import played, trf_of, with_exchanged_opponents

from checker.verdicts.comparison import judge_round
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Verdict
from pairproof.cli.main import main
from reference_engines.frame.registry import all_systems
from reference_engines.frame.systems import engine_for


def test_a_file_is_checked_literally(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On the command line: what the ordinary engine paired is right, and a planted error is found."""
    right, wrong = tmp_path / "right.trf", tmp_path / "wrong.trf"
    right.write_text(trf_of(played(players=8)), "utf-8")
    wrong.write_text(trf_of(with_exchanged_opponents(played(players=8))), "utf-8")
    assert main(["check", str(right), "--system", "dutch-2026/literal"]) == 0
    assert "dutch-2026/literal" in capsys.readouterr().out
    assert main(["check", str(wrong), "--system", "dutch-2026/literal"]) == 1


def test_a_file_beyond_the_walk_is_not_paired(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit status 2, with the reason."""
    name = tmp_path / "big.trf"
    name.write_text(trf_of(drawn_first_round(24)), "utf-8")
    assert main(["pair", str(name), "--system", "dutch-2026/literal"]) == 2
    assert "as far as a literal engine walks" in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    "system",
    [
        edition.key
        for system in all_systems()
        if not system.pairs_teams
        for edition in (*system.all_editions, *system.variants)
    ],
)
def test_a_finding_shows_it(system: str) -> None:
    """Of a round that records what may not be: the two have met."""
    games_each = engine_for(system).edition.file_rounds_per_round
    event = event_of([games((1, 2))] * games_each + [games((2, 1))] * games_each, players=2)
    finding = judge_round(engine_for(system).open(event), 2, RoundContext(event="duel"))
    assert finding.verdict is Verdict.ILLEGAL
    words = "Each group has an odd number and so leaves one over"
    assert words in finding.sentence


FILE = Path(__file__).parents[2] / "examples" / "held_2013.trf"


@pytest.mark.parametrize("system", ["dutch-2013", "dutch-2017", "dutch-2026", "auto"])
def test_the_check_agrees_with_the_file(system: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Five rounds, 34 pairs."""
    assert main(["check", str(FILE), "--system", system]) == 0
    assert "No discrepancy in 1 event, 5 rounds, 34 pairs." in capsys.readouterr().out
