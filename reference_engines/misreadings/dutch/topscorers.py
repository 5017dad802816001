"""Topscorers misread: who is one and when, and what they may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.misreadings.dutch.making import definitions, each, misreading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.history import BoolArray
    from reference_engines.definitions.player_states import RoundStart
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading


def _half(before: RoundStart) -> BoolArray:
    return (2 * before.score >= before.maximum) & before.is_final


def _score_of_all_rounds(before: RoundStart) -> BoolArray:
    return (2 * before.score > before.maximum + before.history.scoring.win) & before.is_final


def _topscorers_in_every_round(before: RoundStart) -> BoolArray:
    return (2 * before.score > before.maximum) & (before.round_number > 1)


def _topscorers_in_last_two_rounds(before: RoundStart) -> BoolArray:
    last = before.event.rounds_declared
    return (2 * before.score > before.maximum) & (last is not None and before.round_number >= last - 1)


def _topscorers_in_penultimate_round(before: RoundStart) -> BoolArray:
    last = before.event.rounds_declared
    return (2 * before.score > before.maximum) & (last is not None and before.round_number == last - 1)


def _everybody(before: RoundStart) -> BoolArray:
    return np.full(before.score.size, before.is_final)


def _leaders(before: RoundStart) -> BoolArray:
    return (before.score == before.score.max(initial=0)) & before.is_final


def _nobody(before: RoundStart) -> BoolArray:
    return np.zeros(before.score.size, dtype=np.bool_)


def _both_excused(one: BoolArray, other: BoolArray) -> BoolArray:
    return one & other


def _not_excused(one: BoolArray, other: BoolArray) -> BoolArray:
    return np.zeros_like(one | other)


_TOPSCORERS = (
    ("topscorers-from-half", "exactly half of the maximum score made a topscorer", _half),
    ("topscorers-of-all-rounds", "the round to be paired counted for the maximum score", _score_of_all_rounds),
    ("topscorers-in-every-round", "there were topscorers in every round", _topscorers_in_every_round),
    (
        "topscorers-in-the-last-two-rounds",
        "there were topscorers in the last two rounds",
        _topscorers_in_last_two_rounds,
    ),
    ("topscorers-a-round-early", "topscorers were those of the last round but one", _topscorers_in_penultimate_round),
    ("everybody-is-topscorer", "everybody were a topscorer in the final round", _everybody),
    ("leaders-are-topscorers", "only those with the highest score were topscorers", _leaders),
    ("no-topscorers", "there were no topscorers", _nobody),
)


def topscorer_misreadings(text: DutchText) -> Iterator[Misreading]:
    """Yield other topscorers, and other things that they may do."""
    clash = text.absolute_articles[2]
    yield from each(text.definition_articles.topscorers, _TOPSCORERS, lambda who: definitions(topscorers=who))
    yield misreading(
        "topscorers-among-themselves",
        "C3 excused two topscorers, but not a topscorer and another player",
        clash,
        definitions(clash_excused=_both_excused),
    )
    yield misreading(
        "topscorers-not-excused", "C3 excused no topscorer", clash, definitions(clash_excused=_not_excused)
    )


KINDS = (topscorer_misreadings,)
