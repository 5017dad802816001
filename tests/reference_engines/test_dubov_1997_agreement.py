"""The Dubov system of 1997 on random events: it agrees with the engine that tries everything, within its limits."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from checker.checking import CheckOptions, check_event
from checker.findings import RoundFinding
from checker.planting import PlantedError, plant
from checker.verdicts import Outcome, Verdict
from random_tournaments.axes import PLAIN, Axes, Span
from random_tournaments.batch import Batch
from reference_engines.results import PairingError, RoundPairing
from reference_engines.systems import engine_for
from tournaments.model import Event, Result


def paired(key: str, event: Event, number: int) -> RoundPairing | str:
    """Pair a round, or say what is raised."""
    try:
        return engine_for(key).open(event).pair(number)
    except PairingError as error:
        return type(error).__name__


def test_small_events_are_paired_as_by_trying_everything() -> None:
    """Every round of forty events of four to eight players."""
    batch = Batch(seed=6, axes=Axes(players=Span(4, 8), rounds=Span(3, 6)), system="dubov-1997")
    for index in range(40):
        event = batch.play(index).event
        for number in range(1, event.rounds_recorded + 1):
            assert paired("dubov-1997", event, number) == paired("dubov-1997/literal", event, number)


def test_own_events_agree_and_keep_the_hard_rules() -> None:
    """Nobody meets twice over the board or has two byes; counted from the rows alone."""
    batch = Batch(seed=5, axes=Axes(players=Span(5, 40), rounds=Span(3, 9)), system="dubov-1997")
    for index in range(25):
        event = batch.play(index).event
        found = [
            entry.verdict
            for entry in check_event(event, options=CheckOptions(system="dubov-1997"))
            if isinstance(entry, RoundFinding)
        ]
        assert set(found) <= {Verdict.AGREE}
        for player in event.players:
            met = [entry.opponent for entry in player.rounds if entry.was_played]
            assert len(met) == len(set(met))
            assert sum(entry.result is Result.PAIRING_ALLOCATED_BYE for entry in player.rounds) <= 1


@pytest.mark.parametrize("error", PlantedError)
def test_planted_errors_are_found_in_their_round(error: PlantedError) -> None:
    """A rematch and a second bye are illegal; nothing planted agrees, and what the text leaves open is said so."""
    batch = Batch(seed=7, axes=replace(PLAIN, players=Span(7, 15), rounds=Span(4, 6)), system="dubov-1997")
    planted = [plant(batch.play(index).event, error, random.Random(index)) for index in range(12)]
    verdicts = []
    for one in planted:
        if one is None:
            continue
        entries = check_event(one.event, options=CheckOptions(system="dubov-1997"))
        *before, last = [entry for entry in entries if isinstance(entry, RoundFinding)]
        assert {entry.verdict for entry in before} <= {Verdict.AGREE}
        assert last.verdict.outcome in (Outcome.DISCREPANT, Outcome.ACCEPTED)
        assert last.verdict is not Verdict.REFERENCE_FAULT
        verdicts.append(last.verdict)
    assert verdicts
    if error in (PlantedError.REPEATED_GAME, PlantedError.SECOND_BYE):
        assert set(verdicts) == {Verdict.ILLEGAL}
