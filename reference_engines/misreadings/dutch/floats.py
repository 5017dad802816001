"""
Floats misread: of which rounds and games they are, and how far back they are looked for.

The regulation looks up rounds; a program often keeps the latest float and the one before it, and changes both when
something happens. In a round in which nothing happens a field may be left as it is, or cleared but not moved.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.history import NOBODY
from reference_engines.definitions.player_states import FloatRule, float_before
from reference_engines.misreadings.dutch.definitions import scheduled
from reference_engines.misreadings.dutch.making import definitions, each, misreading
from reference_engines.misreadings.dutch.making import floats as float_rule
from reference_engines.misreadings.rounds import drawn, lost, with_black, with_white, won

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.player_states import PlayerStates, Scores
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.rounds import Rounds

    Fields = tuple[IntArray, IntArray]
    """The latest value of each player, and the one before it."""
    Update = Callable[[Fields], Fields]


def _no_round(history: History) -> BoolArray:
    return np.zeros_like(history.played)


def _scores(history: History) -> BoolArray:
    return ~history.played & (history.points > history.scoring.loss)


def _bye_alone(history: History) -> BoolArray:
    return history.bye


def _anything_above_nothing(history: History) -> BoolArray:
    return history.bye | (~history.played & (history.points > 0))


_WITHOUT_A_GAME = (
    ("no-float-without-a-game", "a round without a game were not a downfloat", _no_round),
    (
        "bye-alone-is-a-downfloat",
        "of rounds without a game only the pairing-allocated bye were a downfloat",
        _bye_alone,
    ),
    ("bye-without-points-is-no-downfloat", "a pairing-allocated bye worth nothing were not a downfloat", _scores),
    (
        "anything-above-nothing-is-a-downfloat",
        "any points without a game were a downfloat",
        _anything_above_nothing,
    ),
    (
        "every-unplayed-round-is-a-downfloat",
        "every round without a game were a downfloat",
        FloatRule.ANY_ROUND_NOT_PLAYED.unplayed,
    ),
    (
        "scoring-without-playing-is-a-downfloat",
        "a round without a game were a downfloat only where it scores more than a loss",
        FloatRule.SCORING_WITHOUT_PLAYING.unplayed,
    ),
)


def floats(text: DutchText) -> Iterator[Misreading]:
    """Yield other floats of rounds without a game, which no kind of rounds alone makes."""
    return each(
        text.definition_articles.unplayed_float, _WITHOUT_A_GAME, lambda unplayed: float_rule(unplayed=unplayed)
    )


def _after(scores: Scores) -> IntArray:
    return scores.after


def floats_of_games(text: DutchText) -> Iterator[Misreading]:
    """Yield other floats of opponents."""
    article = text.definition_articles.played_float
    yield misreading(
        "floats-by-scores-after-the-round",
        "floats depended on the scores after the round",
        article,
        float_rule(compared=_after),
    )
    yield misreading(
        "forfeits-are-floats",
        "a forfeited game gave floats like any other",
        article,
        float_rule(games=scheduled),
    )


def _third_for_second(history: History, state: PlayerStates, row: int, back: int) -> IntArray:
    return float_before(history, state, row, 3 if back == 2 and row > 2 else back)  # noqa: PLR2004 - rounds


def third_for_second(text: DutchText) -> Iterator[Misreading]:
    """Yield floats of three rounds before, where there is such a round, in place of those of two rounds before."""
    yield misreading(
        "floats-three-for-two",
        "floats of two rounds before were those of three rounds before",
        text.definition_articles.played_float,
        definitions(float_before=_third_for_second),
    )


# --- rounds squeezed out ---------------------------------------------------------------------------------------------


def _had_opponent(history: History) -> BoolArray:
    return history.opponent != NOBODY


_SQUEEZED: tuple[tuple[str, str, Callable[[History], BoolArray]], ...] = (
    ("games", "a game", attrgetter("played")),
    ("opponents", "an opponent", _had_opponent),
)
"""Name, words, and the rounds of which a float is taken."""
_BACKS = (("", "floats", (1, 2)), ("-1", "the float of the previous round", (1,)), ("-2", "the earlier float", (2,)))


def squeezed_floats(text: DutchText) -> Iterator[Misreading]:
    """Yield floats that are taken of the latest rounds with a game or an opponent."""
    for kind, words, is_meant in _SQUEEZED:
        for name, of_floats, backs in _BACKS:
            yield misreading(
                f"floats-of-{kind}{name}",
                f"rounds without {words} were squeezed out of {of_floats}",
                text.definition_articles.played_float,
                definitions(float_before=partial(find_latest_float, is_counted=is_meant, backs=backs)),
            )


def find_latest_float(
    history: History, state: PlayerStates, row: int, back: int, *, is_counted: Rounds, backs: tuple[int, ...]
) -> IntArray:
    """Return the float of the latest rounds that count, or of the round so far back, if it is not among the backs."""
    if back not in backs:
        return float_before(history, state, row, back)
    counted = is_counted(history)[:row][::-1]
    of_round = counted & (np.cumsum(counted, axis=0) == back)
    return np.asarray(np.where(of_round, state.float_[:row][::-1], 0).sum(axis=0), dtype=np.int64)


# --- other rounds, and games that give no floats ---------------------------------------------------------------------

_FARTHEST = 4
"""Rounds back in which a float may be looked for."""


def shifted_floats(text: DutchText) -> Iterator[Misreading]:
    """Yield other rounds in which the float of the previous round and the float before it are looked for."""
    for first, second in product(range(1, _FARTHEST + 1), repeat=2):
        if (first, second) != (1, 2):
            changed = [
                f"floats of {of} were those of {_BACK[found]}"
                for of, back, found in (("the previous round", 1, first), ("two rounds before", 2, second))
                if back != found
            ]
            none = ", and none where there is no such round" if max(first, second) > 2 else ""  # noqa: PLR2004 - rounds
            yield misreading(
                f"floats-of-{first}-and-{second}-before",
                f"{', and '.join(changed)}{none}",
                text.definition_articles.played_float,
                definitions(float_before=partial(_shifted, backs=(first, second))),
            )


_BACK = {1: "the previous round", 2: "two rounds before", 3: "three rounds before", 4: "four rounds before"}


def _shifted(history: History, state: PlayerStates, row: int, back: int, *, backs: tuple[int, int]) -> IntArray:
    return float_before(history, state, row, backs[back - 1])


_GAMES: tuple[tuple[str, str, Callable[[History], BoolArray]], ...] = (
    ("won", "won", won),
    ("drawn", "drawn", drawn),
    ("lost", "lost", lost),
    ("white", "played with White", with_white),
    ("black", "played with Black", with_black),
)


def floats_of_some_games(text: DutchText) -> Iterator[Misreading]:
    """Yield games of one result or colour that alone give floats, or that give none."""
    for name, words, is_meant in _GAMES:
        for suffix, sentence, are_kept in (
            ("alone", f"of games only those {words} gave floats", True),
            ("without", f"a game {words} gave no float", False),
        ):
            yield misreading(
                f"floats-of-games-{name}-{suffix}",
                sentence,
                text.definition_articles.played_float,
                definitions(float_before=partial(_float_of_games, is_meant=is_meant, are_kept=are_kept)),
            )


def _float_of_games(
    history: History,
    state: PlayerStates,
    row: int,
    back: int,
    *,
    is_meant: Callable[[History], BoolArray],
    are_kept: bool,
) -> IntArray:
    found = float_before(history, state, row, back)
    if row < back:
        return found
    is_left_out = history.played[row - back] & (is_meant(history)[row - back] != are_kept)
    return np.where(is_left_out, 0, found)


# --- all earlier rounds ----------------------------------------------------------------------------------------------


def _ever(history: History, state: PlayerStates, row: int, back: int, *, only: int | None) -> IntArray:
    """Look for the latest float in all earlier rounds."""
    if only not in (None, back):
        return float_before(history, state, row, back)
    found = np.zeros(state.score.shape[1], dtype=np.int64)
    for earlier in range(row - back + 1):
        found = np.where(state.float_[earlier] != 0, state.float_[earlier], found)
    return found


def _limit_to_margin(
    history: History,
    state: PlayerStates,
    row: int,
    back: int,
    *,
    is_float: Callable[[IntArray, int], BoolArray],
    only: int | None,
) -> IntArray:
    """Take floats only of games of which the difference of scores is as meant."""
    received = float_before(history, state, row, back)
    if row < back or only not in (None, back):
        return received
    opponent = np.maximum(history.opponent[row - back], 0)
    score = state.score[row - back]
    margin = np.abs(score - score[opponent])
    is_meant = is_float(margin, history.scoring.win)
    return np.where(history.played[row - back] & ~is_meant, 0, received)


def distant_floats(text: DutchText) -> Iterator[Misreading]:
    """Yield floats that are found in any earlier round, or by scores further apart."""
    article = text.definition_articles.played_float
    for only, suffix, when in ((None, "", ""), (1, "-1", " of the previous round"), (2, "-2", " of two rounds before")):
        yield misreading(
            f"floats-of-any-round{suffix}",
            f"for the float{when} the latest float of any earlier round counted",
            article,
            definitions(float_before=partial(_ever, only=only)),
        )
        for name, words, is_float in (
            ("half-a-point", "half a point", lambda margin, win: 2 * margin > win),
            ("a-point", "a point", lambda margin, win: margin > win),
        ):
            yield misreading(
                f"floats-beyond-{name}{suffix}",
                f"for the float{when} scores {words} apart gave no float",
                article,
                definitions(float_before=partial(_limit_to_margin, is_float=is_float, only=only)),
            )


# --- floats as fields of a player ------------------------------------------------------------------------------------


def clear_fields(fields: Fields) -> Fields:
    """Clear the latest value, and keep the one before it."""
    latest, before = fields
    return np.zeros_like(latest), before


def _keep(fields: Fields) -> Fields:
    return fields


def repeat_fields(fields: Fields) -> Fields:
    """Make the latest value the one before it, too."""
    latest, _ = fields
    return latest, latest


_UPDATES: tuple[tuple[str, str, Update], ...] = (
    ("clears", "cleared the float of the previous round, but did not make it that of two rounds before", clear_fields),
    ("keeps", "changed neither the float of the previous round nor that of two rounds before", _keep),
    ("repeats", "made the float of the previous round that of two rounds before, but did not clear it", repeat_fields),
)
_ROUNDS: tuple[tuple[str, str, Callable[[History], BoolArray]], ...] = (
    ("round", "a round without a float", lambda history: np.ones_like(history.played)),
    ("game", "a game without a float", attrgetter("played")),
    ("unplayed", "a round without a game or a float", lambda history: ~history.played),
    ("absence", "an absence without a float", lambda history: ~history.paired),
)
"""Name, words, and the rounds that are meant if they give no float."""


def kept_floats(text: DutchText) -> Iterator[Misreading]:
    """Yield the two latest floats as fields that some rounds do not change as they should."""
    article = text.definition_articles.played_float
    for name, words, is_meant in _ROUNDS:
        for update_name, sentence, update in _UPDATES:
            yield misreading(
                f"float-fields-{name}-{update_name}",
                f"{words} {sentence}",
                article,
                definitions(float_before=partial(_float_of_fields, is_meant=is_meant, update=update)),
            )
    yield misreading(
        "float-fields-overwritten",
        "a float did not make that of the previous round the one of two rounds before, but took its place",
        article,
        definitions(float_before=_float_overwritten),
    )

    yield misreading(
        "float-fields-one-at-a-time",
        "a float in the previous round cleared that of two rounds before",
        article,
        definitions(float_before=_float_unless_later),
    )

    for number, words in ((1, "round 1 were"), (2, "rounds 1 and 2 were")):
        yield misreading(
            f"floats-of-first-{number}-forgotten",
            f"floats of {words} forgotten",
            article,
            definitions(float_before=partial(_float_since, first=number)),
        )


def _float_since(history: History, state: PlayerStates, row: int, back: int, *, first: int) -> IntArray:
    found = float_before(history, state, row, back)
    return found if row - back >= first else np.zeros_like(found)


def _float_unless_later(history: History, state: PlayerStates, row: int, back: int) -> IntArray:
    found = float_before(history, state, row, back)
    return found if back == 1 else np.where(float_before(history, state, row, 1) != 0, 0, found)


def _float_of_fields(
    history: History,
    state: PlayerStates,
    row: int,
    back: int,
    *,
    is_meant: Callable[[History], BoolArray],
    update: Update,
) -> IntArray:
    idle = is_meant(history)
    fields = np.zeros(state.score.shape[1], dtype=np.int64), np.zeros(state.score.shape[1], dtype=np.int64)
    for earlier in range(row):
        floats = state.float_[earlier]
        is_idle = idle[earlier] & (floats == 0)
        moved, otherwise = (floats, fields[0]), update(fields)
        latest, before = (np.where(is_idle, *pair) for pair in zip(otherwise, moved, strict=True))
        fields = latest, before
    return fields[back - 1]


def _float_overwritten(history: History, state: PlayerStates, row: int, back: int) -> IntArray:
    del history
    fields = np.zeros(state.score.shape[1], dtype=np.int64), np.zeros(state.score.shape[1], dtype=np.int64)
    for earlier in range(row):
        floats = state.float_[earlier]
        fields = floats, np.where(floats != 0, fields[1], fields[0])
    return fields[back - 1]
