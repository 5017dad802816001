"""Rarer misreadings of criteria on repeated floats: other floats of other players, each alone and with its sibling."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.criteria import Contribution, index_levels
from reference_engines.dutch.criteria import (
    MDP_DOWNFLOAT_AGAIN_SCORES,
    MDP_OPPONENT_UPFLOAT_AGAIN,
    MDP_OPPONENT_UPFLOAT_AGAIN_SCORES,
    RESIDENT_DOWNFLOAT_AGAIN,
)
from reference_engines.misreadings.dutch.grammar import count_instead
from reference_engines.misreadings.dutch.making import both, listed, misreading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.downfloating.bracket import Bracket, NumberedBracketCriterion
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading


_FLOAT_FAMILIES = (
    (RESIDENT_DOWNFLOAT_AGAIN, True, False),
    (MDP_OPPONENT_UPFLOAT_AGAIN, False, False),
    (MDP_DOWNFLOAT_AGAIN_SCORES, True, True),
    (MDP_OPPONENT_UPFLOAT_AGAIN_SCORES, False, True),
)
"""Criteria by the rounds back; whether floaters add to them, not pairs; and whether they compare score differences."""
_DIRECTIONS: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    ("downfloat", "a downfloat", (1,)),
    ("upfloat", "an upfloat", (-1,)),
    ("any_float", "a float, down or up,", (1, -1)),
)
_FLOATERS: tuple[tuple[str, str, bool, bool], ...] = (
    ("residents", "residents", True, False),
    ("mdps", "moved-down players", False, True),
    ("players", "players", True, True),
)
"""Name, words, and whether residents and moved-down players are meant that leave the bracket."""
_PAIRED: tuple[tuple[str, str, bool, bool], ...] = (
    ("opponents", "opponents of moved-down players", False, True),
    ("mdps", "moved-down players with an opponent", True, False),
    ("both", "moved-down players with an opponent, and these opponents,", True, True),
)
"""Name, words, and whether the moved-down player and the opponent of a pair are meant."""
_WHEN = {1: "in the previous round", 2: "two rounds before"}


def repeated_floats(text: DutchText) -> Iterator[Misreading]:
    """Yield criteria on repeated floats with other floats of other players, each alone and with its sibling."""
    for family, is_of_floaters, has_scores in _FLOAT_FAMILIES:
        numbered = {back: listed(text, one) for back, one in family.items()}
        for role in _FLOATERS if is_of_floaters else _PAIRED:
            for direction in _DIRECTIONS:
                count = partial(_repeated, (is_of_floaters, has_scores), role[2:], direction[2])
                yield from _float_misreadings(numbered, role[:2], direction[:2], count)


def _float_misreadings(
    numbered: dict[int, NumberedBracketCriterion | None],
    role: tuple[str, str],
    direction: tuple[str, str],
    count: Callable[[int], Callable[[Bracket], Contribution | None]],
) -> Iterator[Misreading]:
    name, words = f"{direction[0]}_{role[0]}", f"counted {role[1]} who received {direction[1]}"
    changes: list[tuple[NumberedBracketCriterion, Misreading]] = []
    for back, one in numbered.items():
        if one is None:
            return
        for looked_at, when in _WHEN.items():
            misread = count_instead(one, f"{name}_{looked_at}", f"{words} {when}", count(looked_at))
            yield misread
            if looked_at == back:
                changes.append((one, misread))
    (upper, above), (lower, below) = changes
    for article in (upper.article, lower.article):
        yield misreading(
            f"{upper.criterion.name}-and-sibling-{name}".replace("_", "-"),
            f"{upper.label} and {lower.label} {words} before",
            article,
            both(above.rules, below.rules),
        )


def _repeated(
    kind: tuple[bool, bool], roles: tuple[bool, bool], floats: tuple[int, ...], back: int
) -> Callable[[Bracket], Contribution | None]:
    """Return a contribution of floaters or pairs with floats, as numbers or as differences of scores."""
    is_of_floaters, has_scores = kind

    def contribution(bracket: Bracket) -> Contribution | None:
        again = np.isin(bracket.take(bracket.players.floated[back - 1]), floats)
        mdp = np.arange(bracket.size) < bracket.mdp_count
        if is_of_floaters:
            is_meant = again & ((~mdp & roles[0]) | (mdp & roles[1]))
            return _counted(is_meant, bracket.score - bracket.resident_score, bracket, has_scores=has_scores)
        if not bracket.mdps:
            return None
        of_pair = (again[:, None] & roles[0]) | (again[None, :] & roles[1])
        is_meant = mdp[:, None] & ~mdp[None, :] & of_pair
        differences = np.abs(np.subtract.outer(bracket.score, bracket.score))
        return _counted(is_meant | is_meant.T, differences, bracket, has_scores=has_scores)

    return contribution


def _counted(is_meant: BoolArray, amounts: IntArray, bracket: Bracket, *, has_scores: bool) -> Contribution | None:
    values: IntArray = is_meant.astype(np.int64)
    levels: tuple[int, ...] | None = None
    if has_scores:
        values, levels = index_levels(np.where(is_meant, amounts, 0))
    if not values.any():
        return None
    is_of_pairs = is_meant.ndim > 1
    return Contribution(
        pairs=values if is_of_pairs else None,
        floats=None if is_of_pairs else values,
        bound=bracket.size,
        levels=levels,
    )
