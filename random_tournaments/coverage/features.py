"""
What a round can exercise of a regulation, by name.

A *feature* is a criterion that decides or is not fully met, a step of the sequence, a colour rule, or a circumstance
such as a limbo. Which features there are follows from the engine: labels and articles are those of its edition.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from random_tournaments.coverage.procedures import procedure_of
from reference_engines.dutch.leaving_out import COMPLETION, criteria_that_can_be_left_out
from reference_engines.dutch.session import DutchEngine
from reference_engines.dutch_2013.session import DutchEngine2013
from reference_engines.team.leaving_out import criteria_that_can_be_left_out as criteria_of_teams
from reference_engines.team.session import TeamEngine

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reference_engines.engine import Engine


class FeatureKind(Enum):
    """In what way a round exercises an article."""

    DECISIVE = "criterion decides"
    """Without the criterion the edition would ask for another pairing of the round."""
    UNMET = "criterion not fully met"
    """Its value at the optimum is not zero in some bracket."""
    STEP = "step of the procedure is taken"
    """Of a system that is a procedure, or something in it that makes a difference."""
    COLOUR = "colour rule decides a pair"
    CIRCUMSTANCE = "circumstance"


class Circumstance(Enum):
    """What happens in a round besides; the value is the word by which it is asked for."""

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
    """Without the organiser's forbidden pairs the edition would ask for another pairing of the round."""


_GENERATION = (
    Circumstance.TRANSPOSITION,
    Circumstance.EXCHANGE,
    Circumstance.MDP_TRANSPOSITION,
    Circumstance.MDP_SELECTION,
    Circumstance.LIMBO,
)
FLOATS_AND_BYES = (
    Circumstance.FLOAT,
    Circumstance.FLOAT_REPEATED,
    Circumstance.PAB,
    Circumstance.PAB_CHOICE,
)
SHARED = (Circumstance.FLOAT, Circumstance.PAB, Circumstance.PAB_CHOICE)
"""What is looked for whatever the system."""
_UNMET = "-unmet"
_COMPLETION_WORD = "completion"


@dataclass(frozen=True, slots=True)
class Feature:
    """Something that a round exercises or does not."""

    name: str
    """By which it is asked for: ``C12``, ``C12-unmet``, ``exchange``, ``5.2.1``."""
    kind: FeatureKind
    article: str = ""
    """Empty for a circumstance."""

    @property
    def label(self) -> str:
        """The criterion's label."""
        return self.name.removesuffix(_UNMET)


def decisive(label: str, article: str) -> Feature:
    """Return the feature that a criterion decides."""
    return Feature(label, FeatureKind.DECISIVE, article)


def unmet(label: str, article: str) -> Feature:
    """Return the feature that a criterion is not fully met."""
    return Feature(label + _UNMET, FeatureKind.UNMET, article)


def colour_rule(article: str) -> Feature:
    """Return the feature that a colour rule gives some pair its colours."""
    return Feature(article, FeatureKind.COLOUR, article)


def step(name: str) -> Feature:
    """Return the feature that a step of a procedure is taken."""
    return Feature(name, FeatureKind.STEP, name)


def circumstance(which: Circumstance) -> Feature:
    """Return the feature of a circumstance."""
    return Feature(which.value, FeatureKind.CIRCUMSTANCE)


def features_of(engine: Engine) -> tuple[Feature, ...]:
    """
    Return what can be measured under an engine, in the order of its articles.

    Of systems that are neither the Dutch one, nor that for teams, nor a procedure whose package names its steps, only
    floats and byes are known beforehand; their colour rules, and those of teams, are met with.
    """
    procedure = procedure_of(engine)
    if procedure is not None:
        return (
            *(step(name) for name in procedure.steps),
            *(colour_rule(name) for name in procedure.colours),
            *(circumstance(which) for which in SHARED),
        )
    if isinstance(engine, TeamEngine):
        criteria = criteria_of_teams(engine.rules)
        return (*(decisive(*criterion) for criterion in criteria), *(circumstance(which) for which in SHARED))
    if not isinstance(engine, (DutchEngine, DutchEngine2013)):
        return tuple(circumstance(which) for which in SHARED)
    articles = engine.rules.colours
    colours = (articles.both, articles.stronger, articles.alternate, articles.higher_ranked, articles.initial)
    criteria = criteria_that_can_be_left_out(engine)
    return (
        *(decisive(label, article) for label, article in criteria),
        *(unmet(numbered.label, numbered.article) for numbered in engine.rules.criteria if criteria),
        *(colour_rule(article) for article in colours),
        *(circumstance(which) for which in _circumstances(engine, has_criteria=bool(criteria))),
    )


def _circumstances(engine: Engine, *, has_criteria: bool) -> tuple[Circumstance, ...]:
    common = (*FLOATS_AND_BYES, Circumstance.TOPSCORER_EXCEPTION)
    if not has_criteria:
        return common
    collapse = (Circumstance.COLLAPSE,) if "2017" in engine.edition.key else ()
    return (*_GENERATION, *collapse, *common, Circumstance.FORBIDDEN_PAIRS)


def not_measured(engine: Engine) -> tuple[str, ...]:
    """Say what of the regulation is not measured under an engine, one sentence each."""
    if criteria_that_can_be_left_out(engine):
        return ()
    if isinstance(engine, TeamEngine):
        return (
            "[C3] to [C5], the choice of the bye and the order of candidates are not measured.",
            "A colour rule that never decided is not listed.",
        )
    if isinstance(engine, DutchEngine2013):
        return ("Criteria and steps of the sequence are not measured: no part of a procedure can be left out.",)
    if procedure_of(engine) is not None:
        return (
            "Steps are counted where they are taken: no part of a procedure can be left out to see what it decides.",
        )
    return (
        "Criteria, the sequence of candidates and repeated floats are not measured for this system.",
        "Colour rules are counted as far as the engine names the article; one that never decided is not listed.",
    )


def find_features(engine: Engine, names: Iterable[str]) -> tuple[Feature, ...]:
    """
    Return the features of those names, in any case; ``completion`` is C4.

    Raise ValueError for a name that the engine does not have, with those that it has.
    """
    known = {feature.name.lower(): feature for feature in features_of(engine)}
    if COMPLETION.lower() in known:
        known[_COMPLETION_WORD] = known[COMPLETION.lower()]
    wanted = [name.strip() for name in names if name.strip()]
    for name in wanted:
        if name.lower() not in known:
            permitted = ", ".join(feature.name for feature in features_of(engine))
            raise ValueError(f"'{name}' is no feature of {engine.edition.key}; there are: {permitted}")
    return tuple(dict.fromkeys(known[name.lower()] for name in wanted))
