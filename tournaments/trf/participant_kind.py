"""
The decision whether teams or players were paired, in a file that lists teams.

Records 192 and 092 declare it. Without them, the clubs of an open look like the teams of a team event, and the games
decide: in a team event the players of a team meet players of one other team in a round, and never each other.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tournaments.frozen import FrozenStruct
from tournaments.model import DeclaredSystem, Event, ParticipantKind
from tournaments.problems import ProblemCode, ProblemLog, counted_noun

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from tournaments.teams.records import Team
    from tournaments.trf.rows import Row
    from tournaments.trf.sheet import TrfSheet

    Games = Collection[tuple[int, int]]

TEAM_LIST_CODES = ("310", "013")
_MATCH_RECORD_CODES = ("300", "320", "330", "352", "362")
_SIDES = 2
_MIN_GAMES_OF_MATCH = 2
"""The smallest number of games in a match; a single game between two clubs may be accidental."""
_MIN_PERCENT_FOR_TEAMS = 75
"""If at least this percentage of the games is in matches, teams were paired."""
_MAX_PERCENT_FOR_PLAYERS = 50
"""If less than this percentage of the games is in matches, players were paired."""
_MIN_PERCENT_WITHIN_TEAMS = 25
"""If at least this percentage of the games is within teams, players were paired."""


class GameEvidence(FrozenStruct, frozen=True, kw_only=True):
    """The evidence of the games of an event for pairing teams or players."""

    teams: int
    games: int
    """Scheduled games of all rounds."""
    games_in_matches: int
    games_within_teams: int
    """Games between players of the same team."""
    example: str
    """The first game within a team."""

    @property
    def verdict(self) -> ParticipantKind | None:
        """The kind of participants that was paired; None if the games do not decide."""
        if self.teams < _SIDES:
            return ParticipantKind.PLAYERS
        if not self.games:
            return None
        if self.form_matches:
            return ParticipantKind.TEAMS
        is_scattered = (
            100 * self.games_in_matches < _MAX_PERCENT_FOR_PLAYERS * self.games
            or 100 * self.games_within_teams >= _MIN_PERCENT_WITHIN_TEAMS * self.games
        )
        return ParticipantKind.PLAYERS if is_scattered else None

    @property
    def form_matches(self) -> bool:
        """Whether most games are games of team against team."""
        return bool(self.games) and 100 * self.games_in_matches >= _MIN_PERCENT_FOR_TEAMS * self.games

    def __str__(self) -> str:
        """Return the counts in words."""
        if self.teams < _SIDES:
            return "there is only one"
        if not self.games:
            return "no games are recorded"
        exceptions = ""
        if self.games_within_teams:
            exceptions = f", {self.games_within_teams} between players of one team ({self.example})"
        games = counted_noun(self.games, "game")
        return f"{self.games_in_matches} of {games} are in matches of team against team{exceptions}"


def weigh_games(teams: Sequence[Team], rounds: Iterable[Games]) -> GameEvidence:
    """Return the evidence of the games of all rounds; a player of two teams belongs to the first of the two."""
    team_of: dict[int, int] = {}
    for place, team in enumerate(teams):
        for tpn in team.players:
            team_of.setdefault(tpn, place)
    games = games_in_matches = games_within_teams = 0
    example = ""
    for number, played in enumerate(rounds, start=1):
        inside = [
            (first, second) for first, second in played if first in team_of and team_of[first] == team_of.get(second)
        ]
        if inside and not example:
            example = "{} and {} in round {}".format(*min(inside), number)
        games += len(played)
        games_within_teams += len(inside)
        games_in_matches += _count_games_in_matches(played, team_of)
    return GameEvidence(
        teams=len(teams),
        games=games,
        games_in_matches=games_in_matches,
        games_within_teams=games_within_teams,
        example=example,
    )


def _count_games_in_matches(played: Games, team_of: Mapping[int, int]) -> int:
    """Return the number of games of a round in matches; of two matches of a team, the match with more games counts."""
    counts = Counter(frozenset(team_of[tpn] for tpn in game if tpn in team_of) for game in played)
    busy: set[int] = set()
    total = 0
    for sides, count in sorted(counts.items(), key=lambda item: (-item[1], sorted(item[0]))):
        if len(sides) == _SIDES and count >= _MIN_GAMES_OF_MATCH and busy.isdisjoint(sides):
            busy |= sides
            total += count
    return total


def do_games_show_kind(event: Event) -> bool:
    """Whether the games of an event that lists teams show the kind of participants without a declaration."""
    rounds: list[list[tuple[int, int]]] = [[] for _ in range(event.rounds_recorded)]
    for player in event.players:
        for played, entry in zip(rounds, player.rounds, strict=False):
            if entry.opponent is not None and player.tpn < entry.opponent:
                played.append((player.tpn, entry.opponent))
    return weigh_games(event.teams, rounds).verdict is (
        ParticipantKind.TEAMS if event.is_team_event else ParticipantKind.PLAYERS
    )


def determine_participant_kind(
    sheet: TrfSheet, rows: Sequence[Row], requested_kind: ParticipantKind | None, log: ProblemLog
) -> ParticipantKind:
    """
    Return the kind of participants whose numbers are in the records of pairing.

    ``requested_kind`` comes from the user and counts if the file does not declare the kind. PLAYERS also prevails over
    a "team" in 092 that the games contradict, but not over games that form matches. Report a decision by the games, and
    an error if the games do not decide.
    """
    system = DeclaredSystem(code=sheet.text("192").upper(), text=sheet.text("092"))
    lists_teams = not sheet.records.keys().isdisjoint(TEAM_LIST_CODES)
    if system.code or not lists_teams or system.paired is ParticipantKind.PLAYERS:
        return ParticipantKind.TEAMS if system.pairs_teams(lists_teams=lists_teams) else ParticipantKind.PLAYERS
    are_teams_declared = system.paired is ParticipantKind.TEAMS and requested_kind is not ParticipantKind.PLAYERS
    if (
        are_teams_declared
        or requested_kind is ParticipantKind.TEAMS
        or not sheet.records.keys().isdisjoint(_MATCH_RECORD_CODES)
    ):
        return ParticipantKind.TEAMS
    evidence = _collect_evidence(sheet, rows)
    if requested_kind is ParticipantKind.PLAYERS:
        is_uncontradicted = system.paired is ParticipantKind.TEAMS and not evidence.games
        return ParticipantKind.TEAMS if evidence.form_matches or is_uncontradicted else ParticipantKind.PLAYERS
    return _decide_by_games(evidence, log)


def _collect_evidence(sheet: TrfSheet, rows: Sequence[Row]) -> GameEvidence:
    from tournaments.trf.teams import read_teams  # noqa: PLC0415 - start-up time; few files list teams

    rounds: dict[int, set[tuple[int, int]]] = {}
    for row in rows:
        for number, cell in enumerate(row.cells):
            games = rounds.setdefault(number, set())
            if cell.opponent:
                games.add((min(row.tpn, cell.opponent), max(row.tpn, cell.opponent)))
    known = frozenset(row.tpn for row in rows)
    teams = read_teams(sheet, known, ProblemLog(""))  # problems are reported when the event is read
    return weigh_games(teams, (rounds[number] for number in sorted(rounds)))


def _decide_by_games(evidence: GameEvidence, log: ProblemLog) -> ParticipantKind:
    at = (None, None)  # without a line, so that the problem comes before its consequences
    silent = f"the file lists {counted_noun(evidence.teams, 'team')}, and neither 192 nor 092 says who is paired"
    if evidence.verdict is None:
        log.add(
            ProblemCode.TEAMS_OR_PLAYERS,
            f"{silent}; the games do not show it, either: {evidence}",
            "write Individual or Team in 092",
            at=at,
        )
    elif evidence.verdict is ParticipantKind.PLAYERS:
        log.add(
            ProblemCode.TEAMS_NOT_PAIRED,
            f"{silent}; it was read as an event of individual players: {evidence}",
            "write Individual in 092",
            at=at,
        )
    return evidence.verdict or ParticipantKind.TEAMS
