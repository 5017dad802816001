"""The generate command: files, manifest, reproducibility, and the messages of requests that cannot be met."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from pairproof.cli.main import main
from random_tournaments import batch_folder
from tournaments.trf.reading import read_event

SMALL = ["generate", "--players", "6..10", "--rounds", "3..5", "--workers", "1"]


def manifest_of(directory: Path) -> list[dict[str, Any]]:
    """Read the lines of a manifest."""
    return [json.loads(line) for line in (directory / "manifest.jsonl").read_text("utf-8").splitlines()]


def test_one_event_goes_to_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    """The seed goes to standard error."""
    assert main([*SMALL, "--seed", "4"]) == 0
    output = capsys.readouterr()
    assert output.out.startswith("012 endorsement 4/0\n")
    assert output.err.startswith("seed 4\n")


def test_one_event_goes_to_a_file(here: Path) -> None:
    """Whole or not at all."""
    assert main([*SMALL, "--seed", "4", "-o", "event.trf"]) == 0
    event = read_event(here / "event.trf").event
    assert event is not None
    assert event.rounds_recorded >= 3
    assert [path.name for path in here.iterdir()] == ["event.trf"]


def test_many_events_go_to_a_directory_with_a_manifest(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Header with seed and axes, a line for each event with what was drawn, footer with the counts."""
    assert main([*SMALL, "--seed", "4", "-n", "5", "-o", "batch"]) == 0
    header, *events, footer = manifest_of(here / "batch")
    assert (header["seed"], header["system"], header["axes"]["players"]) == (4, "dutch-2026", "6..10")
    assert [event["file"] for event in events] == [f"0000{k}.trf" for k in range(5)]
    assert all(event["drawn"]["players"] in range(6, 11) for event in events)
    assert footer == {
        "kind": "footer",
        "events": 5,
        "rounds": sum(event["rounds"] for event in events),
        "ended_early": sum(bool(event["ended"]) for event in events),
    }
    assert "5 events, " in capsys.readouterr().out


def test_the_same_seed_gives_the_same_files(here: Path) -> None:
    """Also in another order of work and in portions."""
    assert main([*SMALL, "--seed", "9", "-n", "4", "-o", "all"]) == 0
    assert main([*SMALL, "--seed", "9", "-n", "2", "--first", "2", "-o", "part"]) == 0
    for name in ("00002.trf", "00003.trf"):
        assert (here / "all" / name).read_bytes() == (here / "part" / name).read_bytes()


