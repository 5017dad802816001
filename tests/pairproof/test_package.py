"""The installed package: one version, types everywhere, the conformance suite, commands that start anywhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from tournaments import __version__

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ROOMS = PROJECT["tool"]["scikit-build"]["wheel"]["packages"]


def test_the_changelog_begins_with_the_version() -> None:
    """Unreleased changes may stand above."""
    released = re.findall(r"^## (\d+\.\d+\.\d+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert released == [__version__, "0.1.0"]


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_says_that_it_is_typed(room: str) -> None:
    """Type checkers look for the mark in each package of its own."""
    assert (ROOT / room / "py.typed").is_file()


def test_every_package_of_the_checkout_is_in_the_wheel() -> None:
    """A forgotten room would be missing only in an installation."""
    packages = {file.parent.name for file in ROOT.glob("*/__init__.py")}
    assert packages == set(ROOMS)


def test_the_program_has_the_name_of_the_package() -> None:
    """So that pipx run finds it."""
    assert PROJECT["project"]["name"] in PROJECT["project"]["scripts"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the sources that are given away, and a wheel from nothing but these."""
    folder = tmp_path_factory.mktemp("package")
    build = "from scikit_build_core.build import build_sdist; import sys; print(build_sdist(sys.argv[1]))"
    run(sys.executable, "-c", build, str(folder), cwd=ROOT)
    with tarfile.open(folder / f"pairproof-{__version__}.tar.gz") as sources:
        sources.extractall(folder, filter="data")
    given = folder / f"pairproof-{__version__}"
    quietly = ("--quiet", "--disable-pip-version-check", "--no-build-isolation", "--no-deps")
    run(sys.executable, "-m", "pip", "wheel", *quietly, "--wheel-dir", str(folder), str(given), cwd=folder)
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel in an empty environment, with the libraries of this one and nothing of the checkout."""
    folder = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", "--without-pip", str(folder), cwd=folder)
    installed = folder / "bin" / "python"
    quietly = ("--quiet", "--disable-pip-version-check", "--no-deps")
    run(sys.executable, "-m", "pip", "--python", str(installed), "install", *quietly, str(wheel), cwd=folder)
    (site,) = folder.glob("lib/python*/site-packages")
    # A path file that is named in a path file is not read, so that what is installed editable here is not found.
    (site / "libraries.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    return installed


def run(*words: str, cwd: Path) -> str:
    """Run what must succeed, without a way from here to the checkout, and return what it says."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(  # noqa: S603 - our own interpreter
        words, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_wheel_has_the_rooms_and_the_suite_and_no_sources_of_the_kernel(wheel: Path) -> None:
    """The suite with every file that its indexes name."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {name.partition("/")[0] for name in names} == {*ROOMS, f"pairproof-{__version__}.dist-info"}
    assert {f"{room}/py.typed" for room in ROOMS} <= names
    data = {str(file.relative_to(ROOT)) for file in (ROOT / "conformance").rglob("*.*") if file.suffix != ".pyc"}
    assert len(data) > 300
    assert data <= names
    assert not [name for name in names if name.endswith((".cc", ".h"))]


@pytest.mark.slow
def test_commands_start_from_what_is_installed(python: Path, tmp_path: Path) -> None:
    """In a folder with nothing in it."""
    program = str(python.with_name("pairproof"))
    where = run(str(python), "-c", "import reference_engines; print(reference_engines.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(python.parents[1])
    assert run(program, "--version", cwd=tmp_path) == f"pairproof {__version__}\n"
    assert "dutch-2026" in run(program, "systems", cwd=tmp_path)
    run(program, "generate", "-n", "2", "--seed", "1", "--players", "8", "--rounds", "4", "-o", "events", cwd=tmp_path)
    assert "2 events" in run(program, "check", "events", "--report", "report.html", cwd=tmp_path)
    assert f"pairproof {__version__} from the record" in (tmp_path / "report.html").read_text(encoding="utf-8")
    suite = run(program, "suite", f"resident:{python} {ROOT / 'examples' / 'resident_program.py'}", cwd=tmp_path)
    assert "questions right, 0 wrong, 0 unanswered" in suite


@pytest.mark.slow
def test_the_first_use_runs_and_its_types_are_known(python: Path, tmp_path: Path) -> None:
    """Strictly, from what is installed alone: what a library does not tell would be an error."""
    example = tmp_path / "first_use.py"
    for name in (example.name, "harbour_open.trf"):
        (tmp_path / name).write_bytes((ROOT / "examples" / name).read_bytes())
    assert run(str(python), str(example), cwd=tmp_path).startswith("Round 6")
    found = run(
        sys.executable, "-m", "mypy", "--strict", "--python-executable", str(python), str(example), cwd=tmp_path
    )
    assert found == "Success: no issues found in 1 source file\n"
