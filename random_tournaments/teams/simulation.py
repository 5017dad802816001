"""
Simulation of a team event, round by round, with any pairer; and batches of team events.

Both teams have line-ups, and all games have results. As with individual events, all chance comes from the
``random.Random`` argument.
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import field, replace
from typing import ClassVar

from random_tournaments import simulation
from random_tournaments.axes import event_start
from random_tournaments.event_batch import EventBatch
from random_tournaments.plan import MIN_PLAYERS, Acceleration
from random_tournaments.random_plans import (
    draw_chance,
    draw_choice,
    draw_forbidden_groups,
    draw_misfortunes,
    draw_rounds,
    draw_size,
    draw_span,
)
from random_tournaments.ratings import Ratings, draw_players
from random_tournaments.simulation import BOTH_ABSENT_OUTCOME, ONE_ABSENT_OUTCOMES, Pairer, draw_forfeit, draw_played
from random_tournaments.teams.axes import TEAM_PROFILES, BoardColours, ByeWorth, TeamAxes, TeamPlan, TeamScores
from reference_engines.frame.results import NoLegalPairingError, RoundPairing
from reference_engines.frame.systems import engine_for
from tournaments.frozen import FrozenStruct, dataclass
from tournaments.model import (
    ABSENT,
    REQUESTED_BYES,
    AbnormalPoints,
    Colour,
    DeclaredSystem,
    Dialect,
    Event,
    Player,
    RequestedBye,
    Result,
    RoundEntry,
)
from tournaments.teams.matches import with_team_points
from tournaments.teams.records import ForfeitedMatch, ForfeitOutcome, LineUp, MatchPoints, Team, TeamAllocatedByes

_RESTING_CHANCE = 0.3
"""The chance that a team with reserves rests some of its first players."""
_OUTCOMES = {
    ONE_ABSENT_OUTCOMES[0]: ForfeitOutcome.WHITE_WINS,
    ONE_ABSENT_OUTCOMES[1]: ForfeitOutcome.BLACK_WINS,
    BOTH_ABSENT_OUTCOME: ForfeitOutcome.BOTH_LOSE,
}
_WIN_WITHOUT_OPPONENT = RoundEntry(None, None, Result.FORFEIT_WIN)
"""The entry of a player whose opponent's board is empty."""


class MatchTeams(FrozenStruct, frozen=True, kw_only=True):
    """The two teams of a match; ``white`` has White on the first board."""

    round_number: int
    white: Team
    black: Team
    colours: tuple[Colour, ...]
    """Colours of White's team, board by board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOutcome:
    """The entries and records that a match adds to the event."""

    entries: dict[int, RoundEntry] = field(default_factory=dict)
    """The entries of players, by TPN."""
    line_ups: tuple[LineUp, ...] = ()
    """Line-ups of teams that do not play with their first players in order."""
    forfeited: tuple[ForfeitedMatch, ...] = ()


def build_forfeited_match(sides: MatchTeams, outcome: tuple[Result, Result]) -> MatchOutcome:
    """Build a match that one team or both teams forfeit; ``outcome`` is the outcome of every game."""
    entries: dict[int, RoundEntry] = {}
    for board, colour in enumerate(sides.colours):
        white, black = sides.white.players[board], sides.black.players[board]
        entries[white] = RoundEntry(black, colour, outcome[0])
        entries[black] = RoundEntry(white, colour.opposite, outcome[1])
    record = ForfeitedMatch(
        outcome=_OUTCOMES[outcome],
        round_number=sides.round_number,
        white=sides.white.number,
        black=sides.black.number,
    )
    return MatchOutcome(entries=entries, forfeited=(record,))


def draw_match(sides: MatchTeams, players: Mapping[int, Player], plan: TeamPlan, rng: random.Random) -> MatchOutcome:
    """Draw both line-ups and all games; at least one game is played."""
    seats = [_draw_seats(team, plan, rng) for team in (sides.white, sides.black)]
    played = rng.randrange(plan.boards)
    entries: dict[int, RoundEntry] = {}
    for board, colour in enumerate(sides.colours):
        if board != played and rng.random() < plan.empty_boards:
            entries |= _draw_empty_board(seats, board, colour, rng)
            continue
        white, black = seats[0][board], seats[1][board]
        if white is None or black is None:  # an earlier iteration left the board empty
            continue
        entries |= _draw_game((players[white], players[black]), colour, plan, rng)
    return MatchOutcome(entries=entries, line_ups=tuple(_line_ups_to_record(sides, seats)))


def _draw_seats(team: Team, plan: TeamPlan, rng: random.Random) -> list[int | None]:
    """Draw the players of a team for the boards, in the order of the team's list."""
    first = team.players[: plan.boards]
    if plan.reserves and rng.random() < _RESTING_CHANCE:
        chosen = set(rng.sample(team.players, plan.boards))
        return [tpn for tpn in team.players if tpn in chosen]
    return list(first)


