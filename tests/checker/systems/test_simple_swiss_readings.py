"""The simple Swiss where its essays are open: a round by the side taken agrees, one by the other side is open."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import pytest
from support.agreement import paired
from support.events import event
from support.findings import round_findings
from support.histories import after, with_next_round
from support.loops import require_items

from checker.verdicts.verdict import Verdict
from random_tournaments.axes import Axes, Span
from random_tournaments.event_batch import Batch
from reference_engines.frame.results import Pair
from reference_engines.literal.simple_swiss import LITERAL_SIMPLE
from reference_engines.readings import REGISTER
from reference_engines.simple_swiss.edition import (
    DEFAULT_READINGS,
    OPEN_POINTS,
    OPEN_POINTS_OF_DEVIATION,
    read_other_side,
)
from reference_engines.simple_swiss.rules import SIMPLE, SimpleRules
from reference_engines.simple_swiss.walk import opponents_order

if TYPE_CHECKING:
    from checker.findings import RoundFinding
    from tournaments.model import Event

    Games = list[tuple[int, int]]


class SimpleAmbiguity(NamedTuple):
    """A situation in which an entry's two readings differ: the games of the next round by each of them."""

    identifier: str
    played: Event
    taken: Games
    alternative: Games


AMBIGUITIES = [
    # 3 is left over of three and comes down to 4, 5 and 6, who are behind and before the middle.
    SimpleAmbiguity(
        "SIMPLE-FLOATERS", event(["H"] * 3 + ["-"] * 3), [(2, 1), (5, 3), (6, 4)], [(2, 1), (4, 3), (6, 5)]
    ),
    SimpleAmbiguity(
        "SIMPLE-ODD-MIDDLE", event(["H"] * 3 + ["-"] * 3), [(2, 1), (5, 3), (6, 4)], [(3, 1), (5, 2), (6, 4)]
    ),
    # 1 and 3 have had White twice in their games, with a round between.
    SimpleAmbiguity(
        "SIMPLE-RUNNING",
        after("BBW-W", "WWB-B", "BBW-W", "WWB-B"),
        [(4, 1), (2, 3)],
        [(3, 1), (2, 4)],
    ),
    # 1 has had as many White as Black, and White twice with a round between; 2 has had one White more.
    SimpleAmbiguity("SIMPLE-TWICE", after("BBW-W", "W-BW-"), [(2, 1)], [(1, 2)]),
    # In round 4 the one had White and the other Black; of their games the third from the end differ first.
    SimpleAmbiguity("SIMPLE-ALTERNATION", after("WBBW-", "B-WBW"), [(1, 2)], [(2, 1)]),
    # Nobody has had a colour; of three pairs in their place the second turns.
    SimpleAmbiguity("SIMPLE-COLOURLESS", after(*"------"), [(4, 1), (5, 2), (6, 3)], [(4, 1), (2, 5), (6, 3)]),
    SimpleAmbiguity("SIMPLE-DIFFERENCE", after("-BBWW", "WBBWW"), [(1, 2)], [(2, 1)]),
    SimpleAmbiguity(
        "SIMPLE-STAGES",
        after("BBWW", "BBWW", "WWBB", "BBWW", "BBWW", "WWBB"),
        [(4, 1), (5, 2), (3, 6)],
        [(4, 1), (6, 2), (3, 5)],
    ),
]


def finding(played: Event, games: Games) -> RoundFinding:
    """Return the finding of the next round, paired like this."""
    return round_findings(with_next_round(played, games), "simple-2018")[-1]


def games_by(rules: SimpleRules, played: Event) -> set[Pair]:
    """Pair the next round."""
    return set(rules.open(played).round(played.rounds_recorded + 1).expected().pairs)


