"""The shape of the product's code: one name for one class, and imports in one direction."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("tournaments", "standings", "reference_engines", "random_tournaments", "checker", "reports", "pairproof")


@cache
def _trees(room: str) -> dict[str, ast.Module]:
    """Return the modules of a room by dotted name."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): ast.parse(
            path.read_text(encoding="utf-8")
        )
        for path in (ROOT / room).rglob("*.py")
    }


def _imported_modules(tree: ast.Module, modules: set[str]) -> set[str]:
    """Return the modules and packages that a module imports, at run time, for types or inside of functions."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names & modules


def test_one_class_name_stands_for_one_class() -> None:
    """Private classes count, too: a reader who searches for a name finds a single class."""
    places = defaultdict(list)
    for room in ROOMS:
        for module, tree in _trees(room).items():
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    places[node.name.lstrip("_")].append(module)
    assert len(places) > 500
    assert {name: modules for name, modules in places.items() if len(modules) > 1} == {}


def test_no_two_modules_import_each_other() -> None:
    """Imports for types count, too, also by way of a third module, and so does a package that gives a module."""
    trees = {module: tree for room in ROOMS for module, tree in _trees(room).items()}
    graph = {module: _imported_modules(tree, set(trees)) - {module} for module, tree in trees.items()}
    assert sum(map(len, graph.values())) > 2_000
    TopologicalSorter(graph).prepare()  # raises CycleError
