"""Options of a project: ``[tool.pairproof]`` in ``pyproject.toml``, or ``pairproof.toml``."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.trf import played, trf_of

from checker.records.run_record import read_record
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.main import main

INLINE = '{system = "dutch-2017", as-declared = true, check = {json = "run.jsonl", rounds = 2}}'
"""The options in one line."""


@pytest.fixture(autouse=True)
def _enter_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("open.trf").write_text(trf_of(played(players=8, rounds=3)), "utf-8")


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("pairproof.toml", 'system = "dutch-2017"\n["check"]\njson = "run.jsonl"\nrounds = 2\nas-declared = true\n'),
        (
            "pyproject.toml",
            (
                '[tool.pairproof]\nsystem = "dutch-2017"\nas-declared = true\n'
                '[tool.pairproof.check]\njson = "run.jsonl"\nrounds = "2"\n'
            ),
        ),
        (
            "pyproject.toml",
            f"[tool]\npairproof = {INLINE}\n",
        ),
        (
            "pyproject.toml",
            f"tool.pairproof = {INLINE}\n",
        ),
        ("pyproject.toml", f"tool = {{ 'pairproof' = {INLINE} }}\n"),
        ("pyproject.toml", f"['tool']\n\"pairproof\" = {INLINE}\n"),
        (
            "pyproject.toml",
            (
                '[ tool . "pairproof" ]\nsystem = "dutch-2017"\nas-declared = true\n'
                '[tool."pairproof".check]\njson = "run.jsonl"\nrounds = "2"\n'
            ),
        ),
    ],
)
def test_a_command_has_the_options_of_its_project(file: str, text: str) -> None:
    """Keys at the top are for every command with such an option; the command line comes last, and wins."""
    Path(file).write_text(text, "utf-8")
    assert main(["check", "open.trf"]) in (ExitStatus.CONSISTENT, ExitStatus.DISCREPANCIES)
    header = read_record(Path("run.jsonl")).header
    assert (header.system, header.rounds, header.as_declared) == ("dutch-2017", (2, 2), True)
    main(["check", "open.trf", "--rounds", "1"])
    assert read_record(Path("run.jsonl")).header.rounds == (1, 1)
    assert main(["lint", "open.trf"]) == ExitStatus.CONSISTENT


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("system = \n", "pairproof.toml is not valid TOML: line 1"),
        ("[check]\nspeed = 3\n", "pairproof.toml: 'speed' is not an option of 'pairproof check'"),
        ("[check]\nrounds = [[1]]\n", "pairproof.toml: rounds is neither a text nor a number, a list or a boolean"),
        ("rounds = 'x'\n", "'x' is not a round or a range of rounds"),
        ("sytem = 'dutch-2017'\n", "pairproof.toml: 'sytem' is not an option of any command; did you mean system?"),
        ("[chek]\n", "pairproof.toml: the table 'chek' is not named for a command; did you mean check?"),
    ],
)
def test_a_wrong_option_of_a_project_is_wrong_usage(
    text: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message names the file, or the option."""
    Path("pairproof.toml").write_text(text, "utf-8")
    try:
        status = main(["check", "open.trf"])
    except SystemExit as error:
        status = int(str(error.code))
    assert status == ExitStatus.USAGE
    assert message in capsys.readouterr().err


def test_options_that_are_not_a_table_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """They are never passed over; a project that only names Pairproof has none."""
    Path("pyproject.toml").write_text('[tool]\npairproof = "dutch-2017"\n', "utf-8")
    assert main(["check", "open.trf"]) == ExitStatus.USAGE
    assert "pyproject.toml: 'tool.pairproof' is not a table of options" in capsys.readouterr().err
    Path("pyproject.toml").write_text('[project]\ndependencies = ["pairproof"]\n', "utf-8")
    assert main(["check", "open.trf"]) in (ExitStatus.CONSISTENT, ExitStatus.DISCREPANCIES)


def test_an_option_of_another_command_is_left_to_it() -> None:
    """The name ``store`` resembles options of ``check``, and is one of ``campaign run``."""
    Path("pairproof.toml").write_text('store = "c.sqlite"\n', "utf-8")
    assert main(["check", "open.trf"]) in (ExitStatus.CONSISTENT, ExitStatus.DISCREPANCIES)
    Path("pairproof.toml").write_text('sheets = "c.html"\nstore = "c.sqlite"\n', "utf-8")
    assert main(["check", "open.trf"]) == ExitStatus.USAGE


def test_an_action_has_a_table_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    """The options of ``campaign run`` are not those of ``campaign report``."""
    Path("pairproof.toml").write_text('["campaign run"]\nstore = "c.sqlite"\n', "utf-8")
    with pytest.raises(SystemExit):
        main(["campaign", "run"])
    assert "the following arguments are required: PROGRAM\n" in capsys.readouterr().err
