"""Wrong rank orders planted into right events: each is wrong, and nothing else is."""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest
from support.team_standings import team_events

from checker.planting import PlantedStandings, plant_standings, with_ranks
from checker.standings.check import judge_standings
from checker.standings.findings import Fault, StandingsVerdict
from random_tournaments.axes import PROFILES
from random_tournaments.event_batch import Batch
from random_tournaments.settings import PLAYERS
from random_tournaments.simulation import compute_ranks
from standings.codes import parse_tie_breaks

if TYPE_CHECKING:
    from tournaments.model import Event

LIST = "BH/C1,SB,WIN"
SUMMER = dt.date(2026, 7, 1)
"""In the edition of C.07 that caps dummies."""


@cache
def played(index: int) -> Event:
    """Play an event of players that is ranked by a list."""
    settings = {"players": "13..21", "rounds": "5..6", "tie-breaks": LIST.replace(",", "+"), "half-point-byes": "8%"}
    axes = PLAYERS.with_settings(PROFILES["mixed"], settings)
    event = Batch(seed=21, axes=axes, system="dutch-2026").play(index).event
    dated = replace(event, start=SUMMER, end=SUMMER)
    return with_ranks(dated, compute_ranks(dated, parse_tie_breaks(LIST)))


@cache
def played_by_teams(index: int) -> Event:
    """Play an event of teams that is ranked by a list."""
    event = team_events(5).play(index).event
    listed = replace(event, headers=(("202", "BH:GP/C1,MPvGP"),))
    return with_ranks(listed, compute_ranks(listed, parse_tie_breaks("BH:GP/C1,MPvGP")[1:]))


@pytest.mark.parametrize("error", PlantedStandings)
def test_every_kind_of_wrong_order_is_wrong_and_leaves_all_else_alone(error: PlantedStandings) -> None:
    """Games, points and the list stay; the verdict is that a player is out of place."""
    planted = 0
    for index in range(12):
        event = played(index)
        wrong = plant_standings(event, error, random.Random(index))
        if wrong is None:
            continue
        planted += 1
        finding = judge_standings(wrong)
        assert finding is not None
        assert finding.verdict is StandingsVerdict.WRONG
        assert {one.fault for one in finding.misplaced} <= {Fault.ORDER, Fault.SHARED}
        assert with_ranks(wrong, {player.tpn: player.rank or 0 for player in event.players}) == event
    assert planted > 0


def test_neighbours_who_were_exchanged_have_each_others_rank() -> None:
    """No other player is out of place."""
    wrong = plant_standings(played(0), PlantedStandings.EXCHANGED_NEIGHBOURS, random.Random(1))
    assert wrong is not None
    finding = judge_standings(wrong)
    assert finding is not None

    assert len(finding.misplaced) == 1
    assert abs(finding.misplaced[0].rank - (finding.misplaced[0].neighbour_rank or 0)) == 1


@pytest.mark.parametrize("error", [PlantedStandings.EXCHANGED_NEIGHBOURS, PlantedStandings.TIE_BREAK_LEFT_OUT])
def test_wrong_orders_are_planted_into_events_of_teams(error: PlantedStandings) -> None:
    """Into the ranks of teams."""
    wrong = [plant_standings(played_by_teams(index), error, random.Random(index)) for index in range(8)]
    findings = [judge_standings(event) for event in wrong if event is not None]

    assert findings
    assert {finding.verdict for finding in findings if finding} == {StandingsVerdict.WRONG}
    assert all(event is None or event.players == played_by_teams(index).players for index, event in enumerate(wrong))


@pytest.mark.parametrize("error", PlantedStandings)
def test_nothing_is_planted_where_no_tie_break_is_named_or_the_edition_is_open(error: PlantedStandings) -> None:
    """Nobody could tell that the order is wrong."""
    event = played(0)

    assert plant_standings(replace(event, headers=()), error, random.Random(1)) is None
    assert plant_standings(replace(event, start=None), error, random.Random(1)) is None
    assert plant_standings(replace(event, start=dt.date(2020, 2, 1)), error, random.Random(1)) is None
