"""
Misreadings of single kinds of rounds without a game: their points, floats, colours, and the bar from the bye.

A program may treat one kind of rounds unlike the others wherever a definition asks for such rounds: it adds the points
of half-point byes a round too late, takes a loss by forfeit for an upfloat, stores a colour for a round without a game,
or passes over such rounds when it looks for the latest float. A program that asks whether there was an opponent, and
not whether there was a game, misreads several definitions together.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.colours import alternation
from reference_engines.definitions.player_states import ByeRule, ColourHistory, FloatRule, colour_history
from reference_engines.misreadings.dutch.definitions import OTHER_POINTS, count_other_points, count_points
from reference_engines.misreadings.dutch.families import played_or
from reference_engines.misreadings.dutch.floats import find_latest_float
from reference_engines.misreadings.dutch.making import both, definitions, misreading, parts, step_instead
from reference_engines.misreadings.dutch.making import floats as float_rule
from reference_engines.misreadings.rounds import UNPLAYED, WITHOUT_A_GAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.colours import ColourArticles, Meetings
    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.player_states import Scores
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.rounds import Rounds


# --- points ----------------------------------------------------------------------------------------------------------


def _late(is_meant: Rounds) -> Callable[[History], IntArray]:
    """Return the scores by which the points of some rounds are added a round too late."""

    def scores(history: History) -> IntArray:
        late = np.where(is_meant(history), history.points, 0)
        moved = np.vstack([np.zeros_like(late[:1]), late[:-1]]) if history.rounds else late
        return count_points(history, history.points - late + moved)

    return scores


def points(text: DutchText) -> Iterator[Misreading]:
    """Yield other points of rounds without a game."""
    return point_misreadings(text.definition_articles.score)


def point_misreadings(article: str) -> Iterator[Misreading]:
    """Yield other points of each kind of rounds without a game, or the points a round too late; by that article."""
    for name, words, is_meant in WITHOUT_A_GAME:
        for suffix, worth, worth_points in OTHER_POINTS:
            score = partial(count_other_points, is_meant=is_meant, points=worth_points)
            yield misreading(f"{name}-worth-{suffix}", f"{words} were {worth}", article, definitions(score=score))
        yield misreading(
            f"{name}-scored-late",
            f"the points of {words} were added only after the next round",
            article,
            definitions(score=_late(is_meant)),
        )


# --- floats ----------------------------------------------------------------------------------------------------------

_FLOATS = ((1, "a downfloat"), (-1, "an upfloat"), (0, "no float"))
_BACKS = (
    ("", "where floats are looked for", (1, 2)),
    ("-1", "where the float of the previous round is looked for", (1,)),
    ("-2", "where the float of two rounds before is looked for", (2,)),
)


def floats(text: DutchText) -> Iterator[Misreading]:
    """Yield another float of each kind of rounds without a game, and each kind passed over."""
    yield from _floats_beside(text, text.floats.unplayed)
    for name, words, is_meant in WITHOUT_A_GAME:
        for suffix, where, backs in _BACKS:
            is_counted = partial(_but, is_meant=is_meant)
            yield misreading(
                f"{name}-passed-over{suffix}",
                f"{words} were passed over {where}, and the round before it counted",
                text.definition_articles.played_float,
                definitions(float_before=partial(find_latest_float, is_counted=is_counted, backs=backs)),
            )


def floats_beside_2026(text: DutchText) -> Iterator[Misreading]:
    """Yield the floats of 2026 in any edition, but for a kind of rounds."""
    return _floats_beside(text, FloatRule.SCORING_WITHOUT_PLAYING.unplayed)


def _floats_beside(text: DutchText, own: Rounds) -> Iterator[Misreading]:
    for (name, words, is_meant), (value, noun) in product(WITHOUT_A_GAME, _FLOATS):
        yield misreading(
            f"{name}-float-{noun.split()[-1] if value else 'none'}",
            f"{words} were {noun}",
            text.definition_articles.unplayed_float,
            float_rule(unplayed=partial(float_of_kind, own=own, is_meant=is_meant, value=value)),
        )


def float_of_kind(history: History, *, own: Rounds, is_meant: Rounds, value: int) -> IntArray:
    """Return the floats of rounds without a game, of which one kind gives another float."""
    return np.where(is_meant(history), value, own(history).astype(np.int64))


def _but(history: History, *, is_meant: Rounds) -> BoolArray:
    return ~is_meant(history)


def compared_scores(text: DutchText) -> Iterator[Misreading]:
    """Yield other scores by which two opponents differ: those a round before, or of games alone."""
    article = text.definition_articles.played_float
    for identifier, words, compared in (
        ("a-round-before", "the scores of the round before", _a_round_before),
        ("rounded-down", "whole points, without halves", _whole_points),
    ):
        yield misreading(
            f"floats-by-scores-{identifier}", f"floats depended on {words}", article, float_rule(compared=compared)
        )


def _a_round_before(scores: Scores) -> IntArray:
    return np.vstack([scores.pairing[:1], scores.pairing[:-1]])


_POINT = 10


def _whole_points(scores: Scores) -> IntArray:
    return scores.pairing // _POINT


# --- the bar from the bye --------------------------------------------------------------------------------------------


def bars(text: DutchText) -> Iterator[Misreading]:
    """Yield each kind of rounds without a game that bars from the bye, or does not bar from it."""
    yield from bar_misreadings(text.byes, text.absolute_articles[1])


def bar_misreadings(own: ByeRule, article: str) -> Iterator[Misreading]:
    """Yield each kind of rounds that bars from the bye, or does not, besides those of a rule."""
    for name, words, is_meant in WITHOUT_A_GAME:
        for suffix, sentence, is_barred in (
            ("bar", f"{words} barred from the bye", True),
            ("do-not-bar", f"{words} did not bar from the bye", False),
        ):
            rule = ByeRule(partial(_bar, own=own, is_meant=is_meant, is_barred=is_barred))
            yield misreading(f"{name}-{suffix}", sentence, article, parts(byes=rule))
    yield misreading(
        "bye-bar-of-last-round-forgotten",
        "a bye in the previous round did not bar from another one, but an earlier one did",
        article,
        parts(byes=ByeRule(partial(_bar_later, own=own))),
    )
    for number, rounds in ((1, "round"), (2, "two rounds"), (3, "three rounds"), (4, "four rounds")):
        yield misreading(
            f"bye-bar-of-{number}-rounds",
            f"only the latest {rounds} could bar from the bye",
            article,
            parts(byes=ByeRule(own.bars, partial(_barred_of_late, number=number))),
        )
    yield misreading(
        "bye-bar-by-two-rounds",
        "only two rounds that bar from the bye barred from it together",
        article,
        parts(byes=ByeRule(own.bars, _barred_twice)),
    )


def _barred_of_late(bars: BoolArray, *, number: int) -> BoolArray:
    """Return whether a player is barred by one of the latest rounds."""
    barred = np.zeros((len(bars) + 1, bars.shape[1]), dtype=np.bool_)
    for row in range(1, len(barred)):
        barred[row] = bars[max(0, row - number) : row].any(axis=0)
    return barred


def _barred_twice(bars: BoolArray) -> BoolArray:
    return np.vstack([np.zeros((1, bars.shape[1]), dtype=np.bool_), np.cumsum(bars, axis=0) > 1])


def _bar(history: History, *, own: ByeRule, is_meant: Rounds, is_barred: bool) -> BoolArray:
    bars = own.bars(history)
    return bars | is_meant(history) if is_barred else bars & ~is_meant(history)


def _bar_later(history: History, *, own: ByeRule) -> BoolArray:
    bars = own.bars(history)
    return np.vstack([np.zeros_like(bars[:1]), bars[:-1]]) if history.rounds else bars


def unplayed(text: DutchText) -> Iterator[Misreading]:
    """Yield the misreadings of points, floats and the bye of each kind of rounds."""
    for make in (points, floats, compared_scores, bars):
        yield from make(text)


# --- forfeited games that count as games -----------------------------------------------------------------------------


_FORFEITS = ("forfeits", "double-forfeits")
_DEFINITIONS: tuple[tuple[str, str], ...] = (
    ("meetings", "meetings"),
    ("colours", "colours"),
    ("floats", "floats"),
    ("unplayed", "unplayed games"),
    ("bye", "the bar from the bye"),
)
_FEWEST = 2
"""Definitions that are misread together; a misreading of a single one is elsewhere."""


def forfeits_as_games(text: DutchText) -> Iterator[Misreading]:
    """Yield forfeited games, of any kind or by both players, that count as games for several definitions."""
    own: Any = text
    for name, words, is_meant in WITHOUT_A_GAME:
        if name not in _FORFEITS:
            continue
        for number in range(_FEWEST, len(_DEFINITIONS) + 1):
            for meant in combinations(_DEFINITIONS, number):
                keys = tuple(key for key, _ in meant)
                *others, last = (noun for _, noun in meant)
                yield misreading(
                    f"{name}-are-games-for-{'-'.join(keys)}",
                    f"{words} counted as a game for {', '.join(others)} and {last}",
                    own.definition_articles.squeezed_colours,
                    partial(_count_as_games, is_meant=is_meant, keys=keys),
                )


def _count_as_games(rules: Any, *, is_meant: Rounds, keys: tuple[str, ...]) -> Any:
    games = partial(played_or, is_meant)
    fields = {"meetings": "met", "colours": "coloured", "unplayed": "games"}
    definitions = {field: games for key, field in fields.items() if key in keys}
    rules = replace(rules, definitions=replace(rules.definitions, **definitions))
    if "floats" in keys:
        rules = replace(rules, floats=replace(rules.floats, games=games))
    if "bye" in keys:
        bars = partial(_bars_without, own=rules.byes, is_meant=is_meant)
        rules = replace(rules, byes=ByeRule(bars, rules.byes.barred))
    return rules


def _bars_without(history: History, *, own: ByeRule, is_meant: Rounds) -> BoolArray:
    return own.bars(history) & ~is_meant(history)


_KINDS = tuple(one for one in UNPLAYED if one[0] != "requested-byes")
_OF_FORFEITS = ("forfeit-wins", "forfeit-losses")
"""The kinds of forfeited games of which the list and the families of misreadings do not count the colours already."""

# --- rounds that count as games --------------------------------------------------------------------------------------

_OTHER = 0
"""In place of a colour: the other one than that of the player's game before."""
_COLOURS = (
    (1, "white", "White"),
    (-1, "black", "Black"),
    (_OTHER, "alternating", "the other colour than that of the game before"),
)


