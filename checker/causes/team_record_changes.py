"""
Changes of a team event's record that may explain a round.

Teams kept apart hold for the whole event; the result of a match, in game points and match points, for one round.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from checker.causes.record_changes import RoundSurroundings, when_paired
from checker.verdicts.phrases import Roster
from checker.verdicts.team_events import team_participants
from tournaments.frozen import dataclass
from tournaments.points import points_text
from tournaments.teams.event import MatchResult
from tournaments.teams.matches import team_event

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from checker.causes.cause import Cause
    from tournaments.model import Event
    from tournaments.teams.event import MatchEntry, MatchScoring, TeamEvent

_HALF = 5
"""Half a game point, in tenths."""


@dataclass(frozen=True, kw_only=True)
class AroundTeams(RoundSurroundings):
    """A round of teams that differs."""

    @cached_property
    def roster(self) -> Roster:
        """The teams by their names."""
        return Roster({team.tpn: team.name for team in team_participants(self.event)})

    @cached_property
    def _teams(self) -> TeamEvent:
        return team_event(self.event)

    def changes_by_kind(self) -> Iterator[tuple[str, Iterator[Cause]]]:
        """Yield the changes kind by kind, each with a noun for one of them."""
        yield "teams kept apart", chain(self.keep_apart(), self.let_meet())
        rounds = range(self.stage - 1, 0, -1)
        yield "other results of matches", chain.from_iterable(self._matches(number) for number in rounds)

    def _matches(self, number: int) -> Iterator[Cause]:
        entries = {team.number: team.rounds[number - 1] for team in self._teams.teams}
        for one, entry in entries.items():
            other = entry.opponent
            if other is None or one > other or other not in entries or entry.result is not MatchResult.PLAYED:
                continue
            who = f"{self.roster.describe_player(one)} - {self.roster.describe_player(other)}"
            for first, second in _alternative_outcomes(entry, entries[other], self._teams.scoring):
                points = f"{points_text(first.game_points)}-{points_text(second.game_points)}"
                sentence = f"if {who} had been {points} in round {number}"
                change: Any = partial(_with_match, number=number, entries={one: first, other: second})
                found = self.cause(
                    f"match-{one}-{other}-{points}-r{number}", when_paired(sentence, (self.stage,)), change
                )
                yield replace(found, short=sentence)


def _alternative_outcomes(
    ours: MatchEntry, theirs: MatchEntry, scoring: MatchScoring
) -> Iterator[tuple[MatchEntry, MatchEntry]]:
    """Yield a match won by the first team, drawn, and won by the second, except as it is recorded."""
    recorded = ours.match_points, theirs.match_points
    middle = (ours.game_points + theirs.game_points) // 2
    margin = abs(ours.game_points - theirs.game_points) // 2 or _HALF
    for first, second, lead in (
        (scoring.win, scoring.loss, margin),
        (scoring.draw, scoring.draw, 0),
        (scoring.loss, scoring.win, -margin),
    ):
        if (first, second) != recorded:
            yield (
                replace(ours, match_points=first, game_points=middle + lead),
                replace(theirs, match_points=second, game_points=middle - lead),
            )


def _with_match(event: Event, number: int, entries: Mapping[int, MatchEntry]) -> TeamEvent:
    """Return the teams of an event, two of which have other entries in a round."""
    teams = team_event(event)
    changed = tuple(
        replace(team, rounds=(*team.rounds[: number - 1], entries[team.number], *team.rounds[number:]))
        if team.number in entries
        else team
        for team in teams.teams
    )
    return replace(teams, teams=changed)
