"""Changes of what a match, or a round without one, adds to the values that the team system derives for a team."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from checker.causes.round_copies import EntryValue, have_same_values
from reference_engines.team.edition import ScorePlace
from reference_engines.team.event import PreparedTeamEvent
from tournaments.model import Colour
from tournaments.teams.event import MatchResult

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.definitions.history import BoolArray
    from reference_engines.team.edition import ColourPlace
    from tournaments.teams.event import MatchEntry


class _EntryChange(Enum):
    """A change of an entry, by the end of its sentence."""

    COLOUR = "gave the colour that was scheduled"
    WHITE = "gave White"
    BLACK = "gave Black"
    NO_COLOUR = "gave no colour"
    NO_POINTS = "added nothing to the score"
    POINTS_OF_WIN = "added the points of a match won to the score"
    POINTS_OF_DRAW = "added the points of a drawn match to the score"
    NO_GAME_POINTS = "added no game points"
    FLOAT = "was a float"
    NO_FLOAT = "was not a float"
    BAR = "barred from the pairing-allocated bye"
    NO_BAR = "did not bar from the pairing-allocated bye"
    MET = "counted as a meeting of the teams"
    NOT_MET = "did not count as a meeting of the teams"
    MATCH = "counted as a match where the bye is chosen"
    NO_MATCH = "did not count as a match where the bye is chosen"


_COLOURS = {_EntryChange.WHITE: Colour.WHITE, _EntryChange.BLACK: Colour.BLACK, _EntryChange.NO_COLOUR: None}
_OF_PARTICIPANTS = (
    *(_EntryChange.FLOAT, _EntryChange.NO_FLOAT, _EntryChange.BAR, _EntryChange.NO_BAR),
    *(_EntryChange.MET, _EntryChange.NOT_MET, _EntryChange.MATCH, _EntryChange.NO_MATCH),
)
"""Changes that matter only if they change the values of the teams of a round."""


class _ChangedTeams(PreparedTeamEvent):
    """A prepared event in which some entries count otherwise."""

    change: _EntryChange
    changed: frozenset[tuple[int, int]]
    """Numbers of teams and rounds."""

    @classmethod
    def of(cls, base: PreparedTeamEvent, change: _EntryChange, changed: frozenset[tuple[int, int]]) -> _ChangedTeams:
        """Return a prepared event with a change of some entries."""
        teams = cls.__new__(cls)
        vars(teams).update(vars(base))
        teams.change, teams.changed = change, changed
        return teams

    def _is_changed(self, number: int, at: int, *changes: _EntryChange) -> bool:
        return self.change in changes and (number, at) in self.changed

    def colours_by_round(
        self, number: int, round_number: int, place: ColourPlace | None = None
    ) -> tuple[Colour | None, ...]:
        colours = super().colours_by_round(number, round_number, place)
        if self.change is not _EntryChange.COLOUR and self.change not in _COLOURS:
            return colours
        entries = self.entries(number, round_number)
        return tuple(
            _COLOURS.get(self.change, entry.colour) if (number, at) in self.changed else colour
            for at, (entry, colour) in enumerate(zip(entries, colours, strict=True), start=1)
        )

    def _points(self, number: int, round_number: int, *, games: bool, place: ScorePlace) -> int:
        points = super()._points(number, round_number, games=games, place=place)
        of_primary = self.change in (_EntryChange.NO_POINTS, _EntryChange.POINTS_OF_WIN, _EntryChange.POINTS_OF_DRAW)
        of_games = self.change is _EntryChange.NO_GAME_POINTS
        if not (of_primary and place is ScorePlace.PAIRING) and not (of_games and games):
            return points
        scoring = self.event.scoring
        worth = {_EntryChange.POINTS_OF_WIN: scoring.win, _EntryChange.POINTS_OF_DRAW: scoring.draw}.get(self.change, 0)
        for at, entry in enumerate(self.entries(number, round_number), start=1):
            if (number, at) in self.changed:
                points += worth - (entry.game_points if games else self._match_points(entry))
        return points

    def _floated_in(self, number: int, match_round: int, round_number: int) -> bool:
        if self._is_changed(number, match_round, _EntryChange.FLOAT, _EntryChange.NO_FLOAT):
            return self.change is _EntryChange.FLOAT
        return super()._floated_in(number, match_round, round_number)

    def barred_since(self, number: int, round_number: int) -> tuple[int, MatchResult] | None:
        for at, entry in enumerate(self.entries(number, round_number), start=1):
            is_changed = self._is_changed(number, at, _EntryChange.BAR, _EntryChange.NO_BAR)
            if self.change is _EntryChange.BAR if is_changed else self._bars(entry):
                return at, entry.result
        return None

    def matches_played(self, number: int, round_number: int) -> int:
        matches = super().matches_played(number, round_number)
        changed = sum(number == one and at < round_number for one, at in self.changed)
        return matches + changed * ((self.change is _EntryChange.MATCH) - (self.change is _EntryChange.NO_MATCH))

    def met(self, number: int, round_number: int) -> dict[int, int]:
        met = super().met(number, round_number)
        for at, entry in enumerate(self.entries(number, round_number), start=1):
            if self._is_changed(number, at, _EntryChange.MET) and entry.opponent is not None:
                met.setdefault(entry.opponent, at)
            elif entry.opponent is not None and (
                self._is_changed(number, at, _EntryChange.NOT_MET)
                or self._is_changed(entry.opponent, at, _EntryChange.NOT_MET)
            ):
                met.pop(entry.opponent, None)
        return met


def _change_teams(bound: Any, where: BoolArray, *, change: _EntryChange) -> Any:
    numbers = [team.number for team in bound.event.event.teams]
    entries = frozenset((numbers[column], int(row) + 1) for row, column in zip(*np.nonzero(where), strict=True))
    changed = replace(bound, event=_ChangedTeams.of(bound.event, change, entries))
    if change in _OF_PARTICIPANTS and have_same_values(changed.participants, bound.participants):
        return bound
    return changed


def _entries(prepared: PreparedTeamEvent, has_fact: Callable[[MatchEntry], bool]) -> BoolArray:
    event = prepared.event
    found = np.zeros((event.rounds_recorded, len(event.teams)), dtype=np.bool_)
    for column, team in enumerate(event.teams):
        for row, entry in enumerate(team.rounds[: event.rounds_recorded]):
            found[row, column] = has_fact(entry)
    return found


def _can_change(bound: Any, *, change: _EntryChange) -> BoolArray:
    """Return (earlier rounds, teams) the entries that a change concerns; a round that is not recorded has none."""
    rules, is_odd = bound.rules, bool(bound.participants.size % 2)
    concerned: dict[_EntryChange, Callable[[MatchEntry], bool]] = {
        _EntryChange.COLOUR: lambda entry: entry.colour is not None and entry.result not in rules.coloured,
        _EntryChange.WHITE: lambda entry: entry.result not in rules.coloured,
        _EntryChange.BLACK: lambda entry: entry.result not in rules.coloured,
        _EntryChange.NO_COLOUR: lambda entry: entry.result in rules.coloured,
        _EntryChange.NO_GAME_POINTS: lambda entry: entry.game_points > 0,
        _EntryChange.MET: lambda entry: entry.opponent is not None and entry.result not in rules.met,
        _EntryChange.NOT_MET: lambda entry: entry.opponent is not None and entry.result in rules.met,
        _EntryChange.MATCH: lambda entry: is_odd and entry.result not in rules.counted_matches,
        _EntryChange.NO_MATCH: lambda entry: is_odd and entry.result in rules.counted_matches,
        _EntryChange.BAR: lambda _: is_odd,
        _EntryChange.NO_BAR: lambda entry: is_odd and entry.result is not MatchResult.PLAYED,
    }
    entries = _entries(bound.event, concerned.get(change, lambda _: True))[: bound.number - 1]
    if change in (_EntryChange.FLOAT, _EntryChange.NO_FLOAT):
        counts = bound.event.floats_count(bound.number)
        rows = [len(entries) - back for back in rules.rounds_of_floats if counts and back <= len(entries)]
        entries &= np.isin(np.arange(len(entries)), rows)[:, None]
    return entries


def _article(rules: Any, *, change: _EntryChange) -> str:
    for number, changes in (
        (rules.articles.bye_bar, (_EntryChange.BAR, _EntryChange.NO_BAR)),
        (rules.articles.rematch, (_EntryChange.MET, _EntryChange.NOT_MET)),
        (rules.articles.bye_last, (_EntryChange.MATCH, _EntryChange.NO_MATCH)),
        ("1.5", (_EntryChange.FLOAT, _EntryChange.NO_FLOAT)),
        ("1.6.1", (_EntryChange.COLOUR, *_COLOURS)),
    ):
        if change in changes:
            return str(number)
    return "1.2"  # the score


TEAM_VALUES = tuple(
    EntryValue(
        name=f"match-{change.name.lower().replace('_', '-')}",
        sentence=change.value,
        participant="team",
        article=partial(_article, change=change),
        can_change=partial(_can_change, change=change),
        change=partial(_change_teams, change=change),
    )
    for change in _EntryChange
)


_FORFEITS = (MatchResult.FORFEIT_WIN, MatchResult.FORFEIT_LOSS, MatchResult.DOUBLE_FORFEIT)
_AWAY = (MatchResult.FULL_POINT_BYE, MatchResult.HALF_POINT_BYE, MatchResult.ZERO_POINT_BYE)


def team_entry_facts(prepared: PreparedTeamEvent) -> dict[str, BoolArray]:
    """Return (rounds, teams) whether an entry of a team has a fact, by its words after "a team"."""
    event, scoring = prepared.event, prepared.event.scoring
    results = {
        result: _entries(prepared, lambda entry, result=result: entry.result is result)  # type: ignore[misc]  # bound
        for result in MatchResult
    }
    played = results[MatchResult.PLAYED]
    forfeited = np.logical_or.reduce([results[result] for result in _FORFEITS])
    away = np.logical_or.reduce([results[result] for result in _AWAY])
    ahead = np.zeros(played.shape, dtype=np.int64)
    for column, team in enumerate(event.teams):
        for row, entry in enumerate(team.rounds[: event.rounds_recorded]):
            if entry.opponent is not None and entry.opponent in prepared.team_by_number:
                own, theirs = (prepared.score(number, row + 1) for number in (team.number, entry.opponent))
                ahead[row, column] = own - theirs
    points = np.array(
        [[entry.match_points for entry in team.rounds[: event.rounds_recorded]] for team in event.teams]
    ).T
    white = _entries(prepared, lambda entry: entry.colour is Colour.WHITE)
    rows = np.broadcast_to(np.arange(event.rounds_recorded)[:, None], played.shape)
    return {
        "lost by forfeit": results[MatchResult.FORFEIT_LOSS],
        "won by forfeit": results[MatchResult.FORFEIT_WIN],
        "lost, as the opponent did, by forfeit": results[MatchResult.DOUBLE_FORFEIT],
        "had a forfeited match": forfeited,
        "had a forfeited match with an opponent of another score": forfeited & (ahead != 0),
        "had the pairing-allocated bye": results[MatchResult.PAIRING_ALLOCATED_BYE],
        "had a half-point bye": results[MatchResult.HALF_POINT_BYE],
        "had a full-point bye": results[MatchResult.FULL_POINT_BYE],
        "had a zero-point bye, or was away": results[MatchResult.ZERO_POINT_BYE],
        "was not to be paired (a requested bye, or away)": away,
        "had no match": ~played,
        "had no match and no points": ~played & (points <= scoring.loss),
        "had no match but points": ~played & (points > scoring.loss),
        "had no opponent": away | results[MatchResult.PAIRING_ALLOCATED_BYE],
        "played a match": played,
        "won a match": played & (points >= scoring.win),
        "drew a match": played & (points == scoring.draw),
        "lost a match": played & (points <= scoring.loss),
        "met an opponent of a higher score": played & (ahead < 0),
        "met an opponent of a lower score": played & (ahead > 0),
        "met an opponent of another score": played & (ahead != 0),
        "met an opponent of the same score": played & (ahead == 0),
        "met an opponent one point away": played & (abs(ahead) == scoring.draw - scoring.loss),
        "met an opponent more than one point away": played & (abs(ahead) > scoring.draw - scoring.loss),
        "drew with an opponent of another score": played & (ahead != 0) & (points == scoring.draw),
        "had White": played & white,
        "had Black": played & ~white,
        "had the first round": rows == 0,
    }
