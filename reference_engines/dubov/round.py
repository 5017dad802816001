"""A round, paired and assessed: the bye first, then scoregroup by scoregroup from the top (1.9, 3; A.8, B)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reference_engines.definitions.bye_first import assess_bye, choose_bye
from reference_engines.definitions.hard_rules import RoundFacts, find_incomplete, find_violations
from reference_engines.definitions.history import NOBODY
from reference_engines.downfloating.completion import impossible
from reference_engines.dubov.participants import DubovBracket, PairedBracket, Shifts
from reference_engines.frame.results import (
    EMPTY_GENERATION,
    Assessment,
    BracketAssessment,
    BracketKind,
    Choice,
    CriterionValue,
    GenerationStep,
)
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from reference_engines.dubov.edition import DubovText
    from reference_engines.dubov.participants import DubovPlayers, DubovScoregroup, Positions
    from reference_engines.frame.results import RoundPairing


@dataclass(frozen=True, slots=True, kw_only=True)
class DubovTrace:
    """The choices by which a round was paired."""

    bye: int | None
    """Position of the player with the bye."""
    brackets: tuple[PairedBracket, ...]


def pair_round(text: DubovText, players: DubovPlayers) -> DubovTrace:
    """Pair a round; raise NoLegalPairingError if that is impossible (1.9.3; A.8)."""
    bye = choose_bye(text, players)
    unpaired = tuple(position for position in range(players.players.size) if position != bye)
    brackets = []
    while unpaired:
        group = text.group(players, unpaired)
        upfloaters = text.search.upfloaters(text, group)
        if upfloaters is None:
            raise impossible(players.players)
        paired = pair_bracket(text, form_bracket(text, group, upfloaters))
        brackets.append(paired)
        unpaired = tuple(position for position in group.pool if position not in upfloaters)
    return DubovTrace(bye=bye, brackets=tuple(brackets))


def form_bracket(text: DubovText, group: DubovScoregroup, upfloaters: Positions) -> DubovBracket:
    """Divide a scoregroup with its upfloaters into G1 and G2 (3.2.3; B.1)."""
    participants, members = group.participants, (*group.residents, *upfloaters)
    if is_halved(text, participants, members):
        in_order = participants.sort_by_tpn(members)
        g1 = in_order[: len(members) // 2]
    else:
        g1 = tuple(position for position in members if participants.prefers_white[position])
    g2 = tuple(position for position in members if position not in {*g1})
    return DubovBracket(participants=participants, residents=group.residents, upfloaters=upfloaters, g1=g1, g2=g2)


def is_halved(text: DubovText, participants: DubovPlayers, members: Positions) -> bool:
    """Whether G1 is the upper half, as no player has played a game (3.2.3; B.1, DUBOV-BEGINNERS)."""
    if text.halves_first_round_only:
        return participants.round_number == 1
    return bool(participants.beginners[list(members)].all())


def pair_bracket(text: DubovText, bracket: DubovBracket) -> PairedBracket:
    """Shift between the subgroups, and find the first transposition (3.2.4 to 3.2.6; B.1)."""
    shifts = text.search.shifts(text, bracket)
    g1, g2 = bracket.after(shifts)
    s1 = text.s1(bracket, g1)
    t2 = text.search.transposition(bracket, s1, text.g2(bracket, g2))
    return PairedBracket(bracket=bracket, shifts=shifts, s1=s1, t2=t2)


def assess(text: DubovText, facts: RoundFacts, players: DubovPlayers, pairing: RoundPairing) -> Assessment:
    """Judge a pairing of a round."""
    violations = find_violations(text.hard, facts, pairing)
    if violations or find_incomplete(text.hard, facts, pairing):
        return Assessment(pairing=pairing, violations=violations, brackets=())
    return Assessment(pairing=pairing, violations=(), brackets=tuple(_steps(text, players, pairing)))


def _steps(text: DubovText, players: DubovPlayers, pairing: RoundPairing) -> Iterator[BracketAssessment]:
    """Yield the choice of the bye, if the round has a bye, and the brackets from the top."""
    opponents = players.players.opponents(pairing)
    unpaired, number = tuple(at for at, opponent in enumerate(opponents) if opponent != NOBODY), 1
    if pairing.bye is not None:
        yield assess_bye(text, players, players.numbers.index(pairing.bye))
        number = 2
    while unpaired:
        group = text.group(players, unpaired)
        residents = {*group.residents}
        upfloaters = tuple(at for at in group.pool if opponents[at] in residents)
        bracket = form_bracket(text, group, upfloaters)
        yield _assess_bracket(text, group, read_paired_bracket(text, bracket, opponents), number)
        unpaired, number = tuple(at for at in group.pool if at not in upfloaters), number + 1


def read_paired_bracket(text: DubovText, bracket: DubovBracket, opponents: Sequence[int]) -> PairedBracket:
    """
    Return the first shifts, S1 and T2 that make the pairs of a bracket.

    In a pair within a subgroup, the player with the smaller sequence number was shifted.
    """
    first = _first_of_each_pair(text.number_shifters(bracket, smaller=True), opponents)
    second = _first_of_each_pair(text.number_shifters(bracket, smaller=False, shifted=first), opponents)
    shifts = Shifts(first=first, second=second)
    g1, _ = bracket.after(shifts)
    s1 = text.s1(bracket, g1)
    return PairedBracket(bracket=bracket, shifts=shifts, s1=s1, t2=tuple(opponents[at] for at in s1))


def _first_of_each_pair(listed: Positions, opponents: Sequence[int]) -> Positions:
    place = {position: number for number, position in enumerate(listed)}
    return tuple(position for position in listed if place.get(opponents[position], -1) > place[position])


def _assess_bracket(text: DubovText, group: DubovScoregroup, paired: PairedBracket, number: int) -> BracketAssessment:
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
        values=tuple(criterion_values(text, group, paired)),
        generation=replace(
            EMPTY_GENERATION,
            choices=choices,
            key=tuple((len(choice.numbers), *choice.numbers) for choice in choices),  # no more shifters than needed
            s1=tpns(group.participants.sort_by_aro(bracket.g1)),
            s2=tpns(group.participants.sort_by_tpn(bracket.g2)),
            moved_to_s2=tpns(from_g1),
            moved_to_s1=tpns(from_g2),
            opponents=tpns(paired.t2),
        ),
    )


def criterion_values(text: DubovText, group: DubovScoregroup, paired: PairedBracket) -> Iterator[CriterionValue]:
    """Yield the value of every criterion for a bracket as it was paired, in order of priority."""
    for numbered in text.criteria:
        yield numbered.criterion_value(numbered.criterion.value(group, paired.pairs, paired.bracket.upfloaters))


def _choices(text: DubovText, group: DubovScoregroup, paired: PairedBracket) -> tuple[Choice, ...]:
    """Return the sets and the transposition of a paired bracket, by sequence numbers (4; D)."""
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
        choice(shifters, shifts.first, text.number_shifters(bracket, smaller=True)),
        choice(shifters, shifts.second, text.number_shifters(bracket, smaller=False, shifted=shifts.first)),
        choice(GenerationStep.TRANSPOSITION, paired.t2, text.g2(bracket, paired.t2), paired.s1),
    )
