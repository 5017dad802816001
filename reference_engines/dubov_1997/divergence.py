"""Where a complete pairing leaves the procedure: the first step at which it does something else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reference_engines.dubov_1997.judging import judge
from reference_engines.dubov_1997.open_points import TRANSFERS, rests_on, transferred_again, undone
from reference_engines.dubov_1997.steps import StepKind
from reference_engines.dubov_1997.telling import step_in_words
from reference_engines.dubov_1997.walk import steps
from reference_engines.readings import is_left_open, note_on
from reference_engines.results import Parting, PartingKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reference_engines.dubov_1997.edition import Readings
    from reference_engines.dubov_1997.steps import Step
    from reference_engines.dubov_1997.table import Table
    from reference_engines.results import RoundPairing


def find_divergence(table: Table, readings: Readings, recorded: RoundPairing) -> Parting:
    """
    Return the first step at which a complete and legal pairing leaves the procedure.

    Whom it transfers once more than 2.5 allows by our count is let go up (DUBOV97-TRANSFERS), and the rest held against
    the procedure from there: it is the first step that this does not explain, if there is one.

    Raise ValueError if it does not leave the procedure, NoLegalPairingError if there is no such pairing.
    """
    partner = _partners(table, recorded)
    explained: Parting | None = None
    while True:
        walk = steps(table, readings)
        step = next((step for step in walk if not follows(step, partner)), None)
        if step is None:
            break
        divergence = _divergence(table, step, walk, partner)
        transferred = transferred_again(step, partner)
        if transferred is None or TRANSFERS not in {note.identifier for note in divergence.readings}:
            return divergence
        explained = explained or divergence
        table = _letting_go_up(table, transferred)
    if explained is None:
        raise ValueError("the pairing does not leave the procedure")
    return explained


def _letting_go_up(table: Table, player: int) -> Table:
    people = [replace(one, transferable=True) if at == player else one for at, one in enumerate(table.people)]
    return replace(table, people=tuple(people))


def _divergence(table: Table, step: Step, following: Iterable[Step], partner: dict[int, int | None]) -> Parting:
    """Describe a step that a pairing does otherwise; ``following`` is what the procedure does after it."""
    kind, article, why = judge(table, step, partner)
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
