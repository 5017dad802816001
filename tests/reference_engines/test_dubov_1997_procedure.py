"""The Dubov system of 1997, chapters 6 to 8: columns, improvements, floaters and transfers, each in its order."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.dubov_1997 import draw_table, person, table

from reference_engines.dubov_1997.edition import DEFAULT_READINGS, Dubov1997Readings
from reference_engines.dubov_1997.entries import find_divergence
from reference_engines.dubov_1997.participants import Dubov1997StepKind
from reference_engines.dubov_1997.rules import pair_by_steps
from reference_engines.dubov_1997.walk import alternate_columns, balance_columns, follow_procedure, split_into_columns
from reference_engines.frame.results import (
    DivergenceKind,
    NoLegalPairingError,
    Pair,
    RoundPairing,
    UnsupportedEventError,
)
from reference_engines.literal.dubov_1997 import pair_by_trying

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from reference_engines.dubov_1997.participants import Dubov1997Participants, Dubov1997Player

    Games = list[tuple[int, int]]

WHITE_AROS = (2310.0, 2318.4, 2322.3, 2333.7, 2340.5, 2344.6)
BLACK_RATINGS = (2380, 2365, 2300, 2280, 2260, 2250)
W, B = 1, -1


def example() -> list[Dubov1997Player]:
    """Return the players of the columns that 6.2 prints, shuffled: White 1 to 6 by ARO, Black 11 to 16 by R."""
    white = [person(tpn, aro=aro, due=W) for tpn, aro in enumerate(WHITE_AROS, start=1)]
    black = [person(tpn, rating=rating, due=B) for tpn, rating in enumerate(BLACK_RATINGS, start=11)]
    people = white + black
    random.Random(4).shuffle(people)
    return people


def numbers(seated: Dubov1997Participants, players: Iterable[int]) -> list[int]:
    """Return the numbers of positions."""
    return [seated.players[player].tpn for player in players]


def games(
    people: Sequence[Dubov1997Player],
    met: Iterable[tuple[int, int]] = (),
    readings: Dubov1997Readings = DEFAULT_READINGS,
) -> tuple[Games, int | None]:
    """Return the pairs by number, in the order in which they are made, and the bye; the literal engine must agree."""
    seated = table(people, met)
    pairs, bye = pair_by_steps(seated, readings)
    assert (pairs, bye) == pair_by_trying(seated, readings)
    return [(seated.players[seeker].tpn, seated.players[other].tpn) for seeker, other in pairs], (
        None if bye is None else seated.players[bye].tpn
    )


def taken(
    people: Sequence[Dubov1997Player], kind: Dubov1997StepKind, met: Iterable[tuple[int, int]] = ()
) -> list[list[int]]:
    """Return the players of every step of a kind."""
    seated = table(people, met)
    assert pair_by_steps(seated, DEFAULT_READINGS) == pair_by_trying(seated, DEFAULT_READINGS)
    return [numbers(seated, step.taken) for step in follow_procedure(seated, DEFAULT_READINGS) if step.kind is kind]


# --- 6.2 -------------------------------------------------------------------------------------------------------------


def test_the_columns_of_the_example_are_paired_row_by_row() -> None:
    """6.2 as printed: White by increasing ARO, Black by decreasing R."""
    seated = table(example())
    white, black = split_into_columns(seated, range(12))
    assert [seated.players[seeker].aro for seeker in white] == [person(1, aro=aro).aro for aro in WHITE_AROS]
    assert [seated.players[seeker].rating for seeker in black] == list(BLACK_RATINGS)
    assert games(example()) == ([(1, 11), (2, 12), (3, 13), (4, 14), (5, 15), (6, 16)], None)


def test_equal_players_are_placed_by_the_other_number_and_then_by_the_alphabet() -> None:
    """6.2: White of one ARO by lower R, Black of one R by higher ARO."""
    people = [
        person(1, rating=2001, due=W),
        person(2, rating=2000, due=W, name="Zoe"),
        person(3, rating=2000, due=W, name="Ada"),
        person(4, aro=2100, due=B, name="Zoe"),
        person(5, aro=2100, due=B, name="Ada"),
        person(6, aro=2101, due=B),
    ]
    assert games(people)[0] == [(3, 6), (2, 5), (1, 4)]


def test_a_player_due_no_colour_fills_the_shorter_column() -> None:
    """DUBOV97-NO-COLOUR: one after the other by decreasing R, White's column first."""
    seated = table([person(1, due=W), person(2, rating=2100), person(3, rating=2200), person(4, rating=2300)])
    white, black = split_into_columns(seated, range(4))
    assert (sorted(numbers(seated, white)), sorted(numbers(seated, black))) == ([1, 3], [2, 4])


