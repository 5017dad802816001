"""Events are written in the columns of the formats; a value without room there is refused."""

from __future__ import annotations

import pytest
from support.files import HARBOUR_OPEN, append, both, put, replace_line

from tournaments import LineEnd, UnwritableEventError, parse_event, write_trf16, write_trf26, write_trfx
from tournaments.model import (
    ABSENT,
    AbnormalPoints,
    Colour,
    DeclaredSystem,
    Event,
    ForbiddenGroup,
    Player,
    RequestedBye,
    Result,
    RoundEntry,
    ScoringSystem,
    VirtualPoints,
)
from tournaments.teams.records import Team

BYE = RoundEntry(None, None, Result.PAIRING_ALLOCATED_BYE)


def event(*players: Player, rounds: int = 0, **declared: object) -> Event:
    """Make an event of some players, one without a name by default."""
    return Event(players=players or (Player(tpn=1),), rounds_recorded=rounds, **declared)  # type: ignore[arg-type]  # as a test declares


def records(text: str, *codes: str) -> list[str]:
    """Return the lines with one of the codes."""
    return [line for line in text.split("\n") if line.startswith(codes)]


def test_the_sound_file_is_written_as_it_was() -> None:
    """But for the record of the bye that TRF26 asks for."""
    sound = parse_event(HARBOUR_OPEN).event
    assert sound is not None
    assert write_trf26(sound) == HARBOUR_OPEN + "240 Z   3    1\n"


def test_trf16_holds_only_records_of_2016() -> None:
    """Headers to 132, rows, teams."""
    sound = parse_event(
        append("013 Chess Club                         1    2", "222 3600", "XXP 1 2")(HARBOUR_OPEN)
    ).event
    assert sound is not None
    lines = write_trf16(sound).split("\n")
    assert [line[:3] for line in lines if line] == [
        *("012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132"),
        *["001"] * 5,
        "013",
    ]


def test_a_file_for_engines_holds_both_spellings_of_what_both_need() -> None:
    """JaVaFo reads XXR and XXC, bbpPairings 142 and 152 as well."""
    text = write_trfx(event(rounds_declared=7, initial_colour=Colour.BLACK))
    assert records(text, "142", "152", "XX") == ["142 7", "152 B", "XXR 7", "XXC black1"]


def test_scoring_for_engines_is_written_for_each_in_its_own_codes() -> None:
    """XXS completely, BB codes where they can say it, never 162."""
    scoring = ScoringSystem(pairing_allocated_bye=5, zero_point_bye=1, forfeit_loss=2)
    assert records(write_trfx(event(scoring=scoring)), "XXS", "BB", "162") == [
        "XXS WW=1.0 BW=1.0 WD=0.5 BD=0.5 WL=0.0 BL=0.0 ZPB=0.1 HPB=0.5 FPB=1.0 PAB=0.5 FW=1.0 FL=0.2",
        *("BBW  1.0", "BBD  0.5", "BBL  0.0", "BBZ  0.1", "BBF  0.2", "BBU  0.5"),
    ]
    assert records(write_trfx(event(scoring=ScoringSystem(black_win=20))), "BB") == []


@pytest.mark.parametrize(
    ("scoring", "expected"),
    [
        (ScoringSystem(), []),
        (ScoringSystem(pairing_allocated_bye=5), ["162  W 1.0    D 0.5    L 0.0    P 0.5"]),
        (ScoringSystem(zero_point_bye=5, forfeit_loss=5), ["162  W 1.0    D 0.5    L 0.0    A 0.5"]),
        (ScoringSystem(pending=0), ["162  W 1.0    D 0.5    L 0.0    X 0.0"]),
        (
            ScoringSystem(black_win=20, pending=0),
            [
                "162  X 0.0",
                "XXS WW=1.0 BW=2.0 WD=0.5 BD=0.5 WL=0.0 BL=0.0 ZPB=0.0 HPB=0.5 FPB=1.0 PAB=1.0 FW=1.0 FL=0.0",
            ],
        ),
    ],
)
def test_scoring_in_trf26(scoring: ScoringSystem, expected: list[str]) -> None:
    """162 where it can say it; else XXS, which has more codes."""
    assert records(write_trf26(event(scoring=scoring)), "162", "XXS") == expected


PLAYERS = tuple(Player(tpn=tpn) for tpn in (1, 2, 3, 5, 10))


def test_acceleration_is_written_in_ranges_of_numbers() -> None:
    """A gap in the numbers of the event does not end a range, a player without points does."""
    points = (VirtualPoints(points=10, first_round=1, last_round=2, players=frozenset({1, 3, 5})),)
    assert records(write_trf26(event(*PLAYERS, virtual_points=points)), "250") == [
        "250       1.0   1   2    1    1",
        "250       1.0   1   2    3    5",
    ]
    assert records(write_trfx(event(*PLAYERS, virtual_points=points)), "XXA") == [
        "XXA    1  1.0  1.0",
        "XXA    3  1.0  1.0",
        "XXA    5  1.0  1.0",
    ]


