"""
The round by the text of 2013: brackets from the top, backtracking (C.12), and the lowest bracket (C.13).

The pairing with which the procedure ends in a bracket is found by matching instead of a walk. The walk of C.6 to C.14
accepts the least shortfalls, in the order in which requirements are lowered, and the first candidate with these
shortfalls by D.3, D.1 and D.2.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from reference_engines.downfloating.bracket import candidate_of_mates
from reference_engines.downfloating.completion import impossible
from reference_engines.dutch.generation import exchange_order
from reference_engines.dutch_2013.bracket import DEFAULT_READINGS, BracketPairing, ScoreBracket, scoregroups
from reference_engines.dutch_2013.criteria import B3_FACTOR, CRITERIA, MOVED_DOWN, RELAXED, Requirement
from reference_engines.dutch_2013.walk import Step2013, StepKind2013, walk
from reference_engines.frame.results import Generation, UnsupportedEventError
from reference_engines.frame.unpairable import with_bye
from reference_engines.matching import first_best, largest
from reference_engines.packing import ABSENT, Packed, Present, contributed_terms, pack, unpack
from tournaments.frozen import FrozenStruct, dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from reference_engines.definitions.history import BoolArray
    from reference_engines.definitions.players import Players
    from reference_engines.dutch_2013.bracket import Readings2013

    Mates = NDArray[np.int32]


class _Problem(FrozenStruct, frozen=True, kw_only=True):
    """The matching problem of a bracket; ``spare`` vertices for players left over come first."""

    bracket: ScoreBracket
    spare: int
    packed: Packed


def best_pairing(bracket: ScoreBracket) -> BracketPairing | None:
    """Return the pairing that the procedure accepts; None if the lowest bracket cannot be paired."""
    left = _fewest_left_over(bracket)
    if left is None:
        return None
    allowed = bracket.may_float
    between = np.broadcast_to(allowed, (left, bracket.size))
    problem = _problem(bracket, between, np.zeros((left, left), dtype=np.bool_), CRITERIA)
    return _first_candidate(problem)


def best_with_floaters(bracket: ScoreBracket, floaters: Sequence[int]) -> BracketPairing | None:
    """Return the best pairing in which exactly these players are left over; None if there is none."""
    places = np.flatnonzero(np.isin(bracket.positions, floaters))
    between = np.zeros((places.size, bracket.size), dtype=np.bool_)
    between[np.arange(places.size), places] = True
    problem = _problem(bracket, between, np.zeros((places.size, places.size), dtype=np.bool_), CRITERIA)
    return _first_candidate(problem)


def _fewest_left_over(bracket: ScoreBracket) -> int | None:
    """
    Return the lowest number of players left over when as many MDPs as possible are paired (C.14).

    The lowest bracket leaves over no player, or the player with the bye. None if it cannot be paired.
    """
    if bracket.is_last:
        if bracket.readings.bye_is_no_opponent and bracket.size < bracket.players.size and bracket.incompatible_players:
            return None
        odd = bracket.size % 2
        present = _problem(
            bracket, np.broadcast_to(bracket.may_float, (odd, bracket.size)), np.zeros((odd, odd), dtype=np.bool_), ()
        )
        return odd if _solve(present.packed) is not None else None
    size = bracket.size
    problem = _problem(bracket, np.ones((size, size), dtype=np.bool_), ~np.eye(size, dtype=np.bool_), CRITERIA[:2])
    mates = _solve(problem.packed)
    if mates is None:
        raise AssertionError("every player can be left over")
    return int((mates[size:] < size).sum())


def least_shortfalls(bracket: ScoreBracket) -> tuple[int, int] | None:
    """Return the least numbers of unpaired MDPs and of missing pairs; None if the lowest bracket cannot be paired."""
    left = _fewest_left_over(bracket)
    if left is None:
        return None
    if not bracket.is_heterogeneous:
        return 0, (left - bracket.size % 2) // 2
    between = np.broadcast_to(bracket.may_float, (left, bracket.size))
    problem = _problem(bracket, between, np.zeros((left, left), dtype=np.bool_), CRITERIA[:1])
    mates = _solve(problem.packed)
    return (0 if mates is None else _cost(problem.packed, mates)[0]), (left - bracket.size % 2) // 2


def read_costs(bracket: ScoreBracket, pairing: BracketPairing) -> Iterator[tuple[Requirement, int]]:
    """
    Unpack the costs of a pairing of a bracket, criterion by criterion.

    First come the costs that decide the number of players left over, then the costs that decide the candidate.
    """
    place = {position: index for index, position in enumerate(bracket.positions.tolist())}
    left = [place[position] for position in pairing.downfloaters if position in place]
    for spare, criteria in ((bracket.size, CRITERIA[:2]), (len(left), CRITERIA)):
        between = np.ones((spare, bracket.size), dtype=np.bool_)
        costs = _problem(bracket, between, ~np.eye(spare, dtype=np.bool_), criteria).packed.costs
        edges = [(spare + place[higher], spare + place[lower]) for higher, lower in pairing.pairs]
        edges += [(vertex, spare + index) for vertex, index in enumerate(left)]
        edges += [(vertex, vertex + 1) for vertex in range(len(left), spare - 1, 2)]
        totals = [sum(int(level[edge]) for edge in edges) for level in costs]
        counted = [
            (requirement, term)
            for requirement in criteria
            for term in contributed_terms([requirement.criterion], bracket)
        ]
        numbers = unpack(totals, [term for _, term in counted], costs.shape[1])
        yield from zip((requirement for requirement, _ in counted), numbers, strict=True)


def _problem(bracket: ScoreBracket, between: BoolArray, among: BoolArray, criteria: Sequence[Requirement]) -> _Problem:
    present = Present(within=bracket.allowed, between=between, among=among)
    terms = contributed_terms([requirement.criterion for requirement in criteria], bracket)
    return _Problem(bracket=bracket, spare=between.shape[0], packed=pack(terms, present))


def _solve(packed: Packed) -> Mates | None:
    return first_best(packed.costs)


def _cost(packed: Packed, mates: Mates) -> tuple[int, ...]:
    vertices = np.flatnonzero(mates > np.arange(mates.size))
    return tuple(int(level[vertices, mates[vertices]].sum()) for level in packed.costs)


# --- the first of the best candidates --------------------------------------------------------------------------------


def _first_candidate(problem: _Problem) -> BracketPairing | None:
    bracket, spare = problem.bracket, problem.spare
    mates = _solve(problem.packed)
    if mates is None:
        return None
    chosen = _first_set(problem, mates) if bracket.is_heterogeneous else ()
    rest = [place for place in range(bracket.size) if place not in chosen]
    opponents: list[int] = []
    if chosen:
        vertices = np.array([*range(spare), *(spare + np.array([*chosen, *rest])).tolist()], dtype=np.int64)
        reordered = _with_set(problem.packed, [spare + place for place in chosen], spare).select(vertices)
        first, last = spare, spare + len(chosen)
        mates = first_best(reordered.costs, settled=range(first, last))
        if mates is None:
            raise AssertionError("the set was chosen so that it can be paired")
        opponents = [rest[mate - last] for mate in mates[first:last].tolist()]
    return _with_remainder(problem, list(zip(chosen, opponents, strict=True)), rest)


def _first_set(problem: _Problem, mates: Mates) -> tuple[int, ...]:
    """
    Return the first set of M1 players of S1 by D.3 with which the least shortfalls can be reached (DUTCH-2013-D3).

    Others who were moved down stay in S2 (DUTCH-2013-UNPAIRED-MDP).
    """
    best = _cost(problem.packed, mates)
    upper, spare = len(problem.bracket.upper), problem.spare
    not_paired = sum(1 for place in range(upper) if mates[spare + place] < spare)
    not_paired += sum(1 for place in range(upper) if spare + place < mates[spare + place] < spare + upper)
    if not not_paired:
        return tuple(range(upper))
    chosen: list[int] = []
    for place in range(upper):
        trial = _with_set(problem.packed, [spare + member for member in (*chosen, place)], spare)
        found = _solve(trial)
        if found is not None and _cost(trial, found) == best:
            chosen.append(place)
    return tuple(chosen)


def _with_set(packed: Packed, members: list[int], spare: int) -> Packed:
    """Return the problem in which these vertices are paired, but not among themselves."""
    costs = packed.costs.copy()
    inside = np.array(members, dtype=np.int64)
    costs[:, inside[:, None], inside] = ABSENT
    costs[:, inside, :spare] = ABSENT
    costs[:, :spare, inside] = ABSENT
    return Packed(costs=costs, range_=packed.range_)


def _with_remainder(problem: _Problem, first_pairs: list[tuple[int, int]], rest: list[int]) -> BracketPairing:
    """Pair the remainder as a homogeneous bracket: fewest and first exchanges, first transposition."""
    spare, bracket = problem.spare, problem.bracket
    taken = {opponent for _, opponent in first_pairs}
    remainder = np.array([place for place in rest if place not in taken], dtype=np.int64)
    order = exchange_order(remainder.size, (remainder.size - spare) // 2, spare)
    kept = np.concatenate([np.arange(spare), spare + remainder])
    packed = problem.packed.select(kept).with_last(order.cost, order.bound)
    mates = first_best(packed.costs, order.decisions, range(spare, spare + remainder.size))
    if mates is None:
        raise AssertionError("the remainder of a complete matching can be matched")
    candidate = candidate_of_mates(mates[spare:].tolist(), spare, remainder.tolist())
    positions = bracket.positions.tolist()
    pairs = [(positions[first], positions[second]) for first, second in (*first_pairs, *candidate.pairs)]
    return BracketPairing(
        pairs=tuple(sorted((min(pair), max(pair)) for pair in pairs)),
        downfloaters=tuple(sorted([*(positions[place] for place in candidate.downfloaters), *bracket.apart])),
    )


Key = tuple[tuple[int, ...], ...]


class _GenerationPlace(FrozenStruct, frozen=True, kw_only=True):
    chosen: list[int]
    opponents_of_chosen: list[int]
    s1: list[int]
    s2: list[int]
    moved_down: list[int]
    moved_up: list[int]
    opponents: list[int]

    @property
    def key(self) -> Key:
        difference = sum(self.moved_up) - sum(self.moved_down)
        return (
            tuple(self.chosen),
            tuple(self.opponents_of_chosen),
            (len(self.moved_up), difference),
            tuple(-place for place in reversed(self.moved_down)),
            tuple(self.moved_up),
            tuple(self.opponents),
        )


def order_key(bracket: ScoreBracket, pairing: BracketPairing) -> Key:
    """Return the key of a pairing: set of MDPs, their opponents, exchange, transposition."""
    return _place(bracket, pairing).key


def generation(bracket: ScoreBracket, pairing: BracketPairing) -> Generation:
    """Describe the place of a pairing for the checker."""
    place = _place(bracket, pairing)
    tpn = bracket.players.tpn[bracket.positions]

    def names(places: Iterable[int]) -> tuple[int, ...]:
        return tuple(int(tpn[index]) for index in places)

    unpaired = [index for index in range(len(bracket.upper)) if bracket.is_heterogeneous and index not in place.chosen]
    return Generation(
        paired_mdps=names(place.chosen),
        limbo=names(unpaired),
        mdp_opponents=names(place.opponents_of_chosen),
        s1=names(place.s1),
        s2=names(place.s2),
        moved_to_s2=names(place.moved_down),
        moved_to_s1=names(place.moved_up),
        opponents=names(place.opponents),
        key=place.key,
    )


def _place(bracket: ScoreBracket, pairing: BracketPairing) -> _GenerationPlace:
    index = {position: place for place, position in enumerate(bracket.positions.tolist())}
    pairs = [(index[one], index[other]) for one, other in pairing.pairs if one in index and other in index]
    partner = dict(pairs) | {other: one for one, other in pairs}
    chosen = _chosen(bracket, partner)
    theirs = [partner[place] for place in chosen]
    remainder = [place for place in range(bracket.size) if place not in {*chosen, *theirs}]
    rest = [pair for pair in pairs if pair[0] not in {*chosen, *theirs}]
    s1, s2 = remainder[: len(rest)], remainder[len(rest) :]
    high = {one for one, _ in rest}
    moved_down = [place for place in s1 if place not in high]
    moved_up = [place for place in s2 if place in high]
    return _GenerationPlace(
        chosen=chosen,
        opponents_of_chosen=theirs,
        s1=s1,
        s2=s2,
        moved_down=moved_down,
        moved_up=moved_up,
        opponents=[partner[place] for place in sorted(high)],
    )


def _chosen(bracket: ScoreBracket, partner: dict[int, int]) -> list[int]:
    """Return the moved-down players who stand in S1: paired, and not with one another (C.4, D.3)."""
    if not bracket.is_heterogeneous:
        return []
    chosen: list[int] = []
    for place in range(len(bracket.upper)):
        if place in partner and partner[place] not in chosen:
            chosen.append(place)
    return chosen


MAX_SETS_TRIED = 4000
"""Sets of downfloaters that backtracking tries in one bracket at most."""


class BracketTooLargeError(UnsupportedEventError):
    """Backtracking would have to try too many sets of downfloaters; the message names the bracket."""

    def __init__(self, bracket: int, candidates: int) -> None:
        """Name the bracket and the number of sets."""
        super().__init__(
            f"bracket {bracket} is beyond the engine of 2013: backtracking (C.12, C.13) would have to try "
            f"{candidates} sets of downfloaters, and at most {MAX_SETS_TRIED} are tried"
        )
        self.bracket = bracket
        self.candidates = candidates


class FilledBracket(NamedTuple):
    """A bracket with its pairing: the pairing that the procedure accepts, or that of a given round."""

    bracket: ScoreBracket
    pairing: BracketPairing


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace2013:
    """The brackets and steps of a paired round."""

    brackets: tuple[FilledBracket, ...]
    steps: tuple[Step2013, ...]


def pair_round(players: Players, readings: Readings2013 = DEFAULT_READINGS, *, has_steps: bool = True) -> Trace2013:
    """
    Pair all brackets; return them with the steps of the procedure if asked for, which end with the same pairing.

    Raise NoLegalPairingError, or BracketTooLargeError if backtracking has too much to try.
    """
    if not _can_be_paired(players):
        raise impossible(players)
    procedure = _Procedure(players, readings, walks=has_steps and readings == DEFAULT_READINGS)
    procedure.run()
    return Trace2013(brackets=tuple(procedure.done), steps=tuple(procedure.steps))


def _can_be_paired(players: Players) -> bool:
    """Whether all players can be paired, one with the bye if the number is odd (B.1, B.2)."""
    return not largest(with_bye(players.allowed, players.bye_allowed) if players.is_odd else players.allowed).left_over


class _Procedure:
    """The state of pairing a round."""

    def __init__(self, players: Players, readings: Readings2013, *, walks: bool) -> None:
        self.players = players
        self.readings = readings
        self.walks = walks
        self.done: list[FilledBracket] = []
        self.steps: list[Step2013] = []

    def run(self) -> None:
        for group in scoregroups(self.players, self.readings):
            posed = replace(group, mdps=self._moved_down())
            if posed.is_last:
                self._pair_lowest(posed)
            else:
                self._pair_bracket(posed)

    def _moved_down(self) -> tuple[int, ...]:
        return self.done[-1].pairing.downfloaters if self.done else ()

    def _pair_bracket(self, posed: ScoreBracket) -> None:
        bracket = self._backtracked(posed).set_incompatible_apart()
        pairing = best_pairing(bracket)
        if pairing is None:
            raise AssertionError("all players may be moved down")
        if bracket.apart:
            self._record(StepKind2013.SET_APART, "C.1", bracket.apart)
        self._accept(bracket, pairing)

    def _pair_lowest(self, posed: ScoreBracket) -> None:
        """Pair the lowest bracket, joining the one above to it as often as necessary (C.13)."""
        while True:
            bracket = self._backtracked(posed)
            if shortfall_below(bracket) is None:
                bracket = self._with_fewer_pairs_above(bracket)
            pairing = best_pairing(bracket)
            if pairing is not None:
                self._accept(bracket, pairing)
                return
            posed = self._joined(bracket)

    def _accept(self, bracket: ScoreBracket, settled: BracketPairing) -> None:
        if self.walks:  # by other readings the steps are not shown, and the walk ends with the same pairing
            walked = walk(bracket, settled, len(self.done) + 1)
            self.steps.extend(walked.steps)
            settled = walked.pairing
        self.done.append(FilledBracket(bracket=bracket, pairing=settled))

    def _record(self, kind: StepKind2013, article: str, players: Sequence[int], *, number: int | None = None) -> None:
        tpn = tuple(self.players.tpn[list(players)].tolist())
        self.steps.append(Step2013(kind=kind, article=article, bracket=number or len(self.done) + 1, players=tpn))

    # --- C.12 ------------------------------------------------------------------------------------------------------

    def _backtracked(self, bracket: ScoreBracket) -> ScoreBracket:
        """
        Take other players from the bracket above, if that lets more be paired (DUTCH-2013-C12-P1, -C12-BEST).

        Their number and scores are the same (DUTCH-2013-C12-SAME-SCORES). The shortfall is measured by the players who
        were moved down at first (DUTCH-2013-C12-INCOMPATIBLE).
        """
        first = best_outcome(bracket) if bracket.mdps else None
        if not bracket.mdps or shortfall_below(bracket, first) == NOTHING_MISSING:
            return bracket
        above = self.done[-1]
        scores = sorted(self.players.score[list(bracket.mdps)].tolist())
        chosen = self._best_choice(above, bracket, len(bracket.mdps), first=first, scores=scores)
        if chosen is None or chosen.downfloaters == bracket.mdps:
            return bracket
        if self.readings.backtracks_for_all_or_nothing:
            shortfall = shortfall_below(replace(bracket, mdps=chosen.downfloaters), first)
            if shortfall != NOTHING_MISSING:
                return bracket
        return self._replaced(chosen, bracket, "C.12")

    def _replaced(self, pairing: BracketPairing, below: ScoreBracket, article: str) -> ScoreBracket:
        self.done[-1] = self.done[-1]._replace(pairing=pairing)
        self._record(StepKind2013.BACKTRACKED, article, pairing.downfloaters, number=len(self.done))
        return replace(below, mdps=pairing.downfloaters)

    def _best_choice(
        self,
        above: FilledBracket,
        below: ScoreBracket,
        count: int,
        *,
        first: BracketOutcome | None = None,
        scores: list[int] | None = None,
    ) -> BracketPairing | None:
        """
        Return the pairing above with that number of downfloaters that is best for the bracket below.

        ``first`` is the outcome that the bracket below should reach; ``scores``, ascending, belong to the downfloaters.
        """
        best: tuple[tuple[object, ...], BracketPairing] | None = None
        for floaters in self._sets(above.bracket, count, scores):
            missing = shortfall_below(replace(below, mdps=floaters), first)
            if missing is None:
                article = "C.13" if scores is None else "C.12"
                self._record(StepKind2013.NOT_PAIRABLE, article, floaters, number=len(self.done))
                continue
            head = (_scores_value(above.bracket, floaters), missing)
            if best is not None and head > best[0][:2]:
                continue
            pairing = best_with_floaters(above.bracket, floaters)
            may_float_again = scores is None and self.readings.floats_again_for_lowest
            if pairing is None or (not may_float_again and _worse_than_before(above, pairing)):
                continue
            rank = (*head, quality(above.bracket, pairing), order_key(above.bracket, pairing))
            if best is None or rank < best[0]:
                best = rank, pairing
        return best[1] if best else None

    def _sets(self, bracket: ScoreBracket, count: int, scores: list[int] | None) -> Iterator[tuple[int, ...]]:
        free = count - len(bracket.apart)
        players = bracket.positions.tolist()
        candidates = comb(len(players), max(free, 0))
        if candidates > MAX_SETS_TRIED:
            raise BracketTooLargeError(len(self.done), candidates)
        for chosen in combinations(players, max(free, 0)):
            floaters = tuple(sorted((*chosen, *bracket.apart)))
            if scores is None or sorted(self.players.score[list(floaters)].tolist()) == scores:
                yield floaters

    # --- C.13 ------------------------------------------------------------------------------------------------------

    def _with_fewer_pairs_above(self, bracket: ScoreBracket) -> ScoreBracket:
        """Find the pairing of the penultimate bracket with the most pairs that lets this bracket be paired."""
        if not self.done:
            return bracket
        above = self.done[-1]
        all_mdps_first = above.bracket.is_heterogeneous and not self.readings.floats_again_for_lowest
        fewest = max(1, len(above.bracket.upper) if all_mdps_first else 1)
        for pairs in range(len(above.pairing.pairs), fewest - 1, -1):
            count = above.bracket.size - 2 * pairs + len(above.bracket.apart)
            found = self._best_choice(above, bracket, count)
            if found is not None:
                return self._replaced(found, bracket, "C.13")
        return bracket

    def _joined(self, lowest: ScoreBracket) -> ScoreBracket:
        """Join the penultimate bracket to the lowest bracket (DUTCH-2013-JOINED-ANEW)."""
        if not self.done:
            raise impossible(self.players)
        above = self.done.pop()
        if self.done and not self.readings.above_stays_as_it_is:
            again = best_pairing(self.done[-1].bracket)
            if again is None:
                raise AssertionError("it could be paired before")
            self.done[-1] = self.done[-1]._replace(pairing=again)
        joined = above.bracket.residents
        self._record(StepKind2013.JOINED, "C.13", joined)
        return ScoreBracket(
            players=self.players,
            mdps=self._moved_down(),
            joined=joined,
            residents=(*lowest.joined, *lowest.residents),
            is_last=True,
            readings=self.readings,
        )


# --- shortfalls of the bracket below ---------------------------------------------------------------------------------

BracketShortfall = tuple[int, int, int]
NOTHING_MISSING: BracketShortfall = (0, 0, 0)


class BracketOutcome(FrozenStruct, frozen=True, kw_only=True):
    """The numbers that C.2 sets for a bracket without incompatible players (C.1), and the best shortfalls."""

    moved_down: int
    """M0; 0 if the bracket is treated as homogeneous."""
    pairs: int
    """P0."""
    incompatible: int
    """Incompatible moved-down players."""
    unpaired: int
    """Players of M0 who cannot be paired first."""
    missing: int
    """Pairs of P0 that cannot be made."""

    @property
    def possible_pairs(self) -> int:
        """Pairs that can be made."""
        return self.pairs - self.missing

    @property
    def left_over(self) -> int:
        """Moved-down players who are incompatible or cannot be paired first."""
        return self.incompatible + self.unpaired


def best_outcome(bracket: ScoreBracket) -> BracketOutcome | None:
    """Return the best outcome of a bracket; None if it cannot be paired (lowest bracket only)."""
    here = bracket.set_incompatible_apart()
    levels = least_shortfalls(here)
    if levels is None:
        return None
    return BracketOutcome(
        moved_down=len(here.upper) if here.is_heterogeneous else 0,
        pairs=here.most_pairs,
        incompatible=sum(1 for place in here.apart if place in here.mdps),
        unpaired=levels[0],
        missing=levels[1],
    )


def shortfall_below(bracket: ScoreBracket, first: BracketOutcome | None = None) -> BracketShortfall | None:
    """
    Return the shortfall of the best pairing of a bracket; None if it cannot be paired (lowest bracket only).

    It counts the missing moved-down players and the missing pairs, compared with the outcome of the players who were
    moved down ``first`` (M1 and P1 of C.12 and C.14), by default the bracket's own. If C.1 has led to C.12, it also
    counts the moved-down players left over. Other players are credited with fewer only if they bring more pairs, or as
    many pairs as C.2 then sets (DUTCH-2013-C12-INCOMPATIBLE).
    """
    own = best_outcome(bracket)
    if own is None:
        return None
    first = first or own
    moved_down = max(0, first.moved_down - (own.moved_down - own.unpaired)) if own.moved_down else 0
    missing = max(0, first.pairs - own.possible_pairs)
    if not first.incompatible:
        return moved_down, missing, 0
    is_complete = not own.left_over and not own.missing
    is_credited = own.possible_pairs > first.possible_pairs or (
        is_complete and own.possible_pairs == first.possible_pairs
    )
    is_credited |= bracket.readings.fewer_left_over_is_enough
    return moved_down, missing, own.left_over if is_credited else max(own.left_over, first.left_over)


def _scores_value(bracket: ScoreBracket, floaters: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(bracket.players.score[list(floaters)].tolist(), reverse=True))


def quality(bracket: ScoreBracket, pairing: BracketPairing) -> tuple[int, ...]:
    """Return the shortfalls that come after the choice of downfloaters."""
    return tuple(criterion.value(bracket, pairing) for criterion in (B3_FACTOR, *RELAXED))


def _worse_than_before(above: FilledBracket, pairing: BracketPairing) -> bool:
    """Whether a moved-down player of the bracket above would stay unpaired who is paired now (DUTCH-2013-C13-MDP)."""
    return MOVED_DOWN.value(above.bracket, pairing) > MOVED_DOWN.value(above.bracket, above.pairing)
