"""Modules loaded before others do it."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

ROOMS = ("tournaments", "standings", "reference_engines", "random_tournaments", "checker", "reports", "pairproof")
_WARNS = "pairproof.fairness"
"""Of its end."""


def load_everything() -> None:
    """Load all modules of ours: what a prepared of pytest within a test were the first to load, it would drop again."""
    for room in ROOMS:
        for module in walk_packages(import_module(room).__path__, f"{room}."):
            if module.name != _WARNS:
                import_module(module.name)
