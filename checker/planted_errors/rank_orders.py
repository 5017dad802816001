"""
Wrong rank orders planted into events with right pairings and points, which a checker of standings must find.

Only where the list of tie-breaks decides, and nothing that the file or the text of C.07 leaves open excuses the order.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING

from checker.standings.check import judge_standings
from checker.standings.findings import StandingsVerdict
from random_tournaments.simulation import compute_ranks
from reference_engines.frame.systems import as_ranked
from standings.codes import POINTS, TieBreakCode
from standings.ranking import rank
from standings.rules import EDITIONS, TieBreakRules, determine_rules
from standings.tie_break_lists import read_declared_lists
from tournaments.model import Event, Player, Result

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping


RANK_ORDER = 0
"""Stands for the rank order among the numbers of rounds."""


class PlantedStandings(Enum):
    """The kind of an error in a rank order."""

    EXCHANGED_NEIGHBOURS = "exchanged neighbours"
    """Two who stand beside each other have each other's rank."""
    TIE_BREAK_LEFT_OUT = "tie-break left out"
    BYE_AS_GAME = "bye as a game"
    """Pairing-allocated byes are ranked as games won against the player with the lowest number."""
    OLDER_EDITION = "older edition"
    """The edition of C.07 before the one in force."""


def plant_standings(event: Event, error: PlantedStandings, rng: random.Random) -> Event | None:
    """
    Return the event with a wrong rank order; None if the error changes nothing.

    Neither can it be planted where no tie-breaks are named, or no edition is known to be in force.
    """
    lists = read_declared_lists(event)
    if not lists or event.start is None or event.start < EDITIONS[0].in_force_from:
        return None
    wrong = _PLANTINGS[error](as_ranked(event), lists[0].codes, determine_rules(event), rng)
    if wrong is None:
        return None
    planted = with_ranks(event, wrong)
    finding = judge_standings(planted)
    return planted if finding is not None and finding.verdict is StandingsVerdict.WRONG else None


def with_ranks(event: Event, ranks: Mapping[int, int]) -> Event:
    """Write the ranks of players, or of teams in a team event, by number."""
    if event.is_team_event:
        return replace(event, teams=tuple(replace(team, rank=ranks[team.number]) for team in event.teams))
    return replace(event, players=tuple(replace(player, rank=ranks[player.tpn]) for player in event.players))


def ranked_again(event: Event) -> Event:
    """Let the rank order follow from the results, after some of these were changed."""
    lists = read_declared_lists(event)
    return with_ranks(event, compute_ranks(event, lists[0].codes if lists else ()))


def _rank_singly(ranks: Mapping[int, int]) -> dict[int, int]:
    """Give every rank once, lower numbers first among players who share one."""
    order = sorted(ranks, key=lambda number: (ranks[number], number))
    return {number: place for place, number in enumerate(order, start=1)}


def _exchange(
    event: Event, codes: tuple[TieBreakCode, ...], rules: TieBreakRules, rng: random.Random
) -> dict[int, int] | None:
    standings = rank(event, codes, rules)
    order = [number for group in standings.groups for number in group]
    ranks = standings.ranks
    parted = [place for place in range(1, len(order)) if ranks[order[place - 1]] != ranks[order[place]]]
    if not parted:
        return None
    place = rng.choice(parted)
    order[place - 1], order[place] = order[place], order[place - 1]
    return {number: at for at, number in enumerate(order, start=1)}


def _leave_out(
    event: Event, codes: tuple[TieBreakCode, ...], rules: TieBreakRules, rng: random.Random
) -> dict[int, int] | None:
    tie_breaks = [place for place, code in enumerate(codes) if code != POINTS]
    if not tie_breaks:
        return None
    place = rng.choice(tie_breaks)
    return _rank_singly(rank(event, codes[:place] + codes[place + 1 :], rules).ranks)


def _count_byes_as_games(
    event: Event, codes: tuple[TieBreakCode, ...], rules: TieBreakRules, _rng: random.Random
) -> dict[int, int] | None:
    if event.is_team_event:  # the records of byes would contradict such games
        return None
    lowest, second = sorted(player.tpn for player in event.players)[:2]
    played = tuple(_with_byes_as_games(player, second if player.tpn == lowest else lowest) for player in event.players)
    return _rank_singly(rank(replace(event, players=played), codes, rules).ranks)


def _with_byes_as_games(player: Player, opponent: int) -> Player:
    rounds = tuple(
        replace(entry, opponent=opponent, result=Result.WIN) if entry.result is Result.PAIRING_ALLOCATED_BYE else entry
        for entry in player.rounds
    )
    return replace(player, rounds=rounds)


def _go_back(
    event: Event, codes: tuple[TieBreakCode, ...], rules: TieBreakRules, _rng: random.Random
) -> dict[int, int] | None:
    at = EDITIONS.index(rules.edition)
    if at == 0:
        return None
    return _rank_singly(rank(event, codes, replace(rules, edition=EDITIONS[at - 1])).ranks)


_PLANTINGS: dict[
    PlantedStandings,
    Callable[[Event, tuple[TieBreakCode, ...], TieBreakRules, random.Random], dict[int, int] | None],
] = {
    PlantedStandings.EXCHANGED_NEIGHBOURS: _exchange,
    PlantedStandings.TIE_BREAK_LEFT_OUT: _leave_out,
    PlantedStandings.BYE_AS_GAME: _count_byes_as_games,
    PlantedStandings.OLDER_EDITION: _go_back,
}
