"""Criteria left out, exchanged, taken from the other edition, or misread."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.coverage.dutch_leaving_out import excuse_all, nobody
from reference_engines.definitions.criteria import Contribution, index_levels
from reference_engines.definitions.player_states import ByeRule, Strength
from reference_engines.downfloating.bracket import COLOUR_PREFERENCE, DOWNFLOATER_SCORES
from reference_engines.dutch import criteria
from reference_engines.misreadings.dutch.making import (
    both,
    definitions,
    exchanged,
    instead,
    listed,
    misreading,
    parts,
    without,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.downfloating.bracket import Bracket, BracketCriterion
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading

    Contributes = Callable[[Bracket], Contribution | None]


def _pairs_criterion(bracket: Bracket, pairs: BoolArray) -> Contribution:
    return Contribution(pairs=pairs, bound=bracket.size // 2)


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


def _same(wishes: IntArray) -> BoolArray:
    both: BoolArray = np.equal.outer(wishes, wishes) & (wishes != 0)
    return both


def _strong_preferences(bracket: Bracket, *, strengths: tuple[Strength, ...]) -> Contribution:
    """Count pairs whose players both prefer one colour by one of the strengths."""
    has_strength = np.isin(bracket.take(bracket.players.strength), strengths)
    return _pairs_criterion(bracket, _same(np.where(has_strength, bracket.take(bracket.players.preference), 0)))


def _no_preference_counted(bracket: Bracket) -> Contribution:
    wishes = bracket.take(bracket.players.preference)
    return _pairs_criterion(bracket, np.equal.outer(wishes, wishes))


_AT_LEAST_STRONG = partial(_strong_preferences, strengths=(Strength.STRONG, Strength.ABSOLUTE))


# --- floats ----------------------------------------------------------------------------------------------------------


def _received(bracket: Bracket, back: int, direction: int) -> BoolArray:
    return bracket.take(bracket.players.floated[back - 1]) == direction


def _paired_mdps(back: int) -> Contributes:
    """Count the score differences of moved-down players who are paired, from the highest."""

    def contribution(bracket: Bracket) -> Contribution | None:
        again = _received(bracket, back, criteria.DOWN)
        again[bracket.mdp_count :] = False
        if not again.any():
            return None
        difference = np.subtract.outer(bracket.score, bracket.score) * again[:, None]
        difference = np.maximum(difference, difference.T)
        levels = sorted(set(difference.ravel().tolist()) - {0})
        entries = np.searchsorted([0, *levels], difference)
        return Contribution(pairs=entries, bound=bracket.mdp_count, levels=tuple(levels))

    return contribution


def _criterion_of_unpaired(back: int) -> Contributes:
    def contribution(bracket: Bracket) -> Contribution | None:
        again = _received(bracket, back, criteria.DOWN)
        return Contribution(floats=again, bound=bracket.size) if again.any() else None

    return contribution


def _any_lower(back: int) -> Contributes:
    def contribution(bracket: Bracket) -> Contribution | None:
        again = _received(bracket, back, criteria.UP)
        lower = np.triu(np.broadcast_to(again, (bracket.size, bracket.size)), 1)
        return _pairs_criterion(bracket, lower | lower.T)

    return contribution


# --- the list of known misreadings -----------------------------------------------------------------------------------


_OF_THE_OTHER_EDITION = {
    DOWNFLOATER_SCORES: criteria.PAIRING_SCORE_DIFFERENCE,
    criteria.RESIDENT_DOWNFLOAT_AGAIN[1]: criteria.DOWNFLOAT_AGAIN[1],
    criteria.RESIDENT_DOWNFLOAT_AGAIN[2]: criteria.DOWNFLOAT_AGAIN[2],
    criteria.MDP_OPPONENT_UPFLOAT_AGAIN[1]: criteria.UPFLOAT_AGAIN[1],
    criteria.MDP_OPPONENT_UPFLOAT_AGAIN[2]: criteria.UPFLOAT_AGAIN[2],
    criteria.MDP_DOWNFLOAT_AGAIN_SCORES[1]: criteria.DOWNFLOAT_AGAIN_DIFFERENCES[1],
    criteria.MDP_DOWNFLOAT_AGAIN_SCORES[2]: criteria.DOWNFLOAT_AGAIN_DIFFERENCES[2],
    criteria.MDP_OPPONENT_UPFLOAT_AGAIN_SCORES[1]: criteria.UPFLOAT_AGAIN_DIFFERENCES[1],
    criteria.MDP_OPPONENT_UPFLOAT_AGAIN_SCORES[2]: criteria.UPFLOAT_AGAIN_DIFFERENCES[2],
}
"""Criteria of 2026, by the criteria of 2017 that they replace."""

_NO_ROUND = ByeRule(nobody)


def _dashed(criterion: BracketCriterion) -> str:
    return criterion.name.replace("_", "-")


def left_out(text: DutchText) -> Iterator[Misreading]:
    """Yield every criterion left out, except completion."""
    met, bye, clash = text.absolute_articles
    yield misreading("meetings-left-out", "C1 were left out", met, definitions(met=nobody))
    yield misreading("second-bye-left-out", "C2 were left out", bye, parts(byes=_NO_ROUND))
    yield misreading("colour-clash-left-out", "C3 were left out", clash, definitions(clash_excused=excuse_all))
    for one in text.criteria:
        change = without(one.criterion)
        yield misreading(f"{_dashed(one.criterion)}-left-out", f"{one.label} were left out", one.article, change)


def order_misreadings(text: DutchText) -> Iterator[Misreading]:
    """Yield every two neighbours exchanged; the score of the bye's assignee ranks above all brackets."""
    for upper, lower in pairwise(text.criteria):
        if upper.criterion is not criteria.BYE_SCORE:
            yield misreading(
                f"{_dashed(lower.criterion)}-above-{_dashed(upper.criterion)}",
                f"{lower.label} ranked above {upper.label}",
                lower.article,
                exchanged(upper.criterion, lower.criterion),
            )


