"""The Dubov System against plain enumeration and another engine, over events of its own, with errors planted."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from batches.compare_dubov import paired_brackets
from batches.compare_dubov_py4swiss import ours, theirs
from support.agreement import assert_twins_agree
from support.dubov import draw_dubov, faults
from support.events import event
from support.findings import assert_planted_is_found, round_findings
from support.loops import require_items

from checker.planting import PlantedError
from checker.verdicts.verdict import Verdict
from random_tournaments.axes import Axes, Span
from random_tournaments.batch_coverage import measure_coverage
from random_tournaments.event_batch import Batch
from random_tournaments.plan import EventPlan, Rates
from random_tournaments.simulation import play
from reference_engines.coverage import features_of
from reference_engines.dubov.rules import DUBOV_2018, DUBOV_2026
from reference_engines.literal.dubov import BY_TRYING, LITERAL_2018, LITERAL_2026, try_all
from reference_engines.literal.dutch.sequence import TooLongWalkError
from reference_engines.matching import proving

if TYPE_CHECKING:
    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event

EDITIONS = {"dubov-2026": (DUBOV_2026, LITERAL_2026), "dubov-2018": (DUBOV_2018, LITERAL_2018)}


def event_of(key: str, index: int, players: Span, rounds: Span) -> Event:
    """Play an event."""
    return Batch(seed=43, axes=Axes(players=players, rounds=rounds), system=key).play(index).event


@pytest.mark.parametrize("first", range(0, 200, 20))
def test_matching_finds_what_enumeration_finds(first: int) -> None:
    """Small fields in which few may meet and many have been upfloated; every answer of the kernel is proven."""
    for number in require_items(range(first, first + 20)):
        field = draw_dubov(random.Random(f"field-{number}"), (2, 8))
        with proving():
            found = paired_brackets(DUBOV_2026, field)
        assert found == paired_brackets(replace(DUBOV_2026, search=BY_TRYING), field), number


@pytest.mark.parametrize("key", EDITIONS)
@pytest.mark.parametrize("index", range(6))
def test_the_literal_twin_pairs_whole_events_alike(key: str, index: int) -> None:
    """Bye, pairs, colours and boards; and judges them alike."""
    played = event_of(key, index, Span(5, 10), Span(4, 8))
    assert_twins_agree(*EDITIONS[key], played)


def test_the_literal_twin_refuses_what_is_too_long() -> None:
    """A bracket of eight has 105 pairings, and more orders."""
    played = event([""] * 8, rounds_declared=1)
    literal = replace(LITERAL_2026, search=try_all(max_steps=105))
    with pytest.raises(TooLongWalkError, match="8 players"):
        literal.open(played).round(1).expected()
    assert LITERAL_2026.open(played).round(1).expected() == DUBOV_2026.open(played).round(1).expected()


@pytest.mark.parametrize("key", EDITIONS)
@pytest.mark.parametrize("index", range(8))
def test_rounds_of_its_own_agree_and_keep_the_hard_rules(key: str, index: int) -> None:
    """The rules counted from the rows, by 2026: a full-point bye bars from the bye, which 2018 allows."""
    played = event_of(key, index, Span(6, 40), Span(4, 11))
    assert {found.verdict for found in round_findings(played, key)} <= {Verdict.AGREE}
    assert [fault for fault in faults(played) if key == "dubov-2026" or "bye" not in fault] == []


@pytest.mark.parametrize("seed", range(6))
def test_an_independent_engine_pairs_every_round_alike(seed: int) -> None:
    """For an even number without forfeits: what py4swiss does otherwise (bye, forfeited upfloats, C9) is not met."""
    rng = random.Random(seed)
    plan = EventPlan(players=10 + 4 * seed, rounds=5, rates=Rates(draw=0.4), system_code="FIDE_DUBOV")
    compared = 0

    def pair_with_both(so_far: Event, number: int) -> RoundPairing:
        nonlocal compared
        assert ours(DUBOV_2026, so_far, number) == theirs(so_far)
        compared += 1
        return DUBOV_2026.open(so_far).round(number).expected()

    play(plan, pair_with_both, rng)
    assert compared == 5


@pytest.mark.parametrize("key", EDITIONS)
@pytest.mark.parametrize("error", PlantedError)
def test_every_planted_error_is_found(error: PlantedError, key: str) -> None:
    """In the last round, with an article, and nowhere else."""
    assert_planted_is_found(error, key, (event_of(key, index, Span(12, 20), Span(4, 5)) for index in range(5)))


def test_what_is_measured_has_names_of_its_own() -> None:
    """Of either edition; nothing that is found is not listed."""
    for rules in (DUBOV_2026, DUBOV_2018):
        names = [feature.name for feature in features_of(rules)]
        assert len(names) == len(set(names))
        found = measure_coverage(event_of(rules.edition.key, 4, Span(9, 9), Span(8, 8)), rules)
        assert {feature.name for feature in found.rounds_by_feature} <= set(names)
        assert set(found.measurable) == set(features_of(rules))
