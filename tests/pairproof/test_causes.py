"""``pairproof causes`` on the command line."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.hidden_causes import SYSTEM, USUAL, hidden

import pairproof
from checker.causes.cause import case_of
from checker.causes.causes_finding import CauseGroup, CausesFinding, DescribedCause, RoundName, cause_lines
from pairproof.cli.main import main
from random_tournaments.event_batch import Batch
from reference_engines.frame.results import UnsupportedEventError
from reference_engines.frame.systems import engine_for
from reports.causes import causes_lines, render_causes
from tournaments.model import DeclaredSystem
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from pathlib import Path

    from tournaments.model import Event


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with an event whose acceleration is not declared, a right one, and one that cannot be read."""
    folder = tmp_path / "events"
    folder.mkdir()
    accelerated = next(
        event
        for index in range(1, 30)
        if (event := hidden("Baku acceleration", 7, index, random.Random(index)).event)
        and len(case_of("event", event, engine_for(SYSTEM)).wanting) > 1
    )
    (folder / "a.trf").write_text(write_trf26(accelerated), "utf-8")
    (folder / "b.trf").write_text(write_trf26(Batch(seed=7, axes=USUAL, system=SYSTEM).play(1).event), "utf-8")
    (folder / "c.trf").write_text("no event\n", "utf-8")
    return folder


def test_causes_are_printed_and_written(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As text, as a page, and as JSON lines, alike."""
    page, lines = tmp_path / "causes.html", tmp_path / "causes.jsonl"
    assert main(["causes", str(folder), "--report", str(page), "--json", str(lines), "--changes", "0"]) == 1
    told = capsys.readouterr().out
    assert "if the event had the Baku acceleration (C.04.7)" in told
    assert "c: not looked at" in told
    assert "if the event had the Baku acceleration" in page.read_text("utf-8")
    header, *middle, footer = [json.loads(line) for line in lines.read_text("utf-8").splitlines()]
    assert (header["kind"], header["format"], footer["kind"]) == ("header", "pairproof-causes", "footer")
    cause = next(line for line in middle if line["kind"] == "cause")
    assert cause["id"] == "acceleration-baku"
    assert cause["explained"] == len(cause["rounds"]) == cause["discrepant"]
    assert {one["event"] for one in cause["rounds"]} == {"a"}


def test_events_that_agree_have_no_cause(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Status 0, and a sentence."""
    assert main(["causes", str(folder / "b.trf")]) == 0
    assert "Nothing to explain" in capsys.readouterr().out


def test_nothing_looked_at_is_not_a_success(folder: Path) -> None:
    """Status 2."""
    assert main(["causes", str(folder / "c.trf")]) == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--system", "dutch-1066"], "no system 'dutch-1066'"),
        (["--changes", "-1"], "--changes is -1"),
        (["--json", "nowhere/causes.jsonl"], "the directory nowhere does not exist"),
    ],
)
def test_wrong_usage_is_reported(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    """Status 3."""
    assert main(["causes", str(folder / "b.trf"), *words]) == 3
    assert message in capsys.readouterr().err


def test_the_page_of_a_check_says_first_by_what_an_event_agrees(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the summary, and above the rounds of the event; the text has it above the verdicts."""
    page = tmp_path / "check.html"
    assert main(["check", str(folder / "a.trf"), str(folder / "b.trf"), "--report", str(page)]) == 1
    said = "rounds agree with the Baku acceleration"
    assert page.read_text("utf-8").count(said) == 2
    assert said in capsys.readouterr().out.splitlines()[1]


# --- in Python -------------------------------------------------------------------------------------------------------


def test_the_public_function_returns_what_the_command_tells(folder: Path) -> None:
    """Of several events looked at together; of an event that agrees there is nothing to tell."""
    accelerated, right = (read(folder / name) for name in ("a.trf", "b.trf"))
    found = pairproof.causes(accelerated, right, changes=0)
    assert found.groups[0].first.sentence == "if the event had the Baku acceleration"
    assert len(found.groups[0].explained) == found.discrepant > 1
    assert pairproof.causes(right).groups == ()


def test_an_event_beyond_all_engines_is_refused(folder: Path) -> None:
    """As by the other functions."""
    unknown = replace(read(folder / "a.trf"), system=DeclaredSystem(text="Round robin"))
    with pytest.raises(UnsupportedEventError):
        pairproof.causes(unknown)


def read(path: Path) -> Event:
    """Return the event of a file."""
    event = pairproof.read_event(path).event
    assert event is not None
    return event


def test_an_order_that_is_not_followed_is_the_last_resort_and_not_a_cause() -> None:
    """In text, page and lines: it permits so many pairings that it stands without figures."""
    rounds = (RoundName("a", 2), RoundName("a", 3))
    order = DescribedCause(identifier="any", sentence="as if the order were not followed", article="4.2.1", kind="rule")
    finding = CausesFinding(
        discrepant=2,
        agreeing=1,
        agreeing_in_all=1,
        groups=(),
        last_resort=CauseGroup(members=(order,), explained=rounds, contradicted=(), is_certain_of_record=True),
        unexplained=rounds,
        tried=9,
        fitting=1,
        pairings=30,
    )
    sentence = "It looks as if the order were not followed (4.2.1); nothing more specific fits."
    text = [line.text for line in causes_lines(finding)]
    assert text[0] == "No cause was found for rounds 2 and 3 of a."
    assert sentence in text
    page = render_causes([("", finding)], ())
    assert f"<p>{sentence}</p>" in page
    assert not any("explains 2" in told for told in (*text, page))
    (line,) = (one for one in cause_lines(finding) if one["kind"] == "last-resort")
    assert line["sentence"] == sentence
    assert "explained" not in line
    assert not any(one["kind"] == "cause" for one in cause_lines(finding))