def test_acceleration_of_zero_is_written_as_well() -> None:
    """It says that there is none, where the Baku rule would give some."""
    points = (VirtualPoints(points=0, first_round=1, last_round=2, players=frozenset({3})),)
    for write in (write_trf26, write_trfx):
        text = write(event(*PLAYERS, virtual_points=points))
        assert records(text, "XXA", "250") == ["XXA    3  0.0  0.0"]


@pytest.mark.parametrize(
    ("group", "official", "engine"),
    [
        (((1, 3), 1, None), ["260   1   9    1    3"], ["XXP 1 3"]),
        (((1, 3, 10), 2, 4), ["260   2   4    1    3   10"], ["260   2   4    1    3   10"]),
        (((1, 3), 1, 2), ["260   1   2    1    3"], ["XXP 1 3", "260   1   2    1    3"]),
        (((1, 3), 4, None), ["260   4   9    1    3"], ["260   4   9    1    3"]),
    ],
)
def test_prohibited_pairings(
    group: tuple[tuple[int, ...], int, int | None], official: list[str], engine: list[str]
) -> None:
    """XXP for what holds in the round to be paired, 260 for what holds in some rounds only."""
    forbidden = (ForbiddenGroup(players=frozenset(group[0]), first_round=group[1], last_round=group[2]),)
    made = event(*PLAYERS, forbidden=forbidden, rounds_declared=9)
    assert records(write_trf26(made), "260", "XXP") == official
    assert sorted(records(write_trfx(made), "260", "XXP"), reverse=True) == engine


def test_no_round_is_left_for_which_a_prohibition_of_some_rounds_could_be_an_xxp() -> None:
    """A checker would hold it against the rounds before it, too."""
    players = tuple(Player(tpn=tpn, rounds=(ABSENT, ABSENT)) for tpn in (1, 2))
    group = ForbiddenGroup(players=frozenset({1, 2}), first_round=2)
    over = event(*players, rounds=2, rounds_declared=2, forbidden=(group,))
    assert records(write_trfx(over), "260", "XXP") == ["260   2   2    1    2"]
    going_on = event(*players, rounds=2, rounds_declared=3, forbidden=(group,))
    assert records(write_trfx(going_on), "260", "XXP") == ["260   2   3    1    2", "XXP 1 2"]


def test_a_prohibition_without_end_in_an_event_without_declared_end() -> None:
    """XXP says so in TRF26, too; from a later round on, 260 to the last of all rounds."""
    always = ForbiddenGroup(players=frozenset({1, 2}))
    later = ForbiddenGroup(players=frozenset({1, 3}), first_round=3)
    text = write_trf26(event(*PLAYERS, forbidden=(later, always)))
    assert records(text, "260", "XXP") == ["260   3 999    1    3", "XXP 1 2"]


def test_byes_of_the_next_round_stand_in_its_column_others_in_records() -> None:
    """Never more than one round ahead in a row; points for engines hold the bye already."""
    byes = (
        RequestedBye(round_number=2, tpn=1, result=Result.HALF_POINT_BYE),
        RequestedBye(round_number=3, tpn=1, result=Result.ZERO_POINT_BYE),
        RequestedBye(round_number=3, tpn=2, result=Result.ZERO_POINT_BYE),
    )
    made = event(Player(tpn=1, rounds=(BYE,)), Player(tpn=2, rounds=(ABSENT,)), rounds=1, requested_byes=byes)
    assert records(write_trfx(made), "001", "240") == [
        "001    1" + " " * 73 + "1.5    1  0000 - U  0000 - H",
        "001    2" + " " * 73 + "0.0    2  0000 - Z",
        "240 Z   3    1    2",
    ]
    assert records(write_trf26(made), "001", "240") == [
        "001    1" + " " * 73 + "1.0    1  0000 - U  0000 - H",
        "001    2" + " " * 73 + "0.0    2  0000 - Z",
        "240 H   2    1",
        "240 Z   3    1    2",
    ]


def test_a_round_that_all_miss_is_not_written_as_played() -> None:
    """A column without a blank would count as a recorded round."""
    byes = (RequestedBye(round_number=1, tpn=1, result=Result.ZERO_POINT_BYE),)
    for write, expected in ((write_trf16, []), (write_trfx, ["240 Z   1    1"]), (write_trf26, ["240 Z   1    1"])):
        text = write(event(requested_byes=byes))
        assert records(text, "001") == ["001    1" + " " * 73 + "0.0    1"]
        assert records(text, "240") == expected


def test_points_out_of_the_ordinary_stand_in_the_columns_of_the_table() -> None:
    """Not in those of the standard's example."""
    abnormal = AbnormalPoints(kind="W", match_points=-5, points=25, round_number=3, numbers=frozenset({10, 1}))
    assert records(write_trf26(event(*PLAYERS, abnormal_points=(abnormal,))), "299") == [
        "299 W  -0.5   2.5    3    1   10"
    ]