@pytest.mark.parametrize("ambiguity", AMBIGUITIES, ids=lambda parted: parted.identifier)
def test_both_sides_of_an_entry_are_followed(ambiguity: SimpleAmbiguity) -> None:
    """By either side the rules pair as written here, literally too; the round of the other side is open for it."""
    other = replace(SIMPLE, options=read_other_side(DEFAULT_READINGS, ambiguity.identifier))
    for rules, games in ((SIMPLE, ambiguity.taken), (other, ambiguity.alternative)):
        expected = {Pair(*game) for game in games}
        assert games_by(rules, ambiguity.played) == expected
        assert games_by(replace(rules, procedure=LITERAL_SIMPLE.procedure), ambiguity.played) == expected
    assert finding(ambiguity.played, ambiguity.taken).verdict is Verdict.AGREE
    found = finding(ambiguity.played, ambiguity.alternative)
    assert found.verdict is Verdict.AMBIGUOUS_RULE
    assert [note.identifier for note in found.readings] == [ambiguity.identifier]


@pytest.mark.parametrize("ambiguity", AMBIGUITIES, ids=lambda parted: parted.identifier)
def test_a_round_that_neither_reading_asks_for_is_wrong(ambiguity: SimpleAmbiguity) -> None:
    """The round by the default reading with all colours reversed is wrong."""
    found = finding(ambiguity.played, [(black, white) for white, black in ambiguity.taken])
    by_other = {Pair(black, white) for white, black in ambiguity.taken} == {
        Pair(*game) for game in ambiguity.alternative
    }
    assert found.verdict is (Verdict.AMBIGUOUS_RULE if by_other else Verdict.COLOURS)


def test_every_entry_is_followed_or_says_why_not() -> None:
    """And the entries followed are those that the options can turn."""
    entries = [entry for entry in REGISTER.entries if entry.identifier.startswith("SIMPLE-")]
    assert {entry.identifier for entry in entries if not entry.not_followed} == {
        *OPEN_POINTS,
        *OPEN_POINTS_OF_DEVIATION,
    }
    assert {parted.identifier for parted in AMBIGUITIES} | {"SIMPLE-BYE"} == set(
        OPEN_POINTS
    )  # the bye: test_simple_swiss_rules


@pytest.mark.parametrize(("from_above", "order"), [(0, [6, 7, 8, 5, 4]), (1, [4, 5, 6, 7, 8]), (2, [5, 6, 7, 8, 4])])
def test_a_floater_asks_the_players_of_the_group_from_its_first(from_above: int, order: list[int]) -> None:
    """SIMPLE-FLOATERS: by the other side; others who came down are asked last, and its own players ask as ever."""
    options = replace(DEFAULT_READINGS, floaters_meet_the_first=True)
    assert opponents_order(range(3, 9), options, from_above) == order
    assert opponents_order(range(3, 9), DEFAULT_READINGS, from_above) == [6, 7, 8, 5, 4]


@pytest.mark.parametrize(("history", "stages"), [("BBWW", 1), ("BBW-W", 2), ("BBWW-", 2), ("BBW--W", 2), ("-BBWW", 1)])
def test_a_run_ends_at_a_round_without_a_game_by_the_other_side(history: str, stages: int) -> None:
    """SIMPLE-RUNNING: between the two games or after them; a round before them changes nothing."""
    played = after(history, history)
    found = []
    for options in (DEFAULT_READINGS, read_other_side(DEFAULT_READINGS, "SIMPLE-RUNNING")):
        table = replace(SIMPLE, options=options).open(played).round(len(history) + 1).participants
        found.append(bool(table.within(DEFAULT_READINGS.stages[0])[0, 1]))
    assert found == [False, stages > 1]


@pytest.mark.parametrize("identifier", OPEN_POINTS)
def test_asking_one_by_one_comes_to_the_same_by_every_side(identifier: str) -> None:
    """The literal engine, on rounds of small events in which players often are away."""
    batch = Batch(seed=17, axes=Axes(players=Span(4, 8), rounds=Span(4, 6)), system="simple-2018")
    options = read_other_side(DEFAULT_READINGS, identifier)
    for index in range(8):
        played = batch.play(index).event
        for number in require_items(range(1, played.rounds_recorded + 2)):
            one, other = (replace(rules, options=options) for rules in (SIMPLE, LITERAL_SIMPLE))
            assert paired(one, played, number) == paired(other, played, number)
