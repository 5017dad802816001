"""The decisions of a round, in their order."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from reference_engines.lim.edition import LimStepKind


class FloatReason(Enum):
    """Why a player floats."""

    NO_OPPONENT = "no compatible opponent in the scoregroup"
    MAKE_EVEN = "the number of players is made even"
    BLOCKED = "not all can be paired despite exchanges"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rank:
    """The rank of a candidate; the lowest is taken, compared in this order unless a reading says otherwise."""

    types: tuple[int, int, int] = (0, 0, 0)
    """The numbers of all floaters from the scoregroup that would be of the types a, b and c (3.9)."""
    floated: bool = False
    """Whether a floater floated in the round just before, and is to be spared (3.10, LIM-SPARED)."""
    is_lifted: bool = False
    """Whether an opponent is beyond the limits of colours, where they are lifted pair by pair (LIM-LIMITS-IN-TURN)."""
    against: bool = False
    """Whether a floater is not due the colour due to more (3.2.2), or an opponent is due the same colour (3.8, 5.2)."""
    too_far: bool = False
    """Whether a floater is rated too far from the lowest numbered player, who floats instead (LIM-MAXI-FLOATER)."""
    place: int = 0
    """The place in the order in which candidates are tried, from 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LimStep:
    """One decision. Players are positions."""

    kind: LimStepKind
    score: int
    """The score of the scoregroup, in tenths."""
    side: int
    """1 where pairing proceeds downward above the median scoregroup, -1 upwards below it, 0 in the median one."""
    group: tuple[int, ...]
    """
    The players still to be paired in the scoregroup, floaters included.

    Of a pair, ``seeker`` and then all other players in the order in which they are tried.
    """
    taken: tuple[int, ...]
    """The player chosen; the two players of a cracked pairing."""
    seeker: int | None = None
    """The player whose opponent is sought."""
    reason: FloatReason | None = None
    """The reason for the choice of a floater."""
    ranks: tuple[tuple[int, Rank], ...] = ()
    """The candidates for bye or float without whom all other players can be paired, the first choice first."""
    passed_over: tuple[int, ...] = ()
    """The candidates for the bye without whom they cannot."""
    undone: bool = False
    """Whether the pair was cracked later."""

    @property
    def pair(self) -> tuple[int, int] | None:
        """The pair that the step makes, if it makes one."""
        return None if self.seeker is None else (self.seeker, self.taken[0])

    @property
    def rank(self) -> Rank:
        """The rank of the player chosen."""
        return dict(self.ranks)[self.taken[0]]