def _draw_empty_board(
    seats: list[list[int | None]], board: int, colour: Colour, rng: random.Random
) -> dict[int, RoundEntry]:
    """Make a player of a board absent: in the line-up but absent, or not in the line-up."""
    away = rng.randrange(2)
    absent, present = seats[away][board], seats[1 - away][board]
    if absent is None or present is None:
        return {}
    if rng.choice((True, False)):
        seats[away][board] = None
        return {present: _WIN_WITHOUT_OPPONENT}
    colour_of_absent = colour if away == 0 else colour.opposite
    return {
        absent: RoundEntry(present, colour_of_absent, Result.FORFEIT_LOSS),
        present: RoundEntry(absent, colour_of_absent.opposite, Result.FORFEIT_WIN),
    }


def _draw_game(
    pair: tuple[Player, Player], colour_of_first: Colour, plan: TeamPlan, rng: random.Random
) -> dict[int, RoundEntry]:
    first, second = pair
    results = draw_played(first.rating or 1, second.rating or 1, plan, rng)
    return {
        first.tpn: RoundEntry(second.tpn, colour_of_first, results[0]),
        second.tpn: RoundEntry(first.tpn, colour_of_first.opposite, results[1]),
    }


def _line_ups_to_record(sides: MatchTeams, seats: list[list[int | None]]) -> list[LineUp]:
    """Return the line-ups that have to be recorded (TRF 300)."""
    line_ups = []
    for team, opponent, drawn in ((sides.white, sides.black, seats[0]), (sides.black, sides.white, seats[1])):
        if drawn != list(team.players[: len(drawn)]):
            line_ups.append(
                LineUp(
                    round_number=sides.round_number, team=team.number, opponent=opponent.number, players=tuple(drawn)
                )
            )
    return line_ups


_MAX_RATING_SPREAD = 150
"""The largest difference between the ratings of a player and of the team."""
_TO_BE_PLAYED = (Result.DRAW, Result.DRAW)
"""A placeholder for the outcome of a match that is to be played."""


def play_teams(plan: TeamPlan, pairer: Pairer, rng: random.Random) -> Event:
    """
    Play a team event and return it with all its matches, points and ranks.

    The event ends early, with the byes requested for the round that could not be paired, if the pairer raises
    NoLegalPairingError or if fewer than two teams are present. Other exceptions of the pairer are passed on.
    """
    event = _play_rounds(plan, pairer, rng)
    rank = simulation.compute_ranks(event, plan.tie_breaks)
    return replace(event, teams=tuple(replace(team, rank=rank[team.number]) for team in event.teams))


def _play_rounds(plan: TeamPlan, pairer: Pairer, rng: random.Random) -> Event:
    event = open_team_event(plan, rng)
    misfortunes = simulation.GameMisfortunes(plan, rng)
    for number, byes in enumerate(simulation.draw_absences(plan, rng), start=1):
        event = replace(event, team_byes=event.team_byes + _sort_byes(byes))
        if plan.teams - len(byes) < MIN_PLAYERS:
            return event
        try:
            pairing = pairer(event, number)
        except NoLegalPairingError:
            return event
        outcomes = misfortunes.strike_games(
            [draw_forfeit(plan.rates, rng) or _TO_BE_PLAYED for _ in pairing.pairs], number
        )
        matches = [
            draw_match(sides, _players(event), plan, rng)
            if outcome == _TO_BE_PLAYED
            else build_forfeited_match(sides, outcome)
            for sides, outcome in zip(_match_teams(event, pairing, number), outcomes, strict=True)
        ]
        event = _with_round(event, matches, pairing.bye)
    return event


