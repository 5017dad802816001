"""Coverage of the Lim System: the steps of its procedure, and the rules that give pairs their colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.coverage import cover_procedure
from reference_engines.lim.colours import LimColourRule
from reference_engines.lim.edition import FloatReason, LimStep, LimStepKind
from reference_engines.lim.participants import LARGEST_DIFFERENCE, LimParticipants
from reference_engines.lim.walk import follow_procedure, rank_opponents

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from reference_engines.lim.rules import LimRound

COLOURS = {
    LimColourRule.FIRST_ROUND.value: "odd numbers have the colour drawn",
    LimColourRule.DUE.value: "both have the colour that is due",
    LimColourRule.DIFFERENCE.value: "nobody has three more of one colour",
    LimColourRule.THREE_IN_A_ROW.value: "nobody has a colour three times in a row",
    LimColourRule.HISTORY.value: "the latest game in which the two differed",
    LimColourRule.RANK.value: "the same history: by rank",
    LimColourRule.NO_COLOUR.value: "neither has played",
}
"""The rules that give a pair its colours, by name, with their meaning."""
STEPS = {
    "proposed": "a proposed pairing stands",
    "exchange-compatible": "exchanged: the proposed two are not compatible",
    "exchange-completion": "exchanged: the others could not be paired",
    "exchange-colour": "exchanged for the sake of colours",
    "upwards": "a pairing made upwards",
    "floaters-opponent": "a floater is paired first",
    "floaters-colour": "a floater passes over an opponent",
    "floaters-from-below": "two from below: the lower is paired first",
    "two-floaters": "two floaters meet",
    "float-alone": "no compatible opponent in the scoregroup",
    "float-two-more": "no opponent there: two more of one colour",
    "float-twice-running": "no opponent there: one colour twice running",
    "float-even": "the number is made even",
    "float-blocked": "not all can be paired despite exchanges",
    "float-type": "the type decides who floats",
    "float-before": "who floated just before stays",
    "float-colour": "the colour due to more decides who floats",
    "float-on": "a floater floats on",
    "cracked-lower": "a pairing below the median is cracked",
    "cracked-higher": "a pairing above the median is cracked",
    "bye-passed-over": "the lowest rank is passed over",
}
"""The steps of the procedure, by name, with their meaning."""
_OF_REASON = {
    FloatReason.NO_OPPONENT: "float-alone",
    FloatReason.MAKE_EVEN: "float-even",
    FloatReason.BLOCKED: "float-blocked",
}


def _find_steps(paired_round: LimRound) -> Collection[str]:
    """Return the names of the steps that a round takes; raise NoLegalPairingError."""
    return frozenset(_step_names(paired_round))


def _step_names(paired_round: LimRound) -> Iterator[str]:
    participants = paired_round.participants
    for step in follow_procedure(participants, paired_round.rules.readings):
        if step.kind is LimStepKind.BYE:
            if step.rank.place or step.taken[0] != participants.size - 1:
                yield "bye-passed-over"
        elif step.kind is LimStepKind.CRACKING:
            yield "cracked-higher" if step.side > 0 else "cracked-lower"
        elif step.kind is LimStepKind.FLOATING:
            yield from _floating_names(participants, step)
        elif not step.undone:
            yield from _pair_names(participants, step)


def _floating_names(participants: LimParticipants, step: LimStep) -> Iterator[str]:
    if step.reason is not None:
        yield _OF_REASON[step.reason]
    if step.reason is FloatReason.NO_OPPONENT:
        yield from _colour_reasons(participants, step.taken[0], step.group)
    taken = step.rank
    if any(taken.types[:2]):
        yield "float-on"
    others = [rank for _, rank in step.ranks[1:] if rank.place < taken.place]
    if any(rank.types > taken.types for rank in others):
        yield "float-type"
    equal = [rank for rank in others if rank.types == taken.types]
    if any(rank.floated and not taken.floated for rank in equal):
        yield "float-before"
    if any(rank.floated == taken.floated and rank.against and not taken.against for rank in equal):
        yield "float-colour"


def _colour_reasons(participants: LimParticipants, floater: int, group: Collection[int]) -> Iterator[str]:
    """Yield the colour reasons for which a player has no opponent among players not yet met."""
    if any(player != floater and not participants.apart[floater, player] for player in group):
        if abs(participants[floater].difference) >= LARGEST_DIFFERENCE:
            yield "float-two-more"
        if participants[floater].repeated:
            yield "float-twice-running"


def _pair_names(participants: LimParticipants, step: LimStep) -> Iterator[str]:
    candidates = rank_opponents(participants, step.group[0], step.group[1:])
    place = step.group.index(step.taken[0]) - 1
    passed_for_colour = any(rank.place < place for _, rank in candidates.available)
    if step.side < 0:
        yield "upwards"
    if step.kind is LimStepKind.FLOATER:
        yield "floaters-opponent"
        from_below = [player for player in step.group if participants[player].score < step.score]
        if len(from_below) > 1 and step.group[0] in from_below:
            yield "floaters-from-below"
        scores = {participants[player].score for player in (step.group[0], step.taken[0])}
        if not any(participants.side(score) == 0 for score in scores) and step.side == 0:
            yield "two-floaters"
        if passed_for_colour:
            yield "floaters-colour"
        return
    if place == 0:
        yield "proposed"
    if passed_for_colour:
        yield "exchange-colour"
    elif place > 0:
        yield "exchange-completion" if candidates.passed_over else "exchange-compatible"


COVERAGE = cover_procedure(steps=STEPS, colour_rules=COLOURS, steps_taken=_find_steps)
