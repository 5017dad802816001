"""Every name that a template uses is given to it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest
from jinja2 import meta, nodes

from reports.html import environment

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted(path.name for path in (ROOT / "reports" / "templates").glob("*.j2"))


def find_given_names() -> set[str]:
    """Return each name by which code of ours gives a value to a template, as a keyword or as a key of a table."""
    names: set[str] = set()
    for path in (*(ROOT / "reports").rglob("*.py"), *(ROOT / "pairproof").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.keyword) and node.arg:
                names.add(node.arg)
            elif isinstance(node, ast.Dict):
                names.update(str(key.value) for key in node.keys if isinstance(key, ast.Constant))
    return names


def find_defined_names() -> set[str]:
    """Return each name that a template sets, for the templates that include or import it."""
    names: set[str] = set()
    for template in TEMPLATES:
        tree = environment().parse((ROOT / "reports" / "templates" / template).read_text("utf-8"))
        names.update(macro.name for macro in tree.find_all(nodes.Macro))
        names.update(name.name for name in tree.find_all(nodes.Name) if name.ctx != "load")
    return names


@cache
def find_known_names() -> frozenset[str]:
    """Return each name that a template may use."""
    return frozenset(find_given_names() | find_defined_names() | set(environment().globals))


@pytest.mark.parametrize("template", TEMPLATES)
def test_no_name_of_a_template_is_left_behind_by_a_renaming(template: str) -> None:
    """A page that few tests render would fail only before its user."""
    text = (ROOT / "reports" / "templates" / template).read_text("utf-8")
    assert meta.find_undeclared_variables(environment().parse(text)) - find_known_names() == set()
