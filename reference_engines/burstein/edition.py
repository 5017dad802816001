"""What an edition of the Burstein System consists of, as data."""

from __future__ import annotations

from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from reference_engines.brackets.criteria import FOLLOWING_BRACKET
from reference_engines.burstein.criteria import BursteinObjective
from reference_engines.hard_rules import HardRules, Printed
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.brackets.bracket import Candidate
    from reference_engines.brackets.criteria import NumberedCriterion
    from reference_engines.burstein.index import IndexRules
    from reference_engines.burstein.participants import RankedBracket
    from reference_engines.burstein.seeding import SeedingRules
    from reference_engines.bye_first import ByeOrder
    from reference_engines.colours import ColourArticles
    from reference_engines.edition import Edition
    from reference_engines.history import IntArray
    from reference_engines.players import Players
    from reference_engines.standing import ByeRule


class Absolute(Enum):
    """What no pairing may violate (2.1, 2.2; C.1 to C.4)."""

    MEETING = "players who met do not meet again"
    BYE = "nobody has a second bye"
    COLOURS = "no two absolute preferences for one colour meet"
    COMPLETION = "the rest of the round can be paired"


class OpponentOrder(Enum):
    """In which order opponents come for the first BSN in which two pairings differ (4.3; D.1)."""

    LARGEST_FIRST = "the larger BSN, floating last"
    FLOATING_FIRST = "floating, then the larger BSN"
    SMALLEST_FIRST = "the smaller BSN, floating last"

    def opponents(self, place: int, size: int) -> list[int | None]:
        """Return the places of possible opponents in that order; None stands for floating."""
        others: list[int | None] = [other for other in range(size) if other != place]
        if self is OpponentOrder.LARGEST_FIRST:
            return [*reversed(others), None]
        return [None, *reversed(others)] if self is OpponentOrder.FLOATING_FIRST else [*others, None]


class LookAhead(Enum):
    """How well the following bracket has to comply (C7, BURSTEIN-LOOK-AHEAD)."""

    AS_WELL_AS_POSSIBLE = "as well as possible"
    WHOLLY_OR_NOT = "wholly, or it does not matter"


class Ranking(Enum):
    """By what players of a bracket are ranked (1.8; A.7)."""

    INDEX = "Index, then TPN"
    SCORE = "score, then Index, then TPN"


def half_at_most_four(rounds: int) -> int:
    """Return the number of seeding rounds of an event of so many (1.6.2; A.5)."""
    return min(rounds // 2, 4)


class BursteinSearch(Protocol):
    """Finds what the articles ask for: by matching, or by looking at everything."""

    def can_be_left_over(self, players: Players) -> IntArray | None:
        """
        Return the positions of whom all others can be paired without; none if all can be paired.

        None if more than one must be left over.
        """
        ...

    def best(self, text: BursteinText, bracket: RankedBracket, objective: BursteinObjective) -> Candidate | None:
        """Return the first of the best candidates; None if the round cannot be completed then."""
        ...


@dataclass(frozen=True, kw_only=True)
class BursteinText:
    """An edition, or a change of it."""

    edition: Edition
    seeding: SeedingRules
    """Of the first rounds (BURSTEIN-SEEDING-EDITION)."""
    seeding_rounds: Callable[[int], int] = half_at_most_four
    seeding_article: str
    absolute_articles: tuple[str, str, str, str]
    """In the order of `Absolute`."""
    heeded: frozenset[Absolute] = frozenset(Absolute)
    excepts_topscorers: bool = False
    """Whether topscorers are excepted from C3, as in the Dutch system."""
    byes: ByeRule
    bye_order: ByeOrder
    virtual_points_count_for_bye: bool = True
    """Whether the score by which the bye goes has virtual points in it (BURSTEIN-ACCELERATION)."""
    scheduled_games_count: bool = False
    """Whether a game that was forfeited is one in the choice of the bye (BURSTEIN-GAMES)."""
    index: IndexRules
    index_article: str
    ranking: Ranking = Ranking.INDEX
    ranking_article: str
    criteria: tuple[NumberedCriterion, ...]
    """In descending priority, without the absolute ones."""
    look_ahead: LookAhead = LookAhead.AS_WELL_AS_POSSIBLE
    order: OpponentOrder = OpponentOrder.LARGEST_FIRST
    opponents_article: str
    """Of the order of pairings."""
    colour_articles: ColourArticles
    beginners_by_score: bool = False
    """Whether of two who have yet to play the one with more points, then the smaller TPN is higher ranked
    (BURSTEIN-BEGINNERS)."""
    search: BursteinSearch

    @cached_property
    def hard(self) -> HardRules:
        """Where the edition prints the rules that every pairing must keep."""
        once = Printed(article="C.04.1:3")
        return HardRules(
            once=once,
            bye_for_odd=once,
            meeting=self.absolute(Absolute.MEETING),
            kept_apart=Printed(article="forbidden pairs"),
            bye_again=self.absolute(Absolute.BYE),
        )

    def absolute(self, which: Absolute) -> Printed:
        """Return an absolute rule as it is printed."""
        number = tuple(Absolute).index(which)
        return Printed(label=f"C{number + 1}", article=self.absolute_articles[number])

    @cached_property
    def objective(self) -> BursteinObjective:
        """The criteria, cut at the look-ahead."""
        criteria = [numbered.criterion for numbered in self.criteria]
        if FOLLOWING_BRACKET not in criteria:
            fewest = len([numbered for numbered in self.criteria if numbered.label in _LOOKED_AT_AHEAD])
            return BursteinObjective(before=tuple(criteria[:fewest]), looks_ahead=False, after=tuple(criteria[fewest:]))
        cut = criteria.index(FOLLOWING_BRACKET)
        return BursteinObjective(before=tuple(criteria[:cut]), looks_ahead=True, after=tuple(criteria[cut + 1 :]))


_LOOKED_AT_AHEAD = ("C5", "C6")
