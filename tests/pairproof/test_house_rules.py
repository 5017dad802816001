"""Rules that the project and its tests keep: imports flow one way, and no test passes because a loop was empty."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest
from support.sources import find_statements

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
MAY_IMPORT = {
    "tournaments": set(),
    "standings": {"tournaments"},
    "reference_engines": {"tournaments"},
    "random_tournaments": {"tournaments", "standings", "reference_engines"},
    "checker": {"tournaments", "standings", "reference_engines", "random_tournaments"},
    "reports": {"tournaments", "standings", "reference_engines", "random_tournaments", "checker"},
    "pairproof": {"tournaments", "standings", "reference_engines", "random_tournaments", "checker", "reports"},
}
"""The rooms that each room imports."""
KEEPS_ITEMS = {"enumerate", "sorted", "reversed", "zip", "product", "permutations", "combinations"}
"""Functions that return at least one item if their first argument has enough of them."""


@cache
def imported_rooms(file: Path) -> frozenset[str]:
    """Return the rooms that a file imports, by itself or through what it imports from the tests' support."""
    nodes = find_statements(file)
    modules = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    modules |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    modules |= {f"support.{node.names[0].name}" for node in nodes if getattr(node, "module", "") == "support"}
    rooms = {room for room in MAY_IMPORT if any(module.partition(".")[0] == room for module in modules)}
    for module in modules:
        place = TESTS / module.replace(".", "/")
        for used in (place.with_suffix(".py"), place / "__init__.py"):
            if module.startswith("support") and used.is_file():
                rooms |= imported_rooms(used)
    return frozenset(rooms)


@pytest.mark.parametrize("folder", [*MAY_IMPORT, "tests/reference_engines"])
def test_imports_flow_one_way(folder: str) -> None:
    """A room imports the rooms before it; so do the tests of the engines, and the modules that support them."""
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files
    room = Path(folder).name
    wrong = {str(file.relative_to(ROOT)): imported_rooms(file) - {room, *MAY_IMPORT[room]} for file in files}
    assert {file: rooms for file, rooms in wrong.items() if rooms} == {}


def cannot_be_empty(items: ast.expr) -> bool:  # noqa: PLR0911 - one for each form
    """Whether a loop runs at least once: over `require_items`, a literal with elements or a constant of the module."""
    match items:
        case ast.Name(id=name):
            return name.isupper()
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements) | ast.Dict(values=elements):
            return any(not isinstance(element, ast.Starred) or cannot_be_empty(element.value) for element in elements)
        case ast.Call(func=ast.Name(id="require_items")):
            return True
        case ast.Call(func=ast.Name(id="range"), args=arguments):
            return all(isinstance(one, ast.Constant) or cannot_be_empty(one) for one in arguments)
        case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in KEEPS_ITEMS:
            return cannot_be_empty(first)
        case ast.Call(func=ast.Attribute(value=collection, attr="items" | "values")):
            return cannot_be_empty(collection)
    return False


def can_pass_silently(block: list[ast.stmt]) -> bool:  # noqa: PLR0911 - one for each statement
    """Whether a block may end without an assertion, or the call of a function that is one, depending on conditions."""
    for place, statement in enumerate(block, start=1):
        rest = block[place:]
        match statement:
            case ast.Assert() | ast.Raise():
                return False
            case ast.Return() | ast.Continue() | ast.Break():
                return True
            case ast.If(body=body, orelse=other):
                return can_pass_silently(body + rest) or can_pass_silently(other + rest)
            case ast.For(iter=items, body=body) if cannot_be_empty(items) and not can_pass_silently(body):
                return False
            case ast.While() if any(isinstance(step, ast.Assert) for step in ast.walk(statement)):
                return False  # it goes on until it has counted enough of them
            case ast.With(items=items, body=body):
                return not any(map(calls_assertion, items)) and can_pass_silently(body + rest)
            case ast.Try(body=body, finalbody=final):
                return can_pass_silently(body + final + rest)
            case ast.Expr() | ast.Assign() if calls_assertion(statement):
                return False
    return True


def calls_assertion(node: ast.AST) -> bool:
    """Whether a function is called that fails by itself: `pytest.raises`, or one that is named for what it asserts."""
    calls = [found.func for found in ast.walk(node) if isinstance(found, ast.Call)]
    names = [call.attr if isinstance(call, ast.Attribute) else getattr(call, "id", "") for call in calls]
    return any(name.startswith(("assert_", "raises", "fail", "expect")) for name in names)


def find_tests(file: Path) -> list[ast.FunctionDef]:
    """Return the test functions of a file."""
    return [
        node for node in find_statements(file) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def test_no_test_passes_because_a_loop_was_empty() -> None:
    """Every test reaches an assertion, or requires that what it goes through has items."""
    files = sorted(TESTS.rglob("test_*.py"))
    assert len(files) > 100
    tests = [(file, test) for file in files for test in find_tests(file)]
    assert [f"{file.name}::{test.name}" for file, test in tests if can_pass_silently(test.body)] == []


@pytest.mark.parametrize(
    ("body", "asserts"),
    [
        ("for item in found: assert item", False),
        ("for item in require_items(found): assert item", True),
        ("for item in ('a', 'b'): assert item", True),
        ("for item in (): assert item", False),
        ("for item in range(found): assert item", False),
        ("for item in enumerate(SYSTEMS, 1): assert item", True),
        ("if found: assert found", False),
        ("if found:\n assert found\nelse:\n assert not found", True),
        ("for item in SYSTEMS:\n if item:\n  continue\n assert item", False),
        ("for item in SYSTEMS:\n if item:\n  assert item\n  continue\n assert not item", True),
        ("with pytest.raises(ValueError): found()", True),
        ("for item in found: assert item\nassert found", True),
    ],
)
def test_an_assertion_counts_if_it_is_always_reached(body: str, *, asserts: bool) -> None:
    """Also within loops that cannot be empty, and in both halves of a condition."""
    assert can_pass_silently(ast.parse(body).body) is not asserts
