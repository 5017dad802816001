"""``pairproof standings``: ranks, values and arguments, for people and as JSON lines."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from support.events import event
from support.team_crosstables import crosstable

from pairproof.cli.main import main
from standings.rules import EDITION_2024, EDITION_2026, TieBreakRules
from standings.tie_break_lists import collect_remarks, read_declared_lists
from tournaments.model import DeclaredSystem, Event, Player
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from pathlib import Path

ROWS = ("2w1 3b1 H", "1b0 U 4w1", "4w= 1w0 Z", "3b= Z 2b0")
SWISS = DeclaredSystem(code="FIDE_DUTCH_2026")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(here: Path, name: str = "open.trf", **declared: Any) -> str:
    """Write an event, and return the name of its file."""
    settings: dict[str, Any] = {"name": "Open", "system": SWISS, "headers": (("202", "BH/C1,TPN"),)}
    (here / name).write_text(write_trf26(event(ROWS, **(settings | declared))), "utf-8")
    return name


def lines(text: str) -> list[dict[str, Any]]:
    """Read JSON lines."""
    return [json.loads(line) for line in text.splitlines()]


def test_players_are_ranked_by_the_tie_breaks_of_the_file(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table in rank order, after what was applied and why."""
    assert main(["standings", write(here)]) == 0
    told = capsys.readouterr().out.splitlines()

    assert told[0] == "open.trf: Open, 4 players, 3 rounds"
    assert (
        told[1] == "  C.07, March 2026 (the newest, as the file has no date of the start); PTS,BH/C1,TPN (record 202)"
    )
    assert told[2].split() == ["rank", "TPN", "name", "PTS", "BH/C1", "TPN", "decided", "by"]
    assert [row.split()[:2] for row in told[3:7]] == [["1", "1"], ["2", "2"], ["3", "3"], ["4", "4"]]


