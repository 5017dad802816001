"""Every reading of the Lim System that can be followed: a round made by the one side, judged by the other."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from support.agreement import paired
from support.events import event
from support.findings import assert_either_side_is_open
from support.lim_events import draw_lim_event

from random_tournaments.axes import Axes, Chance, Span
from random_tournaments.event_batch import Batch
from reference_engines.frame.results import PairingError
from reference_engines.lim.edition import DEFAULT_READINGS, OPEN_POINTS, OTHER_READINGS, LimReadings
from reference_engines.lim.rules import LIM_2026, MAXI_2026, LimRules
from reference_engines.literal.lim.rules import LITERAL_LIM
from reference_engines.readings import REGISTER, toggle_readings
from reference_engines.sequential import find_open_points
from tournaments.model import Colour, Event
from tournaments.readings import Treatment
from tournaments.trf.reading import read_event


@cache
def played(index: int) -> Event:
    """Return an event of a batch, paired by the readings taken."""
    ties, unrated = Chance(0.0, 0.5), Chance(0.0, 0.2)
    axes = Axes(players=Span(5, 16), rounds=Span(3, 7), rating_ties=ties, unrated_players=unrated)
    return Batch(system="lim-2026", seed=11, axes=axes).play(index).event


@cache
def numbered_by_the_organiser() -> Event:
    """Return an event before its first round whose last number has not the lowest rating."""
    made = event([""] * 5, rounds_declared=5, initial_colour=Colour.WHITE)
    ratings = (2000, 1900, 1800, 1500, 1700)
    return replace(
        made,
        players=tuple(replace(player, rating=rating) for player, rating in zip(made.players, ratings, strict=True)),
    )


@cache
def read_event_file(name: str) -> Event:
    """Read an event that is kept as a file because its situation is rare."""
    found = read_event(Path(__file__).parents[2] / "data" / "lim" / f"{name}.trf").event
    assert found is not None
    return found


SIDES: dict[str, tuple[int | str | None, int]] = {
    "LIM-SCRUTINY": (10, 4),
    "LIM-FLOATER-ORDER": (55, 4),
    "LIM-BLOCKED": (1, 7),
    "LIM-EXCLUDED": (15, 7),
    "LIM-ADJACENT": (34, 2),
    "LIM-FURTHER": (280, 5),
    "LIM-CRACK": (1, 6),
    "LIM-MAXI-FLOATER": (1, 3),
    "LIM-SPARED": ("other_spared_r4", 4),
    "LIM-TRANSFERRED": ("after_a_cracked_pairing_r5", 5),
    "LIM-FLOATERS-OPPONENT": (5, 2),
    "LIM-DUE": (31, 5),
    "LIM-SAME-DUE": (0, 3),
    "LIM-HIGHER-RANKED": (0, 4),
    "LIM-MEDIAN-COLOURS": ("paired_in_the_median_r5", 5),
    "LIM-LAST-ROUND": (15, 7),
    "LIM-LIMITS-IN-TURN": ("last_round_in_turn_r10", 10),
    "LIM-BYE-RANK": (None, 1),
    "LIM-FLOATED-BEFORE": (17, 2),
    "LIM-FIRST-ROUND": (7, 1),
}
"""An event of the batch, the one by hand or a file, and a round in which the two sides part."""


def played_or_kept(identifier: str) -> Event:
    """Return the event that shows an entry."""
    index, _ = SIDES[identifier]
    if index is None:
        return numbered_by_the_organiser()
    return read_event_file(index) if isinstance(index, str) else played(index)


def rules_of(identifier: str) -> LimRules:
    """Return the rules under which an entry may matter."""
    return MAXI_2026 if "MAXI" in identifier else LIM_2026


@pytest.mark.parametrize(("identifier", "readings"), OTHER_READINGS)
def test_a_round_made_by_either_side_is_open_for_the_other(identifier: str, readings: LimReadings) -> None:
    """The verdict is `ambiguous-rule` and names the entry, whichever side is taken."""
    of, rules = played_or_kept(identifier), rules_of(identifier)
    taken, other = rules.open(of), replace(rules, readings=readings).open(of)
    assert_either_side_is_open(identifier, taken, other, SIDES[identifier][1])


def test_every_entry_is_followed_or_says_why_not() -> None:
    """Or it is left open: colours that no rule gives are not called wrong."""
    entries = {entry.identifier: entry for entry in REGISTER.entries if entry.identifier.startswith("LIM-")}
    followed = {identifier for identifier, _ in OTHER_READINGS}
    assert len(entries) == 32
    assert {name for name, entry in entries.items() if entry.treatment is Treatment.FOLLOWED} == followed
    open_ones = {name for name, entry in entries.items() if entry.treatment is Treatment.LEFT_OPEN}
    assert open_ones == {"LIM-NO-COLOUR"}
    assert all(entry.not_followed for name, entry in entries.items() if name not in followed | open_ones)


def test_a_round_has_only_the_open_points_that_can_matter() -> None:
    """An entry that is left out would pair the round as the readings taken do."""
    left_out_somewhere = set()
    for index in (0, 1, 14, 31, 49):
        prepared = LIM_2026.open(played(index))
        for number in prepared.recorded_rounds:
            met = list(find_open_points(prepared.round(number), OPEN_POINTS))
            for identifier, readings in (entry for entry in OTHER_READINGS if entry not in met):
                left_out_somewhere.add(identifier)
                other = replace(LIM_2026, readings=readings).open(played(index))
                try:
                    expected = prepared.round(number).expected()
                except PairingError:
                    continue
                assert other.round(number).expected() == expected
    assert {"LIM-DUE", "LIM-MAXI-FLOATER", "LIM-TRANSFERRED", "LIM-LAST-ROUND", "LIM-BYE-RANK"} <= left_out_somewhere


@pytest.mark.parametrize(("identifier", "readings"), [("taken", DEFAULT_READINGS), *OTHER_READINGS])
def test_each_reading_is_followed_as_by_trying_everything(identifier: str, readings: LimReadings) -> None:
    """The next round of small events, most of which can be paired."""
    engine, twin = (replace(rules, readings=readings) for rules in (LIM_2026, LITERAL_LIM))
    compared = 0
    for seed in range(60):
        drawn = draw_lim_event(random.Random(f"{identifier}-{seed}"), 9)
        expected = paired(twin, drawn, drawn.rounds_recorded + 1)
        assert paired(engine, drawn, drawn.rounds_recorded + 1) == expected
        compared += not isinstance(expected, str)
    assert compared > 40


@pytest.mark.parametrize(("identifier", "readings"), OTHER_READINGS)
def test_a_reading_turned_twice_is_what_it_was(identifier: str, readings: LimReadings) -> None:
    """So that the side that is taken is the other side of the one that is not."""
    assert identifier in SIDES
    assert toggle_readings(DEFAULT_READINGS, readings) == readings
    assert toggle_readings(readings, readings) == DEFAULT_READINGS
