"""
Misreadings by which players are paired one by one, from the highest ranked, each as well as possible.

By the text a criterion adds up what all pairs of a bracket count. A program that looks for one opponent after the other
grants the highest ranked player what costs several others the same. It may also settle the opponent at once, so that
the order of the opponents of one player ranks above the criteria for the next one.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.criteria import Contribution, Criterion, NumberedCriterion
from reference_engines.misreadings.dutch.grammar import amounts_of, counted_criteria
from reference_engines.misreadings.dutch.making import misreading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from reference_engines.downfloating.bracket import Bracket, BracketCriterion, NumberedBracketCriterion
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.dutch.making import ChangeRules

    Places = Callable[[Bracket], int]
    """The number of players of a bracket who are looked at one by one."""

_MOST_PLAYERS = 16
"""Players of a bracket who are paired one by one; those after them are paired together."""


def _of_s1(bracket: Bracket) -> int:
    return bracket.mdp_count or bracket.size // 2


def _of_everybody(bracket: Bracket) -> int:
    return bracket.size


def _of_mdps(bracket: Bracket) -> int:
    return bracket.mdp_count


def _of_homogeneous(bracket: Bracket) -> int:
    return 0 if bracket.mdps else bracket.size


_SCOPES: tuple[tuple[str, str, Places], ...] = (
    ("", "each player in turn, the highest ranked first,", _of_everybody),
    ("-mdps", "each moved-down player in turn, the highest ranked first,", _of_mdps),
    ("-homogeneous", "each player of a homogeneous bracket in turn, the highest ranked first,", _of_homogeneous),
)


def players_in_turn(text: DutchText) -> Iterator[Misreading]:
    """Yield criteria applied to one player after the other, with the opponents settled at once or not."""
    for (name, words, family), (scope, who, places), is_settled in product(
        list(_families(text)), _SCOPES, (False, True)
    ):
        sentence = (
            f"{who} were given the first of the opponents who are best by {words}, whatever is left for the others"
            if is_settled
            else f"{words} were applied to {who} and not to all together"
        )
        for article in dict.fromkeys(one.article for one in family):
            yield misreading(
                f"one-by-one-{name}{scope}{'-settled' * is_settled}".replace("_", "-"),
                sentence,
                article,
                _put_first(family, places, is_settled=is_settled),
            )


def _families(text: DutchText) -> Iterator[tuple[str, str, Sequence[NumberedBracketCriterion]]]:
    """Yield name, words, and criteria of pairs: each on colour preferences, both, and these with those on upfloats."""
    counted = counted_criteria(text)
    preferences = [one for one in counted if "colour_preference" in one.criterion.name]
    upfloats = [
        one for one in counted if "upfloat_again" in one.criterion.name and one.criterion.name[:-2].endswith("again")
    ]
    for one in preferences:
        yield one.criterion.name, one.label, [one]
    yield "preferences", "the criteria on colour preferences", preferences
    yield "preferences-and-upfloats", "the criteria on colour preferences and upfloats", [*preferences, *upfloats]


def _put_first(family: Sequence[NumberedBracketCriterion], places: Places, *, is_settled: bool) -> ChangeRules:
    """Put what the criteria count for one player after the other in front of the first of them."""
    added: list[NumberedBracketCriterion] = []
    for player in range(_MOST_PLAYERS):
        for one in family:
            criterion: BracketCriterion = Criterion(
                f"{one.criterion.name}_of_{player}",
                one.criterion.sentence,
                partial(_count_player, one.criterion, player, places),
            )
            added.append(NumberedCriterion(f"{one.label} of {player}", one.article, criterion))
        if is_settled:
            opponent: BracketCriterion = Criterion(
                f"opponent_of_{player}", "opponent of a player", partial(_count_opponent, player, places)
            )
            added.append(NumberedCriterion(f"opponent of {player}", family[0].article, opponent))

    def change(rules: Any) -> Any:
        if not {*family} <= {*rules.criteria}:
            return rules
        at = rules.criteria.index(family[0])
        return replace(rules, criteria=(*rules.criteria[:at], *added, *rules.criteria[at:]))

    return change


def _count_player(criterion: BracketCriterion, player: int, places: Places, bracket: Bracket) -> Contribution | None:
    """Count the pairs of a player with lower ranked opponents."""
    if player >= places(bracket):
        return None
    counted = amounts_of(criterion.contribution(bracket))
    if counted is None or counted.pairs is None:
        return None
    pairs = np.zeros((bracket.size, bracket.size), dtype=np.int64)
    pairs[player, player + 1 :] = counted.pairs[player, player + 1 :]
    greatest = int(pairs.max(initial=0))
    return Contribution(pairs=pairs + pairs.T, bound=greatest) if greatest else None


def _count_opponent(player: int, places: Places, bracket: Bracket) -> Contribution | None:
    """Count the place of the opponent: those of S2 in order, then the lower ranked ones of S1, and none comes last."""
    if player >= min(places(bracket), _of_s1(bracket)):
        return None
    border = _of_s1(bracket)
    pairs = np.zeros((bracket.size, bracket.size), dtype=np.int64)
    pairs[player, border:] = np.arange(bracket.size - border)
    pairs[player, player + 1 : border] = bracket.size - border + np.arange(border - player - 1)
    floats = np.where(np.arange(bracket.size) == player, bracket.size, 0)
    return Contribution(pairs=pairs + pairs.T, floats=floats, bound=bracket.size)
