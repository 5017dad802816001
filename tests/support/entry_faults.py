"""Faulty programs of systems that sum up entries: our engine with one change by hand, and without any misreading."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from support.faulty_engines import AXES

from checker.causes.cause import case_of
from random_tournaments.axes import Span
from random_tournaments.event_batch import Batch
from random_tournaments.teams.axes import TEAM_PROFILES
from random_tournaments.teams.simulation import TeamBatch
from reference_engines.burstein.rules import BURSTEIN_2026
from reference_engines.dubov.rules import DUBOV_2026
from reference_engines.frame.systems import engine_for
from reference_engines.team.event import PreparedTeamEvent
from reference_engines.team.rules import TeamRules
from tournaments.model import Colour
from tournaments.teams.event import MatchResult

if TYPE_CHECKING:
    from collections.abc import Callable

    from checker.causes.cause import Case
    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.dubov.participants import AroEntries
    from reference_engines.frame.results import RoundPairing
    from reference_engines.frame.rules import Rules
    from reference_engines.team.edition import ColourPlace
    from tournaments.model import Event
    from tournaments.teams.event import MatchEntry

TEAM_2026 = engine_for("team-2026")


def _rate_byes_zero(entries: AroEntries) -> AroEntries:
    byes = entries.history.bye[: entries.row]
    return replace(entries, counts=entries.counts | byes, amounts=np.where(byes, 0, entries.amounts))


def _without_draws(upfloats: Callable[[History, Any, int], BoolArray]) -> Callable[[History, Any, int], BoolArray]:
    def of_decided_games(history: History, states: Any, rounds: int) -> BoolArray:
        drawn = history.played & (history.points == history.scoring.white_draw)
        found = upfloats(history, states, rounds)
        return found & ~drawn[: len(found)]

    return of_decided_games


def _add_nothing_after_loss(history: History, score: IntArray, row: int) -> IntArray:
    lost = (history.played & (history.points == 0))[:row]
    return np.where(lost, 0, BURSTEIN_2026.index.opponents_scores(history, score, row))


class _FaultyTeams(PreparedTeamEvent):
    def colours_by_round(
        self, number: int, round_number: int, place: ColourPlace | None = None
    ) -> tuple[Colour | None, ...]:
        colours = super().colours_by_round(number, round_number, place)
        entries = self.entries(number, round_number)
        return tuple(
            Colour.WHITE if isinstance(self.rules, WhiteByes) and _is_bye(entry) else colour
            for entry, colour in zip(entries, colours, strict=True)
        )

    def _floated_in(self, number: int, match_round: int, round_number: int) -> bool:
        entry = self.entries(number, round_number)[match_round - 1]
        is_lost = entry.result is MatchResult.PLAYED and entry.match_points <= self.event.scoring.loss
        has_floated = super()._floated_in(number, match_round, round_number)
        return has_floated and not (isinstance(self.rules, LosersDoNotFloat) and is_lost)


def _is_bye(entry: MatchEntry) -> bool:
    return entry.result is MatchResult.PAIRING_ALLOCATED_BYE


class _FaultyTeamRules(TeamRules):
    system: ClassVar[str] = "team"

    def prepare(self, event: Any, reuse_from: PreparedTeamEvent | None = None) -> PreparedTeamEvent:
        del reuse_from
        return _FaultyTeams(event, self)


class WhiteByes(_FaultyTeamRules):
    """Rules by which a team had White where it had the pairing-allocated bye."""


class LosersDoNotFloat(_FaultyTeamRules):
    """Rules by which a team that lost its match has not floated."""


_TEAM_VALUES = {part.name: getattr(TEAM_2026, part.name) for part in fields(TEAM_2026)}  # type: ignore[arg-type]  # rules
ENTRY_FAULTS: dict[str, tuple[Any, Any]] = {
    "the bye is an opponent with a rating of 0": (
        replace(DUBOV_2026, aro=replace(DUBOV_2026.aro, entries=_rate_byes_zero)),
        DUBOV_2026,
    ),
    "a drawn game is not an upfloat": (
        replace(
            DUBOV_2026,
            upfloats_of_maximum=_without_draws(DUBOV_2026.upfloats_of_maximum),
            upfloats_before=_without_draws(DUBOV_2026.upfloats_before),
        ),
        DUBOV_2026,
    ),
    "the Index is of games that were not lost": (
        replace(BURSTEIN_2026, index=replace(BURSTEIN_2026.index, opponents_scores=_add_nothing_after_loss)),
        BURSTEIN_2026,
    ),
    "a team with the bye had White": (WhiteByes(**_TEAM_VALUES), TEAM_2026),
    "a team that lost has not floated": (LosersDoNotFloat(**_TEAM_VALUES), TEAM_2026),
}
"""The changed rules and the sound ones, by a name of the fault."""
_TEAMS = replace(TEAM_PROFILES["mixed"], teams=Span(7, 14), rounds=Span(5, 8))


def play_with_faulty_entries(fault: str, index: int) -> Case:
    """Play an event with a faulty program, and return it with its discrepant rounds and a few agreeing rounds."""
    faulty, rules = ENTRY_FAULTS[fault]

    def pair(event: Event, number: int) -> RoundPairing:
        expected: RoundPairing = faulty.open(event).round(number).expected()
        return expected

    return case_of(str(index), _batch(rules).play(index, pair).event, rules)


def _batch(rules: Rules) -> Batch | TeamBatch:
    if rules.edition.pairs_teams:
        return TeamBatch(seed=5, axes=_TEAMS)
    return Batch(seed=5, axes=AXES, system=rules.edition.key)
