"""Colour allocation, C.04.3:5.2 (2026) and E (2017), rule by rule."""

from __future__ import annotations

import numpy as np
import pytest
from support.events import event

from reference_engines.definitions.colours import allocate, infer_initial_colour
from reference_engines.definitions.history import read_history
from reference_engines.definitions.player_states import ByeRule, FloatRule, derive_player_states
from reference_engines.definitions.players import players_of_round
from reference_engines.dutch.editions import DUTCH_2017, DUTCH_2026
from reference_engines.dutch_2013.rules import DUTCH_2013
from tournaments.model import Colour


def colour_of(
    rows: list[str],
    player: int,
    opponent: int,
    initial: Colour = Colour.WHITE,
    articles: object = DUTCH_2026.colour_articles,
) -> tuple[str, str]:
    """Return the player's colour in the round to come, and the article that decides."""
    played = event(rows, rounds_declared=len(rows[0].split()) + 1)
    history = read_history(played)
    state = derive_player_states(played, history, FloatRule.SCORING_WITHOUT_PLAYING, ByeRule.WIN_WITHOUT_PLAYING)
    field = players_of_round(played, history, state, played.rounds_recorded + 1)
    place = {tpn: index for index, tpn in enumerate(field.tpn.tolist())}
    pair = sorted((place[player], place[opponent]))
    allocation = allocate(field, history, np.array([pair]), initial, articles, history.played)  # type: ignore[arg-type]  # an edition's
    higher_has = "w" if allocation.colour[0] == 1 else "b"
    mine = higher_has if pair[0] == place[player] else {"w": "b", "b": "w"}[higher_has]
    return mine, allocation.article[0]


def test_both_preferences_are_granted() -> None:
    """5.2.1: one had White, the other Black."""
    assert colour_of(["3w=", "4b=", "1b=", "2w="], 1, 2) == ("b", "5.2.1")


def test_a_player_without_preference_leaves_the_choice_to_the_opponent() -> None:
    """1.7.4: who has not played has none."""
    assert colour_of(["3w=", "H", "1b="], 2, 1) == ("w", "5.2.1")


@pytest.mark.parametrize(("colour", "mine"), [("w", "w"), ("b", "b")])
def test_a_higher_ranked_player_without_preference_takes_the_other_colour(colour: str, mine: str) -> None:
    """5.2.1: what the opponent had last, so that the opponent has the other one."""
    rows = ["H", f"3{colour}=", f"2{'b' if colour == 'w' else 'w'}="]
    assert colour_of(rows, 1, 2) == (mine, "5.2.1")
    assert colour_of(rows, 2, 1) == ({"w": "b", "b": "w"}[mine], "5.2.1")


def test_the_stronger_preference_wins() -> None:
    """5.2.2: WW against BW."""
    assert colour_of(["3w= 4w=", "4b= 3w=", "1b= 2b=", "2w= 1b="], 2, 1) == ("w", "5.2.2")


def test_the_wider_of_two_absolute_differences_wins() -> None:
    """5.2.2: topscorers with WWW (difference 3) and BWW (difference 1)."""
    rows = ["3w1 4w1 5w1", "4b1 5w1 6w1", "1b0 - -", "2w0 1b0 -", "- 2b0 1b0", "- - 2b0"]
    assert colour_of(rows, 1, 2) == ("b", "5.2.2")


@pytest.mark.parametrize(
    ("rows", "first", "second"),
    [
        (["3w=", "4b=", "1b=", "2w="], 1, 2),
        (["3w= 4w=", "4b= 3w=", "1b= 2b=", "2w= 1b="], 2, 1),
        (["3w1 4w1 5w1", "4b1 5w1 6w1", "1b0 - -", "2w0 1b0 -", "- 2b0 1b0", "- - 2b0"], 1, 2),
        (["3b= 4w= 5b= 6w=", "4w= 3b= 6b= 5w=", "1w= 2w= - -", "2b= 1b= - -", "- - 1w= 2b=", "- - 2w= 1b="], 1, 2),
        (["3w0", "4w1", "1b1", "2b0"], 2, 1),
    ],
)
def test_no_rule_favours_a_colour(rows: list[str], first: int, second: int) -> None:
    """With all colours of the event reversed, the same article gives the reverse, whichever player is asked about."""
    reverse = {"w": "b", "b": "w"}
    turned = [row.translate(str.maketrans(reverse)) for row in rows]
    mine, article = colour_of(rows, first, second)
    assert colour_of(rows, second, first) == (reverse[mine], article)
    assert colour_of(turned, first, second) == (reverse[mine], article)
    assert colour_of(turned, second, first) == (mine, article)


