"""
The procedure in one bracket, step by step: candidates in the order of the text, refused with a reason or accepted.

Candidates that begin with the same refused pairs are refused together, as an arbiter would do by hand.

A walk has limits: the parameters of A.8 and A.11, lowered by C.10. Limits and the amounts that a candidate uses up are
tuples in the order of `RELAXED`: B.2, A.7.d, X, Z, B.5 and B.6 for downfloaters, then for upfloaters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import combinations

import numpy as np

from reference_engines.definitions.criteria import Contribution
from reference_engines.definitions.player_states import Strength
from reference_engines.dutch_2013.bracket import BracketPairing, ScoreBracket
from reference_engines.dutch_2013.criteria import B3_FACTOR, FLOATERS_SCORES, MOVED_DOWN, RELAXED
from tournaments.frozen import FrozenStruct


class StepKind2013(Enum):
    """The action of a step."""

    SET_APART = "players without an opponent here are moved down"
    TARGETS = "the targets are set"
    REFUSED = "a candidate is refused"
    ACCEPTED = "a candidate is accepted"
    REMAINDER = "the moved-down players are paired, the remainder follows"
    EXCHANGED = "players are exchanged between S1 and S2"
    OTHER_SET = "another set of moved-down players is put in S1"
    BACK = "back to the heterogeneous bracket with a new transposition"
    LOWERED = "a requirement is lowered"
    NOT_PAIRABLE = "with these downfloaters the lowest bracket could not be paired"
    BACKTRACKED = "other players are moved down from the bracket above"
    JOINED = "the two lowest brackets are joined"
    SHORTENED = "the candidates that follow were decided together, not one by one"


class Targets2013(FrozenStruct, frozen=True, kw_only=True):
    """The parameters of A.8 and A.11, and how often each requirement of C.3 may be missed."""

    p1: int
    m1: int
    x: int
    z: int | None
    """None in odd rounds."""
    b2: int = 0
    a7d: int = 0
    b5_down: int = 0
    b6_down: int = 0
    b5_up: int = 0
    b6_up: int = 0


class Step2013(FrozenStruct, frozen=True, kw_only=True):
    """One step in a bracket. Players by TPN."""

    kind: StepKind2013
    article: str
    """``C.6``, ``C.10.a``."""
    bracket: int
    """Number of the bracket, from 1 at the top."""
    players: tuple[int, ...] = ()
    """Players that the step moves: set apart, exchanged (first from S1), chosen for S1, or moved down."""
    pairs: tuple[tuple[int, int], ...] = ()
    """The candidate as far as it was built; if a pair is refused, it is the last."""
    criterion: str = ""
    """The article that refuses a candidate."""
    targets: Targets2013 | None = None


Limits = tuple[int, ...]
X, Z = 2, 3
_DOWNFLOATS, _UPFLOATS = (4, 5), (6, 7)


class Goal(FrozenStruct, frozen=True, kw_only=True):
    """The numbers that C.12, C.14 and B.3 settle before the walk through the candidates."""

    m1: int
    p1: int
    left_over: int
    scores: int
    factor: int


def walk_goal(bracket: ScoreBracket, accepted: BracketPairing) -> Goal:
    """Return the goal of a walk that ends with the accepted pairing."""
    m0 = len(bracket.upper) if bracket.is_heterogeneous else 0
    return Goal(
        m1=m0 - MOVED_DOWN.value(bracket, accepted),
        p1=len(accepted.pairs),
        left_over=bracket.size - 2 * len(accepted.pairs),
        scores=FLOATERS_SCORES.value(bracket, accepted),
        factor=B3_FACTOR.value(bracket, accepted),
    )


def x1_and_z1(bracket: ScoreBracket) -> tuple[int, int]:
    """Return X1, and Z1 for even rounds (A.8)."""
    players, positions = bracket.players, bracket.positions
    wish, strength = players.preference[positions], players.strength[positions]
    nobody = int((wish == 0).sum())
    white, black = int((wish == 1).sum()), int((wish == -1).sum())
    x1 = max(0, bracket.most_pairs - min(white, black) - nobody)
    if players.round_number % 2:
        return x1, 0
    variable = int(((strength == Strength.MILD) & (wish != 0)).sum())
    firm_white = int(((strength >= Strength.STRONG) & (wish == 1)).sum())
    firm_black = int(((strength >= Strength.STRONG) & (wish == -1)).sum())
    return x1, max(0, bracket.most_pairs - min(firm_white, firm_black) - variable - nobody)


def first_limits(bracket: ScoreBracket, goal: Goal) -> Limits:
    """Return the limits of C.3: X and Z less one for every pair that is given up (C.14)."""
    given_up = bracket.most_pairs - goal.p1
    x1, z1 = x1_and_z1(bracket)
    return 0, 0, max(0, x1 - given_up), max(0, z1 - given_up), 0, 0, 0, 0


def loosest(bracket: ScoreBracket, goal: Goal) -> Limits:
    """Return the highest value of each limit; 0 if C.10 does not apply the rule to the bracket."""
    highest = []
    for index, requirement in enumerate(RELAXED):
        shortfall = requirement.criterion.contribution(bracket)
        if shortfall is None:
            highest.append(0)
        elif index in _DOWNFLOATS:
            highest.append(_most_downfloats(shortfall, goal))
        elif index in _UPFLOATS:
            highest.append(max(1, min(goal.p1, _players_in_pairs(shortfall))))
        else:
            highest.append(goal.p1 if _players_in_pairs(shortfall) else 0)
    return tuple(highest)


def _players_in_pairs(shortfall: Contribution) -> int:
    """Count the players of whom some pair falls short."""
    return 0 if shortfall.pairs is None else int(np.any(shortfall.pairs, axis=0).sum())


def _most_downfloats(shortfall: Contribution, goal: Goal) -> int:
    """Return the highest number of repeated downfloats; downfloats within the bracket count by one reading only."""
    within = min(goal.p1, _players_in_pairs(shortfall))
    repeated = 0 if shortfall.floats is None else int(shortfall.floats.sum())
    leaving = max(1, min(goal.left_over, repeated)) if goal.left_over else 0
    return within + leaving


def lowered(first: Limits, most: Limits) -> Iterator[tuple[int, Limits]]:
    """
    Yield the limits in the order of C.10, each with the place that was raised.

    When a limit is raised, all less important limits start again as in C.3; Z never exceeds X.
    """
    limits = list(first)
    while True:
        place = len(limits) - 1
        while place >= 0 and limits[place] >= (min(most[Z], limits[X]) if place == Z else most[place]):
            place -= 1
        if place < 0:
            return
        limits[place] += 1
        limits[place + 1 :] = first[place + 1 :]
        yield place, tuple(limits)


def targets(bracket: ScoreBracket, goal: Goal, limits: Limits) -> Targets2013:
    """Return the parameters by the names of the text."""
    b2, a7d, x, z, b5_down, b6_down, b5_up, b6_up = limits
    return Targets2013(
        p1=goal.p1,
        m1=goal.m1,
        x=x,
        z=None if bracket.players.round_number % 2 else z,
        b2=b2,
        a7d=a7d,
        b5_down=b5_down,
        b6_down=b6_down,
        b5_up=b5_up,
        b6_up=b6_up,
    )


class UsedAmounts:
    """The amounts that pairs and downfloaters of a bracket use up, by place, as plain numbers."""

    def __init__(self, bracket: ScoreBracket) -> None:
        """Evaluate the criteria once."""
        size = bracket.size
        players, positions = bracket.players, bracket.positions
        shortfalls = [requirement.criterion.contribution(bracket) for requirement in RELAXED]
        factor = B3_FACTOR.criterion.contribution(bracket)
        self.pairs = [_matrix(shortfall, size) for shortfall in shortfalls]
        self.floats = [_vector(shortfall, size) for shortfall in shortfalls]
        self.factor_pairs = _matrix(factor, size)
        self.factor_floats = _vector(factor, size)
        self.scores = _vector(FLOATERS_SCORES.criterion.contribution(bracket), size)
        self.allowed: list[list[bool]] = bracket.allowed.tolist()
        self.may_float: list[bool] = bracket.may_float.tolist()
        self.absolute: list[int] = players.absolute[positions].tolist()

    def refuse_pair(self, first: int, second: int) -> str:
        """Return the article that forbids a pair; empty if the two may meet."""
        if self.allowed[first][second]:
            return ""
        same = self.absolute[first] and self.absolute[first] == self.absolute[second]
        return "B.2" if same else "B.1.a"


def _matrix(shortfall: Contribution | None, size: int) -> list[list[int]]:
    if shortfall is None or shortfall.pairs is None:
        return [[0] * size for _ in range(size)]
    return shortfall.pairs.tolist()


def _vector(shortfall: Contribution | None, size: int) -> list[int]:
    return [0] * size if shortfall is None or shortfall.floats is None else shortfall.floats.tolist()


MAX_REFUSALS = 1000
"""Refusals in a bracket before the walk is shortened."""
MAX_STEPS_KEPT = 40
"""Steps of a shortened walk that are kept."""

Pairs = tuple[tuple[int, int], ...]


class Walked(FrozenStruct, frozen=True, kw_only=True):
    """The walk through the candidates of a bracket."""

    pairing: BracketPairing
    steps: tuple[Step2013, ...]
    is_complete: bool
    """Whether the walk went to its end, candidate by candidate."""


class _Spent(FrozenStruct, frozen=True):
    """A part of a candidate and the amounts that it has used up."""

    pairs: Pairs
    used: Limits
    factor: int


class _TooLongError(Exception):
    """The walk has too many steps."""


def walk(bracket: ScoreBracket, settled: BracketPairing, number: int) -> Walked:
    """
    Walk from the strictest requirements to the first candidate that meets them, lowering them on the way.

    ``settled`` is the pairing with which the procedure must end (see `procedure`). Only its number of pairs and its
    scores left over are used, unless the walk is too long.
    """
    walker = _Walker(bracket, settled, number)
    try:
        pairing = walker.run()
    except _TooLongError:
        steps = (*walker.steps[:MAX_STEPS_KEPT], *walker.shortened_steps(settled))
        return Walked(pairing=settled, steps=steps, is_complete=False)
    return Walked(pairing=pairing, steps=tuple(walker.steps), is_complete=True)


class _Walker:
    def __init__(self, bracket: ScoreBracket, settled: BracketPairing, number: int) -> None:
        self.bracket = bracket
        self.number = number
        self.goal = walk_goal(bracket, settled)
        self.costs = UsedAmounts(bracket)
        self.tpn: list[int] = bracket.players.tpn[bracket.positions].tolist()
        self.limits = first_limits(bracket, self.goal)
        self.steps: list[Step2013] = []
        self.tried = 0
        self.is_first = True

    def run(self) -> BracketPairing:
        """Try, lower, try again (C.3 to C.10)."""
        self._record(StepKind2013.TARGETS, self._targets_article(), with_targets=True)
        found = self._attempt()
        for place, limits in lowered(self.limits, loosest(self.bracket, self.goal)):
            if found is not None:
                break
            self.limits = limits
            self._record(StepKind2013.LOWERED, RELAXED[place].lowering.value, with_targets=True)
            found = self._attempt()
        if found is None:
            raise AssertionError("with everything lowered the settled pairing is met")
        return found

    def _targets_article(self) -> str:
        """Return C.2, or the article by which fewer pairs are made than by C.2."""
        if self.bracket.is_heterogeneous and self.goal.m1 < len(self.bracket.upper):
            return "C.14.b.2"
        return "C.2" if self.goal.p1 == self.bracket.most_pairs else "C.14"

    def _attempt(self) -> BracketPairing | None:
        """Walk all candidates under the current limits."""
        nothing = _Spent((), (0,) * len(RELAXED), 0)
        places = tuple(range(self.bracket.size))
        if not self.bracket.is_heterogeneous or not self.goal.m1:
            return self._pair_homogeneous(places, nothing)
        for index, chosen in enumerate(combinations(range(len(self.bracket.upper)), self.goal.m1)):
            if index:
                self._record(StepKind2013.OTHER_SET, "C.8.b", players=chosen)
            others = tuple(place for place in places if place not in chosen)
            self.is_first = True
            for spent, rest in self._transpositions(chosen, others, nothing):
                self._record(StepKind2013.REMAINDER, "C.6.b", pairs=spent.pairs)
                found = self._pair_homogeneous(rest, spent)
                if found is not None:
                    return found
                self._record(StepKind2013.BACK, "C.9")
                self.is_first = False
        return None

    def _pair_homogeneous(self, places: tuple[int, ...], before: _Spent) -> BracketPairing | None:
        """Pair a homogeneous bracket or remainder: S1 and S2, transpositions, exchanges (C.4 to C.8)."""
        pairs = self.goal.p1 - len(before.pairs)
        for s1, s2, moved in _exchanges(places[:pairs], places[pairs:]):
            if moved:
                self._record(StepKind2013.EXCHANGED, "C.8", players=moved)
            self.is_first = True
            for spent, left in self._transpositions(s1, s2, before):
                refusal = self._refusal_of_left_over(spent, left)
                if not refusal:
                    return self._accepted(spent, left)
                self._refuse(spent.pairs, refusal, players=left)
        return None

    def _transpositions(
        self, s1: tuple[int, ...], s2: tuple[int, ...], before: _Spent
    ) -> Iterator[tuple[_Spent, tuple[int, ...]]]:
        """Yield the pairings of S1 with S2 in the order of D.1 that keep the limits, and the players left in S2."""
        if not s1:
            yield before, s2
            return
        for index, opponent in enumerate(s2):
            spent = self._with_pair(before, *sorted((s1[0], opponent)))
            if isinstance(spent, str):
                self._refuse((*before.pairs, (s1[0], opponent)), spent)
                continue
            yield from self._transpositions(s1[1:], s2[:index] + s2[index + 1 :], spent)

    def _with_pair(self, before: _Spent, higher: int, lower: int) -> _Spent | str:
        """Add a pair, or return the article that refuses it."""
        refusal = self.costs.refuse_pair(higher, lower)
        if refusal:
            return refusal
        factor = before.factor + self.costs.factor_pairs[higher][lower]
        if factor > self.goal.factor:
            return "B.3"
        used = tuple(value + cost[higher][lower] for value, cost in zip(before.used, self.costs.pairs, strict=True))
        refusal = self._exceeded(used)
        return refusal or _Spent((*before.pairs, (higher, lower)), used, factor)

    def _exceeded(self, used: Limits) -> str:
        over = (index for index, (value, limit) in enumerate(zip(used, self.limits, strict=True)) if value > limit)
        index = next(over, None)
        return "" if index is None else RELAXED[index].article

    def _refusal_of_left_over(self, spent: _Spent, left: Sequence[int]) -> str:
        """Return the article by which these players may not be moved down, or not have the bye; empty if they may."""
        costs = self.costs
        if not all(costs.may_float[place] for place in left):
            return "B.1.b"
        if sum(costs.scores[place] for place in left) > self.goal.scores:
            return "B.3"
        if spent.factor + sum(costs.factor_floats[place] for place in left) > self.goal.factor:
            return "B.3"
        used = [value + sum(cost[p] for p in left) for value, cost in zip(spent.used, costs.floats, strict=True)]
        return self._exceeded(tuple(used))

    # --- the steps -------------------------------------------------------------------------------------------------

    def _refuse(self, pairs: Pairs, criterion: str, players: Sequence[int] = ()) -> None:
        self.tried += 1
        if self.tried > MAX_REFUSALS:
            raise _TooLongError
        article = "C.6" if self.is_first else "C.7"
        self.is_first = False
        self.steps.append(
            Step2013(
                kind=StepKind2013.REFUSED,
                article=article,
                bracket=self.number,
                players=self._tpns(players),
                pairs=self._pair_tpns(pairs),
                criterion=criterion,
            )
        )

    def _record(
        self,
        kind: StepKind2013,
        article: str,
        *,
        players: Sequence[int] = (),
        pairs: Pairs = (),
        with_targets: bool = False,
    ) -> None:
        self.steps.append(
            Step2013(
                kind=kind,
                article=article,
                bracket=self.number,
                players=self._tpns(players),
                pairs=self._pair_tpns(pairs),
                targets=targets(self.bracket, self.goal, self.limits) if with_targets else None,
            )
        )

    def _accepted(self, spent: _Spent, left: Sequence[int]) -> BracketPairing:
        positions = self.bracket.positions.tolist()
        self._record(StepKind2013.ACCEPTED, "C.6", players=left, pairs=spent.pairs, with_targets=True)
        return BracketPairing(
            pairs=tuple(sorted((positions[one], positions[other]) for one, other in spent.pairs)),
            downfloaters=tuple(sorted([*(positions[place] for place in left), *self.bracket.apart])),
        )

    def shortened_steps(self, settled: BracketPairing) -> Iterator[Step2013]:
        """Yield the last steps of a walk that is too long."""
        self.limits = tuple(
            max(first, criterion.value(self.bracket, settled))
            for first, criterion in zip(first_limits(self.bracket, self.goal), RELAXED, strict=True)
        )
        players = self.bracket.players
        name = {position: int(players.tpn[position]) for position in self.bracket.positions.tolist()}
        yield Step2013(kind=StepKind2013.SHORTENED, article="C.10", bracket=self.number)
        yield Step2013(
            kind=StepKind2013.ACCEPTED,
            article="C.6",
            bracket=self.number,
            players=tuple(name[place] for place in settled.downfloaters if place in name),
            pairs=tuple((name[one], name[other]) for one, other in settled.pairs),
            targets=targets(self.bracket, self.goal, self.limits),
        )

    def _tpns(self, places: Sequence[int]) -> tuple[int, ...]:
        return tuple(self.tpn[place] for place in places)

    def _pair_tpns(self, pairs: Pairs) -> Pairs:
        return tuple((self.tpn[one], self.tpn[other]) for one, other in pairs)


def _exchanges(
    s1: tuple[int, ...], s2: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]]:
    """Yield S1, S2 and the exchanged players: first without an exchange, then by D.2 one player, two, and so on."""
    yield s1, s2, ()
    for number in range(1, min(len(s1), len(s2)) + 1):
        for down, up in exchanges_of(s1, s2, number):
            yield (
                tuple(sorted({*s1, *up} - {*down})),
                tuple(sorted({*s2, *down} - {*up})),
                (*down, *up),
            )


def exchanges_of(
    s1: Sequence[int], s2: Sequence[int], number: int
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """
    Yield the exchanges of that number of players in the order of D.2: the groups from S1, lowest first, and from S2.

    Smallest difference of the sums first, then the list of S1 exchanges from the top, then that of S2.
    """
    s1_list = list(combinations(sorted(s1, reverse=True), number))
    s2_list = list(combinations(sorted(s2), number))
    ranked = sorted(
        (sum(up) - sum(down), first, second) for first, down in enumerate(s1_list) for second, up in enumerate(s2_list)
    )
    for _, first, second in ranked:
        yield s1_list[first], s2_list[second]
