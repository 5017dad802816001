"""Reports are made from the record of a run, and are those that the check itself writes."""

from __future__ import annotations

import json
import random
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from support.hidden_causes import hidden

from checker.records.run_record import read_record
from pairproof.cli.main import main
from tournaments.model import DeclaredSystem
from tournaments.trf.writing import write_trf26

RECORDS = Path(__file__).parents[1] / "data" / "records_0_2"
DISPUTES = Path(__file__).parents[1] / "data" / "disputes"
SUFFIXES = ("html", "xml", "sarif", "md", "csv")
pytestmark = pytest.mark.usefixtures("here")


@pytest.fixture
def files() -> list[str]:
    """Return a right event, an event with wrong colours, one of teams, and a file that is not an event."""
    for name in ("small", "colours", "team_2026"):
        shutil.copy(DISPUTES / f"{name}.trf", f"{name}.trf")
    Path("broken.trf").write_text("nothing", "utf-8")
    return ["small.trf", "colours.trf", "team_2026.trf", "broken.trf"]


def outputs(stem: str, *suffixes: str) -> list[str]:
    """Return the words that ask for reports."""
    return [word for suffix in suffixes for word in ("-o", f"{stem}.{suffix}")]


def test_reports_from_the_record_are_those_of_the_check(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Byte for byte, in every format, and nothing is checked again; lines of rows stand in the record."""
    assert main(["check", *files, *outputs("of_check", "jsonl", *SUFFIXES)]) == 1
    monkeypatch.setattr("checker.check.check_content", None)
    for file in files:
        Path(file).unlink()
    assert main(["report", "of_check.jsonl", *outputs("of_record", "jsonl", *SUFFIXES)]) == 1
    for suffix in ("jsonl", *SUFFIXES):
        assert Path(f"of_record.{suffix}").read_bytes() == Path(f"of_check.{suffix}").read_bytes(), suffix
    found = json.loads(Path("of_record.sarif").read_text("utf-8"))["runs"][0]["results"]
    assert any("region" in one["locations"][0]["physicalLocation"] for one in found if one["ruleId"] == "colours")


def test_a_record_of_version_0_2_has_reports(capsys: pytest.CaptureFixture[str]) -> None:
    """It lacks the lines of rows, so places are files; without a report, the text of the check is shown."""
    assert main(["report", str(RECORDS / "run.jsonl"), *outputs("old", *SUFFIXES), "--sheet", "sheet.html"]) == 1
    assert all(Path(f"old.{suffix}").stat().st_size for suffix in SUFFIXES)
    assert main(["report", str(RECORDS / "run.jsonl")]) == 1
    shown = capsys.readouterr().out
    assert "Discrepancies in" in shown
    assert "board 1 has been turned by hand" in shown


def test_several_records_make_one_report(files: list[str]) -> None:
    """Their events are counted together."""
    for file in files[:2]:
        main(["check", file, "-o", f"{file}.jsonl"])
    assert main(["report", "small.trf.jsonl", "colours.trf.jsonl", "-o", "both.jsonl"]) == 1
    both = read_record(Path("both.jsonl"))
    assert [event.header.source for event in both.events] == files[:2]
    assert both.tally.checked.events == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere.jsonl"], "nowhere.jsonl cannot be read: No such file or directory"),
        (["cut.jsonl"], "cut.jsonl: the last line is cut off; the run was interrupted"),
        ([str(RECORDS / "run.jsonl")] * 2, "a run with a list of known findings cannot be combined with other runs"),
    ],
)
def test_a_record_that_cannot_be_reported_is_named(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a line; nothing is written."""
    Path("cut.jsonl").write_bytes((RECORDS / "run.jsonl").read_bytes()[:-20])
    assert main(["report", *words, "-o", "r.html"]) == 2
    assert capsys.readouterr().err == f"pairproof: {message}\n"
    assert not Path("r.html").exists()


def test_a_suffix_that_says_no_format_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    """With those that do."""
    assert main(["check", "small.trf", "-o", "r.pdf"]) == 3
    said = "-o r.pdf: a report is written to a file whose name ends in one of .html, .jsonl, .xml, .sarif, .md, .csv"
    assert capsys.readouterr().err == f"pairproof: {said}\n"


@pytest.mark.parametrize(
    ("option", "suffix"),
    [("--report", "html"), ("--json", "jsonl"), ("--junit", "xml"), ("--markdown", "md"), ("--sarif", "sarif")],
)
def test_older_options_work_and_say_how_they_are_written_now(
    files: list[str], option: str, suffix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """On standard error, and whatever the file is called."""
    main(["check", files[0], option, "report"])
    assert capsys.readouterr().err.startswith(f"pairproof: {option} is now written -o FILE.{suffix}\n")
    assert Path("report").stat().st_size


def test_markdown_is_added_to_the_summary_of_a_job(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The file of GitHub has a name without a suffix, and other commands write to it, too; other files are replaced."""
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(Path("summary").absolute()))
    Path("summary").write_text("# Before\n", "utf-8")
    for file in files[:2]:
        main(["check", file, "-o", "summary", "-o", "other.md"])
    headings = [line for line in Path("summary").read_text("utf-8").splitlines() if line.startswith("# ")]
    assert headings == ["# Before", "# Check of pairings", "# Check of pairings"]
    assert Path("other.md").read_text("utf-8").count("# Check of pairings") == 1


def test_hints_do_not_depend_on_the_number_of_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many files are checked by several processes, and get the hints that one file gets."""
    monkeypatch.setattr("checker.check.FEWEST_FILES", 3)
    event = hidden("another edition", 7, 5, random.Random(5)).event
    Path("one.trf").write_text(write_trf26(replace(event, system=DeclaredSystem(code="FIDE_DUTCH_2026"))), "utf-8")
    main(["check", "one.trf", "--system", "dutch-2026", "-o", "one.jsonl"])
    (hint,) = [finding.hint for finding in read_record(Path("one.jsonl")).events[0].rounds if finding.hint]
    names = [f"copy_{number}.trf" for number in range(3)]
    for name in names:
        shutil.copy("one.trf", name)
    main(["check", *names, "--system", "dutch-2026", "--workers", "2", "-o", "many.jsonl"])
    hints = {finding.hint for event in read_record(Path("many.jsonl")).events for finding in event.rounds}
    assert hints == {"", hint}


def test_a_table_has_a_row_for_each_round_and_each_refused_event(files: list[str]) -> None:
    """Cells that a spreadsheet would take for a formula are escaped."""
    Path("=sum.trf").write_text("nothing", "utf-8")
    main(["check", *files, "=sum.trf", "-o", "run.jsonl", "-o", "table.csv"])
    record = read_record(Path("run.jsonl"))
    frame = record.to_frame()
    assert len(frame[frame["round"].notna()]) == sum(len(event.rounds) for event in record.events)
    assert frame[frame["outcome"] == "discrepant"]["article"].tolist() == ["5.2.1"]
    lines = Path("table.csv").read_text("utf-8").splitlines()
    assert lines[-1].startswith("'=sum.trf,'=sum,,,unreadable,unchecked")


@pytest.mark.parametrize("content", ["nothing", "no-engine", "no-rounds"])
def test_a_refused_event_is_reported_once(content: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It is unreadable, has no engine or no rounds: one case, one result above a note, one line, one row."""
    text = (DISPUTES / "small.trf").read_text("utf-8")
    changed = {
        "nothing": "nothing",
        "no-engine": re.sub(r"^092.*", "192 FIDE_LOST_SYSTEM", text, flags=re.MULTILINE),
        "no-rounds": "\n".join(line[:91] if line.startswith("001") else line for line in text.splitlines()),
    }
    Path("refused.trf").write_text(changed[content], "utf-8")
    assert main(["check", "refused.trf", *outputs("run", "jsonl", *SUFFIXES)]) == 2
    (event,) = read_record(Path("run.jsonl")).events
    refusal = event.header.refusal
    assert refusal
    assert capsys.readouterr().out.count(refusal) == 1
    cases = Path("run.xml").read_text("utf-8")
    assert (cases.count("<testcase "), len(re.findall("<(?:skipped|error|failure) ", cases))) == (1, 1)
    results = json.loads(Path("run.sarif").read_text("utf-8"))["runs"][0]["results"]
    assert len([one for one in results if one["level"] != "note"]) == 1
    assert Path("run.md").read_text("utf-8").count("\n- **") == 1
    assert len(Path("run.csv").read_text("utf-8").splitlines()) == 2