def edition_misreadings(text: DutchText) -> Iterator[Misreading]:
    """Yield every criterion that stands in the other edition with another meaning, in the place of the one here."""
    both_ways = {**_OF_THE_OTHER_EDITION, **{old: new for new, old in _OF_THE_OTHER_EDITION.items()}}
    for one in text.criteria:
        if other := both_ways.get(one.criterion):
            yield misreading(
                f"{_dashed(other)}-instead",
                f"{one.label} counted the {other.sentence}, as the other edition does",
                one.article,
                instead(one.criterion, other),
            )


_MISREAD: tuple[tuple[BracketCriterion, str, Contributes, str], ...] = (
    (
        criteria.TOPSCORER_COLOUR_DIFFERENCE,
        "topscorer_colour_difference_of_two",
        _difference_beyond(1),
        "counted a colour difference of two",
    ),
    (
        criteria.TOPSCORER_COLOUR_DIFFERENCE,
        "topscorer_colour_difference_of_four",
        _difference_beyond(3),
        "counted from a colour difference of four on",
    ),
    (
        criteria.TOPSCORER_COLOUR_DIFFERENCE,
        "topscorers_colour_difference",
        _criterion_of_two_topscorers(criteria.TOPSCORER_COLOUR_DIFFERENCE),
        "left out opponents who are not topscorers",
    ),
    (
        criteria.TOPSCORER_THIRD_COLOUR,
        "topscorer_either_repeats",
        _either_repeats,
        "counted a pair as soon as one of the two repeats a colour",
    ),
    (
        criteria.TOPSCORER_THIRD_COLOUR,
        "topscorers_third_colour",
        _criterion_of_two_topscorers(criteria.TOPSCORER_THIRD_COLOUR),
        "left out opponents who are not topscorers",
    ),
    (COLOUR_PREFERENCE, "colour_preference_but_mild", _AT_LEAST_STRONG, "took no notice of mild preferences"),
    (
        COLOUR_PREFERENCE,
        "colour_preference_or_none",
        _no_preference_counted,
        "counted players without a preference as well",
    ),
    (
        criteria.STRONG_COLOUR_PREFERENCE,
        "strong_or_absolute_preference",
        _AT_LEAST_STRONG,
        "counted two absolute preferences as well",
    ),
    (
        criteria.STRONG_COLOUR_PREFERENCE,
        "strong_against_strong_preference",
        partial(_strong_preferences, strengths=(Strength.STRONG,)),
        "left absolute preferences out",
    ),
    *(
        (family[back], f"{name}_{back}", contribution(back), sentence)
        for family, name, contribution, sentence in (
            (
                criteria.RESIDENT_DOWNFLOAT_AGAIN,
                "unpaired_downfloat_again",
                _criterion_of_unpaired,
                "counted moved-down players as well",
            ),
            (
                criteria.MDP_OPPONENT_UPFLOAT_AGAIN,
                "lower_ranked_upfloat_again",
                _any_lower,
                "counted opponents of residents as well",
            ),
            (
                criteria.UPFLOAT_AGAIN,
                "lower_ranked_upfloat_again",
                _any_lower,
                "counted opponents of the same score as well",
            ),
            (
                criteria.MDP_DOWNFLOAT_AGAIN_SCORES,
                "paired_mdp_downfloat_again_scores",
                _paired_mdps,
                "took no notice of the limbo",
            ),
            (
                criteria.DOWNFLOAT_AGAIN,
                "unpaired_downfloat_again",
                _criterion_of_unpaired,
                "took no notice of those who are paired",
            ),
        )
        for back in (1, 2)
    ),
)
"""A criterion, the name and the contribution of another one in its place, and what it does."""


