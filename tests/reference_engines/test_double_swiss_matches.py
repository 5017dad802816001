"""Matches of two games out of the rounds of a file: what was played, met, floated and coloured, and who has White."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.events import event
from support.variant_pairings import variant_pairings

from reference_engines.double_swiss.rules import DOUBLE_SWISS_2026
from reference_engines.frame.results import Pair, UnsupportedEventError
from tournaments.model import Colour, DeclaredSystem, ForbiddenGroup, RequestedBye, Result

WHITE = {"initial_colour": Colour.WHITE, "rounds_declared": 8}


def test_two_rounds_of_the_file_are_one_match() -> None:
    """Scores are those of both games, the colour is that of the first one."""
    prepared = DOUBLE_SWISS_2026.open(event(["2w1 2b=", "1b0 1w="], **WHITE))
    assert list(prepared.recorded_rounds) == [1]
    assert prepared.round(1).posted.pairs == (Pair(1, 2),)
    assert prepared.history.score[-1].tolist() == [15, 5]


def test_a_match_of_which_one_game_is_recorded_is_not_judged() -> None:
    """The report says so, and the next match starts from the score before it."""
    rows = ["3w1 3b1 2w1", "4b1 4w0 1b0", "1b0 1w0 4w1", "2w0 2b1 3b0"]
    prepared = DOUBLE_SWISS_2026.open(event(rows, **WHITE))
    assert list(prepared.recorded_rounds) == [1]
    assert any("Round 3 of the file is the first game of match 2" in note for note in prepared.notes)
    assert prepared.round(2).participants.scores == (20, 10, 10, 0)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (["2w1 3b1", "1b0 4w1", "4w1 1w0", "3b0 2b0"], "player 1 meets player 2 in the first, player 3 in the second"),
        (["2w1 U", "1b0 H"], "player 1 meets player 2 in the first, nobody in the second"),
    ],
)
def test_rounds_that_are_not_matches_are_refused(rows: list[str], message: str) -> None:
    """DOUBLE-FILE: the same opponent in both, or none."""
    with pytest.raises(UnsupportedEventError, match=message):
        DOUBLE_SWISS_2026.open(event(rows, **WHITE))


def test_repeated_colours_are_reported() -> None:
    """4.4."""
    notes = {}
    for name, row in {"reversed": ["2w1 2b1", "1b0 1w0"], "kept": ["2w1 2w1", "1b0 1b0"]}.items():
        notes[name] = [note for note in DOUBLE_SWISS_2026.open(event(row, **WHITE)).notes if "4.4" in note]
    assert notes["reversed"] == []
    assert notes["kept"] == [
        (
            "Match 1: player 1 has White in both games against player 2; the second is to be played with the colours "
            "reversed (4.4)."
        )
    ]


@pytest.mark.parametrize(
    ("first", "have_met", "bars", "floated"),
    [
        (("3w1 3b1", "1b0 1w0"), True, False, True),
        (("3w1 3b+", "1b0 1w-"), True, False, True),  # one game played
        (("3w- 3b+", "1b+ 1w-"), True, False, True),  # each forfeits one
        (("3w+ 3b+", "1b- 1w-"), False, True, False),  # one forfeits both
        (("3w+ 3b-", "1b- 1w-"), False, True, False),
        (("3w- 3b-", "1b- 1w-"), False, False, False),  # both do
    ],
)
def test_a_match_is_forfeited_by_who_forfeits_both_games(
    first: tuple[str, str], have_met: bool, bars: bool, floated: bool
) -> None:
    """Preface, [C1], [C2], 1.5: in match 2 players 1 and 3 meet with different scores; 5 and 6 are never there."""
    rows = [f"2w1 2b1 {first[0]}", "1b0 1w0 4w= 4b=", f"4w= 4b= {first[1]}", "3b= 3w= 2b= 2w="]
    prepared = DOUBLE_SWISS_2026.open(event(rows, **WHITE))
    players = prepared.round(3).participants
    one, other = players.numbers.index(1), players.numbers.index(3)
    assert bool(players.allowed[one, other]) is not have_met
    assert bool(players.bye_allowed[one]) is not bars
    assert bool(players.floated[one]) is bool(players.floated[other]) is floated
    assert players.unplayed[one] == (0 if have_met else 1)


def test_floats_do_not_count_in_the_last_round() -> None:
    """[C7], [C8]: the third match of three, and of four."""
    rows = ["2w1 2b1 3w1 3b1", "1b0 1w0 4w= 4b=", "4w= 4b= 1b0 1w0", "3b= 3w= 2b= 2w="]
    for rounds, counts in ((6, False), (8, True)):
        prepared = DOUBLE_SWISS_2026.open(event(rows, rounds_declared=rounds, initial_colour=Colour.WHITE))
        assert bool(prepared.round(3).participants.floated.any()) is counts


@pytest.mark.parametrize(
    ("letters", "bars"), [("U H", True), ("U U", True), ("F F", True), ("H H", False), ("Z Z", False)]
)
def test_a_former_bye_or_full_point_bye_bars_from_the_bye(letters: str, bars: bool) -> None:
    """[C2]."""
    prepared = DOUBLE_SWISS_2026.open(event([letters, "3w1 3b1", "2b0 2w0"], **WHITE))
    players = prepared.round(2).participants
    assert bool(players.bye_allowed[players.numbers.index(1)]) is not bars


def test_file_rounds_are_counted_as_matches() -> None:
    """Number of rounds, byes asked for, forbidden pairs."""
    rows = ["3w1 3b1", "4b1 4w1", "1b0 1w0", "2w0 2b0", "U H"]
    declared = event(
        rows,
        **WHITE,
        forbidden=(ForbiddenGroup(players=frozenset((1, 2)), first_round=3, last_round=4),),
        requested_byes=(RequestedBye(round_number=3, tpn=5, result=Result.HALF_POINT_BYE),),
    )
    prepared = DOUBLE_SWISS_2026.open(declared)
    assert prepared.event.rounds_declared == 4
    assert prepared.round(2).participants.numbers == (1, 2, 3, 4)
    later = replace(declared, forbidden=(ForbiddenGroup(players=frozenset((1, 2)), first_round=5),))
    assert frozenset((1, 2)) in {pair.players for pair in DOUBLE_SWISS_2026.open(later).round(2).expected().pairs}
    assert frozenset((1, 2)) not in {pair.players for pair in prepared.round(2).expected().pairs}


def test_the_baku_acceleration_counts_matches() -> None:
    """Two points in the first half of the accelerated matches, one in the others (DOUBLE-BAKU: or half of both)."""
    baku = event([""] * 8, rounds_declared=16, system=DeclaredSystem(code="FIDE_DOUBLESWISS_BAKU"))
    prepared = DOUBLE_SWISS_2026.open(baku)
    assert prepared.round(1).participants.scores == (20, 20, 20, 20, 0, 0, 0, 0)
    by_match = prepared.definitions.virtual_points(prepared.event, prepared.history, 8)
    assert by_match[:, 0].tolist() == [20, 20, 10, 10, 0, 0, 0, 0]
    by_game = prepared.under(next(one for one in prepared.round(1).variants() if one.note.identifier == "DOUBLE-BAKU"))
    assert by_game.round(1).participants.scores == (10, 10, 10, 10, 0, 0, 0, 0)


# --- colours, 4.3 -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "pair", "white", "article"),
    [
        ([""] * 4, (1, 3), 1, "4.3.1"),
        ([""] * 4, (2, 4), 4, "4.3.1"),
        (["U H", "3w1 3b1", "2b0 2w0", "Z Z"], (1, 4), 1, "4.3.1"),
        (["3w1 3b1", "4b1 4w1", "1b0 1w0", "2w0 2b0"], (1, 2), 2, "4.3.2"),
        (["3w1 3b1", "4b1 4w1", "1b0 1w0", "2w0 2b0"], (3, 4), 3, "4.3.2"),
        (["3w1 3b1", "4w1 4b1", "1b0 1w0", "2b0 2w0"], (1, 2), 2, "4.3.4"),
        (["3b1 3w1", "4b1 4w1", "1w0 1b0", "2w0 2b0"], (1, 2), 1, "4.3.4"),
        (["3w1 3b1 4b1 4w1", "4b1 4w1 3w1 3b1", "1b0 1w0 2b0 2w0", "2w0 2b0 1w0 1b0"], (1, 2), 1, "4.3.3"),
        (["3b1 3w1 4w1 4b1", "4w1 4b1 3b1 3w1", "1w0 1b0 2w0 2b0", "2b0 2w0 1b0 1w0"], (1, 2), 2, "4.3.3"),
        (["U H", "4b1 4w1", "Z Z", "2w0 2b0"], (1, 2), 2, "4.3.4"),  # 2 has the higher score
        (["F F", "4b1 4w1", "Z Z", "2w0 2b0"], (1, 2), 2, "4.3.5"),
    ],
)
def test_colours(rows: list[str], pair: tuple[int, int], white: int, article: str) -> None:
    """4.3.1 to 4.3.5, each with a neighbour."""
    prepared = DOUBLE_SWISS_2026.open(event(rows, **WHITE))
    next_round = prepared.round(prepared.recorded_rounds.stop)
    numbers = next_round.participants.numbers
    decision = next_round.colours((numbers.index(pair[0]), numbers.index(pair[1])))
    assert decision is not None
    assert (numbers[decision.white], decision.article) == (white, article)


@pytest.mark.parametrize(
    ("rows", "pair", "reason"),
    [
        (["Z Z"] * 3, (1, 3), "neither has had a colour, and player 1, the higher ranked, has an odd number, which"),
        (["3w1 3b1", "4b1 4w1", "1b0 1w0", "2w0 2b0"], (2, 1), "player 2 has not had White yet, player 1 once"),
        (
            [
                "3w1 3b1 4w1 4b1",
                "5w1 5b1 6b1 6w1",
                "1b0 1w0 5w= 5b=",
                "6w= 6b= 1b0 1w0",
                "2b0 2w0 3b= 3w=",
                "4b= 4w= 2w0 2b0",
            ],
            (2, 1),
            "player 2 has had White once, player 1 twice",
        ),
    ],
)
def test_the_reason_for_a_colour_counts_in_words(rows: list[str], pair: tuple[int, int], reason: str) -> None:
    """4.3.1 and 4.3.2, White first; a number that follows a player would be taken for another player."""
    prepared = DOUBLE_SWISS_2026.open(event(rows, **WHITE))
    rule = prepared.round(prepared.recorded_rounds.stop).colour_rule(Pair(*pair))
    assert rule is not None
    assert reason in rule.sentence


def test_a_match_of_two_single_forfeits_gives_no_colour() -> None:
    """1.6: 1 and 3 have had none; by 4.3.1 they are beginners, which is left open (DOUBLE-BEGINNERS)."""
    rows = ["3w- 3b+", "4w1 4b1", "1b+ 1w-", "2b0 2w0", "Z Z"]
    prepared = DOUBLE_SWISS_2026.open(event(rows, **WHITE))
    rule = prepared.round(2).colour_rule(Pair(1, 5))
    assert rule is not None
    assert (rule.article, rule.is_open) == ("4.3.1", True)
    assert [note.identifier for note in rule.readings] == ["DOUBLE-BEGINNERS"]


@pytest.mark.parametrize(("late", "is_open"), [("Z Z", True), ("4w0 4b0", False)])
def test_odd_and_even_are_open_if_a_player_has_not_arrived(late: str, is_open: bool) -> None:
    """SPP-2026-08: without player 1, number 2 is the first, which counts as odd."""
    fourth = "5b1 5w1" if late == "Z Z" else "1b1 1w1"
    fifth = "4w0 4b0" if late == "Z Z" else "Z Z"
    prepared = DOUBLE_SWISS_2026.open(event([late, "3w1 3b1", "2b0 2w0", fourth, fifth], **WHITE))
    notes = {note.identifier for note, _ in variant_pairings(prepared, 1)}
    assert ("SPP-2026-08" in notes) is is_open


@pytest.mark.parametrize(("games", "is_open"), [("4w1 4b1", False), ("4w- 4b1", True), ("4w1 4b-", False)])
def test_the_colour_of_a_match_whose_first_game_was_forfeited_is_open(games: str, is_open: bool) -> None:
    """DOUBLE-COLOUR: that of the first game, or of the one that was played."""
    theirs = {"4w1 4b1": "2b0 2w0", "4w- 4b1": "2b+ 2w0", "4w1 4b-": "2b0 2w+"}[games]
    prepared = DOUBLE_SWISS_2026.open(event(["3w1 3b1", games, "1b0 1w0", theirs], **WHITE))
    notes = {note.identifier for note, _ in variant_pairings(prepared, 2)}
    assert ("DOUBLE-COLOUR" in notes) is is_open