def _sort_byes(byes: tuple[RequestedBye, ...]) -> tuple[RequestedBye, ...]:
    return tuple(sorted(byes, key=lambda bye: (REQUESTED_BYES.index(bye.result), bye.tpn)))


def _players(event: Event) -> dict[int, Player]:
    return {player.tpn: player for player in event.players}


def _match_teams(event: Event, pairing: RoundPairing, number: int) -> list[MatchTeams]:
    return [
        MatchTeams(
            round_number=number,
            white=event.teams[pair.white - 1],
            black=event.teams[pair.black - 1],
            colours=event.board_colours,
        )
        for pair in pairing.pairs
    ]


def open_team_event(plan: TeamPlan, rng: random.Random) -> Event:
    """Return the event before its first round, with drawn teams, players, acceleration and forbidden groups."""
    strengths = [team.rating or 1 for team in draw_players(plan.teams, plan.ratings, rng)]
    size = plan.boards + plan.reserves
    start = dt.date.fromisoformat(plan.start) if plan.start else None
    return Event(
        players=tuple(_draw_members(strengths, size, rng)),
        rounds_recorded=0,
        rounds_declared=plan.rounds,
        name=plan.name,
        start=start,
        end=start,
        headers=simulation.tie_break_headers(plan.tie_breaks),
        system=DeclaredSystem(code=plan.system_code, text=plan.system_text),
        initial_colour=plan.initial_colour,
        virtual_points=simulation.draw_virtual_points(plan, plan.acceleration, plan.win, rng),
        forbidden=simulation.draw_forbidden_members(plan, rng),
        teams=tuple(_team(number, strength, size) for number, strength in enumerate(strengths, start=1)),
        team_allocated_byes=_allocated_byes(plan),
        match_points=plan.match_points,
        abnormal_points=_forfeit_points(plan),
        board_colours=_board_colours(plan),
        dialect=Dialect.TRF26,
    )


def _team(number: int, strength: int, size: int) -> Team:
    first = (number - 1) * size + 1
    return Team(
        number=number,
        name=f"Team {number:03d}",
        players=tuple(range(first, first + size)),
        match_points=0,
        game_points=0,
        rank=number,
        strength=str(strength),
    )


def _draw_members(strengths: list[int], size: int, rng: random.Random) -> Iterable[Player]:
    """Yield the players, team after team, each team in the order of ratings."""
    tpn = 0
    for strength in strengths:
        for rating in sorted(
            (strength + rng.randint(-_MAX_RATING_SPREAD, _MAX_RATING_SPREAD) for _ in range(size)), reverse=True
        ):
            tpn += 1
            yield Player(tpn=tpn, name=f"Player {tpn:04d}", rating=max(1, rating), points=0, rank=tpn)


def _allocated_byes(plan: TeamPlan) -> TeamAllocatedByes:
    if plan.bye is ByeWorth.WIN:
        return TeamAllocatedByes(match_points=plan.match_points.win, game_points=10 * plan.boards)
    return TeamAllocatedByes(match_points=plan.match_points.draw, game_points=5 * plan.boards)


def _forfeit_points(plan: TeamPlan) -> tuple[AbnormalPoints, ...]:
    """Assign no points to matches lost by forfeit, if a lost match is worth something (TEAM-FORFEIT-VALUE)."""
    if not plan.match_points.loss:
        return ()
    return (AbnormalPoints(kind="-", match_points=0, points=0, round_number=None, numbers=frozenset()),)


def _board_colours(plan: TeamPlan) -> tuple[Colour, ...]:
    alternate = plan.board_colours is BoardColours.ALTERNATE
    return tuple(Colour.BLACK if alternate and board % 2 else Colour.WHITE for board in range(plan.boards))


def _with_round(event: Event, matches: list[MatchOutcome], bye: int | None) -> Event:
    """Return the event with a further round, and the new points of players and teams."""
    entries: dict[int, RoundEntry] = {}
    for match in matches:
        entries |= match.entries
    players = tuple(
        replace(
            player,
            rounds=(*player.rounds, entries.get(player.tpn, ABSENT)),
            points=(player.points or 0) + event.scoring.points(entries.get(player.tpn, ABSENT)),
        )
        for player in event.players
    )
    line_ups = (line_up for match in matches for line_up in match.line_ups)
    longer = replace(
        event,
        players=players,
        rounds_recorded=event.rounds_recorded + 1,
        line_ups=(*event.line_ups, *line_ups),
        forfeited_matches=(*event.forfeited_matches, *(record for match in matches for record in match.forfeited)),
        team_allocated_byes=_with_bye(event.team_allocated_byes, event.rounds_recorded, bye),
    )
    return with_team_points(longer)


