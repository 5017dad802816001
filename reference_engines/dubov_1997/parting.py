"""Where a complete pairing leaves the procedure: the first step at which it does something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.dubov_1997.judging import judge
from reference_engines.dubov_1997.open_points import rests_on, undone
from reference_engines.dubov_1997.steps import StepKind
from reference_engines.dubov_1997.telling import step_in_words
from reference_engines.dubov_1997.walk import steps
from reference_engines.readings import note_on
from reference_engines.results import NoLegalPairingError, Parting, PartingKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference_engines.dubov_1997.edition import Readings
    from reference_engines.dubov_1997.steps import Step
    from reference_engines.dubov_1997.table import Table
    from reference_engines.results import ReadingNote, RoundPairing

    Followed = tuple[int, Step | None]
    """How many players are paired before a step, and the step; None where the procedure is followed to its end."""


def parting(
    table: Table,
    readings: Readings,
    recorded: RoundPairing,
    others: Sequence[tuple[ReadingNote, Table, Readings]] = (),
) -> Parting:
    """
    Return the first step at which a complete and legal pairing leaves the procedure.

    ``others`` are tables by other readings: one by which the pairing is right at this step leaves the step open. Raise
    ValueError if the pairing does not leave the procedure, NoLegalPairingError if there is no such pairing.
    """
    partner = _partners(table, recorded)
    done, step = _follow(table, readings, partner)
    if step is None:
        raise ValueError("the pairing does not leave the procedure")
    kind, article, why = judge(table, step, partner)
    opened = [note.identifier for note, laid, taken in others if _goes_further(laid, taken, partner, done)]
    following = _following(table, readings, step)
    strictly = kind
    identifiers = (*rests_on(table, step, partner), *undone(step, following, partner), *opened)
    if identifiers and kind is not PartingKind.BETTER:
        kind = PartingKind.OPEN
    notes = tuple(note_on(identifier) for identifier in dict.fromkeys(identifiers))
    return Parting(
        kind=kind,
        article=article.value,
        step=step_in_words(table, step),
        sentence=why,
        readings=notes,
        strictly=strictly,
    )


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


def _follow(table: Table, readings: Readings, partner: dict[int, int | None]) -> Followed:
    done = 0
    for step in steps(table, readings):
        if not follows(step, partner):
            return done, step
        done += 2 if step.pair else 1 if step.kind is StepKind.BYE else 0
    return done, None


def _goes_further(table: Table, readings: Readings, partner: dict[int, int | None], done: int) -> bool:
    """Whether a pairing follows the procedure longer by other readings; by some, nobody may have the bye (2.2)."""
    try:
        paired, step = _follow(table, readings, partner)
    except NoLegalPairingError:
        return False
    return step is None or paired > done


def _following(table: Table, readings: Readings, step: Step) -> list[Step]:
    """Return what the procedure does after a step of its own."""
    made = list(steps(table, readings))
    return made[made.index(step) + 1 :]


def follows(step: Step, partner: dict[int, int | None]) -> bool:
    """Whether a pairing does what a step does."""
    group = frozenset(step.group)
    outside = {player for player in group if partner[player] not in group}
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
