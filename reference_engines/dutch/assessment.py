"""The assessment of a given pairing by an edition of the Dutch system: its violations, and its value by criteria."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reference_engines.definitions.hard_rules import RoundFacts, find_incomplete, find_violations
from reference_engines.definitions.history import NOBODY
from reference_engines.downfloating.bracket import FOLLOWING_BRACKET, Bracket, Brackets, Candidate, scoregroups
from reference_engines.dutch.criteria import BYE_SCORE
from reference_engines.dutch.generation import describe_generation
from reference_engines.frame.results import Assessment, BracketAssessment, BracketKind, CriterionValue, RoundPairing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.players import Players
    from reference_engines.dutch.edition import DutchText

BracketKey = tuple[int, BracketKind, tuple[int, ...], Candidate]
"""A bracket with a pairing: its number, its kind, the moved-down players, and the candidate."""


def assess(
    text: DutchText,
    facts: RoundFacts,
    players: Players,
    pairing: RoundPairing,
    own: Brackets,
    known: dict[BracketKey, BracketAssessment],
) -> Assessment:
    """
    Judge a pairing of a round; ``own`` are the rules' own brackets, none if the round has no pairing.

    ``known`` are brackets of the round that were judged before, to which new ones are added: pairings of a round have
    most brackets in common, and the look-ahead of a bracket is slow.
    """
    violations = find_violations(text.hard, facts, pairing)
    if find_incomplete(text.hard, facts, pairing):
        return Assessment(pairing=pairing, violations=violations, brackets=())
    opponents = players.opponents(pairing)
    brackets = tuple(
        _assess_bracket(text, number, bracket, bracket.read_candidate(opponents), known)
        for number, bracket in enumerate(_cut_into_brackets(players, own, opponents), start=1)
    )
    return Assessment(pairing=pairing, violations=violations, brackets=brackets)


def _cut_into_brackets(players: Players, own: Brackets, opponents: list[int]) -> Iterator[Bracket]:
    """
    Cut a pairing into brackets: a pair belongs to the bracket in which its lower scored player is a resident.

    As long as the pairing agrees with the rules' own, its brackets have the kinds of the rules' brackets.
    """
    kinds = _kinds(own, opponents)
    mdps: tuple[int, ...] = ()
    for number, group in enumerate(scoregroups(players)):
        kind = kinds[number] if number < len(kinds) else BracketKind.ORDINARY
        bracket = replace(group, mdps=mdps, kind=kind)
        if kind is BracketKind.COLLAPSED_LAST:
            yield replace(bracket, last=players.size, next_last=players.size)
            return
        yield bracket
        mdps = tuple(p for p in bracket.positions.tolist() if opponents[p] == NOBODY or opponents[p] >= bracket.last)


def _kinds(own: Brackets, opponents: list[int]) -> list[BracketKind]:
    """Return the kinds of the rules' own brackets down to the first in which the pairing differs."""
    kinds = []
    for bracket, candidate in own:
        kinds.append(bracket.kind)
        if bracket.read_candidate(opponents) != candidate:
            break
    return kinds


def _assess_bracket(
    text: DutchText, number: int, bracket: Bracket, candidate: Candidate, known: dict[BracketKey, BracketAssessment]
) -> BracketAssessment:
    key = number, bracket.kind, bracket.mdps, candidate
    if key not in known:
        known[key] = _judge_bracket(text, number, bracket, candidate)
    return known[key]


def _judge_bracket(text: DutchText, number: int, bracket: Bracket, candidate: Candidate) -> BracketAssessment:
    judged = _bracket_to_judge(text, bracket, candidate)
    tpn = judged.take(judged.players.tpn).tolist()
    return BracketAssessment(
        number=number,
        kind=judged.kind,
        score=judged.resident_score,
        mdps=tuple(tpn[: judged.mdp_count]),
        residents=tuple(tpn[judged.mdp_count :]),
        pairs=tuple((tpn[higher], tpn[lower]) for higher, lower in candidate.pairs),
        downfloaters=tuple(tpn[place] for place in candidate.downfloaters),
        values=criterion_values(text, bracket, candidate),
        generation=describe_generation(judged, candidate, text.order),
    )


def _bracket_to_judge(text: DutchText, bracket: Bracket, candidate: Candidate) -> Bracket:
    """Return the bracket with [C9] switched on if the candidate is subject to it."""
    return text.round_rules(bracket.players).as_judged(bracket, bracket.downfloater_positions(candidate))


def criterion_values(text: DutchText, bracket: Bracket, candidate: Candidate) -> tuple[CriterionValue, ...]:
    """Return the value of every criterion for a candidate of a bracket, in order of priority."""
    procedure, downfloaters = text.round_rules(bracket.players), bracket.downfloater_positions(candidate)
    judged = procedure.as_judged(bracket, downfloaters)
    values_by_search = {
        BYE_SCORE.name: procedure.bye_score,
        FOLLOWING_BRACKET.name: procedure.following_bracket,
    }
    return tuple(
        numbered.criterion_value(
            values_by_search[numbered.criterion.name](judged, downfloaters)
            if numbered.criterion.name in values_by_search
            else judged.value(numbered.criterion, candidate)
        )
        for numbered in text.criteria
    )
