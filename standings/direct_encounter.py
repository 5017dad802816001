"""Direct encounter (Article 6): separate standings of the games among the participants who are still tied."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from standings.rounds import ParticipantRound
from standings.score_table import ScoreTable
from standings.values import CutReason, RoundContribution
from tournaments.frozen import FrozenStruct


class SeparateStandings(FrozenStruct, frozen=True, kw_only=True):
    """The points of some participants in the games among them (6.1), by place."""

    scores: dict[int, int]
    """Points in tenths, multiplied by the scale."""
    best: dict[int, int]
    """The score that each participant reaches by winning all missing encounters (6.3)."""
    scale: int
    """The factor that makes averages of several games whole numbers (6.1.2)."""
    complete: bool
    """Whether each participant has met all others."""


def rank_by_encounters(table: ScoreTable, members: Sequence[int], *, played: bool = False) -> list[list[int]]:
    """
    Return the members of a tied group, by place, in the order of Article 6; members who stay tied form one list.

    If the pairings were determined beforehand, or if all members have met, the separate standings rank the members, and
    Article 6 starts again with every subset that is still tied (6.2). Otherwise a member is ranked first if no results
    of the missing games could change that, then the second, and so on; Article 6 starts again with the rest (6.3).
    ``played``: forfeits count as games (DE/P).
    """
    groups = rank_until_restart(table, members, played=played)
    if len(groups) == 1:
        return groups
    return [subset for group in groups for subset in rank_by_encounters(table, group, played=played)]


def rank_until_restart(table: ScoreTable, members: Sequence[int], *, played: bool = False) -> list[list[int]]:
    """Return the order of the members by one table of separate standings, before Article 6 starts again."""
    if len(members) == 1:
        return [list(members)]
    separate = separate_standings(table, members, played=played)
    if separate.complete or table.rules.pre_determined:
        return _group_by_score(members, separate.scores)
    safe = _safely_ranked(members, separate)
    rest = [member for member in members if member not in safe]
    return [[member] for member in safe] + ([rest] if rest else [])


def find_separation(
    table: ScoreTable, members: Sequence[int], first: int, second: int, *, played: bool = False
) -> SeparateStandings | None:
    """
    Return the separate standings that rank one of two members before the other; None if they stay tied.

    The standings are those of the participants who are tied before.
    """
    groups = rank_until_restart(table, members, played=played)
    group = next(group for group in groups if first in group)
    if second not in group:
        return separate_standings(table, members, played=played)
    return None if len(groups) == 1 else find_separation(table, group, first, second, played=played)


def _group_by_score(members: Iterable[int], scores: dict[int, int]) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for member in members:
        groups.setdefault(scores[member], []).append(member)
    return [groups[score] for score in sorted(groups, reverse=True)]


def _safely_ranked(members: Sequence[int], separate: SeparateStandings) -> list[int]:
    """Return the members whose rank, from the top, no results of the missing games could change (6.3)."""
    remaining = sorted(members, key=lambda member: -separate.scores[member])
    safe: list[int] = []
    while len(remaining) > 1 and separate.scores[remaining[0]] > max(separate.best[member] for member in remaining[1:]):
        safe.append(remaining.pop(0))
    return [*safe, *remaining] if safe and len(remaining) == 1 else safe


def separate_standings(table: ScoreTable, members: Sequence[int], *, played: bool = False) -> SeparateStandings:
    """Return the separate standings of some participants, by place (6.1)."""
    games_by_member = {member: games_between(table, member, members, played=played) for member in members}
    scale = math.lcm(*(len(games) for met in games_by_member.values() for games in met.values()))
    scores = {
        member: sum(sum(entry.points for entry in games) * (scale // len(games)) for games in met.values())
        for member, met in games_by_member.items()
    }
    missing = {member: len(members) - 1 - len(met) for member, met in games_by_member.items()}
    return SeparateStandings(
        scores=scores,
        best={member: scores[member] + missing[member] * table.win * scale for member in members},
        scale=scale,
        complete=not any(missing.values()),
    )


def games_between(
    table: ScoreTable, member: int, members: Iterable[int], *, played: bool = False
) -> dict[int, list[ParticipantRound]]:
    """Return a participant's games against each of the other members, by their places; forfeits count as in 6.1.1."""
    others = {*members} - {member}
    met: dict[int, list[ParticipantRound]] = {}
    for entry in table.rows[member]:
        if entry.opponent in others and table.counts_as_game(entry, played=played):
            met.setdefault(entry.opponent, []).append(entry)
    return met


def explain_encounters(
    table: ScoreTable, member: int, members: Sequence[int], *, played: bool
) -> tuple[RoundContribution, ...]:
    """Return a participant's games against the other tied participants, and the forfeits that are left out."""
    met = games_between(table, member, members, played=played)
    others = {*members} - {member}
    entries = [entry for entry in table.rows[member] if entry.opponent in others]
    return tuple(
        RoundContribution(
            round_number=entry.number,
            opponent=table.tpns[entry.opponent],
            result=entry.result,
            points=entry.points,
            amount=entry.points,
            cut=None if table.counts_as_game(entry, played=played) else CutReason.FORFEIT,
            article=_article(table, entry, met, played=played),
        )
        for entry in entries
    )


def _article(
    table: ScoreTable, entry: ParticipantRound, met: dict[int, list[ParticipantRound]], *, played: bool
) -> str:
    if not table.counts_as_game(entry, played=played):
        return "6.1.1"
    if entry.category is not None:
        return "6.1.1, /P" if played else "15.2"
    return "6.1.2" if len(met[entry.opponent]) > 1 else "6.1"
