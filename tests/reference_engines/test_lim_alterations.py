"""What programs may get wrong of the Lim System: each alteration changes an event, and is walked as it is computed."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest
from support.lim import draw_table

from random_tournaments.axes import Axes, Chance, Span
from random_tournaments.batch import Batch
from reference_engines.lim.edition import TAKEN
from reference_engines.lim.literal import walked
from reference_engines.lim.rules import LIM_1999, LIM_2026, LimRules, stepped
from reference_engines.results import NoLegalPairingError

if TYPE_CHECKING:
    from reference_engines.engine import Alteration
    from tournaments.model import Event

SHOWN = {
    "bye-again": (10, 6),
    "colours-do-not-count": (10, 6),
    "all-downward": (0, 3),
    "all-upwards": (0, 3),
    "median-counts-this-round": (0, 2),
    "floated-before-left-out": (1, 3),
    "alternation-alone": (19, 4),
    "equalisation-alone": (0, 3),
    "histories-left-out": (1, 6),
    "last-round-like-others": (15, 7),
    "all-numbers-odd": (0, 1),
}
"""An event of the batch, and a round of it that each changes."""


@cache
def played(index: int) -> Event:
    """Return an event of a batch."""
    ties, unrated = Chance(0.0, 0.5), Chance(0.0, 0.2)
    axes = Axes(players=Span(5, 16), rounds=Span(3, 7), rating_ties=ties, unrated_players=unrated)
    return Batch(system="lim-2026", seed=11, axes=axes).play(index).event


def test_the_editions_have_the_same_alterations() -> None:
    """Each of which is shown here; sentences and identifiers tell them apart."""
    assert [one.identifier for one in LIM_1999.alterations] == [one.identifier for one in LIM_2026.alterations]
    assert {one.identifier for one in LIM_2026.alterations} == set(SHOWN)
    assert len({one.sentence for one in LIM_2026.alterations}) == len(SHOWN)


@pytest.mark.parametrize("alteration", LIM_2026.alterations, ids=lambda one: one.identifier)
def test_an_alteration_changes_the_pairing_of_an_event(alteration: Alteration) -> None:
    """And the rules that it makes are a value: the same each time."""
    index, stage = SHOWN[alteration.identifier]
    altered = alteration.rules(LIM_2026)
    ours, theirs = LIM_2026.open(played(index)).pair(stage), altered.open(played(index)).pair(stage)
    assert (set(ours.pairs), ours.bye) != (set(theirs.pairs), theirs.bye)
    assert altered == alteration.rules(LIM_2026) != LIM_2026
    assert hash(altered) == hash(alteration.rules(LIM_2026))


@pytest.mark.parametrize("alteration", LIM_2026.alterations, ids=lambda one: one.identifier)
def test_an_altered_table_is_walked_as_by_trying_everything(alteration: Alteration) -> None:
    """On small tables, most of which can be paired."""
    altered = alteration.rules(LIM_2026)
    assert isinstance(altered, LimRules)
    compared = 0
    for seed in range(60):
        table = altered.altered(replace(draw_table(random.Random(f"altered-{seed}")), round_number=5))
        try:
            pairs, bye = stepped(table, TAKEN)
        except NoLegalPairingError:
            continue
        literal, literal_bye = walked(table, TAKEN)
        assert (set(map(frozenset, pairs)), bye) == (set(map(frozenset, literal)), literal_bye)
        compared += 1
    assert compared > 30
