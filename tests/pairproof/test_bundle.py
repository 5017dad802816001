"""The application folder for people without Python starts in an empty environment."""

from __future__ import annotations

import re
import runpy
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BUNDLE = ROOT / "ci" / "bundle"
APPLICATION = ROOT / "out" / "bundle" / "pairproof"


@pytest.mark.slow
@pytest.mark.skipif(not APPLICATION.is_dir(), reason="'make bundle' has not built it")
def test_the_application_checks_and_serves_in_an_empty_environment() -> None:
    """Without Python, packages, home or search path."""
    page = runpy.run_path(str(BUNDLE / "try_bundle.py"))["try_application"](APPLICATION)
    assert "Harbour Open" in page


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], ["serve"]),
        (["open.trf"], ["serve", "open.trf"]),
        (["check", "open.trf"], ["check", "open.trf"]),
    ],
)
def test_it_opens_the_pages_unless_a_command_is_given(
    words: list[str], expected: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that is dropped on the application is served."""
    monkeypatch.chdir(tmp_path)
    Path("open.trf").touch()
    started: list[list[str]] = []
    monkeypatch.setattr("pairproof.startup.main", lambda: started.append(sys.argv[1:]) or 0)
    monkeypatch.setattr(sys, "argv", ["pairproof", *words])
    assert runpy.run_path(str(BUNDLE / "start.py"))["main"]() == 0
    assert started == [expected]


def test_it_is_the_python_of_our_own_scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The watchdog of programs is a script that the running Python starts."""
    script = tmp_path / "script.py"
    script.write_text("import sys\nsys.exit(len(sys.argv))\n", "utf-8")
    monkeypatch.setattr(sys, "argv", ["pairproof", "-I", "-S", str(script), "one"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(BUNDLE / "start.py"))["main"]()
    assert ended.value.code == 2


def test_it_holds_every_package_of_the_wheel() -> None:
    """A package that is missing would be found out only where it is used."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    packages = project["tool"]["scikit-build"]["wheel"]["packages"]
    named = re.findall(r'^    "(\w+)",$', (BUNDLE / "pairproof.spec").read_text("utf-8"), re.MULTILINE)
    assert named == packages
