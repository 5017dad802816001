"""The script that compares the verdicts of two versions finds one difference, and none where there is none."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest
from batches.compare_records import drop_prose, judge, main
from batches.record_inputs import conformance_inputs, corpus_inputs, generated_inputs

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Change = Callable[[dict[str, Any]], object]

SYSTEMS = ["auto", "dubov-2026"]


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return inputs: a generated event, one with an error, and a file without any event."""
    path = tmp_path_factory.mktemp("inputs") / "inputs.gz"
    events = [entry.content for entry in generated_inputs(1, seed=2) if entry.systems != ("auto",)][:2]
    with gzip.open(path, "wt", encoding="utf-8") as out:
        for name, content in zip(("played", "planted", "broken"), (*events, "not an event"), strict=True):
            out.write(json.dumps({"name": name, "systems": SYSTEMS, "content": content}) + "\n")
    return path


@pytest.fixture(scope="module")
def recorded(inputs: Path) -> Path:
    """Return a record of the inputs."""
    path = inputs.with_name("recorded.gz")
    assert main(["record", str(inputs), str(path), "--workers", "1"]) == 0
    return path


def lines(path: Path) -> list[dict[str, Any]]:
    """Read a record."""
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def write_record(path: Path, entries: list[dict[str, Any]]) -> Path:
    """Write a record."""
    with gzip.open(path, "wt", encoding="utf-8") as out:
        out.writelines(json.dumps(entry, sort_keys=True) + "\n" for entry in entries)
    return path


def changed(recorded: Path, tmp_path: Path, change: Change) -> Path:
    """Copy a record, with one change in the entries of the event with an error by auto."""
    entries = lines(recorded)
    change(next(entry for entry in entries if (entry.get("input"), entry.get("system")) == ("planted", "auto")))
    return write_record(tmp_path / "changed.gz", entries)


def test_a_record_says_everything_that_is_compared(recorded: Path) -> None:
    """Each input by each system, with rounds, counts, exit status and the next pairing; discrepant ones in full."""
    header, *entries, end = lines(recorded)
    assert header["format"] == "pairproof-verdicts 1"
    assert end["end"]["judged"] == len(entries) == 6
    assert [(entry["input"], entry["system"]) for entry in entries] == [
        (name, system) for name in ("played", "planted", "broken") for system in SYSTEMS
    ]
    played, planted, broken = (entry["check"] for entry in entries[::2])
    assert {round_["verdict"] for round_ in played["rounds"].values()} == {"agree"}
    assert [found["footer"]["exit_status"] for found in (played, planted, broken)] == [0, 1, 2]
    assert broken["event"]["verdict"] == "unreadable"
    wrong = [round_ for round_ in planted["rounds"].values() if round_["verdict"] != "agree"]
    assert wrong
    assert all(round_["recorded"]["pairs"] != round_["expected"]["pairs"] for round_ in wrong)
    assert end["end"]["rounds"] == sum(len(entry["check"]["rounds"]) for entry in entries)


def test_a_record_is_equal_to_itself_and_to_the_same_one_made_again(
    inputs: Path, recorded: Path, tmp_path: Path
) -> None:
    """Another run, restricted or not, says the same, byte for byte but for the time."""
    again = tmp_path / "again.gz"
    assert main(["record", str(inputs), str(again), "--workers", "1", "--system", "auto"]) == 0
    assert main(["compare", str(recorded), str(recorded)]) == 0
    assert main(["compare", str(recorded), str(again)]) == 0
    assert main(["compare", str(again), str(recorded)]) == 0
    assert [entry for entry in lines(recorded)[1:-1] if entry["system"] == "auto"] == lines(again)[1:-1]


def _change_a_verdict(entry: dict[str, Any]) -> None:
    entry["check"]["rounds"]["1"]["verdict"] = "ambiguous-rule"


def _turn_a_pair(entry: dict[str, Any]) -> None:
    entry["check"]["rounds"]["1"]["recorded"]["pairs"][0].reverse()


def _rest_on_a_reading(entry: dict[str, Any]) -> None:
    entry["check"]["rounds"]["1"]["rests_on"] = ["DUTCH-READING"]


def _count_another_pair(entry: dict[str, Any]) -> None:
    entry["check"]["footer"]["pairs"] += 1


def _end_otherwise(entry: dict[str, Any]) -> None:
    entry["check"]["footer"]["exit_status"] = 2


def _lose_a_round(entry: dict[str, Any]) -> None:
    del entry["check"]["rounds"]["1"]


def _pair_the_next_round_otherwise(entry: dict[str, Any]) -> None:
    entry["pair"]["exit_status"] += 1


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (_change_a_verdict, "planted by auto: round 1: verdict\n  before: agree\n  after:  ambiguous-rule\n"),
        (_turn_a_pair, "planted by auto: round 1: recorded.pairs[0][0]\n"),
        (_rest_on_a_reading, 'planted by auto: round 1: rests_on\n  before: (nothing)\n  after:  ["DUTCH-READING"]\n'),
        (_count_another_pair, "planted by auto: check.footer.pairs\n"),
        (_end_otherwise, "planted by auto: check.footer.exit_status\n  before: 1\n  after:  2\n"),
        (_lose_a_round, "planted by auto: round 1: whole\n"),
        (_pair_the_next_round_otherwise, "planted by auto: pair.exit_status\n"),
    ],
)
def test_one_difference_is_found_and_named(
    recorded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], change: Change, place: str
) -> None:
    """By event, system, round and key, with what stands before and after; the exit status says so, too."""
    assert main(["compare", str(recorded), str(changed(recorded, tmp_path, change))]) == 1
    told = capsys.readouterr().out
    assert place in told
    assert "6 compared, 1 differ" in told


