"""A few events of a program's generator, looked at more closely: are they different, and do results follow ratings."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from checker.evidence.facts import Band, GeneratorProbe
from checker.programs.program import ProgramError, claims_of
from random_tournaments.games import expected_score
from tournaments.model import Result
from tournaments.trf.writing import UnwritableEventError, write_trf26

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from checker.programs.program import Program
    from tournaments.model import Event

PROBED = 20
"""Events that a generator is asked for."""
_BANDS = ((0, 99), (100, 199), (200, 399), (400, 9999))
"""Differences of ratings that are looked at together."""
_SCORES = {Result.WIN: 2, Result.DRAW: 1, Result.LOSS: 0}
"""In half points, of games that were played and rated."""
_SEEDS = 1_000_000


def probed(program: Program, seed: int) -> GeneratorProbe | None:
    """Have a generator make a few events with as many seeds; None if it makes none."""
    if not claims_of(program).generates:
        return None
    made: list[Event] = []
    texts: list[str] = []
    for number in range(PROBED):
        try:
            event = program.generate(seed % _SEEDS + 1 + number)
            texts.append(write_trf26(event))
        except (ProgramError, UnwritableEventError):
            continue
        made.append(event)
    if not made:
        return None
    return GeneratorProbe(events=len(made), different=len(set(texts)), bands=tuple(_bands(made)))


def _bands(events: Iterable[Event]) -> Iterator[Band]:
    """Yield the scores of higher rated players, with the difference of the ratings."""
    games: dict[tuple[int, int], list[tuple[float, int]]] = defaultdict(list)
    for event in events:
        for difference, score in _scored(event):
            band = next((band for band in _BANDS if band[0] <= difference <= band[1]), None)
            if band is not None:
                games[band].append((expected_score(difference), score))
    for band in _BANDS:
        told = games[band]
        if told:
            yield Band(
                least=band[0],
                most=band[1],
                games=len(told),
                expected=round(1000 * sum(expected for expected, _ in told) / len(told)),
                scored=round(1000 * sum(score for _, score in told) / (2 * len(told))),
            )


def _scored(event: Event) -> Iterator[tuple[int, int]]:
    """Yield by how much one of two was rated higher, and what that one scored in their game, in half points."""
    ratings = {player.tpn: player.rating for player in event.players if player.rating}
    for player in event.players:
        for entry in player.rounds:
            if entry.opponent not in ratings or player.tpn not in ratings or entry.result not in _SCORES:
                continue
            difference = ratings[player.tpn] - ratings[entry.opponent]
            if difference > 0 or (difference == 0 and player.tpn < entry.opponent):
                yield difference, _SCORES[entry.result]
