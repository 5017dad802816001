"""The project's events, damaged at random with knowledge of the format: no check dies."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from batches import fuzz, fuzz_trial
from batches.fuzz import Fuzz, input_of, main, reduced, run, try_input, unlike_side_by_side
from batches.fuzz_trial import BAD, Kind, Seconds, is_empty_pass, outcome_of
from batches.trf_damage import OF_BYTES, OF_LINES, damaged, read, write
from support.files import HARBOUR_OPEN

from checker.findings import EventHeader, RoundFinding
from checker.verdicts.verdict import ExitStatus, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from checker.check import CheckOptions
    from checker.findings import Entry

SMALL = Fuzz(inputs=300, seed=20, own_events=16, literal_seconds=0.5, twice_one_in=10)
PATIENT = Seconds(600.0)


def test_damaged_events_are_checked_or_refused() -> None:
    """By every system: no escape, crash, fault of ours or pass without a pair; judged twice, the same is found."""
    counts: Counter[Kind] = Counter()
    for more, bad in run(SMALL):
        assert [found.line(SMALL) for found in bad if found.trial.kind is not Kind.TIME_OUT] == []
        for (_, kind), number in more.items():
            counts[kind] += number
    assert counts.total() == SMALL.inputs
    assert min(counts[kind] for kind in (Kind.AGREES, Kind.DISCREPANT, Kind.UNREADABLE, Kind.NOT_CHECKED)) > 5


def test_an_input_depends_on_seed_and_number_alone() -> None:
    """An input can be made again from its report."""
    numbers = (0, 7, 250)
    once = [input_of(SMALL, number) for number in numbers]
    assert once == [input_of(Fuzz(inputs=1, seed=20, own_events=16), number) for number in reversed(numbers)][::-1]
    assert once != [input_of(Fuzz(inputs=300, seed=21, own_events=16), number) for number in numbers]


def test_one_process_and_two_say_the_same(tmp_path: Path) -> None:
    """Of damaged files, too."""
    assert unlike_side_by_side(SMALL, range(44), tmp_path) == []


@pytest.mark.parametrize("change", dict.fromkeys(OF_LINES), ids=lambda change: change.__name__)
def test_damage_takes_any_lines(change: object) -> None:
    """It changes sound files, and never fails on what earlier damage has left."""
    lines = HARBOUR_OPEN.split("\n")
    changed = 0
    for seed in range(100):
        rng = random.Random(seed)
        changed += change(rng, lines, lines[::-1]) != lines  # type: ignore[operator]  # a function of damage
        for odd in ([], [""], ["001"], ["001    x"], [line[seed % 90 :] for line in lines], lines[:seed]):
            write(change(rng, odd, lines))  # type: ignore[operator]  # likewise
            write(change(rng, odd, odd))  # type: ignore[operator]  # likewise
    assert changed > 30


@pytest.mark.parametrize("change", dict.fromkeys(OF_BYTES), ids=lambda change: change.__name__)
def test_damage_takes_any_bytes(change: object) -> None:
    """The empty file, too."""
    for seed in range(100):
        for data in (b"", b"\xff", HARBOUR_OPEN.encode()):
            assert isinstance(change(random.Random(seed), data), bytes)  # type: ignore[operator]  # a function of damage


def test_bytes_that_are_not_utf_8_survive_the_way_through_lines() -> None:
    """Damage is done to what is meant, and to nothing else."""
    data = bytes(range(32, 256))
    assert write(read(data)) == data
    assert damaged(random.Random(1), data, b"")[0] == damaged(random.Random(1), data, b"")[0]


# --- it sees what it looks for ---------------------------------------------------------------------------------------


def _sound(tmp_path: Path) -> Path:
    path = tmp_path / "sound.trf"
    path.write_text(HARBOUR_OPEN, "utf-8")
    return path


def test_what_is_raised_is_an_escape(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Told with its kind and place, without the numbers of the case."""

    def failing(_path: Path, _options: CheckOptions) -> Iterator[Entry]:
        raise KeyError(17)

    monkeypatch.setattr(fuzz_trial, "check_file", failing)
    trial = outcome_of(_sound(tmp_path), "dutch-2026", PATIENT, thoroughly=False)
    assert trial.kind is Kind.ESCAPE
    assert trial.cause.startswith("KeyError: # in test_fuzzed.failing, line ")


