"""
Results chosen anew, so that fewer rounds give the scores that more rounds gave.

Only the differences of scores matter for a pairing, so everybody may lose the same number of points with the rounds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.reduction.situation import rows_of, with_rows
from tournaments.model import Result

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from checker.reduction.situation import Situation
    from tournaments.model import RoundEntry, ScoringSystem

_GAMES = ((Result.WIN, Result.LOSS), (Result.DRAW, Result.DRAW), (Result.LOSS, Result.WIN))
_BYES = (Result.ZERO_POINT_BYE, Result.HALF_POINT_BYE)
_SWEEPS = 4
"""How often every result is looked at again."""


def with_scores(situation: Situation, scores: Mapping[int, int]) -> Iterator[Situation]:
    """
    Choose the results of all earlier rounds so that they come near the scores, in tenths by TPN, less a constant.

    Yield a situation for each of three constants: none, and those that let the lowest and the highest come out.
    """
    given = {player.tpn: player.points or 0 for player in situation.before.players}
    most = situation.before.rounds_recorded * situation.before.scoring.win
    constants = {min(scores.values()), max(0, max(scores.values()) - most), max(scores.values()) - max(given.values())}
    for constant in sorted(constants):
        wanted = {tpn: score - constant for tpn, score in scores.items()}
        yield _nearest(situation, wanted)


def _nearest(situation: Situation, wanted: Mapping[int, int]) -> Situation:
    scoring = situation.before.scoring
    rows = rows_of(situation)
    missing = {tpn: wanted[tpn] - sum(map(scoring.points, row)) for tpn, row in rows.items()}
    for _ in range(_SWEEPS):
        changed = [
            _improved(rows, missing, scoring, tpn, index)
            for index in range(situation.before.rounds_recorded)
            for tpn in rows
        ]
        if not any(changed):
            break
    return with_rows(situation, {tpn: tuple(row) for tpn, row in rows.items()})


def _improved(
    rows: dict[int, list[RoundEntry]], missing: dict[int, int], scoring: ScoringSystem, tpn: int, index: int
) -> bool:
    """Choose one result so that least is missing; return whether it is another one."""
    entry = rows[tpn][index]
    others: tuple[int, ...] = (tpn,)
    choices: tuple[tuple[Result, ...], ...] = tuple((result,) for result in _BYES)
    if entry.opponent is not None:
        if entry.opponent < tpn or not entry.was_played:
            return False
        others, choices = (tpn, entry.opponent), _GAMES
    elif entry.result not in _BYES:
        return False
    before = tuple(rows[number][index] for number in others)
    best = min(choices, key=lambda choice: _missing(before, choice, [missing[number] for number in others], scoring))
    least = _missing(before, best, [missing[number] for number in others], scoring)
    if least >= sum(missing[number] ** 2 for number in others):
        return False
    for number, old, result in zip(others, before, best, strict=True):
        new = _with(old, result)
        missing[number] += scoring.points(old) - scoring.points(new)
        rows[number][index] = new
    return True


def _missing(
    entries: tuple[RoundEntry, ...], choice: tuple[Result, ...], missing: list[int], scoring: ScoringSystem
) -> int:
    """Return the squares of what is missing if these are the results."""
    return sum(
        (lack + scoring.points(entry) - scoring.points(_with(entry, result))) ** 2
        for entry, result, lack in zip(entries, choice, missing, strict=True)
    )


def _with(entry: RoundEntry, result: Result) -> RoundEntry:
    return type(entry)(entry.opponent, entry.colour, result)
