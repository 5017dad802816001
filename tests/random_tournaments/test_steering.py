from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

import pytest
from support.loops import require_items

from random_tournaments.batch_coverage import find_features, measure_rounds
from random_tournaments.steering import (
    CoveringEvent,
    EventRecipe,
    SteeringGoal,
    SteeringProgress,
    find_covering_events,
    reproduce_event,
)
from reference_engines.frame.systems import engine_for
from tournaments.trf.reading import parse_event
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.model import RoundEntry

RARE = {"dutch-2026": "C9,C16,exchange", "dutch-2017": "C7,C11,collapse"}


def _quest(key: str, names: str, times: int = 3, budget: int = 100, seed: int = 3) -> SteeringGoal:
    wanted = find_features(engine_for(key), names.split(","))
    return SteeringGoal(features=wanted, times=times, budget=budget, seed=seed, system=key)


@cache
def _sought(key: str) -> tuple[SteeringGoal, tuple[CoveringEvent, ...], SteeringProgress]:
    quest, tally = _quest(key, RARE[key]), SteeringProgress()
    return quest, tuple(find_covering_events(quest, tally)), tally


@pytest.mark.parametrize("key", RARE)
def test_rare_features_are_met_as_often_as_wanted(key: str) -> None:
    """Each wanted feature is met three times within 100 events, and the tally says after how many first."""
    quest, _, tally = _sought(key)
    assert tally.missing_features(quest) == ()
    assert all(tally.met[feature] == 3 for feature in quest.features)
    assert all(1 <= tally.first_met[feature] <= tally.events <= 100 for feature in quest.features)


@pytest.mark.parametrize("key", RARE)
def test_found_events_reach_their_features(key: str) -> None:
    """Measured anew, every found event exercises in the named rounds what it was counted for."""
    quest, found, tally = _sought(key)
    counted: Counter[str] = Counter()
    for one in found:
        by_round = dict(measure_rounds(one.tried.event, engine_for(key), quest.features))
        for feature, number in one.met:
            assert feature in (by_round[number] or ())
            assert number >= one.tried.first
            counted[feature.name] += 1
    assert counted == {feature.name: count for feature, count in tally.met.items()}


@pytest.mark.parametrize("key", RARE)
def test_found_events_are_ordinary_ones(key: str) -> None:
    """Every round is the engine's own pairing, points and ranks follow, and the file reads back as the same event."""
    _, found, _ = _sought(key)
    for one in require_items(found[:8]):
        event = one.tried.event
        prepared = engine_for(key).open(event)
        for number in range(1, event.rounds_recorded + 1):
            assert set(prepared.round(number).expected().pairs) == set(prepared.round(number).posted.pairs)
        for player in event.players:
            assert player.points == sum(event.scoring.points(entry) for entry in player.rounds)
        again = parse_event(write_trf26(event)).event
        assert again is not None
        assert [player.rounds for player in again.players] == [player.rounds for player in event.players]


def test_the_same_quest_finds_the_same_events() -> None:
    """Nothing but the quest decides what is found; changed events are among the first half."""
    quest, found, _ = _sought("dutch-2026")
    first = found[: len(found) // 2]
    assert any(one.tried.recipe.steps for one in first)
    assert tuple(islice(find_covering_events(quest), len(first))) == first


def test_an_event_can_be_made_again_from_its_recipe() -> None:
    """Seed, number of the drawn event and the changes suffice."""
    quest, found, _ = _sought("dutch-2026")
    changed = [one.tried for one in found if one.tried.recipe.steps]
    assert changed
    for tried in changed[:5]:
        assert reproduce_event(quest, tried.recipe) == tried


def test_a_recipe_of_another_seed_is_refused() -> None:
    """It would make another event."""
    quest = _quest("dutch-2026", "exchange")
    with pytest.raises(ValueError, match="the recipe is of seed 4, not 3"):
        reproduce_event(quest, EventRecipe(seed=4, drawn=0))


def test_no_family_counts_for_more_than_its_share() -> None:
    """Wanted three times, a feature is met in three families: half of three is one each."""
    quest, found, _ = _sought("dutch-2017")
    families = Counter((feature, one.tried.recipe.drawn) for one in found for feature, _ in one.met)
    assert set(families.values()) == {1}
    assert quest.times // 2 == 1


@pytest.mark.parametrize("key", RARE)
def test_no_pairing_counts_twice_for_a_feature(key: str) -> None:
    """A changed event whose round is paired as before is not a new situation."""
    _, found, _ = _sought(key)
    pairings = Counter(
        (feature, frozenset(frozenset((number, entry.opponent)) for number, entry in _games(one, round_number)))
        for one in found
        for feature, round_number in one.met
    )
    assert set(pairings.values()) == {1}


def _games(covering: CoveringEvent, round_number: int) -> Iterator[tuple[int, RoundEntry]]:
    for player in covering.tried.event.players:
        entry = player.rounds[round_number - 1]
        if entry.opponent is not None:
            yield player.tpn, entry


def test_for_what_is_hard_to_find_changes_are_considered() -> None:
    """For a criterion more and more of them; none for a circumstance, of which nothing can be foretold."""
    considered = []
    for names in ("C21", "collapse"):
        tally = SteeringProgress()
        key = "dutch-2017" if names == "collapse" else "dutch-2026"
        list(find_covering_events(_quest(key, names, times=60, budget=16), tally))
        considered.append(tally.considered)
    assert considered[0] > 0
    assert considered[1] == 0


def test_a_quest_ends_with_its_budget() -> None:
    """Where the wanted is not met in the events allowed, the quest stops and names what is missing."""
    quest = _quest("dutch-2026", "C20", times=50, budget=6)
    tally = SteeringProgress()
    list(find_covering_events(quest, tally))
    assert tally.events == 6
    assert tally.missing_features(quest) == quest.features
    assert "6 events tried" in tally.summary(quest)


@pytest.mark.parametrize("wrong", [{"features": ()}, {"times": 0}, {"budget": 0}])
def test_a_quest_for_nothing_is_refused(wrong: dict[str, object]) -> None:
    """At least one feature, once, in one event."""
    with pytest.raises(ValueError, match="a goal has at least one feature"):
        replace(_quest("dutch-2026", "exchange"), **wrong)
