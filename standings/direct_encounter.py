"""Direct encounter (Article 6): the games among those who are still tied, and the search for who is safe."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from standings.explanations import RoundContribution
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from standings.rounds import RankedRound
    from standings.score_table import ScoreTable


@dataclass(frozen=True, slots=True, kw_only=True)
class SeparateStandings:
    """The sums of the encounters among some participants (6.1), known by their places."""

    scores: dict[int, int]
    """In units of tenths / scale."""
    best: dict[int, int]
    """What each could reach by winning all the encounters that are missing (6.3)."""
    scale: int
    """Tenths are multiplied by it, so that averages of several games are whole (6.1.2)."""
    complete: bool
    """Whether all have met all."""


def rank_by_encounters(field: ScoreTable, members: Sequence[int], *, played: bool = False) -> list[list[int]]:
    """
    Return the members of a tied group, by place, in the order of Article 6; those who stay tied stand together.

    With pairings determined beforehand, and where all have met all, the separate standings rank them and every subset
    that is still tied starts again (6.2). Otherwise whoever is first whatever the missing games would bring is ranked,
    then the second likewise, and so on; the rest starts again (6.3). ``played``: forfeits count as games (DE/P).
    """
    groups = rank_until_restart(field, members, played=played)
    if len(groups) == 1:
        return groups
    return [subset for group in groups for subset in rank_by_encounters(field, group, played=played)]


def rank_until_restart(field: ScoreTable, members: Sequence[int], *, played: bool = False) -> list[list[int]]:
    """Return the members in order as far as one table of their encounters tells it, before any subset starts again."""
    if len(members) == 1:
        return [list(members)]
    table = separate_standings(field, members, played=played)
    if table.complete or field.rules.pre_determined:
        return _group_by_score(members, table.scores)
    safe = _safely_ranked(members, table)
    rest = [member for member in members if member not in safe]
    return [[member] for member in safe] + ([rest] if rest else [])


def _group_by_score(members: Iterable[int], scores: dict[int, int]) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for member in members:
        groups.setdefault(scores[member], []).append(member)
    return [groups[score] for score in sorted(groups, reverse=True)]


def _safely_ranked(members: Sequence[int], table: SeparateStandings) -> list[int]:
    """Return who is ranked from the top down, whatever the outcome of the missing games (6.3)."""
    left = sorted(members, key=lambda member: -table.scores[member])
    safe: list[int] = []
    while len(left) > 1 and table.scores[left[0]] > max(table.best[member] for member in left[1:]):
        safe.append(left.pop(0))
    return [*safe, *left] if safe and len(left) == 1 else safe


def separate_standings(field: ScoreTable, members: Sequence[int], *, played: bool = False) -> SeparateStandings:
    """Return the separate standings of some participants, by place (6.1)."""
    among = {member: games_between(field, member, members, played=played) for member in members}
    scale = math.lcm(*(len(games) for met in among.values() for games in met.values()))
    scores = {
        member: sum(sum(entry.points for entry in games) * (scale // len(games)) for games in met.values())
        for member, met in among.items()
    }
    missing = {member: len(members) - 1 - len(met) for member, met in among.items()}
    return SeparateStandings(
        scores=scores,
        best={member: scores[member] + missing[member] * field.win * scale for member in members},
        scale=scale,
        complete=not any(missing.values()),
    )


def games_between(
    field: ScoreTable, member: int, members: Iterable[int], *, played: bool = False
) -> dict[int, list[RankedRound]]:
    """Return a participant's games against each of the others, by their places; forfeits as 6.1.1 has it."""
    others = {*members} - {member}
    met: dict[int, list[RankedRound]] = {}
    for entry in field.rows[member]:
        if entry.opponent in others and field.counts_as_game(entry, played=played):
            met.setdefault(entry.opponent, []).append(entry)
    return met


def explain_encounters(
    field: ScoreTable, member: int, members: Sequence[int], *, played: bool
) -> tuple[RoundContribution, ...]:
    """Return a participant's games among the tied."""
    met = games_between(field, member, members, played=played)
    entries = sorted((entry for games in met.values() for entry in games), key=lambda entry: entry.number)
    return tuple(
        RoundContribution(
            round_number=entry.number,
            opponent=field.tpns[entry.opponent],
            result=entry.result,
            points=entry.points,
            amount=entry.points,
            article="6.1.2" if len(met[entry.opponent]) > 1 else "6.1",
        )
        for entry in entries
    )
