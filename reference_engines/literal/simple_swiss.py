"""
The same system asked one by one: every outcome of a scoregroup in the order of asking, without any matching.

It shares no search with the engine and takes the first outcome that leaves as few players as possible; what is left of
the round is paired by trying. For fields of a dozen players.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.results import UnsupportedEventError
from reference_engines.simple_swiss import about
from reference_engines.simple_swiss.deviation import figures
from reference_engines.simple_swiss.deviation_rules import DeviationRules
from reference_engines.simple_swiss.edition import Stage
from reference_engines.simple_swiss.rules import SimpleRules
from reference_engines.unpairable import no_legal_pairing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.history import BoolArray
    from reference_engines.simple_swiss.edition import Options
    from reference_engines.simple_swiss.table import Table

    Outcome = tuple[tuple[tuple[int, int], ...], tuple[int, ...]]
    """Pairs in the order of asking, and those who leave."""
    Group = tuple[tuple[int, ...], tuple[int, ...]]
    """Those who have come down, and the group's own players."""
    Way = Callable[[Table, Options, Group, tuple[int, ...]], Outcome]
    """What comes of a group, with those below it."""

LARGEST_FIELD = 14


def asked_literally(table: Table, options: Options) -> tuple[tuple[tuple[int, int], ...], int | None]:
    """Return the pairs of positions and the position with the bye; raise as the engine does, or for big fields."""
    return _literally(table, options, _group)


def compared_literally(table: Table, options: Options) -> tuple[tuple[tuple[int, int], ...], int | None]:
    """Return the same by the smallest deviation: of all ways to pair those who stay in a group, the first best."""
    return _literally(table, options, _most_even)


def _literally(table: Table, options: Options, way: Way) -> tuple[tuple[tuple[int, int], ...], int | None]:
    size = table.players.size
    if size > LARGEST_FIELD:
        raise UnsupportedEventError(f"{size} players are too many to be asked one by one; {LARGEST_FIELD} at most")
    byes: list[int | None] = [None]
    if size % 2 and not options.bye_left_over:
        byes = [player for player in reversed(range(size)) if table.players.bye_allowed[player]]
    for bye in byes:
        everybody = tuple(player for player in range(size) if player != bye)
        if _can_be_paired(table, everybody):
            pairs, left = _round(table, options, bye, way)
            return pairs, left[0] if left else bye
    message = "no complete pairing of players who may meet exists"
    raise no_legal_pairing(message, table.meet, table.numbers, table.players.bye_allowed)


def _can_be_paired(table: Table, players: tuple[int, ...]) -> bool:
    """Of an odd number, somebody has the bye."""
    if not players:
        return True
    if len(players) % 2:
        byes = (player for player in players if table.players.bye_allowed[player])
        return any(_can_be_paired(table, tuple(one for one in players if one != bye)) for bye in byes)
    first, *others = players
    return any(
        table.meet[first, other] and _can_be_paired(table, tuple(one for one in others if one != other))
        for other in others
    )


def _round(table: Table, options: Options, bye: int | None, way: Way) -> Outcome:
    scores = table.players.score.tolist()
    pairs: list[tuple[int, int]] = []
    leavers: tuple[int, ...] = ()
    for score in sorted(set(scores), reverse=True):
        own = tuple(player for player, its in enumerate(scores) if its == score and player != bye)
        rest = tuple(player for player, its in enumerate(scores) if its < score and player != bye)
        paired, leavers = way(table, options, (leavers, own), rest)
        pairs += paired
    return tuple(pairs), leavers


def _group(table: Table, options: Options, group: Group, rest: tuple[int, ...]) -> Outcome:
    if options.limits_by_pair:
        return _with_fewest_breaches(table, options, group, rest)
    free = [
        len(leavers)
        for _, leavers in _outcomes(group, table.within(Stage.NONE), options)
        if _can_be_paired(table, (*leavers, *rest))
    ]
    for stage in options.stages:
        for pairs, leavers in _outcomes(group, table.within(stage), options):
            if len(leavers) == min(free) and _can_be_paired(table, (*leavers, *rest)):
                return pairs, leavers
    raise ValueError("the last stage has no limit, and yet nothing is possible")


def _most_even(table: Table, options: Options, group: Group, rest: tuple[int, ...]) -> Outcome:
    """Let those go down whom asking leaves without an opponent, and compare all ways to pair the others."""
    pairs, leavers = _group(table, options, group, rest)
    within = table.within(Stage.NONE)
    if not options.limits_by_pair:
        kept = (table.within(stage) for stage in options.stages)
        within = next(limit for limit in kept if all(limit[pair] for pair in pairs))
    ways = [way for way, left in _outcomes(_without(group, *leavers), within, options) if not left]
    return min(ways, key=lambda pairs: figures(table, options, pairs)), leavers


def _with_fewest_breaches(table: Table, options: Options, group: Group, rest: tuple[int, ...]) -> Outcome:
    """Take the first of the outcomes that lose the fewest players, and then break the fewest limits."""
    limits = [table.within(stage) for stage in options.counted]
    possible = [
        (pairs, leavers)
        for pairs, leavers in _outcomes(group, table.within(Stage.NONE), options)
        if _can_be_paired(table, (*leavers, *rest))
    ]
    return min(possible, key=lambda outcome: (len(outcome[1]), *(_beyond(outcome[0], within) for within in limits)))


def _beyond(pairs: tuple[tuple[int, int], ...], within: BoolArray) -> int:
    return sum(not within[pair] for pair in pairs)


def _outcomes(group: Group, within: BoolArray, options: Options) -> Iterator[Outcome]:
    """Yield everything that can come of a group, in the order of asking; to find nobody comes last."""
    looking = (*group[0], *group[1])
    if not looking:
        yield (), ()
        return
    first = looking[0]
    for other in _order(group, options):
        if within[first, other]:
            for pairs, leavers in _outcomes(_without(group, first, other), within, options):
                yield ((first, other), *pairs), leavers
    for pairs, leavers in _outcomes(_without(group, first), within, options):
        yield pairs, (first, *leavers)


def _without(group: Group, *gone: int) -> Group:
    above, own = (tuple(one for one in part if one not in gone) for part in group)
    return above, own


def _order(group: Group, options: Options) -> list[int]:
    """Number the places from 1: the middle is half of their number; those behind it come first, or by distance."""
    above, own = group
    looking = (*above, *own)
    if above and options.floaters_meet_the_first:
        return [*own, *above[1:]]
    half = len(looking) / 2
    middle = int(half + 0.5) if options.odd_middle_rounded_up else int(half)
    places = range(2, len(looking) + 1)
    if options.outwards:
        return [
            looking[at - 1]
            for at in sorted(places, key=lambda at: (at - middle - 1 if at > middle else middle - at, at <= middle))
        ]
    return [looking[at - 1] for at in sorted(places, key=lambda at: (at <= middle, at if at > middle else -at))]


LITERAL_SIMPLE = SimpleRules(edition=about.LITERAL, procedure=asked_literally)
"""Asks one by one; for small fields."""
LITERAL_DEVIATION_SIMPLE = DeviationRules(edition=about.LITERAL_DEVIATION, procedure=compared_literally)
"""Compares all ways; for small fields."""
