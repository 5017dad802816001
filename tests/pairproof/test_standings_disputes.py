"""Disputes about standings as data: a file, a question, and the whole answer as it is read to the players."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pairproof.cli.main import main
from reference_engines.articles import article
from standings.codes import parse_tie_breaks
from standings.methods import ENCOUNTERS

if TYPE_CHECKING:
    from collections.abc import Iterable

FOLDER = Path(__file__).parents[1] / "data" / "standings"
DISPUTES: list[dict[str, str]] = tomllib.loads((FOLDER / "disputes.toml").read_text("utf-8"))["dispute"]
UNPLAYED_ROUNDS = (
    "pairing-allocated bye",
    "full-point bye",
    "half-point bye",
    "zero-point bye",
    "won by forfeit against",
    "lost by forfeit to",
)
MAX_WORDS = 60
"""Of the answer and the reason."""


@pytest.mark.parametrize("dispute", DISPUTES, ids=lambda dispute: f"{dispute['file']} {dispute['question']}")
def test_a_dispute_is_answered_word_for_word(dispute: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """The answer, the reason, the tables and the articles, after the two lines on the file."""
    assert main(["standings", str(FOLDER / dispute["file"]), *dispute["question"].split()]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert [line.removeprefix("  ") for line in shown[3:-1]] == dispute["answer"].splitlines()


@pytest.mark.parametrize("dispute", DISPUTES, ids=lambda dispute: f"{dispute['file']} {dispute['question']}")
def test_an_answer_is_short_enough_to_be_read_aloud(dispute: dict[str, str]) -> None:
    """The two layers before the tables are."""
    spoken, _, _ = dispute["answer"].partition("\n\n")
    assert len(spoken.split()) <= MAX_WORDS


def test_every_cited_article_has_a_text(capsys: pytest.CaptureFixture[str]) -> None:
    """In the edition that is followed; the texts are printed if they are asked for."""
    for dispute in DISPUTES:
        edition = "c07-2024" if "--edition 2024" in dispute["question"] else "c07-2026"
        cited = re.findall(r"\((\d+(?:\.\d+)+)\)", dispute["answer"])
        assert [number for number in cited if article(edition, number) is None] == []
        main(["standings", str(FOLDER / dispute["file"]), *dispute["question"].split(), "--verbose"])
        shown = " ".join(capsys.readouterr().out.split())
        missing = [number for number in cited if (found := article(edition, number)) and found.text not in shown]
        assert missing == []


def test_the_disputes_cover_unplayed_rounds_and_kinds_of_tie_breaks() -> None:
    """Every kind of unplayed round has a rule somewhere; players and teams, encounters, and two who stay tied."""
    answers = "\n".join(dispute["answer"] for dispute in DISPUTES)
    for kind in UNPLAYED_ROUNDS:
        assert re.search(rf"{kind}.* {{2,}}(counts|cut|not|taken|a forfeit)", answers), kind
    for article_number in ("6.1.1", "6.3", "7.2", "7.6", "8.3", "15.2", "16.3.2", "16.4", "16.4.1", "16.4.2", "16.5.1"):
        assert f"({article_number})" in answers, article_number
    assert len(DISPUTES) >= 12
    assert sum(dispute["file"] in ("teams.trf", "boards.trf") for dispute in DISPUTES) >= 4
    assert answers.count("Lots should be drawn") >= 2
    decided = set(_deciding_tie_breaks())
    assert len(decided) >= 12
    assert decided & {tie_break.value for tie_break in ENCOUNTERS}


def _deciding_tie_breaks() -> Iterable[str]:
    """Yield the codes that decide, without their modifiers."""
    for dispute in DISPUTES:
        for row in re.findall(r"^ +\d+ +\d+ .* {2}([A-Za-z:/0-9]+)$", dispute["answer"], re.MULTILINE):
            code = parse_tie_breaks(row)[-1]
            if code.tie_break is not None:
                yield code.tie_break.value
