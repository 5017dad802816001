"""Engines of ours with one part damaged: what they then say of rounds that are rightly paired."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from support.samples import sample
from support.team_events import new_event, play_round

from checker.verdicts.comparison import judge_round
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Verdict
from random_tournaments.plan import EventPlan
from random_tournaments.simulation import play
from reference_engines import _kernel
from reference_engines.dutch import optimiser
from reference_engines.frame.results import Component
from reference_engines.frame.systems import engine_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

    from checker.findings import RoundFinding
    from tournaments.model import Event
    from tournaments.teams.event import TeamEvent

NINE = 9
"""An odd number of players, so that there is a bye."""
EVENTS = sample(5, exploring=8)
"""Small events of each system."""


@cache
def rightly_paired(system: str, players: int) -> tuple[Event, ...] | tuple[TeamEvent, ...]:
    """Return small events in which every round is paired rightly."""
    rules = engine_for(system)
    if rules.edition.participant == "team":
        return tuple(_play_teams(rules, players, random.Random(seed)) for seed in range(EVENTS))
    plan = EventPlan(players=players, rounds=6, games=rules.edition.file_rounds_per_round, name="Club evening")
    return tuple(
        play(plan, lambda event, number: rules.open(event).round(number).expected(), random.Random(seed))
        for seed in range(EVENTS)
    )


def _play_teams(rules: Any, teams: int, chance: random.Random) -> TeamEvent:
    event = new_event(teams, 6)
    for _ in range(6):
        event = play_round(event, rules, chance)
    return event


def findings(system: str, players: int = NINE, events: int = EVENTS) -> Iterator[RoundFinding]:
    """Judge rounds that are rightly paired by the engine, damaged by now."""
    for event in rightly_paired(system, players)[:events]:
        prepared = engine_for(system).open(event)
        for number in prepared.recorded_rounds:
            yield judge_round(prepared, number, RoundContext(event="x"))


def faults(system: str, players: int = NINE, events: int = EVENTS) -> list[str]:
    """Return the sentences of the rounds in which the engine is found to be at fault."""
    return [one.sentence for one in findings(system, players, events) if one.verdict is Verdict.REFERENCE_FAULT]


def components_named(sentences: list[str]) -> set[Component | None]:
    """Return the parts to which faults are laid; None where none can be shown to have failed."""
    named = (
        [component for component in Component if f"The part that failed is {component.value}: " in one]
        for one in sentences
    )
    return {parts[0] if parts else None for parts in named}


def blamed(system: str, players: int = NINE, events: int = EVENTS) -> set[Component | None]:
    """Return the failed components of all rounds; no round may be called wrong, because the record is right."""
    found = list(findings(system, players, events))
    assert {finding.verdict for finding in found} <= {Verdict.AGREE, Verdict.REFERENCE_FAULT}
    return components_named([finding.sentence for finding in found if finding.verdict is Verdict.REFERENCE_FAULT])


# --- kernels ---------------------------------------------------------------------------------------------------------


def _dearest(costs: Any) -> Any:
    return np.where(costs >= 0, costs.max(initial=0) - costs, -1)


def _pair_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask the kernel step by step in the Dutch system, too, so that each answer can be damaged."""
    monkeypatch.setattr(optimiser, "is_proving", lambda: True)


def answer_the_dearest(monkeypatch: pytest.MonkeyPatch, *, with_proof: bool = False) -> None:
    """Answer the dearest matching for the cheapest; with a proof it is as it was, unless that is damaged, too."""
    fast, proven = _kernel.lexicographic_matching, _kernel.proven_matching
    _pair_in_steps(monkeypatch)
    monkeypatch.setattr(_kernel, "lexicographic_matching", lambda costs, *rest: fast(_dearest(costs), *rest))
    if with_proof:
        monkeypatch.setattr(_kernel, "proven_matching", lambda costs, *rest: proven(_dearest(costs), *rest))


def take_no_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer a best matching, but not the first of them."""
    genuine = _kernel.lexicographic_matching
    _pair_in_steps(monkeypatch)
    monkeypatch.setattr(
        _kernel, "lexicographic_matching", lambda costs, decisions, _first, _last: genuine(costs, decisions[:0], 0, 0)
    )


def leave_two_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the first vertex and its mate over where all can be matched."""
    genuine = _kernel.maximum_matching

    def lazy(allowed: Any, chosen: Any) -> Any:
        mates, exposable = genuine(allowed, chosen)
        if mates.size and (mates >= 0).all():
            mates, exposable = mates.copy(), exposable.copy()
            mates[[0, mates[0]]], exposable[0] = -1, 1
        return mates, exposable

    monkeypatch.setattr(_kernel, "maximum_matching", lazy)


def overlook_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of several who can be left over, do not tell the last."""
    genuine = _kernel.maximum_matching

    def blind(allowed: Any, chosen: Any) -> Any:
        mates, exposable = genuine(allowed, chosen)
        seen = exposable.copy()
        seen[np.flatnonzero(seen)[1:][-1:]] = 0
        return mates, seen

    monkeypatch.setattr(_kernel, "maximum_matching", blind)
