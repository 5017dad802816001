"""The shape of the product's code: one name for one class, and imports in one direction."""

from __future__ import annotations

import ast
from collections import defaultdict
from graphlib import TopologicalSorter
from pathlib import Path

from support.sources import find_statements

ROOT = Path(__file__).parents[2]
ROOMS = ("tournaments", "standings", "reference_engines", "random_tournaments", "checker", "reports", "pairproof")
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for room in ROOMS
    for path in (ROOT / room).rglob("*.py")
}
"""The modules of the product, by dotted name."""


def _imported_modules(path: Path) -> set[str]:
    """Return the modules and packages that a module imports, at run time, for types or inside of functions."""
    names = set()
    for node in find_statements(path):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names & MODULES.keys()


def test_one_class_name_stands_for_one_class() -> None:
    """Private classes count, too: a reader who searches for a name finds a single class."""
    places = defaultdict(list)
    for module, path in MODULES.items():
        for node in find_statements(path):
            if isinstance(node, ast.ClassDef):
                places[node.name.lstrip("_")].append(module)
    assert len(places) > 500
    assert {name: modules for name, modules in places.items() if len(modules) > 1} == {}


def test_no_two_modules_import_each_other() -> None:
    """Imports for types count, too, also by way of a third module, and so does a package that gives a module."""
    graph = {module: _imported_modules(path) - {module} for module, path in MODULES.items()}
    assert sum(map(len, graph.values())) > 2_000
    TopologicalSorter(graph).prepare()  # raises CycleError
