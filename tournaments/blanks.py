"""
Players with a blank in a round that other players played.

By the format a blank is an absence. But a blank also remains when a program or an operator forgets a player. So lint
reports the blank, unless the file explains it: by a record of byes (240), or by half-point byes that only the points
show. In team events a player who is not in the line-up has a blank, so lint reports teams whose players are all blank.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise

from tournaments.model import BlankRounds, Event, RequestedBye

MAX_LISTED_PLAYERS = 10
"""The number of players that a list names; further players are counted."""


def find_unexplained_blanks(
    blanks: set[tuple[int, int]], recorded_byes: Iterable[RequestedBye]
) -> tuple[BlankRounds, ...]:
    """Return the players and rounds among the ``blanks``, (TPN, round), that no recorded bye explains."""
    explained = {(bye.tpn, bye.round_number) for bye in recorded_byes}
    return _group_by_participant(blanks - explained)


def find_blank_teams(blanks: set[tuple[int, int]], event: Event) -> tuple[BlankRounds, ...]:
    """Return the teams and rounds in which all players are among the ``blanks``, and that no record explains."""
    explained = {(bye.tpn, bye.round_number) for bye in event.team_byes}
    for match in event.forfeited_matches:
        explained |= {(match.white, match.round_number), (match.black, match.round_number)}
    allocated = event.team_allocated_byes.teams if event.team_allocated_byes else ()
    explained |= {(team, number) for number, team in enumerate(allocated, start=1) if team is not None}
    left_out = {
        (team.number, number)
        for team in event.teams
        for number in range(1, event.rounds_recorded + 1)
        if team.players and all((tpn, number) in blanks for tpn in team.players)
    }
    return _group_by_participant(left_out - explained)


def _group_by_participant(blanks: set[tuple[int, int]]) -> tuple[BlankRounds, ...]:
    rounds: dict[int, list[int]] = {}
    for tpn, round_number in sorted(blanks):
        rounds.setdefault(tpn, []).append(round_number)
    return tuple(BlankRounds(tpn=tpn, rounds=tuple(numbers)) for tpn, numbers in rounds.items())


def select_blanks(event: Event, last_round: int) -> tuple[BlankRounds, ...]:
    """Return the unexplained blanks of the rounds up to the last relevant round."""
    last_round = min(last_round, event.rounds_recorded)
    numbers = ((blank.tpn, tuple(n for n in blank.rounds if n <= last_round)) for blank in event.unexplained_blanks)
    return tuple(BlankRounds(tpn=tpn, rounds=rounds) for tpn, rounds in numbers if rounds)


def describe_rounds(rounds: Collection[int]) -> str:
    """Return ``round 3``, ``rounds 3 and 7``, ``rounds 1, 3 to 5 and 7``."""
    numbers = sorted(rounds)
    starts = [numbers[0], *(after for before, after in pairwise(numbers) if after != before + 1)]
    ends = [*(before for before, after in pairwise(numbers) if after != before + 1), numbers[-1]]
    runs = [_describe_run(start, end) for start, end in zip(starts, ends, strict=True)]
    listed = runs[0] if len(runs) == 1 else f"{', '.join(runs[:-1])} and {runs[-1]}"
    return f"round{'s' if len(numbers) > 1 else ''} {listed}"


def _describe_run(start: int, end: int) -> str:
    if start == end:
        return str(start)
    return f"{start} and {end}" if end == start + 1 else f"{start} to {end}"
