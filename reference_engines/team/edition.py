"""What the editions of the team system consist of: criteria by meaning, numbered by each edition."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.engine import Edition

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from reference_engines.team.field import TeamField

    Costs = Callable[[TeamField], NDArray[np.int64]]


class Stage(Enum):
    """Where a criterion is applied."""

    BYE = "bye"
    UPFLOATERS = "upfloaters"
    BRACKET = "bracket"


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """A criterion by its meaning."""

    name: str
    sentence: str
    stage: Stage
    costs: Costs | None = None
    """For a criterion of the bracket: by two positions, what their meeting adds to the value."""


def _colour(field: TeamField) -> NDArray[np.int64]:
    """Two teams that want the same colour leave one preference unfulfilled; any others, none (4.3.2, 4.3.3)."""
    return (field.preference[:, None] * field.preference[None, :] > 0).astype(np.int64)


def _strong_colour(field: TeamField) -> NDArray[np.int64]:
    """Of two that want the same colour, a strong preference is left unfulfilled only if both are strong (4.3.4)."""
    return _colour(field) * (field.strong[:, None] & field.strong[None, :])


def _consecutive_floats(field: TeamField) -> NDArray[np.int64]:
    cross = (field.score[:, None] != field.score[None, :]).astype(np.int64)
    return cross * (field.floated[:, None].astype(np.int64) + field.floated[None, :])


def _opponents_floats(field: TeamField) -> NDArray[np.int64]:
    higher = field.score[:, None] > field.score[None, :]
    one_way = (higher & field.floated[:, None]).astype(np.int64)
    return one_way + one_way.T


BYE_SCORE = Criterion(name="bye_score", sentence="the bye goes to the lowest score", stage=Stage.BYE)
BYE_UNPLAYED = Criterion(
    name="bye_rounds_without_match", sentence="the bye goes to who played most matches", stage=Stage.BYE
)
UPFLOATERS = Criterion(
    name="upfloaters", sentence="as few upfloaters as possible join the top-scoregroup", stage=Stage.UPFLOATERS
)
UPFLOATER_SCORES = Criterion(
    name="score_differences",
    sentence="the scores of upfloaters are as little below as possible",
    stage=Stage.UPFLOATERS,
)
FOLLOWING = Criterion(
    name="upfloaters_of_following_group",
    sentence="as few teams as possible of the following scoregroup lack a partner in it",
    stage=Stage.UPFLOATERS,
)
UPFLOATERS_AGAIN = Criterion(
    name="upfloaters_floating_again",
    sentence="as few upfloaters as possible floated in the round before",
    stage=Stage.UPFLOATERS,
)
COLOUR = Criterion(
    name="colour_preference",
    sentence="as few teams as possible miss their colour preference",
    stage=Stage.BRACKET,
    costs=_colour,
)
STRONG_COLOUR = Criterion(
    name="strong_colour_preference",
    sentence="as few teams as possible miss a strong colour preference (Type B)",
    stage=Stage.BRACKET,
    costs=_strong_colour,
)
CONSECUTIVE_FLOATS = Criterion(
    name="consecutive_floats",
    sentence="as few teams as possible float in consecutive rounds",
    stage=Stage.BRACKET,
    costs=_consecutive_floats,
)
OPPONENTS_AGAIN = Criterion(
    name="upfloaters_opponents_floating_again",
    sentence="as few opponents of upfloaters as possible floated in the round before",
    stage=Stage.BRACKET,
    costs=_opponents_floats,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A criterion as an edition prints it."""

    label: str
    article: str
    criterion: Criterion


class ByeBar(Enum):
    """Who may not have the bye ([C2])."""

    SCORED_A_WIN = "a bye before, or a win's points in a round without playing"
    LISTED = "a bye before, a match won by forfeit, or a full-point bye"


