"""What a round exercises of the Lim System: who floated and why, how pairings were exchanged, what was cracked."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from reference_engines.coverage.procedure import ProcedureCoverage
from reference_engines.lim.colours import Rule
from reference_engines.lim.scrutiny import opponents
from reference_engines.lim.steps import Reason, StepKind
from reference_engines.lim.walk import steps

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from reference_engines.lim.rules import LimRound
    from reference_engines.lim.steps import Step
    from reference_engines.lim.table import Table

COLOURS = {
    Rule.FIRST_ROUND.value: "odd numbers have the colour drawn",
    Rule.DUE.value: "both have the colour that is due",
    Rule.DIFFERENCE.value: "nobody has three more of one colour",
    Rule.THREE_IN_A_ROW.value: "nobody has a colour three times in a row",
    Rule.HISTORY.value: "the latest game in which the two differed",
    Rule.RANK.value: "the same history: by rank",
    Rule.NO_COLOUR.value: "neither has played",
}
"""What gives a pair its colours, by name, with its meaning."""
STEPS = {
    "proposed": "a proposed pairing stands",
    "exchange-compatible": "exchanged: the proposed two are not compatible",
    "exchange-completion": "exchanged: the others could not be paired",
    "exchange-colour": "exchanged for the sake of colours",
    "upwards": "a pairing made upwards",
    "floaters-opponent": "a floater is paired first",
    "floaters-colour": "a floater passes over an opponent",
    "two-floaters": "two floaters meet",
    "float-alone": "no compatible opponent in the scoregroup",
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
"""What the procedure does, by name, with its meaning."""
_OF_REASON = {Reason.NO_OPPONENT: "float-alone", Reason.MAKE_EVEN: "float-even", Reason.BLOCKED: "float-blocked"}


class LimCoverage(ProcedureCoverage):
    """What rounds exercise of the Lim System."""

    steps: ClassVar[Mapping[str, str]] = STEPS
    colour_rules: ClassVar[Mapping[str, str]] = COLOURS

    def steps_taken(self, paired_round: LimRound) -> Collection[str]:
        """Return the names of what the procedure does in a round; raise NoLegalPairingError."""
        return frozenset(_steps_exercised(paired_round))


COVERAGE = LimCoverage()


def _steps_exercised(paired_round: LimRound) -> Iterator[str]:
    table = paired_round.participants
    for step in steps(table, paired_round.rules.readings):
        if step.kind is StepKind.BYE:
            if step.rank.place or step.taken[0] != table.size - 1:
                yield "bye-passed-over"
        elif step.kind is StepKind.CRACKING:
            yield "cracked-higher" if step.side > 0 else "cracked-lower"
        elif step.kind is StepKind.FLOATING:
            yield from _of_floating(step)
        elif not step.undone:
            yield from _of_pair(table, step)


def _of_floating(step: Step) -> Iterator[str]:
    if step.reason is not None:
        yield _OF_REASON[step.reason]
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


def _of_pair(table: Table, step: Step) -> Iterator[str]:
    found = opponents(table, step.group[0], step.group[1:])
    place = step.group.index(step.taken[0]) - 1
    passed_for_colour = any(rank.place < place for _, rank in found.available)
    if step.side < 0:
        yield "upwards"
    if step.kind is StepKind.FLOATER:
        yield "floaters-opponent"
        scores = {table.people[player].score for player in (step.group[0], step.taken[0])}
        if not any(table.side(score) == 0 for score in scores) and step.side == 0:
            yield "two-floaters"
        if passed_for_colour:
            yield "floaters-colour"
        return
    if place == 0:
        yield "proposed"
    if passed_for_colour:
        yield "exchange-colour"
    elif place > 0:
        yield "exchange-completion" if found.passed_over else "exchange-compatible"
