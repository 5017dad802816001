"""``--junit``, ``--markdown`` and ``--sarif``: several at once, beside the other outputs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from junitparser import Failure, JUnitXml
from support.team_crosstables import crosstable

from pairproof.cli.main import main
from tournaments.trf.reading import find_row_lines
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from pathlib import Path


def test_a_check_writes_every_format_asked_for(
    planted: str, clean: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The status and what is printed stay the same."""
    status, printed = main(["check", planted, clean]), capsys.readouterr().out
    asked = ["--junit", "o.xml", "--markdown", "o.md", "--sarif", "o.sarif", "--json", "o.jsonl", "--report", "o.html"]
    assert main(["check", planted, clean, *asked]) == status == 1
    assert capsys.readouterr().out == printed

    document = JUnitXml.fromfile(str(here / "o.xml"))
    failing = [(suite.name, case.name) for suite in document for case in suite if case.result]
    assert {name for name, _ in failing} == {planted}
    assert document.failures == len(failing) > 0
    assert "## Wrong" in (here / "o.md").read_text("utf-8")
    (run,) = json.loads((here / "o.sarif").read_text("utf-8"))["runs"]
    assert run["invocations"] == [{"executionSuccessful": True, "exitCode": 1}]
    line = run["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"]
    assert (here / planted).read_text("utf-8").splitlines()[line - 1].startswith("001 ")
    assert (here / "o.html").is_file()


def test_the_command_in_a_failure_shows_it_again(planted: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As it is written there."""
    main(["check", planted, "--system", "dutch-2026", "--junit", "o.xml"])
    capsys.readouterr()
    (result, *_) = [one for suite in JUnitXml.fromfile(str(here / "o.xml")) for case in suite for one in case.result]
    assert isinstance(result, Failure)
    again = result.text.splitlines()[-1].removeprefix("Again: pairproof ")

    assert again.startswith(f"check {planted} --system dutch-2026 --rounds ")
    assert "Why: " not in result.text  # the reason stands in the sentence
    assert main(again.split()) == 1
    assert result.message in " ".join(capsys.readouterr().out.replace("Why: ", "").split())


@pytest.mark.parametrize("option", ["--junit", "--markdown", "--sarif"])
def test_unwritable_output_is_wrong_usage(clean: str, option: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Found out before anything is checked."""
    assert main(["check", clean, option, "nowhere/o"]) == 3
    output = capsys.readouterr()
    assert "the directory nowhere does not exist" in output.err
    assert output.out == ""


def test_rows_are_found_in_files_as_they_are_read() -> None:
    """In every encoding and with every line end; of teams their records."""
    text = "012 Öffentlich\r\n001    2      Alpha\r\n\r\n001    1      Beta\r\n001  bad      Gamma\r\n"
    for data in (text.encode(), text.encode("cp1252"), text.encode("utf-16")):
        assert find_row_lines(data) == {2: 2, 1: 4}
    league = write_trf26(crosstable(["2w1.5", "1b0.5"], boards=2))
    found = find_row_lines(league.encode(), is_team_event=True)
    assert [league.splitlines()[line - 1][:7] for line in found.values()] == ["310   1", "310   2"]
