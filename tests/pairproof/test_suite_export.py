"""The suites by themselves: the archive, its schemas, and the runners, which use nothing of Pairproof."""

from __future__ import annotations

import io
import json
import shlex
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from support.loops import require_items
from support.pages import SUITES_PAGE, refreshed
from support.programs.print_pairs import FAILS

from checker.records.schema import answers_schema, index_schema
from checker.suite.export import export_suites
from checker.suite.questions import INDEX, RELEASE, Suite, format_index, load_suite, suites
from pairproof.cli.main import main
from tournaments.model import Dialect
from tournaments.trf.writing import write_event

if TYPE_CHECKING:
    from collections.abc import Sequence

FOLDER = Path(__file__).parents[2] / "conformance"
RUNNERS = FOLDER / "runners"
ENGINE = Path(__file__).parents[1] / "support" / "programs" / "print_pairs.py"
C14 = "resident-downfloat-again-1-left-out"
RIGHT = "callable:support.conformance.programs:right"
WITHOUT_C14 = "callable:support.reduction:pair_without_c14"


@pytest.fixture(scope="module")
def archive() -> dict[str, bytes]:
    """Return the files of the archive, by their path within its folder."""
    with zipfile.ZipFile(io.BytesIO(export_suites())) as packed:
        return {name.partition("/")[2]: packed.read(name) for name in packed.namelist()}


def test_the_archive_can_be_published_by_itself(archive: dict[str, bytes]) -> None:
    """Questions, indices, schemas, pages, licence and runners; nothing of a Python package."""
    about = {"README.md", "CHANGELOG.md", "LICENSE", "index.schema.json", "answers.schema.json"}
    assert about | {f"runners/run.{suffix}" for suffix in ("py", "mjs", "cpp")} <= archive.keys()
    for system in require_items(suites()):
        suite = load_suite(system)
        expected = {INDEX, *(question.file for question in suite.questions)}
        expected |= {f"{form.value}/{one.file}" for one in suite.questions for form in one.twins}
        assert {name.partition("/")[2] for name in archive if name.startswith(f"{system}/")} == expected
    assert not [name for name in archive if name.endswith((".pyc", "__init__.py", "py.typed"))]


def test_the_archive_is_the_same_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Byte by byte, with no date and no name of a machine; with the twins of one edition, as these take time."""
    monkeypatch.setattr("checker.suite.export.suites", lambda: ("clock-2012",))
    file = tmp_path / "suites.zip"
    assert main(["suite", "--export", str(file)]) == 0
    assert file.read_bytes() == export_suites()
    assert f"Suites {RELEASE} written to {file}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--export", "suites.tar"], "--export suites.tar: the archive is a .zip file"),
        ([RIGHT, "--export", "suites.zip"], "--export writes the questions alone; leave out programs and reports"),
        ([], "name a program to ask, or write --export FILE.zip"),
    ],
)
def test_an_export_asks_no_program(options: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Either programs or an archive are named."""
    assert main(["suite", *options]) == 3
    assert said in capsys.readouterr().err


def test_every_index_is_of_the_release_that_the_changes_name_first() -> None:
    """All editions have one version."""
    changes = (FOLDER / "CHANGELOG.md").read_text("utf-8")
    newest = next(line for line in changes.splitlines() if line.startswith("## "))
    assert newest == f"## {RELEASE}"
    assert {load_suite(system).release for system in suites()} == {RELEASE}


def test_the_page_of_the_suites_is_of_the_release_and_up_to_date() -> None:
    """``python -m batches.refresh_tables`` (in tests) writes the table of the twins anew."""
    text = SUITES_PAGE.read_text("utf-8")
    assert f"version {RELEASE} " in text
    assert text == refreshed(text)
    assert "| `dutch-2026` |" in text


# --- schemas ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", suites())
def test_every_index_has_the_form_of_the_schema(system: str) -> None:
    """Except an index with another key; every tenth question is looked at, as all are read by the same class."""
    index = json.loads((load_suite(system).folder / INDEX).read_text("utf-8"))
    index["questions"] = index["questions"][::10]
    validator = jsonschema.Draft202012Validator(index_schema())
    validator.validate(index)
    index["questions"] = []
    assert list(validator.iter_errors({**index, "verson": 1}))
    assert list(validator.iter_errors({key: value for key, value in index.items() if key != "release"}))


