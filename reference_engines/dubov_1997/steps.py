"""What is done in a round, one decision after the other: the words in which the walk tells it."""

from __future__ import annotations

from enum import Enum

from tournaments.frozen import dataclass


class StepKind(Enum):
    """What is decided."""

    BYE = "the bye"
    FIRST_ROUND = "the pairing of the first round"
    FLOATER = "the opponent of a floater"
    FROM_BELOW = "an opponent from below"
    ODD_GROUP = "a transfer into an odd score group"
    JOINING = "a transfer into a score group"
    """Of somebody who is paired with the group, or goes back: only by readings that are not taken."""
    LEAVING = "the choice of floaters"
    ROW = "a row of the columns"
    SPARE = "players left in one column"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One decision. Players are positions."""

    kind: StepKind
    score: int
    """Of the score group, in tenths."""
    group: tuple[int, ...]
    """Who is still to be paired in the score group, floaters from above included."""
    who: int | None = None
    """Whose opponent is sought; None where players are chosen for something else."""
    taken: tuple[int, ...]
    """The opponent, or the players chosen; empty where nobody was available."""
    order: tuple[int, ...] = ()
    """The candidates, the first choice first; those whom ``who`` may not meet are left out."""
    passed_over: tuple[int, ...] = ()
    """Candidates before the one taken who would have left the group, or the round, worse paired."""
    white: tuple[int, ...] = ()
    """In a row: the column of White, top down, when the rows were laid out."""
    black: tuple[int, ...] = ()
    moved: tuple[int, ...] = ()
    """In a row: who was transferred between the columns (7.3, 7.4)."""
    inside: int = 0
    """In a row: how many pairs within a column the group needs from here on."""

    @property
    def pair(self) -> tuple[int, int] | None:
        """The pair that the step makes, if it makes one."""
        if self.who is None or not self.taken:
            return None
        return self.who, self.taken[0]
