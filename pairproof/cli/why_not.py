"""``pairproof why-not``: the reason why two participants do not meet, and the cost if they did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.questions.answers import Standing
from checker.questions.objection import why_not
from pairproof.cli.options import option_type
from pairproof.cli.question_options import RoundAnswer, add_shared, paragraph, respond
from pairproof.question_requests import WhyNotRequest, parse_player
from tournaments.points import format_halves

if TYPE_CHECKING:
    import argparse

    from checker.findings import EvidenceRow
    from checker.questions.answers import WhyNot
    from checker.questions.question import Question
    from reports.tables import Table


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
    table = _table(question, result)
    return RoundAnswer(
        kind="why-not",
        question=question,
        arguments=(str(first), str(second)),
        answer=result.answer,
        parts=(("Why", result.reason),),
        tables=(table,),
        system=question.prepared.rules.edition.key,
        content=result,
        lines=(
            paragraph(f"Round {question.stage}: {result.answer}"),
            paragraph(result.reason, "Why"),
            "",
            *table.lines(),
        ),
    )


_HEADS = ("points", "so far", "in this round")


def _table(question: Question, result: WhyNot) -> Table:
    """Return both participants and their right opponents."""
    from reports.tables import Table  # noqa: PLC0415 - start-up time

    def floats(row: EvidenceRow) -> str:
        return f"floats: {row.floats}" if row.floats else ""

    is_right = result.objection.standing is Standing.CHOSEN
    against = f"against {question.roster.name_player(result.one)}"
    rows = [
        (
            question.roster.describe_player(row.tpn),
            format_halves(row.score),
            ", ".join(filter(None, (row.colours, f"due {row.due}" if row.due else "", floats(row)))) or "\N{EN DASH}",
            row.note,
            result.objection.short if row.tpn == result.other and not is_right else "",
        )
        for row in result.evidence
    ]
    return Table(
        caption=f"The {question.participant}s concerned:",
        heads=(question.participant, *_HEADS, against),
        rows=tuple(rows),
    )
