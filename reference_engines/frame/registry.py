"""Every system there is: to add one, write its folder and name it here."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.frame.edition import Edition, System

_FOLDERS = (
    "reference_engines.dutch",
    "reference_engines.dubov",
    "reference_engines.burstein",
    "reference_engines.lim",
    "reference_engines.clock",
    "reference_engines.simple_swiss",
    "reference_engines.team",
    "reference_engines.double_swiss",
)


REGISTERED: list[System] = []
"""The systems that were added by `register_system`."""


def all_systems() -> Iterator[System]:
    """Yield the systems of this project, each loaded when its turn comes, then registered ones."""
    for folder in _FOLDERS:
        yield import_module(folder).SYSTEM
    yield from REGISTERED


def find_edition(key: str) -> Edition | None:
    """Return the edition, or the variant of an edition, that has a key; None if there is none."""
    return next((edition for system in all_systems() for edition in system.all_named if edition.key == key), None)


def register_system(system: System) -> None:
    """
    Add a pairing system with its editions, for as long as the program runs.

    ``rules`` of each edition names its rules as ``module:NAME``; they are loaded when the edition is first used. Raise
    ValueError for the key of an edition that exists already, and for an edition without rules.
    """
    for edition in system.all_named:
        if find_edition(edition.key) is not None:
            raise ValueError(f"there is an edition '{edition.key}' already; choose another key")
        if not edition.rules:
            raise ValueError(f"edition '{edition.key}' has no rules; name them as module:NAME")
    REGISTERED.append(system)
