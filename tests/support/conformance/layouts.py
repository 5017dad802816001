"""A shortcut for Dutch rules: a misreading of definitions that lays the same field out pairs it alike."""

from __future__ import annotations

import dataclasses
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.dutch.rules import DutchRules

if TYPE_CHECKING:
    from reference_engines.definitions.players import Players
    from reference_engines.frame.rules import Rules


def only_lays_out(rules: Rules, altered: Rules) -> bool:
    """Whether altered rules differ only in the participants that they prepare."""
    if not isinstance(rules, DutchRules) or not isinstance(altered, DutchRules):
        return False
    if altered.definitions.coloured != rules.definitions.coloured:
        return False  # which colours are given by, apart from the field
    own = {name: rules.__dict__[name] for name in ("definitions", "floats", "byes", "bye_choice")}
    return replace(altered, **own) == rules


def same_field(first: Players, second: Players) -> bool:
    """Whether two fields are equal in all that they hold."""
    names = (entry.name for entry in dataclasses.fields(first))
    return all(_equal(getattr(first, name), getattr(second, name)) for name in names)


def _equal(first: object, second: object) -> bool:
    if isinstance(first, tuple):
        return isinstance(second, tuple) and len(first) == len(second) and all(map(_equal, first, second))
    return bool(np.array_equal(first, second)) if isinstance(first, np.ndarray) else first == second
