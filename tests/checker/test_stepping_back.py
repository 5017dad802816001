"""Rounds that differ are right by a fact that the file does not declare: it is taken, and said before anything else."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.hidden_causes import SYSTEM, USUAL, hidden

from checker.causes.cases import case_of
from checker.causes.facts import in_order
from checker.checking import CheckOptions, check_event
from checker.findings import gather, tally
from checker.planting import PlantedError, plant
from checker.verdicts import Verdict
from random_tournaments.batch import Batch
from reference_engines.declared import with_baku
from reference_engines.systems import engine_for
from tournaments.model import DeclaredSystem

if TYPE_CHECKING:
    from checker.findings import EventFinding
    from tournaments.model import Event


def checked(event: Event, **options: object) -> EventFinding:
    """Check an event."""
    (finding,) = gather(check_event(event, options=CheckOptions(**options)))  # type: ignore[arg-type]  # as named there
    return finding


def silent(event: Event) -> Event:
    """Take away system and date."""
    return replace(event, system=DeclaredSystem(), start=None, end=None)


def hidden_event(kind: str) -> Event:
    """Return an event with several discrepant rounds."""
    for index in range(1, 60):
        event = hidden(kind, 7, index, random.Random(index)).event
        if len(case_of("event", event, engine_for(SYSTEM)).wanting) > 1:
            return event
    raise AssertionError(f"{kind} makes no difference")


def test_an_undeclared_edition_is_taken_from_the_games() -> None:
    """A file of the edition before, without a date, is not accused."""
    event = silent(hidden_event("another edition"))
    finding = checked(event)
    assert finding.header.explained_by.startswith(f"All {event.rounds_recorded} rounds agree by dutch-2017")
    assert finding.header.explained_by.endswith("; the file names no edition.")
    assert finding.header.edition is not None
    assert finding.header.edition.key == "dutch-2017"
    assert tally([finding.header, *finding.rounds]).discrepancies.rounds == 0


def test_a_declared_edition_is_not_given_up() -> None:
    """That another one explains the event is said beside the verdicts."""
    event = replace(hidden_event("another edition"), system=DeclaredSystem(code="FIDE_DUTCH_2026"))
    finding = checked(event)
    assert "by dutch-2017" in finding.header.explained_by
    assert finding.header.explained_by.endswith("the file declares FIDE_DUTCH_2026, taken as dutch-2026.")
    assert finding.header.edition is not None
    assert finding.header.edition.key == "dutch-2026"
    assert tally([finding.header, *finding.rounds]).discrepancies.rounds > 1


def test_a_date_speaks_for_the_edition_in_force() -> None:
    """It is as good as a declaration."""
    event = replace(hidden_event("another edition"), system=DeclaredSystem())
    finding = checked(event)
    assert finding.header.explained_by.endswith("by its date dutch-2026 was in force.")
    assert tally([finding.header, *finding.rounds]).discrepancies.rounds > 1


def test_undeclared_acceleration_is_taken_from_the_games() -> None:
    """Whatever the file declares besides."""
    event = hidden_event("Baku acceleration")
    finding = checked(event)
    assert "rounds agree with the Baku acceleration" in finding.header.explained_by
    assert {one.verdict for one in finding.rounds} <= {Verdict.AGREE, Verdict.NOTHING_TO_JUDGE}


def test_declared_acceleration_that_the_games_contradict_is_said() -> None:
    """The verdicts stay."""
    event = Batch(seed=7, axes=USUAL, system=SYSTEM).play(1).event
    finding = checked(replace(event, system=with_baku(event.system)))
    assert finding.header.explained_by.startswith(f"All {event.rounds_recorded} rounds agree without acceleration")
    assert finding.header.explained_by.endswith("the file declares the Baku acceleration.")
    assert tally([finding.header, *finding.rounds]).discrepancies.rounds


def test_numbers_of_another_column_are_taken() -> None:
    """Numbers that are final ranks, with those by which the event was paired in the column of ranks."""
    event = Batch(seed=7, axes=USUAL, system=SYSTEM).play(4).event
    ranked = tuple(replace(player, rank=player.tpn) for player in event.players)
    order = [player.tpn for player in event.players]
    random.Random(4).shuffle(order)
    finding = checked(in_order(replace(event, players=ranked), tuple(order)))
    assert "rounds agree with the numbers of columns 86-89 (rank)" in finding.header.explained_by
    assert tally([finding.header, *finding.rounds]).discrepancies.rounds == 0


@pytest.mark.parametrize("error", [PlantedError.EXCHANGED_OPPONENTS, PlantedError.REVERSED_COLOURS])
def test_errors_are_found_in_events_that_declare_nothing(error: PlantedError) -> None:
    """No fact of the whole event explains them away."""
    batch = Batch(seed=13, axes=USUAL, system=SYSTEM)
    found = planted = 0
    for index in range(40):
        made = plant(batch.play(index).event, error, random.Random(index))
        if made is not None:
            planted += 1
            found += bool(checked(silent(made.event)).discrepant_rounds)
    assert planted > 25
    assert found == planted


def test_a_single_discrepant_round_has_a_hint() -> None:
    """If it is asked for."""
    for index in range(1, 40):
        event = hidden("a late arrival", 7, index, random.Random(index)).event
        if len(case_of("event", event, engine_for(SYSTEM)).wanting) == 1:
            break
    (round_finding,) = checked(event, hints=True).discrepant_rounds
    assert round_finding.hint.startswith("Tried ")
    (without,) = checked(event).discrepant_rounds
    assert not without.hint
