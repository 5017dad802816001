"""Programs with one fault, named as ``callable:support.reduction:...``, and rounds in which they show it."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from checker.findings import Differences, compare_pairings
from checker.planting import recorded_pairing
from checker.programs.specs import CallableProgram
from checker.reduction.gate import Terms
from checker.reduction.search import prepare_reduction
from checker.verdicts.team_events import cut_before_round
from random_tournaments.plan import EventPlan, Rates
from random_tournaments.simulation import play
from reference_engines.frame.results import NoLegalPairingError
from reference_engines.frame.systems import engine_for
from tournaments.model import ScoringSystem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.reduction.search import PreparedReduction
    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event

HERE = "support.reduction"
SYSTEM = "dutch-2026"
ZERO_BYE = ScoringSystem(pairing_allocated_bye=0)


def rules() -> Any:
    """Return the rules by which the events are paired and judged."""
    return engine_for(SYSTEM)


@cache
def _without(label: str) -> Any:
    criteria = tuple(numbered for numbered in rules().criteria if numbered.label != label)
    return replace(rules(), criteria=criteria)


def pair_without_c12(event: Event, round_number: int) -> RoundPairing:
    """Pair as if C12 were left out."""
    return _without("C12").open(event).round(round_number).expected()  # type: ignore[no-any-return]  # of a damaged engine


def pair_without_c14(event: Event, round_number: int) -> RoundPairing:
    """Pair as if C14 were left out."""
    return _without("C14").open(event).round(round_number).expected()  # type: ignore[no-any-return]  # likewise


def pair_by_usual_scoring(event: Event, round_number: int) -> RoundPairing:
    """Pair as if every result had its usual value."""
    usual = replace(event, scoring=ScoringSystem())
    return rules().open(usual).round(round_number).expected()  # type: ignore[no-any-return]  # rules of any system


def despairing(_event: Event, _round_number: int) -> RoundPairing:
    """Report that the round cannot be paired."""
    raise NoLegalPairingError("no player can play")


def program(name: str) -> CallableProgram:
    """Open one of the programs above."""
    return CallableProgram(f"{HERE}:{name}")


def events(players: int = 15, rounds: int = 6, scoring: ScoringSystem | None = None) -> Iterator[Event]:
    """Play events with some byes and forfeits, forever."""
    rates = Rates(half_point_bye=0.05, zero_point_bye=0.03, forfeit=0.05)
    plan = EventPlan(players=players, rounds=rounds, rates=rates, scoring=scoring or ScoringSystem())
    seed = 0
    while True:
        yield play(plan, lambda event, number: rules().open(event).round(number).expected(), random.Random(seed))
        seed += 1


@cache
def find_wrong_round(name: str, scoring: ScoringSystem | None = None, players: int = 15) -> tuple[Event, int]:
    """Return an event and its first round that a program pairs differently."""
    asked = program(name)
    for event in events(players, scoring=scoring):
        for number in range(2, event.rounds_recorded + 1):
            answer = asked.pair(cut_before_round(event, number), number)
            if compare_pairings(answer, recorded_pairing(event, number)) != Differences():
                return event, number
    raise AssertionError("events never end")


def beginning_of(name: str, **terms: Any) -> PreparedReduction:
    """Begin the reduction of what a program shows."""
    event, number = find_wrong_round(name)
    return prepare_reduction(event, number, Terms(rules=rules(), **terms), program(name))