def test_the_record_has_the_form_of_the_schema(small: Suite, tmp_path: Path) -> None:
    """Of several programs with right, wrong, contested and missing answers."""
    assert len(small.questions) == 4
    record = tmp_path / "answers.jsonl"
    assert main(["suite", RIGHT, WITHOUT_C14, "callable:math:gcd", "-o", str(record)]) == 1
    lines: list[dict[str, Any]] = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
    validator = jsonschema.Draft202012Validator(answers_schema())
    for line in require_items(lines):
        validator.validate(line)
    marks = {(line["program"], line["question"]): line["mark"] for line in lines if line["kind"] == "answer"}
    assert {mark for (program, _), mark in marks.items() if program == 1} == {"right", "contested"}
    assert {mark for (program, _), mark in marks.items() if program == 2} == {"right", "wrong", "contested"}
    assert {mark for (program, _), mark in marks.items() if program == 3} == {"unanswered"}
    assert list(validator.iter_errors({"kind": "answer"}))


# --- runners ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Suite:
    """Let the suite have four questions: C14 decides one, and another one is contested."""
    whole = load_suite("dutch-2026")
    with_it = next(one for one in whole.questions if C14 in one.shown and not one.contested)
    contested = next(one for one in whole.questions if one.contested and C14 not in one.shown)
    others = [one for one in whole.questions if C14 not in one.shown and not one.contested][:2]
    suite = replace(whole, questions=(*others, with_it, contested))
    monkeypatch.setattr("pairproof.cli.suite.load_suite", lambda _: suite)
    return suite


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the runner in C++ as a program."""
    compiler = shutil.which("g++")
    if compiler is None:
        pytest.skip("no C++ compiler is installed")
    program = tmp_path_factory.mktemp("runner") / "run"
    words = [compiler, "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", str(program), str(RUNNERS / "run.cpp")]
    subprocess.run(words, check=True)  # noqa: S603 - the compiler of the system
    return program


def runner_words(language: str, request: pytest.FixtureRequest) -> Sequence[str]:
    """Return the words that start the runner in a language."""
    if language == "python":
        return (sys.executable, "-I", str(RUNNERS / "run.py"))
    if language == "javascript":
        node = shutil.which("node")
        if node is None:
            pytest.skip("Node.js is not installed")
        return (node, str(RUNNERS / "run.mjs"))
    return (str(request.getfixturevalue("compiled")),)


@pytest.mark.parametrize("language", ["python", "javascript", "c++"])
def test_runners_mark_a_program_alike(
    language: str, small: Suite, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Right, wrong with the misreading, unanswered, contested; a question without a twin is not asked."""
    words = runner_words(language, request)
    right, fails, wrong, contested = small.questions
    with_twin = replace(wrong, twins=(Dialect.TRFX,))
    questions = (replace(right, twins=()), replace(fails, twins=()), with_twin, replace(contested, twins=()))
    (tmp_path / "trfx").mkdir()
    (tmp_path / INDEX).write_text(format_index(replace(small, questions=questions)), "utf-8")
    for question in questions:
        event = small.event(question)
        event = replace(event, name=FAILS) if question.file == fails.file else event
        (tmp_path / question.file).write_text(write_event(event, Dialect.TRF26), "utf-8")
    (tmp_path / "trfx" / wrong.file).write_text(write_event(small.event(wrong), Dialect.TRFX), "utf-8")

    command = f"{shlex.quote(sys.executable)} {shlex.quote(str(ENGINE))} {{input}}"
    said = [f"{wrong.article} {wrong.file}, round {wrong.round_number}: wrong: as if {_first_misreading(small)}"]
    failed = f"{fails.article} {fails.file}, round {fails.round_number}: unanswered"
    for form, expected in (
        ((), [failed, *said, "right 1, wrong 1, unanswered 1, contested 1, not asked 0"]),
        (("trfx",), [*said, "right 0, wrong 1, unanswered 0, contested 0, not asked 3"]),
    ):
        run = subprocess.run([*words, str(tmp_path), command, *form], capture_output=True, text=True, check=False)  # noqa: S603
        assert run.stdout.splitlines() == expected, run.stderr
        assert run.returncode == 1


def _first_misreading(suite: Suite) -> str:
    """Return the words of the first misreading that answers the question of C14 as the program does."""
    wrong = next(one for one in suite.questions[2].wrong if C14 in one.misreadings)
    return suite.misreadings[wrong.misreadings[0]].as_if
