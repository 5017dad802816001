"""Configuration files: our own, and those of the generators of JaVaFo and bbpPairings."""

from __future__ import annotations

import pytest

from random_tournaments.axes import PROFILES, Chance, Frequency, Span, WeightedChoice
from random_tournaments.configuration import read_configuration
from random_tournaments.plan import Acceleration
from random_tournaments.settings import SettingError


def test_our_own_form_is_toml() -> None:
    """Numbers, texts and lists stand for what they would on the command line; underscores for dashes."""
    found = read_configuration(
        'profile = "hard"\nseed = 12\ncount = 3\nsystem = "dutch-2017"\n'
        'players = 20\nrounds = "5..7"\ndraws = 0.4\nhalf_point_byes = 2\nacceleration = ["none", "baku"]\n'
    )
    assert (found.profile, found.seed, found.count, found.system) == ("hard", 12, 3, "dutch-2017")
    assert (found.axes.players, found.axes.rounds, found.axes.draws) == (Span(20, 20), Span(5, 7), Chance(0.4, 0.4))
    assert found.axes.half_point_byes == Frequency(number=Span(2, 2))
    assert found.axes.acceleration == WeightedChoice((Acceleration.NONE, Acceleration.BAKU), (1, 1))
    assert found.axes.upsets == PROFILES["hard"].upsets


def test_missing_keys_come_from_the_base() -> None:
    """Unless the file names a profile itself."""
    assert read_configuration("players = 9\nrounds = 4", PROFILES["tiny"]).axes.scoring == PROFILES["tiny"].scoring


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("players 9", "the configuration is not valid TOML: "),
        ("playrs = 9", "playrs is not an axis; did you mean players?"),
        ('profile = "easy"', "profile: 'easy' is none of mixed, realistic"),
        ("profile = 3", "profile: 3 is not a text"),
        ("seed = -1", "seed: -1 is not a whole number from 0 to 9223372036854775807"),
        ("count = 0", "count: 0 is not a whole number from 1"),
        ("players = true", "players: True is neither a number, a text nor a list"),
        ("draws = -0.1", "draws: '-0.1' is not within 0% to 100%"),
        ("players = 8\nrounds = 12", "8 players can meet in 7 rounds at most"),
    ],
)
def test_a_faulty_file_is_refused(text: str, message: str) -> None:
    """The message names the key, or the place where the form is wrong."""
    with pytest.raises(SettingError) as caught:
        read_configuration(text)
    assert message in str(caught.value)


def test_keys_of_javafo_are_rates_per_thousand() -> None:
    """Keys left out are drawn from the ranges of its manual."""
    found = read_configuration("PlayersNumber=50\nForfeitRate=20\nHPBRate=45\nPABPoints=.5\nSeparator=30\n")
    assert found.axes.players == Span(50, 50)
    assert found.axes.rounds == Span(5, 17)
    assert found.axes.forfeits == Frequency(share=Chance(0.02, 0.02))
    assert found.axes.half_point_byes == Frequency(share=Chance(0.045, 0.045))
    assert found.axes.zero_point_byes == Frequency(share=Chance(0.0, 0.02))
    assert found.axes.scoring.values[0].pairing_allocated_bye == 5
    assert found.remarks == (
        "Separator, which moves the median of the ratings, has no counterpart here and is left out",
    )


def test_keys_of_bbp_pairings_are_one_in_a_number() -> None:
    """Draws are in per cent; a win's points are those of a forfeit and of byes, too."""
    found = read_configuration(
        "# bbp\nRoundsNumber=9\nForfeitRate=20\nRetiredRate=100\nDrawPercentage=35\nPointsForWin=3.0"
    )
    assert found.axes.rounds == Span(9, 9)
    assert found.axes.forfeits == Frequency(share=Chance(0.05, 0.05))
    assert found.axes.withdrawals == Frequency(share=Chance(0.01, 0.01))
    assert found.axes.draws == Chance(0.35, 0.35)
    scoring = found.axes.scoring.values[0]
    assert (scoring.white_win, scoring.forfeit_win, scoring.pairing_allocated_bye, scoring.white_draw) == (
        30,
        30,
        30,
        5,
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "PlayersNumber=50\nForfeitRate=20",
            "ForfeitRate is per thousand in JaVaFo and the games for one forfeit in bbpPairings",
        ),
        ("ZPBRate=5\nRetiredRate=5", "ZPBRate is a key of JaVaFo, RetiredRate is a key of bbpPairings"),
        ("PlayersNumber=50\nPlayerNumber=4", "line 2: PlayerNumber is unknown; permitted are BDPoints"),
        ("PlayersNumber=50\nwhat is this", "line 2: 'what is this' is not Key=Value"),
        ("PlayersNumber=-5\nFPBRate=0", "PlayersNumber: '-5' is not a whole number from 0"),
        ("RetiredRate=0", "RetiredRate: one in 0 is not a rate; the lowest is 1"),
        ("ZPBRate=1001", "ZPBRate: "),
        ("WWPoints=1.25", "WWPoints: '1.25' is not a number of points"),
        ("PlayersNumber=8\nRoundsNumber=12\nFPBRate=0", "8 players can meet in 7 rounds at most"),
    ],
)
def test_a_faulty_file_of_another_generator_is_refused(text: str, message: str) -> None:
    """Nothing unknown is passed over."""
    with pytest.raises(SettingError) as caught:
        read_configuration(text)
    assert message in str(caught.value)
