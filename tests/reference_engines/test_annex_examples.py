"""
The questions of the annexes to the committee's agenda of Istanbul 2012, each as a situation under every edition.

Letters are those of the annexes; small letters are the players below, who may meet any player.
"""

from __future__ import annotations

import pytest
from support.events import event
from support.situations import EDITIONS, Somebody, paired, situation

from reference_engines.definitions.player_states import Strength
from reference_engines.dutch_2013.bracket import ScoreBracket
from reference_engines.dutch_2013.criteria import B3_FACTOR
from reference_engines.dutch_2013.procedure import best_pairing, pair_round
from reference_engines.dutch_2013.walk import StepKind2013
from reference_engines.frame.results import Pair
from reference_engines.frame.systems import engine_for
from reference_engines.readings import REGISTER
from tournaments.model import RequestedBye, Result


def field_below(points: float, number: int) -> list[Somebody]:
    """Return players who have not met any opponent."""
    return [Somebody(letter, points) for letter in "rstuvw"[:number]]


C12 = [*(Somebody(letter, 5.5) for letter in "HGF"), *(Somebody(x, 5.0) for x in "ABC"), *field_below(4.5, 4)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_backtracking_looks_at_all_pairs_of_the_bracket(edition: str) -> None:
    """
    C.12, P or P1 (DUTCH-2013-C12-P1).

    F, moved down, can meet A only, and so can B and C: F's pair alone is not enough, and G is moved down instead.
    """
    made = paired(edition, situation(C12, ["BC", "BF", "CF"]), C12)
    assert made == {"HF", "GB", "AC", "rt", "su"}


def test_the_way_tells_of_the_backtracking() -> None:
    """C.12, in the highest bracket, with G moved down."""
    steps = pair_round(situation(C12, ["BC", "BF", "CF"])).steps
    (back,) = (step for step in steps if step.kind is StepKind2013.BACKTRACKED)
    assert (back.article, back.bracket, back.players) == ("C.12", 1, (2,))


@pytest.mark.parametrize("edition", EDITIONS)
def test_backtracking_does_not_move_down_a_higher_score(edition: str) -> None:
    """
    C.12: the same size and the same scores (DUTCH-2013-C12-SAME-SCORES), first example.

    A meets C; B, moved down, cannot meet D. A has more points than B, so that both B and D go on to the field.
    """
    players = [Somebody("A", 7.0), Somebody("B", 6.5), Somebody("C", 6.0), Somebody("D", 5.5), *field_below(5.0, 4)]
    assert paired(edition, situation(players, ["AB", "BD"]), players) == {"AC", "Br", "Ds", "tu"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_backtracking_does_not_let_a_moved_down_player_float_again(edition: str) -> None:
    """
    C.12, second example: C, D and E have all met F.

    Whichever of them floats, F has no opponent; B, with more points, is not moved down for F's sake.
    """
    players = [
        Somebody("A", 6.5),
        Somebody("B", 6.5),
        *(Somebody(letter, 6.0) for letter in "CDE"),
        Somebody("F", 5.5),
        *field_below(5.0, 4),
    ]
    made = paired(edition, situation(players, ["AB", "CF", "DF", "EF"]), players)
    assert made == {"AC", "BD", "Er", "Fs", "tu"}


HISTORY_A, HISTORY_B = "BWBWBWBB", "BBWBWBWB"


def two_players(histories: tuple[str, str], results: tuple[str, str]) -> tuple[list[str], tuple[RequestedBye, ...]]:
    """Return rows in which the first two have these colours and results, against opponents who then go home."""
    rounds = len(histories[0])
    rows = [[], []]
    for who, (colours, points) in enumerate(zip(histories, results, strict=True)):
        for number, (colour, result) in enumerate(zip(colours.lower(), points, strict=True)):
            rows[who].append(f"{3 + 2 * number + who}{colour}{result}")
    opponents = []
    for number in range(rounds):
        for who in range(2):
            colour = "b" if histories[who][number] == "W" else "w"
            result = {"1": "0", "0": "1", "=": "="}[results[who][number]]
            row = ["-"] * rounds
            row[number] = f"{who + 1}{colour}{result}"
            opponents.append(" ".join(row))
    away = tuple(
        RequestedBye(round_number=rounds + 1, tpn=tpn, result=Result.ZERO_POINT_BYE)
        for tpn in range(3, 3 + len(opponents))
    )
    return [" ".join(rows[0]), " ".join(rows[1]), *opponents], away


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_opponent_of_a_topscorer_has_no_protection_of_its_own(edition: str) -> None:
    """
    A.10, B.2 (DUTCH-2013-TOPSCORER-OPPONENT): A is a topscorer, B is not, both must have White.

    Both preferences are absolute, so that colours alternate from the latest round in which they differed: A has White.
    """
    rows, away = two_players((HISTORY_A, HISTORY_B), ("1111=000", "11110000"))
    played = event(rows, rounds_declared=9, requested_byes=away)
    prepared = engine_for(edition).open(played)
    assert prepared.round(9).participants.topscorer.tolist() == [True, False]
    assert prepared.round(9).expected().pairs == (Pair(1, 2),)


@pytest.mark.parametrize(("edition", "pair"), [("dutch-2013", (1, 2)), ("dutch-2017", (2, 1)), ("dutch-2026", (2, 1))])
def test_the_colour_difference_does_not_decide_between_topscorers_in_2013(edition: str, pair: tuple[int, int]) -> None:
    """
    E.2 (5.2.2): both must have Black, player 1 having had White twice more than Black, player 2 equally often.

    Since 2017 the wider difference is the stronger claim; in 2013 only the kind of preference counts, and E.3 decides.
    """
    rows, away = two_players(("WWBWBW", "BBWBWW"), ("111111", "111111"))
    played = event(rows, rounds_declared=7, requested_byes=away)
    assert engine_for(edition).open(played).round(7).expected().pairs == (Pair(*pair),)


@pytest.mark.parametrize("edition", EDITIONS)
def test_unplayed_rounds_do_not_break_two_games_of_one_colour(edition: str) -> None:
    """A.7.a (DUTCH-2013-A7A-UNPLAYED): Black, White, nothing, White: the preference for Black is absolute."""
    rows = ["2b1 3w1 - 4w1", "1w0 - - -", "- 1b0 - -", "- - - 1b0"]
    prepared = engine_for(edition).open(event(rows))
    field = prepared.round(5).participants
    first = field.tpn.tolist().index(1)
    assert (field.strength[first], field.preference[first]) == (Strength.ABSOLUTE, -1)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_moved_down_player_whose_colour_fits_is_paired(edition: str) -> None:
    """
    C.8.b, D.3 (DUTCH-2013-D3): A and B can meet C only; A would miss the colour, B does not.

    The sets of moved-down players are exchanged before a requirement is lowered.
    """
    players = [
        Somebody("A", 5.5, "w"),
        Somebody("B", 5.5, "b"),
        Somebody("C", 5.0, "w"),
        Somebody("D", 5.0, "w"),
        Somebody("E", 5.0, "b"),
        *field_below(4.5, 5),
    ]
    met = ["AB", "AD", "AE", "BD", "BE", "CD", "CE"]
    made = paired(edition, situation(players, met), players)
    assert {"BC", "DE", "Ar"} <= made


def test_the_way_tells_which_moved_down_players_are_tried() -> None:
    """M1 becomes 1 (C.14.b.2), A is refused by B.4, B is put into S1 (C.8.b)."""
    players = [
        Somebody("A", 5.5, "w"),
        Somebody("B", 5.5, "b"),
        Somebody("C", 5.0, "w"),
        Somebody("D", 5.0, "w"),
        Somebody("E", 5.0, "b"),
        *field_below(4.5, 5),
    ]
    steps = pair_round(situation(players, ["AB", "AD", "AE", "BD", "BE", "CD", "CE"])).steps
    here = [step for step in steps if step.bracket == 2]
    assert here[0].article == "C.14.b.2"
    assert (StepKind2013.REFUSED, ((1, 3),), "B.4") in [(step.kind, step.pairs, step.criterion) for step in here]
    (other,) = (step for step in here if step.kind is StepKind2013.OTHER_SET)
    assert (other.article, other.players) == ("C.8.b", (2,))
    assert here.index(other) < len(here) - 1
    assert not [step for step in here if step.kind is StepKind2013.LOWERED]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("wish", "is_last"), [("(W)", False), ("W", True)])
def test_a_lower_downfloater_is_worth_more_than_a_colour(edition: str, wish: str, is_last: bool) -> None:
    """
    B.3 against A.7.d, and against B.2 in the last round (DUTCH-2013-B3-A7D, DUTCH-2013-B3-B2).

    A must have White; C's preference for White is strong in an odd round, or absolute in the last one. A meets C all
    the same, and B floats, who has fewer points than A.
    """
    players = [Somebody("A", 7.0, "W"), Somebody("B", 6.5, "b"), Somebody("C", 6.0, wish), *field_below(5.5, 5)]
    made = paired(edition, situation(players, ["AB"], is_last=is_last), players)
    assert {"AC", "Br"} <= made


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_who_must_have_the_same_colour_do_not_meet_before_the_last_round(edition: str) -> None:
    """B.2 is absolute then: A floats, although that is the higher score."""
    players = [Somebody("A", 7.0, "W"), Somebody("B", 6.5, "b"), Somebody("C", 6.0, "W"), *field_below(5.5, 5)]
    made = paired(edition, situation(players, ["AB"]), players)
    assert {"BC", "Ar"} <= made


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_lowest_bracket_keeps_score_differences_small(edition: str) -> None:
    """
    D.4 (DUTCH-2013-LSB): F can meet A only.

    Of the pairings that remain, that without further differences is made: 1.5, 0, 0, not 1.5, 0.5, 0.5.
    """
    players = [
        Somebody("A", 3.0),
        *(Somebody(letter, 2.5) for letter in "BC"),
        *(Somebody(letter, 2.0) for letter in "DE"),
        Somebody("F", 1.5),
    ]
    assert paired(edition, situation(players, ["BF", "CF", "DF", "EF"]), players) == {"AF", "BC", "DE"}


# --- the examples of D.4 itself, 2013 ---------------------------------------------------------------------------------

SIX = [Somebody("A", 3.0), Somebody("B", 2.5), Somebody("C", 2.5), Somebody("D", 2.0), Somebody("E", 1.5)]


def lowest(players: list[Somebody], *, bye: str = "") -> tuple[set[str], int]:
    """Pair a lowest bracket that was joined from A, B, C and the others; return the pairs and the B.3-factor."""
    field = situation(players, [letter + "F" for letter in "BCDE"])
    for index, player in enumerate(players):
        field.bye_allowed[index] = player.letter == bye
    bracket = ScoreBracket(
        players=field, mdps=(), joined=(0, 1, 2), residents=tuple(range(3, len(players))), is_last=True
    )
    pairing = best_pairing(bracket)
    assert pairing is not None
    made = {players[one].letter + players[other].letter for one, other in pairing.pairs}
    return made | {players[place].letter for place in pairing.downfloaters}, B3_FACTOR.value(bracket, pairing)


def test_a_joined_bracket_of_which_half_came_from_above_exchanges_freely() -> None:
    """The B.3-factor is 4.25 with the exchange, and 5.25 without: A-F, B-C, D-E."""
    assert lowest([*SIX, Somebody("F", 1.0)]) == ({"AF", "BC", "DE"}, 425)


def test_a_joined_bracket_of_which_fewer_came_from_above_does_not() -> None:
    """With a seventh player who must have the bye it is heterogeneous: A-F, B-D, C-E."""
    made, _ = lowest([*SIX, Somebody("F", 1.0), Somebody("G", 0.5)], bye="G")
    assert made == {"AF", "BD", "CE", "G"}


def test_every_reading_of_2013_has_its_example() -> None:
    """The register tells a situation for each, among them all that the annexes ask."""
    entries = {entry.identifier: entry for entry in REGISTER.entries if entry.identifier.startswith("DUTCH-2013-")}
    assert all(entry.example for entry in entries.values())
    asked = ("C12-P1", "C12-SAME-SCORES", "TOPSCORER-OPPONENT", "A7A-UNPLAYED", "D3", "B3-A7D", "B3-B2", "LSB")
    assert {f"DUTCH-2013-{name}" for name in asked} <= entries.keys()
