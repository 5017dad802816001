"""Source files of the project, each parsed once for all tests of a process."""

from __future__ import annotations

import ast
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
"""The fields of statements that hold other statements."""


@cache
def find_statements(file: Path) -> tuple[ast.AST, ...]:
    """Return the statements of a file at every depth; imports and definitions are statements, expressions are not."""
    statements: list[ast.AST] = []
    waiting: list[ast.AST] = [ast.parse(file.read_text("utf-8"))]
    while waiting:
        node = waiting.pop()
        blocks = [getattr(node, block, ()) for block in _BLOCKS]
        inner = [statement for block in blocks for statement in block]
        statements += inner
        waiting += inner
    return tuple(statements)
