"""
The event: players, rounds, results, scoring; readers and writers of its file formats; lint of input.

Knows no rule of pairing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.lint import lint_event
    from tournaments.problems import FileProblem, ProblemCode, ProblemSeverity, UnreadableEventError
    from tournaments.trf.acceleration import canonical_virtual_points
    from tournaments.trf.reading import ParseResult, load_event, parse_event, read_event
    from tournaments.trf.writing import LineEnd, UnwritableEventError, write_trf16, write_trf26, write_trfx

__version__ = "0.2.0"
PROGRAM = "pairproof"
"""The program, as records name it."""
__all__ = [
    "FileProblem",
    "LineEnd",
    "ParseResult",
    "ProblemCode",
    "ProblemSeverity",
    "UnreadableEventError",
    "UnwritableEventError",
    "canonical_virtual_points",
    "lint_event",
    "load_event",
    "parse_event",
    "read_event",
    "write_trf16",
    "write_trf26",
    "write_trfx",
]

_MODULES = {
    "lint": ("lint_event",),
    "problems": ("FileProblem", "ProblemCode", "ProblemSeverity", "UnreadableEventError"),
    "trf.acceleration": ("canonical_virtual_points",),
    "trf.reading": ("ParseResult", "load_event", "parse_event", "read_event"),
    "trf.writing": ("LineEnd", "UnwritableEventError", "write_trf16", "write_trf26", "write_trfx"),
}
"""The public names by their modules, which are loaded when a name is first used, for a quick start."""

if not TYPE_CHECKING:  # a type checker reads the imports above

    def __getattr__(name: str) -> object:
        """Load the module that holds a public name."""
        for module, names in _MODULES.items():
            if name in names:
                value = globals()[name] = getattr(importlib.import_module(f"{__name__}.{module}"), name)
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return sorted(__all__)
