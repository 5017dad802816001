"""
The passes: each makes candidates of the present situation, the boldest first, by one idea; the gate decides.

All are deterministic. Where a pass draws at random, the draw depends on the numbers of players and rounds alone.

Fresh events are played from their first round: a discrepancy that rests on two rounds of floats, say, survives few of
the cuts that an event can take, but a program that shows it once shows it again. Results may be chosen anew, so that
fewer rounds give the scores of more rounds: only the differences of scores matter for a pairing, so all players may
lose the same number of points with the rounds.
"""

from __future__ import annotations

import random
from dataclasses import replace
from enum import Enum
from itertools import combinations
from typing import TYPE_CHECKING

from checker.reduction.situation import Situation, played_result, reduced_to, rows_of, with_rows, without_rounds
from random_tournaments.mutations import EventScript, RoundScript, play_on
from reference_engines.frame.results import PairingError, RoundPairing
from tournaments.frozen import FrozenStruct
from tournaments.games import OPPONENT_RESULTS
from tournaments.model import Colour, Event, RequestedBye, Result, RoundEntry, ScoringSystem

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from checker.reduction.gate import ShownDiscrepancy
    from reference_engines.frame.rules import Rules


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
        target = {tpn: score - constant for tpn, score in scores.items()}
        yield _nearest(situation, target)


def _nearest(situation: Situation, target: Mapping[int, int]) -> Situation:
    scoring = situation.before.scoring
    rows = rows_of(situation)
    missing = {tpn: target[tpn] - sum(map(scoring.points, row)) for tpn, row in rows.items()}
    for _ in range(_SWEEPS):
        changed = [
            _improved(rows, missing, scoring, tpn, index)
            for index in range(situation.before.rounds_recorded)
            for tpn in rows
        ]
        if not any(changed):
            break
    return with_rows(situation, rows)


def _improved(
    rows: dict[int, list[RoundEntry]], missing: dict[int, int], scoring: ScoringSystem, tpn: int, index: int
) -> bool:
    """Choose the result that leaves the fewest points missing; return whether the result changes."""
    entry = rows[tpn][index]
    changed_players: tuple[int, ...] = (tpn,)
    choices: tuple[tuple[Result, ...], ...] = tuple((result,) for result in _BYES)
    if entry.opponent is not None:
        if entry.opponent < tpn or not entry.was_played:
            return False
        changed_players, choices = (tpn, entry.opponent), _GAMES
    elif entry.result not in _BYES:
        return False
    before = tuple(rows[number][index] for number in changed_players)
    best = min(
        choices, key=lambda choice: _missing(before, choice, [missing[number] for number in changed_players], scoring)
    )
    least = _missing(before, best, [missing[number] for number in changed_players], scoring)
    if least >= sum(missing[number] ** 2 for number in changed_players):
        return False
    for number, old, result in zip(changed_players, before, best, strict=True):
        new = _with(old, result)
        missing[number] += scoring.points(old) - scoring.points(new)
        rows[number][index] = new
    return True


def _missing(
    entries: tuple[RoundEntry, ...], choice: tuple[Result, ...], missing: list[int], scoring: ScoringSystem
) -> int:
    """Return the sum of the squares of the points that the results leave missing."""
    return sum(
        (lack + scoring.points(entry) - scoring.points(_with(entry, result))) ** 2
        for entry, result, lack in zip(entries, choice, missing, strict=True)
    )


def _with(entry: RoundEntry, result: Result) -> RoundEntry:
    return type(entry)(entry.opponent, entry.colour, result)


MOST_ROUNDS = 4
"""Of a fresh event; one that has no more is cut only."""
_SIZES = (10, 9, 8, 7)
"""Players of a fresh event."""
_FRESH_DRAWS = 640
_BYE_CHANCE = 0.12
"""Chance of a player in a round."""


