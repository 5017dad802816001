"""What a process does to answer a question: the commands ``explain``, ``why-not``, ``what-if`` on a file in memory."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NoReturn, Protocol

from checker.time_limit import TimeLimit, TimeLimitReachedError
from checker.verdicts.verdict import ExitStatus
from pairproof import questions
from pairproof.cli import explain, standings, what_if, why_not
from pairproof.cli.errors import CommandError
from pairproof.cli.inputs import event_of
from pairproof.cli.question_options import on_paper, refusing
from pairproof.cli.standings_page import rank_order
from reference_engines.frame.systems import paired_by
from reports.sheet import render_sheet
from reports.standings import render_standings
from tournaments.frozen import dataclass
from tournaments.trf.reading import parse_event

if TYPE_CHECKING:
    from pairproof.cli.question_options import Told
    from pairproof.serve.jobs import Say
    from pairproof.serve.uploads import Upload
    from reports.links import Links

COMMANDS = {"explain": explain, "why-not": why_not, "what-if": what_if}
"""By their names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question, as it would be written on the command line."""

    command: str
    """One of `COMMANDS`."""
    upload: Upload
    options: tuple[str, ...]
    """With their values: ``--round=5``."""
    arguments: tuple[str, ...] = ()
    """What stands after the file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """The answer, ready to be shown."""

    page: str
    """As it is served."""
    saved: str
    """As ``--report`` writes it."""


class Command(Protocol):
    """A module with a command."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Describe the options."""


class _Words(argparse.ArgumentParser):
    """Raises what is wrong with an option, for the page."""

    def error(self, message: str) -> NoReturn:
        """Raise CommandError."""
        raise CommandError(message, ExitStatus.USAGE)


def answer_standings(say: Say, upload: Upload, words: tuple[str, ...], links: Links) -> Answered:
    """Rank the event of a file as the command ``standings`` does; CommandError if its options are wrong."""
    options = _options(standings, "standings", [*words, "--", upload.name])
    say(f"The standings of {upload.name}")
    request = standings.request_of(options)
    order = rank_order(
        standings.answer_of(parse_event(upload.content, source=upload.name), upload.name, request), request.players
    )
    return Answered(page=render_standings([order], links), saved=render_standings([order]))


def answer(say: Say, asked: Asked, time_limit: float, links: Links) -> Answered:
    """Answer a question about a file; CommandError with a reason if it cannot be answered."""
    words = [*asked.options, "--", asked.upload.name, *asked.arguments]
    options = _options(COMMANDS[asked.command], asked.command, words)
    say(f"{asked.upload.name}, round {options.round}")
    limit = TimeLimit(time_limit)
    try:
        told = limit.within(lambda: _told(asked, options))
    except TimeLimitReachedError as error:
        raise CommandError(f"No answer was found in {time_limit:g} seconds.", ExitStatus.NOT_CHECKED) from error
    sheet = on_paper(options, told)
    return Answered(page=render_sheet(sheet, links), saved=render_sheet(sheet))


def _options(command: Command, name: str, words: list[str]) -> argparse.Namespace:
    """Read words as the command line does; CommandError if they make no sense."""
    parser = _Words(prog=name, allow_abbrev=False, add_help=False)
    command.add_arguments(parser)
    return parser.parse_args(words)


def _told(asked: Asked, options: argparse.Namespace) -> Told:
    name, content = asked.upload.name, asked.upload.content
    with refusing(name):
        event = event_of(parse_event(content, source=name, paired=paired_by(options.system)))
        return COMMANDS[asked.command].answer(questions.ask(event, options.round, options.system), options)
