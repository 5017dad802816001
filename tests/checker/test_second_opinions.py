"""Second opinions: `check --second-opinion` asks a program about each discrepant round, and says who agrees."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.loops import require_items

from checker.findings import OpinionSide
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.main import main

if TYPE_CHECKING:
    from checker.findings import RoundFinding

HARBOUR = Path(__file__).parents[2] / "examples" / "harbour_open.trf"
CAST = "callable:support.campaigns"
FAILS = "python3 -c 'raise SystemExit(1)' {input} {output}"


def ask(tmp_path: Path, *texts: str) -> list[dict[str, str]]:
    """Return the opinions of programs on round 6, as a record has them."""
    record = tmp_path / "run.jsonl"
    words = [word for text in texts for word in ("--second-opinion", text)]
    assert main(["check", str(HARBOUR), "--rounds", "5-6", *words, "-o", str(record)]) == ExitStatus.DISCREPANCIES
    rounds = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
    right, wrong = (line for line in rounds if line["kind"] == "round")
    assert "opinions" not in right
    opinions: list[dict[str, str]] = wrong["opinions"]
    return opinions


def test_each_program_agrees_with_a_pairing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only about the wrong round: with the rules, with neither pairing, or not at all."""
    programs = (f"friend={CAST}:honest", f"{CAST}:stammering", f"silent={CAST}:despairing", f"broken={FAILS}")
    opinions = ask(tmp_path, *programs)
    agreements = [OpinionSide(one["agreement"]) for one in opinions]
    expected = [OpinionSide.WITH_RULES, OpinionSide.WITH_NEITHER, OpinionSide.NO_PAIRING, OpinionSide.NO_ANSWER]
    assert agreements == expected
    shown = capsys.readouterr().out
    assert "Second opinion: friend agrees: it pairs the round as Pairproof does." in shown
    assert f"Second opinion: {CAST}:stammering agrees with neither pairing" in shown
    assert "Second opinion: broken gave no answer: " in shown


def test_a_program_may_have_paired_the_round_as_posted(tmp_path: Path) -> None:
    """The posted pairing is in a file that the program copies."""
    with_posted = tmp_path / "posted.txt"
    from pairproof import check  # noqa: PLC0415

    finding: RoundFinding = next(one for one in check(HARBOUR, rounds=(6, 6)).events[0].rounds)
    assert finding.recorded is not None
    pairs = [f"{pair.white} {pair.black}" for pair in finding.recorded.pairs]
    pairs += [f"{finding.recorded.bye} 0"] if finding.recorded.bye else []
    with_posted.write_text("\n".join([str(len(pairs)), *pairs, ""]), "utf-8")
    (opinion,) = ask(tmp_path, f"copy=/bin/cp {with_posted} {{output}}")
    assert opinion == {"program": "copy", "agreement": "with-posted"}


def test_every_report_has_the_opinions(tmp_path: Path) -> None:
    """Page, sheet, JUnit, SARIF and Markdown."""
    names = ("page.html", "junit.xml", "run.sarif", "summary.md")
    outputs = [word for name in names for word in ("-o", str(tmp_path / name))]
    words = ["--second-opinion", f"friend={CAST}:honest", "--sheet", str(tmp_path / "sheet.html"), *outputs]
    assert main(["check", str(HARBOUR), "--rounds", "6", *words]) == ExitStatus.DISCREPANCIES
    for name in require_items((*names, "sheet.html")):
        assert "friend agrees: it pairs the round as Pairproof does." in (tmp_path / name).read_text("utf-8"), name


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mine.toml", "could not be started: mine.toml: No such file"),
        ("nobody", "'nobody' is not a program that is described here"),
    ],
)
def test_a_program_that_is_not_there_is_wrong_usage(text: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Before anything is checked."""
    assert main(["check", str(HARBOUR), "--second-opinion", text]) == ExitStatus.USAGE
    assert f"--second-opinion: {words}" in capsys.readouterr().err
