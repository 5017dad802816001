"""The records besides the players' rows: scoring, acceleration, prohibited pairings, byes, teams, dates."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from support.files import HARBOUR_OPEN, append, both, drop, put, replace_line

from tournaments import canonical_virtual_points, parse_event
from tournaments.model import (
    AbnormalPoints,
    Colour,
    Event,
    ForbiddenGroup,
    RequestedBye,
    Result,
    ScoringSystem,
    Sex,
    VirtualPoints,
)
from tournaments.teams.records import Team

STANDARD = ScoringSystem()


def read(*records: str) -> Event:
    """Read the sound file with more records at its end."""
    reading = parse_event(append(*records)(HARBOUR_OPEN))
    assert reading.event is not None, [str(problem) for problem in reading.problems]
    return reading.event


def fields(**values: int) -> ScoringSystem:
    """Change the standard scoring."""
    return replace(STANDARD, **values)


WINS_OF_3 = {
    "white_win": 30,
    "black_win": 30,
    "forfeit_win": 30,
    "full_point_bye": 30,
}
DRAWS_OF_1 = {"white_draw": 10, "black_draw": 10, "half_point_bye": 10, "pending": 10}


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        ((), STANDARD),
        (("162  W 3.0    D 1.0    L 0.0",), fields(**WINS_OF_3, **DRAWS_OF_1, pairing_allocated_bye=30)),
        (("162  W 3.0    P 1.0",), fields(**WINS_OF_3, pairing_allocated_bye=10)),
        (("162  P 5.0",), fields(pairing_allocated_bye=50)),
        (("162  A 0.5    L 1.0",), fields(zero_point_bye=5, forfeit_loss=5, white_loss=10, black_loss=10)),
        (("162  X 0.0",), fields(pending=0)),
        (("162  D 1.0    X 0.0",), fields(**{**DRAWS_OF_1, "pending": 0})),
        (("162  w 2    ", "162  d .5"), fields(**dict.fromkeys(WINS_OF_3, 20), pairing_allocated_bye=20)),
        (("BBW  3.0", "BBD  1.0"), fields(**WINS_OF_3, **DRAWS_OF_1, pairing_allocated_bye=30)),
        (("BBU  0.5", "BBW  3.0"), fields(**WINS_OF_3, pairing_allocated_bye=5)),
        (("BBF  0.5",), fields(forfeit_loss=5)),
        (("BBZ  0.5",), fields(zero_point_bye=5)),
        (("BBL  1.0",), fields(white_loss=10, black_loss=10)),
        (("XXS W=3 D=1",), fields(**WINS_OF_3, **DRAWS_OF_1)),
        (("XXS BW=2", "XXS BW=2.5 WL=.5"), fields(black_win=25, white_loss=5)),
        (
            ("XXS ZPB=0.1 HPB=0.2 FPB=0.3 PAB=0.4 FW=0.6 FL=0.7",),
            fields(
                zero_point_bye=1,
                half_point_bye=2,
                full_point_bye=3,
                pairing_allocated_bye=4,
                forfeit_win=6,
                forfeit_loss=7,
            ),
        ),
        (("XXS W=3 FPB=1",), fields(**{**WINS_OF_3, "full_point_bye": 10})),
        (("XXS W=3 D=1", "BBW  3.0", "BBD  1.0", "BBU  1.0"), fields(**WINS_OF_3, **DRAWS_OF_1)),
        (("162  W 3.0    D 1.0    L 0.0    A 0.0    P 1.0", "XXS W=3 D=1 PAB=1"), fields(**WINS_OF_3, **DRAWS_OF_1)),
        (("BBU  0.5", "162  P 0.7"), fields(pairing_allocated_bye=7)),
    ],
)  # fmt: skip - a table
def test_scoring(records: tuple[str, ...], expected: ScoringSystem) -> None:
    """162, BB codes and XXS have different defaults; an explicit value prevails over a default."""
    assert read(*records).scoring == expected


@pytest.mark.parametrize("records", [("XXS W=3", "162  W 2.0"), ("XXS PAB=1", "BBU  0.5"), ("XXS WD=1", "BBD  0.5")])
def test_xxs_may_not_contradict_the_others(records: tuple[str, ...]) -> None:
    """Which of them the pairing program followed cannot be known."""
    assert parse_event(append(*records)(HARBOUR_OPEN)).event is None


def listed(points: int, first: int, last: int, *players: int) -> VirtualPoints:
    """Give players virtual points in some rounds."""
    return VirtualPoints(points=points, first_round=first, last_round=last, players=frozenset(players))


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        (("250       1.0   1   2    1    3",), (listed(10, 1, 2, 1, 2, 3),)),
        (("250  0.0  1.0 001 002 0001 0009",), (listed(10, 1, 2, 1, 2, 3, 4, 5),)),
        (("250       0.5   3   3    2",), (listed(5, 3, 3, 2),)),
        (("250       1.0   1   2    1    1", "250       1.0   1   2    3    3"), (listed(10, 1, 2, 1, 3),)),
        (
            ("250       1.0   1   3    1    1", "250       0.5   3   3    1    1"),
            (listed(10, 1, 2, 1), listed(5, 3, 3, 1)),
        ),
        (("XXA    1  1.0  1.0  0.5",), (listed(10, 1, 2, 1), listed(5, 3, 3, 1))),
        (("XXA    1  0.0  1.0", "XXA    3  0.0  1.0"), (listed(10, 2, 2, 1, 3),)),
        (("XXA    1  0.0  0.0",), (listed(0, 1, 2, 1),)),
        (("XXA    1  1.0       1.0",), (listed(10, 1, 1, 1), listed(10, 3, 3, 1))),
    ],
)  # fmt: skip - a table
def test_acceleration(records: tuple[str, ...], expected: tuple[VirtualPoints, ...]) -> None:
    """250 and XXA come to one canonical form; zeros remain only where there is nothing else."""
    assert read(*records).virtual_points == expected


def test_canonical_virtual_points_keep_the_values_of_every_player_and_round() -> None:
    """Entries are merged, and later ones prevail."""
    given = (listed(10, 1, 4, 1, 2), listed(5, 3, 4, 2), listed(10, 1, 2, 3), listed(5, 3, 4, 3), listed(0, 1, 9, 4))
    assert canonical_virtual_points(given) == (listed(10, 1, 2, 2, 3), listed(10, 1, 4, 1), listed(5, 3, 4, 2, 3))


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        (("XXP 1 2",), [({1, 2}, 1, None)]),
        (("XXP 1\t0002   5", "XXP 2 1"), [({1, 2, 5}, 1, None), ({1, 2}, 1, None)]),
        (("260   1   4    1    2",), [({1, 2}, 1, None)]),
        (("260   1   9    1    2",), [({1, 2}, 1, None)]),
        (("260   2   3    1    2    5",), [({1, 2, 5}, 2, 3)]),
        (("260 002 003 0001 0002",), [({1, 2}, 2, 3)]),
        (("XXP 1 2", "260   2   3    1    2"), [({1, 2}, 2, 3)]),
    ],
)
def test_prohibited_pairings(records: tuple[str, ...], expected: list[tuple[set[int], int, int | None]]) -> None:
    """XXP holds always, 260 in its rounds; where both name the same players, 260 holds."""
    groups = [
        ForbiddenGroup(players=frozenset(who), first_round=first, last_round=last) for who, first, last in expected
    ]
    assert list(read(*records).forbidden) == groups


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        (("XXZ 2 4",), [(3, 1, "Z"), (3, 2, "Z"), (3, 4, "Z")]),
        (("240 H   3    2    4", "240 F   4    1"), [(3, 1, "Z"), (3, 2, "H"), (3, 4, "H"), (4, 1, "F")]),
        (("XXZ 2", "240 H 003 0002"), [(3, 1, "Z"), (3, 2, "H")]),
        (("240 Z   2    4",), [(3, 1, "Z")]),
    ],
)
def test_requested_byes(records: tuple[str, ...], expected: list[tuple[int, int, str]]) -> None:
    """Of the rows, XXZ and 240 together; a 240 of a recorded round repeats the row."""
    byes = [RequestedBye(round_number=number, tpn=tpn, result=Result(letter)) for number, tpn, letter in expected]
    assert list(read(*records).requested_byes) == byes


def test_a_bye_record_fills_a_blank_entry() -> None:
    """240 fills the entry that the row leaves blank."""
    event = parse_event(both(put(20, 102, " " * 8), append("240 H   2    4"))(HARBOUR_OPEN)).event
    assert event is not None
    assert event.player(4).rounds[1].result is Result.HALF_POINT_BYE


def test_points_out_of_the_ordinary() -> None:
    """The columns of the table, and those of the example where they cannot be the table's."""
    event = read("299    -0.5  -1.0    3    1    2", "299 +  2.0  2.5   1    1", "299 W        3.0")
    assert event.abnormal_points == (
        AbnormalPoints(kind="", match_points=-5, points=-10, round_number=3, numbers=frozenset({1, 2})),
        AbnormalPoints(kind="+", match_points=20, points=25, round_number=1, numbers=frozenset({1})),
        AbnormalPoints(kind="W", match_points=None, points=30, round_number=None, numbers=frozenset()),
    )


