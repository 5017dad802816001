"""What an edition of the Dubov System consists of, as data."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Protocol

from reference_engines.dubov.participants import DubovPlayers, DubovScoregroup
from reference_engines.dutch.edition import EditionTerms
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from reference_engines.bye_first import ByeOrder
    from reference_engines.dubov.aro import AroRule
    from reference_engines.dubov.criteria import NumberedCriterion
    from reference_engines.dubov.participants import DubovBracket, Positions, Shifts
    from reference_engines.history import IntArray
    from reference_engines.players import Players

    Sorting = Callable[[DubovPlayers, Iterable[int]], Positions]


class BracketStep(Enum):
    """What is done in a bracket."""

    FIRST_SHIFT = "players who must be paired together are shifted"
    SECOND_SHIFT = "subgroups are made equal"
    ARO = "S1 goes by ARO"
    MIDDLE = "shifters are numbered from the middle"


class ShifterNumbering(Enum):
    """From where the sequence numbers of shifters are counted (4.3.3; D.2.b)."""

    FROM_THE_MIDDLE = "from the middle"
    FROM_THE_TOP = "from the top"

    def numbered(self, in_order: Positions) -> Positions:
        """Return players in the order of their sequence numbers."""
        if self is ShifterNumbering.FROM_THE_TOP:
            return in_order
        left, numbered = list(in_order), []
        while left:
            numbered.append(left.pop((len(left) - 1) // 2))
        return tuple(numbered)


def as_listed(participants: DubovPlayers, positions: Iterable[int]) -> Positions:
    """Return positions by score, then ascending TPN."""
    del participants
    return tuple(sorted(positions))


@dataclass(frozen=True, slots=True, kw_only=True)
class SortedBy:
    """By what players are sorted (3.2.5, 4.2 to 4.4; B.1, D)."""

    pool: Sorting = as_listed
    """The possible upfloaters."""
    white_seekers: Sorting = DubovPlayers.by_aro
    black_seekers: Sorting = DubovPlayers.by_tpn
    s1: Sorting = DubovPlayers.by_aro
    g2: Sorting = DubovPlayers.by_tpn


class Halves(Enum):
    """Where G1 is the upper half, whatever the preferences (3.2.3; B.1)."""

    WHERE_NOBODY_HAS_PLAYED = "in a bracket in which nobody has played"
    IN_THE_FIRST_ROUND = "in the first round"


class ShifterPool(Enum):
    """Who is numbered when subgroups are made equal (4.3.1; D.2, DUBOV-SHIFT-POOL)."""

    WHO_SEEK_THE_COLOUR = "those of the bracket who seek the subgroup's colour"
    ALL_OF_THE_SUBGROUP = "everybody in the subgroup, those just shifted into it among them"


def max_t(rounds: int) -> int:
    """Return MaxT for an event of so many rounds (1.8.2; A.7)."""
    return 2 + rounds // 5


class DubovSearch(Protocol):
    """Finds what the articles ask for: by matching, or by looking at everything."""

    def can_be_left_over(self, players: Players) -> IntArray | None:
        """
        Return the positions of whom all others can be paired without; none if all can be paired.

        None if more than one must be left over.
        """
        ...

    def upfloaters(self, text: DubovText, group: DubovScoregroup) -> Positions | None:
        """Return the first of the best sets of upfloaters; None if the round cannot be completed."""
        ...

    def shifts(self, text: DubovText, bracket: DubovBracket) -> Shifts:
        """Return the first of the best sets of players to be shifted."""
        ...

    def transposition(self, bracket: DubovBracket, s1: Positions, g2: Positions) -> Positions:
        """Return the first order of G2 in which it can meet S1."""
        ...


@dataclass(frozen=True, kw_only=True)
class DubovText(EditionTerms):
    """An edition, or a change of it. What is shared with the terms of the Dutch system is how an event is prepared."""

    completion_article: str
    completes: bool = True
    """Whether C4 is heeded."""
    definition_articles: tuple[str, str]
    """Where ARO and the maximum upfloater are defined."""
    absolute_preference_article: str
    preference_article: str
    """That of those who have yet to play."""
    step_articles: dict[BracketStep, str]
    bye_order: ByeOrder
    virtual_points_count_for_bye: bool = True
    """Whether the score by which the bye goes has virtual points in it (DUBOV-BYE-SCORE)."""
    scheduled_games_count: bool = False
    """Whether a game that was forfeited is one in the choice of the bye (DUBOV-GAMES)."""
    most_upfloats: Callable[[int], int] = max_t
    """MaxT by the number of rounds."""
    aro: AroRule
    criteria: tuple[NumberedCriterion, ...]
    """In descending priority, without the absolute ones."""
    halves: Halves = Halves.WHERE_NOBODY_HAS_PLAYED
    numbering: ShifterNumbering = ShifterNumbering.FROM_THE_MIDDLE
    shifters_numbered: ShifterPool = ShifterPool.WHO_SEEK_THE_COLOUR
    sorted_by: SortedBy = SortedBy()
    exempts_last_round: bool = True
    """Whether C8 to C10 are not asked of the last round."""
    search: DubovSearch

    def group(self, participants: DubovPlayers, unpaired: Iterable[int]) -> DubovScoregroup:
        """Return the top scoregroup of those yet to be paired, and all below it as they are listed (4.2; D.1)."""
        residents, lower = participants.top(unpaired)
        return DubovScoregroup(
            participants=participants, residents=residents, pool=self.sorted_by.pool(participants, lower)
        )

    def s1(self, bracket: DubovBracket, g1: Iterable[int]) -> Positions:
        """Return the players of G1 in the order in which they are paired (3.2.5; B.1)."""
        return self.sorted_by.s1(bracket.participants, g1)

    def g2(self, bracket: DubovBracket, g2: Iterable[int]) -> Positions:
        """Return the players of G2 in the order of their sequence numbers (4.4.2; D.3.a)."""
        return self.sorted_by.g2(bracket.participants, g2)

    def numbered(self, bracket: DubovBracket, *, smaller: bool, shifted: Positions = ()) -> Positions:
        """Return the possible shifters of a subgroup in the order of their sequence numbers (4.3; D.2)."""
        seekers = bracket.smaller if smaller else bracket.larger
        if self.shifters_numbered is ShifterPool.ALL_OF_THE_SUBGROUP:
            seekers = (*seekers, *shifted)
        seek_white = smaller is bracket.smaller_is_g1
        listed = (self.sorted_by.white_seekers if seek_white else self.sorted_by.black_seekers)(
            bracket.participants, seekers
        )
        return tuple(position for position in self.numbering.numbered(listed) if position not in shifted)
