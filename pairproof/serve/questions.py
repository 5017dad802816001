"""
The work behind pages, in a process of its own: answers to the questions of a form, and checks of uploaded files.

A question is answered as by the commands ``explain``, ``why-not`` and ``what-if`` on a file in memory. A check hands
over the record of the run, event by event as it is finished.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from checker.check import CheckOptions, check_content
from checker.findings import EventHeader, gather
from checker.records.run import RunHeader, current_time, make_record
from checker.standings.ranked_files import rank_file
from checker.time_limit import TimeLimit, TimeLimitReachedError
from checker.verdicts.verdict import ExitStatus, Outcome
from pairproof import question_requests
from pairproof.cli import standings
from pairproof.cli.errors import CommandError, convert_errors
from pairproof.cli.inputs import event_of
from pairproof.cli.questions import answer_question, refusing, view_answer
from pairproof.questions import ask
from reference_engines.frame.systems import paired_by
from reports.answers import follow_ups, render_answer, render_served_answer
from reports.serving import JobProgress, find_players, number_in_brackets
from reports.standings import StandingsQuestions, render_served_standings, render_standings
from reports.view import event_outcome
from reports.words import describe_event
from tournaments import PROGRAM, __version__
from tournaments.frozen import FrozenStruct
from tournaments.problems import counted_noun
from tournaments.readings import chosen_readings
from tournaments.safe_text import escape_field
from tournaments.trf.reading import parse_event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from checker.findings import Entry, Participant
    from checker.records.run import RunRecord
    from pairproof.cli.questions import RoundAnswer
    from pairproof.question_requests import QuestionRequest
    from pairproof.serve.desk import Upload
    from pairproof.serve.jobs import Say
    from reports.links import AskedFields
    from reports.serving import EventPage

    Fields = tuple[tuple[str, str], ...]
    """Fields of a form, by name and text; a name can be there several times."""

COMMANDS = ("explain", "why-not", "what-if")
_PAIR = 2


_PLAYER_FIELDS = ("player", "one", "other", "who", "whom")
_RESULTS = {"won": "1-0", "drawn": "1/2-1/2", "lost": "0-1"}
"""How the latest game of two ended, for the player named first."""


class SeveralPlayersError(ValueError):
    """A field names several players; the message says how many."""

    def __init__(self, field: str, text: str, found: tuple[Participant, ...], noun: str) -> None:
        """Take the players that are found."""
        super().__init__(f"{len(found)} {noun}s have '{text}' in the name. Which one?")
        self.field, self.found = field, found


class RenderedAnswer(FrozenStruct, frozen=True, kw_only=True):
    """The answer, ready to be shown."""

    page: str
    """As it is served."""
    saved: str
    """As ``-o answer.html`` writes it."""


def answer_standings(say: Say, upload: Upload, fields: Fields, page: EventPage, save: str) -> RenderedAnswer:
    """Rank the event of a file as the command ``standings`` does; CommandError if a field of the form is wrong."""
    first = _first_values(fields)
    with convert_errors(usage=question_requests.BadValueError):
        edition = standings.parse_edition(first["edition"]) if first["edition"] else None
        players = tuple(_parse_named(text) for name, text in fields if name == "player" and text)
        pair = tuple(_parse_named(first[name]) for name in ("one", "other") if first[name])
    say(f"The standings of {upload.name}")
    tie_breaks = standings.parse_tie_break_list(first["tie-breaks"] or None)
    ranked = rank_file(parse_event(upload.content, source=upload.name), upload.name, tie_breaks, edition)
    pairs = ((pair[0], pair[1]),) if len(pair) == _PAIR else ()
    order = standings.view_or_refuse(ranked, StandingsQuestions(players=players, pairs=pairs))
    filled = {"tie-breaks": first["tie-breaks"]}
    filled |= {name: page.name_player(first[name]) for name in ("player", "one", "other")}
    return RenderedAnswer(page=render_served_standings(page, order, filled, save), saved=render_standings([order]))


def _parse_named(text: str) -> int | str:
    """Read a number, ``Nguyen, Olga (13)``, or a part of a name."""
    return question_requests.parse_player(number_in_brackets(text) or text)


def answer(
    say: Say, upload: Upload, request: QuestionRequest, time_limit: float, served: tuple[EventPage, AskedFields, str]
) -> RenderedAnswer:
    """Answer a question about a file; CommandError with a reason if it cannot be answered."""
    page, asked, save = served
    say(f"{upload.name}, round {request.round_number}")
    limit = TimeLimit(time_limit)

    def render() -> RenderedAnswer:
        found = _answer(request, upload)
        view = view_answer(request, found)
        supposed = _supposed_players(request) if isinstance(request, question_requests.WhatIfRequest) else ()
        further = follow_ups(found.question, found.content, page.links, supposed)
        return RenderedAnswer(page=render_served_answer(page, view, asked, further, save), saved=render_answer(view))

    try:
        return limit.within(render)
    except TimeLimitReachedError as error:
        raise CommandError(f"No answer was found in {time_limit:g} seconds.", ExitStatus.NOT_CHECKED) from error


def _answer(request: QuestionRequest, upload: Upload) -> RoundAnswer:
    with refusing(upload.name):
        event = event_of(parse_event(upload.content, source=upload.name, paired=paired_by(request.system)))
        return answer_question(ask(event, request.round_number, request.system), request)


def find_named_players(fields: Fields, participants: Sequence[Participant], noun: str) -> Fields:
    """
    Return the fields with players by number.

    Raise SeveralPlayersError for a text that names several, BadValueError for a text that names none.
    """
    found = []
    for name, text in fields:
        if name in _PLAYER_FIELDS:
            players = find_players(participants, text)
            if not players:
                raise question_requests.BadValueError(f"No {noun} of this event has '{text}' in the name.")
            if len(players) > 1:
                raise SeveralPlayersError(name, text, players, noun)
            found.append((name, str(players[0].tpn)))
        else:
            found.append((name, text))
    return tuple(found)


def read_form(command: str, name: str, fields: Fields, system: str) -> QuestionRequest:
    """Return the request of a form; raise BadValueError for a field that is missing or has a wrong value."""
    first = _first_values(fields)
    number, readings = question_requests.parse_number(first["round"]), chosen_readings()
    if command == "explain":
        return question_requests.ExplainRequest(
            file=name, round_number=number, system=system, readings=readings, player=_parse_field(first, "player")
        )
    if command == "why-not":
        one, other = (_parse_field(first, field) for field in ("one", "other"))
        return question_requests.WhyNotRequest(
            file=name, round_number=number, system=system, readings=readings, first=one, second=other
        )
    return _suppose(
        question_requests.WhatIfRequest(
            file=name, round_number=number, system=system, readings=readings, edition=first["edition"]
        ),
        first,
    )


def _suppose(request: question_requests.WhatIfRequest, first: Mapping[str, str]) -> question_requests.WhatIfRequest:
    """Return the request with the suppositions of the form's sentence."""
    if not first["who"]:
        return request
    who, had = _parse_field(first, "who"), first["had"]
    alone = {"absent": replace(request, absent=(who,)), "present": replace(request, present=(who,))}
    alone["bye"] = replace(request, bye=who)
    if had in alone:
        return alone[had]
    if not first["whom"]:
        raise question_requests.BadValueError("This question needs a second player; write any part of the name.")
    whom = _parse_field(first, "whom")
    if had == "forbid":
        return replace(request, forbidden=((who, whom),))
    if had == "swap":
        return replace(request, swapped=((who, whom),))
    return replace(request, results=(question_requests.parse_result(f"{who}-{whom}={_RESULTS.get(had, had)}"),))


