"""
What discrepant events, rounds and players have in common and others have not.

A fault that no misreading models still has a trigger. Events are compared with events, discrepant rounds with the other
rounds of their event, and players in differing pairs with the other players of their round. The chance that so many
have a feature by luck is that of drawing them at random, in each event or round by itself (Fisher's exact test, where
there is one of them), times the number of features that were looked at.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from checker.causes.circumstances import RoundsOf, of_event
from tournaments.frozen import JsonStruct, dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from tournaments.model import Event

FEWEST_EVENTS = 3
"""Discrepant events, below which nothing is said."""
LEAST_LIKELY = 0.05
"""A feature is named if the chance that it is luck is smaller."""
MOST_NAMED = 3
_MUCH_MORE = 1.5
"""Times as frequent as among the others, below which a feature is not a trigger."""


class Trigger(JsonStruct, frozen=True, kw_only=True):
    """A feature that is much more frequent where something is discrepant."""

    words: str
    """``a pairing-allocated bye worth nothing``."""
    of: str = "events"
    """What has it: ``events``, ``rounds`` or ``players`` in differing pairs."""
    unexplained: bool = False
    """Whether only what no cause explains counts as discrepant."""
    having: int
    """Discrepant ones that have it."""
    discrepant: int
    clean_having: int
    """Others that have it."""
    clean: int
    chance: str
    """That it is luck, corrected for how many features were looked at; a decimal number."""

    @property
    def difference(self) -> float:
        """Share of the discrepant ones that have it less that of the others."""
        return self.having / self.discrepant - self.clean_having / self.clean


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """An event with what is discrepant in it."""

    event: Event
    discrepant: tuple[int, ...]
    """Numbers of rounds."""
    agreeing: tuple[int, ...]
    parted: tuple[tuple[int, frozenset[int]], ...] = ()
    """By number of the discrepant round, the TPNs of those in the differing pairs; nobody, if they are not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Compared:
    """Some who are discrepant, and the others of the same event or round: the features of each."""

    discrepant: tuple[frozenset[str], ...]
    others: tuple[frozenset[str], ...]


def triggers_of(observed: Sequence[Observed], *, unexplained: bool = False) -> tuple[Trigger, ...]:
    """
    Return the features that tell what is discrepant from what is not, the widest apart in their rates first.

    ``unexplained`` says that only what no cause explains is given as discrepant; then rounds and players are looked at
    as well, since only a fault that has no cause needs them.
    """
    if sum(bool(one.discrepant) for one in observed) < FEWEST_EVENTS:
        return ()
    levels = {"events": _events(observed)}
    if unexplained:
        levels |= {"rounds": _rounds(observed), "players": _players(observed)}
    counted = {of: _counts(compared) for of, compared in levels.items()}
    tried = sum(_tell_apart(counts, levels[of]) for of, counts in counted.items())
    found = [
        (chance, trigger)
        for of, compared in levels.items()
        for chance, trigger in _named(of, compared, counted[of], tried)
    ]
    best = sorted(found, key=lambda one: (-one[1].difference, one[0], one[1].words))[:MOST_NAMED]
    return tuple(replace(trigger, unexplained=unexplained) for _, trigger in best)


# --- what is compared with what --------------------------------------------------------------------------------------


def _events(observed: Sequence[Observed]) -> list[_Compared]:
    of = [(bool(one.discrepant), of_event(one.event)) for one in observed]
    return [
        _Compared(
            discrepant=tuple(features for is_discrepant, features in of if is_discrepant),
            others=tuple(features for is_discrepant, features in of if not is_discrepant),
        )
    ]


def _rounds(observed: Sequence[Observed]) -> list[_Compared]:
    found = []
    for one in observed:
        rounds = RoundsOf(event=one.event)
        found.append(
            _Compared(
                discrepant=tuple(map(rounds.of_round, one.discrepant)),
                others=tuple(map(rounds.of_round, one.agreeing)),
            )
        )
    return found


def _players(observed: Sequence[Observed]) -> list[_Compared]:
    found = []
    for one in observed:
        rounds = RoundsOf(event=one.event)
        for number, parted in one.parted:
            if not parted:
                continue
            there = [tpn for tpn in rounds.numbers() if one.event.player(tpn).rounds[number - 1].was_paired]
            found.append(
                _Compared(
                    discrepant=tuple(rounds.of_player(number, tpn) for tpn in there if tpn in parted),
                    others=tuple(rounds.of_player(number, tpn) for tpn in there if tpn not in parted),
                )
            )
    return found


# --- luck ------------------------------------------------------------------------------------------------------------


def _counts(compared: Iterable[_Compared]) -> Counter[str]:
    """Return how many have each feature."""
    return Counter(words for one in compared for features in (*one.discrepant, *one.others) for words in features)


def _tell_apart(counts: Counter[str], compared: Sequence[_Compared]) -> int:
    """Return how many features some have and others have not."""
    everybody = sum(len(one.discrepant) + len(one.others) for one in compared)
    return sum(number < everybody for number in counts.values())


def _named(of: str, compared: Sequence[_Compared], counts: Counter[str], tried: int) -> Iterator[tuple[float, Trigger]]:
    discrepant = sum(len(one.discrepant) for one in compared)
    clean = sum(len(one.others) for one in compared)
    for words in sorted(counts):
        among = [sum(words in features for features in one.discrepant) for one in compared]
        having = sum(among)
        seen_in = having if of == "events" else sum(number > 0 for number in among)
        others = counts[words] - having
        if seen_in < FEWEST_EVENTS or not clean or having * clean < _MUCH_MORE * others * discrepant:
            continue
        chance = tried * _luck(words, compared, having)
        if chance < LEAST_LIKELY:
            yield (
                chance,
                Trigger(
                    words=words,
                    of=of,
                    having=having,
                    discrepant=discrepant,
                    clean_having=others,
                    clean=clean,
                    chance=f"{chance:.2g}",
                ),
            )


def _luck(words: str, compared: Sequence[_Compared], having: int) -> float:
    """Return the chance that so many or more discrepant ones have a feature, if each is drawn from its own event."""
    ways = np.ones(1)
    for one in compared:
        ways = np.convolve(ways, _drawn(words, one))
    return float(ways[having:].sum())


def _drawn(words: str, one: _Compared) -> NDArray[np.float64]:
    """Return the chance that none, one, two... of those drawn have a feature."""
    drawn, all_of_them = len(one.discrepant), len(one.discrepant) + len(one.others)
    with_it = sum(words in features for features in (*one.discrepant, *one.others))
    if not with_it or not drawn:
        return np.ones(1)
    ways = [
        comb(with_it, number) * comb(all_of_them - with_it, drawn - number) / comb(all_of_them, drawn)
        for number in range(min(with_it, drawn) + 1)
    ]
    return np.array(ways)
