"""
Which part of the engine of 2013 failed, where its matchings are proven: the packing, or the completion.

The completion is what C.12 to C.14 ask of a bracket before it is paired: how many can be paired there, and whether the
lowest bracket can be paired at all. Any complete pairing shows how many can be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.dutch_2013.assessment import filled_brackets
from reference_engines.dutch_2013.best import best_pairing, read_costs
from reference_engines.dutch_2013.criteria import MOVED_DOWN
from reference_engines.dutch_2013.procedure import best_outcome
from reference_engines.results import Diagnosis, Part
from tournaments.points import points_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.dutch_2013.bracket import BracketPairing, ScoreBracket
    from reference_engines.dutch_2013.procedure import AcceptedBracket
    from reference_engines.dutch_2013.rules import Rules2013
    from reference_engines.players import Players
    from reference_engines.results import RoundPairing

    Filled = tuple[ScoreBracket, BracketPairing]


def diagnose(text: Rules2013, players: Players, pairing: RoundPairing, own: tuple[AcceptedBracket, ...]) -> Diagnosis:
    """Tell which part failed if a complete and legal pairing is not worse than the procedure's ``own`` brackets."""
    ours = [(paired.bracket, paired.pairing) for paired in own]
    parted = _first_difference(ours, list(filled_brackets(text, players, pairing, own)))
    if parted is None:
        evidence = "the pairing that it made is the recorded one, and was not what it gave out"
        return Diagnosis(part=None, evidence=evidence)
    (bracket, accepted), theirs = parted
    where = (
        f"in the bracket of {points_text(int(bracket.players.score[(bracket.joined or bracket.residents)[0]]))} points"
    )
    wrong = next(_packing((bracket, accepted), theirs), None)
    if wrong is not None:
        return Diagnosis(part=Part.PACKING, evidence=f"{where} {wrong}")
    wrong = next(_completion([*ours, theirs]), None)
    if wrong is not None:
        return Diagnosis(part=Part.COMPLETION, evidence=wrong)
    return find_needless_backtracking(text, players, pairing) or Diagnosis(
        part=None, evidence=f"{where} {_walked(bracket, accepted)}"
    )


def find_needless_backtracking(text: Rules2013, players: Players, pairing: RoundPairing) -> Diagnosis | None:
    """Tell what of a complete and legal pairing is held to be impossible in a bracket (C.12, C.13), and is done."""
    wrong = next(_completion(list(filled_brackets(text, players, pairing, ()))), None)
    return None if wrong is None else Diagnosis(part=Part.COMPLETION, evidence=wrong)


def _first_difference(ours: list[Filled], theirs: list[Filled]) -> tuple[Filled, Filled] | None:
    """Return the first bracket in which two pairings part, as both fill it."""
    pairs = zip(ours, theirs, strict=False)
    return next(((one, other) for one, other in pairs if one[1] != other[1]), None)


def _packing(ours: Filled, theirs: Filled) -> Iterator[str]:
    """Yield what the packed costs of both candidates say otherwise than the criteria."""
    for whose, (bracket, pairing) in (("our own", ours), ("the recorded", theirs)):
        for criterion, said in read_costs(bracket, pairing):
            value = criterion.value(bracket, pairing)
            if said != value:
                yield f"the costs of {whose} candidate say {said} of {criterion.name}, which is {value}"


def _completion(brackets: list[Filled]) -> Iterator[str]:
    """Yield brackets that are filled better than they are held to be fillable."""
    for bracket, pairing in brackets:
        where = f"the bracket of {points_text(int(bracket.players.score[bracket.residents[0]]))} points"
        if bracket.readings.bye_is_no_opponent and bracket.without_opponent:
            continue  # by that reading a bracket that could be completed is not paired
        below = best_outcome(bracket)
        if below is None:
            yield f"{where} is held not to be pairable, and is paired"
        elif below.made < len(pairing.pairs) and below.unpaired >= MOVED_DOWN.value(bracket, pairing):
            yield f"{where} is held to have {below.made} pairs at most, and has {len(pairing.pairs)}"


def _walked(bracket: ScoreBracket, accepted: BracketPairing) -> str:
    if best_pairing(bracket) == accepted:
        return "the matchings are proven, and the costs of both candidates say what the criteria say"
    return "another candidate was taken on the way (C.6 to C.12) than the matchings lead to, which are proven"
