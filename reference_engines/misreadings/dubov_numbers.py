"""Rarer misreadings of numbers of the Dubov System: AROs of other rounds and ratings, MaxT, and score differences."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.criteria import Contribution, index_levels
from reference_engines.dubov.edition import SCORE_DIFFERENCES, max_t
from reference_engines.misreadings.dutch.making import misreading, parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.dubov.edition import DubovText
    from reference_engines.dubov.participants import DubovScoregroup
    from reference_engines.frame.variants import Misreading


def _latest_games(counts: BoolArray, *, number: int) -> BoolArray:
    later = np.cumsum(counts[::-1], axis=0)[::-1]
    return np.asarray(counts & (later <= number))


def _latest_rounds(counts: BoolArray, *, number: int) -> BoolArray:
    found = counts.copy()
    found[: max(0, len(counts) - number)] = False
    return found


def _first_rounds(counts: BoolArray, *, number: int) -> BoolArray:
    found = counts.copy()
    found[number:] = False
    return found


def _without_row(counts: BoolArray, *, row: int) -> BoolArray:
    found = counts.copy()
    found[row : row + 1 or None] = False
    return found


_NUMBERS = (1, 2, 3, 4)
_ROUNDS: tuple[tuple[str, str, Callable[[BoolArray], BoolArray]], ...] = (
    *(
        (f"latest-{number}-games", f"only the latest {number} opponents counted", partial(_latest_games, number=number))
        for number in _NUMBERS[1:]
    ),
    ("latest-game", "only the latest opponent counted", partial(_latest_games, number=1)),
    *(
        (
            f"latest-{number}-rounds",
            f"only opponents of the latest {number} rounds counted",
            partial(_latest_rounds, number=number),
        )
        for number in _NUMBERS[1:]
    ),
    ("latest-round", "only the opponent of the previous round counted", partial(_latest_rounds, number=1)),
    ("first-round", "only the opponent of round 1 counted", partial(_first_rounds, number=1)),
    ("without-first-round", "the opponent of round 1 did not count", partial(_without_row, row=0)),
    ("a-round-late", "the opponent of the previous round did not count", partial(_without_row, row=-1)),
)
"""Name, words, and the rounds that count of those with an opponent who counts."""


def _replace_unrated(ratings: IntArray, *, rating: int) -> IntArray:
    return np.where(ratings > 0, ratings, rating)


def _unrated_are_lowest(ratings: IntArray) -> IntArray:
    return _replace_unrated(ratings, rating=int(ratings[ratings > 0].min(initial=4000)))


def _unrated_are_average(ratings: IntArray) -> IntArray:
    rated = ratings[ratings > 0]
    return _replace_unrated(ratings, rating=round(float(rated.mean())) if rated.size else 0)


_RATINGS: tuple[tuple[str, str, Callable[[IntArray], IntArray]], ...] = (
    *(
        (
            f"unrated-{rating}",
            f"players without a rating had one of {rating}",
            partial(_replace_unrated, rating=rating),
        )
        for rating in (1000, 1200, 1400)
    ),
    ("unrated-lowest", "players without a rating had the lowest rating of the event", _unrated_are_lowest),
    ("unrated-average", "players without a rating had the average rating of the event", _unrated_are_average),
    ("at-least-1400", "ratings below 1400 were 1400", lambda ratings: np.maximum(ratings, 1400)),
    ("in-tens", "ratings were rounded down to tens", lambda ratings: ratings // 10 * 10),
    ("in-hundreds", "ratings were rounded down to hundreds", lambda ratings: ratings // 100 * 100),
)


def aro_misreadings(text: DubovText) -> Iterator[Misreading]:
    """Yield AROs of some rounds only, and of other ratings."""
    article = text.definition_articles[0]
    for name, words, remembered in _ROUNDS:
        yield misreading(
            f"aro-of-{name}", f"in an ARO {words}", article, parts(aro=replace(text.aro, remembered=remembered))
        )
    for name, words, ratings in _RATINGS:
        yield misreading(f"aro-{name}", f"in an ARO {words}", article, parts(aro=replace(text.aro, ratings=ratings)))


_MOST_UPFLOATS: tuple[tuple[str, str, Callable[[int], int]], ...] = (
    ("one-more", "MaxT were one more", lambda rounds: max_t(rounds) + 1),
    ("a-fifth", "MaxT were a fifth of the rounds, without the two", lambda rounds: rounds // 5),
    ("a-quarter", "MaxT were a quarter of the rounds", lambda rounds: rounds // 4),
    ("a-third", "MaxT were a third of the rounds", lambda rounds: rounds // 3),
    ("half", "MaxT were half of the rounds", lambda rounds: rounds // 2),
    ("two-and-a-quarter", "MaxT were two and a quarter of the rounds", lambda rounds: 2 + rounds // 4),
    ("two-and-a-tenth", "MaxT were two and a tenth of the rounds", lambda rounds: 2 + rounds // 10),
)


def max_t_variations(text: DubovText) -> Iterator[Misreading]:
    """Yield other numbers of upfloats from the number of rounds."""
    for name, sentence, most in _MOST_UPFLOATS:
        yield misreading(f"max-t-{name}", sentence, text.definition_articles[1], parts(most_upfloats=most))


def difference_misreadings(text: DubovText) -> Iterator[Misreading]:
    """Yield score differences of upfloaters that are compared in whole points."""
    for name, words, is_up in (("down", "rounded down", False), ("up", "rounded up", True)):
        criteria = tuple(
            replace(
                one,
                criterion=replace(
                    one.criterion,
                    name=f"score_differences_{name}",
                    contribution=partial(_whole_differences, is_up=is_up),
                ),
            )
            if one.criterion is SCORE_DIFFERENCES
            else one
            for one in text.criteria
        )
        for one in text.criteria:
            if one.criterion is SCORE_DIFFERENCES:
                yield misreading(
                    f"score-differences-rounded-{name}",
                    f"{one.label} compared score differences in whole points, {words}",
                    one.article,
                    parts(criteria=criteria),
                )


def _whole_differences(group: DubovScoregroup, *, is_up: bool) -> Contribution:
    points = -(-group.distance // 10) if is_up else group.distance // 10
    entries, levels = index_levels(points)
    return Contribution(floats=entries, bound=len(group.residents), levels=levels)
