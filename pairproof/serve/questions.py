"""Answers to the questions of a form: the commands ``explain``, ``why-not``, ``what-if`` on a file in memory."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from checker.time_limit import TimeLimit, TimeLimitReachedError
from checker.verdicts.verdict import ExitStatus
from pairproof.cli import explain, standings, what_if, why_not
from pairproof.cli.errors import CommandError
from pairproof.cli.inputs import event_of
from pairproof.cli.question_options import refusing, sheet_of_answer
from pairproof.question_requests import (
    BadValueError,
    ExplainRequest,
    WhatIfRequest,
    WhyNotRequest,
    parse_number,
    parse_pair,
    parse_player,
    parse_result,
)
from pairproof.questions import ask
from reference_engines.frame.systems import paired_by
from reports.sheet import render_sheet
from reports.standings import StandingsQuestions, render_standings
from tournaments.frozen import dataclass
from tournaments.trf.reading import parse_event

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pairproof.cli.question_options import RoundAnswer
    from pairproof.question_requests import QuestionRequest
    from pairproof.serve.jobs import Say
    from pairproof.serve.uploads import Upload
    from reports.links import Links

    Fields = tuple[tuple[str, str], ...]
    """Fields of a form, by name and text; a name can be there several times."""

COMMANDS = ("explain", "why-not", "what-if")
_PAIR = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedQuestion:
    """A question of a form."""

    command: str
    """One of `COMMANDS`."""
    upload: Upload
    fields: Fields
    system: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedAnswer:
    """The answer, ready to be shown."""

    page: str
    """As it is served."""
    saved: str
    """As ``-o answer.html`` writes it."""


def answer_standings(say: Say, upload: Upload, fields: Fields, links: Links) -> RenderedAnswer:
    """Rank the event of a file as the command ``standings`` does; CommandError if a field of the form is wrong."""
    first = _FirstFields(fields)
    with _refusing_values():
        request = standings.StandingsRequest(
            files=(upload.name,),
            tie_breaks=first["tie-breaks"] or None,
            edition=standings.parse_edition(first["edition"]) if first["edition"] else None,
        )
        players = tuple(parse_player(text) for name, text in fields if name == "player" and text)
        pair = tuple(parse_player(first[name]) for name in ("one", "other") if first[name])
    say(f"The standings of {upload.name}")
    ranked = standings.rank_file(
        parse_event(upload.content, source=upload.name), upload.name, standings.terms_of(request)
    )
    pairs = ((pair[0], pair[1]),) if len(pair) == _PAIR else ()
    order = standings.view_or_refuse(ranked, StandingsQuestions(players=players, pairs=pairs))
    filled = {name: first[name] for name in ("tie-breaks", "player", "one", "other")}
    return RenderedAnswer(page=render_standings([order], links, filled), saved=render_standings([order]))


def answer(say: Say, form: AskedQuestion, time_limit: float, links: Links) -> RenderedAnswer:
    """Answer a question about a file; CommandError with a reason if it cannot be answered."""
    with _refusing_values():
        request = _read_form(form.command, form.upload.name, form.fields, form.system)
    say(f"{form.upload.name}, round {request.round_number}")
    limit = TimeLimit(time_limit)
    try:
        told = limit.within(lambda: _answer(request, form.upload))
    except TimeLimitReachedError as error:
        raise CommandError(f"No answer was found in {time_limit:g} seconds.", ExitStatus.NOT_CHECKED) from error
    sheet = sheet_of_answer(request, told)
    return RenderedAnswer(page=render_sheet(sheet, links), saved=render_sheet(sheet))


@contextmanager
def _refusing_values() -> Iterator[None]:
    """Report a field with a wrong value as CommandError."""
    try:
        yield
    except BadValueError as error:
        raise CommandError(str(error), ExitStatus.USAGE) from error


def _answer(request: QuestionRequest, upload: Upload) -> RoundAnswer:
    with refusing(upload.name):
        event = event_of(parse_event(upload.content, source=upload.name, paired=paired_by(request.system)))
        question = ask(event, request.round_number, request.system)
        match request:
            case ExplainRequest():
                return explain.answer(question, request)
            case WhyNotRequest():
                return why_not.answer(question, request)
            case WhatIfRequest():
                return what_if.answer(question, request)
        raise TypeError(type(request).__name__)


def _read_form(command: str, name: str, fields: Fields, system: str) -> QuestionRequest:
    """Return the request of a form; raise BadValueError for a field that is not a number, a pair or a result."""
    first = _FirstFields(fields)
    number = parse_number(first["round"])
    if command == "explain":
        player = parse_number(first["player"])
        return ExplainRequest(file=name, round_number=number, system=system, player=player)
    if command == "why-not":
        opponents = parse_number(first["one"]), parse_number(first["other"])
        return WhyNotRequest(file=name, round_number=number, system=system, first=opponents[0], second=opponents[1])
    result, forbidden, swapped = (_pair_text(first, key) for key in ("result", "forbid", "swap"))
    return WhatIfRequest(
        file=name,
        round_number=number,
        system=system,
        absent=_numbers(fields, "absent"),
        present=_numbers(fields, "present"),
        results=(parse_result(f"{result}={first['result-outcome']}"),) if result else (),
        forbidden=(parse_pair(forbidden),) if forbidden else (),
        swapped=(parse_pair(swapped),) if swapped else (),
        bye=parse_number(first["bye"]) if first["bye"] else None,
        edition=first["edition"],
    )


class _FirstFields(dict[str, str]):
    """The first value of each field of a form; an empty text for a field that is not there."""

    def __init__(self, fields: Fields) -> None:
        super().__init__(reversed(fields))

    def __missing__(self, name: str) -> str:
        return ""


def _numbers(fields: Fields, name: str) -> tuple[int, ...]:
    return tuple(parse_number(text) for key, text in fields if key == name and text)


def _pair_text(fields: Mapping[str, str], name: str) -> str:
    """Return ``3-7`` for the two fields of a pair; empty if both are empty."""
    pair = [fields[f"{name}-{which}"] for which in ("one", "other")]
    return "-".join(pair) if any(pair) else ""
