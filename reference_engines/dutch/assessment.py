"""A given pairing judged by an edition of the Dutch system: what it violates, and what it is worth by criteria."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reference_engines.brackets.bracket import Bracket, Candidate, scoregroups
from reference_engines.brackets.criteria import FOLLOWING_BRACKET
from reference_engines.dutch.edition import BYE_SCORE
from reference_engines.dutch.generation import describe_generation
from reference_engines.hard_rules import broken, incomplete
from reference_engines.results import Assessment, BracketAssessment, BracketKind, CriterionValue

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.brackets.bracket import Brackets
    from reference_engines.dutch.edition import DutchText
    from reference_engines.hard_rules import Facts
    from reference_engines.players import Players
    from reference_engines.results import RoundPairing

_ALONE = -1
"""Partner of the player who has the bye."""


def assess(text: DutchText, facts: Facts, players: Players, pairing: RoundPairing, own: Brackets) -> Assessment:
    """Judge a pairing of a round; ``own`` are the rules' own brackets, none if the round has no pairing."""
    violations = broken(text.hard, facts, pairing)
    if incomplete(text.hard, facts, pairing):
        return Assessment(pairing=pairing, violations=violations, brackets=())
    partner = partners(players, pairing)
    brackets = tuple(
        _assess_bracket(text, number, bracket, partner)
        for number, bracket in enumerate(_cut_into_brackets(players, own, partner), start=1)
    )
    return Assessment(pairing=pairing, violations=violations, brackets=brackets)


# --- brackets --------------------------------------------------------------------------------------------------------


def partners(players: Players, pairing: RoundPairing) -> list[int]:
    """Return the position of everybody's opponent, by position."""
    position = {tpn: place for place, tpn in enumerate(players.tpn.tolist())}
    partner = [_ALONE] * players.size
    for pair in pairing.pairs:
        one, other = position[pair.white], position[pair.black]
        partner[one], partner[other] = other, one
    return partner


def _cut_into_brackets(players: Players, own: Brackets, partner: list[int]) -> Iterator[Bracket]:
    """
    Cut a pairing into brackets: a pair belongs where the lower scored of the two is a resident.

    As long as the pairing agrees with the rules' own, its brackets are of the kind that these met with.
    """
    kinds = _kinds(own, partner)
    mdps: tuple[int, ...] = ()
    for number, group in enumerate(scoregroups(players)):
        kind = kinds[number] if number < len(kinds) else BracketKind.ORDINARY
        bracket = replace(group, mdps=mdps, kind=kind)
        if kind is BracketKind.COLLAPSED_LAST:
            yield replace(bracket, last=players.size, next_last=players.size)
            return
        yield bracket
        mdps = tuple(p for p in bracket.positions.tolist() if partner[p] == _ALONE or partner[p] >= bracket.last)


def _kinds(own: Brackets, partner: list[int]) -> list[BracketKind]:
    """Return the kinds of the rules' own brackets as far as the pairing poses the same ones."""
    kinds = []
    for bracket, candidate in own:
        kinds.append(bracket.kind)
        if read_candidate(bracket, partner) != candidate:
            break
    return kinds


def read_candidate(bracket: Bracket, partner: list[int]) -> Candidate:
    """Return how a pairing, given by everybody's opponent, fills a bracket."""
    place = {position: index for index, position in enumerate(bracket.positions.tolist())}
    pairs = [(index, place[partner[position]]) for position, index in place.items() if partner[position] in place]
    return Candidate(
        pairs=tuple(pair for pair in pairs if pair[0] < pair[1]),
        downfloaters=tuple(index for position, index in place.items() if partner[position] not in place),
    )


def _assess_bracket(text: DutchText, number: int, bracket: Bracket, partner: list[int]) -> BracketAssessment:
    candidate = read_candidate(bracket, partner)
    judged = _as_judged(text, bracket, candidate)
    tpn = judged.take(judged.players.tpn).tolist()
    return BracketAssessment(
        number=number,
        kind=judged.kind,
        score=judged.resident_score,
        mdps=tuple(tpn[: judged.mdp_count]),
        residents=tuple(tpn[judged.mdp_count :]),
        pairs=tuple((tpn[one], tpn[other]) for one, other in candidate.pairs),
        downfloaters=tuple(tpn[place] for place in candidate.downfloaters),
        values=criterion_values(text, bracket, candidate),
        generation=describe_generation(judged, candidate, text.order),
    )


def _floating(bracket: Bracket, candidate: Candidate) -> list[int]:
    """Return the positions of the downfloaters."""
    positions: list[int] = bracket.positions[list(candidate.downfloaters)].tolist()
    return positions


def _as_judged(text: DutchText, bracket: Bracket, candidate: Candidate) -> Bracket:
    """Return the bracket as the candidate is to be judged in it."""
    return text.round_rules(bracket.players).as_judged(bracket, _floating(bracket, candidate))


def criterion_values(text: DutchText, bracket: Bracket, candidate: Candidate) -> tuple[CriterionValue, ...]:
    """Return the value of every criterion for a candidate of a bracket, in order of priority."""
    procedure = text.round_rules(bracket.players)
    floating = _floating(bracket, candidate)
    judged = procedure.as_judged(bracket, floating)
    special = {
        BYE_SCORE.name: lambda: procedure.bye_score(judged, floating),
        FOLLOWING_BRACKET.name: lambda: procedure.following_bracket(judged, floating),
    }
    return tuple(
        CriterionValue(
            label=numbered.label,
            article=numbered.article,
            name=numbered.criterion.name,
            sentence=numbered.criterion.sentence,
            value=special[numbered.criterion.name]()
            if numbered.criterion.name in special
            else numbered.criterion.value(judged, candidate),
        )
        for numbered in text.criteria
    )
