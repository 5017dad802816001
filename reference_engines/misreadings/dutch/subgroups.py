"""
Misreadings of the players of S1 and S2: a remainder that is not sorted, and MDPs among the residents of S1.

The remainder of a heterogeneous bracket begins with the residents in order, whichever of them the MDPs have taken. A
program that exchanges players within a list leaves them where the exchange has put them. And a program that forms S1
from the upper half of any bracket knows no remainder at all.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING

from reference_engines.dutch.generation import AS_PRINTED
from reference_engines.frame.results import GenerationStep
from reference_engines.misreadings.dutch.making import misreading, order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading

    Arrange = Callable[[Sequence[int], Sequence[int]], list[int]]
    """From the residents in order and the opponents of MDPs: the remainder in another order."""
    Sort = Callable[[list[int]], Sequence[int]]
    """Sort a part of a remainder again."""

ARTICLES = {"4.2.2": "3.7", "D.1": "B.7"}
"""The article on the remainder by that on transpositions, in each edition."""


def _swap(residents: Sequence[int], opponents: Sequence[int]) -> list[int]:
    """Exchange each opponent with the resident in the place where the opponent of that MDP stands."""
    s2 = list(residents)
    for place, opponent in enumerate(opponents):
        at = s2.index(opponent)
        s2[place], s2[at] = s2[at], s2[place]
    return s2[len(opponents) :]


def _append(residents: Sequence[int], opponents: Sequence[int]) -> list[int]:
    """Put the residents whom the MDPs have passed over behind the others."""
    passed_over = [resident for resident in residents[: len(opponents)] if resident not in opponents]
    others = [resident for resident in residents[len(opponents) :] if resident not in opponents]
    return [*others, *passed_over]


def _append_in_exchange(residents: Sequence[int], opponents: Sequence[int]) -> list[int]:
    """Put each resident of whom an MDP has taken another one behind the others, as they are given up."""
    remainder = list(residents)
    for opponent in opponents:
        first = remainder[0]
        remainder.remove(opponent)
        if first != opponent:
            remainder.remove(first)
            remainder.append(first)
    return remainder


def _reverse(residents: Sequence[int], opponents: Sequence[int]) -> list[int]:
    return [resident for resident in residents if resident not in opponents][::-1]


_ARRANGEMENTS: tuple[tuple[str, str, Arrange], ...] = (
    ("swapped", "residents stood where the opponents of MDPs had stood", _swap),
    ("appended", "residents whom MDPs had passed over came last", _append),
    ("appended-in-turn", "each resident whom an MDP had passed over came last at once", _append_in_exchange),
    ("reversed", "the last resident came first", _reverse),
)


def _keep(part: list[int]) -> Sequence[int]:
    return part


_PARTS: tuple[tuple[str, str, Sort, Sort], ...] = (
    ("", "the remainder were not sorted", _keep, _keep),
    ("-halves-sorted", "the remainder were divided into S1R and S2R before it was sorted", sorted, sorted),
    ("-s2", "S2R were not sorted", sorted, _keep),
)
"""Name, words, and how S1R and S2R are sorted."""


def remainders(text: DutchText) -> Iterator[Misreading]:
    """Yield other orders of the players of a remainder."""
    article = ARTICLES[text.generation[GenerationStep.TRANSPOSITION]]
    for (name, how, arrange), (part, words, sort_s1, sort_s2) in product(_ARRANGEMENTS, _PARTS):
        yield misreading(
            f"remainder-{name}{part}",
            f"after an MDP-pairing {words}, so that {how}",
            article,
            order(remainder=partial(_arrange, arrange=arrange, sort_s1=sort_s1, sort_s2=sort_s2)),
        )


def _arrange(
    residents: Sequence[int], opponents: Sequence[int], *, arrange: Arrange, sort_s1: Sort, sort_s2: Sort
) -> Sequence[int]:
    if not opponents:
        return residents
    remainder = arrange(residents, opponents)
    half = len(remainder) // 2
    if sort_s1 is sorted and sort_s2 is _keep:
        s1 = sorted(remainder)[:half]
        return [*s1, *(resident for resident in remainder if resident not in s1)]
    return [*sort_s1(remainder[:half]), *sort_s2(remainder[half:])]


def whole_brackets(text: DutchText) -> Iterator[Misreading]:
    """Yield heterogeneous brackets that are altered as homogeneous ones."""
    yield misreading(
        "heterogeneous-as-homogeneous",
        "a heterogeneous bracket were divided into halves, altered and paired as a homogeneous one, with no remainder",
        ARTICLES[text.generation[GenerationStep.TRANSPOSITION]],
        order(pairs_mdps_first=False),
    )


def exchanges_first(text: DutchText) -> Iterator[Misreading]:
    """Yield exchanges of a remainder that come after all MDP-pairings, as if these were altered first."""
    for name, words, keys in (
        ("exchange", "by exchanges", AS_PRINTED.exchanges),
        ("number", "by exchanges of more players", AS_PRINTED.exchanges[:1]),
    ):
        yield misreading(
            f"mdp-transposition-before-{name}",
            f"another MDP-pairing were tried before the remainder was altered {words}",
            ARTICLES[text.generation[GenerationStep.TRANSPOSITION]],
            order(before_mdp_pairings=keys),
        )


KINDS = (remainders, whole_brackets, exchanges_first)
