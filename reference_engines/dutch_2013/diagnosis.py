"""
The part of the engine of 2013 that failed although its matchings are proven: the packing, or the completion.

The completion finds for C.12 to C.14 how many pairs a bracket can have, and whether the lowest bracket can be paired.
Every complete pairing shows numbers that are possible.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.dutch_2013.assessment import fill_brackets
from reference_engines.dutch_2013.best import best_pairing, read_costs
from reference_engines.dutch_2013.criteria import MOVED_DOWN
from reference_engines.dutch_2013.procedure import best_outcome
from reference_engines.frame.results import Component, Diagnosis
from tournaments.points import points_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.players import Players
    from reference_engines.dutch_2013.bracket import BracketPairing, ScoreBracket
    from reference_engines.dutch_2013.open_points import Text2013
    from reference_engines.dutch_2013.procedure import AcceptedBracket
    from reference_engines.frame.results import RoundPairing

    Filled = tuple[ScoreBracket, BracketPairing]


def diagnose(text: Text2013, players: Players, pairing: RoundPairing, own: tuple[AcceptedBracket, ...]) -> Diagnosis:
    """Find the failed part if a complete and legal pairing is not worse than the procedure's ``own`` brackets."""
    ours = [(paired.bracket, paired.pairing) for paired in own]
    difference = _first_difference(ours, list(fill_brackets(text, players, pairing, own)))
    if difference is None:
        evidence = "the pairing that it made is the recorded one, and was not what it gave out"
        return Diagnosis(component=None, evidence=evidence)
    (bracket, accepted), theirs = difference
    where = (
        f"in the bracket of {points_text(int(bracket.players.score[(bracket.joined or bracket.residents)[0]]))} points"
    )
    wrong = next(_packing((bracket, accepted), theirs), None)
    if wrong is not None:
        return Diagnosis(component=Component.PACKING, evidence=f"{where} {wrong}")
    wrong = next(_completion([*ours, theirs]), None)
    if wrong is not None:
        return Diagnosis(component=Component.COMPLETION, evidence=wrong)
    return find_needless_backtracking(text, players, pairing) or Diagnosis(
        component=None, evidence=f"{where} {_describe_walk(bracket, accepted)}"
    )


def find_needless_backtracking(text: Text2013, players: Players, pairing: RoundPairing) -> Diagnosis | None:
    """Find a bracket that a complete and legal pairing fills although the engine calls it impossible (C.12, C.13)."""
    wrong = next(_completion(list(fill_brackets(text, players, pairing, ()))), None)
    return None if wrong is None else Diagnosis(component=Component.COMPLETION, evidence=wrong)


def _first_difference(ours: list[Filled], theirs: list[Filled]) -> tuple[Filled, Filled] | None:
    """Return the first bracket that two pairings fill differently, as each fills it."""
    pairs = zip(ours, theirs, strict=False)
    return next(((our, their) for our, their in pairs if our[1] != their[1]), None)


def _packing(ours: Filled, theirs: Filled) -> Iterator[str]:
    """Yield the differences between the packed costs of both candidates and the criteria."""
    for whose, (bracket, pairing) in (("our own", ours), ("the recorded", theirs)):
        for requirement, unpacked in read_costs(bracket, pairing):
            value = requirement.value(bracket, pairing)
            if unpacked != value:
                yield f"the costs of {whose} candidate say {unpacked} of {requirement.criterion.name}, which is {value}"


def _completion(brackets: list[Filled]) -> Iterator[str]:
    """Yield the brackets that are filled better than the engine takes to be possible."""
    for bracket, pairing in brackets:
        where = f"the bracket of {points_text(int(bracket.players.score[bracket.residents[0]]))} points"
        if bracket.readings.bye_is_no_opponent and bracket.incompatible_players:
            continue  # by that reading a bracket that could be completed is not paired
        below = best_outcome(bracket)
        if below is None:
            yield f"{where} is held not to be pairable, and is paired"
        elif below.possible_pairs < len(pairing.pairs) and below.unpaired >= MOVED_DOWN.value(bracket, pairing):
            yield f"{where} is held to have {below.possible_pairs} pairs at most, and has {len(pairing.pairs)}"


def _describe_walk(bracket: ScoreBracket, accepted: BracketPairing) -> str:
    if best_pairing(bracket) == accepted:
        return "the matchings are proven, and the costs of both candidates say what the criteria say"
    return "another candidate was taken on the way (C.6 to C.12) than the matchings lead to, which are proven"
