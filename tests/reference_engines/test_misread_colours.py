"""Rarer misreadings of preferences and colours in pairs: where they differ from the text, and where they do not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from support.histories import after
from support.loops import require_items
from support.varied import misread_rules, varied

from reference_engines.definitions.colours import Meetings
from reference_engines.definitions.history import read_history
from reference_engines.definitions.player_states import Strength, colour_history
from reference_engines.dutch.editions import DUTCH_2026

if TYPE_CHECKING:
    from tournaments.model import Event

W, B = 1, -1


# --- preferences -----------------------------------------------------------------------------------------------------


def _preference_after(rules: Any, *colours: int) -> tuple[int, int]:
    definitions = rules.definitions
    found = definitions.preferences(definitions.colour_history(np.array(colours, dtype=np.int64)[:, None]))
    return int(found.colour[-1, 0]), int(found.strength[-1, 0])


@pytest.mark.parametrize(
    ("identifier", "differs", "expected", "agrees"),
    [
        ("preference-of-wide-strong", (W, B, W, W), (B, Strength.STRONG), (B, B, W, W)),
        ("preference-of-repeated-mild", (B, B, W, W), (B, Strength.MILD), (W, W)),
        ("preference-of-one-none", (W, B, W), (0, Strength.NONE), (W, B)),
        ("preference-of-one-mild-of-zero-strong", (W, B), (W, Strength.STRONG), (W, W)),
        ("preference-of-first-game-mild", (W,), (B, Strength.MILD), (W, B, W)),
        ("preference-of-first-two-games-strong", (W, W), (B, Strength.STRONG), (B, B, W, W)),
        ("preference-of-one-for-alternating", (W, W, B), (W, Strength.STRONG), (W, B, W)),
        ("preference-of-one-for-black", (B,), (B, Strength.STRONG), (W,)),
        ("preference-of-zero-for-white", (B, W), (W, Strength.MILD), (W, B)),
        ("preference-of-wide-for-opposite", (W, B, W, W), (W, Strength.ABSOLUTE), (W, B, W)),
        ("mild-preference-by-first-game", (W, B), (B, Strength.MILD), (W, B, B, W)),
        ("mild-preference-by-last-but-one-game", (W, B), (B, Strength.MILD), (W,)),
        ("preference-by-first-two-games", (W, W, B, B, W, B), (B, Strength.ABSOLUTE), (W, B, W)),
        ("preference-by-reversed-games", (W, B), (B, Strength.MILD), (W, B, B, W)),
        ("preference-by-blacks-not-counted", (W, B), (B, Strength.STRONG), (W,)),
        ("preference-by-whites-twice", (W, B), (B, Strength.STRONG), (B,)),
        ("preference-by-latest-twice", (W, B), (W, Strength.STRONG), (W, W)),
        ("colours-without-rounds-1-and-2-for-difference", (W, W, B), (W, Strength.STRONG), (W, B, W)),
        ("preference-by-ever-repeated", (W, W, B), (B, Strength.ABSOLUTE), (W, B, W)),
    ],
)
def test_a_kind_of_players_prefers_otherwise(
    identifier: str, differs: tuple[int, ...], expected: tuple[int, int], agrees: tuple[int, ...]
) -> None:
    """Other players prefer what the text says."""
    misread = misread_rules(identifier)
    found, own = _preference_after(misread, *differs), _preference_after(DUTCH_2026, *differs)
    assert found == expected != own
    assert _preference_after(misread, *agrees) == _preference_after(DUTCH_2026, *agrees)


def test_players_without_a_game_prefer_a_colour_by_their_number() -> None:
    """But not in the first round, and not once they have had a game."""
    misread = misread_rules("preference-of-beginners-mild-white-if-odd")
    found = misread.definitions.preferences(colour_history(np.array([[0, 0, W]], dtype=np.int64)))
    assert found.colour.tolist() == [[0, 0, 0], [W, B, B]]
    assert found.strength[1].tolist() == [Strength.MILD, Strength.MILD, Strength.STRONG]


# --- rounds without a game -------------------------------------------------------------------------------------------


def _states(rules: Any, event: Event) -> Any:
    return rules.open(event).player_states


def test_a_kind_of_rounds_counts_as_games() -> None:
    """With White or Black, for everything or for the colour difference alone; rounds of other kinds do not."""
    event = after("BW-", "BWB")
    own = _states(DUTCH_2026, event)
    for name, colour in require_items((("white", W), ("black", B), ("alternating", B))):
        found, difference, other = (
            _states(misread_rules(identifier), event)
            for identifier in (
                f"half-point-byes-are-{name}",
                f"half-point-byes-are-{name}-for-difference",
                f"full-point-byes-are-{name}",
            )
        )
        assert own.colour_difference[-1, :2].tolist() == [0, B]
        assert found.colour_difference[-1, :2].tolist() == difference.colour_difference[-1, :2].tolist() == [colour, B]
        assert found.repeated[-1, 0] == (W if colour == W else 0)
        assert difference.repeated[-1, 0] == own.repeated[-1, 0] == 0
        assert (other.colour_difference == own.colour_difference).all()


def test_a_player_without_a_game_has_no_preference_whatever_the_colour_difference() -> None:
    """A bye that counts for the difference alone makes none; beside a game it makes the preference stronger."""
    event = after("-", "B")
    alone, beside = (
        _states(misread_rules("half-point-byes-are-white-for-difference"), one) for one in (event, after("B-", "BW"))
    )
    assert (alone.preference[-1, 0], alone.strength[-1, 0]) == (0, Strength.NONE)
    assert (beside.colour_difference[-1, 0], beside.strength[-1, 0]) == (0, Strength.MILD)


def test_a_kind_of_rounds_ends_the_colours_that_are_remembered() -> None:
    """For all figures, for the latest games, or for the same colour twice in a row; other kinds of rounds do not."""
    event = after("BW-W", "BWBW")
    own = _states(DUTCH_2026, event)
    found = {
        figure: _states(misread_rules(f"half-point-byes-end-colours-for-{figure}"), event)
        for figure in ("all", "latest", "repeated")
    }
    assert (own.colour_difference[-1, 0], own.repeated[-1, 0]) == (W, W)
    figures = {name: (int(one.colour_difference[-1, 0]), int(one.repeated[-1, 0])) for name, one in found.items()}
    assert figures == {"all": (W, 0), "latest": (W, 0), "repeated": (W, 0)}
    assert found["all"].colour_difference[3, 0] == 0
    assert found["latest"].preference[3, 0] == 0 != found["repeated"].preference[3, 0]
    other = _states(misread_rules("forfeit-wins-end-colours-for-all"), event)
    assert (other.repeated == own.repeated).all()
    assert (other.colour_difference == own.colour_difference).all()


def test_a_kind_of_rounds_hides_a_figure_until_the_next_game() -> None:
    """Right after it two games with White do not give an absolute preference; after one game more they do again."""
    hides = misread_rules("half-point-byes-hide-repeated")
    own, hidden, again = _states(DUTCH_2026, after("WW-")), _states(hides, after("WW-")), _states(hides, after("W-W"))
    assert (own.repeated[-1, 0], hidden.repeated[-1, 0], again.repeated[-1, 0]) == (W, 0, W)
    assert (own.colour_difference == hidden.colour_difference).all()
    other = _states(misread_rules("forfeit-wins-hide-repeated"), after("WW-"))
    assert (other.repeated == own.repeated).all()


# --- colour allocation -----------------------------------------------------------------------------------------------


def _decided(rules: Any, step: str, *colours: str, event: Event | None = None) -> list[int]:
    """Return the colours that a rule gives the first of each two players, who are ranked in their order; 0 if none."""
    played = event or after(*colours)
    prepared: Any = rules.open(played)
    players = prepared.players_of_round(played.rounds_recorded + 1)
    meetings = Meetings(
        players=players,
        history=read_history(played),
        coloured=prepared.coloured,
        initial=W,
        higher=np.arange(0, players.size - 1, 2),
        lower=np.arange(1, players.size, 2),
    )
    decide = next(one.decide for one in rules.colour_articles.steps if one.name == step)
    return [int(colour) for colour in decide(meetings)]


@pytest.mark.parametrize(
    ("identifier", "colours", "expected", "expected_by_text"),
    [
        ("alternation-not-squeezed", ("WB-W", "-WBW"), W, 0),
        ("alternation-not-squeezed", ("-WB", "W-B"), 0, 0),
        ("alternation-not-squeezed", ("WB-W", "W-BW"), 0, 0),
        ("alternation-not-squeezed", ("BW-W", "WBW-"), B, B),
        ("colours-compared-by-round-missing", ("W-B", "WB-"), W, 0),
        ("colours-compared-by-game-missing", ("-WB", "BWB"), B, 0),
        ("colours-compared-by-game-earliest", ("WBW", "BWB"), B, B),
        ("colours-compared-by-game-earliest", ("BWWB", "WBBW"), W, W),
        ("colours-compared-from-first", ("-BW", "WBW"), B, 0),
    ],
)
def test_two_colour_histories_are_compared_otherwise(
    identifier: str, colours: tuple[str, str], expected: int, expected_by_text: int
) -> None:
    """Round by round, from the first games on, or with a missing game that differs from any colour."""
    assert _decided(DUTCH_2026, "alternate", *colours) == [expected_by_text]
    assert _decided(misread_rules(identifier), "alternate", *colours) == [expected]


@pytest.mark.parametrize(
    ("identifier", "colours", "expected", "expected_by_text"),
    [
        ("higher-ranked-by-games-fewest", ("WB", "-B"), B, W),
        ("higher-ranked-by-games-fewest", ("W-", "W-"), B, B),
        ("higher-ranked-by-number-most", ("W", "W"), W, B),
        ("higher-ranked-by-number-most", ("WB", "-B"), B, W),
        ("higher-ranked-white-by-blacks-fewest", ("W-W", "BWW"), W, B),
        ("higher-ranked-white-by-blacks-fewest", ("BWW", "W-W"), B, B),
        ("stronger-then-by-games-most", ("WBW", "--W"), B, 0),
        ("stronger-then-by-games-most", ("BWW", "W-W"), W, W),
        ("stronger-by-games-most", ("WB", "-B"), W, B),
        ("stronger-by-games-most", ("W", "W"), 0, 0),
    ],
)
def test_a_figure_of_the_players_decides_whose_preference_is_granted(
    identifier: str, colours: tuple[str, str], expected: int, expected_by_text: int
) -> None:
    """In place of the rank, of the strength, or between equal strengths; equal figures leave it to the text."""
    step = "stronger" if identifier.startswith("stronger") else "higher_ranked"
    assert _decided(DUTCH_2026, step, *colours) == [expected_by_text]
    assert _decided(misread_rules(f"colour-rule-{identifier}"), step, *colours) == [expected]


@pytest.mark.parametrize(
    ("identifier", "numbers", "expected", "expected_by_text"),
    [
        ("odd-sum-initial", (1, 3), B, W),
        ("odd-sum-initial", (1, 2), W, W),
        ("higher-black-later", (1, 2), B, W),
        ("smaller-number-initial-later", (2, 3), W, B),
        ("odd-lower-white", (2, 3), W, B),
    ],
)
def test_another_player_is_given_the_initial_colour(
    identifier: str, numbers: tuple[int, int], expected: int, expected_by_text: int
) -> None:
    """In round 1 the initial colour is that of the text if the rule is misread after round 1 alone."""
    played, first = after("-", "-", "-"), after("", "", "")
    place = numbers[0] - 1, numbers[1] - 1
    assert _initial(DUTCH_2026, played, place) == expected_by_text
    misread = misread_rules(f"colour-rule-initial-{identifier}")
    assert _initial(misread, played, place) == expected
    if identifier.endswith("-later"):
        assert _initial(misread, first, place) == _initial(DUTCH_2026, first, place)


def _initial(rules: Any, event: Event, place: tuple[int, int]) -> int:
    prepared: Any = rules.open(event)
    meetings = Meetings(
        players=prepared.players_of_round(event.rounds_recorded + 1),
        history=read_history(event),
        coloured=prepared.coloured,
        initial=W,
        higher=np.array(place[:1]),
        lower=np.array(place[1:]),
    )
    return int(rules.colour_articles.steps[-1].decide(meetings)[0])


@pytest.mark.parametrize(
    ("identifier", "colours", "expected", "expected_by_text"),
    [
        ("strong-if-lone", ("WB", "--"), 0, W),
        ("strong-if-lone", ("B-", "--"), W, W),
        ("absolute-if-lone", ("B-", "--"), 0, W),
        ("absolute-if-lone", ("WW", "--"), B, B),
        ("one-score", ("W", "B"), B, B),
    ],
)
def test_preferences_count_for_some_pairs_only(
    identifier: str, colours: tuple[str, str], expected: int, expected_by_text: int
) -> None:
    """For other pairs the last rule decides, so that no other rule does."""
    misread = misread_rules(f"colour-preferences-of-{identifier}-only")
    assert _decided(DUTCH_2026, "both", *colours) == [expected_by_text]
    assert _decided(misread, "both", *colours) == [expected]
    assert misread.colour_articles.steps[-1] == DUTCH_2026.colour_articles.steps[-1]


@pytest.mark.parametrize(("name", "colour"), [("white", W), ("black", B), ("number", W)])
def test_a_rule_gives_a_colour_whatever_the_preferences_are(name: str, colour: int) -> None:
    """In place of the preference of the higher ranked player, for which only the misread rule looks."""
    misread = misread_rules(f"colour-rule-higher-ranked-gives-{name}")
    for own in require_items(("W", "B")):
        assert _decided(misread, "higher_ranked", own, own) == [colour]
        assert _decided(DUTCH_2026, "higher_ranked", own, own) == [B if own == "W" else W]
        assert _decided(misread, "both", own, own) == _decided(DUTCH_2026, "both", own, own) == [0]


def test_sentences_on_colours_name_what_is_read() -> None:
    """Each is to be read after "as if"."""
    expected = {
        "preference-of-one-mild-of-zero-strong": (
            "a colour difference of one made a mild preference and a colour difference of zero a strong preference"
        ),
        "allocated-byes-are-white": "the pairing-allocated bye counted as a game with White",
        "allocated-byes-are-white-for-preferences": (
            "the pairing-allocated bye counted as a game with White, but not by 5.2.3"
        ),
        "forfeits-end-colours-for-latest": ("no colour before a forfeited game counted, but in the colour difference"),
        "unplayed-rounds-hide-repeated": (
            "the same colour twice in a row counted, but not right after a round without a game"
        ),
        "colours-compared-by-round-earliest-missing": (
            "by 5.2.3 colours of the same round were compared, the earliest difference decided, and a game differed "
            "from no game"
        ),
        "colour-rule-initial-higher-white-later": "by 5.2.5 the higher ranked player had White after round 1",
    }
    assert {name: varied(name).sentence for name in expected} == expected


@pytest.mark.parametrize(
    ("identifier", "preferred", "numbered"),
    [
        ("larger-number-in-last-two-rules", W, B),
        ("larger-number-in-last-rule", B, B),
        ("larger-number-in-last-rule-but-one", W, W),
        ("number-in-last-two-rules", B, W),
    ],
)
def test_another_player_is_the_higher_ranked_one(identifier: str, preferred: int, numbered: int) -> None:
    """In both last rules, or in either; a player who is ranked higher by both figures stays the higher ranked one."""
    misread = misread_rules(f"higher-ranked-by-{identifier}")
    assert _decided(misread, "higher_ranked", "W", "W") == [preferred]
    assert _initial(misread, after("-", "-", "-"), (0, 2)) == numbered
    assert _decided(DUTCH_2026, "higher_ranked", "W", "W") == [B]
    assert _initial(DUTCH_2026, after("-", "-", "-"), (0, 2)) == W
