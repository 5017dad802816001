"""The decisions of a round, one after the other, and how a finding describes them."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from tournaments.frozen import dataclass
from tournaments.points import describe_group

if TYPE_CHECKING:
    from reference_engines.dubov_1997.participants import Dubov1997Participants


class Dubov1997StepKind(Enum):
    """The kind of a decision."""

    BYE = "the bye"
    FIRST_ROUND = "the pairing of the first round"
    FLOATER = "the opponent of a floater"
    FROM_BELOW = "an opponent from below"
    ODD_GROUP = "a transfer into an odd score group"
    JOINING = "a transfer into a score group"
    """The transferred player is paired with the group, or goes back: only by readings that are not taken."""
    LEAVING = "the choice of floaters"
    ROW = "a row of the columns"
    SPARE = "players left in one column"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dubov1997Step:
    """One decision. Players are positions."""

    kind: Dubov1997StepKind
    score: int
    """The score of the score group, in tenths."""
    group: tuple[int, ...]
    """The players still to be paired in the score group, floaters from above included."""
    seeker: int | None = None
    """The player whose opponent is sought; None where players are chosen for another purpose."""
    taken: tuple[int, ...]
    """The opponent, or the players chosen; empty where no player was available."""
    order: tuple[int, ...] = ()
    """The candidates, the first choice first; without players whom ``seeker`` may not meet."""
    passed_over: tuple[int, ...] = ()
    """Earlier candidates, who would have left the group, or the round, worse paired."""
    white: tuple[int, ...] = ()
    """The column of White of a row, from the top, before the first row was filled."""
    black: tuple[int, ...] = ()
    moved: tuple[int, ...] = ()
    """The players of a row transferred between the columns (7.3, 7.4)."""
    inside: int = 0
    """The number of pairs within a column that the group needs from this row on."""

    @property
    def pair(self) -> tuple[int, int] | None:
        """The pair that the step makes, if it makes one."""
        if self.seeker is None or not self.taken:
            return None
        return self.seeker, self.taken[0]


def describe_step(participants: Dubov1997Participants, step: Dubov1997Step) -> str:
    """Describe the decision as a noun phrase: ``the bye``, ``the opponent of player 3``."""
    if step.kind is Dubov1997StepKind.BYE:
        return "the bye"
    if step.seeker is not None:
        return f"the opponent of {participants.player_name(step.seeker)}"
    if step.kind is Dubov1997StepKind.LEAVING:
        return f"the floaters from the {describe_group(step.score)}"
    return f"the player who moves up into the {describe_group(step.score)}"
