"""A given pairing judged: what it violates, what its bye is worth, and each of its brackets by the criteria."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reference_engines.brackets.bracket import Candidate
from reference_engines.brackets.criteria import FOLLOWING_BRACKET
from reference_engines.burstein.edition import LookAhead
from reference_engines.burstein.round import values_ahead, values_of_choice
from reference_engines.bye_first import assess_bye_choice
from reference_engines.hard_rules import broken, incomplete
from reference_engines.results import (
    EMPTY_GENERATION,
    Assessment,
    BracketAssessment,
    BracketKind,
    CriterionValue,
    Generation,
    GenerationStep,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.burstein.edition import BursteinText
    from reference_engines.burstein.participants import RankedBracket, RankedPlayers
    from reference_engines.hard_rules import Facts
    from reference_engines.results import RoundPairing


def assess(text: BursteinText, facts: Facts, players: RankedPlayers, pairing: RoundPairing) -> Assessment:
    """Judge a pairing of a round that is not a seeding round."""
    violations = broken(text.hard, facts, pairing)
    if violations or incomplete(text.hard, facts, pairing):
        return Assessment(pairing=pairing, violations=violations, brackets=())
    return Assessment(pairing=pairing, violations=(), brackets=tuple(_steps(text, players, pairing)))


def _steps(text: BursteinText, players: RankedPlayers, pairing: RoundPairing) -> Iterator[BracketAssessment]:
    """Yield the choice of the bye, if there is one, and the brackets from the top."""
    others, number = players, 1
    if pairing.bye is not None:
        bye = players.numbers.index(pairing.bye)
        yield assess_bye_choice(text.bye_order, values_of_choice(text, players, bye), players.players, bye)
        others, number = players.without(bye), 2
    partner = _partners(others, pairing)
    floaters: tuple[int, ...] = ()
    for number_, group in enumerate(others.scoregroups(), start=number):
        bracket = replace(group, mdps=floaters)
        candidate = candidate_of(bracket, partner)
        yield _bracket(text, others, bracket, candidate, number_)
        floaters = bracket.floating(candidate)


def _partners(players: RankedPlayers, pairing: RoundPairing) -> list[int]:
    """Return the position of everybody's opponent, by position."""
    position = {tpn: place for place, tpn in enumerate(players.numbers)}
    partner = [0] * len(position)
    for pair in pairing.pairs:
        one, other = position[pair.white], position[pair.black]
        partner[one], partner[other] = other, one
    return partner


def candidate_of(bracket: RankedBracket, partner: list[int]) -> Candidate:
    """Return how a pairing, given by everybody's opponent, fills a bracket."""
    place = {position: at for at, position in enumerate(bracket.positions.tolist())}
    opponent = {at: place.get(partner[position]) for position, at in place.items()}
    return Candidate(
        pairs=tuple((at, other) for at, other in opponent.items() if other is not None and at < other),
        downfloaters=tuple(at for at, other in opponent.items() if other is None),
    )


def _bracket(
    text: BursteinText, participants: RankedPlayers, bracket: RankedBracket, candidate: Candidate, number: int
) -> BracketAssessment:
    numbers = tuple(bracket.take(bracket.players.tpn).tolist())
    incoming = set(bracket.mdps)
    is_incoming = [position in incoming for position in bracket.positions.tolist()]
    return BracketAssessment(
        number=number,
        kind=BracketKind.ORDINARY,
        score=bracket.resident_score,
        mdps=tuple(tpn for tpn, came in zip(numbers, is_incoming, strict=True) if came),
        residents=tuple(tpn for tpn, came in zip(numbers, is_incoming, strict=True) if not came),
        pairs=tuple((numbers[one], numbers[other]) for one, other in candidate.pairs),
        downfloaters=tuple(numbers[place] for place in candidate.downfloaters),
        values=tuple(values_of(text, bracket, candidate)),
        generation=replace(
            generation(text, numbers, candidate),
            ranks=tuple(participants.index_in_words(position) for position in bracket.positions.tolist()),
        ),
    )


def values_of(text: BursteinText, bracket: RankedBracket, candidate: Candidate) -> Iterator[CriterionValue]:
    """Yield the value of every criterion for a candidate of a bracket, in order of priority."""
    for numbered in text.criteria:
        criterion = numbered.criterion
        if criterion is not FOLLOWING_BRACKET:
            told = [(criterion.name, criterion.sentence, criterion.value(bracket, candidate))]
        else:
            ahead = values_ahead(text, bracket, bracket.floating(candidate))
            told = [
                (f"following_{name}", f"{sentence}, in the following bracket", value)
                for (name, sentence), value in zip(_looked_at_ahead(text), ahead, strict=True)
            ]
        for name, sentence, value in told:
            yield CriterionValue(
                label=numbered.label, article=numbered.article, name=name, sentence=sentence, value=value
            )


def _looked_at_ahead(text: BursteinText) -> list[tuple[str, str]]:
    if text.look_ahead is LookAhead.WHOLLY_OR_NOT:
        return [("compliance", "whether not everything is complied with")]
    return [(criterion.name, criterion.sentence) for criterion in text.objective.before]


def generation(text: BursteinText, numbers: tuple[int, ...], candidate: Candidate) -> Generation:
    """Describe where a candidate stands in the order of pairings (4.3; D.1)."""
    opponent: dict[int, int | None] = dict.fromkeys(candidate.downfloaters)
    opponent |= {one: other for pair in candidate.pairs for one, other in (pair, pair[::-1])}
    size = len(numbers)
    key = tuple(text.order.opponents(place, size).index(opponent[place]) for place in range(size))
    faced = (opponent[place] for place in range(size))
    sequence = tuple(numbers[place if other is None else other] for place, other in enumerate(faced))
    # There are no S1 and S2 here: `s1` holds everybody by BSN.
    return replace(EMPTY_GENERATION, s1=numbers, sequence=sequence, step=GenerationStep.OPPONENTS, key=(key,))
