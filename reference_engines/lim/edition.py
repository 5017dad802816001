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
    """LIM-EXCLUDED."""
    residents_alone_adjacent: bool = False
    """LIM-ADJACENT."""
    floaters_skip: bool = False
    """LIM-FURTHER."""
    first_pair_cracked: bool = False
    """LIM-CRACK."""
    due_by_round: bool = False
    """LIM-DUE: the parity of the round counts."""
    wider_difference_first: bool = False
    """LIM-SAME-DUE."""
    rounds_compared: bool = False
    """LIM-HISTORY."""
    exception_for_equal_scores: bool = False
    """LIM-LAST-ROUND."""
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
    ("LIM-DUE", Readings(due_by_round=True)),
    ("LIM-SAME-DUE", Readings(wider_difference_first=True)),
    ("LIM-HISTORY", Readings(rounds_compared=True)),
    ("LIM-LAST-ROUND", Readings(exception_for_equal_scores=True)),
    ("LIM-BYE-RANK", Readings(bye_to_lowest_rating=True)),
    ("LIM-FLOATED-BEFORE", Readings(bye_is_float=True)),
    ("LIM-FIRST-ROUND", Readings(numbers_as_printed=True)),
)
"""Entries of the register of which another reading can be followed, too."""
