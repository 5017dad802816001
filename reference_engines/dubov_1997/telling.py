"""Steps in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.dubov_1997.steps import StepKind
from tournaments.points import points_text

if TYPE_CHECKING:
    from reference_engines.dubov_1997.steps import Step
    from reference_engines.dubov_1997.table import Person, Table


def described(table: Table, player: int) -> str:
    """``player 7 (R 2310, ARO 2255.5, due White)``."""
    return f"{table.who(player)} ({_facts(table.people[player])})"


def _facts(person: Person) -> str:
    due = {1: "due White", -1: "due Black", 0: "no colour due"}[person.due]
    return f"{points_text(person.score)} points, R {person.rating}, ARO {float(person.aro):.1f}, {due}"


def step_in_words(table: Table, step: Step) -> str:
    """Say what is being done, in the regulation's words."""
    where = f"in the score group of {points_text(step.score)}"
    if step.kind is StepKind.BYE:
        return step.kind.value
    if step.who is None:
        return f"{step.kind.value} {where}"
    if step.kind in (StepKind.ROW, StepKind.SPARE):
        return f"the row of {table.who(step.who)} {where}"
    return f"{step.kind.value} {where}, for {table.who(step.who)}"