def test_other_tie_breaks_and_editions_may_be_asked_for(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The options go before the file."""
    assert main(["standings", write(here), "--tie-breaks", "win,bh", "--edition", "2024"]) == 0
    told = capsys.readouterr().out.splitlines()

    assert told[1] == "  C.07, August 2024 (as asked for); PTS,WIN,BH"
    assert told[2].split() == ["rank", "TPN", "name", "PTS", "WIN", "BH", "decided", "by"]


def test_the_record_has_a_header_a_line_for_each_player_and_a_footer(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Values are decimal strings, and nothing else goes to standard output."""
    assert main(["standings", write(here), "-o", "-"]) == 0
    header, opening, *standings, footer = lines(capsys.readouterr().out)

    assert (header["kind"], header["format"], header["format_version"]) == ("header", "pairproof-standings", 1)
    assert (opening["kind"], opening["edition"], opening["tie_breaks"]) == ("event", "2026", ["PTS", "BH/C1", "TPN"])
    assert standings[0] == {
        "kind": "standing",
        "event": "open",
        "player": 1,
        "rank": 1,
        "values": {"PTS": "2.5", "BH/C1": "3.0", "TPN": "1"},
        "decided_by": None,
    }
    assert [line["decided_by"] for line in standings] == [None, "points", "points", "TPN"]
    assert [line["player"] for line in standings] == [1, 2, 3, 4]
    assert footer == {"kind": "footer", "events": 1, "ranked": 1, "exit_status": 0}


def test_a_players_values_are_argued(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Round by round: against whom, what counts, why it is cut."""
    assert main(["standings", write(here), "--player", "1", "-o", "out.jsonl"]) == 0
    told = capsys.readouterr().out

    assert told.splitlines()[3:5] == [
        "  Player 1 has 2½ points and rank 1 of 4.",
        "  Player 1 is before Player 2: 2½ points against 2.",
    ]
    assert "Buchholz Cut-1 (BH/C1) of Player 1: 3.0" in told
    assert (
        "half-point bye 1.5 1.5 cut: a voluntary unplayed round goes first (16.5.1); counts as a draw against a dummy "
        "opponent with 1½ points: the same score, 2½, would be more than a draw in each round (16.4.2)"
    ) in " ".join(told.split())
    [explanation] = [
        line
        for line in lines((here / "out.jsonl").read_text())
        if line.get("code") == "BH/C1" and line["kind"] == "explanation"
    ]
    assert [part["amount"] for part in explanation["parts"]] == ["2.0", "1.0", "1.5"]
    assert [part["cut"] is not None for part in explanation["parts"]] == [False, False, True]


@pytest.mark.parametrize("option", ["--player", "--why"])
@pytest.mark.parametrize(
    ("part", "message"),
    [
        ("9", "open.trf: there is no player 9 in the event; numbers are from 1 to 4"),
        ("Zoe", "open.trf: no player of the event has 'Zoe' in the name"),
        (
            "pla",
            "open.trf: 4 players have 'pla' in their name: Player 1 (1), Player 2 (2), Player 3 (3), Player 4 (4)",
        ),
    ],
)
def test_a_player_who_cannot_be_found_is_wrong_usage(
    here: Path, capsys: pytest.CaptureFixture[str], option: str, part: str, message: str
) -> None:
    """With the messages of the questions about rounds, before anything is written."""
    others = ["2"] if option == "--why" else []
    assert main(["standings", write(here), option, part, *others]) == 3
    shown = capsys.readouterr()
    assert (shown.out, shown.err.rstrip().removesuffix("; write more of it")) == ("", f"pairproof: {message}")


NO_LIST = (
    "No tie-break is listed. The regulations of the event say whether the place is shared or how it is decided (2.1)."
)
TIED = "Player 3 and Player 4 share rank 3: both have ½ point."
RANKS_OF_FILE = "The file gives Player 3 rank 3 and Player 4 rank 4."


@pytest.mark.parametrize(
    ("headers", "decides"),
    [
        (
            (),
            NO_LIST,
        ),
        (
            (("202", "OTHER_COIN,BH"),),
            "The list cannot be applied further: OTHER_COIN: defined by the organiser (OTHER_).",
        ),
        (
            (("202", "WON"),),
            "The list ends here. Lots should be drawn, unless the rules of the event leave such ties unbroken (4.2).",
        ),
    ],
)
def test_two_who_stay_tied_learn_what_decides_then(
    here: Path, capsys: pytest.CaptureFixture[str], headers: tuple[tuple[str, str], ...], decides: str
) -> None:
    """Without tie-breaks the regulations of the event; after the last one the lot."""
    main(["standings", write(here, headers=headers), "--why", "4", "3", "-q"])
    told = " ".join(capsys.readouterr().out.partition("\n\n")[2].split())
    tied = f"{TIED.removesuffix('.')}, and Number of Games Won (0) is equal." if "WON" in str(headers) else TIED
    assert told == f"{tied} {decides} {RANKS_OF_FILE}"


def test_a_quiet_answer_has_no_tables(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The answer and the reason are left."""
    assert main(["standings", write(here), "--why", "1", "2", "-q"]) == 0
    assert capsys.readouterr().out.splitlines()[2:] == ["", "  Player 1 is before Player 2: 2½ points against 2.", ""]


def test_questions_are_about_one_event(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A name is looked for in one event."""
    assert main(["standings", write(here), write(here, "other.trf"), "--player", "1"]) == 3
    assert "name one file" in capsys.readouterr().err


def test_the_table_for_a_spreadsheet(here: Path) -> None:
    """A row for each player, with what decides."""
    assert main(["standings", write(here), "-o", "open.csv"]) == 0
    assert (here / "open.csv").read_text("utf-8").splitlines() == [
        "event,rank,tpn,name,PTS,BH/C1,TPN,decided by",
        "open,1,1,Player 1,2.5,3.0,1,",
        "open,2,2,Player 2,2.0,4.0,2,points",
        "open,3,3,Player 3,0.5,3.0,3,points",
        "open,4,4,Player 4,0.5,3.0,4,TPN",
    ]


def test_old_names_of_options_still_work(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They say what is written now."""
    assert main(["standings", write(here), "--report", "open.html", "--json", "open.jsonl"]) == 0
    told = capsys.readouterr().err
    assert "--report is now written -o FILE.html" in told
    assert "--json is now written -o FILE.jsonl" in told
    assert (here / "open.html").is_file()
    assert (here / "open.jsonl").is_file()


@pytest.mark.parametrize(
    ("codes", "words"),
    [
        ("BH/C1,XYZ", "'XYZ' is not a code of MTB26"),
        ("BH/C0", "'BH/C0' has a modifier that MTB26 does not have for it"),
    ],
)
def test_a_slip_in_the_list_is_wrong_usage(
    codes: str, words: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before any file is read."""
    assert main(["standings", write(here), "--tie-breaks", codes]) == 3
    assert words in capsys.readouterr().err


def test_an_unknown_edition_is_wrong_usage(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With those that are known."""
    with pytest.raises(SystemExit) as ended:
        main(["standings", write(here), "--edition", "2019"])
    assert ended.value.code == 3
    assert "'2023', '2024', '2026'" in capsys.readouterr().err


def test_a_code_that_cannot_be_computed_ends_the_list_with_a_note(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not everything was ranked: status 2."""
    assert main(["standings", write(here, headers=(("202", "OTHER_COIN,BH"),))]) == 2
    told = capsys.readouterr().out

    assert "OTHER_COIN: defined by the organiser (OTHER_)" in told
    assert "BH " not in told.splitlines()[3]


def test_a_file_without_tie_breaks_is_ranked_by_points_and_says_so(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is left to be ranked."""
    assert main(["standings", write(here, headers=())]) == 0
    assert "note: The file names no tie-breaks (202, 212): points alone count." in capsys.readouterr().out


def test_an_event_before_september_2023_is_not_ranked_unless_an_edition_is_asked_for(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rules before are not known here."""
    (here / "old.trf").write_text((here / write(here)).read_text().replace("042", "042 2023/08/31", 1), "utf-8")

    assert main(["standings", "old.trf"]) == 2
    assert "Not ranked: the event began on 2023-08-31" in capsys.readouterr().out
    assert main(["standings", "old.trf", "--edition", "2023"]) == 0


@pytest.fixture
def league(here: Path) -> str:
    """Write an event of teams, and return the name of its file."""
    made = crosstable(["2w2.5 U", "1b1.5 3w4", "Z 2b0"])
    made = replace(made, name="League", headers=(("202", "MPvGP,EMGSB,TBR"),))
    (here / "league.trf").write_text(write_trf26(made), "utf-8")
    return "league.trf"


def test_teams_are_ranked_in_a_team_event(league: str, capsys: pytest.CaptureFixture[str]) -> None:
    """By match points, if the file does not put game points first."""
    assert main(["standings", league]) == 0
    told = capsys.readouterr().out.splitlines()

    assert told[0] == "league.trf: League, 3 teams, 2 rounds"
    assert told[2].split() == ["rank", "TPN", "name", "PTS", "MPvGP", "EMGSB", "TBR", "decided", "by"]
    assert [row.split()[:4] for row in told[3:6]] == [
        ["1", "1", "Team", "1"],
        ["2", "2", "Team", "2"],
        ["3", "3", "Team", "3"],
    ]
    assert main(["standings", league, "--team", "2"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert "  Team 2 has 2 match points and rank 2 of 3." in told
    assert "        1  lost to Team 1 (1)      3.0 x 1.5    4.50" in told


def test_the_record_of_teams_names_teams(league: str, capsys: pytest.CaptureFixture[str]) -> None:
    """And the score by which they are ranked first."""
    assert main(["standings", league, "-o", "-", "--team", "1"]) == 0
    _, opening, first, *rest = lines(capsys.readouterr().out)

    assert opening["primary_score"] == "MP"
    assert {key: first[key] for key in ("kind", "event", "team", "rank")} == {
        "kind": "standing",
        "event": "league",
        "team": 1,
        "rank": 1,
    }
    assert first["values"]["MPvGP"] == "4.5"
    assert {line["team"] for line in rest if line["kind"] == "explanation"} == {1}
    assert not any("player" in line for line in rest)


def test_recorded_values_of_teams_are_compared(league: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Match points, game points and the columns of the list."""
    (here / "values.csv").write_text("SNo;Team;MP;GP;TB2\n1;Team 1;3;4,5;9,00\n2;Team 2;2;6,5;4,5\n", "utf-8")

    assert main(["standings", league, "--values", "values.csv"]) == 1
    told = capsys.readouterr().out

    assert "6 values of values.csv compared, 1 wrong." in told
    assert "wrong value: PTS:GP of Team 2 (2) is 6,5 in line 3; by C.07 it is 5.5." in " ".join(told.split())


def test_an_unreadable_file_does_not_stop_the_next(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The output names its fault, and the status is 2."""
    name = write(here)

    assert main(["standings", "missing.trf", name]) == 2
    told = capsys.readouterr().out
    assert "missing.trf" in told
    assert "open.trf: Open" in told


def test_an_event_without_rounds_is_not_ranked(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing checked is never a pass."""
    (here / "empty.trf").write_text(
        write_trf26(Event(players=(Player(tpn=1), Player(tpn=2)), rounds_recorded=0)), "utf-8"
    )

    assert main(["standings", "empty.trf"]) == 2
    assert "Nothing to rank by" in capsys.readouterr().out


def test_the_list_of_212_goes_before_that_of_202() -> None:
    """Where both are there and differ."""
    both = event(ROWS, headers=(("202", "BH"), ("212", "WIN,PTS")))
    same = event(ROWS, headers=(("202", "BH"), ("212", "PTS,BH")))

    assert [known.text for known in read_declared_lists(both)] == ["WIN,PTS", "PTS,BH"]
    assert [known.record for known in read_declared_lists(same)] == ["212"]
    assert read_declared_lists(event(ROWS)) == ()


def test_facts_for_the_arbiter_are_remarked() -> None:
    """Undeclared pairings, rounds to come, pending results, newer codes, barred ones."""
    all_play_all = event(["2w1 3b1 -", "1b0 - 3w*", "- 1w0 2b*"], rounds_declared=4)
    codes = read_declared_lists(event(ROWS, headers=(("202", "BH,STD,AOB/F"),)))[0].codes
    newest = collect_remarks(all_play_all, TieBreakRules(edition=EDITION_2026, pre_determined=True), codes)
    older = collect_remarks(event(ROWS, system=SWISS), TieBreakRules(edition=EDITION_2024), codes)

    assert [remark.split()[0] for remark in newest] == ["Neither", "Standings", "2", "BH,"]
    assert "2 results are pending" in newest[2]
    assert "BH, AOB/F must not be used in round robins" in newest[3]
    assert [remark.split()[0] for remark in older] == ["STD", "AOB/F"]
    assert collect_remarks(event(ROWS, system=SWISS), TieBreakRules(edition=EDITION_2026), codes) == ()


def test_a_code_that_is_listed_twice_has_two_columns(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Direct encounter may come again."""
    assert main(["standings", write(here), "--tie-breaks", "DE,WIN,DE", "-o", "-"]) == 0
    first = next(line for line in lines(capsys.readouterr().out) if line["kind"] == "standing")

    assert list(first["values"]) == ["PTS", "DE", "WIN", "DE#2"]


def test_recorded_values_are_compared_and_a_wrong_one_is_argued(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Status 1; of one event only."""
    name = write(here)
    (here / "values.csv").write_text("TPN;Pts;TB1\n1;2,5;3,0\n2;2,0;5,0\n", "utf-8")

    assert main(["standings", name, "--values", "values.csv"]) == 1
    told = capsys.readouterr().out
    assert "4 values of values.csv compared, 1 wrong." in told
    assert (
        "wrong value: BH/C1 of Player 2 (2) is 5,0 in line 3; by C.07 it is 4.0.\n    4.0: r1 lost to Player 1 (1)"
        in told
    )
    assert main(["standings", name, "--values", "values.csv", "-o", "-"]) == 1
    [wrong] = [line for line in lines(capsys.readouterr().out) if line["kind"] == "wrong-value"]
    assert (wrong["player"], wrong["code"], wrong["recorded"], wrong["value"]) == (2, "BH/C1", "5,0", "4.0")
    assert main(["standings", name, name, "--values", "values.csv"]) == 3


def test_right_values_end_in_status_0_and_none_at_all_in_2(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing compared is never a pass."""
    name = write(here)
    (here / "right.csv").write_text("TPN,PTS\n1,2.5\n", "utf-8")
    (here / "none.csv").write_text("TPN,PTS\n99,2.5\n", "utf-8")
    (here / "bad.csv").write_text("nothing", "utf-8")

    assert main(["standings", name, "--values", "right.csv"]) == 0
    assert main(["standings", name, "--values", "none.csv"]) == 2
    assert main(["standings", name, "--values", "bad.csv"]) == 2
    assert "bad.csv: no line is a heading" in capsys.readouterr().err
    assert main(["standings", name, "--values", "missing.csv"]) == 2
