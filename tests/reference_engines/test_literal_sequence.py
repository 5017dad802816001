"""The sequence of candidates, cell by cell: the tables of the regulations, and those of the annotated rules of 2013."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice

import pytest
from support.fields import draw_field, draw_tension
from support.literally import with_scores

from reference_engines.downfloating.bracket import Bracket
from reference_engines.literal.dutch.round_2026 import sets_of_pairable_mdps
from reference_engines.literal.dutch.sequence import (
    applied,
    exchanges,
    heterogeneous_candidates,
    homogeneous_candidates,
    mdp_sets,
    mdp_sets_by_score,
    transpositions,
)

S1, S2 = (1, 2, 3, 4, 5), (6, 7, 8, 9, 10, 11)
"""The bracket of eleven players of every example."""


def numbers(text: str) -> tuple[int, ...]:
    """Read BSNs with any marks between them."""
    return tuple(int(word) for word in text.replace("-", " ").replace(",", " ").split())


PRINTED_IN_2013 = """
6-7-8-9-10-11   6-7-8-9-11-10   6-7-8-10-9-11   6-7-8-10-11-9   6-7-8-11-9-10   6-7-8-11-10-9
6-7-9-8-10-11   6-7-9-8-11-10   6-7-9-10-8-11   6-7-9-10-11-8   6-7-9-11-8-10   6-7-9-11-10-8
6-7-10-8-9-11   6-7-10-8-11-9   6-7-10-9-8-11   6-7-10-9-11-8   6-7-10-11-8-9   6-7-10-11-9-8
6-7-11-8-9-10   6-7-11-8-10-9   6-7-11-9-8-10   6-7-11-9-10-8   6-7-11-10-8-9   6-7-11-10-9-8
"""


def test_eleven_players_have_720_transpositions() -> None:
    """4.2.2 (D.1): the first, the last, and those printed around the change of the first BSN."""
    found = list(transpositions(S1, S2))
    assert len(found) == len(set(found)) == 720
    assert found == sorted(found)
    assert found[:2] == [numbers("6-7-8-9-10"), numbers("6-7-8-9-11")]
    turn = found.index(numbers("6-11-10-9-8"))
    assert found[turn + 1] == numbers("7-6-8-9-10")
    assert found[-1] == numbers("11-10-9-8-7")


def test_the_third_transposition_printed_is_not_the_third() -> None:
    """6-7-8-10-11, which both editions print in third place, comes fourth: 6-7-8-10-9 is less."""
    assert list(islice(transpositions(S1, S2), 2, 4)) == [numbers("6-7-8-10-9"), numbers("6-7-8-10-11")]


def test_transpositions_are_those_of_the_table_of_2013() -> None:
    """The last BSN, which both later editions ignore, is decided by the others."""
    printed = [numbers(cell) for cell in PRINTED_IN_2013.split()]
    assert [numbers[:5] for numbers in printed] == list(islice(transpositions(S1, S2), 24))
    assert next(islice(transpositions(S1, S2), 24, None)) == numbers("6-8-7-9-10")


def test_two_mdps_have_72_transpositions_against_nine_residents() -> None:
    """4.2.2 (D.1): 3-4, 3-5, 3-6, ..., 3-11, 4-3, 4-5, ..., 11-10."""
    found = list(transpositions((1, 2), range(3, 12)))
    assert found == [(one, other) for one in range(3, 12) for other in range(3, 12) if one != other]
    assert len(found) == 72
    assert found[:9] == [(3, 4), (3, 5), (3, 6), (3, 7), (3, 8), (3, 9), (3, 10), (3, 11), (4, 3)]
    assert found[9] == (4, 5)
    assert found[-1] == (11, 10)


ONE_PLAYER = """
     5   4   3   2   1
6    1   3   6  10  15
7    2   5   9  14  20
8    4   8  13  19  24
9    7  12  18  23  27
10  11  17  22  26  29
11  16  21  25  28  30
"""
TWO_PLAYERS = """
      5,4  5,3  5,2  5,1  4,3  4,2  4,1  3,2  3,1  2,1
