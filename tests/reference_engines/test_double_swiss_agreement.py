"""The Double-Swiss System against plain enumeration, and over events of its own."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from support.double_swiss import draw_field, faults, in_words

from checker.checking import CheckOptions, check_event
from checker.findings import RoundFinding
from checker.verdicts import Verdict
from random_tournaments.axes import Axes, Span
from random_tournaments.batch import Batch
from reference_engines.double_swiss.editions import DOUBLE_SWISS_2026, LITERAL_2026
from reference_engines.results import NoLegalPairingError
from reference_engines.upfloating.search import pair_field

KEY = "double-swiss-2026"


@pytest.mark.parametrize("number", range(150))
def test_matching_finds_what_enumeration_finds(number: int) -> None:
    """Small fields in which few may meet; or neither finds a pairing."""
    field = draw_field(random.Random(f"double-{number}"), 2, 9)
    found = []
    for rules in (DOUBLE_SWISS_2026, LITERAL_2026):
        try:
            found.append(in_words(field, *pair_field(field, rules, rules.search)))
        except NoLegalPairingError:
            found.append("none")
    assert found[0] == found[1]


@pytest.mark.parametrize("index", range(8))
def test_rounds_of_its_own_agree_and_keep_the_hard_rules(index: int) -> None:
    """Two games each, colours reversed; the rules counted from the rows, and the twin pairs small events alike."""
    axes = Axes(players=Span(5, 9) if index % 2 else Span(10, 30), rounds=Span(3, 7))
    played = Batch(seed=23, axes=axes, system=KEY).play(index).event
    entries = [one for one in check_event(played, options=CheckOptions(system=KEY)) if isinstance(one, RoundFinding)]
    assert [one.round_number for one in entries] == list(range(1, played.rounds_recorded // 2 + 1))
    assert {one.verdict for one in entries} == {Verdict.AGREE}
    assert faults(played) == []
    if index % 2:
        ordinary, literal = (rules.open(played) for rules in (DOUBLE_SWISS_2026, LITERAL_2026))
        for stage in ordinary.stages:
            assert literal.pair(stage) == ordinary.pair(stage)
            assert literal.assess(stage, ordinary.pair(stage)) == ordinary.assess(stage, ordinary.pair(stage))


def test_broken_rules_are_counted() -> None:
    """Where the second match repeats the first one: what counts the rules sees what is wrong."""
    played = Batch(seed=23, axes=Axes(players=Span(9, 9), rounds=Span(3, 3)), system=KEY).play(0).event
    rows = (replace(one, rounds=(*one.rounds[:2], *one.rounds[:2], *one.rounds[4:])) for one in played.players)
    found = faults(replace(played, players=tuple(rows)))
    for wrong in ("again", "may not have the bye", "has Black with"):
        assert any(wrong in fault for fault in found), wrong
