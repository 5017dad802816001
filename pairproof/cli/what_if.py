"""``pairproof what-if``: the round as it would be if something were otherwise, and what changes."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from checker.questions.what_if import OUTCOMES, Supposition, what_if
from pairproof.cli.inputs import require_system
from pairproof.cli.question_options import Told, add_shared, number, paragraph, respond

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.questions.answers import WhatIf
    from checker.questions.question import Question
    from reports.sheet import Table

_ALSO_WRITTEN = {"=-=": "1/2-1/2", "0.5-0.5": "1/2-1/2", "½-½": "1/2-1/2", "draw": "1/2-1/2"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes; every supposition may be made several times, but for bye and edition."""
    add_shared(parser)
    several = (
        ("--absent", number, "T", "the player is away in the round"),
        ("--present", number, "T", "the player is there, and is to be paired"),
        ("--result", _result, "A-B=1-0", f"the game of A and B, their latest, ended so: {', '.join(OUTCOMES)}"),
        ("--forbid", _pair, "A-B", "the two are not to meet"),
        ("--swap", _pair, "A-B", "the two have each other's number"),
    )
    for name, kind, form, what in several:
        parser.add_argument(name, type=kind, action="append", default=[], metavar=form, help=what)
    parser.add_argument("--bye", type=number, metavar="T", help="the player has the pairing-allocated bye")
    parser.add_argument("--edition", default="", metavar="KEY", help="the event is paired by these rules")


def run(options: argparse.Namespace) -> int:
    """Answer."""
    return respond(options, answer)


def answer(question: Question, options: argparse.Namespace) -> Told:
    """Answer what the options ask about a round."""
    if options.edition:
        require_system(options.edition)
    otherwise = Supposition(
        absent=tuple(options.absent),
        present=tuple(options.present),
        results=tuple(options.result),
        forbidden=tuple(options.forbid),
        swapped=tuple(options.swap),
        bye=options.bye,
        edition=options.edition,
    )
    found = what_if(question, otherwise)
    return Told(
        kind="what-if",
        question=question,
        arguments=tuple(_arguments(options)),
        answer=found.sentence,
        good=found.acceptable,
        table=_table(question, found),
        system=options.edition or question.prepared.rules.edition.key,
        found=found,
        lines=tuple(_lines(question, found)),
    )


def _arguments(options: argparse.Namespace) -> Iterator[str]:
    """Yield what was supposed, as it is written on the command line."""
    for tpn in options.absent:
        yield from ("--absent", str(tpn))
    for tpn in options.present:
        yield from ("--present", str(tpn))
    for one, other, outcome in options.result:
        yield from ("--result", f"{one}-{other}={outcome}")
    for name, pairs in (("--forbid", options.forbid), ("--swap", options.swap)):
        for one, other in pairs:
            yield from (name, f"{one}-{other}")
    if options.bye is not None:
        yield from ("--bye", str(options.bye))
    if options.edition:
        yield from ("--edition", options.edition)


def _table(question: Question, found: WhatIf) -> Table | None:
    """Return the games that change, for the page; the whole round, if they are few."""
    if found.pairing is None:
        return None
    from reports.sheet import MOST_ROWS, Table  # noqa: PLC0415 - only for a report

    changed = {pair.players for pair in (*found.new, *found.turned)}
    boards = list(enumerate(found.pairing.pairs, start=1))
    shown = boards if len(boards) <= MOST_ROWS else [one for one in boards if one[1].players in changed]
    who = question.roster.describe_player
    rows = [
        (str(board), who(pair.white), who(pair.black), "changed" if pair.players in changed else "")
        for board, pair in shown
    ]
    if found.pairing.bye is not None:
        rows.append(("", who(found.pairing.bye), "has the bye", ""))
    caption = "The round as it would be." if shown == boards else "The boards that would change."
    return Table(caption=caption, heads=("board", "White", "Black", "what changes"), rows=tuple(rows))


def _lines(question: Question, found: WhatIf) -> Iterator[str]:
    yield paragraph(found.sentence)
    if found.pairing is None:
        return
    yield ""
    new = {pair.players for pair in (*found.new, *found.turned)}
    for board, pair in enumerate(found.pairing.pairs, start=1):
        mark = "*" if pair.players in new else " "
        yield f"{mark} {board:>4}  {question.roster.describe_game(pair)}"
    if found.pairing.bye is not None:
        yield f"        {question.roster.describe_player(found.pairing.bye)} has the bye"
    if new:
        yield "* changed"


def _pair(text: str) -> tuple[int, int]:
    """Read ``3-7``."""
    one, dash, other = text.partition("-")
    if not (dash and one.isdecimal() and other.isdecimal()) or one == other:
        raise argparse.ArgumentTypeError(f"'{text}' is not a pair of two numbers; write 3-7")
    return int(one), int(other)


def _result(text: str) -> tuple[int, int, str]:
    """Read ``3-7=1-0``."""
    pair, sign, outcome = text.partition("=")
    outcome = _ALSO_WRITTEN.get(outcome, outcome)
    if not sign or outcome not in OUTCOMES:
        raise argparse.ArgumentTypeError(f"'{text}' is not a result; write 3-7=1-0, with one of {', '.join(OUTCOMES)}")
    return (*_pair(pair), outcome)
