"""The files that version 0.2 wrote are still read, and what is read from them is still written in the same form."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from support.schemas import record_validator

from checker.campaigns.configuration import Direction
from checker.campaigns.explaining import causes_of
from checker.campaigns.grouping import summarise
from checker.campaigns.outcomes import FindingClass, Score
from checker.campaigns.smallest_events import load_reduction
from checker.campaigns.store import Store, open_store
from checker.evidence.bundle import read_answers, read_facts
from checker.evidence.bundle import read_record as read_campaign_record
from checker.evidence.collecting import read_ledger, write_ledger
from checker.evidence.facts import EvidencePart
from checker.known_findings.marking import read_known
from checker.records.run_record import RecordWriter, read_record
from checker.verdicts.verdict import ExitStatus, Verdict
from pairproof.cli.main import main
from reports.campaign_lines import campaign_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.campaigns.outcomes import ProgramFinding

RECORDS = Path(__file__).parents[1] / "data/records_0_2"
EVIDENCE = RECORDS / "evidence"


def lines_of(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a file as JSON values."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """Open a copy of the campaign store, as a version that need not look for causes anew."""
    monkeypatch.setattr("checker.campaigns.store.__version__", "0.2.0")
    path = tmp_path / "campaign.sqlite"
    shutil.copy(RECORDS / "campaign.sqlite", path)
    with open_store(path) as opened:
        yield opened


def wrong_colours(store: Store) -> ProgramFinding:
    """Return the smallest finding of the second program."""
    programs = range(len(store.programs))
    summary = summarise(store, {number: causes_of(store, number) for number in programs})
    found = [one for one in summary.findings if one.program == 1]
    return min(found, key=lambda one: one.size)


def test_the_record_holds_every_kind_of_line_and_verdict() -> None:
    """The sample is worth keeping: rounds of eight verdicts, a refused file, teams, rank orders, and editions."""
    lines = lines_of(RECORDS / "run.jsonl")
    assert {line["kind"] for line in lines} == {"header", "event", "round", "editions", "footer"}
    assert {line["verdict"] for line in lines if line["kind"] == "round"} >= {
        *("agree", "illegal", "worse", "later-in-order", "colours", "undeclared-fact", "declared"),
        "nothing-to-judge",
    }


def test_a_run_record_is_read() -> None:
    """Events, rounds, rank orders and the state of the known findings."""
    record = read_record(RECORDS / "run.jsonl")
    assert record.header.version == "0.2.0"
    assert (len(record.events), record.tally.checked.rounds) == (18, 72)
    assert record.exit_status is ExitStatus.DISCREPANCIES
    assert record.known is not None
    (known,) = [finding for event in record.events for finding in event.rounds if finding.known]
    assert (known.verdict, known.round_number, known.known and known.known.line) == (Verdict.COLOURS, 5, 1)


def test_a_run_record_is_written_in_the_form_in_which_it_was_read() -> None:
    """Every line of it, field by field; it follows the schema of today, too."""
    lines = [line for line in lines_of(RECORDS / "run.jsonl") if line["kind"] != "editions"]
    record = read_record(RECORDS / "run.jsonl")
    stream = io.StringIO()
    known = record.known
    assert known is not None
    with RecordWriter(stream, record.header, lambda _: known) as writer:
        for event in record.events:
            writer.add(event.header)
            for finding in event.rounds:
                writer.add(finding)
    written = [json.loads(line) for line in stream.getvalue().splitlines()]
    validator = record_validator()
    assert [error.message for line in written for error in validator.iter_errors(line)] == []
    assert list(map(_flat, written)) == list(map(_flat, lines))


def _flat(line: dict[str, Any]) -> dict[str, Any]:
    """Return a line as version 0.2 has it, without the version: the argument is not an object of its own."""
    flat = {key: value for key, value in (line | line.get("argument", {})).items() if key != "argument"}
    derived = ("format_version", "article", "shape", "criterion", "pairs", "discrepant_pairs")
    return {key: value for key, value in flat.items() if key not in derived} | {
        key: flat.get(key) or None for key in ("criterion", "pairs", "discrepant_pairs")
    }


def test_a_list_of_known_findings_is_read() -> None:
    """With its date."""
    (entry,) = read_known(RECORDS / "known.toml").entries
    assert (entry.signature, entry.since) == ("dutch-2026 | discrepant | colours | 5.2.1", "2026-11-22")


def test_a_store_is_read(store: Store) -> None:
    """Configuration, programs, events, findings, classes, answers, and how programs were asked."""
    assert store.configuration.direction is Direction.PAIR
    assert [known.name for known in store.programs] == ["support.campaigns:stammering", "support.campaigns:reversing"]
    outcomes = list(store.outcomes())
    assert (len(outcomes), sum(len(outcome.findings) for outcome in outcomes)) == (8, 32)
    assert {finding.score for outcome in outcomes for finding in outcome.findings} == {Score.DISCREPANT}
    assert [kind for kind, _, _ in store.classes().values()] == [FindingClass.CANDIDATE.value]
    exchange, recipe = store.exchange(0, 1, 2), store.recipe(1)
    assert exchange is not None
    assert exchange.answer.startswith(b"4\n2 3\n")
    assert recipe is not None
    assert recipe.words == ("support.campaigns:reversing",)
    assert next(iter(store.exercised()))


def test_causes_and_reduced_events_of_a_store_are_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are not looked for again."""
    monkeypatch.setattr("checker.campaigns.explaining.explain", None)
    subject = wrong_colours(store)
    assert subject.cause is None
    reduced = load_reduction(store, subject)
    assert reduced is not None
    assert (reduced.system, reduced.round_number, reduced.mark) == ("dutch-2026", 2, "colours (5.2.1)")


