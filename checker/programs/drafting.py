"""A first description of a program: its commented text, and the forms of files and answers that it understands."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from checker.programs.command import CommandProgram
from checker.programs.description import Source, read_description
from checker.programs.exchange import AnswerForm
from checker.programs.program import FailureKind, ProgramError
from checker.programs.smoke import Trial, event_of, same
from checker.verdicts.positions import cut_before_round
from reference_engines.frame.results import NoLegalPairingError
from reference_engines.frame.systems import engine_for, file_rounds_per_round
from tournaments.frozen import FrozenStruct
from tournaments.model import WRITTEN_DIALECTS, Dialect

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROUND = 2
"""The round that is asked for: players have scores, colours and opponents by then."""


class ProgramDraft(FrozenStruct, frozen=True, kw_only=True):
    """The facts of a program that a first description states."""

    name: str
    pair: tuple[str, ...]
    """The words of the command that pairs; `{input}` and `{output}` stand for files."""
    check: tuple[str, ...] = ()
    """The words of the command that checks; none: the program has no checker, or it is described later."""
    systems: tuple[str, ...]
    dialect: Dialect = Dialect.TRF26
    answer: AnswerForm = AnswerForm.PAIRS

    @property
    def read(self) -> Source:
        """Where the answer stands: in the file `{output}`, or on standard output where no word names that file."""
        return Source.OUTPUT if any("{output}" in word for word in self.pair) else Source.STDOUT

    def write(self) -> str:
        """Write the description as commented TOML."""
        return f"""\
# How Pairproof asks this program. Every key is explained in the manual, page "Other people's programs".
name = {_quote(self.name)}
systems = {_list(self.systems)}    # keys of 'pairproof systems', the program's own first
# version = ["{{program}}", "--version"]    # a command that prints the version, so that every record names it

[input]
dialect = {_quote(self.dialect.value)}    # the format that the program reads: trf26, trfx or trf16
# without = ["172", "202"]    # records that the program refuses and can do without

[pair]
command = {_list(self.pair)}
answer = {_quote(self.answer.value)}    # pairs (a list of pairs), trf (the event with the round added) or json
read = {_quote(self.read.value)}    # output (the file {{output}}) or stdout
# no_legal_pairing = "(?i)no legal pairing"    # words by which the program says that no pairing is legal

{self._write_checker()}
# [generate]
# command = ["{{program}}", "-g", "{{output}}", "-s", "{{seed}}"]    # a random event from a seed

[limits]
seconds = 60    # for each answer
"""

    def _write_checker(self) -> str:
        sample = self.check or ("{program}", "{input}", "-c")
        sign = "" if self.check else "# "
        lines = (
            "[check]",
            f"command = {_list(sample)}",
            'read = "stdout"',
            r"round = '(?i)round\D*(\d+)'    # where the part on a round begins; the group is its number",
            "wrong = '(?i)differ|wrong|mismatch'    # words that stand in the part on a round only if it is wrong",
        )
        return "\n".join(f"{sign}{line}" for line in lines) + "\n"


def find_forms(
    draft: ProgramDraft, dialect: Dialect | None = None, answer: AnswerForm | None = None
) -> tuple[ProgramDraft, str]:
    """
    Ask a program for a round in one form after another, until it pairs as the regulation asks.

    A dialect or form of answer that is given is not varied. Return the first draft by which the program pairs so, else
    the first by which it answers, and the first failure if it gave no answer that can be read; else an empty text.
    """
    readable, failures = [], []
    for tried in _variants(draft, dialect, answer):
        try:
            if _pairs_rightly(tried):
                return tried, ""
        except ProgramError as error:
            failures.append(str(error))
            if error.kind is FailureKind.NOT_STARTED:
                break
        else:
            readable.append(tried)
    return (readable[0], "") if readable else (draft, failures[0])


def _variants(draft: ProgramDraft, dialect: Dialect | None, answer: AnswerForm | None) -> Iterator[ProgramDraft]:
    dialects = (dialect,) if dialect else WRITTEN_DIALECTS
    for form, written in product((answer,) if answer else tuple(AnswerForm), dialects):
        yield replace(draft, dialect=written, answer=form)


def _pairs_rightly(draft: ProgramDraft) -> bool:
    """Ask for one round of a small event and compare; raise ProgramError without an answer that can be read."""
    system = draft.systems[0]
    event = cut_before_round(event_of(Trial.PLAIN, system, 0), _ROUND, file_rounds_per_round(system))
    program = CommandProgram(read_description(draft.write()), "")
    try:
        paired = program.with_system(system).pair(event, _ROUND)
    except NoLegalPairingError as error:
        raise ProgramError(FailureKind.GARBLED, f"it says that round {_ROUND} cannot be paired: {error}") from error
    finally:
        program.close()
    return same(paired, engine_for(system).open(event).round(_ROUND).expected())


def _quote(text: str) -> str:
    """Write a text as a basic string of TOML."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in escaped) + '"'


def _list(words: tuple[str, ...]) -> str:
    return f"[{', '.join(map(_quote, words))}]"
