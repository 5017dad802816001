"""Values and ranks of teams beside those of Gacrux; `batches.compare_team_standings` compares hundreds of events."""

from __future__ import annotations

import pytest
from support.team_standings import STARTS, Differences, compare, team_events


@pytest.mark.parametrize("index", range(5))
def test_values_and_ranks_of_teams_are_those_of_gacrux(index: int) -> None:
    """Every code with its modifiers, in events full of unplayed rounds; what differs is known and why."""
    found = Differences()
    for key in STARTS:
        compare(team_events(11).play(index).event, key, found)

    assert found.unexplained == []
    assert found.compared > sum(found.known.values()) * 10
