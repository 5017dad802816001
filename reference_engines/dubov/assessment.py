"""A given pairing judged: what it violates, what its bye is worth, and each of its brackets by criteria and order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reference_engines.bye_first import assess_bye_choice, bye_choice_values
from reference_engines.dubov.participants import PairedBracket, Shifts
from reference_engines.dubov.round import able_for_bye, bracket_of, keys_of
from reference_engines.hard_rules import broken, incomplete
from reference_engines.results import (
    EMPTY_GENERATION,
    Assessment,
    BracketAssessment,
    BracketKind,
    Choice,
    CriterionValue,
    GenerationStep,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from reference_engines.dubov.edition import DubovText
    from reference_engines.dubov.participants import DubovBracket, DubovPlayers, DubovScoregroup, Positions
    from reference_engines.hard_rules import Facts
    from reference_engines.results import RoundPairing


def assess(text: DubovText, facts: Facts, players: DubovPlayers, pairing: RoundPairing) -> Assessment:
    """Judge a pairing of a round."""
    violations = broken(text.hard, facts, pairing)
    if violations or incomplete(text.hard, facts, pairing):
        return Assessment(pairing=pairing, violations=violations, brackets=())
    return Assessment(pairing=pairing, violations=(), brackets=tuple(_steps(text, players, pairing)))


def _steps(text: DubovText, players: DubovPlayers, pairing: RoundPairing) -> Iterator[BracketAssessment]:
    """Yield the choice of the bye, if there is one, and the brackets from the top."""
    position = {tpn: place for place, tpn in enumerate(players.numbers)}
    partner: dict[int, int] = {}
    for pair in pairing.pairs:
        one, other = position[pair.white], position[pair.black]
        partner |= {one: other, other: one}
    unpaired, number = tuple(sorted(partner)), 1
    if pairing.bye is not None:
        bye = position[pairing.bye]
        values = bye_choice_values(text.bye_order, keys_of(players), able_for_bye(text, players), bye)
        yield assess_bye_choice(text.bye_order, values, players.players, bye)
        number = 2
    while unpaired:
        group = text.group(players, unpaired)
        residents = {*group.residents}
        upfloaters = tuple(at for at in group.pool if partner[at] in residents)
        bracket = bracket_of(text, group, upfloaters)
        yield _bracket(text, group, as_paired(text, bracket, partner), number)
        unpaired, number = tuple(at for at in group.pool if at not in upfloaters), number + 1


def as_paired(text: DubovText, bracket: DubovBracket, partner: dict[int, int]) -> PairedBracket:
    """
    Return the first shifts, S1 and T2 that make the pairs of a bracket.

    Of two who are paired within a subgroup, the one with the smaller sequence number is the one that was shifted.
    """
    first = _of_each_pair(text.numbered(bracket, smaller=True), partner)
    second = _of_each_pair(text.numbered(bracket, smaller=False, shifted=first), partner)
    shifts = Shifts(first=first, second=second)
    g1, _ = bracket.after(shifts)
    s1 = text.s1(bracket, g1)
    return PairedBracket(bracket=bracket, shifts=shifts, s1=s1, t2=tuple(partner[at] for at in s1))


def _of_each_pair(listed: Positions, partner: dict[int, int]) -> Positions:
    place = {position: number for number, position in enumerate(listed)}
    return tuple(position for position in listed if place.get(partner[position], -1) > place[position])


def _bracket(text: DubovText, group: DubovScoregroup, paired: PairedBracket, number: int) -> BracketAssessment:
    bracket, numbers = paired.bracket, group.participants.numbers

    def tpns(positions: Iterable[int]) -> tuple[int, ...]:
        return tuple(numbers[position] for position in positions)

    from_g1, from_g2 = paired.shifts.first, paired.shifts.second
    if not bracket.smaller_is_g1:
        from_g1, from_g2 = from_g2, from_g1
    choices = _choices(text, group, paired)
    return BracketAssessment(
        number=number,
        kind=BracketKind.ORDINARY,
        score=group.score,
        mdps=(),
        residents=tpns(group.residents),
        pairs=tuple(tpns(pair) for pair in sorted(paired.pairs)),  # type: ignore[misc]  # of two each
        upfloaters=tpns(bracket.upfloaters),
        downfloaters=(),
        values=tuple(values_of(text, group, paired)),
        generation=replace(
            EMPTY_GENERATION,
            choices=choices,
            key=tuple(choice.numbers for choice in choices),
            s1=tpns(group.participants.by_aro(bracket.g1)),
            s2=tpns(group.participants.by_tpn(bracket.g2)),
            moved_to_s2=tpns(from_g1),
            moved_to_s1=tpns(from_g2),
            opponents=tpns(paired.t2),
        ),
    )


def values_of(text: DubovText, group: DubovScoregroup, paired: PairedBracket) -> Iterator[CriterionValue]:
    """Yield the value of every criterion for a bracket as it was paired, in order of priority."""
    for numbered in text.criteria:
        criterion = numbered.criterion
        yield CriterionValue(
            label=numbered.label,
            article=numbered.article,
            name=criterion.name,
            sentence=criterion.sentence,
            value=criterion.value(group, paired.bracket.upfloaters, paired.pairs),
        )


def _choices(text: DubovText, group: DubovScoregroup, paired: PairedBracket) -> tuple[Choice, ...]:
    """Return the sets and the transposition by which a bracket is paired, by their sequence numbers (4; D)."""
    bracket, shifts, numbers = paired.bracket, paired.shifts, group.participants.numbers

    def choice(step: GenerationStep, chosen: Positions, listed: Sequence[int], s1: Positions = ()) -> Choice:
        place = {position: number for number, position in enumerate(listed, start=1)}
        return Choice(
            step=step,
            players=tuple(numbers[position] for position in chosen),
            numbers=tuple(place[position] for position in chosen),
            s1=tuple(numbers[position] for position in s1),
        )

    shifters = GenerationStep.SHIFTERS
    return (
        choice(GenerationStep.UPFLOATERS, bracket.upfloaters, group.pool),
        choice(shifters, shifts.first, text.numbered(bracket, smaller=True)),
        choice(shifters, shifts.second, text.numbered(bracket, smaller=False, shifted=shifts.first)),
        choice(GenerationStep.TRANSPOSITION, paired.t2, text.g2(bracket, paired.t2), paired.s1),
    )
