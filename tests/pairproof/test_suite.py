"""The command that puts the conformance suite to a program."""

from __future__ import annotations

import csv
import json
import re
import sys
import threading
from dataclasses import replace
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gacrux
import pytest
from junitparser import Error, Failure, JUnitXml, Skipped
from support.schemas import validate_junit, validate_sarif

from checker.known_findings.entries import KnownFinding, KnownList
from checker.programs import process_run
from checker.programs.program import EventFeature
from checker.suite.marks import (
    AnswerMark,
    MarkedAnswer,
    ProgramAnswers,
    SuiteRun,
    against_list,
    count_marks_by_article,
    judge_answers,
    mark_pairing,
)
from checker.suite.questions import Suite, load_suite
from checker.verdicts.consequence import Consequence
from checker.verdicts.verdict import ExitStatus
from pairproof.cli import suite as suite_command
from pairproof.cli.main import main
from reference_engines.frame.results import RoundPairing
from reports.formats.suite_results import suite_results
from reports.suite import SuiteTable, suite_lines, summary

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Future

RIGHT = "callable:support.conformance.programs:right"
WITHOUT_C14 = "callable:support.reduction:pair_without_c14"
CRASHES_LATER = "callable:support.conformance.programs:crashes_later"
C14 = "resident-downfloat-again-1-left-out"
RECORD_OF_A_CHECK = str(Path(__file__).parents[1] / "data" / "records_0_2" / "run.jsonl")
CAST = Path(__file__).parents[1] / "support" / "programs" / "cast.py"


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Suite:
    """Let the suite have eight questions, one of which C14 decides."""
    whole = load_suite("dutch-2026")
    with_it = next(one for one in whole.questions if "resident-downfloat-again-1-left-out" in one.shown)
    others = [one for one in whole.questions if "resident-downfloat-again-1-left-out" not in one.shown][:7]
    suite = replace(whole, questions=(with_it, *others))
    monkeypatch.setattr(suite_command, "load_suite", lambda _: suite)
    return suite


def run_of(suite: Suite, marked: Sequence[MarkedAnswer]) -> SuiteRun:
    """Return the run of a program with given marks."""
    program = ProgramAnswers(name="Mine", version="", command="mine", marked=tuple(marked))
    return SuiteRun(suite=suite, programs=(program,), command="")


def test_a_right_program_ends_in_0(few: Suite, capsys: pytest.CaptureFixture[str]) -> None:
    """With a table in Markdown of the articles that were asked for."""
    assert main(["suite", RIGHT]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].endswith("dutch-2026: 8 of 8 questions right, 0 wrong, 0 unanswered")
    assert told[2].startswith("| article")
    assert set(told[3]) <= set("|:- ")
    assert len(told) == 4 + len({question.article for question in few.questions})


def test_a_wrong_answer_ends_in_1(few: Suite, capsys: pytest.CaptureFixture[str]) -> None:
    """The output names the misreading that fits, and the right pairing."""
    assert main(["suite", WITHOUT_C14]) == 1
    told = capsys.readouterr().out
    assert "dutch-2026: 7 of 8 questions right, 1 wrong, 0 unanswered" in told
    assert "It answers as if C14 were left out (2.4.9): 1 wrong answer of 1" in told
    assert f"{few.questions[0].file}, round {few.questions[0].round_number}, {few.questions[0].article}: " in told


@pytest.mark.usefixtures("few")
def test_ctrl_c_keeps_the_answers_until_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those of a program that has ended stay; a question that was not asked any more is never the program's failure."""

    def press_ctrl_c(columns: list[Future[ProgramAnswers]]) -> None:
        columns[0].result()
        raise KeyboardInterrupt

    monkeypatch.setattr(suite_command, "wait", press_ctrl_c)
    hanging = f"command:{sys.executable} -c 'import time; time.sleep(1000)' {{input}}"
    programs = [WITHOUT_C14, hanging]
    assert main(["suite", *programs, "--time-limit", "60", "-o", str(tmp_path / "table.jsonl")]) == 130
    output = capsys.readouterr()
    assert 'Interrupted; questions without an answer are marked "not asked yet"' in output.err
    assert "| 7/8 | 8 not asked yet |" in output.out
    programs = [json.loads(line) for line in (tmp_path / "table.jsonl").read_text("utf-8").splitlines()]
    assert [one["marks"] for one in programs if one["kind"] == "program"] == [
        {"right": 7, "wrong": 1},
        {"not_asked_yet": 8},
    ]


