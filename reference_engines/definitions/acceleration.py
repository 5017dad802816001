"""Virtual points of players and of teams: listed in the file, or of the Baku acceleration (C.04.7)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

import numpy as np

from reference_engines.definitions.history import read_history
from reference_engines.frame.declared import declares_baku, remove_baku
from reference_engines.frame.results import UnsupportedEventError
from reference_engines.frame.systems import resolve
from tournaments.frozen import FrozenStruct
from tournaments.model import Event, VirtualPoints

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from reference_engines.definitions.history import History, IntArray
    from reference_engines.frame.edition import Edition
    from tournaments.teams.event import TeamEvent


class Scoring(Protocol):
    """The worth of results, of games or of matches of teams."""

    @property
    def is_win_worth_two_draws(self) -> bool:
        """Whether a win is worth two draws, and a loss nothing."""
        ...


def require_premise(scoring: Scoring) -> None:
    """Raise UnsupportedEventError if the acceleration cannot be used with the scoring of an event (C.04.7:1.1)."""
    if not scoring.is_win_worth_two_draws:
        raise UnsupportedEventError(
            "The Baku acceleration cannot be used with the scoring of this event: it supposes that a win is worth two "
            "draws, and a loss nothing (C.04.7:1.1). If there was another acceleration, list its virtual points (250, "
            "XXA) in place of _BAKU."
        )


def half_rounded_to_even(participants: int) -> int:
    """Return the size of GA (C.04.7:1.2)."""
    return 2 * -(-participants // 4)


def accelerated_rounds(rounds: int) -> tuple[int, int]:
    """Return the number of rounds with a win's virtual points, and with any (C.04.7:1.4.1, 1.4.2)."""
    accelerated = (rounds + 1) // 2
    return (accelerated + 1) // 2, accelerated


class BakuRule(FrozenStruct, frozen=True):
    """The accelerated group and the accelerated rounds."""

    group: Callable[[int], int] = half_rounded_to_even
    """The size of GA, from the number of participants in the first round."""
    round_counts: Callable[[int], tuple[int, int]] = accelerated_rounds
    """From the number of rounds: see `accelerated_rounds`."""


AS_WRITTEN = BakuRule()