def fresh_events(present: ShownDiscrepancy, rules: Rules) -> Iterator[Situation]:
    """Yield fresh events of few players and rounds, with the scoring of the event, if the event has more rounds."""
    situation = present.situation
    if situation.recorded is not None or situation.round_number <= MOST_ROUNDS:
        return
    sizes = sorted({min(size, len(situation.before.players)) for size in _SIZES}, reverse=True)
    openings = {size: _opening(situation, size) for size in sizes}
    matches = None if situation.matches is None else replace(situation.matches, scores=())
    bare = replace(situation, matches=matches)
    is_last = situation.before.rounds_declared == situation.round_number
    for draw in range(_FRESH_DRAWS):
        size = sizes[draw % len(sizes)]
        number = MOST_ROUNDS - (draw // len(sizes)) % 3 // 2
        chance = random.Random(f"{size}/{number}/{draw}")  # noqa: S311 - reproducible, not secret
        declared = number if is_last else number + 2
        opening = replace(openings[size], rounds_declared=declared)
        played = _played(replace(bare, before=opening), number, rules, chance)
        if played is not None:
            yield replace(bare, before=played)


def _opening(situation: Situation, size: int) -> Event:
    """Return the event before its first round, of the first players."""
    numbers = sorted(player.tpn for player in situation.before.players)
    empty = without_rounds(situation, range(1, situation.round_number))
    opening = without_players(replace(empty), numbers[size:], Mending.REST).before
    return replace(opening, requested_byes=())


def _played(opened: Situation, number: int, rules: Rules, chance: random.Random) -> Event | None:
    """Play the rounds before a round, and draw its absent players; None if a round cannot be paired."""
    opening = opened.before
    away = [_away(opening, chance) for _ in range(number)]

    def pair(event: Event, round_number: int) -> RoundPairing:
        return rules.open(replace(opened, before=event).event).round(round_number).expected()

    course = EventScript(opening=opening, rounds=tuple(RoundScript(away=missing, outcomes={}) for missing in away))
    try:
        played = play_on(course, opening, number - 1, pair, chance)
    except PairingError:
        return None
    if played.rounds_recorded < number - 1:
        return None
    byes = tuple(RequestedBye(round_number=number, tpn=tpn, result=result) for tpn, result in away[-1].items())
    return replace(played, requested_byes=byes)


def _away(opening: Event, chance: random.Random) -> dict[int, Result]:
    return {player.tpn: chance.choice(_BYES) for player in opening.players if chance.random() < _BYE_CHANCE}


FEWEST_PLAYERS = 2
FRESH = "fresh"
"""Name of the pass whose events do not come from the given one."""
_DRAWS = 10
"""Leaps tried of each size."""
_LEAST_LEAP = 6
"""Players from whom on leaps are tried."""
_FEW = 12
"""Units of whom every two are tried together."""
_FEW_ROUNDS = 6
"""Earlier rounds of which every two are tried together."""


class Pass(FrozenStruct, frozen=True, kw_only=True):
    """One way to make an event simpler."""

    name: str
    candidates: Callable[[ShownDiscrepancy, Rules], Iterator[Situation]]
    """Situations that could replace the present one under these rules; made anew whenever one is taken."""
    once: bool = False
    """Whether it is made once in a reduction only, until it finds nothing more."""


def leaps(present: ShownDiscrepancy) -> Iterator[Situation]:
    """Yield random events of the players involved and a few others, half of them with few rounds."""
    for draw, (smaller, chance) in enumerate(_leaps(present)):
        if draw % 4 < 2:  # noqa: PLR2004 - half of them, with either way of mending
            yield from _keep_few_rounds(smaller, chance)
        else:
            yield smaller


def short_leaps(present: ShownDiscrepancy) -> Iterator[Situation]:
    """Yield random events with a few rounds only, if the event has many."""
    if present.situation.round_number > MOST_ROUNDS:
        for smaller, chance in _leaps(present):
            yield from _keep_few_rounds(smaller, chance)


def _leaps(present: ShownDiscrepancy) -> Iterator[tuple[Situation, random.Random]]:
    situation = present.situation
    players = [player.tpn for player in situation.before.players]
    if len(players) < _LEAST_LEAP:
        return
    chance = random.Random(f"{len(players)}/{situation.round_number}")  # noqa: S311 - reproducible, not secret
    for size in sorted({len(players) // 3 + 2, len(players) // 2 + 1, 2 * len(players) // 3 + 1, len(players) - 2}):
        for draw in range(_DRAWS):
            selected = _drawn(present, size, chance)
            mending = (Mending.PLAY, Mending.PLAY_IF_ALIKE)[draw % 2]
            yield without_players(situation, set(players) - selected, mending), chance


def _keep_few_rounds(situation: Situation, chance: random.Random) -> Iterator[Situation]:
    earlier, spared = situation.before.rounds_recorded, chance.randint(1, MOST_ROUNDS - 1)
    if earlier > spared:
        yield from _shortened(situation, chance.sample(range(1, earlier + 1), earlier - spared))
    else:
        yield situation


def _drawn(present: ShownDiscrepancy, size: int, chance: random.Random) -> set[int]:
    """Draw up to ``size`` players, units as a whole, the involved players first."""
    units = list(present.situation.units)
    chance.shuffle(units)
    units.sort(key=lambda unit: not unit & present.involved)
    selected: set[int] = set()
    for unit in units:
        if len(selected) + len(unit) <= size:
            selected |= unit
    return selected


def fewer_players(present: ShownDiscrepancy) -> Iterator[Situation]:
    """Yield the event without half of the players, a quarter... one; the players involved go last."""
    situation = present.situation
    units = sorted(situation.units, key=lambda unit: (bool(unit & present.involved), min(unit)))
    size = len(units) // 2
    while size:
        for start in range(0, len(units), size):
            gone = frozenset().union(*units[start : start + size])
            yield from _without(situation, gone, size)
        size //= 2


def two_players_fewer(present: ShownDiscrepancy) -> Iterator[Situation]:
    """Yield the event without any two players, if the event has few."""
    units = present.situation.units
    if len(units) <= _FEW:
        for one, other in combinations(units, 2):
            yield from _without(present.situation, one | other, 2)


def _without(situation: Situation, gone: frozenset[int], size: int) -> Iterator[Situation]:
    if len(situation.before.players) - len(gone) < FEWEST_PLAYERS:
        return
    ways = (Mending.PLAY, Mending.PLAY_IF_ALIKE) if size > 1 else tuple(Mending)
    for mending in ways:
        yield without_players(situation, gone, mending)


def fewer_rounds(present: ShownDiscrepancy) -> Iterator[Situation]:
    """Yield the event without its first rounds, as many as possible, then without any round or two rounds."""
    earlier = present.situation.before.rounds_recorded
    firsts = [tuple(range(1, last + 1)) for last in range(earlier, 0, -1)]
    twos = combinations(range(1, earlier + 1), 2) if earlier <= _FEW_ROUNDS else ()
    for dropped in (*firsts, *((number,) for number in range(2, earlier + 1)), *twos):
        yield from _shortened(present.situation, dropped)


def _shortened(situation: Situation, dropped: Collection[int]) -> Iterator[Situation]:
    """Take rounds out: as they are, and with results that keep the differences of scores."""
    shorter = without_rounds(situation, dropped)
    yield shorter
    if shorter.before.rounds_recorded:
        yield from with_scores(shorter, {player.tpn: player.points or 0 for player in situation.before.players})


def _whatever_the_rules(
    candidates: Callable[[ShownDiscrepancy], Iterator[Situation]],
) -> Callable[[ShownDiscrepancy, Rules], Iterator[Situation]]:
    return lambda present, _rules: candidates(present)


LARGE = (
    Pass(name="rounds", candidates=_whatever_the_rules(fewer_rounds)),
    Pass(name="short leaps", candidates=_whatever_the_rules(short_leaps), once=True),
    Pass(name=FRESH, candidates=fresh_events, once=True),
    Pass(name="leaps", candidates=_whatever_the_rules(leaps)),
    Pass(name="players", candidates=_whatever_the_rules(fewer_players)),
    Pass(name="two players", candidates=_whatever_the_rules(two_players_fewer)),
)
"""Passes that take away players and rounds."""


class Mending(Enum):
    """The treatment of players who have lost their opponents."""

    PLAY = "they play each other"
    PLAY_IF_ALIKE = "they play each other if both keep colour and result, else they have byes of the same points"
    REST = "they have byes of the same points"


_PAB = RoundEntry(None, None, Result.PAIRING_ALLOCATED_BYE)
_BYE_OF_RESULT = {
    Result.WIN: Result.FULL_POINT_BYE,
    Result.DRAW: Result.HALF_POINT_BYE,
    Result.LOSS: Result.ZERO_POINT_BYE,
}


def without_players(situation: Situation, removed: Collection[int], mending: Mending) -> Situation:
    """Take players out of an event, by TPN, and number the others anew."""
    rows = {player.tpn: list(player.rounds) for player in situation.before.players if player.tpn not in removed}
    met = {
        frozenset((tpn, entry.opponent))
        for tpn, row in rows.items()
        for entry in row
        if entry.opponent is not None and entry.opponent in rows
    }
    for index in range(situation.before.rounds_recorded):
        _Mended(rows, index, met, mending, situation.before.scoring).mend()
    return reduced_to(situation, rows)


class _Mended(FrozenStruct, frozen=True):
    """One round that lacks players."""

    rows: dict[int, list[RoundEntry]]
    index: int
    met: set[frozenset[int]]
    """Scheduled opponents in all rounds, so that no two players meet twice."""
    mending: Mending
    scoring: ScoringSystem

    def mend(self) -> None:
        left = [tpn for tpn in self.rows if self._entry(tpn).opponent not in (None, *self.rows)]
        if self.mending is not Mending.REST:
            left = self._play(left)
        if left and self.mending is Mending.PLAY:
            left = self._seat_last(left)
        for tpn in left:
            self.rows[tpn][self.index] = RoundEntry(None, None, _BYE_OF_RESULT[self._result(tpn)])
        self._settle_bye()

    def _entry(self, tpn: int) -> RoundEntry:
        return self.rows[tpn][self.index]

    def _result(self, tpn: int) -> Result:
        return played_result(self._entry(tpn).result)

    def _play(self, left: list[int]) -> list[int]:
        """Pair the players who keep most of their results by it; return the remaining players."""
        waiting = list(left)
        for strict in (True,) if self.mending is Mending.PLAY_IF_ALIKE else (True, False):
            for first in list(waiting):
                if first not in waiting:
                    continue
                second = self._best_for(first, (tpn for tpn in waiting if tpn != first), strict=strict)
                if second is not None:
                    self._pair(first, second)
                    waiting = [tpn for tpn in waiting if tpn not in (first, second)]
        return waiting

    def _best_for(self, first: int, players_left: Iterable[int], *, strict: bool) -> int | None:
        free = [tpn for tpn in players_left if frozenset((first, tpn)) not in self.met]
        costs = {tpn: self._cost(first, tpn) for tpn in free}
        best = min(free, key=lambda tpn: costs[tpn], default=None)
        return None if best is None or (strict and any(costs[best])) else best

    def _cost(self, first: int, second: int) -> tuple[bool, bool]:
        """Whether a game of two players changes a colour, and whether it changes a result."""
        same_colour = self._entry(first).colour is self._entry(second).colour
        return same_colour, OPPONENT_RESULTS[self._result(first)] is not self._result(second)

    def _pair(self, first: int, second: int) -> None:
        colour = self._entry(first).colour or (self._entry(second).colour or Colour.BLACK).opposite
        result = self._result(first)
        self.rows[first][self.index] = RoundEntry(second, colour, result)
        self.rows[second][self.index] = RoundEntry(first, colour.opposite, OPPONENT_RESULTS[result])
        self.met.add(frozenset((first, second)))

    def _seat_last(self, left: list[int]) -> list[int]:
        """
        Pair the last player with the holder of the pairing-allocated bye, or give them the bye.

        Return the players who are left.
        """
        *players_left, last = left
        owner = next((tpn for tpn in self.rows if self._entry(tpn) == _PAB), None)
        if owner is not None and frozenset((owner, last)) not in self.met:
            self.rows[owner][self.index] = RoundEntry(None, None, Result.DRAW)
            self._pair(last, owner)
            return players_left
        if owner is None and not players_left and self._may_have_bye(last):
            self.rows[last][self.index] = _PAB
            return []
        return left

    def _may_have_bye(self, tpn: int) -> bool:
        """Whether nothing in any edition bars a player from the bye: no points without a game in another round."""
        row = self.rows[tpn]
        return (
            not any(
                not entry.was_played and self.scoring.points(entry) > 0
                for place, entry in enumerate(row)
                if place != self.index
            )
            and _PAB not in row
        )

    def _settle_bye(self) -> None:
        """Remove the pairing-allocated bye of an even number of players."""
        owner = next((tpn for tpn in self.rows if self._entry(tpn) == _PAB), None)
        present = sum(1 for tpn in self.rows if self._entry(tpn).was_paired)
        if owner is not None and present % 2 == 0:
            self.rows[owner][self.index] = RoundEntry(None, None, Result.ZERO_POINT_BYE)
