"""
Criteria left out of a program in which another one counts more than the regulation asks, because they had ranked above.

A program may let [C18] count all repeated downfloats, since [C14] leaves those of residents alike; or [C9] look at the
score that [C5] asks for, since nobody else can have the bye. Without the upper criterion the lower one shows it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.criteria import Contribution, index_levels
from reference_engines.dutch.criteria import (
    BYE_SCORE,
    BYE_UNPLAYED_GAMES,
    DOWN,
    MDP_DOWNFLOAT_AGAIN_SCORES,
    RESIDENT_DOWNFLOAT_AGAIN,
)
from reference_engines.misreadings.dutch.making import both, instead, listed, misreading, without

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.downfloating.bracket import Bracket
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading


def _score_of_any_player(back: int) -> Callable[[Bracket], Contribution | None]:
    def contribution(bracket: Bracket) -> Contribution | None:
        again = bracket.take(bracket.players.floated[back - 1]) == DOWN
        if not again.any():
            return None
        entries, levels = index_levels(again * (1 + bracket.score - bracket.resident_score))
        return Contribution(floats=entries, bound=bracket.size, levels=levels)

    return contribution


DOWNFLOAT_AGAIN_SCORES = {
    back: replace(
        MDP_DOWNFLOAT_AGAIN_SCORES[back],
        name=f"downfloat_again_scores_{back}",
        sentence="scores of the players who leave the bracket and received a downfloat then, highest first",
        contribution=_score_of_any_player(back),
    )
    for back in (1, 2)
}


def _players_of_lowest_score(bracket: Bracket) -> Contribution | None:
    if not bracket.bye_goes_here:
        return None
    is_lowest = bracket.score == int(np.min(bracket.players.scores))
    unplayed = bracket.take(bracket.players.unplayed)
    fewest = int(unplayed[is_lowest].min()) if is_lowest.any() else 0
    counted = np.where(is_lowest, unplayed - fewest, 0)
    return Contribution(floats=counted, bound=int(counted.max()))


UNPLAYED_OF_THE_LOWEST_SCORE = replace(
    BYE_UNPLAYED_GAMES,
    name="bye_unplayed_games_of_the_lowest_score",
    sentence="unplayed games of the player who receives the pairing-allocated bye, if nobody has a lower score",
    contribution=_players_of_lowest_score,
)


def taken_over(text: DutchText) -> Iterator[Misreading]:
    """Yield criteria left out together with what a program may then make of a later one."""
    bye, unplayed = listed(text, BYE_SCORE), listed(text, BYE_UNPLAYED_GAMES)
    if bye and unplayed:
        yield misreading(
            "bye-score-left-out-lowest-unplayed",
            f"{bye.label} were left out, and {unplayed.label} looked at players of the lowest score alone",
            bye.article,
            both(without(BYE_SCORE), instead(BYE_UNPLAYED_GAMES, UNPLAYED_OF_THE_LOWEST_SCORE)),
        )
    for back in (1, 2):
        number, scores = listed(text, RESIDENT_DOWNFLOAT_AGAIN[back]), listed(text, MDP_DOWNFLOAT_AGAIN_SCORES[back])
        if number and scores:
            yield misreading(
                f"resident-downfloat-again-{back}-by-score",
                f"{number.label} were left out, and {scores.label} counted residents as well",
                number.article,
                both(
                    without(RESIDENT_DOWNFLOAT_AGAIN[back]),
                    instead(MDP_DOWNFLOAT_AGAIN_SCORES[back], DOWNFLOAT_AGAIN_SCORES[back]),
                ),
            )


KINDS = (taken_over,)
