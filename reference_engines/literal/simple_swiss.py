"""
The simple Swiss by asking one by one: every outcome of a scoregroup in the order of asking, without any matching.

It shares no search with the engine and takes the first outcome that leaves as few players as possible; the rest of the
round is paired by trying. For a dozen players.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines import simple_swiss
from reference_engines.frame.results import UnsupportedEventError
from reference_engines.frame.unpairable import no_legal_pairing
from reference_engines.simple_swiss.edition import LimitStage, SimpleOptions
from reference_engines.simple_swiss.rules import DeviationRules, SimpleRules, measure_evenness

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import BoolArray
    from reference_engines.simple_swiss.participants import SimpleParticipants

    Outcome = tuple[tuple[tuple[int, int], ...], tuple[int, ...]]
    """Pairs in the order of asking, and the leavers."""
    Group = tuple[tuple[int, ...], tuple[int, ...]]
    """The players who have come down, and the group's own players."""
    PairGroup = Callable[[SimpleParticipants, SimpleOptions, Group, tuple[int, ...]], Outcome]
    """Return the outcome of a group, given the players below it."""

MAX_PLAYERS = 14


def pair_by_asking(participants: SimpleParticipants, options: SimpleOptions) -> tuple[tuple[int, ...], ...]:
    """Return the pairs of positions, and the position with the bye; raise as the engine does, or for big fields."""
    return _pair_literally(participants, options, _group)


def pair_by_comparing(participants: SimpleParticipants, options: SimpleOptions) -> tuple[tuple[int, ...], ...]:
    """Return the same by the smallest deviation: of all ways to pair the staying players of a group, the first best."""
    return _pair_literally(participants, options, _most_even)


def _pair_literally(
    participants: SimpleParticipants, options: SimpleOptions, pair_group: PairGroup
) -> tuple[tuple[int, ...], ...]:
    size = participants.players.size
    if size > MAX_PLAYERS:
        raise UnsupportedEventError(f"{size} players are too many to be asked one by one; {MAX_PLAYERS} at most")
    byes: list[int | None] = [None]
    if size % 2 and not options.bye_left_over:
        byes = [player for player in reversed(range(size)) if participants.players.bye_allowed[player]]
    for bye in byes:
        paired_players = tuple(player for player in range(size) if player != bye)
        if _can_be_paired(participants, paired_players):
            pairs, left = _round(participants, options, bye, pair_group)
            return *pairs, *((player,) for player in (left if bye is None else (bye,)))
    message = "no complete pairing of players who may meet exists"
    raise no_legal_pairing(message, participants.meet, participants.numbers, participants.players.bye_allowed)


def _can_be_paired(participants: SimpleParticipants, players: tuple[int, ...]) -> bool:
    """Whether players can all be paired; of an odd number, one player has the bye."""
    if not players:
        return True
    if len(players) % 2:
        byes = (player for player in players if participants.players.bye_allowed[player])
        return any(_can_be_paired(participants, tuple(player for player in players if player != bye)) for bye in byes)
    first, *others = players
    return any(
        participants.meet[first, other]
        and _can_be_paired(participants, tuple(player for player in others if player != other))
        for other in others
    )


def _round(participants: SimpleParticipants, options: SimpleOptions, bye: int | None, pair_group: PairGroup) -> Outcome:
    scores = participants.players.score.tolist()
    pairs: list[tuple[int, int]] = []
    leavers: tuple[int, ...] = ()
    for score in sorted(set(scores), reverse=True):
        residents = tuple(player for player, own_score in enumerate(scores) if own_score == score and player != bye)
        rest = tuple(player for player, own_score in enumerate(scores) if own_score < score and player != bye)
        paired, leavers = pair_group(participants, options, (leavers, residents), rest)
        pairs += paired
    return tuple(pairs), leavers


def _group(participants: SimpleParticipants, options: SimpleOptions, group: Group, rest: tuple[int, ...]) -> Outcome:
    if options.limits_by_pair:
        return _with_fewest_breaches(participants, options, group, rest)
    free = [
        len(leavers)
        for _, leavers in _outcomes(group, participants.within(LimitStage.NONE), options)
        if _can_be_paired(participants, (*leavers, *rest))
    ]
    for stage in options.stages:
        for pairs, leavers in _outcomes(group, participants.within(stage), options):
            if len(leavers) == min(free) and _can_be_paired(participants, (*leavers, *rest)):
                return pairs, leavers
    raise ValueError("the last stage has no limit, and yet nothing is possible")


def _most_even(
    participants: SimpleParticipants, options: SimpleOptions, group: Group, rest: tuple[int, ...]
) -> Outcome:
    """Let the players go down whom asking leaves without an opponent, and compare all ways to pair the others."""
    pairs, leavers = _group(participants, options, group, rest)
    within = participants.within(LimitStage.NONE)
    if not options.limits_by_pair:
        kept = (participants.within(stage) for stage in options.stages)
        within = next(limit for limit in kept if all(limit[pair] for pair in pairs))
    ways = [way for way, left in _outcomes(_remove(group, *leavers), within, options) if not left]
    return min(ways, key=lambda pairs: measure_evenness(participants, options, pairs)), leavers


def _with_fewest_breaches(
    participants: SimpleParticipants, options: SimpleOptions, group: Group, rest: tuple[int, ...]
) -> Outcome:
    """Return the first outcome with the fewest leavers, and then the fewest breaches of limits."""
    limits = [participants.within(stage) for stage in options.counted]
    possible = [
        (pairs, leavers)
        for pairs, leavers in _outcomes(group, participants.within(LimitStage.NONE), options)
        if _can_be_paired(participants, (*leavers, *rest))
    ]
    return min(possible, key=lambda outcome: (len(outcome[1]), *(_beyond(outcome[0], within) for within in limits)))


def _beyond(pairs: tuple[tuple[int, int], ...], within: BoolArray) -> int:
    return sum(not within[pair] for pair in pairs)


def _outcomes(group: Group, within: BoolArray, options: SimpleOptions) -> Iterator[Outcome]:
    """Yield every outcome of a group in the order of asking; an outcome without an opponent comes last."""
    looking = (*group[0], *group[1])
    if not looking:
        yield (), ()
        return
    first = looking[0]
    for other in _order(group, options):
        if within[first, other]:
            for pairs, leavers in _outcomes(_remove(group, first, other), within, options):
                yield ((first, other), *pairs), leavers
    for pairs, leavers in _outcomes(_remove(group, first), within, options):
        yield pairs, (first, *leavers)


def _remove(group: Group, *gone: int) -> Group:
    above, own = (tuple(player for player in part if player not in gone) for part in group)
    return above, own


def _order(group: Group, options: SimpleOptions) -> list[int]:
    """Return the opponents in the order of asking: places behind the middle come first, or by distance."""
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


LITERAL_SIMPLE = SimpleRules(edition=simple_swiss.LITERAL, procedure=pair_by_asking)
"""Asks one by one; for small fields."""
LITERAL_DEVIATION_SIMPLE = DeviationRules(edition=simple_swiss.LITERAL_DEVIATION, procedure=pair_by_comparing)
"""Compares all ways; for small fields."""