def test_ctrl_c_also_ends_a_program_that_is_started_at_that_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thread that has just looked for the interruption starts one more program, which would run to its time limit."""
    is_late = threading.Event()
    end_now, ended = process_run.end_all, []

    def end_before_the_start() -> None:
        if is_late.is_set():
            ended.append(True)
            end_now()
        is_late.set()

    def press_ctrl_c(_columns: list[Future[ProgramAnswers]]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(process_run, "end_all", end_before_the_start)
    monkeypatch.setattr(suite_command, "wait", press_ctrl_c)
    hanging = f"command:{sys.executable} -c 'import time; time.sleep(1000)' {{input}}"
    assert main(["suite", hanging, "--time-limit", "900", "-o", str(tmp_path / "table.jsonl")]) == 130
    assert ended


@pytest.mark.parametrize("is_interrupted", [True, False])
def test_the_table_of_an_interrupted_run_says_what_was_not_asked_yet(few: Suite, *, is_interrupted: bool) -> None:
    """In a column of its own, and the run is no pass; a table without such questions does not have the column."""
    missing = AnswerMark.NOT_ASKED_YET if is_interrupted else AnswerMark.NOT_ASKED
    first, *others = few.questions
    unasked = [MarkedAnswer(question=one, mark=missing, why="the run was interrupted") for one in others]
    marked = (MarkedAnswer(question=first, mark=AnswerMark.RIGHT, given=first.pairing), *unasked)
    lines = [line.text for line in suite_lines("", count_marks_by_article(few, marked), (), marked)]
    assert (lines[2].split("|")[-2].strip() == "not asked yet") is is_interrupted
    assert f"7 questions {missing.value}: the run was interrupted" in lines
    assert summary("Mine", "dutch-2026", marked).endswith(f"0 unanswered, 7 {missing.value}")
    assert judge_answers(marked).status == (ExitStatus.NOT_CHECKED if is_interrupted else ExitStatus.CONSISTENT)
    ends = suite_results(run_of(few, marked))
    outcomes = {case.outcome for one in ends.suites for case in one.cases}
    assert (Consequence.ERROR in outcomes) is is_interrupted


def test_what_a_program_does_not_support_is_not_asked(
    few: Suite, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The program is not even started for these questions; they are counted apart, with the feature."""
    away = [one for one in few.questions if EventFeature.ABSENCES.occurs_in(few.event(one))]
    asked = 8 - len(away)
    assert 0 < asked < 8
    record = tmp_path / "answers.jsonl"
    assert main(["suite", "command:true", "--set", 'unsupported=["absences"]', "-o", str(record)]) == 2
    told = capsys.readouterr().out
    assert f"0 of 8 questions right, 0 wrong, {asked} unanswered, {len(away)} not asked" in told
    assert "not asked: its description says that it does not support: absences" in told
    program = json.loads(record.read_text("utf-8").splitlines()[1])
    assert program["marks"] == {"unanswered": asked, "not_asked": len(away)}


def test_questions_that_are_not_asked_fail_nothing(few: Suite) -> None:
    """But a program that was asked nothing has not passed."""
    first, *others = few.questions
    rest = [MarkedAnswer(question=question, mark=AnswerMark.NOT_ASKED) for question in others]
    right = MarkedAnswer(question=first, mark=AnswerMark.RIGHT, given=first.pairing)
    assert judge_answers([right, *rest]).status is ExitStatus.CONSISTENT
    assert (
        judge_answers([MarkedAnswer(question=first, mark=AnswerMark.UNANSWERED), *rest]).status
        is ExitStatus.NOT_CHECKED
    )
    assert judge_answers(rest).status is ExitStatus.NOT_CHECKED
    skipped = suite_results(run_of(few, rest)).suites[0].cases
    assert {case.outcome for case in skipped if case.rule == "not-asked"} == {Consequence.SKIPPED}


def test_the_record_has_every_answer(few: Suite, tmp_path: Path) -> None:
    """Header, answers, articles, what fits, footer."""
    record = tmp_path / "answers.jsonl"
    assert main(["suite", WITHOUT_C14, "--json", str(record)]) == 1
    lines = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
    assert (lines[0]["format"], lines[0]["format_version"], lines[0]["system"]) == ("pairproof-suite", 2, "dutch-2026")
    answers = [line for line in lines if line["kind"] == "answer"]
    assert [line["question"] for line in answers] == [question.identifier for question in few.questions]
    assert answers[0]["given"] != answers[0]["right"]
    assert [line["misreading"] for line in lines if line["kind"] == "fit"] == ["resident-downfloat-again-1-left-out"]
    assert [line["marks"] for line in lines if line["kind"] == "program"] == [{"right": 7, "wrong": 1}]
    assert lines[-1] == {"kind": "footer", "programs": 1, "questions": 8, "exit_status": 1}


