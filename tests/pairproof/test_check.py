"""The check command: what it prints and writes, and how it ends."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from support.schemas import record_validator
from support.trf import played, trf_of, with_exchanged_opponents

from checker.records.run_record import IncompleteRecordError, read_record
from pairproof.cli import commands
from pairproof.cli.main import main
from tournaments.model import Result, RoundEntry

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from checker.findings import Entry


def lines_of(path: Path) -> list[dict[str, Any]]:
    """Read JSON lines."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_a_consistent_event_ends_in_0(clean: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The output names the system with its reason, and the three counts."""
    assert main(["check", clean]) == 0
    output = capsys.readouterr()
    assert "dutch-2026: Field 192 declares FIDE_DUTCH_2026." in output.out
    assert "No discrepancy in 1 event, 4 rounds, 20 pairs." in output.out
    assert output.err == ""


def test_a_planted_error_ends_in_1_and_only_its_round_is_blamed(
    planted: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rounds before it agree."""
    assert main(["check", planted, "--json", "run.jsonl"]) == 1
    verdicts = [line["verdict"] for line in lines_of(here / "run.jsonl") if line["kind"] == "round"]
    assert verdicts[:3] == ["agree"] * 3
    assert verdicts[3] in ("illegal", "worse", "later-in-order")
    assert (
        "Discrepancies in 1 event, 1 round, 2 pairs, of 1 event, 4 rounds, 20 pairs checked." in capsys.readouterr().out
    )


GUEST = f"001   11      {'Guest, Gus':<66} 0.0{'':5}\n"
"""A row without a single round."""


def test_an_event_with_unexplained_blanks_does_not_end_in_0(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every round agrees if a player left blank was absent; whether they were is not on record."""
    (here / "silent.trf").write_text(trf_of(played()) + GUEST, "utf-8")
    assert main(["check", "silent.trf", "--json", "run.jsonl", "--report", "run.html"]) == 2
    output = capsys.readouterr().out
    assert (
        "1 player is neither paired nor marked absent: Guest, Gus (11) in rounds 1 to 4. The verdicts take a player "
        "who is left out as absent, as the format says." in output
    )
    assert "4 of 4 rounds agree (20 pairs), without 1 player left out" in output
    assert "1 event leaves players blank without saying that they were absent." in output
    *_, footer = lines_of(here / "run.jsonl")
    assert (footer["with_blanks"], footer["not_checked"], footer["exit_status"]) == (1, 0, 2)
    assert lines_of(here / "run.jsonl")[1]["blanks"] == [{"tpn": 11, "rounds": [1, 2, 3, 4]}]
    for line in lines_of(here / "run.jsonl"):
        record_validator().validate(line)
    assert "Guest, Gus (11) in rounds 1 to 4" in (here / "run.html").read_text("utf-8")
    assert read_record(here / "run.jsonl").tally.with_blanks == 1


def test_a_discrepancy_outweighs_blanks(here: Path) -> None:
    """The exit status is that of the discrepancy."""
    (here / "silent.trf").write_text(trf_of(with_exchanged_opponents(played())) + GUEST, "utf-8")
    assert main(["check", "silent.trf"]) == 1


def test_an_absence_that_is_written_is_consistent(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only silence is doubtful."""
    (here / "said.trf").write_text(trf_of(played()) + GUEST[:-1] + "  0000 - Z" * 4 + "\n", "utf-8")
    assert main(["check", "said.trf"]) == 0
    assert "blank" not in capsys.readouterr().out


def test_blanks_after_the_rounds_that_are_asked_for_do_not_matter(here: Path) -> None:
    """The third round rests on the first two."""
    (here / "silent.trf").write_text(trf_of(played()) + GUEST[:-1] + "  0000 - Z" * 3 + "\n", "utf-8")
    assert main(["check", "silent.trf", "--rounds", "1-3"]) == 0
    assert main(["check", "silent.trf", "--rounds", "4"]) == 2


def test_several_files_are_one_run(clean: str, planted: str, here: Path) -> None:
    """Each file is an event; the footer counts all of them."""
    assert main(["check", clean, planted, "--json", "run.jsonl"]) == 1
    footer = lines_of(here / "run.jsonl")[-1]
    assert (footer["events"], footer["rounds"], footer["pairs"]) == (2, 8, 40)
    assert footer["discrepancies"] == {"events": 1, "rounds": 1, "pairs": 2}


def test_rounds_can_be_selected(planted: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A round that is not asked for is not judged."""
    assert main(["check", planted, "--rounds", "1-3"]) == 0
    assert main(["check", planted, "--rounds", "4"]) == 1
    assert "3 rounds, 15 pairs" in capsys.readouterr().out


def test_the_system_can_be_given(clean: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The option overrules the file, and the output says so."""
    main(["check", clean, "--system", "dutch-2017"])
    assert "dutch-2017: dutch-2017 was asked for." in capsys.readouterr().out


def test_the_report_is_written(planted: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One file, and where it is."""
    assert main(["check", planted, "--report", "report.html"]) == 1
    page = (here / "report.html").read_text("utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "Club evening" in page
    assert "Report written to report.html" in capsys.readouterr().err


def test_the_record_can_go_to_standard_output(clean: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Then nothing else does."""
    assert main(["check", clean, "--json", "-"]) == 0
    kinds = [json.loads(line)["kind"] for line in capsys.readouterr().out.splitlines()]
    assert kinds == ["header", "event", "round", "round", "round", "round", "footer"]


def test_the_remarks_on_a_file_are_recorded_by_the_schema(clean: str, here: Path) -> None:
    """Problems of a readable and of an unreadable file, as they are."""
    text = (here / clean).read_text("utf-8")
    (here / "suspect.trf").write_text(text.replace("142 4\n", ""), "utf-8")
    (here / "cut.trf").write_text(text[: len(text) * 3 // 5], "utf-8")
    assert main(["check", "suspect.trf", "cut.trf", "--json", "run.jsonl"]) == 2
    validator = record_validator()
    assert all(validator.is_valid(line) for line in lines_of(here / "run.jsonl"))
    suspect, cut = read_record(here / "run.jsonl").events
    assert [problem.code.value for problem in suspect.header.problems] == ["rounds-missing"]
    assert cut.header.problems
    assert cut.header.problems[0].line is not None


def test_the_record_keeps_what_identifies_the_run(clean: str, here: Path) -> None:
    """Version, request, fingerprint of the file, edition and reason."""
    main(["check", clean, "--rounds", "2-3", "--json", "run.jsonl"])
    record = read_record(here / "run.jsonl")
    assert (record.header.program, record.header.system, record.header.rounds) == ("pairproof", "auto", (2, 3))
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", record.header.created)
    header = record.events[0].header
    assert (header.event, header.source) == ("clean", "clean.trf")
    assert len(header.sha256) == 64
    assert header.edition is not None
    assert header.edition.key == "dutch-2026"


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"", "unreadable"),
        (b"\n\n\n", "unreadable"),
        (b"\x00\x01\x02\xff" * 200, "unreadable"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "unreadable"),
        (b"012 Only a name\n", "unreadable"),
    ],
)
def test_an_unreadable_file_ends_in_2(
    here: Path, content: bytes, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Empty, blank, binary, foreign and headless files do not pass, and cause no traceback."""
    (here / "bad.trf").write_bytes(content)
    assert main(["check", "bad.trf"]) == 2
    output = capsys.readouterr()
    assert word in output.out
    assert "Nothing was checked" in output.out
    assert output.err == ""


def test_a_truncated_file_does_not_pass(clean: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Players whose opponents are cut off make the event unreadable, and the line is named."""
    data = (here / clean).read_bytes()
    (here / "cut.trf").write_bytes(data[: len(data) * 3 // 5])
    assert main(["check", "cut.trf"]) == 2
    assert re.search(r"cut\.trf:\d+:\d+: error\[", capsys.readouterr().out)


def test_a_missing_file_or_a_directory_ends_in_2_and_the_others_are_checked(
    clean: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One bad name does not stop the run, but the run does not pass."""
    (here / "folder").mkdir()
    assert main(["check", "missing.trf", "folder", clean]) == 2
    output = capsys.readouterr().out
    assert "missing.trf cannot be read: No such file or directory" in output
    assert "folder cannot be read: it is an empty folder; files with the endings .trf, " in output
    assert "No discrepancy in 1 event, 4 rounds, 20 pairs." in output
    assert "Without a verdict: 2" in output


def test_no_recorded_round_is_nothing_to_check(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A list of players does not pass."""
    event = played(rounds=1)
    text = "\n".join(line[:89] if line.startswith("001") else line for line in trf_of(event).splitlines())
    (here / "players.trf").write_text(text, "utf-8")
    assert main(["check", "players.trf"]) == 2
    assert "Nothing to check: the file records no round." in capsys.readouterr().out


def test_a_round_without_a_game_does_not_pass(clean: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Alone, and after a round that agrees: the round is named, and the status says that it was not checked."""
    away = RoundEntry(None, None, Result.ZERO_POINT_BYE)
    event = played(rounds=1)
    for name, rounds, said in (
        ("one", (), "0 of 1 round agrees (0 pairs)"),
        ("two", None, "1 of 2 rounds agree (5 pairs)"),
    ):
        players = tuple(
            replace(player, rounds=(*(player.rounds if rounds is None else rounds), away)) for player in event.players
        )
        emptied = replace(event, players=players, rounds_recorded=1 if rounds == () else 2, rounds_declared=5)
        (here / f"{name}.trf").write_text(trf_of(emptied), "utf-8")
        assert main(["check", f"{name}.trf"]) == 2
        output = capsys.readouterr().out
        assert (
            f"[nothing-to-judge] Round {1 if rounds == () else 2}: nothing to judge: the round has no pair." in output
        )
        assert said in output
    assert main(["check", clean, "one.trf", "--json", "run.jsonl"]) == 2
    footer = lines_of(here / "run.jsonl")[-1]
    assert (footer["events"], footer["not_checked"], footer["verdicts"]["nothing-to-judge"]) == (1, 1, 1)


def test_an_unknown_declared_system_is_unsupported(clean: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is assumed against the file's own word."""
    text = (here / clean).read_text("utf-8").replace("FIDE_DUTCH_2026", "FIDE_DUBOV_2019")
    (here / "dubov.trf").write_text(text, "utf-8")
    assert main(["check", "dubov.trf"]) == 2
    assert "not supported" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chekc", "clean.trf"], "'chekc' is neither a command nor a file; did you mean check?"),
        (
            ["missing.trf"],
            "'missing.trf' is neither a command nor a file; commands are check, report, pair, standings, lint",
        ),
        (["clean.trf"], "write: pairproof check clean.trf"),
        (["check"], "FILE"),
        (["check", "clean.trf", "--rounds", "5-2"], "the earlier round comes first; write 2-5"),
        (["check", "clean.trf", "--rounds", "0"], "rounds count from 1"),
        (["check", "clean.trf", "--rounds", "last"], "is not a round or a range of rounds"),
        (["check", "clean.trf", "--system", "dutch-1066"], "no system 'dutch-1066'; there are: auto, dutch-2026"),
        (["check", "clean.trf", "--report", "nowhere/report.html"], "the directory nowhere does not exist"),
        (["check", "clean.trf", "--json", "."], "it is a directory"),
        (["check", "clean.trf", "--frobnicate"], "unrecognized arguments: --frobnicate\nTry 'pairproof check --help'"),
        (["check", "clean.trf", "--sytem", "dutch-2026"], "--sytem dutch-2026; did you mean --system?"),
        (
            ["campaign", "report", "s.db", "--outptu=x"],
            "--outptu=x; did you mean --output?\nTry 'pairproof campaign rep",
        ),
        (["check", "clean.trf", "--time-limit", "0"], "'0' is not a time limit; write a number of seconds"),
        (["check", "clean.trf", "--time-limit", "-1"], "'-1' is not a time limit"),
        (["check", "clean.trf", "--time-limit", "nan"], "'nan' is not a time limit"),
        (["check", "clean.trf", "--time-limit", "inf"], "'inf' is not a time limit"),
        (["check", "clean.trf", "--time-limit", "soon"], "'soon' is not a time limit"),
        (["check", "clean.trf", "--workers", "0"], "'0' is not a number of processes; write 1 or more"),
        (["check", "clean.trf", "--workers", "-2"], "'-2' is not a number of processes; write 1 or more"),
    ],
)
def test_wrong_usage_ends_in_3(
    clean: str, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line says what is wrong, before any work is done."""
    assert clean == "clean.trf"
    try:
        status = main(arguments)
    except SystemExit as end:
        status = end.code  # type: ignore[assignment]  # argparse ends with a number
    output = capsys.readouterr()
    assert status == 3
    assert message in output.err
    assert output.out == ""


def test_a_directory_stands_for_the_tournament_files_in_it(
    clean: str, planted: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By name; texts are taken if a player is in them; what is left out, deeper folders included, is named."""
    folder = here / "events"
    (folder / "deeper").mkdir(parents=True)
    (here / planted).rename(folder / "b.TRF26")
    (here / clean).rename(folder / "a.txt")
    for name in ("readme.txt", "manifest.jsonl", ".hidden.trf", "empty.tab"):
        (folder / name).write_text("Friday at seven.\n", "utf-8")
    assert main(["check", "events"]) == 1
    output = capsys.readouterr()
    assert re.findall(r"^(\w+): ", output.out, re.MULTILINE)[:2] == ["a", "b"]
    assert "of 2 events, 8 rounds, 40 pairs checked" in output.out
    said = "events: 2 tournament files; left out: deeper, empty.tab, manifest.jsonl and 1 more"
    assert said in output.err
    assert main(["lint", "events"]) in (0, 1)
    output = capsys.readouterr()
    assert said in output.err
    assert output.out.startswith("events/a.txt: ")


def test_a_directory_without_tournament_files_is_not_passed_over(
    clean: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It cannot be read, and one sentence says so."""
    (here / "folder").mkdir()
    for command in ("check", "lint"):
        assert main([command, "folder", clean]) == 2
        output = capsys.readouterr()
        assert "folder" not in output.err
        assert "clean" in output.out
        assert output.out.count("it is an empty folder; files with the endings .trf, ") == 1
        assert "name the files in it" not in output.out


def test_a_folder_is_described_by_its_content(clean: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One with files that are not tournaments is not called empty; files are named only where there are some."""
    (here / "notes").mkdir()
    (here / "notes" / "readme.txt").write_text("Friday at seven.\n", "utf-8")
    assert main(["check", "notes"]) == 2
    assert "notes cannot be read: it is a folder without a tournament file; " in capsys.readouterr().out
    (here / "notes" / "open.trf").write_bytes((here / clean).read_bytes())
    main(["explain", "notes", "--round", "1", "1"])
    assert "it is a folder; name the files in it" in capsys.readouterr().err


def test_an_output_that_may_not_be_written_ends_in_3(
    clean: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Permission is looked at before the work."""
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert main(["check", clean, "--report", "report.html"]) == 3
    output = capsys.readouterr()
    assert "cannot write report.html: permission denied" in output.err
    assert output.out == ""


def interrupted_after(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Press Ctrl-C after a number of entries of the run."""
    genuine = commands.check_files_side_by_side

    def check_files(*arguments: Any) -> Iterator[Entry]:
        for count, entry in enumerate(genuine(*arguments)):
            if count == number:
                raise KeyboardInterrupt
            yield entry

    monkeypatch.setattr(commands, "check_files_side_by_side", check_files)


def test_an_interruption_ends_in_130_and_keeps_what_was_done(
    clean: str, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The record has no footer, and the counts are those of what was done."""
    interrupted_after(3, monkeypatch)
    assert main(["check", clean, "--json", "run.jsonl"]) == 130
    assert [line["kind"] for line in lines_of(here / "run.jsonl")] == ["header", "event", "round", "round"]
    with pytest.raises(IncompleteRecordError):
        read_record(here / "run.jsonl")
    output = capsys.readouterr()
    assert "2 of 2 rounds agree" in output.out
    assert "interrupted" in output.err


def test_an_event_that_takes_too_long_ends_in_2_and_the_next_is_judged(
    clean: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The limit is that of each event, and stands in the record."""
    (here / "large.trf").write_text(trf_of(played(players=40, rounds=5)), "utf-8")
    words = ["--system", "dutch-2026/literal", "--time-limit", "3", "--json", "run.jsonl"]
    assert main(["check", "large.trf", clean, *words]) == 2
    output = capsys.readouterr().out
    said = "[timeout] Round 5: not checked, because the time limit was reached. 3 seconds for one event were allowed."
    assert said in output
    assert "4 of 4 rounds agree (20 pairs)" in output
    assert all(record_validator().is_valid(line) for line in lines_of(here / "run.jsonl"))
    record = read_record(here / "run.jsonl")
    assert record.header.time_limit == "3"
    assert record.tally.not_checked >= 1


def test_a_full_disk_is_reported_in_one_line(clean: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A write error ends the run with a message."""
    assert main(["check", clean, "--json", "/dev/full"]) == 2
    assert "No space left on device" in capsys.readouterr().err
