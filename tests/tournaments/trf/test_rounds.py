"""Which rounds a file records, and what the entries in them mean."""

from __future__ import annotations

import pytest

from tournaments import ProblemCode, parse_event
from tournaments.model import Colour, Dialect, Event, Player, RequestedBye, Result, RoundEntry


def rows(*entries: str, points: str = "") -> str:
    """Write rows of players 1, 2, 3...: an entry is ten columns, ``points`` a word for each."""
    words = points.split() or [""] * len(entries)
    return "\n".join(
        f"{f'001 {tpn:>4}      Player {tpn}':<80}{word:>4}".ljust(89) + row
        for tpn, (row, word) in enumerate(zip(entries, words, strict=True), start=1)
    )


def read(text: str) -> Event:
    """Read what must be readable."""
    event = parse_event(text).event
    assert event is not None
    return event


def results(player: Player) -> str:
    """Spell a player's results."""
    return "".join(entry.result.value for entry in player.rounds)


@pytest.mark.parametrize(
    ("entries", "recorded", "requested"),
    [
        (("", ""), 0, []),
        (("     2 w 1", "     1 b 0"), 1, []),
        (("     2 w 1  0000 - H", "     1 b 0"), 1, [(2, 1, "H")]),
        (("     2 w 1            0000 - Z", "     1 b 0"), 1, [(3, 1, "Z")]),
        (("     2 w 1  0000 - H  0000 - Z", "     1 b 0"), 1, [(2, 1, "H"), (3, 1, "Z")]),
        (("     2 w 1  0000 - U", "     1 b 0"), 2, []),
        (("     2 w 1  0000 - +", "     1 b 0"), 2, []),
        (("     2 w 1  0000 - H", "     1 b 0  0000 - Z"), 2, []),
        (("     2 w 1  0000 - H", "     1 b 0       -  "), 2, []),
        (("               2 w  ", "               1 b  "), 2, []),
        (("  0000 - F", ""), 0, [(1, 1, "F")]),
        (("  0000 - =", ""), 0, [(1, 1, "H")]),
    ],
)
def test_a_round_is_recorded_if_it_was_paired_or_all_have_an_entry(
    entries: tuple[str, ...], recorded: int, requested: list[tuple[int, int, str]]
) -> None:
    """An opponent, U or + makes a round; other byes beyond it are requests for their own rounds."""
    event = read(rows(*entries))
    assert event.rounds_recorded == recorded
    assert [len(player.rounds) for player in event.players] == [recorded] * 2
    assert [(bye.round_number, bye.tpn, bye.result.value) for bye in event.requested_byes] == requested


def test_a_blank_entry_is_an_absence() -> None:
    """In the middle of a row as at its end."""
    event = read(rows("               2 w 1", "     3 b 0     1 b 0", "     2 w 1"))
    assert results(event.player(1)) == "Z1"
    assert results(event.player(3)) == "1Z"


def test_every_letter_is_read_in_either_case() -> None:
    """W D L with an opponent, H F U Z without; colours as well."""
    event = read(rows("     2 W w  0000 - h", "     1 B l  0000 - u"))
    assert event.player(1).rounds == (
        RoundEntry(2, Colour.WHITE, Result.UNRATED_WIN),
        RoundEntry(None, None, Result.HALF_POINT_BYE),
    )
    assert results(event.player(2)) == "LU"


def test_a_forfeit_keeps_its_opponent_with_or_without_a_colour() -> None:
    """Files of 2006 do not keep the colour of a forfeited game."""
    event = read(rows("     2 w +     2 - -", "     1 b -     1 - +"))
    assert event.player(1).rounds == (
        RoundEntry(2, Colour.WHITE, Result.FORFEIT_WIN),
        RoundEntry(2, None, Result.FORFEIT_LOSS),
    )


@pytest.mark.parametrize(
    ("entry", "second_entry", "meaning"),
    [
        ("  0000 - +", "", "U"),
        ("       - +", "", "U"),
        ("  0000 - 1", "", "U"),
        ("  0000 - +", "  0000 - +", "F"),
        ("  0000 - +", "  0000 - U", "F"),
        ("  0000 - =", "", "H"),
        ("  0000 - -", "", "Z"),
        ("  0000 - 0", "", "Z"),
    ],
)
def test_byes_without_letters_are_interpreted_with_one_warning(entry: str, second_entry: str, meaning: str) -> None:
    """In the notation of 2006 a single + is the allocated bye, several are full-point byes."""
    reading = parse_event(rows("     2 w 1", "     1 b 0", entry, second_entry))
    assert reading.event is not None
    assert results(reading.event.player(3)) == meaning
    assert [problem.code for problem in reading.problems].count(ProblemCode.OLD_BYE_NOTATION) == 1