@pytest.mark.parametrize(
    ("records", "colour", "rank_by_position"),
    [
        (("XXC black1",), Colour.BLACK, False),
        (("XXC rank",), None, True),
        (("XXC rank WHITE1",), Colour.WHITE, True),
        (("XXC white1", "XXC rank", "XXC black1"), Colour.BLACK, True),
    ],
)
def test_configuration(records: tuple[str, ...], colour: Colour | None, rank_by_position: bool) -> None:
    """XXC is cumulative, in any case of letters."""
    event = parse_event(both(drop(15), append(*records))(HARBOUR_OPEN)).event
    assert event is not None
    assert (event.initial_colour, event.rank_by_position) == (colour, rank_by_position)


def test_pairing_order_is_that_of_the_rows_only_where_the_file_says_so() -> None:
    """By number otherwise."""
    lines = HARBOUR_OPEN.split("\n")
    shuffled = "\n".join([*lines[:16], lines[20], lines[17], lines[16], lines[19], lines[18], ""])
    by_number, by_rank = parse_event(shuffled).event, parse_event(append("XXC rank")(shuffled)).event
    assert by_number is not None
    assert by_rank is not None
    assert [player.tpn for player in by_number.players] == [1, 2, 3, 4, 5]
    assert [player.tpn for player in by_rank.players] == [5, 2, 1, 4, 3]


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2024/11/23", dt.date(2024, 11, 23)),
        ("2012-02-06", dt.date(2012, 2, 6)),
        ("24/09/2010", dt.date(2010, 9, 24)),
        ("25.02.2011", dt.date(2011, 2, 25)),
        ("28. 07. 2005", dt.date(2005, 7, 28)),
        ("05/13/2020", dt.date(2020, 5, 13)),
        ("10.09.13", dt.date(2010, 9, 13)),
        ("25.12.31", dt.date(2025, 12, 31)),
        ("31.12.25", dt.date(2031, 12, 25)),
        ("30/02/29", None),
        ("Feb 20, 2021", dt.date(2021, 2, 20)),
        ("May 3 2020", dt.date(2020, 5, 3)),
        ("February 20, 2021", dt.date(2021, 2, 20)),
        ("Foo 20, 2021", None),
        ("2021/13/01", None),
        ("", None),
    ],
)
def test_dates_in_all_spellings_seen(text: str, date: dt.date | None) -> None:
    """With a year of two digits the year comes first, as in record 132, if that gives a date."""
    event = parse_event(replace_line(4, f"042 {text}")(HARBOUR_OPEN)).event
    assert event is not None
    assert event.start == date
    kept = [header for header in event.headers if header[0] == "042"]
    assert kept == ([("042", text)] if text and date is None else [])


