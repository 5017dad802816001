"""An edition of the Dubov System as data: its terms, its criteria, and the search that follows them."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from reference_engines.definitions.bye_first import ByeTerms, LeftOverSearch
from reference_engines.definitions.criteria import Contribution, Criterion, NumberedCriterion, index_levels
from reference_engines.dubov.participants import DubovPlayers, DubovScoregroup
from reference_engines.dutch.edition import EditionTerms
from tournaments.frozen import FrozenStruct, dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.player_states import PlayerStates
    from reference_engines.dubov.participants import AroRule, DubovBracket, Positions, Shifts

    Sorting = Callable[[DubovPlayers, Iterable[int]], Positions]
    ScoregroupCriterion: TypeAlias = Criterion[DubovScoregroup]
    NumberedScoregroupCriterion: TypeAlias = NumberedCriterion[DubovScoregroup]


def _count_upfloaters(group: DubovScoregroup, counts: BoolArray) -> Contribution:
    return Contribution(floats=counts.astype(np.int64), bound=len(group.residents))


def _list_amounts(group: DubovScoregroup, amounts: IntArray) -> Contribution:
    """List the amounts of the upfloaters, largest first."""
    entries, levels = index_levels(amounts)
    return Contribution(floats=entries, bound=len(group.residents), levels=levels)


def _upfloaters(group: DubovScoregroup) -> Contribution:
    return _count_upfloaters(group, group.distance > 0)


def _score_differences(group: DubovScoregroup) -> Contribution:
    return _list_amounts(group, group.distance)


def _colour_preference(group: DubovScoregroup) -> Contribution:
    return Contribution(pairs=group.participants.players.same_preference, bound=len(group.residents))


def _maximum_upfloaters(group: DubovScoregroup) -> Contribution | None:
    if group.participants.is_last_round:
        return None
    return _count_upfloaters(group, group.participants.maximum_upfloaters)


def times_upfloated(group: DubovScoregroup) -> IntArray:
    """Return the number of earlier upfloats of each maximum upfloater; 0 for all other players."""
    return np.where(group.participants.maximum_upfloaters, group.participants.upfloats, 0)


def _times_upfloated(group: DubovScoregroup) -> Contribution | None:
    if group.participants.is_last_round:
        return None
    times = times_upfloated(group)
    return Contribution(floats=times, bound=len(group.residents) * int(times.max(initial=0)))


def _times_most_first(group: DubovScoregroup) -> Contribution | None:
    return None if group.participants.is_last_round else _list_amounts(group, times_upfloated(group))


def _upfloated_before(group: DubovScoregroup) -> Contribution | None:
    return None if group.participants.is_last_round else _count_upfloaters(group, group.participants.upfloated_before)


UPFLOATERS = Criterion("upfloaters", "number of upfloaters", _upfloaters)
SCORE_DIFFERENCES = Criterion(
    "score_differences", "score differences of the upfloaters, largest first", _score_differences
)
COLOUR_PREFERENCE = Criterion("colour_preference", "players who miss their colour preference", _colour_preference)
MAXIMUM_UPFLOATERS = Criterion("maximum_upfloaters", "upfloaters who are maximum upfloaters", _maximum_upfloaters)
TIMES_UPFLOATED = Criterion(
    "times_upfloated",
    "times that the maximum upfloaters among the upfloaters have been upfloated before",
    _times_upfloated,
)
TIMES_MOST_FIRST = Criterion(
    "times_upfloated",
    "times that each maximum upfloater among the upfloaters has been upfloated before, most first",
    _times_most_first,
)
"""The other side of DUBOV-TIMES."""
UPFLOATED_BEFORE = Criterion(
    "upfloated_before", "upfloaters who were upfloated in the previous round", _upfloated_before
)


_UPFLOAT = -1
Upfloats: TypeAlias = "Callable[[History, PlayerStates, int], BoolArray]"
"""From the record and the row of the round: (earlier rounds, players) whether a player was upfloated."""


class BracketStep(Enum):
    """A step of pairing a bracket."""

    FIRST_SHIFT = "players who must be paired together are shifted"
    SECOND_SHIFT = "subgroups are made equal"
    ARO = "S1 goes by ARO"
    MIDDLE = "shifters are numbered from the middle"


def number_from_middle(shifters: Positions) -> Positions:
    """Return sorted shifters in the order of their sequence numbers, which begin in the middle (4.3.3; D.2.b)."""
    remaining, reordered = list(shifters), []
    while remaining:
        reordered.append(remaining.pop((len(remaining) - 1) // 2))
    return tuple(reordered)


def sort_by_score(_participants: DubovPlayers, positions: Iterable[int]) -> Positions:
    """Sort positions by score, then ascending TPN."""
    return tuple(sorted(positions))


class SortingRules(FrozenStruct, frozen=True, kw_only=True):
    """The sorting of players (3.2.5, 4.2 to 4.4; B.1, D)."""

    pool: Sorting = sort_by_score
    """The possible upfloaters."""
    white_seekers: Sorting = DubovPlayers.sort_by_aro
    black_seekers: Sorting = DubovPlayers.sort_by_tpn
    s1: Sorting = DubovPlayers.sort_by_aro
    g2: Sorting = DubovPlayers.sort_by_tpn


def all_rounds(rounds: int, _number: int) -> int:
    """Return the number of rounds of an event."""
    return rounds


def upfloats_so_far(_history: History, states: PlayerStates, row: int) -> BoolArray:
    """Return (earlier rounds, players) whether a player was upfloated."""
    return states.float_[:row] == _UPFLOAT


def is_last(number: int, rounds: int | None) -> bool:
    """Whether a round is the last one of the declared number of rounds."""
    return number == rounds


def prefers_white(group: DubovScoregroup, members: Positions) -> Positions:
    """Return the members of a bracket who have a colour preference for White (3.2.3; B.1)."""
    return tuple(position for position in members if group.participants.prefers_white[position])


class ShiftedPlace(Enum):
    """The place of shifted players in the subgroup that they join."""

    SORTED = "in the order of all players of the subgroup"
    LAST = "behind all other players of the subgroup"
    FIRST = "ahead of all other players of the subgroup"


def as_numbered(_participants: DubovPlayers, shifters: Positions) -> Positions:
    """Return possible shifters as they are numbered."""
    return shifters


def count_all_upfloats(upfloated: BoolArray) -> BoolArray:
    """Return the upfloats of all earlier rounds."""
    return upfloated


def max_t(rounds: int) -> int:
    """Return MaxT for an event with that number of rounds (1.8.2; A.7)."""
    return 2 + rounds // 5


class DubovSearch(LeftOverSearch, frozen=True, kw_only=True):
    """The functions that make the choices of a round, by matching or by trying all candidates."""

    upfloaters: Callable[[DubovText, DubovScoregroup], Positions | None]
    """Returns the first of the best sets of upfloaters (3.2.1, 3.2.2; B.1); None if the round cannot be completed."""
    shifts: Callable[[DubovText, DubovBracket], Shifts]
    """Returns the first of the best sets of players to be shifted (3.2.4; B.1)."""
    transposition: Callable[[DubovBracket, Positions, Positions], Positions]
    """Returns the first order of G2 in which it can meet S1 (3.2.6; B.1)."""


@dataclass(frozen=True, kw_only=True)
class DubovText(EditionTerms, ByeTerms):
    """An edition, or a variant of it; the terms of the Dutch system prepare its events."""

    completion_article: str
    scoregroups_article: str
    subgroups_article: str
    """The article on G1 and G2."""
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
    counted_upfloats: Callable[[BoolArray], BoolArray] = count_all_upfloats
    """From (earlier rounds, players) upfloats: those that make a maximum upfloater (1.8; A.7)."""
    upfloats_of_maximum: Upfloats = upfloats_so_far
    """The upfloats that make a maximum upfloater (1.8; A.7)."""
    upfloats_before: Upfloats = upfloats_so_far
    """The upfloats of which that of the previous round counts (2.3.6; C.10)."""
    upfloat_rounds: tuple[int, ...] = (1,)
    """The rounds, counted back, whose upfloats count as those of the previous round."""
    aro: AroRule
    criteria: tuple[NumberedScoregroupCriterion, ...]
    """In descending priority, without the absolute ones."""
    first_subgroup: Callable[[DubovScoregroup, Positions], Positions] = prefers_white
    """From a scoregroup and the members of its bracket: G1 before any shift, if it is not the upper half."""
    halves_beginners: bool = True
    """Whether G1 is the upper half where no player has played a game (3.2.3; B.1)."""
    halves_first_round_only: bool = False
    """Whether G1 is the upper half in the first round, not in every bracket in which nobody has played (3.2.3; B.1)."""
    number_shifters_in_order: Callable[[Positions], Positions] = number_from_middle
    number_black_seekers_in_order: Callable[[Positions], Positions] | None = None
    """The order of those who seek Black; None: like those who seek White."""
    rearrange_shifters: Callable[[DubovPlayers, Positions], Positions] = as_numbered
    """The order of possible shifters from the order of their numbers; no edition changes it."""
    shifted_in_s1: ShiftedPlace = ShiftedPlace.SORTED
    shifted_in_g2: ShiftedPlace = ShiftedPlace.SORTED
    numbers_whole_subgroup: bool = False
    """Whether all players of a subgroup are numbered, not only seekers of its colour (4.3.1; D.2, DUBOV-SHIFT-POOL)."""
    sorting: SortingRules = SortingRules()
    is_exempt: Callable[[int, int | None], bool] = is_last
    """Whether C8 to C10 do not apply to a round, by its number and the declared number of rounds."""
    search: DubovSearch

    def group(self, participants: DubovPlayers, unpaired: Iterable[int]) -> DubovScoregroup:
        """Return the top scoregroup of unpaired players, with all players below it as sorted (4.2; D.1)."""
        residents, lower = participants.split_top_scoregroup(unpaired)
        return DubovScoregroup(
            participants=participants, residents=residents, pool=self.sorting.pool(participants, lower)
        )

    def s1(self, bracket: DubovBracket, g1: Iterable[int]) -> Positions:
        """Return the players of G1 in the order in which they are paired (3.2.5; B.1)."""
        return _sort(self.sorting.s1, self.shifted_in_s1, bracket.participants, g1, bracket.g1)

    def g2(self, bracket: DubovBracket, g2: Iterable[int]) -> Positions:
        """Return the players of G2 in the order of their sequence numbers (4.4.2; D.3.a)."""
        return _sort(self.sorting.g2, self.shifted_in_g2, bracket.participants, g2, bracket.g2)

    def number_shifters(self, bracket: DubovBracket, *, smaller: bool, shifted: Positions = ()) -> Positions:
        """Return the possible shifters of a subgroup in the order of their sequence numbers (4.3; D.2)."""
        seekers = bracket.smaller if smaller else bracket.larger
        if self.numbers_whole_subgroup:
            seekers = (*seekers, *shifted)
        seek_white = smaller is bracket.smaller_is_g1
        sort = self.sorting.white_seekers if seek_white else self.sorting.black_seekers
        in_order = self.number_shifters_in_order
        if not seek_white and self.number_black_seekers_in_order is not None:
            in_order = self.number_black_seekers_in_order
        numbered = in_order(sort(bracket.participants, seekers))
        rearranged = self.rearrange_shifters(bracket.participants, numbered)
        return tuple(position for position in rearranged if position not in shifted)


def _sort(
    sort: Sorting, shifted: ShiftedPlace, participants: DubovPlayers, positions: Iterable[int], before: Positions
) -> Positions:
    """Sort a subgroup; ``before`` are its players before any shift."""
    in_order = sort(participants, positions)
    if shifted is ShiftedPlace.SORTED:
        return in_order
    is_first = shifted is ShiftedPlace.FIRST
    return tuple(sorted(in_order, key=lambda position: (position in before) == is_first))
