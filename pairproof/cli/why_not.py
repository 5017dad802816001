"""``pairproof why-not``: the reason why two participants do not meet, and the cost if they did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.questions.objection import why_not
from pairproof.cli.option_types import option_type
from pairproof.cli.question_options import RoundAnswer, add_shared, paragraph, respond
from pairproof.question_requests import WhyNotRequest, parse_player

if TYPE_CHECKING:
    import argparse

    from checker.questions.question import Question


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(request=WhyNotRequest, run=run)
    add_shared(parser)
    for name, metavar in (("first", "ONE"), ("second", "OTHER")):
        help_text = "number of a player or of a team, or any unambiguous part of the name"
        parser.add_argument(name, type=option_type(parse_player), metavar=metavar, help=help_text)


def run(request: WhyNotRequest) -> int:
    """Explain why two players do not meet."""
    return respond(request, answer)


def answer(question: Question, request: WhyNotRequest) -> RoundAnswer:
    """Answer the request about a round."""
    first, second = question.find(request.first), question.find(request.second)
    result = why_not(question, first, second)
    return RoundAnswer(
        kind="why-not",
        question=question,
        arguments=(str(first), str(second)),
        answer=result.answer,
        parts=(("Why", result.reason),),
        system=question.prepared.rules.edition.key,
        content=result,
        lines=(paragraph(f"Round {question.stage}: {result.answer}"), paragraph(result.reason, "Why")),
    )