@pytest.mark.parametrize(
    ("column", "text", "name", "value"),
    [
        (10, "f", "sex", Sex.FEMALE),
        (10, "W", "sex", Sex.FEMALE),
        (10, "M", "sex", Sex.MALE),
        (11, "  g", "title", "GM"),
        (11, " wf", "title", "WFM"),
        (11, "cf ", "title", "WCM"),
        (11, "1N ", "title", "1N"),
        (49, "0000", "rating", None),
        (49, "   0", "rating", None),
        (58, "00000000000", "fide_id", ""),
        (58, "1234567    ", "fide_id", "1234567"),
        (70, "1963      ", "birth", "1963/00/00"),
        (70, "1963.08.27", "birth", "1963/08/27"),
        (70, "1993-12-20", "birth", "1993/12/20"),
        (70, "1979.  .  ", "birth", "1979/00/00"),
        (70, "1980/  /  ", "birth", "1980/00/00"),
        (70, "    .  .  ", "birth", ""),
        (70, "0000/00/00", "birth", ""),
        (70, "long ago  ", "birth", "long ago"),
        (81, "   1", "points", 10),
        (81, " 1.0", "points", 10),
        (81, "1.00", "points", 10),
        (86, "   0", "rank", None),
    ],
)
def test_fields_of_a_player_in_all_spellings_seen(column: int, text: str, name: str, value: object) -> None:
    """Sexes, titles, unrated players, identifiers, birth dates, points and ranks."""
    event = parse_event(put(18, column, text)(HARBOUR_OPEN)).event
    assert event is not None
    assert getattr(event.player(2), name) == value


