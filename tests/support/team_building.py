"""
From the rounds of teams to an event of players: the reverse of `tournaments.teams.matches`.

The event can be written as TRF26; what is read from there must be the same event of teams: the oracle of the reading of
teams.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from support.team_sheets import MatchSheet, draw_sheet

from tournaments.model import (
    ABSENT,
    AbnormalPoints,
    Colour,
    Dialect,
    Event,
    Player,
    PrimaryScore,
    RequestedBye,
    Result,
    RoundEntry,
)
from tournaments.teams.event import MatchResult
from tournaments.teams.matches import team_event
from tournaments.teams.records import ForfeitedMatch, ForfeitOutcome, LineUp, MatchPoints, Team, TeamAllocatedByes

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping, Sequence

    from tournaments.teams.event import MatchEntry, MatchTeam, TeamEvent

    Sheets = Mapping[tuple[int, int], MatchSheet]

_NEUTRAL = "FID"
"""Federation of players who were made up."""
RESERVES = 1
"""Players of a team beyond its boards, where squads are made up."""
_BYES = {
    MatchResult.FULL_POINT_BYE: Result.FULL_POINT_BYE,
    MatchResult.HALF_POINT_BYE: Result.HALF_POINT_BYE,
    MatchResult.ZERO_POINT_BYE: Result.ZERO_POINT_BYE,
}
_ORDER_OF_BYES = (Result.FULL_POINT_BYE, Result.HALF_POINT_BYE, Result.ZERO_POINT_BYE)
_ANSWERS = {
    MatchResult.PLAYED: MatchResult.PLAYED,
    MatchResult.PENDING: MatchResult.PENDING,
    MatchResult.FORFEIT_WIN: MatchResult.FORFEIT_LOSS,
    MatchResult.FORFEIT_LOSS: MatchResult.FORFEIT_WIN,
    MatchResult.DOUBLE_FORFEIT: MatchResult.DOUBLE_FORFEIT,
}
"""A match result as the opponent has it."""
_OUTCOMES = {
    MatchResult.FORFEIT_WIN: ForfeitOutcome.WHITE_WINS,
    MatchResult.FORFEIT_LOSS: ForfeitOutcome.BLACK_WINS,
    MatchResult.DOUBLE_FORFEIT: ForfeitOutcome.BOTH_LOSE,
}


class UnbuildableTeamEventError(ValueError):
    """Rounds of teams that contradict themselves: no games give them."""


def event_of_teams(
    event: TeamEvent,
    chance: random.Random,
    *,
    squads: Mapping[int, Sequence[int]] | None = None,
    sheets: Sheets | None = None,
) -> Event:
    """
    Return an event of players from which `matches.team_event` derives the event of teams again.

    ``squads`` gives the players (TPNs, in board order) of every team by its number, ``sheets`` a match by its round and
    the number of the team with White; whatever is not given is made up. Points that do not follow from the games are
    assigned (TRF 299). A match without result comes back as one that counts as drawn.

    Raise UnbuildableTeamEventError if two rows of a match contradict each other, a squad is smaller than the boards, or
    a sheet tells another match than the rows.
    """
    own = squads or _numbered(event)
    _demand_squads(event, own)
    builder = _Builder(event=event, squads=own, chance=chance)
    for number in range(1, event.rounds_recorded + 1):
        builder.add_round(number, sheets or {})
    return _with_points_assigned(event, builder.built())


def _numbered(event: TeamEvent) -> dict[int, Sequence[int]]:
    """Return squads of players 1, 2, 3..., the boards and reserves of one team after the other."""
    size = event.boards + RESERVES
    return {team.number: range(1 + at * size, 1 + (at + 1) * size) for at, team in enumerate(event.teams)}


def _demand_squads(event: TeamEvent, squads: Mapping[int, Sequence[int]]) -> None:
    for team in event.teams:
        if len(squads.get(team.number, ())) < event.boards:
            raise UnbuildableTeamEventError(f"team {team.number} has fewer players than boards ({event.boards})")
        if len(team.rounds) != event.rounds_recorded:
            raise UnbuildableTeamEventError(
                f"team {team.number} has {len(team.rounds)} rounds of {event.rounds_recorded}"
            )


@dataclass(slots=True, kw_only=True)
class _Builder:
    """Collects the rows of players and the records, round after round."""

    event: TeamEvent
    squads: Mapping[int, Sequence[int]]
    chance: random.Random
    rows: dict[int, list[RoundEntry]] = field(default_factory=dict)
    line_ups: list[LineUp] = field(default_factory=list)
    forfeited: list[ForfeitedMatch] = field(default_factory=list)
    byes: list[RequestedBye] = field(default_factory=list)
    allocated: list[int | None] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rows = {tpn: [] for squad in self.squads.values() for tpn in squad}

    def add_round(self, number: int, sheets: Sheets) -> None:
        """Add a round of all teams."""
        for row in self.rows.values():
            row.append(ABSENT)
        entries = {team.number: team.rounds[number - 1] for team in self.event.teams}
        with_bye: list[int] = []
        for team, entry in entries.items():
            if entry.opponent is not None:
                _demand_answer(number, team, entry, entries.get(entry.opponent))
                if entry.colour is Colour.WHITE:
                    self._add_match(number, team, entry, entries[entry.opponent], sheets)
            elif entry.result is MatchResult.PAIRING_ALLOCATED_BYE:
                with_bye.append(team)
            elif entry.result in _BYES:
                self.byes.append(RequestedBye(round_number=number, tpn=team, result=_BYES[entry.result]))
            else:
                raise UnbuildableTeamEventError(
                    f"round {number}: team {team} has {entry.result.value} without an opponent"
                )
        if len(with_bye) > 1:
            raise UnbuildableTeamEventError(f"round {number}: {len(with_bye)} teams have the pairing-allocated bye")
        self.allocated.append(with_bye[0] if with_bye else None)

    def _add_match(self, number: int, team: int, entry: MatchEntry, answer: MatchEntry, sheets: Sheets) -> None:
        opponent = entry.opponent or 0
        sheet = sheets.get((number, team)) or draw_sheet(
            entry.result,
            (entry.game_points, answer.game_points),
            (self.squads[team], self.squads[opponent]),
            self.event.boards,
            chance=self.chance,
        )
        if entry.result in _OUTCOMES:
            outcome = _OUTCOMES[entry.result]
            self.forfeited.append(ForfeitedMatch(outcome=outcome, round_number=number, white=team, black=opponent))
        for tpn, row in _rows_of(sheet):
            if tpn not in self.rows:
                raise UnbuildableTeamEventError(f"round {number}: player {tpn} of a sheet is in no squad")
            self.rows[tpn][-1] = row
        for own, other, seats in ((team, opponent, sheet.white), (opponent, team, sheet.black)):
            if seats != tuple(self.squads[own][: self.event.boards]):
                self.line_ups.append(LineUp(round_number=number, team=own, opponent=other, players=seats))

    def built(self) -> Event:
        """Return the event as it follows from what was added."""
        event = self.event
        scoring = event.scoring
        while self.allocated and self.allocated[-1] is None:
            self.allocated.pop()
        requested = sorted(
            [*self.byes, *event.requested_byes],
            key=lambda bye: (bye.round_number, _ORDER_OF_BYES.index(bye.result), bye.tpn),
        )
        return Event(
            players=tuple(
                Player(tpn=tpn, name=f"Player {tpn}", federation=_NEUTRAL, rounds=tuple(self.rows[tpn]))
                for tpn in sorted(self.rows)
            ),
            rounds_recorded=event.rounds_recorded,
            rounds_declared=event.rounds_declared,
            name=event.name,
            system=event.system,
            initial_colour=event.initial_colour,
            virtual_points=event.virtual_points,
            forbidden=event.forbidden,
            teams=tuple(_ranked(event, self.squads)),
            line_ups=tuple(self.line_ups),
            team_allocated_byes=TeamAllocatedByes(
                match_points=scoring.pairing_allocated_bye,
                game_points=scoring.pairing_allocated_bye_games,
                teams=tuple(self.allocated),
            ),
            forfeited_matches=tuple(self.forfeited),
            team_byes=tuple(requested),
            match_points=MatchPoints(win=scoring.win, draw=scoring.draw, loss=scoring.loss),
            board_colours=tuple(Colour.BLACK if board % 2 else Colour.WHITE for board in range(event.boards)),
            dialect=Dialect.TRF26,
        )


def _demand_answer(number: int, team: int, entry: MatchEntry, answer: MatchEntry | None) -> None:
    """Raise UnbuildableTeamEventError unless the opponent's entry tells the same match."""
    fits = (
        answer is not None
        and answer.opponent == team
        and answer.result is _ANSWERS.get(entry.result)
        and entry.colour is not None
        and answer.colour is entry.colour.opposite
    )
    if not fits:
        raise UnbuildableTeamEventError(
            f"round {number}: the entries of team {team} and team {entry.opponent} tell different matches"
        )


