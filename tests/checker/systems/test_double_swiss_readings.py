"""The Double-Swiss System where its text is open: the sides of an entry of the register part, and both are followed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.events import event

from checker.verdicts.comparison import judge_pairing
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Verdict
from reference_engines.definitions.players import Parity
from reference_engines.double_swiss.rules import DOUBLE_SWISS_2026, OTHER_READINGS
from reference_engines.literal.upfloating import LITERAL_DOUBLE_SWISS_2026
from reference_engines.readings import REGISTER
from tournaments import read_event
from tournaments.model import Colour, RequestedBye, Result, VirtualPoints

if TYPE_CHECKING:
    from reference_engines.double_swiss.rules import DoubleRules
    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event

POSITIONS = Path(__file__).parents[2] / "data" / "independent" / "double_swiss"
SINGLE_BYE = ("F Z 5w0 5b0", "4w1 4b1 3b= 3w=", "5b1 5w0 2w= 2b=", "2b0 2w0 U H", "3w0 3b1 1b1 1w1")
"""Player 1 has the lowest score, and a full-point bye in one game of match 1."""
FORFEIT_WIN = ("3w+ 3b- 4w0 4b0", "4b0 4w1 5w1 5b=", "1b- 1w- U H", "2w1 2b0 1b1 1w1", "U H 2b0 2w=")
"""Player 1 won match 1 by 1-0, player 3 having forfeited both games of it."""
SIDES: tuple[tuple[str, int, tuple[str, ...] | str, int], ...] = (
    ("DOUBLE-SINGLE-BYE", 0, SINGLE_BYE, 3),
    ("DOUBLE-FORFEIT-WIN", 0, FORFEIT_WIN, 3),
    ("DOUBLE-FLOAT", 1, "float-standing-00019-2", 2),
    ("DOUBLE-ACCELERATED", 0, "hrp-standing-00007-2", 2),
    ("DOUBLE-BYE-SCORE", 0, "bye-standing-00060-4", 4),
)
"""Entry, which of its other sides, an event, and the match in which that side asks for something else."""
IN_OTHER_TESTS = {
    "DOUBLE-FOLLOWING-GRADED": 1,
    "DOUBLE-FOLLOWING": 1,
    "DOUBLE-BAKU": 1,
    "DOUBLE-SINGLE-FORFEITS": 1,
    "DOUBLE-COLOUR": 1,
    "DOUBLE-MATCHES": 1,
    "DOUBLE-FLOAT": 1,
}
"""Entries with the number of their other sides that fields and matches written by hand show."""
MOST_TRIED = 10
"""Players of an event that is paired set by set, too."""


def case(source: tuple[str, ...] | str) -> Event:
    """Read an event, or make one of rows."""
    if isinstance(source, str):
        return read_event(POSITIONS / f"{source}.trf").event
    return event(source, rounds_declared=12, initial_colour=Colour.WHITE)


def pair_otherwise(
    identifier: str, number: int, played: Event, match: int, rules: DoubleRules = DOUBLE_SWISS_2026
) -> RoundPairing:
    """Pair a match by a reading of an entry that is not the default."""
    others = [other for entry, other in OTHER_READINGS if entry == identifier]
    return others[number](rules).open(played).round(match).expected()


@pytest.mark.parametrize(("identifier", "number", "source", "match"), SIDES)
def test_both_sides_of_an_entry_are_followed(
    identifier: str, number: int, source: tuple[str, ...] | str, match: int
) -> None:
    """A pairing by the side taken agrees, one by the other side names the entry, one by neither is wrong."""
    played = case(source)
    prepared = DOUBLE_SWISS_2026.open(played)
    ours, theirs = prepared.round(match).expected(), pair_otherwise(identifier, number, played, match)
    assert theirs != ours
    if len(played.players) <= MOST_TRIED:
        assert pair_otherwise(identifier, number, played, match, LITERAL_DOUBLE_SWISS_2026) == theirs
    context = RoundContext(event="open")
    assert judge_pairing(prepared, match, ours, context).verdict is Verdict.AGREE
    found = judge_pairing(prepared, match, theirs, context)
    assert (found.verdict, found.rests_on) == (Verdict.AMBIGUOUS_RULE, (identifier,))
    first, *others = theirs.pairs
    wrong = replace(theirs, pairs=(replace(first, white=first.black, black=first.white), *others))
    assert judge_pairing(prepared, match, wrong, context).verdict is not Verdict.AMBIGUOUS_RULE


def test_every_entry_is_followed_or_says_why_not() -> None:
    """And those followed are shown here, or by fields and matches in the tests of the rules."""
    entries = {entry.identifier: entry for entry in REGISTER.entries if entry.identifier.startswith("DOUBLE-")}
    followed = Counter(identifier for identifier, _ in OTHER_READINGS)
    assert followed == Counter(identifier for identifier, *_ in SIDES) + Counter(IN_OTHER_TESTS)
    not_of_rules = {"DOUBLE-BEGINNERS"}
    assert {one for one, entry in entries.items() if not entry.not_followed} == {*followed, *not_of_rules}


# --- what keeps a player from the bye, [C2] ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letters", "is_open"),
    [("F Z", True), ("Z F", True), ("F H", True), ("F F", False), ("F U", False), ("Z Z", False)],
)
def test_only_a_full_point_bye_in_one_game_is_open(letters: str, is_open: bool) -> None:
    """DOUBLE-SINGLE-BYE: in both it bars, and beside U it is part of the pairing-allocated bye."""
    played = event([letters, "3w1 3b1", "2b0 2w0"], rounds_declared=8, initial_colour=Colour.WHITE)
    notes = [variant.note.identifier for variant in DOUBLE_SWISS_2026.open(played).round(2).variants()]
    assert ("DOUBLE-SINGLE-BYE" in notes) is is_open


@pytest.mark.parametrize(
    ("games", "is_open"),
    [(("2w+ 2b-", "1b- 1w-"), True), (("2w- 2b+", "1b- 1w-"), True), (("2w+ 2b+", "1b- 1w-"), False)],
)
def test_only_a_match_won_by_one_game_is_open(games: tuple[str, str], is_open: bool) -> None:
    """DOUBLE-FORFEIT-WIN: 1-0 by forfeit, and not 2-0."""
    played = event([*games, "U H"], rounds_declared=8, initial_colour=Colour.WHITE)
    notes = [variant.note.identifier for variant in DOUBLE_SWISS_2026.open(played).round(2).variants()]
    assert ("DOUBLE-FORFEIT-WIN" in notes) is is_open


def test_both_may_be_read_otherwise_at_once() -> None:
    """One change of [C2] keeps the other."""
    rules = DOUBLE_SWISS_2026
    for identifier in ("DOUBLE-SINGLE-BYE", "DOUBLE-FORFEIT-WIN"):
        rules = dict(OTHER_READINGS)[identifier](rules)
    played = event(["2w+ 2b-", "1b- 1w-", "F Z", "U H"], rounds_declared=8, initial_colour=Colour.WHITE)
    for text, allowed in ((DOUBLE_SWISS_2026, [False, True, False, False]), (rules, [True, True, True, False])):
        players = text.open(played).round(2).participants
        may = dict(zip(players.numbers, players.bye_allowed.tolist(), strict=True))
        assert [may[tpn] for tpn in (1, 2, 3, 4)] == allowed


# --- odd and even, 4.3.1 ----------------------------------------------------------------------------------------------


def odd_numbers(played: Event, match: int, parity: Parity) -> dict[int, bool]:
    """Return by number whether the number of each player counts as odd."""
    players = replace(DOUBLE_SWISS_2026, parity=parity).open(played).round(match).participants
    return dict(zip(players.numbers, players.odd_number.tolist(), strict=True))


@pytest.mark.parametrize(("letters", "counts"), [("H H", True), ("F F", True), ("H Z", True), ("Z Z", False)])
def test_a_player_with_a_granted_bye_may_have_a_number(letters: str, counts: bool) -> None:
    """SPP-2026-08: with the bye of player 1, number 2 is the second and not the first."""
    played = event([letters, "3w1 3b1", "2b0 2w0"], rounds_declared=8, initial_colour=Colour.WHITE)
    assert odd_numbers(played, 1, Parity.ARRIVED_PLAYERS) == {2: True, 3: False}
    assert odd_numbers(played, 1, Parity.WITH_GRANTED_BYES) == {2: not counts, 3: counts}


def test_a_bye_that_is_asked_for_counts_in_its_round() -> None:
    """Before anything is recorded."""
    for result, counts in ((Result.HALF_POINT_BYE, True), (Result.ZERO_POINT_BYE, False)):
        asked = tuple(RequestedBye(round_number=number, tpn=1, result=result) for number in (1, 2))
        played = event([""] * 3, rounds_declared=8, initial_colour=Colour.WHITE, requested_byes=asked)
        assert odd_numbers(played, 1, Parity.WITH_GRANTED_BYES) == {2: not counts, 3: counts}


def test_the_higher_rank_decides_the_initial_colour() -> None:
    """DOUBLE-ACCELERATED: 3, with listed points, has White against 1; both numbers are odd."""
    listed = VirtualPoints(points=20, first_round=1, last_round=2, players=frozenset((3,)))
    played = event(["3b1 3w1", "U H", "1w0 1b0"], rounds_declared=8, virtual_points=(listed,))
    other = dict(OTHER_READINGS)["DOUBLE-ACCELERATED"](DOUBLE_SWISS_2026)
    inferred = [rules.open(played).initial_colour for rules in (DOUBLE_SWISS_2026, other)]
    assert inferred == [Colour.WHITE, Colour.BLACK]
