"""The command that puts the conformance suite to a program."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from checker.suite.questions import Suite, load
from pairproof import suite as command
from pairproof.cli import main

RIGHT = "callable:support.conformance.programs:right"
WITHOUT_C14 = "callable:support.reduction:without_c14"
CAST = Path(__file__).parents[1] / "support" / "programs" / "cast.py"


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Suite:
    """Let the suite have eight questions, one of which C14 decides."""
    whole = load("dutch-2026")
    with_it = next(one for one in whole.questions if "resident-downfloat-again-1-left-out" in one.shown)
    others = [one for one in whole.questions if "resident-downfloat-again-1-left-out" not in one.shown][:7]
    suite = replace(whole, questions=(with_it, *others))
    monkeypatch.setattr(command, "load", lambda _: suite)
    return suite


def test_a_right_program_ends_in_0(few: Suite, capsys: pytest.CaptureFixture[str]) -> None:
    """With a table in Markdown of the articles that were asked for."""
    assert main(["suite", RIGHT]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].endswith("dutch-2026: 8 of 8 questions right, 0 wrong, 0 unanswered")
    assert told[2].startswith("| article")
    assert set(told[3]) <= set("|:- ")
    assert len(told) == 4 + len({question.article for question in few.questions})


def test_a_wrong_answer_ends_in_1(few: Suite, capsys: pytest.CaptureFixture[str]) -> None:
    """The misreading that fits is told, and what is right."""
    assert main(["suite", WITHOUT_C14]) == 1
    told = capsys.readouterr().out
    assert "dutch-2026: 7 of 8 questions right, 1 wrong, 0 unanswered" in told
    assert "It answers as if C14 were left out (2.4.9): 1 wrong answer of 1" in told
    assert f"{few.questions[0].file}, round {few.questions[0].round_number}, {few.questions[0].article}: " in told


def test_the_record_has_every_answer(few: Suite, tmp_path: Path) -> None:
    """Header, answers, articles, what fits, footer."""
    record = tmp_path / "answers.jsonl"
    assert main(["suite", WITHOUT_C14, "--json", str(record)]) == 1
    lines = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
    assert (lines[0]["format"], lines[0]["format_version"], lines[0]["system"]) == ("pairproof-suite", 1, "dutch-2026")
    answers = [line for line in lines if line["kind"] == "answer"]
    assert [line["question"] for line in answers] == [question.identifier for question in few.questions]
    assert answers[0]["given"] != answers[0]["right"]
    assert [line["misreading"] for line in lines if line["kind"] == "fit"] == ["resident-downfloat-again-1-left-out"]
    footer = lines[-1]
    assert (footer["kind"], footer["right"], footer["wrong"], footer["exit_status"]) == ("footer", 7, 1, 1)


def test_a_program_that_hangs_ends_in_2(few: Suite, capsys: pytest.CaptureFixture[str]) -> None:
    """It is given up after a few questions."""
    hanging = f"command:{sys.executable} {CAST} hangs {{input}} {{output}}"
    assert main(["suite", hanging, "--time-limit", "0.2", "--workers", "2"]) == 2
    told = capsys.readouterr().out
    assert "0 of 8 questions right, 0 wrong, 8 unanswered" in told
    assert "exceeded its time: 0.2 seconds" in told
    assert len(few.questions) == 8


@pytest.mark.parametrize("system", ["double-swiss-2026", "team-2026"])
def test_matches_are_asked_for_by_the_numbers_of_who_plays_them(
    system: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of two games, or of two teams: a program answers as it does for single games."""
    whole = load(system)
    latest = sorted(whole.questions, key=lambda question: question.round_number)[-2:]
    monkeypatch.setattr(command, "load", lambda _: replace(whole, questions=tuple(latest)))
    pairproof = f"command:{sys.executable} -m pairproof.cli pair {{input}} -o {{output}}"
    assert main(["suite", pairproof, "--system", system, "--time-limit", "60"]) == 0
    assert f"{system}: 2 of 2 questions right" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["suite", RIGHT, "--system", "swiss-1900"], "there is no suite of 'swiss-1900'; there are: "),
        (["suite", RIGHT, "--workers", "0"], "--workers is 0; at least 1"),
        (["suite", RIGHT, "--time-limit", "0"], "--time-limit is 0; write seconds, more than 0"),
        (["suite", "nobody"], "'nobody' is not a program that is described here"),
    ],
)
def test_wrong_usage_ends_in_3(options: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Before anything is asked."""
    assert main(options) == 3
    assert said in capsys.readouterr().err
