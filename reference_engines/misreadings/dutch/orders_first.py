"""
Misreadings by which the rank of the downfloater counts before criteria, or the following bracket after them.

A program that chooses the downfloater of an odd bracket before it looks at colours lets the order of the players decide
what criteria should.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.criteria import Contribution, Criterion, NumberedCriterion
from reference_engines.downfloating.bracket import COLOUR_PREFERENCE, FOLLOWING_BRACKET
from reference_engines.dutch.criteria import BYE_SCORE
from reference_engines.misreadings.dutch.grammar import move_criterion
from reference_engines.misreadings.dutch.making import misreading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import IntArray
    from reference_engines.downfloating.bracket import Bracket, BracketCriterion, NumberedBracketCriterion
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.dutch.making import ChangeRules


def _higher_ranked(bracket: Bracket) -> IntArray:
    """Return by place how many players of the bracket rank below; so the lowest ranked player floats first."""
    return np.arange(bracket.size, dtype=np.int64)[::-1]


def _lower_ranked(bracket: Bracket) -> IntArray:
    return np.arange(bracket.size, dtype=np.int64)


def _off_the_middle(bracket: Bracket) -> IntArray:
    """Return the distance from the first player of S2; so a player of the middle floats first."""
    return np.abs(np.arange(bracket.size, dtype=np.int64) - bracket.size // 2)


def _number(bracket: Bracket) -> IntArray:
    tpn = bracket.take(bracket.players.tpn)
    return np.asarray((-tpn).argsort().argsort(), dtype=np.int64)


_RANKS: tuple[tuple[str, str, Callable[[Bracket], IntArray]], ...] = (
    ("lowest", "the lowest ranked player of {} who can float", _higher_ranked),
    ("highest", "the highest ranked player of {} who can float", _lower_ranked),
    ("middle", "the player nearest to the middle of {} who can float", _off_the_middle),
    ("largest-number", "the player of {} with the largest number, whatever the score,", _number),
)
_SCOPES: tuple[tuple[str, str, Callable[[Bracket], bool]], ...] = (
    ("", "a bracket", lambda _: True),
    ("-homogeneous", "a bracket without moved-down players", lambda bracket: bracket.is_homogeneous),
    ("-residents", "a bracket with moved-down players", lambda bracket: not bracket.is_homogeneous),
)


def _floater_by_rank(
    rank: Callable[[Bracket], IntArray], is_meant: Callable[[Bracket], bool]
) -> Callable[[Bracket], Contribution | None]:
    def contribution(bracket: Bracket) -> Contribution | None:
        if not is_meant(bracket):
            return None
        places = rank(bracket)
        return Contribution(floats=places, bound=int(places.sum()) or 1)

    return contribution


def orders_first(text: DutchText) -> Iterator[Misreading]:
    """Yield floaters by rank before the criteria on colours, those on floats and others."""
    for before in _places(text):
        place, words = before.label.lower().replace(".", ""), f"{before.label} and all later criteria"
        for name, who, rank in _RANKS:
            for suffix, where, is_meant in _SCOPES:
                criterion: BracketCriterion = Criterion(
                    f"floater_by_rank_{name}{suffix}",
                    f"floaters other than {who.format(where)}",
                    _floater_by_rank(rank, is_meant),
                )
                yield misreading(
                    f"floater-{name}{suffix}-before-{place}",
                    f"{who.format(where)} floated, before {words} were looked at",
                    before.article,
                    _put_before(criterion, before),
                )


def late_look_ahead(text: DutchText) -> Iterator[Misreading]:
    """Yield the criterion on the following bracket ranked below later criteria, or above earlier ones."""
    listed = [one for one in text.criteria if one.criterion is not BYE_SCORE]
    at = next((at for at, one in enumerate(listed) if one.criterion is FOLLOWING_BRACKET), None)
    if at is None:
        return
    ahead = listed[at]
    for others, where, is_below in ((listed[at + 2 :], "below", True), (listed[: max(at - 1, 0)], "above", False)):
        for other in others:
            yield misreading(
                f"following-bracket-moved-{where}-{other.criterion.name}".replace("_", "-"),
                f"{ahead.label} ranked {where} {other.label}",
                ahead.article,
                move_criterion(FOLLOWING_BRACKET, other.criterion, is_below=is_below),
            )


def _places(text: DutchText) -> Iterator[NumberedBracketCriterion]:
    """Yield criteria before which an order may count, the last one first, since it leaves most to the criteria."""
    counted = [one for one in text.criteria if one.criterion is not BYE_SCORE]
    ahead = next((at for at, one in enumerate(counted) if one.criterion is FOLLOWING_BRACKET), None)
    after = [] if ahead is None else counted[ahead : ahead + 2][::-1]
    of_floats = [one for one in counted if "float_again" in one.criterion.name]
    of_colours = [one for one in counted if "colour" in one.criterion.name]
    preferences = [one for one in counted if one.criterion is COLOUR_PREFERENCE]
    yield from dict.fromkeys((*of_floats[:1], *preferences, *of_colours[:1], *after))


def _put_before(criterion: BracketCriterion, before: NumberedBracketCriterion) -> ChangeRules:
    def change(rules: Any) -> Any:
        at = next((at for at, one in enumerate(rules.criteria) if one.criterion is before.criterion), None)
        if at is None:
            return rules
        added = NumberedCriterion(f"before {before.label}", before.article, criterion)
        return replace(rules, criteria=(*rules.criteria[:at], added, *rules.criteria[at:]))

    return change
