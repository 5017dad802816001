"""The first step at which a complete pairing leaves the procedure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reference_engines.dubov_1997.entries import TRANSFERS, find_completion_entry, find_entries, find_transferred
from reference_engines.dubov_1997.judgement import judge
from reference_engines.dubov_1997.steps import Dubov1997StepKind, describe_step
from reference_engines.dubov_1997.walk import follow_procedure
from reference_engines.frame.results import Divergence, DivergenceKind
from reference_engines.readings import is_left_open, note_on

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reference_engines.dubov_1997.edition import Dubov1997Readings
    from reference_engines.dubov_1997.participants import Dubov1997Participants
    from reference_engines.dubov_1997.steps import Dubov1997Step
    from reference_engines.frame.results import RoundPairing
    from reference_engines.sequential import Partners


def find_divergence(
    participants: Dubov1997Participants, readings: Dubov1997Readings, recorded: RoundPairing
) -> Divergence:
    """
    Return the first step at which a complete and legal pairing leaves the procedure.

    A player whom the pairing transfers once more than 2.5 allows by our count may go up (DUBOV97-TRANSFERS). The result
    is then the first step that this does not explain, if there is one.

    Raise ValueError if the pairing follows the procedure, NoLegalPairingError if there is no such pairing.
    """
    partners = participants.partners(recorded)
    explained: Divergence | None = None
    while True:
        walk = follow_procedure(participants, readings)
        step = next((step for step in walk if not follows(step, partners)), None)
        if step is None:
            break
        divergence = _divergence(participants, step, walk, partners)
        transferred = find_transferred(step, partners)
        if transferred is None or TRANSFERS not in {note.identifier for note in divergence.readings}:
            return divergence
        explained = explained or divergence
        participants = _allow_transfer(participants, transferred)
    if explained is None:
        raise ValueError("the pairing does not leave the procedure")
    return explained


def _allow_transfer(participants: Dubov1997Participants, player: int) -> Dubov1997Participants:
    players = [replace(one, transferable=True) if at == player else one for at, one in enumerate(participants.players)]
    return replace(participants, players=tuple(players))


def _divergence(
    participants: Dubov1997Participants, step: Dubov1997Step, following: Iterable[Dubov1997Step], partners: Partners
) -> Divergence:
    """Describe a step that a pairing does otherwise; ``following`` are the later steps of the procedure."""
    kind, article, why = judge(participants, step, partners)
    identifiers = (*find_entries(participants, step, partners), *find_completion_entry(step, following, partners))
    if kind is not DivergenceKind.BETTER and any(map(is_left_open, identifiers)):
        kind = DivergenceKind.OPEN
    notes = tuple(note_on(identifier) for identifier in dict.fromkeys(identifiers))
    return Divergence(
        kind=kind, article=article.value, step=describe_step(participants, step), sentence=why, readings=notes
    )


def follows(step: Dubov1997Step, partners: Partners) -> bool:
    """Whether a pairing does what a step does."""
    group = frozenset(step.group)
    outside = {player for player in group if partners[player] not in group}
    if step.kind is Dubov1997StepKind.JOINING:
        return True  # a player who joins is paired later, or goes back
    if step.kind is Dubov1997StepKind.BYE:
        return partners[step.taken[0]] is None
    if step.kind is Dubov1997StepKind.LEAVING:
        return outside == set(step.taken)
    if step.kind is Dubov1997StepKind.ODD_GROUP:
        return {partners[player] for player in outside} == set(step.taken)
    if step.seeker is None:
        raise ValueError("the step makes no pair and chooses no player")
    if not step.taken:
        return partners[step.seeker] not in set(step.order)
    return partners[step.seeker] == step.taken[0]
