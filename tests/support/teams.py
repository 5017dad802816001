"""Team events written down by hand: players' rows as words, who belongs to which team, and what lint says of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from support.events import event

from tournaments import ProblemCode, lint_event
from tournaments.model import Colour, DeclaredSystem, Event, RequestedBye, Result
from tournaments.teams.records import Team

if TYPE_CHECKING:
    from collections.abc import Sequence

PAIR = ((1, 2), (3, 4))
ROWS = ("3w1", "4b=", "1b0", "2w=")
"""Team 1 with White beats team 2."""


def event_of(teams: Sequence[Sequence[int]], rows: Sequence[str], **declared: object) -> Event:
    """Make an event of players 1, 2, 3... with one row each, in teams 1, 2, 3... of these players."""
    listed = tuple(
        Team(number=number, name=f"Team {number}", players=tuple(players))
        for number, players in enumerate(teams, start=1)
    )
    settings = {"system": DeclaredSystem(code="FIDE_TEAM"), "rounds_declared": 9, "initial_colour": Colour.WHITE}
    made = event(rows, teams=listed, **{**settings, **declared})
    return replace(made, players=tuple(replace(player, federation="NED") for player in made.players))


def with_points(event: Event, *points: tuple[int | None, int | None]) -> Event:
    """Declare match points and game points of teams 1, 2..."""
    teams = tuple(
        replace(team, match_points=matches, game_points=games)
        for team, (matches, games) in zip(event.teams, points, strict=True)
    )
    return replace(event, teams=teams)


def bye(team: int, result: Result, round_number: int = 1) -> RequestedBye:
    """Make a bye of a team."""
    return RequestedBye(round_number=round_number, tpn=team, result=result)


def codes(event: Event) -> list[ProblemCode]:
    """Lint an event."""
    return [problem.code for problem in lint_event(event)]


def message(event: Event, code: ProblemCode) -> str:
    """Return the only finding of a kind."""
    (found,) = (problem for problem in lint_event(event) if problem.code is code)
    return found.message
