"""Keys of the order of generation left out, exchanged, or turned round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.dutch.alterations.making import alteration, order
from reference_engines.dutch.order import (
    DIFFERENCE,
    ENTERING_S1,
    LEAVING_S1,
    NUMBER,
    ExchangeKey,
    OpponentKey,
    SetKey,
)
from reference_engines.results import GenerationStep

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reference_engines.dutch.edition import DutchText
    from reference_engines.dutch.order import Decision
    from reference_engines.engine import Alteration

SMALLEST_LEAVES = ExchangeKey(
    key=lambda exchange: exchange.moved_to_s2,
    decisions=lambda split: [(vertex, 0, vertex) for vertex in split.s1],
)
LARGEST_ENTERS = ExchangeKey(
    key=lambda exchange: tuple(-bsn for bsn in reversed(exchange.moved_to_s1)),
    decisions=lambda split: [(vertex, vertex + 1, split.vertices) for vertex in reversed(split.s2)],
)


def _each(vertices: Sequence[int], mates: Sequence[int]) -> list[Decision]:
    """Give each vertex in turn the first mate that it can have."""
    return [(vertex, mate, mate + 1) for vertex in vertices for mate in mates]


LARGEST_OPPONENTS = OpponentKey(
    key=lambda bsns: tuple(-bsn for bsn in bsns), settled=lambda vertices, mates: _each(vertices, mates[::-1])
)
FROM_THE_LAST = OpponentKey(
    key=lambda bsns: tuple(reversed(bsns)), settled=lambda vertices, mates: _each(vertices[::-1], mates)
)
LARGEST_MDPS = SetKey(
    key=lambda mdps, above: (*(-mdp for mdp in reversed(mdps)), above), in_turn=lambda mdps: mdps[::-1]
)


def sets_of_mdps(text: DutchText) -> Iterator[Alteration]:
    """Yield other orders of the sets of MDPs, and of their opponents."""
    yield alteration(
        "largest-mdp-set-first",
        "of equal sets of MDPs the one with the largest differing BSN came first",
        text.generation[GenerationStep.MDP_SET],
        order(mdp_sets=LARGEST_MDPS),
    )
    article = text.generation[GenerationStep.MDP_TRANSPOSITION]
    yield alteration(
        "largest-mdp-opponent-first",
        "opponents of MDPs were taken from the largest BSN on",
        article,
        order(mdp_opponents=LARGEST_OPPONENTS),
    )
    yield alteration(
        "mdp-opponents-from-last-mdp",
        "the lowest ranked MDP were the first to be given an opponent",
        article,
        order(mdp_opponents=FROM_THE_LAST),
    )


def exchanges(text: DutchText) -> Iterator[Alteration]:
    """Yield the rules by which exchanges are compared left out, exchanged, or turned round."""
    article = text.generation[GenerationStep.EXCHANGE]
    for identifier, sentence, keys in (
        (
            "exchange-number-left-out",
            "the number of exchanged BSNs did not count",
            (DIFFERENCE, LEAVING_S1, ENTERING_S1),
        ),
        (
            "exchange-difference-left-out",
            "the difference of the exchanged BSNs did not count",
            (NUMBER, LEAVING_S1, ENTERING_S1),
        ),
        (
            "exchange-difference-before-number",
            "the difference of the exchanged BSNs came before their number",
            (DIFFERENCE, NUMBER, LEAVING_S1, ENTERING_S1),
        ),
        (
            "exchange-leaving-before-difference",
            "the BSNs that leave S1 came before the difference",
            (NUMBER, LEAVING_S1, DIFFERENCE, ENTERING_S1),
        ),
        (
            "exchange-entering-before-leaving",
            "the BSNs that enter S1 came before those that leave it",
            (NUMBER, DIFFERENCE, ENTERING_S1, LEAVING_S1),
        ),
        (
            "exchange-smallest-leaves",
            "the smallest BSN left S1 first",
            (NUMBER, DIFFERENCE, SMALLEST_LEAVES, ENTERING_S1),
        ),
        (
            "exchange-largest-enters",
            "the largest BSN entered S1 first",
            (NUMBER, DIFFERENCE, LEAVING_S1, LARGEST_ENTERS),
        ),
        (
            "exchange-entering-before-difference",
            "the BSNs that enter S1 came before the difference",
            (NUMBER, ENTERING_S1, DIFFERENCE, LEAVING_S1),
        ),
        (
            "exchange-entering-first",
            "the BSNs that enter S1 came first, then those that leave it",
            (NUMBER, ENTERING_S1, LEAVING_S1),
        ),
    ):
        yield alteration(identifier, sentence, article, order(exchanges=keys))


def transpositions(text: DutchText) -> Iterator[Alteration]:
    """Yield other orders of transpositions."""
    article = text.generation[GenerationStep.TRANSPOSITION]
    yield alteration(
        "s2-from-the-end", "S2 were paired from its end on", article, order(transpositions=LARGEST_OPPONENTS)
    )
    yield alteration(
        "last-of-s1-chooses-first",
        "the last player of S1 were the first to be given an opponent",
        article,
        order(transpositions=FROM_THE_LAST),
    )


KINDS = (sets_of_mdps, exchanges, transpositions)