def test_a_barred_due_colour_makes_the_other_column() -> None:
    """Both sides of DUBOV97-DUE-BARRED."""
    barred = person(1, due=W, may="B")
    assert (barred.column, replace(barred, keeps_column=True).column) == (B, W)
    assert person(1, due=W, may="W").column == W


# --- 6.3 -------------------------------------------------------------------------------------------------------------

BESIDE = [(1, 11), (2, 12), (3, 13), (4, 14), (5, 15), (6, 16)]
ALL_BLACKS = tuple(range(11, 17))


def apart(player: int, *opponents: int) -> list[tuple[int, int]]:
    """Return the games that a player has played."""
    return [(player, other) for other in opponents]


@pytest.mark.parametrize(
    ("met", "expected"),
    [
        # The first black from the lower rows; those passed over follow row by row.
        (apart(1, 11), {1: 12, 2: 11}),
        (apart(1, 11, 12), {1: 13, 2: 11, 3: 12}),
        (apart(1, 11) + apart(2, 11), {1: 12, 2: 13, 3: 11}),
        # The last row: the last but one is changed, and the one above if that does not do.
        (apart(6, 16), {5: 16, 6: 15}),
        (apart(6, 15, 16), {4: 15, 5: 16, 6: 14}),
        (apart(6, 16) + apart(5, 16), {4: 16, 5: 14, 6: 15}),
        # Row k in the middle, met with all below: row k-1, then row k-2.
        (apart(4, 14, 15, 16), {3: 14, 4: 13}),
        (apart(4, 14, 15, 16) + apart(3, 14), {3: 15, 4: 13, 5: 14}),
        (apart(4, 14, 15, 16) + apart(3, 14, 15, 16), {2: 14, 3: 12, 4: 13}),
    ],
)
def test_rows_are_mended_downwards_first_and_then_row_by_row_above(
    met: list[tuple[int, int]], expected: dict[int, int]
) -> None:
    """6.3: what is not named here stays in its row."""
    assert games(example(), met)[0] == [(seeker, expected.get(seeker, other)) for seeker, other in BESIDE]


@pytest.mark.parametrize(
    ("met", "pairs"),
    [
        (apart(4, *ALL_BLACKS), [(1, 11), (2, 12), (3, 13), (4, 5), (6, 14), (15, 16)]),
        (apart(4, *ALL_BLACKS, 5), [(1, 11), (2, 12), (3, 13), (4, 6), (5, 14), (15, 16)]),
        (apart(4, *ALL_BLACKS, 5, 6), [(1, 11), (2, 12), (3, 4), (5, 13), (6, 14), (15, 16)]),
        (apart(4, *ALL_BLACKS, 5, 6, 3), [(1, 11), (2, 4), (3, 12), (5, 13), (6, 14), (15, 16)]),
        (apart(4, *ALL_BLACKS, 5, 6, 3, 2), [(1, 4), (2, 11), (3, 12), (5, 13), (6, 14), (15, 16)]),
        (apart(6, *ALL_BLACKS), [(1, 11), (2, 12), (3, 13), (4, 14), (5, 6), (15, 16)]),
        (apart(6, *ALL_BLACKS[:5]), [(1, 11), (2, 12), (3, 13), (4, 14), (5, 15), (6, 16)]),
    ],
)
def test_a_player_who_has_met_every_black_meets_the_next_white_below_and_then_above(
    met: list[tuple[int, int]], pairs: Games
) -> None:
    """6.3, last repair; the blacks left over meet one another (DUBOV97-ROWS)."""
    assert games(example(), met)[0] == pairs


