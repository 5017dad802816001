"""``pairproof what-if``: the round as it would be if something were otherwise, and what changes."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from checker.asking.suppose import OUTCOMES, Supposition
from checker.asking.what_if import what_if
from checker.verdicts import ExitStatus
from pairproof.asking.shared import add_shared, asked, number, paragraph, refusing, tell
from pairproof.commands import require_system

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.asking.answers import WhatIf
    from checker.asking.question import Question

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
    with refusing(options.file):
        question = asked(options)
        found = what_if(question, otherwise)
    tell(options, "what-if", options.edition or question.session.rules.edition.key, found, _lines(question, found))
    return ExitStatus.CONSISTENT


def _lines(question: Question, found: WhatIf) -> Iterator[str]:
    yield paragraph(found.sentence)
    if found.pairing is None:
        return
    yield ""
    new = {pair.players for pair in (*found.new, *found.turned)}
    for board, pair in enumerate(found.pairing.pairs, start=1):
        mark = "*" if pair.players in new else " "
        yield f"{mark} {board:>4}  {question.roster.game(pair)}"
    if found.pairing.bye is not None:
        yield f"        {question.roster.who(found.pairing.bye)} has the bye"
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
