from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
from support.generated import generated_events
from support.rounds import dutch_round

from reference_engines.coverage import features_of
from reference_engines.coverage.dutch import nearness
from reference_engines.coverage.dutch_leaving_out import ABSOLUTE, criterion_of, is_decisive
from reference_engines.coverage.features import FAR, NEAREST, FeatureKind
from reference_engines.downfloating.bracket import DOWNFLOATERS
from reference_engines.frame.rules import PreparedEvent
from reference_engines.frame.systems import engine_for

if TYPE_CHECKING:
    from reference_engines.frame.rules import PreparedEvent


@cache
def _rounds(key: str) -> tuple[tuple[PreparedEvent, int], ...]:
    prepared_events = [engine_for(key).open(played) for played in generated_events(f"{key}-hard")]
    return tuple(
        (prepared, number) for prepared in prepared_events for number in range(2, prepared.source.rounds_recorded + 1)
    )


def test_a_criterion_after_the_look_ahead_is_nearest_exactly_where_it_decides() -> None:
    """Every other criterion can stay, and the choice is still left to this one: that is what deciding means."""
    seen = set()
    for prepared, number in _rounds("dutch-2026"):
        for label in (f"C{place}" for place in range(9, 22)):
            is_nearest = nearness(dutch_round(prepared, number), label).strength >= NEAREST
            assert is_nearest == is_decisive(dutch_round(prepared, number), label)
            seen.add((label, is_nearest))
    assert {("C12", True), ("C12", False), ("C14", True), ("C21", False)} <= seen


@pytest.mark.parametrize("key", ["dutch-2026", "dutch-2017"])
def test_nearness_names_players_of_the_round(key: str) -> None:
    """The players named are paired in the round; if no distance is defined, no player is named."""
    labels = [numbered.label for numbered in engine_for(key).criteria]  # type: ignore[attr-defined]  # Dutch only
    found = [
        (prepared, number, nearness(dutch_round(prepared, number), label))
        for prepared, number in _rounds(key)
        for label in labels
    ]
    assert any(near.players for _, _, near in found)
    for prepared, number, near in found:
        assert set(near.players) <= set(prepared.round(number).participants.tpn.tolist())
        assert near.strength or not near.players


def test_an_absolute_criterion_has_no_distance() -> None:
    """Two players may meet or not: there is nothing between."""
    prepared, number = _rounds("dutch-2026")[3]
    assert {nearness(dutch_round(prepared, number), label) for label in ABSOLUTE} == {FAR}


def test_the_number_of_downfloaters_is_near_if_a_pairable_player_floats_on() -> None:
    """C6 decides against three downfloaters of lower scores, so that a moved-down player stays unpaired."""
    prepared = engine_for("dutch-2026").open(generated_events("dutch-2026-dense")[0])
    assert is_decisive(dutch_round(prepared, 7), "C6")
    assert criterion_of(prepared.rules, "C6") is DOWNFLOATERS
    near = nearness(dutch_round(prepared, 7), "C6")
    limbo = {
        int(bracket.players.tpn[bracket.positions[place]])
        for bracket, candidate in prepared.round(7).expected_by_position.trace
        for place in candidate.downfloaters
        if place < bracket.mdp_count and bracket.allowed[place].any()
    }
    assert limbo
    assert limbo <= set(near.players)
    assert near.strength > nearness(dutch_round(prepared, 2), "C6").strength


@pytest.mark.parametrize(("key", "labels"), [("dutch-2026", {"C10", "C11"}), ("dutch-2017", {"C8", "C9"})])
def test_two_criteria_are_for_final_rounds(key: str, labels: set[str]) -> None:
    """The criteria on topscorers, under their label in each edition."""
    criteria = (feature for feature in features_of(engine_for(key)) if feature.kind is FeatureKind.DECISIVE)
    assert {feature.label for feature in criteria if feature.needs_final_round} == labels
