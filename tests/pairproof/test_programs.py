"""``pairproof program``: what it says of a program, and how it ends."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pairproof.cli.main import main
from reference_engines.frame.systems import engine_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event

    Run = Callable[..., tuple[int, str]]

ROOT = Path(__file__).parents[2]
CAST = ROOT / "tests" / "support" / "programs" / "cast.py"
EXAMPLE = ROOT / "examples" / "resident_program.py"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs the command and returns its status and everything that it said."""

    def program(*arguments: str) -> tuple[int, str]:
        try:
            status = main(["program", *arguments])
        except SystemExit as end:
            status = int(end.code or 0)
        said = capsys.readouterr()
        return status, said.out + said.err

    return program


def actor(vice: str) -> str:
    """Return a member of the cast as it is written on the command line."""
    return f"command:{sys.executable} {CAST} {vice} {{input}} {{output}}"


def test_a_resident_program_passes(run: Run) -> None:
    """Every trial, the edition that it follows, and what it does not do."""
    status, said = run("smoke", f"resident:{sys.executable} {EXAMPLE}")
    assert status == 0
    for line in (
        "example, version 1",
        "plain events                  15 of 15",
        "Baku acceleration             6 of 6",
        "prohibited pairs              5 of 5",
        "another scoring (3-1-0)       5 of 5",
        "follows dutch-2026: 36 of 36 answers",
        "differs from dutch-2017: ",
        "It has no checker.",
        "It has no generator.",
    ):
        assert line in said


def an_edition_behind(event: Event, round_number: int) -> RoundPairing:
    """Pair by the edition of 2017."""
    return engine_for("dutch-2017").open(event).round(round_number).expected()


def test_an_outdated_edition_is_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answers are those of the edition before: status 1."""
    monkeypatch.setitem(sys.modules, "functions", sys.modules[__name__])
    status, said = run("smoke", "callable:functions:an_edition_behind")
    assert status == 1
    assert "follows dutch-2017: 36 of 36 answers" in said


def test_a_program_that_fails_could_not_be_tried(run: Run) -> None:
    """Its failure is reported, and none of its pairings is wrong: status 2."""
    status, said = run("smoke", actor("silent"))
    assert status == 2
    assert "0 of 15\n    round 1: wrote no answer: no answer, exit status 0" in said


def test_a_checker_that_approves_of_everything_is_refused(run: Run) -> None:
    """Status 1, and the kinds of errors that it missed."""
    script = "for number in range(1, 9): print('Round', number, 'is right')"
    settings = [
        f"check.command={json.dumps([sys.executable, '-c', script])}",
        "check.round=Round (\\d+)",
        "check.wrong=bad",
    ]
    status, said = run("smoke", "command:", *(word for setting in settings for word in ("--set", setting)))
    assert status == 1
    assert said.count("a clean event                   yes") == 3
    for error in ("exchanged opponents", "reversed colours", "moved bye", "second bye", "repeated game"):
        assert f"{error:<20}  round 5   NO  (objected to: none)" in said
    assert "REFUSED AS A CHECKER" in said
    assert "It does not pair." in said


def test_a_generator_alone_is_checked(run: Run, tmp_path: Path) -> None:
    """A program's files can be checked without a pairer or a checker."""
    asked = ["--players", "8", "--rounds", "4", "-n", "3", "--seed", "1", "--workers", "1"]
    assert main(["generate", *asked, "-o", str(tmp_path / "a")]) == 0
    status, said = run("smoke", f"files:{tmp_path / 'a'}")
    assert status == 0
    assert "seed 1        dutch-2026                    4 of 4" in said


def test_info_lists_what_is_described(run: Run) -> None:
    """Without a program."""
    status, said = run("info")
    assert status == 0
    for name in ("ainalrami", "bbppairings-5", "bbppairings-6", "bbppairings-sharly", "gacrux", "javafo", "py4swiss"):
        assert name in said


