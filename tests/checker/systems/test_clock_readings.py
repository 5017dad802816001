"""Every reading of the Clock system that can be followed, from both sides: a round made by one, judged by the other."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from support.events import event
from support.findings import assert_either_side_is_open
from support.loops import require_items

from checker.verdicts.comparison import judge_pairing
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Verdict
from random_tournaments.axes import Axes, Chance, Span
from random_tournaments.event_batch import Batch
from reference_engines.clock.edition import DEFAULT_READINGS, OPEN_POINTS, OTHER_READINGS, ClockNumbering, ClockReadings
from reference_engines.clock.rules import CLOCK
from reference_engines.frame.results import Pair, RoundPairing
from reference_engines.readings import REGISTER, toggle_readings
from reference_engines.sequential import find_open_points
from tournaments.model import Colour, Event, ForbiddenGroup

CONTEXT = RoundContext(event="open")


@cache
def played(index: int) -> Event:
    """Return an event of a batch, paired by the readings taken."""
    ties, unrated = Chance(0.0, 0.5), Chance(0.0, 0.2)
    axes = Axes(players=Span(5, 14), rounds=Span(2, 7), rating_ties=ties, unrated_players=unrated)
    return Batch(system="clock-2012", seed=11, axes=axes).play(index).event


def few_may_meet() -> Event:
    """Return an event of six with 4.5, 3 and 2 points; 1 discards on the way to 6, and to 5."""
    rows = ["F F F F H", "F F F - -", "F F F - -", "F F - - -", "F F - - -", "F F - - -"]
    may_meet = {(1, 3), (1, 6), (1, 5), (3, 4), (3, 5), (2, 6), (2, 5)}
    pairs = [(one, other) for one in range(1, 7) for other in range(one + 1, 7) if (one, other) not in may_meet]
    apart = tuple(ForbiddenGroup(players=frozenset(pair)) for pair in pairs)
    return event(rows, rounds_declared=9, forbidden=apart, initial_colour=Colour.WHITE)


def with_colours(first: str, second: str = "") -> Event:
    """Return an event in which 1 and 2 have won games with these colours, against the same others in another order."""
    rounds = len(first)
    others = range(3, 3 + rounds)
    rows = {tpn: ["-"] * rounds for tpn in range(1, 4 + rounds + rounds % 2)}
    for owner, colours in ((1, first), (2, second)):
        for place, colour in enumerate(colours):
            other = others[(place + owner - 1) % rounds]
            rows[owner][place] = f"{other}{colour}1"
            rows[other][place] = f"{owner}{'b' if colour == 'w' else 'w'}0"
    return event([" ".join(row) for row in rows.values()], rounds_declared=rounds + 5, initial_colour=Colour.WHITE)


SIDES: tuple[tuple[str, ClockReadings, int | Event, int], ...] = (
    ("CLOCK-NUMBERS", ClockReadings(numbering=ClockNumbering.AS_PRINTED), 2, 1),
    ("CLOCK-LIST", ClockReadings(numbering=ClockNumbering.FIRST_ROUND_ONLY), 5, 1),
    ("CLOCK-BYE-PICKS", ClockReadings(bye_picks=False), 131, 2),
    ("CLOCK-RESTART", ClockReadings(search_restarts=False), few_may_meet(), 6),
    ("CLOCK-RESTART", ClockReadings(barred_are_no_candidates=True), 119, 5),
    (
        "CLOCK-OPPOSITE-ABSOLUTE",
        ClockReadings(opposite_preferences_granted=False),
        with_colours("wwbwwbb", "bbwbbww"),
        8,
    ),
    ("CLOCK-SHORT-HISTORY", ClockReadings(missing_game_differs=True), 179, 3),
    ("CLOCK-MAXIMUM", ClockReadings(last_round_counts=True), 294, 4),
    ("CLOCK-TWICE-IN-A-ROW", ClockReadings(unplayed_round_interrupts=True), 475, 6),
    ("CLOCK-BYE-TWICE", ClockReadings(bye_without_points_again=True), 115, 2),
    ("CLOCK-CONFLICT", ClockReadings(latest_games_outweigh=True), with_colours("wwwwbb"), 7),
    ("CLOCK-FIRST-ROUND", ClockReadings(unforeseen_colours_turned=True), 66, 1),
    ("CLOCK-NO-COLOUR", ClockReadings(colours_without_game_turned=True), 87, 2),
)


@pytest.mark.parametrize(("identifier", "readings", "source", "number"), SIDES)
def test_a_round_made_by_either_side_is_open_for_the_other(
    identifier: str, readings: ClockReadings, source: int | Event, number: int
) -> None:
    """The verdict is `ambiguous-rule` and names the entry, whichever side is taken."""
    of = played(source) if isinstance(source, int) else source
    taken, other = CLOCK.open(of), replace(CLOCK, readings=readings).open(of)
    assert_either_side_is_open(identifier, taken, other, number)


def test_a_colour_that_the_text_gives_is_not_open() -> None:
    """CLOCK-FIRST-ROUND, CLOCK-NO-COLOUR: a pair as the grid has it may not be turned round."""
    prepared = CLOCK.open(event([""] * 4, initial_colour=Colour.WHITE))
    first, second = prepared.round(1).expected().pairs
    turned = RoundPairing(pairs=(Pair(first.black, first.white), second))
    assert judge_pairing(prepared, 1, turned, CONTEXT).verdict is Verdict.COLOURS


def test_every_entry_is_followed_or_says_why_not() -> None:
    """And every one that is followed is tried here from both sides."""
    entries = {entry.identifier: entry for entry in REGISTER.entries if entry.identifier.startswith("CLOCK-")}
    followed = {identifier for identifier, _ in OTHER_READINGS}
    assert {identifier for identifier, entry in entries.items() if not entry.not_followed} == followed
    assert {(identifier, readings) for identifier, readings, *_ in SIDES} == set(OTHER_READINGS)


def test_a_reading_turned_twice_is_what_it_was() -> None:
    """So that the side that is taken is the other side of the one that is not."""
    for _, readings in OTHER_READINGS:
        assert toggle_readings(DEFAULT_READINGS, readings) == readings
        assert toggle_readings(readings, readings) == DEFAULT_READINGS


def test_a_round_has_only_the_open_points_that_can_matter() -> None:
    """An entry that is left out would pair the round as the readings taken do."""
    for index in (2, 87, 119, 131):
        prepared = CLOCK.open(played(index))
        for number in require_items(prepared.recorded_rounds):
            met = list(find_open_points(prepared.round(number), OPEN_POINTS))
            for left_out in [entry for entry in OTHER_READINGS if entry not in met]:
                other = replace(CLOCK, readings=left_out[1]).open(played(index))
                assert other.round(number).expected() == prepared.round(number).expected()
            assert len(met) < len(OTHER_READINGS)
