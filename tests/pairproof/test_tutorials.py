"""Each tutorial is followed command by command in an empty folder, and says what then happens."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from support.loops import require_items
from support.tutorials import ROOT, TUTORIALS, Step, read_steps

from pairproof.cli.main import main

pytestmark = pytest.mark.usefixtures("judging_here")
NOT_FOLLOWED = {
    "pairproof serve": "stays until it is ended",
    "pip install": "the tests run what is installed",
    "-n 5000": "half an hour; the shorter campaign before it is run",
    "campaign resume whole": "continues that campaign",
}
"""Commands that are not run, and why."""


def is_followed(step: Step) -> bool:
    """Whether a step is run here."""
    return not any(form in step.command for form in NOT_FOLLOWED)


def run(command: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Run a command: ours in this process, others in a shell."""
    if command.startswith("pairproof "):
        status = main(shlex.split(command)[1:])
        said = capsys.readouterr()
        return status, said.out + said.err
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(  # noqa: S603 - of our own pages
        ["bash", "-c", command],  # noqa: S607 - wherever it is
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] if name in ("engine", "ci") else []) for name in TUTORIALS],
)
def test_a_tutorial_can_be_followed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """From an empty folder beside the project; every quotation stands in the output of the command before it."""
    (tmp_path / "pairproof").symlink_to(ROOT)
    (tmp_path / "new").mkdir()
    monkeypatch.chdir(tmp_path / "new")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("COLUMNS", "100")
    for step in require_items(filter(is_followed, read_steps(*TUTORIALS[name]))):
        status, said = run(step.command, capsys)
        assert status in (0, 1), f"{step.command}\n{said}"
        for quoted in step.quoted:
            assert quoted in " ".join(said.split()), f"{step.command}\n{said}"


def test_every_step_of_a_tutorial_is_read() -> None:
    """Its commands are those of its page, and at least one of them quotes an output."""
    for page, heading in TUTORIALS.values():
        steps = read_steps(page, heading)
        assert len(steps) > 5
        assert any(step.quoted for step in steps)
        assert all(
            step.command.split()[0] in ("pairproof", "cp", "sh", "python3", "rm", "sed", "pip") for step in steps
        )


@pytest.mark.parametrize("form", NOT_FOLLOWED)
def test_every_command_that_is_not_followed_is_in_a_tutorial(form: str) -> None:
    """An exception that nothing needs any longer is to be struck out."""
    assert any(form in step.command for place in TUTORIALS.values() for step in read_steps(*place))
