"""
The matches in a round of a team event.

Two teams met if their players played each other; the largest number of games decides. Without games, records decide: a
forfeited match (330), then the opponent of a line-up (300). Contradicting games and records are reported and ignored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field

from tournaments.frozen import FrozenStruct, dataclass
from tournaments.model import ABSENT, Event, Result, RoundEntry
from tournaments.places import OPPONENT_OFFSET, Places
from tournaments.problems import ProblemCode, ProblemLog
from tournaments.teams.records import ForfeitedMatch, LineUp

Pair = tuple[int, int]

REMEDY_INDIVIDUALS = "correct the teams' players; if players are paired, not teams, say so in 192 or 092"


class TeamRound(FrozenStruct, frozen=True, kw_only=True):
    """The entries and records of a round, by team."""

    number: int
    team_of: Mapping[int, int]
    """
    TPN to the team of the player: the team that lists the player (310, 013).

    If two teams or none list the player, the line-up (300) decides, or else the first of the two teams.
    """
    members: Mapping[int, tuple[int, ...]]
    """Number of a team to its players, by TPN, in the order of its list."""
    entries: Mapping[int, RoundEntry]
    """The entries of all players, by TPN."""
    line_ups: Mapping[int, LineUp]
    """The line-ups of the round, by team."""
    forfeited: tuple[ForfeitedMatch, ...]
    allocated: frozenset[int]
    """Teams with the pairing-allocated bye by record 320."""
    byes: Mapping[int, Result]
    """Other byes by record 240, by team; of two byes, the first."""

    def games(self) -> Iterator[Pair]:
        """Yield the two players of every scheduled game, the lower TPN first."""
        for tpn, entry in self.entries.items():
            opponent = entry.opponent
            if opponent is not None and tpn < opponent and opponent in self.entries:
                yield tpn, opponent

    def on_boards(self, team: int, opponent: int) -> tuple[int, ...]:
        """Return the team's players with a game of the match, or with a game won or lost without an opponent."""
        return tuple(tpn for tpn in self.members[team] if self._is_on_board(tpn, opponent))

    def _is_on_board(self, tpn: int, opponent: int) -> bool:
        entry = self.entries[tpn]
        if entry.opponent is None:
            return entry.result is not Result.ZERO_POINT_BYE
        return self.team_of.get(entry.opponent, opponent) == opponent


def list_team_rounds(event: Event) -> list[TeamRound]:
    """Return the recorded rounds, earliest first."""
    homes = list_teams_of_players(event)
    return [_build_team_round(event, number, homes) for number in range(1, event.rounds_recorded + 1)]


def list_teams_of_players(event: Event) -> dict[int, tuple[int, ...]]:
    """Return the teams that list a player, by TPN; a sound file has one team for each player."""
    homes: dict[int, list[int]] = {}
    for team in event.teams:
        for tpn in team.players:
            homes.setdefault(tpn, []).append(team.number)
    return {tpn: tuple(teams) for tpn, teams in homes.items()}


def _build_team_round(event: Event, number: int, homes: Mapping[int, tuple[int, ...]]) -> TeamRound:
    numbers = {team.number for team in event.teams}
    entries = {
        player.tpn: player.rounds[number - 1] if number <= len(player.rounds) else ABSENT for player in event.players
    }
    line_ups: dict[int, LineUp] = {}
    for line_up in event.line_ups:
        if line_up.round_number == number and line_up.team in numbers:
            line_ups.setdefault(line_up.team, line_up)
    team_of = {tpn: teams[0] for tpn, teams in homes.items() if tpn in entries}
    for team, line_up in line_ups.items():
        seated = (tpn for tpn in line_up.players if tpn in entries and team in homes.get(tpn, (team,)))
        team_of |= dict.fromkeys(seated, team)
    byes: dict[int, Result] = {}
    for bye in event.team_byes:
        if bye.round_number == number:
            byes.setdefault(bye.tpn, bye.result)
    return TeamRound(
        number=number,
        team_of=team_of,
        members=_members(event, team_of, line_ups),
        entries=entries,
        line_ups=line_ups,
        forfeited=tuple(
            match
            for match in event.forfeited_matches
            if match.round_number == number and {match.white, match.black} <= numbers
        ),
        allocated=_allocated_bye_teams(event, number),
        byes=byes,
    )


def _members(event: Event, team_of: Mapping[int, int], line_ups: Mapping[int, LineUp]) -> dict[int, tuple[int, ...]]:
    members: dict[int, dict[int, None]] = {}
    for team in event.teams:
        lent = line_ups[team.number].players if team.number in line_ups else ()
        own = members.setdefault(team.number, {})
        own |= {tpn: None for tpn in (*team.players, *lent) if tpn is not None and team_of.get(tpn) == team.number}
    return {number: tuple(own) for number, own in members.items()}


