"""
The limits of a walk: the parameters of A.8 and A.11, lowered by C.10, and the amounts that a candidate uses up.

Limits and used amounts are tuples in the order of `RELAXED`: B.2, A.7.d, X, Z, B.5 and B.6 for downfloaters, then for
upfloaters.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.player_states import Strength
from reference_engines.dutch_2013.criteria import B3_FACTOR, FLOATERS_SCORES, MOVED_DOWN, RELAXED
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.criteria import Contribution
    from reference_engines.dutch_2013.bracket import BracketPairing, ScoreBracket


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
