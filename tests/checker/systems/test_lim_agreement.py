"""The Lim System on random events: agreement, hard rules counted from the rows, and errors planted."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest
from support.agreement import assert_literal_pairs_alike, breaks_rules, paired
from support.findings import agreeing_rounds, assert_planted_is_argued, round_findings
from support.lim import faults
from support.lim_events import draw_lim_event
from support.loops import require_items

from checker.planting import PlantedError, plant
from random_tournaments.axes import Axes, Chance, Span
from random_tournaments.event_batch import Batch
from reference_engines.lim.edition import LimArticle, as_in_1999, as_in_2026
from reference_engines.lim.rules import LIM_1999, LIM_2026, MAXI_2026, LimRules
from reference_engines.literal.lim.players import Text
from reference_engines.literal.lim.rules import LITERAL_LIM

if TYPE_CHECKING:
    from tournaments.model import Event

EVENTS = 24
VARIED_EVENTS = (0, 3, 6, 7, 11, 12, 13, 15, 17, 18, 23)
"""Of the first 24 events, enough for every verdict, article and reading that planted errors get with all of them."""
ARTICLES = {as_in_2026(article) for article in LimArticle}


@cache
def event_of(index: int) -> Event:
    """Play an event of the batch, some with unrated players and many with equal ratings."""
    axes = Axes(players=Span(5, 18), rounds=Span(2, 8), rating_ties=Chance(0.0, 0.5), unrated_players=Chance(0.0, 0.2))
    return Batch(system="lim-2026", seed=5, axes=axes).play(index).event


def test_small_events_are_paired_as_by_trying_everything() -> None:
    """Every round of thirty events of four to nine players."""
    batch = Batch(seed=6, axes=Axes(players=Span(4, 9), rounds=Span(3, 6)), system="lim-2026")
    assert_literal_pairs_alike("lim-2026", (batch.play(index).event for index in range(30)))


def test_small_maxi_tournaments_are_paired_as_by_trying_everything() -> None:
    """Ratings that lie near each other, so that 100 points decide (3.2.3, 3.8, 5.7)."""
    axes = Axes(players=Span(5, 10), rounds=Span(3, 6), lowest_rating=Span(1700, 2400), highest_rating=Span(2450, 2600))
    batch = Batch(seed=6, axes=axes, system="lim-2026/maxi")
    literal = replace(LITERAL_LIM, is_maxi=True)
    for played in require_items(batch.play(index).event for index in range(20)):
        for number in require_items(range(1, played.rounds_recorded + 1)):
            assert paired(MAXI_2026, played, number) == paired(literal, played, number)


@pytest.mark.parametrize(("rules", "text"), [(LIM_2026, Text.SINCE_2026), (LIM_1999, Text.UNTIL_2026)])
def test_events_that_no_procedure_paired_are_paired_as_by_trying_everything(rules: LimRules, text: Text) -> None:
    """The next round, often the last one, or one in which not all players can be paired."""
    literal = replace(LITERAL_LIM, text=text)
    last = impossible = 0
    for seed in range(150):
        drawn = draw_lim_event(random.Random(f"drawn-{seed}"), 10)
        number = drawn.rounds_recorded + 1
        expected = paired(literal, drawn, number)
        assert paired(rules, drawn, number) == expected
        last += number == drawn.rounds_declared
        impossible += isinstance(expected, str)
    assert last > 50
    assert impossible > 10


def test_own_events_agree_and_keep_the_hard_rules() -> None:
    """2.1, 5.1.1, 5.1.2, 6 and completeness are counted from the rows of the players, without the engine."""
    assert agreeing_rounds("lim-2026", map(event_of, range(EVENTS)), faults) > 4 * EVENTS


def test_the_edition_of_1999_pairs_alike_under_other_numbers() -> None:
    """A second bye and a floater are named by the article of each edition."""
    planted = plant(event_of(3), PlantedError.EXCHANGED_OPPONENTS, random.Random(3))
    assert planted is not None
    now, before = (round_findings(planted.event, system)[-1] for system in ("lim-2026", "lim-1999"))
    assert now.verdict is before.verdict
    assert paired(LIM_1999, event_of(3), 2) == paired(LIM_2026, event_of(3), 2)
    assert {as_in_1999(article) for article in LimArticle} != ARTICLES


ILLEGAL = {PlantedError.SECOND_BYE: "1.1", PlantedError.REPEATED_GAME: "2.1"}


@pytest.mark.parametrize("error", PlantedError)
def test_planted_errors_are_found_in_their_round_with_the_article(error: PlantedError) -> None:
    """The article stands in the sentence, too; a verdict that rests on the register says on which entry."""
    found = 0
    for index in VARIED_EVENTS:
        planted = plant(event_of(index), error, random.Random(index))
        if planted is not None:
            named = assert_planted_is_argued(error, round_findings(planted.event, "lim-2026"), "LIM-")
            assert named <= ARTICLES
            assert ILLEGAL.get(error) in {None, *named}
            found += 1
    assert found >= 5


def test_the_count_from_the_rows_sees_what_is_planted() -> None:
    """OtherSide it would prove nothing; colours are seen where they break a limit."""
    seen = []
    for error in (PlantedError.SECOND_BYE, PlantedError.REPEATED_GAME, PlantedError.REVERSED_COLOURS):
        for index in range(EVENTS):
            planted = plant(event_of(index), error, random.Random(index))
            illegal = planted is not None and breaks_rules(LIM_2026, planted.event)
            found = faults(planted.event) if planted else []
            assert bool(found) is illegal
            seen += found
    assert {mark for mark in ("(1.1)", "(2.1)", "(5.1)") if any(mark in fault for fault in seen)} == {
        "(1.1)",
        "(2.1)",
        "(5.1)",
    }
