"""
Whether teams or players were paired, in a file that lists teams.

Records 192 and 092 say it. Where both are silent, the clubs of an open look like the teams of a team event; then the
games tell: in a team event the players of a team meet those of one other team in a round, and never each other.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tournaments.frozen import dataclass
from tournaments.model import DeclaredSystem, Paired
from tournaments.problems import Findings, ProblemCode, counted_noun
from tournaments.trf.teams import read_teams

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from tournaments.model import Event
    from tournaments.teams.records import Team
    from tournaments.trf.rows import Row
    from tournaments.trf.sheet import Sheet

    Games = Collection[tuple[int, int]]

_LISTS = ("310", "013")
_RECORDS_OF_MATCHES = ("300", "320", "330", "352", "362")
_SIDES = 2
_FEWEST_GAMES = 2
"""Of a match: a single game between two clubs comes about by chance."""
_MATCHES = 75
"""Per cent of the games in matches, or more: teams were paired, whatever contradicts it in the rest."""
_NO_MATCHES = 50
"""Per cent of the games in matches: if it is less, players were paired."""
_WITHIN = 25
"""Per cent of the games between players of the same team, or more: players were paired."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What the games of an event say of the teams that it lists."""

    teams: int
    games: int
    """Scheduled, in all rounds."""
    in_matches: int
    within: int
    """Between players of the same team."""
    example: str
    """The first game within a team."""

    @property
    def verdict(self) -> Paired | None:
        """Who was paired; None if that cannot be told."""
        if self.teams < _SIDES:
            return Paired.PLAYERS
        if not self.games:
            return None
        if self.form_matches:
            return Paired.TEAMS
        is_scattered = 100 * self.in_matches < _NO_MATCHES * self.games or 100 * self.within >= _WITHIN * self.games
        return Paired.PLAYERS if is_scattered else None

    @property
    def form_matches(self) -> bool:
        """Whether the games are, by and large, those of team against team."""
        return bool(self.games) and 100 * self.in_matches >= _MATCHES * self.games

    def __str__(self) -> str:
        """Return the counts in words."""
        if self.teams < _SIDES:
            return "there is only one"
        if not self.games:
            return "there are no games"
        within = f", {self.within} between players of one team ({self.example})" if self.within else ""
        return f"{self.in_matches} of {counted_noun(self.games, 'game')} are in matches of team against team{within}"


def evidence_of(teams: Sequence[Team], rounds: Iterable[Games]) -> Evidence:
    """Weigh the games of all rounds, from the first; a player whom two teams list belongs to the first of them."""
    team_of: dict[int, int] = {}
    for place, team in enumerate(teams):
        for tpn in team.players:
            team_of.setdefault(tpn, place)
    games = in_matches = within = 0
    example = ""
    for number, played in enumerate(rounds, start=1):
        inside = [(one, other) for one, other in played if one in team_of and team_of[one] == team_of.get(other)]
        if inside and not example:
            example = "{} and {} in round {}".format(*min(inside), number)
        games += len(played)
        within += len(inside)
        in_matches += _in_matches(played, team_of)
    return Evidence(teams=len(teams), games=games, in_matches=in_matches, within=within, example=example)


def _in_matches(played: Games, team_of: Mapping[int, int]) -> int:
    """Return how many games of a round are in matches; of two matches of a team that with more games counts."""
    counts = Counter(frozenset(team_of[tpn] for tpn in game if tpn in team_of) for game in played)
    busy: set[int] = set()
    found = 0
    for sides, count in sorted(counts.items(), key=lambda item: (-item[1], sorted(item[0]))):
        if len(sides) == _SIDES and count >= _FEWEST_GAMES and busy.isdisjoint(sides):
            busy |= sides
            found += count
    return found


def is_told_by_games(event: Event) -> bool:
    """Whether the games would tell who is paired in an event that lists teams, if it did not say so."""
    rounds: list[list[tuple[int, int]]] = [[] for _ in range(event.rounds_recorded)]
    for player in event.players:
        for played, entry in zip(rounds, player.rounds, strict=False):
            if entry.opponent is not None and player.tpn < entry.opponent:
                played.append((player.tpn, entry.opponent))
    return evidence_of(event.teams, rounds).verdict is (Paired.TEAMS if event.is_team_event else Paired.PLAYERS)


def who_is_paired(sheet: Sheet, rows: Sequence[Row], asked: Paired | None, findings: Findings) -> Paired:
    """
    Return whether the numbers in pairing records are those of players or of teams.

    ``asked`` is who the user says is paired: it counts where the file is silent; PLAYERS counts also against a 092 that
    says "team" and is contradicted by the games, but not against games that form matches. Report what was taken
    because of the games, and an error where they do not tell.
    """
    system = DeclaredSystem(code=sheet.text("192").upper(), text=sheet.text("092"))
    lists_teams = not sheet.records.keys().isdisjoint(_LISTS)
    if system.code or not lists_teams or system.paired is Paired.PLAYERS:
        return Paired.TEAMS if system.pairs_teams(lists_teams=lists_teams) else Paired.PLAYERS
    is_said = system.paired is Paired.TEAMS and asked is not Paired.PLAYERS
    if is_said or asked is Paired.TEAMS or not sheet.records.keys().isdisjoint(_RECORDS_OF_MATCHES):
        return Paired.TEAMS
    evidence = _evidence_in(sheet, rows)
    if asked is Paired.PLAYERS:
        is_uncontradicted = system.paired is Paired.TEAMS and not evidence.games
        return Paired.TEAMS if evidence.form_matches or is_uncontradicted else Paired.PLAYERS
    return _by_games(evidence, findings)


def _evidence_in(sheet: Sheet, rows: Sequence[Row]) -> Evidence:
    rounds: dict[int, set[tuple[int, int]]] = {}
    for row in rows:
        for number, cell in enumerate(row.cells):
            games = rounds.setdefault(number, set())
            if cell.opponent:
                games.add((min(row.tpn, cell.opponent), max(row.tpn, cell.opponent)))
    known = frozenset(row.tpn for row in rows)
    teams = read_teams(sheet, known, Findings(""))  # what is wrong with them is reported when the event is read
    return evidence_of(teams, (rounds[number] for number in sorted(rounds)))


def _by_games(evidence: Evidence, findings: Findings) -> Paired:
    at = (None, None)  # of the file as a whole, so that it stands before what follows from it
    silent = f"the file lists {counted_noun(evidence.teams, 'team')}, and neither 192 nor 092 says who is paired"
    if evidence.verdict is None:
        findings.add(
            ProblemCode.TEAMS_OR_PLAYERS,
            f"{silent}; the games do not tell, either: {evidence}",
            "write Individual or Team in 092",
            at=at,
        )
    elif evidence.verdict is Paired.PLAYERS:
        findings.add(
            ProblemCode.TEAMS_NOT_PAIRED,
            f"{silent}; it was read as an event of individual players: {evidence}",
            "write Individual in 092",
            at=at,
        )
    return evidence.verdict or Paired.TEAMS
