"""Criteria that count something else than the regulation says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.criteria import Contribution
from reference_engines.definitions.player_states import Strength
from reference_engines.downfloating.bracket import COLOUR_PREFERENCE, DOWNFLOATER_SCORES
from reference_engines.dutch.criteria import (
    BYE_UNPLAYED_GAMES,
    DOWN,
    DOWNFLOAT_AGAIN,
    MDP_DOWNFLOAT_AGAIN_SCORES,
    MDP_OPPONENT_UPFLOAT_AGAIN,
    MDP_OPPONENT_UPFLOAT_AGAIN_SCORES,
    PAIRING_SCORE_DIFFERENCE,
    RESIDENT_DOWNFLOAT_AGAIN,
    STRONG_COLOUR_PREFERENCE,
    TOPSCORER_COLOUR_DIFFERENCE,
    TOPSCORER_THIRD_COLOUR,
    UP,
    score_differences,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.downfloating.bracket import Bracket, BracketCriterion

    Contributes = Callable[[Bracket], Contribution | None]


def _as(criterion: BracketCriterion, name: str, sentence: str, contribution: Contributes) -> BracketCriterion:
    return replace(criterion, name=name, sentence=sentence, contribution=contribution)


def _criterion_by_round(
    criteria: dict[int, BracketCriterion], name: str, sentence: str, make: Callable[[int], Contributes]
) -> tuple[BracketCriterion, BracketCriterion]:
    """Misread the criterion on floats of the previous round, and the one on those of two rounds before."""
    one, other = (_as(of_round, f"{name}_{back}", sentence, make(back)) for back, of_round in criteria.items())
    return one, other


def _pairs_criterion(bracket: Bracket, pairs: BoolArray) -> Contribution:
    return Contribution(pairs=pairs, bound=bracket.size // 2)


# --- scores of downfloaters ------------------------------------------------------------------------------------------


def _sum_of_scores(bracket: Bracket) -> Contribution:
    return Contribution(floats=bracket.score, bound=int(bracket.score.sum()))


def _highest_score(bracket: Bracket) -> Contribution:
    levels = sorted(set(bracket.score.tolist()))
    # Worth more than all lower ones together: the highest alone decides, then how many have it.
    entries = np.where(bracket.score == levels[-1], 1, 0)
    return Contribution(floats=entries, bound=bracket.size)


def _sum_of_differences(bracket: Bracket) -> Contribution:
    pairs, floats = score_differences(bracket)
    most = int(max(pairs.max(), floats.max()))
    return Contribution(pairs=pairs, floats=floats, bound=most * bracket.size)


SUM_OF_SCORES = _as(
    DOWNFLOATER_SCORES, "sum_of_downfloater_scores", "sum of the scores of the downfloaters", _sum_of_scores
)
HIGHEST_SCORE = _as(
    DOWNFLOATER_SCORES,
    "downfloaters_of_the_highest_score",
    "downfloaters who have the highest score of the bracket",
    _highest_score,
)
SUM_OF_DIFFERENCES = _as(
    PAIRING_SCORE_DIFFERENCE,
    "sum_of_score_differences",
    "sum of the score differences of pairs and downfloaters",
    _sum_of_differences,
)

# --- the bye ---------------------------------------------------------------------------------------------------------


def _most_unplayed(bracket: Bracket) -> Contribution | None:
    if not bracket.bye_goes_here:
        return None
    played = bracket.players.round_number - 1 - bracket.take(bracket.players.unplayed)
    return Contribution(floats=played, bound=int(played.max()))


def _unplayed_in_the_last(bracket: Bracket) -> Contribution | None:
    return BYE_UNPLAYED_GAMES.contribution(bracket) if bracket.is_last else None


MOST_UNPLAYED_GAMES = _as(
    BYE_UNPLAYED_GAMES,
    "bye_played_games",
    "played games of the player who receives the pairing-allocated bye",
    _most_unplayed,
)
UNPLAYED_IN_THE_LAST_BRACKET = _as(
    BYE_UNPLAYED_GAMES,
    "bye_unplayed_games_in_the_last_bracket",
    "unplayed games of the player who receives the pairing-allocated bye, in the last bracket",
    _unplayed_in_the_last,
)

# --- colours ---------------------------------------------------------------------------------------------------------


def _difference_beyond(least: int) -> Contributes:
    def contribution(bracket: Bracket) -> Contribution | None:
        if not bracket.players.has_topscorers:
            return None
        difference = bracket.take(bracket.players.colour_difference)
        wide = np.where(np.abs(difference) >= least, np.sign(difference), 0)
        return _pairs_criterion(bracket, np.equal.outer(wide, wide) & (wide != 0))

    return contribution


def _criterion_of_two_topscorers(criterion: BracketCriterion) -> Contributes:
    def contribution(bracket: Bracket) -> Contribution | None:
        whole = criterion.contribution(bracket)
        if whole is None or whole.pairs is None:
            return None
        top = bracket.players.topscorer[bracket.positions]
        return _pairs_criterion(bracket, np.logical_and.outer(top, top) & whole.pairs.astype(np.bool_))

    return contribution


def _either_repeats(bracket: Bracket) -> Contribution | None:
    players = bracket.players
    if not players.has_topscorers:
        return None
    absolute, repeated = bracket.take(players.absolute), bracket.take(players.repeated)
    clash = np.equal.outer(absolute, absolute) & (absolute != 0)
    return _pairs_criterion(bracket, clash & np.logical_or.outer(repeated == -absolute, repeated == -absolute))


DIFFERENCE_OF_ONE = _as(
    TOPSCORER_COLOUR_DIFFERENCE,
    "topscorer_colour_difference_of_two",
    "topscorers and their opponents whose colour difference goes beyond one",
    _difference_beyond(1),
)
DIFFERENCE_OF_THREE = _as(
    TOPSCORER_COLOUR_DIFFERENCE,
    "topscorer_colour_difference_of_four",
    "topscorers and their opponents whose colour difference goes beyond three",
    _difference_beyond(3),
)
DIFFERENCE_OF_BOTH_TOPSCORERS = _as(
    TOPSCORER_COLOUR_DIFFERENCE,
    "topscorers_colour_difference",
    "topscorers who meet each other and whose colour difference goes beyond two",
    _criterion_of_two_topscorers(TOPSCORER_COLOUR_DIFFERENCE),
)
EITHER_REPEATS = _as(
    TOPSCORER_THIRD_COLOUR,
    "topscorer_either_repeats",
    "pairs with one absolute preference in which one of the two repeated a colour",
    _either_repeats,
)
THIRD_OF_BOTH_TOPSCORERS = _as(
    TOPSCORER_THIRD_COLOUR,
    "topscorers_third_colour",
    "topscorers who meet each other and get one colour three times in a row",
    _criterion_of_two_topscorers(TOPSCORER_THIRD_COLOUR),
)


def _wishes(bracket: Bracket, least: Strength) -> IntArray:
    players = bracket.players
    wishes: IntArray = np.where(bracket.take(players.strength) >= least, bracket.take(players.preference), 0)
    return wishes


def _same(wishes: IntArray) -> BoolArray:
    both: BoolArray = np.equal.outer(wishes, wishes) & (wishes != 0)
    return both


def _mild_not_counted(bracket: Bracket) -> Contribution:
    return _pairs_criterion(bracket, _same(_wishes(bracket, Strength.STRONG)))


def _no_preference_counted(bracket: Bracket) -> Contribution:
    wishes = bracket.take(bracket.players.preference)
    return _pairs_criterion(bracket, np.equal.outer(wishes, wishes))


def _absolute_counted(bracket: Bracket) -> Contribution:
    return _pairs_criterion(bracket, _same(_wishes(bracket, Strength.STRONG)))


def _strong_against_strong(bracket: Bracket) -> Contribution:
    strong = bracket.take(bracket.players.strength) == Strength.STRONG
    return _pairs_criterion(bracket, _same(np.where(strong, bracket.take(bracket.players.preference), 0)))


MILD_NOT_COUNTED = _as(
    COLOUR_PREFERENCE,
    "colour_preference_but_mild",
    "players who miss a strong or absolute colour preference",
    _mild_not_counted,
)
NO_PREFERENCE_COUNTED = _as(
    COLOUR_PREFERENCE,
    "colour_preference_or_none",
    "players who miss their colour preference, and pairs of whom neither has one",
    _no_preference_counted,
)
ABSOLUTE_COUNTED = _as(
    STRONG_COLOUR_PREFERENCE,
    "strong_or_absolute_preference",
    "players who miss a strong or absolute colour preference",
    _absolute_counted,
)
STRONG_AGAINST_STRONG = _as(
    STRONG_COLOUR_PREFERENCE,
    "strong_against_strong_preference",
    "players who miss a strong colour preference against another strong one",
    _strong_against_strong,
)

# --- floats ----------------------------------------------------------------------------------------------------------


def _received(bracket: Bracket, backs: tuple[int, ...], direction: int) -> BoolArray:
    flags = [bracket.take(bracket.players.floated[back - 1]) == direction for back in backs]
    received: BoolArray = np.logical_or.reduce(flags)
    return received


def _residents(backs: tuple[int, ...], direction: int) -> Contributes:
    def contribution(bracket: Bracket) -> Contribution | None:
        again = _received(bracket, backs, direction)
        again[: bracket.mdp_count] = False
        return Contribution(floats=again, bound=bracket.size) if again.any() else None

    return contribution


def _mdp_opponents(backs: tuple[int, ...], direction: int) -> Contributes:
    def contribution(bracket: Bracket) -> Contribution | None:
        again = _received(bracket, backs, direction)
        again[: bracket.mdp_count] = False
        if not (bracket.mdp_count and again.any()):
            return None
        is_mdp = np.arange(bracket.size) < bracket.mdp_count
        pairs = np.logical_and.outer(is_mdp, again)
        return Contribution(pairs=pairs | pairs.T, bound=bracket.mdp_count)

    return contribution


def _paired_mdps(back: int) -> Contributes:
    """Count the score differences of moved-down players who are paired, from the highest."""

    def contribution(bracket: Bracket) -> Contribution | None:
        again = _received(bracket, (back,), DOWN)
        again[bracket.mdp_count :] = False
        if not again.any():
            return None
        difference = np.subtract.outer(bracket.score, bracket.score) * again[:, None]
        difference = np.maximum(difference, difference.T)
        levels = sorted(set(difference.ravel().tolist()) - {0})
        entries = np.searchsorted([0, *levels], difference)
        return Contribution(pairs=entries, bound=bracket.mdp_count, levels=tuple(levels))

    return contribution


def _sum_for_opponents(back: int) -> Contributes:
    def contribution(bracket: Bracket) -> Contribution | None:
        counted = MDP_OPPONENT_UPFLOAT_AGAIN[back].contribution(bracket)
        if counted is None or counted.pairs is None:
            return None
        difference = np.abs(np.subtract.outer(bracket.score, bracket.score)) * counted.pairs
        return Contribution(pairs=difference, bound=int(difference.max()) * bracket.mdp_count)

    return contribution


def _criterion_of_unpaired(back: int) -> Contributes:
    def contribution(bracket: Bracket) -> Contribution | None:
        again = _received(bracket, (back,), DOWN)
        return Contribution(floats=again, bound=bracket.size) if again.any() else None

    return contribution


RESIDENT_UPFLOAT_BEFORE = _as(
    RESIDENT_DOWNFLOAT_AGAIN[1],
    "resident_downfloat_after_upfloat",
    "residents who downfloat and received an upfloat in the previous round",
    _residents((1,), UP),
)
MDP_OPPONENT_DOWNFLOAT_BEFORE = _as(
    MDP_OPPONENT_UPFLOAT_AGAIN[1],
    "mdp_opponent_upfloat_after_downfloat",
    "opponents of moved-down players who received a downfloat in the previous round",
    _mdp_opponents((1,), DOWN),
)
RESIDENT_WITHIN_TWO = _as(
    RESIDENT_DOWNFLOAT_AGAIN[2],
    "resident_downfloat_within_two_rounds",
    "residents who downfloat and received a downfloat in one of the two rounds before",
    _residents((1, 2), DOWN),
)
MDP_OPPONENT_WITHIN_TWO = _as(
    MDP_OPPONENT_UPFLOAT_AGAIN[2],
    "mdp_opponent_upfloat_within_two_rounds",
    "opponents of moved-down players who received an upfloat in one of the two rounds before",
    _mdp_opponents((1, 2), UP),
)
MDP_PAIRED_AGAIN, MDP_PAIRED_AGAIN_2 = _criterion_by_round(
    MDP_DOWNFLOAT_AGAIN_SCORES,
    "paired_mdp_downfloat_again_scores",
    "score differences of moved-down players who are paired and received a downfloat then",
    _paired_mdps,
)
SUM_FOR_OPPONENTS, SUM_FOR_OPPONENTS_2 = _criterion_by_round(
    MDP_OPPONENT_UPFLOAT_AGAIN_SCORES,
    "sum_of_mdp_opponent_upfloat_again_scores",
    "sum of the score differences of moved-down players' opponents who received an upfloat then",
    _sum_for_opponents,
)
DOWNFLOAT_OF_THE_UNPAIRED, DOWNFLOAT_OF_THE_UNPAIRED_2 = _criterion_by_round(
    DOWNFLOAT_AGAIN,
    "unpaired_downfloat_again",
    "players who are not paired and received a downfloat then",
    _criterion_of_unpaired,
)


def _any_lower(back: int) -> Contributes:
    def contribution(bracket: Bracket) -> Contribution | None:
        again = _received(bracket, (back,), UP)
        lower = np.triu(np.broadcast_to(again, (bracket.size, bracket.size)), 1)
        return _pairs_criterion(bracket, lower | lower.T)

    return contribution


ANY_LOWER_UPFLOAT_AGAIN, ANY_LOWER_UPFLOAT_AGAIN_2 = _criterion_by_round(
    MDP_OPPONENT_UPFLOAT_AGAIN,
    "lower_ranked_upfloat_again",
    "lower ranked players of pairs who received an upfloat then, whomever they meet",
    _any_lower,
)
