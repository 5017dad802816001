"""The coverage of a campaign's events."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.campaigns import HERE, agreed, configuration, judge_campaign, store_of

from checker.campaigns.exercising import EVENTS_COUNTED, SELDOM, counted_every, coverage_of_store, exercised_in
from random_tournaments.batch_coverage import measure_coverage
from reference_engines.frame.systems import engine_for

if TYPE_CHECKING:
    from pathlib import Path

    from checker.campaigns.exercising import Tested

HONEST = configuration(f"{HERE}:honest")


def summed(path: Path, *exercised: tuple[tuple[str, int], ...] | None) -> Tested | None:
    """Return the coverage of events with these counts."""
    with store_of(path / "s.sqlite", HONEST, (0, len(exercised))) as store:
        store.add(replace(agreed(index), exercised=features) for index, features in enumerate(exercised))
        return coverage_of_store(store)


@pytest.mark.parametrize(("rounds", "is_seldom"), [(SELDOM - 1, True), (SELDOM, False)])
def test_criteria_that_decided_in_few_rounds_are_listed(tmp_path: Path, rounds: int, is_seldom: bool) -> None:
    """Rounds of all events together; a criterion that is merely not fully met does not count as tested."""
    found = summed(tmp_path, (("C12", 1), ("C14", 9)), (("C12", rounds - 1), ("C5-unmet", 3)))
    assert found is not None
    assert [feature.name for feature, _ in found.seldom] == (["C12"] if is_seldom else [])
    never = {feature.name for feature in found.never}
    assert not never & {"C12", "C14"}
    assert {"C10", "C17", "exchange", "5.2.1"} <= never
    assert "C5-unmet" not in {feature.name for feature, _ in found.decided}


def test_nothing_is_reported_without_counts(tmp_path: Path) -> None:
    """That is not the same as that nothing decided."""
    assert summed(tmp_path, None, None) is None


def test_an_event_in_which_nothing_decided_was_looked_at_all_the_same(tmp_path: Path) -> None:
    """And one that was not is not."""
    found = summed(tmp_path, (), None)
    assert found is not None
    assert (found.coverage.events, found.of_events, found.seldom) == (1, 2, ())


@pytest.mark.parametrize(
    ("planned", "every"), [(1, 1), (EVENTS_COUNTED, 1), (EVENTS_COUNTED + 1, 2), (100 * EVENTS_COUNTED, 100)]
)
def test_the_events_looked_at_are_spread_evenly(planned: int, every: int) -> None:
    """All of a small campaign."""
    assert counted_every(planned) == every


def test_a_campaign_counts_what_its_events_exercised(tmp_path: Path) -> None:
    """As the generator's table of coverage does."""
    rules = engine_for("dutch-2026")
    with judge_campaign(tmp_path / "s.sqlite", HONEST, (0, 3)) as store:
        found = coverage_of_store(store)
        alone = [measure_coverage(store.event(index), rules) for index in range(3)]
    assert found is not None
    assert found.coverage.rounds_by_feature == (alone[0] + alone[1] + alone[2]).rounds_by_feature


def test_uncountable_coverage_costs_no_event() -> None:
    """Neither events of several systems, nor an engine that fails."""
    event = HONEST.batch().play(0).event
    assert exercised_in(event, "dutch-2026")
    assert exercised_in(event, "auto") is None
    assert exercised_in(event, "no-such-system") is None
