"""
The features of a regulation that a round can cover, by name.

A *feature* is a criterion that decides or is not fully met, a step of the procedure, a colour rule, or a circumstance
such as a limbo. Every system lists its features and finds the features that a round covers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from enum import Enum

from tournaments.frozen import FrozenStruct, dataclass


class FeatureKind(Enum):
    """The way in which a round covers an article."""

    DECISIVE = "criterion decides"
    """Without the criterion the edition would ask for another pairing of the round."""
    UNMET = "criterion not fully met"
    """Its value at the optimum is not zero in some bracket."""
    STEP = "step of the procedure is taken"
    """A step of a system that is a procedure, or a rule in the step that makes a difference."""
    COLOUR = "colour rule decides a pair"
    CIRCUMSTANCE = "circumstance"


class Circumstance(Enum):
    """Another event in a round; the value is the name of its feature."""

    TRANSPOSITION = "transposition"
    """The opponents of S1 in a homogeneous bracket or remainder are not the natural ones."""
    EXCHANGE = "exchange"
    """Players are exchanged between the original S1 and S2."""
    MDP_TRANSPOSITION = "mdp-transposition"
    """The opponents of the moved-down players are not the highest ranked residents in order."""
    MDP_SELECTION = "mdp-selection"
    """Not the highest ranked of the moved-down players are paired."""
    LIMBO = "limbo"
    """A moved-down player is not paired with a resident."""
    COLLAPSE = "collapse"
    """The last brackets collapse, and the one above them is paired again (A.9, 2017)."""
    FLOAT = "float"
    """A pair has different scores, or a player has the bye."""
    FLOAT_REPEATED = "float-repeated"
    """A player floats as in one of the two rounds before."""
    PAB = "pab"
    """A player receives the pairing-allocated bye."""
    PAB_CHOICE = "pab-choice"
    """The bye does not go to the last player in order."""
    TOPSCORER_EXCEPTION = "topscorer-exception"
    """Two players with an absolute preference for one colour meet, one of them a topscorer."""
    FORBIDDEN_PAIRS = "forbidden-pairs"
    """Without the organiser's forbidden pairs the edition would ask for another pairing of the round."""


SHARED = (Circumstance.FLOAT, Circumstance.PAB, Circumstance.PAB_CHOICE)
"""Circumstances of any system, which follow from scores and the pairing."""
_UNMET = "-unmet"
_MEANINGS = {
    Circumstance.TRANSPOSITION: "S2 transposed in a homogeneous bracket or remainder",
    Circumstance.EXCHANGE: "players exchanged between S1 and S2",
    Circumstance.MDP_TRANSPOSITION: "MDPs meet others than the highest residents in order",
    Circumstance.MDP_SELECTION: "others than the highest MDPs paired",
    Circumstance.LIMBO: "an MDP not paired with a resident",
    Circumstance.COLLAPSE: "last brackets collapsed, PPB paired again",
    Circumstance.FLOAT: "a pair of different scores, or a bye",
    Circumstance.FLOAT_REPEATED: "a player floats as in one of the two rounds before",
    Circumstance.PAB: "pairing-allocated bye",
    Circumstance.PAB_CHOICE: "bye not to the last player",
    Circumstance.TOPSCORER_EXCEPTION: "topscorer paired against C3",
    Circumstance.FORBIDDEN_PAIRS: "forbidden pairs decide",
}


@dataclass(frozen=True, slots=True)
class Feature:
    """A part of a regulation that a round can cover."""

    name: str
    """The name of the feature: ``C12``, ``C12-unmet``, ``exchange``, ``5.2.1``."""
    kind: FeatureKind
    article: str = ""
    """Empty for a circumstance."""
    meaning: str = field(default="", compare=False)
    """A short description for a table."""
    needs_final_round: bool = field(default=False, compare=False)
    """Whether only the final round of an event can cover it."""

    @property
    def label(self) -> str:
        """The criterion's label."""
        return self.name.removesuffix(_UNMET)


def decisive(label: str, article: str, meaning: str = "", *, needs_final_round: bool = False) -> Feature:
    """Return the feature that a criterion decides."""
    return Feature(label, FeatureKind.DECISIVE, article, meaning, needs_final_round)


def unmet(label: str, article: str, meaning: str = "", *, needs_final_round: bool = False) -> Feature:
    """Return the feature that a criterion is not fully met."""
    return Feature(label + _UNMET, FeatureKind.UNMET, article, meaning, needs_final_round)


def colour_rule(article: str, meaning: str = "") -> Feature:
    """Return the feature that a colour rule gives some pair its colours."""
    return Feature(article, FeatureKind.COLOUR, article, meaning)


def step(name: str, meaning: str = "") -> Feature:
    """Return the feature that a step of a procedure is taken."""
    return Feature(name, FeatureKind.STEP, name, meaning)


def circumstance(which: Circumstance) -> Feature:
    """Return the feature of a circumstance."""
    final = which is Circumstance.TOPSCORER_EXCEPTION  # there are no topscorers before
    return Feature(which.value, FeatureKind.CIRCUMSTANCE, meaning=_MEANINGS[which], needs_final_round=final)


def list_procedure_features(steps: Mapping[str, str], colours: Mapping[str, str]) -> tuple[Feature, ...]:
    """Return the features of a system that is a procedure: its steps and colour rules, by name with their meaning."""
    return (
        *(step(name, meaning) for name, meaning in steps.items()),
        *(colour_rule(name, meaning) for name, meaning in colours.items()),
        *(circumstance(which) for which in SHARED),
    )


def shared_circumstances(
    scores: Sequence[int], numbers: Sequence[int], games: Iterable[tuple[int, int]], bye: int | None
) -> Iterator[Feature]:
    """Yield the circumstances that any pairing shows: floats and the bye; games and bye are positions."""
    if bye is not None or any(scores[white] != scores[black] for white, black in games):
        yield circumstance(Circumstance.FLOAT)
    if bye is not None:
        yield circumstance(Circumstance.PAB)
        if bye != max(range(len(numbers)), key=lambda place: (-scores[place], numbers[place])):
            yield circumstance(Circumstance.PAB_CHOICE)


class Nearness(FrozenStruct, frozen=True, kw_only=True):
    """The distance of a round that does not cover a feature from a round that covers it."""

    strength: int = 0
    """An estimate from 0 (unknown) to `NEAREST`."""
    players: tuple[int, ...] = ()
    """TPNs of the players on whose score or rank it depends."""


FAR = Nearness()
NEAREST = 512
"""The strength of a criterion that decides."""
