"""
Misreadings of the Baku acceleration (C.04.7): its group, its rounds, its points, and players who lose their points.

The group and the rounds are misread where the file declares the acceleration by its code; points that are listed in the
file can be lost, too.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.acceleration import BakuRule, half_rounded_to_even, virtual_points
from reference_engines.definitions.player_states import topscorers_by_points
from reference_engines.frame.declared import declares_baku
from reference_engines.misreadings.dutch.making import both, definitions, each, floats, misreading
from reference_engines.misreadings.rounds import UNPLAYED, lost, won

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import History, IntArray
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.dutch.making import ChangeRules
    from reference_engines.misreadings.rounds import Rounds
    from tournaments.model import Event

    Points = Callable[[Event, History, int], IntArray]


_GROUP, _ROUNDS = "C.04.7:1.2", "C.04.7:1.4"


def _give_points(points: Points) -> ChangeRules:
    return definitions(virtual_points=points)


def _divide(size: Callable[[int], int]) -> ChangeRules:
    """Accelerate a group of another size."""
    return _give_points(partial(virtual_points, baku=BakuRule(size)))


def _none(event: Event, history: History, rounds: int) -> IntArray:
    del event
    return np.zeros((rounds, history.players), dtype=np.int64)


def _listed_alone(event: Event, history: History, rounds: int) -> IntArray:
    points = virtual_points(event, history, rounds)
    return np.zeros_like(points) if declares_baku(event.system) and not event.virtual_points else points


def _add_round(event: Event, history: History, rounds: int) -> IntArray:
    """Give the points of a round in the next one again: a round too late."""
    points = virtual_points(event, history, rounds)
    return np.vstack([points[:1], points[:-1]])


def _remove_round(event: Event, history: History, rounds: int) -> IntArray:
    points = virtual_points(event, history, rounds + 1)
    return points[1:]


def _never_halved(event: Event, history: History, rounds: int) -> IntArray:
    points = virtual_points(event, history, rounds)
    return np.where(points > 0, points[:1], 0) if rounds else points


def _only_whole(event: Event, history: History, rounds: int) -> IntArray:
    points = virtual_points(event, history, rounds)
    return np.where(points == points[:1], points, 0) if rounds else points


def _as_played(event: Event, history: History, rounds: int) -> IntArray:
    """Take the rounds recorded so far for all rounds."""
    return virtual_points(replace(event, rounds_declared=None), history, rounds)


_POINTS = (
    ("acceleration-ignored", "no virtual points were given", _none),
    ("baku-ignored", "virtual points were given only where the file lists them", _listed_alone),
    ("acceleration-a-round-longer", "each round had the virtual points of the round before", _add_round),
    ("acceleration-a-round-shorter", "each round had the virtual points of the round after", _remove_round),
    (
        "virtual-points-never-halved",
        "virtual points were not halved in the later accelerated rounds",
        _never_halved,
    ),
    ("virtual-points-only-whole", "the later accelerated rounds had no virtual points", _only_whole),
)
_HALVES: tuple[tuple[str, str, Callable[[int], int]], ...] = (
    ("not-even", "up", lambda participants: -(-participants // 2)),
    ("rounded-down", "down", lambda participants: participants // 2),
    ("rounded-down-to-even", "down to an even number", lambda participants: 2 * (participants // 4)),
)
"""Name, how half of the players is rounded, and the size of the accelerated group."""


def acceleration(text: DutchText) -> Iterator[Misreading]:
    """Yield misreadings of virtual points; see also `byes` for the score of the bye's assignee."""
    yield from each(_ROUNDS, _POINTS, _give_points)
    for name, rounded, size in _HALVES:
        sentence = f"GA were half of the players, rounded {rounded}"
        yield misreading(f"baku-half-{name}", sentence, _GROUP, _divide(size))
    yield misreading(
        "acceleration-by-rounds-played",
        "acceleration depended on the rounds played so far",
        _ROUNDS,
        _give_points(_as_played),
    )
    where = text.definition_articles
    yield misreading(
        "floats-without-virtual-points",
        "virtual points did not count for floats",
        where.played_float,
        floats(compared=attrgetter("points")),
    )
    yield misreading(
        "topscorers-without-virtual-points",
        "virtual points did not count for topscorers",
        where.topscorers,
        definitions(topscorers=topscorers_by_points),
    )
    yield misreading(
        "brackets-alone-are-accelerated",
        "virtual points counted in brackets, but neither for floats nor for topscorers",
        where.played_float,
        both(floats(compared=attrgetter("points")), definitions(topscorers=topscorers_by_points)),
    )


# --- the group -------------------------------------------------------------------------------------------------------