def test_every_rule_has_a_sentence_of_its_own() -> None:
    """By the articles of each edition; that of 2013 compares no differences."""
    for edition in (DUTCH_2013, DUTCH_2017, DUTCH_2026):
        rules = edition.colour_articles
        articles = (rules.both, rules.stronger, rules.alternate, rules.higher_ranked, rules.initial)
        words = ("both", "stronger", "alternate", "higher ranked player is granted", "initial colour")
        for article, word in zip(articles, words, strict=True):
            assert word in rules.sentence(article)
        assert ("wider" in rules.sentence(rules.stronger)) == (edition is not DUTCH_2013)


def test_colours_alternate_from_the_latest_difference() -> None:
    """5.2.3: BWBW and WBBW differed last in the second round, whether or not rounds were left out."""
    rows = ["3b= 4w= 5b= 6w=", "4w= 3b= 6b= 5w=", "1w= 2w= - -", "2b= 1b= - -", "- - 1w= 2b=", "- - 2w= 1b="]
    assert colour_of(rows, 1, 2) == ("b", "5.2.3")
    squeezed = [
        "3b= 4w= - 5b= 6w=",
        "4w= - 3b= 6b= 5w=",
        "1w= - 2w= - -",
        "2b= 1b= - - -",
        "- - - 1w= 2b=",
        "- - - 2w= 1b=",
    ]
    assert colour_of(squeezed, 1, 2) == ("b", "5.2.3")


def test_colours_alternate_from_the_very_latest_round_if_it_differed() -> None:
    """5.2.3: WBW and WWB differed in the third round, and in the second the other way round."""
    rows = ["3w= 4b= 5w=", "4w= 5w= 3b=", "1b= - 2w=", "2b= 1w= -", "- 2b= 1b="]
    assert colour_of(rows, 1, 2) == ("b", "5.2.3")
    assert colour_of(rows, 2, 1) == ("w", "5.2.3")


def test_the_higher_ranked_player_prevails() -> None:
    """5.2.4: equal histories leave the preference of the player with more points, or the smaller number."""
    assert colour_of(["3w=", "4w=", "1b=", "2b="], 1, 2) == ("b", "5.2.4")
    assert colour_of(["3w0", "4w1", "1b1", "2b0"], 2, 1) == ("b", "5.2.4")


@pytest.mark.parametrize(
    ("player", "opponent", "initial", "colour"),
    [(1, 3, Colour.WHITE, "w"), (2, 4, Colour.WHITE, "b"), (1, 3, Colour.BLACK, "b"), (2, 4, Colour.BLACK, "w")],
)
def test_the_initial_colour_goes_to_odd_numbers(player: int, opponent: int, initial: Colour, colour: str) -> None:
    """5.2.5."""
    assert colour_of(["", "", "", ""], player, opponent, initial) == (colour, "5.2.5")


def test_each_edition_names_its_own_articles() -> None:
    """E.1 to E.5 until 2026."""
    assert colour_of(["", "", "", ""], 1, 3, articles=DUTCH_2017.colour_articles) == ("w", "E.5")


@pytest.mark.parametrize(
    ("rows", "initial"),
    [
        (["3w1", "4b1", "1b0", "2w0"], Colour.WHITE),
        (["3b1", "4w1", "1w0", "2b0"], Colour.BLACK),
        (["-", "3w1", "2b0"], Colour.WHITE),
        (["U", "3w1", "2b0"], Colour.BLACK),
        (["H H", "U 3b1", "H 2w0"], Colour.BLACK),
        (["U", "U", "4w1", "3b0"], Colour.WHITE),  # the third number is odd
        (["U", "U", "4b1", "3w0"], Colour.BLACK),
        (["3w1", "U", "1b0"], Colour.WHITE),  # the higher ranked one of the two counts
        (["- 3w1", "3w1 -", "2b0 1b0"], Colour.WHITE),  # who comes in the next round has no number yet
        (["2w+ 2b1", "1b- 1w0"], Colour.WHITE),  # a forfeited game has had its colours
    ],
)
def test_the_initial_colour_is_inferred_from_the_first_colours(rows: list[str], initial: Colour) -> None:
    """The highest ranked player with a colour, counted among those who have arrived, shows it."""
    assert infer_initial_colour(read_history(event(rows))) is initial


def test_no_colours_no_inference() -> None:
    """A round of byes tells nothing."""
    assert infer_initial_colour(read_history(event(["H", "H"]))) is None