def _with_bye(byes: TeamAllocatedByes | None, rounds_before: int, bye: int | None) -> TeamAllocatedByes:
    """Return the byes with the team of a round; earlier rounds without a bye are blank."""
    byes = byes or TeamAllocatedByes()
    if bye is None:
        return byes
    blanks = (None,) * (rounds_before - len(byes.teams))
    return replace(byes, teams=(*byes.teams, *blanks, bye))


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamBatch(EventBatch[TeamPlan]):
    """A batch of team events; field 092 names the system."""

    participants: ClassVar = "teams"

    axes: TeamAxes = field(default_factory=lambda: TEAM_PROFILES["mixed"])
    system: str = "team-2026"

    def _plan(self, rng: random.Random, name: str) -> TeamPlan:
        return replace(
            draw_team_plan(rng, self.axes),
            system_text=self.system.partition("/")[0],  # a literal engine follows the same regulation
            start=event_start(self.axes.start, engine_for(self.system).edition),
            name=name,
        )

    def _play(self, plan: TeamPlan, pairer: Pairer, rng: random.Random) -> tuple[Event, int]:
        event = play_teams(plan, pairer, rng)
        played_byes = tuple(bye for bye in event.team_byes if bye.round_number <= event.rounds_recorded)
        return replace(event, team_byes=played_byes), len(event.team_byes) - len(played_byes)


def draw_team_plan(rng: random.Random, axes: TeamAxes) -> TeamPlan:
    """Draw a plan; the number of teams is uniform on a logarithmic scale."""
    teams = draw_size(rng, axes.teams, axes.rounds)
    rates, quotas = draw_misfortunes(rng, axes, teams)
    scores, match_points = draw_choice(rng, axes.scores), draw_choice(rng, axes.match_points)
    lowest, highest = sorted((draw_span(rng, axes.lowest_rating), draw_span(rng, axes.highest_rating)))
    groups = draw_choice(rng, axes.forbidden_groups)
    return TeamPlan(
        teams=teams,
        rounds=draw_rounds(rng, axes.rounds, teams),
        boards=draw_span(rng, axes.boards),
        reserves=draw_span(rng, axes.reserves),
        board_colours=draw_choice(rng, axes.board_colours),
        initial_colour=draw_choice(rng, axes.initial_colour),
        preferences=draw_choice(rng, axes.preferences),
        scores=scores,
        match_points=match_points,
        bye=draw_choice(rng, axes.bye),
        acceleration=_draw_acceleration(rng, axes, scores, match_points),
        rates=rates,
        quotas=quotas,
        empty_boards=draw_chance(rng, axes.empty_boards),
        results=draw_choice(rng, axes.results),
        ratings=Ratings(lowest=max(1, lowest), highest=max(1, highest)),
        forbidden_groups=draw_forbidden_groups(rng, groups, teams),
        tie_breaks=draw_choice(copy(rng), axes.tie_breaks),
    )


def allows_baku_by_scores(scores: TeamScores) -> bool:
    """Whether teams are paired by match points first, as the Baku acceleration presupposes (C.04.7:1.1)."""
    return not scores.has_game_points_first


def allows_baku_by_match_points(match_points: MatchPoints) -> bool:
    """Whether a win is worth two draws and a loss nothing, as the Baku acceleration presupposes (C.04.7:1.1)."""
    return match_points.win == 2 * match_points.draw and match_points.loss == 0


def _draw_acceleration(
    rng: random.Random, axes: TeamAxes, scores: TeamScores, match_points: MatchPoints
) -> Acceleration:
    """Draw an acceleration; none instead of Baku if the scores or the match points do not allow Baku."""
    drawn = draw_choice(rng, axes.acceleration)
    allows_baku = allows_baku_by_scores(scores) and allows_baku_by_match_points(match_points)
    return Acceleration.NONE if drawn is Acceleration.BAKU and not allows_baku else drawn