def _supposed_players(request: question_requests.WhatIfRequest) -> tuple[int, ...]:
    """Return the players of a supposition, each once."""
    pairs = (*(found[:2] for found in request.results), *request.forbidden, *request.swapped)
    named = (*request.absent, *request.present, *(tpn for pair in pairs for tpn in pair), request.bye)
    return tuple(dict.fromkeys(tpn for tpn in named if isinstance(tpn, int)))


def _parse_field(first: Mapping[str, str], name: str) -> int:
    if not first[name]:
        raise question_requests.BadValueError("Name a player; any part of the name will do.")
    return question_requests.parse_number(first[name])


def _first_values(fields: Fields) -> Mapping[str, str]:
    """Return the first value of each field of a form; an empty text for a field that is not there."""
    return defaultdict(str, reversed(fields))


_WHOLE = 1000
"""Steps of the bar for one file."""


def check_uploads(say: Say, uploads: tuple[Upload, ...], system: str, time_limit: float) -> RunRecord:
    """Check files, and report each event when it is finished."""
    entries: list[Entry] = []
    for place, upload in enumerate(uploads):
        watch = _watch(say, upload.name, place, len(uploads))
        options = CheckOptions(system=system, time_limit=time_limit, hints=True, explains_byes=True, on_entry=watch)
        checked = tuple(check_content(upload.content, Path(upload.name), options))
        (event,) = gather(checked)
        entries += checked
        outcome = event_outcome(event)
        line = f"{event.header.event}: {describe_event(event)}"
        say(JobProgress(line=line, outcome=outcome, event=place + 1), event)
    return record_of(entries, system)


def record_of(entries: Iterable[Entry], system: str) -> RunRecord:
    """Return the record of a check that pages show, by the readings that are followed."""
    header = RunHeader(
        program=PROGRAM,
        version=__version__,
        system=system,
        created=current_time(),
        readings=chosen_readings(),
    )
    return make_record(header, entries)


def _watch(say: Say, name: str, place: int, files: int) -> Callable[[Entry], None]:
    """Return the function that reports the rounds of a file as they are judged."""
    rounds, players = 0, ""

    def report(entry: Entry) -> None:
        nonlocal rounds, players
        if isinstance(entry, EventHeader):
            games = entry.edition.games if entry.edition else 1
            rounds, players = entry.rounds_recorded // games, counted_noun(len(entry.participants), entry.participant)
            done = 0
        else:
            done = entry.round_number
            if entry.verdict.outcome is Outcome.CONSISTENT:
                words = "right"
            else:
                words = "not the pairing by the rules as the file declares them; the verdict follows"
            say(JobProgress(line=f"{escape_field(name)}, round {done}: {words}.", outcome=entry.verdict.outcome))
        fraction = _WHOLE * done // max(rounds, 1)
        doing = f"{escape_field(name)}: {done} of {counted_noun(rounds, 'round')}, {players}"
        say(JobProgress(doing=doing, done=_WHOLE * place + fraction, total=_WHOLE * files))

    return report
