"""
Rarer misreadings of rules on colours that hold under a condition only: for some preferences, pairs or histories.

A rule on colours may be applied to absolute preferences only, or to players of one score; a criterion on colours may
count one of the two colours, or pairs of which one player has no preference.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.criteria import Contribution
from reference_engines.definitions.player_states import Strength
from reference_engines.downfloating.bracket import COLOUR_PREFERENCE
from reference_engines.dutch.criteria import STRONG_COLOUR_PREFERENCE
from reference_engines.misreadings.dutch.grammar import both_prefer, count_instead, counted_criteria, keep_pairs
from reference_engines.misreadings.dutch.making import definitions, misreading, step_instead

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.colours import Decide, Meetings
    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.downfloating.bracket import Bracket, BracketCriterion
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading

    Condition = Callable[[Meetings], BoolArray]
    """Returns (pairs,) whether a rule is applied."""


def _have_strength(pairs: Meetings, *, strength: Strength) -> BoolArray:
    found = pairs.players.strength
    return np.asarray((found[pairs.higher] == strength) & (found[pairs.lower] == strength))


def _have_one_score(pairs: Meetings) -> BoolArray:
    return np.asarray(pairs.players.score[pairs.higher] == pairs.players.score[pairs.lower])


def _games(pairs: Meetings) -> IntArray:
    return np.asarray(pairs.coloured[: pairs.players.round_number - 1].sum(axis=0)[pairs.players.column])


def _have_equal_games(pairs: Meetings) -> BoolArray:
    games = _games(pairs)
    return np.asarray(games[pairs.higher] == games[pairs.lower])


def _had_games_before(pairs: Meetings) -> BoolArray:
    """Return whether both had a game in the previous round."""
    row = pairs.players.round_number - 2
    if row < 0:
        return np.zeros(pairs.higher.size, dtype=np.bool_)
    had = pairs.coloured[row][pairs.players.column]
    return np.asarray(had[pairs.higher] & had[pairs.lower])


def _are_no_topscorers(pairs: Meetings) -> BoolArray:
    topscorer = pairs.players.topscorer
    return np.asarray(~topscorer[pairs.higher] & ~topscorer[pairs.lower])


def _both_prefer(pairs: Meetings) -> BoolArray:
    preference = pairs.players.preference
    return np.asarray((preference[pairs.higher] != 0) & (preference[pairs.lower] != 0))


def _have_lone(pairs: Meetings, *, least: Strength) -> BoolArray:
    """Return whether a player alone has a preference, weaker than the least one that would be granted."""
    found = pairs.players.strength
    first, second = found[pairs.higher], found[pairs.lower]
    return np.asarray((np.minimum(first, second) == Strength.NONE) & (np.maximum(first, second) < least))


def _has_higher_preference(pairs: Meetings) -> BoolArray:
    return np.asarray(pairs.players.preference[pairs.higher] != 0)


def _has_lower_preference(pairs: Meetings) -> BoolArray:
    return np.asarray(pairs.players.preference[pairs.lower] != 0)


def _not(condition: Condition) -> Condition:
    return lambda pairs: ~condition(pairs)


_CONDITIONS: tuple[tuple[str, str, Condition], ...] = (
    ("absolute", "two absolute preferences", partial(_have_strength, strength=Strength.ABSOLUTE)),
    ("strong", "two strong preferences", partial(_have_strength, strength=Strength.STRONG)),
    ("mild", "two mild preferences", partial(_have_strength, strength=Strength.MILD)),
    (
        "not-absolute",
        "pairs without two absolute preferences",
        _not(partial(_have_strength, strength=Strength.ABSOLUTE)),
    ),
    ("preferences", "two players with a preference", _both_prefer),
    ("higher-preference", "pairs of which the higher ranked player has a preference", _has_higher_preference),
    ("lower-preference", "pairs of which the lower ranked player has a preference", _has_lower_preference),
    ("one-score", "two players of one score", _have_one_score),
    ("other-scores", "two players of different scores", _not(_have_one_score)),
    ("equal-games", "two players with equally many games", _have_equal_games),
    ("games-before", "two players who had a game in the previous round", _had_games_before),
    ("no-topscorers", "two players, neither of whom is a topscorer,", _are_no_topscorers),
)
"""Name, words, and the pairs to which a rule is applied."""


def conditional_colour_rules(text: DutchText) -> Iterator[Misreading]:
    """Yield every rule on colours but the last one, applied to some pairs only."""
    articles: Any = text.colour_articles
    for step, article in list(zip(articles.steps, articles.numbers, strict=True))[:-1]:
        for name, words, condition in _CONDITIONS:
            limited = replace(step, decide=partial(_decide_if, decide=step.decide, condition=condition))
            yield misreading(
                f"colour-rule-{step.name}-of-{name}-only".replace("_", "-"),
                f"{article} were applied to {words} only",
                article,
                step_instead(step.name, limited),
            )


_GRANTED: tuple[tuple[str, str, Condition], ...] = (
    *(
        (name, f"colour preferences counted for {words} only", condition)
        for name, words, condition in _CONDITIONS
        if name != "preferences"
    ),
    ("preferences", "no preference were granted against a player without one", _both_prefer),
    (
        "strong-if-lone",
        "no mild preference were granted against a player without one",
        _not(partial(_have_lone, least=Strength.STRONG)),
    ),
    (
        "absolute-if-lone",
        "no mild or strong preference were granted against a player without one",
        _not(partial(_have_lone, least=Strength.ABSOLUTE)),
    ),
)


def conditional_preferences(text: DutchText) -> Iterator[Misreading]:
    """Yield that preferences count for some pairs only, and the number for the others; by the first and last rule."""
    numbers = text.colour_articles.numbers
    for name, words, condition in _GRANTED:
        for article in dict.fromkeys((numbers[0], numbers[-1])):
            yield misreading(
                f"colour-preferences-of-{name}-only",
                f"{words}, so that {numbers[-1]} decides for the others",
                article,
                partial(_limit_steps, condition=condition),
            )


def _limit_steps(rules: Any, *, condition: Condition) -> Any:
    articles = rules.colour_articles
    limited = (
        replace(step, decide=partial(_decide_if, decide=step.decide, condition=condition))
        for step in articles.steps[:-1]
    )
    return replace(rules, colour_articles=replace(articles, steps=(*limited, articles.steps[-1])))


def _decide_if(pairs: Meetings, *, decide: Decide, condition: Condition) -> IntArray:
    return np.where(condition(pairs), decide(pairs), 0)


def _have_equal_scores(score: IntArray) -> BoolArray:
    return np.asarray(np.equal.outer(score, score))


def _have_different_scores(score: IntArray) -> BoolArray:
    return np.asarray(np.not_equal.outer(score, score))


def _have_highest_score(score: IntArray) -> BoolArray:
    highest = score == score.max(initial=0)
    return np.asarray(np.logical_and.outer(highest, highest))


def _have_lowest_score(score: IntArray) -> BoolArray:
    lowest = score == score.min(initial=10**6)
    return np.asarray(np.logical_and.outer(lowest, lowest))


def _not_highest(score: IntArray) -> BoolArray:
    return ~_have_highest_score(score)


def _not_lowest(score: IntArray) -> BoolArray:
    return ~_have_lowest_score(score)


def clash_scores(text: DutchText) -> Iterator[Misreading]:
    """Yield that equal absolute preferences keep only players of one score apart, or of different scores."""
    for name, words, clashing in (
        ("one-score", "one score", _have_equal_scores),
        ("other-scores", "different scores", _have_different_scores),
        ("highest-score", "the highest score of those with an absolute preference", _have_highest_score),
        ("lowest-score", "the lowest score of those with an absolute preference", _have_lowest_score),
        ("lower-scores", "other scores than the highest of those with an absolute preference", _not_highest),
        ("higher-scores", "other scores than the lowest of those with an absolute preference", _not_lowest),
    ):
        yield misreading(
            f"clash-of-{name}-only",
            f"{text.absolute_labels[2]} held for two players of {words} only",
            text.absolute_articles[2],
            definitions(clashing_scores=clashing),
        )


# --- criteria on colours ---------------------------------------------------------------------------------------------

_COLOURS = (("white", "White", 1), ("black", "Black", -1))


def colour_counts(text: DutchText) -> Iterator[Misreading]:
    """Yield criteria on colours that count one colour only, or pairs of which one player has no preference."""
    for one in counted_criteria(text):
        if "colour" in one.criterion.name:
            for name, words, colour in _COLOURS:
                count = keep_pairs(one.criterion, partial(both_prefer, colour=colour))
                yield count_instead(one, f"of_{name}", f"counted preferences for {words} only", count)
            for name, words, join in (
                ("without_topscorers", "no pairs of which a player is a topscorer", np.logical_or.outer),
                ("without_two_topscorers", "no pairs of two topscorers", np.logical_and.outer),
            ):
                count = keep_pairs(one.criterion, partial(_are_others, join=join))
                yield count_instead(one, name, f"counted {words}", count)
        if one.criterion in (COLOUR_PREFERENCE, STRONG_COLOUR_PREFERENCE):
            least = Strength.MILD if one.criterion is COLOUR_PREFERENCE else Strength.STRONG
            yield count_instead(
                one,
                "or_lone",
                "counted pairs of which one player alone has such a preference, too",
                partial(_count_lone, criterion=one.criterion, least=least),
            )


def _are_others(bracket: Bracket, *, join: Callable[[BoolArray, BoolArray], BoolArray]) -> BoolArray:
    topscorer = bracket.players.topscorer[bracket.positions]
    return ~join(topscorer, topscorer)


def _count_lone(bracket: Bracket, *, criterion: BracketCriterion, least: Strength) -> Contribution | None:
    counted = criterion.contribution(bracket)
    prefers = bracket.take(bracket.players.strength) >= least
    lone = np.not_equal.outer(prefers, prefers)
    pairs = lone if counted is None or counted.pairs is None else lone | (counted.pairs > 0)
    return Contribution(pairs=pairs, bound=bracket.size // 2)
