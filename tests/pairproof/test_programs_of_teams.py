"""A program that pairs teams, from its smoke test to the suite and a campaign."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import pytest

from checker.campaigns.store import open_store
from pairproof.cli.main import main

pytestmark = pytest.mark.usefixtures("judging_here")
PROGRAM = Path(__file__).parents[1] / "support" / "programs" / "pairing_teams.py"
HONEST, CARELESS, FORGETFUL, EAGER = (
    f"resident:{sys.executable} {PROGRAM} {manner}" for manner in ("honest", "careless", "forgetful", "eager")
)
WITH_BYES = [
    *("generate", "--system", "team-2026", "--teams", "9", "--rounds", "4", "--boards", "2", "--reserves", "0"),
    *("--empty-boards", "0%", "--zero-point-byes", "2", "--acceleration", "none", "-s", "3", "-j", "1"),
]
"""Events of nine teams without line-ups; two teams are away in every round, and another one has the bye."""


@pytest.mark.parametrize(("program", "status"), [(HONEST, 0), (CARELESS, 1)])
def test_the_smoke_test_puts_events_of_teams_to_it(
    program: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every kind of event that it supports; what it declares not to support is not asked."""
    assert main(["program", "smoke", program, "--system", "team-2026"]) == status
    said = capsys.readouterr().out
    assert "team-2026     plain events" in said
    assert "dutch" not in said
    assert ("follows team-2026: " in said) == (status == 0)


@pytest.mark.parametrize(("program", "status"), [(HONEST, 0), (CARELESS, 1)])
def test_the_suite_of_teams_is_put_to_it(program: str, status: int, tmp_path: Path) -> None:
    """Every question is answered; a careless program gets some wrong."""
    record = tmp_path / "answers.jsonl"
    assert main(["suite", program, "-j", "1", "-o", str(record)]) == status
    answers = Counter(
        line["mark"] for line in map(json.loads, record.read_text("utf-8").splitlines()) if line["kind"] == "answer"
    )
    assert answers["right"] > 0
    assert (answers["wrong"] > 0) == (status == 1)
    assert answers["unanswered"] == 0


@pytest.mark.parametrize(("program", "status"), [(HONEST, 0), (CARELESS, 1)])
def test_a_campaign_draws_events_of_teams_that_it_supports(
    program: str, status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No reserves and no empty boards, so no line-ups; the user is told so."""
    store = tmp_path / "teams.sqlite"
    words = ["--system", "team-2026", "--profile", "tiny", "--seed", "4", "-n", "4", "-j", "1", "--store", str(store)]
    assert main(["campaign", "run", program, *words]) == status
    assert "--axis reserves=0..0, because" in capsys.readouterr().err
    with open_store(store) as opened:
        batch = opened.configuration.batch()
    assert not any(batch.play(index).event.line_ups for index in range(4))


def test_events_of_teams_are_played_by_a_program(tmp_path: Path) -> None:
    """Teams are away or have the bye; a program that pairs as we do plays the same events, byte for byte."""
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    assert main([*WITH_BYES, "-n", "3", "--program", HONEST, "-o", str(theirs)]) == 0
    assert main([*WITH_BYES, "-n", "3", "-o", str(ours)]) == 0
    files = sorted(path.name for path in ours.glob("*.trf"))
    texts = [(theirs / name).read_text("utf-8") for name in files]
    assert len(files) == 3
    assert texts == [(ours / name).read_text("utf-8") for name in files]
    assert all("\n320 " in text and text.count("\n240 Z") == 4 for text in texts)
    assert main(["check", str(theirs)]) == 0


def test_any_pairing_of_the_present_teams_is_played_on(tmp_path: Path) -> None:
    """A careless program is no obstacle to the event; the check finds its errors."""
    written = tmp_path / "event.trf"
    assert main([*WITH_BYES, "--program", CARELESS, "-o", str(written)]) == 0
    assert main(["check", str(written)]) == 1


@pytest.mark.parametrize("program", [FORGETFUL, EAGER])
def test_a_pairing_of_other_teams_than_the_present_ones_is_refused(
    program: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two teams are left out, or two that are away are paired."""
    written = tmp_path / "event.trf"
    assert main([*WITH_BYES, "--program", program, "-o", str(written)]) == 2
    said = capsys.readouterr().err
    odd = said.partition("not every present team is paired exactly once: look at ")[2].splitlines()[0].split(", ")
    assert len(odd) == 2
    assert not written.exists()
