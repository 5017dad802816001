"""The articles of the Lim System, the decisions of a round, and the open points with the rounds that they change."""

from __future__ import annotations

from enum import Enum

from reference_engines.frame.rules import AnyRound
from reference_engines.sequential import OpenPoint, has_several_scores, is_odd
from tournaments.frozen import FrozenStruct


class LimStepKind(Enum):
    """The kind of a decision."""

    BYE = "the bye"
    FLOATING = "the choice of a floater"
    FLOATER = "the opponent of a floater"
    SCRUTINY = "the scrutiny of a proposed pairing"
    CRACKING = "the cracking of a pairing"


class LimArticle(Enum):
    """The articles, as the edition of 2026 numbers them."""

    BYE = "1.1"
    COMPATIBLE = "2.1"
    ORDER = "2.2"
    MAKE_EVEN = "2.3.4"
    PROPOSED = "2.4"
    LOWER_CRACKED = "2.6.1"
    HIGHER_CRACKED = "2.6.2"
    FLOATER = "3.1"
    DUE_TO_MORE = "3.2.2"
    NEAR_IN_RATING = "3.2.3"
    LAST_IN_ORDER = "3.2.4"
    FLOATERS_OPPONENT = "3.8"
    TYPES = "3.9.2"
    FLOATED_BEFORE = "3.10"
    EXCHANGES = "4.1"
    BLOCKED = "4.4"
    DUE_COLOURS = "5.1"
    THREE_IN_A_ROW = "5.1.1"
    THREE_MORE = "5.1.2"
    SECOND_SCRUTINY = "5.2"
    HISTORY = "5.4"
    EQUALISING = "5.6"
    LAST_ROUND = "6"
    FIRST_ROUND = "7.2"


_IN_1999 = {
    LimArticle.MAKE_EVEN: "2.3.d",
    LimArticle.LOWER_CRACKED: "2.6",
    LimArticle.HIGHER_CRACKED: "2.6",
    LimArticle.DUE_TO_MORE: "3.2",
    LimArticle.NEAR_IN_RATING: "3.2",
    LimArticle.LAST_IN_ORDER: "3.2",
    LimArticle.TYPES: "3.9",
    LimArticle.THREE_IN_A_ROW: "5.1.a",
    LimArticle.THREE_MORE: "5.1.b",
}


def as_in_2026(article: LimArticle) -> str:
    """Return the number of an article in the edition of 2026."""
    return article.value


def as_in_1999(article: LimArticle) -> str:
    """Return the number of an article until 2026; the substance did not change."""
    return _IN_1999.get(article, article.value)


class LimReadings(FrozenStruct, frozen=True, kw_only=True):
    """The open points of which both sides can be followed; the defaults are the sides taken."""

    fewest_clashes: bool = False
    """LIM-SCRUTINY: exchanges serve the scoregroup as a whole."""
    colours_before_types: bool = False
    """LIM-FLOATER-ORDER: 3.2.2 comes before 3.9 and 3.10."""
    chosen_where_blocked: bool = False
    """LIM-BLOCKED: players who float by 4.4 are chosen as by 3.2, too."""
    all_opponents_excluded: bool = False
    """LIM-EXCLUDED: a floater excludes every compatible opponent of the adjacent scoregroup, not only one."""
    residents_alone_adjacent: bool = False
    """LIM-ADJACENT."""
    floaters_skip: bool = False
    """LIM-FURTHER."""
    first_pair_cracked: bool = False
    """LIM-CRACK."""
    lowest_floats_in_maxi: bool = False
    """
    LIM-MAXI-FLOATER: the letter of 3.2.3. If the player chosen for the colour (3.2.2) and the lowest numbered resident
    (upwards the highest numbered) differ by more than 100 points, that resident floats, whatever 3.9 and 3.10 say.
    """
    spared_for_type_d_alone: bool = False
    """LIM-SPARED: 3.10 spares a player only if the player who floats instead makes no floater of type a, b or c."""
    all_transferred_floated: bool = False
    """LIM-TRANSFERRED: the players whom the procedure transferred in the round before floated, whomever they met."""
    floaters_by_number: bool = False
    """LIM-FLOATERS-OPPONENT: 3.8 takes the number among residents and floaters alike."""
    due_by_round: bool = False
    """LIM-DUE: the parity of the round counts."""
    wider_difference_first: bool = False
    """LIM-SAME-DUE."""
    ranked_by_number: bool = False
    """LIM-HIGHER-RANKED: the smaller number is ranked higher in 5.4, whatever the scores."""
    median_by_group: bool = False
    """LIM-MEDIAN-COLOURS: 5.4 looks at the scoregroup in which two players are paired, not at their own scores."""
    limits_lifted_for_all: bool = False
    """LIM-LAST-ROUND: in the last round no two players who have not met are kept apart by colours."""
    limits_in_turn: bool = False
    """
    LIM-LIMITS-IN-TURN: pair by pair, an opponent with whom the limits hold comes first; floaters are chosen without
    regard to limits. With LIM-LAST-ROUND, limits can be lifted for any two players, and each opponent is chosen so.
    """
    bye_to_lowest_rating: bool = False
    """LIM-BYE-RANK."""
    bye_is_float: bool = False
    """LIM-FLOATED-BEFORE."""
    numbers_as_printed: bool = False
    """LIM-FIRST-ROUND."""


