"""An edition of the Burstein System as data: its terms, its criteria, and the search that follows them."""

from __future__ import annotations

from enum import Enum
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.bye_first import ByeTerms, LeftOverSearch
from reference_engines.definitions.criteria import Contribution, Criterion, index_levels
from reference_engines.definitions.hard_rules import HardRules, RuleReference
from reference_engines.downfloating.bracket import DOWNFLOATERS, FOLLOWING_BRACKET
from tournaments.frozen import FrozenStruct, dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.burstein.participants import IndexRules, RankedBracket, RankedPlayers
    from reference_engines.burstein.seeding import SeedingRules
    from reference_engines.definitions.colours import ColourArticles
    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.definitions.player_states import ByeRule
    from reference_engines.downfloating.bracket import Bracket, BracketCriterion, Candidate, NumberedBracketCriterion
    from reference_engines.frame.edition import Edition


class BursteinObjective(FrozenStruct, frozen=True, kw_only=True):
    """The criteria by which a bracket is paired, most important first."""

    before: tuple[BracketCriterion, ...]
    """The criteria before the look-ahead, which also judge the following bracket."""
    looks_ahead: bool
    ahead: tuple[BracketCriterion, ...]
    """The criteria that judge the following bracket."""
    after: tuple[BracketCriterion, ...]

    @property
    def counts_downfloaters_first(self) -> bool:
        """Whether no criterion outranks the number of players who leave the bracket, or the following one."""
        return self.before[:1] == self.ahead[:1] == (DOWNFLOATERS,)

    @property
    def following_objective(self) -> BursteinObjective:
        """The objective that the following bracket should meet (C7)."""
        return BursteinObjective(before=self.ahead, looks_ahead=False, ahead=self.ahead, after=())


def _incoming(bracket: Bracket) -> BoolArray:
    """(places,) whether the player is an incoming floater."""
    return np.isin(bracket.positions, bracket.mdps)


def _incoming_floaters(bracket: Bracket) -> Contribution | None:
    return Contribution(floats=_incoming(bracket), bound=bracket.size) if bracket.mdps else None


def _incoming_floater_scores(bracket: Bracket) -> Contribution | None:
    if not bracket.mdps:
        return None
    entries, levels = index_levels(np.where(_incoming(bracket), bracket.score + 1, 0))
    return Contribution(floats=entries, bound=bracket.size, levels=tuple(level - 1 for level in levels))


def _floater_scores_upwards(bracket: Bracket) -> Contribution:
    lowest_first = int(bracket.score.max()) - bracket.score
    entries, levels = index_levels(lowest_first + 1)
    return Contribution(floats=entries, bound=bracket.size, levels=tuple(level - 1 for level in levels))


INCOMING_FLOATERS = Criterion(
    "incoming_floaters", "floaters from above who are not paired here either", _incoming_floaters
)
INCOMING_FLOATER_SCORES = Criterion(
    "incoming_floater_scores",
    "scores of the floaters from above who are not paired here either, highest first",
    _incoming_floater_scores,
)
FLOATER_SCORES_UPWARDS = Criterion(
    "floater_score_distances",
    "by how much the scores of the floaters lie below the highest one",
    _floater_scores_upwards,
)
"""No criterion of any edition: it prefers the opposite of what C6 prefers."""


class Absolute(Enum):
    """A criterion that no pairing may violate (2.1, 2.2; C.1 to C.4)."""

    MEETING = "players who met do not meet again"
    BYE = "nobody has a second bye"
    COLOURS = "no two absolute preferences for one colour meet"
    COMPLETION = "the rest of the round can be paired"