def outputs(stem: str, suffixes: Sequence[str]) -> list[str]:
    """Return the words that ask for reports."""
    return [word for suffix in suffixes for word in ("-o", f"{stem}.{suffix}")]


@pytest.mark.usefixtures("few", "here")
@pytest.mark.parametrize(
    ("programs", "suffixes"),
    [((WITHOUT_C14,), ("jsonl", "html", "md", "csv", "xml", "sarif")), ((RIGHT, WITHOUT_C14), ("jsonl", "html", "md"))],
)
def test_reports_from_the_record_of_answers_are_those_of_the_suite(
    programs: Sequence[str], suffixes: Sequence[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Byte for byte, in every format and on the screen; no program is asked again."""
    assert main(["suite", *programs, *outputs("asked", suffixes)]) == 1
    told = capsys.readouterr().out
    assert main(["report", "asked.jsonl", *outputs("reported", suffixes)]) == 1
    for suffix in suffixes:
        assert Path(f"reported.{suffix}").read_bytes() == Path(f"asked.{suffix}").read_bytes(), suffix
    capsys.readouterr()
    assert main(["report", "asked.jsonl"]) == 1
    assert capsys.readouterr().out == told


@pytest.mark.usefixtures("few", "here")
def test_records_of_several_runs_make_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    """Each program keeps its column; the commands of all runs are named."""
    for number, program in enumerate((RIGHT, WITHOUT_C14)):
        main(["suite", program, "-o", f"{number}.jsonl"])
    capsys.readouterr()
    assert main(["report", "0.jsonl", "1.jsonl", "-o", "table.html"]) == 1
    assert main(["report", "0.jsonl", "1.jsonl"]) == 1
    told = capsys.readouterr().out
    assert "| all articles |  | 8/8 | 7/8 |" in told
    assert f"pairproof suite {RIGHT} --system dutch-2026 && pairproof suite {WITHOUT_C14}" in told


@pytest.mark.usefixtures("here")
def test_a_record_keeps_what_a_list_knows(few: Suite, capsys: pytest.CaptureFixture[str]) -> None:
    """A known wrong answer fails nothing in a report either."""
    Path("known.toml").write_text(f'[[known]]\ncause = "{C14}"\nreason = "on its way"\n', "utf-8")
    assert few.questions
    words = ["--expected", "known.toml", *outputs("asked", ("jsonl", "xml"))]
    assert main(["suite", WITHOUT_C14, *words]) == 0
    told = capsys.readouterr().out
    assert main(["report", "asked.jsonl", "-o", "reported.xml"]) == 0
    assert Path("reported.xml").read_bytes() == Path("asked.xml").read_bytes()
    capsys.readouterr()
    assert main(["report", "asked.jsonl"]) == 0
    assert capsys.readouterr().out == told


@pytest.mark.usefixtures("here")
def test_a_record_of_other_questions_is_refused(few: Suite, capsys: pytest.CaptureFixture[str]) -> None:
    """Of another release or edition, cut off, or beside the record of a check; the message says what to do."""
    main(["suite", RIGHT, "-o", "asked.jsonl"])
    record = Path("asked.jsonl").read_text("utf-8")
    Path("old.jsonl").write_text(record.replace(f'"release":"{few.release}"', '"release":"0.1.0"'), "utf-8")
    Path("other.jsonl").write_text(record.replace('"system":"dutch-2026"', '"system":"lim-2026"', 1), "utf-8")
    Path("cut.jsonl").write_text(record.rpartition('{"kind":"footer"')[0], "utf-8")
    Path("fewer.jsonl").write_text(re.sub(r'{"kind":"answer".*\n', "", record, count=1), "utf-8")
    capsys.readouterr()
    for words, status, message in (
        (["old.jsonl"], 2, f"answers to release 0.1.0 of the suite; the questions here are of {few.release}"),
        (["asked.jsonl", "other.jsonl"], 2, "records of different questions make no table together"),
        (["cut.jsonl"], 2, "cut.jsonl: not a complete record of the answers to a suite"),
        (["fewer.jsonl"], 2, "a program's answers are not those to the 8 questions of dutch-2026"),
        (["asked.jsonl", "--sheet", "s.html"], 3, "answers to a suite have no sheet"),
        (["asked.jsonl", RECORD_OF_A_CHECK], 3, "not a record of answers to a suite"),
        (["asked.jsonl", "asked.jsonl", "-o", "r.xml"], 3, "the answers of several programs are written as"),
    ):
        assert main(["report", *words]) == status, words
        assert message in capsys.readouterr().err


def test_a_program_that_hangs_ends_in_2(few: Suite, capsys: pytest.CaptureFixture[str]) -> None:
    """It is given up after a few questions."""
    hanging = f"command:{sys.executable} {CAST} hangs {{input}} {{output}}"
    assert main(["suite", hanging, "--time-limit", "0.2", "--workers", "2"]) == 2
    told = capsys.readouterr().out
    assert "0 of 8 questions right, 0 wrong, 8 unanswered" in told
    assert "exceeded its time: 0.2 seconds" in told
    assert len(few.questions) == 8


@pytest.mark.parametrize("system", ["double-swiss-2026", "team-2026"])
def test_matches_are_asked_for_by_the_numbers_of_who_plays_them(
    system: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of two games, or of two teams: a program answers as it does for single games."""
    whole = load_suite(system)
    latest = sorted(whole.questions, key=lambda question: question.round_number)[-2:]
    monkeypatch.setattr(suite_command, "load_suite", lambda _: replace(whole, questions=tuple(latest)))
    pairproof = f"command:{sys.executable} -m pairproof.cli.main pair {{input}} -o {{output}}"
    assert main(["suite", pairproof, "--system", system, "--time-limit", "60"]) == 0
    assert f"{system}: 2 of 2 questions right" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["suite", RIGHT, "--system", "swiss-1900"], "no suite exists for 'swiss-1900'; there are: "),
        (["suite", RIGHT, "--workers", "0"], "--workers is 0; at least 1"),
        (["suite", RIGHT, "--time-limit", "0"], "--time-limit is 0; write seconds, more than 0"),
        (["suite", "nobody"], "'nobody' is not a program that is described here"),
    ],
)
def test_wrong_usage_ends_in_3(options: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Before anything is asked."""
    assert main(options) == 3
    assert message in capsys.readouterr().err


def run_with_every_format(*words: str) -> tuple[int, dict[str, list[object]], list[dict[str, Any]]]:
    """Ask, with every format at once; return the status, the testcases by name, and the results of SARIF."""
    status = main(["suite", *words, "--junit", "s.xml", "--markdown", "s.md", "--sarif", "s.sarif"])
    text = Path("s.xml").read_text("utf-8")
    validate_junit(text)
    log = json.loads(Path("s.sarif").read_text("utf-8"))
    validate_sarif(log)
    cases = {case.name: list(case.result) for suite in JUnitXml.fromstring(text.encode()) for case in suite}
    return status, cases, log["runs"][0]["results"]


@pytest.mark.usefixtures("here")
def test_every_article_is_a_testcase(few: Suite) -> None:
    """One that is wrong fails with what fits and what is right; one without a question is skipped."""
    status, cases, results = run_with_every_format(WITHOUT_C14)
    assert status == 1
    assert [name.split()[0] for name in cases] == [article.split()[0] for article in few.articles]
    article, asked = few.questions[0].article, {question.article for question in few.questions}
    for name, found in cases.items():
        key = next(one for one in few.articles if f"{one} {few.articles[one]}" == name)
        kinds = [Failure] if key == article else [] if key in asked else [Skipped]
        assert [type(result) for result in found] == kinds
    ((failure,),) = [found for found in cases.values() if found and isinstance(found[0], Failure)]
    first = "It answers as if C14 were left out (2.4.9): 1 wrong answer of 1"
    assert first in failure.text
    assert few.questions[0].file in failure.text
    assert failure.text.endswith(f"Again: pairproof suite {WITHOUT_C14} --system dutch-2026")
    assert f"{first}." in Path("s.md").read_text("utf-8").split("##")[0]
    assert first in json.loads(Path("s.sarif").read_text("utf-8"))["runs"][0]["properties"]["conclusion"]
    assert f'<property name="cause" value="{first}"' in Path("s.xml").read_text("utf-8")
    (wrong,) = [result for result in results if result["level"] == "error"]
    location = wrong["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert location == f"conformance/dutch-2026/{few.questions[0].file}"
    assert "## Wrong (1)" in Path("s.md").read_text("utf-8")


@pytest.mark.usefixtures("here")
def test_an_unanswered_question_is_an_error_of_its_article(few: Suite) -> None:
    """No pass, and no failure."""
    status, cases, _ = run_with_every_format("callable:math:gcd")
    assert status == 2
    kinds = {type(result) for found in cases.values() for result in found}
    assert kinds == {Error, Skipped}
    assert len(few.questions) == 8


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("key", ["cause", "signature"])
def test_a_misreading_or_a_single_answer_can_be_known(few: Suite, key: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It fails no suite until the program is right."""
    question = few.questions[0]
    name = C14 if key == "cause" else f"dutch-2026 | {question.article} | {question.identifier}"
    Path("known.toml").write_text(f'[[known]]\n{key} = "{name}"\nreason = "next year"\n', "utf-8")
    status, cases, results = run_with_every_format(WITHOUT_C14, "--expected", "known.toml")
    assert status == 0
    assert not [result for found in cases.values() for result in found if isinstance(result, Failure)]
    assert [result["ruleId"] for result in results if "suppressions" in result] == ["wrong-answer"]
    assert f"  {name}: 1 finding; known: next year\n" in capsys.readouterr().out
    assert "## Known (1)" in Path("s.md").read_text("utf-8")

    status, cases, _ = run_with_every_format(RIGHT, "--expected", "known.toml")
    assert status == 1
    assert [type(result) for result in cases[name]] == [Failure]
    assert f"{name}: does not occur any more; take it off the list (known.toml, line 1)" in capsys.readouterr().out
    assert main(["suite", "callable:math:gcd", "--expected", "known.toml"]) == 2
    assert f"{name}: not found so far" in capsys.readouterr().out


def test_a_wrong_answer_of_which_not_all_is_known_fails(few: Suite) -> None:
    """A list that names something else makes nothing green."""
    marked = [
        MarkedAnswer(question=few.questions[0], mark=AnswerMark.WRONG),
        *(MarkedAnswer(question=question, mark=AnswerMark.RIGHT) for question in few.questions[1:]),
    ]
    known = KnownList(source="k", entries=(KnownFinding(cause="c16", reason="r"),))
    found = against_list(few, "mine", marked, known)
    assert found.by == {few.questions[0].identifier: None}
    assert judge_answers(marked, found).status is ExitStatus.DISCREPANCIES


def test_several_programs_stand_side_by_side(few: Suite, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each program costs its own cells only; every format has every program."""
    outputs = [tmp_path / f"table{suffix}" for suffix in (".html", ".jsonl", ".md", ".csv")]
    hanging, crashing = (
        f"command:{sys.executable} {CAST} {vice} {{input}} {{output}}" for vice in ("hangs", "crashes")
    )
    options = [option for path in outputs for option in ("-o", str(path))]
    programs = [RIGHT, WITHOUT_C14, hanging, crashing, CRASHES_LATER]
    assert main(["suite", *programs, "--system", "dutch-2026", "--time-limit", "0.2", *options]) == 1
    told = capsys.readouterr().out
    rows = {
        cells[1].strip(): [cell.strip() for cell in cells[3:8]] for cells in map(_cells, told.splitlines()) if cells
    }
    asked = sum(not question.contested for question in few.questions)
    later = sum(question.round_number > 2 for question in few.questions)
    assert 0 < later < asked
    assert rows["all articles"] == [
        f"{asked}/{asked}",
        f"{asked - 1}/{asked}",
        f"0/{asked}, {asked} unanswered",
        f"0/{asked}, {asked} unanswered",
        f"{asked - later}/{asked}, {later} unanswered",
    ]
    same = [question for question in few.questions if question.article == few.questions[0].article]
    assert rows[same[0].article][:2] == [f"{len(same)}/{len(same)}", f"{len(same) - 1}/{len(same)}"]

    page, record, markdown, table = (path.read_text("utf-8") for path in outputs)
    assert "as if C14 were left out (2.4.9)" in page
    assert f"8 questions of dutch-2026, suite {few.release}, put to 5 programs by pairproof" in page
    assert f"{asked} of {asked} answers right.</li>" in page
    assert (
        f"{asked - 1} of {asked} answers right. It answers as if C14 were left out (2.4.9): 1 wrong answer of 1."
        in page
    )
    assert few.questions[0].file in page
    assert (
        page.count('<pre tabindex="0">') == page.count("<pre") == len(few.questions)
    )  # a keyboard scrolls what is wide
    lines = [json.loads(line) for line in record.splitlines()]
    counts = [line["marks"].get("right", 0) for line in lines if line["kind"] == "program"]
    assert counts == [asked, asked - 1, 0, 0, asked - later]
    assert markdown.strip() == told[told.index(markdown[:20]) :].strip()
    assert list(csv.reader(table.splitlines()))[-1] == ["all articles", "", *rows["all articles"]]


def _cells(line: str) -> list[str]:
    return line.split("|") if line.startswith("| ") else []


def test_contested_readings_have_rows_of_their_own() -> None:
    """The side that a program follows is named, and counts neither as right nor as wrong."""
    whole = load_suite("dutch-2026")
    contested = next(question for question in whole.questions if "DUTCH-C13-ABSOLUTE" in question.readings)
    suite = replace(whole, questions=(contested,))
    other = contested.contested[0]
    columns = tuple(
        ProgramAnswers(
            name="Mine",
            version="",
            command="mine",
            marked=(MarkedAnswer(question=contested, mark=mark_pairing(contested, given), given=given),),
        )
        for given in (contested.pairing, other.pairing, RoundPairing(pairs=(), bye=None))
    )
    table = SuiteTable(run=SuiteRun(suite=suite, programs=columns, command=""))
    assert table.articles == ()
    (row,) = table.readings
    assert row.label == other.reading
    assert [cell.text for cell in row.cells] == ["strong-only 1", f"{other.side} 1", "no side 1"]
    *_, last = suite_lines("", [], [], [column.marked[0] for column in columns])
    answers = f"answers: 1 by strong-only, 1 by {other.side}, 1 by no side"
    assert last.text == f"{other.reading} is contested, and does not count; {answers}"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["-o", "report.xml"], "the answers of several programs are written as .html, .jsonl, .md or .csv"),
        (["--set", "input.dialect=trf26"], "--set and --expected are for one program"),
    ],
)
def test_options_of_one_program_are_refused_for_several(
    options: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """They would mean a different thing for each program."""
    assert main(["suite", RIGHT, WITHOUT_C14, *options]) == 3
    assert said in capsys.readouterr().err


def test_a_program_of_another_system_is_not_asked_beside_others(
    few: Suite, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its description names the systems by which it pairs; no answer is held against it."""
    text = (files("checker.programs") / "descriptions" / "py4swiss.toml").read_text("utf-8")
    description = tmp_path / "older.toml"
    asked = len(few.questions)
    for named, cell in (("dutch-2017", f"{asked} not asked"), ("dutch-2026", f"0/{asked}, {asked} unanswered")):
        description.write_text(text.replace("dutch-2017", named), "utf-8")
        main(["suite", RIGHT, f"{description}={sys.executable}", "-o", str(tmp_path / "table.md")])
        rows = {cells[1].strip(): cells[3:5] for cells in map(_cells, capsys.readouterr().out.splitlines()) if cells}
        assert [cell.strip() for cell in rows["all articles"]] == [f"{asked}/{asked}", cell]


def test_gacrux_and_py4swiss_stand_in_one_table(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Real engines, asked in their own dialects, with their versions; what one does not support is not asked."""
    whole = load_suite("dutch-2026")
    forbidding = next(one for one in whole.questions if EventFeature.FORBIDDEN_PAIRS.occurs_in(whole.event(one)))
    suite = replace(whole, questions=(whole.questions[-1], forbidding))
    monkeypatch.setattr(suite_command, "load_suite", lambda _: suite)
    description = files("checker.programs") / "descriptions" / "py4swiss.toml"
    like_2017 = tmp_path / "py4swiss.toml"
    text = description.read_text("utf-8").replace("dutch-2017", "dutch-2026")
    like_2017.write_text(text.replace("unusual-results", "forbidden-pairs"), "utf-8")
    checker = Path(gacrux.__file__).parent / "pairingchecker.py"
    programs = [f"gacrux={sys.executable} {checker}", f"{like_2017}={Path(sys.executable).parent / 'py4swiss'}"]
    assert main(["suite", *programs, "-o", str(tmp_path / "table.html"), "--time-limit", "60"]) == 0
    rows = {cells[1].strip(): cells[3:5] for cells in map(_cells, capsys.readouterr().out.splitlines()) if cells}
    assert [cell.strip() for cell in rows["article"]] == [f"Gacrux {version('gacrux')}", "py4swiss 0.3.1"]
    assert [cell.strip() for cell in rows["all articles"]] == ["2/2", "1/1, 1 not asked"]
    assert "py4swiss<br>0.3.1" in (tmp_path / "table.html").read_text("utf-8")