def test_blacks_passed_over_may_be_read_to_change_places() -> None:
    """The other side of DUBOV97-EXCHANGE."""
    exchanged = Dubov1997Readings(blacks_exchange=True)
    met = apart(1, 11, 12)
    assert games(example(), met, exchanged)[0][:3] == [(1, 13), (2, 12), (3, 11)]
    assert games(example(), apart(1, 11), exchanged) == games(example(), apart(1, 11))


# --- 6.4 -------------------------------------------------------------------------------------------------------------


def top_three(**third: object) -> list[Dubov1997Player]:
    """Return three players with one point, and three below them who may not be moved up."""
    return [
        person(1, score=10, rating=2200, due=W),
        person(2, score=10, rating=2100, due=W),
        person(3, score=10, rating=2000, **third),  # type: ignore[arg-type]  # named by the tests
        *(person(tpn, due=B, transferable=False) for tpn in (4, 5, 6)),
    ]


def test_floaters_are_those_who_can_be_paired_below() -> None:
    """6.4: among players who have not floated before, first the players whom the next lower group can pair."""
    assert taken(top_three(due=W), Dubov1997StepKind.LEAVING) == [[3]]
    everybody_below = apart(3, 4, 5, 6)
    assert taken(top_three(due=W), Dubov1997StepKind.LEAVING, everybody_below) == [[2]]
    assert taken(top_three(due=W), Dubov1997StepKind.LEAVING, everybody_below[:2]) == [[3]]


def test_equal_characteristics_let_the_dominating_colour_and_then_the_lowest_r_go_down() -> None:
    """DUBOV97-FLOATERS-CHOICE: after R the higher ARO, at last the end of the alphabet."""
    assert taken(top_three(due=B), Dubov1997StepKind.LEAVING) == [[2]]
    assert taken(top_three(due=W, aro=1), Dubov1997StepKind.LEAVING) == [[3]]
    even = [replace(seeker, rating=2000, aro=person(1, aro=seeker.tpn % 3).aro) for seeker in top_three(due=W)]
    assert taken(even, Dubov1997StepKind.LEAVING) == [[2]]
    assert taken([replace(seeker, rating=2000) for seeker in top_three(due=W)], Dubov1997StepKind.LEAVING) == [[3]]


def test_no_player_goes_down_who_can_be_paired() -> None:
    """6.4: as few as possible; two who have met are both floaters."""
    two = [person(1, score=10, due=W), person(2, score=10, due=B), person(3, due=W), person(4, due=B)]
    assert taken(two, Dubov1997StepKind.LEAVING) == []
    still = [replace(seeker, transferable=False) for seeker in two]
    assert games(still, [(1, 2)])[0] == [(1, 4), (2, 3)]


# --- chapter 7, from below -------------------------------------------------------------------------------------------


def lonely(*below: Dubov1997Player) -> list[Dubov1997Player]:
    """Return four of ten tenths, of whom 1 has met the others, before some from below."""
    return [
        person(1, score=10, due=W),
        *(person(tpn, score=10, due=due) for tpn, due in ((2, W), (3, B), (4, B))),
        *below,
    ]


def moved_from_below(*below: Dubov1997Player, met: Sequence[tuple[int, int]] = ()) -> list[int]:
    """Return the players transferred to the group of player 1."""
    (chosen,) = taken(lonely(*below), Dubov1997StepKind.FROM_BELOW, [*apart(1, 2, 3, 4), *met])
    return chosen


