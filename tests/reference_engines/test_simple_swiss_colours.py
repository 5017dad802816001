"""Colours in the simple Swiss: every rule of their allocation, and the limits by which scoregroups are paired."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest
from support.events import event
from support.histories import after

from reference_engines.frame.results import Pair
from reference_engines.frame.rules import PreparedEvent
from reference_engines.frame.systems import engine_for
from reference_engines.readings import note_on
from reference_engines.simple_swiss.colours import decide_colours
from reference_engines.simple_swiss.edition import LimitStage
from reference_engines.simple_swiss.rules import SIMPLE
from reference_engines.simple_swiss.walk import turns_with_bye

if TYPE_CHECKING:
    from reference_engines.frame.rules import ColourDecision
    from tournaments.model import Event

BOTH, DIFFERENCE, NONE = LimitStage.BOTH, LimitStage.DIFFERENCE, LimitStage.NONE
PARADOX = ("WBWWBWBW", "BWBBWBWW")
"""The observation of the essay: 5 White and 3 Black against 4 and 4; the first has had Black more recently."""


def next_round(played: Event, key: str = "simple-2018") -> PreparedEvent:
    """Prepare an event."""
    prepared = engine_for(key).open(played)
    assert isinstance(prepared, PreparedEvent)
    return prepared


def decision(higher: str, lower: str) -> ColourDecision:
    """Give colours to two with these histories; the first is the higher ranked."""
    prepared = next_round(after(higher, lower))
    return decide_colours(prepared.round(len(higher) + 1), 0, 1)


@pytest.mark.parametrize(
    ("higher", "lower", "has_white", "rule"),
    [
        ("-", "-", False, "neither is due a colour"),
        ("-", "W", True, " is due "),
        ("B", "-", True, " is due "),
        ("W", "B", False, " is due "),
        ("WWB-", "WWBB", False, " is due "),  # Black and White, however strong
        ("W-", "BW", False, "is stronger"),  # a difference of one is stronger than none
        ("BW", "W-", True, "is stronger"),
        ("BWW", "W--", False, "is stronger"),  # two in a row are stronger than a difference of one
        ("B--", "WBB", False, "is stronger"),
        ("WBBWW", "-BBWW", False, "lower colour difference"),
        ("-BBWW", "WBBWW", True, "lower colour difference"),
        ("BWWBB", "-WWBB", True, "lower colour difference"),
        (*PARADOX, False, "lower colour difference"),
        (*PARADOX[::-1], True, "lower colour difference"),
        ("WBBW", "BWBW", True, "last differed"),
        ("BWBW", "WBBW", False, "last differed"),
        ("BWBWW", "WBBWW", False, "last differed"),
        ("WBBW-", "B-WBW", True, "last differed"),  # games are compared, not rounds
        ("BW", "BW", False, "ranked higher"),
        ("WB", "WB", True, "ranked higher"),
        ("BW--", "--BW", False, "ranked higher"),
    ],
)
def test_the_first_rule_that_decides(higher: str, lower: str, has_white: bool, rule: str) -> None:
    """Both preferences, the stronger one, the difference, the latest different colours, the rank."""
    decided = decision(higher, lower)
    assert (decided.white == 0) is has_white
    assert rule in decided.why


@pytest.mark.parametrize(
    ("higher", "lower", "reading"),
    [
        ("-BBWW", "WBBWW", "SIMPLE-DIFFERENCE"),  # by rank alone the first would have Black
        ("WBBWW", "-BBWW", ""),  # and here it has it by the difference too
        (*PARADOX, ""),  # alternation would break A1
        ("-BWBWW", "WWBBWW", ""),
        ("WWBW-", "WWWBW", "SIMPLE-DIFFERENCE"),  # both would break A1, for one of the two
        ("BWBW", "WBBW", ""),  # equal differences
    ],
)
def test_the_difference_is_a_reading_where_the_printed_rules_say_otherwise(
    higher: str, lower: str, reading: str
) -> None:
    """SIMPLE-DIFFERENCE: but not where they break a limit that the difference keeps."""
    assert decision(higher, lower).rests_on == ((note_on(reading),) if reading else ())


@pytest.mark.parametrize("key", ["simple-2018", "simple-2018/alternating", "simple-2018/olympiad"])
def test_the_two_of_the_essay_meet_and_the_one_with_more_white_has_black(key: str) -> None:
    """Alone in their scoregroup, as the essay has them: White would have been A's sixth, Black is B's third less."""
    assert next_round(after(*PARADOX), key).round(9).expected().pairs == (Pair(2, 1),)


@pytest.mark.parametrize(
    ("key", "white", "article"), [("dutch-2013", 1, "E.3"), ("dutch-2017", 2, "E.2"), ("dutch-2026", 2, "5.2.2")]
)
def test_the_dutch_system_gave_the_first_white_until_it_looked_at_differences(
    key: str, white: int, article: str
) -> None:
    """The essay of 2014 complains of alternation; since 2017 the wider of two absolute differences counts."""
    prepared = engine_for(key).open(after(*PARADOX))
    rule = prepared.round(9).colour_rule(Pair(1, 2))
    assert rule is not None
    assert (rule.article, rule.sentence[:18]) == (article, f"player {white} has White")


@pytest.mark.parametrize(
    ("histories", "white", "article"),
    [
        (("W", "B"), 2, "Color allocation rules"),
        (("B", "W"), 1, "Color allocation rules"),
        (("-", "-"), 2, "The color in the first round"),
    ],
)
def test_the_rule_names_who_has_white_and_its_essay(histories: tuple[str, str], white: int, article: str) -> None:
    """Whichever way the two are named."""
    prepared = next_round(after(*histories))
    for pair in (Pair(1, 2), Pair(2, 1)):
        rule = prepared.round(2).colour_rule(pair)
        assert rule is not None
        assert (rule.article, rule.sentence[:18]) == (article, f"player {white} has White")


def test_the_rule_of_the_first_round_goes_by_the_place_of_the_pair() -> None:
    """Of 1-3 and 2-4; a pair that is not made has no colours, nor has an absent player."""
    prepared = next_round(event([""] * 4))
    rules = [prepared.round(1).colour_rule(pair) for pair in (Pair(1, 3), Pair(2, 4))]
    assert [rule.sentence[:18] for rule in rules if rule] == ["player 3 has White", "player 4 has White"]
    assert [rule.article for rule in rules if rule] == ["The color in the first round"] * 2
    assert [prepared.round(1).colour_rule(pair) for pair in (Pair(1, 2), Pair(1, 9), Pair(9, 1), Pair(1, 1))] == [
        None
    ] * 4


# --- limits ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "stages"),
    [
        ("WBW", "WBW", {BOTH, DIFFERENCE, NONE}),  # White twice more is allowed
        ("WWBW", "-WBW", {BOTH, DIFFERENCE, NONE}),
        ("WWBW", "WWBW", {NONE}),  # White three times more is not
        ("BBWB", "BBWB", {NONE}),
        ("WWBW", "BBWB", {BOTH, DIFFERENCE, NONE}),
        ("WBBW", "BBWW", {BOTH, DIFFERENCE, NONE}),
        ("BBWW", "BBWW", {DIFFERENCE, NONE}),  # White three times running
        ("WWBB", "WWBB", {DIFFERENCE, NONE}),
        ("BBW-W", "-BBWW", {DIFFERENCE, NONE}),  # a round without a game does not interrupt
        ("WWBW", "BBWW", {DIFFERENCE, NONE}),  # the first must have Black, the second had White twice
        ("WBWW", "BBWW", {DIFFERENCE, NONE}),  # the essay's two, after four rounds
    ],
)
def test_within_which_limits_two_may_meet(first: str, second: str, stages: set[LimitStage]) -> None:
    """A1: no colour over two games ahead; A2: no colour over two games running."""
    table = next_round(after(first, second)).round(len(first) + 1).participants
    assert {stage for stage in LimitStage if table.within(stage)[0, 1]} == stages


@pytest.mark.parametrize(
    ("histories", "key", "stage"),
    [
        (("WBBW", "BBWW"), "simple-2018", BOTH),
        (("WBWW", "BBWW"), "simple-2018", DIFFERENCE),
        (("WWBW", "WWBW"), "simple-2018", NONE),
        (("WBBW", "BBWW"), "simple-2018/olympiad", BOTH),
        (("WBWW", "BBWW"), "simple-2018/olympiad", NONE),
        (("WWBW", "WWBW"), "simple-2018/olympiad", NONE),
    ],
)
def test_a_scoregroup_is_paired_in_the_first_stage_in_which_it_can(
    histories: tuple[str, ...], key: str, stage: LimitStage
) -> None:
    """B1, B2, B3; by the exception of the Olympiad B1 or B3. Nobody floats for a colour."""
    prepared = next_round(after(*histories), key)
    number = prepared.source.rounds_recorded + 1
    (ask,) = turns_with_bye(prepared.round(number).participants, prepared.rules.options, None)
    assert (ask.stage, ask.player, ask.taken) == (stage, 0, 1)


def test_limits_bind_before_the_order_of_asking() -> None:
    """1 would ask 3 first, but both have had White twice running; in the second stage they meet, as then none can."""
    prepared = next_round(after("BBWW", "WWBB", "BBWW", "WWBB"))
    assert [pair.players for pair in prepared.round(5).expected().pairs] == [{1, 4}, {2, 3}]
    all_alike = next_round(after("BBWW", "BBWW", "BBWW", "BBWW"))
    assert [pair.players for pair in all_alike.round(5).expected().pairs] == [{1, 3}, {2, 4}]


def test_limits_are_lifted_for_a_whole_scoregroup() -> None:
    """SIMPLE-STAGES: as 2, 3 and 4 need the second stage, 1 meets 3 within it, not 2 or 4 within the first."""
    prepared = next_round(after("BBWW", "BBWW", "BBWW", "WWBB"))
    assert [pair.players for pair in prepared.round(5).expected().pairs] == [{1, 3}, {2, 4}]
    table = prepared.round(5).participants
    assert {ask.stage for ask in turns_with_bye(table, prepared.rules.options, None)} == {DIFFERENCE}


def test_colours_keep_every_limit_that_the_pair_can_keep() -> None:
    """All histories of up to five games against each other: colours never break what the stage of a pair grants."""
    histories = ["".join(games).rjust(5, "-") for length in range(6) for games in product("WB", repeat=length)]
    prepared = next_round(after(*histories))
    table = prepared.round(6).participants
    pairs = 0
    for stage in (BOTH, DIFFERENCE):
        within = table.within(stage)
        for one, other in zip(*np.nonzero(np.triu(within, 1)), strict=True):
            white_first = decide_colours(prepared.round(6), int(one), int(other)).white == int(one)
            for player, letter in ((one, "WB"[not white_first]), (other, "WB"[white_first])):
                games = histories[int(table.players.tpn[player]) - 1].replace("-", "") + letter
                assert abs(games.count("W") - games.count("B")) <= 2
                assert stage is DIFFERENCE or games[-3:] != 3 * letter
            pairs += 1
    assert pairs > 2000


def test_engines_of_the_options_share_one_rule_of_colours() -> None:
    """An option changes who meets, not who has White."""
    assert SIMPLE.open(after("WBBW", "BWBW")).round(5).expected().pairs == (Pair(1, 2),)
