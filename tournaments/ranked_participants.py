"""The ranked participants of an event, players or teams, with the ranks that the file records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from tournaments.model import Event


class RankedParticipant(FrozenStruct, frozen=True, kw_only=True):
    """A player, or in a team event a team, with the recorded rank."""

    tpn: int
    """The TPN of a player or the number of a team."""
    name: str
    rank: int | None
    """The recorded rank; None if the file has none."""


def list_ranked(event: Event) -> tuple[RankedParticipant, ...]:
    """Return the players, or in a team event the teams, in the order of the file."""
    if event.is_team_event:
        return tuple(RankedParticipant(tpn=team.number, name=team.name, rank=team.rank) for team in event.teams)
    return tuple(RankedParticipant(tpn=player.tpn, name=player.name, rank=player.rank) for player in event.players)


def participant_noun(event: Event) -> str:
    """Return the noun for a ranked participant: ``player`` or ``team``."""
    return "team" if event.is_team_event else "player"