def test_info_says_how_a_program_is_asked(run: Run) -> None:
    """Identity apart from transport, and what it says that it does."""
    status, said = run("info", "py4swiss")
    assert status == 0
    assert said.startswith("py4swiss, version 0.3.1\n  command: ")
    assert "  says that it pairs\n  by dutch-2017\n" in said
    status, said = run("info", f"resident:{sys.executable} {EXAMPLE}")
    assert (status, "example, version 1\n  resident: " in said) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["smoke"], "required: PROGRAM"),
        (["taste", "py4swiss"], "invalid choice: 'taste'"),
        (["smoke", "nobody"], "'nobody' is not a program that is described here; known are ainalrami"),
        (["smoke", "bbp6=/nowhere/bbp"], "there is no /nowhere/bbp; write its path, as in NAME=PATH"),
        (["smoke", "nothing.toml"], "nothing.toml: No such file or directory"),
        (["smoke", "py4swiss", "--system", "go"], "no system 'go'"),
        (["smoke", "py4swiss", "--set", "limits.seconds=never"], "'never' is not a valid float"),
        (["smoke", "callable:nowhere:pair"], "ModuleNotFoundError"),
        (["smoke", "files:/nowhere"], "/nowhere: No such file or directory"),
        (["smoke", "resident:no-such-program"], "could not be started"),
        (["smoke", "resident:"], "write resident:COMMAND"),
    ],
)
def test_impossible_trials_are_refused_in_one_line(run: Run, arguments: list[str], complaint: str) -> None:
    """Wrong usage, or a program that is not there; never a traceback."""
    status, said = run(*arguments)
    assert status in (2, 3)
    assert complaint in said
    assert "Traceback" not in said


def test_a_checker_that_misses_planted_errors_does_not_judge_a_campaign(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is refused before the first event, with what it was wrong about; on request it judges all the same."""
    description = tmp_path / "blind.toml"
    script = "for number in range(1, 99): print('Round', number, 'is right')"
    description.write_text(
        f'name = "Blind"\n[check]\ncommand = {json.dumps([sys.executable, "-c", script])}\n'
        "round = 'Round (\\d+)'\nwrong = 'bad'\n"
    )
    store = tmp_path / "campaign.sqlite"
    asked = ["campaign", "run", str(description), "--direction", "judge", "-n", "1", "--seed", "1", "--workers", "1"]
    asked += ["--axis", "players=8", "--axis", "rounds=4", "--store", str(store)]
    assert main(asked) == 2
    said = capsys.readouterr().err
    assert "Blind is refused as a checker; it is wrong about: exchanged opponents, reversed colours" in said
    assert "a clean event" not in said
    assert not store.exists()
    assert main([*asked, "--untried"]) in (0, 1)
    assert store.exists()


def test_a_new_description_is_written_tried_and_followed_by_the_next_steps(run: Run, tmp_path: Path) -> None:
    """The next command of the user works with the file."""
    path = tmp_path / "mine.toml"
    status, said = run("new", str(path), "--pair", f"{sys.executable} {CAST} honest {{input}} {{output}}")
    assert status == 0
    assert "The program answered: it reads trf26, and writes a list of pairs." in said
    assert f"pairproof program smoke {path}" in said
    status, said = run("info", str(path))
    assert (status, said.splitlines()[0]) == (0, "mine, version unknown")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("mine.json", "--pair", "cat {input}"), "the name of a description ends in .toml"),
        (("mine.toml", "--pair", "cat"), "write {input} where the event's file belongs"),
        (("mine.toml", "--pair", "no-such-program {input}"), "there is no program no-such-program; write its path"),
        (("mine.toml", "--pair", "cat '{input}"), "No closing quotation"),
        (("mine.toml",), "say how the program pairs: --pair"),
        (("mine.toml", "--pair", "cat {input}", "--system", "dutch-2062"), "dutch-2062"),
    ],
)
def test_a_description_that_cannot_be_written_is_wrong_usage(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    """Nothing is written, and the message says what to do."""
    monkeypatch.chdir(tmp_path)
    status, said = run("new", *arguments)
    assert status == 3
    assert message in said
    assert not list(tmp_path.iterdir())


def test_an_existing_description_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    """Its author may have worked on it."""
    path = tmp_path / "mine.toml"
    path.write_text("name = 'mine'", "utf-8")
    status, said = run("new", str(path), "--pair", "cat {input}")
    assert status == 3
    assert "exists already, and is not overwritten" in said
    assert path.read_text("utf-8") == "name = 'mine'"


def test_a_program_that_gives_no_answer_is_described_all_the_same(run: Run, tmp_path: Path) -> None:
    """The user can mend the file."""
    path = tmp_path / "mine.toml"
    status, said = run("new", str(path), "--pair", "cat {input}", "--dialect", "trf16", "--answer-form", "pairs")
    assert status == 2
    assert "The program gave no answer that can be read: wrote an answer that cannot be made out" in said
    assert path.exists()
