"""Disputes as data: a file, a question, the verdict, and the sentence word for word, as it is read to the players."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from checker.verdicts.verdict import ExitStatus, Verdict
from pairproof.cli.main import main
from reference_engines.frame.registry import all_systems
from reference_engines.frame.systems import resolve
from tournaments.trf.reading import read_event

FOLDER = Path(__file__).parents[1] / "data" / "disputes"
DISPUTES: list[dict[str, Any]] = [
    dispute
    for name in ("disputes.toml", "systems.toml")
    for dispute in tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))["dispute"]
]
ARTICLE_LAST = re.compile(
    r" \([^()]*\d[^()]*\)\.$|\((Candidate|Compatibility|The algorithm in a scoregroup|forbidden pairs)\)\.$"
)
NOT_JUDGED = ("nothing-to-judge", "unsupported", "unreadable")
NOT_FROM_A_FILE = {
    Verdict.BOARD_ORDER: "rows of players have no order of boards; only the list that a program answers with has one",
    Verdict.REFERENCE_FAULT: "our engine has to be wrong",
    Verdict.CRASH: "our engine has to fail",
    Verdict.TIMEOUT: "the limit is asked for, and how far it reaches depends on the computer",
}
"""Verdicts that no file can be made for, and why."""
INSTEAD = re.compile(
    r" Correct: |should have (White|played|had the bye)|bye should go to |should not have the bye\. It goes to |"
    r"(should not|cannot) play each other: .* (plays|has the bye)"
)
FACTS = re.compile(
    r"in round \d|[½\d]-point group|[½\d] points?|\bhas had\b|[WB]{2,}|halves|lowest score|order of the rules|"
    r"later in the order|organiser|could not all be paired|Candidate|Instead,|reading taken|is due"
)
"""A round, points, colours, or what the order asks for."""


def ask(dispute: dict[str, str], capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    """Ask on the command line; return the verdict, and the sentence."""
    command, *arguments = dispute["question"].split()
    status = main([command, str(FOLDER / dispute["file"]), *arguments, "--json", "-"])
    shown = capsys.readouterr().out
    if command == "check":
        (found,) = (
            line for line in map(json.loads, shown.splitlines()) if line["kind"] == "round" or "refusal" in line
        )
        return found["verdict"], found["sentence"] if "sentence" in found else refused(found)
    assert status == ExitStatus.CONSISTENT
    answer = json.loads(shown)["answer"]
    if command == "explain":
        return "explained", " ".join(part for part in (answer["sentence"], answer.get("colour")) if part)
    return verdict_of(answer), answer["sentence"]


def refused(header: dict[str, Any]) -> str:
    """Return why no round of a file is judged, with its errors."""
    errors = (found for found in header.get("problems", ()) if found["severity"] == "error")
    return " ".join((header["refusal"], *(f"{found['message']}; {found['remedy']}." for found in errors)))


def verdict_of(answer: dict[str, Any]) -> str:
    """Return the standing of the pair, or whether the posted round would still be right."""
    if "objection" in answer:
        return str(answer["objection"]["standing"])
    return {True: "acceptable", False: "not acceptable", None: "to be paired anew"}[answer.get("acceptable")]


@pytest.mark.parametrize("dispute", DISPUTES, ids=lambda dispute: f"{dispute['file']} {dispute['question']}")
def test_a_dispute_is_answered_word_for_word(dispute: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """With the same verdict."""
    assert ask(dispute, capsys) == (dispute["verdict"], dispute["sentence"])


@pytest.mark.parametrize(
    "dispute",
    [dispute for dispute in DISPUTES if dispute["verdict"] not in NOT_JUDGED],
    ids=lambda dispute: f"{dispute['file']} {dispute['question']}",
)
def test_a_sentence_says_who_instead_of_whom_why_and_the_article_last(dispute: dict[str, str]) -> None:
    """A refused player learns the opponent to play instead, or why the wish is impossible."""
    sentence, verdict = dispute["sentence"], dispute["verdict"]
    assert re.match(r"Round \d", sentence)
    if verdict in ("illegal", "worse", "later", "later-in-order", "colours", "declared", "ambiguous-rule", "open"):
        assert ARTICLE_LAST.search(sentence)
        assert FACTS.search(sentence)
    if verdict in ("worse", "later", "later-in-order", "colours", "declared", "ambiguous-rule"):
        assert INSTEAD.search(sentence)
    if verdict == "not acceptable":
        assert ARTICLE_LAST.search(sentence)


def test_a_sentence_is_short_enough_to_be_read_aloud() -> None:
    """A hundred words at most."""
    assert max(len(dispute["sentence"].split()) for dispute in DISPUTES) <= 100


def test_every_kind_of_answer_is_among_them() -> None:
    """Every verdict on a round that a file can bring about, and every answer to a question; thirty at least."""
    assert len(DISPUTES) >= 30
    of_rounds = {verdict.value for verdict in Verdict if verdict not in NOT_FROM_A_FILE}
    of_questions = {"chosen", "impossible", "later", "open", "acceptable", "not acceptable", "to be paired anew"}
    assert {dispute["verdict"] for dispute in DISPUTES} == {*of_rounds, *of_questions, "explained"}
    checked = {dispute["verdict"] for dispute in DISPUTES if dispute["question"].startswith("check")}
    assert checked == of_rounds


def test_every_system_is_among_them() -> None:
    """By the engine that answers, not by the name of a file."""
    answering = set()
    for dispute in DISPUTES:
        event = read_event(FOLDER / dispute["file"]).event
        asked_for = re.search(r"--system (\S+)", dispute["question"])
        if event is not None:
            resolution = resolve(event, asked_for[1] if asked_for else "auto")
            assert resolution.engine is not None
            answering.add(resolution.engine.edition.key)
    for system in all_systems():
        assert not answering.isdisjoint(edition.key for edition in system.all_editions), system.name
    assert {"dutch-2026", "dutch-2017", "dutch-2013", "dubov-2026", "dubov-1997"} < answering
