"""``pairproof why-not``: why two do not meet, and what it would cost if they did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.questions.objection import why_not
from pairproof.cli.question_options import Told, add_shared, number, paragraph, respond

if TYPE_CHECKING:
    import argparse

    from checker.questions.question import Question


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_shared(parser)
    for name in ("one", "other"):
        parser.add_argument(name, type=number, metavar=name.upper(), help="number of a player, or of a team")


def run(options: argparse.Namespace) -> int:
    """Answer."""
    return respond(options, answer)


def answer(question: Question, options: argparse.Namespace) -> Told:
    """Answer what the options ask about a round."""
    found = why_not(question, options.one, options.other)
    return Told(
        kind="why-not",
        question=question,
        arguments=(str(options.one), str(options.other)),
        answer=found.sentence,
        system=question.prepared.rules.edition.key,
        found=found,
        lines=(paragraph(found.sentence),),
    )
