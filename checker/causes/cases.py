"""Events made ready for the search: which of their rounds are discrepant or open, and which agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.causes.cause import Case, Paired
from checker.verdicts.paired_by_hand import declared_by_hand

if TYPE_CHECKING:
    from collections.abc import Container

    from reference_engines.frame.results import RoundPairing
    from reference_engines.frame.rules import PreparedEvent, Rules
    from tournaments.model import Event


def case_of(name: str, event: Event, rules: Rules, rounds: Container[int] | None = None) -> Case:
    """
    Return an event as its record has it; ``rounds`` are those that are asked for, None for all.

    A legal round that the file declares as paired by hand, and one without a pair, is left out. Raise
    UnsupportedEventError if the event is beyond the rules.
    """
    prepared = rules.open(event)
    wanting, agreeing = [], []
    for stage in prepared.recorded_rounds:
        pairing = prepared.round(stage).posted
        if prepared.round(stage).is_paired_as(pairing):
            if pairing.pairs:
                agreeing.append(Paired(stage=stage))
        elif (rounds is None or stage in rounds) and not _is_excused(prepared, stage, pairing, event):
            wanting.append(Paired(stage=stage))
    return Case(name=name, event=event, rules=rules, wanting=tuple(wanting), agreeing=tuple(agreeing))


def _is_excused(prepared: PreparedEvent, stage: int, pairing: RoundPairing, event: Event) -> bool:
    """Whether the file declares the round as paired by hand, and the pairing breaks no absolute rule."""
    return declared_by_hand(stage, event.declarations) is not None and not prepared.round(stage).violations(pairing)
