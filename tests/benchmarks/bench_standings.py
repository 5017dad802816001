"""Ranking whole events by ten tie-breaks, with all players' values."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

import pytest
from benchmarks.events import event_of

from random_tournaments.settings import TEAMS
from random_tournaments.teams.axes import TEAM_PROFILES
from random_tournaments.teams.simulation import TeamBatch
from standings.codes import parse_tie_breaks
from standings.ranking import rank
from standings.rules import determine_rules

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

TEN = parse_tie_breaks("BH/C1,BH,SB,PS,DE,ARO,APPO,APRO,TPR,PTP")


@pytest.mark.parametrize(("players", "rounds"), [(16, 7), (100, 9), (1000, 11)])
def bench_rank_by_ten_tie_breaks(benchmark: BenchmarkFixture, players: int, rounds: int) -> None:
    """Goals: 2 ms, 12 ms, 250 ms."""
    event = event_of("dutch-2026", players, rounds)
    benchmark.group = f"rank {players} x {rounds}"
    ranked = benchmark(lambda: rank(event, TEN, determine_rules(event)))
    assert ranked.obstacle is None


TEN_OF_TEAMS = parse_tie_breaks("MPvGP,BH:GP/C1,EMMSB,EMGSB,EGGSB/C1,EDEBT,SSSC,BC,TBR,BBE")


@pytest.mark.parametrize("teams", [20, 100])
def bench_rank_teams_by_ten_tie_breaks(benchmark: BenchmarkFixture, teams: int) -> None:
    """Nine rounds on four boards, with all that follows from the players' games."""
    axes = TEAMS.with_settings(TEAM_PROFILES["mixed"], {"teams": str(teams), "rounds": "9", "boards": "4"})
    event = TeamBatch(seed=3, axes=axes).play(0).event
    events = count(1)
    benchmark.group = f"rank {teams} teams"

    def once() -> None:
        named = replace(event, name=str(next(events)))  # another event, of which nothing is known yet
        assert rank(named, TEN_OF_TEAMS, determine_rules(named)).obstacle is None

    benchmark(once)