def misread_ones(text: DutchText) -> Iterator[Misreading]:
    """Yield criteria that count something else."""
    for one in text.criteria:
        for criterion, name, contribution, sentence in _MISREAD:
            if criterion is one.criterion:
                other = replace(criterion, name=name, contribution=contribution)
                yield misreading(_dashed(other), f"{one.label} {sentence}", one.article, instead(criterion, other))


# --- criteria left out whose place a later one takes -----------------------------------------------------------------


def _score_of_any_player(back: int) -> Callable[[Bracket], Contribution | None]:
    def contribution(bracket: Bracket) -> Contribution | None:
        again = bracket.take(bracket.players.floated[back - 1]) == criteria.DOWN
        if not again.any():
            return None
        entries, levels = index_levels(again * (1 + bracket.score - bracket.resident_score))
        return Contribution(floats=entries, bound=bracket.size, levels=levels)

    return contribution


DOWNFLOAT_AGAIN_SCORES = {
    back: replace(
        criteria.MDP_DOWNFLOAT_AGAIN_SCORES[back],
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
    criteria.BYE_UNPLAYED_GAMES,
    name="bye_unplayed_games_of_the_lowest_score",
    sentence="unplayed games of the player who receives the pairing-allocated bye, if nobody has a lower score",
    contribution=_players_of_lowest_score,
)


def taken_over(text: DutchText) -> Iterator[Misreading]:
    """Yield criteria left out together with what a program may then make of a later one."""
    bye, unplayed = listed(text, criteria.BYE_SCORE), listed(text, criteria.BYE_UNPLAYED_GAMES)
    if bye and unplayed:
        yield misreading(
            "bye-score-left-out-lowest-unplayed",
            f"{bye.label} were left out, and {unplayed.label} looked at players of the lowest score alone",
            bye.article,
            both(without(criteria.BYE_SCORE), instead(criteria.BYE_UNPLAYED_GAMES, UNPLAYED_OF_THE_LOWEST_SCORE)),
        )
    for back in (1, 2):
        number, scores = (
            listed(text, criteria.RESIDENT_DOWNFLOAT_AGAIN[back]),
            listed(text, criteria.MDP_DOWNFLOAT_AGAIN_SCORES[back]),
        )
        if number and scores:
            yield misreading(
                f"resident-downfloat-again-{back}-by-score",
                f"{number.label} were left out, and {scores.label} counted residents as well",
                number.article,
                both(
                    without(criteria.RESIDENT_DOWNFLOAT_AGAIN[back]),
                    instead(criteria.MDP_DOWNFLOAT_AGAIN_SCORES[back], DOWNFLOAT_AGAIN_SCORES[back]),
                ),
            )
