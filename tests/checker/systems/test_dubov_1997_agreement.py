"""The Dubov system of 1997 on random events: agreement, hard rules counted from the rows, and errors planted."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest
from support.agreement import assert_literal_pairs_alike, breaks_rules
from support.dubov_1997 import faults
from support.findings import agreeing_rounds, assert_planted_is_argued, round_findings

from checker.planting import PlantedError, plant
from random_tournaments.axes import Axes, Chance, Span
from random_tournaments.event_batch import Batch
from reference_engines.dubov_1997.edition import Dubov1997Article
from reference_engines.dubov_1997.rules import DUBOV

if TYPE_CHECKING:
    from tournaments.model import Event

EVENTS = 40
VARIED_EVENTS = (0, 2, 3, 4, 8, 9, 11, 12, 13, 15, 16, 17, 22, 26, 28, 33, 34, 35)
"""Of the first 40 events, enough for every verdict, article and reading that planted errors get with all of them."""
ARTICLES = {article.value for article in Dubov1997Article}


@cache
def event_of(index: int) -> Event:
    """Play an event of the batch, some with unrated players and many with equal ratings."""
    axes = Axes(players=Span(5, 30), rounds=Span(2, 9), rating_ties=Chance(0.0, 0.5), unrated_players=Chance(0.0, 0.2))
    return Batch(system="dubov-1997", seed=5, axes=axes).play(index).event


def test_small_events_are_paired_as_by_trying_everything() -> None:
    """Every round of forty events of four to eight players."""
    batch = Batch(seed=6, axes=Axes(players=Span(4, 8), rounds=Span(3, 6)), system="dubov-1997")
    assert_literal_pairs_alike("dubov-1997", (batch.play(index).event for index in range(40)))


def test_own_events_agree_and_keep_the_hard_rules() -> None:
    """2.1 to 2.4 and completeness are counted from the rows of the players, without the engine."""
    assert agreeing_rounds("dubov-1997", map(event_of, range(EVENTS)), faults) > 4 * EVENTS


ILLEGAL = {PlantedError.SECOND_BYE: "2.2", PlantedError.REPEATED_GAME: "2.1"}


@pytest.mark.parametrize("error", PlantedError)
def test_planted_errors_are_found_in_their_round_with_the_article(error: PlantedError) -> None:
    """The article stands in the sentence, too; a verdict that rests on the register says on which entry."""
    found = 0
    for index in VARIED_EVENTS:
        planted = plant(event_of(index), error, random.Random(index))
        if planted is not None:
            named = assert_planted_is_argued(error, round_findings(planted.event, "dubov-1997"), "DUBOV97-")
            assert named <= ARTICLES
            assert ILLEGAL.get(error) in {None, *named}
            found += 1
    assert found >= 5


@pytest.mark.parametrize(
    ("error", "article"),
    [(PlantedError.SECOND_BYE, "2.2"), (PlantedError.REPEATED_GAME, "2.1"), (PlantedError.REVERSED_COLOURS, "2.")],
)
def test_the_count_from_the_rows_sees_what_is_planted(error: PlantedError, article: str) -> None:
    """OtherSide it would prove nothing; colours are seen where they break a limit."""
    seen = []
    for index in range(EVENTS):
        planted = plant(event_of(index), error, random.Random(index))
        illegal = planted is not None and breaks_rules(DUBOV, planted.event)
        found = faults(planted.event) if planted else []
        assert bool(found) is illegal
        seen += found
    assert any(f"({article}" in fault for fault in seen)


def test_a_field_that_misses_a_player_is_seen_from_the_rows() -> None:
    """A game that only one of the two records is a fault, and so is a bye of an even number."""
    event = event_of(0)
    last = event.players[-1]
    without = replace(event, players=(*event.players[:-1], replace(last, rounds=event.players[0].rounds)))
    assert any("do not agree on their game" in fault for fault in faults(without))
