"""Other engines asked for their answers to a suite."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.programs.program import ProgramError, by_system
from checker.programs.specs import open_program
from checker.suite.questions import INDEX, Dissent, answer, from_table, to_text
from reference_engines.frame.results import NoLegalPairingError
from tournaments import parse_event

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from checker.programs.program import Program
    from checker.suite.questions import Question


def ask_witnesses(system: str, folder: Path, spec: str, settings: Sequence[str] = ()) -> None:
    """Ask a program all questions of a suite, and note in its index who answers likewise and who otherwise."""
    index = folder / INDEX
    suite = from_table(json.loads(index.read_text("utf-8")))
    assert suite.system == system
    program = by_system(open_program(spec, settings=settings), system)
    try:
        asked = tuple(_asked(question, program, folder) for question in suite.questions)
    finally:
        program.close()
    index.write_text(to_text(replace(suite, questions=asked)), "utf-8")


def _asked(question: Question, program: Program, folder: Path) -> Question:
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
    if given is not None and answer(given) == answer(question.pairing):
        return replace(question, witnesses=(*witnesses, name), dissents=dissents)
    return replace(question, witnesses=witnesses, dissents=(*dissents, Dissent(name=name, pairing=given)))