def counted_rounds(text: DutchText) -> Iterator[Misreading]:
    """Yield kinds of rounds without a game that count as games with a colour."""
    return counted_round_misreadings(text.definition_articles.squeezed_colours, text.colour_articles)


def counted_round_misreadings(article: str, colour_articles: ColourArticles) -> Iterator[Misreading]:
    """
    Yield kinds of rounds that count as games with White or Black, or with the colour of the pairing.

    ``article`` says that only games count for colours, ``colour_articles`` who has which colour.
    """
    for name, words, is_meant in _KINDS:
        if name in _OF_FORFEITS:
            yield misreading(
                f"{name}-are-coloured",
                f"{words} counted for colours",
                article,
                definitions(coloured=partial(played_or, is_meant)),
            )
        for colour, of_colour, noun in _COLOURS:
            sentence = f"{words} counted as a game with {noun}"
            preferred = definitions(colours_of_rounds=partial(_counted, is_meant=is_meant, counted_colour=colour))
            for step, number in zip(colour_articles.steps, colour_articles.numbers, strict=True):
                if step.name == "alternate":
                    decide = partial(_alternate, is_meant=is_meant, counted_colour=colour)
                    allocated = step_instead(step.name, replace(step, decide=decide))
                    yield misreading(f"{name}-are-{of_colour}", sentence, article, both(preferred, allocated))
                    sentence = f"{sentence}, but not by {number}"
            yield misreading(f"{name}-are-{of_colour}-for-preferences", sentence, article, preferred)
            counted = partial(_counted_in_difference, is_meant=is_meant, counted_colour=colour)
            yield misreading(
                f"{name}-are-{of_colour}-for-difference",
                f"{words} counted as a game with {noun}, but for the colour difference alone",
                article,
                definitions(colours_of_rounds=counted),
            )


