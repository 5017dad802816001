"""The number of functions that a reader of the Dutch system meets when one round is paired."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from reference_engines.frame.systems import resolve
from tournaments.trf.reading import read_event

if TYPE_CHECKING:
    from types import FrameType

HARBOUR_OPEN = Path(__file__).parents[2] / "examples" / "harbour_open.trf"
ENGINES = "reference_engines/"
MAX_FUNCTIONS, MAX_MODULES = 100, 15
COMPREHENSIONS = {"<listcomp>", "<genexpr>", "<dictcomp>", "<setcomp>", "<lambda>"}


def test_a_round_runs_few_functions_in_few_modules() -> None:
    """The event and the participants are prepared before, comprehensions are not counted."""
    event = read_event(HARBOUR_OPEN).event
    prepared = resolve(event).engine.open(event)
    paired_round = prepared.round(6)
    assert len(paired_round.participants.numbers) > 50
    for earlier in (4, 5):
        prepared.round(earlier).expected()
    functions: set[tuple[str, str, int]] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and ENGINES in code.co_filename and code.co_name not in COMPREHENSIONS:
            functions.add((code.co_filename.split(ENGINES)[-1], code.co_name, code.co_firstlineno))

    sys.setprofile(note)
    try:
        paired_round.expected()
    finally:
        sys.setprofile(None)
    assert ("dutch/rounds.py", "brackets") in {(module, name) for module, name, _ in functions}
    assert len(functions) <= MAX_FUNCTIONS, sorted(functions)
    assert len({module for module, *_ in functions}) <= MAX_MODULES, sorted({module for module, *_ in functions})
