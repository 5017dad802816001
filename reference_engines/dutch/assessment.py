"""A given pairing judged by an edition of the Dutch system: what it violates, and what it is worth by criteria."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.dutch.bracket import Bracket, Candidate, scoregroups
from reference_engines.dutch.edition import BYE_SCORE, FOLLOWING_BRACKET
from reference_engines.dutch.generation import generation
from reference_engines.results import (
    Assessment,
    BracketAssessment,
    BracketKind,
    CriterionValue,
    NoLegalPairingError,
    RoundPairing,
    Violation,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.dutch.edition import DutchEdition
    from reference_engines.dutch.session import DutchSession
    from reference_engines.field import Field

_ALONE = -1
"""Partner of the player who has the bye."""


def assess(session: DutchSession, round_number: int, pairing: RoundPairing) -> Assessment:
    """Judge a pairing of the round."""
    field = session.field(round_number)
    violations, is_complete = violations_of(session, field, pairing)
    if not is_complete:
        return Assessment(pairing=pairing, violations=violations, brackets=())
    partner = _partners(field, pairing)
    brackets = tuple(
        _assess_bracket(session, round_number, number, bracket, partner)
        for number, bracket in enumerate(_brackets_of(session, round_number, partner), start=1)
    )
    return Assessment(pairing=pairing, violations=violations, brackets=brackets)


# --- legality, without any search ------------------------------------------------------------------------------------


def violations_of(session: DutchSession, field: Field, pairing: RoundPairing) -> tuple[tuple[Violation, ...], bool]:
    """Return the absolute rules that a pairing breaks, and whether everybody is paired exactly once."""
    incomplete = tuple(_incomplete(field, pairing))
    meetings = _forbidden_meetings(session, field, pairing)
    byes = _bye_violations(session.engine.rules, field, pairing)
    return (*incomplete, *meetings, *byes), not incomplete


def _incomplete(field: Field, pairing: RoundPairing) -> Iterator[Violation]:
    """Everybody to be paired appears exactly once, and nobody else does."""
    named = Counter([tpn for pair in pairing.pairs for tpn in (pair.white, pair.black)])
    if pairing.bye is not None:
        named[pairing.bye] += 1
    present = set(field.tpn.tolist())
    for tpn in sorted(set(named) - present):
        yield _plain((tpn,), f"Player {tpn} is paired although not to be paired in this round.")
    for tpn in sorted(present - set(named)):
        yield _plain((tpn,), f"Player {tpn} is to be paired but has neither an opponent nor the only bye.")
    for tpn, times in sorted(named.items()):
        if times > 1:
            yield _plain((tpn,), f"Player {tpn} appears {times} times in this round.")
    if pairing.bye is not None and not field.is_odd:
        yield _plain((pairing.bye,), f"Player {pairing.bye} has the bye although the number of players is even.")


def _plain(players: tuple[int, ...], sentence: str) -> Violation:
    return Violation(label="", article="C.04.1:3", players=players, sentence=sentence)


def _forbidden_meetings(session: DutchSession, field: Field, pairing: RoundPairing) -> Iterator[Violation]:
    position = {tpn: place for place, tpn in enumerate(field.tpn.tolist())}
    rules = session.engine.rules
    for pair in pairing.pairs:
        one, other = position.get(pair.white), position.get(pair.black)
        if one is None or other is None or field.allowed[one, other] or one == other:
            continue
        yield _forbidden_meeting(session, field, rules, (one, other))


def _forbidden_meeting(session: DutchSession, field: Field, rules: DutchEdition, pair: tuple[int, int]) -> Violation:
    """Say why two players may not meet: they have met, both must have one colour, or the organiser forbids it."""
    one, other = pair
    players = (int(field.tpn[one]), int(field.tpn[other]))
    names = f"Players {players[0]} and {players[1]}"
    met = _round_of_meeting(session, field, pair)
    if met is not None:
        return Violation(
            label="C1",
            article=rules.absolute_articles[0],
            players=players,
            sentence=f"{names} have already played each other in round {met}.",
        )
    wish = int(field.absolute[one])
    if wish and wish == field.absolute[other] and not (field.topscorer[one] or field.topscorer[other]):
        colour = "White" if wish == 1 else "Black"
        return Violation(
            label="C3",
            article=rules.absolute_articles[2],
            players=players,
            sentence=f"{names} both have an absolute preference for {colour} and neither is a topscorer.",
        )
    return Violation(label="", article="forbidden pairs", players=players, sentence=f"{names} are a forbidden pair.")


def _round_of_meeting(session: DutchSession, field: Field, pair: tuple[int, int]) -> int | None:
    column, other = (int(field.column[place]) for place in pair)
    history = session.history
    rows = range(field.round_number - 1)
    met = (row + 1 for row in rows if history.played[row, column] and history.opponent[row, column] == other)
    return next(met, None)


def _bye_violations(rules: DutchEdition, field: Field, pairing: RoundPairing) -> Iterator[Violation]:
    if pairing.bye is None:
        return
    place = np.flatnonzero(field.tpn == pairing.bye)
    if place.size and not field.bye_allowed[place[0]]:
        yield Violation(
            label="C2",
            article=rules.absolute_articles[1],
            players=(pairing.bye,),
            sentence=f"Player {pairing.bye} may not receive the pairing-allocated bye (again).",
        )


# --- brackets --------------------------------------------------------------------------------------------------------


def _partners(field: Field, pairing: RoundPairing) -> list[int]:
    """Return the position of everybody's opponent, by position."""
    position = {tpn: place for place, tpn in enumerate(field.tpn.tolist())}
    partner = [_ALONE] * field.size
    for pair in pairing.pairs:
        one, other = position[pair.white], position[pair.black]
        partner[one], partner[other] = other, one
    return partner


