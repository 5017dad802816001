"""
Misreadings generated from the parts of an edition: its criteria, its order of exchanges and MDPs, its rules on colours.

A criterion is looked at for some pairs, floaters or brackets only, adds its amounts up in another way, is merged with
its neighbour, or moves up. Two keys of the order of exchanges change at once. A rule on colours moves, or decides the
other way. No list of known misreadings has to foresee these.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.criteria import Contribution
from reference_engines.downfloating.criteria import DOWNFLOATER_SCORES, DOWNFLOATERS, FOLLOWING_BRACKET
from reference_engines.dutch.criteria import (
    BYE_SCORE,
    BYE_UNPLAYED_GAMES,
    DOWNFLOAT_AGAIN,
    DOWNFLOAT_AGAIN_DIFFERENCES,
    MDP_DOWNFLOAT_AGAIN_SCORES,
    MDP_OPPONENT_UPFLOAT_AGAIN,
    MDP_OPPONENT_UPFLOAT_AGAIN_SCORES,
    PAIRING_SCORE_DIFFERENCE,
    RESIDENT_DOWNFLOAT_AGAIN,
    UPFLOAT_AGAIN,
    UPFLOAT_AGAIN_DIFFERENCES,
)
from reference_engines.dutch.generation import DIFFERENCE, ENTERING_S1, LEAVING_S1, NUMBER
from reference_engines.frame.results import GenerationStep
from reference_engines.misreadings.dutch.making import instead, misreading, order, step_instead
from reference_engines.misreadings.dutch.orders import LARGEST_ENTERS, SMALLEST_LEAVES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from reference_engines.definitions.colours import ColourStep
    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.definitions.players import Players
    from reference_engines.downfloating.bracket import Bracket
    from reference_engines.downfloating.criteria import BracketCriterion, NumberedBracketCriterion
    from reference_engines.dutch.edition import DutchText
    from reference_engines.dutch.generation import ExchangeKey
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.dutch.making import ChangeRules

_SETTLED = (BYE_SCORE, DOWNFLOATERS, FOLLOWING_BRACKET)
"""Criteria that the procedure follows by itself, or without which it has no meaning."""


def generated_misreadings(text: DutchText) -> Iterator[Misreading]:
    """Yield the misreadings that the parts of the edition suggest, the closest to the text first."""
    own: object = text
    for make in (scopes, aggregates, float_rounds, merged_neighbours, mdp_ranks, colour_rules, exchanges, moves):
        yield from (one for one in make(text) if one.rules(text) != own)


def _counted(text: DutchText) -> list[NumberedBracketCriterion]:
    return [one for one in text.criteria if one.criterion not in _SETTLED]


def _instead(
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


_BRACKETS: tuple[tuple[str, str, Callable[[Bracket], bool]], ...] = (
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
    BYE_UNPLAYED_GAMES,
    DOWNFLOATER_SCORES,
    *RESIDENT_DOWNFLOAT_AGAIN.values(),
    *MDP_DOWNFLOAT_AGAIN_SCORES.values(),
    *DOWNFLOAT_AGAIN.values(),
    *DOWNFLOAT_AGAIN_DIFFERENCES.values(),
)
"""The criteria to which floaters add; to the last four, pairs add, too."""
_OF_AMOUNTS = (
    DOWNFLOATER_SCORES,
    PAIRING_SCORE_DIFFERENCE,
    *MDP_DOWNFLOAT_AGAIN_SCORES.values(),
    *MDP_OPPONENT_UPFLOAT_AGAIN_SCORES.values(),
    *DOWNFLOAT_AGAIN_DIFFERENCES.values(),
    *UPFLOAT_AGAIN_DIFFERENCES.values(),
)
"""The criteria that compare amounts."""
_PLAYERS: tuple[tuple[str, str, bool], ...] = (
    ("residents", "residents only", False),
    ("mdps", "moved-down players only", True),
)
"""Name, words, and whether moved-down players are meant."""


def scopes(text: DutchText) -> Iterator[Misreading]:
    """Yield every criterion in some brackets only, or for some pairs or floaters only."""
    for one in _counted(text):
        for name, words, are_mdps in _PLAYERS:
            if one.criterion in _OF_FLOATERS:
                yield _instead(one, f"floats_{name}", f"counted {words}", _limit_to_floaters(one.criterion, are_mdps))
            if one.criterion not in _OF_FLOATERS[:-4]:
                yield _instead(
                    one, f"pairs_{name}", f"counted pairs of {words}", _limit_to_pairs(one.criterion, are_mdps)
                )
        for name, sentence, is_meant in _BRACKETS:
            yield _instead(one, name, sentence, _limit_to_brackets(one.criterion, is_meant))


def _limit_to_brackets(
    criterion: BracketCriterion, is_meant: Callable[[Bracket], bool]
) -> Callable[[Bracket], Contribution | None]:
    return lambda bracket: criterion.contribution(bracket) if is_meant(bracket) else None


def _is_mdp(bracket: Bracket) -> BoolArray:
    return np.arange(bracket.size) < bracket.mdp_count


def _limit_to_pairs(criterion: BracketCriterion, are_mdps: bool) -> Callable[[Bracket], Contribution | None]:
    def contribution(bracket: Bracket) -> Contribution | None:
        counted = criterion.contribution(bracket)
        if counted is None or counted.pairs is None:
            return counted
        with_mdp = np.logical_or.outer(_is_mdp(bracket), _is_mdp(bracket))
        return counted._replace(pairs=np.where(with_mdp == are_mdps, counted.pairs, 0))

    return contribution


def _limit_to_floaters(criterion: BracketCriterion, are_mdps: bool) -> Callable[[Bracket], Contribution | None]:
    def contribution(bracket: Bracket) -> Contribution | None:
        counted = criterion.contribution(bracket)
        if counted is None or counted.floats is None:
            return counted
        return counted._replace(floats=np.where(_is_mdp(bracket) == are_mdps, counted.floats, 0))

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


_AGGREGATES = (
    ("number", "counted players, whatever their scores", _number),
    ("sum", "added the amounts up", _sum),
    ("highest", "looked at the highest amount alone", _highest),
    ("lowest", "compared the lowest amounts first", _lowest),
)


def aggregates(text: DutchText) -> Iterator[Misreading]:
    """Yield every criterion that compares amounts with another way to compare them."""
    for one in (one for one in _counted(text) if one.criterion in _OF_AMOUNTS):
        for name, sentence, aggregate in _AGGREGATES:
            yield _instead(one, name, sentence, _aggregated(one.criterion, aggregate))


def _aggregated(
    criterion: BracketCriterion,
    aggregate: Callable[[IntArray, tuple[int, ...]], tuple[IntArray, tuple[int, ...] | None]],
) -> Callable[[Bracket], Contribution | None]:
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
    for upper, lower in pairwise(_counted(text)):
        criterion = replace(
            upper.criterion,
            name=f"{upper.criterion.name}_and_{lower.criterion.name}",
            contribution=_merged(upper.criterion, lower.criterion),
        )
        yield misreading(
            f"{criterion.name}-merged".replace("_", "-"),
            f"{upper.label} and {lower.label} were added up",
            upper.article,
            _merge(upper.criterion, lower.criterion, criterion),
        )


def _merge(upper: BracketCriterion, lower: BracketCriterion, merged: BracketCriterion) -> ChangeRules:
    def change(rules: Any) -> Any:
        replaced = instead(upper, merged)(rules)
        return replace(replaced, criteria=tuple(one for one in replaced.criteria if one.criterion is not lower))

    return change


def _merged(upper: BracketCriterion, lower: BracketCriterion) -> Callable[[Bracket], Contribution | None]:
    def contribution(bracket: Bracket) -> Contribution | None:
        first, second = (_amounts(one.contribution(bracket)) for one in (upper, lower))
        if first is None or second is None:
            return first or second
        return Contribution(
            pairs=_added(first.pairs, second.pairs),
            floats=_added(first.floats, second.floats),
            bound=first.bound + second.bound,
        )

    return contribution


def _amounts(counted: Contribution | None) -> Contribution | None:
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
    RESIDENT_DOWNFLOAT_AGAIN,
    MDP_OPPONENT_UPFLOAT_AGAIN,
    MDP_DOWNFLOAT_AGAIN_SCORES,
    MDP_OPPONENT_UPFLOAT_AGAIN_SCORES,
    DOWNFLOAT_AGAIN,
    UPFLOAT_AGAIN,
)
_ROUND = {1: "of the previous round", 2: "of two rounds before"}


def float_rounds(text: DutchText) -> Iterator[Misreading]:
    """Yield every criterion on repeated floats with the floats of the other round, or of either round."""
    for one in _counted(text):
        for family in _FLOATS:
            for back, criterion in family.items():
                if criterion is one.criterion:
                    other = family[3 - back].contribution
                    yield _instead(one, "other_round", f"looked at floats {_ROUND[3 - back]}", other)
                    either = _merged(family[1], family[2])
                    yield _instead(one, "either_round", "looked at floats of either of the two rounds before", either)


def moves(text: DutchText) -> Iterator[Misreading]:
    """Yield every criterion moved above another that is not its neighbour."""
    counted = _counted(text)
    for at, lower in enumerate(counted):
        for upper in reversed(counted[: max(at - 1, 0)]):
            yield misreading(
                f"{lower.criterion.name}-moved-above-{upper.criterion.name}".replace("_", "-"),
                f"{lower.label} ranked above {upper.label}",
                lower.article,
                _moved(lower.criterion, upper.criterion),
            )


def _moved(lower: BracketCriterion, upper: BracketCriterion) -> ChangeRules:
    def change(rules: Any) -> Any:
        moved = next((one for one in rules.criteria if one.criterion is lower), None)
        kept = [one for one in rules.criteria if one.criterion is not lower]
        place = next((at for at, one in enumerate(kept) if one.criterion is upper), None)
        if moved is None or place is None:
            return rules
        return replace(rules, criteria=(*kept[:place], moved, *kept[place:]))

    return change


# --- the order of candidates -----------------------------------------------------------------------------------------


def _sort_by_number(players: Players, mdps: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(mdps, key=lambda position: players.numbers[position]))


def _lowest_scores_first(players: Players, mdps: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(mdps, key=lambda position: (players.scores[position], players.numbers[position])))


def _largest_numbers_first(players: Players, mdps: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(mdps, key=lambda position: (-players.scores[position], -players.numbers[position])))


def mdp_ranks(text: DutchText) -> Iterator[Misreading]:
    """Yield other ranks of moved-down players in their bracket."""
    article = text.definition_articles.order
    for identifier, sentence, ranks in (
        ("mdps-by-number", "by number alone, whatever their scores", _sort_by_number),
        ("mdps-lowest-first", "from the lowest score up", _lowest_scores_first),
        ("mdps-largest-first", "from the largest number down if they have the same score", _largest_numbers_first),
    ):
        yield misreading(identifier, f"moved-down players were ranked {sentence}", article, order(mdp_ranks=ranks))


_KEYS = (NUMBER, DIFFERENCE, LEAVING_S1, ENTERING_S1)
_KEY_NAMES: dict[ExchangeKey, tuple[str, str]] = {
    NUMBER: ("number", "their number"),
    DIFFERENCE: ("difference", "the difference of the BSNs"),
    LEAVING_S1: ("leaving", "the largest BSN that leaves S1"),
    ENTERING_S1: ("entering", "the smallest BSN that enters S1"),
    SMALLEST_LEAVES: ("smallest-leaving", "the smallest BSN that leaves S1"),
    LARGEST_ENTERS: ("largest-entering", "the largest BSN that enters S1"),
}
_EDITS = 2


def exchanges(text: DutchText) -> Iterator[Misreading]:
    """Yield orders of exchanges that two changes of the keys lead to; single changes are listed."""
    article = text.generation[GenerationStep.EXCHANGE]
    once = set(_edited(_KEYS))
    for keys in dict.fromkeys(twice for one in _edited(_KEYS) for twice in _edited(one)):
        if keys != _KEYS and keys not in once:
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


# --- colours ---------------------------------------------------------------------------------------------------------


def colour_rules(text: DutchText) -> Iterator[Misreading]:
    """Yield rules on colours that decide the other way, or that are applied before an earlier one."""
    articles = text.colour_articles
    steps = list(zip(articles.steps, articles.numbers, strict=True))
    for step, article in steps[:-1]:
        name = step.name.replace("_", "-")
        change = step_instead(step.name, _reversed(step))
        yield misreading(f"colour-rule-{name}-reversed", f"{article} gave the opposite colours", article, change)
    for at, (step, article) in enumerate(steps):
        for upper, above in steps[: max(at - (at < len(steps) - 1), 0)]:
            identifier = f"colour-rule-{step.name}-moved-before-{upper.name}".replace("_", "-")
            yield misreading(identifier, f"{article} were applied before {above}", article, _step_moved(step, upper))


def _reversed(step: ColourStep) -> ColourStep:
    return replace(step, decide=lambda pairs: -step.decide(pairs))


def _step_moved(step: ColourStep, upper: ColourStep) -> ChangeRules:
    def change(rules: Any) -> Any:
        articles = rules.colour_articles
        kept = [one for one in articles.steps if one.name != step.name]
        place = next(at for at, one in enumerate(kept) if one.name == upper.name)
        return replace(rules, colour_articles=replace(articles, steps=(*kept[:place], step, *kept[place:])))

    return change
