"""The criteria that only the Dutch system has, named by meaning; see `reference_engines.downfloating.bracket`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

from reference_engines.definitions.criteria import Contribution, Criterion, index_levels, not_judged_alone
from reference_engines.definitions.players import same_colours
from reference_engines.downfloating.bracket import DOWNFLOATER_SCORES, DOWNFLOATERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.downfloating.bracket import Bracket, BracketCriterion

    ArrayT = TypeVar("ArrayT", BoolArray, IntArray)

DOWN, UP = 1, -1
POINT = 10
"""One point in tenths: the distance of the artificial value of A.8 (2017) from the lowest score of a bracket."""


# --- score differences -----------------------------------------------------------------------------------------------


def score_differences(bracket: Bracket) -> tuple[IntArray, IntArray]:
    """
    Return the SDs of A.8 (2017): (places, places) of pairs, and (places,) of downfloaters.

    The SD of a downfloater is the difference from one point less than the lowest score of the bracket.
    """
    pairs = np.abs(np.subtract.outer(bracket.score, bracket.score))
    return pairs, bracket.score - int(bracket.score[-1]) + POINT


def _pairing_score_difference(bracket: Bracket) -> Contribution:
    pairs, floats = score_differences(bracket)
    entries, levels = index_levels(np.vstack([pairs, floats[None, :]]))
    return Contribution(pairs=entries[:-1], floats=entries[-1], bound=bracket.size, levels=levels)


# --- the bye ---------------------------------------------------------------------------------------------------------


def _bye_unplayed_games(bracket: Bracket) -> Contribution | None:
    if not bracket.bye_goes_here:
        return None
    unplayed = bracket.take(bracket.players.unplayed)
    return Contribution(floats=unplayed, bound=int(unplayed.max()))


# --- colours ---------------------------------------------------------------------------------------------------------


def _topscorer_colour_difference(bracket: Bracket) -> Contribution | None:
    """Count pairs of players with a difference beyond one in the same direction, one of whom goes beyond two."""
    if not bracket.has_topscorers:
        return None
    difference = bracket.take(bracket.players.colour_difference)
    wide = np.where(np.abs(difference) > 1, np.sign(difference), 0)
    return Contribution(pairs=same_colours(wide), bound=bracket.size // 2)


def _topscorer_third_colour(bracket: Bracket) -> Contribution | None:
    """
    Count pairs with the same absolute preference in which the player who misses it repeats the two latest colours.

    With equal differences the colours alternate (5.2.3; E.3), so that a player who repeated gets the preferred colour
    unless both repeated (DUTCH-C11-REPEATED).
    """
    players = bracket.players
    if not bracket.has_topscorers:
        return None
    absolute, width = bracket.take(players.absolute), np.abs(bracket.take(players.colour_difference))
    repeated = bracket.take(players.repeated)
    clash = np.equal.outer(absolute, absolute) & (absolute != 0)
    repeats = repeated == -absolute
    both_repeat = np.logical_and.outer(repeats, repeats)
    loser_repeats = np.where(np.less.outer(width, width), repeats[:, None], repeats[None, :])
    third = np.where(np.equal.outer(width, width), both_repeat, loser_repeats)
    return Contribution(pairs=clash & third, bound=bracket.size // 2)


def _strong_colour_preference(bracket: Bracket) -> Contribution | None:
    """Count pairs who prefer the same colour at least strongly, and not both absolutely (DUTCH-C13-ABSOLUTE)."""
    players = bracket.players
    if not players.has_strong_preferences:
        return None
    both = same_colours(bracket.take(players.strong_preference))
    if players.has_topscorers:  # otherwise [C3] keeps such players apart
        both &= ~same_colours(bracket.take(players.absolute))
    return Contribution(pairs=both, bound=bracket.size // 2)


def _strong_or_absolute_preference(bracket: Bracket) -> Contribution:
    """Count pairs who prefer the same colour at least strongly, both absolutely or not (DUTCH-C13-ABSOLUTE)."""
    players = bracket.players
    return Contribution(pairs=same_colours(bracket.take(players.strong_preference)), bound=bracket.size // 2)


# --- repeated floats, 2026 -------------------------------------------------------------------------------------------


def _floated(bracket: Bracket, back: int, direction: int) -> BoolArray:
    return bracket.take(bracket.players.floated[back - 1]) == direction


def _residents_floated(bracket: Bracket, back: int, direction: int) -> BoolArray | None:
    """(residents,) whether the resident received a float; None if no resident did."""
    flags, up_to = bracket.players.received[back, direction]
    return flags[bracket.first : bracket.last] if up_to[bracket.first] < up_to[bracket.last] else None


def _resident_downfloat_again(back: int) -> Callable[[Bracket], Contribution | None]:
    def contribution(bracket: Bracket) -> Contribution | None:
        again = _residents_floated(bracket, back, DOWN)
        if again is None:
            return None
        floats = np.concatenate([np.zeros(bracket.mdp_count, dtype=np.bool_), again]) if bracket.mdps else again
        return Contribution(floats=floats, bound=bracket.size)

    return contribution


def _mdp_opponent_upfloat_again(back: int) -> Callable[[Bracket], Contribution | None]:
    def contribution(bracket: Bracket) -> Contribution | None:
        again = _residents_floated(bracket, back, UP) if bracket.mdps else None
        return None if again is None else Contribution(pairs=_mdp_pairs(bracket, again), bound=bracket.mdp_count)

    return contribution


def _mdp_downfloat_again_scores(back: int) -> Callable[[Bracket], Contribution | None]:
    """Count the limbo only, as the paired moved-down players are its complement (DUTCH-2026-C18-LIMBO)."""

    def contribution(bracket: Bracket) -> Contribution | None:
        floated = bracket.players.floated[back - 1]
        again = [place for place, position in enumerate(bracket.mdps) if floated[position] == DOWN]
        if not again:
            return None
        differences = np.zeros(bracket.size, dtype=np.int64)
        differences[again] = bracket.score[again] - bracket.resident_score
        entries, levels = index_levels(differences)
        return Contribution(floats=entries, bound=bracket.mdp_count, levels=levels)

    return contribution


def _mdp_opponent_upfloat_again_scores(back: int) -> Callable[[Bracket], Contribution | None]:
    def contribution(bracket: Bracket) -> Contribution | None:
        again = _residents_floated(bracket, back, UP) if bracket.mdps else None
        if again is None:
            return None
        mdps = bracket.mdp_count
        entries, levels = index_levels(again * np.abs(np.subtract.outer(bracket.score[:mdps], bracket.score[mdps:])))
        return Contribution(pairs=_mdp_pairs(bracket, entries), bound=mdps, levels=levels)

    return contribution


def _mdp_pairs(bracket: Bracket, values: ArrayT) -> ArrayT:
    """(places, places) from the values of MDPs and residents, (mdps, residents) or the same for all MDPs."""
    mdps = bracket.mdp_count
    pairs = np.zeros((bracket.size, bracket.size), dtype=values.dtype)
    pairs[:mdps, mdps:] = values
    pairs[mdps:, :mdps] = pairs[:mdps, mdps:].T
    return pairs


# --- repeated floats, 2017 -------------------------------------------------------------------------------------------


def _downfloat_again(back: int) -> Callable[[Bracket], Contribution | None]:
    """Count players who are unpaired or have a lower opponent, as both are downfloats (DUTCH-2017-R7)."""

    def contribution(bracket: Bracket) -> Contribution | None:
        again = _floated(bracket, back, DOWN)
        if not again.any():
            return None
        return Contribution(pairs=_higher_flag(bracket, again), floats=again, bound=bracket.size)

    return contribution


def _upfloat_again(back: int) -> Callable[[Bracket], Contribution | None]:
    def contribution(bracket: Bracket) -> Contribution | None:
        pairs = _lower_flag(bracket, _floated(bracket, back, UP))
        return None if pairs is None else Contribution(pairs=pairs, bound=bracket.size // 2)

    return contribution


def _downfloat_again_differences(back: int) -> Callable[[Bracket], Contribution | None]:
    def contribution(bracket: Bracket) -> Contribution | None:
        again = _floated(bracket, back, DOWN)
        if not again.any():
            return None
        pairs, floats = score_differences(bracket)
        flag = _higher_flag(bracket, again)
        paired = np.zeros_like(pairs) if flag is None else np.where(flag, pairs, 0)
        entries, levels = index_levels(np.vstack([paired, np.where(again, floats, 0)[None, :]]))
        return Contribution(pairs=entries[:-1], floats=entries[-1], bound=bracket.size, levels=levels)

    return contribution


def _upfloat_again_differences(back: int) -> Callable[[Bracket], Contribution | None]:
    def contribution(bracket: Bracket) -> Contribution | None:
        flag = _lower_flag(bracket, _floated(bracket, back, UP))
        if flag is None:
            return None
        entries, levels = index_levels(np.where(flag, score_differences(bracket)[0], 0))
        return Contribution(pairs=entries, bound=bracket.size // 2, levels=levels)

    return contribution


def _higher_flag(bracket: Bracket, flag: BoolArray) -> BoolArray | None:
    """(places, places) the flag of the higher scored of two players with different scores."""
    if bracket.score[0] == bracket.score[-1]:
        return None
    higher = np.greater.outer(bracket.score, bracket.score) & flag[:, None]
    return higher | higher.T


def _lower_flag(bracket: Bracket, flag: BoolArray) -> BoolArray | None:
    if bracket.score[0] == bracket.score[-1] or not flag.any():
        return None
    lower = np.less.outer(bracket.score, bracket.score) & flag[:, None]
    return lower | lower.T


# --- the records -----------------------------------------------------------------------------------------------------

PAIRING_SCORE_DIFFERENCE = Criterion(
    "pairing_score_difference",
    "pairing score difference (PSD): score differences of pairs and downfloaters, largest first",
    _pairing_score_difference,
)
DOWNFLOATER_CRITERIA = (DOWNFLOATERS, DOWNFLOATER_SCORES, PAIRING_SCORE_DIFFERENCE)
"""The criteria in which candidates differ only by the number of downfloaters if all players have the same score."""
BYE_SCORE: BracketCriterion = Criterion(
    "bye_score", "score of the player who receives the pairing-allocated bye", not_judged_alone
)
"""Settled for the round before the first bracket, by the procedure of the edition."""
BYE_UNPLAYED_GAMES = Criterion(
    "bye_unplayed_games",
    "unplayed games of the player who receives the pairing-allocated bye",
    _bye_unplayed_games,
)
TOPSCORER_COLOUR_DIFFERENCE = Criterion(
    "topscorer_colour_difference",
    "topscorers and their opponents whose colour difference goes beyond two",
    _topscorer_colour_difference,
)
TOPSCORER_THIRD_COLOUR = Criterion(
    "topscorer_third_colour",
    "topscorers and their opponents who get one colour three times in a row",
    _topscorer_third_colour,
)
TOPSCORER_CRITERIA = (TOPSCORER_COLOUR_DIFFERENCE, TOPSCORER_THIRD_COLOUR)
"""The criteria that can decide in a final round only."""
STRONG_COLOUR_PREFERENCE = Criterion(
    "strong_colour_preference", "players who miss a strong colour preference", _strong_colour_preference
)
STRONG_OR_ABSOLUTE_PREFERENCE = Criterion(
    "strong_colour_preference",
    "players who miss a strong or absolute colour preference",
    _strong_or_absolute_preference,
)
"""The other side of DUTCH-C13-ABSOLUTE."""

_WHEN = {1: "in the previous round", 2: "two rounds before"}


def _criterion_by_round(
    name: str, sentence: str, make: Callable[[int], Callable[[Bracket], Contribution | None]]
) -> dict[int, BracketCriterion]:
    """Make a criterion on floats of the previous round and of the round before; WHEN stands for the round."""
    return {
        back: Criterion(f"{name}_{back}", sentence.replace("WHEN", when), make(back)) for back, when in _WHEN.items()
    }


RESIDENT_DOWNFLOAT_AGAIN = _criterion_by_round(
    "resident_downfloat_again",
    "residents who downfloat and received a downfloat WHEN",
    _resident_downfloat_again,
)
MDP_OPPONENT_UPFLOAT_AGAIN = _criterion_by_round(
    "mdp_opponent_upfloat_again",
    "opponents of moved-down players who received an upfloat WHEN",
    _mdp_opponent_upfloat_again,
)
MDP_DOWNFLOAT_AGAIN_SCORES = _criterion_by_round(
    "mdp_downfloat_again_scores",
    "score differences of moved-down players who float on and received a downfloat WHEN, largest first",
    _mdp_downfloat_again_scores,
)
MDP_OPPONENT_UPFLOAT_AGAIN_SCORES = _criterion_by_round(
    "mdp_opponent_upfloat_again_scores",
    "score differences of moved-down players' opponents who received an upfloat WHEN, largest first",
    _mdp_opponent_upfloat_again_scores,
)
DOWNFLOAT_AGAIN = _criterion_by_round(
    "downfloat_again",
    "players who downfloat and received a downfloat WHEN",
    _downfloat_again,
)
UPFLOAT_AGAIN = _criterion_by_round(
    "upfloat_again",
    "players who upfloat and received an upfloat WHEN",
    _upfloat_again,
)
DOWNFLOAT_AGAIN_DIFFERENCES = _criterion_by_round(
    "downfloat_again_differences",
    "score differences of players who downfloat and received a downfloat WHEN, largest first",
    _downfloat_again_differences,
)
UPFLOAT_AGAIN_DIFFERENCES = _criterion_by_round(
    "upfloat_again_differences",
    "score differences of players who upfloat and received an upfloat WHEN, largest first",
    _upfloat_again_differences,
)
JUDGING_FLOATERS_ALONE = (
    DOWNFLOATERS,
    DOWNFLOATER_SCORES,
    BYE_UNPLAYED_GAMES,
    *RESIDENT_DOWNFLOAT_AGAIN.values(),
    *MDP_DOWNFLOAT_AGAIN_SCORES.values(),
)
"""The criteria in which candidates without downfloaters do not differ."""
