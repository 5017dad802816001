"""Every system there is: to add one, write its folder and name it here."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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


def _system(folder: str) -> System:
    return import_module(folder).SYSTEM


SYSTEMS: list[System] = [_system(folder) for folder in _FOLDERS]
"""The systems of this project, then registered ones."""
EDITIONS: dict[str, Edition] = {edition.key: edition for system in SYSTEMS for edition in system.all_editions}
"""By key, systems in their order, editions newest first."""
VARIANTS: dict[str, Edition] = {edition.key: edition for system in SYSTEMS for edition in system.variants}
"""Literal engines and options of a system: taken only when they are asked for by name."""


def register_system(system: System) -> None:
    """
    Add a pairing system with its editions, for as long as the program runs.

    ``rules`` of each edition names its rules as ``module:NAME``; they are loaded when the edition is first used. Raise
    ValueError for the key of an edition that exists already, and for an edition without rules.
    """
    added = {edition.key: edition for edition in (*system.all_editions, *system.variants)}
    for key, edition in added.items():
        if key in EDITIONS or key in VARIANTS:
            raise ValueError(f"there is an edition '{key}' already; choose another key")
        if not edition.rules:
            raise ValueError(f"edition '{key}' has no rules; name them as module:NAME")
    SYSTEMS.append(system)
    EDITIONS.update({edition.key: edition for edition in system.all_editions})
    VARIANTS.update({edition.key: edition for edition in system.variants})
