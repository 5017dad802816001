"""Disputes as data: a file, a question, the verdict, and the sentence word for word, as it is read to the players."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from checker.verdicts import ExitStatus
from pairproof.cli import main

FOLDER = Path(__file__).parents[1] / "data" / "disputes"
DISPUTES: list[dict[str, Any]] = tomllib.loads((FOLDER / "disputes.toml").read_text(encoding="utf-8"))["dispute"]
ARTICLE_LAST = re.compile(
    r" \([^()]*\d[^()]*\)\.$|\((Candidate|Compatibility|The algorithm in a scoregroup|forbidden pairs)\)\.$"
)
SOMEBODY = re.compile(r"\w+ \(\d+(, [WB]+)?\)")


@pytest.mark.parametrize("dispute", DISPUTES, ids=lambda dispute: f"{dispute['file']} {dispute['question']}")
def test_a_dispute_is_answered_word_for_word(dispute: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """With the same verdict."""
    command, *arguments = dispute["question"].split()
    assert main([command, str(FOLDER / dispute["file"]), *arguments, "--json", "-"]) == ExitStatus.CONSISTENT
    answer = json.loads(capsys.readouterr().out)["answer"]
    assert answer["sentence"] == dispute["sentence"]
    assert verdict_of(answer) == dispute["verdict"]


def verdict_of(answer: dict[str, Any]) -> str:
    """Return how the pair stands, or whether the round as it is would do."""
    if "objection" in answer:
        return str(answer["objection"]["standing"])
    return {True: "acceptable", False: "not acceptable", None: "to be paired anew"}[answer.get("acceptable")]


@pytest.mark.parametrize("dispute", DISPUTES, ids=lambda dispute: f"{dispute['file']} {dispute['question']}")
def test_a_sentence_says_the_round_who_and_the_article_last(dispute: dict[str, str]) -> None:
    """Whoever is refused something hears whom they play instead, or why they may not."""
    sentence = dispute["sentence"]
    assert sentence.startswith("Round ")
    assert SOMEBODY.search(sentence)
    if dispute["verdict"] in ("illegal", "worse", "later", "not acceptable"):
        assert ARTICLE_LAST.search(sentence)
    if dispute["verdict"] in ("worse", "later"):
        assert re.search(
            r" should not meet; .* (plays .*|has the bye)\. |should not have the bye; it goes to ", sentence
        )


def test_every_system_and_every_kind_of_answer_is_among_them() -> None:
    """All that there is to be answered."""
    assert {dispute["verdict"] for dispute in DISPUTES} == {
        "chosen",
        "illegal",
        "impossible",
        "worse",
        "later",
        "open",
        "acceptable",
        "not acceptable",
        "to be paired anew",
    }
    assert {Path(dispute["file"]).stem for dispute in DISPUTES} == {
        "dutch_2026",
        "dutch_2017",
        "held_2013",
        "small",
        "dubov_1997",
        "clock_2012",
        "simple_2018",
        "team_2026",
    }
