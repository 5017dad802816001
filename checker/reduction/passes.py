"""
The passes: each makes candidates of the present situation, the boldest first, by one idea; the gate decides.

All are deterministic. Where one draws at random, the draw depends on the numbers of players and rounds alone.
"""

from __future__ import annotations

import random
from itertools import combinations
from typing import TYPE_CHECKING

from checker.reduction.fresh import MOST_ROUNDS, fresh_events
from checker.reduction.mending import Mending, without_players
from checker.reduction.rescoring import with_scores
from checker.reduction.situation import without_rounds
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from checker.reduction.gate import Shown
    from checker.reduction.situation import Situation
    from reference_engines.frame.rules import Rules

FEWEST_PLAYERS = 2
FRESH = "fresh"
"""Name of the pass whose events are no part of the given one."""
_DRAWS = 10
"""Leaps tried of each size."""
_LEAST_LEAP = 6
"""Players from whom on leaps are tried."""
_FEW = 12
"""Units of whom every two are tried together."""
_FEW_ROUNDS = 6
"""Earlier rounds of which every two are tried together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """One idea how an event could be simpler."""

    name: str
    idea: str
    """A sentence."""
    candidates: Callable[[Shown, Rules], Iterator[Situation]]
    """What could stand in the place of what is shown, under these rules; begun anew whenever one is taken."""
    once: bool = False
    """Whether it is made once in a reduction only, until it finds nothing more."""


def leaps(shown: Shown) -> Iterator[Situation]:
    """Yield events of those involved and a few others, drawn at random, half of them with a few rounds only."""
    for draw, (smaller, chance) in enumerate(_leaps(shown)):
        if draw % 4 < 2:  # noqa: PLR2004 - half of them, with either way of mending
            yield from _of_few_rounds(smaller, chance)
        else:
            yield smaller


def short_leaps(shown: Shown) -> Iterator[Situation]:
    """Yield such events with a few rounds only, where there are many."""
    if shown.situation.round_number > MOST_ROUNDS:
        for smaller, chance in _leaps(shown):
            yield from _of_few_rounds(smaller, chance)


def _leaps(shown: Shown) -> Iterator[tuple[Situation, random.Random]]:
    situation = shown.situation
    players = [player.tpn for player in situation.before.players]
    if len(players) < _LEAST_LEAP:
        return
    chance = random.Random(f"{len(players)}/{situation.round_number}")  # noqa: S311 - reproducible, not secret
    for size in sorted({len(players) // 3 + 2, len(players) // 2 + 1, 2 * len(players) // 3 + 1, len(players) - 2}):
        for draw in range(_DRAWS):
            kept = _drawn(shown, size, chance)
            mending = (Mending.PLAY, Mending.PLAY_IF_ALIKE)[draw % 2]
            yield without_players(situation, set(players) - kept, mending), chance


def _of_few_rounds(situation: Situation, chance: random.Random) -> Iterator[Situation]:
    earlier, spared = situation.before.rounds_recorded, chance.randint(1, MOST_ROUNDS - 1)
    if earlier > spared:
        yield from _shortened(situation, chance.sample(range(1, earlier + 1), earlier - spared))
    else:
        yield situation


def _drawn(shown: Shown, size: int, chance: random.Random) -> set[int]:
    """Draw so many players, units as a whole, those involved first."""
    units = list(shown.situation.units)
    chance.shuffle(units)
    units.sort(key=lambda unit: not unit & shown.discrepancy.involved)
    kept: set[int] = set()
    for unit in units:
        if len(kept) + len(unit) <= size:
            kept |= unit
    return kept


def fewer_players(shown: Shown) -> Iterator[Situation]:
    """Yield the event without half of the players, a quarter... one; those who are involved go last."""
    situation = shown.situation
    units = sorted(situation.units, key=lambda unit: (bool(unit & shown.discrepancy.involved), min(unit)))
    size = len(units) // 2
    while size:
        for start in range(0, len(units), size):
            gone = frozenset().union(*units[start : start + size])
            yield from _without(situation, gone, size)
        size //= 2


def two_players_fewer(shown: Shown) -> Iterator[Situation]:
    """Yield the event without any two, where there are few."""
    units = shown.situation.units
    if len(units) <= _FEW:
        for one, other in combinations(units, 2):
            yield from _without(shown.situation, one | other, 2)


def _without(situation: Situation, gone: frozenset[int], size: int) -> Iterator[Situation]:
    if len(situation.before.players) - len(gone) < FEWEST_PLAYERS:
        return
    ways = (Mending.PLAY, Mending.PLAY_IF_ALIKE) if size > 1 else tuple(Mending)
    for mending in ways:
        yield without_players(situation, gone, mending)


def fewer_rounds(shown: Shown) -> Iterator[Situation]:
    """Yield the event without its first rounds, as many as possible, then without any one or two."""
    earlier = shown.situation.before.rounds_recorded
    firsts = [tuple(range(1, last + 1)) for last in range(earlier, 0, -1)]
    twos = combinations(range(1, earlier + 1), 2) if earlier <= _FEW_ROUNDS else ()
    for dropped in (*firsts, *((number,) for number in range(2, earlier + 1)), *twos):
        yield from _shortened(shown.situation, dropped)


def _shortened(situation: Situation, dropped: Collection[int]) -> Iterator[Situation]:
    """Take rounds out: as they are, and with results that keep the differences of scores."""
    shorter = without_rounds(situation, dropped)
    yield shorter
    if shorter.before.rounds_recorded:
        yield from with_scores(shorter, {player.tpn: player.points or 0 for player in situation.before.players})


def _whatever_the_rules(
    candidates: Callable[[Shown], Iterator[Situation]],
) -> Callable[[Shown, Rules], Iterator[Situation]]:
    return lambda shown, _rules: candidates(shown)


LARGE = (
    Pass(name="rounds", idea="without earlier rounds", candidates=_whatever_the_rules(fewer_rounds)),
    Pass(
        name="short leaps",
        idea="only those involved, a few others and at most three rounds",
        candidates=_whatever_the_rules(short_leaps),
        once=True,
    ),
    Pass(name=FRESH, idea="a fresh event of few players and rounds", candidates=fresh_events, once=True),
    Pass(
        name="leaps", idea="only those involved, a few others and a few rounds", candidates=_whatever_the_rules(leaps)
    ),
    Pass(
        name="players",
        idea="without half of the players, a quarter, one",
        candidates=_whatever_the_rules(fewer_players),
    ),
    Pass(name="two players", idea="without any two players", candidates=_whatever_the_rules(two_players_fewer)),
)
"""Passes that take away players and rounds."""
