"""
Rarer misreadings of floats that hold under a condition only: the other float, the round before, the opponent.

A program may let one float take the place of another one, drop the floats of players who come back, or look up only
opponents who are still there. A program that keeps downfloats and upfloats apart often gets one of them wrong.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import chain, product
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.player_states import float_before
from reference_engines.misreadings.dutch.families import played_or
from reference_engines.misreadings.dutch.float_scores import rounds_of_scores, scores_of_one
from reference_engines.misreadings.dutch.floats import (
    distant_floats,
    kept_floats,
    shifted_floats,
    squeezed_floats,
    third_for_second,
)
from reference_engines.misreadings.dutch.making import definitions, misreading, named
from reference_engines.misreadings.dutch.making import floats as float_rule
from reference_engines.misreadings.dutch.names import SQUEEZED_FLOATS
from reference_engines.misreadings.dutch.unplayed import floats as floats_of_kinds
from reference_engines.misreadings.rounds import UNPLAYED, WITHOUT_A_GAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.player_states import PlayerStates
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.rounds import Rounds

    Combine = Callable[[IntArray, IntArray], tuple[IntArray, IntArray]]
    """From the floats of the previous round and of two rounds before: the floats that a program reads."""
    FloatBefore = Callable[[History, PlayerStates, int, int], IntArray]


# --- the other float -------------------------------------------------------------------------------------------------


def _clear_earlier(
    latest: IntArray, earlier: IntArray, *, is_meant: Callable[[IntArray, IntArray], BoolArray]
) -> tuple[IntArray, IntArray]:
    return latest, np.where(is_meant(latest, earlier), 0, earlier)


def _clear_latest(
    latest: IntArray, earlier: IntArray, *, is_meant: Callable[[IntArray, IntArray], BoolArray]
) -> tuple[IntArray, IntArray]:
    return np.where(is_meant(latest, earlier), 0, latest), earlier


def _clear_both(
    latest: IntArray, earlier: IntArray, *, is_meant: Callable[[IntArray, IntArray], BoolArray]
) -> tuple[IntArray, IntArray]:
    cleared = is_meant(latest, earlier)
    return np.where(cleared, 0, latest), np.where(cleared, 0, earlier)


def _take_earlier(latest: IntArray, earlier: IntArray) -> tuple[IntArray, IntArray]:
    return np.where(latest == 0, earlier, latest), earlier


def _take_latest(latest: IntArray, earlier: IntArray) -> tuple[IntArray, IntArray]:
    return latest, np.where(earlier == 0, latest, earlier)


def _are_opposite(latest: IntArray, earlier: IntArray) -> BoolArray:
    return (latest != 0) & (latest == -earlier)


def _are_equal(latest: IntArray, earlier: IntArray) -> BoolArray:
    return (latest != 0) & (latest == earlier)


def _differ(latest: IntArray, earlier: IntArray) -> BoolArray:
    return latest != earlier


_COMBINATIONS: tuple[tuple[str, str, Combine], ...] = (
    (
        "earlier-if-opposite",
        "a float in the previous round cleared the opposite float of two rounds before",
        partial(_clear_earlier, is_meant=_are_opposite),
    ),
    (
        "earlier-if-equal",
        "a float in the previous round cleared the same float of two rounds before",
        partial(_clear_earlier, is_meant=_are_equal),
    ),
    (
        "earlier-if-downfloat",
        "a downfloat in the previous round cleared the float of two rounds before",
        partial(_clear_earlier, is_meant=lambda latest, _: latest > 0),
    ),
    (
        "earlier-if-upfloat",
        "an upfloat in the previous round cleared the float of two rounds before",
        partial(_clear_earlier, is_meant=lambda latest, _: latest < 0),
    ),
    (
        "latest-if-equal",
        "the same float in both rounds before counted for the earlier of them only",
        partial(_clear_latest, is_meant=_are_equal),
    ),
    (
        "latest-if-opposite",
        "a float of two rounds before cleared the opposite float of the previous round",
        partial(_clear_latest, is_meant=_are_opposite),
    ),
    (
        "both-if-opposite",
        "opposite floats in both rounds before cleared each other",
        partial(_clear_both, is_meant=_are_opposite),
    ),
    (
        "both-unless-equal",
        "floats counted only where a player had the same float in both rounds before",
        partial(_clear_both, is_meant=_differ),
    ),
    (
        "earlier-for-missing-latest",
        "a player without a float in the previous round still had that of two rounds before",
        _take_earlier,
    ),
    (
        "latest-for-missing-earlier",
        "the float of the previous round counted as that of two rounds before if there was none then",
        _take_latest,
    ),
)


def combined_floats(text: DutchText) -> Iterator[Misreading]:
    """Yield floats of which one depends on the other."""
    for name, sentence, combine in _COMBINATIONS:
        yield misreading(
            f"floats-combined-{name}",
            sentence,
            text.definition_articles.played_float,
            definitions(float_before=partial(_combined, combine=combine)),
        )


def _combined(history: History, state: PlayerStates, row: int, back: int, *, combine: Combine) -> IntArray:
    floats = (float_before(history, state, row, 1), float_before(history, state, row, 2))
    return combine(*floats)[back - 1]


# --- the round before ------------------------------------------------------------------------------------------------


def floats_after_rounds(text: DutchText) -> Iterator[Misreading]:
    """Yield floats that a round without a game clears: its own, and those of the round before it."""
    article = text.definition_articles.played_float
    for name, words, is_meant in UNPLAYED:
        for suffix, sentence, backs in (
            ("all", f"a player had no floats right after {words}", (1, 2)),
            ("earlier", f"right after {words} the float of the round before it did not count", (2,)),
        ):
            yield misreading(
                f"floats-after-{name}-cleared-{suffix}",
                sentence,
                article,
                definitions(float_before=partial(_cleared_after, is_meant=is_meant, backs=backs)),
            )


def _cleared_after(
    history: History, state: PlayerStates, row: int, back: int, *, is_meant: Rounds, backs: tuple[int, ...]
) -> IntArray:
    found = float_before(history, state, row, back)
    if not row or back not in backs:
        return found
    return np.asarray(np.where(is_meant(history)[row - 1], 0, found))


_LASTING: tuple[tuple[str, str, int | None], ...] = (
    ("for-good", "in every later round", None),
    ("a-round-longer", "for a round longer than other floats", 3),
)


def lasting_floats(text: DutchText) -> Iterator[Misreading]:
    """Yield rounds without a game whose downfloat does not pass."""
    for (name, words, is_meant), (suffix, when, rounds) in product(UNPLAYED, _LASTING):
        yield misreading(
            f"floats-of-{name}-last-{suffix}",
            f"{words} counted as a downfloat {when}",
            text.definition_articles.unplayed_float,
            definitions(float_before=partial(_lasting, is_meant=is_meant, rounds=rounds)),
        )


def _lasting(
    history: History, state: PlayerStates, row: int, back: int, *, is_meant: Rounds, rounds: int | None
) -> IntArray:
    """Return the floats; in place of none, there is the downfloat of an earlier round that is meant."""
    found = float_before(history, state, row, back)
    first = 0 if rounds is None else max(0, row - rounds)
    had = is_meant(history)[first : max(0, row - back + 1)].any(axis=0)
    return np.where((found == 0) & had, 1, found)


def floats_of_forfeits(text: DutchText) -> Iterator[Misreading]:
    """Yield forfeited games of one kind that give floats by scores as games do."""
    for name, words, is_meant in WITHOUT_A_GAME:
        if "forfeit" in name and name != "forfeits":
            yield misreading(
                f"{name}-give-floats",
                f"{words} gave a float by the scores, like a game",
                text.definition_articles.played_float,
                float_rule(games=partial(played_or, is_meant)),
            )


# --- the opponent ----------------------------------------------------------------------------------------------------


def _is_away(history: History, row: int) -> BoolArray:
    """Return whether a player is not to be paired in the round; in a round that is not recorded, no player is."""
    return ~history.paired[row] if row < history.rounds else np.zeros(history.players, dtype=np.bool_)


def _was_away(history: History, row: int) -> BoolArray:
    return np.asarray(~history.paired[row - 1])


def _has_left(history: History, row: int) -> BoolArray:
    """Return whether a player is not to be paired in the round or in any later one."""
    if row >= history.rounds:
        return np.zeros(history.players, dtype=np.bool_)
    return np.asarray(~history.paired[row:].any(axis=0))


_OPPONENTS: tuple[tuple[str, str, Callable[[History, int], BoolArray]], ...] = (
    ("away", "is not to be paired in the round", _is_away),
    ("lately-away", "was not to be paired in the previous round", _was_away),
    ("gone", "has left the event", _has_left),
)
_FLOATS_OF_GAMES = (("no float", 0), ("a downfloat", 1), ("an upfloat", -1))


def floats_by_opponents(text: DutchText) -> Iterator[Misreading]:
    """Yield another float of games against opponents who are away."""
    for (name, words, is_meant), (noun, value) in product(_OPPONENTS, _FLOATS_OF_GAMES):
        yield misreading(
            f"floats-by-opponents-{name}-{noun.split()[-1]}",
            f"a game against a player who {words} gave {noun}",
            text.definition_articles.played_float,
            definitions(float_before=partial(_limit_by_opponent, is_meant=is_meant, value=value)),
        )


def _limit_by_opponent(
    history: History,
    state: PlayerStates,
    row: int,
    back: int,
    *,
    is_meant: Callable[[History, int], BoolArray],
    value: int,
) -> IntArray:
    found = float_before(history, state, row, back)
    if row < back:
        return found
    meant = is_meant(history, row)[np.maximum(history.opponent[row - back], 0)]
    return np.where(history.played[row - back] & meant, value, found)


# --- the points of rounds without a game -----------------------------------------------------------------------------


def _is_between(history: History) -> BoolArray:
    return (history.points > history.scoring.loss) & (history.points < history.scoring.win)


_LEAST: tuple[tuple[str, str, Callable[[History], BoolArray]], ...] = (
    ("a-win", "scores as much as a win", lambda history: history.points >= history.scoring.win),
    ("a-draw", "scores as much as a draw", lambda history: history.points >= history.scoring.white_draw),
    ("less-than-a-win", "scores more than a loss and less than a win", _is_between),
)


_OWN: tuple[tuple[str, str, Rounds | None], ...] = (
    ("", "", None),
    ("-or-bye", "is the pairing-allocated bye or ", attrgetter("bye")),
)


def floats_by_points(text: DutchText) -> Iterator[Misreading]:
    """Yield rounds without a game that are downfloats if they score enough, the bye among them or always."""
    for (name, words, is_meant), (suffix, or_bye, also) in product(_LEAST, _OWN):
        yield misreading(
            f"unplayed-round-of-{name}{suffix}-is-a-downfloat",
            f"a round without a game were a downfloat only where it {or_bye}{words}",
            text.definition_articles.unplayed_float,
            float_rule(unplayed=partial(_unplayed, is_meant=is_meant, also=also)),
        )


def _unplayed(history: History, *, is_meant: Rounds, also: Rounds | None) -> BoolArray:
    found = ~history.played & is_meant(history)
    return np.asarray(found if also is None else found | also(history))


KINDS = (
    combined_floats,
    floats_after_rounds,
    lasting_floats,
    floats_of_forfeits,
    floats_by_opponents,
    floats_by_points,
)


# --- downfloats alone, or upfloats alone -----------------------------------------------------------------------------


_FAMILIES = (
    rounds_of_scores,
    scores_of_one,
    named(floats_of_kinds, SQUEEZED_FLOATS),
    third_for_second,
    shifted_floats,
    squeezed_floats,
    kept_floats,
    distant_floats,
    combined_floats,
    floats_after_rounds,
)
"""The misreadings of earlier floats that change nothing but the floats that are found."""
_DIRECTIONS = ((1, "downfloats"), (-1, "upfloats"))


def one_sided_floats(text: DutchText) -> Iterator[Misreading]:
    """Yield misreadings of earlier floats for downfloats alone, and for upfloats alone."""
    whole = chain.from_iterable(make(text) for make in _FAMILIES)
    for one, (direction, noun) in product(whole, _DIRECTIONS):
        yield misreading(
            f"{one.identifier}-of-{noun}",
            f"for {noun} alone, {one.sentence}",
            one.article,
            partial(_limited, whole=one, direction=direction),
        )


def _limited(rules: Any, *, whole: Misreading, direction: int) -> Any:
    misread: Any = whole.rules(rules)
    floats = rules.definitions.float_before, misread.definitions.float_before
    found = partial(_mix_directions, floats=floats, direction=direction)
    return replace(rules, definitions=replace(rules.definitions, float_before=found))


def _mix_directions(
    history: History,
    state: PlayerStates,
    row: int,
    back: int,
    *,
    floats: tuple[FloatBefore, FloatBefore],
    direction: int,
) -> IntArray:
    """Return the floats of a direction by a misreading, and the other floats by the text where they leave room."""
    right, wrong = (found(history, state, row, back) for found in floats)
    return np.where(wrong == direction, wrong, np.where(right == direction, 0, right))