def _with_colours(history: History, colour: IntArray, is_meant: Rounds, counted_colour: int) -> IntArray:
    counted = (colour == 0) & is_meant(history)
    if counted_colour != _OTHER:
        return np.where(counted, counted_colour, colour)
    found, latest = colour.copy(), np.zeros(history.players, dtype=np.int64)
    for row in range(history.rounds):
        found[row] = np.where(counted[row], -latest, colour[row])
        latest = np.where(found[row] != 0, found[row], latest)
    return found


def _counted(history: History, colour: IntArray, *, is_meant: Rounds, counted_colour: int) -> ColourHistory:
    return colour_history(_with_colours(history, colour, is_meant, counted_colour))


def _counted_in_difference(
    history: History, colour: IntArray, *, is_meant: Rounds, counted_colour: int
) -> ColourHistory:
    own, misread = colour_history(colour), _counted(history, colour, is_meant=is_meant, counted_colour=counted_colour)
    has_played = own.latest != 0  # a player without a game has no preference, whatever the difference
    return replace(own, difference=np.where(has_played, misread.difference, own.difference))


def _alternate(pairs: Meetings, *, is_meant: Rounds, counted_colour: int) -> IntArray:
    history = pairs.history
    colour = _with_colours(history, np.where(pairs.coloured, history.colour, 0), is_meant, counted_colour)
    return alternation(replace(pairs, history=replace(history, colour=colour), coloured=colour != 0))


