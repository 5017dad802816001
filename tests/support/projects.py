"""Projects of vendors as tests write them down."""

from __future__ import annotations

_ENGINE = """
from dataclasses import replace

from reference_engines.frame.systems import engine_for

LEFT_OUT = {left_out!r}


def pair(event, round_number):
    rules = engine_for({system!r})
    criteria = tuple(one for one in rules.criteria if one.label not in LEFT_OUT)
    return replace(rules, criteria=criteria).open(event).round(round_number).expected()
"""


def engine_without(*criteria: str, system: str = "dutch-2026") -> str:
    """Return the text of a module whose ``pair`` leaves criteria of an edition out, by their labels."""
    return _ENGINE.format(left_out=criteria, system=system)
