"""What a round exercises of the Dubov system of 1997: steps, limitations that barred somebody, rules of colours."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, ClassVar

from reference_engines.coverage.procedure import ProcedureCoverage
from reference_engines.dubov_1997.colours import Rule
from reference_engines.dubov_1997.orders import bye_key, choice_key, columns, dominating, to_black_key, to_white_key
from reference_engines.dubov_1997.steps import Step, StepKind
from reference_engines.dubov_1997.walk import steps

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from reference_engines.dubov_1997.rules import Dubov1997Round
    from reference_engines.dubov_1997.table import Table

COLOURS = {
    Rule.FIRST_ROUND.value: "lots for the first pair, alternating from there",
    Rule.DUE.value: "each due colour is given",
    Rule.EQUALISE.value: "numbers of games with Black and White",
    Rule.ALTERNATE.value: "the latest game with different colours",
    Rule.ARO.value: "White to the higher ARO",
    Rule.RATING.value: "White to the lower R",
    Rule.ALPHABET.value: "White to the first in the alphabet",
    Rule.DIFFERENCE.value: "a difference beyond two is avoided",
    Rule.THREE_IN_A_ROW.value: "a colour three times in a row is avoided",
}
"""What gives a pair its colours, by name, with its meaning."""
STEPS = {
    "2.2": "the first choice has had a point without playing",
    "2.5": "the first choice from below may not go up again",
    "2.6": "the first choice may not have the other colour",
    "4": "the bye in later rounds",
    "5 (kept apart)": "a first pair is not as the halves stand",
    "6.2": "a row as the columns stand",
    "6.3": "a row takes another black from the lower rows",
    "6.3 (row above)": "a row is changed so that a lower one can be filled",
    "6.3 (one column)": "two of one column meet",
    "6.4": "floaters are chosen",
    "7.1": "an opponent from below for whoever has none",
    "7.1 (none)": "no opponent from below: the player goes down",
    "7.2": "a player from below makes an odd group even",
    "7.3": "to the black column",
    "7.4": "to the white column",
    "8.1": "floaters of both colours take turns",
    "8.2": "a floater meets a player of the group",
    "8.2 (none)": "a floater finds nobody and goes on down",
    "completion": "a first choice would leave others unpaired",
}
"""What the procedure does, by article, with its meaning."""


class Dubov1997Coverage(ProcedureCoverage):
    """What rounds exercise of the Dubov system of 1997."""

    steps: ClassVar[Mapping[str, str]] = STEPS
    colour_rules: ClassVar[Mapping[str, str]] = COLOURS

    def steps_taken(self, paired_round: Dubov1997Round) -> Collection[str]:
        """Return the names of the articles that a round exercises; raise NoLegalPairingError."""
        table = paired_round.participants
        return articles_exercised(table, tuple(steps(table, paired_round.rules.readings)))


COVERAGE = Dubov1997Coverage()


def articles_exercised(table: Table, walked: Sequence[Step]) -> set[str]:
    """Return the names of the articles that steps exercise."""
    names: set[str] = set()
    free = set(range(table.size))
    for step in walked:
        names.update(_of_step(table, step, free))
        free -= set(step.taken if step.kind is StepKind.BYE else step.pair or ())
    for _, turns in groupby((step for step in walked if step.kind is StepKind.FLOATER), key=lambda step: step.score):
        if len({table.people[step.who].column for step in turns if step.who is not None}) > 1:
            names.add("8.1")
    return names


def _of_step(table: Table, step: Step, free: set[int]) -> Iterator[str]:
    if step.kind is StepKind.BYE:
        yield from _of_the_bye(table)
    elif step.kind is StepKind.FIRST_ROUND:
        if step.taken[0] != step.group[len(step.group) // 2]:
            yield "5 (kept apart)"
    elif step.kind is StepKind.FLOATER:
        yield "8.2" if step.taken else "8.2 (none)"
    elif step.kind is StepKind.LEAVING:
        yield "6.4"
    elif step.kind in (StepKind.ROW, StepKind.SPARE):
        yield from _of_a_row(table, step)
    else:
        yield from _of_a_transfer(table, step, free)
    if step.passed_over and step.kind in _LOOKING_AHEAD:
        yield "completion"


_LOOKING_AHEAD = (StepKind.BYE, StepKind.FIRST_ROUND, StepKind.FLOATER, StepKind.FROM_BELOW)


def _of_the_bye(table: Table) -> Iterator[str]:
    if table.round_number == 1:
        return
    yield "4"
    lowest = min(person.score for person in table.people)
    group = [at for at, person in enumerate(table.people) if person.score == lowest]
    colour = dominating(table, group)
    first = min(bye_key(table.people[at], colour) for at in group)
    may = [at for at in group if table.people[at].bye_allowed]
    if not may or first < min(bye_key(table.people[at], colour) for at in may):
        yield "2.2"


def _of_a_transfer(table: Table, step: Step, free: set[int]) -> Iterator[str]:
    """7.1 and 7.2, and 2.5 where somebody who comes earlier is barred."""
    if step.who is None:
        seeking, wanted = step.group, -dominating(table, step.group)
        yield "7.2"
    else:
        seeking, wanted = (step.who,), -table.people[step.who].column
        yield "7.1" if step.taken else "7.1 (none)"

    def place(player: int) -> tuple[object, ...]:
        person = table.people[player]
        return (-person.score, *choice_key(person, wanted))

    barred = (
        player
        for player in free
        if table.people[player].score < step.score
        and not table.people[player].transferable
        and table.meet[player, list(seeking)].any()
    )
    if any(not step.taken or place(player) < place(step.taken[0]) for player in barred):
        yield "2.5"


def _of_a_row(table: Table, step: Step) -> Iterator[str]:
    white, black = set(step.white), [player for player in step.black if player in step.group]
    if (step.who in white) == (step.taken[0] in white):
        yield "6.3 (one column)"
    else:
        yield "6.2" if step.taken[0] == black[0] else "6.3"
    if step.passed_over:
        yield "6.3 (row above)"
    if step.moved:
        yield "7.3" if step.moved[0] in step.black else "7.4"
    if _is_barred_from_moving(table, step):
        yield "2.6"


def _is_barred_from_moving(table: Table, step: Step) -> bool:
    """Whether others would be transferred between the columns, were it not for 2.6."""
    white, black = columns(table, (*step.white, *step.black))
    surplus = (len(white) - len(black)) // 2
    people = table.people
    first = (
        sorted(white, key=lambda player: to_black_key(people[player]))[:surplus]
        if surplus > 0
        else sorted(black, key=lambda player: to_white_key(people[player]))[:-surplus]
    )
    return bool(surplus) and set(first) != set(step.moved)
