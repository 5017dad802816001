"""
How near C5 and C9 come to deciding a round, and whom that concerns: the others decide often enough by themselves.

C5 decides where one upfloater of a low score stands against several of higher scores; C9 where all who can upfloat are
maximum upfloaters, and have been so differently often.
"""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING

from reference_engines.coverage.features import FAR, FeatureKind, Nearness
from reference_engines.dubov.criteria import COLOUR_PREFERENCE, MAXIMUM_UPFLOATERS, TIMES_UPFLOATED, UPFLOATERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.coverage.features import Feature
    from reference_engines.dubov.criteria import ScoregroupCriterion
    from reference_engines.dubov.edition import DubovText
    from reference_engines.dubov.participants import DubovScoregroup, Positions
    from reference_engines.dubov.rules import DubovRound

_ABOVE = (COLOUR_PREFERENCE, MAXIMUM_UPFLOATERS)
_PASSED_OVER, _SEVERAL = 120, 5
_LEFT_OUT, _MAXIMUM, _DIFFERENT, _OTHER = 256, 5, 20, 3


def nearness(at: DubovRound, feature: Feature) -> Nearness:
    """Measure how near a round comes to being decided by a criterion."""
    if feature.kind is not FeatureKind.DECISIVE:
        return FAR
    criterion = next((one.criterion for one in at.rules.criteria if one.label == feature.label), None)
    found = list(_in_brackets(at, criterion)) if criterion in (UPFLOATERS, TIMES_UPFLOATED) else []
    return max(found, key=attrgetter("strength"), default=FAR)


def groups_of(at: DubovRound) -> Iterator[tuple[DubovScoregroup, Positions]]:
    """Yield every scoregroup of the expected pairing, and the players who upfloat into it."""
    expected = at.expected_by_position
    unpaired = [position for position in range(at.players.size) if position != expected.bye]
    for paired in expected.trace.brackets:
        group = at.rules.group(at.participants, unpaired)
        yield group, paired.bracket.upfloaters
        unpaired = [position for position in group.pool if position not in paired.bracket.upfloaters]


def _in_brackets(at: DubovRound, criterion: ScoregroupCriterion | None) -> Iterator[Nearness]:
    scores, numbers = at.participants.scores, at.participants.numbers
    for group, taken in groups_of(at):
        if not taken:
            continue
        higher = [position for position in group.pool if scores[position] > scores[taken[-1]]]
        alike = [position for position in group.pool if scores[position] == scores[taken[-1]]]
        if criterion is UPFLOATERS:
            strength, concerned = _passed_over(group, taken, higher), (*group.residents, *higher)
        else:
            strength, concerned = _differently_often(at.rules, group, alike), tuple(alike)
        if strength > 0:
            yield Nearness(strength=strength, players=tuple(numbers[position] for position in concerned))


def _passed_over(group: DubovScoregroup, taken: Positions, higher: list[int]) -> int:
    """Whether an upfloater comes from below others, so that two of these and one more might do as well."""
    if len(taken) != 1 or not higher or len(group.residents) < 3:  # noqa: PLR2004 - as many as meet three upfloaters
        return 0
    return _PASSED_OVER + _SEVERAL * len(higher)


def _differently_often(text: DubovText, group: DubovScoregroup, alike: list[int]) -> int:
    """Whether there are several maximum upfloaters of the score that is needed, and few others."""
    participants = group.participants
    if participants.is_last_round:
        return 0
    times = [int(participants.upfloats[at]) for at in alike if participants.maximum_upfloaters[at]]
    strength = _MAXIMUM * len(times) + _DIFFERENT * len({*times}) - _OTHER * (len(alike) - len(times))
    if len({*times}) > 1 and _decides_if_others_stay_out(text, group):
        return _LEFT_OUT + strength
    return max(0, strength)


def _decides_if_others_stay_out(text: DubovText, group: DubovScoregroup) -> bool:
    """Whether C9 would decide if C7 and C8, which come before it, were left out."""
    kept = tuple(one for one in text.criteria if one.criterion not in _ABOVE)
    without = tuple(one for one in kept if one.criterion is not TIMES_UPFLOATED)
    return text.search.upfloaters(replace(text, criteria=kept), group) != text.search.upfloaters(
        replace(text, criteria=without), group
    )
