"""
Misreadings of the order of transpositions: who chooses first, which opponent comes first, and who is in S1 and S2.

After an exchange, players of S1 and S2 may also stand where the exchanged players stood, not in order (3.6.1; B.6). The
remainder of a heterogeneous bracket begins with the residents in order; a program that exchanges players within a list
leaves them where the exchange has put them, and a program that forms S1 from the upper half of any bracket knows no
remainder at all. A program that finds its pairing by weights adds up how far each opponent is from the first one.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.dutch.generation import AS_PRINTED, Displacement, OpponentKey
from reference_engines.frame.results import GenerationStep
from reference_engines.misreadings.dutch.making import misreading, order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from reference_engines.definitions.history import IntArray
    from reference_engines.dutch.edition import DutchText
    from reference_engines.dutch.generation import Choices
    from reference_engines.frame.variants import Misreading

    Prefer = Callable[[Sequence[int], int], Sequence[int]]
    """From the players of S2 in order and the place of a player in S1: S2 in the order of choice."""
    Arrange = Callable[[Sequence[int], Sequence[int]], list[int]]
    """From the residents in order and the opponents of MDPs: the remainder in another order."""
    Sort = Callable[[list[int]], Sequence[int]]
    """Sort a part of a remainder again."""


# --- who chooses, and whom -------------------------------------------------------------------------------------------


def _in_order(s2: Sequence[int], own: int) -> Sequence[int]:
    del own
    return s2


def _from_the_end(s2: Sequence[int], own: int) -> Sequence[int]:
    del own
    return s2[::-1]


def _own_then_up(s2: Sequence[int], own: int) -> Sequence[int]:
    return [*s2[: own + 1][::-1], *s2[own + 1 :]]


def _own_then_down(s2: Sequence[int], own: int) -> Sequence[int]:
    return [*s2[own:], *s2[:own][::-1]]


def _nearest_higher_first(s2: Sequence[int], own: int) -> Sequence[int]:
    return [s2[at] for at in sorted(range(len(s2)), key=lambda at: (abs(at - own), at))]


def _nearest_lower_first(s2: Sequence[int], own: int) -> Sequence[int]:
    return [s2[at] for at in sorted(range(len(s2)), key=lambda at: (abs(at - own), -at))]


_PREFERENCES: tuple[tuple[str, str, Prefer], ...] = (
    ("first-of-s2", "took the first possible player of S2", _in_order),
    ("last-of-s2", "took the last possible player of S2", _from_the_end),
    (
        "own-then-higher",
        "kept the opponent if possible, else took the next higher one, and then the lower ones",
        _own_then_up,
    ),
    (
        "own-then-lower",
        "kept the opponent if possible, else took the next lower one, and then the higher ones",
        _own_then_down,
    ),
    (
        "nearest-higher-first",
        "took the player of S2 nearest to the first opponent, of two the higher one",
        _nearest_higher_first,
    ),
    (
        "nearest-lower-first",
        "took the player of S2 nearest to the first opponent, of two the lower one",
        _nearest_lower_first,
    ),
)
_CHOOSERS = (
    ("first", "the players of S1, from the first to the last,", False),
    ("last", "the players of S1, from the last to the first,", True),
)
_LISTED = {("first", "first-of-s2"), ("first", "last-of-s2"), ("last", "first-of-s2")}
"""The order of the text, and those in the list of known misreadings."""


def preferences(text: DutchText) -> Iterator[Misreading]:
    """Yield other choosers and other opponents that they prefer."""
    article = text.generation[GenerationStep.TRANSPOSITION]
    for chooser, who, is_from_last in _CHOOSERS:
        for name, words, prefer in _PREFERENCES:
            if (chooser, name) not in _LISTED:
                choices = partial(_choose, prefer=prefer, is_from_last=is_from_last)
                identifier = f"transpositions-{chooser}-chooses-{name}"
                yield misreading(identifier, f"each of {who} {words}", article, order(choices=choices))
    for identifier, sentence, step, field in (
        (
            "mdp-opponents-from-last-mdp-and-largest",
            "the lowest ranked MDP were the first to be given an opponent, from the largest BSN on",
            GenerationStep.MDP_TRANSPOSITION,
            "mdp_opponents",
        ),
    ):
        if step in text.generation:
            yield misreading(identifier, sentence, text.generation[step], order(**{field: _ALL_FROM_THE_LAST}))


def _choose(players: Sequence[int], s1: Sequence[int], *, prefer: Prefer, is_from_last: bool) -> Choices:
    s2 = [player for player in players if player not in s1]
    chosen = [(player, prefer(s2, own)) for own, player in enumerate(s1)]
    return chosen[::-1] if is_from_last else chosen


_ALL_FROM_THE_LAST = OpponentKey(
    key=lambda _, opponents, __: tuple(-bsn for bsn in reversed(opponents)),
    settled=lambda vertices, mates, _: [(vertex, mate, mate + 1) for vertex in vertices[::-1] for mate in mates[::-1]],
)

# --- after an exchange -----------------------------------------------------------------------------------------------

_SORTED, _IN_PLACE, _AT_THE_FRONT, _AT_THE_END = range(4)
"""The places of exchanged players; players from S2 at the end of S1, or from S1 at the front of S2, are sorted."""
_SEATS: tuple[tuple[str, str, int, int], ...] = (
    (
        "subgroups-not-sorted",
        "S1 and S2 were not sorted again after an exchange, and each player took the place of the exchanged one",
        _IN_PLACE,
        _IN_PLACE,
    ),
    (
        "s1-not-sorted",
        "S1 were not sorted again after an exchange, and each player took the place of the exchanged one",
        _IN_PLACE,
        _SORTED,
    ),
    (
        "s2-not-sorted",
        "S2 were not sorted again after an exchange, and each player took the place of the exchanged one",
        _SORTED,
        _IN_PLACE,
    ),
    (
        "exchanged-players-appended",
        "S2 were not sorted again after an exchange, and players from S1 came to its end",
        _SORTED,
        _AT_THE_END,
    ),
    (
        "exchanged-players-prepended",
        "S1 were not sorted again after an exchange, and players from S2 came to its front",
        _AT_THE_FRONT,
        _SORTED,
    ),
    (
        "exchanged-players-outermost",
        "after an exchange, players from S2 came to the front of S1, and players from S1 to the end of S2",
        _AT_THE_FRONT,
        _AT_THE_END,
    ),
)
"""Identifier, sentence, and the places of exchanged players in S1 and in S2."""


def seats(text: DutchText) -> Iterator[Misreading]:
    """Yield other places of exchanged players in S1 and S2."""
    article = text.generation[GenerationStep.EXCHANGE]
    for identifier, sentence, in_s1, in_s2 in _SEATS:
        yield misreading(identifier, sentence, article, order(choices=partial(_seat, in_s1, in_s2)))


def _seat(in_s1: int, in_s2: int, players: Sequence[int], s1: Sequence[int]) -> Choices:
    original, lower = players[: len(s1)], players[len(s1) :]
    leaving = [player for player in original if player not in s1]
    entering = [player for player in lower if player in s1]
    opponents = _put(lower, entering, leaving, in_s2)
    return [(player, opponents) for player in _put(original, leaving, entering, in_s1)]


def _put(members: Sequence[int], leaving: Sequence[int], entering: Sequence[int], place: int) -> list[int]:
    """Return a subgroup in which some players have left their places to as many others."""
    if place == _IN_PLACE:
        successor = dict(zip(leaving, entering, strict=True))
        return [successor.get(member, member) for member in members]
    kept = [member for member in members if member not in leaving]
    if place == _AT_THE_FRONT:
        return [*entering, *kept]
    return [*kept, *entering] if place == _AT_THE_END else sorted([*kept, *entering])


KINDS = (preferences, seats)


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


SUBGROUPS = (remainders, whole_brackets, exchanges_first)


def _moved(places: IntArray) -> IntArray:
    return np.asarray(places > 0, dtype=np.int64)


def _far(places: IntArray) -> IntArray:
    return places


def _squared(places: IntArray) -> IntArray:
    return places * places


_FIGURES: tuple[tuple[str, str, Callable[[IntArray], IntArray]], ...] = (
    ("moved", "the transposition with the fewest moved opponents", _moved),
    ("sum", "the transposition that moves opponents by the fewest places in all", _far),
    ("squares", "the transposition with the least sum of squares of the places by which opponents move", _squared),
)
_SCOPES: tuple[tuple[str, str, Displacement], ...] = (
    ("", "", Displacement(of_pair=_far)),
    ("-mdps", ", for moved-down players and for the others", Displacement(of_pair=_far, of_mdps=True)),
    ("-whole", ", whatever the exchange", Displacement(of_pair=_far, before_exchanges=True)),
    (
        "-whole-mdps",
        ", whatever the exchange, for moved-down players and for the others",
        Displacement(of_pair=_far, before_exchanges=True, of_mdps=True),
    ),
    ("-homogeneous", " in homogeneous brackets", Displacement(of_pair=_far, of_remainders=False)),
    (
        "-whole-homogeneous",
        " in homogeneous brackets, whatever the exchange",
        Displacement(of_pair=_far, before_exchanges=True, of_remainders=False),
    ),
)
"""Name, words, and where the figure counts."""


def displacements(text: DutchText) -> Iterator[Misreading]:
    """Yield figures that outrank the order of transpositions."""
    article = text.generation[GenerationStep.TRANSPOSITION]
    for (name, words, of_pair), (scope, where, counted) in product(_FIGURES, _SCOPES):
        figure = replace(counted, of_pair=of_pair)
        yield misreading(
            f"transposition-by-{name}{scope}", f"{words} came first{where}", article, order(displacement=figure)
        )