def _brackets_of(session: DutchSession, round_number: int, partner: list[int]) -> Iterator[Bracket]:
    """
    Cut a pairing into brackets: a pair belongs where the lower scored of the two is a resident.

    As long as the pairing agrees with the engine's own, its brackets are of the kind that the engine met with.
    """
    kinds = _kinds(session, round_number, partner)
    mdps: tuple[int, ...] = ()
    for number, group in enumerate(scoregroups(session.field(round_number))):
        kind = kinds[number] if number < len(kinds) else BracketKind.ORDINARY
        bracket = replace(group, mdps=mdps, kind=kind)
        if kind is BracketKind.COLLAPSED_LAST:
            yield replace(bracket, last=session.field(round_number).size, next_last=session.field(round_number).size)
            return
        yield bracket
        mdps = tuple(p for p in bracket.positions.tolist() if partner[p] == _ALONE or partner[p] >= bracket.last)


def _kinds(session: DutchSession, round_number: int, partner: list[int]) -> list[BracketKind]:
    """Return the kinds of the engine's brackets as far as the pairing poses the same ones."""
    kinds = []
    try:
        own = session.brackets(round_number)
    except NoLegalPairingError:
        return []
    for bracket, candidate in own:
        kinds.append(bracket.kind)
        if _candidate_of(bracket, partner) != candidate:
            break
    return kinds


def _candidate_of(bracket: Bracket, partner: list[int]) -> Candidate:
    place = {position: index for index, position in enumerate(bracket.positions.tolist())}
    pairs = [(index, place[partner[position]]) for position, index in place.items() if partner[position] in place]
    return Candidate(
        pairs=tuple(pair for pair in pairs if pair[0] < pair[1]),
        downfloaters=tuple(index for position, index in place.items() if partner[position] not in place),
    )


def _assess_bracket(
    session: DutchSession, round_number: int, number: int, bracket: Bracket, partner: list[int]
) -> BracketAssessment:
    candidate = _candidate_of(bracket, partner)
    rules = session.round_rules(round_number)
    floating = bracket.positions[list(candidate.downfloaters)].tolist()
    posed = rules.posed(bracket, floating)
    tpn = posed.take(posed.field.tpn).tolist()
    special = {
        BYE_SCORE.name: lambda: rules.bye_score(posed, floating),
        FOLLOWING_BRACKET.name: lambda: rules.following_bracket(posed, floating),
    }
    values = tuple(
        CriterionValue(
            label=numbered.label,
            article=numbered.article,
            name=numbered.criterion.name,
            sentence=numbered.criterion.sentence,
            value=special[numbered.criterion.name]()
            if numbered.criterion.name in special
            else numbered.criterion.value(posed, candidate),
        )
        for numbered in session.engine.rules.criteria
    )
    return BracketAssessment(
        number=number,
        kind=posed.kind,
        score=posed.resident_score,
        mdps=tuple(tpn[: posed.mdp_count]),
        residents=tuple(tpn[posed.mdp_count :]),
        pairs=tuple((tpn[one], tpn[other]) for one, other in candidate.pairs),
        downfloaters=tuple(tpn[place] for place in candidate.downfloaters),
        values=values,
        generation=generation(posed, candidate),
    )