def test_half_point_byes_that_only_the_points_show_are_inferred() -> None:
    """Where half a point for every blank explains the points exactly, the blanks were half-point byes."""
    text = rows(
        "     2 w 1                    ",
        "     1 b 0     3 w 1     3 b 1",
        "               2 b 0     2 w 0",
        "  0000 -    0000 - -  0000 -  ",
        points="2.0 2.0 0.0 0.5",
    )
    reading = parse_event(text)
    assert reading.event is not None
    assert [results(player) for player in reading.event.players] == ["1HH", "011", "Z00", "ZZZ"]
    found = [problem.code for problem in reading.problems]
    assert ProblemCode.HALF_POINTS_INFERRED in found
    assert [problem.line for problem in reading.problems if problem.code is ProblemCode.POINTS_MISMATCH] == [4]


def test_nothing_is_inferred_where_byes_have_their_letters() -> None:
    """A file that knows H would have written it."""
    text = rows("     2 w 1          ", "     1 b 0  0000 - U", points="1.5 1.0")
    reading = parse_event(text)
    assert reading.event is not None
    assert results(reading.event.player(1)) == "1Z"
    assert ProblemCode.POINTS_MISMATCH in [problem.code for problem in reading.problems]


LICHESS = "012 Weekly\n032 Lichess\nXXR 5\nXXC white1\n"


def test_lichess_absences_and_late_entries_are_read_without_a_remark() -> None:
    """Blank opponents with U, H or -, and an open entry for the coming round."""
    text = LICHESS + rows(
        "     2 w 1         U  0000   -",
        "     1 b 0         -",
        "         H         -",
        points="2.0 0.0 0.5",
    )
    reading = parse_event(text)
    assert reading.event is not None
    assert [results(player) for player in reading.event.players] == ["1U", "0Z", "HZ"]
    assert [(bye.round_number, bye.tpn) for bye in reading.event.requested_byes] == [(3, 1)]
    assert reading.problems == ()


def test_a_lichess_game_that_is_still_running_is_pending() -> None:
    """Opponent, colour and Z; elsewhere that is an error."""
    text = rows("     2 w Z", "     1 b Z")
    event = read(LICHESS + text)
    assert event.player(1).rounds == (RoundEntry(2, Colour.WHITE, Result.PENDING),)
    assert event.rounds_recorded == 1
    assert parse_event(text).event is None


def test_an_absence_in_the_coming_round_needs_no_result() -> None:
    """``0000`` without more is an entry."""
    event = read(rows("     2 w 1  0000", "     1 b 0"))
    assert event.requested_byes == (RequestedBye(round_number=2, tpn=1, result=Result.ZERO_POINT_BYE),)


def test_in_a_team_event_a_plus_without_an_opponent_stays_a_forfeit() -> None:
    """Nothing says who was to play."""
    event = read("192 FIDE_TEAM\n" + rows("  0000 - +", "  0000 - -", "     4 w 1", "     3 b 0"))
    assert event.player(1).rounds == (RoundEntry(None, None, Result.FORFEIT_WIN),)
    assert results(event.player(2)) == "Z"


@pytest.mark.parametrize(
    ("records", "entries", "dialect"),
    [
        ("", ("     2 w 1  0000 - +", "     1 b 0"), Dialect.TRF06),
        ("", ("     2 w 1  0000 - U", "     1 b 0"), Dialect.TRF16),
        ("142 5\n", ("     2 w 1", "     1 b 0"), Dialect.TRF16),
        ("XXR 5\n", ("     2 w 1", "     1 b 0"), Dialect.TRFX),
        ("BBW  3.0\n", ("     2 w 1", "     1 b 0"), Dialect.TRFX),
        ("192 FIDE_DUTCH\n", ("     2 w 1", "     1 b 0"), Dialect.TRF26),
        ("240 Z   2    1\n", ("     2 w 1", "     1 b 0"), Dialect.TRF26),
    ],
)
def test_the_dialect_is_recognised_by_what_only_it_has(
    records: str, entries: tuple[str, ...], dialect: Dialect
) -> None:
    """Bye letters, alphabetic records, records of 2026; 142 alone says nothing."""
    assert read(records + rows(*entries)).dialect is dialect
