"""Open points of the Dutch system: odd and even by the printed number (SPP-2026-08), and what 2026 says of 2017."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.events import event
from support.findings import round_findings

from checker.verdicts.verdict import Verdict
from reference_engines.readings import REGISTER
from tournaments.model import Colour, Event

if TYPE_CHECKING:
    from checker.findings import RoundFinding
    from tournaments.model import RoundEntry

EDITIONS = ("dutch-2013", "dutch-2017", "dutch-2026")
PLAYERS = 28
AWAY = (1, 13)
"""From round 1."""


def first_round(initial: Colour | None, *, as_printed: bool, wrong: int = 0) -> Event:
    """
    Make an event of one round without two players, as a program counts who has printed or other numbers.

    White was drawn. ``wrong`` names a player whose game has the colours exchanged.
    """
    present = [tpn for tpn in range(1, PLAYERS + 1) if tpn not in AWAY]
    rows = dict.fromkeys(AWAY, "-")
    half = len(present) // 2
    for number, (higher, lower) in enumerate(zip(present[:half], present[half:], strict=True), start=1):
        is_odd = (higher if as_printed else number) % 2 == 1
        colour = "wb"[is_odd == (higher == wrong)]
        rows[higher] = f"{lower}{colour}="
        rows[lower] = f"{higher}{'bw'[colour == 'b']}="
    return event([rows[tpn] for tpn in sorted(rows)], rounds_declared=9, initial_colour=initial)


def judge_last_round(played: Event, key: str) -> RoundFinding:
    """Return the finding of the last round."""
    return round_findings(played, key)[-1]


@pytest.mark.parametrize("key", EDITIONS)
@pytest.mark.parametrize("initial", [Colour.WHITE, None])
def test_a_round_by_either_numbers_is_not_wrong(key: str, initial: Colour | None) -> None:
    """1 and 13 are away: 2 to 12 count as 1 to 11, 14 as 12; the initial colour is declared or to be inferred."""
    assert judge_last_round(first_round(initial, as_printed=False), key).verdict is Verdict.AGREE
    found = judge_last_round(first_round(initial, as_printed=True), key)
    assert found.verdict is Verdict.AMBIGUOUS_RULE
    assert [note.identifier for note in found.readings] == ["SPP-2026-08"]


def with_a_bye(letter: str, odd: str, initial: Colour | None) -> Event:
    """
    Make a first round without 1 and 6, who are away, and 4, who has a bye; ``odd`` are those who count as odd.

    White was drawn. Players 2, 3, 5, 7 and 8 are the higher ranked of their pairs.
    """
    rows = {1: "-", 4: letter, 6: "-"}
    for higher, lower in zip((2, 3, 5, 7, 8), range(9, 14), strict=True):
        colours = "wb" if str(higher) in odd else "bw"
        rows[higher], rows[lower] = f"{lower}{colours[0]}=", f"{higher}{colours[1]}="
    return event([rows[tpn] for tpn in sorted(rows)], rounds_declared=9, initial_colour=initial)


@pytest.mark.parametrize("key", [*EDITIONS, "dubov-2026", "dubov-2018", "burstein-2026", "burstein-2018"])
@pytest.mark.parametrize("initial", [Colour.WHITE, None])
@pytest.mark.parametrize(
    ("letter", "odd", "verdict"),
    [
        ("H", "258", Verdict.AGREE),  # 1, 2, 3, 4 and 5 of those who were paired
        ("H", "27", Verdict.AMBIGUOUS_RULE),  # 1, 2, 4, 5 and 6, the bye counted
        ("H", "357", Verdict.AMBIGUOUS_RULE),  # as printed
        ("H", "25", Verdict.COLOURS),
        ("F", "27", Verdict.AMBIGUOUS_RULE),
        ("-", "27", Verdict.COLOURS),
        ("-", "357", Verdict.AMBIGUOUS_RULE),
    ],
)
def test_whether_a_granted_bye_gives_a_number_is_open(
    letter: str, odd: str, verdict: Verdict, initial: Colour | None, key: str
) -> None:
    """SPP-2026-08, in every system of players that gives the initial-colour by numbers."""
    found = judge_last_round(with_a_bye(letter, odd, initial), key)
    assert found.verdict is verdict
    assert verdict is not Verdict.AMBIGUOUS_RULE or found.rests_on == ("SPP-2026-08",)


@pytest.mark.parametrize("key", EDITIONS)
@pytest.mark.parametrize("as_printed", [False, True])
def test_one_reversed_colour_is_found_by_either_numbers(key: str, as_printed: bool) -> None:
    """Numbers explain a whole round or nothing of it."""
    assert judge_last_round(first_round(Colour.WHITE, as_printed=as_printed, wrong=5), key).verdict is Verdict.COLOURS


@pytest.mark.parametrize("key", EDITIONS)
@pytest.mark.parametrize("pair", [(1, 13), (13, 1)])
def test_late_entries_get_the_drawn_colour(key: str, pair: tuple[int, int]) -> None:
    """
    1 and 13 meet in round 2, when all players have a number, which gives them their colour.

    By printed numbers White was drawn, as only round 1 shows: 1 has it. By the other numbers Black was drawn.
    """
    rows = first_round(None, as_printed=True).players
    white, black = pair
    second = {white: f"{black}w=", black: f"{white}b="}
    played = event([f"{_word(player.rounds[0])} {second.get(player.tpn, '-')}" for player in rows], rounds_declared=9)
    found = judge_last_round(played, key)
    if white == 1:
        assert [note.identifier for note in found.readings] == ["SPP-2026-08"]
    assert found.verdict is (Verdict.AMBIGUOUS_RULE if white == 1 else Verdict.AGREE)


def _word(entry: RoundEntry) -> str:
    return "-" if entry.colour is None else f"{entry.opponent}{entry.colour.value}{entry.result.value}"


def test_a_reading_that_was_answered_says_by_whom() -> None:
    """In the register and in the verdict; and no other does."""
    found = judge_last_round(first_round(Colour.WHITE, as_printed=True), "dutch-2026")
    assert "(Answered by the Systems of Pairings and Programs department, August 2026.)" in found.sentence
    assert "August 2026" in REGISTER.find("SPP-2026-08").answered
    assert {entry.identifier for entry in REGISTER.entries if entry.answered} == {"SPP-2026-08"}


@pytest.mark.parametrize("prefix", ["DUTCH-2026-", "DUTCH-2017-"])
def test_no_entry_is_followed_and_each_says_why_not(prefix: str) -> None:
    """The other side of 2017 is nearly always the text of 2026, an edition of its own."""
    entries = [entry for entry in REGISTER.entries if entry.identifier.startswith(prefix)]
    assert entries
    assert all(entry.not_followed for entry in entries)