def test_headers_that_no_field_holds_are_kept_in_the_order_of_codes() -> None:
    """Counts are kept only where they are not those of the event."""
    event = parse_event(
        both(replace_line(6, "062 5 (4)"), append("222 3600+15", "112 Deputy, One", "112 Deputy, Two"))(HARBOUR_OPEN)
    ).event
    assert event is not None
    assert event.headers == (
        ("062", "5 (4)"),
        ("112", "Deputy, One"),
        ("112", "Deputy, Two"),
        ("122", "60 min + 15 s"),
        ("222", "3600+15"),
    )


def test_comments_and_unknown_records_are_kept() -> None:
    """Lines that begin with ###, national ratings, informative records."""
    event = read("###  Round 2: paired by hand", "NED    1      Arends", "802   1 NED", "300   1   1   2    1    2")
    assert event.declarations == ("Round 2: paired by hand",)
    assert event.unknown_records == ("NED    1      Arends", "802   1 NED", "300   1   1   2    1    2")


def test_teams_of_2006_and_of_2026() -> None:
    """013 is ignored where 310 is present."""
    old = "013 Chess Club                         1    2    5"
    new = "310   7 Chess Club                       CLUB    2250    4.0    6.5   2     2    1"
    assert read(old).teams == (Team(number=1, name="Chess Club", players=(1, 2, 5)),)
    expected = Team(
        number=7,
        name="Chess Club",
        players=(2, 1),
        match_points=40,
        game_points=65,
        rank=2,
        nickname="CLUB",
        strength="2250",
    )
    assert read(old, new).teams == (expected,)


def test_numbers_in_a_team_event_are_those_of_teams() -> None:
    """Byes, acceleration and prohibitions name teams, which may have numbers that no player has."""
    records = ("240 H   3   77", "250  2.0        1   2   70   79", "260   1   3   77    1")
    listed = ("310  77 Fast" + " " * 61 + "2    3", "310   1 Slow" + " " * 61 + "1    4    5")
    text = both(replace_line(16, "192 FIDE_TEAM"), append(*records, *listed))(HARBOUR_OPEN)
    event = parse_event(text).event
    assert event is not None
    assert event.is_team_event
    assert event.team_byes == (RequestedBye(round_number=3, tpn=77, result=Result.HALF_POINT_BYE),)
    assert event.virtual_points == (VirtualPoints(points=20, first_round=1, last_round=2, players=frozenset({77})),)
    assert event.forbidden == (ForbiddenGroup(players=frozenset({1, 77}), last_round=3),)
