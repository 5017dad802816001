"""Where a complete pairing leaves the procedure: the first step at which it does something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.dubov_1997.judging import judge
from reference_engines.dubov_1997.open_points import rests_on, undone
from reference_engines.dubov_1997.steps import StepKind
from reference_engines.dubov_1997.telling import step_in_words
from reference_engines.dubov_1997.walk import steps
from reference_engines.readings import is_left_open, note_on
from reference_engines.results import Parting, PartingKind

if TYPE_CHECKING:
    from reference_engines.dubov_1997.edition import Readings
    from reference_engines.dubov_1997.steps import Step
    from reference_engines.dubov_1997.table import Table
    from reference_engines.results import RoundPairing


def parting(table: Table, readings: Readings, recorded: RoundPairing) -> Parting:
    """
    Return the first step at which a complete and legal pairing leaves the procedure.

    Raise ValueError if it does not, NoLegalPairingError if there is no such pairing.
    """
    partner = _partners(table, recorded)
    step = next((step for step in steps(table, readings) if not follows(step, partner)), None)
    if step is None:
        raise ValueError("the pairing does not leave the procedure")
    kind, article, why = judge(table, step, partner)
    following = _following(table, readings, step)
    identifiers = (*rests_on(table, step, partner), *undone(step, following, partner))
    if kind is not PartingKind.BETTER and any(map(is_left_open, identifiers)):
        kind = PartingKind.OPEN
    notes = tuple(note_on(identifier) for identifier in dict.fromkeys(identifiers))
    return Parting(kind=kind, article=article.value, step=step_in_words(table, step), sentence=why, readings=notes)


def _partners(table: Table, recorded: RoundPairing) -> dict[int, int | None]:
    """Return the position opposite each position, None for the bye."""
    position = {person.tpn: place for place, person in enumerate(table.people)}
    partner: dict[int, int | None] = {}
    for pair in recorded.pairs:
        one, other = position[pair.white], position[pair.black]
        partner |= {one: other, other: one}
    if recorded.bye is not None:
        partner[position[recorded.bye]] = None
    return partner


def _following(table: Table, readings: Readings, step: Step) -> list[Step]:
    """Return what the procedure does after a step of its own."""
    made = list(steps(table, readings))
    return made[made.index(step) + 1 :]


def follows(step: Step, partner: dict[int, int | None]) -> bool:
    """Whether a pairing does what a step does."""
    group = frozenset(step.group)
    outside = {player for player in group if partner[player] not in group}
    if step.kind is StepKind.JOINING:
        return True  # who joins is paired later, or goes back
    if step.kind is StepKind.BYE:
        return partner[step.taken[0]] is None
    if step.kind is StepKind.LEAVING:
        return outside == set(step.taken)
    if step.kind is StepKind.ODD_GROUP:
        return {partner[player] for player in outside} == set(step.taken)
    if step.who is None:
        raise ValueError("the step makes no pair and chooses nobody")
    if not step.taken:
        return partner[step.who] not in set(step.order)
    return partner[step.who] == step.taken[0]
