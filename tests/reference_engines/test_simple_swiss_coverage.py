"""The coverage points of the simple Swiss: each is counted where it makes a difference, and only there."""

from __future__ import annotations

import pytest
from support.events import event
from support.generated import generated_events
from support.loops import require_items

from reference_engines.coverage import find_covered_features
from reference_engines.coverage.features import FeatureKind
from reference_engines.coverage.simple_swiss import COLOURS, STEPS
from reference_engines.simple_swiss.colours import SimpleColourRule
from reference_engines.simple_swiss.rules import SIMPLE
from tournaments.model import Event, ForbiddenGroup


def names(rows: list[str], *apart: tuple[int, int]) -> frozenset[str]:
    """Return the coverage points that the next round reaches."""
    forbidden = tuple(ForbiddenGroup(players=frozenset(two)) for two in apart)
    played = event(rows, rounds_declared=9, forbidden=forbidden)
    found = find_covered_features(SIMPLE.open(played).round(played.rounds_recorded + 1))
    return frozenset(feature.name for feature in found if feature.kind is not FeatureKind.CIRCUMSTANCE)


def test_every_rule_of_colours_has_a_meaning() -> None:
    """And no step has the name of one."""
    assert set(COLOURS) == {rule.value for rule in SimpleColourRule}
    assert not set(COLOURS) & set(STEPS)


@pytest.mark.parametrize(("players", "points"), [(4, {"first round (turned)"}), (6, set())])
def test_the_first_round_turns_in_the_middle_of_an_even_number_of_pairs(players: int, points: set[str]) -> None:
    """Of two pairs, and not of three."""
    assert names([""] * players) == {"B1", "first round", *points}


@pytest.mark.parametrize(
    ("apart", "how_far"), [([], set()), ([(1, 3)], {"asked-on"}), ([(1, 3), (1, 4)], {"asked-on", "upwards"})]
)
def test_an_unavailable_player_lets_the_asking_go_on(apart: list[tuple[int, int]], how_far: set[str]) -> None:
    """Player 1 of four asks 3, then 4, and upwards 2."""
    assert names([""] * 4, *apart) & {"asked-on", "upwards"} == how_far


def test_a_player_without_an_opponent_goes_down() -> None:
    """A winner alone, or two."""
    assert "goes-down" in names(["3w1", "4w=", "1b0", "2b="])
    assert "goes-down" not in names(["3w1", "4w1", "1b0", "2b0"])


def test_limits_that_cannot_be_kept_are_lifted() -> None:
    """Players 1 and 2 have had White twice, 3 and 4 Black, and only they have not met."""
    assert "B3" in names(["3w= 4w=", "4w= 3w=", "1b= 2b=", "2b= 1b="])
    assert "B3" not in names(["3w= 4b=", "4w= 3b=", "1b= 2w=", "2b= 1w="])


def breaks_limits(played: Event, number: int) -> tuple[bool, bool]:
    """Return whether a colour of the round breaks A1, and whether one breaks A2, counted from the rows."""
    wide = running = False
    for player in played.players:
        entry = player.rounds[number - 1]
        if entry.opponent is None or entry.colour is None:
            continue
        colours = [one.colour for one in player.rounds[: number - 1] if one.was_played] + [entry.colour]
        ahead = 2 * colours.count(entry.colour) - len(colours)
        wide |= ahead > 2
        running |= len(colours) > 2 and set(colours[-3:]) == {entry.colour}
    return wide, running


@pytest.mark.parametrize("index", range(12))
def test_names_are_what_the_pairs_of_random_events_show(index: int) -> None:
    """Colours of the rounds against the stages, the rules as the engine applies them."""
    played = generated_events("simple")[index]
    prepared = SIMPLE.open(played)
    for number in require_items(range(1, played.rounds_recorded + 1)):
        exercised = find_covered_features(prepared.round(number))
        found = {feature.name for feature in exercised if feature.kind is not FeatureKind.CIRCUMSTANCE}
        assert found <= {*STEPS, *COLOURS}
        assert bool({"first round"} & found) is (number == 1)
        wide, running = breaks_limits(played, number)
        assert "B3" in found or not wide
        assert {"B2", "B3"} & found or not running
