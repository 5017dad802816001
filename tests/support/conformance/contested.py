"""Answers to a question by every side of every reading that can be followed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from checker.suite.questions import ContestedAnswer, comparable_answer, pairing_fields
from reference_engines.definitions.acceleration import baku_points
from reference_engines.frame.declared import declares_baku
from reference_engines.frame.results import NoLegalPairingError, RoundPairing
from reference_engines.frame.systems import engine_for, named_sides
from reference_engines.frame.variants import Variant
from reference_engines.readings import note_on
from tournaments.readings import ChosenReading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.frame.rules import PreparedEvent
    from tournaments.model import Event

_WHOLE_LIST = ChosenReading("BAKU-GROUP", "whole-list")
"""Engines of players do not follow this side; its virtual points can be listed."""


def contested_answers(system: str, event: Event, number: int) -> tuple[ContestedAnswer, ...]:
    """Return the answers that differ from the answer by the default sides."""
    rules = engine_for(system)
    prepared = rules.open(event)
    right = comparable_answer(prepared.round(number).expected())
    answers = []
    for reading, other in _prepare_other_sides(system, event, prepared):
        try:
            pairing: RoundPairing | None = other.round(number).expected()
        except NoLegalPairingError:
            pairing = None
        if comparable_answer(pairing) != right:
            answers.append(ContestedAnswer(reading=reading.identifier, side=reading.key, **pairing_fields(pairing)))
    return tuple(answers)


def _prepare_other_sides(
    system: str, event: Event, prepared: PreparedEvent
) -> Iterator[tuple[ChosenReading, PreparedEvent]]:
    rules = engine_for(system)
    for reading, change in named_sides(rules).items():
        yield reading, prepared.under(Variant(note=note_on(reading.identifier), rules=change))
    if declares_baku(event.system) and not (
        event.virtual_points or event.is_team_event or event.rounds_declared is None
    ):
        numbers = [player.tpn for player in event.players]
        win = event.scoring.win * rules.edition.file_rounds_per_round
        listed = baku_points(win, event.rounds_declared, numbers, numbers)
        yield _WHOLE_LIST, rules.open(replace(event, virtual_points=listed))
