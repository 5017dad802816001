"""
What a round was to teams without a match.

320 and 240 say so; where both are silent, the letters in the rows of the team's players do.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import field
from typing import TYPE_CHECKING

from tournaments.frozen import dataclass
from tournaments.model import RequestedBye, Result
from tournaments.problems import ProblemCode
from tournaments.teams.event import MatchResult
from tournaments.teams.inferred_wins import has_records_of_matches

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tournaments.model import Event
    from tournaments.places import Places
    from tournaments.problems import Findings
    from tournaments.teams.meetings import TeamRound

BYES = {
    Result.PAIRING_ALLOCATED_BYE: MatchResult.PAIRING_ALLOCATED_BYE,
    Result.FULL_POINT_BYE: MatchResult.FULL_POINT_BYE,
    Result.HALF_POINT_BYE: MatchResult.HALF_POINT_BYE,
    Result.ZERO_POINT_BYE: MatchResult.ZERO_POINT_BYE,
}
_INSTEAD = {Result.ZERO_POINT_BYE: Result.ZERO_POINT_BYE, Result.FORFEIT_WIN: Result.FULL_POINT_BYE}
"""What a team may have had where its rows were read as the pairing-allocated bye, by their letter."""
_RECORDS = {Result.PAIRING_ALLOCATED_BYE: "320"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamByes:
    """Finds the byes of teams, round after round."""

    event: Event
    places: Places
    findings: Findings
    had_one: set[int] = field(default_factory=set)
    """Teams with the pairing-allocated bye in a round before."""
    doubtful: list[RequestedBye] = field(default_factory=list)
    """What teams with an inferred pairing-allocated bye may have had instead."""
    inferred_absences: list[RequestedBye] = field(default_factory=list)
    """Absences of the only team without a match, read as such because the team had a bye before."""

    def find(self, played: TeamRound, opponents: Mapping[int, int]) -> dict[int, MatchResult]:
        """Return the bye of every team without a match; to be asked in the order of rounds."""
        self._report_contradictions(played, opponents)
        found: dict[int, MatchResult] = {}
        letters: dict[int, Result] = {}
        for team in played.members:
            if team in opponents:
                continue
            if team in played.allocated:
                found[team] = MatchResult.PAIRING_ALLOCATED_BYE
            elif team in played.byes:
                found[team] = BYES[played.byes[team]]
            else:
                letters[team] = _letter(played, team)
        for team, letter in letters.items():
            found[team] = self._inferred(team, letter, tuple(letters.values()))
            if team in self.had_one and self._is_odd_team(letter, tuple(letters.values())):
                self.inferred_absences.append(
                    RequestedBye(round_number=played.number, tpn=team, result=Result.ZERO_POINT_BYE)
                )
            if found[team] is not MatchResult.ZERO_POINT_BYE and not _is_written(played, team):
                self._report_inferred(played, team, found[team])
            if found[team] is MatchResult.PAIRING_ALLOCATED_BYE and letter in _INSTEAD:
                self.doubtful.append(RequestedBye(round_number=played.number, tpn=team, result=_INSTEAD[letter]))
        self._report_second(played, [team for team in found if found[team] is MatchResult.PAIRING_ALLOCATED_BYE])
        self.had_one.update(team for team, bye in found.items() if bye is MatchResult.PAIRING_ALLOCATED_BYE)
        return found

    def _inferred(self, team: int, letter: Result, letters: Sequence[Result]) -> MatchResult:
        """
        Return what the letters of a round's teams without a match say of one of them.

        A lone ``+`` stands for the pairing-allocated bye, as in files of 2006; so does the only team that is missing,
        in files that have no records for byes, unless it had one before.
        """
        if letter is Result.FORFEIT_WIN:
            is_alone = letters.count(letter) == 1 and Result.PAIRING_ALLOCATED_BYE not in letters
            return MatchResult.PAIRING_ALLOCATED_BYE if is_alone else MatchResult.FULL_POINT_BYE
        if letter is not Result.ZERO_POINT_BYE:
            return BYES.get(letter, MatchResult.ZERO_POINT_BYE)
        has_bye = team not in self.had_one and self._is_odd_team(letter, letters)
        return MatchResult.PAIRING_ALLOCATED_BYE if has_bye else MatchResult.ZERO_POINT_BYE

    def _is_odd_team(self, letter: Result, letters: Sequence[Result]) -> bool:
        """Whether a team is the only one without a match, in a file that has no record for its bye."""
        is_silent = letter is Result.ZERO_POINT_BYE and len(letters) == 1
        return is_silent and not has_records_of_matches(self.event)

    def _report_inferred(self, played: TeamRound, team: int, bye: MatchResult) -> None:
        self.findings.add(
            ProblemCode.TEAM_BYE_INFERRED,
            f"round {played.number}: team {team} has no match; its players' rows were read as a {bye.value}",
            "write record 320 for the pairing-allocated bye, 240 for others, 330 for a forfeited match",
            at=self.places.of_team(team),
        )

    def _report_second(self, played: TeamRound, teams: Sequence[int]) -> None:
        if len(teams) > 1:
            self.findings.add(
                ProblemCode.SECOND_ALLOCATED_BYE,
                f"round {played.number}: teams {teams[0]} and {teams[1]} have the pairing-allocated bye",
                "write F or H for byes that were requested",
                at=self.places.of_team(teams[1]),
                found="U",
            )

    def _report_contradictions(self, played: TeamRound, opponents: Mapping[int, int]) -> None:
        """Report byes of teams that have a match, and second byes of a team."""
        number = played.number
        listed = [(team, Result.PAIRING_ALLOCATED_BYE, self._place_320()) for team in sorted(played.allocated)]
        listed += [
            (bye.tpn, bye.result, self.places.of_record(bye))
            for bye in self.event.team_byes
            if bye.round_number == number
        ]
        seen: dict[int, Result] = {}
        for team, result, at in listed:
            name, record = BYES[result].value, _RECORDS.get(result, "240")
            if team in opponents:
                self.findings.add(
                    ProblemCode.TEAM_BYE_CONTRADICTS_GAMES,
                    f"round {number}: team {team} has a {name}, but plays team {opponents[team]}",
                    f"correct record {record}, or the games",
                    at=at,
                    found=str(team),
                )
            elif team in seen:
                message = f"round {number}: team {team} has a {name}, and a {BYES[seen[team]].value} already"
                self.findings.add(
                    ProblemCode.TEAM_BYES_CONTRADICT, message, f"correct record {record}", at=at, found=str(team)
                )
            seen.setdefault(team, result)

    def _place_320(self) -> tuple[int | None, int | None]:
        return self.places.of_record(self.event.team_allocated_byes)


def requested(event: Event) -> tuple[RequestedBye, ...]:
    """
    Return the byes of teams in rounds after the recorded ones: those of 240, else those that all players ask for.

    (A bye in the next column of their rows.)
    """
    said = [bye for bye in event.team_byes if bye.round_number > event.rounds_recorded]
    known = {(bye.round_number, bye.tpn) for bye in said}
    asked: dict[int, dict[int, Result]] = {}
    for bye in event.requested_byes:
        asked.setdefault(bye.round_number, {})[bye.tpn] = bye.result
    for round_number, results in sorted(asked.items()):
        for team in event.teams:
            if (round_number, team.number) not in known and team.players and results.keys() >= {*team.players}:
                result = _most_usual(results[tpn] for tpn in team.players)
                said.append(RequestedBye(round_number=round_number, tpn=team.number, result=result))
    return tuple(said)


def _letter(played: TeamRound, team: int) -> Result:
    """Return the result that most players of a team without a match have, of those who have any."""
    entries = (played.entries[tpn] for tpn in played.members[team])
    return _most_usual(entry.result for entry in entries if entry.opponent is None)


def _is_written(played: TeamRound, team: int) -> bool:
    """Whether the rows of a team without a match name its bye: all that have a letter have the same of U, F and H."""
    results = {played.entries[tpn].result for tpn in played.members[team]} - {Result.ZERO_POINT_BYE}
    return len(results) == 1 and results <= BYES.keys()


def _most_usual(results: Iterable[Result]) -> Result:
    """Return the most frequent result but absence; absence, if there is no other."""
    counts = Counter(result for result in results if result is not Result.ZERO_POINT_BYE)
    return counts.most_common(1)[0][0] if counts else Result.ZERO_POINT_BYE
