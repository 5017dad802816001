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


SYSTEMS: tuple[System, ...] = tuple(_system(folder) for folder in _FOLDERS)
EDITIONS: dict[str, Edition] = {edition.key: edition for system in SYSTEMS for edition in system.all_editions}
"""By key, systems in their order, editions newest first."""
VARIANTS: dict[str, Edition] = {edition.key: edition for system in SYSTEMS for edition in system.variants}
"""Literal engines and options of a system: taken only when they are asked for by name."""