# --- rounds that end what is remembered ------------------------------------------------------------------------------


def _since(colour: IntArray, ends: Any) -> ColourHistory:
    """Return the colour history in which no round before the latest end counts."""
    rows = []
    for row in range(len(colour) + 1):
        number = np.arange(row)[:, None]
        last = np.where(ends[:row], number, -1).max(axis=0, initial=-1)
        rows.append(colour_history(np.where(number > last, colour[:row], 0)))
    return ColourHistory(
        **{name: np.stack([getattr(one, name)[-1] for one in rows]) for name in ("difference", "latest", "repeated")}
    )


_FIGURES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("all", "no colour before {} counted", ("difference", "latest", "repeated")),
    ("latest", "no colour before {} counted, but in the colour difference", ("latest", "repeated")),
    ("repeated", "the same colour before and after {} were not the same colour twice in a row", ("repeated",)),
)


def ending_rounds(text: DutchText) -> Iterator[Misreading]:
    """Yield kinds of rounds after which earlier colours do not count, or do not count for some figures."""
    for (name, words, is_meant), (figure, sentence, fields) in product(_KINDS, _FIGURES):
        yield misreading(
            f"{name}-end-colours-for-{figure}",
            sentence.format(words),
            text.definition_articles.squeezed_colours,
            definitions(colours_of_rounds=partial(_ended, is_meant=is_meant, fields=fields)),
        )


def _ended(history: History, colour: IntArray, *, is_meant: Rounds, fields: tuple[str, ...]) -> ColourHistory:
    misread = _since(colour, is_meant(history))
    return replace(colour_history(colour), **{field: getattr(misread, field) for field in fields})


# --- rounds that hide what is remembered -----------------------------------------------------------------------------

_HIDDEN: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("repeated", "the same colour twice in a row counted", ("repeated",)),
    ("latest", "the colour of the latest game counted", ("latest",)),
    ("difference", "the colour difference counted", ("difference",)),
)


def hiding_rounds(text: DutchText) -> Iterator[Misreading]:
    """Yield kinds of rounds right after which a figure of the colours does not count; it does after the next game."""
    for (name, words, is_meant), (figure, sentence, fields) in product(_KINDS, _HIDDEN):
        yield misreading(
            f"{name}-hide-{figure}",
            f"{sentence}, but not right after {words}",
            text.definition_articles.squeezed_colours,
            definitions(colours_of_rounds=partial(_hidden, is_meant=is_meant, fields=fields)),
        )


def _hidden(history: History, colour: IntArray, *, is_meant: Rounds, fields: tuple[str, ...]) -> ColourHistory:
    own, hides = colour_history(colour), np.zeros((len(colour) + 1, colour.shape[1]), dtype=bool)
    hides[1:] = is_meant(history)[: len(colour)]
    return replace(own, **{field: np.where(hides, 0, getattr(own, field)) for field in fields})


COLOURS = (counted_rounds, ending_rounds, hiding_rounds)
