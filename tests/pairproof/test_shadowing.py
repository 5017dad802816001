"""Files of the user, and other distributions, in the place of packages of ours."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from pairproof.shadowing import PACKAGES, explain_failed_import

ROOT = Path(__file__).parents[2]


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder as after an installation: the current folder comes before our packages."""
    path = os.pathsep.join((str(ROOT), sysconfig.get_path("purelib")))
    return subprocess.run(  # noqa: S603 - our own interpreter
        (sys.executable, "-S", *arguments),
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_line_names_the_file_that_stands_in_the_way(tmp_path: Path) -> None:
    """One line, and the status for what was not checked."""
    (tmp_path / "checker.py").write_text("", "utf-8")
    done = run("-m", "pairproof", "systems", folder=tmp_path)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert f"{tmp_path / 'checker.py'} stands in the way of Pairproof's own package 'checker'; rename it" in line


def test_a_program_that_imports_us_is_told_the_same(tmp_path: Path) -> None:
    """The names of the public API are loaded when they are used."""
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "__init__.py").write_text("", "utf-8")
    done = run("-c", "import pairproof; pairproof.render_html", folder=tmp_path)
    assert f"{tmp_path / 'reports' / '__init__.py'} stands in the way" in done.stderr.splitlines()[-1]


def test_a_folder_with_nothing_of_the_name_runs(tmp_path: Path) -> None:
    """As the other tests run it."""
    (tmp_path / "check.py").write_text("", "utf-8")
    assert run("-m", "pairproof", "--version", folder=tmp_path).returncode == 0


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_that_lacks_a_module_is_to_be_installed_again(package: str) -> None:
    """Another distribution has replaced its files."""
    error = ModuleNotFoundError(f"No module named '{package}.absent'", name=f"{package}.absent")
    message = explain_failed_import(error)
    assert message is not None
    assert f"'{package}' is not as it was installed" in message
    assert "pip install --force-reinstall" in message


@pytest.mark.parametrize("name", ["numpy", "checkers", None])
def test_other_failures_are_not_explained(name: str | None) -> None:
    """They keep their own message."""
    assert explain_failed_import(ImportError("no such module", name=name)) is None