class OpponentOrder(Enum):
    """The order of opponents for the first BSN in which two pairings differ (4.3; D.1)."""

    LARGEST_FIRST = "the larger BSN, floating last"
    FLOATING_FIRST = "floating, then the larger BSN"
    SMALLEST_FIRST = "the smaller BSN, floating last"
    HALVES_DOWNWARDS = "the BSN that is half of the bracket away, then the larger ones, floating last"
    HALVES_FIRST = "the BSN that is half of the bracket away, then those next to it, floating last"

    def opponents(self, place: int, size: int) -> list[int | None]:
        """Return the places of possible opponents in that order; None stands for floating."""
        places = [opponent for opponent in range(size) if opponent != place]
        if self is OpponentOrder.LARGEST_FIRST:
            return [*reversed(places), None]
        if self is OpponentOrder.HALVES_DOWNWARDS:
            return [*sorted(places, key=lambda opponent: (opponent - place - size // 2) % size), None]
        if self is OpponentOrder.HALVES_FIRST:
            return [*sorted(places, key=lambda opponent: abs(abs(opponent - place) - size // 2)), None]
        return [None, *reversed(places)] if self is OpponentOrder.FLOATING_FIRST else [*places, None]


def half_at_most_four(rounds: int) -> int:
    """Return the number of seeding rounds of an event with that number of rounds (1.6.2; A.5)."""
    return min(rounds // 2, 4)


class BursteinSearch(LeftOverSearch, frozen=True, kw_only=True):
    """The functions that make the choices of a round, by matching or by trying all candidates."""

    best: Callable[[BursteinText, RankedBracket, BursteinObjective], Candidate | None]
    """Returns the first of the best candidates of a bracket; None if the rest of the round cannot be paired."""


@dataclass(frozen=True, kw_only=True)
class BursteinText(ByeTerms):
    """An edition, or a variant of it."""

    edition: Edition
    seeding: SeedingRules
    """The rules of the first rounds (BURSTEIN-SEEDING-EDITION)."""
    seeding_rounds: Callable[[int], int] = half_at_most_four
    seeding_article: str
    absolute_articles: tuple[str, str, str, str]
    """In the order of `Absolute`."""
    enforced: frozenset[Absolute] = frozenset(Absolute)
    excepts_topscorers: bool = False
    """Whether C3 excepts topscorers, as in the Dutch system."""
    byes: ByeRule
    index: IndexRules
    index_article: str
    ranks_by_score: bool = False
    """Whether players are ranked by score before the Index (1.8; A.7)."""
    ranks_floaters_last: bool = False
    """Whether incoming floaters are ranked behind the residents of a bracket; no edition asks for it."""
    chooses_from_last: bool = False
    """Whether the last BSN is the first to be given an opponent; no edition asks for it."""
    ranking_article: str
    criteria: tuple[NumberedBracketCriterion, ...]
    """In descending priority, without the absolute ones."""
    looks_ahead_by: tuple[str, ...] | None = None
    """The labels of the criteria that judge the following bracket (C7); None: of all criteria before C7."""
    complies_wholly_or_not: bool = False
    """Whether only whole compliance of the following bracket counts, not the best possible (BURSTEIN-LOOK-AHEAD)."""
    order: OpponentOrder = OpponentOrder.LARGEST_FIRST
    opponents_article: str
    """The article on the order of pairings."""
    colour_articles: ColourArticles
    colour_rank: Callable[[RankedPlayers], IntArray] = attrgetter("rank")
    """The order by which one of two players is the higher ranked one for colours (5.2.1, 5.2.5; E.0, E.4)."""
    beginners_by_score: bool = False
    """Whether two players without a game are ranked by points, then by TPN (BURSTEIN-BEGINNERS)."""
    search: BursteinSearch

    @property
    def denies_bye(self) -> bool:
        """Whether C2 is enforced."""
        return Absolute.BYE in self.enforced

    @cached_property
    def hard(self) -> HardRules:
        """The rules that every pairing must keep, with their articles."""
        once = RuleReference(article="C.04.1:3")
        return HardRules(
            once=once,
            bye_for_odd=once,
            meeting=self.absolute(Absolute.MEETING),
            forbidden=RuleReference(article="forbidden pairs"),
            bye_again=self.absolute(Absolute.BYE),
        )

    def absolute(self, criterion: Absolute) -> RuleReference:
        """Return an absolute criterion as the edition prints it."""
        number = tuple(Absolute).index(criterion)
        return RuleReference(label=f"C{number + 1}", article=self.absolute_articles[number])

    @property
    def clash_rule(self) -> RuleReference:
        """The rule that keeps two players with the same absolute colour preference apart."""
        return self.absolute(Absolute.COLOURS)

    @cached_property
    def objective(self) -> BursteinObjective:
        """The criteria, cut at the look-ahead."""
        criteria = [numbered.criterion for numbered in self.criteria]
        labels = self.looks_ahead_by
        ahead = {one.criterion for one in self.criteria if labels is None or one.label in labels}
        if FOLLOWING_BRACKET not in criteria:
            cut = len([numbered for numbered in self.criteria if numbered.label in _LABELS_BEFORE_LOOK_AHEAD])
            before, after = tuple(criteria[:cut]), tuple(criteria[cut:])
            return BursteinObjective(before=before, looks_ahead=False, ahead=before, after=after)
        cut = criteria.index(FOLLOWING_BRACKET)
        before, after = tuple(criteria[:cut]), tuple(criteria[cut + 1 :])
        judging = tuple(criterion for criterion in before if criterion in ahead)
        return BursteinObjective(before=before, looks_ahead=True, ahead=judging, after=after)


_LABELS_BEFORE_LOOK_AHEAD = ("C5", "C6")
