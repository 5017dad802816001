"""
What a stage can exercise of a regulation, by name.

A *feature* is a criterion that decides or is not fully met, a step of the procedure, a colour rule, or a circumstance
such as a limbo. Which features there are, and which of them a stage exercises, every system answers itself.
"""

from __future__ import annotations

from dataclasses import field
from enum import Enum
from typing import TYPE_CHECKING

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


class FeatureKind(Enum):
    """In what way a stage exercises an article."""

    DECISIVE = "criterion decides"
    """Without the criterion the edition would ask for another pairing of the stage."""
    UNMET = "criterion not fully met"
    """Its value at the optimum is not zero in some bracket."""
    STEP = "step of the procedure is taken"
    """Of a system that is a procedure, or something in it that makes a difference."""
    COLOUR = "colour rule decides a pair"
    CIRCUMSTANCE = "circumstance"


class Circumstance(Enum):
    """What happens in a stage besides; the value is the word by which it is asked for."""

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
    """A pair has different scores, or somebody has the bye."""
    FLOAT_REPEATED = "float-repeated"
    """Somebody floats as in one of the two rounds before."""
    PAB = "pab"
    """Somebody receives the pairing-allocated bye."""
    PAB_CHOICE = "pab-choice"
    """The bye does not go to the last player in order."""
    TOPSCORER_EXCEPTION = "topscorer-exception"
    """Two players with an absolute preference for one colour meet, one of them a topscorer."""
    FORBIDDEN_PAIRS = "forbidden-pairs"
    """Without the organiser's forbidden pairs the edition would ask for another pairing of the stage."""


SHARED = (Circumstance.FLOAT, Circumstance.PAB, Circumstance.PAB_CHOICE)
"""What is looked for whatever the system, by scores and the pairing alone."""
_UNMET = "-unmet"
_MEANINGS = {
    Circumstance.TRANSPOSITION: "S2 transposed in a homogeneous bracket or remainder",
    Circumstance.EXCHANGE: "players exchanged between S1 and S2",
    Circumstance.MDP_TRANSPOSITION: "MDPs meet others than the highest residents in order",
    Circumstance.MDP_SELECTION: "others than the highest MDPs paired",
    Circumstance.LIMBO: "an MDP not paired with a resident",
    Circumstance.COLLAPSE: "last brackets collapsed, PPB paired again",
    Circumstance.FLOAT: "a pair of different scores, or a bye",
    Circumstance.FLOAT_REPEATED: "somebody floats as in one of the two rounds before",
    Circumstance.PAB: "pairing-allocated bye",
    Circumstance.PAB_CHOICE: "bye not to the last player",
    Circumstance.TOPSCORER_EXCEPTION: "topscorer paired against C3",
    Circumstance.FORBIDDEN_PAIRS: "forbidden pairs decide",
}


@dataclass(frozen=True, slots=True)
class Feature:
    """Something that a stage exercises or does not."""

    name: str
    """By which it is asked for: ``C12``, ``C12-unmet``, ``exchange``, ``5.2.1``."""
    kind: FeatureKind
    article: str = ""
    """Empty for a circumstance."""
    meaning: str = field(default="", compare=False)
    """In a few words, for a table."""
    needs_final_round: bool = field(default=False, compare=False)
    """Whether only the final stage of an event can exercise it."""

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


def of_procedure(steps: Mapping[str, str], colours: Mapping[str, str]) -> tuple[Feature, ...]:
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
    if bye is not None or any(scores[one] != scores[other] for one, other in games):
        yield circumstance(Circumstance.FLOAT)
    if bye is not None:
        yield circumstance(Circumstance.PAB)
        if bye != max(range(len(numbers)), key=lambda place: (-scores[place], numbers[place])):
            yield circumstance(Circumstance.PAB_CHOICE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearness:
    """What can be told of a stage that does not exercise a feature."""

    strength: int = 0
    """At a guess, from 0 (nothing can be told) to `NEAREST`."""
    players: tuple[int, ...] = ()
    """TPNs of those on whose standing it depends."""


FAR = Nearness()
NEAREST = 512
"""Of a criterion that decides."""
