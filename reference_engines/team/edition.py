"""An edition of the team system as data: the teams of a round, and the criteria by meaning."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from reference_engines.upfloating.field import UpfloatingField
from reference_engines.upfloating.text import Criterion, Stage, UpfloatingText
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, kw_only=True, eq=False)
class TeamParticipants(UpfloatingField):
    """The teams to be paired in a round; floats do not count in the last two rounds."""

    participant: ClassVar[str] = "team"
    preference: NDArray[np.int64]
    """1 for White, -1 for Black, 0 for none (1.7)."""
    strong: NDArray[np.bool_]
    """Type B only."""


def _colour(participants: TeamParticipants) -> NDArray[np.int64]:
    """Count the preferences that a pair leaves unfulfilled: one if both prefer the same colour (4.3.2, 4.3.3)."""
    return (participants.preference[:, None] * participants.preference[None, :] > 0).astype(np.int64)


def _strong_colour(participants: TeamParticipants) -> NDArray[np.int64]:
    """Count the strong preferences that a pair leaves unfulfilled: one if both strongly prefer a colour (4.3.4)."""
    return _colour(participants) * (participants.strong[:, None] & participants.strong[None, :])


def _consecutive_floats(participants: TeamParticipants) -> NDArray[np.int64]:
    cross = (participants.score[:, None] != participants.score[None, :]).astype(np.int64)
    return cross * (participants.floated[:, None].astype(np.int64) + participants.floated[None, :])


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


class ByeBar(Enum):
    """The rule that bars teams from the bye ([C2])."""

    SCORED_A_WIN = "a bye before, or a win's points in a round without playing"
    LISTED = "a bye before, a match won by forfeit, or a full-point bye"


@dataclass(frozen=True, kw_only=True)
class TeamEdition(UpfloatingText):
    """An edition of the team system."""

    bye_bar: ByeBar
    colour_articles: tuple[str, ...]
    """The steps of 4.3 that the edition prints."""

    @property
    def names_following(self) -> bool:
        """Whether [C6] names its demand on the following scoregroup, as 2026 does; before, its teams are counted."""
        return self.floats_choose_upfloaters