def _allocated_bye_teams(event: Event, number: int) -> frozenset[int]:
    listed = event.team_allocated_byes.teams if event.team_allocated_byes else ()
    team = listed[number - 1] if number <= len(listed) else None
    return frozenset(() if team is None else (team,))


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFinder:
    """A search for the matches of one round."""

    round: TeamRound
    places: Places
    log: ProblemLog
    opponents: dict[int, int] = field(default_factory=dict)
    """Number of each team to its opponent."""
    ambiguous: set[int] = field(default_factory=set)
    """Teams with two possible opponents that have equally many games."""

    def find(self) -> dict[int, int]:
        """Return the opponent of every team with a match."""
        scheduled = self._group_games_by_teams()
        self._match_by_games(scheduled)
        self._match_by_records()
        self._report_strays(scheduled)
        return self.opponents

    def _group_games_by_teams(self) -> dict[Pair, list[Pair]]:
        """Return the games between every two teams, the lower number first."""
        games: dict[Pair, list[Pair]] = {}
        for first, second in self.round.games():
            teams = self.round.team_of.get(first), self.round.team_of.get(second)
            if teams[0] is None or teams[1] is None:
                continue
            if teams[0] == teams[1]:
                self._report_within(first, second, teams[0])
            else:
                games.setdefault((min(teams[0], teams[1]), max(teams[0], teams[1])), []).append((first, second))
        return games

    def _report_within(self, first: int, second: int, team: int) -> None:
        self.log.add(
            ProblemCode.GAME_WITHIN_TEAM,
            f"round {self.round.number}: players {first} and {second} of team {team} play each other"
            + self.places.mention(second),
            REMEDY_INDIVIDUALS,
            at=self.places.entry_place(first, self.round.number, OPPONENT_OFFSET),
            found=str(second),
        )

    def _match_by_games(self, scheduled: Mapping[Pair, list[Pair]]) -> None:
        """Match the pairs of teams in the order of scheduled games, then of played games, then of records."""
        recorded = Counter(
            (min(line_up.team, line_up.opponent), max(line_up.team, line_up.opponent))
            for line_up in self.round.line_ups.values()
            if line_up.opponent is not None
        )
        recorded.update(
            (min(match.white, match.black), max(match.white, match.black)) for match in self.round.forfeited
        )
        weights = {
            pair: (len(games), sum(self.round.entries[first].was_played for first, _ in games), recorded[pair])
            for pair, games in scheduled.items()
        }
        ordered = sorted(weights, key=lambda pair: (*(-part for part in weights[pair]), pair))
        pairs_of_team: dict[int, list[Pair]] = {}
        for pair in ordered:
            for team in pair:
                pairs_of_team.setdefault(team, []).append(pair)
        for pair in ordered:
            if not self._are_free(pair):
                continue
            for team in pair:
                for rival in pairs_of_team[team]:
                    if rival != pair and weights[rival] == weights[pair] and self._are_free(rival):
                        self._report_ambiguous(team, (pair, rival))
            self._match(pair)

    def _are_free(self, pair: Pair) -> bool:
        return pair[0] not in self.opponents and pair[1] not in self.opponents

    def _match(self, pair: Pair) -> None:
        self.opponents[pair[0]], self.opponents[pair[1]] = pair[1], pair[0]

    def _report_ambiguous(self, team: int, pairs: tuple[Pair, Pair]) -> None:
        self.ambiguous.update(*pairs)
        others = sorted(number for pair in pairs for number in pair if number != team)
        self.log.add(
            ProblemCode.MATCH_AMBIGUOUS,
            f"round {self.round.number}: team {team} has as many games against team {others[0]} as against team "
            f"{others[1]}",
            REMEDY_INDIVIDUALS,
            at=self.places.team_place(team),
            found=str(team),
        )

    def _match_by_records(self) -> None:
        for match in self.round.forfeited:
            if self._are_free((match.white, match.black)):
                self._match((match.white, match.black))
            elif self.opponents.get(match.white) != match.black:
                self._report_forfeited(match)
        for line_up in self.round.line_ups.values():
            if line_up.opponent is None or self.opponents.get(line_up.team) == line_up.opponent:
                continue
            if self._are_free((line_up.team, line_up.opponent)):
                self._match((line_up.team, line_up.opponent))
            else:
                self._report_line_up(line_up)

    def _report_forfeited(self, match: ForfeitedMatch) -> None:
        busy = match.white if match.white in self.opponents else match.black
        self.log.add(
            ProblemCode.FORFEIT_CONTRADICTS_GAMES,
            f"round {self.round.number}: the match of teams {match.white} and {match.black} is forfeited, but team "
            f"{busy} plays team {self.opponents[busy]}",
            "correct record 330, or the games",
            at=self.places.record_place(match),
        )

    def _report_line_up(self, line_up: LineUp) -> None:
        busy = line_up.team if line_up.team in self.opponents else line_up.opponent
        self.log.add(
            ProblemCode.LINE_UP_CONTRADICTS_GAMES,
            f"round {self.round.number}: the line-up of team {line_up.team} is against team {line_up.opponent}, but "
            f"team {busy} plays team {self.opponents[busy or 0]}",
            "correct record 300, or the games",
            at=self.places.record_place(line_up),
            found=str(line_up.opponent),
        )

    def _report_strays(self, scheduled: Mapping[Pair, list[Pair]]) -> None:
        """Report the games of teams that did not meet, and the teams that have only such games."""
        stray = {pair: games for pair, games in scheduled.items() if self.opponents.get(pair[0]) != pair[1]}
        for first, second in (game for games in stray.values() for game in games):
            self._report_outside(first, second)
        excused = self.round.allocated | self.round.byes.keys() | self.opponents.keys() | self.ambiguous
        for team in sorted({number for pair in stray for number in pair} - excused):
            self.log.add(
                ProblemCode.MATCH_AMBIGUOUS,
                f"round {self.round.number}: team {team} has games, but each of its opponents' teams meets another",
                REMEDY_INDIVIDUALS,
                at=self.places.team_place(team),
                found=str(team),
            )

    def _report_outside(self, first: int, second: int) -> None:
        team, theirs = self.round.team_of[first], self.round.team_of[second]
        busy = team if team in self.opponents else theirs
        self.log.add(
            ProblemCode.GAME_OUTSIDE_MATCH,
            f"round {self.round.number}: player {first} of team {team} plays {second} of team {theirs}, but team "
            f"{busy} meets team {self.opponents[busy]}",
            "correct the opponent, or the teams' players",
            at=self.places.entry_place(first, self.round.number, OPPONENT_OFFSET),
            found=str(second),
        )
