"""
Rarer misreadings of the scores that a float compares: of which round, of which player, and with which points.

The text compares the scores of both opponents before their game. A program that updates scores in a loop compares one
score before the game with one after it; a program that looks scores up later compares those of a later round.
"""

from __future__ import annotations

from functools import partial
from itertools import permutations, product
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.player_states import float_before
from reference_engines.misreadings.dutch.definitions import OTHER_POINTS, count_other_points
from reference_engines.misreadings.dutch.making import definitions, misreading
from reference_engines.misreadings.rounds import UNPLAYED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.player_states import PlayerStates
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading

    Score = Callable[[History, PlayerStates, int, int], IntArray]
    """From the row of the round to be paired and that of the game: (players,) the score that is compared."""
    IsMeant = Callable[[History, PlayerStates, int], BoolArray]
    """From the row of a game: (players,) whether the player is the one of the pair who is meant."""

_BACKS: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    ("", "floats", (1, 2)),
    ("-1", "the float of the previous round", (1,)),
    ("-2", "the float of two rounds before", (2,)),
)
"""Suffix, words, and the rounds back."""


def _score_before_game(history: History, state: PlayerStates, row: int, game: int) -> IntArray:
    del history, row
    return state.score[game]


def _score_after_game(history: History, state: PlayerStates, row: int, game: int) -> IntArray:
    del row
    return np.asarray(state.score[game] + history.score[game + 1] - history.score[game])


def _score_before_next_round(history: History, state: PlayerStates, row: int, game: int) -> IntArray:
    """With the virtual points of that round, unlike the score after the game."""
    del history, row
    return state.score[game + 1]


def _present(history: History, state: PlayerStates, row: int, game: int) -> IntArray:
    del history, game
    return state.score[row]


def _present_virtual_points(history: History, state: PlayerStates, row: int, game: int) -> IntArray:
    return np.asarray(history.score[game] + state.score[row] - history.score[row])


def _received(
    history: History, state: PlayerStates, row: int, back: int, *, scores: tuple[Score, Score], backs: tuple[int, ...]
) -> IntArray:
    """Return the floats of games by a score of the player and a score of the opponent."""
    found = float_before(history, state, row, back)
    if row < back or back not in backs:
        return found
    game = row - back
    opponent = np.maximum(history.opponent[game], 0)
    own, others = (score(history, state, row, game) for score in scores)
    difference = own - others[opponent]
    return np.where(history.played[game], np.sign(difference), found)


# --- the round of the scores -----------------------------------------------------------------------------------------

_SCORES: tuple[tuple[str, str, Score], ...] = (
    ("before", "before the game", _score_before_game),
    ("after", "after the game", _score_after_game),
    ("present", "before the round to be paired", _present),
)


def rounds_of_scores(text: DutchText) -> Iterator[Misreading]:
    """Yield floats by the scores of another round, of both players or of one of them, in both rounds or in one."""
    article = text.definition_articles.played_float
    for (suffix, words, backs), (name, when, score) in product(_BACKS, _SCORES[1:]):
        if score is _score_after_game and not suffix:
            continue  # the rule on floats itself may compare these (`floats`)
        yield misreading(
            f"floats-by-{name}-scores{suffix}",
            f"{words} depended on the scores {when}",
            article,
            definitions(float_before=partial(_received, scores=(score, score), backs=backs)),
        )
    for suffix, sentence, backs in (
        ("", "floats depended on the scores after the round, with the virtual points of the next round", (1, 2)),
        ("-2", "the float of two rounds before depended on the scores before the previous round", (2,)),
    ):
        yield misreading(
            f"floats-by-next-scores{suffix}",
            sentence,
            article,
            definitions(float_before=partial(_received, scores=(_score_before_next_round,) * 2, backs=backs)),
        )
    for (suffix, words, backs), (own, other) in product(_BACKS, permutations(_SCORES, 2)):
        yield misreading(
            f"floats-by-own-{own[0]}-and-opponents-{other[0]}{suffix}",
            f"{words} depended on the player's score {own[1]} and the opponent's score {other[1]}",
            article,
            definitions(float_before=partial(_received, scores=(own[2], other[2]), backs=backs)),
        )


# --- one of the pair -------------------------------------------------------------------------------------------------


def _has_smaller_number(history: History, state: PlayerStates, game: int) -> BoolArray:
    del state
    return np.asarray(np.arange(history.players) < history.opponent[game])


def _had_white(history: History, state: PlayerStates, game: int) -> BoolArray:
    del state
    return np.asarray(history.colour[game] > 0)


def _ranked_higher(history: History, state: PlayerStates, game: int) -> BoolArray:
    score, opponent = state.score[game], np.maximum(history.opponent[game], 0)
    is_equal = score == score[opponent]
    return np.asarray((score > score[opponent]) | (is_equal & _has_smaller_number(history, state, game)))


_MEANT: tuple[tuple[str, str, str, IsMeant], ...] = (
    ("smaller-number", "the smaller number", "the larger number", _has_smaller_number),
    ("white", "White", "Black", _had_white),
    ("higher-rank", "the higher rank", "the lower rank", _ranked_higher),
)
"""Name, the player of a pair who is meant and the other player, and who that is."""


