"""What the editions of the team system consist of: criteria by meaning, numbered by each edition."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.upfloating.text import Criterion, Stage, UpfloatingText
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from reference_engines.team.field import TeamField


def _colour(participants: TeamField) -> NDArray[np.int64]:
    """Two teams that want the same colour leave one preference unfulfilled; any others, none (4.3.2, 4.3.3)."""
    return (participants.preference[:, None] * participants.preference[None, :] > 0).astype(np.int64)


def _strong_colour(participants: TeamField) -> NDArray[np.int64]:
    """Of two that want the same colour, a strong preference is left unfulfilled only if both are strong (4.3.4)."""
    return _colour(participants) * (participants.strong[:, None] & participants.strong[None, :])


def _consecutive_floats(participants: TeamField) -> NDArray[np.int64]:
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
    """Who may not have the bye ([C2])."""

    SCORED_A_WIN = "a bye before, or a win's points in a round without playing"
    LISTED = "a bye before, a match won by forfeit, or a full-point bye"


@dataclass(frozen=True, kw_only=True)
class TeamEdition(UpfloatingText):
    """An edition of the team system."""

    bye_bar: ByeBar
    colour_articles: tuple[str, ...]
    """The steps of 4.3 that it prints."""

    @property
    def names_following(self) -> bool:
        """Whether [C6] says what it asks of the following scoregroup, as 2026 does; before, its teams are counted."""
        return self.floats_choose_upfloaters
