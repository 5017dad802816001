"""The steps of the procedure as data: what it set, tried, refused, lowered or accepted."""

from __future__ import annotations

from enum import Enum

from tournaments.frozen import dataclass


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Targets2013:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Step2013:
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
