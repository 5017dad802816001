"""The Dubov system of 1997, chapters 1 to 5: due colours, limits, colours, the bye and the first round."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from support.dubov_1997 import person, table
from support.events import event

from reference_engines.dubov_1997.colours import decide_colours
from reference_engines.dubov_1997.edition import DEFAULT_READINGS, Dubov1997Article, Dubov1997Readings
from reference_engines.dubov_1997.participants import average, due_colour
from reference_engines.dubov_1997.rules import DUBOV
from reference_engines.dubov_1997.walk import bye_order
from reference_engines.frame.results import NoLegalPairingError, Pair
from tournaments.model import Colour, ForbiddenGroup, ScoringSystem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference_engines.dubov_1997.colours import Games
    from reference_engines.dubov_1997.participants import Dubov1997Player
    from reference_engines.frame.rules import ColourDecision
    from tournaments.model import Event

ENGINE = DUBOV


def rated(played: Event, ratings: Sequence[int | None]) -> Event:
    """Give the players of an event ratings."""
    pairs = zip(played.players, ratings, strict=True)
    return replace(played, players=tuple(replace(player, rating=rating) for player, rating in pairs))


def player_of(played: Event, tpn: int = 1, readings: Dubov1997Readings = DEFAULT_READINGS) -> Dubov1997Player:
    """Return a player as the next round finds him."""
    prepared = replace(ENGINE, readings=readings).open(played)
    people = prepared.round(played.rounds_recorded + 1).participants.players
    return next(one for one in people if one.tpn == tpn)


def with_colours(colours: str) -> Event:
    """Make an event in which player 1 has these colours against 2, 3, ..., and a dash for a round away."""
    rows = [" ".join("-" if colour == "-" else f"{at}{colour}=" for at, colour in enumerate(colours, start=2))]
    for at, colour in enumerate(colours):
        words = ["-"] * len(colours)
        if colour != "-":
            words[at] = "1b=" if colour == "w" else "1w="
        rows.append(" ".join(words))
    return event(rows, rounds_declared=20)


# --- chapter 1 -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("difference", "latest", "due"),
    [(-1, -1, 1), (-2, 1, 1), (1, 1, -1), (2, -1, -1), (0, -1, 1), (0, 1, -1), (0, 0, 0)],
)
def test_the_due_colour_goes_by_the_difference_and_then_by_the_previous_game(
    difference: int, latest: int, due: int
) -> None:
    """A player who has not played is not due a colour."""
    assert due_colour(difference, latest) == due


def test_aro_is_the_average_of_the_opponents_met_after_each_round() -> None:
    """Forfeited games do not count, and unrated opponents are left out of the average (DUBOV97-UNRATED)."""
    played = event(["2w1 3b= 4w+", "1b0 4w= 3b1", "4w1 1w= 2w0", "3b0 2b= 1b-"])
    prepared = ENGINE.open(rated(played, (2400, 2300, 2200, None)))
    aros = {
        number: {one.tpn: one.aro for one in prepared.round(number).participants.players} for number in (1, 2, 3, 4)
    }
    assert aros[1] == {1: 0, 2: 0, 3: 0, 4: 0}
    assert aros[2] == {1: 2300, 2: 2400, 3: 0, 4: 2200}
    assert aros[3] == {1: 2250, 2: 2400, 3: 2400, 4: 2250}
    assert aros[4] == {1: 2250, 2: 2300, 3: 2350, 4: 2250}
    assert "Players without a rating: 1; R is 0 for them (DUBOV97-UNRATED)." in prepared.notes


def test_an_aro_is_exact_unless_it_is_read_as_printed() -> None:
    """Both sides of DUBOV97-ARO-EXACT and DUBOV97-UNRATED."""
    assert average([2000, 2000, 2001], DEFAULT_READINGS) == Fraction(6001, 3)
    assert average([2000, 2000, 2001], Dubov1997Readings(aro_rounded=True)) == Fraction(20003, 10)
    assert average([2000, 0], DEFAULT_READINGS) == 2000
    assert average([2000, 0], Dubov1997Readings(unrated_in_aro=True)) == 1000
    assert average([0], DEFAULT_READINGS) == average([], DEFAULT_READINGS) == 0


def test_without_a_game_the_aro_is_zero_unless_it_is_read_as_the_average() -> None:
    """Both sides of DUBOV97-NO-ARO."""
    played = rated(event(["2w1", "1b0", "-", "-"]), (2400, 2300, 2200, 2100))
    assert player_of(played, 3).aro == 0
    assert player_of(played, 3, Dubov1997Readings(average_without_games=True)).aro == 2250


# --- chapter 2 -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("won", "lost", "may"), [("1", "0", False), ("=", "=", False), ("+", "-", True)])
def test_two_meet_once_over_the_board(won: str, lost: str, may: bool) -> None:
    """2.1: a forfeited game was not played (FORFEIT-NOT-MET)."""
    seated = ENGINE.open(event([f"2w{won}", f"1b{lost}", "-", "-"])).round(2).participants
    place = {one.tpn: at for at, one in enumerate(seated.players)}
    assert bool(seated.meet[place[1], place[2]]) is may


@pytest.mark.parametrize(
    ("word", "may"),
    [("U", False), ("F", False), ("2w+", False), ("H", True), ("-", True), ("2w-", True), ("2w1", True)],
)
def test_a_point_without_playing_bars_from_the_bye(word: str, may: bool) -> None:
    """2.2: half a point does not, unless any points are read as a point (DUBOV97-BYE-POINT)."""
    second = {"2w+": "1b-", "2w-": "1b+", "2w1": "1b0"}.get(word, "-")
    played = event([word, second, "-"], rounds_declared=5)
    assert player_of(played).bye_allowed is may
    otherwise = Dubov1997Readings(any_point_bars_bye=True)
    assert player_of(played, readings=otherwise).bye_allowed is (may and word != "H")


def test_a_bye_without_points_is_not_given_twice() -> None:
    """2.2, where a bye is worth nothing (DUBOV97-BYE-POINT)."""
    played = event(["U", "3w=", "2b="], scoring=ScoringSystem(pairing_allocated_bye=0))
    assert not player_of(played).bye_allowed


@pytest.mark.parametrize(
    ("colours", "white", "black"),
    [
        ("wwb", True, True),
        ("wwbw", False, True),  # 2.3: a difference of 3
        ("bbw", True, True),
        ("bbwb", True, False),
        ("wbw", True, True),
        ("bww", False, True),  # 2.4: three in a row, at a difference of 2
        ("wbb", True, False),
        ("w-w", False, True),  # a round without a game does not interrupt
        ("wwbbb", True, False),
    ],
)
def test_limits_of_colours_bar_a_difference_of_three_and_a_third_in_a_row(
    colours: str, white: bool, black: bool
) -> None:
    """2.3 and 2.4, just before and at the limit."""
    found = player_of(with_colours(colours))
    assert (found.may_white, found.may_black) == (white, black)


def test_a_round_without_a_game_may_be_read_as_standing_between() -> None:
    """The other side of DUBOV97-IN-A-ROW; two adjacent rounds still bar."""
    otherwise = Dubov1997Readings(unplayed_interrupts=True)
    assert player_of(with_colours("bw-w"), readings=otherwise).may_white
    assert not player_of(with_colours("b-ww"), readings=otherwise).may_white


def test_two_who_both_must_have_one_colour_do_not_meet() -> None:
    """2.3 and 2.4 bind pairs as well."""
    seated = table([person(1, may="W"), person(2, may="W"), person(3, may="B"), person(4)])
    assert seated.meet.tolist() == [
        [False, False, True, True],
        [False, False, True, True],
        [True, True, False, True],
        [True, True, True, False],
    ]


def moved_up(marks: str, declared: int | None) -> Event:
    """Make an event of player 1, who meets a higher scorer in rounds marked ``u`` and is away in the others."""
    rows = [" ".join("-" if mark == "-" else f"{at}b0" for at, mark in enumerate(marks, start=2))]
    for at, mark in enumerate(marks):
        words = ["F", *["-"] * (len(marks) - 1)]
        if mark == "u":
            words[at] = "1w1"
        rows.append(" ".join(words))
    return event(rows, rounds_declared=declared)


@pytest.mark.parametrize(
    ("marks", "declared", "may"),
    [
        ("-u-", 9, True),
        ("-u", 9, False),  # two times running
        ("-u", 4, False),
        ("-u", 3, True),  # the last round
        ("-u", None, False),  # no round is the last one unless it is declared (ROUNDS-UNDECLARED)
        ("-u-u--", 9, True),
        ("-u-u-u-", 9, False),  # three times of nine rounds
        ("-u-u-u-", 10, True),
        ("-u-u-u-u-", 11, False),  # four times of eleven
        ("-u-u-u-u-", 10, True),  # the last round
        ("-u-u-u-", 8, True),
    ],
)
def test_a_player_is_moved_up_three_or_four_times_and_not_twice_running(
    marks: str, declared: int | None, may: bool
) -> None:
    """2.5, but for the last round."""
    assert player_of(moved_up(marks, declared)).transferable is may


def test_an_opponent_with_equal_points_is_not_a_transfer() -> None:
    """2.5 counts score groups (DUBOV97-TRANSFERS)."""
    played = event(["F 2w0", "F 1b1"], rounds_declared=9)
    assert player_of(played).transferable
    assert not player_of(event(["H 2w0", "F 1b1"], rounds_declared=9)).transferable


# --- chapter 3 -------------------------------------------------------------------------------------------------------


def decided(first: Dubov1997Player, second: Dubov1997Player, games: tuple[Games, Games] = ((), ())) -> ColourDecision:
    """Decide the colours of two players; with the two exchanged the decision must be the same."""
    decision = decide_colours(table([first, second]), games, 0, 1)
    reversed_decision = decide_colours(table([second, first]), games[::-1], 0, 1)
    assert (1 - reversed_decision.white, reversed_decision.article, reversed_decision.why) == (
        decision.white,
        decision.article,
        decision.why,
    )
    return decision


W, B = 1, -1


@pytest.mark.parametrize(
    ("first", "second", "games", "white", "words"),
    [
        ({"due": W}, {"due": B, "aro": 2500}, ((), ()), 0, " is due "),
        ({"due": B}, {}, ((), ()), 1, " is due "),
        ({"due": W, "difference": -2}, {"due": W, "difference": -1, "aro": 9}, ((), ()), 0, "lower colour difference"),
        ({"due": B, "difference": 1}, {"due": B, "difference": 2, "aro": 9}, ((), ()), 0, "lower colour difference"),
        ({"due": W, "aro": 9}, {"due": W}, ((B, W, W), (B, W, B)), 1, "last differed"),
        ({"due": W, "aro": 9}, {"due": W}, ((B, B, W), (B, W, B)), 0, "last differed"),
        ({"due": W, "aro": 9}, {"due": W, "aro": 8, "rating": 1}, ((B,), (B, B)), 0, "higher ARO"),
        ({"due": W, "aro": 9}, {"due": W, "aro": 9, "rating": 1}, ((B,), (B,)), 1, "lower rating"),
        ({"due": W}, {"due": W}, ((B,), (B,)), 0, "the alphabet"),
        ({"due": W, "name": "Z"}, {"due": W}, ((B,), (B,)), 1, "the alphabet"),
    ],
)
def test_colours_are_given_in_the_order_of_chapter_3(
    first: dict[str, object], second: dict[str, object], games: tuple[Games, Games], white: int, words: str
) -> None:
    """Due colours, equal numbers, alternation, ARO, R; at the end the alphabet (DUBOV97-TIES)."""
    decision = decided(person(1, **first), person(2, **second), games)  # type: ignore[arg-type]  # named one by one
    assert (decision.white, decision.article) == (white, Dubov1997Article.COLOURS.value)
    assert words in decision.why
    assert [note.identifier for note in decision.rests_on] == ["DUBOV97-TIES"] * (words == "the alphabet")


@pytest.mark.parametrize(
    ("difference", "article"),
    [
        (1, Dubov1997Article.THREE_IN_A_ROW.value),
        (2, Dubov1997Article.DIFFERENCE.value),
        (0, Dubov1997Article.THREE_IN_A_ROW.value),
    ],
)
def test_limits_of_colours_come_before_due_colours(difference: int, article: Dubov1997Article) -> None:
    """A due colour that 2.3 or 2.4 bars is not given, and the limit is named."""
    barred = person(1, due=W, difference=difference, may="B")
    decision = decided(barred, person(2, due=W, difference=-1))
    assert (decision.white, decision.article) == (1, article)
    assert "otherwise player 1 would have White" in decided(barred, person(2, due=B)).why


def test_histories_are_compared_game_by_game_unless_read_round_by_round() -> None:
    """Both sides of DUBOV97-HISTORY: 1 has played WB, 2 has played BW with a round away between."""
    rows = ["3w= - 4b=", "4b= 3w= -", "1b= 2b= -", "2w= - 1w="]
    played = rated(event(rows, rounds_declared=9), (2400, 2300, 2200, 2100))
    for readings, games in ((DEFAULT_READINGS, (-1, 1)), (Dubov1997Readings(rounds_compared=True), (-1, 0, 1))):
        prepared = replace(ENGINE, readings=readings).open(played)
        assert prepared.colour_history(1, 4) == games


# --- chapter 4 -------------------------------------------------------------------------------------------------------


def bye_of(*people: Dubov1997Player) -> int:
    """Return the first choice for the bye."""
    seated = table(people)
    return seated.players[bye_order(seated, DEFAULT_READINGS)[0]].tpn


def test_the_bye_goes_to_the_lowest_score_group_and_there_to_the_lowest_r() -> None:
    """Chapter 4, first sentence; a player who may not have the bye is passed over."""
    people = [person(1, score=10, rating=1500), person(2, rating=2000, due=W), person(3, rating=1999, due=W)]
    assert bye_of(*people) == 3
    assert bye_of(*people[:2], replace(people[2], bye_allowed=False)) == 2
    assert bye_of(people[0], *(replace(one, bye_allowed=False) for one in people[1:])) == 1


def test_of_equal_r_the_dominating_colour_has_the_bye_and_then_the_higher_aro() -> None:
    """Chapter 4, second sentence: the colour comes before ARO, R before both."""
    low_white, low_black = person(1, rating=1900, aro=2100, due=W), person(2, rating=1900, aro=2200, due=B)
    assert bye_of(low_white, low_black, person(3, due=W)) == 1
    assert bye_of(low_white, low_black, person(3, due=B)) == 2
    assert bye_of(low_white, low_black, person(3, due=W), person(4, rating=1899, due=B)) == 4
    assert bye_of(low_white, person(5, rating=1900, aro=2101, due=W), person(3)) == 5


def test_where_no_colour_dominates_aro_and_then_the_end_of_the_alphabet_decide() -> None:
    """DUBOV97-BYE-TIES."""
    assert bye_of(person(1, aro=2100, due=W), person(2, aro=2200, due=B)) == 2
    assert bye_of(person(1, aro=2200, due=W), person(2, aro=2200, due=B)) == 2
    assert bye_of(person(1, aro=2200, due=W, name="Z"), person(2, aro=2200, due=B)) == 1


# --- chapter 5 -------------------------------------------------------------------------------------------------------


def first_round(players: int, **declared: object) -> tuple[list[tuple[int, int]], int | None]:
    """Pair the first round; pairs as White and Black."""
    pairing = ENGINE.open(event([""] * players, **declared)).round(1).expected()
    return [(pair.white, pair.black) for pair in pairing.pairs], pairing.bye


@pytest.mark.parametrize("initial", Colour)
def test_the_first_round_pairs_halves_with_colours_drawn_for_the_first_pair(initial: Colour) -> None:
    """Even-numbered pairs have the other colour; the last of an odd list has the bye."""
    pairs = [(1, 5), (6, 2), (3, 7), (8, 4)] if initial is Colour.WHITE else [(5, 1), (2, 6), (7, 3), (4, 8)]
    assert first_round(8, initial_colour=initial) == (pairs, None)
    assert first_round(9, initial_colour=initial) == (pairs, 9)


def test_players_kept_apart_in_the_first_round_meet_the_next_of_the_lower_half() -> None:
    """DUBOV97-FIRST-ROUND: then the upper half upwards."""
    white = {"initial_colour": Colour.WHITE}
    apart = ForbiddenGroup(players=frozenset((1, 4)))
    assert first_round(6, forbidden=(apart,), **white)[0] == [(1, 5), (4, 2), (3, 6)]
    groups = tuple(ForbiddenGroup(players=frozenset((1, other))) for other in (4, 5, 6))
    assert first_round(6, forbidden=groups, **white)[0] == [(1, 3), (5, 2), (4, 6)]
    with pytest.raises(NoLegalPairingError):
        first_round(4, forbidden=(ForbiddenGroup(players=frozenset((1, 2, 3))),))


def test_the_colour_drawn_is_inferred_from_the_recorded_first_round() -> None:
    """And the report says so."""
    prepared = ENGINE.open(event(["3b1", "4w1", "1w0", "2b0"], rounds_declared=5))
    assert prepared.round(1).expected().pairs == (Pair(3, 1), Pair(2, 4))
    assert any("Black was inferred from the first round" in note for note in prepared.notes)
