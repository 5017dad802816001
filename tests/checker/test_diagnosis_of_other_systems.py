"""The engines of 2013, of teams and of procedures with one part damaged: the part that failed is named."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from support.damage import (
    NINE,
    answer_the_dearest,
    blamed,
    components_named,
    faults,
    leave_two_over,
    overlook_one,
    rightly_paired,
    take_no_decisions,
)
from support.fields import any_legal, draw_field, draw_tension

from reference_engines import _kernel, packing
from reference_engines.clock import round_table as clock
from reference_engines.dubov_1997 import walk as dubov
from reference_engines.dutch_2013 import procedure
from reference_engines.dutch_2013.rules import DUTCH_2013, diagnose
from reference_engines.frame.results import Component, NoLegalPairingError, UnsupportedEventError
from reference_engines.lim import walk as lim
from reference_engines.simple_swiss import walk as simple
from reference_engines.upfloating import solver

if TYPE_CHECKING:
    from collections.abc import Callable

SYSTEMS = (
    "dutch-2013",
    "team-2026",
    "team-2024",
    "clock-2012",
    "dubov-1997",
    "dubov-2026",
    "simple-2018",
    "lim-2026",
    "double-swiss-2026",
)
TEN, FOURTEEN = 10, 14
FEW = 3
"""Events, where that is enough."""


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_undamaged_engine_is_not_at_fault(system: str) -> None:
    """In none of these events."""
    assert blamed(system, events=FEW) == set()


# --- the matching ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("with_proof", [False, True], ids=["the quick answer", "both answers"])
@pytest.mark.parametrize("system", ["dutch-2013", "team-2026", "double-swiss-2026", "simple-2018"])
def test_a_kernel_that_answers_a_worse_matching_is_named(
    system: str, *, with_proof: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where both answers are wrong alike, the duals tell."""
    rightly_paired(system, NINE)
    answer_the_dearest(monkeypatch, with_proof=with_proof)
    said = faults(system, events=FEW)
    assert components_named(said) == {Component.MATCHING}
    assert all("the proof of the matching does not hold" in one for one in said)


