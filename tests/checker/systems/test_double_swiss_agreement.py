"""The Double-Swiss System against plain enumeration, and over events of its own."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.double_swiss import double_field, draw_field, faults, format_pairing
from support.events import event
from support.findings import names_an_article, round_findings, verdicts_by_error
from support.loops import require_items

from checker.planting import PlantedError, plant
from checker.verdicts.verdict import Verdict
from random_tournaments.axes import Axes, Span
from random_tournaments.batch_coverage import measure_coverage
from random_tournaments.event_batch import Batch
from reference_engines.coverage import features_of
from reference_engines.double_swiss.rules import DOUBLE_SWISS_2026
from reference_engines.frame.results import NoLegalPairingError
from reference_engines.literal.upfloating import BY_TRYING, LITERAL_DOUBLE_SWISS_2026
from reference_engines.misreadings import misreadings_of
from reference_engines.upfloating.search import BY_MATCHING, pair_field
from tournaments.model import Colour

if TYPE_CHECKING:
    from reference_engines.double_swiss.text import DoubleParticipants
    from reference_engines.upfloating.edition import UpfloatingEdition
    from reference_engines.upfloating.search import Search

KEY = "double-swiss-2026"


@pytest.mark.parametrize("first", range(0, 150, 15))
def test_matching_finds_what_enumeration_finds(first: int) -> None:
    """Small fields in which few may meet; or neither finds a pairing."""
    for number in require_items(range(first, first + 15)):
        field = draw_field(random.Random(f"double-{number}"), 2, 9)
        found = []
        for rules in (DOUBLE_SWISS_2026, LITERAL_DOUBLE_SWISS_2026):
            try:
                found.append(format_pairing(field, *pair_field(field, rules, rules.search)))
            except NoLegalPairingError:
                found.append("none")
        assert found[0] == found[1], number


@pytest.mark.parametrize("index", range(8))
def test_rounds_of_its_own_agree_and_keep_the_hard_rules(index: int) -> None:
    """Two games each, colours reversed; the rules counted from the rows, and the twin pairs small events alike."""
    axes = Axes(players=Span(5, 9) if index % 2 else Span(10, 30), rounds=Span(3, 7))
    played = Batch(seed=23, axes=axes, system=KEY).play(index).event
    entries = round_findings(played, KEY)
    assert [one.round_number for one in entries] == list(range(1, played.rounds_recorded // 2 + 1))
    assert {one.verdict for one in entries} == {Verdict.AGREE}
    assert faults(played) == []
    if index % 2:
        ordinary, literal = (rules.open(played) for rules in (DOUBLE_SWISS_2026, LITERAL_DOUBLE_SWISS_2026))
        for number in ordinary.recorded_rounds:
            expected = ordinary.round(number).expected()
            assert literal.round(number).expected() == expected
            assert literal.round(number).assess(expected) == ordinary.round(number).assess(expected)


def test_broken_rules_are_counted() -> None:
    """Where the second match repeats the first one: what counts the rules sees what is wrong."""
    played = Batch(seed=23, axes=Axes(players=Span(9, 9), rounds=Span(3, 3)), system=KEY).play(0).event
    rows = (replace(one, rounds=(*one.rounds[:2], *one.rounds[:2], *one.rounds[4:])) for one in played.players)
    found = faults(replace(played, players=tuple(rows)))
    for wrong in ("again", "may not have the bye", "has Black with"):
        assert any(wrong in fault for fault in found), wrong


MISREADINGS = {one.identifier: one for one in misreadings_of(DOUBLE_SWISS_2026)}
OF_PAIRING = (
    "c3-left-out",
    "c5-left-out",
    "c6-left-out",
    "c7-left-out",
    "c8-left-out",
    "bye-without-score",
    "bye-without-matches",
    "bye-smallest-number",
    "sets-from-below",
    "seated-by-score",
)


@pytest.mark.parametrize("identifier", OF_PAIRING)
def test_a_misreading_is_followed_by_both_engines_and_makes_a_difference(identifier: str) -> None:
    """Small fields; or neither finds a pairing."""
    misread, differing = MISREADINGS[identifier].rules(DOUBLE_SWISS_2026), 0
    looks_ahead = double_field("2 1 1 1 1 1 0 0", met="3-4 3-5 3-6 4-5")  # who rises leaves the others an opponent
    for field in (looks_ahead, *(draw_field(random.Random(f"alt{number}"), 3, 8) for number in range(60))):
        found = [_pair_and_format(field, *one) for one in ((DOUBLE_SWISS_2026, BY_MATCHING), (misread, BY_MATCHING))]
        assert found[1] == _pair_and_format(field, misread, BY_TRYING)
        differing += found[0] != found[1]
    assert differing


def _pair_and_format(field: DoubleParticipants, rules: UpfloatingEdition, search: Search) -> str:
    try:
        return format_pairing(field, *pair_field(field, rules, search))
    except NoLegalPairingError:
        return "none"


def test_misreadings_are_distinguished() -> None:
    """By name and sentence; each changes the rules, the same whenever it is made, and names its article."""
    listed = misreadings_of(DOUBLE_SWISS_2026)
    assert len({one.identifier for one in listed}) == len({one.sentence for one in listed}) == len(listed)
    assert set(OF_PAIRING) < {one.identifier for one in listed}
    for one in listed:
        assert one.article
        assert one.rules(DOUBLE_SWISS_2026) == one.rules(DOUBLE_SWISS_2026) != DOUBLE_SWISS_2026


def test_what_is_measured_has_names_of_its_own() -> None:
    """Nothing that is found is not listed."""
    names = [feature.name for feature in features_of(DOUBLE_SWISS_2026)]
    assert len(names) == len(set(names))
    played = Batch(seed=23, axes=Axes(players=Span(9, 9), rounds=Span(5, 5)), system=KEY).play(4).event
    found = measure_coverage(played, DOUBLE_SWISS_2026)
    assert {feature.name for feature in found.rounds_by_feature} <= set(names)
    assert set(found.measurable) == set(features_of(DOUBLE_SWISS_2026))


FOUND = verdicts_by_error()


@pytest.mark.parametrize("error", PlantedError)
def test_every_planted_error_is_found(error: PlantedError) -> None:
    """In both games of the last match, with an article, and nowhere else."""
    axes, found = Axes(players=Span(9, 15), rounds=Span(3, 4)), 0
    for index in range(12):
        played = Batch(seed=29, axes=axes, system=KEY).play(index).event
        planted = plant(played, error, random.Random(index), 2)
        if planted is None:
            continue
        *before, last = round_findings(planted.event, KEY)
        assert {one.verdict for one in before} <= {Verdict.AGREE}
        assert (last.round_number, last.verdict in FOUND[error]) == (planted.round_number, True), last.sentence
        assert names_an_article(last.sentence), last.sentence
        found += 1
    assert found > 1


def test_a_step_without_games_is_argued_by_the_games_that_follow_from_it() -> None:
    """[C4]: 1 and 2 meet players with fewer points; the first difference is the choice of the upfloaters."""
    rows = [
        "4w1 4b1 3b= 3w=",
        "5b1 5w1 6w= 6b=",
        "6w= 6b= 1w= 1b=",
        "1b0 1w0 5w= 5b=",
        "2w0 2b0 4b= 4w=",
        "3b= 3w= 2b= 2w=",
    ]
    last = round_findings(event(rows, initial_colour=Colour.WHITE, rounds_declared=10), KEY)[-1]
    assert (last.verdict, last.criterion) == (Verdict.WORSE, "C4")
    assert [(row.tpn, row.note) for row in last.argument.evidence[:2]] == [
        (1, "posted Player 3, correct Player 2"),
        (2, "posted Player 6, correct Player 1"),
    ]
