"""Other engines asked for their answers to a suite."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from checker.programs.program import ProgramError
from checker.programs.specs import open_program
from checker.suite.questions import INDEX, Dissent, comparable_answer, format_index, pairing_fields, parse_suite
from reference_engines.frame.results import NoLegalPairingError
from tournaments import parse_event

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from checker.programs.program import Program
    from checker.suite.questions import SuiteQuestion


def ask_witnesses(system: str, folder: Path, spec: str, settings: Sequence[str] = ()) -> None:
    """Ask a program all questions of a suite, and note in its index who answers likewise and who otherwise."""
    index = folder / INDEX
    suite = parse_suite(index.read_bytes())
    assert suite.system == system
    program = open_program(spec, settings=settings).with_system(system)
    try:
        asked = tuple(_ask(question, program, folder) for question in suite.questions)
    finally:
        program.close()
    index.write_text(format_index(replace(suite, questions=asked)), "utf-8")


def _ask(question: SuiteQuestion, program: Program, folder: Path) -> SuiteQuestion:
    event = parse_event((folder / question.file).read_bytes()).event
    assert event is not None
    who = program.identity
    name = f"{who.name} ({who.version})" if who.version else who.name
    witnesses = tuple(one for one in question.witnesses if one != name)
    dissents = tuple(one for one in question.dissents if one.name != name)
    try:
        given = program.pair(event, question.round_number)
    except NoLegalPairingError:
        given = None
    except ProgramError:
        return replace(question, witnesses=witnesses, dissents=dissents)
    if given is not None and comparable_answer(given) == comparable_answer(question.pairing):
        return replace(question, witnesses=(*witnesses, name), dissents=dissents)
    return replace(question, witnesses=witnesses, dissents=(*dissents, Dissent(name=name, **pairing_fields(given))))
