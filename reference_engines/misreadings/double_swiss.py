"""Misreadings of the Double-Swiss System: rules left out, reversed, or taken from another system."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from operator import attrgetter, methodcaller
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.player_states import ByeRule
from reference_engines.double_swiss.text import MatchColourStep
from reference_engines.misreadings import shared
from reference_engines.misreadings.dutch.definitions import meeting_misreadings
from reference_engines.misreadings.dutch.making import floats as float_rule
from reference_engines.misreadings.dutch.making import misreading, named, parts, unnamed
from reference_engines.misreadings.dutch.unplayed import bar_misreadings, float_of_kind, point_misreadings
from reference_engines.misreadings.rounds import WITHOUT_A_GAME
from reference_engines.upfloating.edition import BYE_POINTS, BYE_SCORE, BYE_UNPLAYED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.definitions.player_states import Scores
    from reference_engines.double_swiss.text import DoubleParticipants, DoubleText
    from reference_engines.frame.variants import Misreading

_KEPT = "C4"
"""The criterion that defines a set of upfloaters; without it every set is equal."""


def misreadings_of(text: DoubleText) -> tuple[Misreading, ...]:
    """Return the misreadings: of definitions, criteria, bye, orders and colours."""
    return (
        *_match_misreadings(text),
        *_absolute_misreadings(text),
        *_criterion_misreadings(text),
        *_float_misreadings(text),
        *_bye_misreadings(text),
        *_order_misreadings(text),
        *_colour_misreadings(text),
    )


def varied_misreadings(text: DoubleText) -> tuple[Misreading, ...]:
    """Return rarer misreadings: of orders, criteria, byes, floats, scores and colours."""
    return (
        *shared.sorted_by_keys(text, shared.COMMON_KEYS),
        *shared.bye_by_keys(text, shared.COMMON_KEYS),
        *shared.chosen_by_criteria(text),
        *_moved_steps(text),
        *_varied_floats(text),
        *unnamed(_unplayed_floats, _BYES)(text),
        *_records(text),
        *_ranks(text),
    )


def _moved_steps(text: DoubleText) -> Iterator[Misreading]:
    """Yield steps of colours that are moved or give the opposite colours."""
    for at, (article, step) in enumerate(text.steps):
        name = step.name.lower().replace("_", "-")
        yield misreading(
            f"{name}-reversed", f"{article} gave the opposite colours", article, parts(opposite_steps=frozenset({step}))
        )
        for upper, above in text.steps[1:at]:
            kept = [one for one in text.steps if one[1] is not step]
            place = next(number for number, one in enumerate(kept) if one[1] is above)
            yield misreading(
                f"{name}-before-{above.name.lower().replace('_', '-')}",
                f"{article} were applied before {upper}",
                article,
                parts(steps=(*kept[:place], (article, step), *kept[place:])),
            )


_FLOATED: tuple[tuple[str, str, Callable[[tuple[IntArray, ...]], BoolArray]], ...] = (
    ("upwards", "only a player who floated up were a floater", lambda floats: floats[0] < 0),
    ("downwards", "only a player who floated down were a floater", lambda floats: floats[0] > 0),
    ("two-before", "a floater were a player who floated two rounds before", lambda floats: floats[1] != 0),
    (
        "of-two-rounds",
        "a floater were a player who floated in either of the two rounds before",
        lambda floats: (floats[0] != 0) | (floats[1] != 0),
    ),
)


def _except_last_three(number: int, rounds: int | None) -> bool:
    return rounds is None or number < rounds - 2


def _after(scores: Scores) -> IntArray:
    return scores.after


def _points(scores: Scores) -> IntArray:
    return scores.points


def _varied_floats(text: DoubleText) -> Iterator[Misreading]:
    for name, sentence, floated in _FLOATED:
        yield misreading(f"floaters-{name}", sentence, "1.5", parts(floated=floated))
    yield misreading(
        "floats-not-in-last-three",
        "floats did not count in the last three rounds",
        _article(text, "C7"),
        parts(floats_count=_except_last_three),
    )
    for name, words, compared in (
        ("scores-after", "the scores after the match", _after),
        ("points", "the scores without virtual points", _points),
    ):
        yield misreading(
            f"floats-by-{name}",
            f"floats depended on {words}",
            "1.5",
            parts(floats=replace(text.floats, compared=compared)),
        )
    yield misreading(
        "forfeits-float",
        "a forfeited match against a player of another score gave a float",
        "1.5",
        parts(floats=replace(text.floats, games=_scheduled)),
    )


def _unplayed_floats(text: DoubleText) -> Iterator[Misreading]:
    for name, words, is_meant in WITHOUT_A_GAME:
        unplayed = partial(float_of_kind, own=text.floats.unplayed, is_meant=is_meant, value=1)
        yield misreading(f"{name}-float", f"{words} made a floater", "1.5", float_rule(unplayed=unplayed))


_BYES = {"allocated-byes-float": ("byes-float", "a player with the bye were a floater")}


def _records(text: DoubleText) -> Iterator[Misreading]:
    """Yield other points of rounds without a match, other rounds that bar from the bye, and other meetings."""
    yield from point_misreadings("1.3.1")
    yield from bar_misreadings(text.byes, text.articles.bye_bar)
    yield from meeting_misreadings(text.articles.rematch)


def _number_alone(participants: DoubleParticipants) -> IntArray:
    return np.zeros_like(participants.score)


def _lowest_score(participants: DoubleParticipants) -> IntArray:
    return -participants.score


def _ranks(text: DoubleText) -> Iterator[Misreading]:
    del text
    for name, words, rank in (
        ("number-alone", "the smaller number, whatever the scores", _number_alone),
        ("lowest-score", "the lower score", _lowest_score),
    ):
        yield misreading(
            f"higher-ranked-by-{name}",
            f"the higher ranked player of two were the player with {words}",
            "4.2",
            parts(rank_score=rank),
        )


def _article(text: DoubleText, label: str) -> str:
    return next(rule.article for rule in text.quality_criteria if rule.label == label)


def _scheduled(history: Any) -> BoolArray:
    return history.scheduled


def _never(history: Any) -> BoolArray:
    return np.zeros_like(history.played)


def _match_misreadings(text: DoubleText) -> Iterator[Misreading]:
    yield misreading(
        "forfeits-met",
        "two whose match was forfeited had met",
        text.articles.rematch,
        parts(definitions=replace(text.definitions, met=_scheduled)),
    )
    yield misreading(
        "forfeits-coloured",
        "matches without any game gave colours, too",
        "1.6",
        parts(definitions=replace(text.definitions, coloured=_scheduled)),
    )


def _absolute_misreadings(text: DoubleText) -> Iterator[Misreading]:
    yield misreading(
        "c1-left-out",
        "C1 were left out",
        text.articles.rematch,
        parts(definitions=replace(text.definitions, met=_never)),
    )
    without = (
        ("c2-left-out", "C2 were left out", _never),
        ("c2-byes-only", "forfeit wins and full-point byes did not keep a player from the bye", attrgetter("bye")),
        ("c2-any-forfeit", "any game won by forfeit kept a player from the bye", _won_a_game_free),
    )
    for identifier, sentence, bars in without:
        yield misreading(identifier, sentence, text.articles.bye_bar, parts(byes=ByeRule(bars)))

    yield misreading("c3-left-out", "C3 were left out where upfloaters are selected", "2.2.1", parts(completes=False))


def _won_a_game_free(history: Any) -> BoolArray:
    return history.bye | history.full_point_bye | history.won_a_game_free


def _criterion_misreadings(text: DoubleText) -> Iterator[Misreading]:
    for rule in text.quality_criteria:
        if rule.label == _KEPT:
            continue
        yield misreading(
            f"{rule.label.lower()}-left-out",
            f"{rule.label} were left out",
            rule.article,
            methodcaller("without", rule.criterion),
        )


def _always(_number: int, _rounds: int | None) -> bool:
    return True


def _except_last_two(number: int, rounds: int | None) -> bool:
    return rounds is None or number < rounds - 1


def _float_misreadings(text: DoubleText) -> Iterator[Misreading]:
    article = _article(text, "C7")
    for identifier, sentence, floats_count in (
        ("floats-in-last-round", "floats counted in the last round, too", _always),
        (
            "floats-not-in-last-two",
            "floats did not count in the last two rounds, as for teams",
            _except_last_two,
        ),
    ):
        yield misreading(identifier, sentence, article, parts(floats_count=floats_count))
    yield from named(_unplayed_floats, _BYES)(text)


def _bye_misreadings(text: DoubleText) -> Iterator[Misreading]:
    for name, criteria, words in (
        ("score", (BYE_SCORE, BYE_POINTS), "score"),
        ("matches", (BYE_UNPLAYED,), "number of matches"),
    ):
        rule = next(one for one in text.bye_criteria if one.criterion in criteria)
        yield misreading(
            f"bye-without-{name}",
            f"the {words} did not count for the bye",
            rule.article,
            parts(bye_criteria=tuple(one for one in text.bye_criteria if one is not rule)),
        )
    yield misreading(
        "bye-smallest-number",
        "of equals the smallest number had the bye",
        text.articles.bye_last,
        parts(last_of_bye=attrgetter("tpn")),
    )


def _from_below(participants: DoubleParticipants) -> IntArray:
    return -participants.tpn


def _sort_by_score(participants: DoubleParticipants) -> IntArray:
    return np.arange(participants.size)


def _order_misreadings(text: DoubleText) -> Iterator[Misreading]:
    yield misreading(
        "sets-from-below",
        "of equal sets the one with the largest numbers came first",
        text.articles.sets,
        parts(order_of_set=_from_below),
    )
    yield misreading(
        "seated-by-score",
        "upfloaters stood below the residents of a bracket, whatever their numbers",
        "3.6.1",
        parts(seats=_sort_by_score),
    )


def _colour_misreadings(text: DoubleText) -> Iterator[Misreading]:
    for article, step in text.steps:
        if step in (MatchColourStep.BEGINNERS, text.steps[-1][1]):  # without the first or the last some have no colours
            continue
        yield misreading(
            f"{step.name.lower().replace('_', '-')}-left-out",
            f"{article} were left out",
            article,
            parts(steps=tuple(one for one in text.steps if one[1] is not step)),
        )
    whites = next(article for article, step in text.steps if step is MatchColourStep.WHITES)
    instead = {MatchColourStep.WHITES: MatchColourStep.COLOUR_DIFFERENCE}
    yield misreading(
        "colour-difference",
        "the lower colour difference had White, as for teams",
        whites,
        parts(steps=tuple((article, instead.get(step, step)) for article, step in text.steps)),
    )
