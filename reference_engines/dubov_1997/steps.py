"""The decisions of a round, one after the other, and how a finding describes them."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from tournaments.frozen import dataclass
from tournaments.points import points_text

if TYPE_CHECKING:
    from reference_engines.dubov_1997.participants import Dubov1997Participants, Dubov1997Player


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


def describe_player(participants: Dubov1997Participants, player: int) -> str:
    """``player 7 (R 2310, ARO 2255.5, due White)``."""
    return f"{participants.player_name(player)} ({_player_facts(participants[player])})"


def _player_facts(player: Dubov1997Player) -> str:
    due = {1: "due White", -1: "due Black", 0: "no colour due"}[player.due]
    return f"{points_text(player.score)} points, R {player.rating}, ARO {float(player.aro):.1f}, {due}"


def describe_step(participants: Dubov1997Participants, step: Dubov1997Step) -> str:
    """Return the decision in the regulation's words."""
    where = f"in the score group of {points_text(step.score)}"
    if step.kind is Dubov1997StepKind.BYE:
        return step.kind.value
    if step.seeker is None:
        return f"{step.kind.value} {where}"
    if step.kind in (Dubov1997StepKind.ROW, Dubov1997StepKind.SPARE):
        return f"the row of {participants.player_name(step.seeker)} {where}"
    return f"{step.kind.value} {where}, for {participants.player_name(step.seeker)}"
