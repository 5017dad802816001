"""Team events that the tests make themselves, played forward by an engine."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tournaments.model import Colour, DeclaredSystem, RequestedBye, Result
from tournaments.teams.event import MatchEntry, MatchResult, MatchScoring, MatchTeam, TeamEvent

if TYPE_CHECKING:
    import random

    from reference_engines.frame.results import RoundPairing
    from reference_engines.team.rules import TeamRules

CODES = (
    "FIDE_TEAM",
    "FIDE_TEAM_MP_GP",
    "FIDE_TEAM_TYPEA_GP_MP",
    "FIDE_TEAM_TYPEA_MP",
    "FIDE_TEAM_TYPEB_MP_GP",
    "FIDE_TEAM_TYPEB_GP",
)
BOARDS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Misfortunes:
    """How often teams are absent and matches are forfeited."""

    absent: float = 0.03
    forfeited: float = 0.02


def new_event(teams: int, rounds: int, code: str = "FIDE_TEAM", colour: Colour = Colour.WHITE) -> TeamEvent:
    """Return an event of which nothing has been paired."""
    return TeamEvent(
        teams=tuple(MatchTeam(number=number) for number in range(1, teams + 1)),
        rounds_recorded=0,
        rounds_declared=rounds,
        boards=BOARDS,
        system=DeclaredSystem(code=code),
        initial_colour=colour,
        scoring=MatchScoring(),
    )


def with_round(event: TeamEvent, entries: dict[int, MatchEntry]) -> TeamEvent:
    """Return the event with one more round; teams without an entry are absent."""
    absent = MatchEntry(result=MatchResult.ZERO_POINT_BYE)
    teams = tuple(replace(team, rounds=(*team.rounds, entries.get(team.number, absent))) for team in event.teams)
    return replace(event, teams=teams, rounds_recorded=event.rounds_recorded + 1, requested_byes=())


def played(pairing: RoundPairing, chance: random.Random, misfortunes: Misfortunes) -> dict[int, MatchEntry]:
    """Return the entries of a round with results drawn."""
    entries: dict[int, MatchEntry] = {}
    for pair in pairing.pairs:
        entries |= _match(pair.white, pair.black, chance, misfortunes)
    if pairing.bye is not None:
        entries[pairing.bye] = MatchEntry(
            result=MatchResult.PAIRING_ALLOCATED_BYE, match_points=10, game_points=5 * BOARDS
        )
    return entries


def _match(white: int, black: int, chance: random.Random, misfortunes: Misfortunes) -> dict[int, MatchEntry]:
    if chance.random() < misfortunes.forfeited:
        return {
            white: _entry(MatchResult.FORFEIT_WIN, black, Colour.WHITE, 10 * BOARDS),
            black: _entry(MatchResult.FORFEIT_LOSS, white, Colour.BLACK, 0),
        }
    points = 5 * min(2 * BOARDS, max(0, round(chance.gauss(BOARDS + (black - white) / 20, 1.8))))
    return {
        white: _entry(MatchResult.PLAYED, black, Colour.WHITE, points),
        black: _entry(MatchResult.PLAYED, white, Colour.BLACK, 10 * BOARDS - points),
    }


def _entry(result: MatchResult, opponent: int, colour: Colour, game_points: int) -> MatchEntry:
    half = 5 * BOARDS
    match_points = 10 * (int(game_points > half) + int(game_points >= half))
    return MatchEntry(
        result=result, opponent=opponent, colour=colour, match_points=match_points, game_points=game_points
    )


def play_round(
    event: TeamEvent, engine: TeamRules, chance: random.Random, misfortunes: Misfortunes | None = None
) -> TeamEvent:
    """Pair and play one more round; raise NoLegalPairingError."""
    misfortunes = misfortunes or Misfortunes()
    absent = [team.number for team in event.teams if chance.random() < misfortunes.absent]
    held = replace(event, requested_byes=tuple(_bye(number, event.rounds_recorded + 1) for number in absent))
    pairing = engine.open(held).round(event.rounds_recorded + 1).expected()
    return with_round(event, played(pairing, chance, misfortunes))


def _bye(number: int, round_number: int) -> RequestedBye:
    return RequestedBye(tpn=number, round_number=round_number, result=Result.ZERO_POINT_BYE)