def test_a_player_who_has_met_all_gets_the_highest_r_of_the_other_colour_from_below() -> None:
    """7.1: colour, then R, then the lowest ARO; then the alphabet (DUBOV97-TIES)."""
    white = person(5, rating=2300, due=W)
    black = [person(6, rating=2200, aro=2000, due=B), person(7, rating=2200, aro=1999, due=B)]
    low = person(8, rating=2199, aro=0, due=B)
    assert moved_from_below(white, *black, low) == [7]
    assert moved_from_below(white, *black, low, met=[(1, 7)]) == [6]
    assert moved_from_below(white, *black, low, met=[(1, 7), (1, 6)]) == [8]
    assert moved_from_below(white, *black, low, met=[(1, 7), (1, 6), (1, 8)]) == [5]
    assert moved_from_below(white, person(5, due=B, name="Z"), person(6, due=B, name="A")) == [6]


def test_the_next_lower_group_comes_first_and_then_the_one_below_it() -> None:
    """7.1: "the next possible lower score group", whatever the colours."""
    near, far = person(5, score=5, due=W), person(6, due=B)
    rest = (person(7, due=W), person(8, due=B), person(9, score=5, due=B, rating=1))
    assert moved_from_below(near, far, *rest[:2], met=[]) == [5]
    assert moved_from_below(near, far, *rest[:2], met=[(1, 5)]) == [6]
    assert moved_from_below(near, far, *rest, person(10)) == [9]


def test_no_player_is_moved_up_against_2_5() -> None:
    """The next player is moved up instead; if there is none, the odd player goes down."""
    black = [person(5, rating=2300, due=B, transferable=False), person(6, rating=2200, due=B), person(7), person(8)]
    assert moved_from_below(*black) == [6]
    tired = [replace(seeker, transferable=False) for seeker in black]
    assert moved_from_below(*tired) == []
    assert (1, 5) in games(lonely(*tired), apart(1, 2, 3, 4))[0]


def odd(*below: Dubov1997Player) -> list[Dubov1997Player]:
    """Return three of ten tenths, two of them due White, before some from below."""
    return [
        person(1, score=10, due=W),
        person(2, score=10, due=W),
        person(3, score=10, due=B),
        *below,
    ]


def test_an_odd_group_gets_the_highest_r_of_the_colour_that_does_not_dominate() -> None:
    """7.2: colour, then R, then the lowest ARO."""
    white = person(4, rating=2300, due=W)
    black = [person(5, rating=2200, aro=2000, due=B), person(6, rating=2200, aro=1999, due=B)]
    low = [person(7, rating=2199, due=B), person(8, rating=2198, due=W)]
    people = odd(white, *black, *low)
    assert taken(people, Dubov1997StepKind.ODD_GROUP) == [[6]]
    assert taken(people, Dubov1997StepKind.ODD_GROUP, apart(6, 1, 2, 3)) == [[5]]
    assert taken(people, Dubov1997StepKind.ODD_GROUP, apart(6, 1, 2)) == [[6]]
    barred = [replace(seeker, transferable=seeker.due == W) for seeker in people]
    assert taken(barred, Dubov1997StepKind.ODD_GROUP) == [[4]]
    assert taken([replace(seeker, due=-seeker.due) for seeker in people], Dubov1997StepKind.ODD_GROUP) == [[6]]
    assert taken(
        [replace(seeker, due=-seeker.due) if seeker.tpn < 4 else seeker for seeker in people],
        Dubov1997StepKind.ODD_GROUP,
    ) == [[4]]


def test_only_a_player_with_whom_the_group_can_be_paired_is_transferred() -> None:
    """DUBOV97-TRANSFER: 4 may meet 3 alone, and 1 and 2 have met."""
    people = odd(person(4, rating=2300, due=B), person(5, due=B), person(6, due=B))
    assert taken(people, Dubov1997StepKind.ODD_GROUP, apart(4, 1, 2)) == [[4]]
    assert taken(people, Dubov1997StepKind.ODD_GROUP, [*apart(4, 1, 2), (1, 2)]) == [[5]]


