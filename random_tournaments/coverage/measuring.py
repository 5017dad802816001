"""
Which features a round exercises.

Measured is what the regulation decides of a recorded round, that is the engine's own pairing of it on the recorded
history, whoever made the pairing on record.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import numpy as np

from random_tournaments.coverage.features import (
    FLOATS_AND_BYES,
    Circumstance,
    Feature,
    FeatureKind,
    circumstance,
    colour_rule,
)
from random_tournaments.coverage.procedures import exercised
from reference_engines.dutch.criteria import DOWN, UP
from reference_engines.dutch.generation import generation
from reference_engines.dutch.leaving_out import is_decisive, without_forbidden_pairs
from reference_engines.dutch.session import DutchSession
from reference_engines.results import BracketKind
from reference_engines.team.leaving_out import is_decisive as decides_among_teams
from reference_engines.team.session import TeamSession

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.engine import Session
    from reference_engines.field import Field
    from reference_engines.history import IntArray
    from reference_engines.results import Generation, RoundPairing
    from tournaments.model import Event

Wanted = Collection[Feature]


def features_of_round(session: Session, event: Event, round_number: int, wanted: Wanted) -> frozenset[Feature]:
    """
    Return those of the wanted features that the round exercises.

    Raise NoLegalPairingError or UnsupportedEventError where the engine has no pairing of the round.
    """
    if isinstance(session, DutchSession):
        return frozenset(_of_dutch_round(session, round_number, wanted))
    if isinstance(session, TeamSession):
        return frozenset(_of_team_round(session, round_number, wanted))
    names = exercised(session, round_number)
    if names is None:
        return frozenset(_of_any_round(session, event, round_number))
    taken = {feature for feature in wanted if feature.name in names}
    return frozenset(taken.union(_of_scores(session, round_number, _scores(event, round_number))))


# --- Dutch -----------------------------------------------------------------------------------------------------------


def _of_dutch_round(session: DutchSession, round_number: int, wanted: Wanted) -> Iterator[Feature]:
    pairing = session.pair(round_number)
    for feature in wanted:
        if feature.kind is FeatureKind.DECISIVE and is_decisive(session, round_number, feature.label):
            yield feature
    asked = {feature.name for feature in wanted if feature.kind is FeatureKind.CIRCUMSTANCE}
    found = set(_circumstances(session, round_number, pairing, asked))
    yield from (circumstance(which) for which in found if which.value in asked)
    if any(feature.kind is FeatureKind.UNMET for feature in wanted):
        unmet = _unmet(session, round_number, pairing)
        yield from (feature for feature in wanted if feature.kind is FeatureKind.UNMET and feature.label in unmet)
    colours = {feature for feature in wanted if feature.kind is FeatureKind.COLOUR}
    if colours:
        yield from colours & _colour_rules(session, round_number, pairing)


def _circumstances(
    session: DutchSession, round_number: int, pairing: RoundPairing, asked: set[str]
) -> Iterator[Circumstance]:
    field = session.field(round_number)
    if asked & {which.value for which in FLOATS_AND_BYES} or Circumstance.TOPSCORER_EXCEPTION.value in asked:
        yield from _floats_and_byes(field, pairing)
    if asked & {which.value for which in _OF_BRACKETS}:
        yield from _of_brackets(session, round_number)
    if Circumstance.FORBIDDEN_PAIRS.value in asked and without_forbidden_pairs(session, round_number):
        yield Circumstance.FORBIDDEN_PAIRS


_OF_BRACKETS = frozenset(Circumstance) - {
    *FLOATS_AND_BYES,
    Circumstance.TOPSCORER_EXCEPTION,
    Circumstance.FORBIDDEN_PAIRS,
}


def _floats_and_byes(field: Field, pairing: RoundPairing) -> Iterator[Circumstance]:
    pairs = _positions(field, pairing)
    if pairing.bye is not None:
        yield Circumstance.PAB
        yield Circumstance.FLOAT
        if pairing.bye != int(field.tpn[-1]):
            yield Circumstance.PAB_CHOICE
    one, other = pairs[:, 0], pairs[:, 1]
    float_ = np.zeros(field.size, dtype=np.int64)
    float_[one] = np.sign(field.score[one] - field.score[other])
    float_[other] = -float_[one]
    if np.any(float_):
        yield Circumstance.FLOAT
    if pairing.bye is not None:
        float_[field.tpn == pairing.bye] = DOWN
    if any(bool(np.any((float_ == before) & np.isin(before, (DOWN, UP)))) for before in field.floated):
        yield Circumstance.FLOAT_REPEATED
    if np.any((field.absolute[one] != 0) & (field.absolute[one] == field.absolute[other])):
        yield Circumstance.TOPSCORER_EXCEPTION


def _positions(field: Field, pairing: RoundPairing) -> IntArray:
    """(pairs, 2) positions, the higher ranked player first."""
    place = {tpn: position for position, tpn in enumerate(field.tpn.tolist())}
    pairs = [sorted((place[pair.white], place[pair.black])) for pair in pairing.pairs]
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


def _of_brackets(session: DutchSession, round_number: int) -> Iterator[Circumstance]:
    for bracket, candidate in session.brackets(round_number):
        if bracket.kind is not BracketKind.ORDINARY:
            yield Circumstance.COLLAPSE
        yield from _steps(generation(bracket, candidate), bracket.mdp_count)


def _steps(found: Generation, mdps: int) -> Iterator[Circumstance]:
    """Tell the steps of the sequence that had to be taken to come to a candidate."""
    paired, opponents = found.key[0], found.key[1]
    if found.limbo:
        yield Circumstance.LIMBO
    if paired != tuple(range(len(paired))):
        yield Circumstance.MDP_SELECTION
    if opponents != tuple(range(mdps, mdps + len(opponents))):
        yield Circumstance.MDP_TRANSPOSITION
    if found.moved_to_s1:
        yield Circumstance.EXCHANGE
    if found.opponents != _natural_opponents(found):
        yield Circumstance.TRANSPOSITION


def _natural_opponents(found: Generation) -> tuple[int, ...]:
    """Return whom S1 would meet by S2 as it stands after the exchange."""
    s2 = (set(found.s2) - set(found.moved_to_s1)) | set(found.moved_to_s2)
    in_order = [tpn for tpn in found.s1 + found.s2 if tpn in s2]
    return tuple(in_order[: len(found.opponents)])


def _unmet(session: DutchSession, round_number: int, pairing: RoundPairing) -> frozenset[str]:
    brackets = session.assess(round_number, pairing).brackets
    return frozenset(value.label for bracket in brackets for value in bracket.values if any(value.value))


def _colour_rules(session: DutchSession, round_number: int, pairing: RoundPairing) -> set[Feature]:
    field = session.field(round_number)
    return {colour_rule(article) for article in session.allocation(field, _positions(field, pairing)).article}


# --- any system ------------------------------------------------------------------------------------------------------


def _of_team_round(session: TeamSession, round_number: int, wanted: Wanted) -> Iterator[Feature]:
    """Tell which criteria decide among teams, and what can be told of any round."""
    for feature in wanted:
        if feature.kind is FeatureKind.DECISIVE and decides_among_teams(session, round_number, feature.label):
            yield feature
    score = {number: session.table.score(number, round_number) for number in session.table.by_number}
    yield from _of_scores(session, round_number, score)
    yield from _named_colour_rules(session, round_number)


def _of_any_round(session: Session, event: Event, round_number: int) -> Iterator[Feature]:
    """Tell what needs no knowledge of the system."""
    yield from _of_scores(session, round_number, _scores(event, round_number))
    yield from _named_colour_rules(session, round_number)


def _scores(event: Event, round_number: int) -> dict[int, int]:
    return {
        player.tpn: sum(event.scoring.points(entry) for entry in player.rounds[: round_number - 1])
        for player in event.players
    }


def _of_scores(session: Session, round_number: int, score: dict[int, int]) -> Iterator[Feature]:
    """Tell floats and byes by the scores before the round."""
    pairing = session.pair(round_number)
    if pairing.bye is not None or any(score[pair.white] != score[pair.black] for pair in pairing.pairs):
        yield circumstance(Circumstance.FLOAT)
    if pairing.bye is not None:
        yield circumstance(Circumstance.PAB)
        paired = {tpn for pair in pairing.pairs for tpn in pair.players}
        last = max((*paired, pairing.bye), key=lambda tpn: (-score[tpn], tpn))
        if pairing.bye != last:
            yield circumstance(Circumstance.PAB_CHOICE)


def _named_colour_rules(session: Session, round_number: int) -> Iterator[Feature]:
    """Tell the colour rules that the engine names."""
    pairing = session.pair(round_number)
    name_rule = getattr(session, "colour_rule", None)
    rules = (name_rule(round_number, pair) for pair in pairing.pairs) if name_rule else ()
    yield from {colour_rule(rule.article) for rule in rules if rule is not None}
