"""The one key of simplicity: which of two events is the simpler."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from tournaments.model import Result, ScoringSystem

if TYPE_CHECKING:
    from tournaments.model import Event

_DECISIVE = frozenset((Result.WIN, Result.LOSS))
_GAMES = frozenset((Result.WIN, Result.DRAW, Result.LOSS))


@dataclass(frozen=True, slots=True, order=True)
class Simplicity:
    """
    The size of an event up to its last round; compared from the first count to the last, less is simpler.

    First of all the players, then the rounds, then what happens in them, from the rarest to the most usual.
    """

    players: int
    rounds: int
    """Rounds up to the reduced one, which counts."""
    byes: int
    """Rounds without a pairing, of any player, the reduced round included; not the pairing-allocated bye."""
    forfeits: int
    """Rounds of players whose game was forfeited, or ended in another way than by a win, a draw or a loss."""
    accelerated: int
    """Entries of virtual points, and one for the Baku acceleration."""
    kept_apart: int
    """Pairs of players who may not meet."""
    odd_scoring: int
    """Results that are not worth what they usually are."""
    scores: int
    """Matches that were not won by one game, all others drawn (of teams, or of two games)."""
    boards: int
    """On which teams play; 0 where players are paired."""
    decisive: int
    """Rounds of players whose game was won or lost."""
    rated: int
    """Players with a rating."""
    remarks: int
    """Headers and other lines, details of players: all data that do not matter for a pairing."""


def simplicity_of(event: Event, scores: int = 0, boards: int = 0) -> Simplicity:
    """
    Return the key of an event before the round of its requested byes.

    ``scores`` are its matches with a score of their own, ``boards`` those of teams.
    """
    results = [entry.result for player in event.players for entry in player.rounds]
    usual = ScoringSystem()
    return Simplicity(
        players=len(event.players),
        rounds=event.rounds_recorded + 1,
        byes=sum(1 for result in results if result.is_requested_bye) + len(event.requested_byes),
        forfeits=sum(1 for result in results if not (result.is_bye or result in _GAMES)),
        accelerated=len(event.virtual_points) + event.system.code.endswith("_BAKU"),
        kept_apart=sum(len(group.players) * (len(group.players) - 1) // 2 for group in event.forbidden),
        odd_scoring=sum(
            1 for worth in fields(usual) if getattr(event.scoring, worth.name) != getattr(usual, worth.name)
        ),
        scores=scores,
        boards=boards,
        decisive=sum(1 for result in results if result in _DECISIVE),
        rated=sum(1 for player in event.players if player.rating is not None),
        remarks=_remarks(event),
    )


def _remarks(event: Event) -> int:
    """Count the data that do not matter for a pairing."""
    of_players = sum(
        bool(player.title)
        + (player.sex is not None)
        + bool(player.federation)
        + bool(player.fide_id)
        + bool(player.birth)
        + (player.rank is not None)
        for player in event.players
    )
    lines = (event.headers, event.declarations, event.unknown_records, event.teams, event.line_ups)
    told = (event.city, event.federation, event.arbiter, event.end)
    return of_players + sum(map(len, lines)) + sum(map(bool, told))