def test_without_a_seed_a_fresh_one_is_drawn_and_written(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Twice the same request gives two events, and each file tells its seed."""
    assert main([*SMALL, "-o", "one.trf"]) == 0
    seed = capsys.readouterr().err.splitlines()[0].removeprefix("seed ")
    assert main([*SMALL, "-o", "two.trf"]) == 0
    assert f"012 endorsement {seed}/0\n" in (here / "one.trf").read_text("utf-8")
    assert (here / "one.trf").read_bytes() != (here / "two.trf").read_bytes()


def test_generated_events_are_consistent_by_our_own_check(here: Path) -> None:
    """Edition, acceleration, scoring and initial colour are all in the file."""
    assert main(["generate", "--profile", "hard", "--seed", "2", "-n", "6", "-o", "batch", "--workers", "2"]) == 0
    assert main(["check", *(str(path) for path in sorted((here / "batch").glob("*.trf")))]) == 0


@pytest.mark.parametrize("system", ["team-2026", "team-2024", "team-draft"])
def test_events_of_teams_are_consistent_by_our_own_check(here: Path, system: str) -> None:
    """The system that pairs says which axes there are; the manifest lists those of teams."""
    asked = ["--system", system, "--profile", "hard", "--teams", "5..14", "--seed", "2", "-n", "4", "--workers", "1"]
    assert main(["generate", *asked, "-o", "batch"]) == 0
    assert main(["check", *(str(path) for path in sorted((here / "batch").glob("*.trf")))]) == 0
    header, *events, _ = manifest_of(here / "batch")
    assert (header["system"], header["axes"]["teams"], header["axes"]["scores"]) == (
        system,
        "5..14",
        "mp-gp,gp-mp,mp,gp",
    )
    assert all(event["drawn"]["teams"] in range(5, 15) for event in events)


def test_a_configuration_file_may_ask_for_teams(here: Path) -> None:
    """By its system; keys and profile are then those of team events."""
    (here / "plan.toml").write_text(
        'system = "team-2024"\nprofile = "plain"\nteams = 6\nrounds = 3\nboards = 2\nreserves = 0\n', "utf-8"
    )
    assert main(["generate", "--config", "plan.toml", "-o", "event.trf", "--seed", "1"]) == 0
    event = read_event(here / "event.trf").event
    assert event is not None
    assert (event.name, len(event.teams), len(event.players), event.system.text) == ("plain 1/0", 6, 12, "team-2024")


def test_a_configuration_file_is_read(here: Path) -> None:
    """And options win over it."""
    (here / "plan.toml").write_text('players = 7\nrounds = 3\nseed = 11\nprofile = "tiny"\n', "utf-8")
    assert main(["generate", "--config", "plan.toml", "--players", "8", "-o", "event.trf"]) == 0
    event = read_event(here / "event.trf").event
    assert event is not None
    assert (event.name, len(event.players), event.rounds_declared) == ("tiny 11/0", 8, 3)


def test_the_habits_of_other_generators_are_understood(here: Path) -> None:
    """A configuration of theirs, a seed, a model."""
    (here / "rtg.cfg").write_text("PlayersNumber=16\nRoundsNumber=4\nFPBRate=0\n", "utf-8")
    assert main(["--dutch", "-g", "rtg.cfg", "-o", "one.trf", "-s", "3"]) == 0
    one = read_event(here / "one.trf").event
    assert one is not None
    assert (len(one.players), one.rounds_declared) == (16, 4)
    assert main(["one.trf", "-g", "-o", "two.trf", "-s", "3"]) == 0
    two = read_event(here / "two.trf").event
    assert two is not None
    assert [player.rating for player in two.players] == [player.rating for player in one.players]
    assert main(["-g", "77", "-o", "three.trf"]) == 0
    assert (here / "three.trf").read_text("utf-8").startswith("012 endorsement 77/0\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "8", "--rounds", "12"], "rounds is 12, and 8 players can meet in 7 rounds at most"),
        (["--draws", "-5%"], "draws: '-5%' is not within 0% to 100%"),
        (["--profile", "easy"], "--profile: 'easy' is none of mixed, realistic"),
        (["--system", "dutch-1066"], "no system 'dutch-1066'; there are: dutch-2026"),
        (["--format", "pgn"], "--format: 'pgn' is none of trf26, trfx, trf16"),
        (["--line-end", "nl"], "--line-end: 'nl' is none of lf, crlf, cr"),
        (["-n", "0"], "--events is 0; at least 1 event"),
        (["--first", "-1"], "--first is -1; events count from 0"),
        (["--seed", "-1"], "--seed is -1; a seed is not negative"),
        (["--workers", "0"], "--workers is 0; at least 1 process"),
        (["--players", "1"], "players is 1; an event has at least 2"),
        (["--players", "0..9"], "players is 0..9; an event has at least 2"),
        (["--rounds", "0"], "rounds is 0; an event has at least 1"),
        (["-n", "2"], "more than one event needs a directory: -o DIR"),
        (["--draw", "5%"], "unrecognized arguments: --draw 5%"),
        (["--config", "bad.toml"], "bad.toml: playrs is not an axis; did you mean players?"),
        (["--like", "empty.trf"], "empty.trf"),
        (["--boards", "4"], "boards is an axis of team events, and this system pairs players"),
        (["--system", "team-2026", "--players", "9"], "players is an axis of individual events"),
        (["--system", "team-2026", "--scores", "bh"], "scores: 'bh' is none of mp-gp, gp-mp, mp, gp"),
        (["--system", "team-2026", "--profile", "realistic"], "'realistic' is none of mixed, plain, hard, tiny, huge"),
        (["--system", "team-2026", "--format", "trfx"], "'trfx' has no records of teams; write them as trf26"),
        (["--system", "team-2026", "--seek", "C4"], "--seek steers events of players"),
        (["--system", "team-2026", "--like=model"], "--like takes an event of players as its model"),
        (["--system", "team-2026", "--config", "rtg.cfg"], "describes players, not teams"),
    ],
)
def test_an_impossible_request_is_wrong_usage(
    here: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    """One line says what is wrong and what is permitted; nothing is written."""
    (here / "bad.toml").write_text("playrs = 9\n", "utf-8")
    (here / "empty.trf").write_text("", "utf-8")
    (here / "rtg.cfg").write_text("PlayersNumber=16\nRoundsNumber=4\nFPBRate=0\n", "utf-8")
    try:
        status = main(["generate", *arguments])
    except SystemExit as end:
        status = int(end.code or 0)
    assert status == (2 if "--like" in arguments else 3)
    assert message in capsys.readouterr().err
    assert {path.name for path in here.iterdir()} == {"bad.toml", "empty.trf", "rtg.cfg"}


def test_a_batch_is_not_written_over_by_accident(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Unless that is asked for."""
    assert main([*SMALL, "--seed", "1", "-n", "2", "-o", "batch"]) == 0
    before = (here / "batch" / "manifest.jsonl").read_bytes()
    assert main([*SMALL, "--seed", "2", "-n", "2", "-o", "batch"]) == 3
    assert "batch holds a batch already" in capsys.readouterr().err
    assert (here / "batch" / "manifest.jsonl").read_bytes() == before
    assert main([*SMALL, "--seed", "2", "-n", "2", "-o", "batch", "--overwrite"]) == 0


def test_a_model_event_tells_the_system_too(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Unless an option names one, or the system has no engine; the message gives the reason."""
    assert main([*SMALL, "--system", "dubov-1997", "--seed", "1", "-o", "model.trf"]) == 0
    assert main(["generate", "--like", "model.trf", "--seed", "2", "-o", "like.trf"]) == 0
    assert "system dubov-1997: Field 092 names dubov-1997." in capsys.readouterr().err
    assert "092 dubov-1997\n" in (here / "like.trf").read_text("utf-8")
    assert main(["generate", "--like", "model.trf", "--system", "dutch-2017", "-o", "like.trf"]) == 0
    assert "192 FIDE_DUTCH_2017\n" in (here / "like.trf").read_text("utf-8")
    model = (here / "model.trf").read_text("utf-8").replace("092 dubov-1997", "192 FIDE_LIM_2026")
    (here / "lim.trf").write_text(model, "utf-8")
    assert main(["generate", "--like", "lim.trf", "-o", "like.trf"]) == 0
    assert "there is no engine. dutch-2026 pairs." in capsys.readouterr().err
    assert "192 FIDE_DUTCH_2026\n" in (here / "like.trf").read_text("utf-8")


def test_of_a_batch_that_is_written_over_nothing_is_left(here: Path) -> None:
    """Its events are removed, and foreign files stay."""
    assert main([*SMALL, "--seed", "1", "-n", "3", "-o", "batch"]) == 0
    (here / "batch" / "mine.trf").write_text("012 Mine\n", "utf-8")
    assert main([*SMALL, "--seed", "1", "-n", "2", "-o", "batch", "--overwrite"]) == 0
    assert sorted(path.name for path in (here / "batch").glob("*.trf")) == ["00000.trf", "00001.trf", "mine.trf"]


def test_losses_of_trf16_are_reported(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A reader of such a file would pair otherwise; TRF(x) has records for all of it."""
    rare = ["--acceleration", "baku", "--forbidden-groups", "1", "--scoring", "standard", "--seed", "1"]
    assert main([*SMALL, *rare, "--format", "trf16", "-n", "2", "-o", "old"]) == 0
    assert "2 files say nothing of what manifest.jsonl calls untold" in capsys.readouterr().out
    assert [line["untold"] for line in manifest_of(here / "old")[1:3]] == [["forbidden pairs", "acceleration"]] * 2
    assert main([*SMALL, *rare, "--format", "trf16", "-o", "old.trf"]) == 0
    assert "says nothing of forbidden pairs, acceleration;" in capsys.readouterr().err
    assert main([*SMALL, *rare, "--format", "trfx", "-n", "2", "-o", "new"]) == 0
    assert "untold" not in capsys.readouterr().out + (here / "new" / "manifest.jsonl").read_text("utf-8")


def test_an_interruption_keeps_what_is_done(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whole files, a manifest without footer, the exit status of an interruption, and options that continue."""
    names: list[str] = []
    write_file = batch_folder.write_atomically

    def interrupted(path: Path, content: bytes) -> None:
        if len(names) == 2:
            raise KeyboardInterrupt
        names.append(path.name)
        write_file(path, content)

    monkeypatch.setattr(batch_folder, "write_atomically", interrupted)
    assert main([*SMALL, "--seed", "1", "-n", "9", "-o", "batch"]) == 130
    lines = manifest_of(here / "batch")
    assert [line["kind"] for line in lines] == ["header", "event", "event"]
    assert sorted(path.name for path in (here / "batch").glob("*")) == ["00000.trf", "00001.trf", "manifest.jsonl"]
    said = capsys.readouterr().err
    assert "Interrupted after 2 of 9 events, which are in batch." in said

    monkeypatch.setattr(batch_folder, "write_atomically", write_file)
    options = said.partition("repeat the command and add: ")[2].splitlines()[0]
    assert main([*SMALL, "--seed", "1", "-n", "9", "-o", "batch", *options.split()]) == 0
    assert main([*SMALL, "--seed", "1", "-n", "9", "-o", "at-once"]) == 0
    halves = [path for folder in ("batch", "batch-from-2") for path in sorted((here / folder).glob("*.trf"))]
    assert [path.name for path in halves] == [f"{index:05d}.trf" for index in range(9)]
    assert [path.read_bytes() for path in halves] == [(here / "at-once" / path.name).read_bytes() for path in halves]


def test_an_external_program_can_pair(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A real engine, by the edition of 2017; one that gives no whole pairing ends the event with a reason."""
    py4swiss = Path(sys.executable).parent / "py4swiss"
    plain = ["--players", "8", "--rounds", "3", "--seed", "2", "--late-entries", "0", "--acceleration", "none"]
    asked = ["generate", "--system", "dutch-2017", *plain, "--program", f"py4swiss={py4swiss}", "-o", "event.trf"]
    assert main(asked) == 0
    assert main(["check", "event.trf"]) == 0
    (here / "nobody.py").write_text("import sys; open(sys.argv[1], 'w').write('1\\n1 2\\n')", "utf-8")
    nobody = f"command:{sys.executable} {here / 'nobody.py'} {{output}}"
    assert main(["generate", *plain, "--program", nobody, "-o", "none.trf"]) == 2
    assert "not every present player is paired exactly once: look at 1, 3, 4" in capsys.readouterr().err
    assert main(["generate", *plain, "--program", "bbp6=/nowhere", "-o", "none.trf"]) == 3