def _rows_of(sheet: MatchSheet) -> Iterator[tuple[int, RoundEntry]]:
    """Yield the entries of all players on a sheet; a player who lost by forfeit to an empty board is absent."""
    for board, (white, black, results) in enumerate(zip(sheet.white, sheet.black, sheet.results, strict=True)):
        colour = Colour.BLACK if board % 2 else Colour.WHITE
        for tpn, opponent, own, result in (
            (white, black, colour, results[0]),
            (black, white, colour.opposite, results[1]),
        ):
            if tpn is None:
                continue
            if opponent is not None:
                yield tpn, RoundEntry(opponent, own, result)
            elif result is Result.FORFEIT_WIN:
                yield tpn, RoundEntry(None, None, result)


def _ranked(event: TeamEvent, squads: Mapping[int, Sequence[int]]) -> Iterator[Team]:
    """Yield the teams with their points and ranks, by the primary score first."""
    points = {
        team.number: (
            sum(entry.match_points for entry in team.rounds),
            sum(entry.game_points for entry in team.rounds),
        )
        for team in event.teams
    }
    by_games = event.system.primary_score is PrimaryScore.GAME_POINTS

    def standing(team: MatchTeam) -> tuple[int, int, int]:
        match_points, game_points = points[team.number]
        first, second = (game_points, match_points) if by_games else (match_points, game_points)
        return -first, -second, team.number

    ranks = {team.number: rank for rank, team in enumerate(sorted(event.teams, key=standing), start=1)}
    for team in event.teams:
        match_points, game_points = points[team.number]
        yield Team(
            number=team.number,
            name=team.name,
            players=tuple(squads[team.number]),
            match_points=match_points,
            game_points=game_points,
            rank=ranks[team.number],
        )


def _with_points_assigned(event: TeamEvent, built: Event) -> Event:
    """Assign what does not follow from the games; raise UnbuildableTeamEventError if matches do not follow."""
    assigned: list[AbnormalPoints] = []
    for team, derived in zip(event.teams, team_event(built).teams, strict=True):
        for number, (asked, found) in enumerate(zip(team.rounds, derived.rounds, strict=True), start=1):
            if (asked.result, asked.opponent, asked.colour) != (found.result, found.opponent, found.colour):
                raise UnbuildableTeamEventError(
                    f"round {number}: the sheet of team {team.number} tells another match than its entry"
                )
            missing = asked.match_points - found.match_points, asked.game_points - found.game_points
            if any(missing) and asked.result is not MatchResult.PENDING:
                assigned.append(
                    AbnormalPoints(
                        kind="",
                        match_points=missing[0],
                        points=missing[1],
                        round_number=number,
                        numbers=frozenset({team.number}),
                    )
                )
    return replace(built, abnormal_points=tuple(assigned))
