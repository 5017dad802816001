"""The command that reduces an event."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from support.reduction import ZERO_BYE, find_wrong_round

from pairproof.cli.main import main
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = "callable:support.reduction:pair_without_c14"


@pytest.fixture
def case(tmp_path: Path) -> tuple[str, str]:
    """Return a file, and the round of it that a program without C14 pairs otherwise."""
    event, number = find_wrong_round("pair_without_c14")
    file = tmp_path / "event.trf"
    file.write_text(write_trf26(event))
    return str(file), str(number)


def test_the_reduced_event_is_written_and_shows_the_same(
    case: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A check of its last round finds what the program did."""
    smallest = tmp_path / "smallest.trf"
    assert main(["reduce", case[0], "--round", case[1], "--program", PROGRAM, "-o", str(smallest)]) == 1
    told = capsys.readouterr().out
    assert told.startswith("worse (C14): 15 players, ")
    assert f"Written to {smallest}" in told
    last = json.loads(_record(case, capsys)[1])["round"]
    assert main(["check", str(smallest), "--rounds", str(last)]) == 1
    assert "(C14, 2.4.9)." in capsys.readouterr().out


def test_the_record_tells_the_same(case: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """A header, the reduced event with its key and that of the given one, passes, and a footer."""
    assert main(["reduce", case[0], "--round", case[1], "--program", PROGRAM, "--json", "-"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (lines[0]["kind"], lines[0]["format"], lines[0]["program_asked"]) == (
        "header",
        "pairproof-reduction",
        PROGRAM,
    )
    (reduced,) = [line for line in lines if line["kind"] == "reduced"]
    assert (reduced["verdict"], reduced["decided_by"]) == ("worse", "C14")
    assert reduced["size"]["players"] < reduced["given"]["players"] == 15
    assert (lines[-1]["kind"], lines[-1]["finished"], lines[-1]["exit_status"]) == ("footer", True, 1)


def test_other_discrepancies_are_written_only_if_they_are_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The discrepancies met on the way are written to a file each and named in the text."""
    event, number = find_wrong_round("pair_by_usual_scoring", ZERO_BYE)
    file, smallest = tmp_path / "event.trf", tmp_path / "smallest.trf"
    file.write_text(write_trf26(event))
    words = [
        "reduce",
        str(file),
        "--round",
        str(number),
        "--program",
        "callable:support.reduction:pair_by_usual_scoring",
    ]
    assert main([*words, "-o", str(smallest)]) == 1
    assert "Another discrepancy was met on the way" in (alone := capsys.readouterr().out)
    assert "(-o FILE --others writes it)" in alone
    assert sorted(tmp_path.iterdir()) == [file, smallest]
    assert main([*words, "-o", str(smallest), "--others"]) == 1
    told = capsys.readouterr().out
    beside = sorted(tmp_path.glob("smallest.other-*.trf"))
    assert beside
    assert all(f"(written to {name})" in told for name in beside)
    assert "Disappears when the pairing-allocated bye is worth 1.0." in told


def test_without_a_program_only_whole_pairs_go_and_the_output_says_so(
    case: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The recorded pairing of the reduced event is part of the recorded one."""
    smallest = tmp_path / "smallest.trf"
    assert main(["reduce", case[0], "--round", case[1], "--program", PROGRAM, "-o", str(smallest)]) == 1
    capsys.readouterr()
    last = str(json.loads(_record(case, capsys)[1])["round"])
    assert main(["reduce", str(smallest), "--round", last]) == 1
    assert "only whole recorded pairs can go" in capsys.readouterr().out


def _record(case: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    main(["reduce", case[0], "--round", case[1], "--program", PROGRAM, "--json", "-"])
    return capsys.readouterr().out.splitlines()


def test_a_round_without_discrepancy_is_not_a_failure(
    case: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The file's own pairing is right."""
    assert main(["reduce", case[0], "--round", case[1]]) == 0
    assert "shows no discrepancy" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["--round", "99"], 2, "round 99 cannot be reduced"),
        (["--round", "0"], 3, "rounds count from 1"),
        (["--round", "2", "--questions", "0"], 3, "write 1 or more"),
        (["--round", "2", "--others"], 3, "name that file with -o"),
        (["--round", "2", "--set", "limits.seconds=5"], 3, "no --program is named"),
        (["--round", "2", "--program", "nobody"], 3, "is not a program"),
        (["--round", "2", "--system", "nothing"], 3, "no system 'nothing'"),
        (["--round", "2", "-o", "nowhere/out.trf"], 3, "the directory nowhere does not exist"),
        (["--round", "2", "--keep", "everything"], 3, "invalid choice"),
    ],
)
def test_impossible_reductions_are_refused_in_one_line(
    case: tuple[str, str], capsys: pytest.CaptureFixture[str], words: list[str], status: int, message: str
) -> None:
    """In one line, with the status that belongs to it."""
    try:
        ended = main(["reduce", case[0], *words])
    except SystemExit as error:
        ended = error.code
    assert ended == status
    assert message in capsys.readouterr().err


def test_a_file_that_cannot_be_read_is_not_reduced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its problems are named."""
    file = tmp_path / "broken.trf"
    file.write_text("001 nothing\n")
    assert main(["reduce", str(file), "--round", "1"]) == 2
    assert "broken.trf" in capsys.readouterr().err


def test_an_event_is_written_without_its_people(
    case: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """To a file or to standard output, as TRF26."""
    hidden = tmp_path / "hidden.trf"
    assert main(["anonymise", case[0], "-o", str(hidden)]) == 0
    assert main(["anonymise", case[0]]) == 0
    assert capsys.readouterr().out == hidden.read_text()
    assert "Random tournament" not in hidden.read_text()


def test_a_reduced_event_can_be_anonymous(case: tuple[str, str], tmp_path: Path) -> None:
    """It has the names of the anonymous event."""
    smallest = tmp_path / "smallest.trf"
    words = ["reduce", case[0], "--round", case[1], "--program", PROGRAM, "--anonymise", "-o", str(smallest)]
    assert main(words) == 1
    assert "Anonymous event" in smallest.read_text()
