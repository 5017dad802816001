"""Coverage of the simple Swiss: the stages of the limits, the order of asking, and the rules of colours."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from reference_engines.coverage import cover_procedure
from reference_engines.coverage.features import Feature, list_procedure_features
from reference_engines.simple_swiss.colours import SimpleColourRule
from reference_engines.simple_swiss.edition import LimitStage, SimpleOptions
from reference_engines.simple_swiss.rules import DeviationRules, PairedGroup, SimpleRound, pair_by_deviation
from reference_engines.simple_swiss.walk import Turn, opponents_order, take_turns, turns_by_group

COLOURS = {
    SimpleColourRule.FIRST_ROUND.value: "from pair to pair, Black first",
    SimpleColourRule.FIRST_ROUND_REVERSED.value: "the lower half of an even number of pairs",
    SimpleColourRule.COLOURLESS.value: "in a later round, the higher ranked has Black",
    SimpleColourRule.BOTH.value: "both are granted",
    SimpleColourRule.STRONGER.value: "it is granted",
    SimpleColourRule.DIFFERENCE.value: "Black to whoever has had White more often",
    SimpleColourRule.ALTERNATION.value: "from the latest different colours",
    SimpleColourRule.HIGHER_RANKED.value: "whose preference is granted",
}
"""The rules that give a pair its colours, by name, with their meaning."""
_STAGES = {LimitStage.BOTH: "B1", LimitStage.DIFFERENCE: "B2", LimitStage.NONE: "B3"}
STEPS = {
    "B1": "a pair within both limits of colours",
    "B2": "a group is paired within A1 alone",
    "B3": "a group is paired without limits",
    "asked-on": "the first who is asked is not available",
    "upwards": "somebody of the upper half is taken",
    "goes-down": "nobody is available: down to the next group",
}
"""The steps of the procedure, by name, with their meaning."""

STEPS_OF_DEVIATION = {
    **{name: STEPS[name] for name in ("B1", "B2", "B3", "goes-down")},
    "otherwise": "a group is paired otherwise than by asking",
}
"""The same, where a group is paired by the smallest deviation."""


def _list_features(rules: Any) -> tuple[Feature, ...]:
    """Return the steps of asking, or of the smallest deviation, and colour rules."""
    steps = STEPS_OF_DEVIATION if isinstance(rules, DeviationRules) else STEPS
    return list_procedure_features(steps, COLOURS)


def _find_steps(paired_round: SimpleRound) -> Collection[str]:
    """Return the names of the steps that a round takes; raise NoLegalPairingError."""
    if isinstance(paired_round.rules, DeviationRules):
        return _deviation_step_names(paired_round)
    options = paired_round.rules.options
    asked_in_order, _ = take_turns(paired_round.participants, options)
    return frozenset(name for turn in asked_in_order for name in _turn_names(turn, options))


def _turn_names(turn: Turn, options: SimpleOptions) -> Iterator[str]:
    if turn.taken is None:
        yield "goes-down"
        return
    yield _STAGES[turn.stage]
    order = opponents_order(turn.group, options, turn.from_above)
    if turn.taken != order[0]:
        yield "asked-on"
    if turn.group.index(turn.taken) < turn.group.index(order[0]):
        yield "upwards"


def _deviation_step_names(paired_round: SimpleRound) -> frozenset[str]:
    """Return the names of the steps of a round paired by the smallest deviation; raise NoLegalPairingError."""
    participants, options = paired_round.participants, paired_round.rules.options
    groups, bye = pair_by_deviation(participants, options)
    pairs_by_asking = [
        {frozenset(pair) for pair in _list_pairs(turns)}
        for turns in turns_by_group(participants, options, bye)
        if turns
    ]
    return frozenset(
        name for group, pairs in zip(groups, pairs_by_asking, strict=True) for name in _group_names(group, pairs)
    )


def _list_pairs(turns: tuple[Turn, ...]) -> Iterator[tuple[int, int]]:
    return ((turn.player, turn.taken) for turn in turns if turn.taken is not None)


def _group_names(group: PairedGroup, pairs_by_asking: set[frozenset[int]]) -> Iterator[str]:
    if group.leavers:
        yield "goes-down"
    if group.pairs:
        yield _STAGES[group.stage]
    if {frozenset(pair) for pair in group.pairs} != pairs_by_asking:
        yield "otherwise"


COVERAGE = cover_procedure(steps=STEPS, colour_rules=COLOURS, features=_list_features, steps_taken=_find_steps)
