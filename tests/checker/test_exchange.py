"""The exchange between programs and us, byte by byte, and the repetition of a question."""

from __future__ import annotations

import contextlib
import hashlib
import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from checker.programs.command import CommandProgram, ResidentProgram
from checker.programs.description import CheckCommand, Description, Input, PairCommand, Source
from checker.programs.program import AnswerForm, Manner, ProgramError, ProgramExchange, ProgramQuestion, hashes_of
from checker.programs.smoke import Trial, event_of
from checker.programs.specs import CallableProgram, FilesProgram
from checker.verdicts.team_events import cut_before_round
from reference_engines.frame.results import NoLegalPairingError
from tournaments.model import Dialect
from tournaments.trf.writing import write_trf26

PROGRAMS = Path(__file__).parent.parent / "support" / "programs"
CAST = PROGRAMS / "cast.py"


def actor(vice: str, read: Source = Source.OUTPUT) -> CommandProgram:
    """Return a member of the cast as a program."""
    pair = PairCommand(
        command=(sys.executable, str(CAST), vice, "{input}", "{output}"), read=read, no_legal_pairing_status=(17,)
    )
    return CommandProgram(Description(name=vice, input=Input(dialect=Dialect.TRF26), pair=pair))


@pytest.mark.parametrize("vice", ["garbage", "empty"])
def test_what_passed_is_known_whatever_can_be_read_of_it(vice: str) -> None:
    """Of a program that has not been asked, nothing is."""
    asked, before = actor(vice), cut_before_round(event_of(Trial.PLAIN, "dutch-2026", 0), 1)
    assert asked.last_exchange is None
    with contextlib.suppress(ProgramError):
        asked.pair(before, 1)
    answer = bytes(range(256)) if vice == "garbage" else b" "
    assert asked.last_exchange == ProgramExchange(asked.input_for(before), answer)


def test_an_unanswered_question_is_not_an_exchange() -> None:
    """Nor does the one before stand for it."""
    before = cut_before_round(event_of(Trial.PLAIN, "dutch-2026", 0), 1)
    asked = actor("garbage")
    with contextlib.suppress(ProgramError):
        asked.pair(before, 1)
    assert asked.last_exchange is not None
    unwritable = replace(before, name="x" * 10, players=(replace(before.players[0], tpn=123_456), *before.players[1:]))
    with pytest.raises(ProgramError):
        asked.pair(unwritable, 1)  # a number that no file can hold: nothing is asked
    assert asked.last_exchange is None


def test_a_resident_program_answers_in_a_line() -> None:
    """Its input is the event in the question."""
    asked = ResidentProgram([sys.executable, str(PROGRAMS / "resident_scripted.py"), "none", "0"])
    before = cut_before_round(event_of(Trial.PLAIN, "dutch-2026", 0), 1)
    with contextlib.closing(asked):
        asked.pair(before, 1)
        passed = asked.last_exchange
    assert passed is not None
    assert passed.given == asked.input_for(before)
    assert json.loads(passed.answer)["pairs"] == [[1, 2]]
    recipe = asked.recipe(ProgramQuestion.PAIR)
    assert (recipe and recipe.manner, recipe and recipe.form) == (Manner.RESIDENT, AnswerForm.JSON)


@pytest.mark.parametrize(("vice", "answer"), [("honest", b"\n"), ("despairing", b"none in round 1")])
def test_a_function_answers_with_a_list_or_a_reason(vice: str, answer: bytes) -> None:
    """It is given the event as a file would hold it."""
    asked, before = (
        CallableProgram(f"support.campaigns:{vice}"),
        cut_before_round(event_of(Trial.PLAIN, "dutch-2026", 0), 1),
    )
    with contextlib.suppress(NoLegalPairingError):
        asked.pair(before, 1)
    passed = asked.last_exchange
    assert passed is not None
    assert passed.given == write_trf26(before).encode()
    assert answer in passed.answer


def test_files_are_given_nothing(tmp_path: Path) -> None:
    """Their answer is the file's content, even if it is not an event."""
    (tmp_path / "0.trf").write_bytes(b"nonsense")
    asked = FilesProgram(str(tmp_path))
    with pytest.raises(ProgramError):
        asked.generate(0)
    assert asked.last_exchange == ProgramExchange(b"", b"nonsense")
    assert asked.recipe(ProgramQuestion.GENERATE) is None


@pytest.mark.parametrize(
    ("read", "streams"),
    [(Source.OUTPUT, ()), (Source.STDOUT, ("stdout",)), (Source.BOTH, ("stdout", "stderr"))],
)
def test_a_recipe_leaves_open_what_differs_from_question_to_question(read: Source, streams: tuple[str, ...]) -> None:
    """Input and output; the files that it names have their hashes."""
    asked = actor("honest", read)
    recipe = asked.recipe(ProgramQuestion.PAIR)
    assert recipe is not None
    assert (recipe.manner, recipe.streams) == (Manner.COMMAND, streams)
    assert recipe.words[-2:] == ("{input}", "{output}")
    assert dict(hashes_of(recipe))[str(CAST)] == hashlib.sha256(CAST.read_bytes()).hexdigest()


@pytest.mark.parametrize(("question", "there"), [(ProgramQuestion.CHECK, True), (ProgramQuestion.GENERATE, False)])
def test_unsupported_tasks_have_no_recipe(question: ProgramQuestion, there: bool) -> None:
    """Each command of its description has one."""
    check = CheckCommand(command=(sys.executable, "{input}"), round=r"Round (\d+)", wrong="wrong")
    asked = CommandProgram(Description(name="checks", check=check))
    assert (asked.recipe(question) is not None) is there