@dataclass(frozen=True, slots=True, kw_only=True)
class Articles:
    """Numbers of articles that an edition moved."""

    rematch: str
    bye_bar: str
    bye_last: str
    sets: str
    identifiers: str
    complete: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamEdition:
    """An edition of the team system."""

    edition: Edition
    rules: tuple[Rule, ...]
    """In order of priority within each stage."""
    articles: Articles
    bye_bar: ByeBar
    colour_articles: tuple[str, ...]
    """The steps of 4.3 that it prints."""

    @property
    def floats_choose_upfloaters(self) -> bool:
        """Whether floats of the round before count where upfloaters are selected."""
        return any(rule.criterion is UPFLOATERS_AGAIN for rule in self.rules)

    @property
    def names_following(self) -> bool:
        """Whether [C6] says what it asks of the following scoregroup, as 2026 does; before, its teams are counted."""
        return self.floats_choose_upfloaters

    def at(self, stage: Stage) -> tuple[Rule, ...]:
        """Return the rules of a stage."""
        return tuple(rule for rule in self.rules if rule.criterion.stage is stage)

    def bracket_costs(self, field: TeamField) -> list[NDArray[np.int64]]:
        """Return the costs of the bracket's criteria, most important first, by two positions."""
        return [rule.criterion.costs(field) for rule in self.at(Stage.BRACKET) if rule.criterion.costs]


def _rules(*rows: tuple[str, str, Criterion]) -> tuple[Rule, ...]:
    return tuple(Rule(label=label, article=article, criterion=criterion) for label, article, criterion in rows)


_STEPS_TO_7 = tuple(f"4.3.{number}" for number in range(1, 8))

TEAM_DRAFT = TeamEdition(
    edition=Edition(
        key="team-draft",
        title="Swiss Team Pairing System, draft",
        source="Draft of C.04.6 before its approval",
        in_force_from=dt.date(2024, 1, 1),
        in_force_until=dt.date(2024, 7, 31),
        pairs_teams=True,
    ),
    rules=_rules(
        ("", "2.1.2", BYE_SCORE),
        ("", "2.1.3", BYE_UNPLAYED),
        ("C4", "3.3.1", UPFLOATERS),
        ("C5", "3.3.2", UPFLOATER_SCORES),
        ("C6", "3.3.3", FOLLOWING),
        ("C7", "3.3.4", COLOUR),
        ("C8", "3.3.5", STRONG_COLOUR),
        ("C9", "3.3.6", CONSECUTIVE_FLOATS),
    ),
    articles=Articles(
        rematch="3.1.1", bye_bar="3.1.2", bye_last="2.1.4", sets="2.2.4", identifiers="2.3.3", complete="1.9.1"
    ),
    bye_bar=ByeBar.SCORED_A_WIN,
    colour_articles=_STEPS_TO_7,
)
TEAM_2024 = replace(
    TEAM_DRAFT,
    edition=Edition(
        key="team-2024",
        title="FIDE Swiss Team Pairing System, edition of 2024",
        source="FIDE Handbook C.04.6, approved 27 July 2024",
        in_force_from=dt.date(2024, 8, 1),
        in_force_until=dt.date(2026, 1, 31),
        pairs_teams=True,
    ),
    colour_articles=(*_STEPS_TO_7, "4.3.8"),
)
TEAM_2026 = TeamEdition(
    edition=Edition(
        key="team-2026",
        title="FIDE Swiss Team Pairing System, edition of 2026",
        source="FIDE Handbook C.04.6, approved 28 October 2025",
        in_force_from=dt.date(2026, 2, 1),
        in_force_until=None,
        pairs_teams=True,
    ),
    rules=_rules(
        ("", "3.4.2", BYE_SCORE),
        ("", "3.4.3", BYE_UNPLAYED),
        ("C4", "2.3.1", UPFLOATERS),
        ("C5", "2.3.2", UPFLOATER_SCORES),
        ("C6", "2.3.3", FOLLOWING),
        ("C7", "2.3.4", UPFLOATERS_AGAIN),
        ("C8", "2.3.5", COLOUR),
        ("C9", "2.3.6", STRONG_COLOUR),
        ("C10", "2.3.7", OPPONENTS_AGAIN),
    ),
    articles=Articles(
        rematch="2.1.1", bye_bar="2.1.2", bye_last="3.4.4", sets="3.5.4", identifiers="3.6.3", complete="3.3.1"
    ),
    bye_bar=ByeBar.LISTED,
    colour_articles=(*_STEPS_TO_7, "4.3.8", "4.3.9"),
)
