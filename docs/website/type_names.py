"""
The names that only type checkers import, for documentation that shows annotations.

Structs evaluate their annotations when their signature is asked for, which fails where a type is imported for type
checkers only.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import pkgutil
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

PACKAGES = ("tournaments", "standings", "reference_engines", "random_tournaments", "checker", "reports", "pairproof")


def resolve_type_names() -> None:
    """Give every module of ours the names that it imports for type checkers only; load all modules first."""
    for module in list(_load_modules()):
        for statement in _find_imports_for_types(module):
            with contextlib.suppress(ImportError, AttributeError):  # an optional library is not installed
                for alias in statement.names:
                    name = alias.asname or alias.name
                    if not hasattr(module, name):
                        setattr(module, name, _import_name(statement, alias.name))


def _import_name(statement: ast.Import | ast.ImportFrom, name: str) -> object:
    """Return a module, or what a module has under a name."""
    if isinstance(statement, ast.Import):
        return importlib.import_module(name)
    return getattr(importlib.import_module(str(statement.module)), name)


def _load_modules() -> Iterator[ModuleType]:
    for package in PACKAGES:
        folder = importlib.import_module(package).__path__
        for found in pkgutil.walk_packages(folder, f"{package}."):
            if not found.name.endswith("__main__"):
                module = _load_module(found.name)
                if module is not None:
                    yield module


def _load_module(name: str) -> ModuleType | None:
    """Return a module; None if an optional library that it needs is not installed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # a module under its old name
        try:
            return importlib.import_module(name)
        except ImportError:
            return None


def _find_imports_for_types(module: ModuleType) -> Iterator[ast.Import | ast.ImportFrom]:
    if module.__file__ is None or not module.__file__.endswith(".py"):
        return
    for node in ast.parse(Path(module.__file__).read_text("utf-8")).body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield from (statement for statement in node.body if isinstance(statement, ast.Import | ast.ImportFrom))
