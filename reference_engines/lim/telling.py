"""Players and steps in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.lim.steps import StepKind
from tournaments.points import points_text

if TYPE_CHECKING:
    from reference_engines.lim.steps import Step
    from reference_engines.lim.table import Table

_COLOUR = {1: "White", -1: "Black", 0: "no colour"}


def due(table: Table, player: int) -> str:
    """``player 7 (due White)``."""
    return f"{table.who(player)} (due {_COLOUR[table.people[player].due]})"


def where(step: Step) -> str:
    """``the median scoregroup``, ``the scoregroup of 2.5 points``."""
    return "the median scoregroup" if step.side == 0 else f"the scoregroup of {points_text(step.score)} points"


def step_in_words(table: Table, step: Step) -> str:
    """Say what is being done, in the regulation's words."""
    if step.kind is StepKind.BYE:
        return step.kind.value
    if step.who is None:
        return f"{step.kind.value} in {where(step)}"
    return f"{step.kind.value} in {where(step)}, for {table.who(step.who)}"
