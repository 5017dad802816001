"""Random events of teams with an error planted in the last round: found there, with the article that it breaks."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest
from support.findings import OR_OPEN, round_findings, verdicts_by_error

from checker.planting import PlantedError, plant, recorded_pairing
from checker.programs.smoke import same
from checker.verdicts.team_events import cut_before_round
from checker.verdicts.verdict import Verdict
from random_tournaments.axes import Span
from random_tournaments.event_batch import PlayedEvent
from random_tournaments.generation import OutputFormat
from random_tournaments.teams.axes import TEAM_PROFILES
from random_tournaments.teams.simulation import TeamBatch
from reference_engines.frame.systems import engine_for
from tests.batches.check_team_rounds import broken_rules

if TYPE_CHECKING:
    from random_tournaments.teams.axes import TeamPlan
    from tournaments.model import Event

SYSTEMS = ["team-2026", "team-2024", "team-draft"]
EVENTS = 25
VARIED_EVENTS = (0, 1, 3, 4, 5, 7, 10, 15, 17, 18)
"""Of these events, enough for every verdict, article and reading that planted errors get with all of them."""
AXES = replace(TEAM_PROFILES["hard"], teams=Span(6, 14), rounds=Span(3, 5))


@cache
def played(system: str, index: int) -> PlayedEvent[TeamPlan]:
    """Play an event."""
    return TeamBatch(seed=5, axes=AXES, system=system).play(index)


def text(event: Event) -> str:
    """Return the file of an event."""
    return OutputFormat().text(PlayedEvent(index=0, plan=played("team-2026", 0).plan, event=event))


VERDICTS = verdicts_by_error(OR_OPEN, Verdict.AMBIGUOUS_RULE)
LABELS = {PlantedError.SECOND_BYE: "C2", PlantedError.REPEATED_GAME: "C1"}


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("error", PlantedError)
def test_every_planted_error_is_found_with_its_article(error: PlantedError, system: str) -> None:
    """In its round and no other; the count from the columns finds every broken hard rule as well."""
    verdicts: Counter[Verdict] = Counter()
    for index in VARIED_EVENTS:
        planted = plant(played(system, index).event, error, random.Random(index))
        if planted is None:
            continue
        *before, last = round_findings(planted.event, system)
        assert {finding.verdict for finding in before} <= {Verdict.AGREE}
        assert last.verdict in VERDICTS[error], last.sentence
        verdicts[last.verdict] += 1
        articles = {
            *(violation.article for violation in last.argument.violations),
            *(ruling.article for ruling in last.argument.colour_rulings),
            *((last.argument.deciding_criterion.article,) if last.argument.deciding_criterion else ()),
            *((last.argument.deciding_order.article,) if last.argument.deciding_order else ()),
        }
        assert articles
        assert any(article in last.sentence for article in articles)
        if error in LABELS:
            assert LABELS[error] in {violation.label for violation in last.argument.violations}
        assert bool(broken_rules(text(planted.event))) is (last.verdict is Verdict.ILLEGAL), last.sentence
    assert verdicts.total() >= len(VARIED_EVENTS) // 3
    assert verdicts[Verdict.AMBIGUOUS_RULE] <= verdicts.total() // 5


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_round_can_be_asked_for_anew(system: str) -> None:
    """The rounds before it stay as they were, and an event without a planted error breaks no rule."""
    for index in range(EVENTS):
        event = played(system, index).event
        assert broken_rules(text(event)) == []
        for number in range(1, event.rounds_recorded + 1):
            asked = cut_before_round(event, number)
            assert asked.rounds_recorded == number - 1
            assert same(engine_for(system).open(asked).round(number).expected(), recorded_pairing(event, number))
