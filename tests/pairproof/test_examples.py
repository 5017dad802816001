"""The examples of the README and of the page on installing hold, and the demo finds what is planted."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_page_on_installing_tells_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run every example of its section on Python, from the folder of the project."""
    monkeypatch.chdir(ROOT)
    failures, examples = doctest.testfile(str(ROOT / "docs" / "installing.md"), module_relative=False)
    assert examples > 4
    assert failures == 0


def test_the_readme_is_short() -> None:
    """Read at most 100 lines, a small picture, and first the commands that set themselves up."""
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.splitlines()) <= 100
    commands = re.search(r"(?:^    .*\n)+", text, re.MULTILINE)
    assert commands is not None
    assert [line.split("#")[0].strip() for line in commands[0].splitlines()] == ["make demo", "make test"]
    [picture] = re.findall(r"!\[[^]]+\]\(([^)]+)\)", text)
    assert 0 < (ROOT / picture).stat().st_size <= 60_000


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy the examples, so that the demo writes its report elsewhere."""
    folder = tmp_path / "examples"
    folder.mkdir()
    for file in (ROOT / "examples").iterdir():
        if file.suffix in (".py", ".trf"):
            (folder / file.name).write_bytes(file.read_bytes())
    return folder


def demo(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the demo, with a short campaign."""
    return subprocess.run(  # noqa: S603 - our own interpreter and script
        [sys.executable, str(folder / "demo.py"), "10"], capture_output=True, text=True, check=False
    )


def test_the_demo_finds_the_planted_pairing_and_writes_its_report(copy: Path) -> None:
    """It ends in 0 although the check ends in 1, and says that this was expected."""
    done = demo(copy)
    assert done.returncode == 0
    assert "As expected: a wrong pairing was planted in round 6 of harbour_open, and it alone was found." in done.stdout
    assert "Harbour Open" in (copy.parent / "out" / "report.html").read_text("utf-8")
    assert "As expected: over 10 events the planted fault was found wherever it shows" in done.stdout
    assert [line.split()[0] for line in done.stdout.splitlines() if re.match(r"   \w", line)] == [
        *("checked", "wrong", "the", "As") * 2
    ]
    assert len(done.stdout.splitlines()) <= 24
    for named in re.findall(r"\bdocs/\w+\.md|\bexamples/\w+\.trf", done.stdout):
        assert (ROOT / named).is_file()
    for named in re.findall(r"\bout/\w+\.html", done.stdout):
        assert (copy.parent / named).is_file()
    page = (copy.parent / "out" / "campaign.html").read_text("utf-8")
    assert "py4swiss" in page
    assert "Planted fault" in page


def test_the_demo_fails_if_the_planted_pairing_is_not_found(copy: Path) -> None:
    """Without the planted event there is nothing to find, and that is not expected."""
    (copy / "harbour_open.trf").unlink()
    done = demo(copy)
    assert done.returncode == 1
    assert "The demo failed" in done.stdout
