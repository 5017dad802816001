"""A run is recorded as JSON lines that follow the schema, and read back as it was."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from support.runs import entries_of
from support.schemas import record_validator
from support.toy import event_of, games, paired_properly
from support.toy_cast import Broadminded, Clumsy, Methodical, Talkative, refuse

from checker.findings import EventHeader
from checker.records.run import RunHeader, make_record
from checker.records.run_record import IncompleteRecordError, InvalidRecordError, RecordWriter, read_record
from checker.records.schema import PUBLISHED, record_schema
from checker.verdicts.verdict import Verdict
from tournaments.model import BlankRounds

if TYPE_CHECKING:
    from checker.findings import Entry

SAMPLE = Path(__file__).parents[1] / "data/records_3/run.jsonl"
HEADER = RunHeader(program="pairproof", version="0.1.0", rounds=(1, 9), created="2026-11-20T12:00:00+00:00")


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    """Return a run in which every kind of line and field occurs."""
    return [
        *entries_of(paired_properly(3, players=7, rounds_declared=5)),
        *entries_of(event_of([games((1, 4), (2, 5), (3, 6)), games((1, 3), (4, 2), (6, 5))])),
        *entries_of(event_of([games((4, 1), (2, 6), (3, 5))]), Talkative),
        *entries_of(event_of([games((4, 1), (2, 5), (3, 6))]), Talkative),
        *entries_of(event_of([games((1, 2), (3, 4), (5, 6))]), Broadminded),
        *entries_of(event_of([games((1, 2), (3, 4), (5, 6))]), Methodical),
        *entries_of(event_of([games((1, 4), (2, 5), (3, 6)), games((4, 1), (2, 6), (5, 3))])),
        *entries_of(event_of([games((1, 3), (2, 4), (5, 6))], declarations=("Round 1: paired by hand",))),
        *entries_of(paired_properly(2), Clumsy),
        *entries_of(paired_properly(2), refuse),
        EventHeader(event="silent", source="silent.trf", blanks=(BlankRounds(tpn=3, rounds=(2, 4)),)),
        EventHeader(event="gone", source="gone.trf", refusal="no such file", verdict=Verdict.UNREADABLE),
    ]


def write_run(entries: list[Entry]) -> str:
    """Write a run."""
    stream = io.StringIO()
    with RecordWriter(stream, HEADER) as writer:
        for entry in entries:
            writer.add(entry)
    return stream.getvalue()


@pytest.fixture(scope="module")
def record(entries: list[Entry]) -> str:
    """Return the run, recorded."""
    return write_run(entries)


def lines_of(record: str) -> list[dict[str, Any]]:
    """Parse a record."""
    return [json.loads(line) for line in record.splitlines()]


def test_every_line_follows_the_schema(record: str) -> None:
    """The schema is itself valid, and every line of a varied run is valid by it."""
    jsonschema.Draft202012Validator.check_schema(record_schema())
    validator = record_validator()
    faults = [error.message for line in lines_of(record) for error in validator.iter_errors(line)]
    assert faults == []


def test_the_schema_names_every_verdict() -> None:
    """Of rounds, and of the counts at the end, which name the same."""
    definitions = record_schema()["$defs"]
    assert definitions["Verdict"]["enum"] == sorted(verdict.value for verdict in Verdict)
    counts = definitions["Footer"]["properties"]["verdicts"]
    assert counts["propertyNames"] == {"$ref": "#/$defs/Verdict"}


def test_the_schema_is_strict(record: str) -> None:
    """A field that is not laid down, or an unknown verdict, is an error."""
    validator = record_validator()
    line = next(line for line in lines_of(record) if line["kind"] == "round")
    assert validator.is_valid(line)
    assert not validator.is_valid(line | {"colour": "w"})
    assert not validator.is_valid(line | {"verdict": "fine"})
    assert not validator.is_valid({name: value for name, value in line.items() if name != "verdict"})


def test_lines_have_the_promised_fields(record: str) -> None:
    """A header first, a footer last, and in between rounds that name verdict and criterion."""
    header, *middle, footer = lines_of(record)
    assert (header["kind"], header["format"], header["format_version"]) == ("header", "pairproof-run", 4)
    rounds = [line for line in middle if line["kind"] == "round"]
    assert all({"event", "round", "verdict", "sentence", "pairs"} <= set(line) for line in rounds if "recorded" in line)
    worse = next(line for line in rounds if line["verdict"] == "worse")
    assert (worse["round"], worse["article"], worse["criterion"], worse["discrepant_pairs"]) == (2, "2", "T2", 3)
    agree = next(line for line in rounds if line["verdict"] == "agree")
    assert not {"article", "criterion", "discrepant_pairs", "argument"} & set(agree)
    assert footer["kind"] == "footer"
    assert (footer["events"], footer["rounds"], footer["pairs"]) == (9, 13, 39)
    assert footer["discrepancies"] == {"events": 4, "rounds": 4, "pairs": 10}
    assert footer["exit_status"] == 1


@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_record_of_an_earlier_version_is_read(tmp_path: Path, entries: list[Entry], version: int) -> None:
    """The sample was written from the same entries by version 3, in which the argument was not an object."""
    sample = SAMPLE.read_text("utf-8")
    assert '"argument"' not in sample
    path = tmp_path / "old.jsonl"
    path.write_text(sample.replace('"format_version":3', f'"format_version":{version}'), "utf-8")
    assert read_record(path) == make_record(HEADER, entries)


def test_what_follows_from_a_finding_is_not_believed(tmp_path: Path, record: str) -> None:
    """A record cannot hold another article, or fewer wrong pairs, than pairings and argument have."""
    damaged = record.replace('"article":"2","criterion":"T2"', '"article":"9","criterion":"T1"', 1)
    assert damaged != record
    path = tmp_path / "run.jsonl"
    path.write_text(damaged, "utf-8")
    worse = next(one for event in read_record(path).events for one in event.rounds if one.verdict is Verdict.WORSE)
    assert (worse.article, worse.criterion) == ("2", "T2")


def test_a_record_read_back_is_the_run(tmp_path: Path, entries: list[Entry], record: str) -> None:
    """Every value survives."""
    path = tmp_path / "run.jsonl"
    path.write_text(record, "utf-8")
    assert read_record(path) == make_record(HEADER, entries)


def test_an_interrupted_run_has_no_footer(tmp_path: Path, entries: list[Entry]) -> None:
    """The finished entries are there, and reading reports that it is incomplete."""
    path = tmp_path / "run.jsonl"

    def run() -> None:
        with path.open("w", encoding="utf-8") as stream, RecordWriter(stream, HEADER) as writer:
            writer.add(entries[0])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run()
    assert [line["kind"] for line in lines_of(path.read_text("utf-8"))] == ["header", "event"]
    with pytest.raises(IncompleteRecordError, match="the footer is missing"):
        read_record(path)


def test_a_record_cut_off_within_a_line_is_incomplete(tmp_path: Path, record: str) -> None:
    """The last line must be whole."""
    path = tmp_path / "run.jsonl"
    path.write_text(record[:-20], "utf-8")
    with pytest.raises(IncompleteRecordError, match="cut off"):
        read_record(path)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            '"verdict":"worse"',
            '"verdict":"fine"',
            r"line 8: Invalid enum value 'fine' - at `\$.verdict`; check the files again",
        ),
        (
            '"round":2,"verdict":"worse"',
            '"round":"2","verdict":"worse"',
            r"line 8: Expected `int`, got `str` - at `\$.round`",
        ),
        ('"kind":"event","event":"Toy Open"', '"kind":"happening","event":"Toy Open"', "line 2: no line of kind"),
        ('"format_version":4', '"format_version":99', "line 1: pairproof-run in version 1 to 4 is expected"),
        ('"source":"gone.trf"', '"sauce":"gone.trf"', "line 27: Object contains unknown field `sauce`"),
        ('"pairs":39', '"pairs":40', "the footer does not count what the record holds"),
        ('{"kind":"footer"', '{"kind:"footer"', "not JSON"),
        ('{"kind":"header"', '{"kind":"footer"', "the first line is not a header"),
    ],
)
def test_a_damaged_record_is_refused_with_line_and_fault(
    tmp_path: Path, record: str, old: str, new: str, message: str
) -> None:
    """Nothing that is not a record is taken for one."""
    assert old in record
    path = tmp_path / "run.jsonl"
    path.write_text(record.replace(old, new, 1), "utf-8")
    with pytest.raises(InvalidRecordError, match=message):
        read_record(path)


@pytest.mark.parametrize("content", [b"", b"\n", b"[]\n", b"\xff\xfe\x00\n", b"012 Some Open\n"])
def test_other_files_are_not_records(tmp_path: Path, content: bytes) -> None:
    """Empty, binary and foreign files are refused."""
    path = tmp_path / "run.jsonl"
    path.write_bytes(content)
    with pytest.raises(InvalidRecordError):
        read_record(path)


def test_names_with_line_separators_do_not_break_lines(tmp_path: Path) -> None:
    """A line of the record ends with a line feed and nothing else."""
    header = EventHeader(event="odd\u2028name\x85", source="odd", refusal="Nothing to check.")
    path = tmp_path / "run.jsonl"
    path.write_text(write_run([header]), "utf-8")
    assert read_record(path).events[0].header == header


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.name)
def test_the_published_schema_is_that_of_the_classes(path: Path) -> None:
    """``python -m checker.records.schema`` writes it anew."""
    assert json.loads(path.read_text("utf-8")) == PUBLISHED[path]()
    jsonschema.Draft202012Validator.check_schema(PUBLISHED[path]())
