"""Second opinions: other programs pair each discrepant round, and the finding says who agrees with whom."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.findings import OpinionSide, RoundFinding, SecondOpinion, are_equal
from checker.programs.program import Program, ProgramError
from checker.programs.safe_text import escape_line
from checker.programs.specs import is_program_spec, open_program
from checker.verdicts.team_events import cut_before_round
from checker.verdicts.verdict import Outcome
from reference_engines.frame.results import NoLegalPairingError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reference_engines.frame.rules import PreparedEvent

_MAX_DETAIL = 200


class SecondOpinions(ExitStack):
    """Programs that are asked about discrepant rounds; a context manager that closes them."""

    def __init__(self, texts: Iterable[str]) -> None:
        """
        Open programs, each by ``NAME=PROGRAM``, where PROGRAM is a command or what `specs.open_program` reads.

        Raise ProgramError or RequestError, which says what is wrong.
        """
        super().__init__()
        self._programs = [_open_named_program(text) for text in texts]
        for _, program in self._programs:
            self.callback(program.close)

    def add_to(self, finding: RoundFinding, prepared: PreparedEvent) -> RoundFinding:
        """Return a finding with the opinion of every program, if the round is discrepant."""
        if finding.verdict.outcome is not Outcome.DISCREPANT or not self._programs:
            return finding
        return replace(finding, opinions=tuple(_ask(name, one, finding, prepared) for name, one in self._programs))


def _open_named_program(text: str) -> tuple[str, Program]:
    """Return the name and the program of ``bbp6=bbpPairings.exe``, ``mine=./mine {input} {output}``, ``mine.toml``."""
    name, sign, rest = text.partition("=")
    if not sign or is_program_spec(name):
        return name, open_program(text)
    return name, open_program(rest if is_program_spec(rest) else f"command:{rest}")


def _ask(name: str, program: Program, finding: RoundFinding, prepared: PreparedEvent) -> SecondOpinion:
    """Ask a program to pair a round from the event before it."""
    edition, number = prepared.rules.edition, finding.round_number
    before = cut_before_round(prepared.source, number, edition.file_rounds_per_round)
    try:
        answer = program.with_system(edition.key).pair(before, number)
    except NoLegalPairingError:
        return SecondOpinion(program=name, agreement=OpinionSide.NO_PAIRING)
    except ProgramError as error:
        return SecondOpinion(program=name, agreement=OpinionSide.NO_ANSWER, detail=escape_line(str(error), _MAX_DETAIL))
    for pairing, agreement in ((finding.expected, OpinionSide.WITH_RULES), (finding.recorded, OpinionSide.WITH_POSTED)):
        if pairing is not None and are_equal(answer, pairing):
            return SecondOpinion(program=name, agreement=agreement)
    return SecondOpinion(program=name, agreement=OpinionSide.WITH_NEITHER)
