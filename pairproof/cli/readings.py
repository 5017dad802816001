"""``pairproof readings``: the register of readings, where the text of a regulation can be read in two ways."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence

from checker.verdicts.phrases import capitalise
from checker.verdicts.verdict import ExitStatus
from pairproof.chosen_readings import READINGS, choosable_keys
from pairproof.cli.errors import CommandError, convert_errors
from pairproof.cli.inputs import event_in, require_system
from pairproof.cli.options import add_option
from reference_engines.frame.results import PairingError
from reference_engines.readings.differing_rounds import differing_rounds
from reports.streams import Detail
from tournaments.problems import UnreadableEventError
from tournaments.readings import EVERY_EDITION, Reading, Side, Treatment
from tournaments.suggestion import suggest

_WIDTH = 110
_INDENT = " " * 14
_NO_OTHER_SIDE = "None known."
_IN_TABLES = {
    Treatment.NOT_FOLLOWED: "no",
    Treatment.FOLLOWED: "yes",
    Treatment.FOLLOWED_IF_CHOSEN: "if chosen",
    Treatment.FOLLOWED_FOR_TEAMS: "for teams",
    Treatment.LEFT_OPEN: "left open",
}
_FOLLOWED = {
    Treatment.NOT_FOLLOWED: "No.",
    Treatment.FOLLOWED: "Yes: a round that is right by the other side is not counted as a discrepancy.",
    Treatment.FOLLOWED_IF_CHOSEN: "Only if it is chosen with --reading. Otherwise a round is judged by the side taken.",
    Treatment.FOLLOWED_FOR_TEAMS: "By the systems for teams only.",
    Treatment.LEFT_OPEN: "No, but a difference that rests on this point alone is not counted as a discrepancy.",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.set_defaults(run=run)
    parser.add_argument(
        "identifiers",
        nargs="*",
        metavar="ID",
        help="an entry (SPP-2026-08), or the beginning of several (CLOCK); without any, all are listed in a line each",
    )
    parser.add_argument(
        "--matter", dest="event", metavar="FILE", help="list the rounds of an event in which a reading matters"
    )
    add_option(parser, "system", "with --matter: a key of 'pairproof systems' (auto)")
    parser.add_argument("--table", dest="markdown", action="store_true", help="write a table in Markdown")


def run(
    *,
    identifiers: tuple[str, ...] = (),
    markdown: bool = False,
    event: str | None = None,
    system: str = "auto",
    detail: Detail = Detail.USUAL,
) -> int:
    """
    List the register, show the entries that are asked for, or list the rounds in which readings matter.

    An entry is named by its identifier or the beginning of it; without any, all entries are listed. ``event`` is the
    file whose rounds are listed.
    """
    if event is not None:
        return _list_rounds(identifiers, event, system)
    if markdown:
        sys.stdout.write("\n".join(markdown_table(select_entries(identifiers))) + "\n")
    elif identifiers:
        sys.stdout.write("\n\n".join("\n".join(_entry_lines(entry)) for entry in select_entries(identifiers)) + "\n")
    else:
        for entry in READINGS:
            summary = "" if detail is Detail.VERDICT else _summary_line(entry)
            sys.stdout.write(f"{entry.identifier:<28} {summary}".rstrip() + "\n")
    return ExitStatus.CONSISTENT


def _list_rounds(identifiers: tuple[str, ...], file: str, system: str) -> int:
    """List the rounds of an event that a reading pairs differently."""
    require_system(system)
    wanted = {entry.identifier for entry in select_entries(identifiers)}
    event = event_in(file, system)
    with convert_errors(not_checked=(PairingError, UnreadableEventError), about=file):
        rounds = [one for one in differing_rounds(event, system) if one.reading.identifier in wanted]
    for one in rounds:
        sys.stdout.write(f"{textwrap.fill(one.sentence, _WIDTH, subsequent_indent='  ', break_on_hyphens=False)}\n")
    if not rounds:
        sys.stdout.write("No other reading that can be followed pairs a round of this event differently.\n")
    return ExitStatus.CONSISTENT


def select_entries(beginnings: Sequence[str]) -> tuple[Reading, ...]:
    """Return the entries with these identifiers or beginnings of identifiers, each once; all, if none is given."""
    if not beginnings:
        return READINGS
    return tuple({entry.identifier: entry for text in beginnings for entry in _find_entries(text)}.values())


def _find_entries(text: str) -> tuple[Reading, ...]:
    identifier = text.upper()
    entries = tuple(entry for entry in READINGS if entry.identifier == identifier) or tuple(
        entry for entry in READINGS if entry.identifier.startswith(identifier)
    )
    if not entries:
        parts = (entry.identifier.split("-") for entry in READINGS)
        likely = suggest(text, {"-".join(words[:number]): 0 for words in parts for number in range(1, len(words) + 1)})
        raise CommandError(f"no reading '{text}'; 'pairproof readings' lists them{likely}", ExitStatus.USAGE)
    return entries


def markdown_table(entries: Iterable[Reading]) -> Iterator[str]:
    """Yield the lines of a table, as the pages in ``docs`` hold it."""
    yield "| identifier | open point | what we do | otherwise | followed |"
    yield "|---|---|---|---|---|"
    for entry in entries:
        others = " Or: ".join(_phrase_with_programs(side) for side in entry.others) or _NO_OTHER_SIDE
        texts = (entry.question_in_short or entry.question, _phrase_with_programs(entry.taken), others)
        cells = (f"`{entry.identifier}`", *map(_cell, texts), _IN_TABLES[entry.treatment])
        yield f"| {' | '.join(cells)} |"


def _phrase_with_programs(side: Side) -> str:
    """Return a side as a phrase, with the programs that follow it."""
    phrase = capitalise(side.phrase)
    return f"{phrase} *Programs: {', '.join(side.followed_by)}.*" if side.followed_by else phrase


def _cell(text: str) -> str:
    return capitalise(text).replace("|", "&#124;")


def _summary_line(entry: Reading) -> str:
    return textwrap.shorten(f"{entry.article}: {entry.question}", _WIDTH, placeholder=" ...")


def _entry_lines(entry: Reading) -> Iterator[str]:
    """Yield the lines that show an entry: every side with the programs that follow it, and why one is taken."""
    yield f"{entry.identifier}  ({entry.article})"
    for name, text in describe_entry(entry):
        yield textwrap.fill(
            text,
            _WIDTH,
            initial_indent=f"{name:<{len(_INDENT)}}",
            subsequent_indent=_INDENT,
            break_on_hyphens=False,
        )
    keys = choosable_keys(entry)
    if len(keys) > 1:
        yield f"{'Choose':<{len(_INDENT)}}--reading {entry.identifier}=KEY, with one of {', '.join(keys)}"


def describe_entry(entry: Reading) -> Iterator[tuple[str, str]]:
    """Yield the parts of an entry, each as a name and a text."""
    is_of_every_edition = EVERY_EDITION in entry.editions
    yield "Question", entry.question
    yield "Editions", "every edition of every system" if is_of_every_edition else ", ".join(entry.editions)
    yield from _describe_side("Taken", entry.taken)
    for side in entry.others:
        yield from _describe_side("Not taken", side)
    if not entry.others:
        yield "Not taken", _NO_OTHER_SIDE
    yield "Followed", _FOLLOWED[entry.treatment]
    yield "Why", entry.why
    optional = (("Not followed", entry.not_followed), ("Answered", entry.answered), ("Example", entry.example))
    yield from ((name, text) for name, text in optional if text)


def _describe_side(name: str, side: Side) -> Iterator[tuple[str, str]]:
    yield name, side.text
    if side.followed_by:
        yield "Programs", ", ".join(side.followed_by)
