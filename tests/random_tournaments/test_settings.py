"""Axes in words: fixed values, ranges and choices, and the messages of requests that cannot be met."""

from __future__ import annotations

from dataclasses import fields

import pytest
from support.loops import require_items

from random_tournaments.axes import (
    AXIS_KEYS,
    PROFILES,
    SCORINGS,
    Axes,
    Chance,
    Frequency,
    Per,
    Span,
    WeightedChoice,
    describe_axis,
)
from random_tournaments.plan import Acceleration, ResultModel
from random_tournaments.settings import PLAYERS, SettingError
from standings.codes import parse_code
from tournaments.model import Colour


@pytest.mark.parametrize(
    ("key", "text", "field", "axis"),
    [
        ("players", "60", "players", Span(60, 60)),
        ("players", "15..215", "players", Span(15, 215)),
        ("draws", "30%", "draws", Chance(0.3, 0.3)),
        ("draws", "20..40%", "draws", Chance(0.2, 0.4)),
        ("draws", "0.25", "draws", Chance(0.25, 0.25)),
        ("withdrawals", "5%", "withdrawals", Frequency(share=Chance(0.05, 0.05))),
        ("withdrawals", "0..5%/event", "withdrawals", Frequency(share=Chance(0.0, 0.05), per=Per.EVENT)),
        ("withdrawals", "3", "withdrawals", Frequency(number=Span(3, 3))),
        ("withdrawals", "0..3/event", "withdrawals", Frequency(number=Span(0, 3), per=Per.EVENT)),
        ("acceleration", "none:3,baku", "acceleration", WeightedChoice((Acceleration.NONE, Acceleration.BAKU), (3, 1))),
        ("results", "coin", "results", WeightedChoice((ResultModel.ANYBODY_WINS,), (1,))),
        ("scoring", "3-1-0", "scoring", WeightedChoice((SCORINGS["3-1-0"],), (1,))),
        ("initial-colour", "Black", "initial_colour", WeightedChoice((Colour.BLACK,), (1,))),
        ("forbidden-groups", "0,2", "forbidden_groups", WeightedChoice((0, 2), (1, 1))),
        ("tie-breaks", "win+ps,none", "tie_breaks", WeightedChoice(((parse_code("WIN"), parse_code("PS")), ()))),
        ("ratings", "2000..2100", "highest_rating", Span(2100, 2100)),
        ("ratings", "2400,2300,0", "listed_ratings", (2400, 2300, 0)),
        ("ratings", "2400,2300,0", "players", Span(3, 3)),
    ],
)
def test_an_axis_is_set_in_words(key: str, text: str, field: str, axis: object) -> None:
    """Fixed, ranged or chosen."""
    assert getattr(PLAYERS.with_settings(Axes(), {key: text, "rounds": "2"}), field) == axis


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"player": "9"}, "player is not an axis; did you mean players?"),
        ({"zzz": "9"}, "zzz is not an axis; permitted are absence-blocks, acceleration"),
        ({"players": "many"}, "players: 'many' is neither a whole number nor a range of them; write 9 or 5..13"),
        ({"players": "9..4"}, "players: 9..4 contains nothing; give the smaller number first"),
        ({"players": "-4"}, "players: '-4' is below 0"),
        ({"draws": "130%"}, "draws: '130%' is not within 0% to 100%"),
        ({"draws": "-5%"}, "draws: '-5%' is not within 0% to 100%"),
        ({"draws": "30"}, "draws: '30' is not within 0% to 100%, the lower one first; write 30%"),
        ({"forfeits": "often"}, "forfeits: 'often' is not a frequency; write a share"),
        ({"forfeits": "3/week"}, "forfeits: '3/week' is per 'week'; write /round or /event"),
        ({"forfeits": "-3"}, "forfeits: '-3' is not a frequency"),
        ({"acceleration": "bak"}, "acceleration: 'bak' is none of none, baku, virtual-3, virtual-5, listed"),
        ({"acceleration": "baku:0"}, "acceleration: 'baku:0': a weight is a whole number from 1"),
        ({"tie-breaks": "XYZ"}, "tie-breaks: 'XYZ': a list is none, or some of AOB, APPO"),
        ({"tie-breaks": "EDE"}, "tie-breaks: 'EDE': a list is none"),
        ({"tie-breaks": "BH+BH"}, "tie-breaks: 'BH+BH': a list is none"),
        ({"ratings": "2000"}, "ratings: '2000' is neither a range"),
        ({"players": "8", "rounds": "12"}, "rounds is 12, and 8 players can meet in 7 rounds at most"),
        ({"players": "9", "ratings": "2000,1900"}, "2 ratings are listed, and players is 9"),
        ({"lowest-rating": "2700"}, "lowest-rating begins at 2700, above the end of highest-rating, 2600"),
    ],
)
def test_an_impossible_request_is_refused(settings: dict[str, str], message: str) -> None:
    """The message names the key, what was found, and what is permitted."""
    with pytest.raises(SettingError) as caught:
        PLAYERS.with_settings(Axes(), settings)
    assert message in str(caught.value)


def test_as_many_rounds_as_the_field_can_play_may_be_asked_for() -> None:
    """Seven for eight players, nine for nine."""
    assert PLAYERS.with_settings(Axes(), {"players": "8", "rounds": "7"}).rounds == Span(7, 7)
    assert PLAYERS.with_settings(Axes(), {"players": "9", "rounds": "9"}).rounds == Span(9, 9)


def test_unrequested_rounds_adapt_to_the_number_of_players() -> None:
    """A profile's 5 to 15 rounds do not rule out four players."""
    assert PLAYERS.with_settings(PROFILES["endorsement"], {"players": "4"}).rounds == Span(1, 3)


@pytest.mark.parametrize("profile", PROFILES)
def test_every_axis_can_be_written_down_and_read_back(profile: str) -> None:
    """The manifest's words of an axis are accepted on the command line, up to the share of events without it."""
    axes = PROFILES[profile]
    described = {key: (field, getattr(axes, field)) for key, field in AXIS_KEYS.items()}
    for key, (field, axis) in require_items((key, found) for key, found in described.items() if found[1] != ()):
        again = getattr(PLAYERS.with_settings(axes, {key: describe_axis(axis)}), field)
        assert describe_axis(again) == describe_axis(axis)


def test_every_field_of_the_axes_has_a_key() -> None:
    """Nothing varies that cannot be named."""
    assert set(AXIS_KEYS.values()) == {field.name for field in fields(Axes)}
