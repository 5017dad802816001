"""What the Lim System consists of, and the readings by which it is followed."""

from __future__ import annotations

from enum import Enum

from tournaments.frozen import dataclass


class Article(Enum):
    """The articles, as the edition of 2026 numbers them."""

    BYE = "1.1"
    COMPATIBLE = "2.1"
    ORDER = "2.2"
    MAKE_EVEN = "2.3.4"
    PROPOSED = "2.4"
    LOWER_CRACKED = "2.6.1"
    HIGHER_CRACKED = "2.6.2"
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
    Article.MAKE_EVEN: "2.3.d",
    Article.LOWER_CRACKED: "2.6",
    Article.HIGHER_CRACKED: "2.6",
    Article.DUE_TO_MORE: "3.2",
    Article.NEAR_IN_RATING: "3.2",
    Article.LAST_IN_ORDER: "3.2",
    Article.TYPES: "3.9",
    Article.THREE_IN_A_ROW: "5.1.a",
    Article.THREE_MORE: "5.1.b",
}


def as_in_2026(article: Article) -> str:
    """Return the number of an article in the edition of 2026."""
    return article.value


def as_in_1999(article: Article) -> str:
    """Return the number that it had until 2026; the substance did not change."""
    return _IN_1999.get(article, article.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """The open points of which both sides can be followed; as they stand here, they are taken."""

    fewest_clashes: bool = False
    """LIM-SCRUTINY: exchanges serve the scoregroup as a whole."""
    colours_before_types: bool = False
    """LIM-FLOATER-ORDER: 3.2.2 comes before 3.9 and 3.10."""
    chosen_where_blocked: bool = False
    """LIM-BLOCKED: those who float by 4.4 are chosen as by 3.2, too."""
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
    LIM-LIMITS-IN-TURN: pair by pair, an opponent with whom the limits hold comes first; they are not looked at when
    floaters are chosen. With LIM-LAST-ROUND, limits can be lifted for anybody, and each opponent is chosen so.
    """
    bye_to_lowest_rating: bool = False
    """LIM-BYE-RANK."""
    bye_is_float: bool = False
    """LIM-FLOATED-BEFORE."""
    numbers_as_printed: bool = False
    """LIM-FIRST-ROUND."""


TAKEN = Readings()
OTHERS: tuple[tuple[str, Readings], ...] = (
    ("LIM-SCRUTINY", Readings(fewest_clashes=True)),
    ("LIM-FLOATER-ORDER", Readings(colours_before_types=True)),
    ("LIM-BLOCKED", Readings(chosen_where_blocked=True)),
    ("LIM-EXCLUDED", Readings(all_opponents_excluded=True)),
    ("LIM-ADJACENT", Readings(residents_alone_adjacent=True)),
    ("LIM-FURTHER", Readings(floaters_skip=True)),
    ("LIM-CRACK", Readings(first_pair_cracked=True)),
    ("LIM-MAXI-FLOATER", Readings(lowest_floats_in_maxi=True)),
    ("LIM-SPARED", Readings(spared_for_type_d_alone=True)),
    ("LIM-TRANSFERRED", Readings(all_transferred_floated=True)),
    ("LIM-FLOATERS-OPPONENT", Readings(floaters_by_number=True)),
    ("LIM-DUE", Readings(due_by_round=True)),
    ("LIM-SAME-DUE", Readings(wider_difference_first=True)),
    ("LIM-HIGHER-RANKED", Readings(ranked_by_number=True)),
    ("LIM-MEDIAN-COLOURS", Readings(median_by_group=True)),
    ("LIM-LAST-ROUND", Readings(limits_lifted_for_all=True)),
    ("LIM-LIMITS-IN-TURN", Readings(limits_in_turn=True)),
    ("LIM-BYE-RANK", Readings(bye_to_lowest_rating=True)),
    ("LIM-FLOATED-BEFORE", Readings(bye_is_float=True)),
    ("LIM-FIRST-ROUND", Readings(numbers_as_printed=True)),
)
"""Entries of the register of which another reading can be followed, too."""
