from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import pytest

from pairproof.cli.main import main
from random_tournaments.batch_coverage import find_features, measure_rounds
from random_tournaments.steering import find_covering_events
from reference_engines.frame.systems import engine_for
from tournaments.trf.reading import load_event

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from random_tournaments.steering import CoveringEvent, SteeringGoal, SteeringProgress


def _run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = main(["generate", *map(str, arguments)])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_coverage_is_printed_after_the_batch_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The table names every criterion of the edition, what was never met, and what all events had in common."""
    status, out, _ = _run(
        capsys, "--profile=hard", "--players=10", "--rounds=6", "-n", 3, "--seed=1", "--coverage", "-o", tmp_path
    )
    assert status == 0
    assert len(list(tmp_path.glob("*.trf"))) == 3
    assert "Coverage of dutch-2026: 3 events, 18 rounds" in out
    assert all(f"  C{number} " in out for number in range(1, 22))
    assert "players: 10" in out.partition("The same in all events:")[2]
    assert "rounds, parity: an even number" in out


def test_coverage_needs_no_place_to_write_to(capsys: pytest.CaptureFixture[str]) -> None:
    """Without an output the events are measured and forgotten: not one of them is printed."""
    status, out, _ = _run(capsys, "--profile=tiny", "-n", 4, "--seed=1", "--coverage", "--workers=1")
    assert status == 0
    assert out.startswith("Coverage of dutch-2026: 4 events")
    assert "001 " not in out


def test_seeking_writes_events_that_exercise_what_is_sought(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each line of the manifest says which feature is met in which round of its file, and how the event was made."""
    status, out, _ = _run(capsys, "--seek=C15,C19,exchange", "--seed=2", "-o", tmp_path)
    assert status == 0
    assert "events tried" in out
    header, *events, footer = map(json.loads, (tmp_path / "manifest.jsonl").read_text("utf-8").splitlines())
    assert (header["seek"], header["times"]) == ("C15,C19,exchange", 1)
    assert footer["events"] == len(events)
    engine = engine_for("dutch-2026")
    met = set()
    for line in events:
        path = tmp_path / line["file"]
        assert hashlib.sha256(path.read_bytes()).hexdigest() == line["sha256"]
        for item in line["met"]:
            wanted = find_features(engine, [item["feature"]])
            assert dict(measure_rounds(load_event(path), engine, wanted))[item["round"]] == set(wanted)
            met.add(item["feature"])
        assert set(line["recipe"]) == {"drawn", "steps"}
    assert met == {"C15", "C19", "exchange"}


def test_seeking_without_a_directory_only_tells_what_was_met(capsys: pytest.CaptureFixture[str]) -> None:
    """The number of events that it took stands beside every feature."""
    status, out, _ = _run(capsys, "--seek=limbo", "--times=2", "--seed=1")
    assert status == 0
    assert "limbo                   2 of 2, first in event" in out


def test_features_not_found_within_the_count_are_not_a_success(capsys: pytest.CaptureFixture[str]) -> None:
    """One event cannot have forty rounds in which C10 decides."""
    status, out, _ = _run(capsys, "--seek=C10", "--times=40", "-n", 1, "--seed=1")
    assert status == 2
    assert "0 of 40" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--seek=C99",), "'C99' is not a feature of dutch-2026; there are: C1, C2, C3"),
        (("--seek=C21", "--system=dutch-2017"), "'C21' is not a feature of dutch-2017; there are: C1"),
        (("--seek=,",), "a goal has at least one feature"),
        (("--seek=C12", "--times=0"), "a goal has at least one feature"),
        (("--seek=C12", "--coverage"), "give one of them"),
        (("--seek=C12", "--first=3"), "--first has no meaning with --seek"),
    ],
)
def test_features_that_cannot_be_sought_are_wrong_usage(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message on an unknown name lists the names of the given edition."""
    status, out, err = _run(capsys, *arguments)
    assert (status, out) == (3, "")
    assert message in err


def test_a_batch_is_not_overwritten_by_a_quest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As by any other batch."""
    arguments = ("--seek=limbo", "--seed=1", "-o", tmp_path)
    assert _run(capsys, *arguments)[0] == 0
    status, _, err = _run(capsys, *arguments)
    assert status == 3
    assert "holds a batch already" in err
    assert _run(capsys, *arguments, "--overwrite")[0] == 0


def test_an_interrupted_quest_keeps_what_it_found_and_tells_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole files and their lines in the manifest, without its footer, and how far the quest had come."""

    def interrupted(quest: SteeringGoal, tally: SteeringProgress) -> Iterator[CoveringEvent]:
        yield next(find_covering_events(quest, tally))
        raise KeyboardInterrupt

    monkeypatch.setattr("pairproof.cli.generate.find_covering_events", interrupted)
    status, out, _ = _run(capsys, "--seek=limbo", "--times=9", "--seed=1", "-o", tmp_path)
    assert status == 130
    assert out.startswith("interrupted after ")
    assert " of 9, first in event " in out
    lines = [json.loads(line) for line in (tmp_path / "manifest.jsonl").read_text("utf-8").splitlines()]
    assert [line["kind"] for line in lines] == ["header", "event"]
    assert (tmp_path / lines[1]["file"]).exists()