# --- chapter 7, between columns --------------------------------------------------------------------------------------


def moved(*people: Dubov1997Player) -> list[int]:
    """Return the players transferred between the columns."""
    seated = table(people)
    return numbers(seated, balance_columns(seated, range(len(people)))[2])


@pytest.mark.parametrize(("colour", "sign"), [(W, 1), (B, -1)])
def test_half_of_the_surplus_changes_the_column(colour: int, sign: int) -> None:
    """7.3: the lowest ARO, then the higher R. 7.4: the highest ARO, then the lower R. Then the alphabet."""

    def seeker(tpn: int, aro: int, rating: int, **more: object) -> Dubov1997Player:
        return person(tpn, aro=2000 + sign * aro, rating=2000 - sign * rating, due=colour, **more)  # type: ignore[arg-type]  # whatever field a test gives

    first, second, third, fourth = (
        seeker(1, 1, 3),
        seeker(2, 1, 1),
        seeker(3, 2, 1),
        seeker(4, 3, 1),
    )
    others = [person(10 + at, due=-colour) for at in range(4)]
    assert moved(first, second, third, fourth, *others) == []
    assert moved(first, second, third, fourth, *others[:2]) == [2]
    assert moved(first, second, third, fourth) == [2, 1]
    assert moved(seeker(5, 1, 1, name="Zoe"), seeker(6, 1, 1, name="Ada")) == [6]


@pytest.mark.parametrize(("colour", "may"), [(W, "W"), (B, "B")])
def test_no_player_changes_the_column_against_2_3_or_2_4(colour: int, may: str) -> None:
    """2.6: the next player changes instead; if no player may, no player does."""
    bound = person(1, due=colour, may=may, aro=2000)
    free = person(2, due=colour, aro=2000)
    assert moved(bound, free) == [2]
    assert moved(bound, replace(bound, tpn=2)) == []
    assert moved(replace(bound, may_white=True, may_black=True), free) == [1]


# --- chapter 8 -------------------------------------------------------------------------------------------------------


def test_floaters_take_turns_from_the_highest_white() -> None:
    """8.1: white, black, white, ...; the rest of the longer column follows."""
    assert alternate_columns([1, 2, 3], [11, 12]) == [1, 11, 2, 12, 3]
    assert alternate_columns([1], [11, 12, 13]) == [1, 11, 12, 13]
    assert alternate_columns([], [11]) == [11]


def floating(*residents: Dubov1997Player) -> list[Dubov1997Player]:
    """Return two floaters who have met, 1 due White and 2 due Black, above some who may not be moved up."""
    above = [person(1, score=10, due=W), person(2, score=10, due=B)]
    return [*above, *(replace(seeker, transferable=False) for seeker in residents)]


def test_a_floater_meets_the_highest_r_of_the_other_colour() -> None:
    """8.2: colour, if possible, then R, then the lowest ARO."""
    white, black = person(3, rating=2400, due=W), person(4, rating=2300, due=B, aro=2000)
    equal, low = person(5, rating=2300, due=B, aro=1999), person(6, rating=2000, due=B)
    people = floating(white, black, equal, low)
    assert games(people, [(1, 2)])[0] == [(1, 5), (2, 3), (4, 6)]
    assert games(people, [(1, 2), (1, 5)])[0][:2] == [(1, 4), (2, 3)]
    assert games(people, [(1, 2), *apart(1, 4, 5)])[0][:2] == [(1, 6), (2, 3)]
    assert games(people, [(1, 2), *apart(1, 4, 5, 6)])[0][:2] == [(1, 3), (2, 5)]