def test_an_endless_check_is_a_time_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the code catches every exception."""

    def endless(_path: Path, _options: CheckOptions) -> Iterator[Entry]:
        while True:
            with contextlib.suppress(Exception):
                sum(range(1000))

    monkeypatch.setattr(fuzz_trial, "check_file", endless)
    assert outcome_of(_sound(tmp_path), "dutch-2026", Seconds(0.05), thoroughly=False).kind is Kind.TIME_OUT


@pytest.mark.parametrize(
    ("verdict", "kind"),
    [
        (Verdict.CRASH, Kind.CRASH),
        (Verdict.REFERENCE_FAULT, Kind.OUR_FAULT),
        (Verdict.WORSE, Kind.DISCREPANT),
        (Verdict.UNSUPPORTED, Kind.NOT_CHECKED),
    ],
)
def test_a_verdict_that_must_not_be_is_named(
    verdict: Verdict, kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash and a fault of ours; the others are what they are."""
    finding = RoundFinding(event="e", round_number=1, verdict=verdict, sentence="Round 1.")
    monkeypatch.setattr(fuzz_trial, "check_file", lambda *_: [EventHeader(event="e", source="e.trf"), finding])
    trial = outcome_of(_sound(tmp_path), "dutch-2026", PATIENT, thoroughly=False)
    assert trial.kind is kind
    assert (trial.kind in BAD) == bool(trial.cause)


def test_two_runs_that_differ_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check with a different result each time is worthless."""
    runs: list[int] = []

    def fickle(_path: Path, _options: CheckOptions) -> Iterator[Entry]:
        runs.append(1)
        yield EventHeader(event=f"run {len(runs)}", source="e.trf", refusal="Nothing.", verdict=Verdict.UNSUPPORTED)

    monkeypatch.setattr(fuzz_trial, "check_file", fickle)
    kinds = [try_input(Fuzz(inputs=8, own_events=2, twice_one_in=2), number, tmp_path).trial.kind for number in (1, 2)]
    assert kinds == [Kind.NOT_CHECKED, Kind.UNLIKE]


@pytest.mark.parametrize(
    ("status", "pairs", "is_empty"),
    [
        (ExitStatus.CONSISTENT, 0, True),
        (ExitStatus.CONSISTENT, 1, False),
        (ExitStatus.NOT_CHECKED, 0, False),
        (ExitStatus.DISCREPANCIES, 0, False),
    ],
)
def test_a_pass_without_a_pair_is_none(status: ExitStatus, pairs: int, is_empty: bool) -> None:
    """By the exit status, which is what counts."""
    assert is_empty_pass(status, pairs) == is_empty


def test_a_failing_input_is_made_smaller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the lines stay that it takes to fail for the same cause."""

    def disliking(path: Path, _options: CheckOptions) -> Iterator[Entry]:
        if b"Claes" in path.read_bytes():
            raise ValueError("no such name")
        return iter(())

    monkeypatch.setattr(fuzz_trial, "check_file", disliking)
    few = Fuzz(inputs=100, seed=5, own_events=1)
    found = try_input(few, 0, tmp_path)
    trial = outcome_of(_sound(tmp_path), found.key, PATIENT, thoroughly=False)
    begun = type(found)(number=0, key=found.key, done=(), data=HARBOUR_OPEN.encode(), trial=trial)
    assert reduced(few, begun, tmp_path).decode() == HARBOUR_OPEN.split("\n")[18]


def test_a_failing_input_is_kept_with_its_seed_and_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file for each of the first inputs of a cause, a line that says how it was made, and the counts."""

    def failing(_path: Path, _options: CheckOptions) -> Iterator[Entry]:
        raise RuntimeError

    monkeypatch.setattr(fuzz_trial, "check_file", failing)
    monkeypatch.setattr(fuzz, "heed_endings", lambda: None)
    assert main(["--inputs", "7", "--seed", "3", "--own-events", "2", "--output", str(tmp_path)]) == 1
    kept = sorted(path.name for path in (tmp_path / "escape").iterdir())
    assert kept == ["3-0.trf", "3-1.trf", "3-2.trf", "3-3.trf", "3-4.trf", "found.txt"]
    told = (tmp_path / "escape" / "found.txt").read_text("utf-8").splitlines()
    assert told[2].startswith("3-2 ")
    assert "RuntimeError" in told[2]
    assert (tmp_path / "escape" / "3-2.trf").read_bytes() == input_of(Fuzz(inputs=7, seed=3, own_events=2), 2)[0]
    assert "      7 escape: RuntimeError" in capsys.readouterr().out
