"""Floats misread: of rounds without a game, of games, and how far back they are looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.player_states import FloatRule, float_before
from reference_engines.misreadings.dutch.definitions import scheduled
from reference_engines.misreadings.dutch.making import definitions, each, misreading
from reference_engines.misreadings.dutch.making import floats as float_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.player_states import PlayerStates, Scores
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading


def _no_round(history: History) -> BoolArray:
    return np.zeros_like(history.played)


def _scores(history: History) -> BoolArray:
    return ~history.played & (history.points > history.scoring.loss)


def _bye_alone(history: History) -> BoolArray:
    return history.bye


def _but_requested(history: History) -> BoolArray:
    return (_scores(history) & history.paired) | history.bye


def _but_half(history: History) -> BoolArray:
    return history.bye | (_scores(history) & (history.points >= history.scoring.win))


def _except_forfeit(history: History) -> BoolArray:
    return history.bye | (_scores(history) & ~history.forfeit_win)


def _but_bye(history: History) -> BoolArray:
    return _scores(history) & ~history.bye


def _forfeit_loss_too(history: History) -> BoolArray:
    return history.bye | _scores(history) | (scheduled(history) & ~history.played)


def _absence_too(history: History) -> BoolArray:
    return history.bye | _scores(history) | ~history.paired


def _anything_above_nothing(history: History) -> BoolArray:
    return history.bye | (~history.played & (history.points > 0))


def _after(scores: Scores) -> IntArray:
    return scores.after


_WITHOUT_A_GAME = (
    ("no-float-without-a-game", "a round without a game were not a downfloat", _no_round),
    (
        "bye-alone-is-a-downfloat",
        "of rounds without a game only the pairing-allocated bye were a downfloat",
        _bye_alone,
    ),
    ("bye-without-points-is-no-downfloat", "a pairing-allocated bye worth nothing were not a downfloat", _scores),
    ("bye-is-no-downfloat", "the pairing-allocated bye were not a downfloat", _but_bye),
    ("requested-bye-is-no-downfloat", "a requested bye were not a downfloat", _but_requested),
    ("half-point-bye-is-no-downfloat", "a half-point bye were not a downfloat", _but_half),
    ("forfeit-win-is-no-downfloat", "a win by forfeit were not a downfloat", _except_forfeit),
    ("forfeit-loss-is-a-downfloat", "a loss by forfeit were a downfloat", _forfeit_loss_too),
    (
        "absence-is-a-downfloat",
        "every round for which a player was not to be paired (a requested bye, away or not yet there) were a downfloat",
        _absence_too,
    ),
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
    """Yield other floats of rounds without a game."""
    return each(
        text.definition_articles.unplayed_float, _WITHOUT_A_GAME, lambda unplayed: float_rule(unplayed=unplayed)
    )


def _compare_present_scores(history: History, state: PlayerStates, row: int, back: int) -> IntArray:
    """Compare the two as they stand now."""
    found = float_before(history, state, row, back)
    if row < back:
        return found
    opponent = history.opponent[row - back]
    score = state.score[row]
    return np.where(history.played[row - back], np.sign(score - score[np.maximum(opponent, 0)]), found)


def _a_round_too_far(history: History, state: PlayerStates, row: int, back: int) -> IntArray:
    return float_before(history, state, row, back + 1)


def _when_present(history: History, state: PlayerStates, row: int, back: int) -> IntArray:
    """Return the floats of the latest rounds in which the player was present, absences squeezed out."""
    presences = np.cumsum(history.paired[:row][::-1], axis=0)
    latest = (presences == back) & history.paired[:row][::-1]
    received = np.where(latest, state.float_[:row][::-1], 0).sum(axis=0)
    return np.asarray(received, dtype=np.int64)


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


_ROUNDS = (
    ("floats-by-present-score", "earlier floats depended on the present scores", _compare_present_scores),
    ("floats-a-round-too-far", "floats of two and three rounds before were looked at", _a_round_too_far),
    (
        "floats-absences-squeezed",
        (
            "rounds for which a player was not to be paired (a requested bye, away or not yet there) were squeezed out "
            "of floats"
        ),
        _when_present,
    ),
)


def rounds_of_floats(text: DutchText) -> Iterator[Misreading]:
    """Yield other rounds in which floats are looked for."""
    return each(text.definition_articles.played_float, _ROUNDS, lambda found: definitions(float_before=found))


def _third_for_second(history: History, state: PlayerStates, row: int, back: int) -> IntArray:
    return float_before(history, state, row, 3 if back == 2 and row > 2 else back)  # noqa: PLR2004 - rounds


def _latest_for_both(history: History, state: PlayerStates, row: int, back: int) -> IntArray:
    del back
    return float_before(history, state, row, 1)


def _exchanged(history: History, state: PlayerStates, row: int, back: int) -> IntArray:
    return float_before(history, state, row, 3 - back)


def wrong_rounds(text: DutchText) -> Iterator[Misreading]:
    """Yield other rounds in the place of those before."""
    article = text.definition_articles.played_float
    for identifier, sentence, found in (
        ("floats-three-for-two", "floats of two rounds before were those of three rounds before", _third_for_second),
        ("floats-one-for-two", "floats of two rounds before were those of the previous round", _latest_for_both),
        ("floats-exchanged", "floats of the previous round and of two rounds before changed places", _exchanged),
    ):
        yield misreading(identifier, sentence, article, definitions(float_before=found))


KINDS = (floats, floats_of_games, rounds_of_floats, wrong_rounds)