def test_teams() -> None:
    """013 in TRF16, 310 in TRF26."""
    team = Team(number=7, name="Chess Club", players=(3, 1), match_points=40, rank=2, nickname="CLUB", strength="2250")
    made = event(*PLAYERS, teams=(team,))
    assert records(write_trf16(made), "013", "310") == ["013 Chess Club                         3    1"]
    assert records(write_trf26(made), "013", "310") == [
        "310   7 Chess Club                       CLUB    2250    4.0          2     3    1"
    ]


def test_teams_that_would_change_what_is_paired_are_left_out() -> None:
    """A code moves to 092, and says there that players are paired; a 092 that says "team" would deny it."""
    club = Team(number=1, name="Club", players=(1,))
    made = event(*PLAYERS, teams=(club,), system=DeclaredSystem(code="FIDE_DUBOV"))
    of_teams = event(*PLAYERS, teams=(club,), system=DeclaredSystem(code="FIDE_DUBOV", text="Team?"))
    for write in (write_trf16, write_trfx):
        assert records(write(made), "013") != []
        assert records(write(of_teams), "013") == []
    assert records(write_trf26(of_teams), "310") != []


@pytest.mark.parametrize(
    ("code", "is_written"),
    [("FIDE_DUTCH", True), ("FIDE_DUTCH_2025_BAKU", True), ("FIDE_DUTCH_2026", False), ("FIDE_DUBOV", False)],
)
def test_engines_get_only_codes_that_they_know(code: str, is_written: bool) -> None:
    """BbpPairings 6 refuses a file with another 192."""
    made = event(system=DeclaredSystem(code=code))
    assert bool(records(write_trfx(made), "192")) == is_written
    assert records(write_trfx(made), "092") == (["092"] if is_written else [f"092 {code}"])
    assert records(write_trf26(made), "192") == [f"192 {code}"]


@pytest.mark.parametrize(("line_end", "characters"), [(LineEnd.LF, "\n"), (LineEnd.CRLF, "\r\n"), (LineEnd.CR, "\r")])
def test_every_line_ends_as_asked(line_end: LineEnd, characters: str) -> None:
    """The last one as well."""
    for write in (write_trf16, write_trfx, write_trf26):
        text = write(event(), line_end=line_end)
        assert text == write(event()).replace("\n", characters)
        assert text.endswith(characters)


def test_texts_cannot_break_lines_or_columns() -> None:
    """Line ends and tabs in names become blanks, a long name is cut, a surrogate is replaced."""
    player = Player(tpn=1, name="Evil\n001    9\tName\ud800 that does not fit into its columns")
    text = write_trf26(event(player, name="Two\r\nLines", declarations=("one\ntwo",)))
    assert "012 Two  Lines\n" in text
    assert "### one two\n" in text
    again = parse_event(text.encode()).event
    assert again is not None
    assert [player.name for player in again.players] == ["Evil 001    9 Name  that does not"]


@pytest.mark.parametrize(
    "player",
    [
        Player(tpn=10_000),
        Player(tpn=1, rating=12_345),
        Player(tpn=1, rating=-1),
        Player(tpn=1, rank=10_000),
        Player(tpn=1, points=1005),
        Player(tpn=1, points=100_000),
        Player(tpn=1, federation="NETH"),
        Player(tpn=1, title="GMGM"),
        Player(tpn=1, fide_id="123456789012"),
        Player(tpn=1, birth="the year 1990"),
        Player(tpn=1, rounds=(RoundEntry(10_000, Colour.WHITE, Result.WIN),)),
        Player(tpn=1, rounds=(RoundEntry(2, None, Result.WIN),)),
        Player(tpn=1, rounds=(RoundEntry(None, None, Result.WIN),)),
        Player(tpn=1, rounds=(RoundEntry(2, Colour.WHITE, Result.HALF_POINT_BYE),)),
    ],
)
def test_a_value_wider_than_its_columns_is_refused(player: Player) -> None:
    """Better no file than one that says something else."""
    with pytest.raises(UnwritableEventError):
        write_trf26(event(player, rounds=len(player.rounds)))


def test_a_hundred_points_fit_without_their_decimal() -> None:
    """Four columns hold 99.9 or a whole number."""
    assert "  110    1" in write_trf16(event(Player(tpn=1, points=1100)))


def test_headers_that_were_read_are_written_again() -> None:
    """Every 112, and what cannot be read as a date or a count."""
    changed = both(
        replace_line(4, "042 next week"), replace_line(6, "062 5 (4)"), append("112 Deputy, One", "112 Deputy, Two")
    )(HARBOUR_OPEN)
    read = parse_event(changed).event
    assert read is not None
    assert records(write_trf16(read), "042", "062", "112") == [
        "042 next week",
        "062 5 (4)",
        "112 Deputy, One",
        "112 Deputy, Two",
    ]


def test_a_row_that_was_put_right_is_written_right() -> None:
    """Old spellings do not come back."""
    read = parse_event(both(put(21, 92, "     - +"), put(19, 11, " f "))(HARBOUR_OPEN)).event
    assert read is not None
    rows = records(write_trf16(read), "001")
    assert rows[4][89:99] == "  0000 - U"
    assert rows[2][9:13] == "m FM"
