"""The Clock system on events: who is compatible, what is illegal, what rests on a reading."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from support.agreement import assert_literal_pairs_alike
from support.clock import two_with_white
from support.events import event
from support.generated import generated_events
from support.histories import after

from reference_engines.clock.edition import OTHER_READINGS, ClockReadings
from reference_engines.clock.rules import CLOCK, ClockRules
from reference_engines.frame.results import NoLegalPairingError, Pair, RoundPairing
from reference_engines.frame.systems import engine_for
from reference_engines.readings import REGISTER
from tournaments.model import ABSENT, Colour, Event, ForbiddenGroup, RequestedBye, ScoringSystem

ENGINE = CLOCK
WHITE = {"initial_colour": Colour.WHITE}


def compatible(played: Event, first: int, second: int | None, engine: ClockRules = ENGINE) -> bool:
    """Whether two players (or a player and the bye) may be paired in the next round."""
    table = engine.open(played).round(played.rounds_recorded + 1).participants
    seats = [table.seat_of(first), table.seat_of(second)]
    assert None not in seats
    return bool(table.compatible[seats[0], seats[1]])


# --- compatibility ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("word", "may"), [("2w1", False), ("2w=", False), ("2w+", True), ("2w-", True)])
def test_former_opponents_are_not_compatible(word: str, may: bool) -> None:
    """A forfeited game has not been played."""
    turned = {"1": "0", "=": "=", "+": "-", "-": "+"}
    assert compatible(event([word, f"1b{turned[word[-1]]}", "-", "-"], rounds_declared=5), 1, 2) is may


@pytest.mark.parametrize(
    ("points", "declared", "may"),
    [
        (("11", "11"), 5, False),
        (("11", "11"), None, False),
        (("11", "11"), 3, True),
        (("1=", "1="), 3, True),
        (("1=", "10"), 3, False),  # half of the points is not more than half: both must have it
        (("10", "1="), 3, False),
        (("10", "10"), 3, False),
    ],
)
def test_one_absolute_preference_keeps_apart_except_for_two_above_half_in_the_last_round(
    points: tuple[str, str],
    declared: int | None,
    may: bool,
) -> None:
    """The exception needs both, and the number of rounds declared (ROUNDS-UNDECLARED)."""
    assert compatible(two_with_white(points, declared), 1, 2) is may


@pytest.mark.parametrize(
    ("first", "second", "may"),
    [
        ("WBW", "WBW", True),  # White once more is no absolute preference
        ("WWBW", "WWBW", False),  # twice more is
        ("BBWB", "BBWB", False),
        ("WBWW", "BBWW", False),  # the same colour twice in a row, and both
        ("WWBW", "BBWW", False),  # by the difference, and by two in a row
        ("BBWW", "WBBW", True),  # one of the two is not enough
        ("BBWW", "WWBB", True),  # nor are opposite ones in the way
        ("BBW-W", "-BBWW", False),  # CLOCK-TWICE-IN-A-ROW
        ("WWWWBB", "WBBWBW", True),  # CLOCK-CONFLICT: the first must have Black
        ("WWWWBB", "BBWBWW", False),
        ("WWWWBB", "WWBWBB", True),
    ],
)
def test_players_due_the_same_colour_are_not_compatible(first: str, second: str, may: bool) -> None:
    """A colour is due after two in a row, or by a difference of two; no other combination clashes."""
    assert compatible(after(first, second), 1, 2) is may


@pytest.mark.parametrize(
    ("first", "second", "may", "otherwise"),
    [
        ("BBWW", "BBWW", False, False),
        ("BBW-W", "-BBWW", False, True),  # a round without a game stands between: CLOCK-TWICE-IN-A-ROW
        ("BBW-W", "BBW-W", False, True),
        ("BBWW-", "-BBWW", False, False),  # but not after both
        ("W-WBW", "W-WBW", False, False),  # the difference counts by either reading
    ],
)
def test_a_round_without_a_game_interrupts_by_the_other_reading(
    first: str,
    second: str,
    may: bool,
    otherwise: bool,
) -> None:
    """CLOCK-TWICE-IN-A-ROW."""
    played = after(first, second)
    interrupted = replace(ENGINE, readings=ClockReadings(unplayed_round_interrupts=True))
    assert compatible(played, 1, 2) is may
    assert compatible(played, 1, 2, interrupted) is otherwise


@pytest.mark.parametrize(("points", "otherwise"), [(("11", "11"), True), (("11", "1="), False), (("1=", "11"), False)])
def test_the_last_round_may_count_for_the_maximum(points: tuple[str, str], otherwise: bool) -> None:
    """CLOCK-MAXIMUM: of three rounds 1.5 points are more than half of two, but not of three."""
    played = two_with_white(points, 3)
    counted = replace(ENGINE, readings=ClockReadings(last_round_counts=True))
    assert compatible(played, 1, 2)
    assert compatible(played, 1, 2, counted) is otherwise


@pytest.mark.parametrize(
    ("word", "worth", "otherwise"), [("U", 0, True), ("U", 10, False), ("H", 0, False), ("2w+", 0, False)]
)
def test_a_bye_without_points_may_be_given_again_by_the_other_reading(word: str, worth: int, otherwise: bool) -> None:
    """CLOCK-BYE-TWICE: only points without play bar from it."""
    second = "1b-" if word == "2w+" else "-"
    played = event([word, second, "-"], scoring=ScoringSystem(pairing_allocated_bye=worth))
    again = replace(ENGINE, readings=ClockReadings(bye_without_points_again=True))
    assert not compatible(played, 1, None)
    assert compatible(played, 1, None, again) is otherwise


def test_the_exception_of_the_last_round_excuses_no_second_meeting() -> None:
    """CLOCK-COMPATIBLE."""
    played = event(["2w= 3w1", "1b= 4b1", "4w0 1b0", "3b1 2w0"], rounds_declared=3)
    assert not compatible(played, 1, 2)


@pytest.mark.parametrize(
    ("word", "may"), [("U", False), ("H", False), ("F", False), ("2w+", False), ("-", True), ("2w-", True)]
)
def test_points_without_play_bar_from_the_bye(word: str, may: bool) -> None:
    """Points bar for whatever reason they were given; an absence without points does not."""
    second = f"1b{'-' if word == '2w+' else '+'}" if word[0] == "2" else "-"
    assert compatible(event([word, second, "-"], rounds_declared=5), 1, None) is may


def test_a_bye_without_points_is_not_given_twice() -> None:
    """CLOCK-BYE-TWICE."""
    played = event(["U", "3w=", "2b="], scoring=ScoringSystem(pairing_allocated_bye=0))
    assert not compatible(played, 1, None)


def test_the_organiser_keeps_players_apart() -> None:
    """CLOCK-FORBIDDEN: a pairing of the two gets this reason."""
    played = event([""] * 4, forbidden=(ForbiddenGroup(players=frozenset((1, 3))),), **WHITE)
    prepared = ENGINE.open(played)
    assert [(pair.white, pair.black) for pair in prepared.round(1).expected().pairs] == [(1, 2), (4, 3)]
    (broken,) = prepared.round(1).assess(RoundPairing(pairs=(Pair(1, 3), Pair(4, 2)))).violations
    assert "CLOCK-FORBIDDEN" in broken.sentence


def test_an_unpairable_round_is_reported_without_a_pairing() -> None:
    """Two who have met are alone."""
    with pytest.raises(NoLegalPairingError):
        ENGINE.open(event(["2w1", "1b0"])).round(2).expected()


@pytest.mark.parametrize("key", ["clock-2012", "clock-2012/literal"])
@pytest.mark.parametrize(
    ("present", "pairing"),
    [
        (0, RoundPairing(pairs=())),
        (1, RoundPairing(pairs=(), bye=1)),
        (2, RoundPairing(pairs=(Pair(1, 2),))),
        (3, RoundPairing(pairs=(Pair(1, 2),), bye=3)),
    ],
)
def test_few_players_are_paired(key: str, present: int, pairing: RoundPairing) -> None:
    """With the rest of three players away, even all three; an odd number of players present includes the bye."""
    gone = tuple(RequestedBye(round_number=1, tpn=tpn, result=ABSENT.result) for tpn in range(present + 1, 4))
    assert engine_for(key).open(event([""] * 3, requested_byes=gone, **WHITE)).round(1).expected() == pairing


# --- what is illegal -------------------------------------------------------------------------------------------------

FIVE = ("2w1", "1b0", "4w=", "3b=", "U")
"""After one round of five players; pairing numbers 1, 3, 2, 4, 5."""


@pytest.mark.parametrize(
    ("pairs", "bye", "article", "words"),
    [
        (((1, 2), (3, 5)), 4, "Compatibility", "Players 1 and 2 have already played each other in"),
        (
            ((1, 3), (2, 4)),
            5,
            "Compatibility",
            "Player 5 had the pairing-allocated bye in round 1 and so may not have the bye.",
        ),
        (((1, 3), (4, 5)), None, "Odd number of players", "Player 2 is to be paired but has neither"),
        (((1, 3), (4, 1)), 2, "Odd number of players", "Player 1 appears 2 times"),
        (((1, 3), (4, 9)), 2, "Odd number of players", "Player 9 is paired although not to be paired"),
    ],
)
def test_illegal_pairings_are_named(
    pairs: tuple[tuple[int, int], ...], bye: int | None, article: str, words: str
) -> None:
    """By article, without any search."""
    prepared = ENGINE.open(event(FIVE, rounds_declared=5))
    given = RoundPairing(pairs=tuple(Pair(*pair) for pair in pairs), bye=bye)
    broken = prepared.round(2).assess(given).violations
    assert any(violation.article == article and words in violation.sentence for violation in broken)
    assert prepared.round(2).assess(prepared.round(2).expected()).violations == ()


def test_a_bye_of_an_even_number_is_illegal() -> None:
    """And so is one colour for two who both must have it."""
    prepared = ENGINE.open(two_with_white(("11", "11"), 5))
    even = prepared.round(3).assess(RoundPairing(pairs=(Pair(1, 2), Pair(3, 4)), bye=5)).violations
    assert {"Odd number of players", "Compatibility"} == {violation.article for violation in even}
    assert any("although the number of players is even" in violation.sentence for violation in even)
    words = "Players 1 and 2 both must have Black: player 1 has had White in rounds 1 and 2, player 2 has had White in"
    assert any(words in violation.sentence for violation in even)


# --- verdicts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", [Pair(1, 9), Pair(9, 1), Pair(1, 1)])
def test_no_rule_gives_colours_to_who_is_not_there(pair: Pair) -> None:
    """Nor to one player alone."""
    assert ENGINE.open(event([""] * 4, **WHITE)).round(1).colour_rule(pair) is None


def test_the_page_lists_every_reading_and_marks_those_that_can_be_followed_either_way() -> None:
    """The page has every entry of the register, as the register has it."""
    page = (Path(__file__).parents[2] / "docs" / "clock.md").read_text(encoding="utf-8")
    registered = {entry.identifier for entry in REGISTER.entries if entry.identifier.startswith("CLOCK-")}
    assert set(re.findall(r"CLOCK-[A-Z-]+", page)) == registered
    followed = set(re.findall(r"^\| `(CLOCK-[A-Z-]+)` \|.*\| yes \|$", page, re.MULTILINE))
    assert followed == {identifier for identifier, _ in OTHER_READINGS}


# --- random events ---------------------------------------------------------------------------------------------------


def test_small_events_are_paired_alike_by_the_literal_engine() -> None:
    """Colours, bye and boards too."""
    assert_literal_pairs_alike("clock-2012", generated_events("clock-small"))


@pytest.mark.parametrize("number", [0, -1, 9])
def test_an_unknown_number_is_not_the_bye(number: int) -> None:
    """With three players the fourth seat is the bye's, and no pairing number leads to it."""
    prepared = ENGINE.open(event(["U", "3w=", "2b="], **WHITE))
    for pairing in (RoundPairing(pairs=(), bye=number), RoundPairing(pairs=(Pair(number, 1), Pair(2, 3)))):
        found = prepared.round(2).assess(pairing).violations
        assert f"Player {number} is paired although not to be paired in this round." in [one.sentence for one in found]
        assert not any("may not have the bye" in one.sentence for one in found)
    assert prepared.round(2).colour_rule(Pair(number, 1)) is None