def test_a_floater_meets_the_highest_r_whatever_the_colour_if_read_so() -> None:
    """DUBOV97-FLOATERS-COLOUR: 1, due White, meets R 2400, and of equal R who is due Black."""
    white, black, low = person(3, rating=2400, due=W), person(4, rating=2300, due=B), person(6, rating=2000, due=B)
    otherwise = Dubov1997Readings(rating_before_colour=True)
    people = floating(white, black, person(5, rating=2200, due=W), low)
    assert (1, 4) in games(people, [(1, 2)])[0]
    assert (1, 3) in games(people, [(1, 2)], otherwise)[0]
    equal = floating(replace(white, rating=2300), black, person(5, rating=2200, due=W), low)
    assert (1, 4) in games(equal, [(1, 2)], otherwise)[0]


def gone_on() -> tuple[list[Dubov1997Player], Games]:
    """Return four of whom only 1 may meet the others, so that two go down past a group whose players they have met."""
    above = [person(tpn, score=10, rating=2500 - tpn, due=W) for tpn in (1, 2, 3, 4)]
    middle = [person(tpn, score=5, due=W) for tpn in (5, 6, 7)]
    below = [person(tpn, rating=2500 - tpn, due=B) for tpn in (8, 9, 10)]
    met = [(2, 3), (2, 4), (3, 4), *((seeker, other) for seeker in (2, 3, 4) for other in (5, 6, 7))]
    return above + middle + below, met


def test_a_floater_without_an_opponent_goes_on_to_the_next_group() -> None:
    """DUBOV97-FLOATERS-GO-ON: 3 and 4 pass the middle group, which takes 8 from below first."""
    people, met = gone_on()
    assert games(people, met)[0] == [(2, 1), (6, 8), (7, 5), (4, 9), (3, 10)]


def test_whom_a_floater_who_goes_on_might_have_had_at_once_rests_on_an_entry() -> None:
    """The other side of it: 8 meets 3, and the middle group takes 10."""
    seated = table(*gone_on())
    pairs = tuple(Pair(*pair) for pair in ((2, 1), (7, 10), (6, 5), (3, 8), (4, 9)))
    found = find_divergence(seated, DEFAULT_READINGS, RoundPairing(pairs=pairs))
    assert (found.kind, found.article) == (DivergenceKind.LATER, "7.2")
    assert [note.identifier for note in found.readings] == ["DUBOV97-FLOATERS-GO-ON"]


# --- chapter 9 -------------------------------------------------------------------------------------------------------


def test_the_first_choice_is_passed_over_if_the_round_could_not_be_completed() -> None:
    """DUBOV97-COMPLETION: 4 would be the bye's, but 3 could not be paired then."""
    people = [person(1), person(2), person(3, rating=1900), person(4, rating=1800), person(5, rating=2100)]
    assert games(people)[1] == 4
    assert games(people, apart(3, 1, 2, 5))[1] == 3
    with pytest.raises(NoLegalPairingError):
        games(people, [*apart(3, 1, 2, 4, 5), *apart(1, 2, 4, 5), *apart(2, 4, 5)])


def test_trying_everything_is_refused_for_large_fields() -> None:
    """The literal engine says how many it takes."""
    with pytest.raises(UnsupportedEventError, match="15 players are too many"):
        pair_by_trying(table([person(tpn) for tpn in range(1, 16)]), DEFAULT_READINGS)


def test_small_tables_are_paired_as_by_trying_everything() -> None:
    """By either side of DUBOV97-EXCHANGE and DUBOV97-FLOATERS-COLOUR."""
    found = 0
    for seed in range(300):
        seated = draw_table(random.Random(seed))
        readings = (
            DEFAULT_READINGS,
            Dubov1997Readings(blacks_exchange=True),
            Dubov1997Readings(rating_before_colour=True),
        )[seed % 3]
        try:
            expected = pair_by_trying(seated, readings)
        except NoLegalPairingError:
            with pytest.raises(NoLegalPairingError):
                pair_by_steps(seated, readings)
            continue
        assert pair_by_steps(seated, readings) == expected, f"seed {seed}"
        found += 1
    assert found > 200
