"""
Rarer misreadings of whose colour preference is granted: a figure of both players decides (5.2.2, 5.2.4; E.2, E.4).

The figure may decide in place of the rank, in place of the strength, or between preferences of one strength. Likewise
another number may give the initial colour, in every round or only once a round has been played (5.2.5; E.5).
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from itertools import product, zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from reference_engines.definitions.colours import (
    ColourStep,
    higher_ranked_wish,
    initial_colour,
    stronger_claim,
    wider_claim,
)
from reference_engines.definitions.history import NOBODY
from reference_engines.misreadings.dutch.making import misreading, step_instead

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.colours import Decide, Meetings
    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading

    Figure = Callable[[Meetings], IntArray]
    """Returns a figure by position."""
    Colours = list[int]
    """The colours of a player, the earliest first, 0 for a round without a game."""
    Align = Callable[[Colours, Colours], list[tuple[int, int]]]
    """From the colours of both players: the pairs of colours that are compared, the earliest first, 0 for none."""


# --- figures ---------------------------------------------------------------------------------------------------------


def _count(pairs: Meetings, *, is_meant: Callable[[History], BoolArray]) -> IntArray:
    counted = is_meant(pairs.history)[: pairs.players.round_number - 1].sum(axis=0)
    return np.asarray(counted[pairs.players.column], dtype=np.int64)


def _points(pairs: Meetings) -> IntArray:
    return pairs.history.score[pairs.players.round_number - 1][pairs.players.column]


def _earlier_points(pairs: Meetings) -> IntArray:
    return pairs.history.score[max(0, pairs.players.round_number - 2)][pairs.players.column]


def _latest_points(pairs: Meetings) -> IntArray:
    return _points(pairs) - _earlier_points(pairs)


_FIGURES: tuple[tuple[str, str, str, Figure], ...] = (
    ("games", "most games", "fewest games", partial(_count, is_meant=lambda history: history.played)),
    (
        "whites",
        "most games with White",
        "fewest games with White",
        partial(_count, is_meant=lambda history: history.played & (history.colour > 0)),
    ),
    (
        "blacks",
        "most games with Black",
        "fewest games with Black",
        partial(_count, is_meant=lambda history: history.played & (history.colour < 0)),
    ),
    (
        "scheduled",
        "most games, forfeited ones included",
        "fewest games, forfeited ones included",
        partial(_count, is_meant=lambda history: history.opponent != NOBODY),
    ),
    (
        "width",
        "the wider colour difference",
        "the narrower colour difference",
        lambda pairs: np.abs(pairs.players.colour_difference),
    ),
    (
        "surplus",
        "more Whites, less Blacks",
        "more Blacks, less Whites",
        lambda pairs: pairs.players.colour_difference,
    ),
    (
        "repeated",
        "one colour twice in a row",
        "different colours in the latest games",
        lambda pairs: (pairs.players.repeated != 0).astype(np.int64),
    ),
    ("points", "more points, without virtual ones", "fewer points, without virtual ones", _points),
    (
        "points-before",
        "more points before the previous round",
        "fewer points before the previous round",
        _earlier_points,
    ),
    ("latest-points", "more points in the previous round", "fewer points in the previous round", _latest_points),
    ("number", "the larger number", "the smaller number", lambda pairs: pairs.players.tpn),
    (
        "float",
        "a downfloat in the previous round, or at least no upfloat,",
        "an upfloat in the previous round, or at least no downfloat,",
        lambda pairs: pairs.players.floated[0],
    ),
    (
        "earlier-float",
        "a downfloat two rounds before, or at least no upfloat,",
        "an upfloat two rounds before, or at least no downfloat,",
        lambda pairs: pairs.players.floated[1],
    ),
)
"""Name, words for the greater and for the smaller figure, and the figure."""


def _grant(pairs: Meetings, *, figure: Figure, sign: int) -> IntArray:
    claim = sign * figure(pairs)
    higher, lower = claim[pairs.higher], claim[pairs.lower]
    return pairs.grant(higher > lower, lower > higher)


def _give_white(pairs: Meetings, *, figure: Figure, sign: int) -> IntArray:
    claim = sign * figure(pairs)
    return np.asarray(np.sign(claim[pairs.higher] - claim[pairs.lower]))


def _grant_first(pairs: Meetings, *, decisions: tuple[Decide, ...]) -> IntArray:
    """Let the first decision count that there is for a pair."""
    found = np.zeros(pairs.higher.size, dtype=np.int64)
    for decide in decisions:
        found = np.where(found == 0, decide(pairs), found)
    return found


def rank_wishes(text: DutchText) -> Iterator[Misreading]:
    """Yield figures that decide whose preference is granted, in place of the rank of the players."""
    return _by_figures(text, "higher_ranked", "by", "the preference of the player with {} were granted")


def colour_keys(text: DutchText) -> Iterator[Misreading]:
    """Yield figures of both players that decide whose preference is granted, or who has White."""
    yield from rank_wishes(text)
    yield from _by_figures(text, "higher_ranked", "white-by", "the player with {} had White")
    yield from _by_figures(
        text, "stronger", "by", "the preference of the player with {} were granted, whatever its strength"
    )
    yield from _by_figures(
        text, "stronger", "then-by", "of two preferences of one strength that of the player with {} were granted"
    )


def _by_figures(text: DutchText, place: str, way: str, words: str) -> Iterator[Misreading]:
    """Yield a rule on colours in which each figure decides, the greatest or the smallest first."""
    articles = text.colour_articles
    steps = {step.name: (step, number) for step, number in zip(articles.steps, articles.numbers, strict=True)}
    if place not in steps:
        return
    step, number = steps[place]
    strength = wider_claim if steps["stronger"][0].decide is wider_claim else stronger_claim
    for (name, more, fewer, figure), (suffix, sign) in product(_FIGURES, (("most", 1), ("fewest", -1))):
        sentence = words.format(more if sign > 0 else fewer)
        grant, give = (partial(decide, figure=figure, sign=sign) for decide in (_grant, _give_white))
        decisions: dict[tuple[str, str], tuple[Decide, ...]] = {
            ("higher_ranked", "by"): (grant, higher_ranked_wish),
            ("higher_ranked", "white-by"): (give, higher_ranked_wish),
            ("stronger", "by"): (grant,),
            ("stronger", "then-by"): (strength, grant),
        }
        instead = ColourStep(step.name, partial(_grant_first, decisions=decisions[place, way]), sentence)
        yield misreading(
            f"colour-rule-{place}-{way}-{name}-{suffix}".replace("_", "-"),
            f"by {number} {sentence}",
            number,
            step_instead(step.name, instead),
        )


# --- colours without a preference ------------------------------------------------------------------------------------

_FIXED: tuple[tuple[str, str, int], ...] = (
    ("white", "the higher ranked player had White", 1),
    ("black", "the higher ranked player had Black", -1),
)


def fixed_colours(text: DutchText) -> Iterator[Misreading]:
    """Yield rules on colours, but the last one, that give the higher ranked player one colour, or decide by number."""
    articles = text.colour_articles
    for step, number in list(zip(articles.steps, articles.numbers, strict=True))[1:-1]:
        decisions: list[tuple[str, str, Decide]] = [
            (name, sentence, partial(_fix, colour=colour)) for name, sentence, colour in _FIXED
        ]
        last = articles.numbers[-1]
        decisions.append(("number", f"the number decided, as by {last}", articles.steps[-1].decide))
        for name, sentence, decide in decisions:
            yield misreading(
                f"colour-rule-{step.name}-gives-{name}".replace("_", "-"),
                f"by {number} {sentence}",
                number,
                step_instead(step.name, ColourStep(step.name, decide, sentence)),
            )


def _fix(pairs: Meetings, *, colour: int) -> IntArray:
    return np.full(pairs.higher.size, colour)


# --- the higher ranked player ----------------------------------------------------------------------------------------

_RANKS: tuple[tuple[str, str, Figure], ...] = (
    ("points", "the player with more points, without virtual ones,", _points),
    ("earlier-points", "the player with more points a round before", _earlier_points),
    ("number", "the player with the smaller number", lambda pairs: -pairs.players.tpn),
    ("larger-number", "the player with the larger number", lambda pairs: pairs.players.tpn),
)


def _is_lower(pairs: Meetings, *, figure: Figure) -> BoolArray:
    """Whether the lower ranked player is taken for the higher ranked one; of equal figures, the smaller number is."""
    found, tpn = figure(pairs), pairs.players.tpn
    higher, lower = found[pairs.higher], found[pairs.lower]
    return np.asarray((lower > higher) | ((lower == higher) & (tpn[pairs.lower] < tpn[pairs.higher])))


def _decide_by_rank(pairs: Meetings, *, decide: Decide, figure: Figure) -> IntArray:
    exchanged = replace(pairs, higher=pairs.lower, lower=pairs.higher)
    return np.where(_is_lower(pairs, figure=figure), -decide(exchanged), decide(pairs))


@cache
def _ranked_decision(decide: Decide, figure: Figure) -> Decide:
    """Return the same value for the same rule and figure, so that misread rules are equal."""
    return partial(_decide_by_rank, decide=decide, figure=figure)


_RANKED: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("last-two-rules", (-2, -1)),
    ("last-rule", (-1,)),
    ("last-rule-but-one", (-2,)),
)


def ranks_in_colour_rules(text: DutchText) -> Iterator[Misreading]:
    """Yield other players who are the higher ranked ones in the last two rules on colours, or in either."""
    articles = text.colour_articles
    for (name, words, figure), (of_rules, places) in product(_RANKS, _RANKED):
        ranked = [articles.numbers[place] for place in places]
        yield misreading(
            f"higher-ranked-by-{name}-in-{of_rules}",
            f"in {' and '.join(ranked)} {words} were the higher ranked one",
            ranked[0],
            partial(_rank_steps, places=places, figure=figure),
        )


def _rank_steps(rules: Any, *, places: tuple[int, ...], figure: Figure) -> Any:
    articles = rules.colour_articles
    steps = list(articles.steps)
    for place in places:
        steps[place] = replace(steps[place], decide=_ranked_decision(steps[place].decide, figure))
    return replace(rules, colour_articles=replace(articles, steps=tuple(steps)))


# --- the initial colour ----------------------------------------------------------------------------------------------


def _has_smaller_number(pairs: Meetings) -> BoolArray:
    return np.asarray(pairs.players.tpn[pairs.higher] < pairs.players.tpn[pairs.lower])


def _has_odd_sum(pairs: Meetings) -> BoolArray:
    return np.asarray((pairs.players.tpn[pairs.higher] + pairs.players.tpn[pairs.lower]) % 2 == 1)


def _has_odd_place(pairs: Meetings) -> BoolArray:
    return np.asarray(pairs.higher % 2 == 0)


def _has_odd_printed_number(pairs: Meetings) -> BoolArray:
    return np.asarray(pairs.players.tpn[pairs.higher] % 2 == 1)


def _is_on_odd_board(pairs: Meetings) -> BoolArray:
    return np.arange(pairs.higher.size) % 2 == 0


def _lower_has_odd_number(pairs: Meetings) -> BoolArray:
    return np.asarray(pairs.players.odd_number[pairs.lower])


def _always(pairs: Meetings) -> BoolArray:
    return np.ones(pairs.higher.size, dtype=np.bool_)


_GIVEN: tuple[tuple[str, str, Callable[[Meetings], BoolArray]], ...] = (
    ("smaller-number", "the smaller number had {}", _has_smaller_number),
    ("odd-sum", "the higher ranked player had {} if the sum of both numbers is odd", _has_odd_sum),
    ("odd-place", "the higher ranked player had {} if the place among the players to be paired is odd", _has_odd_place),
    ("odd-printed", "the higher ranked player had {} if the number of the list is odd", _has_odd_printed_number),
    ("odd-board", "the higher ranked player had {} on every other board", _is_on_odd_board),
    (
        "odd-lower",
        "the higher ranked player had {} if the number of the lower ranked one is odd",
        _lower_has_odd_number,
    ),
    ("higher", "the higher ranked player had {}", _always),
)
_COLOURS: tuple[tuple[str, str, Callable[[int], int]], ...] = (
    ("initial", "the initial colour", lambda initial: initial),
    ("other", "the other colour than the initial one", lambda initial: -initial),
    ("white", "White", lambda _: 1),
    ("black", "Black", lambda _: -1),
)
_WHEN = (("", "", 1), ("-later", " after round 1", 2))


def initial_keys(text: DutchText) -> Iterator[Misreading]:
    """Yield other players, and other colours, to whom the rule on the initial colour gives a colour."""
    articles = text.colour_articles
    step, number = next(one for one in zip(articles.steps, articles.numbers, strict=True) if one[0].name == "initial")
    for (name, words, is_granted), (colour, noun, choose), (when, in_rounds, first) in product(_GIVEN, _COLOURS, _WHEN):
        sentence = words.format(noun) + in_rounds
        decide = partial(_give, is_granted=is_granted, choose=choose, first=first)
        yield misreading(
            f"colour-rule-{step.name}-{name}-{colour}{when}".replace("_", "-"),
            f"by {number} {sentence}",
            number,
            step_instead(step.name, ColourStep(step.name, decide, sentence)),
        )


def _give(
    pairs: Meetings, *, is_granted: Callable[[Meetings], BoolArray], choose: Callable[[int], int], first: int
) -> IntArray:
    if pairs.players.round_number < first:
        return initial_colour(pairs)
    colour = choose(pairs.initial)
    return np.where(is_granted(pairs), colour, -colour)


KINDS = (colour_keys, fixed_colours, ranks_in_colour_rules, initial_keys)


def _align_rounds(first: Colours, second: Colours) -> list[tuple[int, int]]:
    return list(zip(first, second, strict=True))


def _squeeze(colours: Colours) -> Colours:
    return [colour for colour in colours if colour]


def _align_latest_games(first: Colours, second: Colours) -> list[tuple[int, int]]:
    return list(zip_longest(_squeeze(first)[::-1], _squeeze(second)[::-1], fillvalue=0))[::-1]


def _align_first_games(first: Colours, second: Colours) -> list[tuple[int, int]]:
    return list(zip_longest(_squeeze(first), _squeeze(second), fillvalue=0))


class _HistoryComparison(NamedTuple):
    """A way to compare two colour histories."""

    align: Align
    is_latest_first: bool
    differs_if_missing: bool
    with_forfeits: bool


_ALIGNED: tuple[tuple[str, str, Align], ...] = (
    ("by-game", "games were compared from the latest one back", _align_latest_games),
    ("by-round", "colours of the same round were compared", _align_rounds),
    ("from-first", "the first games stood opposite each other", _align_first_games),
)
_ORDERS = (("", "", True), ("-earliest", "the earliest difference decided", False))
_MISSING = (("", "", False), ("-missing", "a game differed from no game", True))
_GAMES = (("", "", False), ("-forfeits", "forfeited games counted", True))
_AS_PRINTED = _HistoryComparison(
    _align_latest_games, is_latest_first=True, differs_if_missing=False, with_forfeits=False
)


def compared_colours(text: DutchText) -> Iterator[Misreading]:
    """Yield other ways to compare two colour histories."""
    articles = text.colour_articles
    for step, article in zip(articles.steps, articles.numbers, strict=True):
        if step.name != "alternate":
            continue
        for (name, words, align), *options in product(_ALIGNED, _ORDERS, _MISSING, _GAMES):
            comparison = _HistoryComparison(align, *(option[2] for option in options))
            if comparison == _AS_PRINTED:
                continue
            *others, last = [words, *(option[1] for option in options if option[1])]
            sentence = f"{', '.join(others)}, and {last}" if others else last
            decide = partial(_alternate, comparison=comparison)
            yield misreading(
                f"colours-compared-{name}{''.join(option[0] for option in options)}",
                f"by {article} {sentence}",
                article,
                step_instead(step.name, ColourStep(step.name, decide, sentence)),
            )


def _alternate(pairs: Meetings, *, comparison: _HistoryComparison) -> IntArray:
    history, rounds = pairs.history, pairs.players.round_number - 1
    counted = history.opponent != NOBODY if comparison.with_forfeits else pairs.coloured
    colours = np.where(counted, history.colour, 0)[:rounds].T
    decided = []
    for higher, lower in zip(pairs.higher.tolist(), pairs.lower.tolist(), strict=True):
        first, second = (colours[int(pairs.players.column[one])].tolist() for one in (higher, lower))
        decided.append(_decide(comparison.align(first, second), comparison))
    return np.array(decided, dtype=np.int64)


def _decide(compared: list[tuple[int, int]], comparison: _HistoryComparison) -> int:
    """Return the colour of the first player: the other one than in the round or game that decides."""
    for first, second in compared[::-1] if comparison.is_latest_first else compared:
        if first != second and (comparison.differs_if_missing or (first and second)):
            return -first or second
    return 0
