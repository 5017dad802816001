"""
Rarer misreadings of the bar from the bye: rounds that bar for a while, or only several of them together (C2).

By the text a round bars for good. A program may look at the latest rounds only, count the rounds of a kind, or bar a
player by what happened in the latest games, by a float, or by the number of games.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.player_states import ByeRule
from reference_engines.misreadings.dutch.making import misreading, parts
from reference_engines.misreadings.rounds import WITHOUT_A_GAME, floated_down, floated_up

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.rounds import Rounds

    Barred = Callable[[History], BoolArray]
    """Returns (rounds + 1, players) whether a player is barred before each round."""


def _before(rounds: BoolArray, latest: int | None = None) -> IntArray:
    """Return (rounds + 1, players) how many rounds are meant of those before, or of the latest of these."""
    sums = np.zeros((len(rounds) + 1, rounds.shape[1]), dtype=np.int64)
    np.cumsum(rounds, axis=0, out=sums[1:])
    if latest is not None:
        sums[latest:] -= sums[:-latest].copy()
    return sums


# --- rounds without a game -------------------------------------------------------------------------------------------

_KINDS: tuple[tuple[str, str, Rounds], ...] = (
    *WITHOUT_A_GAME,
    ("unplayed-rounds", "a round without a game", lambda history: ~history.played),
)
_WITHIN: tuple[tuple[str, str, int | None, int], ...] = (
    ("lately", "{} barred from the bye in the next round", 1, 1),
    ("for-two-rounds", "{} barred from the bye in the next two rounds", 2, 1),
    ("for-three-rounds", "{} barred from the bye in the next three rounds", 3, 1),
    ("twice", "a player could not receive the bye who had {} twice", None, 2),
    ("thrice", "a player could not receive the bye who had {} three times", None, 3),
)
"""Name, words, the latest rounds that are looked at, and the number of rounds that bar together."""


def _had(history: History, *, is_meant: Rounds, latest: int | None, number: int) -> BoolArray:
    return np.asarray(_before(is_meant(history), latest) >= number)


def passing_bars(text: DutchText) -> Iterator[Misreading]:
    """Yield kinds of rounds that bar from the bye for a while, or several times only, besides those of the text."""
    for (name, words, is_meant), (suffix, sentence, latest, number) in product(_KINDS, _WITHIN):
        yield _barring(
            text,
            f"{name}-bar-{suffix}",
            sentence.format(words),
            partial(_had, is_meant=is_meant, latest=latest, number=number),
        )


def _barring(text: DutchText, identifier: str, sentence: str, barred: Barred) -> Misreading:
    rule = ByeRule(text.byes.bars, text.byes.barred, barred)
    return misreading(identifier, sentence, text.absolute_articles[1], parts(byes=rule))


# --- games, and floats -----------------------------------------------------------------------------------------------


_ROUNDS: tuple[tuple[str, str, Rounds], ...] = (
    ("downfloat", "a downfloat", floated_down),
    ("upfloat", "an upfloat", floated_up),
    ("win", "a won game", lambda history: history.played & (history.points >= history.scoring.win)),
    ("loss", "a lost game", lambda history: history.played & (history.points <= history.scoring.loss)),
    ("white", "a game with White", lambda history: history.played & (history.colour > 0)),
    ("black", "a game with Black", lambda history: history.played & (history.colour < 0)),
)


def bars_of_games(text: DutchText) -> Iterator[Misreading]:
    """Yield games and floats of the latest rounds that bar from the bye."""
    for (name, words, is_meant), (suffix, sentence, latest, number) in product(_ROUNDS, _WITHIN[:2]):
        yield _barring(
            text,
            f"{name}-bars-{suffix}",
            sentence.format(words),
            partial(_had, is_meant=is_meant, latest=latest, number=number),
        )
    for number, words in ((1, "a game"), (2, "two games"), (3, "three games")):
        yield _barring(
            text,
            f"bye-not-before-{number}-games",
            f"a player could not receive the bye before having had {words}",
            partial(_has_few_games, number=number),
        )


def _has_few_games(history: History, *, number: int) -> BoolArray:
    played = _before(history.played)
    return np.asarray((played < number) & (np.arange(len(played)) >= number)[:, None])


KINDS = (passing_bars, bars_of_games)
