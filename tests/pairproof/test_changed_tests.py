"""The tests that `make check` runs after a change."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.changed_tests import READ_BY, find_changed_tests, name_module, read_imports
from support.loops import require_items


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a project with two test files, of which one imports a helper and a module of ours."""
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_first.py").write_text(
        "from support import events\n\ndef test():\n    import checker.check\n", "utf-8"
    )
    (tests / "test_second.py").write_text("import json\n", "utf-8")
    (tests / "test_site.py").write_text("import website\n", "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ("tests/test_second.py", ["tests/test_second.py"]),
        ("tests/support/events.py", ["tests/test_first.py"]),
        ("checker/check.py", ["tests/test_first.py"]),
        ("checker/findings.py", []),
        ("docs/ci.md", ["tests/test_site.py"]),
        ("examples/make.py", []),
    ],
)
def test_a_change_leads_to_its_own_test_and_to_those_that_import_it(root: Path, changed: str, found: list[str]) -> None:
    """An import within a function counts."""
    assert [str(path) for path in find_changed_tests(root, {Path(changed)})] == found


def test_every_file_that_tests_read_and_each_of_these_tests_exists() -> None:
    """What is renamed is to be renamed there, too."""
    here = Path(__file__).parent
    for name, tests in require_items(READ_BY.items()):
        assert (here.parents[1] / name).exists()
        assert [test for test in tests if not (here / f"test_{test}.py").is_file()] == []


def test_a_package_is_named_without_its_file() -> None:
    """Tests stand on the path."""
    assert name_module(Path("reports/__init__.py")) == "reports"
    assert name_module(Path("tests/support/events.py")) == "support.events"


def test_an_import_of_a_name_counts_for_the_module_and_for_a_module_of_that_name(tmp_path: Path) -> None:
    """Which of the two it is, only Python could say."""
    path = tmp_path / "file.py"
    path.write_text("from checker.records import run\n", "utf-8")
    assert read_imports(path) == {"checker.records", "checker.records.run"}
