"""Extended direct encounter (13.3): by the primary score, then by the secondary score, then by boards."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from standings import direct_encounter
from standings.codes import TieBreak, TieBreakCode
from standings.score_table import ScoreTable
from standings.teams.score_tables import TeamTables, board_count, board_values
from standings.values import TENTHS, format_points, format_quarters
from tournaments.frozen import FrozenStruct
from tournaments.model import PrimaryScore
from tournaments.teams.points import SCORE_NAMES

_BOARD_COUNT_ENCOUNTERS = (TieBreak.EXTENDED_ENCOUNTER_BOARD_COUNT_TOP, TieBreak.EXTENDED_ENCOUNTER_BOARD_COUNT_BOTTOM)
_TOP_BOARD_ENCOUNTERS = (TieBreak.EXTENDED_ENCOUNTER_BOARD_COUNT_TOP, TieBreak.EXTENDED_ENCOUNTER_TOP)
_BOTTOM_BOARD_ENCOUNTERS = (TieBreak.EXTENDED_ENCOUNTER_BOARD_COUNT_BOTTOM, TieBreak.EXTENDED_ENCOUNTER_BOTTOM)
_TWO_TEAMS = 2


class EncounterStep(FrozenStruct, frozen=True, kw_only=True):
    """One step of the procedure that separated tied teams."""

    members: tuple[int, ...]
    """The places of the teams that were tied before the step."""
    score_name: str
    """The score or tie-break of the step: ``match points``, ``board count``..."""
    figures: dict[int, str]
    """The written figure of each team, by place."""


class TeamSeparation(FrozenStruct, frozen=True, kw_only=True):
    """The step of the procedure that ranks one tied team before another."""

    score: PrimaryScore | None = None
    """The score by which the encounters are counted; None: boards decide."""
    encounters: direct_encounter.SeparateStandings | None = None
    """The separate standings by the score; None: boards decide."""
    board_tie_break: str = ""
    totals: dict[int, tuple[int, ...]]
    """The points on every board of the two teams, by place, if boards decide."""


@dataclasses.dataclass(slots=True, kw_only=True)
class ExtendedEncounter:
    """The procedure of 13.3 for one group of tied teams; it records the steps that separate teams."""

    teams: TeamTables
    code: TieBreakCode
    steps: list[EncounterStep] = dataclasses.field(default_factory=list)

    def order(self, members: Sequence[int]) -> list[list[int]]:
        """
        Return the members of a tied group, by place, in order; teams that stay tied form one list.

        13.3.1: the primary score decides, and if all teams stay tied, the secondary score. 13.3.3: the procedure starts
        again with every new subset of tied teams. By C07-EDE-RESTART it first separates all teams that the secondary
        score can separate.
        """
        if len(members) == 1:
            return [list(members)]
        primary, secondary = self.teams.primary, self.teams.secondary
        groups = self._rank_by_score(primary, members, restarts=True)
        if len(groups) == 1:
            restarts_at_once = self.teams.tables[primary].rules.encounter_restarts_at_once
            groups = self._rank_by_score(secondary, members, restarts=not restarts_at_once)
        if len(groups) == 1:
            return self._rank_by_boards(members)
        return [subset for group in groups for subset in self.order(group)]

    def find_separation(self, members: Sequence[int], first: int, second: int) -> TeamSeparation | None:
        """Return the step that ranks one of two members before the other; None if they stay tied."""
        primary, secondary = self.teams.primary, self.teams.secondary
        score, groups = primary, self._rank_by_score(primary, members, restarts=True)
        if len(groups) == 1:
            restarts_at_once = self.teams.tables[primary].rules.encounter_restarts_at_once
            score = secondary
            groups = self._rank_by_score(secondary, members, restarts=not restarts_at_once)
        group = next(group for group in groups if first in group)
        if second not in group:
            table = self.teams.tables[score]
            encounters = direct_encounter.find_separation(table, members, first, second, played=self.code.played)
            return TeamSeparation(score=score, encounters=encounters, totals={})
        if len(groups) > 1:
            return self.find_separation(group, first, second)
        self.steps.clear()
        if len(self._rank_by_boards(members)) == 1:
            return None
        totals = {member: self._board_totals(member, members) for member in members}
        return TeamSeparation(board_tie_break=self.steps[-1].score_name, totals=totals)

    def _rank_by_score(self, score: PrimaryScore, members: Sequence[int], *, restarts: bool) -> list[list[int]]:
        table, played = self.teams.tables[score], self.code.played
        rank = direct_encounter.rank_by_encounters if restarts else direct_encounter.rank_until_restart
        groups = rank(table, members, played=played)
        if len(groups) > 1:
            separate = direct_encounter.separate_standings(table, members, played=played)
            scale = TENTHS * separate.scale
            figures = {member: format_quarters(separate.scores[member], scale) for member in members}
            self.steps.append(EncounterStep(members=tuple(members), score_name=SCORE_NAMES[score], figures=figures))
        return groups

    def _rank_by_boards(self, members: Sequence[int]) -> list[list[int]]:
        """
        Rank two teams by the tie-breaks of Article 12 that the code names (13.3.2).

        By C07-EDE-BOARDS only the boards of their own match count. Two teams that have not met stay tied.
        """
        if len(members) != _TWO_TEAMS or not self._are_tied_in_both_scores(members):
            return [list(members)]
        totals = {member: self._board_totals(member, members) for member in members}
        for name, keys in self._board_tie_breaks(totals):
            if keys[members[0]] != keys[members[1]]:
                figures = {member: " ".join(map(format_points, totals[member])) for member in members}
                self.steps.append(EncounterStep(members=tuple(members), score_name=name, figures=figures))
                return [[member] for member in sorted(members, key=keys.__getitem__, reverse=True)]
        return [list(members)]

    def _are_tied_in_both_scores(self, members: Sequence[int]) -> bool:
        """Whether two teams with equal encounters are "tied in both MP and GP"; C07-EDE-TIED asks for equal totals."""
        if not self.teams.tables[self.teams.primary].rules.boards_need_equal_totals:
            return True
        return all(len({known.scores.own[member] for member in members}) == 1 for known in self.teams.tables.values())

    def _board_totals(self, member: int, members: Sequence[int]) -> tuple[int, ...]:
        if self.teams.tables[self.teams.primary].rules.boards_of_all_matches:
            return self.teams.totals(member)
        table = self.teams.tables[self.teams.primary]
        rounds = [
            self.teams.board_points[member][entry.number - 1]
            for entry in table.rows[member]
            if entry.opponent in members and table.counts_as_game(entry, played=self.code.played)
        ]
        return tuple(sum(row[board] for row in rounds) for board in range(self.teams.boards))

    def _board_tie_breaks(self, totals: dict[int, tuple[int, ...]]) -> list[tuple[str, dict[int, tuple[int, ...]]]]:
        """Return the name and the teams' keys of each board tie-break of the code; higher is better."""
        tie_breaks: list[tuple[str, dict[int, tuple[int, ...]]]] = []
        if self.code.tie_break in _BOARD_COUNT_ENCOUNTERS:
            tie_breaks.append(("board count", {member: (-board_count(row),) for member, row in totals.items()}))
        if self.code.tie_break in _TOP_BOARD_ENCOUNTERS:
            top = {member: board_values(TieBreak.TOP_BOARD_RESULT, row) for member, row in totals.items()}
            tie_breaks.append(("top board results", top))
        if self.code.tie_break in _BOTTOM_BOARD_ENCOUNTERS:
            bottom = {member: board_values(TieBreak.BOTTOM_BOARD_ELIMINATION, row) for member, row in totals.items()}
            tie_breaks.append(("bottom board elimination", bottom))
        return tie_breaks


def deciding_table(teams: TeamTables, code: TieBreakCode, place: int, members: list[int]) -> ScoreTable:
    """Return the table of the score by which the procedure last separates a team from others; else the primary one."""
    encounter = ExtendedEncounter(teams=teams, code=code)
    encounter.order(members)
    names = [step.score_name for step in encounter.steps if place in step.members]
    return next(
        (teams.tables[score] for score in PrimaryScore if SCORE_NAMES[score] in names[-1:]), teams.tables[teams.primary]
    )


def describe_extended_encounter(teams: TeamTables, code: TieBreakCode, place: int, members: list[int]) -> str:
    """Return the steps that separate a team from the teams with which it was tied."""
    if len(members) == 1:
        return "not tied with another team"
    encounter = ExtendedEncounter(teams=teams, code=code)
    encounter.order(members)
    steps = [
        f"{step.figures[place]} {step.score_name} from the matches among the {len(step.members)} tied teams"
        if step.score_name in SCORE_NAMES.values()
        else f"{step.score_name} by the boards of their match, {step.figures[place]}"
        for step in encounter.steps
        if place in step.members
    ]
    return "; ".join(steps) if steps else f"the {len(members)} tied teams stay tied"
