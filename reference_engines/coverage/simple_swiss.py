"""What a round exercises of the simple Swiss: the stage of the limits, how far was asked, and the rules of colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from reference_engines.coverage.procedure import ProcedureCoverage
from reference_engines.simple_swiss.colours import Rule
from reference_engines.simple_swiss.deviation import paired_by_deviation
from reference_engines.simple_swiss.deviation_rules import DeviationRules
from reference_engines.simple_swiss.edition import Stage
from reference_engines.simple_swiss.walk import asked, groups_asked, turns

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from reference_engines.simple_swiss.deviation import PairedGroup
    from reference_engines.simple_swiss.edition import Options
    from reference_engines.simple_swiss.rules import SimpleRound
    from reference_engines.simple_swiss.walk import Ask

COLOURS = {
    Rule.FIRST_ROUND.value: "from pair to pair, Black first",
    Rule.FIRST_ROUND_TURNED.value: "the lower half of an even number of pairs",
    Rule.COLOURLESS.value: "in a later round, the higher ranked has Black",
    Rule.BOTH.value: "both are granted",
    Rule.STRONGER.value: "it is granted",
    Rule.DIFFERENCE.value: "Black to whoever has had White more often",
    Rule.ALTERNATION.value: "from the latest different colours",
    Rule.HIGHER_RANKED.value: "whose preference is granted",
}
"""What gives a pair its colours, by name, with its meaning."""
_STAGES = {Stage.BOTH: "B1", Stage.DIFFERENCE: "B2", Stage.NONE: "B3"}
STEPS = {
    "B1": "a pair within both limits of colours",
    "B2": "a group is paired within A1 alone",
    "B3": "a group is paired without limits",
    "asked-on": "the first who is asked is not available",
    "upwards": "somebody of the upper half is taken",
    "goes-down": "nobody is available: down to the next group",
}
"""What the procedure does, by name, with its meaning."""

STEPS_OF_DEVIATION = {
    **{name: STEPS[name] for name in ("B1", "B2", "B3", "goes-down")},
    "otherwise": "a group is paired otherwise than by asking",
}
"""The same, where a group is paired by the smallest deviation."""


class SimpleCoverage(ProcedureCoverage):
    """What rounds exercise of the simple Swiss."""

    steps: ClassVar[Mapping[str, str]] = STEPS
    colour_rules: ClassVar[Mapping[str, str]] = COLOURS

    def steps_of(self, rules: Any) -> Mapping[str, str]:
        """Return the steps of asking, or those of the smallest deviation."""
        return STEPS_OF_DEVIATION if isinstance(rules, DeviationRules) else self.steps

    def steps_taken(self, paired_round: SimpleRound) -> Collection[str]:
        """Return the names of what the procedure does in a round; raise NoLegalPairingError."""
        if isinstance(paired_round.rules, DeviationRules):
            return _groups_exercised(paired_round)
        options = paired_round.rules.options
        asked_in_order, _ = turns(paired_round.participants, options)
        return frozenset(name for ask in asked_in_order for name in _of_turn(ask, options))


COVERAGE = SimpleCoverage()


def _of_turn(ask: Ask, options: Options) -> Iterator[str]:
    if ask.taken is None:
        yield "goes-down"
        return
    yield _STAGES[ask.stage]
    order = asked(ask.group, options, ask.from_above)
    if ask.taken != order[0]:
        yield "asked-on"
    if ask.group.index(ask.taken) < ask.group.index(order[0]):
        yield "upwards"


def _groups_exercised(paired_round: SimpleRound) -> frozenset[str]:
    """Return the names of what comparing the ways to pair a group does in a round; raise NoLegalPairingError."""
    table, options = paired_round.participants, paired_round.rules.options
    groups, bye = paired_by_deviation(table, options)
    asked_for = [{frozenset(pair) for pair in _pairs_of(asks)} for asks in groups_asked(table, options, bye) if asks]
    return frozenset(name for group, pairs in zip(groups, asked_for, strict=True) for name in _of_group(group, pairs))


def _pairs_of(asks: tuple[Ask, ...]) -> Iterator[tuple[int, int]]:
    return ((ask.asks, ask.taken) for ask in asks if ask.taken is not None)


def _of_group(group: PairedGroup, asked_for: set[frozenset[int]]) -> Iterator[str]:
    if group.leavers:
        yield "goes-down"
    if group.pairs:
        yield _STAGES[group.stage]
    if {frozenset(pair) for pair in group.pairs} != asked_for:
        yield "otherwise"
