"""What is done in a round, one decision after the other: the words in which the walk tells it."""

from __future__ import annotations

from enum import Enum

from tournaments.frozen import dataclass


class StepKind(Enum):
    """What is decided."""

    BYE = "the bye"
    FLOATING = "the choice of a floater"
    FLOATER = "the opponent of a floater"
    SCRUTINY = "the scrutiny of a proposed pairing"
    CRACKING = "the cracking of a pairing"


class Reason(Enum):
    """Why somebody floats."""

    NO_OPPONENT = "no compatible opponent in the scoregroup"
    MAKE_EVEN = "the number of players is made even"
    BLOCKED = "not all can be paired despite exchanges"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rank:
    """How a candidate stands; the lowest is taken, side by side in this order unless a reading says otherwise."""

    types: tuple[int, int, int] = (0, 0, 0)
    """Of floaters: how many of all who leave the scoregroup would be of the types a, b and c (3.9)."""
    floated: bool = False
    """Of floaters: in the round just before, and to be spared (3.10, LIM-SPARED)."""
    is_lifted: bool = False
    """Of opponents: met beyond the limits of colours, where these are lifted pair by pair (LIM-LIMITS-IN-TURN)."""
    against: bool = False
    """Of floaters: not due the colour that is due to more (3.2.2). Of opponents: due the same colour (3.8, 5.2)."""
    too_far: bool = False
    """Of floaters: rated too far from the lowest numbered one, who floats instead (LIM-MAXI-FLOATER)."""
    place: int = 0
    """In the order in which candidates are tried, from 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One decision. Players are positions."""

    kind: StepKind
    score: int
    """Of the scoregroup, in tenths."""
    side: int
    """1 where pairing proceeds downward above the median scoregroup, -1 upwards below it, 0 in the median one."""
    group: tuple[int, ...]
    """
    Who is still to be paired in the scoregroup, floaters included.

    Of a pair, ``who`` and then all the others in the order in which they are tried.
    """
    taken: tuple[int, ...]
    """The player chosen; the two whose pairing is cracked."""
    who: int | None = None
    """Whose opponent is sought."""
    reason: Reason | None = None
    """Of a choice of a floater."""
    ranks: tuple[tuple[int, Rank], ...] = ()
    """Of the bye and of floaters: those with whom the others can be paired, the first choice first."""
    passed_over: tuple[int, ...] = ()
    """Of the bye: those with whom they could not."""
    undone: bool = False
    """Whether the pair was cracked later."""

    @property
    def pair(self) -> tuple[int, int] | None:
        """The pair that the step makes, if it makes one."""
        return None if self.who is None else (self.who, self.taken[0])

    @property
    def rank(self) -> Rank:
        """How the player chosen stands."""
        return dict(self.ranks)[self.taken[0]]