DEFAULT_READINGS = LimReadings()


def _is_last(lim_round: AnyRound) -> bool:
    return lim_round.number == lim_round.event.event.rounds_declared


def _is_odd_round_after_games(lim_round: AnyRound) -> bool:
    return lim_round.number > 1 and lim_round.number % 2 == 1


def _has_games(lim_round: AnyRound) -> bool:
    return lim_round.number > 1


def _had_a_bye_just_before(lim_round: AnyRound) -> bool:
    return lim_round.number > 1 and bool(lim_round.event.history.bye[lim_round.number - 2].any())


def _is_maxi(lim_round: AnyRound) -> bool:
    return lim_round.rules.is_maxi and has_several_scores(lim_round)


def _has_floated_players(lim_round: AnyRound) -> bool:
    return any(player.floated for player in lim_round.participants.players)


def _followed_a_cracking(lim_round: AnyRound) -> bool:
    """Only then may two players of one side of the median scoregroup have been transferred, and meet there."""
    followed = lim_round.event.steps_followed(lim_round.number - 1) if lim_round.number > 1 else None
    return followed is not None and any(step.kind is LimStepKind.CRACKING for step in followed[1])


def _has_players_below_the_median(lim_round: AnyRound) -> bool:
    participants = lim_round.participants
    return sum(participants.side(score) < 0 for score in participants.scores) > 1


def _has_players_without_games(lim_round: AnyRound) -> bool:
    return any(not any(player.games) for player in lim_round.participants.players)


OPEN_POINTS: tuple[OpenPoint[LimReadings], ...] = (
    ("LIM-SCRUTINY", LimReadings(fewest_clashes=True), _has_games),
    ("LIM-FLOATER-ORDER", LimReadings(colours_before_types=True), has_several_scores),
    ("LIM-BLOCKED", LimReadings(chosen_where_blocked=True), has_several_scores),
    ("LIM-EXCLUDED", LimReadings(all_opponents_excluded=True), has_several_scores),
    ("LIM-ADJACENT", LimReadings(residents_alone_adjacent=True), has_several_scores),
    ("LIM-FURTHER", LimReadings(floaters_skip=True), has_several_scores),
    ("LIM-CRACK", LimReadings(first_pair_cracked=True), has_several_scores),
    ("LIM-MAXI-FLOATER", LimReadings(lowest_floats_in_maxi=True), _is_maxi),
    ("LIM-SPARED", LimReadings(spared_for_type_d_alone=True), _has_floated_players),
    ("LIM-TRANSFERRED", LimReadings(all_transferred_floated=True), _followed_a_cracking),
    ("LIM-FLOATERS-OPPONENT", LimReadings(floaters_by_number=True), has_several_scores),
    ("LIM-DUE", LimReadings(due_by_round=True), _is_odd_round_after_games),
    ("LIM-SAME-DUE", LimReadings(wider_difference_first=True), _has_games),
    ("LIM-HIGHER-RANKED", LimReadings(ranked_by_number=True), has_several_scores),
    ("LIM-MEDIAN-COLOURS", LimReadings(median_by_group=True), _has_players_below_the_median),
    ("LIM-LAST-ROUND", LimReadings(limits_lifted_for_all=True), _is_last),
    ("LIM-LIMITS-IN-TURN", LimReadings(limits_in_turn=True), _is_last),
    ("LIM-BYE-RANK", LimReadings(bye_to_lowest_rating=True), is_odd),
    ("LIM-FLOATED-BEFORE", LimReadings(bye_is_float=True), _had_a_bye_just_before),
    ("LIM-FIRST-ROUND", LimReadings(numbers_as_printed=True), _has_players_without_games),
)
"""Entries of the register whose other side can be followed."""
OTHER_READINGS = tuple((identifier, readings) for identifier, readings, _ in OPEN_POINTS)


class FloatReason(Enum):
    """Why a player floats."""

    NO_OPPONENT = "no compatible opponent in the scoregroup"
    MAKE_EVEN = "the number of players is made even"
    BLOCKED = "not all can be paired despite exchanges"


class Rank(FrozenStruct, frozen=True, kw_only=True):
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


class LimStep(FrozenStruct, frozen=True, kw_only=True):
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
