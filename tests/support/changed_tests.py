"""
Print the test files to run after a change: changed ones, and each that imports a changed module.

    python tests/support/changed_tests.py [BASE]

Changes are counted from where the branch left BASE (main), with what is not committed yet. Pages, and files for CI
servers, have tests, too (`READ_BY`).
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
_PAGE_TESTS = ("manuals", "manual_commands", "reading_tables", "site", "tutorials")
_CI_TESTS = ("ci_files",)
READ_BY = {
    "docs": _PAGE_TESTS,
    "README.md": (*_PAGE_TESTS, "examples"),
    "CONTRIBUTING.md": _PAGE_TESTS,
    "CHANGELOG.md": ("package", "site"),
    "action.yml": _CI_TESTS,
    "ci": _CI_TESTS,
    ".github": _CI_TESTS,
}
"""Files and folders at the top that tests read, and the names of these tests in ``tests/pairproof``."""


def find_changed_tests(root: Path, changed: set[Path]) -> list[Path]:
    """Return the test files among the changed files, and those that import a changed module, relative to the root."""
    modules = {name_module(path) for path in changed if path.suffix == ".py"}
    tests = sorted(path.relative_to(root) for path in (root / "tests").rglob("test_*.py"))
    readers = {f"test_{name}.py" for path in changed for name in READ_BY.get(path.parts[0], ())}
    return [path for path in tests if path in changed or path.name in readers or modules & read_imports(root / path)]


def name_module(path: Path) -> str:
    """Return the dotted name under which tests import a file; the folder of tests stands on their path."""
    parts = path.with_suffix("").parts
    parts = parts[1:] if parts[0] == "tests" else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def read_imports(path: Path) -> set[str]:
    """Return the dotted names of the modules that a file imports anywhere."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def list_changed_files(root: Path, base: str) -> set[Path]:
    """Return the files that differ from where the branch left the base, and those that git does not know yet."""
    left = _git(root, "merge-base", base, "HEAD").strip()
    differing = _git(root, "diff", "--name-only", "--diff-filter=d", left)
    unknown = _git(root, "ls-files", "--others", "--exclude-standard")
    return {Path(line) for line in (differing + unknown).splitlines()}


def _git(root: Path, *words: str) -> str:
    return subprocess.run(  # noqa: S603 - git, with words of our own
        ("git", *words),  # noqa: S607 - the git of the developer
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


if __name__ == "__main__":
    base = sys.argv[1] if len(sys.argv) > 1 else "main"
    if not (found := find_changed_tests(ROOT, list_changed_files(ROOT, base))):
        sys.stderr.write(f"No test imports or reads what was changed since {base}: 'make test' runs all tests.\n")
    for path in found:
        sys.stdout.write(f"{path}\n")
