"""Extended direct encounter (13.3): by the primary score, then by the other one, then by boards."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from standings.codes import TieBreak
from standings.columns import TENTHS, format_decimal, format_points
from standings.direct_encounter import rank_by_encounters, rank_until_restart, separate_standings
from standings.teams.boards import board_count, board_values
from tournaments.frozen import dataclass
from tournaments.teams.points import NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from standings.codes import TieBreakCode
    from standings.teams.score_tables import TeamTables
    from tournaments.model import PrimaryScore

_WITH_BOARD_COUNT = (TieBreak.EXTENDED_ENCOUNTER_BOARD_COUNT_TOP, TieBreak.EXTENDED_ENCOUNTER_BOARD_COUNT_BOTTOM)
_FROM_THE_TOP = (TieBreak.EXTENDED_ENCOUNTER_BOARD_COUNT_TOP, TieBreak.EXTENDED_ENCOUNTER_TOP)
_FROM_THE_BOTTOM = (TieBreak.EXTENDED_ENCOUNTER_BOARD_COUNT_BOTTOM, TieBreak.EXTENDED_ENCOUNTER_BOTTOM)
_TWO = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class EncounterStep:
    """One step that parted some who were tied."""

    members: tuple[int, ...]
    """By place."""
    by: str
    """``match points``, ``board count``..."""
    figures: dict[int, str]
    """What each had in it."""


@dataclasses.dataclass(slots=True, kw_only=True)
class ExtendedEncounter:
    """The procedure of 13.3 at work on one group; it notes what parted whom."""

    teams: TeamTables
    code: TieBreakCode
    partings: list[EncounterStep] = dataclasses.field(default_factory=list)

    def order(self, members: Sequence[int]) -> list[list[int]]:
        """
        Return the members of a tied group, by place, in order; those who stay tied stand together.

        13.3.1: by the primary score, and where that parts nobody by the other one; 13.3.3: every new subset of tied
        teams starts again. By C07-EDE-RESTART the other score first parts whatever it can.
        """
        if len(members) == 1:
            return [list(members)]
        primary, secondary = self.teams.primary, self.teams.secondary
        groups = self._encounter(primary, members, is_whole=True)
        if len(groups) == 1:
            restarts = self.teams.by_score[primary].rules.encounter_restarts_at_once
            groups = self._encounter(secondary, members, is_whole=not restarts)
        if len(groups) == 1:
            return self._by_boards(members)
        return [subset for group in groups for subset in self.order(group)]

    def _encounter(self, score: PrimaryScore, members: Sequence[int], *, is_whole: bool) -> list[list[int]]:
        by, played = self.teams.by_score[score], self.code.played
        part = rank_by_encounters if is_whole else rank_until_restart
        groups = part(by, members, played=played)
        if len(groups) > 1:
            table = separate_standings(by, members, played=played)
            scale = TENTHS * table.scale
            figures = {
                member: format_decimal(table.scores[member], scale, 1 if table.scale == 1 else 2) for member in members
            }
            self.partings.append(EncounterStep(members=tuple(members), by=NAMES[score], figures=figures))
        return groups

    def _by_boards(self, members: Sequence[int]) -> list[list[int]]:
        """
        Part two teams by the tie-breaks of Article 12 that the code names (13.3.2).

        Those of their own match by C07-EDE-BOARDS, which leaves them tied if they have not met.
        """
        if len(members) != _TWO or not self._are_open(members):
            return [list(members)]
        totals = {member: self._on_boards(member, members) for member in members}
        for by, keys in self._chain(totals):
            if keys[members[0]] != keys[members[1]]:
                figures = {member: " ".join(map(format_points, totals[member])) for member in members}
                self.partings.append(EncounterStep(members=tuple(members), by=by, figures=figures))
                return [[member] for member in sorted(members, key=keys.__getitem__, reverse=True)]
        return [list(members)]

    def _are_open(self, members: Sequence[int]) -> bool:
        """Whether two are "tied in both MP and GP": in their encounter; in their totals, too, by C07-EDE-TIED."""
        if not self.teams.by_score[self.teams.primary].rules.boards_need_equal_totals:
            return True
        return all(len({known.scores.own[member] for member in members}) == 1 for known in self.teams.by_score.values())

    def _on_boards(self, member: int, members: Sequence[int]) -> tuple[int, ...]:
        if self.teams.by_score[self.teams.primary].rules.boards_of_all_matches:
            return self.teams.totals(member)
        by = self.teams.by_score[self.teams.primary]
        rounds = [
            self.teams.on_boards[member][entry.number - 1]
            for entry in by.rows[member]
            if entry.opponent in members and by.counts_as_game(entry, played=self.code.played)
        ]
        return tuple(sum(row[board] for row in rounds) for board in range(self.teams.boards))

    def _chain(self, totals: dict[int, tuple[int, ...]]) -> list[tuple[str, dict[int, tuple[int, ...]]]]:
        """Return what follows by the code, in order: its name, and everybody's key, the higher the better."""
        chain: list[tuple[str, dict[int, tuple[int, ...]]]] = []
        if self.code.base in _WITH_BOARD_COUNT:
            chain.append(("board count", {member: (-board_count(row),) for member, row in totals.items()}))
        if self.code.base in _FROM_THE_TOP:
            top = {member: board_values(TieBreak.TOP_BOARD_RESULT, row) for member, row in totals.items()}
            chain.append(("top board results", top))
        if self.code.base in _FROM_THE_BOTTOM:
            bottom = {member: board_values(TieBreak.BOTTOM_BOARD_ELIMINATION, row) for member, row in totals.items()}
            chain.append(("bottom board elimination", bottom))
        return chain


def describe_extended_encounter(teams: TeamTables, code: TieBreakCode, place: int, members: list[int]) -> str:
    """Say by what a team was parted from those with whom it was tied, step by step."""
    if len(members) == 1:
        return "not tied with anybody"
    encounter = ExtendedEncounter(teams=teams, code=code)
    encounter.order(members)
    steps = [
        f"by {parting.by} {parting.figures[place]} among {len(parting.members)}"
        for parting in encounter.partings
        if place in parting.members
    ]
    return "; ".join(steps) if steps else f"nothing parts the {len(members)} who are tied"
