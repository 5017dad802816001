"""
Misreadings generated from the criteria of an edition, of which no list has to foresee any.

A criterion is looked at for some pairs, floaters or brackets only, adds its amounts up in another way, is merged with
its neighbour, looks at floats of another round, or moves up.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.criteria import Contribution
from reference_engines.downfloating.bracket import DOWNFLOATER_SCORES, DOWNFLOATERS, FOLLOWING_BRACKET
from reference_engines.dutch import criteria
from reference_engines.misreadings.dutch.making import instead, misreading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.downfloating.bracket import Bracket, BracketCriterion, NumberedBracketCriterion
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.dutch.making import ChangeRules


_SETTLED = (criteria.BYE_SCORE, DOWNFLOATERS, FOLLOWING_BRACKET)
"""Criteria that the procedure follows by itself, or without which it has no meaning."""


def counted_criteria(text: DutchText) -> list[NumberedBracketCriterion]:
    """Return the criteria that count something by themselves."""
    return [one for one in text.criteria if one.criterion not in _SETTLED]


def count_instead(
    numbered: NumberedBracketCriterion, name: str, sentence: str, contribution: Callable[[Bracket], Contribution | None]
) -> Misreading:
    """Return the misreading of a criterion that counts otherwise."""
    criterion = replace(numbered.criterion, name=f"{numbered.criterion.name}_{name}", contribution=contribution)
    return misreading(
        f"{numbered.criterion.name}-{name}".replace("_", "-"),
        f"{numbered.label} {sentence}",
        numbered.article,
        instead(numbered.criterion, criterion),
    )


# --- scopes ----------------------------------------------------------------------------------------------------------


def _is_in_first(bracket: Bracket) -> bool:
    return bracket.first == 0


BRACKETS: tuple[tuple[str, str, Callable[[Bracket], bool]], ...] = (
    ("homogeneous", "counted in brackets without moved-down players only", lambda bracket: bracket.is_homogeneous),
    ("heterogeneous", "counted in brackets with moved-down players only", lambda bracket: not bracket.is_homogeneous),
    ("last", "counted in the last bracket only", lambda bracket: bracket.is_last),
    ("not_last", "did not count in the last bracket", lambda bracket: not bracket.is_last),
    ("first", "counted in the first bracket only", _is_in_first),
    ("not_first", "did not count in the first bracket", lambda bracket: not _is_in_first(bracket)),
    ("even", "counted in brackets of an even number of players only", lambda bracket: bracket.size % 2 == 0),
    ("odd", "counted in brackets of an odd number of players only", lambda bracket: bracket.size % 2 == 1),
)
_OF_FLOATERS = (
    criteria.BYE_UNPLAYED_GAMES,
    DOWNFLOATER_SCORES,
    *criteria.RESIDENT_DOWNFLOAT_AGAIN.values(),
    *criteria.MDP_DOWNFLOAT_AGAIN_SCORES.values(),
    *criteria.DOWNFLOAT_AGAIN.values(),
    *criteria.DOWNFLOAT_AGAIN_DIFFERENCES.values(),
)
"""The criteria to which floaters add; to the last four, pairs add, too."""
_OF_AMOUNTS = (
    DOWNFLOATER_SCORES,
    criteria.PAIRING_SCORE_DIFFERENCE,
    *criteria.MDP_DOWNFLOAT_AGAIN_SCORES.values(),
    *criteria.MDP_OPPONENT_UPFLOAT_AGAIN_SCORES.values(),
    *criteria.DOWNFLOAT_AGAIN_DIFFERENCES.values(),
    *criteria.UPFLOAT_AGAIN_DIFFERENCES.values(),
)
"""The criteria that compare amounts."""
_PLAYERS: tuple[tuple[str, str, bool], ...] = (
    ("residents", "residents only", False),
    ("mdps", "moved-down players only", True),
)
"""Name, words, and whether moved-down players are meant."""


def scopes(text: DutchText) -> Iterator[Misreading]:
    """Yield every criterion in some brackets only, or for some pairs or floaters only."""
    for one in counted_criteria(text):
        for name, words, are_mdps in _PLAYERS:
            if one.criterion in _OF_FLOATERS:
                yield count_instead(
                    one, f"floats_{name}", f"counted {words}", _limit_to_floaters(one.criterion, are_mdps)
                )
            if one.criterion not in _OF_FLOATERS[:-4]:
                yield count_instead(
                    one, f"pairs_{name}", f"counted pairs of {words}", limit_to_pairs(one.criterion, are_mdps=are_mdps)
                )
        for name, sentence, is_meant in BRACKETS:
            yield count_instead(one, name, sentence, limit_to_brackets(one.criterion, is_meant))


def limit_to_brackets(
    criterion: BracketCriterion, is_meant: Callable[[Bracket], bool]
) -> Callable[[Bracket], Contribution | None]:
    """Return a contribution in some brackets alone."""
    return lambda bracket: criterion.contribution(bracket) if is_meant(bracket) else None


def _is_mdp(bracket: Bracket) -> BoolArray:
    return np.arange(bracket.size) < bracket.mdp_count


def keep_pairs(
    criterion: BracketCriterion, is_meant: Callable[[Bracket], BoolArray]
) -> Callable[[Bracket], Contribution | None]:
    """Return a contribution of some pairs alone; (places, places) whether a pair of a bracket is meant."""

    def contribution(bracket: Bracket) -> Contribution | None:
        counted = criterion.contribution(bracket)
        if counted is None or counted.pairs is None:
            return counted
        return replace(counted, pairs=np.where(is_meant(bracket), counted.pairs, 0))

    return contribution


def both_prefer(bracket: Bracket, *, colour: int) -> BoolArray:
    """(places, places) whether both players of a pair prefer a colour."""
    prefers = bracket.take(bracket.players.preference) == colour
    return np.asarray(np.logical_and.outer(prefers, prefers))


def limit_to_pairs(criterion: BracketCriterion, *, are_mdps: bool) -> Callable[[Bracket], Contribution | None]:
    """Return a contribution of pairs with a moved-down player, or of the other pairs, alone."""
    return keep_pairs(criterion, partial(_have_mdp, are_mdps=are_mdps))


def _have_mdp(bracket: Bracket, *, are_mdps: bool) -> BoolArray:
    return np.asarray(np.logical_or.outer(_is_mdp(bracket), _is_mdp(bracket)) == are_mdps)


def _limit_to_floaters(criterion: BracketCriterion, are_mdps: bool) -> Callable[[Bracket], Contribution | None]:
    def contribution(bracket: Bracket) -> Contribution | None:
        counted = criterion.contribution(bracket)
        if counted is None or counted.floats is None:
            return counted
        return replace(counted, floats=np.where(_is_mdp(bracket) == are_mdps, counted.floats, 0))

    return contribution


# --- aggregates ------------------------------------------------------------------------------------------------------


def _number(values: IntArray, levels: tuple[int, ...]) -> tuple[IntArray, tuple[int, ...] | None]:
    del levels
    return (values > 0).astype(np.int64), None


def _sum(values: IntArray, levels: tuple[int, ...]) -> tuple[IntArray, tuple[int, ...] | None]:
    return np.array([0, *levels])[values], None


def _highest(values: IntArray, levels: tuple[int, ...]) -> tuple[IntArray, tuple[int, ...] | None]:
    return (values == len(levels)).astype(np.int64), None


def _lowest(values: IntArray, levels: tuple[int, ...]) -> tuple[IntArray, tuple[int, ...] | None]:
    return np.where(values > 0, len(levels) + 1 - values, 0), tuple(-level for level in reversed(levels))


AGGREGATES = (
    ("number", "counted players, whatever their scores", _number),
    ("sum", "added the amounts up", _sum),
    ("highest", "looked at the highest amount alone", _highest),
    ("lowest", "compared the lowest amounts first", _lowest),
)


def aggregates(text: DutchText) -> Iterator[Misreading]:
    """Yield every criterion that compares amounts with another way to compare them."""
    for one in (one for one in counted_criteria(text) if one.criterion in _OF_AMOUNTS):
        for name, sentence, aggregate in AGGREGATES:
            yield count_instead(one, name, sentence, aggregate_amounts(one.criterion, aggregate))


def aggregate_amounts(
    criterion: BracketCriterion,
    aggregate: Callable[[IntArray, tuple[int, ...]], tuple[IntArray, tuple[int, ...] | None]],
) -> Callable[[Bracket], Contribution | None]:
    """Return a contribution that compares amounts in another way."""

    def contribution(bracket: Bracket) -> Contribution | None:
        counted = criterion.contribution(bracket)
        if counted is None or counted.levels is None:
            return counted
        pairs = floats = None
        levels: tuple[int, ...] | None = counted.levels
        greatest = 1
        if counted.pairs is not None:
            pairs, levels = aggregate(counted.pairs.astype(np.int64), counted.levels)
            greatest = max(greatest, int(pairs.max(initial=0)))
        if counted.floats is not None:
            floats, levels = aggregate(counted.floats.astype(np.int64), counted.levels)
            greatest = max(greatest, int(floats.max(initial=0)))
        bound = counted.bound if levels is not None else bracket.size * greatest
        return Contribution(pairs=pairs, floats=floats, bound=bound, levels=levels)

    return contribution


# --- neighbours, and rounds ------------------------------------------------------------------------------------------


def merged_neighbours(text: DutchText) -> Iterator[Misreading]:
    """Yield two neighbours whose counts are added up."""
    for upper, lower in pairwise(counted_criteria(text)):
        criterion = replace(
            upper.criterion,
            name=f"{upper.criterion.name}_and_{lower.criterion.name}",
            contribution=merged_contribution(upper.criterion, lower.criterion),
        )
        yield misreading(
            f"{criterion.name}-merged".replace("_", "-"),
            f"{upper.label} and {lower.label} were added up",
            upper.article,
            merge_criteria(upper.criterion, lower.criterion, criterion),
        )


def merge_criteria(upper: BracketCriterion, lower: BracketCriterion, merged: BracketCriterion) -> ChangeRules:
    """Replace two criteria by a criterion in the place of the upper one."""

    def change(rules: Any) -> Any:
        replaced = instead(upper, merged)(rules)
        return replace(replaced, criteria=tuple(one for one in replaced.criteria if one.criterion is not lower))

    return change


def merged_contribution(upper: BracketCriterion, lower: BracketCriterion) -> Callable[[Bracket], Contribution | None]:
    """Return a contribution that adds up what two criteria count."""

    def contribution(bracket: Bracket) -> Contribution | None:
        first, second = (amounts_of(one.contribution(bracket)) for one in (upper, lower))
        if first is None or second is None:
            return first or second
        return Contribution(
            pairs=_added(first.pairs, second.pairs),
            floats=_added(first.floats, second.floats),
            bound=first.bound + second.bound,
        )

    return contribution


def amounts_of(counted: Contribution | None) -> Contribution | None:
    """Return a contribution in amounts that can be added up."""
    if counted is None or counted.levels is None:
        return counted
    amounts = np.array([0, *counted.levels])
    pairs = None if counted.pairs is None else amounts[counted.pairs.astype(np.int64)]
    floats = None if counted.floats is None else amounts[counted.floats.astype(np.int64)]
    return Contribution(pairs=pairs, floats=floats, bound=counted.bound * int(amounts.max()))


def _added(first: Any, second: Any) -> Any:
    if first is None or second is None:
        return second if first is None else first
    return first.astype(np.int64) + second


_FLOATS = (
    criteria.RESIDENT_DOWNFLOAT_AGAIN,
    criteria.MDP_OPPONENT_UPFLOAT_AGAIN,
    criteria.MDP_DOWNFLOAT_AGAIN_SCORES,
    criteria.MDP_OPPONENT_UPFLOAT_AGAIN_SCORES,
    criteria.DOWNFLOAT_AGAIN,
    criteria.UPFLOAT_AGAIN,
)
_ROUND = {1: "of the previous round", 2: "of two rounds before"}


def float_rounds(text: DutchText) -> Iterator[Misreading]:
    """Yield every criterion on repeated floats with the floats of the other round, or of either round."""
    for one in counted_criteria(text):
        for family in _FLOATS:
            for back, criterion in family.items():
                if criterion is one.criterion:
                    other = family[3 - back].contribution
                    yield count_instead(one, "other_round", f"looked at floats {_ROUND[3 - back]}", other)
                    either = merged_contribution(family[1], family[2])
                    yield count_instead(
                        one, "either_round", "looked at floats of either of the two rounds before", either
                    )


def moves(text: DutchText) -> Iterator[Misreading]:
    """Yield every criterion moved above another that is not its neighbour."""
    counted = counted_criteria(text)
    for at, lower in enumerate(counted):
        for upper in reversed(counted[: max(at - 1, 0)]):
            yield misreading(
                f"{lower.criterion.name}-moved-above-{upper.criterion.name}".replace("_", "-"),
                f"{lower.label} ranked above {upper.label}",
                lower.article,
                move_criterion(lower.criterion, upper.criterion),
            )


def move_criterion(criterion: BracketCriterion, other: BracketCriterion, *, is_below: bool = False) -> ChangeRules:
    """Return the rules with a criterion ranked just above another criterion, or just below it."""

    def change(rules: Any) -> Any:
        moved = next((one for one in rules.criteria if one.criterion is criterion), None)
        kept = [one for one in rules.criteria if one.criterion is not criterion]
        place = next((at for at, one in enumerate(kept, start=is_below) if one.criterion is other), None)
        if moved is None or place is None:
            return rules
        return replace(rules, criteria=(*kept[:place], moved, *kept[place:]))

    return change
