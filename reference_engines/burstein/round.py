"""
A round, paired and assessed: the bye first, then bracket by bracket from the top (1.9, 3; A.8, B).

The best candidate of a bracket is found by matching the players of the bracket and all players below (C4). The same
matching decides how well the following bracket complies. It presupposes that two floaters of a bracket do not meet each
other in the following bracket: two who may meet are paired before, which leaves fewer floaters or scores.

The players below are many, so the bracket is paired first as if its floaters could go anywhere. Where the round can be
completed with these floaters, no candidate of the whole problem is better or earlier.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.burstein.edition import (
    Absolute,
    BursteinObjective,
    BursteinSearch,
    BursteinText,
    OpponentOrder,
)
from reference_engines.definitions.bye_first import assess_bye, can_be_left_over, choose_bye
from reference_engines.downfloating.bracket import FOLLOWING_BRACKET, Candidate, candidate_of_mates
from reference_engines.downfloating.completion import FloatTargets, impossible, players_below
from reference_engines.frame import results
from reference_engines.matching import first_best, largest
from reference_engines.packing import Present, Term, contributed_terms, decision_rows, pack
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from reference_engines.burstein.participants import RankedBracket, RankedPlayers
    from reference_engines.downfloating.bracket import BracketCriterion
    from reference_engines.frame.results import RoundPairing
    from reference_engines.matching_proofs import Mates

Brackets = tuple[tuple["RankedBracket", "Candidate"], ...]
Value = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BursteinTrace:
    """The choices by which a round was paired."""

    bye: int | None
    """Position of the player with the bye."""
    brackets: Brackets
    """Positions count the players without the player with the bye."""

    def position(self, place: int) -> int:
        """Return the position of a player among all players of the round."""
        return place if self.bye is None or place < self.bye else place + 1


def pair_brackets(
    text: BursteinText, players: RankedPlayers, bye: int | None
) -> Iterator[tuple[RankedBracket, Candidate]]:
    """Yield the paired brackets of a round from the top; raise NoLegalPairingError if that is impossible."""
    others = players if bye is None else players.without(bye)
    floaters: tuple[int, ...] = ()
    for scoregroup in others.scoregroups():
        bracket = replace(scoregroup, mdps=floaters)
        candidate = text.search.best(text, bracket, text.objective)
        if candidate is None:
            raise impossible(players.players)
        yield bracket, candidate
        floaters = bracket.downfloater_positions(candidate)
    if floaters:
        raise impossible(players.players)


def pair_round(text: BursteinText, players: RankedPlayers) -> BursteinTrace:
    """Pair a round; raise NoLegalPairingError if that is impossible (1.9.3; A.8)."""
    bye = choose_bye(text, players)
    return BursteinTrace(bye=bye, brackets=tuple(pair_brackets(text, players, bye)))


def pair_in_steps(
    text: BursteinText, players: RankedPlayers, opponents: Mapping[int, int], first: int
) -> Iterator[list[tuple[int, ...]]]:
    """
    Yield the bye, if there is one, and the pairs of each bracket as it is posed if a pairing fills all brackets above.

    The bracket with the resident ``first`` and those below come first. All is by position.
    """
    bye = choose_bye(text, players)
    if bye is not None:
        yield [(bye,)]
    trace = BursteinTrace(bye=bye, brackets=())
    posed: list[RankedBracket] = []
    floaters: tuple[int, ...] = ()
    for scoregroup in (players if bye is None else players.without(bye)).scoregroups():
        bracket = replace(scoregroup, mdps=floaters)
        posed.append(bracket)
        last = trace.position(bracket.last - 1)
        among = bracket.positions.tolist()
        floaters = tuple([place for place in among if opponents.get(trace.position(place), 0) > last])
    begin = sum(trace.position(bracket.last - 1) < first for bracket in posed[:-1])
    for bracket in (*posed[begin:], *posed[:begin]):
        candidate = text.search.best(text, bracket, text.objective)
        if candidate is None:
            raise impossible(players.players)
        yield [
            (trace.position(int(bracket.positions[one])), trace.position(int(bracket.positions[other])))
            for one, other in candidate.pairs
        ]


def values_ahead(text: BursteinText, bracket: RankedBracket, floaters: tuple[int, ...]) -> list[Value]:
    """Return the values of the following bracket with these incoming floaters, by criterion (C7)."""
    criteria = text.objective.ahead
    if bracket.is_last:
        return [(0,)] * (len(criteria) if not text.complies_wholly_or_not else 1)
    following = bracket.following(floaters)
    best = text.search.best(text, following, text.objective.following_objective)
    if text.complies_wholly_or_not:
        return [(int(best is None or not complies_wholly(following, best)),)]
    if best is None:
        all_float = (following.size, *sorted(following.score.tolist(), reverse=True))
        return [all_float] * len(criteria)
    return [following.value(criterion, best) for criterion in criteria]


def complies_wholly(bracket: RankedBracket, candidate: Candidate) -> bool:
    """Whether a candidate pairs all players, except one resident if their number is odd."""
    floating = bracket.downfloater_positions(candidate)
    return len(floating) == bracket.size % 2 and not set(floating) & set(bracket.mdps)


def assess_steps(
    text: BursteinText, players: RankedPlayers, pairing: RoundPairing
) -> Iterator[results.BracketAssessment]:
    """Yield the choice of the bye, if the round has a bye, and the brackets from the top."""
    others, first_number = players, 1
    if pairing.bye is not None:
        bye = players.numbers.index(pairing.bye)
        yield assess_bye(text, players, bye)
        others, first_number = players.without(bye), 2
    opponents = others.players.opponents(pairing)
    floaters: tuple[int, ...] = ()
    for number, scoregroup in enumerate(others.scoregroups(), start=first_number):
        bracket = replace(scoregroup, mdps=floaters)
        candidate = bracket.read_candidate(opponents)
        yield _assess_bracket(text, others, bracket, candidate, number)
        floaters = bracket.downfloater_positions(candidate)


def _assess_bracket(
    text: BursteinText, participants: RankedPlayers, bracket: RankedBracket, candidate: Candidate, number: int
) -> results.BracketAssessment:
    numbers = tuple(bracket.take(bracket.players.tpn).tolist())
    incoming = set(bracket.mdps)
    is_incoming = [position in incoming for position in bracket.positions.tolist()]
    return results.BracketAssessment(
        number=number,
        kind=results.BracketKind.ORDINARY,
        score=bracket.resident_score,
        mdps=tuple(tpn for tpn, came in zip(numbers, is_incoming, strict=True) if came),
        residents=tuple(tpn for tpn, came in zip(numbers, is_incoming, strict=True) if not came),
        pairs=tuple((numbers[higher], numbers[lower]) for higher, lower in candidate.pairs),
        downfloaters=tuple(numbers[place] for place in candidate.downfloaters),
        values=tuple(criterion_values(text, bracket, candidate)),
        generation=replace(
            _describe_generation(text, numbers, candidate),
            ranks=tuple(participants.describe_index(position) for position in bracket.positions.tolist()),
        ),
    )


def criterion_values(
    text: BursteinText, bracket: RankedBracket, candidate: Candidate
) -> Iterator[results.CriterionValue]:
    """Yield the value of every criterion for a candidate of a bracket, in order of priority."""
    for numbered in text.criteria:
        criterion = numbered.criterion
        if criterion is not FOLLOWING_BRACKET:
            yield numbered.criterion_value(bracket.value(criterion, candidate))
            continue
        ahead = values_ahead(text, bracket, bracket.downfloater_positions(candidate))
        for (name, sentence), value in zip(_look_ahead_sentences(text), ahead, strict=True):
            yield results.CriterionValue(
                label=numbered.label,
                article=numbered.article,
                name=f"following_{name}",
                sentence=f"{sentence}, in the following bracket",
                value=value,
            )


def _look_ahead_sentences(text: BursteinText) -> list[tuple[str, str]]:
    if text.complies_wholly_or_not:
        return [("compliance", "whether not everything is complied with")]
    return [(criterion.name, criterion.sentence) for criterion in text.objective.ahead]


def _describe_generation(text: BursteinText, numbers: tuple[int, ...], candidate: Candidate) -> results.Generation:
    """Describe the place of a candidate in the order of pairings (4.3; D.1)."""
    opponent: dict[int, int | None] = dict.fromkeys(candidate.downfloaters)
    opponent |= {place: mate for pair in candidate.pairs for place, mate in (pair, pair[::-1])}
    size = len(numbers)
    key = tuple(text.order.opponents(place, size).index(opponent[place]) for place in range(size))
    mates = (opponent[place] for place in range(size))
    sequence = tuple(numbers[place if mate is None else mate] for place, mate in enumerate(mates))
    # The system has no S1 and S2: `s1` holds all players by BSN.
    return replace(
        results.EMPTY_GENERATION, s1=numbers, sequence=sequence, step=results.GenerationStep.OPPONENTS, key=(key,)
    )


def _first_best(text: BursteinText, bracket: RankedBracket, objective: BursteinObjective) -> Candidate | None:
    candidate = _best(text, bracket, objective)
    if candidate is None or not objective.looks_ahead or not text.complies_wholly_or_not:
        return candidate
    if bracket.is_last:
        return candidate
    # To comply wholly is to comply as well as possible; if no candidate does, compliance does not matter.
    following = bracket.following(bracket.downfloater_positions(candidate))
    ahead = _best(text, following, objective.following_objective)
    if ahead is not None and complies_wholly(following, ahead):
        return candidate
    return _best(text, bracket, replace(objective, looks_ahead=False))


BY_MATCHING = BursteinSearch(can_be_left_over=can_be_left_over, best=_first_best)


def _best(text: BursteinText, bracket: RankedBracket, objective: BursteinObjective) -> Candidate | None:
    looks_ahead = objective.looks_ahead and not bracket.is_last
    judges_all_players = bracket.is_last or (looks_ahead and bracket.next_last == bracket.players.size)
    if objective.counts_downfloaters_first and not judges_all_players:
        last_judged = bracket.next_last if looks_ahead else bracket.last
        targets = _sufficient_targets(bracket, last_judged)
        if targets.size < bracket.players.size - bracket.last:
            mates = _match(text, bracket, objective, targets)
            if Absolute.COMPLETION not in text.enforced or _can_complete(bracket, last_judged, mates):
                return _candidate(bracket, targets, mates)
    if Absolute.COMPLETION in text.enforced or judges_all_players:
        # The players below and the bracket's are of an even number, as the bye is already given.
        no_bye = np.zeros(bracket.players.size, dtype=np.bool_)
        targets = players_below(bracket, no_bye, look_ahead=False)
    else:
        # As many anonymous targets as there are players who may need one.
        last_judged = bracket.next_last if looks_ahead else bracket.last
        targets = _targets_up_to(bracket, last_judged, bracket.size + last_judged - bracket.last)
    return _candidate(bracket, targets, _match(text, bracket, objective, targets))


def _match(
    text: BursteinText, bracket: RankedBracket, objective: BursteinObjective, targets: FloatTargets
) -> Mates | None:
    """Return the mates of the targets and then of the places in the first of the best matchings; None without any."""
    terms = contributed_terms(objective.before, bracket)
    if objective.looks_ahead and not bracket.is_last:
        terms += _look_ahead_terms(objective.ahead, bracket, targets.size)
    terms += contributed_terms(objective.after, bracket)
    packed = pack(terms, Present(within=bracket.allowed, between=targets.between, among=targets.among))
    decisions = _decisions(targets.size, bracket.size, text.order, from_last=text.chooses_from_last)
    return first_best(packed.costs, decisions)


def _candidate(bracket: RankedBracket, targets: FloatTargets, mates: Mates | None) -> Candidate | None:
    if mates is None:
        return None
    return candidate_of_mates(mates[targets.size :].tolist(), targets.size, range(bracket.size))


def _sufficient_targets(bracket: RankedBracket, last_judged: int) -> FloatTargets:
    """
    Return the players below up to a position, and as many anonymous targets as any best candidate needs.

    The first criterion counts the floaters of the bracket, and then those of the following bracket. With the fewest of
    the bracket, the following bracket has at most these and the players whom it could not pair without them.
    """
    judged = np.arange(bracket.last, last_judged)
    fewest = largest(np.ascontiguousarray(bracket.allowed).view(np.uint8)).left_over
    return _targets_up_to(bracket, last_judged, fewest + largest(bracket.players.allowed, judged).left_over)


def _can_complete(bracket: RankedBracket, last_judged: int, mates: Mates | None) -> bool:
    """Whether the players who are matched with anonymous targets can be paired with all players further below."""
    if mates is None:
        return False
    judged, outside = last_judged - bracket.last, mates.size - bracket.size
    position = np.full(mates.size, -1, dtype=np.int64)
    position[:judged] = np.arange(bracket.last, last_judged)
    position[outside:] = bracket.positions
    leaving = position[mates[judged:outside]]
    leaving = np.sort(leaving[leaving >= 0])
    positions = np.concatenate([leaving, np.arange(last_judged, bracket.players.size)])
    return largest(bracket.players.allowed, positions).left_over == 0


def _targets_up_to(bracket: RankedBracket, last_judged: int, anonymous: int) -> FloatTargets:
    """Return the players below up to a position, and anonymous targets, any two of which may also stay unmatched."""
    residents = slice(bracket.last, last_judged)
    judged = last_judged - bracket.last
    among = ~np.eye(judged + anonymous, dtype=np.bool_)
    among[:judged, :judged] = bracket.players.allowed[residents, residents]
    between = np.ones((judged + anonymous, bracket.size), dtype=np.bool_)
    between[:judged] = bracket.players.allowed[residents][:, bracket.positions]
    return FloatTargets(among=among, between=between)


def _look_ahead_terms(criteria: Sequence[BracketCriterion], bracket: RankedBracket, outside: int) -> Iterator[Term]:
    """
    Yield the terms of the following bracket (C7).

    A player of the bracket or a resident of the following bracket floats there if matched beyond the following bracket.
    """
    residents = bracket.next_last - bracket.last
    following = np.arange(outside) < residents
    all_players = bracket.following(bracket.positions.tolist())
    leaves = np.logical_xor.outer(following, following)
    for term in contributed_terms(criteria, all_players):
        worth = np.zeros(bracket.players.size, dtype=np.int64)
        worth[all_players.positions] = term.between
        resident_worth = np.zeros(outside, dtype=np.int64)
        resident_worth[:residents] = worth[bracket.last : bracket.next_last]
        yield Term(
            term.bound,
            between=np.multiply.outer(~following, worth[bracket.positions]),
            among=leaves * np.maximum.outer(resident_worth, resident_worth),
        )


@lru_cache(maxsize=256)
def _decisions(outside: int, size: int, order: OpponentOrder, *, from_last: bool) -> NDArray[np.int32]:
    """
    Return the decisions that lead to the first candidate (4.3; D.1): BSN by BSN, the opponents in order.

    The opponent of an earlier BSN is fixed first, so that no search is in vain.
    """
    rows = []
    for place in reversed(range(size)) if from_last else range(size):
        earlier = range(place + 1, size) if from_last else range(place)
        rows.append((outside + place, outside + earlier.start, outside + earlier.stop))
        for opponent in order.opponents(place, size):
            if opponent is None:
                rows.append((outside + place, 0, outside))
            elif opponent not in earlier:
                rows.append((outside + place, outside + opponent, outside + opponent + 1))
    return decision_rows(rows)
