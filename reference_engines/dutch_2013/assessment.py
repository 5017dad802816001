"""The assessment of a given pairing by the text of 2013: its violations and shortfalls, bracket by bracket."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reference_engines.definitions.hard_rules import find_incomplete, find_violations
from reference_engines.dutch_2013.best import best_pairing
from reference_engines.dutch_2013.bracket import BracketPairing, ScoreBracket, scoregroups
from reference_engines.dutch_2013.criteria import B3_FACTOR, FLOATERS_SCORES, LEFT_OVER, MOVED_DOWN, RELAXED
from reference_engines.dutch_2013.order import generation
from reference_engines.dutch_2013.procedure import NOTHING_MISSING, best_outcome, shortfall_below
from reference_engines.frame.results import Assessment, BracketAssessment, BracketKind, CriterionValue
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.hard_rules import RoundFacts
    from reference_engines.definitions.players import Players
    from reference_engines.dutch_2013.bracket import Text2013
    from reference_engines.dutch_2013.procedure import AcceptedBracket, BracketOutcome
    from reference_engines.frame.results import RoundPairing


def assess(
    text: Text2013, facts: RoundFacts, players: Players, pairing: RoundPairing, own: tuple[AcceptedBracket, ...]
) -> Assessment:
    """Judge a pairing of a round; ``own`` are the procedure's own brackets, none if the round has no pairing."""
    violations = find_violations(text.hard, facts, pairing)
    if find_incomplete(text.hard, facts, pairing):
        return Assessment(pairing=pairing, violations=violations, brackets=())
    filled = _fill_all(text, players, pairing, own)
    brackets = tuple(_assess_bracket(number, part) for number, part in enumerate(filled, start=1))
    return Assessment(pairing=pairing, violations=violations, brackets=brackets)


def fill_brackets(
    text: Text2013, players: Players, pairing: RoundPairing, own: tuple[AcceptedBracket, ...]
) -> Iterator[tuple[ScoreBracket, BracketPairing]]:
    """Return the brackets and the pairings with which a complete pairing fills them."""
    return ((filled.bracket, filled.pairing) for filled in _fill_all(text, players, pairing, own))


def _fill_all(
    text: Text2013, players: Players, pairing: RoundPairing, own: tuple[AcceptedBracket, ...]
) -> Iterator[_Filled]:
    return _cut_into_brackets(tuple(scoregroups(players, text.readings)), own, players.opponents(pairing))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Filled:
    """A bracket as a given pairing fills it, and the bracket below."""

    bracket: ScoreBracket
    pairing: BracketPairing
    below: ScoreBracket | None


def _cut_into_brackets(
    groups: tuple[ScoreBracket, ...], own: tuple[AcceptedBracket, ...], opponents: list[int]
) -> Iterator[_Filled]:
    """
    Cut a pairing into brackets: a pair belongs to the bracket in which its lower scored player is a resident.

    As long as the pairing agrees with the procedure's own, its lowest bracket is joined in the same way.
    """
    posed: ScoreBracket | None = _posed(groups, own, 0) if groups else None
    number = 0
    while posed is not None:
        bracket, pairing = _fill_bracket(posed, opponents)
        below = None if bracket.is_last else _posed(groups, own, number + 1)
        if below is not None:
            below = replace(below, mdps=pairing.downfloaters)
        yield _Filled(bracket=bracket, pairing=pairing, below=below)
        if number >= len(own) or own[number].pairing != pairing:
            own = ()
            below = None if bracket.is_last else replace(_posed(groups, own, number + 1), mdps=pairing.downfloaters)
        posed, number = below, number + 1


def _fill_bracket(posed: ScoreBracket, opponents: list[int]) -> tuple[ScoreBracket, BracketPairing]:
    """Set incompatible players apart (C.1), and fill the bracket; an illegal pair of such players is kept."""
    bracket = posed.set_incompatible_apart()
    pairing = _filled(bracket, opponents)
    paired = {place for pair in pairing.pairs for place in pair}
    return replace(bracket, apart=tuple(place for place in bracket.apart if place not in paired)), pairing


def _posed(groups: tuple[ScoreBracket, ...], own: tuple[AcceptedBracket, ...], number: int) -> ScoreBracket:
    """Return the bracket of that number, joined if the procedure's own bracket is joined."""
    if number < len(own) and own[number].bracket.joined:
        return own[number].bracket
    return groups[number]


def _filled(bracket: ScoreBracket, opponents: list[int]) -> BracketPairing:
    inside = [*bracket.mdps, *bracket.joined, *bracket.residents]
    here = set(inside)
    return BracketPairing(
        pairs=tuple((place, opponents[place]) for place in inside if place < opponents[place] in here),
        downfloaters=tuple(place for place in inside if opponents[place] not in here),
    )


def _assess_bracket(number: int, filled: _Filled) -> BracketAssessment:
    bracket, pairing = filled.bracket, filled.pairing
    tpn = bracket.players.tpn
    return BracketAssessment(
        number=number,
        kind=BracketKind.COLLAPSED_LAST if bracket.joined else BracketKind.ORDINARY,
        score=int(bracket.players.score[(bracket.joined or bracket.residents)[0]]),
        mdps=tuple(tpn[list(bracket.mdps)].tolist()),
        residents=tuple(tpn[[*bracket.joined, *bracket.residents]].tolist()),
        pairs=tuple((int(tpn[higher]), int(tpn[lower])) for higher, lower in pairing.pairs),
        downfloaters=tuple(tpn[list(pairing.downfloaters)].tolist()),
        values=tuple(_values(filled)),
        generation=generation(bracket, pairing),
    )


def _values(filled: _Filled) -> Iterator[CriterionValue]:
    bracket, pairing, below = filled.bracket, filled.pairing, filled.below
    for requirement in (MOVED_DOWN, LEFT_OVER):
        yield requirement.criterion_value((requirement.value(bracket, pairing),))
    yield FLOATERS_SCORES.criterion_value(_scores_left_over(bracket, pairing))
    missing = NOTHING_MISSING if below is None else shortfall_below(below, _with_first(bracket, below))
    yield CriterionValue(
        label="C12",
        article="C.12",
        name="bracket_below",
        sentence="moved-down players and then pairs that are missing in the bracket below",
        value=(below.size if below else 0, 0, 0) if missing is None else missing,
    )
    for requirement in (B3_FACTOR, *RELAXED):
        yield requirement.criterion_value((requirement.value(bracket, pairing),))


def _with_first(bracket: ScoreBracket, below: ScoreBracket) -> BracketOutcome | None:
    """Return the outcome of the bracket below with the players whom the procedure moves down at first (C.12)."""
    first = best_pairing(bracket)
    if first is None or len(first.downfloaters) != len(below.mdps):
        return None
    return best_outcome(replace(below, mdps=first.downfloaters))


def _scores_left_over(bracket: ScoreBracket, pairing: BracketPairing) -> tuple[int, ...]:
    """Return the scores of the downfloaters, highest first; D.4 judges the player with the bye."""
    if bracket.is_last:
        return ()
    return tuple(sorted(bracket.players.score[list(pairing.downfloaters)].tolist(), reverse=True))
