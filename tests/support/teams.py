"""Team events written down by hand: players' rows as words, and who belongs to which team."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from support.events import event

from tournaments.model import Colour, DeclaredSystem, Event
from tournaments.teams.records import Team

if TYPE_CHECKING:
    from collections.abc import Sequence


def event_of(teams: Sequence[Sequence[int]], rows: Sequence[str], **declared: object) -> Event:
    """Make an event of players 1, 2, 3... with one row each, in teams 1, 2, 3... of these players."""
    listed = tuple(
        Team(number=number, name=f"Team {number}", players=tuple(players))
        for number, players in enumerate(teams, start=1)
    )
    settings = {"system": DeclaredSystem(code="FIDE_TEAM"), "rounds_declared": 9, "initial_colour": Colour.WHITE}
    made = event(rows, teams=listed, **{**settings, **declared})
    return replace(made, players=tuple(replace(player, federation="NED") for player in made.players))
