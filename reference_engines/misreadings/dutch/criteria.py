"""Criteria left out, exchanged, taken from the other edition, or misread."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import reference_engines.misreadings.dutch.misread_criteria as misread
from reference_engines.coverage.dutch_leaving_out import excuse_all, nobody
from reference_engines.definitions.player_states import ByeRule
from reference_engines.downfloating.bracket import COLOUR_PREFERENCE, DOWNFLOATER_SCORES
from reference_engines.dutch.criteria import (
    BYE_SCORE,
    BYE_UNPLAYED_GAMES,
    DOWNFLOAT_AGAIN,
    DOWNFLOAT_AGAIN_DIFFERENCES,
    MDP_DOWNFLOAT_AGAIN_SCORES,
    MDP_OPPONENT_UPFLOAT_AGAIN,
    MDP_OPPONENT_UPFLOAT_AGAIN_SCORES,
    PAIRING_SCORE_DIFFERENCE,
    RESIDENT_DOWNFLOAT_AGAIN,
    STRONG_COLOUR_PREFERENCE,
    TOPSCORER_COLOUR_DIFFERENCE,
    TOPSCORER_THIRD_COLOUR,
    UPFLOAT_AGAIN,
    UPFLOAT_AGAIN_DIFFERENCES,
)
from reference_engines.misreadings.dutch.making import (
    definitions,
    exchanged,
    instead,
    misreading,
    parts,
    without,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.downfloating.bracket import BracketCriterion
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading

_OF_THE_OTHER_EDITION = {
    DOWNFLOATER_SCORES: PAIRING_SCORE_DIFFERENCE,
    RESIDENT_DOWNFLOAT_AGAIN[1]: DOWNFLOAT_AGAIN[1],
    RESIDENT_DOWNFLOAT_AGAIN[2]: DOWNFLOAT_AGAIN[2],
    MDP_OPPONENT_UPFLOAT_AGAIN[1]: UPFLOAT_AGAIN[1],
    MDP_OPPONENT_UPFLOAT_AGAIN[2]: UPFLOAT_AGAIN[2],
    MDP_DOWNFLOAT_AGAIN_SCORES[1]: DOWNFLOAT_AGAIN_DIFFERENCES[1],
    MDP_DOWNFLOAT_AGAIN_SCORES[2]: DOWNFLOAT_AGAIN_DIFFERENCES[2],
    MDP_OPPONENT_UPFLOAT_AGAIN_SCORES[1]: UPFLOAT_AGAIN_DIFFERENCES[1],
    MDP_OPPONENT_UPFLOAT_AGAIN_SCORES[2]: UPFLOAT_AGAIN_DIFFERENCES[2],
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
        if upper.criterion is not BYE_SCORE:
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


_MISREAD: tuple[tuple[BracketCriterion, BracketCriterion, str], ...] = (
    (DOWNFLOATER_SCORES, misread.SUM_OF_SCORES, "added the scores of the downfloaters up"),
    (DOWNFLOATER_SCORES, misread.HIGHEST_SCORE, "looked at the highest score of a downfloater alone"),
    (PAIRING_SCORE_DIFFERENCE, misread.SUM_OF_DIFFERENCES, "added the score differences up"),
    (BYE_UNPLAYED_GAMES, misread.MOST_UNPLAYED_GAMES, "gave the bye to the player who has played least"),
    (BYE_UNPLAYED_GAMES, misread.UNPLAYED_IN_THE_LAST_BRACKET, "looked at the last bracket alone"),
    (TOPSCORER_COLOUR_DIFFERENCE, misread.DIFFERENCE_OF_ONE, "counted a colour difference of two"),
    (TOPSCORER_COLOUR_DIFFERENCE, misread.DIFFERENCE_OF_THREE, "counted from a colour difference of four on"),
    (TOPSCORER_COLOUR_DIFFERENCE, misread.DIFFERENCE_OF_BOTH_TOPSCORERS, "left out opponents who are not topscorers"),
    (TOPSCORER_THIRD_COLOUR, misread.EITHER_REPEATS, "counted a pair as soon as one of the two repeats a colour"),
    (TOPSCORER_THIRD_COLOUR, misread.THIRD_OF_BOTH_TOPSCORERS, "left out opponents who are not topscorers"),
    (COLOUR_PREFERENCE, misread.MILD_NOT_COUNTED, "took no notice of mild preferences"),
    (COLOUR_PREFERENCE, misread.NO_PREFERENCE_COUNTED, "counted players without a preference as well"),
    (STRONG_COLOUR_PREFERENCE, misread.ABSOLUTE_COUNTED, "counted two absolute preferences as well"),
    (STRONG_COLOUR_PREFERENCE, misread.STRONG_AGAINST_STRONG, "left absolute preferences out"),
    (RESIDENT_DOWNFLOAT_AGAIN[1], misread.RESIDENT_UPFLOAT_BEFORE, "counted residents who received an upfloat"),
    (MDP_OPPONENT_UPFLOAT_AGAIN[1], misread.MDP_OPPONENT_DOWNFLOAT_BEFORE, "counted those who received a downfloat"),
    (RESIDENT_DOWNFLOAT_AGAIN[1], misread.DOWNFLOAT_OF_THE_UNPAIRED, "counted moved-down players as well"),
    (RESIDENT_DOWNFLOAT_AGAIN[2], misread.DOWNFLOAT_OF_THE_UNPAIRED_2, "counted moved-down players as well"),
    (MDP_OPPONENT_UPFLOAT_AGAIN[1], misread.ANY_LOWER_UPFLOAT_AGAIN, "counted opponents of residents as well"),
    (MDP_OPPONENT_UPFLOAT_AGAIN[2], misread.ANY_LOWER_UPFLOAT_AGAIN_2, "counted opponents of residents as well"),
    (UPFLOAT_AGAIN[1], misread.ANY_LOWER_UPFLOAT_AGAIN, "counted opponents of the same score as well"),
    (UPFLOAT_AGAIN[2], misread.ANY_LOWER_UPFLOAT_AGAIN_2, "counted opponents of the same score as well"),
    (RESIDENT_DOWNFLOAT_AGAIN[2], misread.RESIDENT_WITHIN_TWO, "counted either of the two rounds before"),
    (MDP_OPPONENT_UPFLOAT_AGAIN[2], misread.MDP_OPPONENT_WITHIN_TWO, "counted either of the two rounds before"),
    (MDP_DOWNFLOAT_AGAIN_SCORES[1], misread.MDP_PAIRED_AGAIN, "took no notice of the limbo"),
    (MDP_DOWNFLOAT_AGAIN_SCORES[2], misread.MDP_PAIRED_AGAIN_2, "took no notice of the limbo"),
    (MDP_OPPONENT_UPFLOAT_AGAIN_SCORES[1], misread.SUM_FOR_OPPONENTS, "added the score differences up"),
    (MDP_OPPONENT_UPFLOAT_AGAIN_SCORES[2], misread.SUM_FOR_OPPONENTS_2, "added the score differences up"),
    (DOWNFLOAT_AGAIN[1], misread.DOWNFLOAT_OF_THE_UNPAIRED, "took no notice of those who are paired"),
    (DOWNFLOAT_AGAIN[2], misread.DOWNFLOAT_OF_THE_UNPAIRED_2, "took no notice of those who are paired"),
)


def misread_ones(text: DutchText) -> Iterator[Misreading]:
    """Yield criteria that count something else."""
    for one in text.criteria:
        for criterion, other, sentence in _MISREAD:
            if criterion is one.criterion:
                yield misreading(_dashed(other), f"{one.label} {sentence}", one.article, instead(criterion, other))


_DOWNFLOATS = (RESIDENT_DOWNFLOAT_AGAIN, MDP_DOWNFLOAT_AGAIN_SCORES, DOWNFLOAT_AGAIN, DOWNFLOAT_AGAIN_DIFFERENCES)
_UPFLOATS = (
    MDP_OPPONENT_UPFLOAT_AGAIN,
    MDP_OPPONENT_UPFLOAT_AGAIN_SCORES,
    UPFLOAT_AGAIN,
    UPFLOAT_AGAIN_DIFFERENCES,
)
_DIFFERENCES = (
    MDP_DOWNFLOAT_AGAIN_SCORES,
    MDP_OPPONENT_UPFLOAT_AGAIN_SCORES,
    DOWNFLOAT_AGAIN_DIFFERENCES,
    UPFLOAT_AGAIN_DIFFERENCES,
)
_GROUPS: tuple[tuple[str, str, tuple[BracketCriterion, ...]], ...] = (
    ("topscorer-colours", "colours of topscorers", (TOPSCORER_COLOUR_DIFFERENCE, TOPSCORER_THIRD_COLOUR)),
    ("colour-preferences", "colour preferences", (COLOUR_PREFERENCE, STRONG_COLOUR_PREFERENCE)),
    ("repeated-downfloats", "repeated downfloats", tuple(one[back] for one in _DOWNFLOATS for back in (1, 2))),
    ("repeated-upfloats", "repeated upfloats", tuple(one[back] for one in _UPFLOATS for back in (1, 2))),
    ("floats-of-the-previous-round", "floats of the previous round", tuple(one[1] for one in _DOWNFLOATS + _UPFLOATS)),
    ("floats-two-rounds-before", "floats of two rounds before", tuple(one[2] for one in _DOWNFLOATS + _UPFLOATS)),
    ("float-differences", "score differences of floats", tuple(one[back] for one in _DIFFERENCES for back in (1, 2))),
    ("repeated-floats", "repeated floats", tuple(one[back] for one in _DOWNFLOATS + _UPFLOATS for back in (1, 2))),
)


def several_left_out(text: DutchText) -> Iterator[Misreading]:
    """Yield groups of criteria that a program may not have at all."""
    for name, sentence, criteria in _GROUPS:
        among = [one for one in text.criteria if one.criterion in criteria]
        if len(among) < 2:  # noqa: PLR2004 - a single one is left out by itself
            continue
        labels = f"{', '.join(one.label for one in among[:-1])} and {among[-1].label}"
        yield misreading(
            f"{name}-left-out", f"{labels}, on {sentence}, were left out", among[0].article, without(*criteria)
        )


KINDS = (left_out, several_left_out, order_misreadings, edition_misreadings, misread_ones)
