"""
The byes of teams without a match.

Records 320 and 240 declare byes. Without these records, the letters in the rows of the team's players show the bye.
In team events of 2006 and 2016 some programs write ``0000 - -`` for every player without an opponent; which of these
games was won, only the points of the players show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace

from tournaments.frozen import dataclass
from tournaments.model import ABSENT, Event, Player, RequestedBye, Result, RoundEntry
from tournaments.places import Places
from tournaments.points import points_by_results
from tournaments.problems import ProblemCode, ProblemLog, counted_noun
from tournaments.teams.event import MatchResult
from tournaments.teams.meetings import MatchFinder, TeamRound, list_team_rounds

MATCH_RESULTS = {
    Result.PAIRING_ALLOCATED_BYE: MatchResult.PAIRING_ALLOCATED_BYE,
    Result.FULL_POINT_BYE: MatchResult.FULL_POINT_BYE,
    Result.HALF_POINT_BYE: MatchResult.HALF_POINT_BYE,
    Result.ZERO_POINT_BYE: MatchResult.ZERO_POINT_BYE,
}
_ALTERNATIVES = {Result.ZERO_POINT_BYE: Result.ZERO_POINT_BYE, Result.FORFEIT_WIN: Result.FULL_POINT_BYE}
"""The alternative to an inferred pairing-allocated bye, by the letter in the rows of the team."""
_RECORD_CODES = {Result.PAIRING_ALLOCATED_BYE: "320"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamByeFinder:
    """A search for the byes of teams, round after round."""

    event: Event
    places: Places
    log: ProblemLog
    teams_with_bye: set[int] = field(default_factory=set)
    """Teams with the pairing-allocated bye in an earlier round."""
    doubtful: list[RequestedBye] = field(default_factory=list)
    """The alternatives to inferred pairing-allocated byes."""
    inferred_absences: list[RequestedBye] = field(default_factory=list)
    """Absences of the only team without a match, inferred because the team had a bye before."""

    def find(self, played: TeamRound, opponents: Mapping[int, int]) -> dict[int, MatchResult]:
        """Return the bye of every team without a match; call it in the order of rounds."""
        self._report_contradictions(played, opponents)
        byes: dict[int, MatchResult] = {}
        letters: dict[int, Result] = {}
        for team in played.members:
            if team in opponents:
                continue
            if team in played.allocated:
                byes[team] = MatchResult.PAIRING_ALLOCATED_BYE
            elif team in played.byes:
                byes[team] = MATCH_RESULTS[played.byes[team]]
            else:
                letters[team] = _most_usual_letter(played, team)
        for team, letter in letters.items():
            byes[team] = self._infer_bye(team, letter, tuple(letters.values()))
            if team in self.teams_with_bye and self._is_odd_team(letter, tuple(letters.values())):
                self.inferred_absences.append(
                    RequestedBye(round_number=played.number, tpn=team, result=Result.ZERO_POINT_BYE)
                )
            if byes[team] is not MatchResult.ZERO_POINT_BYE and not _is_written(played, team):
                self._report_infer_bye(played, team, byes[team])
            if byes[team] is MatchResult.PAIRING_ALLOCATED_BYE and letter in _ALTERNATIVES:
                self.doubtful.append(RequestedBye(round_number=played.number, tpn=team, result=_ALTERNATIVES[letter]))
        self._report_second(played, [team for team in byes if byes[team] is MatchResult.PAIRING_ALLOCATED_BYE])
        self.teams_with_bye.update(team for team, bye in byes.items() if bye is MatchResult.PAIRING_ALLOCATED_BYE)
        return byes

    def _infer_bye(self, team: int, letter: Result, letters: Sequence[Result]) -> MatchResult:
        """
        Return the bye of a team by its letter and the letters of all teams without a match in the round.

        A single ``+`` stands for the pairing-allocated bye, as in files of 2006. In files without records for byes, the
        only team without a match has the pairing-allocated bye, unless it had a bye before.
        """
        if letter is Result.FORFEIT_WIN:
            is_alone = letters.count(letter) == 1 and Result.PAIRING_ALLOCATED_BYE not in letters
            return MatchResult.PAIRING_ALLOCATED_BYE if is_alone else MatchResult.FULL_POINT_BYE
        if letter is not Result.ZERO_POINT_BYE:
            return MATCH_RESULTS.get(letter, MatchResult.ZERO_POINT_BYE)
        has_bye = team not in self.teams_with_bye and self._is_odd_team(letter, letters)
        return MatchResult.PAIRING_ALLOCATED_BYE if has_bye else MatchResult.ZERO_POINT_BYE

    def _is_odd_team(self, letter: Result, letters: Sequence[Result]) -> bool:
        """Whether a team is the only team without a match, in a file without records for byes."""
        is_silent = letter is Result.ZERO_POINT_BYE and len(letters) == 1
        return is_silent and not has_match_records(self.event)

    def _report_infer_bye(self, played: TeamRound, team: int, bye: MatchResult) -> None:
        self.log.add(
            ProblemCode.TEAM_BYE_INFERRED,
            f"round {played.number}: team {team} has no match; its players' rows were read as a {bye.value}",
            "write record 320 for the pairing-allocated bye, 240 for others, 330 for a forfeited match",
            at=self.places.team_place(team),
        )

    def _report_second(self, played: TeamRound, teams: Sequence[int]) -> None:
        if len(teams) > 1:
            self.log.add(
                ProblemCode.SECOND_ALLOCATED_BYE,
                f"round {played.number}: teams {teams[0]} and {teams[1]} have the pairing-allocated bye",
                "write F or H for byes that were requested",
                at=self.places.team_place(teams[1]),
                found="U",
            )

    def _report_contradictions(self, played: TeamRound, opponents: Mapping[int, int]) -> None:
        """Report byes of teams that have a match, and second byes of a team."""
        number = played.number
        listed = [(team, Result.PAIRING_ALLOCATED_BYE, self._place_320()) for team in sorted(played.allocated)]
        listed += [
            (bye.tpn, bye.result, self.places.record_place(bye))
            for bye in self.event.team_byes
            if bye.round_number == number
        ]
        byes: dict[int, Result] = {}
        for team, result, at in listed:
            name, record = MATCH_RESULTS[result].value, _RECORD_CODES.get(result, "240")
            if team in opponents:
                self.log.add(
                    ProblemCode.TEAM_BYE_CONTRADICTS_GAMES,
                    f"round {number}: team {team} has a {name}, but plays team {opponents[team]}",
                    f"correct record {record}, or the games",
                    at=at,
                    found=str(team),
                )
            elif team in byes:
                message = f"round {number}: team {team} has a {name}, and a {MATCH_RESULTS[byes[team]].value} already"
                self.log.add(
                    ProblemCode.TEAM_BYES_CONTRADICT, message, f"correct record {record}", at=at, found=str(team)
                )
            byes.setdefault(team, result)

    def _place_320(self) -> tuple[int | None, int | None]:
        return self.places.record_place(self.event.team_allocated_byes)


def list_requested_byes(event: Event) -> tuple[RequestedBye, ...]:
    """
    Return the byes of teams in rounds after the recorded rounds.

    Record 240 declares such a bye; otherwise a team has a bye if all of its players have a bye in the next column.
    """
    byes = [bye for bye in event.team_byes if bye.round_number > event.rounds_recorded]
    known = {(bye.round_number, bye.tpn) for bye in byes}
    results_by_round: dict[int, dict[int, Result]] = {}
    for bye in event.requested_byes:
        results_by_round.setdefault(bye.round_number, {})[bye.tpn] = bye.result
    for round_number, results in sorted(results_by_round.items()):
        for team in event.teams:
            if (round_number, team.number) not in known and team.players and results.keys() >= {*team.players}:
                result = _most_usual(results[tpn] for tpn in team.players)
                byes.append(RequestedBye(round_number=round_number, tpn=team.number, result=result))
    return tuple(byes)


def _most_usual_letter(played: TeamRound, team: int) -> Result:
    """Return the most frequent result of the players of a team without a match."""
    entries = (played.entries[tpn] for tpn in played.members[team])
    return _most_usual(entry.result for entry in entries if entry.opponent is None)


def _is_written(played: TeamRound, team: int) -> bool:
    """Whether the rows of a team without a match write its bye: all letters are the same U, F or H."""
    results = {played.entries[tpn].result for tpn in played.members[team]} - {Result.ZERO_POINT_BYE}
    return len(results) == 1 and results <= MATCH_RESULTS.keys()


def _most_usual(results: Iterable[Result]) -> Result:
    """Return the most frequent result other than absence; absence if all are absent."""
    counts = Counter(result for result in results if result is not Result.ZERO_POINT_BYE)
    return counts.most_common(1)[0][0] if counts else Result.ZERO_POINT_BYE


_WON = RoundEntry(None, None, Result.FORFEIT_WIN)


def has_match_records(event: Event) -> bool:
    """Whether the event has records of byes, line-ups or forfeited matches, which only TRF26 has."""
    return bool(event.team_allocated_byes or event.team_byes or event.forfeited_matches or event.line_ups)


def infer_wins(event: Event, log: ProblemLog) -> Event:
    """
    Return the event with games won without an opponent, if exactly one such game explains a player's points.

    The player's team had a match, and the other team had no more players in it. Nothing is inferred for files with
    records of matches.
    """
    if has_match_records(event):
        return event
    points = points_by_results(event)
    short = [
        player
        for player in event.players
        if player.points is not None and player.points == points[player.tpn] + event.scoring.forfeit_win
    ]
    if not short:
        return event
    rounds = list_team_rounds(event)
    meetings = [MatchFinder(round=played, places=Places(), log=ProblemLog("")).find() for played in rounds]
    won: dict[int, int] = {}
    for player in short:
        possible = _rounds_without_opponent(player, rounds, meetings)
        if len(possible) == 1:
            won[player.tpn] = possible[0]
    if won:
        tpn, number = next(iter(won.items()))
        log.add(
            ProblemCode.WINS_INFERRED,
            f"{counted_noun(len(won), 'game')} won without an opponent read where no result is written, because the "
            f"points say so; the first is the game of player {tpn} in round {number}",
            "write 0000 - +",
            at=(None, None),
        )
    return replace(event, players=tuple(_with_win(player, won.get(player.tpn)) for player in event.players))


def _rounds_without_opponent(
    player: Player, rounds: Sequence[TeamRound], meetings: Sequence[Mapping[int, int]]
) -> list[int]:
    """Return the rounds in which the player may have sat at a board without an opponent."""
    numbers = []
    for played, opponents in zip(rounds, meetings, strict=True):
        team = played.team_of.get(player.tpn)
        if team is None or team not in opponents or player.rounds[played.number - 1] != ABSENT:
            continue
        own, their = played.on_boards(team, opponents[team]), played.on_boards(opponents[team], team)
        if len(their) <= len(own):
            numbers.append(played.number)
    return numbers


def _with_win(player: Player, number: int | None) -> Player:
    if number is None:
        return player
    return replace(player, rounds=(*player.rounds[: number - 1], _WON, *player.rounds[number:]))


def write_byes_in_rows(event: Event) -> Event:
    """Return the event with the letters of recorded byes of teams in the rows of the players on the first boards."""
    allocated = event.team_allocated_byes.teams if event.team_allocated_byes else ()
    byes = [(number, team, Result.PAIRING_ALLOCATED_BYE) for number, team in enumerate(allocated, 1) if team]
    byes += [(bye.round_number, bye.tpn, bye.result) for bye in event.team_byes]
    players = {team.number: team.players[: len(event.board_colours) or None] for team in event.teams}
    rows = {player.tpn: list(player.rounds) for player in event.players}
    for round_number, team, result in byes:
        for tpn in players.get(team, ()):
            if round_number <= len(rows[tpn]):
                rows[tpn][round_number - 1] = RoundEntry(opponent=None, colour=None, result=result)
    return replace(event, players=tuple(replace(player, rounds=tuple(rows[player.tpn])) for player in event.players))
