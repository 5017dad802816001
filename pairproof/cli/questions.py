"""Shared parts of the commands that answer questions: file and round, and the answer as page, JSON or text."""

from __future__ import annotations

import json
import shlex
import sys
import textwrap
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from checker.anonymisation import holds
from checker.questions.answers import encode_in_decimals
from checker.questions.question import NotAskableError
from checker.verdicts.verdict import ExitStatus, Outcome
from pairproof.cli import formats
from pairproof.cli.errors import convert_errors
from pairproof.cli.inputs import event_in, require_system
from pairproof.cli.options import add_option, add_reading_option, option_type
from pairproof.question_requests import parse_number
from pairproof.questions import ask
from reference_engines.frame.results import PairingError
from reports.cited_articles import cite_articles
from reports.detail import Detail
from reports.words import describe_readings
from tournaments.frozen import dataclass
from tournaments.regular_files import MAX_BYTES
from tournaments.safe_text import escape_field

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from checker.questions.question import Question
    from pairproof.question_requests import QuestionRequest
    from reports.answers import AnswerView
    from reports.tables import Table

    RequestT = TypeVar("RequestT", bound=QuestionRequest)

_FORM, _VERSION = "pairproof-answer", 2
_WIDTH = 110


def add_shared(parser: argparse.ArgumentParser) -> None:
    """Add the options that all of them take."""
    parser.add_argument("file", metavar="FILE", help="tournament report file (TRF06, TRF16, TRF(x), TRF26)")
    asked = "a recorded round, or the one after the last"
    add_option(parser, "round", asked, type=option_type(parse_number), required=True)
    add_option(parser, "system")
    add_reading_option(parser)
    formats.add_output_option(
        parser,
        (formats.Format.HTML, formats.Format.JSON),
        {"--report": formats.Format.HTML, "--json": formats.Format.JSON},
    )
    add_option(parser, "anonymise")


@dataclass(frozen=True, kw_only=True)
class RoundAnswer:
    """An answer in parts, for the page."""

    kind: str
    """The command."""
    question: Question
    arguments: tuple[str, ...]
    """Of the command, what is asked beside file and round."""
    answer: str
    good: bool | None = None
    """Whether what was asked about is in order; None if that is not the question."""
    parts: tuple[tuple[str, str], ...] = ()
    tables: tuple[Table, ...] = ()
    folded: Table | None = None
    """A table that is folded away on the page."""
    system: str = ""
    """Key of the rules that were followed."""
    content: object
    """The answer as plain values, for JSON."""
    lines: tuple[str, ...]
    """The answer as text."""


def respond(request: RequestT, answer: Callable[[Question, RequestT], RoundAnswer]) -> int:
    """Answer a question about the event in a file."""
    formats.require_outputs(request.outputs)
    with refusing(request.file):
        require_system(request.system)
        event = event_in(request.file, request.system, MAX_BYTES, anonymous=request.anonymous)
        found = answer(ask(event, request.round_number, request.system), request)
    write_answer(request, found)
    return ExitStatus.CONSISTENT


def view_answer(request: QuestionRequest, answer: RoundAnswer) -> AnswerView:
    """Return the page of an answer."""
    from reports.answers import AnswerView, cite_layers, draw_answer  # noqa: PLC0415 - likewise

    edition, event = answer.question.prepared.rules.edition, answer.question.prepared.source
    articles, handbook = cite_layers(" ".join(text for _, text in answer.parts), answer.system)
    asked_for = [] if request.system == "auto" else ["--system", request.system]
    asked_for += [f"--reading={reading}" for reading in request.readings]
    command = [
        "pairproof",
        answer.kind,
        request.file,
        "--round",
        str(request.round_number),
        *answer.arguments,
        *asked_for,
    ]
    return AnswerView(
        title=f"{escape_field(event.name) or request.file}, round {request.round_number}",
        answer=answer.answer,
        outcome={True: Outcome.CONSISTENT, False: Outcome.DISCREPANT, None: None}[answer.good],
        parts=(*(("", sentence) for sentence in describe_readings(request.readings)), *answer.parts),
        tables=answer.tables,
        folded=answer.folded,
        drawings=draw_answer(answer.question, answer.content),
        articles=articles,
        handbook=handbook,
        facts=(
            ("File", request.file),
            ("Rules", f"{edition.title} ({edition.key}). {edition.source}"),
        ),
        command=shlex.join(command),
        record=next((output.name for output in _documents(request) if output.name != formats.SCREEN), ""),
    )


@contextmanager
def refusing(file: str) -> Iterator[None]:
    """Refuse an unanswerable question in a line, as wrong usage if its subject is missing, else as not checked."""
    with convert_errors(usage=NotAskableError, not_checked=PairingError, about=f"{file}"):
        yield


def write_answer(request: QuestionRequest, answer: RoundAnswer) -> None:
    """Write an answer: as page and JSON where they are asked for, and as text unless JSON goes to standard output."""
    for output in request.outputs:
        if output.form is formats.Format.HTML:
            from reports.answers import render_answer  # noqa: PLC0415 - templates are loaded only for a report

            formats.write_output(output, render_answer(view_answer(request, answer)))
    for output in _documents(request):
        head = {"format": _FORM, "version": _VERSION, "kind": answer.kind, "system": answer.system}
        head["holds"] = holds(anonymous=request.anonymous)
        head |= {"readings": [str(reading) for reading in request.readings]} if request.readings else {}
        document = {**head, "answer": encode_in_decimals(answer.content)}
        formats.write_output(output, json.dumps(document, ensure_ascii=False, indent=1) + "\n")
    if formats.SCREEN in (output.name for output in request.outputs):
        return
    sys.stdout.writelines(f"{paragraph(sentence)}\n" for sentence in describe_readings(request.readings))
    if request.detail is Detail.VERDICT:
        sys.stdout.write(f"{paragraph(answer.answer)}\n")
        return
    sys.stdout.writelines(f"{line}\n" for line in answer.lines)
    if request.detail is Detail.FULL:
        cited = cite_articles(" ".join(text for _, text in answer.parts), answer.system)
        sys.stdout.writelines(f"{paragraph(f'{one.name} {one.text}')}\n" for one in cited)


def _documents(request: QuestionRequest) -> tuple[formats.Output, ...]:
    """Return the files for the answer as JSON."""
    return tuple(output for output in request.outputs if output.form is formats.Format.JSON)


def paragraph(text: str, name: str = "") -> str:
    """Wrap a paragraph, under a name if it has one."""
    indent = f"{name + ':':<10}" if name else ""
    return textwrap.fill(
        text, _WIDTH, initial_indent=indent, subsequent_indent=" " * len(indent), break_long_words=False
    )