def _score_if(
    history: History, state: PlayerStates, row: int, game: int, *, is_meant: IsMeant, is_after: bool
) -> IntArray:
    meant = is_meant(history, state, game) == is_after
    return np.where(meant, _score_after_game(history, state, row, game), _score_before_game(history, state, row, game))


def scores_of_one(text: DutchText) -> Iterator[Misreading]:
    """Yield floats by the score of one opponent after the game, and that of the other opponent before it."""
    for (name, meant, other, is_meant), is_after in product(_MEANT, (True, False)):
        score = partial(_score_if, is_meant=is_meant, is_after=is_after)
        whose, others = (meant, other) if is_after else (other, meant)
        yield misreading(
            f"floats-by-score-of-{name}-{'after' if is_after else 'before'}",
            f"floats depended on the score of the player with {whose} after the game, and on that of the player with "
            f"{others} before it",
            text.definition_articles.played_float,
            definitions(float_before=partial(_received, scores=(score, score), backs=(1, 2))),
        )


# --- equal scores ----------------------------------------------------------------------------------------------------


def _won(history: History, state: PlayerStates, game: int) -> BoolArray:
    del state
    return np.asarray(history.points[game] >= history.scoring.win)


def _lost(history: History, state: PlayerStates, game: int) -> BoolArray:
    del state
    return np.asarray(history.points[game] <= history.scoring.loss)


def _always(history: History, state: PlayerStates, game: int) -> BoolArray:
    del state, game
    return np.ones(history.players, dtype=np.bool_)


_OF_EQUALS: tuple[tuple[str, str, IsMeant], ...] = (
    ("smaller-number", "the player with the smaller number", _has_smaller_number),
    (
        "larger-number",
        "the player with the larger number",
        lambda history, state, game: ~_has_smaller_number(history, state, game),
    ),
    ("white", "White", _had_white),
    ("black", "Black", lambda history, state, game: ~_had_white(history, state, game)),
    ("winner", "the winner", _won),
    ("loser", "the loser", _lost),
    ("both", "both players", _always),
)
_RECEIVED: tuple[tuple[str, str, int, int], ...] = (
    ("down", "a downfloat", 1, 0),
    ("up", "an upfloat", -1, 0),
    ("down-other-up", "a downfloat and the opponent an upfloat", 1, -1),
)
"""Name, words, and the floats of the player and of the opponent."""


def floats_of_equals(text: DutchText) -> Iterator[Misreading]:
    """Yield floats of games between two players of one score."""
    for (name, words, is_meant), (suffix, received, own, other) in product(_OF_EQUALS, _RECEIVED):
        if other and name == "both":
            continue
        yield misreading(
            f"floats-of-equals-{name}-{suffix}",
            f"of two players of one score {words} received {received}",
            text.definition_articles.played_float,
            definitions(float_before=partial(_float_of_equals, is_meant=is_meant, floats=(own, other))),
        )


def _float_of_equals(
    history: History, state: PlayerStates, row: int, back: int, *, is_meant: IsMeant, floats: tuple[int, int]
) -> IntArray:
    found = float_before(history, state, row, back)
    if row < back:
        return found
    game = row - back
    opponent = np.maximum(history.opponent[game], 0)
    meant = is_meant(history, state, game)
    of_pair = np.where(meant, floats[0], np.where(meant[opponent], floats[1], 0))
    are_equal = history.played[game] & (state.score[game] == state.score[game][opponent])
    return np.where(are_equal, of_pair, found)


# --- the points ------------------------------------------------------------------------------------------------------


def _score_by_points(
    history: History, state: PlayerStates, row: int, game: int, *, points: Callable[[History], IntArray]
) -> IntArray:
    del row
    return np.asarray(state.score[game] + points(history)[game] - history.score[game])


def _score_by_results(
    history: History, state: PlayerStates, row: int, game: int, *, points: Callable[[History], IntArray]
) -> IntArray:
    """Return the score by the results, where everything else reads other points."""
    del row
    return np.asarray(state.score[game] + history.score[game] - points(history)[game])


def points_of_scores(text: DutchText) -> Iterator[Misreading]:
    """Yield other points of each kind of rounds without a game, for floats alone or for all but floats."""
    article = text.definition_articles.played_float
    for (name, words, is_meant), (suffix, worth, points) in product(UNPLAYED, OTHER_POINTS):
        other = partial(count_other_points, is_meant=is_meant, points=points)
        score = partial(_score_by_points, points=other)
        yield misreading(
            f"floats-with-{name}-worth-{suffix}",
            f"{words} were {worth} in the scores that decide on floats",
            article,
            definitions(float_before=partial(_received, scores=(score, score), backs=(1, 2))),
        )
        score = partial(_score_by_results, points=other)
        yield misreading(
            f"{name}-worth-{suffix}-but-for-floats",
            f"{words} were {worth}, but not in the scores that decide on floats",
            text.definition_articles.score,
            definitions(score=other, float_before=partial(_received, scores=(score, score), backs=(1, 2))),
        )
    yield misreading(
        "floats-by-present-virtual-points",
        "earlier floats depended on the virtual points of the round to be paired",
        article,
        definitions(
            float_before=partial(_received, scores=(_present_virtual_points, _present_virtual_points), backs=(1, 2))
        ),
    )


KINDS = (rounds_of_scores, scores_of_one, floats_of_equals, points_of_scores)
