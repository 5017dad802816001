"""Files as people name them: bytes that are not UTF-8, FIFOs, devices, files that are too large."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest
from support.schemas import record_validator
from support.trf import played, trf_of

from pairproof.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

OF_1990 = os.fsdecode(b"K\xf6ln.trf")
"""A name in Latin-1."""


@pytest.fixture
def latin_1(here: Path) -> str:
    """Write an event with one more round to be paired, under that name."""
    (here / OF_1990).write_text(trf_of(played()).replace("142 4", "142 5"), "utf-8")
    return OF_1990


def test_a_name_that_is_not_utf_8_is_checked_recorded_and_reported(
    latin_1: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    r"""Its bytes are printed as ``\xf6`` everywhere."""
    assert main(["check", latin_1, "--json", "run.jsonl", "--report", "run.html", "--compare-editions"]) == 0
    assert r"K\xf6ln: Club evening" in capsys.readouterr().out
    lines = [json.loads(line) for line in (here / "run.jsonl").read_text("utf-8").splitlines()]
    for line in lines:
        record_validator().validate(line)
    assert lines[1]["source"] == r"K\xf6ln.trf"
    assert {line["event"] for line in lines if "event" in line} == {r"K\xf6ln"}
    assert r"K\xf6ln" in (here / "run.html").read_text("utf-8")


def test_a_record_on_standard_output_takes_any_name(latin_1: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It is UTF-8."""
    assert main(["check", latin_1, "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[1])["source"] == r"K\xf6ln.trf"


def test_a_name_that_is_not_utf_8_is_linted_and_paired(latin_1: str, capsys: pytest.CaptureFixture[str]) -> None:
    """And told, where no problems are found, too."""
    assert main(["lint", latin_1]) == 0
    assert capsys.readouterr().out == "K\\xf6ln.trf: no problems found\n"
    assert main(["pair", latin_1]) == 0
    assert capsys.readouterr().out.startswith("5\n")


def test_results_can_be_written_under_such_a_name(clean: str, here: Path) -> None:
    """Record and report."""
    names = os.fsdecode(b"r\xfcn.jsonl"), os.fsdecode(b"r\xfcn.html")
    assert main(["check", clean, "--json", names[0], "--report", names[1]]) == 0
    assert all((here / name).stat().st_size for name in names)


def test_a_missing_file_with_such_a_name_is_an_unreadable_one(here: Path) -> None:
    """Also in the record."""
    assert main(["check", OF_1990, "--json", "run.jsonl", "--report", "run.html"]) == 2
    event = json.loads((here / "run.jsonl").read_text("utf-8").splitlines()[1])
    assert event["refusal"] == r"K\xf6ln.trf cannot be read: No such file or directory"


@pytest.mark.parametrize("command", ["check", "lint", "pair"])
def test_a_fifo_is_refused(command: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command does not wait for a writer."""
    os.mkfifo(here / "event.trf")
    assert main([command, "event.trf"]) == 2
    output = capsys.readouterr()
    assert "it is a FIFO (a named pipe), not a regular file" in output.out + output.err


@pytest.mark.parametrize("command", ["check", "lint", "pair"])
def test_a_file_larger_than_the_limit_is_refused(command: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A limit in megabytes; the usual one is 64."""
    text = trf_of(played()).replace("142 4", "142 5")
    (here / "long.trf").write_text(text + ("### " + "x" * 90 + "\n") * 12000, "utf-8")
    assert main([command, "long.trf", "--max-size", "1"]) == 2
    output = capsys.readouterr()
    assert "it is larger than 1 MB; --max-size permits more" in output.out + output.err
    assert main([command, "long.trf", "--max-size", "2"]) == 0
    assert main([command, "long.trf"]) == 0


def test_editions_are_compared_in_what_may_be_read(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Under the same limit."""
    (here / "long.trf").write_text(trf_of(played()) + ("### " + "x" * 90 + "\n") * 12000, "utf-8")
    assert main(["check", "long.trf", "--max-size", "1", "--compare-editions"]) == 2
    assert "side by side" not in capsys.readouterr().out
    assert main(["check", "long.trf", "--max-size", "2", "--compare-editions"]) == 0
    assert "side by side" in capsys.readouterr().out


@pytest.mark.parametrize("size", ["0", "-1", "1.5", "large"])
def test_a_limit_is_a_number_of_megabytes(size: str, clean: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Anything else is wrong usage."""
    with pytest.raises(SystemExit) as ended:
        main(["check", clean, "--max-size", size])
    assert ended.value.code == 3
    assert "is not a number of megabytes; write 1 or more" in capsys.readouterr().err