def _size_beside(participants: int, *, more: int) -> int:
    return half_rounded_to_even(participants) + more


def _share(participants: int, *, part: int) -> int:
    return 2 * -(-participants // (2 * part))


_SIZES: tuple[tuple[str, str, Callable[[int], int]], ...] = (
    ("one-fewer", "GA had one player fewer", partial(_size_beside, more=-1)),
    ("one-more", "GA had one player more", partial(_size_beside, more=1)),
    ("two-fewer", "GA had two players fewer", partial(_size_beside, more=-2)),
    ("two-more", "GA had two players more", partial(_size_beside, more=2)),
    ("third", "GA were a third of the players, rounded up to an even number", partial(_share, part=3)),
    ("quarter", "GA were a quarter of the players, rounded up to an even number", partial(_share, part=4)),
    ("everybody", "GA were all players", lambda participants: participants),
)


def groups(text: DutchText) -> Iterator[Misreading]:
    """Yield other sizes of the accelerated group."""
    del text
    for name, sentence, size in _SIZES:
        yield misreading(f"baku-group-{name}", sentence, _GROUP, _divide(size))


def _ranked_by_number(history: History, row: int) -> IntArray:
    del row
    return np.arange(history.players)


def _ranked_by_score(history: History, row: int) -> IntArray:
    return np.lexsort((np.arange(history.players), -history.score[row]))


_FORMED: tuple[tuple[str, str, Callable[[History, int], IntArray], bool], ...] = (
    ("present", "of the players present in it", _ranked_by_number, True),
    ("present-scores", "of the players present in it with the highest scores", _ranked_by_score, True),
    ("scores", "of all players with the highest scores", _ranked_by_score, False),
)
"""Name, words, the order of players before a round, and whether players are left out who are away in it."""


def groups_of_rounds(text: DutchText) -> Iterator[Misreading]:
    """Yield accelerated groups that are formed anew in every round."""
    del text
    for name, words, order, is_of_present in _FORMED:
        points = partial(_formed_anew, order=order, is_of_present=is_of_present)
        sentence = f"GA were formed anew in every round, {words}"
        yield misreading(f"baku-group-anew-{name}", sentence, _GROUP, _give_points(points))


def _formed_anew(
    event: Event, history: History, rounds: int, *, order: Callable[[History, int], IntArray], is_of_present: bool
) -> IntArray:
    points = virtual_points(event, history, rounds)
    if event.virtual_points or not declares_baku(event.system):
        return points
    formed = np.zeros_like(points)
    for row, most in enumerate(points.max(axis=1, initial=0)):
        known = min(row, history.rounds)
        ranked = order(history, known)
        if is_of_present and row < history.rounds:
            ranked = ranked[history.paired[row, ranked]]
        formed[row, ranked[: half_rounded_to_even(len(ranked))]] = most
    return formed


# --- rounds and points -----------------------------------------------------------------------------------------------


def _half_rounded_down(rounds: int) -> int:
    return rounds // 2


def _half_rounded_up(rounds: int) -> int:
    return (rounds + 1) // 2


def _one_more_than_half(rounds: int) -> int:
    return _half_rounded_up(rounds) + 1


_ACCELERATED: tuple[tuple[str, str, Callable[[int], int]], ...] = (
    ("half", "", _half_rounded_up),
    ("half-down", "half of the rounds, rounded down, were accelerated", _half_rounded_down),
    ("one-more", "one round more were accelerated", _one_more_than_half),
    ("one-fewer", "one round fewer were accelerated", lambda rounds: max(0, _half_rounded_up(rounds) - 1)),
    ("two", "only the first two rounds were accelerated", lambda _: 2),
    ("three", "only the first three rounds were accelerated", lambda _: 3),
    ("four", "only the first four rounds were accelerated", lambda _: 4),
    ("all", "all rounds were accelerated", lambda rounds: rounds),
)
_FULL: tuple[tuple[str, str, Callable[[int], int]], ...] = (
    ("half", "", _half_rounded_up),
    ("half-down", "half of the accelerated rounds, rounded down, had a win's virtual points", _half_rounded_down),
    ("all", "all accelerated rounds had a win's virtual points", lambda rounds: rounds),
    ("none", "no accelerated round had more than half of a win's virtual points", lambda _: 0),
    ("first", "only the first round had a win's virtual points", lambda rounds: min(1, rounds)),
    ("one-more", "one accelerated round more had a win's virtual points", _one_more_than_half),
)


def _round_counts(rounds: int, *, accelerated: Callable[[int], int], full: Callable[[int], int]) -> tuple[int, int]:
    number = min(rounds, accelerated(rounds))
    return min(number, full(number)), number


def round_counts(text: DutchText) -> Iterator[Misreading]:
    """Yield other numbers of accelerated rounds, and of those with a win's virtual points."""
    del text
    for (name, words, accelerated), (of_full, full_words, full) in product(_ACCELERATED, _FULL):
        if not words and not full_words:
            continue
        rule = BakuRule(round_counts=partial(_round_counts, accelerated=accelerated, full=full))
        yield misreading(
            f"baku-rounds-{name}-full-{of_full}",
            ", and ".join(sentence for sentence in (words, full_words) if sentence),
            _ROUNDS,
            _give_points(partial(virtual_points, baku=rule)),
        )


_WORTH: tuple[tuple[str, str, tuple[float, float]], ...] = (
    ("exchanged", "virtual points were half of a win's first, and a win's in the later accelerated rounds", (0.5, 2)),
    ("doubled", "virtual points were twice as many", (2, 2)),
    ("halved", "virtual points were half as many", (0.5, 0.5)),
)


def worths(text: DutchText) -> Iterator[Misreading]:
    """Yield other numbers of virtual points."""
    del text
    for name, sentence, factors in _WORTH:
        points = partial(_multiplied, factors=factors)
        yield misreading(f"virtual-points-{name}", sentence, _ROUNDS, _give_points(points))


def _multiplied(event: Event, history: History, rounds: int, *, factors: tuple[float, float]) -> IntArray:
    """Return the virtual points, those of round 1 multiplied by the first factor, and fewer ones by the second."""
    points = virtual_points(event, history, rounds)
    most = points[:1].max(initial=0) if rounds else 0
    return np.asarray(points * np.where(points == most, factors[0], factors[1]), dtype=np.int64)


# --- players who lose their points -----------------------------------------------------------------------------------

_LOSSES: tuple[tuple[str, str, Rounds], ...] = (
    *UNPLAYED,
    ("losses", "a lost game", lost),
    ("draws-or-losses", "a game that was not won", lambda history: history.played & ~won(history)),
    ("wins", "a won game", won),
    ("rounds-without-a-win", "a round without a win's points", lambda history: history.points < history.scoring.win),
)


def lost_points(text: DutchText) -> Iterator[Misreading]:
    """Yield rounds after which a player has no virtual points, ever after or in the next round."""
    del text
    for (name, words, is_meant), (suffix, when, are_for_good) in product(
        _LOSSES, (("for-good", "any more", True), ("lately", "in the next round", False))
    ):
        points = partial(_lost, is_meant=is_meant, are_for_good=are_for_good)
        yield misreading(
            f"virtual-points-lost-after-{name}-{suffix}",
            f"after {words} a player had no virtual points {when}",
            _ROUNDS,
            _give_points(points),
        )


def _lost(event: Event, history: History, rounds: int, *, is_meant: Rounds, are_for_good: bool) -> IntArray:
    points = virtual_points(event, history, rounds)
    meant = is_meant(history)
    if are_for_good:
        meant = np.logical_or.accumulate(meant, axis=0)
    lost = np.zeros_like(points, dtype=np.bool_)
    recorded = meant[: max(0, rounds - 1)]
    lost[1 : 1 + len(recorded)] = recorded
    return np.where(lost, 0, points)


def points_by_first_round(text: DutchText) -> Iterator[Misreading]:
    """Yield players of GA who have no virtual points because of what they did in the first round."""
    del text
    for name, words, is_meant in _LOSSES:
        yield misreading(
            f"virtual-points-lost-by-first-round-{name}",
            f"a player of GA with {words} in the first round had no virtual points in any round",
            _GROUP,
            _give_points(partial(_lost_by_first_round, is_meant=is_meant)),
        )


def _lost_by_first_round(event: Event, history: History, rounds: int, *, is_meant: Rounds) -> IntArray:
    points = virtual_points(event, history, rounds)
    return np.where(is_meant(history)[:1], 0, points) if history.rounds else points


RARER = (groups, groups_of_rounds, round_counts, worths, lost_points, points_by_first_round)


# --- players without virtual points ----------------------------------------------------------------------------------


def _virtual_points_of_winners(event: Event, history: History, rounds: int) -> IntArray:
    """Give virtual points only to players who have lost no game, or drawn none, so far."""
    points = virtual_points(event, history, rounds)
    most = history.scoring.win * np.arange(len(points))[:, None]
    return np.where(history.score[: len(points)] >= most, points, 0)


def points_of_winners(text: DutchText) -> Iterator[Misreading]:
    """Yield that winners alone have virtual points."""
    del text
    yield misreading(
        "virtual-points-of-winners-alone",
        "only players who had won all games had virtual points",
        _ROUNDS,
        _give_points(_virtual_points_of_winners),
    )
