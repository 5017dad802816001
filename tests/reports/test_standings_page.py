"""The section on a rank order: who is out of place, both values round by round, and what would explain it."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.events import event
from support.team_crosstables import crosstable
from support.tie_break_exercises import SWISS

import pairproof
from reports.html import render_html
from standings.codes import parse_tie_breaks
from standings.ranking import rank
from standings.rules import determine_rules
from tournaments.model import DeclaredSystem
from tournaments.points import points_by_results
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from pathlib import Path

    from tournaments.model import Event

LIST = "BH/C1,TPN"


def page_of(event: Event, folder: Path) -> str:
    """Check an event, and return the page."""
    file = folder / "made.trf"
    file.write_text(write_trf26(event), "utf-8")
    return render_html(pairproof.check(file))


@pytest.fixture
def sixteen() -> Event:
    """Return the event of the committee's exercises."""
    made = event(
        SWISS,
        start=dt.date(2026, 5, 1),
        end=dt.date(2026, 5, 5),
        system=DeclaredSystem(code="FIDE_DUTCH_2026"),
        rounds_declared=5,
        headers=(("202", LIST),),
    )
    points = points_by_results(made)
    return replace(made, players=tuple(replace(one, points=points[one.tpn]) for one in made.players))


def ranked(event: Event, exchanged: tuple[int, int] | None = None, codes: str = LIST) -> Event:
    """Return the event with ranks, those of two exchanged."""
    ranks = rank(event, parse_tie_breaks(codes), determine_rules(event)).ranks
    if exchanged:
        one, other = exchanged
        ranks |= {one: ranks[other], other: ranks[one]}
    return replace(event, players=tuple(replace(one, rank=ranks[one.tpn]) for one in event.players))


def test_a_wrong_order_is_argued_round_by_round(sixteen: Event, tmp_path: Path) -> None:
    """Two tables, the player's and the neighbour's, under the sentence."""
    page = page_of(ranked(sixteen, (12, 14)), tmp_path)

    assert ">Rank order <" in page
    assert "Player 14 (14), rank 11" in page
    assert page.count('<table class="values">') == 2
    assert "BH/C1 of Player 14 (14): 9.0" in page
    assert "BH/C1 of Player 12 (12): 9.5" in page
    assert "2.0: counts as a loss against a dummy opponent with the same score, 2 points (16.4)" in page
    assert "cut: a voluntary unplayed round goes first (16.5.1)" in page
    assert "What would explain it" in page


def test_a_right_order_without_notes_has_no_section(sixteen: Event, tmp_path: Path) -> None:
    """The facts of the event mention it."""
    page = page_of(ranked(sixteen), tmp_path)

    assert ">Rank order <" not in page
    assert "<dt>Rank order</dt>" in page


def test_a_cause_is_reported_with_its_kind(sixteen: Event, tmp_path: Path) -> None:
    """Here a list with one code less."""
    page = page_of(ranked(sixteen, codes="TPN"), tmp_path)

    assert "These are the standings with BH/C1 left out of the list." in page
    assert "(list; " in page


@pytest.mark.parametrize("rank", [1, 2])
def test_teams_are_named_in_a_team_event(tmp_path: Path, rank: int) -> None:
    """With their match points."""
    made = crosstable(["2w2.5", "1b1.5", "4w3", "3b1"])
    ranks = {1: rank, 3: 3 - rank, 2: 3, 4: 4}
    teams = tuple(replace(team, rank=ranks[team.number]) for team in made.teams)
    page = page_of(replace(made, start=dt.date(2026, 5, 1), headers=(("202", "MPvGP"),), teams=teams), tmp_path)

    assert "of 4 teams" in page
    assert ("Team 1 (1), rank 1" in page) == (rank == 1)
    assert ("both have 2 match points" in page) == (rank == 1)
