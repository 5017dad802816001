"""An edition of the Dubov System as data: its terms, its criteria, and the search that follows them."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Protocol

from reference_engines.definitions.bye_first import ByeTerms, LeftOverSearch
from reference_engines.dubov.participants import DubovPlayers, DubovScoregroup
from reference_engines.dutch.edition import EditionTerms
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from reference_engines.dubov.criteria import NumberedScoregroupCriterion
    from reference_engines.dubov.participants import AroRule, DubovBracket, Positions, Shifts

    Sorting = Callable[[DubovPlayers, Iterable[int]], Positions]


class BracketStep(Enum):
    """A step of pairing a bracket."""

    FIRST_SHIFT = "players who must be paired together are shifted"
    SECOND_SHIFT = "subgroups are made equal"
    ARO = "S1 goes by ARO"
    MIDDLE = "shifters are numbered from the middle"


class ShifterNumbering(Enum):
    """The start of the sequence numbers of shifters (4.3.3; D.2.b)."""

    FROM_THE_MIDDLE = "from the middle"
    FROM_THE_TOP = "from the top"

    def reorder(self, shifters: Positions) -> Positions:
        """Return sorted players in the order of their sequence numbers."""
        if self is ShifterNumbering.FROM_THE_TOP:
            return shifters
        remaining, reordered = list(shifters), []
        while remaining:
            reordered.append(remaining.pop((len(remaining) - 1) // 2))
        return tuple(reordered)


def sort_by_score(_participants: DubovPlayers, positions: Iterable[int]) -> Positions:
    """Sort positions by score, then ascending TPN."""
    return tuple(sorted(positions))


@dataclass(frozen=True, slots=True, kw_only=True)
class SortingRules:
    """The sorting of players (3.2.5, 4.2 to 4.4; B.1, D)."""

    pool: Sorting = sort_by_score
    """The possible upfloaters."""
    white_seekers: Sorting = DubovPlayers.sort_by_aro
    black_seekers: Sorting = DubovPlayers.sort_by_tpn
    s1: Sorting = DubovPlayers.sort_by_aro
    g2: Sorting = DubovPlayers.sort_by_tpn


class Halves(Enum):
    """The condition under which G1 is the upper half, whatever the preferences (3.2.3; B.1)."""

    WHERE_NOBODY_HAS_PLAYED = "in a bracket in which nobody has played"
    IN_THE_FIRST_ROUND = "in the first round"


class ShifterPool(Enum):
    """The players who are numbered when subgroups are made equal (4.3.1; D.2, DUBOV-SHIFT-POOL)."""

    WHO_SEEK_THE_COLOUR = "those of the bracket who seek the subgroup's colour"
    ALL_OF_THE_SUBGROUP = "everybody in the subgroup, those just shifted into it among them"


def all_rounds(rounds: int, _number: int) -> int:
    """Return the number of rounds of an event."""
    return rounds


def max_t(rounds: int) -> int:
    """Return MaxT for an event with that number of rounds (1.8.2; A.7)."""
    return 2 + rounds // 5


class DubovSearch(LeftOverSearch, Protocol):
    """The search for the choices of a bracket, by matching or by enumeration."""

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
class DubovText(EditionTerms, ByeTerms):
    """An edition, or a variant of it; the terms of the Dutch system prepare its events."""

    completion_article: str
    completes: bool = True
    """Whether C4 is enforced."""
    definition_articles: tuple[str, str]
    """The articles that define ARO and the maximum upfloater."""
    absolute_preference_article: str
    preference_article: str
    """The article on players who have yet to play."""
    step_articles: dict[BracketStep, str]
    most_upfloats: Callable[[int], int] = max_t
    """MaxT by the number of rounds."""
    rounds_of_max_t: Callable[[int, int], int] = all_rounds
    """The number of rounds on which MaxT depends, from that of the event and that of the round to be paired."""
    aro: AroRule
    criteria: tuple[NumberedScoregroupCriterion, ...]
    """In descending priority, without the absolute ones."""
    halves: Halves = Halves.WHERE_NOBODY_HAS_PLAYED
    numbering: ShifterNumbering = ShifterNumbering.FROM_THE_MIDDLE
    shifters_numbered: ShifterPool = ShifterPool.WHO_SEEK_THE_COLOUR
    sorting: SortingRules = SortingRules()
    exempts_last_round: bool = True
    """Whether C8 to C10 do not apply to the last round."""
    search: DubovSearch

    def group(self, participants: DubovPlayers, unpaired: Iterable[int]) -> DubovScoregroup:
        """Return the top scoregroup of unpaired players, with all players below it as sorted (4.2; D.1)."""
        residents, lower = participants.split_top_scoregroup(unpaired)
        return DubovScoregroup(
            participants=participants, residents=residents, pool=self.sorting.pool(participants, lower)
        )

    def s1(self, bracket: DubovBracket, g1: Iterable[int]) -> Positions:
        """Return the players of G1 in the order in which they are paired (3.2.5; B.1)."""
        return self.sorting.s1(bracket.participants, g1)

    def g2(self, bracket: DubovBracket, g2: Iterable[int]) -> Positions:
        """Return the players of G2 in the order of their sequence numbers (4.4.2; D.3.a)."""
        return self.sorting.g2(bracket.participants, g2)

    def number_shifters(self, bracket: DubovBracket, *, smaller: bool, shifted: Positions = ()) -> Positions:
        """Return the possible shifters of a subgroup in the order of their sequence numbers (4.3; D.2)."""
        seekers = bracket.smaller if smaller else bracket.larger
        if self.shifters_numbered is ShifterPool.ALL_OF_THE_SUBGROUP:
            seekers = (*seekers, *shifted)
        seek_white = smaller is bracket.smaller_is_g1
        sort = self.sorting.white_seekers if seek_white else self.sorting.black_seekers
        numbered = self.numbering.reorder(sort(bracket.participants, seekers))
        return tuple(position for position in numbered if position not in shifted)
