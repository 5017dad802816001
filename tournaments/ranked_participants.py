"""Who is ranked in an event: its players, or in a team event its teams; and the ranks that the file records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from tournaments.model import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """One of those who are ranked."""

    tpn: int
    """Of a player; of a team, its number."""
    name: str
    rank: int | None
    """As declared."""


def ranked(event: Event) -> tuple[Ranked, ...]:
    """Return those who are ranked, in the order of the file."""
    if event.is_team_event:
        return tuple(Ranked(tpn=team.number, name=team.name, rank=team.rank) for team in event.teams)
    return tuple(Ranked(tpn=player.tpn, name=player.name, rank=player.rank) for player in event.players)


def noun_of_ranked(event: Event) -> str:
    """Return what one of them is called."""
    return "team" if event.is_team_event else "player"