WORDS = frozenset({"sentence", "meaning"})
"""Keys whose texts are worded anew since 0.2; programs read the others."""


def blank_sentences(value: Any) -> Any:
    """Blank the texts of a JSON value that are worded differently today; the keys stay."""
    if isinstance(value, dict):
        return {key: "" if key in WORDS else blank_sentences(item) for key, item in value.items()}
    return [blank_sentences(item) for item in value] if isinstance(value, list) else value


def test_a_campaign_record_is_written_in_the_same_form(store: Store) -> None:
    """The lines of a report on the store."""
    before = lines_of(RECORDS / "campaign.jsonl")
    summary = summarise(store, {number: causes_of(store, number) for number in range(2)})
    written = [json.loads(line) for line in campaign_lines(summary, version="0.2.0")]
    assert blank_sentences(written) == blank_sentences(before)


def test_a_dossier_is_written_in_the_same_form(store: Store, tmp_path: Path) -> None:
    """The file for machines says the same in the same words; of the files, two are new."""
    store.close()
    folder = tmp_path / "dossier"
    assert main(["campaign", "show", str(store.path), "0", "--program", "1", "-o", str(folder)]) == 0
    before, written = (json.loads((path / "dossier.json").read_text("utf-8")) for path in (RECORDS, folder))
    before["files"][7:7] = ["proof.json", "verify.py"]
    assert blank_sentences(written | {"pairproof": "0.2.0"}) == blank_sentences(before)


def test_a_ledger_is_read_and_written_in_the_same_form(tmp_path: Path) -> None:
    """Plan, program, machine, obstacles and the time that was worked."""
    ledger = read_ledger(EVIDENCE)
    assert ledger is not None
    assert ledger.why_not(EvidencePart.EXAM).endswith("has no checker, as it says itself")
    (tmp_path / "work").mkdir()
    write_ledger(tmp_path, ledger)
    before, written = (json.loads((path / "work/ledger.json").read_text("utf-8")) for path in (EVIDENCE, tmp_path))
    assert written == before


def test_a_bundle_of_evidence_is_read() -> None:
    """Facts, the record of a part, and the answers in question."""
    facts = read_facts(EVIDENCE)
    assert facts.program.name == "support.campaigns:reversing"
    assert len(read_campaign_record(EVIDENCE, "records/pair.jsonl")) == 6
    assert [number for _, number in read_answers(EVIDENCE)] == [2] * 6
