"""A program that pairs teams, from its smoke test to the suite and a campaign."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import pytest

from checker.campaigns.store import open_store
from pairproof.cli.main import main

PROGRAM = Path(__file__).parents[1] / "support" / "programs" / "pairing_teams.py"
HONEST, CARELESS = (f"resident:{sys.executable} {PROGRAM} {manner}" for manner in ("honest", "careless"))


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