@pytest.mark.parametrize("system", ["team-2026", "double-swiss-2026", "simple-2018"])
def test_a_kernel_that_takes_no_decisions_is_named(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers a best matching, but not the first of them."""
    rightly_paired(system, NINE)
    take_no_decisions(monkeypatch)
    assert components_named(faults(system, events=FEW)) == {Component.MATCHING}


@pytest.mark.parametrize("system", [*SYSTEMS[:6], "lim-2026"])
def test_a_kernel_that_leaves_two_over_is_named(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The round is called impossible, and the barrier that should show it does not."""
    rightly_paired(system, TEN)
    leave_two_over(monkeypatch)
    assert blamed(system, TEN, FEW) == {Component.MATCHING}


@pytest.mark.parametrize("system", ["team-2026", "team-2024", "dubov-1997", "dubov-2026", "lim-2026"])
def test_a_kernel_that_overlooks_one_who_can_be_left_over_is_named(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that another one has the bye."""
    rightly_paired(system, NINE)
    overlook_one(monkeypatch)
    assert components_named(faults(system, events=FEW)) == {Component.MATCHING}


# --- the packing -----------------------------------------------------------------------------------------------------


def test_a_packing_of_2013_whose_radix_is_too_small_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every criterion counts as much as the next."""
    rightly_paired("dutch-2013", NINE)
    genuine = _kernel.mixed_radix

    def unweighted(levels: list[list[packing.Term]], *present: Any) -> Any:
        return genuine([[term._replace(bound=0) for term in terms] for terms in levels], *present)

    monkeypatch.setattr(_kernel, "mixed_radix", unweighted)
    assert components_named(faults("dutch-2013", events=FEW)) == {Component.PACKING}


def test_a_packing_of_teams_that_drops_criteria_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the first of a step counts."""
    rightly_paired("team-2026", FOURTEEN)
    genuine = solver.pack

    def first_only(terms: list[packing.Term], present: packing.Present) -> packing.Packed:
        return genuine([term if number == 0 else term._replace(within=0) for number, term in enumerate(terms)], present)

    monkeypatch.setattr(solver, "pack", first_only)
    assert blamed("team-2026", FOURTEEN, FEW) == {Component.PACKING}


# --- the completion --------------------------------------------------------------------------------------------------


def test_a_round_of_2013_that_is_called_impossible_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The recorded pairing shows otherwise."""
    rightly_paired("dutch-2013", NINE)
    monkeypatch.setattr(procedure, "_can_be_paired", lambda _: False)
    assert blamed("dutch-2013", events=FEW) == {Component.COMPLETION}


def test_a_lowest_bracket_of_2013_that_is_joined_in_vain_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """C.13: the damaged engine calls every joined bracket unpairable; no right round is called wrong."""
    rightly_paired("dutch-2013", NINE)
    genuine = procedure.least_shortfalls
    monkeypatch.setattr(
        procedure, "least_shortfalls", lambda bracket: None if bracket.is_last and bracket.mdps else genuine(bracket)
    )
    assert blamed("dutch-2013") == {Component.COMPLETION}


def test_backtracking_of_2013_in_vain_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """C.12: with those moved down a pair less is held to be possible than is."""
    rightly_paired("dutch-2013", NINE)
    genuine = procedure.least_shortfalls

    def drop_last_level(bracket: Any) -> Any:
        levels = genuine(bracket)
        if levels is None or not bracket.mdps or levels[1] >= bracket.size // 2:
            return levels
        return levels[0], levels[1] + 1

    monkeypatch.setattr(procedure, "least_shortfalls", drop_last_level)
    assert components_named(faults("dutch-2013")) == {Component.COMPLETION}


@pytest.mark.parametrize("system", ["team-2026", "team-2024"])
def test_a_team_that_is_held_not_to_be_spared_is_named(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one has the bye."""
    rightly_paired(system, NINE)
    genuine = solver.largest

    def overlooking(*arguments: Any) -> Any:
        found = genuine(*arguments)
        seen = found.exposable.copy()
        seen[np.flatnonzero(seen)[1:][-1:]] = False
        return replace(found, exposable=seen)

    monkeypatch.setattr(solver, "largest", overlooking)
    assert blamed(system) == {Component.COMPLETION}


def _refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Clock: some pairs are undone for no reason while many are left."""
    rest, genuine = clock._Remainder, clock._Remainder.settle  # noqa: SLF001 - the question of the Clock system
    monkeypatch.setattr(
        rest,
        "settle",
        lambda self, one, other: (len(self._mates) <= 4 or other - one != 4) and genuine(self, one, other),
    )


def _not_spared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dubov: of several who can be spared, one is forgotten."""
    genuine = dubov.players_to_spare
    monkeypatch.setattr(
        dubov,
        "players_to_spare",
        lambda meet, players: frozenset(sorted(found := genuine(meet, players))[: len(found) - 1 or 1]),
    )


def _not_completing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lim: of several with whom the scoregroup can be paired, one is forgotten."""
    genuine = lim.players_to_spare
    monkeypatch.setattr(
        lim,
        "players_to_spare",
        lambda meet, players: frozenset(sorted(found := genuine(meet, players))[: len(found) - 1 or 1]),
    )


def _not_available(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simple Swiss: the first opponent is overlooked where there is another one."""
    demands, genuine = simple._GroupRules, simple._GroupRules.first_opponent  # noqa: SLF001 - its question

    def second(self: Any, group: list[int], rest: list[int]) -> int | None:
        first = genuine(self, group, rest)
        if first is None:
            return None
        other = genuine(self, [player for player in group if player != first] + [first], rest)
        return first if other is None else other

    monkeypatch.setattr(demands, "first_opponent", second)


@pytest.mark.parametrize(
    ("system", "damage"),
    [
        ("clock-2012", _refused),
        ("dubov-1997", _not_spared),
        ("simple-2018", _not_available),
        ("lim-2026", _not_completing),
    ],
)
def test_a_procedure_that_passes_over_a_player_is_named(
    system: str, damage: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one who leaves no pairing of all others, which the recorded pairing disproves."""
    rightly_paired(system, NINE)
    damage(monkeypatch)
    said = faults(system, events=FEW)
    assert components_named(said) == {Component.COMPLETION}
    assert all("it passed over a choice" in one for one in said)


# --- none of them ----------------------------------------------------------------------------------------------------


def test_no_part_of_a_sound_engine_of_2013_is_ever_named() -> None:
    """Its pairing is compared with any other pairing of difficult rounds."""
    rng = random.Random(13)
    tried = 0
    while tried < 60:
        field = draw_field(rng, draw_tension(rng, (4, 12)))
        pairing = any_legal(rng, field)
        if pairing is None:
            continue
        try:
            own = procedure.pair_round(field).brackets
        except (NoLegalPairingError, UnsupportedEventError):
            continue
        found = diagnose(DUTCH_2013, field, pairing, own)
        assert found.component is None, found
        tried += 1
