"""The Burstein System against plain enumeration, over events of its own, with errors planted, and what is measured."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.agreement import assert_twins_agree
from support.burstein import draw_ranked, faults, seeding_rounds
from support.events import event
from support.findings import assert_planted_is_found, round_findings
from support.loops import require_items

from checker.planting import PlantedError
from checker.verdicts.verdict import Verdict
from random_tournaments.axes import Axes, Span
from random_tournaments.batch_coverage import measure_coverage
from random_tournaments.event_batch import Batch
from reference_engines.burstein.round import pair_round
from reference_engines.burstein.rules import BURSTEIN_2018, BURSTEIN_2026
from reference_engines.coverage import features_of, find_covered_features
from reference_engines.coverage.features import FeatureKind
from reference_engines.frame.results import NoLegalPairingError
from reference_engines.literal.burstein import BY_TRYING, LITERAL_2018, LITERAL_2026, try_all
from reference_engines.literal.dutch.sequence import TooLongWalkError

if TYPE_CHECKING:
    from reference_engines.burstein.rules import BursteinRules
    from tournaments.model import Event

EDITIONS = {"burstein-2026": (BURSTEIN_2026, LITERAL_2026), "burstein-2018": (BURSTEIN_2018, LITERAL_2018)}


def event_of(key: str, index: int, players: Span, rounds: Span) -> Event:
    """Play an event."""
    return Batch(seed=41, axes=Axes(players=players, rounds=rounds), system=key).play(index).event


@pytest.mark.parametrize("text", [BURSTEIN_2026, BURSTEIN_2018], ids=lambda text: text.edition.key)
@pytest.mark.parametrize("first", range(0, 200, 20))
def test_matching_finds_what_enumeration_finds(first: int, text: BursteinRules) -> None:
    """Small fields in which few may meet."""
    for number in require_items(range(first, first + 20)):
        field = draw_ranked(random.Random(f"field-{number}"), (2, 8))
        found = []
        for search in (text.search, BY_TRYING):
            try:
                trace = pair_round(replace(text, search=search), field)
                found.append((trace.bye, tuple(candidate for _, candidate in trace.brackets)))
            except NoLegalPairingError:
                found.append(None)
        assert found[0] == found[1], number


@pytest.mark.parametrize("key", EDITIONS)
@pytest.mark.parametrize("index", range(6))
def test_the_literal_twin_pairs_whole_events_alike(key: str, index: int) -> None:
    """Bye, pairs, colours and boards; and judges them alike."""
    played = event_of(key, index, Span(5, 10), Span(4, 8))
    assert_twins_agree(*EDITIONS[key], played)


def test_the_literal_twin_refuses_what_is_too_long() -> None:
    """A bracket of six has 76 pairings."""
    played = event([""] * 6, rounds_declared=1)
    for max_steps in (75, 76):
        literal = replace(LITERAL_2026, search=try_all(max_steps=max_steps))
        if max_steps == 76:
            assert literal.open(played).round(1).expected() == BURSTEIN_2026.open(played).round(1).expected()
            continue
        with pytest.raises(TooLongWalkError, match="6 players"):
            literal.open(played).round(1).expected()


@pytest.mark.parametrize("key", EDITIONS)
@pytest.mark.parametrize("index", range(8))
def test_rounds_of_its_own_agree_and_keep_the_hard_rules(key: str, index: int) -> None:
    """The rules counted from the rows, by 2026: a full-point bye bars from the bye, which 2018 allows."""
    played = event_of(key, index, Span(6, 40), Span(4, 11))
    assert {found.verdict for found in round_findings(played, key)} <= {Verdict.AGREE}
    assert [fault for fault in faults(played) if key == "burstein-2026" or "bye" not in fault] == []


@pytest.mark.parametrize("key", EDITIONS)
@pytest.mark.parametrize("error", PlantedError)
def test_every_planted_error_is_found(error: PlantedError, key: str) -> None:
    """In the last round, with an article, and nowhere else."""
    assert_planted_is_found(error, key, (event_of(key, index, Span(12, 20), Span(4, 5)) for index in range(8)))


def test_the_deciding_rule_is_named_for_both_kinds_of_rounds() -> None:
    """Seeding rounds exercise the Dutch system, under names of their own; the others this one."""
    played = event_of("burstein-2026", 3, Span(20, 20), Span(7, 7))
    seeding = seeding_rounds(7)
    prepared = BURSTEIN_2026.open(played)
    for number in require_items(prepared.recorded_rounds):
        found = find_covered_features(prepared.round(number))
        names = {feature.name for feature in found if feature.kind is not FeatureKind.CIRCUMSTANCE}
        assert names
        assert all(name.startswith("dutch-") for name in names) is (number <= seeding)
        wanted = [feature for feature in features_of(BURSTEIN_2026) if feature.name in names]
        assert {feature.name for feature in find_covered_features(prepared.round(number), wanted)} == names


def test_what_is_measured_has_names_of_its_own() -> None:
    """Of either edition; nothing that is found is not listed."""
    for rules in (BURSTEIN_2026, BURSTEIN_2018):
        names = [feature.name for feature in features_of(rules)]
        assert len(names) == len(set(names))
        assert not any(feature.needs_final_round for feature in features_of(rules)), "a seeding round is never the last"
        found = measure_coverage(event_of(rules.edition.key, 4, Span(9, 9), Span(8, 8)), rules)
        assert {feature.name for feature in found.rounds_by_feature} <= set(names)
        assert set(found.measurable) == set(features_of(rules))
