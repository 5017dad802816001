"""Keys of the order of generation left out, exchanged, or turned round."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reference_engines.dutch.generation import (
    DIFFERENCE,
    ENTERING_S1,
    LEAVING_S1,
    NUMBER,
    SMALLEST_FIRST,
    ExchangeKey,
    OpponentKey,
    SetKey,
)
from reference_engines.frame.results import GenerationStep
from reference_engines.misreadings.dutch.making import each, misreading, order

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from reference_engines.dutch.edition import DutchText
    from reference_engines.dutch.generation import Split
    from reference_engines.frame.variants import Misreading
    from reference_engines.matching import Decision


SMALLEST_LEAVES = ExchangeKey(
    key=lambda exchange, _: exchange.moved_to_s2,
    decisions=lambda split: [(vertex, 0, vertex) for vertex in split.s1],
)
LARGEST_ENTERS = ExchangeKey(
    key=lambda exchange, _: tuple(-bsn for bsn in reversed(exchange.moved_to_s1)),
    decisions=lambda split: [(vertex, vertex + 1, split.vertices) for vertex in reversed(split.s2)],
)


def _each(vertices: Sequence[int], mates: Sequence[int]) -> list[Decision]:
    """Give each vertex in turn the first mate that it can have."""
    return [(vertex, mate, mate + 1) for vertex in vertices for mate in mates]


LARGEST_OPPONENTS = OpponentKey(
    key=lambda _, opponents, __: tuple(-bsn for bsn in opponents),
    settled=lambda vertices, mates, _: _each(vertices, mates[::-1]),
)
FROM_THE_LAST = OpponentKey(
    key=lambda _, opponents, __: tuple(reversed(opponents)),
    settled=lambda vertices, mates, _: _each(vertices[::-1], mates),
)
LARGEST_MDPS = SetKey(
    key=lambda mdps, _, above: (*(-mdp for mdp in reversed(mdps)), above),
    decisions=lambda mdps, residents, _: [(mdp, residents.start, residents.stop) for mdp in reversed(mdps)],
)

# --- open choices ----------------------------------------------------------------------------------------------------


def _mismatches(members: Collection[int], recorded: Collection[int]) -> tuple[int, ...]:
    """Order sets by their agreement with the recorded set, the smallest member first."""
    return tuple(-member for member in sorted(set(members) ^ set(recorded)))


def _exchange_as_recorded(split: Split) -> list[Decision]:
    """Decide for each player in turn whether the player is moved, as recorded."""
    before = split.outside - 1
    down = {before + bsn for bsn in split.recorded.moved_to_s2}
    up = {before + bsn for bsn in split.recorded.moved_to_s1}
    has_mate_below = [vertex in down for vertex in split.s1] + [vertex not in up for vertex in split.s2]
    return [
        (vertex, 0, vertex) if below else (vertex, vertex + 1, split.vertices)
        for vertex, below in zip((*split.s1, *split.s2), has_mate_below, strict=True)
    ]


EXCHANGE_AS_RECORDED = ExchangeKey(
    key=lambda exchange, recorded: _mismatches(
        (*exchange.moved_to_s2, *exchange.moved_to_s1), (*recorded.moved_to_s2, *recorded.moved_to_s1)
    ),
    decisions=_exchange_as_recorded,
)
OPPONENTS_AS_RECORDED = OpponentKey(
    key=lambda players, opponents, recorded: (
        *(int(recorded.get(one) != other) for one, other in zip(players, opponents, strict=True)),
        *opponents,
    ),
    settled=lambda vertices, mates, recorded: [
        *((one, recorded[one], recorded[one] + 1) for one in vertices if one in recorded),
        *_each(vertices, mates),
    ],
)
MDPS_AS_RECORDED = SetKey(
    key=lambda mdps, recorded, above: (
        *_mismatches(mdps, recorded),
        -above,  # comes before any further mismatch
        *SMALLEST_FIRST.key(mdps, recorded, above),
    ),
    decisions=lambda mdps, residents, recorded: [
        *(
            (mdp, residents.start, residents.stop) if recorded.get(mdp, -1) in residents else (mdp, 0, residents.start)
            for mdp in mdps
        ),
        *SMALLEST_FIRST.decisions(mdps, residents, recorded),
    ],
)


_IN_NO_ORDER = (
    (
        "mdp-sets-in-no-order",
        "the order of equal sets of MDPs were not followed",
        GenerationStep.MDP_SET,
        {"mdp_sets": MDPS_AS_RECORDED},
    ),
    (
        "mdp-opponents-in-no-order",
        "the order of the opponents of MDPs were not followed",
        GenerationStep.MDP_TRANSPOSITION,
        {"mdp_opponents": OPPONENTS_AS_RECORDED},
    ),
    (
        "exchanges-in-no-order-of-bsns",
        "the order of exchanges of one number and difference were not followed",
        GenerationStep.EXCHANGE,
        {"exchanges": (NUMBER, DIFFERENCE, EXCHANGE_AS_RECORDED, LEAVING_S1, ENTERING_S1)},
    ),
    (
        "exchanges-in-no-order-of-a-number",
        "the order of exchanges of one number were not followed",
        GenerationStep.EXCHANGE,
        {"exchanges": (NUMBER, EXCHANGE_AS_RECORDED, LEAVING_S1, ENTERING_S1)},
    ),
    (
        "exchanges-in-no-order",
        "the order of exchanges were not followed",
        GenerationStep.EXCHANGE,
        {"exchanges": (EXCHANGE_AS_RECORDED, LEAVING_S1, ENTERING_S1)},
    ),
    (
        "transpositions-in-no-order",
        "the order of transpositions were not followed",
        GenerationStep.TRANSPOSITION,
        {"transpositions": OPPONENTS_AS_RECORDED},
    ),
    (
        "candidates-in-no-order",
        "the order of candidates were not followed",
        GenerationStep.TRANSPOSITION,
        {
            "mdp_sets": MDPS_AS_RECORDED,
            "mdp_opponents": OPPONENTS_AS_RECORDED,
            "exchanges": (EXCHANGE_AS_RECORDED, LEAVING_S1, ENTERING_S1),
            "transpositions": OPPONENTS_AS_RECORDED,
        },
    ),
)


def left_open(text: DutchText) -> Iterator[Misreading]:
    """Yield choices that a program may leave unordered, so that every recorded choice is right."""
    for identifier, sentence, step, keys in _IN_NO_ORDER:
        yield replace(
            misreading(identifier, sentence, text.generation[step], order(uses_recorded_pairing=True, **keys)),
            predicts=False,
        )


# --- other keys ------------------------------------------------------------------------------------------------------

_OF_MDPS = (
    (
        "largest-mdp-set-first",
        "of equal sets of MDPs the one with the largest differing BSN came first",
        GenerationStep.MDP_SET,
        {"mdp_sets": LARGEST_MDPS},
    ),
    (
        "largest-mdp-opponent-first",
        "opponents of MDPs were taken from the largest BSN on",
        GenerationStep.MDP_TRANSPOSITION,
        {"mdp_opponents": LARGEST_OPPONENTS},
    ),
    (
        "mdp-opponents-from-last-mdp",
        "the lowest ranked MDP were the first to be given an opponent",
        GenerationStep.MDP_TRANSPOSITION,
        {"mdp_opponents": FROM_THE_LAST},
    ),
)


def sets_of_mdps(text: DutchText) -> Iterator[Misreading]:
    """Yield other orders of the sets of MDPs, and of their opponents."""
    for identifier, sentence, step, keys in _OF_MDPS:
        yield misreading(identifier, sentence, text.generation[step], order(**keys))


def _bsns_of_bracket(remainder: Sequence[int]) -> Sequence[int]:
    return [place + 1 for place in remainder]


def remainders(text: DutchText) -> Iterator[Misreading]:
    """Yield other BSNs of a remainder."""
    yield misreading(
        "remainder-keeps-bsns",
        "the players of a remainder kept the BSNs of the bracket",
        text.generation[GenerationStep.EXCHANGE],
        order(bsns=_bsns_of_bracket),
    )


_TRANSPOSITIONS = (
    ("s2-from-the-end", "S2 were paired from its end on", LARGEST_OPPONENTS),
    ("last-of-s1-chooses-first", "the last player of S1 were the first to be given an opponent", FROM_THE_LAST),
)


def transpositions(text: DutchText) -> Iterator[Misreading]:
    """Yield other orders of transpositions."""
    article = text.generation[GenerationStep.TRANSPOSITION]
    return each(article, _TRANSPOSITIONS, lambda key: order(transpositions=key))


_KEYS = (NUMBER, DIFFERENCE, LEAVING_S1, ENTERING_S1)
_KEY_NAMES: dict[ExchangeKey, tuple[str, str]] = {
    NUMBER: ("number", "their number"),
    DIFFERENCE: ("difference", "the difference of the BSNs"),
    LEAVING_S1: ("leaving", "the largest BSN that leaves S1"),
    ENTERING_S1: ("entering", "the smallest BSN that enters S1"),
    SMALLEST_LEAVES: ("smallest-leaving", "the smallest BSN that leaves S1"),
    LARGEST_ENTERS: ("largest-entering", "the largest BSN that enters S1"),
}


def exchanges(text: DutchText) -> Iterator[Misreading]:
    """Yield orders of exchanges that one change of the keys leads to, or two."""
    article = text.generation[GenerationStep.EXCHANGE]
    for keys in dict.fromkeys(keys for one in _edited(_KEYS) for keys in (one, *_edited(one))):
        if keys != _KEYS:
            names = [_KEY_NAMES[key] for key in keys]
            words = ", then ".join(words for _, words in names)
            identifier = "-".join(["exchanges-by", *(name for name, _ in names)])
            yield misreading(identifier, f"exchanges were compared by {words}", article, order(exchanges=keys))


def _edited(keys: tuple[ExchangeKey, ...]) -> Iterator[tuple[ExchangeKey, ...]]:
    """Yield the keys with two neighbours exchanged, a cost left out, or a direction reversed."""
    for at in range(len(keys) - 1):
        yield (*keys[:at], keys[at + 1], keys[at], *keys[at + 2 :])
    for at, key in enumerate(keys):
        if key in (NUMBER, DIFFERENCE):
            yield (*keys[:at], *keys[at + 1 :])
    reversed_keys = {LEAVING_S1: SMALLEST_LEAVES, ENTERING_S1: LARGEST_ENTERS}
    for at, key in enumerate(keys):
        if key in reversed_keys:
            yield (*keys[:at], reversed_keys[key], *keys[at + 1 :])
