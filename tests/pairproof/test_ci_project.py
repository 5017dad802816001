"""
A project of a vendor from the first run to the last: an engine with one fault, under git, with tests of its own.

Red by one new cause; known, green; fixed, red until it is taken off the list; then green. What was fixed, and what came
back, appears in a comparison of versions.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from support.loaded import load_everything
from support.projects import engine_without

from pairproof.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

pytest_plugins = ["pytester"]
pytestmark = [
    pytest.mark.skipif(shutil.which("git") is None, reason="the project is kept under git"),
    pytest.mark.usefixtures("judging_here"),
]

TESTS = """
def test_it_pairs_by_the_rules(assert_pairs):
    assert_pairs(events=["events"], known="known.toml")
"""
INI = """
[pytest]
pythonpath = .
pairproof_program = callable:engine:pair
pairproof_system = dutch-2026
"""
CAUSE = "resident-downfloat-again-1-left-out"


class Project:
    """The folder, and what its people do in it."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        """Take an empty folder."""
        self.pytester = pytester
        self.path: Path = pytester.path

    def git(self, *words: str) -> str:
        """Run git."""
        who = ("-c", "user.name=Vendor", "-c", "user.email=vendor@example.org", "-c", "commit.gpgsign=false")
        done = subprocess.run(  # noqa: S603 - git, with our words
            ["git", *who, *words],  # noqa: S607 - wherever it is
            capture_output=True,
            text=True,
            check=True,
            cwd=self.path,
        )
        return done.stdout.strip()

    def commit(self, message: str, **files: str) -> None:
        """Write files (``__`` is the dot in their names) and commit everything."""
        for name, text in files.items():
            (self.path / name.replace("__", ".")).write_text(text, "utf-8")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)

    def campaign(self) -> tuple[int, str]:
        """Run a campaign of the current engine; return the exit status, and the store, which is named by the commit."""
        sys.modules.pop("engine", None)
        store = f"{self.git('rev-parse', '--short', 'HEAD')}.sqlite"
        asked = ("--from", "events", "--system", "dutch-2026", "--seed", "1", "--workers", "1")
        status = main(["campaign", "run", "callable:engine:pair", *asked, "--store", store, "--expected", "known.toml"])
        return status, store

    def run_tests(self) -> pytest.RunResult:
        """Run its own tests."""
        return self.pytester.runpytest_inprocess("-p", "no:cacheprovider")


@pytest.fixture(scope="module", autouse=True)
def _everything_is_loaded() -> None:
    load_everything()


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Return a project with an engine that leaves C14 out, six events and a list on which nothing stands."""
    monkeypatch.syspath_prepend(str(pytester.path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    here = Project(pytester)
    small = ("--players", "7..10", "--rounds", "4..5", "--system", "dutch-2026")
    assert main(["generate", "-n", "6", "--seed", "3", *small, "-o", "events"]) == 0
    here.git("init", "--quiet")
    here.commit(
        "Write an engine",
        engine__py=engine_without("C14"),
        test_rules__py=TESTS,
        pytest__ini=INI,
        known__toml="# nothing is known\n",
        __gitignore="*.sqlite\n__pycache__\n",
    )
    return here


def test_a_project_from_red_to_green(project: Project, capfd: pytest.CaptureFixture[str]) -> None:
    """Each step by the commands that its people type."""
    status, first = project.campaign()
    told = capfd.readouterr().out
    assert status == 1
    assert "engine:pair: discrepancies in 1 event, 1 round, " in told
    assert f"as if C14 were left out (2.4.9) [{CAUSE}]" in told
    red = project.run_tests()
    red.assert_outcomes(failed=1)
    red.stdout.fnmatch_lines([f"*as if C14 were left out (2.4.9) [[]{CAUSE}[]]: explains 1 of 1*", "*(C14, 2.4.9)."])

    note = ("candidate", "--note", "mended in the next version", "--expected", "known.toml")
    assert main(["campaign", "class", first, CAUSE, *note]) == 0
    project.commit("Know of C14")
    assert main(["campaign", "report", first, "--expected", "known.toml"]) == 0
    project.run_tests().assert_outcomes(passed=1)

    project.commit("Heed C14", engine__py=engine_without())
    capfd.readouterr()
    status, second = project.campaign()
    assert status == 1
    assert f"{CAUSE}: does not occur any more; take it off the list (known.toml, line " in capfd.readouterr().out
    stale = project.run_tests()
    stale.assert_outcomes(failed=1)
    stale.stdout.fnmatch_lines(["*does not occur any more; take it off the list*"])

    project.commit("Forget C14", known__toml="# nothing is known\n")
    assert main(["campaign", "report", second, "--expected", "known.toml"]) == 0
    project.run_tests().assert_outcomes(passed=1)

    capfd.readouterr()
    assert main(["campaign", "compare", first, second]) == 0
    assert f"as if C14 were left out (2.4.9) [{CAUSE}]" in capfd.readouterr().out.partition("ixed")[2]
    project.git("revert", "--no-edit", "HEAD~1")
    status, third = project.campaign()
    assert status == 1
    capfd.readouterr()
    assert main(["campaign", "compare", second, third, "--no-reduce"]) == 1
    assert f"as if C14 were left out (2.4.9) [{CAUSE}]" in capfd.readouterr().out.partition("ew")[2]