6,7     1    3    7   14    8   16   28   29   45   65
6,8     2    6   13   24   15   27   43   44   64   85
6,9     4   11   22   37   25   41   60   62   83  104
6,10    9   20   35   53   39   58   79   81  102  120
6,11   17   32   50   71   55   76   96   99  117  132
7,8     5   12   23   38   26   42   61   63   84  105
7,9    10   21   36   54   40   59   80   82  103  121
7,10   18   33   51   72   56   77   97  100  118  133
7,11   30   48   69   90   74   94  113  115  130  141
8,9    19   34   52   73   57   78   98  101  119  134
8,10   31   49   70   91   75   95  114  116  131  142
8,11   46   67   88  108   92  111  126  128  139  146
9,10   47   68   89  109   93  112  127  129  140  147
9,11   66   87  107  123  110  125  137  138  145  149
10,11  86  106  122  135  124  136  143  144  148  150
"""


@pytest.mark.parametrize(("size", "table"), [(1, ONE_PLAYER), (2, TWO_PLAYERS)])
def test_exchanges_have_the_ranks_of_the_tables(size: int, table: str) -> None:
    """4.3.2 (D.2): every cell, S1 in the columns, S2 in the rows; the order is the same in 2013, 2017 and 2026."""
    head, *rows = [line.split() for line in table.strip("\n").splitlines()]
    ranks = {
        (tuple(sorted(numbers(column))), numbers(row[0])): int(rank)
        for row in rows
        for column, rank in zip(head, row[1:], strict=True)
    }
    of_size = [exchange for exchange in exchanges(S1, S2) if len(exchange.moved_to_s1) == size]
    found = {(entry.moved_to_s2, entry.moved_to_s1): rank for rank, entry in enumerate(of_size, start=1)}
    assert found == ranks


THREE_PLAYERS = [
    ("5,4,3", "6,7,8", 9),
    ("5,4,3", "6,7,9", 10),
    ("5,4,2", "6,7,8", 10),
    ("5,4,3", "6,7,10", 11),
    ("5,4,3", "6,8,9", 11),
    ("5,4,2", "6,7,9", 11),
]


def test_exchanges_of_three_players_begin_as_printed() -> None:
    """The six exchanges printed, with their differences."""
    of_size = [exchange for exchange in exchanges(S1, S2) if len(exchange.moved_to_s1) == 3]
    assert len(of_size) == 10 * 20
    found = [(entry.moved_to_s2, entry.moved_to_s1, entry.difference) for entry in of_size[:6]]
    assert found == [(tuple(sorted(numbers(down))), numbers(up), difference) for down, up, difference in THREE_PLAYERS]


S1_GROUPS = "5,4,3 5,4,2 5,4,1 5,3,2 5,3,1 5,2,1 4,3,2 4,3,1 4,2,1 3,2,1"
S2_GROUPS = """
6,7,8 6,7,9 6,7,10 6,7,11 6,8,9 6,8,10 6,8,11 6,9,10 6,9,11 6,10,11
7,8,9 7,8,10 7,8,11 7,9,10 7,9,11 7,10,11 8,9,10 8,9,11 8,10,11 9,10,11
"""


def test_groups_of_three_are_listed_as_printed() -> None:
    """Where differences are equal: S1 groups from 5,4,3 down to 3,2,1, S2 groups from 6,7,8 up to 9,10,11."""
    order = {tuple(sorted(numbers(group))): place for place, group in enumerate(S1_GROUPS.split())}
    order |= {numbers(group): place for place, group in enumerate(S2_GROUPS.split())}
    of_size = [exchange for exchange in exchanges(S1, S2) if len(exchange.moved_to_s1) == 3]
    keys = [(entry.difference, order[entry.moved_to_s2], order[entry.moved_to_s1]) for entry in of_size]
    assert keys == sorted(keys)
    assert len(set(keys)) == 200


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        (("4", "6"), ("5", "8")),
        (("4,3", "8,6"), ("5,4", "9,8")),
        (("5", "6"), ("4", "6")),
        (("5,2", "6,7"), ("4,3", "6,7")),
        (("5,4,1", "6,7,8"), ("5,3,2", "6,7,8")),
        (("5", "6"), ("5", "7")),
        (("5,4", "6,9"), ("5,4", "7,8")),
        (("5,4,3", "6,7,10"), ("5,4,3", "6,8,9")),
        (("1", "11"), ("5,4", "6,7")),
    ],
)
def test_exchanges_are_compared_as_the_articles_say(earlier: tuple[str, str], later: tuple[str, str]) -> None:
    """4.3.2 (D.2): the examples printed beside its four rules."""
    places = {(entry.moved_to_s2, entry.moved_to_s1): place for place, entry in enumerate(exchanges(S1, S2))}
    one, other = (places[tuple(sorted(numbers(down))), tuple(sorted(numbers(up)))] for down, up in (earlier, later))
    assert one < other


def test_an_exchange_reorders_both_subgroups() -> None:
    """3.6.1 (B.6): after the exchange of 5 with 6, and then transposition by transposition."""
    assert applied(next(exchanges(S1, S2)), S1, S2) == ((1, 2, 3, 4, 6), (5, 7, 8, 9, 10, 11))
    after = next(islice(homogeneous_candidates(range(1, 12), 5), 720, None))
    assert after == ((1, 5), (2, 7), (3, 8), (4, 9), (6, 10))


def test_a_homogeneous_bracket_of_six_is_walked_through() -> None:
    """3.6.1: six transpositions, then the exchange of 3 with 4 and its transpositions, then that of 2 with 4."""
    found = list(homogeneous_candidates(range(1, 7), 3))
    assert found[0] == ((1, 4), (2, 5), (3, 6))
    assert found[5] == ((1, 6), (2, 5), (3, 4))
    assert found[6:8] == [((1, 3), (2, 5), (4, 6)), ((1, 3), (2, 6), (4, 5))]
    assert found[12] == ((1, 3), (2, 4), (5, 6))
    assert found[18] == ((1, 2), (3, 5), (4, 6))
    assert len(found) == 20 * 6


def test_a_heterogeneous_bracket_is_walked_through() -> None:
    """3.7: the remainder varies first, then S2, then the set of MDPs."""
    found = list(heterogeneous_candidates([(1,), (2,)], range(3, 6), 2))
    assert found == [
        *(((1, 3), (4, 5)), ((1, 3), (5, 4))),
        *(((1, 4), (3, 5)), ((1, 4), (5, 3))),
        *(((1, 5), (3, 4)), ((1, 5), (4, 3))),
        *(((2, 3), (4, 5)), ((2, 3), (5, 4))),
        *(((2, 4), (3, 5)), ((2, 4), (5, 3))),
        *(((2, 5), (3, 4)), ((2, 5), (4, 3))),
    ]


def test_a_remainder_is_tagged_anew() -> None:
    """4.1.1 (DUTCH-2017-BSN): of 2, 3, 4, 6, 7 the exchange of 3 with 6 makes a difference of 2, as 2 with 4 does."""
    found = [pairs[1:] for pairs in heterogeneous_candidates([(1,)], range(2, 8), 3) if pairs[0] == (1, 5)]
    assert found.index(((2, 3), (6, 4))) < found.index(((3, 2), (4, 6)))


def test_without_mdps_to_pair_the_remainder_is_all() -> None:
    """3.3.3, note: M1 is zero, S1 is empty."""
    assert list(heterogeneous_candidates([()], range(2, 5), 1)) == list(homogeneous_candidates(range(2, 5), 1))


SETS_OF_FIVE = {
    5: "1-2-3-4-5",
    4: "1-2-3-4 1-2-3-5 1-2-4-5 1-3-4-5 2-3-4-5",
    3: "1-2-3 1-2-4 1-2-5 1-3-4 1-3-5 1-4-5 2-3-4 2-3-5 2-4-5 3-4-5",
    2: "1-2 1-3 1-4 1-5 2-3 2-4 2-5 3-4 3-5 4-5",
    1: "1 2 3 4 5",
}


@pytest.mark.parametrize(("m1", "printed"), SETS_OF_FIVE.items())
def test_sets_of_five_mdps_of_one_score_come_as_in_the_table_of_2013(m1: int, printed: str) -> None:
    """4.4.2 (2026), D.3 (2017): with one score there is one order in all three editions."""
    expected = [numbers(group) for group in printed.split()]
    assert mdp_sets(range(1, 6), [m1]) == expected
    assert mdp_sets_by_score(range(1, 6), [20] * 5, m1) == expected


def test_scores_come_before_numbers_by_the_edition_of_2017() -> None:
    """D.3.a: 2-3 holds a higher second score than 1-4; 4.4.2 of 2026 puts 1-4 first."""
    assert mdp_sets_by_score((1, 2, 3, 4), (30, 30, 25, 20), 2) == [(1, 2), (1, 3), (2, 3), (1, 4), (2, 4), (3, 4)]
    assert mdp_sets((1, 2, 3, 4), [2]) == [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]


def test_the_limbo_is_filled_with_the_lowest_scores() -> None:
    """4.4.1 (2026): three MDPs, one resident: first the sets that leave the lowest Limbo, in order of BSN."""
    field = with_scores([30, 25, 25, 10])
    bracket = Bracket(players=field, mdps=(0, 1, 2), first=3, last=4, next_last=4)
    assert list(sets_of_pairable_mdps(bracket, 1)) == [[(0,)], [(1,), (2,)]]
    assert list(sets_of_pairable_mdps(bracket, 0)) == [[()]]


def test_two_low_mdps_in_the_limbo_are_better_than_one_high_one() -> None:
    """4.4.1, [C7]: scores are compared from the highest, so M1 need not be as large as possible."""
    bracket = Bracket(players=with_scores([40, 30, 30, 20, 20, 20]), mdps=(0, 1, 2), first=3, last=6, next_last=6)
    groups = list(sets_of_pairable_mdps(bracket, 2))
    assert groups == [[(0, 1), (0, 2)], [(0,)], [(1, 2)], [(1,), (2,)]]


def test_a_drawn_field_is_in_order() -> None:
    """The generator of nasty fields keeps to 1.2: score, then TPN."""
    tension = replace(draw_tension(random.Random(3)), players=9, few_above=False)
    field = draw_field(random.Random(3), tension)
    order = list(zip((-field.score).tolist(), field.tpn.tolist(), strict=True))
    assert order == sorted(order)