@pytest.mark.parametrize("swapped", [False, True])
def test_an_input_that_one_record_lacks_is_a_difference(recorded: Path, tmp_path: Path, *, swapped: bool) -> None:
    """Whichever of the two it is."""
    entries = lines(recorded)
    fewer = write_record(tmp_path / "fewer.gz", [*entries[:3], *entries[4:]])
    assert main(["compare", *map(str, (fewer, recorded) if swapped else (recorded, fewer))]) == 1


def test_records_that_cannot_be_compared_are_not_called_equal(recorded: Path, tmp_path: Path) -> None:
    """One without its end, one of other inputs, one of nothing in common, and something else altogether."""
    header, *entries = lines(recorded)
    for number, other in enumerate(
        (
            [header, *entries[:-1]],
            [header | {"inputs": "others"}, *entries],
            [header | {"only": "elsewhere"}, *entries],
            [{"format": "another"}, *entries],
        )
    ):
        path = write_record(tmp_path / f"{number}.gz", other)
        assert main(["compare", str(recorded), str(path)]) == 2
        assert main(["compare", str(path), str(recorded)]) == 2


def test_sentences_and_the_order_of_fields_are_not_compared() -> None:
    """Values and identifiers are, wherever they stand."""
    said = {
        "verdict": "worse",
        "sentence": "Round 2: ...",
        "values": [{"label": "C8", "name": "following", "value": [0]}],
    }
    other = {
        "values": [{"value": [0], "name": "next", "label": "C8"}],
        "sentence": "In round 2 ...",
        "verdict": "worse",
    }
    assert drop_prose(said) == drop_prose(other) == {"verdict": "worse", "values": [{"label": "C8", "value": [0]}]}


@pytest.mark.parametrize(("line_count", "lost_bytes"), [(1, 0), (4, 0), (5, 30)])
def test_an_interrupted_record_is_continued(
    inputs: Path, recorded: Path, tmp_path: Path, line_count: int, lost_bytes: int
) -> None:
    """With a whole last line or not, the end is the same as without the interruption."""
    out = tmp_path / "out.gz"
    partial = write_record(out.with_name("out.gz.partial"), lines(recorded)[:line_count])
    partial.write_bytes(partial.read_bytes()[: partial.stat().st_size - lost_bytes])
    assert main(["record", str(inputs), str(out), "--workers", "1"]) == 0
    assert lines(out) == lines(recorded)
    assert not partial.exists()


def test_a_record_of_other_options_is_not_continued(inputs: Path, recorded: Path, tmp_path: Path) -> None:
    """It would be called complete and lack inputs."""
    out = tmp_path / "out.gz"
    write_record(out.with_name("out.gz.partial"), lines(recorded)[:4])
    assert main(["record", str(inputs), str(out), "--system", "auto"]) == 2


def test_inputs_come_from_everywhere(tmp_path: Path) -> None:
    """A corpus by all systems, questions with their answers, events of every system."""
    folder = tmp_path / "corpus" / "events"
    folder.mkdir(parents=True)
    (folder / "a.trf").write_bytes(b"012 caf\xe9\r\n")
    (folder / "README.md").write_text("not an event")
    (found,) = corpus_inputs(tmp_path / "corpus")
    assert (found.name, found.content) == ("corpus/events/a.trf", "012 caf\xe9\r\n")
    assert {"auto", "lim-1999", "dutch-2013", "dubov-1997/literal", "simple-2018/olympiad"} <= set(found.systems)
    first, answer, *_ = conformance_inputs()
    assert answer.name == f"{first.name}, answer 0"
    (said,) = (json.loads(line) for line in judge({"name": "x", "systems": answer.systems, "content": answer.content}))
    assert said["check"]["footer"]["rounds"] >= 1
    generated = [entry.name for entry in generated_inputs(2, seed=1)]
    assert len(generated) == len(set(generated)) == 24


def test_a_record_of_version_3_differs_in_its_form_only(recorded: Path, tmp_path: Path) -> None:
    """It has the argument among the keys of the round, no shape, and null or 0 where nothing decides."""

    def write_as_version_3(entry: dict[str, Any]) -> None:
        for finding in entry["check"]["rounds"].values():
            finding.update(finding.pop("argument", {}))
            finding.setdefault("criterion", None)
            finding.setdefault("discrepant_pairs", 0)
            for key in ("article", "shape"):
                finding.pop(key, None)

    old = changed(recorded, tmp_path, write_as_version_3)
    assert lines(old) != lines(recorded)
    assert main(["compare", str(old), str(recorded)]) == 0
