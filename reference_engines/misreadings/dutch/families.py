"""
Rarer misreadings of several criteria at once, of repeated floats, and of single kinds of rounds without a game.

A programmer who misreads a rule on floats often misreads it for all criteria on floats: none of them counts in the
last bracket, or the player who has the bye is not counted by any. A program that keeps only whether a player floated,
or with the wrong sign, misreads those on numbers, or on scores, of one round or of both. And a definition may be
misread for one kind of round alone: a double forfeit counts as a meeting, a single one does not.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.criteria import Contribution, index_levels
from reference_engines.dutch.criteria import (
    MDP_DOWNFLOAT_AGAIN_SCORES,
    MDP_OPPONENT_UPFLOAT_AGAIN,
    MDP_OPPONENT_UPFLOAT_AGAIN_SCORES,
    RESIDENT_DOWNFLOAT_AGAIN,
)
from reference_engines.misreadings.dutch.grammar import (
    AGGREGATES,
    BRACKETS,
    aggregate_amounts,
    amounts_of,
    count_instead,
    counted_criteria,
    limit_to_brackets,
    limit_to_pairs,
    merge_criteria,
)
from reference_engines.misreadings.dutch.making import both, definitions, listed, misreading, without
from reference_engines.misreadings.rounds import double_forfeit, single_forfeit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.downfloating.bracket import Bracket, BracketCriterion, NumberedBracketCriterion
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.dutch.making import ChangeRules

    Count = Callable[[Bracket], Contribution | None]
    Turn = Callable[[IntArray, int], IntArray]
    """From earlier floats and the direction that a criterion looks for: the floats that it is shown."""


# --- several criteria at once ----------------------------------------------------------------------------------------


def _has_amounts(name: str) -> bool:
    return "scores" in name or "differences" in name


_FAMILIES: tuple[tuple[str, str, Callable[[str], bool]], ...] = (
    ("floats", "on repeated floats", lambda name: "float_again" in name),
    ("downfloats", "on repeated downfloats", lambda name: "downfloat_again" in name),
    ("upfloats", "on repeated upfloats", lambda name: "upfloat_again" in name),
    (
        "numbers-of-floats",
        "on numbers of repeated floats",
        lambda name: "float_again" in name and not _has_amounts(name),
    ),
    ("scores-of-floats", "on scores of repeated floats", lambda name: "float_again" in name and _has_amounts(name)),
    ("colours", "on colours", lambda name: "colour" in name),
    ("preferences", "on colour preferences", lambda name: "colour_preference" in name),
    ("topscorers", "on colours of topscorers", lambda name: "topscorer" in name),
    ("colours-and-floats", "on colours and floats", lambda name: "colour" in name or "float_again" in name),
)
"""Name, words, and whether a criterion belongs to the family, by its name."""
_BACKS = (("", "", ""), ("-1", " of the previous round", "_1"), ("-2", " of two rounds before", "_2"))


def families_of(text: DutchText) -> Iterator[tuple[str, str, list[NumberedBracketCriterion]]]:
    """Yield the families of criteria of an edition: name, words, and the criteria, two or more."""
    for name, words, is_meant in _FAMILIES:
        for suffix, when, end in _BACKS if name == "floats" else _BACKS[:1]:
            found = [
                one
                for one in counted_criteria(text)
                if is_meant(one.criterion.name) and one.criterion.name.endswith(end)
            ]
            if len(found) > 1:
                yield f"{name}{suffix}", f"{words}{when}", found


def _without_bye(criterion: BracketCriterion) -> Count:
    """Count pairs alone where the player who leaves the bracket has the bye."""

    def contribution(bracket: Bracket) -> Contribution | None:
        counted = criterion.contribution(bracket)
        if counted is None or not bracket.bye_goes_here:
            return counted
        return None if counted.pairs is None else replace(counted, floats=None)

    return contribution


def _is_without_bye(bracket: Bracket) -> bool:
    return not bracket.bye_goes_here


_SCOPES: tuple[tuple[str, str, Callable[[BracketCriterion], Count]], ...] = (
    ("without-bye", "{} did not count the player who has the bye", _without_bye),
    (
        "before-bye",
        "{} did not count in the bracket that gives the bye",
        lambda criterion: limit_to_brackets(criterion, _is_without_bye),
    ),
    ("of-residents", "{} counted pairs of residents only", partial(limit_to_pairs, are_mdps=False)),
    ("of-mdps", "{} counted pairs of moved-down players only", partial(limit_to_pairs, are_mdps=True)),
    *(
        (name.replace("_", "-"), f"{{}} {sentence}", partial(limit_to_brackets, is_meant=is_meant))
        for name, sentence, is_meant in BRACKETS
    ),
)


def family_scopes(text: DutchText) -> Iterator[Misreading]:
    """Yield families of criteria of which none counts for some players, pairs or brackets; for each article."""
    for name, words, family in families_of(text):
        articles = dict.fromkeys(one.article for one in family)
        labels = f"{', '.join(one.label for one in family[:-1])} and {family[-1].label}"
        for article in articles:
            change = without(*(one.criterion for one in family))
            yield misreading(f"{name}-left-out", f"{labels}, {words}, were left out", article, change)
        for scope, sentence, limited in _SCOPES:
            change = replace_counts({one.criterion: limited(one.criterion) for one in family})
            for article in articles:
                yield misreading(f"{name}-{scope}", sentence.format(f"the criteria {words}"), article, change)


def family_aggregates(text: DutchText) -> Iterator[Misreading]:
    """Yield families of criteria of which all compare their amounts in another way; for each article."""
    for name, words, family in families_of(text):
        amounts = [one for one in family if _has_amounts(one.criterion.name)]
        for way, sentence, aggregate in AGGREGATES if amounts == family else ():
            change = replace_counts({one.criterion: aggregate_amounts(one.criterion, aggregate) for one in family})
            for article in dict.fromkeys(one.article for one in family):
                yield misreading(f"{name}-{way}", f"the criteria {words} {sentence}", article, change)


def single_byes(text: DutchText) -> Iterator[Misreading]:
    """Yield every criterion that does not count the player who has the bye."""
    for one in counted_criteria(text):
        change = replace_counts({one.criterion: _without_bye(one.criterion)})
        name = one.criterion.name.replace("_", "-")
        yield misreading(
            f"{name}-without-bye", f"{one.label} did not count the player who has the bye", one.article, change
        )


def replace_counts(counts: dict[BracketCriterion, Count]) -> ChangeRules:
    """Let criteria count otherwise."""

    def change(rules: Any) -> Any:
        criteria = tuple(
            replace(
                one,
                criterion=replace(
                    one.criterion, name=f"{one.criterion.name}_otherwise", contribution=counts[one.criterion]
                ),
            )
            if one.criterion in counts
            else one
            for one in rules.criteria
        )
        return replace(rules, criteria=criteria)

    return change


# --- two criteria that are one ---------------------------------------------------------------------------------------

_JOINED = (
    "resident_downfloat",
    "mdp_downfloat",
    "opponent_upfloat_again_scores",
    "downfloat_again",
    "upfloat_again",
    "colour_preference",
    "topscorer",
)
"""Parts of the names of two criteria that count alike."""


def joined_kinds(text: DutchText) -> Iterator[Misreading]:
    """Yield two criteria of one kind that are one criterion, in the place of either."""
    counted = counted_criteria(text)
    pairs: dict[tuple[str, str], tuple[NumberedBracketCriterion, NumberedBracketCriterion]] = {}
    for kind in _JOINED:
        alike = [one for one in counted if kind in one.criterion.name]
        alike = [one for one in alike if ("scores" in one.criterion.name) == ("scores" in alike[0].criterion.name)]
        pairs |= {(upper.label, lower.label): (upper, lower) for upper, lower in combinations(alike[:2], 2)}
    for upper, lower in pairs.values():
        for name, words, join in (
            ("either", "counts once whatever either of them counts", np.maximum),
            ("both", "counts only what both of them count", np.minimum),
        ):
            count = partial(_joined, upper.criterion, lower.criterion, join)
            for place, other in ((upper, lower), (lower, upper)):
                one_criterion = f"{upper.label} and {lower.label} were one criterion, in the place of {place.label}"
                yield from _joined_at((place, other), f"{one_criterion}, that {words}", name, count)


def _joined_at(
    numbered: tuple[NumberedBracketCriterion, NumberedBracketCriterion], sentence: str, name: str, count: Count
) -> Iterator[Misreading]:
    """Yield a joined criterion in the place of the first one, by either article."""
    place, other = numbered
    joined = f"{place.criterion.name}_or_{other.criterion.name}_{name}"
    criterion = replace(place.criterion, name=joined, contribution=count)
    change = merge_criteria(place.criterion, other.criterion, criterion)
    for one in numbered:
        yield misreading(joined.replace("_", "-"), sentence, one.article, change)


def _joined(
    first: BracketCriterion, second: BracketCriterion, join: Callable[[Any, Any], Any], bracket: Bracket
) -> Contribution | None:
    one, other = (amounts_of(criterion.contribution(bracket)) for criterion in (first, second))
    size = bracket.size

    def grid(counted: Contribution | None, name: str, shape: tuple[int, ...]) -> Any:
        values = None if counted is None else getattr(counted, name)
        return np.zeros(shape, dtype=np.int64) if values is None else values.astype(np.int64)

    pairs = join(grid(one, "pairs", (size, size)), grid(other, "pairs", (size, size)))
    floats = join(grid(one, "floats", (size,)), grid(other, "floats", (size,)))
    if not pairs.any() and not floats.any():
        return None
    return Contribution(
        pairs=pairs if pairs.any() else None,
        floats=floats if floats.any() else None,
        bound=sum(counted.bound for counted in (one, other) if counted is not None),
    )


def either_rounds(text: DutchText) -> Iterator[Misreading]:
    """Yield criteria on repeated floats that count a float of either round, once."""
    counted = {one.criterion.name: one for one in counted_criteria(text)}
    for name, one in counted.items():
        other = {"1": "2", "2": "1"}.get(name[-1])
        sibling = counted.get(f"{name[:-1]}{other}") if "float_again" in name else None
        if sibling is not None and not _has_amounts(name):
            count = partial(_joined, one.criterion, sibling.criterion, np.maximum)
            yield count_instead(
                one, "either_round_once", "counted once a float of either of the two rounds before", count
            )


# --- moved-down players before the remainder -------------------------------------------------------------------------


def mdps_first(text: DutchText) -> Iterator[Misreading]:
    """Yield criteria that look at the pairs of moved-down players first, and then at the remainder; or reversed."""
    counted = counted_criteria(text)
    colours = [one for one in counted if "colour" in one.criterion.name]
    preferences = [one for one in colours if "topscorer" not in one.criterion.name]
    floats = [one for one in counted if "float_again" in one.criterion.name]
    for name, words, family in (
        ("preferences", "the criteria on colour preferences", preferences),
        ("colours", "the criteria on colours", colours),
        ("preferences-and-floats", "the criteria on colour preferences and floats", [*preferences, *floats]),
        ("colours-and-floats", "the criteria on colours and floats", [*colours, *floats]),
        *((one.criterion.name.replace("_", "-"), one.label, [one]) for one in preferences),
    ):
        for article in dict.fromkeys(one.article for one in family):
            yield misreading(
                f"{name}-of-mdps-first",
                f"{words} were applied to the moved-down players first, and to the remainder afterwards",
                article,
                partial(split_criteria, family=tuple(one.criterion for one in family)),
            )
            yield misreading(
                f"{name}-of-remainder-first",
                f"{words} were applied to the remainder first, and to the moved-down players afterwards",
                article,
                partial(split_criteria, family=tuple(one.criterion for one in family), are_mdps_first=False),
            )


def split_criteria(rules: Any, *, family: tuple[BracketCriterion, ...], are_mdps_first: bool = True) -> Any:
    """Put the parts of criteria that concern moved-down players in front of the other parts, or behind them."""
    meant = [one for one in rules.criteria if one.criterion in family]
    if not meant:
        return rules
    first = rules.criteria.index(meant[0])
    parts = [
        replace(
            one,
            criterion=replace(
                one.criterion,
                name=f"{one.criterion.name}_{'mdps' if are_mdps else 'remainder'}",
                contribution=_part(one.criterion, are_mdps=are_mdps),
            ),
        )
        for are_mdps in (are_mdps_first, not are_mdps_first)
        for one in meant
    ]
    kept = [one for one in rules.criteria if one.criterion not in family]
    return replace(rules, criteria=(*kept[:first], *parts, *kept[first:]))


def _part(criterion: BracketCriterion, *, are_mdps: bool) -> Count:
    """Count the pairs of moved-down players, or all other pairs and the floaters; without such players, the latter."""

    def contribution(bracket: Bracket) -> Contribution | None:
        counted = criterion.contribution(bracket)
        if counted is None or not bracket.mdps:
            return None if are_mdps else counted
        is_mdp = np.arange(bracket.size) < bracket.mdp_count
        pairs = counted.pairs
        if pairs is not None:
            pairs = np.where(np.logical_or.outer(is_mdp, is_mdp) == are_mdps, pairs, 0)
        floats = counted.floats
        if floats is not None:
            floats = np.where(is_mdp == are_mdps, floats, 0)
        return replace(counted, pairs=pairs, floats=floats)

    return contribution


# --- kinds of rounds without a game ----------------------------------------------------------------------------------


_FORFEITS: tuple[tuple[str, str, Callable[[History], BoolArray]], ...] = (
    ("double-forfeits", "a game that both players forfeited", double_forfeit),
    ("single-forfeits", "a game that one player won by forfeit", single_forfeit),
)


def forfeits(text: DutchText) -> Iterator[Misreading]:
    """Yield forfeited games of one kind alone that count as meetings, or for colours."""
    return forfeit_misreadings(text.absolute_articles[0], text.definition_articles.squeezed_colours)


def forfeit_misreadings(met: str, coloured: str) -> Iterator[Misreading]:
    """Yield forfeited games of one kind alone that count as meetings, or for colours, by the articles on these."""
    for name, words, is_meant in _FORFEITS:
        counted = partial(played_or, is_meant)
        for identifier, sentence, article, field in (
            ("are-meetings", "counted as a meeting", met, "met"),
            ("are-coloured", "counted for colours", coloured, "coloured"),
        ):
            yield misreading(f"{name}-{identifier}", f"{words} {sentence}", article, definitions(**{field: counted}))


def played_or(is_meant: Callable[[History], BoolArray], history: History) -> BoolArray:
    """Return the rounds with a game, and those that are meant."""
    return history.played | is_meant(history)


def varied_families(text: DutchText) -> Iterator[Misreading]:
    """Yield the misreadings of several criteria at once, and of single kinds of rounds."""
    for make in (forfeits, joined_kinds, either_rounds, mdps_first, family_scopes, family_aggregates, single_byes):
        yield from make(text)


# --- the direction of repeated floats --------------------------------------------------------------------------------


def _either(floats: IntArray, direction: int) -> IntArray:
    return np.abs(floats) * direction


def _other(floats: IntArray, direction: int) -> IntArray:
    del direction
    return -floats


_TURNED_DIRECTIONS: tuple[tuple[str, str, Turn], ...] = (
    ("either-direction", "counted earlier floats in either direction", _either),
    ("other-direction", "counted earlier floats in the other direction", _other),
)
_ROUNDS = (("", "", ("_1", "_2")), ("-1", " of the previous round", "_1"), ("-2", " of two rounds before", "_2"))
"""Suffix, words, and how the names of the criteria end."""


def float_directions(text: DutchText) -> Iterator[Misreading]:
    """Yield families of criteria on floats, of a round or of both, that look for other directions; by each article."""
    for name, words, family in _families(text):
        for suffix, sentence, turn in _TURNED_DIRECTIONS:
            change = replace_counts({one.criterion: partial(_turned, one.criterion, turn) for one in family})
            for article in dict.fromkeys(one.article for one in family):
                yield misreading(f"{name}-in-{suffix}", f"the criteria {words} {sentence}", article, change)


def _families(text: DutchText) -> Iterator[tuple[str, str, list[NumberedBracketCriterion]]]:
    """Yield name, words and criteria; a family of other criteria than floats, or of a single one, is left out."""
    seen: set[tuple[str, ...]] = set()
    for name, words, whole in families_of(text):
        for suffix, when, ends in _ROUNDS:
            family = [one for one in whole if one.criterion.name.endswith(ends)]
            labels = tuple(one.label for one in family)
            if len(family) > 1 and labels not in seen and all("float_again" in one.criterion.name for one in whole):
                seen.add(labels)
                yield f"{name}{suffix}", f"{words}{when}", family


def _turned(criterion: BracketCriterion, turn: Turn, bracket: Bracket) -> Contribution | None:
    """Show a criterion other floats of the players."""
    direction = 1 if "downfloat" in criterion.name else -1
    players = bracket.players
    floated = tuple(turn(floats, direction) for floats in players.floated)
    return criterion.contribution(replace(bracket, players=replace(players, floated=floated)))


# --- other floats of other players -----------------------------------------------------------------------------------


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