def baku_points(
    win: int, rounds: int, entered: Sequence[int], counted: Sequence[int], rule: BakuRule = AS_WRITTEN
) -> tuple[VirtualPoints, ...]:
    """
    Return the virtual points of C.04.7:1.2 to 1.4 (2026; rules 2 to 4 before) in an event of ``rounds`` rounds.

    ``entered`` are the TPNs of all players or teams, in order; ``counted`` are the TPNs paired in the first round
    (BAKU-GROUP). GA is the first half of ``counted``, rounded up to an even number. Later entries join GA if they rank
    before its last member (C.04.7:1.3.2). Virtual points are a win's in the first half, rounded up, of the accelerated
    rounds, and half of a win's in the other accelerated rounds.
    """
    size = min(rule.group(len(counted)), len(counted))
    if not size:
        return ()
    last = counted[size - 1]
    group = frozenset(entered[: entered.index(last) + 1])
    full, accelerated = rule.round_counts(rounds)
    periods = ((win, 1, full), (win // 2, full + 1, accelerated))
    return tuple(
        VirtualPoints(points=points, first_round=first, last_round=end, players=group)
        for points, first, end in periods
        if points and first <= end
    )


def virtual_points(event: Event, history: History, rounds: int, baku: BakuRule = AS_WRITTEN) -> IntArray:
    """
    Return (rounds, players) virtual points in tenths before each round.

    Listed points (TRF 250, XXA) replace the Baku rule that a code implies, in field 192 or in 092. Raise
    UnsupportedEventError if that rule cannot be used with the scoring of the event (C.04.7:1.1).
    """
    if event.virtual_points:
        return _spread_points(event.virtual_points, history, rounds)
    if declares_baku(event.system):
        return _spread_points(_baku_of_players(event, history, rounds, baku), history, rounds)
    return np.zeros((rounds, history.players), dtype=np.int64)


def with_listed_points(event: Event, edition: Edition | None = None) -> Event:
    """
    Return the event with the points of the Baku rule listed (TRF 250, XXA) and its code without ``_BAKU``.

    Programs need it that do not know the Baku acceleration, or follow another reading of it (BAKU-GROUP). Where matches
    of several games are paired, its rounds are matches and its win is a won match (DOUBLE-BAKU). An event that does not
    declare the acceleration is returned unchanged. ``edition`` pairs the event; None for the declared edition. Raise
    UnsupportedEventError as `virtual_points` does.
    """
    if event.virtual_points or not declares_baku(event.system):
        return event
    system = remove_baku(event.system)
    if event.is_team_event:
        return replace(event, system=system, virtual_points=listed_points(event))
    history, edition = read_history(event), edition or resolve(event).edition
    games = edition.file_rounds_per_round if edition is not None else 1
    declared = event.rounds_declared and -(-event.rounds_declared // games)
    rounds = max(declared or 0, -(-(history.rounds + 1) // games))
    scoring = replace(event.scoring, white_win=games * event.scoring.white_win)
    counted = replace(event, rounds_declared=declared, scoring=scoring)
    listed = _baku_of_players(counted, history, rounds, AS_WRITTEN)
    return replace(event, system=system, virtual_points=tuple(_convert_to_games(one, games) for one in listed))


def _convert_to_games(points: VirtualPoints, games: int) -> VirtualPoints:
    """Convert points that are listed by matches to the rounds of the file."""
    return replace(points, first_round=games * (points.first_round - 1) + 1, last_round=games * points.last_round)


def _spread_points(listed: Iterable[VirtualPoints], history: History, rounds: int) -> IntArray:
    columns = history.columns()
    points = np.zeros((rounds, history.players), dtype=np.int64)
    for entry in listed:
        accelerated = [columns[tpn] for tpn in sorted(entry.players) if tpn in columns]
        points[entry.first_round - 1 : entry.last_round, accelerated] = entry.points
    return points


def _baku_of_players(event: Event, history: History, rounds: int, rule: BakuRule) -> tuple[VirtualPoints, ...]:
    require_premise(history.scoring)  # that of games: the scoring of an event counted in matches has a match for a win
    tpn = history.tpn
    if history.rounds:
        counted = tpn[np.flatnonzero(history.paired[0])]
    else:
        absent = [bye.tpn for bye in event.requested_byes if bye.round_number == 1]
        counted = tpn[~np.isin(tpn, absent)]
    return baku_points(event.scoring.win, event.rounds_declared or rounds, tpn.tolist(), counted.tolist(), rule)


def listed_points(event: Event) -> tuple[VirtualPoints, ...]:
    """Return the points of the Baku rule for a team event; raise UnsupportedEventError as `virtual_points` does."""
    from tournaments.teams.matches import team_event  # noqa: PLC0415 - few events are of teams

    teams = team_event(event)
    return team_virtual_points(teams, baku=True, rounds=teams.rounds_declared)


def team_virtual_points(
    event: TeamEvent, *, baku: bool, rounds: int | None, count_all: bool = False
) -> tuple[VirtualPoints, ...]:
    """
    Return the virtual points of an event of teams; listed points (TRF 250) replace the Baku rule.

    If ``rounds`` is None, the Baku rule assumes one round more than is recorded (TEAM-ROUNDS). ``count_all``: teams
    that are not paired in round 1 count for its groups, too (BAKU-GROUP, the reading that is not ours). Raise
    UnsupportedEventError if the rule cannot be applied to the event's match points (C.04.7:1.1).
    """
    if event.virtual_points or not baku:
        return event.virtual_points
    require_premise(event.scoring)
    entered = [team.number for team in event.teams]
    counted = entered if count_all else _teams_of_first_round(event)
    return baku_points(event.scoring.win, rounds or event.rounds_recorded + 1, entered, counted)


def _teams_of_first_round(event: TeamEvent) -> list[int]:
    """Return the numbers of the teams paired in round 1, or to be paired in it (BAKU-GROUP)."""
    if event.rounds_recorded:
        return [team.number for team in event.teams if team.rounds and team.rounds[0].result.was_paired]
    absent = {bye.tpn for bye in event.requested_byes if bye.round_number == 1}
    return [team.number for team in event.teams if team.number not in absent]
